-- Can a program play Othello without looking ahead: by one look at each of its moves?
--
--     ludus run scripts/othello-strategy.lua --seed 1
--
-- Whole strategies, which the paper wishes for: a tree rates each legal move by what it
-- turns over, opens, gives and leaves (`ludus ops othello`), and the move rated highest is
-- played. It learns against two evolved evaluations that search two plies, from other
-- openings in each generation, and never meets those who judge it: `test` are the teachers,
-- which search three to five plies, from openings of their own.
local ludus   = require "ludus"
local othello = require "ludus.othello"

return ludus.experiment {
  name        = "othello-strategy",
  game        = othello.game { program = "strategy", teacher_depth = 2,
                  teachers = { { 4, 31, -23, -63, 30, -80, 74, 120 },
                    { -29, 25, -70, -33, -46, -55, 111, 104 } },
                  openings = ludus.fresh(25), plies = 8 },
  test        = othello.game { program = "strategy", openings = 100, plies = 8,
                  opening_seed = 9001 },
  measures    = { won = function(score) return score.hits end },
  program     = ludus.tree { nodes = 60, depth = { 2, 5 } },
  population  = 400,
  generations = 40,
  select      = ludus.tournament(5, { parsimony = true }),
  vary        = { { 0.75, ludus.crossover }, { 0.10, ludus.subtree },
                  { 0.15, ludus.point } },
  elite       = 3,
  stop        = ludus.never,
}
