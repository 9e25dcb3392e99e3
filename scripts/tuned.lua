-- Which settings would a race choose?
--
--     ludus tune scripts/tuned.lua --budget 400
--     ludus tune scripts/tuned.lua --budget 400 --jobs 4
--
-- Eight blocks of five bits that lead away from their goal, and 10,000 evaluations a run, so
-- that no setting wins by taking longer. The races see seeds from 1 on; what was best is shown
-- on seeds that none has seen. The method: M. Lopez-Ibanez and others, The irace Package,
-- Operations Research Perspectives 3, 2016.
local ludus = require "ludus"

return ludus.experiment {
  game        = require "ludus.functions".game "trap",
  program     = ludus.vector { type = "bits", length = 40 },
  population  = 100,
  evaluations = 10000,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.onepoint }, { 0.1, ludus.flip } },
  elite       = 1,
  tune        = {
    population = "10..1000 log",
    elite      = "0..5",
    select     = "tournament(2)|tournament(3)|tournament(7)|rank(1.5)",
    vary       = "{{0.9,onepoint},{0.1,flip}}|{{0.9,twopoint},{0.1,flip}}|{{0.9,uniform},"
      .. "{0.1,flip}}|{{0.5,twopoint},{0.5,flip}}",
  },
}
