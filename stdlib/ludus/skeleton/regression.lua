-- Which formula lies behind the data? Symbolic regression: put your own data in.
--
--     ludus check SCRIPT      ludus run SCRIPT      ludus run SCRIPT --seeds 1..10
local ludus = require "ludus"

-- Cases are the rows. `ludus.table "data.csv"` reads a file with names in its first line.
local rows = {}
for i = 1, 50 do
  local x = (i - 25) / 10
  rows[i] = { x = x, y = x * x - 2 * x + 0.5 }
end

local game = ludus.game {
  name  = "regression",
  cases = rows,
  rules = [[
    input real x                      -- what programs see
    var real y                        -- what they do not: the target
    constants 0.5, 1, 2
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
  program     = ludus.tree { nodes = 60, depth = { 2, 5 } },
  population  = 500,
  generations = 31,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover }, { 0.1, ludus.subtree } },
  solved      = ludus.all_won,
}
