-- Lesson 3: crossover or mutation?
--
--     ludus run scripts/lessons/03-crossover.lua
--
-- Crossover exchanges parts that have proved themselves, subtree mutation puts in new
-- random ones. Both get the same number of evaluations on a small regression.
local ludus = require "ludus"
local stats = require "ludus.stats"

local points = {}
for i = 1, 15 do
  local x = i / 8 - 1
  points[i] = { x = x, y = x ^ 6 - 2 * x ^ 4 + x ^ 2 - 0.5 * x }
end

local game = ludus.game {
  name = "a curve", cases = points, minimise = true,
  rules = [[
    input real x  var real y  constants 1.0
    ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
    score { abs(value - y) }  won { abs(value - y) < 0.01 }
  ]],
}

local function group(name, vary)
  return { name, ludus.experiment { game = game, program = ludus.tree { nodes = 60 },
    population = 200, generations = 26, select = ludus.tournament(4), vary = vary,
    stop = ludus.never } }
end

return ludus.lesson {
  number = 3, name = "crossover",
  question = "Crossover or mutation?",
  about = [[
    Crossover puts a part of one good program into another. Subtree mutation puts a random
    part there instead. Koza held crossover to be what makes genetic programming work; others
    found that mutation does as well. Here both, and half of each, look for a curve through
    15 points, with 200 programs for 26 generations.]],
  predict = {
    "Which has the least error in the end?",
    "crossover",
    "mutation",
    "half of each",
    "12 runs cannot tell",
  },
  runs = 12,
  groups = {
    group("crossover", { { 0.9, ludus.crossover }, { 0.1, ludus.copy } }),
    group("mutation", { { 0.9, ludus.subtree }, { 0.1, ludus.copy } }),
    group("half of each", { { 0.45, ludus.crossover }, { 0.45, ludus.subtree },
      { 0.1, ludus.copy } }),
    group("copies", { { 1, ludus.copy } }),
  },
  measures = {
    { "error", "error of the best program", function(run) return run.stats.standardized end,
      less = true },
    { "size", "mean size of the programs", function(run) return run.stats.size_mean end },
  },
  course = { "raw", "error of the best program" },
  claims = {
    { "There must be change: where children are only copies the error is greater than "
      .. "with crossover",
      function(r) return r.mean "copies" - r.mean "crossover" end,
      "units of error", held = 100 },
    { "Twelve runs do not tell crossover from mutation: p of the Mann-Whitney test is "
      .. "above 0.05",
      function(r)
        return stats.mann_whitney(r.list "crossover", r.list "mutation").p - 0.05
      end,
      "above 0.05", held = 94 },
    { "Crossover makes larger programs than mutation",
      function(r) return r.mean("crossover", "size") - r.mean("mutation", "size") end,
      "nodes", held = 100 },
  },
  notice = {
    "The marks of the first three groups lie on top of each other. If somebody shows you "
      .. "two means without spread, ask for the spread.",
    "\"One cannot tell\" is a result, too: if there is a difference it is too small for "
      .. "12 runs. It does not say that there is none.",
    "Copies alone agree on the best first program within a few generations, and stay "
      .. "there.",
  },
  exercises = {
    "Add --set runs=100. Is there a difference now? How large is it (compare the means), "
      .. "and who would care?",
    "Add --set program.nodes=15. Which operator profits from a tight limit, and why?",
    "Copy the script and add a group with { { 0.9, ludus.point }, { 0.1, ludus.copy } }. "
      .. "Point mutation keeps the shape of a program. How does it do?",
  },
  reference = "Sean Luke, Lee Spector, A Comparison of Crossover and Mutation in Genetic "
    .. "Programming, GP-97.",
}
