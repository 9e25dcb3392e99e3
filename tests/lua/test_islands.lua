-- test_islands.lua -- populations on islands: the same run on any number of threads, killed
-- and resumed, for every kind of program; an island knows only of its own; what travels,
-- and where it is shown; lineages across islands; and islands that make no sense.

local check   = dofile "tests/lua/check.lua"
local ludus   = require "ludus"
local measures = require "ludus.script.measures"
local runs    = require "ludus.run"
local functions = require "ludus.functions"
local promises = dofile "tests/lua/promises.lua"
local folder = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end

-- ---- every kind of program ---------------------------------------------------------

local games = promises.games
local kinds = {
  tree = { games.tree, [[population = 31, islands = { 3, every = 2, migrate = 2 },
    elite = 1]] },
  linear = { games.linear, [[population = 31, islands = { 4, every = 1, migrate = 1,
      route = "torus", leave = "random",
      settings = { [2] = { select = ludus.lexicase }, [3] = { scheme = "plus",
        distinct = 2, select = ludus.uniform } } }]] },
  machine = { games.rivals, [[population = 31, islands = { 3, every = 3, migrate = 2,
      route = { { 1, 2 }, { 3, 2 } }, replace = "random", settings = { { scheme = "steady" },
        { scheme = "crowding" }, { elite = 2, keep_better = true } } }]] },
  vector = { games.bits, [[brood = { { children = 8, "uniform", "flip" }, { children = 3 } },
      scheme = "comma", population = 32, islands = { 4, every = 2, migrate = 1,
        route = "complete", settings = { [4] = { vary = { { 1, ludus.flip } },
          select = function(rng, all) return rng:range(1, all.count) end } } }]] },
  fresh = { games.fresh, [[population = 31, islands = { 2, every = 2, migrate = 3 },
    elite = 3]] },
}

local stores = {}
for _, kind in ipairs { "tree", "linear", "machine", "vector", "fresh" } do
  local game, fields = kinds[kind][1], kinds[kind][2]
  local past
  past, stores[kind] = promises.hold(check, kind, function(more)
    return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, generations = 9, stop = ludus.never,
  solved = ludus.never, %s%s }]]):format(game[1], game[2], fields, more)
  end)
  if kind ~= "fresh" then promises.lineage(check, kind, past) end
end

-- ---- who knows whom ----------------------------------------------------------------

local bits = ludus.vector { type = "bits", length = 30 }

local function evolved(fields, seed)
  fields.game, fields.program = functions.game "onemax", bits
  fields.stop, fields.solved = ludus.never, ludus.never
  fields.generations = fields.generations or 12
  return runs.new(ludus.experiment(fields), { seed = seed or 7, threads = 2 }):execute()
end

-- The programs of an island, as texts.
local function members(r, first, last)
  local population, list = r:population(), {}
  for slot = first, last do list[#list + 1] = tostring(population[slot]) end
  return table.concat(list, "\n")
end

local alone = { population = 40, islands = { 4, every = 0 } }
local one = evolved(alone)
alone.islands = { 4, every = 0, settings = { [3] = { select = ludus.uniform } } }
local other = evolved(alone)
for i = 1, 4 do
  local a, b = members(one, 10 * i - 9, 10 * i), members(other, 10 * i - 9, 10 * i)
  check.equal("island " .. i .. " is told of no other", a == b, i ~= 3)
end
alone.islands = { 4, every = 0, settings = { [3] = { vary = { { 1, ludus.copy } },
  select = function(_, all) return all.count end } } }
other = evolved(alone)
local chosen = members(other, 21, 30)
check.equal("an island's own function chooses its parents", chosen:gsub("\n.*", ""):rep(10, "\n"), chosen)
check.equal("other islands go on as they did", members(other, 31, 40), members(one, 31, 40))
check.ok("islands are not alike", members(one, 1, 10) ~= members(one, 11, 20))
check.ok("nor are they one population", evolved { population = 40 }.digest ~= one.digest)
check.equal("one island is a population", evolved { population = 40, islands = 1 }.digest,
  evolved { population = 40 }.digest)

-- What is planted on the first island reaches the others along the ring, one at a journey.
local ones = "(" .. ("1"):rep(30) .. ")"
local function reached(route, generations)
  local r = evolved { population = 40, generations = generations, elite = 1, plant = { ones },
    vary = { { 1, ludus.copy } }, islands = { 4, every = 2, migrate = 1, route = route } }
  local found = {}
  for i, rows in ipairs(measures.islands(r.rows)) do
    if rows[#rows].best == 30 then found[#found + 1] = i end
  end
  return table.concat(found, " ")
end
check.equal("before the first journey", reached("ring", 2), "1")
check.equal("after one journey", reached("ring", 3), "1 2")
check.equal("after two", reached("ring", 5), "1 2 3")
check.equal("after three", reached("ring", 8), "1 2 3 4")
check.equal("to all at once", reached("complete", 3), "1 2 3 4")
check.equal("to neighbours", reached("torus", 3), "1 2 3")
check.equal("along an edge", reached({ { 1, 4 } }, 8), "1 4")
check.equal("along none", reached({ { 2, 1 } }, 8), "1")

-- ---- what is shown -----------------------------------------------------------------

local _, _, status = run("report 1 --store " .. stores.tree .. " --out " .. folder
  .. "/report.html")
check.equal("a report", status, 0)
local page = assert(io.open(folder .. "/report.html")):read "a"
check.ok("with a line for each island", page:find("Best raw score of each island", 1, true)
  and page:find("island 3", 1, true))
local text = run("show 1 --store " .. stores.tree)
check.ok("shown in the terminal", text:find("best raw score of each island", 1, true)
  and text:find("island 3", 1, true))
check.equal("islands are no measures to compare",
  run("compare 1 2 --store " .. stores.tree):find("island", 1, true), nil)

-- ---- what makes no sense -----------------------------------------------------------

local function refused(name, islands, message, more)
  check.refused(name, function()
    local fields = { game = functions.game "onemax", program = bits, population = 40,
      islands = islands }
    for key, value in pairs(more or {}) do fields[key] = value end
    return ludus.experiment(fields)
  end, "ludus.experiment: " .. message)
end

refused("no island", 0, "field 'islands': expected 1 to 256 islands, for instance { 4, "
  .. "migrate = 10, every = 10 }, got 0")
refused("too many", 257, "field 'islands': expected 1 to 256 islands, for instance { 4, "
  .. "migrate = 10, every = 10 }, got 257")
refused("no number", { every = 3 }, "field 'islands': expected 1 to 256 islands, for "
  .. "instance { 4, migrate = 10, every = 10 }, got a table")
refused("more than programs", 41, "field 'islands': 41 islands in a population of 40")
refused("an unknown field", { 4, evry = 3 },
  "field 'islands': unknown field 'evry'; did you mean 'every'?")
refused("an unknown route", { 4, route = "star" },
  "field 'islands': route: expected ring, torus, complete or a list of edges { from, to }, "
  .. "got 'star'")
refused("an edge to nowhere", { 4, route = { { 1, 2 }, { 2, 5 } } },
  "field 'islands': edge 2 of the route: expected { from, to }, two different islands of 1 "
  .. "to 4")
refused("an edge to itself", { 4, route = { { 1, 1 } } },
  "field 'islands': edge 1 of the route: expected { from, to }, two different islands of 1 "
  .. "to 4")
refused("too many travellers", { 4, migrate = 11 },
  "field 'islands': 11 programs come to an island of 10 at once")
refused("too many arrivals", { 4, migrate = 4, route = "complete" },
  "field 'islands': 12 programs come to an island of 10 at once")
refused("unknown travellers", { 4, leave = "young" },
  "field 'islands': field 'leave': expected best, worst or random, got 'young'")
refused("settings of no island", { 4, settings = { [5] = { elite = 1 } } },
  "field 'islands': settings: expected [island] = { fields }, islands being 1 to 4")
refused("settings of all", { 4, settings = { { population = 3 } } },
  "field 'islands': settings of island 1: 'population' is not one of apart, brood, "
  .. "children, crowd, distinct, elite, keep_better, scheme, select, vary, young")
refused("a wrong setting", { 4, settings = { [2] = { elite = -1 } } },
  "field 'islands': island 2: field 'elite': expected 0 to 10000000, got -1")
refused("an elite of more than an island", { 4 },
  "field 'elite': 11 is more than the population of 10", { elite = 11 })
refused("settings that make no sense", { 4, settings = { [2] = { elite = 11 } } },
  "field 'elite': 11 is more than the population of 10 (on island 2)")
check.ok("as many as there is room for", evolved { population = 40, generations = 3,
  islands = { 4, migrate = 10, every = 1 } }.digest)
check.ok("256 islands", evolved { population = 256, generations = 3,
  islands = { 256, every = 1, route = "torus", migrate = 0 } }.digest)

check.done()
