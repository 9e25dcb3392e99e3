-- Can a mower learn to cut a lawn with trees on it? A linear game by rules alone.
local ludus = require "ludus"

local SIZE = 6

local function lawn(rng)
  local grass, x, y = {}, rng:below(SIZE), rng:below(SIZE)
  for row = 1, SIZE do
    local cells = {}
    for col = 1, SIZE do cells[col] = rng:below(6) == 0 and 2 or 1 end
    grass[row] = cells
  end
  grass[y + 1][x + 1] = 0
  return { x = x, y = y, dir = rng:below(4), grass = grass }
end

local cases, chance = {}, ludus.rng(5)
for i = 1, 4 do cases[i] = lawn(chance) end

local mower = ludus.game {
  name = "mower",
  rules = [[
    var x, y, dir, cut
    grid grass[6, 6]
    table dx = 1 0 -1 0    table dy = 0 1 0 -1
    Mow "one square on, and cuts it; trees and the fence stop it" {
      let nx = x + dx[dir]
      let ny = y + dy[dir]
      if nx >= 0 and nx < 6 and ny >= 0 and ny < 6 {
        if grass[nx, ny] != 2 {
          x = nx  y = ny
          if grass[x, y] == 1 { grass[x, y] = 0  cut = cut + 1 }
        }
      }
    }
    Left "turns left" { dir = (dir + 3) % 4 }
    Right "turns right" { dir = (dir + 1) % 4 }
    test IfGrass "next line only if grass lies ahead" {
      let nx = x + dx[dir]
      let ny = y + dy[dir]
      nx >= 0 and nx < 6 and ny >= 0 and ny < 6 and
        grass[min(max(nx, 0), 5), min(max(ny, 0), 5)] == 1
    }
    done { cut == 35 }
    score { cut }
  ]],
  blocks = { { "Cut", 8 }, { "Turn", 8 } },
  cases = cases, budget = 120, max = 35,
  fresh = lawn,
  show = function(s)
    local lines = {}
    for row = 1, SIZE do
      local cells = {}
      for col = 1, SIZE do
        cells[col] = s.x == col - 1 and s.y == row - 1 and "@"
          or ({ [0] = ".", '"', "T" })[s.grass[row][col]]
      end
      lines[row] = table.concat(cells, " ")
    end
    return table.concat(lines, "\n")
  end,
}

return ludus.experiment {
  game = mower, program = ludus.linear {}, population = 60, generations = 8,
  select = ludus.tournament(4), vary = ludus.linear.operators(), elite = 1,
}
