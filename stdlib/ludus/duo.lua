-- duo.lua -- two-player games declared in Lua, and searches of their trees at equal cost.
--
--     local game = duo.game {
--       start = ...,                            -- the first state
--       moves = function(state) ... end,        -- of the side to move; none: the game is over
--       play  = function(state, move) ... end,  -- a new state
--       side  = function(state) ... end,        -- 1 or 2
--       value = function(state) ... end,        -- to side 1; of a finished game who won
--     }
--     local r = duo.think(game, state, { "plans", nodes = 2000, seed = 1 })
--     print(r.move, r.value, r.nodes)
--     duo.match(game, { "plans" }, { "alphabeta" }, { openings = 100, nodes = 2000 })
--
-- Three ways to search: "alphabeta" (see duo/alphabeta.lua), "plans" of both sides that coevolve
-- (duo/plans.lua), and "random", which plays any move. All are given boards, `nodes`, and count
-- each that they make once.

local alphabeta = require "ludus.duo.alphabeta"
local plans     = require "ludus.duo.plans"
local rng       = require "ludus.core.rng"
local spec      = require "ludus.script.spec"
local stats     = require "ludus.stats"
local tree      = require "ludus.duo.tree"

local duo = {}

-- ---- games ------------------------------------------------------------------

duo.fields = {
  start = { "any", required = true, help = "the first state" },
  moves = { "function", required = true,
    help = "state to the list of moves of the side to move; an empty one: the game is over" },
  play  = { "function", required = true, help = "state and move to a new state" },
  side  = { "function", required = true, help = "whose turn it is: 1 or 2" },
  value = { "function", required = true,
    help = "what a state is worth to side 1; of a finished game above 0 if side 1 has won, "
      .. "0 if nobody has" },
  code  = { "function", help = "move to a number from 0 on that means the same on any board" },
  codes = { "integer", 64, min = 1, max = 1000000, help = "how many such numbers there are" },
}

local Game = { __name = "ludus.duo" }
Game.__index = Game

function duo.game(given)
  return setmetatable(spec.check("duo.game", given, duo.fields), Game)
end

-- ---- thinking ---------------------------------------------------------------

local random = { fields = {} }

function random.search(t, s) return rng.keyed(s.seed, 2):below(#t.root.moves) + 1, nil, 0 end

local ways = { alphabeta = alphabeta, plans = plans, random = random }

local function way_of(given)
  local name = type(given) == "table" and given[1]
  if ways[name] then return name, ways[name] end
  error("duo.think: expected a search, { \"plans\", \"alphabeta\" or \"random\", ... }", 0)
end

-- A search with its settings; `more` are those that are given to all.
local function prepared(given, more)
  local name, way = way_of(given)
  local fields = { nodes = { "integer", 2000, min = 1, max = 10000000,
      help = "boards it may make" },
    seed = { "integer", 1, help = "of its chance" } }
  for field, row in pairs(way.fields) do fields[field] = row end
  local settings = {}
  for _, list in ipairs { more, given } do
    for field, value in pairs(list) do
      if field ~= 1 then settings[field] = value end
    end
  end
  return way, spec.check("duo " .. name, settings, fields)
end

local function think(game, state, way, settings)
  local t = tree.new(game, state, settings.nodes)
  if #t.root.moves == 0 then error("duo.think: the game is over", 0) end
  local at, value, depth = way.search(t, settings)
  return { move = t.root.moves[at], value = value, depth = depth, nodes = t.nodes,
    evaluations = t.evaluations }
end

-- The move that a search chooses: { move, value (to the side to move), nodes, evaluations,
-- depth (plies of alpha-beta, generations of plans) }.
function duo.think(game, state, how)
  local way, settings = prepared(how, {})
  return think(game, state, way, settings)
end

-- ---- matches ----------------------------------------------------------------

duo.match_fields = {
  openings = { "integer", 50, min = 1, max = 1000000,
    help = "openings, each played by both from either side" },
  plies = { "integer", 6, min = 0, max = 1000, help = "random plies of an opening" },
  even  = { "number", math.huge, min = 0,
    help = "an opening is drawn anew if alpha-beta gives either side more than this" },
  judge = { "integer", 1000, min = 1, max = 10000000, help = "boards for that" },
  nodes = { "integer", 2000, min = 1, max = 10000000, help = "boards for each move of both" },
  seed  = { "integer", 1, help = "of openings and searches" },
}

local TRIES = 1000                     -- openings drawn for one that is even

local function walked(game, plies, chance)
  local state = game.start
  for _ = 1, plies do
    local moves = game.moves(state)
    if #moves == 0 then return nil end
    state = game.play(state, moves[chance:below(#moves) + 1])
  end
  return #game.moves(state) > 0 and state or nil
end

-- The opening of that number: a state from which neither side is far ahead.
local function opening(game, s, number)
  for try = 1, TRIES do
    local state = walked(game, s.plies, rng.keyed(s.seed, 3 + number, try))
    if state and s.even == math.huge then return state end
    local value = state and duo.think(game, state, { "alphabeta", nodes = s.judge }).value
    if value and math.abs(value) <= s.even then return state end
  end
  error(("duo.match: none of %d openings is even"):format(TRIES), 0)
end

-- A seed for a move: no two moves of a match have the same.
local function seed_of(s, game_number, ply)
  return rng.keyed(s.seed, 1 << 40 | game_number, ply):below(1 << 31)
end

-- One game; what it is worth to side 1. `players` are { way, settings, total }.
local function played(game, s, players, state, number)
  local ply, moves = 0, game.moves(state)
  while #moves > 0 do
    local player = players[game.side(state)]
    ply = ply + 1
    player.settings.seed = seed_of(s, number, ply)
    local r = think(game, state, player.way, player.settings)
    player.nodes, player.moves = player.nodes + r.nodes, player.moves + 1
    state = game.play(state, r.move)
    moves = game.moves(state)
  end
  return game.value(state)
end

local function player_of(how, s)
  local way, settings = prepared(how, { nodes = s.nodes })
  return { way = way, settings = settings, nodes = 0, moves = 0 }
end

-- How a fares against b: { won, drawn, lost, games, share (points a game), low, high (over
-- openings, since the two games of one are not independent), wins = { share, low, high }
-- (Wilson's interval), nodes = { boards a move of a, of b } }.
function duo.match(game, a, b, given)
  local s = spec.check("duo.match", given or {}, duo.match_fields)
  local r, points = { won = 0, drawn = 0, lost = 0, games = 2 * s.openings }, {}
  local mine, theirs = player_of(a, s), player_of(b, s)
  for number = 1, s.openings do
    local state, sum = opening(game, s, number), 0
    for seat = 1, 2 do
      local players = seat == 1 and { mine, theirs } or { theirs, mine }
      local v = played(game, s, players, state, 2 * number + seat)
      v = seat == 1 and v or -v
      local field = v > 0 and "won" or v < 0 and "lost" or "drawn"
      r[field] = r[field] + 1
      sum = sum + (v > 0 and 1 or v == 0 and 0.5 or 0)
    end
    points[number] = sum / 2
  end
  local low, high
  r.share, low, high = stats.interval(points)
  r.low, r.high = math.max(0, low or 0), math.min(1, high or 1)
  r.wins = { stats.wilson(r.won, r.games) }
  r.nodes = { mine.nodes / math.max(1, mine.moves), theirs.nodes / math.max(1, theirs.moves) }
  return r
end

return duo
