-- coevolve.lua -- learning without teachers, with a memory.
--
--     local run = coevolve.run { generations = 30, seed = 2 }
--     run.history[30].yardstick, run.best.weights
--
-- The paper's populations that only played themselves made no progress, and
-- asked for a part to be renewed instead of all. Here a generation renews the
-- worst part, and everyone is scored anew against a sample of peers and of a
-- hall of fame (the champions of all generations so far), from random openings
-- that change with the generation and are the same for all. Fixed references
-- never take part; they only measure, by the field `yardstick`.

local contest = require "ludus.othello.contest"
local core    = require "ludus.core.othello"
local ga      = require "ludus.ga"
local league  = require "ludus.othello.league"
local players = require "ludus.othello.players"
local rng     = require "ludus.core.rng"
local spec    = require "ludus.script.spec"
local vector  = require "ludus.vector"

local coevolve = {}

coevolve.fields = {
  population  = { "integer", 30, min = 4, max = 10000, help = "individuals" },
  generations = { "integer", 30, min = 1, max = 100000, help = "generations" },
  renewal     = { "number", 0.3, min = 0, max = 0.9,
    help = "share of the population renewed in a generation" },
  hall        = { "integer", 8, min = 0, max = 1000,
    help = "members of the hall of fame that everyone plays" },
  peers       = { "integer", 8, min = 0, max = 1000,
    help = "members of the population that everyone plays" },
  openings    = { "integer", 2, min = 1, max = 1000,
    help = "openings per opponent, each with both colours" },
  plies       = { "integer", 6, min = 0, max = core.limits.plies,
    help = "random plies of those" },
  depth       = { "any", 2, check = players.depth,
    help = "plies searched while learning; measured at the paper's depths" },
  mutation    = { "number", 0.02, min = 0, max = 1, help = "chance of each bit" },
  crossover   = { "number", 0.6, min = 0, max = 1, help = "chance of a pair" },
  scaling     = { "number", 2, min = 0, max = 100, help = "best by mean" },
  yardstick   = { "integer", 40, min = 0, max = 100000,
    help = "games of each champion against each reference; 0 for none" },
  references  = { "list", { "discs", "squares", "mobility", "hand" },
    help = "who measures progress" },
  final       = { "integer", 40, min = 2, max = 100000,
    help = "games of each pairing when the hall's best is chosen" },
  seed        = { "integer", 1, help = "the seed" },
  threads     = spec.threads "0 for all cores",
  progress    = { "function", help = "called with each generation's row" },
}

local RULES = { win = 1000, draw = 500, shift = 64 }

local function points(lead)
  return (lead > 0 and RULES.win or lead == 0 and RULES.draw or 0) + lead
    + RULES.shift
end

-- ---- opponents --------------------------------------------------------------

-- k of 1..n in random order, all of them if k is not less.
local function sample(chance, n, k)
  local list = {}
  for i = 1, n do list[i] = i end
  chance:shuffle(list)
  return table.move(list, 1, math.min(n, k), 1, {})
end

local Run = {}
Run.__index = Run

function Run:player(bits)
  if not self.made[bits] then
    self.made[bits] = self.contest:player(players.weights(bits))
  end
  return self.made[bits]
end

-- Everyone's points against this generation's opponents.
function Run:scores(generation)
  local s, chance = self.settings, rng.keyed(self.settings.seed, generation, 1)
  local objects, games, rivals, scores = {}, {}, {}, {}
  for i, bits in ipairs(self.population) do
    objects[i], scores[i] = self:player(bits), { raw = 0, won = 0, games = 0 }
  end
  for _, i in ipairs(sample(chance, #self.population, s.peers)) do
    rivals[#rivals + 1] = i
  end
  for _, h in ipairs(sample(chance, #self.hall, s.hall)) do
    objects[#objects + 1] = self:player(self.hall[h])
    rivals[#rivals + 1] = #objects
  end
  for i = 1, #self.population do
    for _, r in ipairs(rivals) do
      if r ~= i then
        for k = 1, s.openings do
          table.move({ i, r, k, r, i, k }, 1, 6, #games + 1, games)
        end
      end
    end
  end
  local leads, nodes = core.match { players = objects, games = games,
    seed = s.seed * 1000003 + generation, plies = s.plies, threads = s.threads }
  for g, lead in ipairs(leads) do
    local odd = g % 2 == 1
    local i = games[3 * g - (odd and 2 or 1)]
    local own, score = odd and lead or -lead, scores[i]
    score.raw, score.games = score.raw + points(own), score.games + 1
    score.won = score.won + (own > 0 and 1 or 0)
  end
  for _, score in ipairs(scores) do score.raw = score.raw / score.games end
  self.games, self.nodes = self.games + #leads, self.nodes + nodes
  return scores
end

-- ---- breeding ---------------------------------------------------------------

-- The order of the population from the best on.
local function ranking(scores)
  local order = {}
  for i = 1, #scores do order[i] = i end
  table.sort(order, function(a, b)
    if scores[a].raw ~= scores[b].raw then return scores[a].raw > scores[b].raw end
    return a < b
  end)
  return order
end

-- Children of the scored population: parents by remainder sampling.
function Run:children(generation, scores, count)
  local s, first, told = self.settings, {}, {}
  for i, bits in ipairs(self.population) do
    first[i] = self.species:read("(" .. bits .. ")")
    told[i] = { raw = scores[i].raw, standardized = 1128 - scores[i].raw }
  end
  local breeder = ga.new { program = self.species, population = #first,
    scheme = "plus", select = "remainder", scaling = s.scaling, first = first,
    brood = { { children = count, { "onepoint", chance = s.crossover },
      { "flip", rate = s.mutation } } },
    generations = 2, target = -math.huge, seed = s.seed * 1000003 + generation,
    threads = 1 }
  breeder:tell(told)
  breeder:advance()
  local list = {}
  for i, p in ipairs(breeder:pending()) do
    list[i] = tostring(p):gsub("[^01]", "")
  end
  return list
end

local function renew(self, generation, scores, order)
  local s = self.settings
  local count = math.floor(s.renewal * #order + 0.5)
  local children = count > 0 and self:children(generation, scores, count) or {}
  local next = {}
  for place = 1, #order - #children do
    next[place] = self.population[order[place]]
  end
  table.move(children, 1, #children, #next + 1, next)
  self.population = next
end

-- ---- measuring --------------------------------------------------------------

-- Points per game against the references, from openings that never change.
function coevolve.measure(object, references, games, threads)
  local sum = 0
  for _, r in ipairs(references) do
    sum = sum + league.match({ core = object }, players.new(r),
      { games = games, seed = 77, threads = threads }).share
  end
  return sum / #references
end

function Run:row(generation, scores, order)
  local s, sum = self.settings, 0
  for _, score in ipairs(scores) do sum = sum + score.raw end
  local champion = self.population[order[1]]
  local row = { generation = generation, bits = champion,
    best = scores[order[1]].raw, mean = sum / #scores,
    won = scores[order[1]].won / scores[order[1]].games }
  if s.yardstick > 0 then
    row.yardstick = coevolve.measure(
      self.full:player(players.weights(champion)), s.references, s.yardstick,
      s.threads)
  end
  return row
end

-- The best of the hall: all champions against each other.
local function champion_of(self)
  local s, list, seen = self.settings, {}, {}
  for i = #self.hall, math.max(1, #self.hall - 15), -1 do
    local bits = self.hall[i]
    if not seen[bits] then
      seen[bits] = true
      list[#list + 1] = { name = bits,
        core = self.full:player(players.weights(bits)) }
    end
  end
  if #list == 1 then return list[1].name end
  local t = league.tournament(list, { games = s.final, seed = s.seed + 5,
    threads = s.threads, draws = 20 })
  return t.rows[1].name
end

-- ---- the run ----------------------------------------------------------------

local function first_population(species, s)
  local chance, list = rng.keyed(s.seed, 0, 2), {}
  for i = 1, s.population do
    list[i] = tostring(species:random(chance)):gsub("[^01]", "")
  end
  return list
end

function coevolve.run(given)
  local s = spec.check("othello.coevolve", given or {}, coevolve.fields)
  local species = vector.new { type = "bits", length = 64 }
  local self = setmetatable({ settings = s, species = species, hall = {},
    made = {}, games = 0, nodes = 0, history = {},
    contest = contest.new { depth = s.depth },
    full = contest.new {},
    population = first_population(species, s) }, Run)
  for generation = 1, s.generations do
    local scores = self:scores(generation)
    local order = ranking(scores)
    local row = self:row(generation, scores, order)
    self.history[generation] = row
    if s.progress then s.progress(row) end
    self.hall[#self.hall + 1] = row.bits
    if generation < s.generations then renew(self, generation, scores, order) end
  end
  local best = champion_of(self)
  return { history = self.history, population = self.population, hall = self.hall,
    games = self.games, nodes = self.nodes,
    best = { bits = best, weights = players.weights(best) } }
end

return coevolve
