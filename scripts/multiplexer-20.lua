-- How large a circuit can be found if not every input is tried each time?
--
--     ludus run scripts/multiplexer-20.lua
--
-- The 20-multiplexer: four address lines choose one of sixteen data lines. There are
-- 1,048,576 inputs. Each generation meets 8,192 of them, others each time: that is
-- enough to tell who is better, at a hundredth of the cost. Who has all of these right
-- has solved it; the test at the end tries every input.
local ludus = require "ludus"

local ADDRESS <const> = 4
local LINES <const>, INPUTS <const> = 1 << ADDRESS, 1 << ADDRESS + (1 << ADDRESS)

local columns, names = {}, {}
for bit = 0, ADDRESS - 1 do
  names[#names + 1] = "a" .. bit
  columns["a" .. bit] = function(row) return row >> bit & 1 == 1 end
end
for bit = 0, LINES - 1 do
  names[#names + 1] = "d" .. bit
  columns["d" .. bit] = function(row) return row >> ADDRESS + bit & 1 == 1 end
end
function columns.answer(row) return row >> ADDRESS + (row & LINES - 1) & 1 == 1 end

local inputs = ludus.table(INPUTS, columns)

local game = ludus.game {
  name  = "multiplexer-20",
  cases = ludus.fresh(8192, inputs),
  rules = "input truth " .. table.concat(names, ", ") .. [[
    var truth answer
    AND(a, b)   "both" { a and b }
    OR(a, b)    "either" { a or b }
    NOT(a)      "the opposite" { not a }
    IF(c, a, b) "the second if the first, else the third" { if c { a } else { b } }
    score { value == answer }  won { value == answer }
  ]],
  max = 1, budget = 10000,
}

return ludus.experiment {
  game        = game,
  test        = game:with { cases = inputs },
  program     = ludus.tree { nodes = 200, depth = { 2, 6 }, max_depth = 17 },
  population  = 40000,
  generations = 201,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree } },
}
