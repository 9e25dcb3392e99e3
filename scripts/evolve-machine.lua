-- evolve-machine.lua -- which machine does best against the twenty opponents, when
-- it cannot know which one it meets? Any repeated game of two moves will do:
--
--     ludus run scripts/evolve-machine.lua
--     ludus run scripts/evolve-machine.lua --set variant=hawks
--     ludus run scripts/evolve-machine.lua --set game.noise=0.02

local ludus   = require "ludus"
local ipd     = require "ludus.ipd"
local machine = require "ludus.machine"

-- Hawk and dove: d takes what c leaves, but two hawks hurt each other.
local function hawks(mine, theirs)
  if mine == "d" and theirs == "d" then return -2 end
  if mine == theirs then return 2 end
  return mine == "d" and 4 or 0
end

return ludus.experiment {
  name        = "evolve-machine",
  game        = ipd.game { turns = 100 },
  program     = ludus.machine { states = 32, first = { 1, 8 } },
  population  = 1000,
  generations = 101,
  select      = ludus.tournament(4),
  vary        = machine.operators(0.2),
  elite       = 10,
  stop        = ludus.never,
  variants    = {
    hawks  = { game = ipd.game { payoff = hawks, turns = 50 } },
    points = { game = ipd.game { payoff = "axelrod", turns = 200 } },
  },
}
