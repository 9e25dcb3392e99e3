-- Can a program learn to play Connect Four without looking ahead?
--
--     ludus run scripts/connect4.lua
--     ludus score scripts/connect4.lua scripts/programs/connect4-evolved.gp
--     ludus score scripts/connect4.lua scripts/programs/connect4-evolved.gp --set variant=search
--     ludus play scripts/connect4.lua --player human
--
-- A tree rates each column that is not full, and the best one is taken. It is told of the
-- fours that a disc there may become part of, and of those that it opens above itself. It
-- learns from a player who looks one move ahead, on games that are other ones in each
-- generation. The variants are judges: `chance`, `careful`, who looks one move ahead, and
-- `search`, alpha-beta to four plies, on 400 games from openings that nobody learnt from.
local ludus = require "ludus"

local COLUMNS, ROWS = 7, 6
local OPENING = 2                    -- moves by chance before a game begins

-- Squares are numbered column by column. Each has the lists of squares that make a four
-- with it.
local function number(c, r) return (c - 1) * ROWS + r end

local fours = {}
for at = 1, COLUMNS * ROWS do fours[at] = {} end
for c = 1, COLUMNS do
  for r = 1, ROWS do
    for _, d in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
      local c4, r4 = c + 3 * d[1], r + 3 * d[2]
      if c4 <= COLUMNS and r4 >= 1 and r4 <= ROWS then
        local four = {}
        for i = 0, 3 do four[i + 1] = number(c + i * d[1], r + i * d[2]) end
        for _, at in ipairs(four) do table.insert(fours[at], four) end
      end
    end
  end
end

-- ---- the game ---------------------------------------------------------------------

local function begin()
  local s = { height = {}, moves = 0 }
  for c = 1, COLUMNS do s.height[c] = 0 end
  for at = 1, COLUMNS * ROWS do s[at] = 0 end
  return s
end

-- How many of a four through the square are that side's already, at most, and how many
-- fours there are in which the other side has nothing.
local function look(s, at, side)
  local most, open = 0, 0
  for _, four in ipairs(fours[at]) do
    local own = 0
    for i = 1, 4 do
      local who = s[four[i]]
      if who == side then own = own + 1 elseif who == -side then own = nil break end
    end
    if own then
      open = open + 1
      if own > most then most = own end
    end
  end
  return most, open
end

local function wins(s, c, side)
  return look(s, number(c, s.height[c] + 1), side) == 3
end

-- True if that ends the game.
local function drop(s, c, side)
  local won = wins(s, c, side)
  s.height[c] = s.height[c] + 1
  s[number(c, s.height[c])] = side
  s.moves = s.moves + 1
  if won then s.winner = side end
  return won or s.moves == COLUMNS * ROWS
end

local function lift(s, c)
  s[number(c, s.height[c])] = 0
  s.height[c] = s.height[c] - 1
  s.moves = s.moves - 1
  s.winner = nil
end

local function free(s)
  local list = {}
  for c = 1, COLUMNS do if s.height[c] < ROWS then list[#list + 1] = c end end
  return list
end

-- ---- the other players ------------------------------------------------------------

local others = {}

local function any(s, list) return list[s.rng:below(#list) + 1] end

function others.chance(s) return any(s, free(s)) end

-- Wins if it can, else stops the other from winning, else plays by chance.
function others.careful(s, side)
  local list = free(s)
  for _, who in ipairs { side, -side } do
    for _, c in ipairs(list) do if wins(s, c, who) then return c end end
  end
  return any(s, list)
end

-- Negamax with alpha-beta: 1 if that side wins within so many plies, -1 if it loses.
local order = { 4, 3, 5, 2, 6, 1, 7 }
local function value(s, side, depth, alpha, beta)
  for _, c in ipairs(order) do
    if s.height[c] < ROWS and wins(s, c, side) then return 1 end
  end
  if depth == 1 or s.moves == COLUMNS * ROWS then return 0 end
  for _, c in ipairs(order) do
    if s.height[c] < ROWS then
      drop(s, c, side)
      local v = -value(s, -side, depth - 1, -beta, -alpha)
      lift(s, c)
      if v > alpha then alpha = v end
      if alpha >= beta then return alpha end
    end
  end
  return alpha
end

-- The best move by a search to four plies; of equals one by chance.
function others.search(s, side)
  local best, list = -2, {}
  for _, c in ipairs(free(s)) do
    local v = 1
    if not wins(s, c, side) then
      drop(s, c, side)
      v = s.moves == COLUMNS * ROWS and 0 or -value(s, -side, 3, -1, 1)
      lift(s, c)
    end
    if v > best then best, list = v, {} end
    if v == best then list[#list + 1] = c end
  end
  return any(s, list)
end

-- ---- as a game for programs -------------------------------------------------------

local function answer(s) s.over = drop(s, others[s.against](s, -1), -1) end

local function start(case)
  local s
  repeat
    s = begin()
    s.rng, s.against = s.rng or ludus.rng(case.seed), case.against
    for i = 1, OPENING do drop(s, others.chance(s), i % 2 == 1 and 1 or -1) end
  until not s.winner
  if not case.first then answer(s) end
  return s
end

-- What can be said of a disc in column c.
local function prospect(s, c)
  local m = { column = c }
  local at = number(c, s.height[c] + 1)
  m.mine, m.room = look(s, at, 1)
  m.theirs, m.stops = look(s, at, -1)
  m.gives, m.keeps = 0, 0
  if s.height[c] + 2 <= ROWS then
    m.gives = look(s, at + 1, -1)
    m.keeps = look(s, at + 1, 1)
  end
  return m
end

local function leaf(field)
  return function(s) return s.move[field] end
end

local function game(against, count, seed, sample)
  local cases = {}
  for i = 1, count do
    cases[i] = { seed = seed + i, first = i % 2 == 1, against = against }
  end
  return ludus.game {
    name = "connect4", cases = sample and ludus.fresh(sample, cases) or cases, start = start, rates = true, repeats = true,
    budget = 100000, constants = { 0, 1, 2, 3, 10 },
    primitives = {
      MINE   = { 0, leaf "mine", help = "of a four through the square, how many are mine already" },
      THEIRS = { 0, leaf "theirs", help = "how many are theirs" },
      ROOM   = { 0, leaf "room", help = "fours through it in which they have nothing" },
      STOPS  = { 0, leaf "stops", help = "fours through it in which I have nothing" },
      GIVES  = { 0, leaf "gives", help = "THEIRS of the square above, which a disc opens" },
      KEEPS  = { 0, leaf "keeps", help = "MINE of the square above" },
      MIDDLE = { 0, function(s) return 3 - math.abs(4 - s.move.column) end,
        help = "3 in the middle column, 0 at the sides" },
      HEIGHT = { 0, function(s) return s.height[s.move.column] end,
        help = "discs in the column" },
      MOVES  = { 0, function(s) return s.moves end, help = "discs on the board" },
      ADD = { 2, function(_, a, b) return a + b end, help = "sum" },
      SUB = { 2, function(_, a, b) return a - b end, help = "difference" },
      MUL = { 2, function(_, a, b) return a * b end, help = "product" },
      LESS = { 2, function(_, a, b) return a < b and 1 or 0 end,
        help = "1 if the first is less, else 0" },
      EQ = { 2, function(_, a, b) return a == b and 1 or 0 end, help = "1 if equal, else 0" },
      IF = { 3, lazy = true, function(_, c, a, b)
          if c() ~= 0 then return a() else return b() end
        end, help = "the second if the first is not 0, else the third" },
    },
    moves = function(s)
      local list = {}
      for i, c in ipairs(free(s)) do list[i] = { tostring(c), prospect(s, c) } end
      return list
    end,
    turn = function(s, move)
      s.over = drop(s, move.column, 1)
      if not s.over then answer(s) end
    end,
    done = function(s) return s.over end,
    score = function(s) return s.winner == 1 and 1 or s.winner == -1 and 0 or 0.5 end,
    won = function(s) return s.winner == 1 end,
    max = 1,
    fresh = function(rng)
      return { seed = rng:below(1000000) + 1000, first = rng:below(2) == 1, against = against }
    end,
    show = function(s)
      local rows = {}
      for r = ROWS, 1, -1 do
        local row = {}
        for c = 1, COLUMNS do
          local who = s[number(c, r)]
          row[c] = who == 1 and "X" or who == -1 and "O" or "."
        end
        rows[#rows + 1] = table.concat(row, " ")
      end
      return table.concat(rows, "\n") .. "\n1 2 3 4 5 6 7"
    end,
    key = "X: the program, O: the other",
  }
end

local JUDGED, SEED = 400, 9000000

return ludus.experiment {
  game        = game("careful", 2000, 0, 30),
  test        = game("careful", JUDGED, SEED),
  program     = ludus.tree { nodes = 40, depth = { 2, 4 } },
  population  = 100,
  generations = 21,
  select      = ludus.tournament(4, { parsimony = true }),
  vary        = { { 0.7, ludus.crossover { leaves = 0.1 } }, { 0.15, ludus.subtree },
                  { 0.15, ludus.point } },
  elite       = 2,
  variants    = { chance = { game = game("chance", JUDGED, SEED) },
    careful = { game = game("careful", JUDGED, SEED) },
    search = { game = game("search", JUDGED, SEED) } },
}
