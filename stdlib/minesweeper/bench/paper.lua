-- The whole run of Quartetti 1998 with tournaments: 50,000 programs, 71 generations.
--
-- The reference engine would take too long at that size, so the gain is measured on
-- a smaller population, as is the gain of a second thread: runs with one and with
-- two threads take turns, and the median of each counts.

local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local runs  = require "ludus.run"
local stats = require "ludus.stats"

local PASSES = 5

local function run_of(population, generations, engine, threads)
  local run = runs.new(ludus.experiment {
    game = mines.game { engine = engine },
    program = ludus.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } },
    population = population, generations = generations,
    select = ludus.tournament(7),
    vary = { { 0.9, ludus.crossover { leaves = 1/9 } }, { 0.1, ludus.copy } },
    stop = ludus.never,
  }, { seed = 1, threads = threads })
  run:execute()
  return run:result()
end

-- The same runs with two threads and with one; seconds are the medians.
local function one_and_two()
  local results, seconds = {}, { {}, {} }
  for pass = 1, PASSES do
    for threads = 2, 1, -1 do
      results[threads] = run_of(4000, 71, "auto", threads)
      seconds[threads][pass] = results[threads].seconds
    end
  end
  for threads = 1, 2 do
    results[threads].seconds = stats.median(seconds[threads])
  end
  return results[1], results[2]
end

local function row(name, result, ratio, note)
  return { name = name, value = result.seconds, unit = "s", ratio = ratio,
    note = note or ("best raw %d, digest %s"):format(result.best.raw,
      result.digest) }
end

local function run()
  local rows = {}
  local slow = run_of(4000, 71, "reference", 2)
  local one, fast = one_and_two()
  assert(slow.digest == fast.digest and fast.digest == one.digest,
    "the engines evolved differently")
  rows[1] = row("4,000 x 71, reference, two threads", slow, 1)
  rows[2] = row("4,000 x 71, auto, two threads", fast, slow.seconds / fast.seconds)
  rows[3] = row("4,000 x 71, auto, one thread", one, slow.seconds / one.seconds,
    ("two threads are %.2f times as fast"):format(one.seconds / fast.seconds))
  rows[4] = row("50,000 x 71, auto, two threads", run_of(50000, 71, "auto", 2))
  return rows
end

return { summary = "the paper's run, tournaments of 7, wall time; takes minutes",
  run = run }
