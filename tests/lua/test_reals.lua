-- test_reals.lua -- vectors of reals by a distribution, by differences and by step sizes
-- they carry: on a function in Lua and on built-in games, the same on any number of
-- threads, killed and resumed; what they come to; and what makes no sense.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"
local ga    = require "ludus.ga"
local functions = require "ludus.functions"
local promises = dofile "tests/lua/promises.lua"

local function run(command) return check.run('"$LUDUS" ' .. command) end

-- ---- runs ---------------------------------------------------------------------------

local six = "{ type = 'reals', length = 6, min = -5, max = 5%s }"
local black = [[ludus.game { program = "vector", cases = 2, minimise = true,
  genes = GENES,
  score = function(case, x)
    local sum = 0
    for i = 1, #x do sum = sum + (x[i] - i / 4 * case) ^ 2 end
    return sum
  end }]]

local kinds = {
  cma = { black, "ludus.vector " .. six:format "", "scheme = 'cma'" },
  restarts = { 'require "ludus.functions".game "rastrigin"', "ludus.vector " .. six:format "",
    "scheme = 'cma', population = 5, sigma = 0.05, restarts = 3, generations = 260" },
  differential = { black, "ludus.vector " .. six:format "", "scheme = 'differential'" },
  towards = { 'require "ludus.functions".game "rosenbrock"', "ludus.vector " .. six:format "",
    "scheme = 'differential', base = 'towards', population = 12, cross = 0.5" },
  strategy = { black, "ludus.vector " .. six:format ", steps = 0.1", genes = six:format
    ", steps = 0.1", "scheme = 'comma', population = 7, "
    .. "select = ludus.uniform, brood = { { children = 30, ludus.average, ludus.adapt } }" },
  othello = { 'require "ludus.othello".game { program = "vector", openings = 1 }',
    "ludus.vector { type = 'reals', length = 8, min = -100, max = 100 }", "scheme = 'cma', "
    .. "generations = 9" },
}

local function script(kind, more)
  local game, program, plan = table.unpack(kinds[kind])
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, generations = 30,
  stop = ludus.never, solved = ludus.never, %s%s }]]):format(game, program, plan,
    more or ""):gsub("GENES", kinds[kind].genes or six:format ""):gsub("generations = 30,(.*generations)", "%1")
end

local stores = {}
for kind in pairs(kinds) do
  stores[kind] = select(2, promises.hold(check, kind, function(more)
    return (script(kind, more))
  end, 7))
end

-- ---- lineages ------------------------------------------------------------------------

-- The line of mothers, made again, ends with the program that was stored; what differs
-- from it is told.
local function lineage(kind)
  return run("show 1 --lineage --store " .. stores[kind])
end

local out, err = lineage "differential"
check.ok("differential: its ancestors are made again " .. err,
  out:find "differential" and err == "")
out, err = lineage "strategy"
check.ok("strategy: its ancestors are made again " .. err, out:find "average adapt"
  and err == "")
out, err = lineage "cma"
check.equal("cma: it has none", err, "ludus: a damaged plan: what a distribution made cannot "
  .. "be replayed: it has no parents, but all that lived before\n")

-- ---- what they come to ---------------------------------------------------------------

local function solves(name, n, fields)
  local s = { game = functions.game(name), seed = 11, runs = 5, target = 1e-8, threads = 1,
    program = ludus.vector { type = "reals", length = n, min = -4, max = 6,
      steps = fields.steps } }
  fields.steps = nil
  for key, value in pairs(fields) do s[key] = value end
  local batch, n_solved = ga.batch(s), 0
  for i = 1, 5 do n_solved = n_solved + (batch.stop[i] == "solved" and 1 or 0) end
  return n_solved, batch
end

check.equal("cma solves the sphere", solves("sphere", 10,
  { scheme = "cma", population = 10, evaluations = 2500 }), 5)
check.ok("cma solves the bent valley", solves("rosenbrock", 5,
  { scheme = "cma", population = 8, evaluations = 6000 }) >= 4)
check.equal("restarts solve many valleys", solves("rastrigin", 5,
  { scheme = "cma", population = 8, restarts = 9, evaluations = 60000 }), 5)
check.equal("differential solves the bent valley", solves("rosenbrock", 5,
  { scheme = "differential", population = 50, evaluations = 40000 }), 5)
check.equal("step sizes of their own solve the sphere", solves("sphere", 10,
  { scheme = "comma", population = 15, select = "uniform", steps = 0.1,
    evaluations = 30000, brood = { { children = 100, { "average" }, { "adapt" } } } }), 5)
local _, batch = solves("rastrigin", 5, { scheme = "cma", population = 6, sigma = 0.02,
  evaluations = 60000 })
local ended = 0
for i = 1, 5 do ended = ended + (batch.stop[i] == "converged" and 1 or 0) end
check.ok("without restarts it ends where it has converged", ended >= 4)

-- Golden: the same bits on every machine.
local sum = {}
for _, scheme in ipairs { "cma", "differential" } do
  local r = ga.run { game = functions.game "rosenbrock", scheme = scheme, population = 10,
    generations = 40, seed = 5, threads = 1,
    program = ludus.vector { type = "reals", length = 4, min = -2, max = 2 } }
  sum[#sum + 1] = r.digest
end
check.equal("golden", table.concat(sum, " "), "525d6f4b03714b75 a9c95e4038a6cb7b")

-- A function scores by told scores as well.
local told = ga.run { scheme = "cma", population = 8, target = 1e-6, evaluations = 4000,
  score = function(v) return (v[1] - 0.3) ^ 2 + (v[2] + 0.4) ^ 2 end,
  program = ludus.vector { type = "reals", length = 2, min = -1, max = 1 } }
check.equal("a score in Lua", told.stop, "solved")

-- ---- what makes no sense ---------------------------------------------------------------

local function experiment(fields, program)
  local e = { game = functions.game "sphere", program = program
    or ludus.vector { type = "reals", length = 3, min = -1, max = 1 } }
  for key, value in pairs(fields) do e[key] = value end
  return function() return ludus.experiment(e) end
end

for _, row in ipairs {
  { { scheme = "cma", sigma = 0 }, "field 'sigma': expected more than 0, got 0" },
  { { scheme = "cma", sigma = 11 }, "field 'sigma': expected 0 to 10, got 11" },
  { { scheme = "cma", restarts = -1 }, "field 'restarts': expected 0 to 1000, got -1" },
  { { scheme = "cma", restarts = 1001 }, "field 'restarts': expected 0 to 1000, got 1001" },
  { { scheme = "cma", growth = 0.9 }, "field 'growth': expected 1 to 10, got 0.9" },
  { { scheme = "cma", weight = 0.7 },
    "field 'weight': only for the scheme 'differential', not for 'cma'" },
  { { scheme = "plus", sigma = 0.7 }, "field 'sigma': only for the scheme 'cma', not for "
    .. "'plus'" },
  { { scheme = "cma", vary = { { 1, ludus.point } } },
    "field 'vary': the scheme 'cma' makes its children itself" },
  { { scheme = "differential", select = ludus.tournament(3) },
    "field 'select': the scheme 'differential' makes its children itself" },
  { { scheme = "cma", distinct = 3 },
    "field 'distinct': the scheme 'cma' makes its children itself" },
  { { scheme = "cma", elite = 1 },
    "field 'elite': only for the scheme 'generational', not for 'cma'" },
  { { scheme = "cma", population = 3 },
    "field 'scheme': cma: a population of 4 to 1048576, not 3" },
  { { scheme = "differential", population = 3 },
    "field 'scheme': differential: a population of 4 or more, not 3" },
  { { scheme = "differential", weight = 2.5 }, "field 'weight': expected 0 to 2, got 2.5" },
  { { scheme = "differential", cross = 1.5 }, "field 'cross': expected 0 to 1, got 1.5" },
  { { scheme = "differential", base = "worst" },
    "field 'base': expected random, best or towards, got 'worst'" },
} do
  check.refused(row[2], experiment(row[1]), "ludus.experiment: " .. row[2])
end

check.refused("bits", experiment({ scheme = "cma", game = functions.game "trap" },
  ludus.vector { type = "bits", length = 10 }),
  "ludus.experiment: field 'scheme': the scheme 'cma' is for vectors of reals")
check.refused("too many genes", experiment({ scheme = "cma" },
  ludus.vector { type = "reals", length = 1025 }),
  "ludus.experiment: field 'scheme': the scheme 'cma' takes up to 1024 genes, not 1025")
check.ok("as many as there may be", pcall(experiment({ scheme = "cma" },
  ludus.vector { type = "reals", length = 1024 })))
check.refused("no step sizes", experiment({ vary = { { 1, ludus.adapt } } }),
  "ludus.experiment: field 'vary': no operator 'adapt' for these programs; there are: "
  .. "onepoint, twopoint, uniform, point, reset, insert, delete, swap, clear, copy, "
  .. "gaussian, blend, average, sbx, polynomial")
check.refused("steps of integers", function()
  require "ludus.vector".new { length = 3, steps = 0.1 } end, "ludus.vector: only reals have step sizes")
check.equal("the usual number of programs", experiment { scheme = "cma" } ().population, 7)
check.equal("of differential evolution", experiment { scheme = "differential" } ().population,
  30)
check.refused("ga, too", function() ga.run { game = functions.game "sphere",
  scheme = "cma", brood = { { "point" } },
  program = ludus.vector { type = "reals", length = 3 } } end,
  "ga.new: field 'brood': the scheme 'cma' makes its children itself")

check.refused("on islands", experiment { scheme = "cma", islands = 2 },
  "ludus.experiment: field 'islands': the scheme 'cma' has one population")

return check.done()
