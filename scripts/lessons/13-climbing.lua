-- Lesson 13: is a population needed at all?
--
--     ludus run scripts/lessons/13-climbing.lua
--
-- A climber keeps one program and takes any change that does no harm. A population of 100
-- crosses its members. Both score 4,000 vectors, on two problems of 60 bits.
local ludus = require "ludus"

local BITS <const>, BUDGET <const> = 60, 4000
local functions = require "ludus.functions"

local function group(name, problem, fields)
  fields.game = functions.game(problem)
  fields.program = ludus.vector { type = "bits", length = BITS }
  fields.evaluations, fields.generations = BUDGET, BUDGET
  return { name, ludus.experiment(fields) }
end

local function climber()
  return { population = 1, children = 20, scheme = "plus",
    vary = { { 1, ludus.flip } } }
end

local function crowd()
  return { population = 100, select = ludus.tournament(3), elite = 1,
    vary = { { 0.9, ludus.twopoint }, { 0.1, ludus.flip } } }
end

local groups = {}
for _, problem in ipairs { "onemax", "trap" } do
  groups[#groups + 1] = group(problem .. ", climber", problem, climber())
  groups[#groups + 1] = group(problem .. ", population", problem, crowd())
end

return ludus.lesson {
  number = 13, name = "climbing",
  question = "Is a population needed at all?",
  about = [[
    A climber keeps one vector of 60 bits, makes 20 children by turning over a bit or
    so, and takes the best if it is no worse. A population of 100 crosses its members.
    Both may score 4,000 vectors. OneMax counts ones: every step in the right direction
    is rewarded. The trap of lesson 11 rewards steps in the wrong one.]],
  predict = {
    "Which is better?",
    "the population on both",
    "the climber on both",
    "the climber on OneMax, the population on the trap",
  },
  runs = 8,
  groups = groups,
  measures = {
    { "best", "best score, of 60", function(run) return run.stats.raw end },
    { "spent", "vectors scored until it was solved, or all",
      function(run) return run.stats.evaluations end },
  },
  claims = {
    { "Where every step is rewarded a climber is there with fewer evaluations",
      function(r) return r.mean("onemax, population", "spent")
        - r.mean("onemax, climber", "spent") end,
      "evaluations", held = 100 },
    { "Where steps mislead a population ends higher",
      function(r) return r.mean "trap, population" - r.mean "trap, climber" end,
      "points of 60", held = 100 },
  },
  notice = {
    "A population has a price: it goes on scoring programs that lead nowhere. It pays "
      .. "where one does not know which way leads somewhere.",
    "Always run the climber beside your clever method. Many published problems are easier "
      .. "than they look.",
    "Evaluations are counted, not generations: a generation of one is 20 vectors, of the "
      .. "other 100.",
  },
  exercises = {
    "Add --set evaluations=20000 --set generations=20000. Does the climber get out of the "
      .. "trap with more time?",
    "Copy the script and let the climber turn over five bits at a time: ludus.flip { rate "
      .. "= 0.08 }. What does it gain on the trap, what does it lose on OneMax?",
    "Restart the climber where it is stuck: what would that do on the trap with its 12 "
      .. "blocks, each solved by chance? Compute it before you try.",
  },
  reference = "Melanie Mitchell, John Holland, Stephanie Forrest, When Will a Genetic "
    .. "Algorithm Outperform Hill Climbing?, NIPS 1993.",
}
