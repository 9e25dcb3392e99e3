-- Othello from Lua: rules, features, players, records, matches, ratings.

local check   = dofile "tests/lua/check.lua"
local othello = require "ludus.othello"
local elo     = require "ludus.elo"

local start = othello.start()

-- ---- positions --------------------------------------------------------------

check.equal("the start", tostring(start),
  "---------------------------OX------XO--------------------------- X")
check.equal("black begins", start:side(), "black")
check.equal("four moves", table.concat(start:moves(), " "), "d3 c4 f5 e6")
check.equal("perft 7", start:perft(7), 55092)
check.equal("perft 7, plain", start:perft(7, "plain"), 55092)
local after = start:play "f5"
check.equal("playing gives a new position", tostring(start:side()), "black")
check.equal("white is next", after:side(), "white")
check.equal("discs", table.concat({ after:count() }, " "), "4 1 59")
check.equal("flips", table.concat(start:flips "f5", " "), "e5")
check.equal("no flips", #start:flips "a1", 0)
check.ok("equal positions", after == othello.position(tostring(after)))
check.error("an illegal move", function() start:play "a1" end,
  "tests/lua/test_othello.lua:24: black cannot play on a1")
check.error("no square", function() start:play "z9" end,
  "tests/lua/test_othello.lua:26: 'z9' is no square; they are a1 to h8")
check.error("too many squares to solve", function() start:solve() end,
  "tests/lua/test_othello.lua:28: 60 squares are empty; at most 24 can be solved")

check.refused("a side to move", function() othello.position(("-"):rep(65)) end,
  "position:1:65: expected the side to move, X or O\n  " .. ("-"):rep(37) .. "\n"
  .. (" "):rep(38) .. "^")
if othello.engine == "avx2" then
  check.equal("perft 7, fast", start:perft(7, "fast"), 55092)
end

-- ---- features ---------------------------------------------------------------

check.equal("eight features", #othello.features, 8)
check.near("frontier", after:feature "C4", -300 / 7, 1e-4)
check.near("contact", after:feature "contact", 100 / 3, 1e-4)
check.error("no such feature", function() after:feature "frontir" end,
  "no feature 'frontir'; did you mean 'frontier'?")
check.ok("a picture", othello.picture(after, "liberties"):find "+ white: 5")
check.ok("a picture of the edges", othello.picture(start:play "f5", "edges"))
check.near("a full edge", othello.edge "XXXXXXXX", 860, 0.01)
check.near("all features are scaled", after:features()[3], 100 / 3, 1e-4)

-- ---- players ----------------------------------------------------------------

local hand = othello.player "hand"
local weights = othello.player { -10, 60, 0, -30, -10, -20, 100, 110 }
local called = othello.player(function(c1, c2, _, c4, c5, c6, c7, c8)
  return -10 * c1 + 60 * c2 - 30 * c4 - 10 * c5 - 20 * c6 + 100 * c7 + 110 * c8
end)
local written = othello.player(
  "(ADD (ADD (MUL -10 C1) (MUL (MUL 2 5) (MUL C2 5))) (MUL C8 (ADD 50 50)))")
check.equal("a name and its weights think alike",
  table.concat({ hand.core:think(after) }, " "),
  table.concat({ weights.core:think(after) }, " "))
check.equal("a function thinks like its weights", (called.core:think(after)),
  (weights.core:think(after)))
check.near("a function values like its weights", called.core:value(after),
  weights.core:value(after), 0.05)
check.near("a program's value", written.core:value(after),
  othello.player({ -10, 50, 0, 0, 0, 0, 0, 100 }).core:value(after), 0.05)
local adf = othello.player "ARITY 2 RPB (ADF0 C2 C1) ADF0 (SUB ARG1 (MUL ARG0 2))"
check.near("an ADF", adf.core:value(after),
  othello.player({ 1, -2, 0, 0, 0, 0, 0, 0 }).core:value(after), 0.01)
local bits = othello.bits { -127, 128, 0, 1, -1, 5, 100, 7 }
check.equal("bits", bits, "0000000011111111011111111000000001111110"
  .. "100001001110001110000110")
check.equal("bits and back", table.concat(othello.weights(bits), " "),
  "-127 128 0 1 -1 5 100 7")
local read = othello.player("(" .. bits .. ")")
check.equal("a vector's text", table.concat(read.weights, " "),
  "-127 128 0 1 -1 5 100 7")
local squares, values = hand.core:rank(after)
local best = 1
for i = 2, #squares do if values[i] > values[best] then best = i end end
check.equal("the best ranked move is played", squares[best],
  (hand.core:think(after)))

check.error("a wrong name", function() othello.player "hnad" end,
  "no player 'hnad'; did you mean 'hand'?")
check.error("a wrong program", function() othello.player "(ADD C1 CX)" end,
  "program:1:9: unknown name 'CX'; did you mean 'C1'?\n  (ADD C1 CX)\n          ^")
check.error("seven weights", function() othello.player { 1, 2, 3, 4, 5, 6, 7 } end,
  "a player has 8, 18, 23, 36 or 46 weights or 64 square values, got 7 numbers")
check.error("a wrong depth",
  function() othello.player("hand", { depth = "3>40" }) end,
  "othello.player: field 'depth': "
  .. "expected a depth for the remaining squares, like \"3>40 5\", got '3>40'")
check.refused("no player at all", function() othello.player(7) end,
  "a player is a name, a file, weights, a program "
  .. "or a function, not a number")
check.ok("512 values at once",
  othello.player(("(ADD "):rep(511) .. "C1" .. (" C1)"):rep(511)))
check.error("and not 513", function()
  othello.player(("(ADD "):rep(512) .. "C1" .. (" C1)"):rep(512))
end, "the program needs more than 512 values at once")
local core = require "ludus.core.othello"
local plies = {}
for i = 1, 65 do plies[i] = 3 end
local thinks = { solve = 0, table = 0, raw_finals = false, depth = plies }
local function linear(message, eighth, depth)
  thinks.depth = depth or plies
  check.refused(message, function() core.linear({ 1, 2, 3, 4, 5, 6, 7, eighth }, thinks) end,
    message)
end
check.ok("weights up to their limit", core.linear({ 0, 0, 0, 0, 0, 0, 0, -9000 }, thinks))
linear("the weights' absolute values add up to 9001.0, more than 9000", 9001 - 28)
linear("expected 8 numbers, got 7", nil)
linear("number 8 of 8 is a string", "8")
linear("number 8 of 8 must be within +-10000", 10001)
linear("field 'depth': expected a list", 8, 3)
linear("field 'depth': must be 1 to 20 plies", 8, { 3, 21 })
linear("field 'depth': must be 1 to 20 plies", 8, { 20, 20 })
local function match(message, players_given, games)
  check.refused(message, function()
    core.match { players = players_given, games = games, seed = 1, plies = 4, threads = 1 }
  end, message)
end
local contest = require "ludus.othello.contest".game { teachers = { "discs" }, depth = 1 }
local huge = contest:score(contest:read("ARITY 1 1 1 RPB (ADF0 C1) ADF0 (ADF1 (ADF1 (ADF1 "
  .. "ARG0))) ADF1 (ADF2 (ADF2 (ADF2 (ADF2 ARG0)))) ADF2 (ADD ARG0 ARG0)"))
check.equal("a program too large to run loses all", huge.raw .. " " .. huge.standardized
  - huge.max, "0.0 0.0")
match("field 'players': expected a list", 5)
match("players[2] is no player", { hand.core, hand })
match("field 'games': expected a list", { hand.core }, 5)
match("field 'games': expected black, white, opening for at most 10000000 games",
  { hand.core }, { 1, 1 })
match("games[5] must be 1 to 1, got 2", { hand.core }, { 1, 1, 1, 1, 2, 1 })
local fails = othello.player(function() return "x" end)
check.error("a function that gives no number",
  function() fails.core:think(after) end,
  "an evaluation must be a number, got string")
local raises = othello.player(function() error("no idea", 0) end)
check.error("a function that fails",
  function() othello.match(hand, raises, { games = 2 }) end, "no idea")

-- ---- records ----------------------------------------------------------------

local moves, last = othello.play_out(hand, othello.player "mobility")
local again, same = othello.read(moves)
check.equal("a game reads back", again, moves)
check.ok("to its last position", same == last and last:over())
check.equal("other spellings", (othello.read "1. F5 d6 // good\n2. C3 D3"),
  "f5d6c3d3")
check.equal("nothing is a game", (othello.read ""), "")
check.equal("discs of the end, empty squares for the winner",
  (last:solve()), last:count() - select(2, last:count())
  + (last:count() > select(2, last:count()) and 1 or -1) * select(3, last:count()))
check.error("a beginning that is no game", function() othello.play_out(hand, hand, "f5x") end,
  "game:1:3: expected a move like f5, found 'x'\n  f5x\n    ^")

-- A game in which black moves twice: white's pass may be written.
local passing = "f5f4f3d6c4g5g6g7f6c3c7f2h8e7c6c5h7c8f7f8e6h6e8d8h5h4g8e3g4h3g3h2e2g2h1d1"
check.equal("a pass is understood", (othello.read(passing .. "g1 -- e1 f1")),
  passing .. "g1e1f1")
check.equal("in words, too", (othello.read(passing .. "g1 PASS e1")), passing .. "g1e1")
check.ok("but just once", not pcall(othello.read, passing .. "g1 -- -- e1"))

-- Seven squares from the end a perfect player ranks moves by their exact ends.
local late = start
for k = 1, #moves - 14, 2 do late = late:play(moves:sub(k, k + 1)) end
local lead, move = late:solve()
local exactly = othello.player("hand", { solve = 8 }).core
local thought, worth = exactly:think(late)
check.equal("the move of the solver", thought, move)
check.equal("for as much", worth, lead * 10000.0 - 1000000)
local where, ranks = exactly:rank(late)
for i, square in ipairs(where) do
  local after_it = late:play(square)
  local value = after_it:solve()
  if after_it:side() ~= late:side() then value = -value end
  check.equal("the end after " .. square, ranks[i] - worth, (value - lead) * 10000.0)
end

for _, case in ipairs {
  { "f5d6c3d3x", "game:1:9: expected a move like f5, found 'x'\n"
    .. "  f5d6c3d3x\n          ^" },
  { "f5\nf5", "game:2:1: move 2: 'f5' is taken already\n  f5\n  ^" },
  { "f5a1", "game:1:3: move 2: 'a1' turns no disc for white\n  f5a1\n    ^" },
  { "f5k9", "game:1:3: 'k9' is no square; they are a1 to h8\n  f5k9\n    ^" },
  { "f5--", "game:1:3: white has a move and may not pass\n  f5--\n    ^" },
  { "\1", "game:1:1: expected a move like f5, found byte 1\n  .\n  ^" },
} do
  check.error("record " .. case[1], function() othello.read(case[1]) end, case[2])
end
check.error("moves after the end", function() othello.read(moves .. "a1") end,
  select(2, pcall(othello.read, moves .. "a1")))
check.ok("says so", select(2, pcall(othello.read, moves .. "a1")):find
  "the game is over, but 'a1' follows")

-- ---- matches ----------------------------------------------------------------

local function fingerprint(m)
  return ("%d %d %d %.3f %d"):format(m.wins, m.draws, m.losses, m.discs, m.nodes)
end

local discs = othello.player "discs"
local one = othello.match(hand, discs, { games = 40, threads = 1 })
for threads = 2, 3 do
  check.equal("the same on " .. threads .. " threads",
    fingerprint(othello.match(hand, discs, { games = 40, threads = threads })),
    fingerprint(one))
end
check.equal("games", one.games, 40)
check.ok("hand beats discs", one.low > 0.8)
local with = othello.player("hand", { table = 12 })
check.equal("a table changes no move",
  othello.match(with, discs, { games = 20 }).wins,
  othello.match(hand, discs, { games = 20 }).wins)
check.equal("mirrored colours cancel out",
  othello.match(hand, hand, { games = 20 }).share, 0.5)
local perfect = othello.player("hand", { solve = 8 })
check.ok("perfect endings do not hurt",
  othello.match(perfect, hand, { games = 100 }).share >= 0.5)
local open = othello.opening(1, 3, 8)
check.equal("an opening has its plies", #open, 16)
check.equal("and is always the same", (othello.opening(1, 3, 8)), open)

local t = othello.tournament({ discs, hand, othello.player "squares" },
  { games = 20, draws = 50 })
check.equal("the best is first", t.rows[1].name, "hand")
check.equal("games of a tournament", t.games, 60)
check.ok("intervals hold the rating",
  t.rows[1].low <= t.rows[1].elo and t.rows[1].elo <= t.rows[1].high)
check.ok("a table of text", othello.table(t):find "hand")

-- ---- ratings ----------------------------------------------------------------

check.near("expected points", elo.expected(400), 10 / 11, 1e-12)
check.near("a difference", elo.difference(10 / 11), 400, 1e-9)
elo.prior = 0
local r = elo.fit(2, { { 1, 2, 75, 100 } })
check.near("two players", r[1] - r[2], elo.difference(0.75), 0.01)
r = elo.fit(3, { { 1, 2, 640, 1000 }, { 2, 3, 640, 1000 } })
check.near("a chain adds up", r[1] - r[3], 2 * elo.difference(0.64), 0.1)
elo.prior = 1
r = elo.fit(2, { { 1, 2, 10, 10 } })
check.ok("a clean sweep stays finite", r[1] < 400)

return check.done()
