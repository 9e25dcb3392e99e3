-- othello-coevolve.lua -- can players learn Othello from each other alone?
--
--     ludus run scripts/othello-coevolve.lua --seed 1
--     ludus run scripts/othello-coevolve.lua --set runs=3 --set compare=true
--
-- The paper's experiments 7 and 8 tried and saw no progress. Here only a part
-- of the population is renewed, and a hall of fame remembers what once worked.
-- The teachers measure, they do not teach.

local ludus       = require "ludus"
local coevolve    = require "ludus.othello.coevolve"
local experiments = require "ludus.othello.experiments"
local plot        = require "ludus.plot"
local stats       = require "ludus.stats"
local system      = require "ludus.core.system"

local passed = { "population", "generations", "renewal", "hall", "peers", "openings",
  "plies", "depth", "mutation", "crossover", "scaling", "yardstick", "references",
  "final" }

local settings = {
  runs    = { "integer", 1, min = 1, max = 1000, help = "seeds, from --seed on" },
  compare = { "boolean", false,
    help = "also run the paper's experiment 7 with the same seeds" },
  plot    = { "string", help = "write this SVG file" },
  save    = { "string", help = "write the best weights to this file" },
}
for _, name in ipairs(passed) do settings[name] = coevolve.fields[name] end

local function show(s)
  return function(r)
    s.say("%4d %7.1f %7.1f %7.1f%% %9s", r.generation, r.best, r.mean, 100 * r.won,
      r.yardstick and ("%.1f%%"):format(100 * r.yardstick) or "-")
  end
end

local function yardsticks(histories, name)
  local x, y = {}, {}
  for g = 1, #histories[1] do
    local sum = 0
    for _, h in ipairs(histories) do sum = sum + h[g].yardstick end
    x[g], y[g] = g, 100 * sum / #histories
  end
  return { name = name, x = x, y = y }
end

-- First and last thirds of the yardstick, with the change and its interval.
local function verdict(s, name, histories)
  local first, last, change = {}, {}, {}
  for i, h in ipairs(histories) do
    local third = math.max(1, #h // 3)
    local a, b = 0, 0
    for g = 1, third do
      a, b = a + h[g].yardstick, b + h[#h + 1 - g].yardstick
    end
    first[i], last[i] = 100 * h[1].yardstick, 100 * b / third
    change[i] = last[i] - first[i]
  end
  local mean, low, high = stats.interval(change)
  s.say("%-14s first champion %.1f%%, last third %.1f%%, change %+.1f%s", name,
    stats.mean(first), stats.mean(last), mean,
    low and (" (%.1f to %.1f)"):format(low, high) or "")
  return { first = stats.mean(first), last = stats.mean(last), change = mean,
    low = low, high = high }
end

local function run_one(s, seed)
  local given = { seed = seed, threads = s.threads }
  for _, name in ipairs(passed) do given[name] = s[name] end
  if s.runs == 1 then given.progress = show(s) end
  return s.step("seed " .. seed, function() return coevolve.run(given) end)
end

local function save(s, best)
  local file, why = io.open(s.save, "w")
  if not file then error(why, 0) end
  file:write(("// weights of C1 to C8, coevolved with a hall of fame, seed %d\n(%s)\n")
    :format(s.seed, table.concat(best.weights, ", ")))
  file:close()
  s.say("saved in %s", s.save)
end

local function run(s)
  if s.yardstick == 0 then error("yardstick must be at least 1 here", 0) end
  s.say("champions of each generation against fixed references\n")
  if s.runs == 1 then s.say(" gen    best    mean     won  yardstick") end
  local before, runs, histories = system.clock(), {}, {}
  for i = 1, s.runs do
    runs[i] = run_one(s, s.seed + i - 1)
    histories[i] = runs[i].history
  end
  local series = { yardsticks(histories, "hall of fame") }
  local result = { hall = verdict(s, "hall of fame", histories) }
  if s.compare then
    local others = {}
    for i = 1, s.runs do
      others[i] = s.step("experiment 7, seed " .. s.seed + i - 1, function()
        return experiments.run(7, { seed = s.seed + i - 1, threads = s.threads,
          yardstick = s.yardstick }).history
      end)
    end
    series[2] = yardsticks(others, "experiment 7")
    result.experiment7 = verdict(s, "experiment 7", others)
  end
  local figure = { title = "Champions against fixed references",
    xlabel = "generation", ylabel = "points, %", height = 14, series = series }
  if not s.quiet and not s.json then print("\n" .. plot.text(figure)) end
  if s.plot then
    local ok, why = plot.svg(s.plot, figure)
    s.say(ok and "wrote %s" or "no %s: %s", s.plot, why)
  end
  local best = runs[1].best
  s.say("champion of seed %d: (%s)", s.seed, table.concat(best.weights, ", "))
  if s.save then save(s, best) end
  result.best, result.history, result.seconds = best, histories,
    system.clock() - before
  s.say("%.1f s", result.seconds)
  return result
end

return ludus.study { name = "othello-coevolve", settings = settings, run = run,
  pieces = function(s) return s.runs * (s.compare and 2 or 1) end }
