-- How far is the goal, and what is the best that any plan of some depth can do?
--
-- Exact answers by breadth-first search over all 362,880 boards, and the values that
-- the paper prints, recomputed.
local ludus  = require "ludus"
local puzzle = require "ludus.puzzle"

local plans = {
  "(14, 4, 8, 0, 18, 17, 10, 12, 4, 6, 17, 17, 17, 14, 16)",
  "(0, 4, 2, 3, 7, 2, 12, 0, 3, 6, 13, 13, 14, 1, 5)",
  "(7, 11, 8, 12, 8, 0, 3, 9, 1, 2, 11, 13, 9, 3, 2)",
  "(14, 2, 1, 10, 0, 18, 17, 5, 15, 13, 4, 11, 7, 9, 6)",
  "(15, 18, 12, 15, 13, 17, 7, 0, 18, 15, 7, 16, 17, 2, 3)",
  "(10, 0, 1, 6, 3, 2, 2, 0, 5, 0, 8, 15, 12, 2, 2)",
  "(8, 7, 1, 8, 9, 13, 18, 13, 1, 16, 9, 7, 8, 8, 14)",
  "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 18, 7, 13)",
  "(16, 5, 13, 16, 15, 8, 17, 5, 14, 0, 18, 10, 14, 13, 10)",
  "(17, 11, 6, 7, 8, 4, 9, 7, 12, 9, 18, 1, 1, 6, 17)",
}

-- The converged plan reaches the goal from A; with its 10 doubled, from A'.
local converged = {
  ["A"]  = "(16, 9, 2, 1, 4, 8, 7, 10, 16, 4, 12, 13, 7, 11, 4)",
  ["A'"] = "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 13, 7, 11, 4)",
}

local function fitness(game)
  local list = {}
  for i, text in ipairs(plans) do list[i] = game:score(game:read(text)).raw end
  return table.concat(list, " ")
end

local function distances(counts)
  local sum, n = 0, 0
  for i, count in ipairs(counts) do sum, n = sum + (i - 1) * count, n + count end
  return sum / n, #counts - 1, n
end

return ludus.study {
  name = "puzzle-exact",
  settings = {
    dfs = { "integer", 6, min = 1, max = 7, help = "deepest depth-first search" },
  },
  run = function(s)
    local result = { best = {}, distance = {}, converged = {}, nodes = {} }
    local prime = puzzle.game { start = "A'" }
    result.fitness = fitness(prime)
    result.printed = fitness(puzzle.game { start = "A'", distance = "as-printed" })
    s.say("Fitness of Table 3-2\n  true distances       %s\n"
      .. "  distances as printed %s\n", result.fitness, result.printed)
    for _, name in ipairs { "A", "A'" } do
      local game = puzzle.game { start = name }
      local exact = game:exact(7)
      result.best[name] = table.concat(exact.best, " ", 2)
      result.distance[name] = exact.distance
      result.converged[name] = game:score(game:read(converged[name])).raw
      s.say("From %s: the goal is %d moves away; best failures at depths 1 to 7: %s;\n"
        .. "  the converged plan has fitness %d", name, exact.distance,
        result.best[name], result.converged[name])
      result.mean, result.diameter, result.boards = distances(exact.counts)
    end
    s.say("\nAll %d boards: mean distance %.3f, diameter %d\n", result.boards,
      result.mean, result.diameter)
    for depth = 1, s.dfs do
      local found = prime:search("dfs", depth, 0, 1, 0, 1)[1]
      result.nodes[depth] = found.nodes
      s.say("Depth first to %d: %10d nodes, %d failures left, %.4f s", depth,
        found.nodes, found.failures, found.seconds)
    end
    return result
  end,
}
