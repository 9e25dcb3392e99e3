-- Who finds the way out: those who come near it, or those who go where nobody went?
--
--     ludus run scripts/maze.lua
--
-- A maze that deceives: the way that leads straight to the goal ends in a trap, and the way
-- around leads away from it at first (J. Lehman, K. O. Stanley, Abandoning Objectives,
-- Evolutionary Computation 19(2), 2011). A program is a plan of 40 steps; its score is the
-- distance from the goal in the end. Parents are chosen by score, by novelty (how far from
-- others' ends its own end lies), or by nothing.
local ludus = require "ludus"
local stats = require "ludus.stats"

local maze = {
  "#####################",
  "#                   #",
  "#  ##############   #",
  "#               #   #",
  "#               #   #",
  "#   S           #  G#",
  "#               #   #",
  "#               #   #",
  "#  ##############   #",
  "#                   #",
  "#####################",
}
local STEPS = 40
local GOAL, START = { 20, 6 }, { 5, 6 }
local dx, dy = { 0, 1, 0, -1 }, { -1, 0, 1, 0 }
local shape = { type = "integers", length = STEPS, min = 1, max = 4 }

-- Where a plan ends; who comes to the goal stays there.
local function walk(plan)
  local x, y = START[1], START[2]
  for i = 1, STEPS do
    local x2, y2 = x + dx[plan[i]], y + dy[plan[i]]
    if maze[y2]:sub(x2, x2) ~= "#" then x, y = x2, y2 end
    if x == GOAL[1] and y == GOAL[2] then break end
  end
  return x, y
end

local game = ludus.game { program = "vector", cases = 1, minimise = true, genes = shape,
  score = function(_, plan)
    local x, y = walk(plan)
    return math.sqrt((x - GOAL[1]) ^ 2 + (y - GOAL[2]) ^ 2)
  end }

local function column(p) return (walk(p.program)) end
local function row(p) return (select(2, walk(p.program))) end

local ways = {
  { "by score", { select = ludus.tournament(3) } },
  { "by novelty", { select = ludus.tournament(3), novelty = { column, row, near = 10,
    add = 0.05, archive = 2000 } } },
  { "by nothing", { select = ludus.uniform() } },
}

return ludus.study {
  name = "maze",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 101, min = 2, max = 10000, help = "generations" },
  },
  pieces = #ways,
  run = function(s)
    local result = {}
    s.say("%-12s %8s %26s", "", "solved", "nearest to the goal (95%)")
    for _, way in ipairs(ways) do
      local found = s.step(way[1], function()
        local best, solved = {}, 0
        for i = 1, s.runs do
          local fields = { game = game, program = ludus.vector(shape), population = 200,
            vary = { { 0.5, ludus.twopoint }, { 0.5, ludus.reset { rate = 0.03 } } },
            generations = s.generations }
          for name, value in pairs(way[2]) do fields[name] = value end
          local run = ludus.evolve(fields, { seed = s.seed + i, threads = s.threads })
          best[i] = run.top.raw
          solved = solved + (run.top.standardized <= 0 and 1 or 0)
        end
        return { best = best, solved = solved }
      end)
      local mean, low, high = stats.interval(found.best)
      s.say("%-12s %5d/%d %12.2f (%.2f to %.2f)", way[1], found.solved, s.runs, mean, low,
        high)
      result[way[1]] = { solved = found.solved, best = mean, low = low, high = high }
    end
    return result
  end,
}
