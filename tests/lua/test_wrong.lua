-- Wrong scripts: each is told what is wrong, with the line of the script; a run that
-- fails on the way leaves the store sound.
local check = dofile "tests/lua/check.lua"

local folder, write = check.folder()
local store = folder .. "/wrong.db"
local number = 0

-- A script whose game and experiment have these fields besides the right ones.
local function script_with(game, experiment, before)
  return ([[
local ludus = require "ludus"
%s
local g = ludus.game {
  %s
}
return ludus.experiment { game = g, program = ludus.tree { nodes = 30 },
  population = 40, generations = 4, stop = ludus.never,
  %s
}
]]):format(before or "", game, experiment or "")
end

local right = [[cases = { 1, 2, 3 }, constants = { 1, 2 },
  primitives = {
    X = { 0, function(s) return s end, help = "the case" },
    ADD = { 2, function(_, a, b) return a + b end },
  },
  score = function(s, v) return -math.abs(v - 2 * s) end, max = 0, seconds = 1]]

-- The store is whole, and no run in it is left running.
local function sound(name)
  local db = require("ludus.core.store").open(store)
  check.equal(name .. ": the store is sound",
    db:query("PRAGMA integrity_check")[1].integrity_check, "ok")
  check.equal(name .. ": no run is left running",
    db:query("SELECT count(*) AS n FROM runs WHERE status = 'running'")[1].n, 0)
  db:close()
end

-- Runs it; `message` is exact, FILE standing for its path. `before` is what stands
-- before the command.
local function wrong(name, text, message, status, before)
  number = number + 1
  local path = write("w.lua", text)
  local _, err, got = check.run(('%s"$LUDUS" run %s --quiet --threads 2 --store %s')
    :format(before or "", path, store))
  check.equal(name, err:gsub("\nstack traceback:.*", "\n"), "ludus: "
    .. message:gsub("FILE", (path:gsub("%%", "%%%%"))) .. "\n")
  check.equal(name .. ": status", got, status or 2)
  sound(name)
end

local _, err, status = check.run(([[
cat > %s/ok.lua <<'END'
%s
END
"$LUDUS" run %s/ok.lua --quiet --store %s]]):format(folder, script_with(right), folder,
  store))
check.equal("the right script runs", err, "")
check.equal("the right script: status", status, 0)

-- ---- linear programs ------------------------------------------------------------------

local function linear_with(blocks, rows, experiment)
  return ([[
local ludus = require "ludus"
local g = ludus.game { program = "linear", registers = { "x" },
  blocks = { %s },
  instructions = {
    { "Go", function(s) s.x = s.x + 1 end },
    %s
  },
  cases = { 1, 2 }, start = function() return { x = 0 } end, budget = 9,
  score = function(s) return s.x end,
}
return ludus.experiment { game = g, program = ludus.linear {}, %s
  population = 10, generations = 3 }
]]):format(blocks, rows, experiment or "")
end

local block = '{ "Main", 4 }'
local path = folder .. "/linear.lua"
local linear_file = assert(io.open(path, "w"))
linear_file:write(linear_with(block, '{ "Jump", jump = true }'))
linear_file:close()
local said, complaint = check.run(('"$LUDUS" run %s --store %s2'):format(path, store))
check.equal("linear programs have operators of their own", complaint, "")
check.ok("and lines", said:find("best: raw %d+, %d+ lines?\n"))
wrong("a block that is none", linear_with('"Main"', ""), "FILE:3: ludus.game: field "
  .. "'blocks': expected rows { name, lines }, 1 to 1000 lines, got 'Main'")
wrong("a block without lines", linear_with('{ "Main", 0 }', ""), "FILE:3: ludus.game: "
  .. "field 'blocks': expected rows { name, lines }, 1 to 1000 lines, got { 'Main', 0 }")
wrong("an instruction that is none", linear_with(block, '"Stop"'), "FILE:4: ludus.game: "
  .. "field 'instructions': item 2: expected { name, ... }, got 'Stop'")
wrong("a part that is not there",
  linear_with(block, '{ "Two", combine = { "Go", "og" } }'), "FILE:6: ludus.game: "
  .. "instruction 'Two' combines 'og', which is not declared before it; did you mean "
  .. "'Go'?")
wrong("a misspelt field of an instruction",
  linear_with(block, '{ "If", tset = function() end }'),
  "FILE:6: ludus.game: instruction 'If': unknown field 'tset'; did you mean 'test'?")

-- ---- boards -----------------------------------------------------------------------

local function board_with(fields)
  return ([[
local ludus = require "ludus"
local bs = require "ludus.battleship"
return ludus.experiment {
  game = bs.game {
    %s },
  program = bs.program {}, population = 10,
}
]]):format(fields)
end

wrong("ships that do not fit", board_with "rows = 4,\n    ships = { 5, 5 }, cols = 4",
  "FILE:6: battleship.game: field 'ships': the ships do not fit a board of 4 x 4")
wrong("a board too small for the usual ones", board_with "rows = 2,\n    cols = 4",
  "FILE:5: battleship.game: field 'rows': the ships do not fit a board of 2 x 4")
wrong("too many ships", board_with "ships = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }",
  "FILE:5: battleship.game: field 'ships': expected 1 to 8 ships, got 10")
wrong("no ships", board_with "ships = {}",
  "FILE:5: battleship.game: field 'ships': expected 1 to 8 ships, got 0")
wrong("too many squares", board_with "rows = 12, cols = 12",
  "FILE:5: battleship.game: field 'rows': a board has 1 to 32 rows and columns and at "
  .. "most 128 squares, not 12 x 12")
wrong("a fleet alone", (board_with(""):gsub("return", "bs.fleet { rows = 1 }\n%0")),
  "FILE:3: battleship.fleet: field 'rows': the ships do not fit a board of 1 x 10")

-- ---- before anything starts ---------------------------------------------------------

wrong("returns nothing", "local ludus = require 'ludus'\n",
  "FILE: the script returns nothing; it must return an experiment, as in "
  .. "'return ludus.experiment { ... }'")
wrong("returns a game", "local ludus = require 'ludus'\nreturn 7",
  "FILE: the script returns a number; it must return an experiment or a study")
wrong("does not parse", "local ludus = = 1", "FILE:1: unexpected symbol near '='")
wrong("an undeclared global", "ludus = 1",
  "FILE:1: undeclared global 'ludus' is written; use 'local ludus'")
wrong("a misspelt word of the library",
  script_with(right, "select = ludus.tornament(7)"),
  "FILE:13: ludus has no 'tornament'; did you mean 'tournament'?")
wrong("a misspelt word that is not called",
  script_with(right, "select = ludus.solvd"),
  "FILE:13: ludus has no 'solvd'; did you mean 'solved'?")
wrong("a misspelt word of a game", script_with(right, nil,
  "local x = require 'ludus.minesweeper'.gmae {}"),
  "FILE:2: ludus.minesweeper has no 'gmae'; did you mean 'game'?")
wrong("an objective that selects", script_with(right, "select = ludus.reaches"),
  "FILE:13: ludus.experiment: field 'select': expected a way to select, for instance "
  .. "ludus.tournament(7), got a function")
wrong("a stop that is not made", (script_with(right):gsub("ludus.never",
  "ludus.reaches")), "FILE:12: ludus.experiment: field 'stop': expected a function of "
  .. "a generation's figures, for instance ludus.reaches(100), got a function")
wrong("a kind of program that the game does not score",
  (script_with(right):gsub("ludus.tree { nodes = 30 }", "ludus.machine {}")),
  "FILE:11: ludus.experiment: field 'program': the game scores tree programs, "
  .. "ludus.tree {}, not ludus.machine {}")
wrong("an operator of another kind of program", script_with(right,
  "vary = { { 1, ludus.operator 'redirect' } }"), "FILE:13: ludus.experiment: field "
  .. "'vary': no operator 'redirect' for these programs; there are: copy, crossover, "
  .. "sizefair, homologous, onepoint, uniform, geometric, perturb, simplify, subtree, insert, "
  .. "nudge, point, hoist, shrink")
wrong("a list shows what it has", (script_with(right):gsub("nodes = 30",
  "depth = { 5, 1 }")), "FILE:11: ludus.tree: field 'depth': expected two numbers of 1 "
  .. "to 50, the lesser first, got { 5, 1 }")
wrong("missing fields", script_with("cases = { 1 }"),
  "FILE:3: ludus.game: field 'score' is missing: function(state, value, case): "
  .. "the points of a case; value is what the tree gave, or the genes of a vector\n"
  .. "FILE:3: ludus.game: field 'primitives' is missing: what programs are made of: "
  .. "NAME = { arity, function }")
wrong("a misspelt field", script_with(right .. ",\n  bugdet = 5"),
  "FILE:10: ludus.game: unknown field 'bugdet'; did you mean 'budget'?")
wrong("a wrong type", script_with(right .. ",\n  budget = 'many'"),
  "FILE:10: ludus.game: field 'budget': expected a whole number, got 'many'")
wrong("out of bounds", script_with(right .. ",\n  budget = 0"),
  "FILE:10: ludus.game: field 'budget': expected 1 to 1000000000, got 0")
wrong("no cases", script_with((right:gsub("cases = { 1, 2, 3 }", "cases = {}"))),
  "FILE:4: ludus.game: field 'cases': expected a list of cases, or their number, "
  .. "got an empty table")
wrong("wrong primitives, all of them", script_with [[
cases = 1, score = function() return 1 end,
  primitives = {
    A = { 0 },
    B = { "9", function() end },
    ["%"] = { function() end },
    C = { 1, function() end, lasy = true },
    D = 5,
    E = { 2, function() end, cost = -1 },
    F = { 1, function() end, args = { "a", "b" } },
    ARG0 = { 0, function() end },
  },]],
  "FILE:6: ludus.game: primitive 'A': expected a function after the arity, got "
  .. "nothing\n"
  .. "FILE:7: ludus.game: primitive 'B': expected its number of arguments, 0 to 8, "
  .. "first, got '9'\n"
  .. "FILE:8: ludus.game: primitive '%': expected its number of arguments, 0 to 8, "
  .. "first, got a function\n"
  .. "FILE:8: ludus.game: primitive '%': expected a function after the arity, got "
  .. "nothing\n"
  .. "FILE:9: ludus.game: primitive 'C': unknown field 'lasy'; did you mean 'lazy'?\n"
  .. "FILE:10: ludus.game: primitive 'D': expected { arity, function }, got a number\n"
  .. "FILE:11: ludus.game: primitive 'E': field 'cost': expected 0 to 1000000, got -1\n"
  .. "FILE:12: ludus.game: primitive 'F': field 'args': expected 1 kinds, got 2\n"
  .. "FILE:13: ludus.game: 'ARG0' cannot be the name of a primitive")
wrong("the engine's own primitives with other arities", script_with [[
cases = 1, score = function() return 1 end,
  primitives = {
    A = { 0, ludus.last },
    B = { 2, ludus.branch },
    C = { 1, ludus.choose(function() return true end) },
  },]],
  "FILE:6: ludus.game: primitive 'A': ludus.last takes 1 argument or more, got 0\n"
  .. "FILE:7: ludus.game: primitive 'B': ludus.branch takes 3 arguments, got 2\n"
  .. "FILE:8: ludus.game: primitive 'C': ludus.choose takes 2 arguments, got 1")
wrong("no terminal", script_with [[
cases = 1, score = function() return 1 end,
  primitives = {
    ADD = { 2, function(_, a, b) return a + b end },
  },]],
  "FILE:3: ludus.game: no program can be built: nothing gives kind 'value'; add a "
  .. "primitive without arguments, or constants, of that kind")
wrong("an unreachable kind", script_with [[
cases = 1, score = function() return 1 end, kind = "number",
  primitives = {
    X = { 0, function(s) return s end },
    GO = { 2, args = { "number", "direction" }, function(_, n) return n end },
    TURN = { 1, kind = "direction", args = { "direction" }, function(_, d) return d end },
  },]],
  "FILE:7: ludus.game: argument 2 of 'GO' cannot be built: nothing gives kind "
  .. "'direction'; add a primitive without arguments, or constants, of that kind")
wrong("a wrong constant", script_with((right:gsub("{ 1, 2 },\n", "{ 1, 'two' },\n"))),
  "FILE:4: ludus.game: field 'constants': expected numbers, got two")
wrong("no operator", script_with(right, "vary = { { 1, 'crossover' } },"),
  "FILE:13: ludus.experiment: field 'vary': expected rows { share, operator }, for "
  .. "instance { 0.9, ludus.crossover }, got a table")
wrong("a share that is no number", script_with(right,
  "vary = { { math.huge - math.huge, ludus.crossover } },"),
  "FILE:13: ludus.experiment: field 'vary': expected rows { share, operator }, for "
  .. "instance { 0.9, ludus.crossover }, got a table")
wrong("a game that is none", [[
local ludus = require "ludus"
return ludus.experiment { game = {}, program = ludus.tree {} }]],
  "FILE:2: ludus.experiment: field 'game': expected a game, for instance "
  .. "mines.game {}, got an empty table")

-- ---- in the middle of a run ------------------------------------------------------------

wrong("an error in a primitive", script_with((right:gsub("return a %+ b",
  "if a == 2 then error 'no twos' end return a + b"))),
  "FILE:7: no twos\n  in primitive 'ADD', case 1", 1)
wrong("a fault in a primitive", script_with((right:gsub("return a %+ b",
  "return a + b.x"))),
  "FILE:7: attempt to index a number value (local 'b')\n"
  .. "  in primitive 'ADD', case 1", 1)
wrong("an error that is no text", script_with((right:gsub("return a %+ b",
  "error(setmetatable({}, { __tostring = function() return 'odd' end }))"))),
  "odd\n  in primitive 'ADD', case 1", 1)
-- Ended by a clock that goes faster; a script that does not load, below, by the true one.
local faster = check.hurry(20)
local function endless(name, text, message)
  if check.rings then wrong(name, text, message, 1, faster) end
end
endless("an endless loop", script_with((right:gsub("return a %+ b",
  "while true do a = a + 1 end"))),
  "FILE:7: runs for more than 1 s: an endless loop?\n  in primitive 'ADD', case 1")
endless("an endless loop that catches errors", script_with((right:gsub("return a %+ b",
  "while true do pcall(function() while true do end end) end"))),
  "FILE:7: runs for more than 1 s: an endless loop?\n  in primitive 'ADD', case 1")
endless("an endless loop in a coroutine", script_with((right:gsub("return a %+ b",
  "local c = coroutine.create(function() while true do end end)\n"
  .. "coroutine.resume(c) return a"))),
  "FILE:7: runs for more than 1 s: an endless loop?\n  in primitive 'ADD', case 1")
endless("one in a wrapped coroutine that catches errors", script_with((right:gsub(
  "return a %+ b", "local f = coroutine.wrap(function() while true do\n"
  .. "pcall(function() while true do end end) end end) f() return a"))),
  "FILE:8: runs for more than 1 s: an endless loop?\n  in primitive 'ADD', case 1")
endless("one in a handler of errors", script_with((right:gsub("return a %+ b",
  "xpcall(error, function() while true do end end) return a"))),
  "FILE:7: runs for more than 1 s: an endless loop?\n  in primitive 'ADD', case 1")
endless("one while a coroutine is closed", script_with((right:gsub("return a %+ b",
  "local c = coroutine.create(function()\n"
  .. "local x <close> = setmetatable({}, { __close = function() while true do end end })\n"
  .. "coroutine.yield() end) coroutine.resume(c) coroutine.close(c) return a"))),
  "FILE:8: runs for more than 1 s: an endless loop?\n  in primitive 'ADD', case 1")

-- One in a function of the experiment, at line 13 of the script.
local function slow(name, field, where)
  endless("an endless loop in " .. name, script_with(right, field .. " patience = 1,"),
    "FILE:13: runs for more than 1 s: an endless loop?" .. (where or ""))
end
slow("an operator", "vary = { { 1, function() while true do end end } },",
  "\n  in operator 1 of 'vary'")
slow("a selection", "select = function() while true do end end,", "\n  in 'select'")
slow("stop", "stop = function() while true do pcall(function() while true do end end) end "
  .. "end,")
slow("on_generation", "on_generation = function() while true do end end,")
slow("a coroutine of on_generation", "on_generation = coroutine.wrap(function() "
  .. "while true do end end),")
slow("a schedule", "schedule = function(run) run:evolve(1) while true do end end,")
slow("report", "report = function() while true do end end,")
do
  local script = require "ludus.script"
  local path = folder .. "/loop.lua"
  local file = assert(io.open(path, "w"))
  file:write "while true do end"
  file:close()
  script.seconds = 1                   -- by the true clock
  if check.rings then
    check.error("an endless loop in a script that is loaded",
      function() script.load(path) end,
      path .. ":1: runs for more than 1 s: an endless loop?")
  end
  script.seconds = 60
end
wrong("an error whose text cannot be made", script_with((right:gsub("return a %+ b",
  "error(setmetatable({}, { __tostring = function() error 'no' end }))"))),
  "table\n  in primitive 'ADD', case 1", 1)
wrong("an operator's error whose text cannot be made", script_with(right,
  "vary = { { 1, function() error(setmetatable({}, { __tostring = error })) end } },"),
  "table\n  in operator 1 of 'vary'", 1)
wrong("an operator that breeds", script_with(right,
  "on_generation = function(r) kept.run = r end,\n"
  .. "  vary = { { 1, function() kept.run:evolve(1) end } },", "local kept = {}"),
  "this generation is still being made: a function called meanwhile cannot change it", 1)
wrong("a selection that ends the population", script_with(right,
  "on_generation = function(r) kept.run = r end,\n  select = function() "
  .. "if kept.run then local e <close> = kept.run.evolution end return 1 end,",
  "local kept = {}"),
  "this generation is still being made: a function called meanwhile cannot change it\n"
  .. "  in 'select'", 1)
wrong("endless recursion", script_with((right:gsub("return a %+ b",
  "local function f(n) return 1 + f(n) end return f(a)"))),
  "FILE:7: stack overflow\n  in primitive 'ADD', case 1", 1)
wrong("huge memory", script_with((right:gsub("return a %+ b",
  "local t = {} for i = 1, 1e9 do t[i] = { i } end"))  .. ", memory = 20"),
  "FILE:7: uses more than 20 MB of memory\n  in primitive 'ADD', case 1", 1)
wrong("a huge string", script_with((right:gsub("return a %+ b",
  "return #('x'):rep(1e9)")) .. ", memory = 20"),
  "FILE:7: uses more than 20 MB of memory\n  in primitive 'ADD', case 1", 1)
wrong("a score that is no number", script_with((right:gsub("return %-math.abs%b()",
  "return 'good'"))),
  "FILE:3: ludus.game: field 'score' must give a number, gave a string\n  in case 1", 1)
wrong("an error in start", script_with(right
  .. ",\n  start = function(c) return c.x.y end"),
  "FILE:10: attempt to index a number value (local 'c')\n"
  .. "  in function 'start', case 1", 1)
wrong("an error in an operator", script_with(right,
  "vary = { { 1, function(_, m) return m:graft(99999, m) end } },"),
  "FILE:13: bad argument #1 to 'graft' (node must be 1 to 3, got 99999)\n"
  .. "  in operator 1 of 'vary'", 1)
wrong("an operator that gives no program", script_with(right,
  "vary = { { 1, function() return 5 end } },"),
  "FILE:13: an operator must give a program or nil, gave a number\n"
  .. "  in operator 1 of 'vary'", 1)
wrong("a selection out of bounds", script_with(right,
  "select = function(_, all) return all.count + 1 end,"),
  "FILE:13: a selection must give a number of 1 to 40, gave 41", 1)
wrong("a schedule that sets what cannot be set", script_with(right,
  "schedule = function(run) run:evolve(1) run:set { population = 5 } end,"),
  "FILE:13: run:set: 'population' cannot be changed during a run; game, apart, base, brood, "
  .. "children, climb, cross, crowd, distinct, elite, growth, islands, keep_better, layers, limit, "
  .. "map, meet, niche, novelty, objectives, restarts, scheme, select, sharing, sigma, tries, "
  .. "unlike, vary, weight, weights, young can", 1)
wrong("different when loaded again", script_with(right, "", [[
if LUDUS_SEEN then end]]):gsub("if LUDUS_SEEN then end", "local _ = nothing"),
  "FILE:2: undeclared global 'nothing' is read")

-- ---- fields that are not known ---------------------------------------------------

-- Every table of named fields that a script may write, with a field misspelt.
local ludus, mines = require "ludus", require "ludus.minesweeper"
local bits = ludus.vector { length = 8, type = "bits" }
local game = mines.game {}
local plain = { 0, function(s) return s end }
local rules = "var x STEP { x = x + 1 } score { x }"

local function own(more)
  local t = { cases = { 1 }, primitives = { X = plain }, score = function() return 1 end }
  for key, value in pairs(more) do t[key] = value end
  return ludus.game(t)
end

local function experiment(more)
  local t = { game = game, program = ludus.tree {} }
  for key, value in pairs(more) do t[key] = value end
  return ludus.experiment(t)
end

local function study(row)
  return ludus.study { name = "s", settings = { turns = row }, run = function() end }
end

local series = { { name = "a", x = { 1 }, y = { 1 } } }

local misspelt = {
  { "ludus.game: unknown field 'scores'; did you mean 'score'?",
    function() return own { scores = 1 } end },
  { "ludus.game: primitive 'Y': unknown field 'coost'; did you mean 'cost'?",
    function()
      return own { primitives = { X = plain, Y = { 0, print, coost = 1 } } }
    end },
  { "ludus.game: unknown field 'scores'; did you mean 'score { ... }' in the rules?",
    function() return ludus.game { rules = rules, scores = 1 } end },
  { "ludus.game: unknown field 'done'; did you mean 'done { ... }' in the rules?",
    function() return ludus.game { rules = rules, done = print } end },
  { "ludus.game: unknown field 'cassez'; did you mean 'cases'?",
    function() return ludus.game { rules = rules, cassez = {} } end },
  { "ludus.game: field 'cases': case 1, 'xx': the rules have no such variable or grid; "
    .. "did you mean 'x'?",
    function() return ludus.game { rules = rules, cases = { { xx = 1 } } } end },
  { "ludus.experiment: unknown field 'populaton'; did you mean 'population'?",
    function() return experiment { populaton = 10 } end },
  { "ludus.experiment: unknown field 'elit'; did you mean 'elite'?",
    function() return experiment { variant = "a", variants = { a = { elit = 1 } } } end },
  { "ludus.experiment: field 'vary': row 1: unknown field 'chance'; a row is { share, "
    .. "operator }",
    function() return experiment { vary = { { 1, ludus.copy, chance = 1 } } } end },
  { "ludus.experiment: crossover: unknown field 'leavs'; did you mean 'leaves'?",
    function()
      return experiment { vary = { { 1, ludus.crossover { leavs = 1 } } } }
    end },
  { "ludus.experiment: crossover: unknown field 'tries'; there are: leaves, retries",
    function()
      return experiment { vary = { { 1, ludus.crossover { tries = 1 } } } }
    end },
  { "ludus.experiment: copy: unknown field 'leaves'",
    function() return experiment { vary = { { 1, ludus.copy { leaves = 1 } } } } end },
  { "ludus.tournament: unknown field 'neer'; did you mean 'near'?",
    function() return ludus.tournament(7, { neer = 3 }) end },
  { "ludus.evolve: unknown field 'sed'; did you mean 'seed'?",
    function() return ludus.evolve(experiment {}, { sed = 1 }) end },
  { "ludus.tree: unknown field 'node'; did you mean 'nodes'?",
    function() return ludus.tree { node = 9 } end },
  { "ludus.vector: unknown field 'lenght'; did you mean 'length'?",
    function() return ludus.vector { length = 9, lenght = 9 } end },
  { "ludus.machine: unknown field 'state'; did you mean 'states'?",
    function() return ludus.machine { state = 9 } end },
  { "ga.new: unknown field 'crowds'; did you mean 'crowd'?",
    function() return require "ludus.ga".new { program = bits, crowds = 3 } end },
  { "ga.new: part 1 of the brood: unknown field 'childen'; did you mean 'children'?",
    function() return require "ludus.ga".new { program = bits,
      brood = { { childen = 9, "flip" } } } end },
  { "ga.new: operator 'flip' has no parameter 'chanse'; did you mean 'chance'?",
    function() return require "ludus.ga".new { program = bits,
      vary = { { "flip", chanse = 1 } } } end },
  { "ludus.study: unknown field 'setings'; did you mean 'settings'?",
    function() return ludus.study { name = "s", run = print, setings = {} } end },
  { "ludus.study: setting 'turns': unknown field 'mn'; did you mean 'min'?",
    function() return study { "integer", 1, mn = 1, help = "turns" } end },
  { "ludus.study: setting 'turns': expected a kind first (integer, number, boolean, "
    .. "string, function, table, list, any, choice), got 'intger'; did you mean "
    .. "'integer'?",
    function() return study { "intger", 1, help = "turns" } end },
  { "ludus.study: setting 'turns': expected a row { kind, default, help = ... }, got 5",
    function() return study(5) end },
  { "plot: unknown field 'widht'; did you mean 'width'?",
    function() return require "ludus.plot".text { series = series, widht = 40 } end },
  { "plot: series 1: unknown field 'nam'; did you mean 'name'?",
    function() return require "ludus.plot".text { series = { { nam = "a", x = {},
      y = {} } } } end },
  { "solo.game: unknown field 'strat'; did you mean 'start'?",
    function() return require "ludus.solo".game { strat = print } end },
}
for _, row in ipairs(misspelt) do
  local _, message = pcall(row[2])
  message = tostring(message):gsub("^[^\n ]+%.lua:%d+: ", "", 1):match "^[^\n]*"
  check.equal(row[1], message, row[1])
end

-- A call that leaves no frame is looked for in the file of its caller, not in the script
-- that was loaded last.
local caller = write("caller.lua", ([[
require "ludus.script".load "%s/ok.lua"
local ludus = require "ludus"
local function made()
  return ludus.game { strat = print }
end
print(select(2, pcall(made)))
]]):format(folder))
check.equal("the caller of a tail call", check.run('"$LUDUS" lua ' .. caller)
  :match "^[^\n]*", caller .. ":4: ludus.game: unknown field 'strat'; did you mean "
  .. "'start'?")
write("beside.lua", [[
local ludus = require "ludus"
return function() return ludus.game { strat = print } end
]])
wrong("a tail call in a module", [[
local made = require "beside"

local game = made()
return game
]], "FILE:3: ludus.game: unknown field 'strat'; did you mean 'start'?\n"
  .. "FILE:3: ludus.game: field 'cases' is missing: the list of cases, or their number: "
  .. "what is played, one after another\n"
  .. "FILE:3: ludus.game: field 'score' is missing: function(state, value, case): the "
  .. "points of a case; value is what the tree gave, or the genes of a vector\n"
  .. "FILE:3: ludus.game: field 'primitives' is missing: what programs are made of: "
  .. "NAME = { arity, function }")

-- Vectors that a game cannot take whatever evolution makes of them.
for game, rows in pairs {
  ["hanabi\".game {}"] = { ["length = 65, min = 0, max = 3"]
    = "hanabi: an order is a vector of at most 64 integers",
    ["length = 2, min = 0, max = 288"] = "hanabi: gene 1 is 0 to 288; codes of rules are 0 to 287" },
  ["puzzle\".game {}"] = { ["type = 'reals', length = 3"]
    = "puzzle: a plan is a vector of integers", ["length = 3, ranges = { { 0, 1 }, { -1, 4 } }"]
    = "puzzle: gene 2 is -1 to 4; codes of moves are 0 to 18" },
  ["othello\".game { program = 'vector' }"] = { ["length = 9"]
    = "Othello needs 8, 18, 23, 36 or 46 numbers, the vector has 9",
    ["type = 'bits', length = 8"] = "Othello needs 64 bits, the vector has 8",
    ["type = 'reals', length = 8, min = -1e300"]
    = "Othello: a weight must be within +-10000, got -1e+300" },
  ["functions\".game 'onemax'"] = { ["length = 9"] = "the function 'onemax' takes a vector of bits" },
} do
  for fields, message in pairs(rows) do
    local path = write("vector.lua", ([[
local ludus = require "ludus"
return ludus.experiment { game = require "ludus.%s, program = ludus.vector { %s } }
]]):format(game, fields))
    local out = check.run('"$LUDUS" check ' .. path)
    check.equal("told before it starts", out:match "^[^:]*:2:%d+: ([^\n]*)",
      "ludus.experiment: field 'program': " .. message)
  end
end

check.ok("twenty scripts and more", number >= 20)
local db = require("ludus.core.store").open(store)
check.equal("one run is finished, and that whose report failed",
  db:query("SELECT count(*) AS n FROM runs WHERE status = 'finished'")[1].n,
  check.rings and 2 or 1)
check.ok("the others are marked as failed",
  db:query("SELECT count(*) AS n FROM runs WHERE status = 'failed'")[1].n >= 12)
db:close()

os.execute("rm -rf " .. folder)
return check.done()
