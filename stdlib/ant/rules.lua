-- The Santa Fe ant (Koza 1992) as rules.
--
--     local ant = require "ludus.ant.rules"
--     local game = ant.game {}
--     print(game:score(game:read "(MOVE)").raw)
--
-- 400 actions on a trail of 89 pellets with gaps: see ludus.santafe.

local rules   = require "ludus.rules"
local santafe = require "ludus.santafe"

local ant = {}

ant.text = [=[
  cost 0
  var  x, y, dir = 1, eaten
  grid food[32, 32]
  table dx = 0 1 0 -1    table dy = -1 0 1 0
  LEFT  cost 1 "turns left"  { dir = (dir + 3) % 4 }
  RIGHT cost 1 "turns right" { dir = (dir + 1) % 4 }
  MOVE  cost 1 "moves ahead, and eats what is there" {
    x = wrap(x + dx[dir], 32)  y = wrap(y + dy[dir], 32)
    if food[x, y] { food[x, y] = 0  eaten = eaten + 1 }
  }
  IF_FOOD(a?, b?) "the first if food lies ahead, else the second" {
    if food[x + dx[dir], y + dy[dir]] { a } else { b }
  }
  PROGN2(a, b)    "both, in order" { b }
  PROGN3(a, b, c) "all three, in order" { c }
  done  { eaten == 89 }
  score { eaten }
]=]

-- options: budget (400), engine.
function ant.game(options)
  return rules.game { rules = ant.text, cases = { { food = santafe.trail } },
    repeats = true, budget = options.budget or 400, max = santafe.pellets,
    engine = options.engine }
end

return ant
