-- Can an ant follow a trail? A game of trees by rules alone.
local ludus = require "ludus"

local function trail(rng)
  local food = {}
  for y = 1, 6 do
    food[y] = {}
    for x = 1, 6 do food[y][x] = rng:below(3) == 0 and 1 or 0 end
  end
  return { food = food }
end

return ludus.experiment {
  game = ludus.game {
    name = "trail",
    rules = [[
      cost 0
      var x, y, dir = 1, eaten
      grid food[6, 6]
      table dx = 0 1 0 -1    table dy = -1 0 1 0
      RIGHT cost 1 "turns right" { dir = (dir + 1) % 4 }
      MOVE cost 1 "moves ahead, and eats what is there" {
        x = wrap(x + dx[dir], 6)  y = wrap(y + dy[dir], 6)
        if food[x, y] { food[x, y] = 0  eaten = eaten + 1 }
      }
      BOTH(a, b) "both, in order" { b }
      score { eaten }
    ]],
    cases = { trail(ludus.rng(1)), trail(ludus.rng(2)) }, fresh = trail,
    repeats = true, budget = 60,
  },
  program = ludus.tree { nodes = 20, depth = { 1, 4 } },
  population = 40, generations = 4, select = ludus.tournament(3),
}
