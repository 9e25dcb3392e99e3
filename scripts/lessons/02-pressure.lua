-- Lesson 2: how hard should selection press?
--
--     ludus run scripts/lessons/02-pressure.lua
--
-- A tournament of k draws k programs and takes the best. With k = 1 chance alone
-- chooses; with k = 64 one program fathers nearly everything. The table shows, for
-- each k, the best score after some generations and how many programs still differ.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local stats = require "ludus.stats"

return ludus.study {
  name = "lesson 2",
  settings = {
    runs        = { "integer", 3, min = 1, max = 100, help = "runs of each" },
    generations = { "integer", 16, min = 2, max = 1000, help = "generations" },
  },
  run = function(s)
    local result = {}
    s.say("%10s %12s %12s %10s", "tournament", "best (mean)", "mean score", "different")
    for _, k in ipairs { 1, 2, 4, 8, 64 } do
      local best, mean, distinct = {}, {}, {}
      for i = 1, s.runs do
        local run = ludus.evolve({ game = mines.game {}, stop = ludus.never,
          program = ludus.tree { adfs = { 2 }, nodes = 60 }, population = 300,
          generations = s.generations, select = ludus.tournament(k) },
          { seed = s.seed + i, threads = s.threads })
        best[i], mean[i] = run.stats.raw, run.stats.raw_mean
        distinct[i] = run.stats.distinct
      end
      s.say("%10d %12.1f %12.1f %10.0f", k, stats.mean(best), stats.mean(mean),
        stats.mean(distinct))
      result["k" .. k] = stats.mean(best)
    end
    return result
  end,
}
-- Exercises
-- 1. Which k is best here? Is it still with --set generations=60? Why might that differ?
-- 2. With k = 1 the mean score hardly moves. What does still change?
-- 3. Replace tournament(k) by ludus.truncation(0.5). Which k behaves most like it?
