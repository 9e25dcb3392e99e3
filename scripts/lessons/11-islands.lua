-- Lesson 11: is one large population better than several small ones?
--
--     ludus run scripts/lessons/11-islands.lua
--
-- A deceptive problem: blocks of five bits, each of which costs nothing when all are ones
-- and else the less the more zeros it has, so that every small step leads away from the
-- goal. One population soon agrees on zeros. Islands agree each on its own, one on other
-- blocks than another; what travels between them is put together by crossover. The same
-- 400 programs live in one place, on eight islands that never meet, or on eight islands
-- in a ring.
local ludus = require "ludus"
local stats = require "ludus.stats"

local ways = {
  { "one population", nil },
  { "no travellers", { 8, every = 0 } },
  { "a ring", { 8, migrate = 2, every = 10 } },
}

return ludus.study {
  name = "lesson 11",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 121, min = 2, max = 1000, help = "generations" },
  },
  run = function(s)
    local result = {}
    s.say("%-16s %8s %14s", "", "solved", "best (95%)")
    for _, way in ipairs(ways) do
      local best, solved = {}, 0
      for i = 1, s.runs do
        local run = ludus.evolve({ game = require "ludus.functions".game "trap",
          program = ludus.vector { type = "bits", length = 60 }, population = 400,
          vary = { { 0.9, ludus.twopoint }, { 0.1, ludus.flip } }, elite = 1,
          select = ludus.tournament(3), generations = s.generations,
          islands = way[2] }, { seed = s.seed + i, threads = s.threads })
        best[i] = run.stats.raw
        solved = solved + (run.stats.standardized <= 0 and 1 or 0)
      end
      local mean, low, high = stats.interval(best)
      s.say("%-16s %5d/%d %8.2f (%.2f to %.2f)", way[1], solved, s.runs,
        mean, low, high)
      result[way[1]] = { solved = solved, best = mean, low = low, high = high }
    end
    return result
  end,
}
-- Exercises
-- 1. Let travellers go every generation. When is a ring as good as one population?
-- 2. Try `route = "complete"` and `leave = "random"`. Which matters more?
-- 3. Which problem does one population solve sooner? Try "onemax".
