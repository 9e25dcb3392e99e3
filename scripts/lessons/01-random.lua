-- Lesson 1: what does evolution do to a random program?
--
--     ludus run scripts/lessons/01-random.lua
--
-- Four hundred random programs play Minesweeper, badly. The better ones are copied
-- and crossed, and again. Watch three things: the best score, the mean score (does
-- the whole population learn, or one genius?), and what the best program looks like.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

return ludus.study {
  name = "lesson 1",
  settings = {
    population  = { "integer", 400, min = 10, max = 100000, help = "programs" },
    generations = { "integer", 21, min = 2, max = 1000, help = "generations" },
  },
  run = function(s)
    local game = mines.game {}
    local run = ludus.evolve({
      game = game, program = ludus.tree { adfs = { 2 }, nodes = 60 },
      population = s.population, generations = s.generations,
    }, s)
    s.say("%10s %8s %8s %9s", "generation", "best", "mean", "different")
    for _, row in ipairs(run.rows) do
      if row.generation % 5 == 0 then
        s.say("%10d %8.0f %8.1f %9d", row.generation, row.raw, row.raw_mean,
          row.distinct)
      end
    end
    s.say("\nthe best of generation 0:\n%s", game:read(run.rows[1].program):pretty(76))
    s.say("the best of generation %d:\n%s", run.stats.generation,
      game:read(run.stats.program):pretty(76))
    return { first = run.rows[1].raw, last = run.stats.raw }
  end,
}
-- Exercises
-- 1. Run it with --seed 2, 3, 4. Is the best program of generation 0 ever good?
-- 2. --set population=50: what is lost? --set population=4000: what is gained?
-- 3. 'different' falls at first. Why? When would that be a danger?
