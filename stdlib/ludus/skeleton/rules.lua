-- Can a tree program learn to collect coins? A game in rules, which are compiled: change it
-- into yours.
--
--     ludus check SCRIPT      ludus run SCRIPT      ludus trace SCRIPT run:1
local ludus = require "ludus"

local game = ludus.game {
  name = "coins",

  -- The values that variables of the rules have at the beginning of a case.
  cases = {
    { x = 5, coins = { 0, 1, 1, 1, 1, 0, 0, 0, 0, 0 } },      -- behind it
    { x = 5, coins = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 } },      -- ahead
    { x = 0, coins = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 } },      -- behind, round the end
  },

  -- var: what a case starts from; grid: cells, whose indices wrap; NAME(a, b?) "help" { }:
  -- a primitive, whose value is its last expression; b? is evaluated where it stands.
  rules = [[
    cost 0  constants 0 1
    var x, facing = 1, taken
    grid coins[10]
    STEP cost 1 "one square ahead, and takes the coin there" {
      x = wrap(x + facing, 10)
      if coins[x] { coins[x] = 0  taken = taken + 1 }
    }
    TURN cost 1 "looks the other way" { facing = -facing }
    COIN "is there a coin ahead?" { coins[x + facing] }
    IF(a, b?, c?) "b if a is not 0, else c" { if a { b } else { c } }
    DO(a, b) "a, then b" { b }
    done  { taken == 4 }
    score { taken }
  ]],

  repeats = true, budget = 6,         -- run again until 6 steps are spent
  max = 4,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 40, depth = { 1, 4 } },
  population  = 20,
  generations = 21,
  select      = ludus.tournament(5),
  vary        = { { 0.8, ludus.crossover }, { 0.2, ludus.subtree } },
}
