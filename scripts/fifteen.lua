-- Can the same genetic algorithm slide fifteen tiles into place?
--
-- Another one-player game, declared in Lua alone: moves and an evaluation. A plan of
-- `depth` moves is evolved, played, and the next one evolved from where it led.
local ludus = require "ludus"
local solo  = require "ludus.solo"

local steps = { -1, 1, -4, 4 }       -- the blank goes left, right, up, down
local names = { "left", "right", "up", "down" }

-- A state is a string of 16 bytes, tiles 1..15 and 0 for the blank.
local goal = string.char(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0)

local function play(state, move)
  local at = state:find("\0", 1, true) - 1
  local to = at + steps[move]
  if to < 0 or to > 15 or move <= 2 and to // 4 ~= at // 4 then return nil end
  local low, high = math.min(at, to), math.max(at, to)
  return state:sub(1, low) .. state:sub(high + 1, high + 1)
    .. state:sub(low + 2, high) .. state:sub(low + 1, low + 1) .. state:sub(high + 2)
end

-- The branches of the tree: moves that stay on the board.
local function allowed(state)
  local list = {}
  for move = 1, 4 do
    if play(state, move) then list[#list + 1] = move end
  end
  return list
end

-- Manhattan distance of every tile to its place.
local function failures(state)
  local sum = 0
  for i = 0, 15 do
    local tile = state:byte(i + 1) - 1
    if tile >= 0 then
      sum = sum + math.abs(i // 4 - tile // 4) + math.abs(i % 4 - tile % 4)
    end
  end
  return sum
end

-- A function that remembers what it said: plans meet the same states again and again.
local function remembering(f)
  local known = {}
  return function(state, move)
    local key = move and state .. move or state
    local value = known[key]
    if value == nil then
      value = f(state, move) or false
      known[key] = value
    end
    return value or nil
  end
end

local function show(state)
  local lines = {}
  for r = 0, 3 do
    local row = {}
    for c = 1, 4 do
      local tile = state:byte(4 * r + c)
      row[c] = tile == 0 and " ." or ("%2d"):format(tile)
    end
    lines[r + 1] = table.concat(row, " ")
  end
  return table.concat(lines, "\n")
end

-- The goal after so many random moves, none of which undoes the one before.
local function scrambled(moves, seed)
  local rng, state, last = ludus.rng(seed), goal, 0
  local back = { 2, 1, 4, 3 }
  for _ = 1, moves do
    local next_state
    repeat
      local move = rng:below(4) + 1
      next_state = move ~= back[last] and play(state, move) or nil
      if next_state then last = move end
    until next_state
    state = next_state
  end
  return state
end

return ludus.study {
  name = "fifteen",
  settings = {
    scramble    = { "integer", 16, min = 0, max = 1000,
      help = "random moves from the goal" },
    depth       = { "integer", 20, min = 1, max = 1000, help = "moves of one plan" },
    evaluations = { "integer", 5000, min = 20, help = "for one plan" },
    rounds      = { "integer", 8, min = 1, help = "plans, one after another" },
  },
  run = function(s)
    local game = solo.game { start = scrambled(s.scramble, s.seed),
      moves = remembering(allowed), most = 12,
      play = remembering(play), failures = remembering(failures), show = show,
      anywhere = true }
    s.say("%s\n\n%d failures\n", show(game.start), failures(game.start))
    local r = solo.solve(game, { depth = s.depth, evaluations = s.evaluations,
      rounds = s.rounds, seed = s.seed })
    local words = {}
    for i, move in ipairs(r.moves) do words[i] = names[move] end
    s.say("%s\n\n%d failures after %d moves, %d plans, %d evaluations",
      show(r.states[#r.states]), r.failures, #r.moves, r.rounds, r.evaluations)
    return { failures = r.failures, moves = table.concat(words, " "),
      length = #r.moves, rounds = r.rounds, evaluations = r.evaluations }
  end,
}
