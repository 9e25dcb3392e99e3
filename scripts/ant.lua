-- Can six primitives learn to eat a whole trail of 89 pellets in 400 actions?
--
--     ludus run scripts/ant.lua
--     ludus run scripts/ant.lua --set game.budget=600 --set population=2000
--
-- The artificial ant on the Santa Fe trail: John Koza, Genetic Programming, MIT
-- Press 1992, chapter 7. Turning and moving cost an action each. `ludus.last` and
-- `ludus.choose` are run by the engine; all an ant does and sees is stated here.
local ludus   = require "ludus"
local santafe = require "ludus.santafe"

local SIZE = santafe.size
local squares = santafe.cells()

-- A direction knows the square ahead of each square, and those to its sides.
local function direction(dx, dy)
  local ahead = {}
  for at = 1, SIZE * SIZE do
    local x, y = (at - 1) % SIZE, (at - 1) // SIZE
    ahead[at] = (y + dy) % SIZE * SIZE + (x + dx) % SIZE + 1
  end
  return ahead
end

local east, south = direction(1, 0), direction(0, 1)
local west, north = direction(-1, 0), direction(0, -1)
east.right, south.right, west.right, north.right = south, west, north, east
east.left, south.left, west.left, north.left = north, east, south, west

local function food_ahead(s)
  local at = s.ahead[s.at]
  return squares[at] == 1 and not s[at]
end

local ant = ludus.game {
  name = "ant",
  cases = 1,
  start = function()                  -- [square] = true: its pellet is gone
    return { at = 1, ahead = east, eaten = 0 }
  end,
  primitives = {
    LEFT = { 0, function(s) s.ahead = s.ahead.left end, help = "turns left" },
    RIGHT = { 0, function(s) s.ahead = s.ahead.right end, help = "turns right" },
    MOVE = { 0, function(s)
        local at = s.ahead[s.at]
        s.at = at
        if squares[at] == 1 and not s[at] then
          s.eaten = s.eaten + 1
          s[at] = true
        end
      end, help = "goes one square ahead and eats what is there" },
    IF_FOOD = { 2, ludus.choose(food_ahead), cost = 0,
      help = "the first if food lies ahead, else the second" },
    PROGN2 = { 2, ludus.last, cost = 0, help = "does both" },
    PROGN3 = { 3, ludus.last, cost = 0, help = "does all three" },
  },
  repeats = true, budget = 400,
  score = function(s) return s.eaten end,
  max = santafe.pellets,
  show = function(s)
    local rows = {}
    for y = 0, SIZE - 1 do
      local row = {}
      for x = 1, SIZE do
        local at = y * SIZE + x
        row[x] = at == s.at and "@" or squares[at] == 0 and " "
          or s[at] and "." or "#"
      end
      rows[#rows + 1] = (table.concat(row):gsub("%s+$", ""))
    end
    return table.concat(rows, "\n")
  end,
  key = "@ the ant, # food, . food that was eaten",
  cells = { ["@"] = "red", ["#"] = "green", ["."] = "grey" },
}

return ludus.experiment {
  game        = ant,
  program     = ludus.tree { nodes = 200, depth = { 2, 6 }, max_depth = 17 },
  population  = 1000,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } },
}
