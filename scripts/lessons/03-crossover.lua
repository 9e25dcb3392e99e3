-- Lesson 3: crossover or mutation?
--
--     ludus run scripts/lessons/03-crossover.lua
--
-- Crossover exchanges parts that have proved themselves; mutation puts in new random
-- ones. Both get the same number of evaluations on a small regression. A12 is the
-- chance that a run of the first is better than one of the second; p tells whether
-- chance alone could have done it.
local ludus = require "ludus"
local stats = require "ludus.stats"

local points = {}
for i = 1, 15 do
  local x = i / 8 - 1
  points[i] = { x = x, y = x ^ 6 - 2 * x ^ 4 + x ^ 2 - 0.5 * x }
end

local game = ludus.game {
  cases = points, constants = { 1 }, minimise = true,
  primitives = {
    X = { 0, function(p) return p.x end, help = "the input" },
    ["+"] = { 2, function(_, a, b) return a + b end, help = "sum" },
    ["-"] = { 2, function(_, a, b) return a - b end, help = "difference" },
    ["*"] = { 2, function(_, a, b) return a * b end, help = "product" },
  },
  score = function(p, value) return math.abs(value - p.y) end,
  won = function(p, value) return math.abs(value - p.y) < 0.01 end,
}

local ways = {
  { "crossover", { { 0.9, ludus.crossover }, { 0.1, ludus.copy } } },
  { "mutation", { { 0.9, ludus.subtree }, { 0.1, ludus.copy } } },
  { "both", { { 0.45, ludus.crossover }, { 0.45, ludus.subtree }, { 0.1, ludus.copy } } },
}

return ludus.study {
  name = "lesson 3",
  settings = { runs = { "integer", 8, min = 2, max = 100, help = "runs of each" } },
  run = function(s)
    local errors = {}
    for _, way in ipairs(ways) do
      errors[way[1]] = {}
      for i = 1, s.runs do
        local run = ludus.evolve({ game = game, program = ludus.tree { nodes = 60 },
          population = 200, generations = 26, vary = way[2],
          solved = ludus.all_won },
          { seed = s.seed + i, threads = s.threads })
        errors[way[1]][i] = run.stats.standardized
      end
      s.say("%-10s median error %.4f", way[1], stats.median(errors[way[1]]))
    end
    local test = stats.mann_whitney(errors.mutation, errors.crossover)
    s.say("crossover against mutation: A12 %.2f, p %.3f", test.a12, test.p)
    return { a12 = test.a12, p = test.p }
  end,
}
-- Exercises
-- 1. --set runs=30: does the verdict stand? How did p change?
-- 2. Cross every child with a random program instead of a fit one. Is that mutation?
-- 3. Try ludus.point and ludus.hoist in `ways`. Which of them can find new material?
