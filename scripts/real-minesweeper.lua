-- Can a program learn the Minesweeper that everybody plays?   Quartetti 1998, the last page
--
--     ludus run scripts/real-minesweeper.lua --seed 1
--     ludus run scripts/real-minesweeper.lua --seed 1 --set variant=paper
--     ludus score scripts/real-minesweeper.lua FILE --set game.cases=10000
--
-- Boards do not wrap, a 0 opens its neighbours, the first square is safe. The program is
-- called on one square after the other, again and again, so it is one rule for the place
-- where it stands; marks protect and can be seen. Other boards in each generation, small
-- ones first. Line `paper` has the paper's primitives and those its author wished for, `sums`
-- also sums over neighbours, the default compares the squares around two numbers.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

local paper = { "MINES", "ROWS", "COLS", "ITER", "LOAD", "STORE" }
local sums  = { "MINES", "IDLE", "DIR", "SUM", "MOST" }
local pairs_of = { "MINES", "IDLE", "DIR", "SUM", "MOST", "MUL", "DIV", "REST", "SHUT", "MORE", "OWN", "OTHER",
  "MRKOWN", "UNCOWN" }

-- Rows, columns, mines; boards in a generation; go on when so many are won, or after so many
-- generations.
local stages = {
  { 5, 5, 3, 30, 0.60, 20 },
  { 6, 6, 5, 30, 0.50, 20 },
  { 8, 8, 10, 40, 1.00, 60 },
}

local game = mines.game { rows = 5, cols = 5, mines = 3, cases = ludus.fresh(30), wrap = false,
  flood = true, protect = true, first = "safe", repeats = true, sweep = true, idle_limit = 12,
  truth = "nonzero", num_covered = 9, num_marked = 10, budget = 15000, extras = pairs_of }

local function board(of, stage)
  return of:with { rows = stage[1], cols = stage[2], mines = stage[3],
    cases = ludus.fresh(stage[4]), budget = 600 * stage[1] * stage[2] }
end

local function curriculum(run)
  local base = run.experiment.game
  for i, stage in ipairs(stages) do
    if i > 1 then run:set { game = board(base, stage) } end
    for _ = 1, stage[6] do
      run:evolve(1)
      if run.stats.measures.won >= stage[5] * stage[4] and i < #stages then break end
    end
  end
end

return ludus.experiment {
  name        = "real-minesweeper",
  game        = game,
  program     = ludus.tree { adfs = { 1, 1 }, nodes = 80, depth = { 2, 5 }, max_depth = 12 },
  population  = 300,
  generations = 101,
  solved      = ludus.never,
  measures    = { won = function(score) return score.hits end },
  select      = ludus.tournament(6, { smaller = 1.3 }),
  elite       = 4,
  vary        = { { 0.60, ludus.crossover { leaves = 1/8 } }, { 0.15, ludus.subtree },
                  { 0.15, ludus.point }, { 0.05, ludus.hoist }, { 0.05, ludus.copy } },
  schedule    = curriculum,
  variants    = {
    paper = { game = game:with { extras = paper } },
    sums  = { game = game:with { extras = sums } },
  },
}
