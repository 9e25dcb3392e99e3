-- test_pareto.lua -- several objectives: the same run on any number of threads, killed and
-- resumed, for every kind of program and on islands; the front that is stored, shown and
-- reported; ZDT1; and objectives that make no sense.

local check   = dofile "tests/lua/check.lua"
local evolve  = require "ludus.core.evolve"
local functions = require "ludus.functions"
local json    = require "ludus.json"
local ludus   = require "ludus"
local runs    = require "ludus.run"
local promises = dofile "tests/lua/promises.lua"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end
local fields = {
  tree = 'objectives = { "score", "size" }',
  linear = 'objectives = { 1, 3, "steps" }, select = ludus.lexicase',
  machine = [[objectives = { function(p) return -p.raw end, function(p) return #p.program end },
    islands = { 3, every = 2, migrate = 2 }]],
  vector = [[objectives = "cases", brood = { { children = 30, { ludus.sbx, chance = 0.9 },
    ludus.polynomial } }]],
}

local stores = {}
for _, kind in ipairs { "tree", "linear", "machine", "vector" } do
  local past
  past, stores[kind] = promises.kept(check, kind, 'scheme = "pareto", ' .. fields[kind])
  local front = json.decode(past.row.result).front
  check.ok(kind .. ": a front is stored", #front >= 1 and front[1].program)
  for i = 2, #front do
    local better, worse = false, false
    for k, v in ipairs(front[i].values) do
      local w = front[i - 1].values[k]
      better, worse = better or v < w, worse or v > w
    end
    check.ok(kind .. ": nobody on it beats another", better and worse)
  end
end

-- ---- what is shown -----------------------------------------------------------------

local text = run("show 1 --store " .. stores.vector)
check.ok("shown in the terminal", text:find("programs whom none beats", 1, true)
  and text:find("the front", 1, true))
run("report 1 --store " .. stores.vector .. " --out " .. folder .. "/report.html")
local page = assert(io.open(folder .. "/report.html")):read "a"
check.ok("drawn in a report", page:find("<title>The front</title>", 1, true))
check.ok("with a name on each axis", page:find('<text x="2" y="17">[%w ]+</text>')
  and page:find('text%-anchor="middle">[%w ]+</text><text x="2" y="17">'))
check.ok("with its data", page:find('<th class="n" scope="col">objective 2</th>',
  1, true) and page:find('download="front.csv"', 1, true))

-- ---- how good ----------------------------------------------------------------------

local zdt1 = runs.new(ludus.experiment { game = functions.game "zdt1", population = 100,
  program = ludus.vector { type = "reals", length = 30 }, generations = 250,
  scheme = "pareto", objectives = "cases", brood = { { children = 100,
    { ludus.sbx { eta = 20 }, chance = 0.9 }, ludus.polynomial } } },
  { seed = 3, threads = 1 }):execute()
local points = {}
for i, p in ipairs(zdt1:front()) do points[i] = p.values end
check.ok("ZDT1 after 25,000 evaluations", evolve.area(points, 1, 1) > 0.655
  and zdt1.stats.evaluations == 25000)
check.equal("an area", evolve.area({ { 0.5, 0.5 }, { 0.25, 0.75 } }, 1, 1), 0.3125)

-- ---- what makes no sense -----------------------------------------------------------

local function refused(name, fields, message)
  check.refused(name, function()
    fields.game, fields.population = functions.game "zdt1", 20
    fields.program = ludus.vector { type = "reals", length = 8 }
    return ludus.experiment(fields)
  end, "ludus.experiment: " .. message)
end

local list = "expected 1 to 64 of score, size, steps, misses, numbers of cases and "
  .. "functions of a program's figures; or 'cases', got "
refused("no objectives", { scheme = "pareto" }, "field 'scheme': 'pareto' needs "
  .. "'objectives', for instance { \"score\", \"size\" }")
refused("an unknown one", { objectives = { "score", "beauty" } }, "field 'objectives': "
  .. list .. "{ 'score', 'beauty' }")
refused("an empty list", { objectives = {} }, "field 'objectives': " .. list
  .. "an empty table")
refused("case 0", { objectives = { 0 } }, "field 'objectives': " .. list .. "{ 0 }")
refused("a case too many", { objectives = { 1, 3 } },
  "field 'objectives': case 3 of a game of 2")
local many = {}
for i = 1, 65 do many[i] = "size" end
refused("one too many", { objectives = many }, "field 'objectives': " .. list .. "a table")
write("fails.lua", [[local ludus = require "ludus"
return ludus.experiment { game = require "ludus.functions".game "zdt1",
  program = ludus.vector { type = "reals", length = 3 }, population = 10, generations = 3,
  objectives = { function() return "much" end } }]])
local _, err = run("run " .. folder .. "/fails.lua --store " .. folder .. "/fails.db")
check.ok("an objective that is no number",
  err:find("objective 1 must give a number, gave a string", 1, true))

check.done()
