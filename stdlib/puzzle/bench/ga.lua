-- ga.lua -- how fast the genetic algorithm breeds, on OneMax and on the puzzle.

local core      = require "ludus.core.evolve"
local functions = require "ludus.functions"
local ga        = require "ludus.ga"
local puzzle    = require "ludus.puzzle"
local vector    = require "ludus.vector"

local PASSES = 5                     -- the best of so many: others use the machine

-- Evaluations a second on one core, over whole runs, and CPU time of each.
local function rate(set)
  set.threads = 1
  local best = 0
  for pass = 1, PASSES do
    set.seed = pass
    local r = ga.batch(set)
    local n, seconds = 0, 0
    for i = 1, #r.best do
      n, seconds = n + r.evaluations[i], seconds + r.seconds[i]
    end
    best = math.max(best, n / seconds)
  end
  return best
end

-- The same of scoring alone.
local function scoring(set)
  local best = 0
  for _ = 1, PASSES do
    local n = 1000000
    best = math.max(best, n / core.scoring(set.program, set.game, n))
  end
  return best
end

local function minimal()
  local best = 0
  for pass = 1, PASSES do
    local n, seconds = functions.minimal(pass, 40, 100)
    best = math.max(best, n / seconds)
  end
  return best
end

-- The rows of one problem: breeding included, scoring alone, share outside it.
local function rows_of(rows, name, set, against, note)
  local whole, alone = rate(set), scoring(set)
  rows[#rows + 1] = { name = name, value = whole / 1e6, unit = "M evals/s",
    ratio = against and whole / against, note = note }
  rows[#rows + 1] = { name = name .. ", scoring alone", value = alone / 1e6,
    unit = "M evals/s", ratio = alone / whole }
  rows[#rows + 1] = { name = name .. ", outside scoring",
    value = 100 * (1 - whole / alone), unit = "%" }
end

local function run()
  local rows, least = {}, minimal()
  rows[1] = { name = "a minimal C loop on OneMax", value = least / 1e6,
    unit = "M evals/s", note = "population 300, 100 bits, 40 generations" }
  rows_of(rows, "OneMax", { game = functions.game "onemax",
    program = vector.new { type = "bits", length = 100 }, population = 300,
    generations = 40, target = -1, select = "tournament", pressure = 3, runs = 100,
    vary = { { "twopoint", chance = 0.5 }, { "flip", chance = 0.2, rate = 0.05 } },
  }, least, "the same; ratio to the minimal loop")
  local game = puzzle.game {}
  for _, n in ipairs { 10, 35 } do
    local set = puzzle.paper(game, { population = n })
    set.runs, set.target = 200, -1
    rows_of(rows, "puzzle, N = " .. n, set)
  end
  return rows
end

return {
  summary = "genetic algorithm, breeding included, one core",
  run = run,
}
