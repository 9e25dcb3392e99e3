-- course.lua -- the paper's genetic algorithm: eight weights as 64 bits.
--
--     local course = require "ludus.othello.course"
--     local run = course.run { teachers = { "discs", "squares" }, generations = 23 }
--     run.history[23].best, run.best.weights, run.population
--
-- Remainder stochastic sampling without replacement after linear scaling to
-- twice the mean, one-point crossover, bit mutation; or De Jong's crowding.
-- Scores come from a contest against teachers, or, without teachers, from games
-- of all against all. A chromosome met again is not played again: its games
-- would be the same.

local contest = require "ludus.othello.contest"
local core    = require "ludus.core.othello"
local ga      = require "ludus.ga"
local league  = require "ludus.othello.league"
local players = require "ludus.othello.players"
local spec    = require "ludus.script.spec"
local vector  = require "ludus.vector"

local course = {}

course.fields = {
  population  = { "integer", 100, min = 2, max = 100000, help = "individuals" },
  generations = { "integer", 23, min = 1, max = 100000,
    help = "generations scored, the first one included" },
  mutation    = { "number", 0.01, min = 0, max = 1, help = "chance of each bit" },
  crossover   = { "number", 0.6, min = 0, max = 1, help = "chance of a pair" },
  scaling     = { "number", 2, min = 0, max = 100,
    help = "the best counts so many times the mean; 0 for no scaling" },
  select      = { "choice", "remainder", choices = { "remainder", "roulette",
    "universal", "tournament", "uniform" }, help = "how parents are chosen" },
  scheme      = { "choice", "generational", choices = { "generational", "crowding" },
    help = "who is replaced" },
  gap         = { "number", 0.2, min = 0, max = 1,
    help = "crowding: share of the population that is bred" },
  crowd       = { "integer", 3, min = 1, max = 1000, help = "crowding: factor" },
  elite       = { "integer", 0, min = 0, help = "the best so many stay" },
  teachers    = { "any", { "discs", "squares" },
    help = "a list of teachers, or false for all against all" },
  first       = { "list", {}, help = "chromosomes of the first population" },
  fresh       = { "boolean", false,
    help = "other openings in each generation, so that luck does not last" },
  final       = { "integer", 0, min = 0, max = 100000,
    help = "choose the best of the last population by so many games against each "
      .. "teacher from other openings; 0 for the best score of the run" },
  yardstick   = { "integer", 0, min = 0, max = 10000,
    help = "games of each generation's best against each of the four teachers "
      .. "from random openings; 0 for none" },
  seed        = { "integer", 1, help = "the seed" },
  threads     = spec.threads "0 for all cores",
  progress    = { "function", help = "called with each generation's row" },
}
for name, row in pairs(contest.fields) do
  course.fields[name] = course.fields[name] or row
end

-- ---- chromosomes ------------------------------------------------------------

local function bits_of(program) return (tostring(program):gsub("[^01]", "")) end

-- Mean number of bits in which two members differ.
function course.distance(chromosomes)
  local n, sum = #chromosomes, 0
  if n < 2 then return 0 end
  for bit = 1, 64 do
    local ones = 0
    for _, c in ipairs(chromosomes) do ones = ones + (c:byte(bit) - 48) end
    sum = sum + 2 * ones * (n - ones) / (n * (n - 1))
  end
  return sum
end

-- Mean over the weights of their standard deviation in the population.
function course.spread(chromosomes)
  local total = 0
  for i = 1, 8 do
    local sum, squares = 0, 0
    for _, c in ipairs(chromosomes) do
      local w = tonumber(c:sub(8 * i - 7, 8 * i), 2)
      sum, squares = sum + w, squares + w * w
    end
    local mean = sum / #chromosomes
    total = total + math.sqrt(math.max(0, squares / #chromosomes - mean * mean))
  end
  return total / 8
end

-- ---- scoring ----------------------------------------------------------------

local Course = {}
Course.__index = Course

-- Plays those of the chromosomes that were not met before against the teachers.
function Course:score_by_teachers(chromosomes)
  local new, objects, seen = {}, {}, self.seen
  for _, bits in ipairs(chromosomes) do
    if not seen[bits] then
      seen[bits] = true
      new[#new + 1] = bits
      objects[#objects + 1] = self.contest:player(players.weights(bits))
    end
  end
  if #new > 0 then
    local scores, nodes = self.contest:score(objects, self.settings.threads)
    for i, bits in ipairs(new) do seen[bits] = scores[i] end
    self.nodes = self.nodes + nodes
    self.games = self.games + #new * self.contest.games
  end
  local list = {}
  for i, bits in ipairs(chromosomes) do list[i] = seen[bits] end
  return list
end

local function add_game(score, points, lead)
  score.raw = score.raw + points
  score.games = score.games + 1
  score.won = score.won + (lead > 0 and 1 or 0)
  score.discs = score.discs + lead
end

-- All against all, two games each.
function Course:score_by_all(chromosomes)
  local objects, games, scores = {}, {}, {}
  for i, bits in ipairs(chromosomes) do
    objects[i] = self.contest:player(players.weights(bits))
    scores[i] = { raw = 0, won = 0, games = 0, discs = 0 }
  end
  for i = 1, #objects do
    for j = i + 1, #objects do
      table.move({ i, j, 1, j, i, 1 }, 1, 6, #games + 1, games)
    end
  end
  local leads, nodes = core.match { players = objects, games = games, seed = 0,
    plies = 0, threads = self.settings.threads }
  for g, lead in ipairs(leads) do
    local black, white = games[3 * g - 2], games[3 * g - 1]
    add_game(scores[black], self.contest:points(lead), lead)
    add_game(scores[white], self.contest:points(-lead), -lead)
  end
  for _, s in ipairs(scores) do
    s.standardized = self.max - s.raw
    s.discs = s.discs / s.games
  end
  self.nodes, self.games = self.nodes + nodes, self.games + #leads
  return scores
end

-- ---- a generation's row -----------------------------------------------------

local function worth_against_teachers(self, bits)
  local p = { core = self.contest:player(players.weights(bits)) }
  local sum = 0
  for _, t in ipairs(players.teachers) do
    sum = sum + league.match(p, players.new(t.name),
      { games = self.settings.yardstick, seed = 77,
        threads = self.settings.threads }).share
  end
  return sum / #players.teachers
end

-- Numbers about a population whose scores are known.
function Course:row(generation, chromosomes, scores)
  local best, sum, least, winners, distinct, different = 1, 0, math.huge, 0, 0, {}
  for i, s in ipairs(scores) do
    if s.raw > scores[best].raw then best = i end
    sum, least = sum + s.raw, math.min(least, s.raw)
    if s.won == s.games then winners = winners + 1 end
    if not different[chromosomes[i]] then
      different[chromosomes[i]], distinct = true, distinct + 1
    end
  end
  local row = { generation = generation, best = scores[best].raw,
    mean = sum / #scores, least = least, winners = winners, distinct = distinct,
    distance = course.distance(chromosomes), spread = course.spread(chromosomes),
    discs = scores[best].discs, won = scores[best].won,
    games = scores[best].games, bits = chromosomes[best] }
  if self.settings.yardstick > 0 then
    row.yardstick = worth_against_teachers(self, row.bits)
  end
  return row
end

-- ---- the run ----------------------------------------------------------------

-- The steps that make a child. A rate of 0 would mean the operator's own
-- choice.
local function steps_of(s)
  local steps = { { "onepoint", chance = s.crossover } }
  if s.mutation > 0 then steps[2] = { "flip", rate = s.mutation } end
  return steps
end

local function new_ga(s)
  local species = vector.new { type = "bits", length = 64 }
  local first = {}
  for i, bits in ipairs(s.first) do first[i] = species:read("(" .. bits .. ")") end
  return ga.new { program = species, population = s.population, scheme = s.scheme,
    select = s.select, scaling = s.scaling, gap = s.gap, crowd = s.crowd,
    elite = s.scheme == "generational" and s.elite or 0, first = first,
    vary = steps_of(s), generations = s.generations + 1, target = -math.huge,
    seed = s.seed, threads = 1 }
end

-- The contest with other openings.
function Course:reopen(opening_seed, openings)
  local rules = {}
  for name in pairs(contest.fields) do rules[name] = self.settings[name] end
  rules.teachers = self.settings.teachers or nil
  rules.opening_seed = opening_seed or rules.opening_seed
  rules.openings = openings or rules.openings
  self.contest, self.seen = contest.new(rules), {}
end

local function new_course(given)
  local s = spec.check("othello.course", given, course.fields)
  local self = setmetatable({ settings = s, nodes = 0, games = 0, history = {} },
    Course)
  self:reopen()
  self.max = s.teachers and self.contest.max
    or 2 * (s.population - 1) * self.contest:points(64)
  return self
end

-- Scores a list of chromosomes by teachers or all against all.
function Course:score(chromosomes)
  if self.settings.teachers then return self:score_by_teachers(chromosomes) end
  return self:score_by_all(chromosomes)
end

-- One generation: what waits is scored and takes its place; the row about it.
function Course:step(run, generation)
  local chromosomes = {}
  for i, p in ipairs(run:pending()) do chromosomes[i] = bits_of(p) end
  local scores, told, known = self:score(chromosomes), {}, {}
  for i, s in ipairs(scores) do
    told[i] = { raw = s.raw, standardized = s.standardized }
    known[chromosomes[i]] = s
  end
  run:tell(told)
  run:advance()
  local population, of = {}, {}
  for i, m in ipairs(run:members()) do
    population[i] = bits_of(m.program)
    of[i] = self.seen[population[i]] or known[population[i]]
      or { raw = m.score.raw, won = 0, games = 1, discs = 0 }
  end
  self.population = population
  return self:row(generation, population, of)
end

-- ---- choosing the best ------------------------------------------------------

-- The best few of the chromosomes by games from openings nobody has seen.
function Course:choose(chromosomes, opening_seed, games, few)
  self:reopen(opening_seed, math.max(1, games // 2))
  local scores, order = self:score(chromosomes), {}
  for i = 1, #chromosomes do order[i] = i end
  table.sort(order, function(a, b)
    if scores[a].raw ~= scores[b].raw then return scores[a].raw > scores[b].raw end
    return a < b
  end)
  local list = {}
  for i = 1, math.min(few, #order) do list[i] = chromosomes[order[i]] end
  return list, scores[order[1]]
end

-- Everyone different in the last population plays a little, the best eight
-- much.
function Course:final(seed, games)
  local list, seen = {}, {}
  for _, bits in ipairs(self.population) do
    if not seen[bits] then seen[bits], list[#list + 1] = true, bits end
  end
  list = self:choose(list, -seed - 1, math.max(2, games // 5), 8)
  local best, score = self:choose(list, -seed - 2, games, 1)
  return { bits = best[1], best = score.raw, won = score.won, games = score.games,
    discs = score.discs, generation = self.settings.generations }
end

-- A whole run. Gives history (a row per generation), best (weights, bits, raw,
-- generation), population (chromosomes), games and nodes played.
function course.run(given)
  local self = new_course(given)
  local s, run = self.settings, new_ga(self.settings)
  local best
  for g = 1, s.generations do
    if s.fresh then self:reopen(s.seed * 1000003 + g) end
    local row = self:step(run, g)
    self.history[g] = row
    if not best or not s.teachers or row.best > best.best then best = row end
    if s.progress then s.progress(row) end
  end
  if s.final > 0 and s.teachers then best = self:final(s.seed, s.final) end
  return { history = self.history, population = self.population, max = self.max,
    games = self.games, nodes = self.nodes,
    best = { bits = best.bits, weights = players.weights(best.bits),
      raw = best.best, won = best.won, games = best.games, discs = best.discs,
      generation = best.generation } }
end

return course
