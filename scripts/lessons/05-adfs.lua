-- Lesson 5: do programs profit from functions of their own?
--
--     ludus run scripts/lessons/05-adfs.lua
--
-- On a board the same handful of moves is needed again and again. A program that may
-- define functions (ADFs: automatically defined functions) has to find such a handful
-- only once. Quartetti 1998 gives his Minesweeper programs three, with three, two and
-- one arguments. Do they help? A12 is the chance that a run with them is better.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local stats = require "ludus.stats"

return ludus.study {
  name = "lesson 5",
  settings = {
    runs = { "integer", 6, min = 2, max = 100, help = "runs of each" },
    generations = { "integer", 31, min = 2, max = 1000, help = "generations" },
  },
  run = function(s)
    local scores, result = {}, {}
    for _, way in ipairs { { "none", {} }, { "one", { 1 } }, { "three", { 3, 2, 1 } } } do
      local list = {}
      for i = 1, s.runs do
        local run = ludus.evolve({ game = mines.game {}, population = 500,
          generations = s.generations, select = ludus.tournament(4),
          program = ludus.tree { adfs = way[2], nodes = 100 } },
          { seed = s.seed + i, threads = s.threads })
        list[i] = run.stats.raw
      end
      scores[way[1]] = list
      s.say("%-6s ADFs: best %6.1f in the mean, %5d to %5d", way[1], stats.mean(list),
        math.min(table.unpack(list)), math.max(table.unpack(list)))
      result[way[1]] = stats.mean(list)
    end
    local test = stats.mann_whitney(scores.three, scores.none)
    s.say("three against none: A12 %.2f, p %.3f", test.a12, test.p)
    return result
  end,
}
-- Exercises
-- 1. --set runs=20: is the verdict sure now?
-- 2. Is the comparison fair? Programs with ADFs may have more nodes in all. Give those
--    without them 400 instead of 100.
-- 3. Print run.stats.program of a good run. What does its ADF0 do on the board?
