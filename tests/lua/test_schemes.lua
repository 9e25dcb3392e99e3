-- test_schemes.lua -- every scheme for every kind of program: the same run on any number
-- of threads, killed and resumed; lineages; ludus.ga as an experiment; and scripts whose
-- plans make no sense, which never start.
local check   = dofile "tests/lua/check.lua"
local ga      = require "ludus.ga"
local history = require "ludus.run.history"
local ludus   = require "ludus"
local runs    = require "ludus.run"

local promises = dofile "tests/lua/promises.lua"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end

local digest = promises.digest

-- ---- every scheme and kind of program ----------------------------------------------------

-- Games declared in the script alone, but for vectors. A brood and shares that suit each.
local games = promises.games
local kinds = {
  tree = { games.tree, "crossover", "point" },
  linear = { games.linear, "twopoint", "replace" },
  machine = { games.rivals, "crossover", "redirect" },
  vector = { games.bits, "uniform", "flip" },
}

-- By parts and by shares; what is asked besides differs from scheme to scheme.
local plans = {
  generational = { "elite = 2, select = ludus.shuffle()", "elite = 2, keep_better = true" },
  plus = { "young = true, unlike = true, distinct = 3, select = ludus.uniform",
    "distinct = 2, children = 11" },
  comma = { "select = ludus.rank(1.8), apart = true, distinct = 1",
    "apart = true, select = ludus.universal(2)" },
  steady = { "select = ludus.remainder(2, { adjusted = true })", "children = 7" },
  crowding = { "crowd = 5, select = ludus.roulette()", "crowd = 2" },
}

local function script(kind, scheme, way, more)
  local game, two, one = table.unpack(kinds[kind])
  local brood = scheme == "steady" and "{ children = 3, ludus.%s, ludus.%s }"
    or "{ children = 25, { ludus.%s, chance = 0.7 }, '%s' }, { children = 6 }"
  local how = way == 1 and "brood = { " .. brood:format(two, one) .. " }"
    or ("vary = { { 0.6, ludus.%s }, { 0.4, ludus.%s } }"):format(two, one)
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 30, generations = 9,
  stop = ludus.never, scheme = "%s", %s, %s%s }]]):format(game[1], game[2], scheme, how,
    plans[scheme][way], more)
end

local number = 0
for _, kind in ipairs { "tree", "linear", "machine", "vector" } do
  for _, scheme in ipairs { "generational", "plus", "comma", "steady", "crowding" } do
    number = number + 1
    local way = 1 + number % 2
    local name = ("%s, %s, %s"):format(kind, scheme, way == 1 and "parts" or "shares")
    promises.lineage(check, name, (promises.hold(check, name, function(more)
      return script(kind, scheme, way, more)
    end)))
  end
end

-- ---- ludus.ga ------------------------------------------------------------------------------

local functions = require "ludus.functions"
for _, scheme in ipairs { "generational", "plus", "comma", "steady", "crowding" } do
  local set = { game = functions.game "onemax", scheme = scheme, population = 20,
    program = ludus.vector { type = "bits", length = 60 }, generations = 12,
    select = "remainder", scaling = 2, distinct = 2, first = { "(" .. ("10"):rep(30) .. ")" },
    elite = scheme == "generational" and 1 or 0, target = -1, climb = "point", tries = 2 }
  local short = ga.run(set)
  local long = runs.new(ga.experiment(set), { seed = 1, threads = 2 }):execute()
  check.equal(scheme .. ": as an experiment", long.digest, short.digest)
  check.equal(scheme .. ": evaluations", long.stats.evaluations, short.evaluations)
end
local puzzle = require "ludus.puzzle"
local set = puzzle.evolved(puzzle.game {}, { seed = nil })
local long = runs.new(ga.experiment(set), { seed = 1, threads = 1 }):execute()
local short = ga.run(set)
check.equal("the puzzle, by its species", long.digest, short.digest)
check.equal("ends as it did", long.ended, short.stop)
check.refused("options are options", function() ga.experiment { seed = 3 } end,
  "ga.experiment: field 'seed': it is an option of ludus run: --seed")
check.refused("a game is needed", function()
  ga.experiment { score = function() return 0 end }
end, "ga.experiment: field 'score': an experiment has one game, which scores its programs")

-- ---- plans that make no sense --------------------------------------------------------------

local onemax = functions.game "onemax"

local function refused(name, fields, message)
  check.refused(name, function()
    fields.game, fields.population = fields.game or onemax, fields.population or 20
    fields.program = fields.program or ludus.vector { type = "bits", length = 8 }
    return ludus.experiment(fields)
  end, "ludus.experiment: " .. message)
end

refused("shares that do not add up", { vary = { { 0.9, ludus.onepoint },
  { 0.3, ludus.flip } } }, "field 'vary': the shares add up to 1.2, not to 1")
refused("an operator of another kind", { vary = { { 1, ludus.crossover } } },
  "field 'vary': no operator 'crossover' for these programs; there are: onepoint, "
  .. "twopoint, uniform, point, reset, insert, delete, swap, clear, copy, flip")
refused("an operator of another kind as a step", { brood = { { ludus.crossover } } },
  "field 'brood': no operator 'crossover' for vector programs")
refused("both ways", { vary = { { 1, ludus.flip } }, brood = { { ludus.flip } } },
  "field 'brood': there is a 'vary', too; children are made by shares or in parts, not "
  .. "both")
refused("two numbers of children", { children = 5, brood = { { "flip" } } },
  "field 'children': the parts of the brood say how many there are")
refused("an elite of others", { scheme = "plus", elite = 2 },
  "field 'elite': only for the scheme 'generational', not for 'plus'")
refused("better ones of others", { scheme = "steady", keep_better = true },
  "field 'keep_better': only for the scheme 'generational', not for 'steady'")
refused("a crowd of others", { crowd = 5 },
  "field 'crowd': only for the scheme 'crowding', not for 'generational'")
refused("a scheme that is none", { scheme = "pluss" }, "field 'scheme': expected "
  .. "generational, plus, comma, steady, crowding, cma, differential, pareto or map, got "
  .. "'pluss'; did you mean 'plus'?")
refused("neighbours that move", { scheme = "plus", select = ludus.tournament(2,
  { near = 3 }) }, "field 'select': programs keep their neighbours only under the scheme "
  .. "'generational', not 'plus'")
refused("too few children", { brood = { { children = 5, "flip" } } },
  "field 'brood': 5 children do not fill a population of 20")
refused("too few for comma", { scheme = "comma", children = 19 },
  "field 'children': 19 children do not fill a population of 20")
refused("a step that is none", { brood = { { "flup" } } },
  "field 'brood': no operator 'flup' for vector programs; did you mean 'flip'?")
refused("a chance that is none", { brood = { { { "flip", chance = 2 } } } },
  "field 'brood': operator 'flip': chance must be 0 to 1")
refused("parts that are none", { brood = { ludus.flip } }, "field 'brood': expected parts "
  .. "{ children = N, step, ... }, for instance { children = 40, ludus.onepoint }, got a "
  .. "table")
refused("a part with another field", { brood = { { childen = 5, "flip" } } },
  "field 'brood': part 1: unknown field 'childen'; did you mean 'children'?")
refused("many steps", { brood = { { "flip", "flip", "flip", "flip", "flip" } } },
  "field 'brood': part 1: at most 4 steps, got 5")
refused("nothing to try", { tries = 3 },
  "field 'tries': there is no step to try, field 'climb'")
refused("a search by two parents", { climb = ludus.onepoint }, "field 'climb': a local "
  .. "search needs an operator of one parent that is not a function")
refused("a search by a function", { climb = function() end }, "field 'climb': a local "
  .. "search needs an operator of one parent that is not a function")
refused("fitness of others", { select = ludus.uniform { swap = 1 } },
  "field 'select': expected a way to select, for instance ludus.tournament(7), got a table")
check.refused("adjusted fitness of others", function()
  return ludus.tournament(3, { adjusted = true })
end, "ludus.tournament: field 'adjusted': only roulette, remainder and universal go by "
  .. "fitness")

-- A selection without brackets is the one with what it has by default.
for _, row in ipairs(require "ludus.core.evolve".selections()) do
  local bare = ludus.experiment { game = onemax, population = 20, select = ludus[row.name],
    program = ludus.vector { type = "bits", length = 8 } }.select
  check.equal(row.name .. " without brackets", bare.method, row.name)
  check.equal(row.name .. ": by default", bare.param, row.param and row.default or nil)
end
check.equal("niches, too", ludus.experiment { game = onemax, population = 20,
  program = ludus.vector { type = "bits", length = 8 }, niche = ludus.niche }.niche.near, 100)

-- All of them at once, each with its line, and nothing has begun.
local wrong = write("wrong.lua", [[local ludus = require "ludus"
return ludus.experiment {
  game = require "ludus.functions".game "onemax",
  program = ludus.vector { type = "bits", length = 8 },
  scheme = "plus",
  elite = 3,
  crowd = 9,
  vary = { { 0.5, ludus.redirect }, { 0.1, function() end } },
  tries = 2,
}]])
local out, err, status = run("run " .. wrong)
check.equal("all mistakes at once", err, (([[ludus: FILE:6: ludus.experiment: field 'elite': only for the scheme 'generational', not for 'plus'
FILE:7: ludus.experiment: field 'crowd': only for the scheme 'crowding', not for 'plus'
FILE:8: ludus.experiment: field 'vary': no operator 'redirect' for these programs; there are: onepoint, twopoint, uniform, point, reset, insert, delete, swap, clear, copy, flip
FILE:8: ludus.experiment: field 'vary': the shares add up to 0.6, not to 1
FILE:9: ludus.experiment: field 'tries': there is no step to try, field 'climb'
]]):gsub("FILE", wrong)))
check.equal("and nothing begins", out .. status, "2")

-- A vector needs no `vary`; and an operator in Lua works on it from the first generation.
check.equal("vectors have operators of their own", ludus.experiment { game = onemax,
  program = ludus.vector { type = "bits", length = 8 } }.vary[1][2].name, "onepoint")

-- ---- changes during a run --------------------------------------------------------------------

local staged = runs.new(ludus.experiment { game = onemax, population = 12,
  program = ludus.vector { type = "bits", length = 30 }, stop = ludus.never,
  schedule = function(r)
    r:evolve(3)
    r:set { scheme = "plus", brood = { { children = 5, "onepoint", "flip" } } }
    r:evolve(3)
    r:set { scheme = "generational", vary = { { 1, ludus.flip } }, elite = 1 }
    r:evolve(2)
  end }, { seed = 4, threads = 1 }):execute()
check.equal("stages of several schemes", staged.generation, 8)
local function set_in_schedule(changes)
  return function()
    local why
    pcall(function()
      runs.new(ludus.experiment { game = onemax, population = 5,
        program = ludus.vector { type = "bits", length = 8 }, schedule = function(r)
          why = select(2, pcall(r.set, r, changes))
        end }, { seed = 1, threads = 1 }):execute()
    end)
    error(why, 0)
  end
end
check.refused("a change that makes no sense", set_in_schedule { vary = { { 1.5, ludus.flip } } },
  "run:set: field 'vary': the shares add up to 1.5, not to 1")
check.refused("a change of what cannot be changed", set_in_schedule { population = 3 },
  "run:set: 'population' cannot be changed during a run; game, apart, base, brood, "
  .. "children, climb, cross, crowd, distinct, elite, growth, islands, keep_better, layers, limit, "
  .. "map, meet, niche, novelty, objectives, restarts, scheme, select, sharing, sigma, tries, "
  .. "unlike, vary, weight, weights, young can")

-- ---- populations open to scripts ---------------------------------------------------------------

-- Looks at the living programs in each generation and puts the best in the place of the
-- worst, every third one; killed in between, it comes to the same end.
local open_script = [==[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 20, generations = 10,
  stop = ludus.never, on_generation = function(run)
    %s
    local pop = run:population()
    local order = pop:order()
    if run.generation > 0 and run.generation %% 3 == 0 then
      run:plant(order[#order], pop[order[1]])
      assert(pop:birth(order[#order]).operator == "planted")
    end
  end }]==]
for _, kind in ipairs { "tree", "linear", "machine", "vector" } do
  local game, program = table.unpack(kinds[kind][1])
  local store = (" --store %s/%s.db"):format(folder, kind)
  local path = write(kind .. ".lua", open_script:format(game, program, ""))
  local out, err = run("run " .. path .. " --json --threads 1" .. store)
  check.ok(kind .. ": opens its population " .. err, digest(out))
  check.equal(kind .. ": planted on 2 threads",
    digest((run("run " .. path .. " --json --threads 2" .. store))), digest(out))
  local mark = folder .. "/died." .. kind
  path = write(kind .. "d.lua", open_script:format(game, program,
    promises.death(mark, 5)))
  run("run " .. path .. " --quiet --checkpoint 0" .. store)
  check.ok(kind .. ": planted and killed", io.open(mark))
  check.equal(kind .. ": planted and resumed",
    digest((run("resume 3 --json --checkpoint 0" .. store))), digest(out))
  check.error(kind .. ": what was planted has no lineage", function()
    history.open(1, ("%s/%s.db"):format(folder, kind)):lineage()
  end, "a damaged plan: the script planted programs during the run: what came of them "
    .. "cannot be replayed")
end

-- Two islands exchange their best.
local function islands(threads)
  local list = {}
  for seed = 1, 2 do
    list[seed] = runs.new(ludus.experiment { game = onemax, population = 15,
      program = ludus.vector { type = "bits", length = 50 }, stop = ludus.never,
      scheme = "plus" }, { seed = seed, threads = threads })
    list[seed]:evolve(1)
  end
  for _ = 1, 4 do
    local best = {}
    for i, island in ipairs(list) do
      island:evolve(3)
      local pop = island:population()
      best[i] = pop[pop:order()[1]]
    end
    for i, island in ipairs(list) do
      local pop = island:population()
      local order = pop:order()
      local score = island:plant(order[#order], best[3 - i])
      local ones = select(2, tostring(best[3 - i]):gsub("1", ""))
      check.equal("a migrant has its score", score.raw, ones)
    end
  end
  return list[1].evolution:digest() .. list[2].evolution:digest()
end
check.equal("islands on any number of threads", islands(2), islands(1))
local alone = runs.new(ludus.experiment { game = onemax, population = 5,
  program = ludus.vector { type = "bits", length = 50 } }, { seed = 1, threads = 1 })
check.refused("nothing lives before the first generation", function() alone:population() end,
  "run:population: there are no living programs yet")
alone:evolve(2)
local birth = alone:population():birth(1)
check.ok("births", birth.mother >= 1 and (birth.operator == "onepoint") == (birth.father ~= nil))
check.equal("no such birth", alone:population():birth(6), nil)
local longer = require "ludus.vector".new { type = "bits", length = 200 }
check.ok("a program of another length", select(2, pcall(alone.plant, alone, 1,
  longer:random(ludus.rng(1)))):find("a genome of 32 bytes, expected 8", 1, true))

return check.done()
