-- test_islands.lua -- populations on islands: the same run on any number of threads, killed
-- and resumed, for every kind of program; an island knows only of its own; what travels,
-- and where it is shown; lineages across islands; and islands that make no sense.

local check   = dofile "tests/lua/check.lua"
local history = require "ludus.run.history"
local ludus   = require "ludus"
local measures = require "ludus.script.measures"
local runs    = require "ludus.run"
local functions = require "ludus.functions"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end
local function digest(json) return json:match '"digest":"(%x+)"' end

-- ---- every kind of program ---------------------------------------------------------

local kinds = {
  tree = { [[ludus.game { cases = { 1, 2, 3 }, max = 30, budget = 60,
    constants = { 0, 1 }, start = function(case) return { n = case, sum = 0 } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      N = { 0, function(s) return s.n end },
      PUT = { 1, function(s, a) s.sum = s.sum + a return a end } },
    score = function(s, value) return math.min(10, value + s.sum) end }]],
    "ludus.tree { nodes = 30 }",
    [[islands = { 3, every = 2, migrate = 2 }, elite = 1]] },
  linear = { [[ludus.game { program = "linear", cases = { 1, 2, 3 }, max = 30,
    budget = 40, blocks = { { "Main", 8 } }, registers = { "n", "sum" },
    instructions = { { "Up", function(s) s.n = s.n + 1 end },
      { "Add", function(s) s.sum = s.sum + s.n end },
      { "IfOdd", test = function(s) return s.n % 2 == 1 end } },
    start = function(case) return { n = case, sum = 0 } end,
    score = function(s) return 10 - math.min(10, math.abs(s.sum - 40)) end }]],
    "ludus.linear {}",
    [[islands = { 4, every = 1, migrate = 1, route = "torus", leave = "random",
      settings = { [2] = { select = ludus.lexicase }, [3] = { scheme = "plus",
        distinct = 2, select = ludus.uniform } } }]] },
  machine = { [[ludus.game { program = "machine", cases = 1, budget = 12, max = 72,
    start = function() return { 0, 0 } end,
    turn = function(s, first, second)
      s[1] = s[1] + (second == "c" and 3 or 0) + (first == "d" and 1 or 0)
      s[2] = s[2] + (first == "c" and 3 or 0) + (second == "d" and 1 or 0)
    end,
    score = function(s, _, _, me) return s[me] end,
    rivals = { "c01 d01", "d00" } }]],
    "ludus.machine { states = 6 }",
    [[islands = { 3, every = 3, migrate = 2, route = { { 1, 2 }, { 3, 2 } },
      replace = "random", settings = { { scheme = "steady" }, { scheme = "crowding" },
        { elite = 2, keep_better = true } } }]] },
  vector = { 'require "ludus.functions".game "trap"',
    'ludus.vector { type = "bits", length = 40 }',
    [[brood = { { children = 8, "uniform", "flip" }, { children = 3 } }, scheme = "comma",
      population = 32, islands = { 4, every = 2, migrate = 1, route = "complete",
        settings = { [4] = { vary = { { 1, ludus.flip } }, select = function(rng, all)
          return rng:range(1, all.count) end } } }]] },
  fresh = { 'require "ludus.minesweeper".game { mines = 2, cases = ludus.fresh(9) }',
    "ludus.tree {}", "islands = { 2, every = 2, migrate = 3 }, elite = 3" },
}

local function script(kind, more)
  local game, program, how = table.unpack(kinds[kind])
  return ([[local ludus = require "ludus"
local set = { %s }
set.game, set.program, set.generations = %s, %s, 9
set.population, set.stop, set.solved = set.population or 31, ludus.never, ludus.never
%s
return ludus.experiment(set)]]):format(how, game, program, more or "")
end

-- Kills its own process in generation 5, the first time it comes there.
local function dying(mark)
  return ("set.on_generation = function(run) if run.generation == 5 and not io.open '%s' "
    .. "then io.open('%s', 'w'):close() os.execute 'kill -9 $PPID' end end"):format(mark,
    mark)
end

for _, kind in ipairs { "tree", "linear", "machine", "vector", "fresh" } do
  local store = (" --store %s/%s.db"):format(folder, kind)
  local path = write(kind .. ".lua", script(kind))
  local out, err = run("run " .. path .. " --json --threads 1" .. store)
  local want = digest(out)
  check.ok(kind .. ": runs " .. err, want)
  check.equal(kind .. ": the same on 2 threads",
    digest((run("run " .. path .. " --json --threads 2" .. store))), want)
  local mark = folder .. "/died-" .. kind
  path = write(kind .. "-dies.lua", script(kind, dying(mark)))
  run("run " .. path .. " --quiet --checkpoint 0" .. store)
  check.ok(kind .. ": was killed", io.open(mark))
  check.equal(kind .. ": the same after a resume",
    digest((run("resume 3 --json --threads 2 --checkpoint 0" .. store))), want)
  local past = history.open(3, ("%s/%s.db"):format(folder, kind))
  if kind ~= "fresh" then
    local line = past:lineage()
    check.equal(kind .. ": its lineage", line[#line].text, past:best())
  end
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

local _, _, status = run("report 1 --store " .. folder .. "/tree.db --out " .. folder
  .. "/report.html")
check.equal("a report", status, 0)
local page = assert(io.open(folder .. "/report.html")):read "a"
check.ok("with a line for each island", page:find("Best raw score of each island", 1, true)
  and page:find("island 3", 1, true))
local text = run("show 1 --store " .. folder .. "/tree.db")
check.ok("shown in the terminal", text:find("best raw score of each island", 1, true)
  and text:find("island 3", 1, true))
check.equal("islands are no measures to compare",
  run("compare 1 2 --store " .. folder .. "/tree.db"):find("island", 1, true), nil)

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
