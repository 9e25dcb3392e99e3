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
  -- Parents come from the neighbourhood, so good ideas take many generations to
  -- travel round the ring and others grow up elsewhere meanwhile; and a child
  -- must be as good as the program it replaces, so nothing is lost on the way.
  select      = ludus.tournament(7, { near = 300 }),
  keep_better = true,
  vary        = { { 0.85, ludus.crossover { leaves = 1/8 } },
                  { 0.05, ludus.subtree }, { 0.10, ludus.point } },
  solved      = ludus.solved,
  variants    = {
    -- The paper's own settings: no mutation, selection by adjusted fitness.
    paper = { select = ludus.proportionate(), keep_better = false,
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
    overselect = { select = ludus.overselect(), keep_better = false,
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
  },
}
