-- test_parts.lua -- parts of the papers' players that are Lua functions: Battleship's
-- targeting, placement and players, Laran's operators and strength, evaluations of
-- Othello positions, Minesweeper players, instructions of the games' rules.

local check   = dofile "tests/lua/check.lua"
local bs      = require "ludus.battleship"
local ipd     = require "ludus.ipd"
local ludus   = require "ludus"
local machine = require "ludus.machine"
local mines   = require "ludus.minesweeper"
local othello = require "ludus.othello"

local function says(what, fn, message)
  local ok, got = pcall(fn)
  check.ok(what .. (ok and ": no error" or ": " .. tostring(got)), not ok
    and tostring(got):find(message, 1, true))
end

-- ---- Laran -----------------------------------------------------------------------------

-- A strength in Lua that says what a built-in one says gives the same matches.
local standards = { "TFT", "AD", "G" }
local function own(m)
  local sum = 0
  for _, name in ipairs(standards) do
    sum = sum - ipd.match(m, name, { turns = 20 }).own
  end
  return sum
end
for _, opponent in ipairs { "TF2T", "GC" } do
  local options = { turns = 15, seed = 3 }
  local a = ipd.match(ipd.laran { strength = "own", strength_turns = 20,
    standards = standards }, opponent, options)
  local b = ipd.match(ipd.laran { strength = own, standards = standards }, opponent, options)
  check.equal("the strength of " .. opponent .. " in Lua", b.own .. " " .. b.other,
    a.own .. " " .. a.other)
end
local calls = 0
local hooked = ipd.laran { population = 20, generations = 3, operators = { "redirect",
  "add", function(rng, m)
    calls = calls + 1
    return rng:below(2) == 0 and m:vary(rng, "flip") or nil
  end } }
local first = ipd.match(hooked, "TFT", { turns = 12, seed = 5 })
check.ok("operators are called", calls > 50)
check.equal("the same seed, the same match", ipd.match(hooked, "TFT",
  { turns = 12, seed = 5 }).own, first.own)
check.ok("against itself", ipd.match(hooked, hooked, { turns = 4 }).own >= 0)
says("an operator that is none", function() ipd.laran { operators = { "flipp" } } end,
  "no operator 'flipp' for machine programs; did you mean 'flip'?")
says("nor a number", function() ipd.laran { operators = { 3 } } end,
  'operator 1 is a number: expected a function(rng, machine), or a name such as "redirect"')
says("what it gives", function()
  ipd.match(ipd.laran { operators = { function() return 1 end } }, "TFT", { turns = 3 })
end, "an operator must give a machine of the moves c and d, or nil, gave a number")
says("an error in it", function()
  ipd.match(ipd.laran { operators = { function() error "oops" end } }, "TFT", { turns = 3 })
end, "oops")
says("a strength", function()
  ipd.match(ipd.laran { strength = function() return "x" end }, "TFT", { turns = 3 })
end, "'strength' must give a number, gave a string")
check.equal("after an error it plays on", ipd.match(ipd.laran { strength = own,
  standards = standards }, "AC", { turns = 3 }).other > 0, true)

-- Players with a memory begin each match afresh.
local counter = { name = "counter", new = function()
  local n = 0
  return function() n = n + 1 return n > 3 and "d" or "c" end
end }
local t = ipd.tournament { players = { counter, "AC" }, turns = 6, repetitions = 3 }
for i = 1, 2 do
  check.equal("afresh in match " .. i, ipd.match(counter, "AC", { turns = 6 }).own, 3)
end
check.ok("in tournaments, too", tostring(t):find "counter")
says("what `new` gives", function()
  ipd.match({ new = function() return 1 end }, "AC", { turns = 2 })
end, "player 'function': 'new' must give a function(mine, theirs), gave a number")

-- Machines vary by name, of any alphabet.
local tft = machine.parse "c01 d01"
check.equal("flip", #tft:vary(ludus.rng(1), "flip"), 2)
check.equal("the same generator, the same child", tft:vary(ludus.rng(4), "add"),
  tft:vary(ludus.rng(4), "add"))
check.equal("crossover has a mate", #tft:vary(ludus.rng(2), "crossover", tft) <= 64, true)
says("a mate of another kind", function() tft:vary(ludus.rng(2), "crossover") end,
  "machine")
local three = machine.parse("moves rock paper scissors\n0: rock rock->0 paper->0 scissors->0")
check.ok("three moves", tostring(three:vary(ludus.rng(1), "flip")):find "moves rock paper")

-- ---- Battleship -------------------------------------------------------------------------

local function scan(view)
  for square = 1, view.rows * view.cols do
    if not view.board[square] then return square end
  end
end
local function rows_of_ships(rng, board)
  local ships = {}
  for i, length in ipairs(board.ships) do
    local at = (i - 1) * 2 * board.cols + rng:below(board.cols - length + 1)
    ships[i] = {}
    for k = 1, length do ships[i][k] = at + k end
  end
  return ships
end
local function series(captain, more)
  local s = { captain = captain, opponent = "scan+three", places = "bottom", repeats = 2,
    games = 3, seed = 2 }
  for key, value in pairs(more or {}) do s[key] = value end
  local r = bs.series(s)
  local words = {}
  for i = 1, 2 do
    words[i] = table.concat(r.shots[i], " ") .. "; " .. table.concat(r.survival[i], " ")
  end
  return table.concat(words, " | "), r
end
-- Square by square from the top, a fleet at the bottom takes nearly the whole board.
local _, plain = series { sinking = scan }
for g = 1, 3 do check.ok("it fires every shot", plain.shots[1][g] > 80) end
local seen = { density = 0, games = -1 }
local a = series { rounds = 1, targeting = function(view)
  seen.density, seen.games = #view.density, math.max(seen.games, view.games)
  return scan(view)
end }
check.equal("it knows what was learnt", seen.density .. " " .. seen.games, "100 2")
check.equal("again", series { rounds = 1, targeting = scan }, a)
local weights
local _, placed = series({ before = 1, rounds = 0, placement = function(rng, board)
  weights = #board.weight
  return rows_of_ships(rng, board)
end })
check.equal("placements know habits", weights, 100)
-- A shot a square in rows from above: the ships in rows 1, 3, 5, 7 and 9 are found.
check.ok("its fleet is the one that is shot at", placed.survival[1][1] > 0)
check.ok("a placement of a match", bs.solo { player = scan, against = rows_of_ships,
  games = 50 }.mean <= 90)
check.equal("each game has a memory of its own", bs.solo { games = 3, player = function(view)
  view.memory.n = (view.memory.n or 0) + 1
  return view.memory.n
end }.least > 17, true)
says("an error", function() series { rounds = 0, targeting = function() error "oops" end } end,
  "oops")
says("a square that is none", function()
  series { rounds = 0, targeting = function() return 1000 end }
end, "must return the number of a square that was not shot yet, 1 to 100")
says("no fleet", function() series { before = 1, rounds = 0, placement = function()
  return {}
end } end, "a placement's function: expected 5 ships, got 0")
says("both", function() series { targeting = scan, sinking = "three" } end,
  "field 'targeting': a function answers programs (sinking = \"program\")")
says("a placement that is not known", function()
  bs.solo { player = "density", against = "corner" }
end, "expected a function, or one of random, lower-left, bottom, corners, combination, "
  .. "uniform, upright, tee, got 'corner'; did you mean 'corners'?")
says("the opponent's fleet", function() series({ before = 1, rounds = 0 },
  { places = function() return 7 end }) end, "a placement's function: ")

-- ---- rules with more instructions -------------------------------------------------------

local game = require "ludus.battleship.rules".game { cases = 3, more = [[
    lua TurnRight "a quarter turn"  OneOn "TempHit = 1" { flag = 1 } ]],
  functions = { TurnRight = function(s) s.dir = ({ [0] = 3, 2, 0, 1 })[s.dir] end } }
local p = game:read "Targeting\nTarget\nTurnRight\nOneOn\nShoot"
local one = game:play(p, 1)
check.equal("a Lua function among them", one.state.dir .. one.state.flag, "01")
check.equal("all ships are sunk", game:score(p).won, 3)
local field = require "ludus.minesweeper.rules".game { rows = 4, cols = 4,
  more = [[ lua REST(a) "safe squares left, and a" ]],
  functions = { REST = function(s, n) return 15 - s.opened + n end } }
check.equal("a primitive", field:score(field:read "RPB (UNC (REST 0))").raw,
  field:score(field:read "RPB (UNC 0)").raw)

-- ---- Othello ------------------------------------------------------------------------------

local function discs(me, you)
  local n = 0
  for _, square in ipairs(othello.squares(me, you)) do
    n = n + (square == 1 and 1 or square == 2 and -1 or 0)
  end
  return n
end
-- One disc more or less orders positions of the same number of discs as C1 does.
local mine = othello.player(discs, { position = true, depth = 1 })
local same = othello.player(function(c1) return c1 end, { depth = 1 })
local start = othello.start()
for _, move in ipairs { "f5", "d6", "c3", "d3" } do
  start = start:play(move)
  check.equal("bitboards and features agree after " .. move,
    (mine.core:think(start)), (same.core:think(start)))
end
local c1, c2 = othello.measure(0x0000000810000000, 0x0000001008000000)
check.equal("features of bitboards", c1 .. " " .. c2, "0.0 0.0")
check.equal("squares", table.concat(othello.squares(1 | 1 << 63, 1 << 7), "", 1, 8) ..
  othello.squares(1 | 1 << 63, 1 << 7)[64], "100000021")
says("boards that overlap", function() othello.measure(1, 1) end,
  "shares squares with the other")

-- ---- Minesweeper ----------------------------------------------------------------------------

local board = mines.game {}
local once = mines.solo(board, function(view)
  view.memory.n = (view.memory.n or 0) + 1
  if view.memory.n == 1 then return 1, 1 end
end)
check.equal("scored as a program is", once.raw, board:score(board:read "RPB (UNC 0)").raw)
local all = mines.solo(board, function(view)
  for row = 1, view.rows do
    for col = 1, view.cols do if not view.board[row][col] then return row, col end end
  end
end)
check.equal("row by row", all.exploded .. " " .. all.won, "35 1")
says("a square that is open", function() mines.solo(board, function() return 1, 1 end) end,
  "minesweeper.solo: the player gave 1, 1 in case 2: expected row and column of a covered "
    .. "square, or nil")

return check.done()
