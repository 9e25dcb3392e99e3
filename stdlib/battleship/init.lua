-- battleship/init.lua -- Battleship: boards, players, matches, the adaptive player.
--
--     local bs = require "ludus.battleship"
--     bs.solo { player = "density", games = 10000 }.mean           --> 44.7
--     bs.match { a = "largest+three", b = "random+three" }.share    --> 0.695
--     local p = bs.read "scripts/programs/battleship-figure8-repaired.lgp"
--     bs.solo { player = { program = p, target = "checkerboard" } }.mean
--
-- A player is a name (a target, `+three` or `+memory` for sinking logic,
-- `density`, `figure8`, `repaired`, or a program's file), a program, a
-- function, or a table of the fields in players.lua. Squares are numbered from
-- 1, row by row from the top left.
--
-- Each noun has a file of its own below battleship/; this one names what a
-- script may use of them.

local captain = require "ludus.battleship.captain"
local drills  = require "ludus.battleship.drill"
local fields  = require "ludus.battleship.fields"
local fleets  = require "ludus.battleship.fleets"
local gunnery = require "ludus.battleship.gunnery"
local matches = require "ludus.battleship.matches"
local players = require "ludus.battleship.players"

local bs = {
  name = "battleship",
  key  = "X a hit, o a miss, # a ship that was not hit",

  -- names with their help
  targets    = fields.targets,
  sinkings   = fields.sinkings,
  placements = fields.placements,

  -- boards
  fleet  = fleets.fleet,
  draw   = fleets.draw,
  counts = fleets.counts,

  -- players and their programs
  set    = players.set,
  player = players.player,

  -- games
  summary    = matches.summary,
  solo       = matches.solo,
  match      = matches.match,
  tournament = matches.tournament,
  table      = matches.table,
  trace      = matches.trace,

  -- sinking logic from scratch
  drill   = drills.drill,
  descent = drills.descent,

  -- the adaptive player
  captain     = captain.settings,
  pretrained  = captain.pretrained,
  series      = captain.series,
  stretch     = captain.stretch,
  known       = captain.known,
  best        = captain.best,
  fit         = captain.fit,
  correlation = captain.correlation,
  anchor      = captain.anchor,
  remember    = captain.remember,
  recall      = captain.recall,

  -- for experiments, `ludus score`, `ludus ops` and `ludus play`
  fields  = gunnery.fields,
  game    = gunnery.game,
  judge   = gunnery.judge,
  program = gunnery.program,
  reader  = gunnery.reader,
  shape   = gunnery.shape,
  ops     = gunnery.ops,
  score   = gunnery.score,
  play    = require "ludus.battleship.play",
}

-- The program in a file, or of a text.
function bs.read(path) return bs.set:read(path) end
function bs.parse(text, name) return bs.set:parse(text, name) end

-- What programs are made of besides instructions, for help.
bs.words = {
  { "TargetPos", "a register: the square that is aimed at" },
  { "TempPos", "a register: a square that SavePos keeps and LoadPos gives back" },
  { "TargetDir", "a register: the direction that MoveFwd goes" },
  { "TargetHit", "a register: whether the last shot hit" },
  { "TempHit", "a register: a truth that SetTrue and SetFalse write and IfTrue asks" },
  { "Targeting", "the first block, which looks for ships; Jump goes to Locking" },
  { "Locking", "the second block, after a hit; Jump goes to Sinking" },
  { "Sinking", "the third block, which follows a ship; Jump goes to Targeting" },
}

return require "ludus.script.closed".module(bs, "ludus.battleship")
