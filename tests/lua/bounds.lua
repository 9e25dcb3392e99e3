-- bounds.lua -- uses every number a script can set at its bounds: called by
-- test_bounds.lua as `ludus lua tests/lua/bounds.lua ROWS [NAME]`.
--
-- A subject is a table of fields and a function that puts one of them to use, in as
-- small a run as there is. ROWS is `low`: each field at one below its least value, at
-- it and at one above; `high`: the same about the greatest; `list`: only the names of
-- the subjects. Each line printed is `SUBJECT.FIELD VALUE: what came of it`.
-- Memory is limited as in the sandbox, so that a great number is told, not obeyed.

local ga        = require "ludus.ga"
local ludus     = require "ludus"
local operators = require "ludus.script.operators"
local evolve    = require "ludus.core.evolve"
local words     = require "ludus.script.words"

local bs, ipd = require "ludus.battleship", require "ludus.ipd"
local mines, othello = require "ludus.minesweeper", require "ludus.othello"
local puzzle, functions = require "ludus.puzzle", require "ludus.functions"
local hanabi = require "ludus.hanabi"

local function copy(t)
  local result = {}
  for key, value in pairs(t) do result[key] = value end
  return result
end

local function with(t, field, value)
  t = copy(t)
  t[field] = value
  return t
end

-- ---- games of one's own --------------------------------------------------------------

local tree_fields = { cases = { 1, 2 }, max = 9, constants = { 1, 2 }, budget = 50,
  primitives = { X = { 0, function(s) return s.x end },
    ADD = { 2, function(_, a, b) return a + b end } },
  start = function(case) return { x = case } end,
  score = function(_, value) return math.min(value or 0, 9) end }

local linear_fields = { program = "linear", cases = { 1, 2 }, max = 9, budget = 20,
  blocks = { { "Main", 4 } }, registers = { "x" },
  instructions = { { "Step", function(s) s.x = s.x + 1 end },
    { "IfOdd", test = function(s) return s.x % 2 == 1 end } },
  start = function(case) return { x = case } end,
  score = function(s) return math.min(s.x, 9) end }

local rules_fields = { budget = 20, max = 5, engine = "bytecode",
  rules = "var x  STEP { x = x + 1 }  IF(a?, b?) { if x < 3 { a } else { b } }  score { x }" }

-- Fields that only cost time, as large as they may be: then nothing is played. (An
-- instruction that costs nothing goes on for ten million.)
local endless = { ["linear game.budget"] = true, ["linear game.cost"] = true,
  ["battleship.cases"] = true,  ["othello.openings"] = true, ["rules.budget"] = true, ["minesweeper.budget"] = true,
  ["othello.solve"] = true, ["ipd.turns"] = true, ["ipd.rounds"] = true }
local idle = false

-- Two generations of four programs.
local function short(experiment)
  experiment = copy(experiment)
  for key, value in pairs { population = 4, generations = 2, cache = 0 } do
    if experiment[key] == nil then experiment[key] = value end
  end
  if idle then return ludus.experiment(experiment) end
  local n = 0
  experiment.stop = function()
    n = n + 1
    return n >= 2
  end
  return ludus.evolve(experiment, { threads = experiment.threads or 1 })
end

local function tree_run(game, program)
  return short { game = game, program = program or ludus.tree { nodes = 20 } }
end

local function machine_game() return ipd.game { turns = 5 } end

-- ---- subjects --------------------------------------------------------------------------

local subjects = {}
local function subject(name, fields, use)
  subjects[#subjects + 1] = { name = name, fields = fields, use = use }
end

-- A game of one's own is played by one evolution at a time.
local function experiment()
  return { game = ludus.game(tree_fields), program = ludus.tree { nodes = 20 } }
end

subject("experiment", require "ludus.script.experiment".fields, function(field, value)
  short(with(experiment(), field, value))
end)
subject("novelty", require "ludus.script.goals".novelty_fields, function(field, value)
  short(with(experiment(), "novelty", with({ 1, "size" }, field, value)))
end)
subject("weights", require "ludus.script.weights".weight_fields, function(field, value)
  short(with(experiment(), "weights", with({ "stepwise" }, field, value)))
end)
subject("sharing", require "ludus.script.weights".sharing_fields, function(field, value)
  short(with(experiment(), "sharing", with({ "size", radius = 1 }, field, value)))
end)
subject("race", require "ludus.script.race".fields, function(field, value)
  local fields = { first = 1, last = 1 << 53 }
  if field == "last" then fields.last = nil end
  short(with(experiment(), "schedule", ludus.race(with(fields, field, value))))
end)
subject("meet", require "ludus.script.meetings".fields, function(field, value)
  short { game = ludus.game(with(with(tree_fields, "repeats", true), "turn",
    function() end)), program = ludus.tree { nodes = 20 },
    meet = with({ field == "rounds" and "swiss" or 2 }, field, value) }
end)
subject("evolve", { seed = { "integer" }, threads = ga.fields.threads },
  function(field, value)
    ludus.evolve({ game = ludus.game(tree_fields), program = ludus.tree {},
      population = 3, generations = 2 }, with({ threads = 1 }, field, value))
  end)
subject("tree", ludus.tree {}.fields, function(field, value)
  tree_run(ludus.game(tree_fields), ludus.tree { [field] = value })
end)
subject("machine", ludus.machine {}.fields, function(field, value)
  short { game = machine_game(), program = ludus.machine { [field] = value } }
end)
subject("vector", require "ludus.vector".fields, function(field, value)
  for _, kind in ipairs { "bits", "integers", "reals" } do
    ga.run { score = function() return 1 end, population = 4, generations = 2,
      threads = 1, program = ludus.vector(with({ type = kind, length = 4, min = 0,
        max = 3 }, field, value)) }
  end
end)
subject("game", require "ludus.script.game".fields, function(field, value)
  tree_run(ludus.game(with(tree_fields, field, value)))
end)
subject("linear game", require "ludus.script.game".fields, function(field, value)
  short { game = ludus.game(with(linear_fields, field, value)),
    program = ludus.linear {}, vary = ludus.linear.operators() }
end)
subject("rules", require "ludus.rules".fields, function(field, value)
  tree_run(ludus.game(with(rules_fields, field, value)))
end)
subject("minesweeper", mines.fields, function(field, value)
  for _, engine in ipairs { "reference", "auto" } do
    tree_run(mines.game(with({ cases = 2, rows = 3, cols = 3, engine = engine }, field,
      value)))
  end
end)
subject("battleship", bs.fields, function(field, value)
  short { game = bs.game(with({ cases = 2 }, field, value)), program = bs.program {} }
end)
local ipd_fields = require "ludus.script.recipes".recipe(machine_game()).fields
subject("ipd", ipd_fields, function(field, value)
  short { game = ipd.game(with({ turns = 3 }, field, value)),
    program = ludus.machine { states = 4 } }
end)
subject("othello", othello.fields, function(field, value)
  short { game = othello.game(with({ openings = 2, depth = 1 }, field, value)),
    program = ludus.tree { nodes = 10 } }
end)
subject("hanabi", hanabi.fields, function(field, value)
  for _, kind in ipairs { "vector", "tree" } do
    short { game = hanabi.game(with({ cases = 2, program = kind }, field, value)),
      program = ludus[kind] {} }
  end
end)
subject("bookkeeper", ipd.bookkeeper_fields, function(field, value)
  ipd.match(ipd.bookkeeper { [field] = value }, ipd.player "TFT", { turns = 20 })
end)
subject("puzzle", puzzle.fields, function(field, value)
  ga.run { game = puzzle.game(with({}, field, value)), population = 4, generations = 2,
    threads = 1, program = ludus.vector { length = 4, max = 5 } }
end)
subject("ga", ga.fields, function(field, value)
  local run = ga.new(with({ game = functions.game "onemax", population = 4, threads = 1,
    program = ludus.vector { type = "bits", length = 8 }, generations = 2 }, field, value))
  for _ = 1, 3 do run:step(1) end
end)
subject("ga.batch", ga.fields, function(field, value)
  ga.batch(with({ game = functions.game "onemax", population = 4, threads = 1, runs = 2,
    program = ludus.vector { type = "bits", length = 8 }, generations = 2 }, field, value))
end)
subject("fitness", require "ludus.script.fitness".fields, function(field, value)
  short(with(experiment(), "fitness", with({ function(case) return case.raw end }, field,
    value)))
end)
subject("fresh", { cases = { "integer", min = 1, max = require "ludus.script.fresh".most } },
  function(_, value)
    tree_run(ludus.game(with(tree_fields, "cases", ludus.fresh(value,
      function(rng) return rng:below(9) end))))
  end)
subject("table", { rows = { "integer", min = 1, max = 1 << 21 } }, function(_, value)
  ludus.table(value, { x = function(row) return row end })
end)
for _, scheme in ipairs(ga.schemes) do
  subject("ga " .. scheme.name, ga.fields, function(field, value)
    ga.run(with({ game = functions.game "onemax", population = 4, threads = 1,
      scheme = scheme.name, vary = { { "twopoint" }, { "flip" } }, generations = 3,
      program = ludus.vector { type = "bits", length = 8 } }, field, value))
  end)
end

-- Ways to select, with their parameter and the fields behind it.
for _, row in ipairs(evolve.selections()) do
  if row.param then
    subject(row.name, { [row.param] = { "number", row.default, min = row.min,
      max = row.max } }, function(_, value)
      short(with(experiment(), "select", words[row.name](value)))
    end)
  end
  subject(row.name .. " with", row.cases and words.case_fields
    or words.selection_fields, function(field, value)
    local more = { [field] = value }
    short(with(experiment(), "select", row.cases and words[row.name](more)
      or words[row.name](nil, more)))
  end)
end

-- Operators, on programs of their kind.
local kinds = {
  tree = experiment,
  linear = function()
    return { game = ludus.game(linear_fields), program = ludus.linear {} }
  end,
  machine = function()
    return { game = machine_game(), program = ludus.machine { states = 4 } }
  end,
}

local function vectors(row, params)
  local step = copy(params)
  step[1] = row.name
  for _, kind in ipairs(row.types or { "bits", "integers", "reals" }) do
    ga.run { score = function() return 1 end, population = 4, generations = 2,
      threads = 1, vary = { step },
      program = ludus.vector { type = kind, length = 4, min = 0, max = 3 } }
  end
end

for _, row in ipairs(operators.rows) do
  local fields = {}
  for _, p in ipairs(row.params) do
    fields[p.name] = { "number", p.default, min = p.min, max = p.max }
  end
  subject(row.kind .. " " .. row.name, fields, function(field, value)
    local params = { [field] = value }
    if row.kind == "vector" then return vectors(row, params) end
    short(with(kinds[row.kind](), "vary", { { 1, words[row.name](params) } }))
  end)
end

-- ---- values ----------------------------------------------------------------------------

local function add(values, value)
  if value == value then values[#values + 1] = value end
end

-- One below, at and one above a bound; of a field without it, the edge of what numbers
-- there are.
local function around(row, bound, none)
  local values = {}
  if row[1] == "integer" then
    bound = bound or none
    for d = -1, 1 do add(values, bound + d) end
  elseif bound then
    for _, d in ipairs { -1, -1e-9, 0, 1e-9, 1 } do add(values, bound + d) end
  else
    for _, x in ipairs { -1/0, -1e308, -5e-324, 0.0, 1e308, 1/0 } do add(values, x) end
  end
  return values
end

local function sorted(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local which, only = ...
if which == "list" then
  for _, s in ipairs(subjects) do print(s.name) end
  return
end

require "ludus.core.sandbox".enter { memory = 400, seconds = 0, millions = 0 }
io.stdout:setvbuf "line"

local function use(s, field, row, value)
  io.stdout:write(("%s.%s %s: "):format(s.name, field, tostring(value)))
  io.stdout:flush()
  idle = endless[s.name .. "." .. field]
  local ok, message = pcall(s.use, field, value)
  print(ok and "used" or tostring(message):match "[^\n]*")
  local inside = (not row.min or value >= row.min) and (not row.max or value <= row.max)
  if ok and not inside then print("FAIL " .. s.name .. "." .. field
    .. ": a value out of bounds was used") end
end

for _, s in ipairs(subjects) do
  for _, field in ipairs(not only and sorted(s.fields) or s.name == only
    and sorted(s.fields) or {}) do
    local row = s.fields[field]
    local number = row[1] == "integer" or row[1] == "number"
    local low = number and around(row, row.min, math.mininteger + 1) or {}
    local high = number and around(row, row.max, math.maxinteger - 1) or {}
    for _, value in ipairs(which == "low" and low or high) do use(s, field, row, value) end
  end
end
