-- Lesson 7: what if the problems evolve too?
--
--     ludus run scripts/lessons/07-coevolution.lua
--
-- Hillis 1990 let test cases evolve against the programs they test. Here eight points
-- of a curve are the cases. Every few generations those the best program gets wrong
-- most take the places of the others: problems that hunt for weaknesses. The same
-- programs with eight fixed points are beside it; both are judged on all 101 points.
local ludus = require "ludus"

local CASES = 8

local function curve(x) return x ^ 3 - x + 0.3 * x ^ 2 end

local everywhere = {}
for i = 0, 100 do everywhere[i + 1] = -1.5 + 3 * i / 100 end

local game = ludus.game {
  cases = { -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5 }, constants = { 1, 0.3 },
  minimise = true,
  start = function(x) return { x = x } end,
  primitives = {
    X = { 0, function(p) return p.x end, help = "the input" },
    ["+"] = { 2, function(_, a, b) return a + b end, help = "sum" },
    ["-"] = { 2, function(_, a, b) return a - b end, help = "difference" },
    ["*"] = { 2, function(_, a, b) return a * b end, help = "product" },
  },
  score = function(p, value) return math.abs(value - curve(p.x)) end,
}

local judge = game:with { cases = everywhere }

-- The points on which the program errs most, spread out a little.
local function hardest(text)
  local cases, order = judge:score(judge:read(text)).cases, {}
  for i = 1, #everywhere do order[i] = i end
  table.sort(order, function(a, b)
    if cases[a].raw ~= cases[b].raw then return cases[a].raw > cases[b].raw end
    return a < b
  end)
  local chosen, taken = {}, {}
  for _, i in ipairs(order) do
    if #chosen < CASES and not (taken[i - 1] or taken[i + 1]) then
      chosen[#chosen + 1], taken[i] = everywhere[i], true
    end
  end
  return chosen
end

local function chase(run)
  for _ = 1, 6 do
    run:evolve(4)
    run:set { game = game:with { cases = hardest(run:best()) } }
  end
  run:evolve(4)
end

return ludus.study {
  name = "lesson 7",
  settings = { runs = { "integer", 3, min = 1, max = 50, help = "runs of each" } },
  run = function(s)
    local result = {}
    for _, way in ipairs { { "fixed" }, { "coevolved", chase } } do
      local sum = 0
      for i = 1, s.runs do
        local run = ludus.evolve({ game = game, program = ludus.tree { nodes = 80 },
          population = 300, generations = 29, stop = ludus.never, schedule = way[2] },
          { seed = s.seed + i, threads = s.threads })
        local score = judge:score(judge:read(run:best()))
        sum = sum + score.raw / #everywhere
      end
      s.say("%-10s mean error everywhere: %.4f", way[1], sum / s.runs)
      result[way[1]] = sum / s.runs
    end
    return result
  end,
}
-- Exercises
-- 1. Is it fair? Give the fixed run eight points spread from -1.5 to 1.5.
-- 2. Let the cases change every generation. Do programs keep up, or only chase?
-- 3. Two players instead: scripts/othello-coevolve.lua. What is a 'case' there?
