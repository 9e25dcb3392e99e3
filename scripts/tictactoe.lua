-- Can a program learn tic-tac-toe with clean hands: told the rules, nothing else?
--
--     ludus run scripts/tictactoe.lua
--
-- Quartetti 1998 names tic-tac-toe as the game to try next. The program is run once
-- per turn. It may look at squares and play one; it knows neither lines nor threats.
-- A turn without a move loses. It meets a perfect player and random ones, moving
-- first and second: 2 points for a win, and for a draw against the perfect player,
-- which cannot be beaten; 1 for another draw.
local ludus = require "ludus"

local lines = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 },
  { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

-- 1 or -1 if that side has a line, 0 if the board is full, else nil.
local function result(board)
  for _, l in ipairs(lines) do
    local sum = board[l[1]] + board[l[2]] + board[l[3]]
    if sum == 3 then return 1 elseif sum == -3 then return -1 end
  end
  for i = 1, 9 do if board[i] == 0 then return nil end end
  return 0
end

-- The value of a board for the side to move, and its first best move.
local known = {}
local function solve(board, side)
  local key = table.concat(board, ",") .. side
  if known[key] then return known[key][1], known[key][2] end
  local over, best, move = result(board), -2, nil
  if over then
    best = over * side
  else
    for i = 1, 9 do
      if board[i] == 0 then
        board[i] = side
        local value = -solve(board, -side)
        board[i] = 0
        if value > best then best, move = value, i end
      end
    end
  end
  known[key] = { best, move }
  return best, move
end

local function random_move(s)
  local free = {}
  for i = 1, 9 do if s.board[i] == 0 then free[#free + 1] = i end end
  return free[s.rng:below(#free) + 1]
end

-- The opponent is -1, the program 1.
local function answer(s)
  local move
  if s.case.perfect then
    local _
    _, move = solve(s.board, -1)
  else
    move = random_move(s)
  end
  s.board[move] = -1
  s.over = result(s.board)
end

local cases = { { perfect = true, first = true }, { perfect = true, first = false } }
for seed = 1, 10 do
  cases[#cases + 1] = { seed = seed, first = seed % 2 == 0 }
end

local function square(n) return math.tointeger(n // 1 % 9) + 1 end

local game = ludus.game {
  name = "tictactoe",
  cases = cases,
  start = function(case)
    local s = { board = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, case = case, moved = false,
      rng = case.seed and ludus.rng(case.seed) }
    if not case.first then answer(s) end
    return s
  end,
  constants = { 0, 1, 2, 3, 4, 5, 6, 7, 8 },
  primitives = {
    AT = { 1, function(s, n) return s.board[square(n)] end,
      help = "1 if the square is mine, -1 if theirs, 0 if free; squares count round" },
    PLAY = { 1, function(s, n)
        local at = square(n)
        if s.moved or s.board[at] ~= 0 then return 0 end
        s.board[at], s.moved = 1, true
        return 1
      end, help = "plays the square if it is free and no move was made; 1 if so" },
    IF = { 3, lazy = true, function(_, c, a, b)
        if c() ~= 0 then return a() else return b() end
      end, help = "the second if the first is not 0, else the third" },
    OR = { 2, lazy = true, function(_, a, b)
        local x = a()
        if x ~= 0 then return x end
        return b()
      end, help = "the first if it is not 0, else the second" },
    EQ = { 2, function(_, a, b) return a == b and 1 or 0 end, help = "equal?" },
    ADD = { 2, function(_, a, b) return a + b end, help = "sum" },
    SUB = { 2, function(_, a, b) return a - b end, help = "difference" },
  },
  repeats = true, budget = 5000,
  turn = function(s)
    if not s.moved then
      s.over = -1
      return
    end
    s.moved, s.over = false, result(s.board)
    if not s.over then answer(s) end
  end,
  done = function(s) return s.over ~= nil end,
  score = function(s)
    if s.over == 1 then return 2 end
    if s.over == 0 then return s.case.perfect and 2 or 1 end
    return 0
  end,
  max = 2,
  show = function(s)
    local marks, rows = { [0] = ".", [1] = "X", [-1] = "O" }, {}
    for y = 0, 2 do
      rows[y + 1] = ("%s %s %s"):format(marks[s.board[3 * y + 1]],
        marks[s.board[3 * y + 2]], marks[s.board[3 * y + 3]])
    end
    return table.concat(rows, "\n")
  end,
  key = "X the program, O its opponent",
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 150, depth = { 2, 6 }, max_depth = 20 },
  population  = 1000,
  generations = 51,
  select      = ludus.tournament(7, { parsimony = true }),
  vary        = { { 0.8, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree },
                  { 0.1, ludus.copy } },
  elite       = 1,
}
