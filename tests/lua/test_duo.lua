-- Games for two declared in Lua: alpha-beta, plans of both sides, matches.

local check = dofile "tests/lua/check.lua"
local duo   = require "ludus.duo"
local rng   = require "ludus.core.rng"

-- A tree of numbers drawn by its path: sides may move twice, lines end at different depths.
local function drawn(seed, path)
  local key = seed
  for _, move in ipairs(path) do key = key * 31 + move end
  return rng.keyed(key, #path)
end

local function forest(seed)
  return duo.game {
    start = {},
    moves = function(path)
      local list = {}
      if #path < 5 and (#path < 2 or drawn(seed, path):below(5) > 0) then
        for move = 1, 3 do list[move] = move end
      end
      return list
    end,
    play = function(path, move)
      local longer = table.move(path, 1, #path, 1, {})
      longer[#longer + 1] = move
      return longer
    end,
    side = function(path) return drawn(seed + 7, path):below(3) == 0 and 2 or #path % 2 + 1 end,
    value = function(path) return drawn(seed + 9, path):below(200) - 100 end,
    code = function(move) return move - 1 end, codes = 3,
  }
end

-- ---- alpha-beta -------------------------------------------------------------

local function minimax(game, state, depth)
  local moves, sign = game.moves(state), game.side(state) == 1 and 1 or -1
  if depth == 0 or #moves == 0 then return game.value(state) end
  local best
  for _, move in ipairs(moves) do
    local v = minimax(game, game.play(state, move), depth - 1)
    if not best or sign * v > sign * best then best = v end
  end
  return best
end

for seed = 1, 30 do
  local game = forest(seed)
  local sign = game.side(game.start) == 1 and 1 or -1
  for depth = 1, 5 do
    local r = duo.think(game, game.start, { "alphabeta", depth = depth, nodes = 10000 })
    check.equal(("seed %d, %d plies"):format(seed, depth), sign * r.value,
      minimax(game, game.start, depth))
    check.equal("and the move leads there", minimax(game, game.play(game.start, r.move),
      depth - 1), sign * r.value)
  end
  local near = duo.think(game, game.start, { "plans", depth = 1, population = 40, choose = "tree",
    seed = seed })
  check.equal("the lines of many plans, one ply long", sign * near.value,
    minimax(game, game.start, 1))
end

-- ---- what it may cost -------------------------------------------------------

for _, how in ipairs { "alphabeta", "plans" } do
  for _, nodes in ipairs { 1, 2, 17, 100 } do
    local r = duo.think(forest(3), {}, { how, nodes = nodes })
    check.ok(("%s within %d boards"):format(how, nodes), r.nodes <= nodes)
    check.ok("a move is found", r.move >= 1 and r.move <= 3)
  end
end
local made, game = 0, forest(5)
local play = game.play
game.play = function(...)
  made = made + 1
  return play(...)
end
local r = duo.think(game, {}, { "plans", nodes = 10000, depth = 4 })
check.equal("each board is made once and counted", r.nodes, made)

-- ---- plans ------------------------------------------------------------------

-- Who takes the last of some matches wins; 1 to 3 may be taken.
local nim = duo.game { start = { 11, 1 },
  moves = function(s) return table.move({ 1, 2, 3 }, 1, math.min(3, s[1]), 1, {}) end,
  play = function(s, n) return { s[1] - n, 3 - s[2] } end,
  side = function(s) return s[2] end,
  value = function(s) return s[1] > 0 and 0 or s[2] == 1 and -1 or 1 end }
for n = 1, 6 do
  if n % 4 > 0 then
    check.equal(("%d matches"):format(n), duo.think(nim, { n, 1 }, { "plans", nodes = 3000,
      seed = n }).move, n % 4)
    check.equal("and for the other side", duo.think(nim, { n, 2 }, { "plans", nodes = 3000,
      seed = n }).move, n % 4)
  end
end
check.equal("the last move is evaluated once", duo.think(nim, { 1, 1 }, { "plans" }).evaluations,
  1)
local first = duo.think(nim, { 11, 1 }, { "plans", nodes = 300, seed = 5 })
local again = duo.think(nim, { 11, 1 }, { "plans", nodes = 300, seed = 5 })
check.equal("the same seed, the same search", again.value .. " " .. again.nodes .. " "
  .. again.move, first.value .. " " .. first.nodes .. " " .. first.move)

-- ---- matches ----------------------------------------------------------------

local given = { openings = 12, plies = 1, nodes = 300, seed = 4 }
local m = duo.match(nim, { "alphabeta" }, { "random" }, given)
check.equal("as many games", m.won + m.drawn + m.lost, 24)
check.ok("knowing is better than guessing", m.low > 0.5)
check.ok("within the boards given", m.nodes[1] <= 300 and m.nodes[2] == 0)
local turned = duo.match(nim, { "random" }, { "alphabeta" }, given)
check.equal("who is named first may change", turned.games, m.games)
local once = duo.match(nim, { "plans" }, { "plans" }, given)
check.equal("a match is the same again", duo.match(nim, { "plans" }, { "plans" }, given).won,
  once.won)
local even = duo.match(nim, { "random" }, { "random" }, { openings = 3, plies = 1, even = 0,
  judge = 10 })
check.equal("even openings are found", even.games, 6)

-- ---- mistakes ---------------------------------------------------------------

check.error("another search", function() duo.think(nim, { 3, 1 }, { "mcts" }) end,
  "duo.think: expected a search, { \"plans\", \"alphabeta\" or \"random\", ... }")
check.refused("another field", function() duo.think(nim, { 3, 1 }, { "plans", rival = 2 }) end,
  "duo plans: unknown field 'rival'; did you mean 'rivals'?")
check.error("a finished game", function() duo.think(nim, { 0, 1 }, { "plans" }) end,
  "duo.think: the game is over")
check.refused("another field of a match", function()
  duo.match(nim, { "random" }, { "random" }, { plie = 2 })
end, "duo.match: unknown field 'plie'; did you mean 'plies'?")
check.error("openings that are never even", function()
  local won = duo.game { start = 0, moves = function(n) return n < 3 and { 1 } or {} end,
    play = function(n) return n + 1 end, side = function() return 1 end,
    value = function() return 5 end }
  duo.match(won, { "random" }, { "random" }, { plies = 1, openings = 1, even = 4 })
end, "duo.match: none of 1000 openings is even")
check.refused("a game without sides", function()
  duo.game { start = 1, moves = print, play = print, value = print }
end, "duo.game: field 'side' is missing: whose turn it is: 1 or 2")

return check.done()
