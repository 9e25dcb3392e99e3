-- Can genetic programming find a better evaluation than eight weights?
--
--     ludus run scripts/othello-gp.lua --seed 1
--     ludus run scripts/othello-gp.lua --set game.teachers=hand --set population=500
--
-- The paper's suggestion: any function of the features, not only a weighted
-- sum. Pupils and teachers search two plies while learning, from random
-- openings.
local ludus   = require "ludus"
local othello = require "ludus.othello"

return ludus.experiment {
  game        = othello.game { teachers = { "squares", "mobility", "hand" },
                  openings = 6, plies = 8, depth = 2, teacher_depth = 2 },
  program     = ludus.tree { nodes = 60, depth = { 2, 5 } },
  population  = 300,
  generations = 25,
  select      = ludus.tournament(5, { parsimony = true }),
  vary        = { { 0.75, ludus.crossover }, { 0.10, ludus.subtree },
                  { 0.15, ludus.point } },
  elite       = 3,
  stop        = ludus.never,
}
