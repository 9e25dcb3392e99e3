-- Can a tree program learn to walk to a goal? A game in Lua: change it into yours.
--
--     ludus check SCRIPT      ludus run SCRIPT      ludus play SCRIPT --player run:1
local ludus = require "ludus"

local SIZE = 8                        -- squares of the board's side

local game = ludus.game {
  name = "walk",

  -- What programs are tried on: any values. Here a start and a goal.
  cases = {
    { x = 1, y = 1, goal = { 6, 3 } },
    { x = 8, y = 5, goal = { 2, 8 } },
    { x = 4, y = 8, goal = { 4, 1 } },
  },

  -- The state at the beginning of a case. What changes belongs here, never outside.
  start = function(case)
    return { x = case.x, y = case.y, goal = case.goal, there = false }
  end,

  -- NAME = { arguments, function(state, ...), help = "..." }; lazy arguments are functions.
  constants = { 0, 1 },
  primitives = {
    EAST = { 0, function(s) s.x = math.min(SIZE, s.x + 1) return 1 end,
      help = "one square to the right" },
    SOUTH = { 0, function(s) s.y = math.min(SIZE, s.y + 1) return 1 end,
      help = "one square down" },
    WEST = { 0, function(s) s.x = math.max(1, s.x - 1) return 1 end,
      help = "one square to the left" },
    NORTH = { 0, function(s) s.y = math.max(1, s.y - 1) return 1 end,
      help = "one square up" },
    DX = { 0, function(s) return s.goal[1] - s.x end, help = "how far right the goal is" },
    DY = { 0, function(s) return s.goal[2] - s.y end, help = "how far down the goal is" },
    IF = { 3, lazy = true, help = "the second if the first is above 0, else the third",
      function(_, test, yes, no) if test() > 0 then return yes() else return no() end end },
    DO = { 2, function(_, _, b) return b end, help = "one after the other" },
  },

  -- Programs are run again until this holds or the budget of steps is spent.
  repeats = true, budget = 120,
  done = function(s)
    s.there = s.x == s.goal[1] and s.y == s.goal[2]
    return s.there
  end,

  -- What a case gives, and the most that one can give.
  score = function(s)
    return 14 - math.abs(s.goal[1] - s.x) - math.abs(s.goal[2] - s.y)
  end,
  won = function(s) return s.there end,
  max = 14,

  -- How people see it: `ludus play`, `ludus trace`, reports.
  show = function(s)
    local lines = {}
    for y = 1, SIZE do
      local row = {}
      for x = 1, SIZE do
        row[x] = x == s.x and y == s.y and "@"
          or x == s.goal[1] and y == s.goal[2] and "*" or "."
      end
      lines[y] = table.concat(row, " ")
    end
    return table.concat(lines, "\n")
  end,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 60, depth = { 1, 4 } },
  population  = 200,
  generations = 21,
  select      = ludus.tournament(5),
  vary        = { { 0.8, ludus.crossover }, { 0.2, ludus.subtree } },
}
