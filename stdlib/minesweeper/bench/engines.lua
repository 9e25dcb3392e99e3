-- Minesweeper's engines: the same programs, every engine, as ratios.
--
-- A population is evolved with fixed settings and seed, so everybody measures the
-- same programs. Each set of programs is played by all engines in turn, several
-- times; the median counts. Compiling is part of the time of engines that compile.

local ludus   = require "ludus"
local mines   = require "ludus.minesweeper"
local program = require "ludus.script.program"
local runs    = require "ludus.run"
local median  = require "ludus.stats".median

local ENGINES = { "reference", "scalar", "simt", "portable" }
local POPULATION, GENERATIONS, PASSES, CACHE_PASSES = 4000, 51, 5, 7
local BEST = "scripts/programs/quartetti-best.gp"

-- A population that has seen so many generations, as its run.
local function evolved(generations, cache)
  local run = runs.new(ludus.experiment {
    game = mines.game {},
    program = ludus.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } },
    population = POPULATION, generations = generations,
    select = ludus.tournament(7), cache = cache,
    vary = { { 0.9, ludus.crossover { leaves = 1/9 } },
             { 0.1, ludus.copy } },
    stop = ludus.never,
  }, { seed = 1, threads = 1 })
  run:execute()
  return run
end

local function programs_of(run, count)
  local reader, list = mines.game {}, {}
  for slot = 1, count do list[slot] = reader:read(run.evolution:text(slot)) end
  return list
end

-- Rows for one set of programs: nodes of the original per second, and the ratio.
local function compare(name, programs, fields)
  local times, steps = {}, 0
  local games = {}
  for i, engine in ipairs(ENGINES) do
    local given = { engine = engine }
    for key, value in pairs(fields or {}) do given[key] = value end
    games[i], times[i] = mines.game(given), {}
  end
  for pass = 1, PASSES do
    for i, game in ipairs(games) do
      times[i][pass], steps = game:time(programs)
    end
  end
  local rows, reference = {}, median(times[1])
  for i, engine in ipairs(ENGINES) do
    local seconds = median(times[i])
    rows[i] = { name = name .. ", " .. engine, value = steps / seconds / 1e6,
      unit = "M nodes/s", ratio = reference / seconds,
      note = ("%.2f us a program"):format(seconds / #programs * 1e6) }
  end
  return rows
end

local function add(rows, more) table.move(more, 1, #more, #rows + 1, rows) end

-- What the score cache is worth in a run: medians over pairs of runs, with it and
-- without, one right after the other.
local function cache_rows()
  local with, gained, stats, digest = {}, {}
  for pass = 1, CACHE_PASSES do
    local run, plain = evolved(GENERATIONS), evolved(GENERATIONS, 0)
    digest = run:result().digest
    assert(digest == plain:result().digest, "the cache changed the run")
    stats = run.evolution:stats()
    with[pass] = stats.scoring
    gained[pass] = plain.evolution:stats().scoring - stats.scoring
  end
  local seconds, gain = median(with), median(gained)
  return {
    { name = "score cache, found", value = 100 * stats.cached / stats.evaluations,
      unit = "%", note = ("%d of %d programs to score"):format(stats.cached,
        stats.evaluations) },
    { name = "score cache, time gained", value = gain, unit = "s",
      ratio = 1 + gain / seconds,
      note = ("scoring %.2f s of CPU with it"):format(seconds) },
  }
end

local function run()
  local rows = {}
  add(rows, compare("random", programs_of(evolved(1), POPULATION)))
  -- a thousand are enough: they are alike by now
  local late = programs_of(evolved(GENERATIONS), 1000)
  add(rows, compare("evolved", late))
  local found, best = pcall(program.read, BEST)
  if found then                       -- only where the scripts are at hand
    local many = {}
    for i = 1, 50 do many[i] = best end
    add(rows, compare("the paper's best", many))
  end
  add(rows, compare("evolved, 100 two-mine cases", late,
    { mines = 2, cases = 100 }))
  add(rows, cache_rows())
  return rows
end

return { summary = "engines for tree programs, 36 Minesweeper cases, one core",
  run = run }
