-- Can a machine learn to match pennies with someone who has a habit? A game of machines
-- in Lua: a point for each turn in which both show the same side.
local ludus = require "ludus"

-- A habit: the moves that are repeated for ever.
local function habit(rng)
  local moves = {}
  for i = 1, 2 + rng:below(3) do moves[i] = rng:below(2) == 0 and "c" or "d" end
  return { habit = table.concat(moves) }
end

local pennies = ludus.game {
  name = "pennies", program = "machine",
  cases = { { habit = "cd" }, { habit = "ccd" }, { habit = "d" } },
  fresh = habit,
  start = function(case) return { habit = case.habit, turn = 0, points = 0 } end,
  turn = function(s, move)
    s.turn = s.turn + 1
    local at = (s.turn - 1) % #s.habit + 1
    local shown = s.habit:sub(at, at)
    if shown == move then s.points = s.points + 1 end
    return shown
  end,
  done = function(s) return s.turn == 12 end,
  score = function(s) return s.points end,
  max = 12, budget = 100,
  moves = function() return { "c", "d" } end,
  show = function(s) return ("turn %d: %d points"):format(s.turn, s.points) end,
}

return ludus.experiment {
  game = pennies, program = ludus.machine { states = 6, first = { 1, 4 } },
  population = 40, generations = 6, select = ludus.tournament(3), elite = 1,
}
