-- Can a program learn to count if each step changes one answer only?
--
--     ludus run scripts/semantic.lua --seeds 1..30
--     ludus run scripts/semantic.lua --seeds 1..30 --set variant=plain
--     ludus compare 1..60
--
-- Even-7-parity, 128 cases: a subtree that is exchanged changes many answers at once, and
-- half of them for the worse. The geometric operators change what programs answer, not how
-- they are written: A. Moraglio, K. Krawiec, C. G. Johnson, Geometric Semantic Genetic
-- Programming, PPSN 2012. What they pay is size: children only grow.
local ludus = require "ludus"

local BITS = 7

local columns, inputs = {}, {}
for bit = 0, BITS - 1 do
  inputs[#inputs + 1] = "d" .. bit
  columns["d" .. bit] = function(row) return row >> bit & 1 == 1 end
end
function columns.even(row)
  local even = true
  for bit = 0, BITS - 1 do if row >> bit & 1 == 1 then even = not even end end
  return even
end

local game = ludus.game {
  name  = "parity",
  cases = ludus.table(2 ^ BITS // 1 | 0, columns),
  rules = "input truth " .. table.concat(inputs, ", ") .. "  var truth even " .. [[
    AND(a, b) "both" { a and b }
    OR(a, b)  "either" { a or b }
    NOT(a)    "the opposite" { not a }
    score { value == even }
  ]],
  max = 1, budget = 10000,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 10000, depth = { 2, 5 } },
  population  = 50,
  generations = 401,
  select      = ludus.tournament(5),
  vary        = { { 1, ludus.perturb } },
  elite       = 1,
  variants    = {
    plain = { vary = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree } } },
    large = { population = 5000, generations = 5,
      vary = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree } } },
    mixed = { vary = { { 0.05, ludus.geometric }, { 0.95, ludus.perturb } } },
  },
}
