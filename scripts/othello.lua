-- othello.lua -- can a genetic algorithm weight the eight features of an
-- Othello position? Dabrowski, Kwasnicka, Piasecki: experiments 1 to 8.
--
--     ludus run scripts/othello.lua --set experiment=4 --seed 7
--     ludus run scripts/othello.lua --set runs=5 --set plot=figure

local ludus       = require "ludus"
local core        = require "ludus.core.system"
local course      = require "ludus.othello.course"
local experiments = require "ludus.othello.experiments"
local plot        = require "ludus.plot"
local stats       = require "ludus.stats"

-- Settings of the course that may be given; those left out are the
-- experiment's.
local passed = { "population", "generations", "mutation", "crossover", "scaling",
  "select", "scheme", "gap", "crowd", "elite", "win", "draw", "shift", "openings",
  "plies", "depth", "teacher_depth", "solve", "table", "yardstick", "fresh",
  "final" }

local settings = {
  experiment = { "integer", 2, min = 1, max = 8, help = "which of the eight" },
  from = { "integer", min = 1, max = 8,
    help = "start from the last population of that experiment" },
  runs = { "integer", 1, min = 1, max = 1000, help = "seeds, from --seed on" },
  teachers = { "list", help = "names or files, instead of the experiment's" },
  plot = { "string", help = "write NAME-fitness.svg and NAME-winners.svg" },
  save = { "string", help = "write the best weights to this file" },
}
for _, name in ipairs(passed) do
  local row = course.fields[name]
  settings[name] = { row[1], nil, choices = row.choices, min = row.min,
    max = row.max, check = row.check, help = row.help }
end

-- ---- showing ----------------------------------------------------------------

local function show_row(say)
  return function(r)
    say("%4d %8.0f %8.0f %8.0f %6d %8d %9.1f %7.1f%s", r.generation, r.best, r.mean,
      r.least, r.winners, r.distinct, r.distance, r.spread,
      r.yardstick and ("  %5.1f%%"):format(100 * r.yardstick) or "")
  end
end

local function curves(runs, field)
  local x, y = {}, {}
  for g = 1, #runs[1].history do
    local sum = 0
    for _, run in ipairs(runs) do sum = sum + run.history[g][field] end
    x[g], y[g] = g, sum / #runs
  end
  return { name = field, x = x, y = y }
end

local function figures(runs)
  local n, tail = runs[1].number, #runs > 1 and (", mean of %d runs"):format(#runs)
    or ""
  local fitness = { title = ("Experiment %d: fitness%s"):format(n, tail),
    xlabel = "generation", ylabel = "points", height = 14,
    series = { curves(runs, "best"), curves(runs, "mean") } }
  local winners = { title = ("Experiment %d: who won every game%s"):format(n, tail),
    xlabel = "generation", ylabel = "individuals", height = 10,
    series = { curves(runs, "winners") } }
  return fitness, winners
end

local function write_plots(s, fitness, winners)
  for name, figure in pairs { fitness = fitness, winners = winners } do
    local file = ("%s-%s.svg"):format(s.plot, name)
    local ok, why = plot.svg(file, figure)
    s.say(ok and "wrote %s" or "no %s: %s", file, why)
  end
end

-- Mean and 95%% interval over the runs of what `f` gives.
local function over(runs, f)
  local values = {}
  for i, run in ipairs(runs) do values[i] = f(run) end
  local mean, low, high = stats.interval(values)
  if not low then return ("%.1f"):format(mean) end
  return ("%.1f (%.1f to %.1f)"):format(mean, low, high)
end

-- The mean of a field over generations from..to.
local function mean_of(run, field, from, to)
  local sum = 0
  for g = from, to do sum = sum + run.history[g][field] end
  return sum / (to - from + 1)
end

-- How much a field wavers from one generation to the next in the second half.
local function wavering(run, field)
  local n, sum = #run.history, 0
  local from = n // 2 + 1
  for g = from + 1, n do
    sum = sum + math.abs(run.history[g][field] - run.history[g - 1][field])
  end
  return n > from and sum / (n - from) or 0
end

local function summary(s, runs)
  local n = #runs[1].history
  local tail = math.max(1, n - 4)
  local function line(name, f) s.say("  %-44s %s", name, over(runs, f)) end
  s.say("\n%d run%s, 95%% intervals over seeds:", #runs, #runs == 1 and "" or "s")
  line("mean fitness, first generation", function(r) return r.history[1].mean end)
  line("mean fitness, last five", function(r) return mean_of(r, "mean", tail, n) end)
  line("best fitness of " .. ("%d"):format(runs[1].max // 1),
    function(r) return r.best.raw end)
  line("all-winners, first generation",
    function(r) return r.history[1].winners end)
  line("all-winners, last five", function(r) return mean_of(r, "winners", tail, n) end)
  line("all-winners, change per generation, 2nd half",
    function(r) return wavering(r, "winners") end)
  line("different chromosomes at the end",
    function(r) return r.history[n].distinct end)
  line("bits between two individuals at the end",
    function(r) return r.history[n].distance end)
  line("deviation of a weight at the end", function(r) return r.history[n].spread end)
  if runs[1].history[1].yardstick then
    line("best against the four teachers, first, %",
      function(r) return 100 * r.history[1].yardstick end)
    line("best against the four teachers, last, %",
      function(r) return 100 * r.history[n].yardstick end)
  end
end

local function run_one(s, seed)
  local given = { seed = seed, threads = s.threads, teachers = s.teachers,
    from = s.from }
  for _, name in ipairs(passed) do given[name] = s[name] end
  if s.runs == 1 then given.progress = show_row(s.say) end
  return s.step("seed " .. seed, function() return experiments.run(s.experiment, given) end)
end

local function best_of(runs)
  local best = runs[1]
  for _, run in ipairs(runs) do
    if run.best.raw > best.best.raw then best = run end
  end
  return best.best
end

local function save(s, best)
  local file, why = io.open(s.save, "w")
  if not file then error(why, 0) end
  file:write(("// weights of C1 to C8, experiment %d, %.0f points\n(%s)\n")
    :format(s.experiment, best.raw, table.concat(best.weights, ", ")))
  file:close()
  s.say("saved in %s", s.save)
end

local function run(s)
  local row = experiments.rows[s.experiment]
  s.say("Experiment %d: %s\n  the paper reports: %s\n", s.experiment, row.title,
    row.reported)
  if s.runs == 1 then
    s.say(" gen     best     mean    least  won all distinct   bits/2   spread")
  end
  local before, runs = core.clock(), {}
  for i = 1, s.runs do runs[i] = run_one(s, s.seed + i - 1) end
  local fitness, winners = figures(runs)
  if not s.quiet and not s.json then
    print("\n" .. plot.text(fitness) .. "\n" .. plot.text(winners))
  end
  summary(s, runs)
  local best = best_of(runs)
  s.say("\nbest weights (%s), %.0f points, %d of %d games won, mean lead %.1f",
    table.concat(best.weights, ", "), best.raw, best.won, best.games, best.discs)
  if s.plot then write_plots(s, fitness, winners) end
  if s.save then save(s, best) end
  local seconds = core.clock() - before
  s.say("%.1f s", seconds)
  local games, nodes, histories = 0, 0, {}
  for i, r in ipairs(runs) do
    games, nodes, histories[i] = games + r.games, nodes + r.nodes, r.history
  end
  return { experiment = s.experiment, seed = s.seed, runs = #runs, best = best,
    history = histories, games = games, nodes = nodes, seconds = seconds,
    max = runs[1].max, population = runs[#runs].population }
end

return ludus.study { name = "othello", settings = settings, run = run }
