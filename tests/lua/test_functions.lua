-- test_functions.lua -- the test functions as games for the genetic algorithm.
local check     = dofile "tests/lua/check.lua"
local core      = require "ludus.core.evolve"
local functions = require "ludus.functions"
local ga        = require "ludus.ga"
local vector    = require "ludus.vector"

local names = {}
for i, row in ipairs(functions.rows) do names[i] = row.name .. " " .. row.type end
check.equal("rows", table.concat(names, ", "), "onemax bits, leadingones bits, "
  .. "trap bits, sphere reals, rastrigin reals, rosenbrock reals, zdt1 reals, zdt2 reals, "
  .. "zdt3 reals, zdt4 reals")

local bits = vector.new { type = "bits", length = 10 }
local reals = vector.new { type = "reals", length = 2, min = -5, max = 5 }
local function cost(name, species, genes)
  return functions.game(name):score(species:of(genes))
end
check.equal("onemax", cost("onemax", bits, { 1, 1, 1, 0, 1, 1, 1, 1, 1, 0 }), 2.0)
check.equal("leadingones", cost("leadingones", bits,
  { 1, 1, 1, 0, 1, 1, 1, 1, 1, 0 }), 7.0)
check.equal("trap", cost("trap", bits, { 1, 1, 1, 0, 1, 1, 1, 1, 1, 1 }), 5.0)
check.equal("sphere", cost("sphere", reals, { 3, 4 }), 25.0)
check.equal("rastrigin", cost("rastrigin", reals, { 0, 0 }), 0.0)
check.near("rosenbrock", cost("rosenbrock", reals, { -1.2, 1 }), 24.2, 1e-12)
check.error("another type", function() return cost("trap", reals, { 0, 0 }) end,
  "the function 'trap' takes a vector of bits")
check.error("an unknown name", function() return functions.game "shpere" end,
  "unknown function 'shpere'; did you mean 'sphere'?")

local solved = ga.run { game = functions.game "leadingones", program = bits,
  population = 40, generations = 100, seed = 1,
  vary = { { "twopoint", chance = 0.5 }, { "flip", rate = 0.1 } } }
check.equal("solved", solved.stop, "solved")
check.equal("by all ones", tostring(solved.program), "(11111111 11)")

-- What `ludus bench ga` measures.
local n, seconds, best = functions.minimal(1, 3, 2)
check.equal("evaluations of two minimal loops", n, 2 * 300 * (3 + 1))
check.ok("take time", seconds > 0)
check.ok("and climb", best > 60 and best <= 100)
check.ok("scoring alone takes time",
  core.scoring(bits, functions.game "trap", 1000) > 0)
check.error("scoring of another type",
  function() core.scoring(reals, functions.game "trap", 1) end,
  "the function 'trap' takes a vector of bits")

return check.done()
