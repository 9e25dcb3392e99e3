-- Which plan puts nine tiles in order? The algorithm of Hwang, Hong and Lin as an
-- experiment: stored, resumed, compared and reported like any other.
--
--     ludus run scripts/puzzle-evolve.lua --seeds 1..20
--     ludus run scripts/puzzle-evolve.lua --seeds 1..20 --set game.start=A
--     ludus compare 1..40
--
-- scripts/puzzle.lua shows the paper's first generations, table by table.
local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"

return ga.experiment(puzzle.paper(puzzle.game { start = "A'" }, { population = 35 }))
