-- bench/breed.lua -- what breeding costs, beside scoring.
--
-- Evolves the paper's Minesweeper population for some generations, so that programs
-- have grown, then measures the CPU seconds of breeding, scoring and all the rest.

local evolve = require "ludus.core.evolve"
local mines  = require "ludus.minesweeper"
local system = require "ludus.core.system"

local POPULATION, GROWN, MEASURED = 50000, 8, 4

local plan = { select = { method = "tournament", param = 4 }, elite = 0, vary = {
  { 0.80, "crossover", {} }, { 0.05, "subtree", {} }, { 0.05, "point", {} },
  { 0.10, "copy", {} } } }

local function run()
  local game = mines.game {}
  local species = game:species { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 },
    max_depth = 1000, method = "ramped" }
  local e = evolve.new(species, game, { population = POPULATION, seed = 1,
    threads = 0, cache = 20 })
  e:start(false)
  for _ = 1, GROWN do e:step(plan) end
  local before = e:stats()
  local _, cpu = system.clock()
  for _ = 1, MEASURED do
    e:step(plan)
    e:stats()
  end
  local _, cpu_after = system.clock()
  local after = e:stats()
  local breeding = after.breeding - before.breeding
  local scoring = after.scoring - before.scoring
  local total = cpu_after - cpu
  local children = POPULATION * MEASURED
  return {
    { name = "children", value = children, unit = "",
      note = ("mean size %.0f nodes"):format(after.size_mean) },
    { name = "breeding, CPU", value = 1e6 * breeding / children, unit = "us/child" },
    { name = "scoring, CPU", value = 1e6 * scoring / children, unit = "us/child" },
    { name = "outside evaluation", value = 100 * (total - scoring) / total, unit = "%",
      note = "of the CPU time of a generation" },
  }
end

return { summary = "breeding a generation of 50,000 Minesweeper programs", run = run }
