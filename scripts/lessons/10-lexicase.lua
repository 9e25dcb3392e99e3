-- Lesson 10: who should have children, the all-rounder or the specialist?
--
--     ludus run scripts/lessons/10-lexicase.lua
--
-- Six tasks in one: of a number x a program is to make x + 1, 2x, x * x, 1 - x, x * x + x
-- or -1, as the mode m says, and a case counts only if it is met exactly. The tasks are at odds: what
-- solves one of them fails at the others, and to begin to solve a second one mostly costs
-- some of the first. Tournaments look at the sum, so that whoever masters the easiest task
-- is everybody's ancestor. Lexicase goes through the cases in random order and keeps who
-- is best at the first, then at the next: specialists of each task have children, with
-- one another.
local ludus = require "ludus"
local stats = require "ludus.stats"

local function wanted(x, m)
  local list = { x + 1, 2 * x, x * x, 1 - x, x * x + x, -1 }
  return list[m + 1]
end

local cases = {}
for m = 0, 5 do
  for x = -4, 4 do cases[#cases + 1] = { x = x, m = m, goal = wanted(x, m) } end
end

local game = ludus.game { cases = cases, max = 1, rules = [[
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

return ludus.study {
  name = "lesson 10",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 41, min = 2, max = 1000, help = "generations" },
  },
  run = function(s)
    local result = {}
    s.say("%-16s %8s %24s", "", "solved", "cases met (95%)")
    for _, way in ipairs { { "tournament(7)", ludus.tournament(7) },
      { "tournament(2)", ludus.tournament(2) }, { "lexicase", ludus.lexicase } } do
      local best, solved = {}, 0
      for i = 1, s.runs do
        local run = ludus.evolve({ game = game, program = ludus.tree { nodes = 60 },
          population = 500, generations = s.generations, select = way[2] },
          { seed = s.seed + i, threads = s.threads })
        best[i] = run.stats.raw
        solved = solved + (run.stats.standardized <= 0 and 1 or 0)
      end
      local mean, low, high = stats.interval(best)
      s.say("%-16s %5d/%d %8.2f (%.2f to %.2f)", way[1], solved, s.runs, mean, low, high)
      result[way[1]] = { solved = solved, best = mean, low = low, high = high }
    end
    return result
  end,
}
-- Exercises
-- 1. Leave three modes. Does lexicase still win?
-- 2. Let a case give less the further the value is off: `score { 0 - abs(value - goal) }`.
--    Why does lexicase want an epsilon now (docs/cases.md)?
-- 3. `ludus.lexicase { batch = 9 }` adds up nine cases at a time. What does it do with
--    one batch of all 54?
