-- What keeps specialists alive: who is chosen case by case, or what a case weighs?
--
--     ludus run scripts/specialists.lua
--
-- The six tasks of lesson 10 are at odds: whoever masters the easiest is everybody's ancestor
-- where the sum decides. Tournaments by weights that go with the population, by shared fitness,
-- and lexicase over all cases or over samples, drawn by chance or so that they tell programs
-- apart. See docs/cases.md.
local ludus = require "ludus"
local stats = require "ludus.stats"

local function wanted(x, m)
  local list = { x + 1, 2 * x, x * x, 1 - x, x * x + x, -1 }
  return list[m + 1]
end

local cases = {}
for m = 0, 5 do
  for x = -4, 4 do cases[#cases + 1] = { x = x, m = m, goal = wanted(x, m) } end
end

local game = ludus.game { cases = cases, max = 1, rules = [[
  input x, m    var goal    constants 1 to 1
  ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
  LOW(a?, b?)  { if m < 3 { a } else { b } }
  EVEN(a?, b?) { if m % 2 == 0 { a } else { b } }
  ENDS(a?, b?) { if m % 5 == 0 { a } else { b } }
  score { if value == goal { 1 } else { 0 } } ]] }

local ways = {
  { "tournament(7)", {} },
  { "weights rare", { weights = "rare" } },
  { "weights stepwise", { weights = { "stepwise", every = 5 } } },
  { "sharing by cases", { sharing = { "cases", radius = 10 } } },
  { "lexicase", { select = ludus.lexicase } },
  { "sample of 10", { select = ludus.lexicase { sample = 10 } } },
  { "informed 10", { select = ludus.lexicase { sample = 10, informed = 0.1 } } },
}

return ludus.study {
  name = "specialists",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 41, min = 2, max = 1000, help = "generations" },
  },
  pieces = #ways,
  run = function(s)
    local result = {}
    s.say("%-18s %6s %24s", "", "solved", "cases met (95%)")
    for _, way in ipairs(ways) do
      local found = s.step(way[1], function()
        local best, solved = {}, 0
        for i = 1, s.runs do
          local e = { game = game, program = ludus.tree { nodes = 60 }, population = 500,
            generations = s.generations }
          for key, value in pairs(way[2]) do e[key] = value end
          local run = ludus.evolve(e, { seed = s.seed + i, threads = s.threads })
          best[i] = run.stats.raw
          solved = solved + (run.stats.standardized <= 0 and 1 or 0)
        end
        return { best = best, solved = solved }
      end)
      local mean, low, high = stats.interval(found.best)
      s.say("%-18s %3d/%d %9.2f (%.2f to %.2f)", way[1], found.solved, s.runs, mean, low,
        high)
      result[way[1]] = { solved = found.solved, best = mean, low = low, high = high }
    end
    return result
  end,
}
