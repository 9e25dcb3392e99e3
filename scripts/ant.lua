-- Can six primitives learn to eat a whole trail of 89 pellets in 400 actions?
--
--     ludus run scripts/ant.lua
--     ludus run scripts/ant.lua --set game.budget=600 --set population=2000
--
-- The artificial ant on the Santa Fe trail: John Koza, Genetic Programming, MIT
-- Press 1992, chapter 7. The trail is his figure 7.1: 32 by 32 squares that join at
-- the edges, `#` a pellet, `.` a gap in the trail (empty, like a blank). The ant
-- starts in the corner, facing east. Turning and moving cost an action each.
local ludus = require "ludus"

local trail = [[
 ###
   #
   #                    .###..
   #                    #    #
   #                    #    #
   ####.#####       .##..    .
            #       .        #
            #       #        .
            #       #        .
            #       #        #
            .       #        .
            #       .        .
            #       .        #
            #       #        .
            #       #  ...###.
            .   .#...  #
            .   .      .
            #   .      .
            #   #      .#...
            #   #          #
            #   #          .
            #   #          .
            #   .      ...#.
            #   .      #
 ..##..#####.   #
 #              #
 #              #
 #     .#######..
 #     #
 .     #
 .####..]]

local SIZE, PELLETS, FOOD = 32, 89, 35              -- 35: the byte of '#'

-- The squares row by row from 0 at the corner: 1 where a pellet lies.
local squares = {}
local next_line = (trail .. "\n"):gmatch "([^\n]*)\n"
for y = 0, SIZE - 1 do
  local line = next_line() or ""
  for x = 0, SIZE - 1 do
    squares[y * SIZE + x] = line:byte(x + 1) == FOOD and 1 or 0
  end
end

-- The square ahead of each square, by direction: east, south, west, north.
local ahead = {}
for dir, step in pairs { [0] = { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } } do
  ahead[dir] = {}
  for at = 0, SIZE * SIZE - 1 do
    local x, y = at % SIZE, at // SIZE
    ahead[dir][at] = (y + step[2]) % SIZE * SIZE + (x + step[1]) % SIZE
  end
end

local ant = ludus.game {
  name = "ant",
  cases = 1,
  start = function()
    return { at = 0, dir = 0, eaten = 0, gone = {} }
  end,
  primitives = {
    LEFT = { 0, function(s) s.dir = (s.dir + 3) % 4 end, help = "turns left" },
    RIGHT = { 0, function(s) s.dir = (s.dir + 1) % 4 end, help = "turns right" },
    MOVE = { 0, function(s)
        local at = ahead[s.dir][s.at]
        s.at = at
        if squares[at] == 1 and not s.gone[at] then
          s.eaten = s.eaten + 1
          s.gone[at] = true
        end
      end, help = "goes one square ahead and eats what is there" },
    IF_FOOD = { 2, lazy = true, cost = 0, function(s, yes, no)
        local at = ahead[s.dir][s.at]
        if squares[at] == 1 and not s.gone[at] then return yes() end
        return no()
      end, help = "the first if food lies ahead, else the second" },
    PROGN2 = { 2, cost = 0, function() end, help = "does both" },
    PROGN3 = { 3, cost = 0, function() end, help = "does all three" },
  },
  repeats = true, budget = 400,
  score = function(s) return s.eaten end,
  max = PELLETS,
  show = function(s)
    local rows = {}
    for y = 0, SIZE - 1 do
      local row = {}
      for x = 0, SIZE - 1 do
        local at = y * SIZE + x
        row[#row + 1] = at == s.at and "@" or squares[at] == 0 and " "
          or s.gone[at] and "." or "#"
      end
      rows[#rows + 1] = (table.concat(row):gsub("%s+$", ""))
    end
    return table.concat(rows, "\n")
  end,
}

return ludus.experiment {
  game        = ant,
  program     = ludus.tree { nodes = 200, depth = { 2, 6 }, max_depth = 17 },
  population  = 1000,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.copy } },
}
