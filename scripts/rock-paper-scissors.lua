-- rock-paper-scissors.lua -- can a machine of three moves see through fixed players?
--
-- Five players with a habit each; a machine meets every one of them for sixty rounds.
-- Its moves are its own, what it sees is the other's move. Try `--set program.states=2`:
-- how much memory does it take to tell five habits apart?

local ludus = require "ludus"

local beats = { rock = "scissors", paper = "rock", scissors = "paper" }
local beaten_by = { scissors = "rock", rock = "paper", paper = "scissors" }
local order = { "rock", "paper", "scissors" }

-- What a player does in its round t, after the machine's last move.
local habits = {
  function() return "rock" end,
  function(t) return order[t % 3 + 1] end,
  function(t) return order[-t % 3 + 1] end,
  function(_, last) return last end,
  function(_, last) return beaten_by[last] end,
}

local game = ludus.game {
  name = "rock, paper, scissors", program = "machine", alphabet = order,
  cases = #habits, budget = 60, max = 60,
  start = function(habit) return { habit = habits[habit], t = 0, last = "rock", points = 0 } end,
  turn = function(s, move)
    local theirs = s.habit(s.t, s.last)
    if beats[move] == theirs then s.points = s.points + 1
    elseif beats[theirs] == move then s.points = s.points - 1 end
    s.t, s.last = s.t + 1, move
    return theirs
  end,
  score = function(s) return s.points end,
}

return ludus.experiment {
  game = game, program = ludus.machine { states = 16, first = { 1, 6 } },
  population = 500, generations = 60, elite = 1,
}
