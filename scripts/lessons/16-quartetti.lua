-- Lesson 16: can you reproduce a paper?
--
--     ludus run scripts/lessons/16-quartetti.lua
--
-- Chris Quartetti's Minesweeper of 1998, at a fiftieth of its size; the worksheet leads to
-- the whole.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

local function group(name, adfs)
  return { name, ludus.experiment {
    game = mines.game { rows = 6, cols = 6, mines = 1, cases = "all" },
    program = ludus.tree { adfs = adfs, nodes = 200, depth = { 1, 5 } },
    population = 1000, generations = 31, select = ludus.tournament(7), keep_better = true,
    vary = { { 0.85, ludus.crossover { leaves = 1/8 } }, { 0.05, ludus.subtree },
      { 0.10, ludus.point } } } }
end

return ludus.lesson {
  number = 16, name = "quartetti",
  question = "Can you reproduce a paper?",
  about = [[
    In 1998 Chris Quartetti evolved programs that clear a board of 6 by 6 squares with
    one mine: 50,000 trees with three functions of their own, scored on all 36 places of
    the mine, 47 hours until generation 70. This is his set-up with 1,000 programs and
    31 generations, with his three functions and without. It does not solve the problem,
    but it shows whether his choice of functions was a good one.

    A paper is reproduced in steps: the printed program scores what is printed; the set-
    up runs and behaves as described; the result comes out again, on your own seeds,
    with your own intervals. The worksheet goes through them.]],
  predict = {
    "What do the three functions do for programs of a small run?",
    "nothing yet: the run is too small",
    "they help",
    "they harm: there is more to search",
  },
  runs = 4,
  groups = { group("three functions", { 3, 2, 1 }), group("no functions", {}) },
  measures = {
    { "best", "best score, of 2449", function(run) return run.stats.raw end },
    { "won", "boards won, of 36", function(run) return run.stats.hits end },
  },
  course = { "raw", "best score" },
  claims = {
    { "With three functions programs score more than without",
      function(r) return r.mean "three functions" - r.mean "no functions" end,
      "points of 2449", held = 100 },
    { "and win more of the 36 boards",
      function(r) return r.mean("three functions", "won") - r.mean("no functions", "won") end,
      "boards", held = 100 },
  },
  notice = {
    "A program without functions wins hardly any board, however well it scores: points "
      .. "are for squares uncovered.",
    "A fiftieth of the paper's programs do not give a fiftieth of its result. Say at "
      .. "which size you have tried what.",
    "The score a paper prints can be checked first, before any evolution: it needs its "
      .. "program and its rules, both of which he printed.",
  },
  exercises = {
    "ludus score minesweeper scripts/programs/quartetti-best.gp: does the program that he "
      .. "printed score what he printed? ludus papers minesweeper says what that is.",
    "Add --set population=5000. How many boards are won now, and what does the longest "
      .. "run you can afford win? (scripts/minesweeper.lua is the whole.)",
    "Which of your choices had he left open? docs/minesweeper.md lists them. Change one "
      .. "that you would have made otherwise, and say what changes.",
  },
  reference = "Chris Quartetti, 1998; docs/minesweeper.md and ludus papers minesweeper.",
}
