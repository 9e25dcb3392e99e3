-- Can evolution find a circuit that answers with the data line its address names?
--
--     ludus run scripts/multiplexer.lua
--
-- The 6-multiplexer: John Koza, Genetic Programming, MIT Press 1992, chapter 7.4.
-- Two address lines choose one of four data lines; all 64 inputs are cases. Values
-- are booleans. What IF does not choose is not evaluated and costs nothing.
local ludus = require "ludus"

local inputs = {}
for n = 0, 63 do
  local lines = {}
  for bit = 0, 5 do lines[bit] = n >> bit & 1 == 1 end
  local address = n & 3
  lines.answer = lines[2 + address]
  inputs[#inputs + 1] = lines
end

local function line(k, help) return { 0, function(s) return s[k] end, help = help } end

local game = ludus.game {
  name = "multiplexer",
  cases = inputs,
  kind = "boolean",
  primitives = {
    A0 = line(0, "low address line"), A1 = line(1, "high address line"),
    D0 = line(2, "data line 0"), D1 = line(3, "data line 1"),
    D2 = line(4, "data line 2"), D3 = line(5, "data line 3"),
    AND = { 2, function(_, a, b) return a and b end, help = "both" },
    OR  = { 2, function(_, a, b) return a or b end, help = "either" },
    NOT = { 1, function(_, a) return not a end, help = "the opposite" },
    IF  = { 3, ludus.branch, help = "the second if the first, else the third" },
  },
  score = function(s, value) return value == s.answer and 1 or 0 end,
  max = 1,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 150, depth = { 2, 6 }, max_depth = 17 },
  population  = 500,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } },
}
