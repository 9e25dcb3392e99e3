-- Does new blood help if it need not compete with the old?
--
--     ludus run scripts/layers.lua --seeds 1..30
--     ludus run scripts/layers.lua --seeds 1..30 --set variant=plain
--     ludus compare 1..60
--
-- Twelve blocks of five bits, each of which leads away from its goal: whoever is good early is
-- soon everybody's ancestor, and is wrong. In layers of age programs compete with those as old
-- as they are: G. S. Hornby, ALPS: the Age-Layered Population Structure for Reducing the
-- Problem of Premature Convergence, GECCO 2006.
local ludus = require "ludus"

return ludus.experiment {
  game        = require "ludus.functions".game "trap",
  program     = ludus.vector { type = "bits", length = 60 },
  population  = 400,
  generations = 401,
  select      = ludus.tournament(3),
  vary        = { { 0.9, ludus.twopoint }, { 0.1, ludus.flip } },
  elite       = 1,
  layers      = { 8, gap = 10 },
  variants    = {
    plain   = { layers = false },
    islands = { layers = false, islands = { 8, migrate = 2, every = 10 } },
  },
}
