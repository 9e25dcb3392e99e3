-- Can a program learn the Minesweeper that everybody plays?   Quartetti 1998, the last page
--
--     ludus run scripts/real-minesweeper.lua
--     ludus run scripts/real-minesweeper.lua --set variant=pairs
--     ludus run scripts/real-minesweeper.lua --set variant=paper
--     ludus score scripts/real-minesweeper.lua scripts/programs/minesweeper-real.gp
--         --set game.mines=10 --set game.cases=1000
--
-- Boards do not wrap, a 0 opens its neighbours, the first square is safe. The program is
-- called on one square after the other, again and again, so it is one rule for the place
-- where it stands; marks protect. What counts is who wins: squares opened lead astray, to
-- programs that mark all they see. With four mines a blind one wins now and then, and half
-- of a rule already more often; a board gets more mines when most are won. Other boards in
-- each generation, and many in the last, to choose by.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

-- Mines, and the share of boards to be won before there are more.
local stages = { { 4, 0.85 }, { 6, 0.75 }, { 8, 0.65 }, { 10, 2 } }
local BOARDS, LAST = 40, 300

local game = mines.game {
  rows = 8, cols = 8, mines = stages[1][1], cases = ludus.fresh(BOARDS), budget = 60 * 64,
  wrap = false, flood = true, first = "safe", protect = true,
  repeats = true, sweep = true, idle_limit = 3,
  truth = "nonzero", num_covered = 9, num_marked = 10,
  extras = { "IDLE", "DIR", "SUM", "MOST", "MUL", "DIV", "REST", "SHUT",
    "MOREDIR", "OWNDIR", "OTHERDIR", "MRKOWNDIR", "UNCOWNDIR" },
}

-- What a run without a variant once found: scripts/programs/minesweeper-real.gp.
local SINGLE = "RPB (IF (IFCOV (IDLE) (OWNDIR)) (IF (SUB (MOREDIR) (OWNDIR)) (IF (MOREDIR) 4 "
  .. "(UNCOWNDIR)) (UNC (MRKOWNDIR))) (MRKOWNDIR))"

local function boards(run, stage, count)
  return run.experiment.game:with { mines = stage[1], cases = ludus.fresh(count),
    budget = 100 * 64 }
end

-- With the paper's primitives the last boards are those of the stage that was reached.
local function curriculum(run)
  local at = 1
  for _ = 1, run.experiment.generations - 2 do
    run:evolve(1)
    if run.stats.measures.won >= stages[at][2] * BOARDS then
      at = at + 1
      run:set { game = boards(run, stages[at], BOARDS) }
    end
  end
  local last = run.experiment.variant == "paper" and at or #stages
  run:set { game = boards(run, stages[last], LAST) }
  run:evolve(1)
end

return ludus.experiment {
  name        = "real-minesweeper",
  game        = game,
  program     = ludus.tree { nodes = 60, depth = { 2, 5 }, max_depth = 12 },
  population  = 1200,
  generations = 80,
  solved      = ludus.never,
  fitness     = function(case) return (case.won and 1 or 0) - case.steps / 1000000 end,
  measures    = { won = function(score) return score.hits end },
  select      = ludus.tournament(5, { smaller = 1.2 }),
  elite       = 5,
  islands     = { 4, migrate = 10, every = 5 },
  vary        = { { 0.60, ludus.crossover { leaves = 1/8 } }, { 0.15, ludus.subtree },
                  { 0.15, ludus.point }, { 0.05, ludus.hoist }, { 0.05, ludus.copy } },
  schedule    = curriculum,
  variants    = {
    -- From that rule of single numbers: with SUM above parts of it, which insert puts there,
    -- it compares the number here with those next to it. That takes steps, and patience: idle
    -- rounds by which to wait with a guess. How far seeds come: docs/real-minesweeper.md.
    pairs = {
      game = game:with { mines = 10, budget = 20000, idle_limit = 6 }, plant = { SINGLE },
      population = 1200, generations = 400, select = ludus.tournament(5),
      islands = { 4, migrate = 5, every = 5 },
      vary = { { 0.35, ludus.crossover { leaves = 1/8 } }, { 0.15, ludus.subtree },
        { 0.30, ludus.insert }, { 0.10, ludus.point }, { 0.05, ludus.hoist },
        { 0.05, ludus.copy } },
      schedule = function(run)
        run:evolve(run.experiment.generations - 2)
        run:set { game = run.experiment.game:with { cases = ludus.fresh(LAST) } }
        run:evolve(1)
      end,
    },
    -- The paper's primitives and what its author wishes for, nothing else.
    paper = {
      game = game:with { budget = 100 * 64, iter_limit = 8,
        extras = { "MINES", "ROWS", "COLS", "ITER", "LOAD", "STORE" } },
      program = ludus.tree { adfs = { 2, 1 }, nodes = 80, depth = { 2, 5 }, max_depth = 12 },
      population = 1000, generations = 60,
      select = ludus.tournament(5),
      vary = { { 0.35, ludus.crossover { leaves = 1/8 } }, { 0.15, ludus.subtree },
        { 0.30, ludus.insert }, { 0.10, ludus.point }, { 0.05, ludus.hoist },
        { 0.05, ludus.copy } },
    },
  },
}
