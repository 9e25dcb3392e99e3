-- Can a program learn to clear a 6x6 board with one mine?   Quartetti 1998, Table 1
--
--     ludus run scripts/minesweeper.lua --seed 1
--     ludus run scripts/minesweeper.lua --set variant=rise
--     ludus run scripts/minesweeper.lua --set variant=race
--     ludus run scripts/minesweeper.lua --set variant=niches
--     ludus run scripts/minesweeper.lua --set variant=paper
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

-- A try begins again that has spent so many evaluations and was not yet at such a score.
local function tries(marks)
  return function(run)
    repeat
      local from, best = run.stats.evaluations, 0
      local function hopeless()
        for _, mark in ipairs(marks) do
          if run.stats.evaluations - from >= mark[1] and best < mark[2] then return true end
        end
        return false
      end
      repeat
        if run:evolve(1) then return end
        best = math.max(best, run.stats.raw)
      until hopeless()
    until run:restart()
  end
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
      generations = 1000000, evaluations = 7550000,
      schedule = tries { { 800000, 2430 }, { 1887500, math.huge } } },
    -- A thousand programs chosen case by case. What a start is worth shows early: one of ten
    -- is at 2300 after 100,000 evaluations, and the others are left on the way there. The
    -- marks were chosen on seeds 11, 36 to 38, 41, 42, 45 and 48.
    rise = { population = 1000, select = ludus.lexicase, keep_better = false,
      generations = 1000000, evaluations = 7550000,
      schedule = tries { { 25000, 1550 }, { 50000, 2100 }, { 100000, 2300 }, { 200000, 2350 },
        { 400000, 2400 }, { 700000, 2430 }, { 1000000, math.huge } } },
    -- The same without marks that have to be known: a new start wherever one falls behind
    -- the better half of those before it. Chosen on seeds 1 to 35.
    race = { population = 1000, select = ludus.lexicase, keep_better = false,
      generations = 1000000, evaluations = 7550000,
      schedule = ludus.race { first = 50000, factor = 2, keep = 0.5, last = 800000 } },
    -- The paper's own settings: no mutation, selection by adjusted fitness.
    paper = { select = ludus.proportionate(), keep_better = false,
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
    overselect = { select = ludus.overselect(), keep_better = false,
      vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } } },
  },
}
