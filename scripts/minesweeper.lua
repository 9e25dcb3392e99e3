-- Can a program learn to clear a 6x6 board with one mine?   Quartetti 1998, Table 1
--
--     ludus run scripts/minesweeper.lua --seed 1
--     ludus run scripts/minesweeper.lua --set variant=paper
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

return ludus.experiment {
  game        = mines.game { rows = 6, cols = 6, mines = 1, cases = "all" },
  program     = ludus.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } },
  population  = 50000,
  generations = 151,
  -- Parents come from the neighbourhood: good ideas take many generations to
  -- travel round the ring, and meanwhile others grow up elsewhere.
  select      = ludus.tournament(7, { near = 100 }),
  vary        = { { 0.80, ludus.crossover { leaves = 1/8 } },
                  { 0.05, ludus.subtree }, { 0.05, ludus.point },
                  { 0.10, ludus.copy } },
  stop        = ludus.solved,
  variants    = {
    -- The paper's own settings: no mutation, selection by adjusted fitness.
    paper = { select = ludus.proportionate(),
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
    overselect = { select = ludus.overselect(),
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
  },
}
