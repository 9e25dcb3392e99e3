-- Which formula lies behind twenty points?
--
--     ludus run scripts/regression.lua --seed 2
--
-- Symbolic regression of x^4 + x^3 + x^2 + x: John Koza, Genetic Programming, MIT
-- Press 1992, chapter 7.3. The rules are pure, so a node is evaluated for all points at
-- once; the error is summed over them, and a run is solved when the program comes
-- within 0.01 of every one.
local ludus = require "ludus"

local points = {}
for i = 1, 20 do
  local x = -1 + 2 * (i - 1) / 19
  points[i] = { x = x, y = x ^ 4 + x ^ 3 + x ^ 2 + x }
end

local game = ludus.game {
  name  = "regression",
  cases = points,
  rules = [[
    input real x  var real y  constants 1
    ADD(a, b) "sum" { a + b }
    SUB(a, b) "difference" { a - b }
    MUL(a, b) "product" { a * b }
    DIV(a, b) "quotient; 1 where it is not defined" { if b == 0 { 1 } else { a / b } }
    score { abs(value - y) }
    won   { abs(value - y) < 0.01 }
  ]],
  minimise = true,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 100, depth = { 2, 6 }, max_depth = 17 },
  population  = 500,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } },
  solved      = ludus.all_won,
}
