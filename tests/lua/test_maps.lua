-- test_maps.lua -- maps of elites and novelty: the same run on any number of threads, killed
-- and resumed, for every kind of program; the map that is stored, shown and reported; what
-- MAP-Elites and novelty are known for; and settings that make no sense.

local check   = dofile "tests/lua/check.lua"
local evolve  = require "ludus.core.evolve"
local functions = require "ludus.functions"
local json    = require "ludus.json"
local ludus   = require "ludus"
local promises = dofile "tests/lua/promises.lua"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end

-- Of each kind a map and a search for novelty.
local ways = {
  tree = { 'scheme = "map", map = { { "size", 1, 31, 5 }, { "steps", 0, 60, 4 } }',
    'novelty = { "size", "steps", near = 3, add = 0.3, archive = 20 }' },
  linear = { [[scheme = "map", map = { { 1, 0, 10, 4 }, { 3, 0, 10, 4 } },
    select = ludus.lexicase]], 'novelty = { 1, 2, 3, near = 5 }, elite = 2' },
  machine = { [[scheme = "map", map = { { function(p) return #p.program end, 1, 7, 6 } },
    select = ludus.tournament(2), apart = true]],
    [[novelty = { function(p) return #p.program end, near = 4, add = 1, archive = 8 },
    islands = { 2, every = 2, migrate = 2 }]] },
  vector = { [[scheme = "map", map = { { 1, 0, 1, 5 }, { 2, 0, 6, 4 } },
    brood = { { children = 30, { ludus.sbx, chance = 0.9 }, ludus.polynomial } }]],
    'novelty = { 1, 2, archive = 0 }' },
}

local stores = {}
for _, kind in ipairs { "tree", "linear", "machine", "vector" } do
  local past
  past, stores[kind] = promises.kept(check, kind, ways[kind][1])
  local map, figures = json.decode(past.row.result).map, past:generations()
  check.equal(kind .. ": filled cells are a measure", figures[#figures].measures.cells, #map)
  for i = 2, #figures do
    check.ok(kind .. ": a cell that is filled stays filled",
      figures[i].measures.cells >= figures[i - 1].measures.cells)
  end
  past = promises.kept(check, kind, ways[kind][2])
  check.equal(kind .. ": there is no map", past.row.result, nil)
end

-- ---- what is shown -----------------------------------------------------------------

local text = run("show 1 --store " .. stores.vector)
check.ok("shown in the terminal", text:find("map: %d+ of 20 cells filled\n"))
check.equal("five columns and four rows", select(2, text:gsub("┤[·░▒▓█]+\n", "")), 4)
text = run("show 1 --store " .. stores.machine)
check.ok("a map of one measure", text:find("map: %d+ of 6 cells filled\n"))
run("report 1 --store " .. stores.vector .. " --out " .. folder .. "/report.html")
local page = assert(io.open(folder .. "/report.html")):read "a"
check.ok("drawn in a report", page:find("<title>The map</title>", 1, true))
check.ok("with a name on each axis", page:find('text%-anchor="middle">[%w ]+</text>\n'
  .. '<text x="2" y="17">[%w ]+</text>'))
check.ok("with its data", page:find('<th class="n" scope="col">cell of measure 1</th>', 1, true)
  and page:find('download="map.csv"', 1, true))

-- ---- who holds a cell --------------------------------------------------------------

-- Eight bits: the score is their value, the measure how many are ones.
local function ones(p)
  local n = 0
  for i = 1, 8 do n = n + p.program[i] end
  return n
end
local function value() return ludus.game { program = "vector", cases = 1, max = 255,
  genes = { type = "bits", length = 8 },
  score = function(_, v)
    local n = 0
    for i = 1, 8 do n = 2 * n + v[i] end
    return n
  end } end
local best = ludus.evolve({ game = value(), program = ludus.vector { type = "bits", length = 8 },
  scheme = "map", map = { { ones, 0, 9, 9 } }, children = 50, generations = 60,
  vary = { { 1, ludus.flip } } }, { seed = 1, threads = 1 })
local map = best:map()
check.equal("the population is as large as the map", best.experiment.population, 9)
check.equal("every cell is filled", #map, 9)
for i, elite in ipairs(map) do
  check.equal("cells are in order", elite.cell, i)
  check.equal("with the measure of the cell", elite.values[1], i - 1)
  local most = 0
  for k = 1, i - 1 do most = most + (1 << (8 - k)) end
  check.equal("the best of each cell is found", elite.raw, most)
end
check.equal("axes", map.axes[1][3], 9)
check.refused("a run without a map", function()
  ludus.evolve({ game = value(), program = ludus.vector { type = "bits", length = 8 },
    population = 4, generations = 1 }, { threads = 1 }):map()
end, "run:map: there is no map")

-- Values beyond the ends belong to the last cells.
local beyond = ludus.evolve({ game = value(), population = 60, generations = 1,
  program = ludus.vector { type = "bits", length = 8 }, scheme = "map",
  map = { { ones, 3, 5, 2 } } }, { seed = 1, threads = 1 }):map()
check.equal("all are on the map", #beyond, 2)
check.ok("below and above", beyond[1].values[1] < 4 and beyond[2].values[1] >= 4)

-- ---- what makes no sense -----------------------------------------------------------

local function refused(name, fields, message)
  check.refused(name, function()
    fields.game, fields.population = functions.game "zdt1", 20
    fields.program = ludus.vector { type = "reals", length = 8 }
    return ludus.experiment(fields)
  end, "ludus.experiment: " .. message)
end

local ones_of = "score, size, steps, misses, numbers of cases and functions of a program's "
  .. "figures"
local rows = "expected 1 to 8 rows { measure, from, to, cells }, a measure being one of "
  .. ones_of .. ", got "
refused("no map", { scheme = "map" }, "field 'scheme': 'map' needs a 'map', for instance "
  .. "{ { \"size\", 1, 60, 20 } }")
refused("no scheme", { map = { { "size", 1, 9, 3 } } },
  "field 'map': only for the scheme 'map', not for 'generational'")
refused("too many cells", { scheme = "map", map = { { "size", 1, 9, 7 }, { 1, 0, 1, 3 } } },
  "field 'map': 21 cells in a population of 20: each cell needs a place")
refused("a case too many", { scheme = "map", map = { { 3, 0, 1, 3 } } },
  "field 'map': case 3 of a game of 2")
refused("an empty range", { scheme = "map", map = { { "size", 9, 9, 3 } } },
  "field 'map': " .. rows .. "a table")
refused("no cells", { scheme = "map", map = { { "size", 1, 9, 0 } } },
  "field 'map': " .. rows .. "a table")
refused("a name that is no measure", { scheme = "map", map = { { "colour", 1, 9, 2 } } },
  "field 'map': " .. rows .. "a table")
refused("a million cells and one more", { scheme = "map", map = { { "size", 1, 9, 1000 },
  { 1, 0, 1, 1001 } } }, "field 'map': expected at most 1000000 cells, got a table")
refused("a map and objectives", { scheme = "map", map = { { "size", 1, 9, 2 } },
  objectives = { "size" } }, "field 'map': not together with 'objectives'")
refused("a function among elites", { scheme = "map", map = { { "size", 1, 9, 2 } },
  select = function() return 1 end },
  "field 'select': a function cannot choose among the elites of a map")
refused("a map on islands", { scheme = "map", map = { { "size", 1, 9, 2 } }, islands = 2 },
  "field 'islands': the scheme 'map' has one population")
refused("a map and a distribution", { scheme = "cma", novelty = { 1 } },
  "field 'novelty': not for the scheme 'cma'")
local novel = "expected { measures ..., near =, add =, archive = }, 1 to 64 measures of "
  .. ones_of .. ", got "
refused("novelty without measures", { novelty = { near = 3 } },
  "field 'novelty': " .. novel .. "a table")
refused("novelty of nothing known", { novelty = { "colour" } },
  "field 'novelty': " .. novel .. "{ 'colour' }")
refused("a misspelt field of novelty", { novelty = { 1, neer = 3 } },
  "field 'novelty': unknown field 'neer'; did you mean 'near'?")
for _, row in ipairs { { "near", 1, 1000 }, { "add", 0, 1 }, { "archive", 0, 1000000 } } do
  for _, value_of in ipairs { row[2], row[3] } do
    check.ok(row[1] .. " at its bounds", ludus.experiment { game = functions.game "zdt1",
      program = ludus.vector { type = "reals", length = 8 }, population = 20,
      novelty = { 1, [row[1]] = value_of } })
  end
  for _, value_of in ipairs { row[2] - 1, row[3] + 1 } do
    check.ok(row[1] .. " beyond", not pcall(ludus.experiment, { game = functions.game "zdt1",
      program = ludus.vector { type = "reals", length = 8 }, population = 20,
      novelty = { 1, [row[1]] = value_of } }))
  end
end
check.equal("limits", evolve.limits.map, 1000000)
write("fails.lua", [[local ludus = require "ludus"
return ludus.experiment { game = require "ludus.functions".game "zdt1",
  program = ludus.vector { type = "reals", length = 3 }, population = 10, generations = 3,
  scheme = "map", map = { { function() return "much" end, 0, 1, 2 } } }]])
local _, err = run("run " .. folder .. "/fails.lua --store " .. folder .. "/fails.db")
check.ok("a measure that is no number",
  err:find("measure 1 must give a number, gave a string", 1, true))

check.done()
