-- Does a harder set of boards make a sounder player?   Quartetti 1998, run #543
--
-- Two mines, 100 random boards, larger trees and a longer budget than Table 1.
--     ludus run scripts/minesweeper-two-mines.lua --set population=4000
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

return ludus.experiment {
  game        = mines.game { mines = 2, cases = 100, budget = 400 * 36 },
  program     = ludus.tree { adfs = { 3, 2, 1 }, nodes = 400, depth = { 1, 5 } },
  population  = 50000,
  generations = 44,
  select      = ludus.tournament(4),
  vary        = { { 0.80, ludus.crossover { leaves = 1/9 } },
                  { 0.05, ludus.subtree }, { 0.05, ludus.point },
                  { 0.10, ludus.copy } },
}
