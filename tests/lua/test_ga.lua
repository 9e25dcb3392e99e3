-- test_ga.lua -- vectors and the genetic algorithm from Lua.
local check  = dofile "tests/lua/check.lua"
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local vector = require "ludus.vector"

-- An error without the file and line in front.
local function fails(name, fn, message)
  local ok, text = pcall(fn)
  check.equal(name, not ok and (tostring(text):gsub("^[^ ]+:%d+: ", "", 1)), message)
end


-- ---- vectors --------------------------------------------------------------------

local plans = vector.new { length = 4, max = 18 }
local p = plans:read "(14, 4, 8, 0)"
check.equal("text", tostring(p), "(14, 4, 8, 0)")
check.equal("length", #p, 4)
check.equal("a gene", p[3], 8)
check.equal("no gene", p[5], nil)
check.equal("equal", p == plans:of { 14, 4, 8, 0 }, true)
check.equal("not equal", p == plans:of { 14, 4, 8, 1 }, false)
check.equal("as a list", table.concat(p:table(), " "), "14 4 8 0")
check.equal("brought into range", tostring(plans:of { -5, 4.4, 99, 0 }), "(0, 4, 18, 0)")
check.equal("distance", p:distance(plans:of { 14, 0, 8, 1 }), 2.0)
fails("bad text", function() plans:read("(1, 2, x, 4)", "f") end,
  "expected a number, got 'x'\n  (1, 2, x, 4)\n         ^")
fails("wrong list", function() plans:of { 1 } end, "expected a list of 4 genes, got 1")

local reals = vector.new { type = "reals", length = 3, min = -1, max = 1,
  ranges = { { 5, 6 } } }
local rng = ludus.rng(1)
for _ = 1, 20 do
  local r = reals:random(rng)
  check.ok("own range", r[1] >= 5 and r[1] <= 6 and r[2] <= 1 and r[3] >= -1)
  check.ok("round trip", reals:read(tostring(r)) == r)
end
check.equal("vary", plans:of { 0, 0, 0, 0 }:vary(rng, "point"):distance(
  plans:of { 0, 0, 0, 0 }), 1.0)
fails("unknown operator", function() p:vary(rng, "poin") end,
  "no operator 'poin' for vector programs; did you mean 'point'?")
fails("unknown parameter", function() p:vary(rng, "point", nil, { genez = 2 }) end,
  "operator 'point' has no parameter 'genez'; did you mean 'genes'?")
fails("parameter out of bounds", function() p:vary(rng, "reset", nil, { rate = 2 }) end,
  "operator 'reset', parameter 'rate': must be 0.0 to 1.0, got 2.0")
check.ok("operators have help", #plans:operators()[1].help > 0)

-- ---- runs scored by Lua ---------------------------------------------------------

local bits = vector.new { type = "bits", length = 32 }
local function zeros(v)
  local n = 0
  for i = 1, #v do n = n + 1 - v[i] end
  return n
end
local fields = { program = bits, score = zeros, population = 40, generations = 60,
  elite = 1, vary = { { "onepoint", chance = 0.8 }, { "flip" } }, seed = 3, target = 0 }
local result = ga.run(fields)
check.equal("solved", result.stop, "solved")
check.equal("best", tostring(result.program), "(11111111 11111111 11111111 11111111)")
check.equal("the same again", ga.run(fields).digest, result.digest)

fields.score = function(v) return { raw = 32 - zeros(v), standardized = zeros(v) } end
fields.select, fields.scaling = "remainder", 2
for _, scheme in ipairs { "generational", "plus", "comma", "steady", "crowding" } do
  fields.scheme = scheme
  check.ok(scheme .. " improves", ga.run(fields).best <= 8)
end

local run = ga.new { program = plans, score = function(v) return v[1] end,
  population = 6, generations = 3, scheme = "plus",
  first = { plans:of { 9, 9, 9, 9 } }, target = -1 }
check.equal("planted", tostring(run:pending()[1]), "(9, 9, 9, 9)")
check.equal("the first have no birth", run:birth(1), nil)
check.ok("goes on", run:step())
check.ok("a birth", run:birth(1).mother >= 1)
run:finish()
check.equal("members", #run:members(), 6)
check.ok("sorted", run:members()[1].score.standardized <= run:members()[6].score.standardized)
check.equal("the end", run:step(), false)

-- Births tell which genes a child has of whom.
local family = ga.new { program = bits, score = zeros, population = 20, generations = 2,
  brood = { { children = 20, "onepoint" } }, scheme = "comma", apart = true,
  select = "uniform", target = -1 }
family:step()
local parents = family:members()
for i, child in ipairs(family:pending()) do
  local birth = family:birth(i)
  local mother, father = parents[birth.mother].program, parents[birth.father].program
  local right = birth.length > 0
  for k = 1, #child do
    local own = k > birth.at and k <= birth.at + birth.length and father or mother
    right = right and child[k] == own[k]
  end
  check.ok("genes of mother and father, child " .. i, right)
end

-- Every one of 4 times 40 children is tried in 3 variants, or every other one, or none.
local function climbed(climb)
  return ga.run { game = require "ludus.functions".game "onemax", population = 40,
    program = vector.new { type = "bits", length = 60 }, vary = { "flip" }, generations = 3,
    target = -1, climb = climb, tries = climb and 3, seed = 4 }
end
check.equal("a climb tries as often as it may", climbed("flip").evaluations, 4 * 160)
check.near("by its chance", climbed({ "flip", chance = 0.5 }).evaluations, 400, 60)
check.equal("or never", climbed({ "flip", chance = 0 }).digest, climbed().digest)
check.ok("and leads upwards", climbed("flip").best < climbed().best)

-- Less is better, and a score of 0 is nothing special unless it is said to be: a score
-- that was negated by mistake does not end at the worst point, as solved.
local worst = ga.run { program = bits, score = function(v) return zeros(v) - 32 end,
  population = 10, generations = 3, vary = { "flip" } }
check.equal("no target but one's own", worst.stop, "generations")
check.equal("games know what is perfect", ga.new { program = bits, game
  = require "ludus.functions".game "onemax" }.settings.target, 0)

-- ---- wrong settings -------------------------------------------------------------

fails("no species", function() ga.run { score = zeros } end,
  "ga.new: field 'program' is missing: the species: ludus.vector {...}")
fails("wrong scheme", function() ga.run { program = bits, scheme = "pluss" } end,
  "ga.new: field 'scheme': expected generational, plus, "
  .. "comma, steady, crowding, cma, differential, pareto or map, got 'pluss'; did you mean "
  .. "'plus'?")
local function message(set)
  local _, text = pcall(ga.new, set)
  return (tostring(text):gsub("^[^ ]+:%d+: ", "", 1))
end
local ones = require "ludus.functions".game "onemax"
for field, most in pairs { pressure = 10000, crowd = 10000, scaling = 100,
  distinct = 1000, tries = 1000000 } do
  check.equal("the most " .. field, type(ga.new { program = bits, game = ones, climb = "flip",
    scheme = "crowding", [field] = most }), "table")
  check.equal("one more", message { program = bits, game = ones, climb = "flip",
    scheme = "crowding", [field] = most + 1 },
    ("ga.new: field '%s': expected %d to %d, got %d"):format(field,
    field == "crowd" and 1 or 0, most, most + 1))
end
check.equal("a search without a game", message { program = bits, score = zeros, climb = "flip" },
  "ga.new: field 'climb': a local search needs a game to score by")
check.equal("wrong operator", message { program = bits, vary = { "onepont" } },
  "ga.new: no operator 'onepont' for vector programs; did you mean 'onepoint'?")
check.equal("too many steps", message { program = bits,
  vary = { "flip", "flip", "flip", "flip", "flip" } },
  "ga.new: a part of the brood has at most 4 steps, not 5")
check.equal("too small a brood", message { program = bits, population = 9,
  brood = { { children = 3, "flip" } } },
  "ga.new: generational: 3 children and an elite of 0 do not fill a population of 9")
check.equal("a wrong game", message { program = bits, game = 5 },
  "ga.new: bad argument #2 to 'ludus.core.evolve.fits' (game expected, got number)")
local functions, ipd = require "ludus.functions", require "ludus.ipd"
local prison = ipd.game { opponents = { "TFT", "AD" }, turns = 10 }
check.equal("a game of others", message { program = bits, game = prison },
  "ga.new: repeated scores machine programs, not vector programs")
local parts = {}
for i = 1, 9 do parts[i] = { children = 9, "flip" } end
check.equal("too many parts", message { program = bits, brood = parts },
  "ga.new: a brood has at most 8 parts, not 9")
check.equal("a program of another length", message { program = bits, score = zeros,
  first = { vector.new { type = "bits", length = 70 }:random(rng) } },
  "a genome of 16 bytes, expected 8")
fails("games of two kinds", function()
  ga.batch { program = bits, games = { functions.game "onemax", prison } }
end, "ga.batch: repeated scores machine programs, not vector programs")
fails("a game that fails in a batch", function()
  ga.batch { program = bits, game = functions.game "sphere", runs = 2 }
end, "ga.batch: the function 'sphere' takes a vector of reals")
local told = ga.new { program = bits, score = zeros, population = 3, generations = 1 }.core
fails("scores for all", function() told:tell { 1, 2 } end, "expected 3 scores, got 2")
fails("and of all", function() told:tell { 1, 2, "3x" } end,
  "score 3: expected a number or a table, got string")
fails("the core knows its words", function()
  require "ludus.core.evolve".new(bits, nil, { population = 3, seed = 1, threads = 1,
    cache = 0, plan = { scheme = "plos", select = { method = "uniform" } } })
end, "unknown scheme 'plos'")

-- ---- other species --------------------------------------------------------------

local machines = ga.new { program = ludus.machine { states = 4 }, game = prison,
  population = 8, generations = 4, vary = { "redirect" }, elite = 1,
  first = { "c00", "start 0 d00" } }
check.equal("machines are programs", machines:pending()[2],
  ludus.machine.parse "start 0 d00")
check.equal("scoring gives the run", machines:score(), machines)
check.ok("which goes on", machines:advance())
fails("a brood wants scores", function() machines:advance() end,
  "7 programs wait for their scores")
machines:finish()
local _, best_score = machines:best()
check.ok("never worse than the planted", best_score.standardized
  <= prison:score(prison:read "d00").standardized)
check.equal("a text that cannot be read", message { program = ludus.machine { states = 4 },
  game = prison, vary = { "redirect" }, first = { "c01" } },
  "there is no state 1\n  c01\n    ^")
check.ok("machines can crowd", ga.run { program = ludus.machine { states = 4 },
  game = prison, population = 10, generations = 10, scheme = "crowding",
  vary = { "redirect" }, seed = 2 }.best <= 5)

-- ---- vectors' mistakes ----------------------------------------------------------

check.equal("a species has a length", #plans, 4)
check.ok("a vector has its species", p:species() == plans)
fails("ranges for genes", function()
  vector.new { length = 1, max = 5, ranges = { { 0, 1 }, { 0, 1 } } }
end, "ludus.vector: field 'ranges': 2 ranges for 1 genes")
fails("a range in order", function()
  vector.new { length = 2, max = 5, ranges = { { 3, 1 } } }
end, "ludus.vector: a gene's range must be two numbers in order, got 3..1")
fails("a range for the others", function() vector.new { length = 2, min = 5, max = 1 } end,
  "ludus.vector: a gene's range must be two numbers in order, got 5..1")
fails("a father of the same shape", function() p:vary(rng, "onepoint", reals:random(rng)) end,
  "bad argument #3 to 'vary' (has another shape)")
fails("an operator's parameter is a number", function()
  p:vary(rng, "point", nil, { genes = "x" })
end, "operator 'point', parameter 'genes': expected a number, got string")
fails("an operator has few parameters", function() p:vary(rng, "point", nil, { x = 1 }) end,
  "operator 'point' has no parameter 'x'")
check.equal("a step is a name or a table", message { program = bits, vary = { 5 } },
  "ga.new: a step is an operator's name, or a table that begins with it; "
  .. "got number")
check.equal("a chance is a chance", message { program = bits,
  vary = { { "flip", chance = 1.5 } } }, "ga.new: operator 'flip': chance must be 0 to 1")

check.error("a trace larger than any memory", function()
  ga.batch { game = require "ludus.functions".game "onemax", runs = 2, trace = true,
    program = require "ludus".vector { type = "bits", length = 20 },
    population = 10, evaluations = 50, generations = 1 << 60 }
end, "ga.batch: a trace holds at most 268435456 figures: 2 runs of 1152921504606846976 "
  .. "generations are more")

-- Programs of another game's primitives or set are refused.
do
  local ludus = require "ludus"
  local rules = require "ludus.rules".game { engine = "bytecode",
    rules = "var x A { x = x + 1 } score { x }", blocks = { { "Main", 1000 } } }
  local set = require "ludus.linear".set { blocks = { { "M", 2 } },
    instructions = { { "A", function() end } } }
  local own = ludus.game { cases = 1, constants = { 1 },
    primitives = { ADD = { 2, function(_, a, b) return a + b end } },
    score = function(_, value) return value end }
  for name, row in pairs {
    rules = { rules, set.species },
    minesweeper = { require "ludus.minesweeper".game {},
      ludus.tree { nodes = 20 }:species(own) },
  } do
    local ok, message = pcall(ga.new, { game = row[1], program = row[2],
      population = 9 })
    check.ok("programs of another game: " .. name, not ok and message:find(name
      .. " cannot score these programs: they are made for another game", 1, true))
  end
end

-- A game's function may not go on with the run that asks it for a score.
do
  local ludus = require "ludus"
  local run, inner
  run = ga.new { population = 20, threads = 1, brood = { { "crossover" } },
    program = ludus.tree { nodes = 30 },
    game = ludus.game { cases = 1, constants = { 1, 2 },
      primitives = { ADD = { 2, function(_, a, b) return a + b end },
        P = { 0, function()
            inner = inner or { pcall(run.step, run) }
            return 1
          end } },
      score = function(_, value) return value end } }
  check.equal("a step inside a step: the outer goes on", run:step(), true)
  check.equal("a step inside a step: the inner is refused", inner[2],
    "this generation is still being made: a function called meanwhile cannot "
    .. "change it")
  check.equal("a step inside a step: one generation", run:state().generation, 1)
end

return check.done()
