-- bench/breed.lua -- what breeding costs, beside scoring.
--
-- The paper's run of Minesweeper, 50,000 programs, once through. Breeding is told
-- apart from scoring by the workers' own clocks; what lies outside evaluation is
-- all CPU time of the process that is not scoring: breeding, selection, statistics
-- and the script.

local ludus  = require "ludus"
local mines  = require "ludus.minesweeper"
local runs   = require "ludus.run"
local system = require "ludus.core.system"

local POPULATION, GENERATIONS = 50000, 71

-- The paper's run, with what each case gives kept or not, parents chosen so: its figures in
-- the end and the CPU time it took.
local function measure(cases, select)
  local run = runs.new(ludus.experiment {
    game = mines.game {},
    program = ludus.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } },
    population = POPULATION, generations = GENERATIONS,
    select = select or ludus.tournament(4), stop = ludus.never,
    vary = { { 0.80, ludus.crossover { leaves = 1/8 } },
      { 0.05, ludus.subtree }, { 0.05, ludus.point }, { 0.10, ludus.copy } },
  }, { seed = 1, threads = 0 })
  run.plan.cases = cases
  local _, before = system.clock()
  run:execute()
  local _, after = system.clock()
  return run.evolution:stats(), after - before, run.digest
end

local function run()
  local stats, total, digest = measure()
  local _, with_cases, same = measure(true)
  assert(digest == same)
  local by_cases, all = measure(nil, ludus.lexicase)
  local children = POPULATION * (GENERATIONS - 1)
  return {
    { name = "children", value = children, unit = "",
      note = ("in the end %.0f nodes on average"):format(stats.size_mean) },
    { name = "breeding, CPU", value = 1e6 * stats.breeding / children,
      unit = "us/child" },
    { name = "scoring, CPU", value = 1e6 * stats.scoring / children,
      unit = "us/child" },
    { name = "outside evaluation", value = 100 * (total - stats.scoring) / total,
      unit = "%", note = ("of %.0f s of CPU"):format(total) },
    { name = "case scores, all told", value = 100 * (with_cases / total - 1), unit = "%",
      note = "more CPU for the same run" },
    { name = "outside evaluation, by lexicase", value = 100 * (all - by_cases.scoring) / all,
      unit = "%", note = ("of %.0f s of CPU"):format(all) },
  }
end

return { summary = "breeding in the paper's run, 50,000 x 71; takes two minutes",
  run = run }
