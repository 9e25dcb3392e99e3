-- test_pareto.lua -- several objectives: the same run on any number of threads, killed and
-- resumed, for every kind of program and on islands; the front that is stored, shown and
-- reported; ZDT1; and objectives that make no sense.

local check   = dofile "tests/lua/check.lua"
local evolve  = require "ludus.core.evolve"
local functions = require "ludus.functions"
local history = require "ludus.run.history"
local json    = require "ludus.json"
local ludus   = require "ludus"
local runs    = require "ludus.run"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end
local function digest(text) return text:match '"digest":"(%x+)"' end

local kinds = {
  tree = { [[ludus.game { cases = { 1, 2, 3 }, max = 30, budget = 60,
    constants = { 0, 1 }, start = function(case) return { n = case, sum = 0 } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      N = { 0, function(s) return s.n end },
      PUT = { 1, function(s, a) s.sum = s.sum + a return a end } },
    score = function(s, value) return math.min(10, value + s.sum) end }]],
    "ludus.tree { nodes = 30 }", 'objectives = { "score", "size" }' },
  linear = { [[ludus.game { program = "linear", cases = { 1, 2, 3 }, max = 30,
    budget = 40, blocks = { { "Main", 8 } }, registers = { "n", "sum" },
    instructions = { { "Up", function(s) s.n = s.n + 1 end },
      { "Add", function(s) s.sum = s.sum + s.n end },
      { "IfOdd", test = function(s) return s.n % 2 == 1 end } },
    start = function(case) return { n = case, sum = 0 } end,
    score = function(s) return 10 - math.min(10, math.abs(s.sum - 40)) end }]],
    "ludus.linear {}", 'objectives = { 1, 3, "steps" }, select = ludus.lexicase' },
  machine = { [[ludus.game { program = "machine", cases = 3, budget = 12, max = 36,
    start = function(case) return { n = 0, case = case } end,
    turn = function(s, move)
      s.n = s.n + ((move == "c") == (s.n % s.case == 0) and 1 or 0)
      return s.case % 2 == 0 and "c" or move
    end,
    score = function(s) return s.n end }]], "ludus.machine { states = 6 }",
    [[objectives = { function(p) return -p.raw end, function(p) return #p.program end },
      islands = { 3, every = 2, migrate = 2 }]] },
  vector = { 'require "ludus.functions".game "zdt1"',
    'ludus.vector { type = "reals", length = 6 }',
    [[objectives = "cases", brood = { { children = 30, { ludus.sbx, chance = 0.9 },
      ludus.polynomial } }]] },
}

local function script(kind, more)
  local game, program, how = table.unpack(kinds[kind])
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 30, generations = 9,
  stop = ludus.never, scheme = "pareto", %s%s }]]):format(game, program, how, more or "")
end

-- Kills its own process in generation 5, the first time it comes there.
local function dying(mark)
  return (", on_generation = function(run) if run.generation == 5 and not io.open '%s' then "
    .. "io.open('%s', 'w'):close() os.execute 'kill -9 $PPID' end end"):format(mark, mark)
end

for _, kind in ipairs { "tree", "linear", "machine", "vector" } do
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
  local line = past:lineage()
  check.equal(kind .. ": its lineage", line[#line].text, past:best())
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

local text = run("show 1 --store " .. folder .. "/vector.db")
check.ok("shown in the terminal", text:find("programs whom none beats", 1, true)
  and text:find("the front", 1, true))
run("report 1 --store " .. folder .. "/vector.db --out " .. folder .. "/report.html")
local page = assert(io.open(folder .. "/report.html")):read "a"
check.ok("drawn in a report", page:find("<title>The front</title>", 1, true))

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
