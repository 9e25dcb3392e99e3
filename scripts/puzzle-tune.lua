-- Which genetic algorithm solves the most boards? Evolution is asked.
--
-- A genome here is a genetic algorithm: thirteen whole numbers that say how large the
-- population is, how children are made, who stays. Its score is the mean number of
-- failures that it leaves on random boards with 1,635 evaluations each, the number
-- that the paper's largest setting spends, and a little for those it uses.
-- puzzle.evolved() is what this found.
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"
local stats  = require "ludus.stats"

local crossings = { "onepoint", "twopoint", "uniform" }
local selects   = { "uniform", "shuffle", "tournament" }

-- Genes of a setting: least and greatest value.
local ranges = {
  { 2, 40 },     -- population
  { 1, 40 },     -- children
  { 0, 8 },      -- of ten children, so many by crossover
  { 1, 3 },      -- which crossover
  { 0, 10 },     -- chance of a mutation behind it, in tenths
  { 0, 5 },      -- chance of a second mutation, in tenths
  { 0, 5 },      -- chance of a swap of two moves, in tenths
  { 1, 3 },      -- selection
  { 0, 1 },      -- ties favour the young
  { 0, 1 },      -- no copies
  { 0, 1 },      -- of plans that lead to one board, only one
  { 0, 8 },      -- tries of a local search
  { 0, 4 },      -- of ten children, so many by clearing a move
}

local function part(children, ...)
  return children > 0 and { children = children, ... } or nil
end

local function fields_of(v)
  local children = v[2]
  local crossed = children * v[3] // 10
  local cleared = (children - crossed) * v[13] // 10
  local brood = {}
  brood[1] = part(crossed, { crossings[v[4]] }, { "point", chance = v[5] / 10 })
  brood[#brood + 1] = part(cleared, { "clear" })
  brood[#brood + 1] = part(children - crossed - cleared, { "point" },
    { "point", chance = v[6] / 10 }, { "swap", chance = v[7] / 10 })
  return {
    population = v[1], scheme = "plus", select = selects[v[8]], pressure = 2,
    apart = true, young = v[9] == 1, distinct = v[10] * 10, unlike = v[11] == 1,
    climb = v[12] > 0 and { "point" } or nil, tries = v[12], brood = brood,
  }
end

local function trial(games, plans, v, evaluations, seed, threads)
  local f = fields_of(v)
  f.games, f.runs, f.program = games, #games, plans
  f.evaluations, f.seed, f.threads = evaluations, seed, threads
  return ga.batch(f)
end

local function share_solved(r)
  local n = 0
  for _, best in ipairs(r.best) do if best == 0 then n = n + 1 end end
  return n / #r.best, n
end

return ludus.study {
  name = "puzzle-tune",
  settings = {
    boards      = { "integer", 1000, min = 1, help = "boards in each score" },
    tests       = { "integer", 5000, min = 1, help = "fresh boards for the best" },
    population  = { "integer", 24, min = 2, help = "settings in the population" },
    generations = { "integer", 25, min = 0, help = "generations of settings" },
    evaluations = { "integer", 1635, min = 100, help = "for each board" },
    thrift      = { "number", 0.1, min = 0, help = "weight of the evaluations used" },
    depth       = { "integer", 15, min = 1, max = 64, help = "moves of a plan" },
  },
  run = function(s)
    local game = puzzle.game {}
    local plans = puzzle.plans(game, s.depth)
    local species = ludus.vector { length = #ranges, ranges = ranges, max = 40 }
    local round, games = 0, puzzle.random_games(game, s.seed, s.boards)
    local run = ga.new { program = species, population = s.population,
      generations = s.generations, seed = s.seed, scheme = "plus", distinct = 5,
      target = -1, vary = { { "uniform", chance = 0.7 },
        { "gaussian", rate = 0.15, sigma = 0.2 }, { "point", chance = 0.3 } },
      score = function(v)
        local r = trial(games, plans, v, s.evaluations, round, s.threads)
        return stats.mean(r.best)
          + s.thrift * stats.mean(r.evaluations) / s.evaluations
      end }
    repeat
      local going = run:step()
      round = round + 1              -- fresh boards every generation
      games = puzzle.random_games(game, s.seed + round, s.boards)
      local best, score = run:member(1)
      s.say("%3d  score %.4f  %s", round - 1, score.standardized, tostring(best))
    until not going
    -- The scores are noisy: the best few meet again on fresh boards.
    games = puzzle.random_games(game, s.seed + 1000003, s.tests)
    local winner, most, solved
    for i = 1, math.min(5, s.population) do
      local v = run:member(i)
      local share, n = share_solved(trial(games, plans, v, s.evaluations, 1, s.threads))
      s.say("%s solves %.2f%% of %d fresh boards", tostring(v), 100 * share, s.tests)
      if not most or share > most then winner, most, solved = v, share, n end
    end
    local _, low, high = stats.wilson(solved, s.tests)
    s.say("\nbest: %s\n%.2f%% of fresh boards (95%% interval %.2f to %.2f)",
      tostring(winner), 100 * most, 100 * low, 100 * high)
    return { best = tostring(winner), solved = most, low = low, high = high }
  end,
}
