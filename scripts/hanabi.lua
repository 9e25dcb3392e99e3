-- Which order of rules plays Hanabi best? A vector of codes is an order: the first rule
-- that finds a move makes it. Games are other ones in each generation; `test` are games
-- that nobody learnt from.
--
--     ludus run scripts/hanabi.lua --seeds 1..5
--     ludus run scripts/hanabi.lua --set variant=five
--     ludus run scripts/hanabi.lua --set variant=strangers
--     ludus run scripts/hanabi.lua --set variant=tree
--
-- Two play, or `three`, `four`, `five`.
-- `strangers` plays with four players of the literature instead of with itself; `tree`
-- evolves trees that rate every legal move.
local ludus  = require "ludus"
local hanabi = require "ludus.hanabi"

-- Those that are learnt with, and those that are kept to judge.
local known   = { "internal", "iggi", "flawed", "vandenbergh" }
local unknown = { "outer", "piers", "cautious", "canaan" }

local TESTS = { cases = 2000, case_seed = 1001 }

local function games(players, partners, program, decks)
  return hanabi.game { players = players, partners = partners,
    cases = ludus.fresh(decks or 200), program = program }
end

-- A game and its test among so many players.
local function table_of(players, partners, strangers, program, decks)
  local game = games(players, partners, program, decks)
  return { game = game, test = game:with { partners = strangers or {},
    cases = TESTS.cases, case_seed = TESTS.case_seed } }
end

-- Trees: many stay small and play marked cards, no more, if the best of the sum have the
-- children; who is best on some deck is, by lexicase, another one each time.
local tree = table_of(2, {}, {}, "tree", 100)
tree.program = ludus.tree { nodes = 120, depth = { 3, 6 } }
tree.population, tree.generations, tree.elite = 500, 21, 5
tree.select = ludus.lexicase
tree.vary = { { 0.6, ludus.crossover { leaves = 0.1 } }, { 0.25, ludus.subtree },
  { 0.15, ludus.point } }

local two = table_of(2)

return ludus.experiment {
  name        = "hanabi",
  game        = two.game,
  test        = two.test,
  program     = ludus.vector {},
  population  = 300,
  generations = 81,
  select      = ludus.tournament(4),
  elite       = 10,
  vary        = { { 0.35, ludus.uniform }, { 0.15, ludus.twopoint }, { 0.20, ludus.point },
                  { 0.15, ludus.swap }, { 0.15, ludus.insert } },
  stop        = ludus.never,
  variants = {
    three = table_of(3), four = table_of(4), five = table_of(5),
    strangers = table_of(2, known, unknown),
    tree = tree,
  },
}
