-- Can a program learn to clear a 6x6 board with one mine?   Quartetti 1998, Table 1
--
--     ludus run scripts/minesweeper.lua --seed 1
--     ludus run scripts/minesweeper.lua --set variant=niches
--     ludus run scripts/minesweeper.lua --set variant=paper
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

-- A try begins again that is not at 2430 after 800,000 evaluations, or not solved after
-- a quarter of the paper's 50,000 x 151.
local function tries(run)
  repeat
    local from = run.stats.evaluations
    local function hopeless()
      local spent = run.stats.evaluations - from
      return spent >= 1887500 or spent >= 800000 and run.stats.raw < 2430
    end
    repeat
      if run:evolve(1) then return end
    until hopeless()
  until run:restart()
end

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
    -- No score takes over: at most five programs of a score within 100 slots. The
    -- settings were chosen on seeds 1 to 8.
    niches = { population = 10000, select = ludus.tournament(7, { near = 100 }),
      niche = ludus.niche { near = 100, score = 5, steps = 1 },
      generations = 1000000, evaluations = 7550000, schedule = tries },
    -- The same at the paper's size, without tries.
    wide = { select = ludus.tournament(7, { near = 100 }),
      niche = ludus.niche { near = 100, score = 5, steps = 1 } },
    -- The paper's own settings: no mutation, selection by adjusted fitness.
    paper = { select = ludus.proportionate(), keep_better = false,
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
    overselect = { select = ludus.overselect(), keep_better = false,
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
  },
}
