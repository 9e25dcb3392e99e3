-- captain.lua -- the adaptive player: its settings, series of games in which it
-- learns, and what it knows about an opponent, kept as bytes.

local core    = require "ludus.core.battleship".captain
local fields  = require "ludus.battleship.fields"
local fleets  = require "ludus.battleship.fleets"
local players = require "ludus.battleship.players"
local spec    = require "ludus.script.spec"
local store   = require "ludus.run.store"
local system  = require "ludus.core.system"

local captain = {}

captain.fields = {
  targeting = { "choice", "wave", choices = { "wave", "density" },
    help = "five harmonics, or counted places weighed by past fleets" },
  sinking   = { "choice", "program", choices = { "program", "three", "belief" },
    help = "evolved programs, three states, or the density's own" },
  filter    = { "choice", "largest", choices = { "largest", "smallest", "open" },
    help = "spacing of the checkerboard: the paper's is by the largest ship" },
  spaced    = { "boolean", true,
    help = "densities prefer the lattice of the shortest ship" },
  nested    = players.fields.nested,
  restart   = players.fields.restart,
  patience  = players.fields.patience,
  learn     = { "boolean", true, help = "targeting and sinking adapt" },
  adapt     = { "boolean", true, help = "placement adapts; else it is random" },
  before    = { "integer", 200, min = 0, max = 100000,
    help = "generations of waves before a game" },
  per_turn  = { "integer", 1, min = 0, max = 1000, help = "and per turn" },
  wave_mutation = { "number", 0.25, min = 0, max = 1,
    help = "chance of each coefficient of a mutated wave" },
  trust     = { "number", 4, min = 0.01, max = 1000,
    help = "weight of the training data, in games" },
  sharp     = { "number", -1, min = -1, max = 20,
    help = "sharpness of learnt places; -1: as the past fleets suggest" },
  heed      = { "number", 8, min = 0, max = 100,
    help = "how strongly placement heeds the opponent's habits" },
  population = { "integer", 20, min = 2, max = core.limits.programs, help = "programs" },
  kept      = { "integer", 2, min = 1, max = core.limits.programs - 1,
    help = "programs kept" },
  mutation  = { "number", 0.1, min = 0, max = 1, help = "of programs, per block" },
  rounds    = { "integer", 20, min = 0, max = 100000,
    help = "rounds of breeding programs before a game" },
}

-- Parts that are Lua functions stand for themselves: `targeting` answers Target, or as
-- `sinking` fires every shot; `placement` lays the fleet.
function captain.settings(given)
  local plain = {}
  for key, value in pairs(given or {}) do plain[key] = value end
  local target, player, place = plain.targeting, plain.sinking, plain.placement
  local aims, plays = type(target) == "function", type(player) == "function"
  if aims then plain.targeting = nil end
  if plays then plain.sinking = nil end
  if type(place) == "function" then plain.placement = nil end
  local s = spec.check("battleship.captain", plain, captain.fields)
  if aims and (plays or s.sinking ~= "program") then
    error("battleship.captain: field 'targeting': a function answers programs "
      .. "(sinking = \"program\"); one that fires every shot is 'sinking'", 0)
  end
  if aims then s.targeting, s.shoot = "call", target end
  if plays then s.sinking, s.shoot = "player", player end
  s.place = place
  return s
end

-- What is known of a new opponent: the pre-trained state, as bytes. `from` is a
-- list of programs to start from; by default the repaired Figure 8.
function captain.pretrained(given)
  local s = spec.check("battleship.pretrained", given, {
    seed  = { "integer", 1, help = "the seed" },
    from  = { "list", {}, help = "programs, best first" },
    fleet = { "any", help = "the board" },
  })
  local from = s.from
  if #from == 0 then from = { players.program "repaired" } end
  return core.rival(fleets.of(s.fleet), s.seed, from)
end

local series_fields = fields.games {
  captain  = { "table", {}, help = "fields of bs.captain" },
  opponent = { "any", "random+three", help = "who shoots at the captain" },
  places   = fields.placing "how the opponent places its ships",
  repeats  = { "integer", 1, min = 1, max = 1000000, help = "series" },
  games    = { "integer", 11, min = 1, max = 100000, help = "games of a series" },
  base     = { "string", help = "bytes of a known opponent to start from" },
}

-- Series of games of the adaptive player against one opponent, learning from
-- game to game: shots[r][g], survival[r][g] (the opponent's shots), and
-- `known`, the bytes of what series 1 has learnt.
function captain.series(given)
  local s = spec.check("battleship.series", given, series_fields)
  local fleet = fleets.of(s.fleet)
  local base = s.base or captain.pretrained { seed = s.seed, fleet = s.fleet }
  local shots, survival, known = core.series(fleet,
    captain.settings(s.captain), base, players.player(s.opponent), s.places, s.seed,
    s.repeats, s.games, s.threads)
  return { shots = shots, survival = survival, known = known }
end

-- Mean of games first..last of every series, as a list.
function captain.stretch(rows, first, last)
  local means = {}
  for r, row in ipairs(rows) do
    local sum = 0
    for g = first, last do sum = sum + row[g] end
    means[r] = sum / (last - first + 1)
  end
  return means
end

-- Games played, fleets and programs kept, of an opponent's bytes.
function captain.known(bytes, fleet) return core.known(fleets.of(fleet), bytes) end

-- The best program bred against that opponent, or nil.
function captain.best(bytes, fleet)
  return core.program(fleets.of(fleet), bytes, players.set)
end

-- Fits harmonics (5) to a density: values, curve of correlations, and what as many
-- of the strongest harmonics of its transform reach.
function captain.fit(density, generations, seed, fleet, harmonics)
  return core.fit(fleets.of(fleet), density, generations, seed, harmonics)
end

captain.correlation = core.correlation

-- Cover of the squares by fleets of the adaptive placement against that
-- opponent.
function captain.anchor(bytes, given)
  local s = spec.check("battleship.anchor", given, {
    heed = captain.fields.heed, seed = { "integer", 1, help = "the seed" },
    fleets = { "integer", 10000, min = 1, max = 100000000, help = "fleets drawn" },
    fleet = { "any", help = "the board" } })
  return core.anchor(fleets.of(s.fleet), bytes, s.heed, s.seed, s.fleets)
end

-- ---- what is known, in the run store ----------------------------------------

-- Keeps an opponent's bytes in the store under a name; gets them back, or nil.
function captain.remember(path, name, bytes)
  local s = store.open(path, "write")
  s:remember("battleship/" .. name, bytes)
  s:close()
end

function captain.recall(path, name)
  if not system.exists(path) then return nil end
  local s = store.open(path, "read")
  local bytes = s:recall("battleship/" .. name)
  s:close()
  return bytes
end

return captain
