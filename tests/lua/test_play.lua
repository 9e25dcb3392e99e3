-- test_play.lua -- commands take any game: score, ops, trace and play of scripts, of runs
-- and their generations; people, functions and programs at the table; films in a
-- terminal.

local check  = dofile "tests/lua/check.lua"
local screen = dofile "tests/lua/screen.lua"
local watch  = require "ludus.inspect.watch"

local folder = check.folder()
local store = folder .. "/own.db"
local function script(name) return "tests/lua/own/" .. name .. ".lua" end
for _, name in ipairs { "mower", "nim", "pennies" } do
  check.run(('"$LUDUS" run %s --quiet --store %s'):format(script(name), store))
end

-- What a command prints; `lines` are typed at it.
local function ludus(words, lines)
  local input = folder .. "/input"
  local f = assert(io.open(input, "w"))
  f:write(lines or "")
  f:close()
  return check.run(('"$LUDUS" %s --store %s <%s 2>&1'):format(words, store, input))
end
local function has(name, text, part)
  local found = text:find(part, 1, true)
  if not found then io.write("looked for ", part, " in\n", text) end
  check.ok(name, found)
end

-- ---- score, ops, trace --------------------------------------------------------------

has("a script's program", ludus("score " .. script "mower" .. " run:1"), "run:1  ")
has("with its cases", ludus("score " .. script "mower" .. " run:1 --cases"),
  "  480 steps, 4 cases\n  case 1     raw ")
has("of a generation", ludus("score " .. script "nim" .. " run:2@0"), "run:2@0  ")
has("a machine", ludus("score " .. script "pennies" .. " run:3"), " states\n  raw ")
has("settings of the game", ludus("score " .. script "mower"
  .. " run:1 --set game.budget=7"), "28 steps, 4 cases")
has("as JSON", ludus("score " .. script "nim" .. " run:2 --json"), '"program":"run:2"')
check.equal("no such run", ludus("score " .. script "nim" .. " run:7"),
  ("ludus: run:7: %s: no run 7; the last one is 3\n"):format(store))
check.equal("no such word", ludus("score " .. script "nim" .. " run:x"),
  "ludus: 'run:x': a program of a run is run:12, or run:12@40 for a generation\n")
check.equal("a person has no score", ludus("score " .. script "nim" .. " human"),
  "ludus: 'human' is no program: name a file, or run:12\n")
check.equal("a study is no game", ludus "score scripts/puzzle.lua x",
  "ludus: scripts/puzzle.lua: expected an experiment, whose game is meant; the script "
    .. "returns a study\n")
local function ops(words) return check.run('"$LUDUS" ops ' .. words .. " 2>&1") end
has("instructions", ops(script "mower"),
  "  IfGrass      test     next line only if grass lies ahead\n")
has("registers", ops(script "mower"), "registers:\n  x\n  y\n")
has("primitives", ops(script "nim"), "  (STICKS)         sticks that are left\n")
has("fields", ops(script "nim"), "fields (--set game.field=value):\n  budget       400 ")
has("moves", ops(script "pennies"), "  moves         c, d\n")
local traced = ludus("trace " .. script "nim" .. " run:2 --case 3")
has("a trace", traced, "trace: case 3 of 16, ")
has("its events", traced, "last 0 -> 1, sticks 7 -> ")
has("its end", traced, "the end, after ")
has("a step of it", ludus("trace " .. script "pennies" .. " run:3 --step 2"),
  "turn 2 of 12, case 1\n")
has("events as JSON", ludus("trace " .. script "mower" .. " run:1 --json"),
  '"event":"set"')
check.equal("no such step", ludus("trace " .. script "pennies" .. " run:3 --step 14"),
  "ludus: --step must be 1 to 13, the last being the end\n")
check.equal("no such case", ludus("trace " .. script "pennies" .. " run:3 --case 4"),
  "ludus: --case must be 1 to 3, got 4\n")
has("a game in C", ludus "trace minesweeper scripts/programs/quartetti-best.gp --case 15",
  "the end, after 4097 steps, case 15: won\n")
has("a program of Othello", ludus "trace othello scripts/programs/othello-gp.gp",
  "trace: case 1 of 8, it against discs, 59 moves; 61 to 2 discs\n")

-- Functions in Lua have the score of a program that does the same.
local function same_score(name, game, code, program)
  local paths = { ("%s/f.lua"):format(folder), ("%s/p.txt"):format(folder) }
  for i, text in ipairs { "return function(a, b, c) " .. code .. " end\n", program } do
    local file = assert(io.open(paths[i], "w"))
    file:write(text)
    file:close()
  end
  local told = ludus(("score %s %s --json"):format(game, table.concat(paths, " ")))
  local scores = {}
  for raw in told:gmatch '"raw":([%d.-]+)' do scores[#scores + 1] = raw end
  if #scores ~= 2 then io.write(told) end
  check.equal(name, scores[1], scores[2] or "two scores")
end
same_score("in Lua, against rivals from both seats", script "nim", "return a.sticks % 4",
  "RPB (MOD (STICKS) 4)")
same_score("by rules, too", script "sticks", "return a.sticks % 4", "RPB (MOD (STICKS) 4)")
same_score("machines in Lua", script "pennies", 'return "c"', "c00")
same_score("machines by rules", script "roshambo", 'return "paper"',
  "moves rock paper scissors\n0: paper rock->0 paper->0 scissors->0")
same_score("trees by rules", script "trail", 'return "(MOVE)"', "RPB (MOVE)")
same_score("linear programs by rules", script "mower",
  'if not a.n then return "Mow" end', "Cut\nMow")
same_score("vectors by rules", script "cannon", "return { 2, 6, 9 }", "(2, 6, 9)")
same_score("a machine of the dilemma", "ipd", 'return #b > 0 and b:sub(-1) or "c"', "c01 d01")
local eye = ludus("score minesweeper " .. folder .. "/f.lua --set cases=6")
local open_all = assert(io.open(folder .. "/open.lua", "w"))
open_all:write [[return function(view)
  for row = 1, view.rows do
    for col = 1, view.cols do if not view.board[row][col] then return row, col end end
  end
end
]]
open_all:close()
local opened = folder .. "/open.lua"
has("Minesweeper by its name and by a script", ludus("score minesweeper " .. opened)
  :match "raw[^\n]*", ludus("score scripts/minesweeper.lua " .. opened):match "raw[^\n]*")
has("with its cases", ludus("score minesweeper " .. opened .. " --cases"),
  "a function\n  raw 1225 of 2449 (50.0%), 36 cases\n  1 won, 35 exploded, 0 timed out, of 36 "
  .. "cases\n  case 1     raw -1\n")
has("what a function gives there is checked", eye, "f.lua: ")
has("Minesweeper of a script is played", ludus("play scripts/minesweeper.lua --player "
  .. opened .. " --case 3"), "> 1 1\n")
has("by people, too", ludus("play scripts/minesweeper.lua --case 36", "a1\nq\n"),
  "the game is left\n")
check.equal("where it has no score", ludus("score puzzle " .. opened),
  ("ludus: %s: a function has no score at this game\n"):format(opened))
local harm = folder .. "/harm.lua"
local file = assert(io.open(harm, "w"))
file:write(('io.open(%q, "w"):close() return function() end'):format(folder .. "/harm"))
file:close()
check.equal("a function has no trace", ludus("trace minesweeper " .. harm),
  ("ludus: '%s' is no program: name a file, or run:12\n"):format(harm))
check.equal("and is not executed for one", io.open(folder .. "/harm"), nil)
check.equal("a person has none", ludus("score minesweeper human"),
  "ludus: 'human' is no program: name a file, or run:12\n")
has("other games of modules say where", ludus("play scripts/evolve-machine.lua"),
  "ludus: people and functions play this game by 'ludus play ipd'; watch ipd.game by --player "
    .. "FILE or run:12\n")

-- Games that say nothing of themselves: no show, no moves, one case; a script that is a game.
local bare = folder .. "/bare.lua"
local plain = assert(io.open(bare, "w"))
plain:write [[local ludus = require "ludus"
return ludus.game { cases = 1, start = function() return { n = 1, t = 0 } end,
  primitives = { ONE = { 0, function() return 1 end } },
  turn = function(s, v) s.t = s.t + v if s.t > 2 then error("boom", 0) end end,
  repeats = true, budget = 9, score = function(s, v) return v end }
]]
plain:close()
check.equal("the state's fields instead of a picture, and it can be left",
  ludus("play " .. bare, "(ONE)\nq\n"), "n 1  t 0\nyour move (q ends): n 1  t 1\n"
    .. "your move (q ends): the game is left\n")
check.equal("what fails in the middle is told", ludus("play " .. bare, ("(ONE)\n"):rep(4))
  :match "ludus: .*", "ludus: boom\n  in function 'turn', case 1\n")
local lift = assert(io.open(folder .. "/lift.lua", "w"))
lift:write [[return require "ludus".game { blocks = { { "B", 5 } }, budget = 20,
  rules = "var n Up { n = n + 1 } done { n == 2 } score { n }" }]]
lift:close()
has("a linear game that is all of a script", ops(folder .. "/lift.lua"),
  "  Up           act")
check.equal("it is played", ludus("play " .. folder .. "/lift.lua", "up\nup\n"):match
  "the case is over: raw 2", "the case is over: raw 2")

-- A report of each.
for run = 1, 3 do
  has("a report of run " .. run, ludus(("report %d --out %s/r.html"):format(run, folder)),
    "wrote ")
end

-- ---- people --------------------------------------------------------------------------

local game = ludus("play " .. script "nim" .. " --against run:2", "9\n3\n3\n")
has("moves are listed", game, "your move (1, 2, 3; q):   moves are 1, 2, 3\n")
has("the program answers", game, "taken by player 2\n")
has("and the end is told", game, "the end: raw 0 for the program, player 2\n")
has("from the other seat", ludus("play " .. script "nim"
  .. " --against run:2 --seat 2 --case 2", "1\n1\n1\n"), "for the program, player 1\n")
check.equal("no such case to play", ludus("play " .. script "nim" .. " --case 5"),
  "ludus: --case must be 1 to 4\n")
has("a game of two has an opponent", ludus("play " .. script "nim", "3\nq\n"),
  "against the first of the game's rivals: RPB 1\n")
has("leaving", ludus("play " .. script "nim" .. " --against run:2", "q\n"),
  "the game is left\n")
has("alone at a game of machines", ludus("play " .. script "pennies",
  ("c\nd\n"):rep(6)), "the end: raw 12\n")
local two = folder .. "/two.lua"
local f = assert(io.open(two, "w"))
f:write "return function() return 2 end\n"
f:close()
has("a function in Lua", ludus(("play %s --player %s --against run:2"):format(
  script "nim", two)), "the end: raw 1 for the program, player 2\n")
has("two programs", ludus(("play %s --player run:2 --against run:2@0"):format(
  script "nim")), "case 1 of 8: ")
has("instructions of a linear game", check.run(
  'printf "Step\\nIfWall\\nFly\\nq\\n" | "$LUDUS" play scripts/linear-robot.lua 2>&1'),
  "your move (q ends):   it is not so\n")
has("expressions of a tree", check.run(
  'printf "(PLAY 4)\\n(PLAY\\nq\\n" | "$LUDUS" play scripts/tictactoe.lua 2>&1'),
  "O . .\n. X .\n. . .\n")
local lawn = ludus("play " .. script "mower", "IfGrass\nMow\nFly\nRight\nIfGrass\nMow\nq\n")
has("instructions of a game by rules", lawn,
  'your move (? lists, q):   it is not so\n')
has("what there is", lawn, "an instruction is one of Nop, Mow, Left, Right, IfGrass\n")
has("what they do", lawn, '@ . T " " "\n')
has("trees by rules: an expression a move", ludus("play " .. script "trail",
  "(MOVE)\nwhat\nq\n"), "your move (q ends): dir 1  eaten 0  x 1  y 0\n")
has("vectors by rules: all genes", ludus("play " .. script "cannon", "(2, 6, 9)\n"),
  "the case is over: raw 3\n")
has("vectors in Lua: moves", ludus("play " .. script "courier", "on\non\nq\n"),
  "..<  1 parcels, tired 2\n")
has("but can be watched", ludus("play " .. script "mower" .. " --player run:1"),
  "case 1 of 4: ")
local mines = ludus("play minesweeper --case 1", "a1\n")
has("a mine", mines, "a mine: you have lost\n")
mines = ludus("play minesweeper --case 8", "zz\na1\na1\nm b2\nq\n")
has("a number", mines, "  1 1 . . . . .\n")
has("twice", mines, "it is open already\n")
has("a mark", mines, "  2 . m . . . .\n")
local won = {}
for row = 1, 6 do
  for col = 1, 6 do
    if not (row == 2 and col == 2) then won[#won + 1] = string.char(96 + col) .. row end
  end
end
has("all squares but the mine", ludus("play minesweeper --case 8",
  table.concat(won, "\n") .. "\n"), "every square without a mine is open: you have won\n")
has("the puzzle", ludus("play puzzle --player human --set start=213456789",
  "2 9\n1 2\n"), "these tiles are no neighbours\n")
has("is solved", ludus("play puzzle --player human --set start=213456789", "1 2\n"),
  "solved in 1 moves\n")
has("a machine of a run", ludus "play ipd --player run:3 --against Laran --turns 5",
  "sentences: run:3 ")

-- ---- functions ------------------------------------------------------------------------

-- Plays with a file that returns the function of the text.
local function by(words, text)
  local path = folder .. "/player.lua"
  local out = assert(io.open(path, "w"))
  out:write("return ", text, "\n")
  out:close()
  return (ludus(("play %s --player %s"):format(words, path)):gsub(folder, "FOLDER"))
end
has("a function at instructions by rules is told what a test says", by(script "mower",
  [[function(_, player, said)
    if said == nil then return "IfGrass" end
    return player == 1 and (said and "Mow" or "Right")
  end]]), '> IfGrass\n')
has("it plays to the end", by(script "mower", 'function() return "Mow" end'),
  "no more steps are left: raw ")
has("and sees the state", by(script "trail",
  'function(s) return s.x < 2 and "(MOVE)" or nil end'),
  "> (MOVE)\ndir 1  eaten 0  x 1  y 0\n")
has("leaving the game by nil", by(script "trail", "function() end"), "the game is left\n")
has("genes as a list", by(script "cannon", "function(s) return { 2, 6, 9 } end"),
  "> (2, 6, 9)\n")
has("or as text", by(script "cannon", 'function() return "(2, 6, 9)" end'),
  "the case is over: raw 3\n")
has("a machine's moves", by(script "roshambo", [[function(_, _, seen)
  return seen or "rock"
end]]), "the case is over, ")
has("Minesweeper, by row and column as in mines.solo", by("minesweeper --case 8",
  [[function(view)
    for row = 1, view.rows do
      for col = 1, view.cols do
        if not view.board[row][col] and not (row == 2 and col == 2) then
          return row, col
        end
      end
    end
  end]]), "every square without a mine is open: you have won\n")
has("its last number is seen", by("minesweeper --case 8", [[function(view)
  if view.left == 34 and view.board[1][1] == 1 then return "b2" end
  return view.left == 35 and "a1" or nil
end]]), "> a1\n    a b c d e f\n  1 1 . . . . .\n")
has("the solver", by("minesweeper --case 8",
  '(require "ludus.minesweeper.solver").player'), "you have won\n")
has("the puzzle, by tiles", by("puzzle --set start=213456789", [[function(s)
  if s.failures == 2 and s.moves == 0 then return s.board[1], s.board[2] end
end]]), "> 2 1\n1 2 3\n")
local endless = by("puzzle --set start=213456789", "function(s) return s.codes end")
has("or codes", endless, "the game is left after 10000 moves\n")
check.equal("which is all", select(2, endless:gsub("> 18\n", "")), 10000)
has("the dilemma", by("ipd --against T/D --turns 5", 'function() return "d" end'),
  "ddddd  FOLDER/player.lua\n")
has("Battleship", by("battleship --watch --seed 3", [[function(view)
  for s = 1, view.rows * view.cols do if not view.board[s] then return s end end
end]]), "function needed 93 shots\n")
has("Othello", by("othello --quick --black discs --depth 1",
  "function(_, mobility) return mobility end"), "game: ")
check.equal("what can't be done is told", by("puzzle", "function() return 0 end"):match
  "ludus: .*", "ludus: the player's function gave '0': a move is two neighbouring tiles, "
    .. "like 4 6, or a code of 1 to 18\n")
check.equal("a square outside", by("minesweeper", "function() return 7, 1 end"):match
  "ludus: .*", "ludus: the player's function gave '7 1': there is no such square on a "
    .. "board of 6 x 6\n")
check.equal("no line", by(script "mower", "function() return {} end"):match "ludus: .*",
  "ludus: the player's function gave a table: expected what a person types, or nil\n")
check.equal("its own errors", by(script "mower", 'function() error "oh" end'):match
  "ludus: .*", "ludus: FOLDER/player.lua:1: oh\n")
check.equal("no function", by("minesweeper", "7"),
  "ludus: FOLDER/player.lua: a player in Lua is a file that returns a function(state, "
    .. "player), this one returns a number\n")

-- ---- films ---------------------------------------------------------------------------

local film = watch.begin(5)
check.equal("a picture after another", watch.press(film, "none").at, 2)
check.equal("back", watch.press(watch.press(watch.press(film, "none"), "none"), "left").at,
  2)
check.ok("stepping pauses", watch.press(film, "right").paused)
check.ok("a pause", watch.press(film, " ").paused)
check.ok("and on", not watch.press(watch.press(film, " "), " ").paused)
check.equal("faster", watch.press(film, "+").speed, film.speed + 1)
check.equal("as fast as can be", watch.press({ at = 1, last = 5, speed = #watch.speeds },
  "+").speed, #watch.speeds)
check.equal("slower", watch.press(film, "-").speed, film.speed - 1)
check.ok("the end waits", watch.press(film, "end").paused)
check.equal("where a blank begins again", watch.press(watch.press(film, "end"), " ").at, 1)
check.equal("not before the first", watch.press(film, "left").at, 1)
check.equal("q ends", watch.press(film, "q"), nil)

if not screen.there then
  print "tmux is not installed: no terminal tested"
  return check.done()
end

local s
local function see(name, pattern)
  local found, last = s:wait(pattern)
  if not found then io.write("looked for ", pattern, " in\n", last) end
  check.ok(name, found)
end

-- Watching: pause, back, the end, again.
s = screen.open { words = ("play %s --player run:1 --store %s"):format(script "mower",
  store) }
see("a film", "%d+/%d+.*space pause")
s:type("End")
see("its end", "the end, after 120 steps")
s:type("Left")
see("a step back", "step %d+ of 120: .*paused")
s:type("Home", " ")
see("from the beginning", "step %d+ of 120: ")
s:type("q")
see("it ends", "status 0")
s:close()

-- A person against a program in a real terminal.
s = screen.open { words = ("play %s --against run:2 --store %s"):format(script "nim",
  store) }
see("a prompt", "your move %(1, 2, 3; q%):")
s:type("3", "Enter")
see("an answer", "taken by player 2")
s:type("q", "Enter")
see("the game is left", "the game is left\nstatus 0")
s:close()

-- Without a terminal that can be drawn on, nothing steers it.
s = screen.open { env = "TERM=dumb", words = ("play %s --player run:3 --store %s"):format(
  script "pennies", store) }
see("lines on a dumb terminal", "case 1 of 3: .*status 0")
s:close()

s = screen.open { words = "play battleship --watch --seed 3" }
see("shots as a film", "shot %d+ of %d+")
s:type("End")
see("to the last", "density needed %d+ shots")
s:type("q")
see("that ends, too", "status 0")
s:close()

return check.done()
