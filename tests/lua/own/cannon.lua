-- cannon.lua -- vectors by rules: three charges, fired one after the other at targets that
-- stand on a line. The genes fill a grid; cells that are hit fall.
local ludus = require "ludus"

local game = ludus.game {
  name = "cannon",
  rules = [[
    grid genes[3]                      -- how far each charge carries
    grid target[16]  var fired, hits, wind
    turn {
      let at = genes[fired] + wind
      if at >= 0 and at < 16 and target[at] { target[at] = 0  hits = hits + 1 }
      fired = fired + 1
    }
    done  { fired == 3 }
    score { hits }
    won   { hits == 3 }
  ]],
  genes = { length = 3, max = 15 }, repeats = true, budget = 20, max = 3,
  cases = { { target = "..#...#..#" }, { target = "#.#..##..#", wind = 1 },
    { target = "######....", wind = -1 } },
  fresh = function(rng)
    local row = {}
    for i = 1, 16 do row[i] = rng:below(2) end
    return { target = row, wind = rng:range(-2, 2) }
  end,
}

return ludus.experiment { game = game, program = ludus.vector {}, population = 60,
  generations = 15 }
