-- Lesson 6: does a program that is right on its cases understand anything?
--
--     ludus run scripts/lessons/06-overfit.lua
--
-- Programs are bred on a few points of a curve with noise, then tested on others.
local ludus = require "ludus"

local UNSEEN <const>, WORST <const> = 100, 2

-- n points of a wave with noise; the same for the same seed.
local function points(n, seed)
  local rng, list = ludus.rng(seed), {}
  for i = 1, n do
    local x = 2 * rng:real() - 1
    list[i] = { x = x, y = ludus.math.sin(4 * x) + 0.2 * rng:normal() }
  end
  return list
end

local game = ludus.game {
  name = "a noisy wave", cases = points(6, 1), minimise = true,
  rules = [[
    input real x  var real y  constants 1.0 0.5 2.0
    ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
    DIV(a, b) { if b == 0.0 { 1.0 } else { a / b } }
    score { abs(value - y) }
  ]],
}

local unseen = game:with { cases = points(UNSEEN, 99) }

local function group(n)
  return { n .. " points", ludus.experiment { game = game:with { cases = points(n, 1) },
    program = ludus.tree { nodes = 100 }, population = 300, stop = ludus.never,
    generations = 26, select = ludus.tournament(4), elite = 1, test = { unseen, every = 1 },
    vary = { { 0.7, ludus.crossover }, { 0.3, ludus.subtree } } } }
end

local groups = { group(6), group(20), group(60) }

local function on_unseen(run) return math.min(WORST, run.stats.measures.test / UNSEEN) end
local function on_own(run) return run.stats.raw / run:judged():goal().cases end

return ludus.lesson {
  number = 6, name = "overfit",
  question = "Does a program that is right on its cases understand anything?",
  about = [[
    A program is bred on a few points of a curve, each with some noise, and then tested
    on 100 points that it has not seen. The more points it is bred on, the less it can
    learn the noise of each by heart.

    Errors are means per point, those on unseen points counted as 2 at most: a program
    that divides by nearly nothing can be off by thousands.]],
  predict = {
    "A program bred on 6 points, one bred on 60: which has less error on its own points, "
      .. "which on unseen ones?",
    "6 points on both",
    "6 on its own, 60 on unseen ones",
    "60 on both",
  },
  runs = 10,
  groups = groups,
  measures = {
    { "unseen", "error on unseen points", on_unseen, less = true },
    { "own", "error on its own points", on_own, less = true },
  },
  course = { "test", "error on all unseen points" },
  claims = {
    { "Six points can be learned by heart: the error on unseen points is greater than "
      .. "that on its own",
      function(r) return r.median "6 points" - r.median("6 points", "own") end,
      "a point", held = 100 },
    { "With few points the error on its own is less than with many",
      function(r) return r.median("60 points", "own") - r.median("6 points", "own") end,
      "a point", held = 98 },
    { "but on unseen points it is greater",
      function(r) return r.median "6 points" - r.median "60 points" end,
      "a point", held = 100 },
  },
  notice = {
    "The group that looks best while it is bred is the worst afterwards. Whoever reports "
      .. "the error on the training points reports the wrong number.",
    "With 60 points the two errors are nearly the same: what is learned is the curve.",
    "The noise alone costs 0.16 a point: nobody can be better than that on unseen points. "
      .. "Who is better on his own has learned noise.",
  },
  exercises = {
    "Add --set generations=6. What happens to the error on unseen points with 6 points? "
      .. "When should one have stopped, and could one have known?",
    "Add --set program.nodes=15. What does the limit do to both errors, and why?",
    "Copy the script and take away the noise (0.2 -> 0). Does overfitting vanish?",
  },
  reference = "Ivo Goncalves, Sara Silva, Experiments on Controlling Overfitting in Genetic "
    .. "Programming, EPIA 2011.",
}
