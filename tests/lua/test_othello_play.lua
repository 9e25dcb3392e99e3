-- Othello at the command line: play, score, scripts; and coevolution.

local check    = dofile "tests/lua/check.lua"
local coevolve = require "ludus.othello.coevolve"
local othello  = require "ludus.othello"
local play     = require "ludus.othello.play"

local function ludus(words, input)
  local given = input and ("printf '" .. input .. "' | ") or ""
  return check.run(given .. "$LUDUS " .. words)
end

-- ---- values in words -----------------------------------------------------------

check.equal("an evaluation", play.value(-12.4), "-12")
check.equal("a won end", play.value(1000000 + 20000), "wins by 2 discs")
check.equal("a lost end", play.value(-1000000 - 10000), "loses by 1 disc")

-- ---- a session -----------------------------------------------------------------

local saved = check.tmpname()
local out, err, status = ludus("play othello --depth 5",
  "f5\\nhint\\nfeatures\\npicture corners\\na1\\nbst\\nbest\\nback\\nmoves\\n"
  .. "solve\\nsave " .. saved .. "\\nhelp\\nquit\\n")
check.equal("a session ends well", status, 0)
check.ok("the board with legal moves", out:find "  3 . . . %* . . . . 3")
check.ok("the reply", out:find "hand %(white%) plays d6")
check.ok("an evaluation", out:find "for black, says hand")
check.ok("hints", out:find "what hand thinks of the moves:")
check.ok("features", out:find "C4 frontier")
check.ok("a picture", out:find "corners: 0.00")
check.ok("an illegal move", out:find "black cannot play on a1; legal: c3 c4")
check.ok("a misspelt command", out:find "did you mean 'best'?")
check.ok("the moves", out:find "game:  f5d6")
check.ok("too early to solve", out:find "58 squares are empty; at most 24")
check.ok("saved", out:find "saved 2 moves in ")
out = ludus("play othello --load " .. saved, "moves\\n")
check.ok("loaded", out:find "game:  f5d6")
local file = assert(io.open(saved, "w"))
file:write "f5d6z9\n"
file:close()
out, err, status = ludus("play othello --load " .. saved, "")
check.equal("a broken game is refused", status, 2)
check.ok("with its place", err:find(saved .. ":1:5: 'z9' is no square", 1, true))
os.remove(saved)

out, err, status = ludus("play othello --black discs --white squares "
  .. "--depth 1 --quick")
check.ok("two players", status == 0 and out:find "the game is over: ")
local moves = out:match "game: (%w+)"
check.equal("the game reads back", (othello.read(moves)), moves)
out, err, status = ludus "play othello --white nobody"
check.equal("an unknown player", err,
  "ludus: no player 'nobody'; give a file or one of discs, squares, mobility, "
  .. "hand, random\n")
check.equal("is wrong usage", status, 2)
out, err, status = ludus "play othello --position XO"
check.ok("a wrong position", status == 2 and err:find "expected 64 squares")
out = ludus("play othello --solve 10 --position "
  .. "'--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'",
  "solve\\n")
check.ok("an endgame is solved", out:find "g8, %+18 discs for black")

-- ---- scoring -------------------------------------------------------------------

out, err, status = ludus("score othello hand --set teachers=discs "
  .. "--set depth=1 --json")
check.ok("a score", status == 0 and out:find '"games":2' and out:find '"raw":')
out = ludus("score othello scripts/programs/othello-gp.gp "
  .. "--set teachers=discs --cases")
check.ok("a program's cases", out:find "discs +as black opening 1 +lead")
out, err, status = ludus "score othello hand --set teachers=dscs"
check.ok("a wrong teacher", status == 2 and err:find "did you mean 'discs'?")

-- ---- scripts -------------------------------------------------------------------

out, err, status = ludus("run scripts/othello-league.lua --set games=4 "
  .. "--set depth=1 --json")
check.ok("the league", status == 0 and out:find '"name":"coevolved"')
out, err, status = ludus("run scripts/othello-coevolve.lua --set generations=2 "
  .. "--set population=6 --set yardstick=2 --set final=2 --set depth=1 --json")
check.ok("coevolution", status == 0 and out:find '"yardstick":')
local store = check.tmpname()
os.remove(store)
out, err, status = ludus("run scripts/othello-gp.lua --set population=10 "
  .. "--set generations=2 --set game.openings=1 --set game.depth=1 --json --store "
  .. store)
check.ok("genetic programming", status == 0 and out:find '"digest":')
out = check.run("LUDUS_STORE=" .. store .. " $LUDUS score othello run:1 "
  .. "--set teachers=discs --json")
check.ok("the best of a stored run plays", out:find '"program":"run:1"')
os.remove(store)

-- ---- coevolution ---------------------------------------------------------------

local function run(threads)
  return coevolve.run { population = 8, generations = 4, hall = 2, peers = 2,
    openings = 1, depth = 1, yardstick = 2, final = 2, threads = threads, seed = 3 }
end
local one = run(1)
check.equal("the same on 2 threads", table.concat(run(2).population, " "),
  table.concat(one.population, " "))
check.equal("a champion per generation", #one.hall, 4)
check.equal("eight weights", #one.best.weights, 8)

out = ludus("play othello", "?\\nf5\\nundo\\nresign\\n")
check.ok("the first line says what to type", out:find(
  "^A square, as f5, plays on it; 'help' lists what else there is%.\n"))
check.ok("words of other programs are known", out:find("picture FEATURE", 1, true)
  and not out:find("neither a square", 1, true))

return check.done()
