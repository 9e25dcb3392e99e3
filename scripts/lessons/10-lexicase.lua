-- Lesson 10: who should have children, the all-rounder or the specialist?
--
--     ludus run scripts/lessons/10-lexicase.lua
--
-- Six tasks in one: of a number x a program is to make x + 1, 2x, x * x, 1 - x, x * x + x
-- or -1, as the mode m says, and a case counts only if it is met exactly.
local ludus = require "ludus"

local function wanted(x, m)
  local list = { x + 1, 2 * x, x * x, 1 - x, x * x + x, -1 }
  return list[m + 1]
end

local cases = {}
for m = 0, 5 do
  for x = -4, 4 do cases[#cases + 1] = { x = x, m = m, goal = wanted(x, m) } end
end

local game = ludus.game { name = "six tasks", cases = cases, max = 1, rules = [[
  input x, m    var goal    constants 1 to 1
  ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
  LOW(a?, b?)  "the first if m is 0, 1 or 2, else the second" { if m < 3 { a } else { b } }
  EVEN(a?, b?) "the first if m is 0, 2 or 4, else the second" {
    if m % 2 == 0 { a } else { b }
  }
  ENDS(a?, b?) "the first if m is 0 or 5, else the second" {
    if m % 5 == 0 { a } else { b }
  }
  score { if value == goal { 1 } else { 0 } } ]] }

local function group(name, select)
  return { name, ludus.experiment { game = game, program = ludus.tree { nodes = 60 },
    population = 300, generations = 41, select = select } }
end

return ludus.lesson {
  number = 10, name = "lexicase",
  question = "Who should have children, the all-rounder or the specialist?",
  about = [[
    Six tasks in one: of a number x a program is to make x + 1, 2x, x * x, 1 - x, x * x
    + x or -1, as the mode m says, and a case counts only if it is met exactly. The
    tasks are at odds: what solves one fails at the others. Tournaments look at the sum,
    so that whoever masters the easiest task is everybody's ancestor. Lexicase goes
    through the cases in random order and keeps who is best at the first, then at the
    next: specialists of each task have children, with one another.]],
  predict = {
    "Which way of choosing parents meets most of the 54 cases?",
    "a tournament of 7",
    "a tournament of 2",
    "lexicase",
  },
  runs = 6,
  groups = { group("tournament of 7", ludus.tournament(7)),
    group("tournament of 2", ludus.tournament(2)), group("lexicase", ludus.lexicase) },
  measures = {
    { "best", "cases met, of 54", function(run) return run.stats.raw end },
    { "solved", "runs that met all", function(run)
      return run.stats.standardized <= 0 and 1 or 0
    end, share = true },
  },
  course = { "raw", "cases met" },
  claims = {
    { "Lexicase meets more cases than either tournament",
      function(r) return r.mean "lexicase"
        - math.max(r.mean "tournament of 7", r.mean "tournament of 2") end,
      "cases", held = 100 },
    { "and solves the problem in more runs than a tournament of 7",
      function(r) return r.sum("lexicase", "solved") - r.sum("tournament of 7", "solved") end,
      "runs of 6", held = 90 },
  },
  notice = {
    "The curves are alike at first. Tournaments stop early: their whole population knows "
      .. "the same tasks.",
    "Lexicase never adds the cases up. A program that is best at one case only can be a "
      .. "parent.",
    "It is not always better: where all cases measure the same thing there are no "
      .. "specialists.",
  },
  exercises = {
    "Add --set generations=81. Do tournaments get there with more time?",
    "Add --set population=100. What happens to lexicase, and why does it need more "
      .. "programs than there are tasks?",
    "Copy the script and let a case give less the further the value is off: score { 0 - "
      .. "abs(value - goal) }, max = 0. Does lexicase need an epsilon now (docs/cases.md)? And "
      .. "if the values were reals?",
  },
  reference = "Lee Spector, Assessment of Problem Modality by Differential Performance of "
    .. "Lexicase Selection in Genetic Programming, GECCO 2012.",
}
