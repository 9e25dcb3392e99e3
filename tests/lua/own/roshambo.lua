-- Can a machine read four simple players of rock, paper, scissors? (machines by rules)
local ludus = require "ludus"

-- Rivals: 0 plays one move on and on, 1 what the machine played, 2 what beats that,
-- 3 goes round.
return ludus.experiment {
  game = ludus.game {
    name = "roshambo",
    alphabet = { "rock", "paper", "scissors" },
    rules = [[
      var rival, theirs, points
      def gain(mine, other) {
        if mine == wrap(other + 1, 3) { 1 } else if mine == other { 0 } else { -1 }
      }
      turn {
        let answer = theirs
        points = points + gain(value, answer)
        theirs = if rival == 1 { value } else if rival == 2 { wrap(value + 1, 3) }
                 else if rival == 3 { wrap(answer + 1, 3) } else { answer }
        answer
      }
      score { points }
      won { points > 0 }
    ]],
    cases = { { rival = 0, theirs = 0 }, { rival = 0, theirs = 1 },
      { rival = 1, theirs = 2 }, { rival = 2, theirs = 0 }, { rival = 3, theirs = 1 } },
    fresh = function(rng)
      return { rival = rng:below(4), theirs = rng:below(3) }
    end,
    show = function(s)
      return ("%d points; the rival's next move: %s"):format(s.points,
        ({ [0] = "rock", "paper", "scissors" })[s.theirs])
    end,
    repeats = 20, max = 20,
  },
  program = ludus.machine { states = 6 },
  population = 60, generations = 8,
}
