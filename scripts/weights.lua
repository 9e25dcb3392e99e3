-- Which eight weights make a good Othello player? Three ways to search real vectors.
--
--     ludus run scripts/weights.lua
--     ludus run scripts/weights.lua --set variant=differential
--     ludus run scripts/weights.lua --set variant=strategy
local ludus   = require "ludus"
local othello = require "ludus.othello"

local function weights(steps)
  return ludus.vector { type = "reals", length = 8, min = -100, max = 100, steps = steps }
end

return ludus.experiment {
  name        = "weights",
  game        = othello.game { program = "vector" },
  program     = weights(),
  scheme      = "cma",
  restarts    = 9,
  evaluations = 2000,
  variants = {
    differential = { scheme = "differential", population = 40, restarts = 0 },
    strategy = { program = weights(0.1), scheme = "comma", population = 7,
      select = ludus.uniform, restarts = 0,
      brood = { { children = 49, ludus.average, ludus.adapt } } },
  },
}
