-- Can helpers that evolve along make a circuit that counts?
--
--     ludus run scripts/parity.lua
--     ludus run scripts/parity.lua --set variant=plain
--
-- Even-5-parity: John Koza, Genetic Programming II, MIT Press 1994, chapter 6. The
-- answer is true if an even number of the inputs are; all 32 inputs are cases. With
-- two functions that programs may call it is far easier than without.
local ludus = require "ludus"

local BITS = 5

local columns = {}
for bit = 0, BITS - 1 do
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
  rules = [[
    input truth d0, d1, d2, d3, d4  var truth even
    AND(a, b)  "both" { a and b }
    OR(a, b)   "either" { a or b }
    NAND(a, b) "not both" { not (a and b) }
    NOR(a, b)  "neither" { not (a or b) }
    score { value == even }
  ]],
  max = 1,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 100, adfs = { 2, 2 }, depth = { 2, 5 } },
  population  = 2000,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } },
  variants    = {
    plain = { program = ludus.tree { nodes = 300, depth = { 2, 6 } } },
  },
}
