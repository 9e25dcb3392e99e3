-- How much of a front does NSGA-II find?
--
--     ludus run scripts/zdt.lua
--
-- ZDT1 to ZDT4 (Zitzler, Deb, Thiele 2000) with the settings of Deb et al. 2002: 100
-- vectors, simulated binary crossover (0.9, index 20), polynomial mutation (one gene,
-- index 20), 25,000 evaluations. What is measured is the area that the front dominates,
-- with the ends of the true front at 0 and 1 and the reference at (1, 1).
local ludus  = require "ludus"
local evolve = require "ludus.core.evolve"
local functions = require "ludus.functions"
local stats  = require "ludus.stats"

-- Genes, and the greatest and least values on the true front.
local problems = {
  { "zdt1", 30, { 0, 0 }, { 1, 1 } },
  { "zdt2", 30, { 0, 0 }, { 1, 1 } },
  { "zdt3", 30, { 0, -0.7733690123 }, { 0.8518328654, 1 } },
  { "zdt4", 10, { 0, 0 }, { 1, 1 }, -5, 5 },
}

local function area(run, low, high)
  local points = {}
  for i, p in ipairs(run:front()) do
    points[i] = {}
    for k = 1, 2 do points[i][k] = (p.values[k] - low[k]) / (high[k] - low[k]) end
  end
  return evolve.area(points, 1, 1)
end

return ludus.study {
  name = "zdt",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 250, min = 2, max = 10000, help = "generations" },
  },
  pieces = #problems,
  run = function(s)
    local result = {}
    s.say("%-6s %10s %10s %22s", "", "median", "mean", "95%")
    for _, problem in ipairs(problems) do
      local name, genes, low, high, least, greatest = table.unpack(problem)
      local areas = s.step(name, function()
        local list = {}
        for i = 1, s.runs do
          local run = ludus.evolve({ game = functions.game(name),
            program = ludus.vector { type = "reals", length = genes, min = least or 0,
              max = greatest or 1, ranges = { { 0, 1 } } },
            population = 100, generations = s.generations, scheme = "pareto",
            objectives = "cases", brood = { { children = 100,
              { ludus.sbx { eta = 20 }, chance = 0.9 }, ludus.polynomial { eta = 20 } } } },
            { seed = s.seed + i, threads = s.threads })
          list[i] = area(run, low, high)
        end
        return list
      end)
      local mean, lower, upper = stats.interval(areas)
      s.say("%-6s %10.4f %10.4f     %.4f to %.4f", name, stats.median(areas), mean, lower,
        upper)
      result[name] = { median = stats.median(areas), mean = mean, low = lower, high = upper }
    end
    return result
  end,
}
