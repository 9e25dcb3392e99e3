-- Can a Moore machine learn to outguess players with a habit? Moves and observations of your
-- own: change them.
--
--     ludus check SCRIPT      ludus run SCRIPT      ludus show 1
local ludus = require "ludus"

local order = { "left", "right" }

-- What each player does in its turn t, after the machine's last move.
local habits = {
  function() return "left" end,
  function(t) return order[t % 2 + 1] end,
  function(_, last) return last end,
}

local game = ludus.game {
  name     = "matching",
  program  = "machine",
  alphabet = order,                   -- or { moves = { ... }, sees = { ... } }
  cases    = #habits,
  budget   = 30,                      -- turns
  start = function(case) return { habit = habits[case], t = 0, last = "left", points = 0 } end,

  -- One turn: the machine has chosen `move`; what it sees next is returned.
  turn = function(s, move)
    local theirs = s.habit(s.t, s.last)
    if move == theirs then s.points = s.points + 1 end
    s.t, s.last = s.t + 1, move
    return theirs
  end,
  score = function(s) return s.points end,
  max   = 30,
}

return ludus.experiment {
  game        = game,
  program     = ludus.machine { states = 8, first = { 1, 4 } },
  population  = 100,
  generations = 31,
  elite       = 1,
}
