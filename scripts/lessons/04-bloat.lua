-- Lesson 4: why do programs grow, and what does it cost?
--
--     ludus run scripts/lessons/04-bloat.lua
--
-- Nothing asks programs to be large, yet they grow: there are more large programs than
-- small ones that do the same. The 6-multiplexer, whose two address lines choose one of
-- four data lines, can be had in ten nodes. Two remedies: among equals the smaller wins
-- (parsimony), and an operator that only removes (hoist).
local ludus = require "ludus"
local plot  = require "ludus.plot"

local inputs = {}
for n = 0, 63 do
  local lines = {}
  for bit = 0, 5 do lines[bit] = n >> bit & 1 == 1 end
  lines.answer = lines[2 + (n & 3)]
  inputs[n + 1] = lines
end

local function line(k) return { 0, function(s) return s[k] end } end

local game = ludus.game {
  name = "multiplexer", cases = inputs, kind = "boolean", max = 1,
  primitives = {
    A0 = line(0), A1 = line(1), D0 = line(2), D1 = line(3), D2 = line(4), D3 = line(5),
    AND = { 2, function(_, a, b) return a and b end, help = "both" },
    OR  = { 2, function(_, a, b) return a or b end, help = "either" },
    NOT = { 1, function(_, a) return not a end, help = "the opposite" },
    IF  = { 3, ludus.branch, help = "the second if the first, else the third" },
  },
  score = function(s, value) return value == s.answer and 1 or 0 end,
}

local crossover = { { 0.9, ludus.crossover }, { 0.1, ludus.copy } }

local ways = {
  { "nothing", ludus.tournament(4), crossover },
  { "parsimony", ludus.tournament(4, { parsimony = true }), crossover },
  { "hoist", ludus.tournament(4), { { 0.6, ludus.crossover }, { 0.3, ludus.hoist },
    { 0.1, ludus.copy } } },
}

return ludus.study {
  name = "lesson 4",
  settings = { generations = { "integer", 31, min = 2, max = 1000,
    help = "generations" } },
  run = function(s)
    local series, result = {}, {}
    for i, way in ipairs(ways) do
      local run = ludus.evolve({ game = game, stop = ludus.never,
        program = ludus.tree { nodes = 300 }, population = 300,
        generations = s.generations, select = way[2], vary = way[3] }, s)
      local x, y, steps = {}, {}, 0
      for g, row in ipairs(run.rows) do
        x[g], y[g], steps = row.generation, row.size_mean, steps + row.total_steps
      end
      series[i] = { name = way[1], x = x, y = y }
      s.say("%-10s best %2.0f of 64   mean size %6.1f   %9d steps in all", way[1],
        run.stats.raw, run.stats.size_mean, steps)
      result[way[1]] = run.stats.size_mean
    end
    s.say("\n%s", plot.text { title = "mean size by generation", height = 12,
      xlabel = "generation", series = series })
    return result
  end,
}
-- Exercises
-- 1. Steps are what the machine has to do. Which remedy saves most? Does it cost score?
-- 2. Set nodes = 40 instead. Is a hard limit a remedy too? What does it forbid?
-- 3. --set generations=100: does growth ever stop by itself?
