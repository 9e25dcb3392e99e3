-- Can a program learn nim, told by rules? A game of two players by rules: one to three
-- sticks are taken in turn, who takes the last one wins.
local ludus = require "ludus"

return ludus.experiment {
  game = ludus.game {
    name = "sticks",
    rules = [[
      var sticks, taken, last, player, judged
      constants 0 to 4
      STICKS "sticks that are left" { sticks }
      MOD(a, b) "what is left of the first by the second" { a % b }
      ADD(a, b) "sum" { a + b }
      SUB(a, b) "difference" { a - b }
      IF(c, a?, b?) "the second if the first is more than 0, else the third" {
        if c > 0 { a } else { b }
      }
      turn cost 0 {
        taken = max(1, min(3, min(value, sticks)))
        sticks = sticks - taken
        last = player
      }
      done { sticks == 0 }
      score { if last == judged { 1 } else { 0 } }
      won { last == judged }
    ]],
    cases = { { sticks = 7 }, { sticks = 10 }, { sticks = 12 }, { sticks = 15 } },
    fresh = function(rng) return { sticks = 5 + rng:below(16) } end,
    rivals = { "RPB 1", "RPB (MOD (STICKS) 4)" },
    repeats = true, budget = 400, max = 1,
    show = function(s)
      return ("|"):rep(s.sticks) .. ("\n%d left, %d taken by player %d"):format(s.sticks,
        s.taken, s.last)
    end,
  },
  program = ludus.tree { nodes = 30, depth = { 1, 4 }, max_depth = 10 },
  population = 60, generations = 6, select = ludus.tournament(4), elite = 1,
}
