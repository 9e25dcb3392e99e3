-- Can programs learn to sink what they have found? Bridon's linear programs as an
-- experiment, on other fleets in each generation; `test` are fleets nobody learnt from.
--
--     ludus run scripts/battleship-evolve.lua
--     ludus run scripts/battleship-evolve.lua --set variant=paper
--
-- scripts/battleship-sinking.lua has lines of descent, which get much further.
local ludus = require "ludus"
local bs    = require "ludus.battleship"

local function fleets(cases, seed)
  return bs.game { target = "checkerboard", restart = true, cases = cases, case_seed = seed,
    patience = 100 }
end

return ludus.experiment {
  name        = "battleship",
  game        = bs.game { target = "checkerboard", restart = true, patience = 100,
                  cases = ludus.fresh(20) },
  test        = fleets(500, 7),
  program     = bs.program {},
  population  = 500,
  generations = 60,
  select      = ludus.tournament(5),
  vary        = { { 0.4, ludus.twopoint }, { 0.15, ludus.pair }, { 0.15, ludus.replace },
    { 0.1, ludus.insert }, { 0.1, ludus.delete }, { 0.1, ludus.swap } },
  elite       = 5,
  solved      = ludus.never,
  variants    = { paper = { population = 20, generations = 21, elite = 2,
    vary = { { 1, ludus.chunk } } } },
}
