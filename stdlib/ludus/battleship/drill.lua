-- drill.lua -- sinking logic from scratch: programs drilled on saved games.

local core    = require "ludus.core.captain"
local fields  = require "ludus.battleship.fields"
local fleets  = require "ludus.battleship.fleets"
local players = require "ludus.battleship.players"
local spec    = require "ludus.spec"

local drills = {}

local function copied(t)
  local copy = {}
  for key, value in pairs(t) do copy[key] = value end
  return copy
end

local drill_fields = {
  target     = { "choice", "random", choices = fields.names(fields.targets),
    help = "what Target answers" },
  against    = { "choice", "random", choices = fields.names(fields.placements),
    help = "whose fleets" },
  population = { "integer", 20, min = 2, max = 100000, help = "programs" },
  kept       = { "integer", 2, min = 1, help = "kept in each deme" },
  mutation   = { "number", 0.1, min = 0, max = 1, help = "per block" },
  tournament = { "integer", 0, min = 0, max = 1000,
    help = "0: the paper's way; else all operators, parents by tournaments" },
  demes      = { "integer", 1, min = 1, max = 1000, help = "parts that hardly mix" },
  apart      = { "integer", 0, min = 0, help = "rounds in which demes don't mix" },
  rounds     = { "integer", 20, min = 1, help = "rounds" },
  games      = { "integer", 10, min = 1, max = 100000, help = "games per round" },
  more       = { "number", 1, min = 1, max = 1000,
    help = "times as many games in the last round; they grow evenly" },
  refining   = { "integer", 0, min = 0,
    help = "rounds behind those, of small changes of the few best" },
  brood      = { "integer", 400, min = 8, max = 100000, help = "changes a round" },
  refine_games = { "integer", 150, min = 1, max = 100000,
    help = "games per round then" },
  fresh      = { "boolean", true, help = "other games in each round" },
  nested     = { "boolean", false, help = "a skipped If skips its line, too" },
  restart    = { "boolean", false, help = "a sinking goes back to state 1" },
  patience   = { "integer", 100, min = 1, max = 1000000, help = "loop limit" },
  finalists  = { "integer", 30, min = 1, max = 1000,
    help = "best of the last round, compared on more games" },
  seed       = { "integer", 1, help = "the seed" },
  threads    = { "integer", 0, min = 0, max = 256, help = "0 for all cores" },
  set        = { "any", help = "another set of instructions" },
  fleet      = { "any", help = "the board" },
  on_round   = { "function", help = "called with round, best, mean of the best tenth" },
}

-- The best of the finalists over games that no round has used.
local function choose(drill, s, player, fleet)
  local best, least
  for i = 1, math.min(s.finalists, s.population) do
    local p = copied(player)
    p.program = drill:program(i)
    local mean = core.score(fleet, p, s.against, s.seed + 1000003, 0, 2000)
    if not least or mean < least then best, least = p.program, mean end
  end
  return best, least
end

-- A drill of small changes of the few best programs of another.
local function refinement(drill, s, fleet)
  local o = copied(s)
  o.population, o.demes, o.tournament, o.refine = s.brood, 1, 4, 1
  local small = core.drill(fleet, s.set or players.set, o, s.seed, s.threads)
  for i = 1, math.min(8, s.population) do small:plant(i, (drill:program(i))) end
  return small
end

-- Evolves sinking logic from random programs: the program, its mean on the
-- choosing games, the curve as rows { round, best, tenth }, and the drill.
function drills.drill(given)
  local s = spec.check("battleship.drill", given, drill_fields)
  local fleet = fleets.of(s.fleet)
  local player = players.player { target = s.target,
    program = players.program "repaired", nested = s.nested, restart = s.restart,
    patience = s.patience }
  local curve, first = {}, 0
  local function round(drill, number, games, breed)
    local best, tenth = drill:round(player, s.against, s.seed, first, games,
      breed and number or nil)
    curve[#curve + 1] = { round = number, best = best, tenth = tenth }
    if s.fresh then first = first + games end
    if s.on_round then s.on_round(number, best, tenth) end
  end
  s.refine = 0
  local drill = core.drill(fleet, s.set or players.set, s, s.seed, s.threads)
  for n = 0, s.rounds do
    round(drill, n, math.floor(s.games * (1 + (s.more - 1) * n / s.rounds)),
      n < s.rounds)
  end
  if s.refining > 0 then
    drill = refinement(drill, s, fleet)
    s.population = s.brood
    for n = 1, s.refining do
      round(drill, s.rounds + n, s.refine_games, n < s.refining)
    end
  end
  local program, mean = choose(drill, s, player, fleet)
  return { program = program, mean = mean, curve = curve, drill = drill }
end

return drills
