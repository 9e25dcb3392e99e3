-- Lesson 4: why do programs grow, and what does it cost?
--
--     ludus run scripts/lessons/04-bloat.lua
--
-- Nothing asks programs to be large, yet they grow: there are more large programs than
-- small ones that do the same. Two remedies: among equals the smaller wins
-- (parsimony), and an operator that only removes (hoist).
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local plot  = require "ludus.plot"

local crossover = { { 0.9, ludus.crossover }, { 0.1, ludus.copy } }

local ways = {
  { "nothing", ludus.tournament(4), crossover },
  { "parsimony", ludus.tournament(4, { parsimony = true }), crossover },
  { "hoist", ludus.tournament(4), { { 0.7, ludus.crossover }, { 0.2, ludus.hoist },
    { 0.1, ludus.copy } } },
}

return ludus.study {
  name = "lesson 4",
  settings = { generations = { "integer", 31, min = 2, max = 1000,
    help = "generations" } },
  run = function(s)
    local series, result = {}, {}
    for i, way in ipairs(ways) do
      local run = ludus.evolve({ game = mines.game {}, stop = ludus.never,
        program = ludus.tree { nodes = 300 }, population = 300,
        generations = s.generations, select = way[2], vary = way[3] }, s)
      local x, y = {}, {}
      for g, row in ipairs(run.rows) do x[g], y[g] = row.generation, row.size_mean end
      series[i] = { name = way[1], x = x, y = y }
      s.say("%-10s best %5.0f   mean size %6.1f   %9d steps", way[1], run.stats.raw,
        run.stats.size_mean, run.stats.total_steps)
      result[way[1]] = run.stats.size_mean
    end
    s.say("\n%s", plot.text { title = "mean size by generation", height = 12,
      xlabel = "generation", series = series })
    return result
  end,
}
-- Exercises
-- 1. Steps are what the machine has to do. Which remedy saves most? Does it cost score?
-- 2. Set nodes = 40 instead. Is a hard limit a remedy too? What does it forbid?
-- 3. --set generations=100: does growth ever stop by itself?
