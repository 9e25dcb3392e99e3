-- Lesson 15: what must a paper report?
--
--     ludus run scripts/lessons/15-reporting.lua
--
-- The same problem with 50 or 500 programs, compared at equal generations or at equal
-- budgets; and one method compared with itself.
local ludus = require "ludus"
local stats = require "ludus.stats"

local columns = {}
for bit, name in ipairs { "a0", "a1", "d0", "d1", "d2", "d3" } do
  columns[name] = function(row) return row >> bit - 1 & 1 == 1 end
end
function columns.answer(row) return row >> 2 + (row & 3) & 1 == 1 end

local game = ludus.game {
  name = "6-multiplexer", cases = ludus.table(64, columns), max = 1,
  rules = [[
    input truth a0, a1, d0, d1, d2, d3  var truth answer
    AND(a, b)   "both" { a and b }
    OR(a, b)    "either" { a or b }
    NOT(a)      "the opposite" { not a }
    IF(c, a, b) "the second if the first, else the third" { if c { a } else { b } }
    score { value == answer }
  ]],
}

local function group(name, population, generations)
  return { name, ludus.experiment { game = game, population = population,
    generations = generations, program = ludus.tree { nodes = 60 }, stop = ludus.never,
    select = ludus.tournament(3), cache = 14,
    vary = { { 0.8, ludus.crossover }, { 0.2, ludus.subtree } } } }
end

return ludus.lesson {
  number = 15, name = "reporting",
  question = "What must a paper report?",
  about = [[
    Is a population of 500 better than one of 50? The 6-multiplexer, compared in three
    ways: at 20 generations each; at 10,000 programs each; at 1,000 programs each. And
    one group is made twice, with other seeds: two groups of equals, of which a test
    should say that they do not differ.]],
  predict = {
    "What will the three comparisons say?",
    "500 is better in all of them",
    "500 is better at equal generations only",
    "it depends on the budget",
  },
  runs = 20,
  groups = {
    group("50 x 20", 50, 20),
    group("50 x 20 again", 50, 20),
    group("500 x 20", 500, 20),
    group("50 x 200", 50, 200),
    group("500 x 2", 500, 2),
  },
  measures = { { "best", "best score, of 64", function(run) return run.stats.raw end } },
  claims = {
    { "At equal generations the larger population is far ahead",
      function(r) return r.mean "500 x 20" - r.mean "50 x 20" end,
      "points of 64", held = 100 },
    { "but it has scored ten times as many programs: at 10,000 each most of that lead is "
      .. "gone",
      function(r) return r.mean "500 x 20" - r.mean "50 x 20"
        - 2 * math.abs(r.mean "500 x 20" - r.mean "50 x 200") end,
      "points of 64", held = 100 },
    { "and at 1,000 each the smaller population is ahead",
      function(r) return r.mean "50 x 20" - r.mean "500 x 2" end,
      "points of 64", held = 100 },
    { "A test of equals does not call them different (p above 0.05); it must err on some "
      .. "5 of 100 seeds",
      function(r) return stats.mann_whitney(r.list "50 x 20",
        r.list "50 x 20 again").p - 0.05 end,
      "above 0.05", held = 92 },
  },
  notice = {
    "\"Better\" has no meaning without a budget. Say how many programs each method has "
      .. "scored.",
    "Look at the two equal groups: their means differ. With three runs instead of twenty "
      .. "you could have published it.",
    "A p below 0.05 is no proof: of a hundred comparisons of equals about five have one. "
      .. "Say how many you made, and how large the difference is.",
  },
  exercises = {
    "Add --set runs=3. By how much do the two equal groups differ on seeds 1 to 5? Find "
      .. "one seed on which you would have believed it.",
    "ludus compare on the study's number gives A12 and p of all pairs, corrected (Holm). "
      .. "Which differences remain?",
    "Take any paper with an evolved result. Does it give: seeds, number of runs, "
      .. "evaluations, spread, a test, an effect size, settings chosen on other runs? Make the "
      .. "list.",
  },
  reference = "Andrea Arcuri, Lionel Briand, A Practical Guide for Using Statistical Tests "
    .. "to Assess Randomized Algorithms in Software Engineering, ICSE 2011.",
}
