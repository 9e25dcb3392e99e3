-- Battleship for scripts: players, matches, the drill, the adaptive player.
local check  = dofile "tests/lua/check.lua"
local bs     = require "ludus.battleship"
local linear = require "ludus.linear"
local ludus  = require "ludus"
local stats  = require "ludus.stats"

-- ---- programs ---------------------------------------------------------------

local repaired = bs.read "scripts/programs/battleship-figure8-repaired.lgp"
check.equal("a program has its lines", #repaired, 30)
check.ok("text reads back", bs.parse(tostring(repaired)) == repaired)
check.ok("programs that ship are the files", bs.player "repaired".program == repaired)
check.ok("printed is the file", bs.player "figure8".program
  == bs.read "scripts/programs/battleship-figure8.lgp")
check.ok("the pre-trained one, too", bs.player "pretrained".program
  == bs.read "scripts/programs/battleship-pretrained.lgp")
check.error("unknown instruction",
  function() bs.parse("Targeting\nShot\n", "p") end,
  "p:2:1: unknown instruction 'Shot'; did you mean 'Shoot'?\n  Shot\n  ^")
check.equal("heading", (tostring(repaired):match "^[^\n]+"),
  "Targeting state (6/10)")
local rng = ludus.rng(4)
local child = repaired:vary(rng, "chunk", bs.set:random(rng), { mutation = 0.5 })
check.ok("a child is a program", bs.parse(tostring(child)) == child)
check.ok("parents stay", repaired == bs.player "repaired".program)

-- ---- players ----------------------------------------------------------------

local function solo(player, more)
  local s = { player = player, games = 2000 }
  for key, value in pairs(more or {}) do s[key] = value end
  return bs.solo(s)
end

check.near("density", solo "density".mean, 44.7, 0.7)
check.near("spaced", solo "spaced".mean, 44.25, 0.6)
check.equal("foresight, to the shot", solo("foresight", { games = 1000 }).mean, 43.982)
check.near("repaired", solo "repaired:checkerboard".mean, 59.3, 1.0)
check.near("both readings of If agree on the repaired one",
  solo({ program = repaired, nested = true }).mean, 67.46, 1.1)
check.ok("who remembers hits needs fewer shots",
  solo "random+memory".mean < solo "random+three".mean - 3)
check.equal("same seed, same games, any threads", solo("density",
  { threads = 1 }).mean, solo("density", { threads = 3 }).mean)
check.ok("a small board is quicker", solo("density", { games = 200,
  fleet = bs.fleet { rows = 6, cols = 6, ships = { 3, 2 } } }).mean < 30)
local rows = solo(function(view)
  for cell = 1, view.rows * view.cols do
    if not view.board[cell] then return cell end
  end
end, { games = 200 })
check.near("a function plays", rows.mean, solo("rows", { games = 200 }).mean, 1e-9)
check.error("a function must name an open square",
  function() solo(function() return 1 end, { games = 1 }) end,
  "the player's function must return the number of a square that was not shot "
  .. "yet, 1 to 100")
check.error("errors of a function come out",
  function() solo(function() error("oh", 0) end, { games = 1 }) end, "oh")
check.error("unknown player", function() bs.player "densty" end,
  "battleship: no player 'densty'; did you mean 'density'?")
local _, board = pcall(function() bs.fleet { rows = 12, cols = 12 } end)
check.equal("too large a board", board:match "battleship%.fleet: .*",
  "battleship.fleet: field 'rows': a board has 1 to 32 rows and columns and at most "
  .. "128 squares, not 12 x 12")

-- ---- one game ---------------------------------------------------------------

local core, board = require "ludus.core.battleship", bs.fleet {}
local lined = { { 1, 2, 3, 4, 5 }, { 11, 12, 13, 14 }, { 21, 22, 23 }, { 31, 32, 33 },
  { 41, 42 } }
local function player(fields)
  local p = {}
  for key, value in pairs(bs.player "random") do p[key] = value end
  for key, value in pairs(fields) do p[key] = value end
  return p
end
local function shots(p, ships) return core.shots(board, p, ships or lined, 1, 0) end
local in_rows = shots(bs.player "rows")
check.equal("row by row up to the last square", #in_rows .. " " .. in_rows[42], "42 42")
check.refused("ships are counted", function() shots(player {}, { { 1, 2 } }) end,
  "expected 5 ships, got 1")
lined[5] = { 41, 43 }
check.refused("they are in a line", function() shots(player {}) end,
  "ship 5 must be 2 squares in a line")
lined[5] = { 41, 31 }
check.refused("and not on another", function() shots(player {}) end,
  "ship 5 lies on another")
lined[5] = { 100, 101 }
check.refused("on the board", function() shots(player {}) end,
  "square 101 is not on the board")
lined[5] = { 41, 42 }
check.refused("a sinking has a name", function() shots(player { sink = "four" }) end,
  "no sinking 'four'; there are: none, three, memory")
check.error("a target, too", function() shots(player { target = "randm" }) end,
  "no targeting 'randm'; did you mean 'random'?")
check.refused("and a player", function() shots(player { kind = "person" }) end,
  "field 'kind': unknown 'person'")
check.refused("densities need more", function() shots(player { target = "density" }) end,
  "target 'density' goes with a program, or with kind 'density'")
check.error("a function's error ends it", function()
  shots(bs.player(function() error("no", 0) end))
end, "no")
check.error("a match, too", function()
  bs.match { a = "random", b = function() error("no", 0) end, games = 2 }
end, "no")
check.error("and a series", function()
  bs.series { opponent = function() error("no", 0) end, games = 1 }
end, "no")

-- Places of the ships afloat on a square: 2 ways for each of the others' lengths.
local values, sunk, left = core.belief(board, lined, {})
check.equal("a corner's value", values[1], 2.0 * 5)
check.equal("nothing is sunk", tostring(sunk) .. left, "nil5")
values, sunk, left = core.belief(board, lined, { 100, 41, 42 })
check.equal("shot squares are worth nothing", values[100] + values[41] + values[42], 0.0)
check.equal("the corner is worth a ship less, and five rows do not fit", values[1],
  2.0 * 4 - 1)
check.equal("the last shot sank two", sunk .. left, "24")
check.refused("no square twice", function() core.belief(board, lined, { 1, 1 }) end,
  "shot 2 is not at an open square")
check.refused("none outside", function() core.belief(board, lined, { 101 }) end,
  "shot 1 is not at an open square")

local hunter = bs.player "repaired"
check.equal("both engines count the same steps",
  core.steps(board, hunter, 1, 50, false), core.steps(board, hunter, 1, 50, true))
for _, name in ipairs { "random+three", "repaired:density" } do
  check.error("no steps of " .. name,
    function() core.steps(board, bs.player(name), 1, 1, false) end,
    "only programs with a hunt as Target are traced")
  check.error("no trace of " .. name, function() bs.trace(name) end,
    "only programs with a hunt as Target are traced")
end
local text, fired, took = bs.trace("repaired", { lines = 100000 })
check.equal("a trace has a line per step", select(2, text:gsub("\n", "")), took)
check.equal("and as many as are asked for",
  select(2, bs.trace("repaired", { lines = 7 }):gsub("\n", "")), 7)
check.ok("and shots", fired >= 17 and fired <= 100)
check.ok("a program that asks densities comes near them",
  solo "repaired:density".mean < 50)

-- ---- matches ----------------------------------------------------------------

local m = bs.match { a = "largest+three", b = "random+three", games = 4000 }
check.ok("the interval holds the share", m.lower < m.share and m.share < m.upper)
check.near("lattice against random", m.share, 0.693, 0.03)
check.equal("threads do not matter", m.won, bs.match { a = "largest+three",
  b = "random+three", games = 4000, threads = 1 }.won)
local t = bs.tournament { players = { "random", "density", "random+three" },
  games = 200 }
check.ok("density is first", bs.table(t):match "^ 1  density")

-- ---- waves ------------------------------------------------------------------

local pulse, flat, half = {}, {}, {}
for i = 1, 12 do
  flat[i], pulse[i], half[i] = 1, i <= 4 and 1 or 0, i <= 2 and 1 or 0
end
check.near("Figure 5: 1/sqrt 3", bs.correlation(flat, pulse), 1 / math.sqrt(3), 1e-6)
check.near("Figure 5: 1/sqrt 6", bs.correlation(flat, half), 1 / math.sqrt(6), 1e-6)
check.near("Figure 5: 1", bs.correlation(pulse, pulse), 1, 1e-6)
local density = bs.counts { placement = "corners", fleets = 5000 }
local _, _, two = bs.fit(density, 0, 1, nil, 2)
check.ok("two harmonics have less than five", two < select(3, bs.fit(density, 0, 1)))
check.refused("and there is one at least", function() bs.fit(density, 0, 1, nil, 0) end,
  "bad argument #5 to 'fit' (must be 1 to 5)")
local _, curve, best = bs.fit(density, 60, 1)
check.ok("waves improve", curve[61] > curve[1])
check.ok("waves come near the best five", curve[61] > 0.9 * best)
check.ok("and never past it with whole turns", curve[61] < best + 1e-4)

-- ---- what evolved ------------------------------------------------------------

local evolved = bs.read "scripts/programs/battleship-evolved.lgp"
local function sinking(player)
  player.target, player.restart = "checkerboard", player.program and true
  return bs.solo { player = player, games = 20000, seed = 77 }.mean
end
local logic = sinking { program = evolved }
check.near("the evolved program plays as its file says", logic, 55.12, 0.3)
check.ok("better than Figure 8", logic < sinking { program = repaired } - 1)
check.ok("and than logic by hand", logic < sinking { sink = "three" } - 1)

-- ---- sinking logic from scratch ---------------------------------------------

local function drill(threads)
  return bs.drill { population = 60, kept = 6, rounds = 6, games = 12,
    threads = threads, finalists = 3 }
end
local one, two = drill(1), drill(2)
check.ok("drills are the same on any threads", one.program == two.program)
check.equal("and their curves", one.curve[7].best, two.curve[7].best)
check.ok("they learn", one.curve[7].best < one.curve[1].best)
local grown = bs.descent { target = "checkerboard", from = { repaired }, lines = 2,
  rounds = 2, steps = 20, games = 40, warm = 0, cold = 0 }
check.near("descents go on from given programs", grown.mean, 59.3, 2.5)
check.error("kept", function() bs.drill { population = 20, kept = 20 } end,
  "kept must be 1 to 19, got 20")

local rounds = 0
local function descent(threads)
  return bs.descent { target = "checkerboard", lines = 8, start = 400, rounds = 6,
    steps = 150, games = 20, more = 2, prune = 3, threads = threads,
    on_round = function() rounds = rounds + 1 end }
end
one, two = descent(1), descent(3)
check.ok("descents are the same on any threads", one.program == two.program)
check.equal("and their curves, too", one.curve[6].mean, two.curve[6].mean)
check.equal("every round is told", rounds, 12)
check.ok("they learn faster", one.curve[6].best < 93 and one.mean < 95)
check.near("choosing games are not the rounds'", one.mean, bs.solo { player = {
  program = one.program, target = "checkerboard" }, games = 4000 }.mean, 3)

-- ---- the adaptive player ----------------------------------------------------

local function series(captain, threads)
  return bs.series { captain = captain, places = "bottom", repeats = 12, games = 9,
    opponent = "rows+three", threads = threads }
end
local paper = { before = 20, rounds = 4 }
local a, b = series(paper, 1), series(paper, 2)
check.equal("series are the same on any threads",
  table.concat(a.shots[12], " "), table.concat(b.shots[12], " "))
check.ok("what was learnt, too", a.known == b.known)
local function mean(rows, first, last)
  return stats.mean(bs.stretch(rows, first, last))
end
check.ok("waves learn the bottom row", mean(a.shots, 6, 9) < mean(a.shots, 1, 1) - 5)
check.ok("placement learns", mean(a.survival, 6, 9) > mean(a.survival, 1, 1))
local d = series { targeting = "density", sinking = "belief" }
check.ok("densities learn", mean(d.shots, 6, 9) < mean(d.shots, 1, 2) - 10)
check.equal("games are counted", bs.known(a.known), 9)
local mixed = series { targeting = "density", sinking = "program", adapt = false,
  rounds = 3 }
check.ok("programs sink what densities find",
  mean(mixed.shots, 6, 9) < mean(mixed.shots, 1, 2) - 5)
local still = series { sinking = "three", learn = false, adapt = false }
check.ok("who does not learn stays as he is",
  math.abs(mean(still.shots, 6, 9) - mean(still.shots, 1, 4)) < 8)
local cover, covered = bs.anchor(a.known, { fleets = 300 }), 0
for _, n in ipairs(cover) do covered = covered + n end
check.equal("placed fleets have all their squares", covered, 300.0 * 17)
local fresh = bs.anchor(bs.pretrained {}, { fleets = 300, heed = 0 })
local function upper(squares)
  local n = 0
  for i = 1, 30 do n = n + squares[i] end
  return n
end
check.ok("and shun the rows that are shot at first", upper(cover) < upper(fresh) / 2)
check.refused("captains choose of what there is", function()
  require "ludus.core.battleship".captain.series(board, { targeting = "sonar" })
end, "field 'targeting': unknown 'sonar'")
local on = bs.series { captain = { targeting = "density", sinking = "belief" },
  places = "bottom", repeats = 12, games = 1, base = d.known }
check.ok("knowledge is restored", mean(on.shots, 1, 1) < 35)
check.error("foreign bytes", function() bs.known "LBS2...." end,
  "these bytes are no saved Battleship opponent")
check.error("cut bytes", function() bs.known(a.known:sub(1, 2000)) end,
  "saved opponent: fewer bytes than expected")
check.error("another board",
  function() bs.known(a.known, bs.fleet { rows = 8, cols = 8 }) end,
  "the opponent was saved for another board or fleet")
local r = ludus.rng(5)
for _ = 1, 200 do                                   -- no bytes may crash it
  local at = r:below(#a.known) + 1
  pcall(bs.known, a.known:sub(1, at - 1) .. string.char(r:below(256))
    .. a.known:sub(at + 1))
end

-- ---- instructions of one's own ----------------------------------------------

local walker = linear.set {
  name = "walker", blocks = { { "Walk", 6 }, { "Turn", 4 } },
  registers = { "x", "facing" },
  instructions = {
    { "Step", function(s) s.x = s.x + s.facing return s.x == 5 end },
    { "Back", function(s) s.facing = -s.facing end },
    { "IfWall", test = function(s) return s.x == 0 end },
    { "Bounce", combine = { "IfWall", "Back", "Step" } },
    { "Jump", jump = true },
  },
}
local game = { x = 2, facing = -1 }
local ended, steps, trace = walker:run(
  "Walk\nStep\nIfWall\nJump\nTurn\nBack\nJump", game, { budget = 99, trace = 2 })
check.ok("it ends at five", ended and game.x == 5)
check.equal("steps are exact", steps, 21)
check.equal("trace", trace, "Walk 1 Step x=2 facing=-1\nWalk 2 IfWall x=1 facing=-1\n")
game = { x = 1, facing = -1 }
ended, steps = walker:run("Walk\nBounce\n", game, { budget = 50 })
check.ok("combined instructions run", ended)
check.error("unknown part", function()
  linear.set { blocks = { { "A", 1 } }, instructions = { { "B", combine = { "C" } } } }
end, "linear.set: instruction 'B' combines 'C', which is not declared before it")
check.error("twice", function()
  linear.set { blocks = { { "A", 1 } },
    instructions = { { "B", jump = true }, { "b", jump = true } } }
end, "linear.set: instruction 'b' is declared twice")
local more = linear.extend(bs.set, { { "Probe",
  { "LoadPos", "RandDir", "MoveFwd", "Shoot" } } })
local probing = more:parse "Targeting\nTarget\nSavePos\nShoot\nIfHit\nJump\n"
check.equal("extended sets print", #probing, 5)
check.near("and play", bs.solo { player = { program = more:parse(
  "Targeting\nTarget\nSavePos\nShoot\nIfHit\nJump\nLocking\nProbe\nIfHit\nJump\n"
  .. "Sinking\nMoveFwd\nShoot\nIfMiss\nJump") }, games = 500 }.mean, 78.9, 2)

-- ---- experiments and the store ----------------------------------------------

local arena = bs.game { cases = 50, target = "checkerboard" }
local score = arena:score(repaired)
check.ok("it reads programs", arena:read(tostring(repaired)) == repaired)
check.error("with their mistakes", function() arena:read("Targeting\nShot\n", "p") end,
  "p:2:1: unknown instruction 'Shot'; did you mean 'Shoot'?\n  Shot\n  ^")
check.near("a game scores programs", score.mean, 59.3, 4)
check.equal("all cases are there", #score.cases, 50)
check.equal("the least is the fleet", score.standardized, score.raw - 17 * 50)
local e = ludus.experiment { game = bs.game { cases = 5 }, program = bs.program {},
  population = 20, generations = 3, select = ludus.tournament(3),
  vary = { { 0.6, ludus.operator "chunk" }, { 0.4, ludus.operator "mutate" } } }
check.ok("experiments accept it", e)
local db = check.tmpname()
bs.remember(db, "anna", a.known)
check.ok("the store keeps opponents", bs.recall(db, "anna") == a.known)
check.ok("unknown ones are nil", bs.recall(db, "bob") == nil)
os.remove(db)

-- ---- the command ------------------------------------------------------------

local out, _, status = check.run "$LUDUS play battleship --watch --seed 3"
check.equal("watching ends well", status, 0)
check.ok("and says how long it took", out:match "density needed %d+ shots")
out, _, status = check.run "printf 'b5\\nb5\\nz\\n' | $LUDUS play battleship --seed 3"
check.ok("a person may leave", status == 0 and out:match "the game is left")
check.ok("and is told of a second shot", out:match "you have shot there already")
local _, err, bad = check.run "$LUDUS play battleship --player densty"
check.ok("an unknown player is wrong usage", bad == 2 and err:match "did you mean")

-- ---- narrow screens ------------------------------------------------------------------

local board = require "ludus.battleship.board"
local left, right = { "aaaa", "bbbb" }, { "cccc" }
check.equal("side by side", board.columns({ left, right }, { "l", "r" }, 12),
  "l       r\naaaa    cccc\nbbbb")
check.equal("too narrow: one below another",
  board.columns({ left, right }, { "l", "r" }, 11), "l\naaaa\nbbbb\nr\ncccc")
-- ---- what does not fit is refused --------------------------------------------

do
  local core = require "ludus.core.battleship"
  local captain = require "ludus.core.battleship".captain
  local fleet = core.fleet(10, 10, { 5, 4, 3, 3, 2 })
  local other = require "ludus.linear".set { blocks = { { "Main", 1 } },
    instructions = { { "A", function() end } } }.species
  check.error("a player's error whose text cannot be made", function()
    bs.solo { games = 1, player = function()
      error(setmetatable({}, { __tostring = function() error "no" end }))
    end }
  end, "table")
  check.ok("the programs of opponents are of one set", not pcall(captain.program,
    fleet, captain.rival(fleet, 1, {}), other))
  check.ok("densities are not measured as programs", not pcall(core.steps, fleet,
    { kind = "program", target = "density", patience = 9, nested = false,
      restart = false, spaced = false, program = other:parse "Main\nA" }, 1, 1))
end

return check.done()
