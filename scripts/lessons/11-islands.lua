-- Lesson 11: is one large population better than several small ones?
--
--     ludus run scripts/lessons/11-islands.lua
--
-- A deceptive problem: a block of five ones is worth 5, any other the more the more zeros it
-- has, so that every small step leads away from the goal.
local ludus = require "ludus"
local trap  = require "ludus.functions".game "trap"

local function group(name, islands)
  return { name, ludus.experiment { game = trap,
    program = ludus.vector { type = "bits", length = 60 }, population = 400, elite = 1,
    vary = { { 0.9, ludus.twopoint }, { 0.1, ludus.flip } }, select = ludus.tournament(3),
    generations = 121, islands = islands } }
end

return ludus.lesson {
  number = 11, name = "islands",
  question = "Is one large population better than several small ones?",
  about = [[
    A deceptive problem: twelve blocks of five bits. A block of five ones is worth 5;
    any other is worth the more the more zeros it has, so that every small step leads
    away from the goal. One population soon agrees on zeros. Islands agree each on its
    own, one on other blocks than another, and what travels between them is put together
    by crossover. The same 400 vectors live in one place, on eight islands that never
    meet, or on eight islands in a ring.]],
  predict = {
    "Which finds the most (60 is perfect)?",
    "one population",
    "eight islands that never meet",
    "eight islands in a ring",
  },
  runs = 8,
  groups = { group("one population"), group("no travellers", { 8, every = 0 }),
    group("a ring", { 8, migrate = 2, every = 10 }) },
  measures = {
    { "best", "best score, of 60", function(run) return run.stats.raw end },
    { "solved", "runs that solved it", function(run)
      return run.stats.standardized <= 0 and 1 or 0
    end, share = true },
  },
  course = { "raw", "best score" },
  claims = {
    { "A ring is better than islands that never meet",
      function(r) return r.mean "a ring" - r.mean "no travellers" end,
      "points of 60", held = 100 },
    { "and better than one large population",
      function(r) return r.mean "a ring" - r.mean "one population" end,
      "points of 60", held = 98 },
  },
  notice = {
    "Islands that never meet are worst: each is a small population of 50, and eight small "
      .. "ones are not a large one.",
    "The difference between one population and a ring is a block or less of twelve. It is "
      .. "seen in the runs that solve all.",
    "The problem was built to show this. On an easy one islands only delay the news.",
  },
  exercises = {
    "Add --set generations=31. Who is ahead early, and what does that say about stopping "
      .. "too soon?",
    "Add --set population=1600. Does one population catch up?",
    "Copy the script and let travellers go every generation (every = 1). When is a ring "
      .. "as good, or as bad, as one population?",
  },
  reference = "Erick Cantu-Paz, A Survey of Parallel Genetic Algorithms, 1998.",
}
