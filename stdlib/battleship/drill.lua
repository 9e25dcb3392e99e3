-- drill.lua -- sinking logic evolved from random programs on saved games: the
-- paper's drill, and lines of descent that go beyond it.
--
-- A drill is an experiment like any other: inside a study its run is stored as a part.
-- Descents are an algorithm of their own.

local core    = require "ludus.core.battleship".drill
local experiments = require "ludus.script.experiment"
local fields  = require "ludus.battleship.fields"
local fleets  = require "ludus.battleship.fleets"
local fresh   = require "ludus.script.fresh"
local gunnery = require "ludus.core.battleship".gunnery
local linear  = require "ludus.linear"
local players = require "ludus.battleship.players"
local recipes = require "ludus.script.recipes"
local spec    = require "ludus.script.spec"
local words   = require "ludus.script.words"

local drills = {}

local limits = core.limits

-- What both let a caller say, and more.
local function with(more)
  local all = {
    target   = { "choice", "random", choices = fields.names(fields.targets),
      help = "what Target answers" },
    against  = fields.placement "whose fleets",
    nested   = { "boolean", false, help = "a skipped If skips its line, too" },
    restart  = { "boolean", false, help = "a sinking goes back to state 1" },
    patience = { "integer", 100, min = 1, max = 1000000, help = "loop limit" },
    seed     = { "integer", 1, help = "the seed" },
    threads  = spec.threads "0 for all cores",
    set      = { "any", help = "another set of instructions" },
    fleet    = { "any", help = "the board" },
    on_round = { "function", help = "called with round, best, and a mean" },
  }
  for key, row in pairs(more) do all[key] = row end
  return all
end

local function player_of(s, program)
  return players.player { target = s.target, nested = s.nested,
    restart = s.restart, patience = s.patience,
    program = program or players.program "repaired" }
end

-- Games of a seed that no round uses; their numbers are a block of their own.
local CHOOSING = 1 << 40

-- The best of some programs over so many of those games, and its mean.
local function choose(s, fleet, programs, games)
  local best, least
  for _, program in ipairs(programs) do
    local mean = core.score(fleet, player_of(s, program), s.against, s.seed,
      CHOOSING, games)
    if not least or mean < least then best, least = program, mean end
  end
  return best, least
end

-- ---- the paper's way --------------------------------------------------------

local drill_fields = with {
  population = { "integer", 20, min = 2, max = limits.population, help = "programs" },
  kept       = { "integer", 2, min = 1, help = "kept in each round" },
  mutation   = { "number", 0.1, min = 0, max = 1, help = "per block" },
  rounds     = { "integer", 20, min = 1, help = "rounds" },
  games      = { "integer", 10, min = 1, max = limits.games, help = "games per round" },
  fresh      = { "boolean", true, help = "other games in each round" },
  finalists  = { "integer", 10, min = 1, max = 1000,
    help = "best of the last round, compared on 2000 other games" },
}

-- The drill's games; a fleet and a set of instructions may be the caller's.
local saved_fields = {}
for _, name in ipairs { "fleet", "player", "against", "seed", "cases", "set" } do
  saved_fields[name] = { "any", help = "of a drill" }
end

local function saved(s)
  local drawn = fresh.is(s.cases) and s.cases
  return recipes.remember(gunnery.new(s.fleet, s.player, s.against,
    drawn and drawn:case_seed() or s.seed, drawn and drawn.count or s.cases, s.set),
    saved, s, saved_fields)
end

-- Two children of two of the kept programs at a time: a chunk is swapped, then both are
-- mutated.
local function experiment_of(s, fleet, on_generation)
  return experiments.experiment { name = "drill", population = s.population,
    generations = s.rounds + 1, solved = words.never, program = linear.program {},
    game = saved { fleet = fleet, player = player_of(s), against = s.against,
      seed = s.seed, cases = s.fresh and fresh.fresh(s.games) or s.games,
      set = s.set or players.set },
    elite = s.kept, apart = s.kept > 1,
    select = words.truncation((s.kept - 0.5) / s.population),
    brood = { { children = s.population - s.kept, { "chunk", mutation = 0 },
      { "mutate", mutation = s.mutation } } },
    on_generation = on_generation }
end

-- The programs of a run, best first, and what each took on average.
local function ranked(run, games)
  local pop, programs, shots = run:population(), {}, {}
  for i, slot in ipairs(pop:order()) do
    programs[i], shots[i] = pop[slot], pop:score(slot).raw / games
  end
  return programs, shots
end

local function mean_of(list, n)
  local sum = 0
  for i = 1, n do sum = sum + list[i] end
  return sum / n
end

-- Keeps the best programs of each round and breeds from them: the program, its
-- mean on the choosing games, the curve as rows { round, best, mean } where the
-- mean is the best tenth's.
function drills.drill(given)
  local s = spec.check("battleship.drill", given, drill_fields)
  if s.kept >= s.population then
    error(("kept must be 1 to %d, got %d"):format(s.population - 1, s.kept), 0)
  end
  local fleet, curve = fleets.of(s.fleet), {}
  local value = experiment_of(s, fleet, function(run)
    local _, shots = ranked(run, s.games)
    local n, tenth = run.generation, mean_of(shots, s.population // 10 + 1)
    curve[#curve + 1] = { round = n, best = shots[1], mean = tenth }
    if s.on_round then s.on_round(n, shots[1], tenth) end
  end)
  local run = require "ludus.run.studies".evolve(value, { seed = s.seed,
    threads = s.threads })
  local finalists = table.move(ranked(run, s.games), 1, math.min(s.finalists,
    s.population), 1, {})
  local program, mean = choose(s, fleet, finalists, 2000)
  return { program = program, mean = mean, curve = curve }
end

-- ---- lines of descent -------------------------------------------------------

local descent_fields = with {
  lines    = { "integer", 32, min = 1, max = limits.lines, help = "lines of descent" },
  start    = { "integer", 6000, min = 1, max = 100000000,
    help = "random programs that each line begins with the best of" },
  from     = { "list", {}, help = "programs to begin with instead" },
  length   = { "integer", 10, min = 1, max = limits.length,
    help = "lines of their blocks, at most" },
  rounds   = { "integer", 240, min = 2, max = 100000, help = "rounds" },
  steps    = { "integer", 250, min = 1, max = 100000000,
    help = "children of each line in a round" },
  games    = { "integer", 40, min = 1, max = limits.descent_games,
    help = "in the first round" },
  more     = { "number", 30, min = 1, max = 1000,
    help = "times as many in the last" },
  warm     = { "number", 0.7, min = 0, max = 100,
    help = "shots a child may be worse by, on average, in the first round" },
  cold     = { "number", 0.02, min = 0, max = 100, help = "and in the last" },
  crossing = { "number", 0.03, min = 0, max = 1,
    help = "share of children that are crossed with another line" },
  brevity  = { "number", 0.03, min = 0, max = 100,
    help = "shots that an instruction less is worth" },
  prune    = { "integer", 16, min = 0, help = "rounds from one pruning to the next" },
  cull     = { "number", 0.1, min = 0, max = 1, help = "share of the lines that are "
    .. "compared with a neighbour after a round, and give way if it is better" },
}

local START_GAMES = 30               -- in which random programs are compared

-- From `first` to `last` in equal ratios; from zero, in equal steps.
local function glide(first, last, share)
  if first <= 0 or last <= 0 then return first + (last - first) * share end
  return first * (last / first) ^ share
end

-- The programs of all lines, the best score of the last round, and their mean.
local function lines_of(descent, count)
  local programs, best, sum = {}, math.huge, 0
  for i = 1, count do
    local score
    programs[i], score = descent:line(i)
    best, sum = math.min(best, score), sum + score
  end
  return programs, best, sum / count
end

-- Lets lines of descent improve from random programs, or from those given: the
-- program, its mean on the choosing games, the curve as rows { round, best,
-- mean } over the lines.
function drills.descent(given)
  local s = spec.check("battleship.descent", given, descent_fields)
  local fleet, player, curve = fleets.of(s.fleet), player_of(s), {}
  local descent = core.descent(fleet, s.set or players.set, s, s.seed, s.threads)
  local first = START_GAMES
  if #s.from == 0 then
    descent:start(player, s.against, s.seed, 0, START_GAMES)
  else
    for i = 1, s.lines do descent:plant(i, s.from[(i - 1) % #s.from + 1]) end
  end
  for n = 1, s.rounds do
    local share = (n - 1) / (s.rounds - 1)
    local games = math.min(10000, math.floor(glide(s.games, s.games * s.more, share)))
    if s.prune > 0 and n % s.prune == 0 then
      descent:prune(player, s.against, s.seed, first, games)
    end
    descent:advance(player, s.against, s.seed, first, games, n,
      glide(s.warm, s.cold, share))
    first = first + games
    local _, best, mean = lines_of(descent, s.lines)
    curve[n] = { round = n, best = best, mean = mean }
    if s.on_round then s.on_round(n, best, mean) end
    if n < s.rounds and s.cull > 0 then
      descent:cull(n, math.max(1, math.floor(s.cull * s.lines)))
    end
  end
  local program, mean = choose(s, fleet, (lines_of(descent, s.lines)), 10000)
  return { program = program, mean = mean, curve = curve }
end

return drills
