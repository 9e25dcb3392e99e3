-- test_fitness.lua -- what a case gave, and fitness as a function of it: games of one's
-- own first, then the built-in ones.

local check = dofile("tests/lua/check.lua")
local folder, write = check.folder()

local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function digest(text) return (text:match('"digest":"(%x+)"')) end
local stores = 0
local function store()
  stores = stores + 1
  return ("%s/%d.db"):format(folder, stores)
end
local function run(path, more)
  local out, err = ludus(("run %s --json --store %s %s"):format(path, store(), more or ""))
  return digest(out), err, out
end

-- ---- games, and programs for them ---------------------------------------------------

local games = {}

games.lua = { [[ludus.game { cases = { 1, 2, 3 }, budget = 60, repeats = true,
  start = function(case) return { at = case } end,
  done = function(s) return s.at > 20 end,
  primitives = {
    INC = { 0, function(s) s.at = s.at + 1 return s.at end },
    DOUBLE = { 1, function(s, x) s.at = s.at + x % 3 return x end },
    ADD = { 2, function(_, a, b) return a + b end },
  },
  score = function(s) return s.at end }]], "ludus.tree { depth = { 1, 3 } }",
  program = "RPB (INC)", case = "raw=21 end=done hit=false steps=20 done=true" }

games.rules = { [[ludus.game { cases = { { x = 1 }, { x = 2 } }, budget = 30,
  repeats = true, rules = "var x  INC { x = x + 1; x }  DEC { x = x - 1; x }"
    .. "  ADD(a, b) { a + b }  done { x > 9 }  score { x }" }]],
  "ludus.tree { depth = { 1, 3 } }", program = "RPB (INC)",
  case = "raw=10 end=done hit=true steps=9 free=0 timed_out=false" }

games.rules_linear = { [[ludus.game { cases = { { x = 1 }, { x = 2 } }, budget = 30,
  blocks = { { "Main", 4 } }, rules = "var x  Inc { x = x + 1 }  Dec { x = x - 1 }"
    .. "  done { x > 9 }  score { x }" }]],
  "ludus.linear {}", program = "Main (1/4)\nInc\nInc\nInc\nInc\n",
  case = "raw=10 end=done hit=true" }

games.lua_linear = { [[ludus.game { program = "linear", blocks = { { "Main", 4 } },
  cases = { 1, 2 }, budget = 30, start = function(case) return { at = case } end,
  instructions = { { "Inc", function(s) s.at = s.at + 1 end },
    { "Dec", function(s) s.at = s.at - 1 end } },
  done = function(s) return s.at > 9 end, score = function(s) return s.at end }]],
  "ludus.linear {}", program = "Main (1/4)\nInc\nInc\nInc\nInc\n",
  case = "raw=10 end=done steps=11" }

games.lua_machine = { [[ludus.game { program = "machine", cases = { 1, 2 }, budget = 9,
  start = function() return { c = 0 } end,
  turn = function(s, move) if move == "c" then s.c = s.c + 1 end return "d" end,
  score = function(s) return s.c end }]], "ludus.machine { states = 4 }",
  program = "c00", case = "raw=9 end=timed_out timed_out=true done=false steps=9" }

games.minesweeper = { 'require "ludus.minesweeper".game { rows = 4, cols = 4 }',
  "ludus.tree { adfs = { 2 } }", program = "RPB (UNC 0)\nADF0 0",
  case = "raw=-1 end=exploded exploded=true won=false uncovered=0 hit=false" }

games.battleship = { 'require "ludus.battleship".game { cases = 4, patience = 50 }',
  "ludus.linear {}", from = "battleship-figure8-repaired.lgp",
  case = "end=sunk sunk=true afloat=0" }

games.ipd = { [[require "ludus.ipd".game { payoff = "axelrod", turns = 10,
  opponents = { "AD", "TFT" } }]], "ludus.machine { states = 4 }", program = "c00",
  case = "raw=0 theirs=50 turns=10 cc=0 cd=10 dc=0 dd=0 end=lost lost=true" }

games.puzzle = { [[require "ludus.puzzle".game { start = { 2, 1, 3, 4, 5, 6, 7, 8, 9 } }]],
  "ludus.vector { length = 5, max = 18 }", program = "(1, 0, 0, 0, 0)",
  case = "raw=18 end=solved solved=true distance=0 moves=1 hit=true" }

games.othello = { [[require "ludus.othello".game { program = "vector", depth = "1", teacher_depth = "1",
  teachers = { "discs" } }]], 'ludus.vector { length = 8, min = -9, max = 9 }',
  program = "(1, 1, 1, 1, 1, 1, 1, 1)", case = "hit=true won=true lead=18 end=won" }

games.puzzle.vary = "vary = { { 0.7, ludus.point }, { 0.3, ludus.copy } }, "
games.othello.vary = games.puzzle.vary

local names = {}
for name in pairs(games) do names[#names + 1] = name end
table.sort(names)

-- ---- what a case gives ----------------------------------------------------------------

local function value(text)
  return assert(load('local ludus = require "ludus"\nreturn ' .. text))()
end

local function text_of(row)
  if row.program then return row.program end
  local file = assert(io.open("scripts/programs/" .. row.from))
  local text = file:read "a"
  file:close()
  return text
end

for _, name in ipairs(names) do
  local row = games[name]
  local game, program = value(row[1]), value(row[2])
  local score, cases = game:results(program:species(game), text_of(row))
  local raw, steps, hits = 0, 0, 0
  for i, case in ipairs(cases) do
    check.equal(name .. ": cases are numbered", case.number, i)
    raw, steps = raw + case.raw, steps + case.steps
    hits = hits + (case.hit and 1 or 0)
    check.equal(name .. ": the end is a field", case[case["end"]], true)
  end
  check.equal(name .. ": raw is the sum of the cases", score.raw, raw)
  check.equal(name .. ": so are steps", score.steps, steps)
  check.equal(name .. ": so are hits", score.hits, hits)
  for word in row.case:gmatch "%S+" do
    local field, want = word:match "(.*)=(.*)"
    check.equal(name .. ": " .. field, tostring(cases[1][field]), want)
  end
end

-- ---- fitness by the built-in formula ---------------------------------------------------

local function script(row, more)
  return ([[local ludus = require "ludus"
return ludus.experiment {
  game = %s,
  program = %s,
  population = 40, generations = 6, stop = ludus.never,
  %s
}]]):format(row[1], row[2], (row.vary or "") .. more)
end

for _, name in ipairs(names) do
  local row = games[name]
  local want, problem = run(write(name .. ".lua", script(row, "")))
  check.equal(name .. " runs", problem, "")
  local path = write(name .. "-raw.lua", script(row,
    "fitness = function(case) return case.raw end"))
  for threads = 1, 2 do
    local got, err = run(path, "--threads " .. threads)
    check.equal(("%s: raw as fitness on %d threads"):format(name, threads), got, want)
    check.equal(name .. ": no error", err, "")
  end
end

-- ---- killed and resumed ----------------------------------------------------------------

local function resumed(path)
  local db = store()
  local words = ("run %s --json --quiet --checkpoint 0 --store %s"):format(path, db)
  for _, delay in ipairs { 0.1, 0.3, 1, 4 } do
    local _, _, status = check.run(('timeout -s KILL %g "$LUDUS" %s'):format(delay, words))
    if ludus("runs --json --store " .. db):find('"id":1,', 1, true) then
      return digest((ludus("resume 1 --json --store " .. db))), status
    end
  end
end

local slow = write("slow.lua", script(games.lua, [[
  fitness = { function(case) return -case.steps - case.state.at + math.random() end },
  ]]):gsub("generations = 6", "generations = 120"))
check.equal("a run with a fitness resumes to the same bits", resumed(slow), (run(slow)))
check.equal("chance in a fitness is the case's own", (run(slow, "--threads 2")),
  (run(slow, "--threads 1")))

-- ---- what the functions get ---------------------------------------------------------------

-- Gives the score of the best program of a run of one generation with a planted program.
local function planted(row, more)
  local path = write("planted.lua", script(row, ([[population = 1, generations = 1,
    plant = { %q }, %s]]):format(text_of(row), more))
    :gsub("population = 40, generations = 6,", ""))
  local _, err, out = run(path)
  return tonumber(out:match '"best":{.-"score":([^,}]+)'), err, out
end

check.equal("the sum of the cases", (planted(games.minesweeper,
  "fitness = function(case) return case.exploded and 1 or case.uncovered end")), 16)
check.equal("less may be better", (planted(games.minesweeper,
  "fitness = { function(case) return case.number end, minimise = true }")), 136)
local _, _, out = planted(games.minesweeper,
  "fitness = { function(case) return case.steps end, max = 1 }")
check.ok("a greatest fitness", out:find('"solved":true', 1, true))
check.equal("another total", (planted(games.rules, [[fitness = {
  function(case) return case.state.x * case.number end,
  total = function(values, score)
    return values[1] + values[2] + 1000 * score.hits + score.raw * 10000
  end }]])), 10 + 20 + 2000 + 200000)
check.equal("the state of a game in Lua", (planted(games.lua,
  "fitness = function(case) return case.state.at * 100 + case.case end")), 6306)
check.equal("of a linear one", (planted(games.lua_linear,
  "fitness = function(case) return case.state.at * 100 + case.case end")), 2003)
check.equal("its value, where it runs once", (planted({
  games.lua[1]:gsub("repeats = true,", ""), games.lua[2], program = "RPB (INC)" },
  "fitness = function(case) return case.value end")), 9)
check.equal("the state of linear rules", (planted(games.rules_linear,
  "fitness = function(case) return case.state.x end")), 20)
check.equal("a board of Minesweeper", (planted(games.minesweeper, [[fitness =
  function(case) return #case.state * 100 + case.state[1] end]])), 16 * 1600 + 9 + 3)
check.equal("the tiles of the puzzle", (planted(games.puzzle, [[fitness =
  function(case) return case.state[1] * 10 + case.state[2] end]])), 12)
check.equal("the discs of Othello", (planted(games.othello, [[fitness =
  function(case)
    local own = 0
    for _, square in ipairs(case.state) do if square == 1 then own = own + 1 end end
    return own == case.discs and 1 or 0
  end]])), 2)
check.equal("no number is as bad as can be", (planted(games.minesweeper,
  "fitness = function(case) return case.number == 1 and 0/0 or 0 end")), -1e30)

-- Two plans that lead to the same board may differ in moves: the cache must not mix them.
local moves = script(games.puzzle, "fitness = { function(case) return case.moves end }")
check.equal("a cached score is the program's own", (run(write("moves.lua", moves))),
  (run(write("moves.lua", moves), "--set cache=0")))

-- ---- variants, sandbox, prompt -------------------------------------------------------------

local variants = write("variants.lua", script(games.lua, [[
  variants = { few = { fitness = function(case) return -case.steps end } } ]]))
local direct = write("direct.lua", script(games.lua,
  "fitness = function(case) return -case.steps end"))
check.equal("a variant has its own fitness", (run(variants, "--set variant=few")),
  (run(direct)))
check.ok("without it there is none", run(variants) ~= run(direct))

local sized = write("sized.lua", [[local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game {}, program = ludus.tree {}, population = 9,
  generations = 1, variants = { two = { game = mines.game { mines = 2, cases = 30 },
    program = ludus.tree { nodes = 20 } } } }
]])
local two = ludus("score " .. sized .. " scripts/programs/quartetti-best.gp --set variant=two "
  .. "--set game.cases=7")
check.ok("a word about the game holds for a variant's own", two:find "of 7 cases" ~= nil
  and two:find("raw %d+ of 476 ") ~= nil)
local inside = ludus(("run %s --json --sandbox --store %s"):format(direct, store()))
check.equal("in the sandbox", digest(inside), (run(direct)))

local lines = ([[printf '%%s\n' 'ludus = require "ludus"' 'g = %s' 'e = ludus.experiment {
  game = g, program = ludus.tree {}, population = 20, generations = 3,
  fitness = function(case) return case.state.at end }' 'r = ludus.evolve(e, { threads = 1 })' \
  'print("best", r.stats.raw)' | "$LUDUS" repl 2>&1]]):format(games.lua[1]:gsub("\n", " "))
check.ok("at the prompt", check.run(lines):find "best%s+%d+")

-- ---- what goes wrong -----------------------------------------------------------------------

local function failing(row, more)
  local path = write("failing.lua", script(row, more))
  local _, err = run(path)
  return (err:gsub(path:gsub("%p", "%%%0"), "FILE"))
end

check.equal("an error names the line", failing(games.minesweeper,
  "fitness = function(case)\n return case.raw + nothing end"),
  "ludus: FILE:7: undeclared global 'nothing' is read\n  in fitness, case 1\n")
check.equal("so in a game in Lua", failing(games.lua,
  "fitness = function(case)\n if case.number == 2 then error 'no' end return 1 end"),
  "ludus: FILE:15: no\n  in fitness, case 2\n")
check.equal("a name that is nearly there", failing(games.minesweeper,
  "fitness = function(case) return case.uncoverd end"), "ludus: FILE:6: a case of "
  .. "minesweeper has no field 'uncoverd'; did you mean 'uncovered'?\n"
  .. "  in fitness, case 1\n")
check.equal("a name that is not", failing(games.puzzle,
  "fitness = function(case) return case.temperature end"), "ludus: FILE:6: a case of "
  .. "puzzle has no field 'temperature'; it has number, raw, steps, hit, end, distance, "
  .. "moves, solved, unsolved\n  in fitness, case 1\n")
check.equal("a state that there is not", failing(games.battleship,
  "fitness = function(case) return case.state end"), "ludus: FILE:6: battleship cannot "
  .. "give the state of a case\n  in fitness, case 1\n")
check.equal("no number", failing(games.minesweeper,
  "fitness = function(case) return case.won end"), "ludus: FILE:6: 'fitness' must give a "
  .. "number, gave a boolean\n  in fitness, case 1\n")
check.equal("nothing", failing(games.lua,
  "fitness = function(case) end"), "ludus: FILE:14: 'fitness' must give a number, gave "
  .. "nothing\n  in fitness, case 1\n")
check.equal("an error in the total", failing(games.minesweeper, [[fitness = {
  function(case) return 1 end, total = function(values) return values.x.y end }]]),
  "ludus: FILE:7: attempt to index a nil value (field 'x')\n  in total of fitness\n")
local EXPECTED = "ludus: FILE:6: ludus.experiment: field 'fitness': expected "
  .. "function(case), or { function(case), minimise = true, max = 10, "
  .. "total = function(values) }"
check.equal("a number is no fitness", failing(games.minesweeper, "fitness = 3"),
  EXPECTED .. ", got 3\n")
check.equal("an unknown field of it", failing(games.minesweeper,
  "fitness = { function() return 1 end, minimize = true }"), EXPECTED
  .. " (fitness: unknown field 'minimize'; did you mean 'minimise'?), got a table\n")

os.execute("rm -rf " .. folder)
return check.done()
