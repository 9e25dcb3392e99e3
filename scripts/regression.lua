-- Which formula lies behind twenty points?
--
--     ludus run scripts/regression.lua --seed 2
--
-- Symbolic regression of x^4 + x^3 + x^2 + x: John Koza, Genetic Programming, MIT
-- Press 1992, chapter 7.3. Values are numbers; the error is summed over the points,
-- and a run is solved when the program comes within 0.01 of all of them.
local ludus = require "ludus"

local points = {}
for i = 1, 20 do
  local x = -1 + 2 * (i - 1) / 19
  points[i] = { x = x, y = x ^ 4 + x ^ 3 + x ^ 2 + x }
end

local function error_of(point, value) return math.abs(value - point.y) end

local game = ludus.game {
  name = "regression",
  cases = points,                    -- no `start`: a case is its own state
  constants = { 1 },
  primitives = {
    X = { 0, function(point) return point.x end, help = "the input" },
    ["+"] = { 2, function(_, a, b) return a + b end, help = "sum" },
    ["-"] = { 2, function(_, a, b) return a - b end, help = "difference" },
    ["*"] = { 2, function(_, a, b) return a * b end, help = "product" },
    ["%"] = { 2, function(_, a, b) return b == 0 and 1 or a / b end,
      help = "quotient; 1 where it is not defined" },
  },
  score = error_of, minimise = true,
  won = function(point, value) return error_of(point, value) < 0.01 end,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 100, depth = { 2, 6 }, max_depth = 17 },
  population  = 500,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } },
  stop        = function(stats) return stats.hits == #points end,
}
