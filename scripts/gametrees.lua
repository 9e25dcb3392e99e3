-- gametrees.lua -- can plans of both sides that coevolve search the tree of a game for two?
-- Hwang, Hong and Lin wish for it.
--
--     ludus run scripts/gametrees.lua
--     ludus run scripts/gametrees.lua --set game=othello
--
-- Connect-4, declared here, and Othello. Plans meet alpha-beta with the same evaluation and as
-- many boards a move, from openings in which alpha-beta sees neither side far ahead, each played
-- from both sides. Beside them: plans drawn by chance instead of bred; plans whose lines are
-- backed up as a tree; alpha-beta that may see one or two plies only; and any move.

local ludus   = require "ludus"
local duo     = require "ludus.duo"
local othello = require "ludus.othello"

-- ---- Connect-4 --------------------------------------------------------------

-- Seven columns of seven bits, the lowest square first; the seventh stays empty. A state is
-- { stones of side 1, of side 2, turn =, lead =, over = }.
local BOARD, TOP = 0, {}
for column = 0, 6 do
  BOARD = BOARD | 0x3f << 7 * column
  TOP[column] = 1 << 7 * column + 5
end
local CENTRE_FIRST = { 3, 2, 4, 1, 5, 0, 6 }
local SHIFTS = { 7, 6, 8 }             -- along a row and both diagonals

-- How many lines of four go through each square.
local worth = {}
local quarter = { { 3, 4, 5, 5, 4, 3 }, { 4, 6, 8, 8, 6, 4 }, { 5, 8, 11, 11, 8, 5 },
  { 7, 10, 13, 13, 10, 7 } }
for column = 0, 6 do
  for row = 0, 5 do
    worth[1 << 7 * column + row] = quarter[math.min(column, 6 - column) + 1][row + 1]
  end
end

local function bits(set)
  local n = 0
  while set ~= 0 do
    set, n = set & (set - 1), n + 1
  end
  return n
end

local function has_four(b)
  local up = b & b >> 1
  if up & up >> 2 ~= 0 then return true end
  for _, s in ipairs(SHIFTS) do
    local two = b & b >> s
    if two & two >> 2 * s ~= 0 then return true end
  end
  return false
end

-- The squares that would make a line of four, taken or not.
local function fours(b)
  local set = b << 1 & b << 2 & b << 3
  for _, s in ipairs(SHIFTS) do
    local two = b << s & b << 2 * s
    set = set | two & b << 3 * s | two & b >> s
    two = b >> s & b >> 2 * s
    set = set | two & b >> 3 * s | two & b << s
  end
  return set & BOARD
end

local connect4 = {
  start = { 0, 0, turn = 1, lead = 0 },
  codes = 7,
  code = function(column) return column end,
  side = function(s) return s.turn end,
}

function connect4.moves(s)
  local list, taken = {}, s[1] | s[2]
  if s.over then return list end
  for _, column in ipairs(CENTRE_FIRST) do
    if taken & TOP[column] == 0 then list[#list + 1] = column end
  end
  return list
end

function connect4.play(s, column)
  local taken = s[1] | s[2]
  local stone = taken + (1 << 7 * column) & 0x3f << 7 * column & ~taken
  local after = { s[1], s[2], turn = 3 - s.turn,
    lead = s.lead + (s.turn == 1 and worth[stone] or -worth[stone]) }
  after[s.turn] = after[s.turn] | stone
  after.over = has_four(after[s.turn])
  return after
end

-- A win, the sooner the better; squares that would win; lines that the stones lie on.
function connect4.value(s)
  local empty = BOARD & ~(s[1] | s[2])
  if s.over then
    local won = 10000 + bits(empty)
    return s.turn == 2 and won or -won
  elseif empty == 0 then
    return 0
  end
  return s.lead + 8 * (bits(fours(s[1]) & empty) - bits(fours(s[2]) & empty))
end

-- ---- Othello ----------------------------------------------------------------

local evaluation = othello.player(require "ludus.othello.evolved".coevolved)
local WON = 1000000

local reversi = {
  start = othello.start(),
  codes = 64,
  code = function(square)
    return 8 * (square:byte(2) - ("1"):byte()) + square:byte(1) - ("a"):byte()
  end,
  side = function(p) return p:side() == "black" and 1 or 2 end,
  moves = function(p) return p:moves() end,
  play = function(p, square) return p:play(square) end,
}

function reversi.value(p)
  if p:over() then
    local black, white = p:count()
    local lead = black - white
    return 10000 * lead + (lead > 0 and WON or lead < 0 and -WON or 0)
  end
  local v = evaluation.core:value(p)
  return p:side() == "black" and v or -v
end

-- ---- the study --------------------------------------------------------------

-- The games, how many plies openings have, and who is far ahead.
local games = {
  connect4 = { duo.game(connect4), plies = 6, even = 12 },
  othello = { duo.game(reversi), plies = 8, even = 1000 },
}

local function numbers(list)
  for _, n in ipairs(list) do
    if math.type(n) ~= "integer" or n < 1 then return nil, "whole numbers of 1 or more" end
  end
  return #list > 0 and list or nil, "a number of boards or more"
end

local settings = {
  game = { "choice", "connect4", choices = { "connect4", "othello" }, help = "which game" },
  nodes = { "list", { 500 }, check = numbers, help = "boards a move, of both" },
  openings = { "integer", 100, min = 2, max = 100000, help = "each played from both sides" },
  depth = { "integer", 6, min = 1, max = 100, help = "plies of a line" },
  population = { "integer", 12, min = 2, max = 10000, help = "plans of each side" },
  rivals = { "integer", 2, min = 1, max = 10000, help = "plans that each meets" },
  judge = { "choice", "least", choices = { "least", "mean" },
    help = "what a plan is worth of what it gets from those" },
  crossover = { "number", 0.1, min = 0, max = 1, help = "share of children by crossover" },
}

local function plans_of(s, more)
  local how = { "plans", depth = s.depth, population = s.population, rivals = s.rivals,
    judge = s.judge, crossover = s.crossover }
  for name, value in pairs(more or {}) do how[name] = value end
  return how
end

local function meetings_of(s)
  local alphabeta = { "alphabeta" }
  return {
    { "plans", plans_of(s), "alpha-beta", alphabeta },
    { "plans by chance", plans_of(s, { breed = false }), "alpha-beta", alphabeta },
    { "plans as a tree", plans_of(s, { choose = "tree" }), "alpha-beta", alphabeta },
    { "chance as a tree", plans_of(s, { choose = "tree", breed = false }), "alpha-beta",
      alphabeta },
    { "plans", plans_of(s), "plans by chance", plans_of(s, { breed = false }) },
    { "plans", plans_of(s), "1 ply", { "alphabeta", depth = 1 } },
    { "plans as a tree", plans_of(s, { choose = "tree" }), "1 ply", { "alphabeta", depth = 1 } },
    { "plans as a tree", plans_of(s, { choose = "tree" }), "2 plies",
      { "alphabeta", depth = 2 } },
    { "plans", plans_of(s), "any move", { "random" } },
  }
end

local function met(s, row, nodes)
  local kind = games[s.game]
  return s.step(("%s, %s, %d boards"):format(row[1], row[3], nodes), function()
    local r = duo.match(kind[1], row[2], row[4], { openings = s.openings, plies = kind.plies,
      even = kind.even, nodes = nodes, seed = s.seed })
    s.say("%6d %-16s %-15s %4d %5d %4d %6.1f%% (%.1f to %.1f), made %.0f and %.0f", nodes, row[1],
      row[3], r.won, r.drawn, r.lost, 100 * r.wins[1], 100 * r.wins[2], 100 * r.wins[3],
      r.nodes[1], r.nodes[2])
    return { player = row[1], other = row[3], budget = nodes, won = r.won, drawn = r.drawn,
      lost = r.lost, share = r.wins[1], low = r.wins[2], high = r.wins[3],
      made = r.nodes[1], others_made = r.nodes[2] }
  end)
end

return ludus.study {
  name = "gametrees",
  settings = settings,
  pieces = function(s) return #s.nodes * 9 end,
  run = function(s)
    s.say("%6s %-16s %-15s %4s %5s %4s %7s (95%%)", "boards", "player", "against", "won", "drawn",
      "lost", "won")
    local rows = {}
    for _, nodes in ipairs(s.nodes) do
      for _, row in ipairs(meetings_of(s)) do rows[#rows + 1] = met(s, row, nodes) end
    end
    return { rows = rows }
  end,
}
