-- Which law do 120 measurements of a pendulum follow?
--
--     ludus run scripts/regression-csv.lua
--
-- Data from a file: the columns of scripts/data/pendulum.csv become inputs, two thirds
-- of the rows (drawn by a seed) are what programs are bred on, the others what the best
-- one is tried on when the run has ended. The period of a pendulum
-- depends on its length and, a little, on how far it swings; not on its mass. The
-- measurements were made up by that law, with an error of about 0.01 s.
local ludus = require "ludus"

local data = ludus.table "scripts/data/pendulum.csv"
local train, held_out = data:split(2 / 3)

local game = ludus.game {
  name   = "pendulum",
  cases  = train,
  target = "period",                   -- fills the variable `target`
  rules  = [[
    input real length, mass, angle  var real target  constants -5.0 to 5.0
    ADD(a, b) "sum" { a + b }  SUB(a, b) "difference" { a - b }
    MUL(a, b) "product" { a * b }
    DIV(a, b) "quotient; 1 if divided by 0" { if b == 0 { 1 } else { a / b } }
    SQRT(a) "root of its size" { sqrt(abs(a)) }
    score { (value - target) * (value - target) }
    won   { abs(value - target) < 0.03 }
  ]],
  minimise = true,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 40, depth = { 2, 5 } },
  population  = 2000,
  generations = 51,
  select      = ludus.tournament(7),
  elite       = 1,
  report      = function(run)
    if run.silent then return end
    local other = game:with { cases = held_out }
    local errors = other:score(other:read(run:best())).raw
    print(("error on the %d rows it has not seen: %.3f s"):format(#held_out,
      math.sqrt(errors / #held_out)))
  end,
}
