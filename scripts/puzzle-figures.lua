-- Does searching deeper make the plans better? Figures 4-1 to 4-7, over many seeds.
--
-- The paper drew each curve from few runs and found that accuracy grows with depth.
-- Here every point is a mean over seeds with its 95% interval, and time is shown in
-- evaluations too, which do not depend on the machine. With --set folder=NAME the
-- data go there as CSV and the plots as SVG.
local csv    = require "ludus.csv"
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local plot   = require "ludus.plot"
local puzzle = require "ludus.puzzle"
local stats  = require "ludus.stats"

local DEPTHS, SIZES = 15, { 10, 15, 20, 25, 30, 35 }

-- What the paper's algorithm gets, as measured by a prototype over 2,000 seeds.
local listed = {
  [10] = { 9.00, 7.13, 5.67, 4.57, 4.14, 3.89, 3.75, 3.68, 3.62, 3.67, 3.78, 3.73,
    3.80, 3.85, 3.93 },
  [35] = { 9.00, 7.00, 5.07, 3.54, 2.17, 1.36, 1.54, 1.05, 1.31, 1.08, 1.31, 1.28,
    1.42, 1.43, 1.58 },
}

-- ---- measuring ------------------------------------------------------------------

-- One setting over all seeds: failures with their interval, evaluations, time, and
-- failures by generation.
local function measure_now(s, game, depth, population, generations)
  local set = puzzle.paper(game, { depth = depth, population = population,
    generations = generations, mutation = s.mutation })
  set.runs, set.seed, set.threads, set.trace = s.seeds, s.seed, s.threads, true
  set.target = -1                    -- the paper's stops: nothing ends early
  local r = ga.batch(set)
  local mean, low, high = stats.interval(r.best)
  return { mean = mean, low = low or mean, high = high or mean,
    deviation = #r.best > 1 and stats.deviation(r.best) or 0,
    evaluations = r.evaluations[1], milliseconds = 1000 * stats.mean(r.seconds),
    trace = r.trace }
end

-- The same, as a step: who goes on with this study need not measure it again.
local function measure(s, game, depth, population, generations)
  return s.step(("depth %d, N=%d, %d generations"):format(depth, population, generations),
    function() return measure_now(s, game, depth, population, generations) end)
end

local function measure_dfs(s, game)
  local rows = {}
  for depth = 1, s.dfs do
    local found, fastest = nil, math.huge
    for _ = 1, depth < 5 and 5 or 1 do
      found = game:search("dfs", depth, 0, 1, 0, 1)[1]
      fastest = math.min(fastest, found.seconds)
    end
    rows[depth] = { failures = found.failures, evaluations = found.evaluations,
      nodes = found.nodes, milliseconds = 1000 * fastest }
  end
  return rows
end

-- ---- figures --------------------------------------------------------------------

-- A curve: y is a field of what `at(x)` gives for each x.
local function curve(name, xs, at, field)
  local c = { name = name, x = {}, y = {}, low = {}, high = {} }
  for _, x in ipairs(xs) do
    local m = at(x)
    if m then
      local y = m[field]
      c.x[#c.x + 1], c.y[#c.y + 1] = x, y
      c.low[#c.low + 1] = field == "mean" and m.low or y
      c.high[#c.high + 1] = field == "mean" and m.high or y
    end
  end
  return c
end

local function range(first, last, step)
  local list = {}
  for i = first, last, step or 1 do list[#list + 1] = i end
  return list
end

local units = {
  evaluations = { "evaluations", "evaluations" },
  milliseconds = { "time", "milliseconds" },
  mean = { "failures", "mean failures" },
}

local function save(s, name, figure)
  if s.folder == "" then return end
  local path = s.folder .. "/" .. name
  local rows = {}
  for _, c in ipairs(figure.series) do
    for i = 1, #c.x do
      rows[#rows + 1] = { series = c.name, x = c.x[i], y = c.y[i],
        low = c.low and c.low[i] or c.y[i], high = c.high and c.high[i] or c.y[i] }
    end
  end
  csv.write(path .. ".csv", { "series", "x", "y", "low", "high" }, rows)
  local ok, why = plot.svg(path .. ".svg", figure)
  if not ok then s.say("(%s.svg: %s)", path, why) end
end

local function show(s, number, title, field, xlabel, series, more)
  local unit = units[field]
  local figure = { title = ("Figure %s: %s"):format(number, title), xlabel = xlabel,
    ylabel = unit[2], series = series }
  for key, value in pairs(more or {}) do figure[key] = value end
  save(s, ("figure-%s-%s"):format(number, unit[1]), figure)
  s.say("%s\n", plot.text(figure))
  return figure
end

-- Time in both units.
local function show_times(s, number, title, xlabel, build, more)
  for _, field in ipairs { "evaluations", "milliseconds" } do
    show(s, number, title, field, xlabel, build(field), more)
  end
end

-- ---- how it fits ----------------------------------------------------------------

-- Means beside the listed ones: inside if they differ by less than the interval of
-- the difference of two such means.
local function compare(s, by_size)
  local inside, all, rows = 0, 0, {}
  for _, n in ipairs { 10, 35 } do
    s.say("N = %d\ndepth   mean failures   95%% interval     listed", n)
    for depth = 1, DEPTHS do
      local m, want = by_size[n][depth], listed[n][depth]
      local spread = 1.96 * m.deviation * math.sqrt(1 / s.seeds + 1 / 2000) + 0.005
      local ok = math.abs(m.mean - want) <= spread
      inside, all = inside + (ok and 1 or 0), all + 1
      rows[#rows + 1] = { population = n, depth = depth, mean = m.mean, low = m.low,
        high = m.high, listed = want, inside = ok }
      s.say("%5d %15.3f   %6.3f to %6.3f %8.2f %s", depth, m.mean, m.low, m.high,
        want, ok and "" or "  outside")
    end
  end
  s.say("\n%d of %d means lie within the interval of the difference\n", inside, all)
  return rows, inside
end

-- The ends of the interval of a mean by generation.
local function ends(s, row)
  local half = 1.96 * row.deviation / math.sqrt(s.seeds)
  return math.max(0, row.mean - half), row.mean + half
end

-- Figure 4-7: failures against what they cost.
local function equal_cost(s, dfs, deep)
  local function dfs_curve(field)
    local c = { name = "DFS, depth 1 to " .. s.dfs, x = {}, y = {} }
    for i, row in ipairs(dfs) do c.x[i], c.y[i] = row[field], row.failures end
    return c
  end
  local function ga_curve(name, m, field)
    local c = { name = name, x = {}, y = {}, low = {}, high = {} }
    local generations = #m.trace - 1
    local first, g = m.first / m.evaluations, 0
    while g <= generations do        -- points at even distances on a log axis
      local row, i = m.trace[g + 1], #c.x + 1
      c.x[i] = m[field] * (first + (1 - first) * g / generations)
      c.y[i] = row.mean
      c.low[i], c.high[i] = ends(s, row)
      g = math.max(g + 1, math.floor(g * 1.3))
    end
    return c
  end
  for _, field in ipairs { "evaluations", "milliseconds" } do
    local series = { dfs_curve(field) }
    for _, m in ipairs(deep) do
      series[#series + 1] = ga_curve(m.name, m, field)
    end
    local figure = { title = "Figure 4-7: failures at equal cost", xlog = true,
      xlabel = units[field][2], ylabel = "mean failures", series = series }
    save(s, "figure-4-7-" .. units[field][1], figure)
    s.say("%s\n", plot.text(figure))
  end
end

return ludus.study {
  name = "puzzle-figures",
  settings = {
    seeds    = { "integer", 2000, min = 2, max = 100000, help = "runs for each point" },
    start    = { "string", "A'", help = "the start board: A' or A" },
    mutation = { "number", 0.1, min = 0, max = 1, help = "mutants per member" },
    dfs      = { "integer", 6, min = 1, max = 7, help = "deepest depth-first search" },
    only     = { "choice", "all", choices = { "all", "curves" },
      help = "'curves': just the table of N = 10 and N = 35 at the end" },
    folder   = { "string", "", help = "where CSV and SVG files go" },
  },
  run = function(s)
    if s.folder ~= "" then
      os.execute("mkdir -p '" .. s.folder:gsub("'", "") .. "'")
    end
    local game = puzzle.game { start = s.start }
    local depths, by_size, by_generation = range(1, DEPTHS), {}, {}
    for _, n in ipairs(s.only == "curves" and { 10, 35 } or SIZES) do
      by_size[n] = {}
      for depth = 1, DEPTHS do by_size[n][depth] = measure(s, game, depth, n, 40) end
    end
    if s.only == "curves" then
      local rows, inside = compare(s, by_size)
      return { rows = rows, inside = inside }
    end
    local dfs = s.step("dfs", function() return measure_dfs(s, game) end)
    for g = 10, 40, 10 do
      by_generation[g] = {}
      for depth = 1, DEPTHS do
        by_generation[g][depth] = g == 40 and by_size[35][depth]
          or measure(s, game, depth, 35, g)
      end
    end
    local function sizes(field, with_dfs)
      local series = {}
      for i, n in ipairs(SIZES) do
        series[i] = curve("N=" .. n, depths, function(d) return by_size[n][d] end, field)
      end
      if with_dfs then
        series[#series + 1] = curve("DFS", depths, function(d)
          return dfs[d] and { mean = dfs[d].failures, low = dfs[d].failures,
            high = dfs[d].failures, evaluations = dfs[d].evaluations,
            milliseconds = dfs[d].milliseconds }
        end, field)
      end
      return series
    end
    show_times(s, "4-1", "cost by depth, 40 generations", "depth",
      function(field) return sizes(field, true) end, { ylog = true })
    show_times(s, "4-2", "cost by population, 40 generations", "population",
      function(field)
        local series = {}
        for d = 3, DEPTHS, 3 do
          series[#series + 1] = curve("depth " .. d, SIZES,
            function(n) return by_size[n][d] end, field)
        end
        return series
      end)
    show(s, "4-3", "failures by depth, 40 generations", "mean", "depth",
      sizes("mean", true))
    show_times(s, "4-4", "cost by depth, population 35", "depth", function(field)
      local series = {}
      for g = 10, 40, 10 do
        series[#series + 1] = curve(g .. " generations", depths,
          function(d) return by_generation[g][d] end, field)
      end
      return series
    end)
    show_times(s, "4-5", "cost by generations, population 35", "generations",
      function(field)
        local series = {}
        for d = 3, DEPTHS, 3 do
          series[#series + 1] = curve("depth " .. d, range(10, 40, 10),
            function(g) return by_generation[g][d] end, field)
        end
        return series
      end)
    local series = {}
    for g = 10, 35, 5 do             -- all from the same runs
      series[#series + 1] = curve(g .. " generations", depths, function(d)
        local row = by_size[35][d].trace[g + 1]
        local low, high = ends(s, row)
        return { mean = row.mean, low = low, high = high }
      end, "mean")
    end
    show(s, "4-6", "failures by depth, population 35", "mean", "depth", series)
    local deep = {}
    for _, row in ipairs { { 8, 35, 200 }, { 15, 35, 200 }, { 15, 350, 40 } } do
      local m = measure(s, game, row[1], row[2], row[3])
      m.name, m.first = ("GA, depth %d, N=%d"):format(row[1], row[2]), row[2]
      deep[#deep + 1] = m
    end
    equal_cost(s, dfs, deep)
    local rows, inside
    if s.start == "A'" and s.mutation == 0.1 then rows, inside = compare(s, by_size) end
    return { rows = rows, inside = inside, dfs = dfs }
  end,
}
