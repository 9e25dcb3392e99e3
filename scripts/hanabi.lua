-- Which order of rules plays Hanabi best? A vector of codes is an order: the first rule
-- that finds a move makes it. Games are other ones in each generation; `test` are games
-- that nobody learnt from.
--
--     ludus run scripts/hanabi.lua --seeds 1..5
--     ludus run scripts/hanabi.lua --set game.players=5 --set test.players=5
--     ludus run scripts/hanabi.lua --set variant=strangers
--     ludus run scripts/hanabi.lua --set variant=tree
--
-- `strangers` plays among four players of the literature instead of with itself; `tree`
-- evolves trees that rate every legal move.
local ludus  = require "ludus"
local hanabi = require "ludus.hanabi"

local PLAYERS = 2

-- Those that are learnt with, and those that are kept to judge.
local known   = { "internal", "iggi", "flawed", "vandenbergh" }
local unknown = { "outer", "piers", "cautious", "canaan" }

local function games(partners, cases, seed, program)
  return hanabi.game { players = PLAYERS, partners = partners, cases = cases,
    case_seed = seed, program = program }
end

return ludus.experiment {
  name        = "hanabi",
  game        = games({}, ludus.fresh(200)),
  test        = games({}, 2000, 1001),
  program     = ludus.vector {},
  population  = 300,
  generations = 81,
  select      = ludus.tournament(4),
  elite       = 10,
  vary        = { { 0.35, ludus.uniform }, { 0.15, ludus.twopoint }, { 0.20, ludus.point },
                  { 0.15, ludus.swap }, { 0.15, ludus.insert } },
  stop        = ludus.never,
  variants = {
    strangers = { game = games(known, ludus.fresh(200)), test = games(unknown, 2000, 1001) },
    tree = { game = games({}, ludus.fresh(100), nil, "tree"),
      test = games({}, 2000, 1001, "tree"),
      program = ludus.tree { nodes = 120, depth = { 2, 6 } }, population = 500,
      vary = { { 0.75, ludus.crossover }, { 0.10, ludus.subtree }, { 0.15, ludus.point } } },
  },
}
