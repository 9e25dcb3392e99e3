-- santafe.lua -- the Santa Fe trail for artificial ants.
--
--     local santafe = require "ludus.santafe"
--     local food = santafe.cells()
--     assert(food[2] == 1 and #food == santafe.size ^ 2)
--
-- John Koza, Genetic Programming, MIT Press 1992, figure 7.1: 32 by 32 squares that
-- join at the edges, `#` a pellet, `.` a gap in the trail (empty, like a blank). Ants
-- start in the top left corner, facing east.

local santafe = { size = 32, pellets = 89 }

santafe.trail = [[
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
 .####..
]]

-- The squares as a flat list of 1024 numbers, row by row: 1 where a pellet lies.
function santafe.cells()
  local cells, size = {}, santafe.size
  for i = 1, size * size do cells[i] = 0 end
  local y = 0
  for line in santafe.trail:gmatch "([^\n]*)\n" do
    for x = 1, #line do
      if line:sub(x, x) == "#" then cells[y * size + x] = 1 end
    end
    y = y + 1
  end
  return cells
end

return santafe
