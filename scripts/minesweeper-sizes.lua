-- Can a program learn to sweep boards of any size?   Quartetti 1998, Figure 2
--
-- After a first stage on all 6 x 6 boards with one mine, two mines on other boards every
-- fifth generation, of another size each time, so that nothing is gained by knowing them.
-- Larger trees and a longer budget than Table 1, as the paper itself recommends.
--
--     ludus run scripts/minesweeper-sizes.lua --seed 1
--     ludus run scripts/minesweeper-generalise.lua
--         --set programs=scripts/programs/minesweeper-two-mines.gp
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

local sizes = { 6, 5, 7, 6, 8, 10, 6, 9, 5, 7 }

local function stages(run)
  repeat
    run:evolve(1)
  until run.stats.raw >= 2380 or run.stats.evaluations > 700000
  local block = 0
  repeat
    block = block + 1
    local n = sizes[(block - 1) % #sizes + 1]
    run:set { game = mines.game { rows = n, cols = n, mines = 2, cases = 60,
      case_seed = 1000 + block, budget = 400 * n * n } }
  until run:evolve(5)
end

return ludus.experiment {
  game        = mines.game { rows = 6, cols = 6, mines = 1, cases = "all" },
  program     = ludus.tree { adfs = { 3, 2, 1 }, nodes = 400, depth = { 1, 5 } },
  population  = 4000,
  generations = 400,
  stop        = ludus.never,
  select      = ludus.tournament(7, { near = 100 }),
  keep_better = true,
  niche       = ludus.niche { near = 100, score = 5, steps = 1 },
  vary        = { { 0.85, ludus.crossover { leaves = 1/8 } },
                  { 0.05, ludus.subtree }, { 0.10, ludus.point } },
  schedule    = stages,
}
