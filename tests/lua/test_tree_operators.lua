-- test_tree_operators.lua -- crossovers by size and place, geometric operators and
-- tournaments that look at size: what they promise in every run, that children lie
-- between their parents, and who is refused.

local check    = dofile "tests/lua/check.lua"
local promises = dofile "tests/lua/promises.lua"
local evolve   = require "ludus.core.evolve"
local ludus    = require "ludus"
local script   = require "ludus.script"
local folder, write = check.folder()

-- ---- what every run promises ----------------------------------------------------------

promises.games.kinds = { [[ludus.game { minimise = true,
  cases = { { x = 1, y = 3 }, { x = 2, y = 9 }, { x = -1, y = 0 } },
  rules = "input real x  var real y  constants own -2.0 to 2.0  "
    .. "ADD(a, b) { a + b } SUB(a, b) { a - b } MUL(a, b) { a * b } "
    .. "LESS(real a, real b) { a < b }  IF(truth c, a, b) { if c { a } else { b } } "
    .. "score { abs(value - y) }" }]], "ludus.tree { nodes = 60, adfs = { 1 } }" }

promises.kept(check, "kinds", [[select = ludus.tournament(3, { smaller = 1.4 }), elite = 1,
  vary = { { 0.2, ludus.sizefair }, { 0.3, ludus.homologous { leaves = 0.2 } },
    { 0.2, ludus.onepoint }, { 0.2, ludus.uniform { swap = 0.3 } }, { 0.1, ludus.perturb } }]])
promises.kept(check, "tree", [[select = ludus.tournament(3, { tarpeian = 0.5 }), brood = {
  { children = 20, ludus.uniform, { ludus.point, chance = 0.5 } },
  { children = 9, ludus.sizefair } }, elite = 1]])
promises.kept(check, "linear", [[select = ludus.tournament(2, { covariant = true,
  tarpeian = 0.2, smaller = 1.2, parsimony = true, near = 6 })]])

promises.games.numbers = { promises.games.kinds[1], "ludus.tree { nodes = 200 }" }
promises.kept(check, "numbers", [[elite = 1, vary = { { 0.3, ludus.geometric },
  { 0.3, ludus.perturb }, { 0.4, ludus.crossover } }]])

-- ---- kinds and ADFs are kept ------------------------------------------------------------

local typed = ludus.game { name = "typed", cases = { { x = 1, y = 3 } }, minimise = true,
  rules = [[input real x  var real y  constants own -2.0 to 2.0
    ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
    LESS(real a, real b) { a < b }  NOT(truth a) { not a }
    IF(truth c, a, b) { if c { a } else { b } }
    score { abs(value - y) }]] }

local two = ludus.tree({ adfs = { 2, 1 }, nodes = 60 }):species(typed)
local rng = ludus.rng(5)
for _, name in ipairs { "sizefair", "homologous", "onepoint", "uniform", "perturb" } do
  local made = 0
  for _ = 1, 200 do
    local mother, father = evolve.random(two, rng), evolve.random(two, rng)
    local child, new = evolve.vary(two, name, {}, rng, mother, father)
    evolve.reads(two, child, name)
    made = made + (new and child ~= mother and 1 or 0)
  end
  check.ok(name .. " changes most of them", made > 100)
end

-- ---- children lie between their parents ---------------------------------------------------

local points = {}
for i = 1, 9 do points[i] = { x = i - 5 } end
local real = ludus.game { name = "between", cases = points,
  rules = [[input real x  constants own -1.0 to 1.0
    ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
    score { value }]] }

-- What a program gives in each case.
local function answers(game, species, text) return (select(2, game:results(species, text))) end

local numbers = ludus.tree({ nodes = 400, depth = { 2, 4 } }):species(real)
local strict = 0
for _ = 1, 60 do
  local mother, father = evolve.random(numbers, rng), evolve.random(numbers, rng)
  local child, new = evolve.vary(numbers, "geometric", {}, rng, mother, father)
  local a, b, c = answers(real, numbers, mother), answers(real, numbers, father), answers(real, numbers, child)
  for i = 1, #points do
    local low, high = math.min(a[i].raw, b[i].raw), math.max(a[i].raw, b[i].raw)
    local slack = 1e-9 * (1 + math.abs(low) + math.abs(high))
    check.ok("a child lies between its parents", not new
      or c[i].raw >= low - slack and c[i].raw <= high + slack)
    if new and c[i].raw > low + slack and c[i].raw < high - slack then strict = strict + 1 end
  end
end
check.ok("and inside, not at an end", strict > 100)

local rows = {}
for i = 0, 15 do
  rows[i + 1] = { d0 = i & 1 > 0, d1 = i & 2 > 0, d2 = i & 4 > 0, d3 = i & 8 > 0 }
end
local function logic(words)
  return ludus.game { name = "logic", cases = rows, max = 1,
    rules = "input truth d0, d1, d2, d3  " .. words .. "  score { value }" }
end
local AND, OR = "AND(a, b) { a and b }  ", "OR(a, b) { a or b }  "
local languages = {
  { AND .. OR .. "NOT(a) { not a }" },
  { AND .. OR .. "NAND(a, b) { not (a and b) }" },
  { AND .. OR .. "NOR(a, b) { not (a or b) }" },
  { AND .. OR .. "NOT(a) { not a }  IF(t, a, b) { if t { a } else { b } }" },
}
for _, language in ipairs(languages) do
  local game = logic(language[1])
  local species = ludus.tree({ nodes = 400, depth = { 2, 4 } }):species(game)
  local both, changed = 0, 0
  for _ = 1, 40 do
    local mother, father = evolve.random(species, rng), evolve.random(species, rng)
    local a, b = answers(game, species, mother), answers(game, species, father)
    local c = answers(game, species, (evolve.vary(species, "geometric", {}, rng, mother, father)))
    local m = answers(game, species, (evolve.vary(species, "perturb", {}, rng, mother)))
    local differ, from = 0, {}
    for i = 1, #rows do
      check.ok("a child answers as one of both", c[i].raw == a[i].raw or c[i].raw == b[i].raw)
      if a[i].raw ~= b[i].raw then from[c[i].raw == a[i].raw] = true end
      differ = differ + (m[i].raw ~= a[i].raw and 1 or 0)
    end
    check.ok("perturb changes at most one state", differ <= 1)
    both = both + (from[true] and from[false] and 1 or 0)
    changed = changed + differ
  end
  check.ok("children take of both", both > 5)
  check.ok("perturb changes half of the time", changed > 10 and changed < 31)
end

-- ---- who is refused ------------------------------------------------------------------------

local wrong = 0
local function refused(name, fields, want, program)
  wrong = wrong + 1
  local path = write(("wrong%d.lua"):format(wrong), ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 30, generations = 3, %s }]])
    :format(promises.games[program or "tree"][1], promises.games[program or "tree"][2], fields))
  local ok, why = pcall(script.load, path)
  check.equal(name, not ok and tostring(why):match "ludus[%.%w]*: .*"
    :gsub(" %(%d mistakes?%)", ""), want)
end

refused("without numbers or logic", "vary = { { 1, ludus.geometric } }",
  "ludus.experiment: field 'vary': geometric: the game needs primitives named IF, or AND, OR "
  .. "and NOT for truth values, or ADD, MUL for numbers")
refused("for a mutation", "vary = { { 1, ludus.perturb } }",
  "ludus.experiment: field 'vary': perturb: the game needs primitives named AND, OR and NOT "
  .. "for truth values, or ADD, SUB, MUL for numbers")
refused("as a step", "brood = { { ludus.perturb } }",
  "ludus.experiment: field 'brood': perturb: the game needs primitives named AND, OR and NOT "
  .. "for truth values, or ADD, SUB, MUL for numbers")
refused("with ADFs", "vary = { { 1, ludus.geometric } }",
  "ludus.experiment: field 'vary': geometric: two programs cannot be joined that have ADFs of "
  .. "their own", "kinds")
refused("machines", "vary = { { 1, ludus.sizefair } }",
  "ludus.experiment: field 'vary': no operator 'sizefair' for these programs; there are: start, add, "
  .. "delete, redirect, flip, crossover", "machine")
refused("roulette", "select = ludus.roulette(0, { smaller = 1.4 })",
  "ludus.roulette: field 'smaller': only tournaments look at sizes so")
refused("too much of a chance", "select = ludus.tournament(7, { smaller = 2.5 })",
  "ludus.tournament: field 'smaller': expected 0 to 2, got 2.5")
refused("half a chance", "select = ludus.tournament(7, { smaller = 0.5 })",
  "ludus.tournament: field 'smaller': expected 1 to 2, or 0 for one winner, got 0.5")
refused("more than certain", "select = ludus.tournament(7, { tarpeian = 1.1 })",
  "ludus.tournament: field 'tarpeian': expected 0 to 1, got 1.1")

check.done()
