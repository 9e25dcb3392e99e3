-- Do programs stay small if crossover takes as much as it gives?
--
--     ludus run scripts/size-fair.lua
--     ludus run scripts/size-fair.lua --set variant=plain
--     ludus compare 1 2
--
-- An operator of one's own: size-fair crossover (Langdon 2000). The subtree cut out
-- of the mother is replaced by one of the father's that is at most twice as large
-- as what was cut, plus one.
local ludus = require "ludus"

local points = {}
for i = 1, 21 do
  local x = (i - 11) / 10
  points[i] = { x = x, y = x ^ 5 - 2 * x ^ 3 + x }
end

local game = ludus.game {
  name = "quintic", cases = points, constants = { 1 }, minimise = true,
  primitives = {
    X = { 0, function(point) return point.x end, help = "the input" },
    ["+"] = { 2, function(_, a, b) return a + b end, help = "sum" },
    ["-"] = { 2, function(_, a, b) return a - b end, help = "difference" },
    ["*"] = { 2, function(_, a, b) return a * b end, help = "product" },
  },
  score = function(point, value) return math.abs(value - point.y) end,
  won = function(point, value) return math.abs(value - point.y) < 0.01 end,
}

local TRIES = 20

local function size_fair(rng, mother, father)
  local at = rng:node(mother)
  local room = 2 * mother:node(at).span + 1
  for _ = 1, TRIES do
    local taken = father:subtree(rng:node(father))
    if #taken <= room then return mother:graft(at, taken) end
  end                                -- nothing fits: nil means a copy of the mother
end

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 300, depth = { 2, 6 } },
  population  = 500,
  generations = 31,
  select      = ludus.tournament(5),
  vary        = { { 0.9, size_fair }, { 0.1, ludus.copy } },
  solved      = ludus.all_won,
  variants    = {
    plain = { vary = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } } },
  },
}
