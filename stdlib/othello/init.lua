-- othello/init.lua -- Othello: positions, players, matches, evolution.
--
--     local othello = require "ludus.othello"
--     local p = othello.start():play "f5"
--     print(othello.draw(p), p:feature "mobility")
--     local hand = othello.player "hand"
--     print(hand.core:think(p))
--     othello.match(hand, othello.player "discs", { games = 100 }).share

local core    = require "ludus.core.othello"
local board   = require "ludus.othello.board"
local players = require "ludus.othello.players"
local league  = require "ludus.othello.league"
local contest = require "ludus.othello.contest"

local othello = {
  name       = "othello",
  key        = "X black, O white",
  fields     = contest.fields,
  start      = core.start,
  position   = core.position,
  opening    = core.opening,
  features   = core.features,
  more       = core.more,
  traits     = core.traits,
  edge       = core.edge,
  measure    = core.measure,
  measure_more = core.measure_more,
  measure_move = core.measure_move,
  engine     = core.engine,
  draw       = board.draw,
  picture    = board.picture,
  player     = players.new,
  teachers   = players.teachers,
  weights    = players.weights,
  bits       = players.bits,
  contest    = contest.new,
  game       = contest.game,
  judge      = contest.judge,
  reader     = contest.reader,
  match      = league.match,
  tournament = league.tournament,
  table      = league.text,
  cross_table = league.cross_table,
  meeting    = league.meeting,
}

-- The squares of two bitboards, a1, b1, ... h8: 1 where the first has a disc, 2 where the
-- second has one, else 0.
function othello.squares(me, you)
  local list = {}
  for i = 0, 63 do list[i + 1] = (me >> i & 1) + 2 * (you >> i & 1) end
  return list
end

-- Lines above primitives in `ludus ops othello`.
othello.headings = { D1 = "of all features, with program = 'wide':",
  CORNER = "of a move instead of features, with program = 'strategy':" }

-- Reads a game in the usual notation, f5d6c3...; the moves as plain text and
-- the position they lead to. `name` is used in messages.
function othello.read(text, name, start) return core.read(text, name, start) end

-- Plays a game out between two players: its moves as text, the last position,
-- nodes searched.
function othello.play_out(black, white, moves, start)
  return core.game(black.core, white.core, moves or "", start)
end

-- `ludus score othello` and `ludus play othello`
othello.score = require "ludus.othello.score"
othello.play = require "ludus.othello.play".command

-- The features by name, for help.
othello.words = {}
for i, row in ipairs(core.features) do
  othello.words[i] = { row.name, ("a feature of positions, %s in programs: %s"):format(
    row.symbol, row.help) }
end

return require "ludus.script.closed".module(othello, "ludus.othello")
