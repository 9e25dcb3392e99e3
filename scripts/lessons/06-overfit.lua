-- Lesson 6: does a program that is right on its cases understand anything?
--
--     ludus run scripts/lessons/06-overfit.lua
--
-- Programs are bred on a few points of a curve with noise, then tested on other
-- points. The error on the training points keeps falling; the error on the others
-- does not. With more cases, the two come together.
local ludus = require "ludus"

-- n points of a wave with noise; the same for the same seed.
local function points(n, seed)
  local rng, list = ludus.rng(seed), {}
  for i = 1, n do
    local x = 2 * rng:real() - 1
    list[i] = { x, math.sin(4 * x) + 0.2 * rng:normal() }
  end
  return list
end

local game = ludus.game {
  cases = points(6, 1), constants = { 1, 0.5, 2 }, minimise = true,
  start = function(case) return { x = case[1], y = case[2] } end,
  primitives = {
    X = { 0, function(p) return p.x end, help = "the input" },
    ["+"] = { 2, function(_, a, b) return a + b end, help = "sum" },
    ["-"] = { 2, function(_, a, b) return a - b end, help = "difference" },
    ["*"] = { 2, function(_, a, b) return a * b end, help = "product" },
    ["%"] = { 2, function(_, a, b) return b == 0 and 1 or a / b end,
      help = "quotient" },
  },
  score = function(p, value) return math.abs(value - p.y) end,
}

return ludus.study {
  name = "lesson 6",
  settings = { generations = { "integer", 26, min = 2, max = 1000,
    help = "generations" } },
  run = function(s)
    local test, result = game:with { cases = points(100, 99) }, {}
    for _, n in ipairs { 6, 20, 60 } do
      local run = ludus.evolve({ game = game:with { cases = points(n, 1) },
        program = ludus.tree { nodes = 100 }, population = 500, stop = ludus.never,
        generations = s.generations, select = ludus.tournament(4), elite = 1,
        vary = { { 0.7, ludus.crossover }, { 0.3, ludus.subtree } } }, s)
      s.say("%d cases\n%12s %16s %16s", n, "generation", "error on them", "on others")
      for _, row in ipairs(run.rows) do
        if row.generation % 5 == 0 then
          local others = test:score(test:read(row.program))
          s.say("%12d %16.3f %16.3f", row.generation, row.raw / n, others.raw / 100)
          result["n" .. n] = others.raw / 100
        end
      end
    end
    return result
  end,
}
-- Exercises
-- 1. When should one have stopped with 6 cases? Could one have known?
-- 2. Take away the noise (0.2 -> 0). Does overfitting vanish?
-- 3. Limit programs to 15 nodes. What happens to both errors, and why?
