-- Lesson 9: what must an ant be able to see?
--
--     ludus run scripts/lessons/09-rules.lua
--
-- The game is stated in rules: a few lines of a small language that runs about as fast
-- as C, so that many runs take seconds. The same ant on the Santa Fe trail gets three
-- senses: none, the square ahead, or the squares ahead and to the left. More senses can
-- do more, but there is more to search, too.
local ludus   = require "ludus"
local santafe = require "ludus.santafe"
local stats   = require "ludus.stats"

local body = [[
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
  PROGN2(a, b) "both, in order" { b }
  done  { eaten == 89 }
  score { eaten }
]]

-- Indices wrap, so the ant looks round the edges of the world. [=[ since `]]` would end
-- a text in [[.
local ahead = [=[
  IF_AHEAD(a?, b?) "the first if food lies ahead, else the second" {
    if food[x + dx[dir], y + dy[dir]] { a } else { b }
  }
]=]
local left = [=[
  IF_LEFT(a?, b?) "the first if food lies to the left, else the second" {
    if food[x + dx[dir + 3], y + dy[dir + 3]] { a } else { b }
  }
]=]

local function ant(senses)
  return ludus.game { rules = body .. senses, cases = { { food = santafe.trail } },
    repeats = true, budget = 400, max = santafe.pellets }
end

return ludus.study {
  name = "lesson 9",
  settings = {
    runs        = { "integer", 10, min = 1, max = 100, help = "runs of each" },
    generations = { "integer", 31, min = 2, max = 1000, help = "generations" },
  },
  run = function(s)
    local result = {}
    s.say("%-16s %12s %12s %8s", "senses", "best (mean)", "best of all", "size")
    for _, row in ipairs { { "none", "" }, { "ahead", ahead },
      { "ahead and left", ahead .. left } } do
      local game, best, size = ant(row[2]), {}, {}
      for i = 1, s.runs do
        local run = ludus.evolve({ game = game, program = ludus.tree { nodes = 60 },
          population = 500, generations = s.generations,
          select = ludus.tournament(7) }, { seed = s.seed + i, threads = s.threads })
        best[i], size[i] = run.stats.raw, run.stats.size_mean
      end
      s.say("%-16s %12.1f %12d %8.0f", row[1], stats.mean(best),
        math.max(table.unpack(best)) // 1 | 0, stats.mean(size))
      result[row[1]] = stats.mean(best)
    end
    return result
  end,
}
-- Exercises
-- 1. Give the ant IF_FAR, which looks two squares ahead. Does it help on this trail, with
--    its gaps of one and two squares?
-- 2. Let the ant remember: a variable, a primitive that sets it and one that asks for it.
-- 3. Take `cost 1` away from LEFT and RIGHT (they cost 0 then). Why may a program of
--    turns alone still not run for ever? What does the best ant look like now?
