-- How many places can an arm reach, each with as even a bend as possible?
--
--     ludus run scripts/arm.lua
--
-- An arm of eight joints, a common test of quality diversity (A. Cully, J. Clune, D. Tarapore,
-- J.-B. Mouret, Robots that can adapt like animals, Nature 521, 2015): the score is the
-- variance of the angles, and the map has 20 x 20 cells over the place of the hand. MAP-Elites
-- moves the joints of those who hold a cell; random search draws all joints anew and fills the
-- same map. Both score as many arms.
local ludus = require "ludus"
local stats = require "ludus.stats"

local JOINTS = 8
local shape = { type = "reals", length = JOINTS, min = -math.pi, max = math.pi }

-- The place of the hand, the whole arm being of length 1.
local function hand(angles)
  local x, y, turned = 0, 0, 0
  for i = 1, JOINTS do
    turned = turned + angles[i]
    x, y = x + math.cos(turned) / JOINTS, y + math.sin(turned) / JOINTS
  end
  return x, y
end

local arm = ludus.game { program = "vector", cases = 1, minimise = true, genes = shape,
  score = function(_, angles)
    local mean, sum = 0, 0
    for i = 1, JOINTS do mean = mean + angles[i] / JOINTS end
    for i = 1, JOINTS do sum = sum + (angles[i] - mean) ^ 2 / JOINTS end
    return sum
  end }

local ways = {
  { "MAP-Elites", { { 1, ludus.gaussian { rate = 1, sigma = 0.05 } } } },
  { "random search", { { 1, ludus.reset { rate = 1 } } } },
}

return ludus.study {
  name = "arm",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 49, min = 2, max = 10000, help = "generations" },
  },
  pieces = #ways,
  run = function(s)
    local result = {}
    s.say("%-14s %12s %22s %26s", "", "evaluations", "cells of 400 (95%)", "mean score (95%)")
    for _, way in ipairs(ways) do
      local found = s.step(way[1], function()
        local cells, quality, evaluations = {}, {}, 0
        for i = 1, s.runs do
          local run = ludus.evolve({ game = arm, program = ludus.vector(shape),
            scheme = "map", children = 200, vary = way[2], generations = s.generations,
            map = { { function(p) return (hand(p.program)) end, -1, 1, 20 },
              { function(p) return (select(2, hand(p.program))) end, -1, 1, 20 } } },
            { seed = s.seed + i, threads = s.threads })
          local map = run:map()
          local sum = 0
          for _, elite in ipairs(map) do sum = sum + elite.raw end
          cells[i], quality[i] = #map, sum / #map
          evaluations = run.stats.evaluations
        end
        return { cells = cells, quality = quality, evaluations = evaluations }
      end)
      local c, c_low, c_high = stats.interval(found.cells)
      local q, q_low, q_high = stats.interval(found.quality)
      s.say("%-14s %12d %8.1f (%.1f to %.1f) %10.3f (%.3f to %.3f)", way[1],
        found.evaluations, c, c_low, c_high, q, q_low, q_high)
      result[way[1]] = { cells = c, low = c_low, high = c_high, quality = q }
    end
    return result
  end,
}
