-- climb.lua -- many weights by CMA-ES, against a hall of fame that grows.
--
--     local run = climb.run { weights = 46, generations = 100, seed = 2 }
--     run.history[100].yardstick, run.best
--
-- Weights over all features (46: at the beginning of a game and at its end; 23: the same
-- throughout), over the eight of the paper (8), or over the traits of a move (36 or 18), which
-- make a strategy: it plays without search. Everyone of a generation plays the same opponents
-- from the same random openings, others in each generation. The opponents are the `rivals`, if
-- any, and some of a hall of fame, to which every few generations the mean of the better half
-- is added: luck averages out in it. References never take part; they measure.

local contest = require "ludus.othello.contest"
local core    = require "ludus.core.othello"
local ga      = require "ludus.ga"
local league  = require "ludus.othello.league"
local players = require "ludus.othello.players"
local rng     = require "ludus.core.rng"
local spec    = require "ludus.script.spec"
local vector  = require "ludus.vector"

local climb = {}

local RANGE = 100                      -- weights are within +-RANGE
local counts = { [8] = true, [18] = true, [23] = true, [36] = true, [46] = true }

local function count(value)
  if counts[value] then return value end
  return nil, "8, 18, 23, 36 or 46 weights"
end

climb.fields = {
  weights     = { "integer", 46, check = count,
    help = "how many: 8 as in the paper, 23 or 46 over all features, 18 or 36 of a strategy" },
  generations = { "integer", 100, min = 1, max = 100000, help = "generations" },
  population  = { "integer", 20, min = 4, max = 10000, help = "children in each" },
  sigma       = { "number", 0.3, min = 0.001, max = 1, help = "first step size, of the range" },
  start       = { "list", {}, help = "weights to begin at; none: at the best of random ones" },
  rivals      = { "list", {}, help = "players that everyone always meets" },
  rival_depth = { "any", 2, check = players.depth, help = "plies that they search" },
  hall        = { "integer", 4, min = 1, max = 1000,
    help = "further opponents: the newest of the hall of fame and others drawn from it" },
  every       = { "integer", 5, min = 1, max = 1000,
    help = "generations between two that are remembered" },
  openings    = { "integer", 15, min = 1, max = 1000,
    help = "openings per opponent, each with both colours" },
  plies       = { "integer", 8, min = 0, max = core.limits.plies, help = "random plies of those" },
  depth       = { "any", 2, check = players.depth, help = "plies searched while learning" },
  yardstick   = { "integer", 40, min = 0, max = 100000,
    help = "games of who is remembered against each reference; 0 for none" },
  references  = { "list", { "discs", "squares", "mobility", "hand" },
    help = "who measures progress" },
  final       = { "integer", 200, min = 2, max = 100000,
    help = "games of each pairing when the best of those remembered is chosen" },
  seed        = { "integer", 1, help = "the seed" },
  threads     = spec.threads "0 for all cores",
  progress    = { "function", help = "called with each remembered generation's row" },
}

-- ---- programs ---------------------------------------------------------------

local function genes_of(program)
  local list = {}
  for i = 1, #program do list[i] = program[i] end
  return list
end

-- The mean of the better half.
local function middle(programs, scores)
  local order, mean = {}, {}
  for i = 1, #programs do order[i] = i end
  table.sort(order, function(a, b)
    if scores[a] ~= scores[b] then return scores[a] > scores[b] end
    return a < b
  end)
  local half = math.max(1, #order // 2)
  for i = 1, #programs[1] do
    local sum = 0
    for k = 1, half do sum = sum + programs[order[k]][i] end
    mean[i] = sum / half
  end
  return mean
end

-- The weights so that the greatest is RANGE, as whole numbers: only their proportions count.
function climb.rounded(weights)
  local most, list = 0, {}
  for _, w in ipairs(weights) do most = math.max(most, math.abs(w)) end
  for i, w in ipairs(weights) do
    list[i] = most > 0 and math.floor(w * RANGE / most + 0.5) | 0 or 0
  end
  return list
end

-- ---- scoring ----------------------------------------------------------------

local Run = {}
Run.__index = Run

-- The opponents of a generation: the rivals, the newest of the hall of fame, others by lot.
function Run:opponents(generation)
  local hall, list, others = self.hall, table.move(self.rivals, 1, #self.rivals, 1, {}), {}
  if #hall == 0 then return list end
  for i = 1, #hall - 1 do others[i] = i end
  rng.keyed(self.settings.seed, generation, 1):shuffle(others)
  list[#list + 1] = hall[#hall]
  for i = 1, math.min(#others, self.settings.hall - 1) do list[#list + 1] = hall[others[i]] end
  return list
end

-- Those who wait, and their points a game.
function Run:scores(generation, programs)
  local s, objects, games, scores = self.settings, {}, {}, {}
  for i, genes in ipairs(programs) do
    objects[i], scores[i] = self.contest:player(genes), 0
  end
  local opponents = self:opponents(generation)
  if #opponents == 0 then                -- the first generations meet themselves
    table.move(objects, 1, math.min(#objects, s.hall), 1, opponents)
  end
  for _, o in ipairs(opponents) do objects[#objects + 1] = o end
  for i = 1, #programs do
    for r = #programs + 1, #objects do
      for k = 1, s.openings do
        table.move({ i, r, k, r, i, k }, 1, 6, #games + 1, games)
      end
    end
  end
  local leads, nodes = core.match { players = objects, games = games,
    seed = s.seed * 1000003 + generation, plies = s.plies, threads = s.threads }
  local each = 2 * s.openings * #opponents
  for g, lead in ipairs(leads) do
    local own, i = g % 2 == 1 and lead or -lead, (g - 1) // each + 1
    local points = own > 0 and 1 or own == 0 and 0.5 or 0
    scores[i] = scores[i] + (points + own / 256) / each      -- discs decide among equals
  end
  self.games, self.nodes = self.games + #leads, self.nodes + nodes
  return scores
end

-- ---- the run ----------------------------------------------------------------

local function measured(self, object)
  local s, sum = self.settings, 0
  if s.yardstick == 0 then return nil end
  for _, r in ipairs(s.references) do
    sum = sum + league.match({ core = object }, players.new(r),
      { games = s.yardstick, seed = 77, threads = s.threads }).share
  end
  return sum / #s.references
end

-- Notes the mean of the better half.
local function remember(self, generation, programs, scores)
  local mean, best = middle(programs, scores), -math.huge
  for _, score in ipairs(scores) do best = math.max(best, score) end
  local row = { generation = generation, best = best, weights = climb.rounded(mean),
    games = self.games }
  self.hall[#self.hall + 1] = self.contest:player(row.weights)
  row.yardstick = measured(self, self.full:player(row.weights))
  self.history[#self.history + 1] = row
  if self.settings.progress then self.settings.progress(row) end
end

-- The best of the last dozen that were remembered: they meet each other.
local function champion_of(self)
  local s, list, rows = self.settings, {}, {}
  for i = #self.history, math.max(1, #self.history - 11), -1 do
    local row = self.history[i]
    rows[#rows + 1] = row
    list[#list + 1] = { name = "generation " .. row.generation,
      core = self.contest:player(row.weights) }
  end
  if #list == 1 then return rows[1] end
  local t = league.tournament(list, { games = s.final, seed = s.seed + 5, plies = s.plies,
    threads = s.threads, draws = 20 })
  return rows[t.rows[1].number]
end

local function species_of(s)
  return vector.new { type = "reals", length = s.weights, min = -RANGE, max = RANGE }
end

local function breeder_of(s, species)
  local first = #s.start > 0 and { species:of(s.start) } or {}
  return ga.new { program = species, scheme = "cma", population = s.population,
    sigma = s.sigma, first = first, generations = s.generations + 1, target = -math.huge,
    seed = s.seed, threads = 1 }
end

-- A whole run: history (a row for each that was remembered), best (its weights), games and
-- nodes played.
function climb.run(given)
  local s = spec.check("othello.climb", given or {}, climb.fields)
  local self = setmetatable({ settings = s, rivals = {}, hall = {}, history = {}, games = 0,
    nodes = 0, contest = contest.new { depth = s.depth }, full = contest.new {} }, Run)
  for i, rival in ipairs(s.rivals) do
    self.rivals[i] = players.new(rival, { depth = s.rival_depth }).core
  end
  local breeder = breeder_of(s, species_of(s))
  for generation = 1, s.generations do
    local programs, told = {}, {}
    for i, p in ipairs(breeder:pending()) do programs[i] = genes_of(p) end
    local scores = self:scores(generation, programs)
    for i, score in ipairs(scores) do told[i] = { raw = score, standardized = 2 - score } end
    breeder:tell(told)
    local converged = not breeder:advance()
    if generation % s.every == 0 or generation == s.generations or converged then
      remember(self, generation, programs, scores)
    end
    if converged then break end
  end
  local best = champion_of(self)
  return { history = self.history, best = best.weights, generation = best.generation,
    games = self.games, nodes = self.nodes }
end

return climb
