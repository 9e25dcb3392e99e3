-- Can evolution find a circuit that answers with the data line its address names?
--
--     ludus run scripts/multiplexer.lua
--
-- The 6-multiplexer: John Koza, Genetic Programming, MIT Press 1992, chapter 7.4.
-- Two address lines choose one of four data lines; all 64 inputs are cases. Values are
-- truth values, of which the engine takes thousands of cases at a time, a bit each.
local ludus = require "ludus"

local function line(bit) return function(row) return row >> bit & 1 == 1 end end

local game = ludus.game {
  name  = "multiplexer",
  cases = ludus.table(64, {
    a0 = line(0), a1 = line(1), d0 = line(2), d1 = line(3), d2 = line(4), d3 = line(5),
    answer = function(row) return row >> 2 + (row & 3) & 1 == 1 end,
  }),
  rules = [[
    input truth a0, a1, d0, d1, d2, d3  var truth answer
    AND(a, b)   "both" { a and b }
    OR(a, b)    "either" { a or b }
    NOT(a)      "the opposite" { not a }
    IF(c, a, b) "the second if the first, else the third" { if c { a } else { b } }
    score { value == answer }
  ]],
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
