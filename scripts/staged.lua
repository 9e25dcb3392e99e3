-- Is a hard trail learnt faster if an easy part of it comes first?
--
--     ludus run scripts/staged.lua
--     ludus run scripts/staged.lua --set variant=direct
--
-- A schedule of one's own: the ant of scripts/ant.lua is given 100 actions at first,
-- then 200, then 400. A stage ends when its best has eaten enough, or after its
-- generations; run:set changes the game, and the population is scored anew.
local ludus = require "ludus"
local ant   = require "ant".game         -- scripts/ant.lua lies beside this script

local stages = { { 100, 25, 10 }, { 200, 45, 15 }, { 400, 89, 25 } }

return ludus.experiment {
  game        = ant:with { budget = stages[1][1] },
  program     = ludus.tree { nodes = 200, depth = { 2, 6 }, max_depth = 17 },
  population  = 500,
  select      = ludus.tournament(7),
  solved      = ludus.solved,            -- at whatever stage all is eaten
  stop        = ludus.never,
  schedule    = function(run)
    for i, stage in ipairs(stages) do
      local budget, enough, generations = table.unpack(stage)
      if i > 1 then run:set { game = run.experiment.game:with { budget = budget } } end
      for _ = 1, generations do
        if run.stats.raw >= enough then break end
        run:evolve(1)
      end
    end
  end,
  variants    = {
    direct = { game = ant, schedule = function(run)
      for _ = 1, 50 do
        if run.stats.raw >= 89 then break end
        run:evolve(1)
      end
    end },
  },
}
