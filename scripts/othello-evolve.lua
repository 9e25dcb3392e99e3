-- Which weights of eight features beat the teachers? Experiment 2 of Dabrowski, Kwasnicka
-- and Piasecki as an experiment: stored, resumed, compared and reported like any other.
--
--     ludus run scripts/othello-evolve.lua --seeds 1..5
--     ludus run scripts/othello-evolve.lua --set variant=crowding --seeds 1..5
--
-- Weights are whole numbers here, the paper's are bytes of a string of bits, as in
-- scripts/othello.lua, which runs all eight experiments. `test` are openings nobody
-- learnt from.
local ludus   = require "ludus"
local othello = require "ludus.othello"

local function contest(openings, plies)
  return othello.game { program = "vector", teachers = { "discs", "squares" },
    openings = openings, plies = plies }
end

return ludus.experiment {
  name        = "othello",
  game        = contest(1, 0),
  test        = contest(20, 8),
  measures    = { won = function(score) return score.hits end },
  program     = ludus.vector { length = 8, min = -127, max = 128 },
  population  = 100,
  generations = 21,
  select      = ludus.remainder(2),
  brood       = { { children = 100, { "onepoint", chance = 0.6 },
    { "reset", rate = 0.033 } } },
  stop        = ludus.never,
  variants    = { crowding = { scheme = "crowding", crowd = 3,
    brood = { { children = 20, { "onepoint", chance = 0.6 }, { "reset", rate = 0.033 } } } } },
}
