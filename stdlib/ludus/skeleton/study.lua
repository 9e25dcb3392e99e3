-- Does a larger population solve more often, at the same number of evaluations? A study
-- makes several runs and says what they have in common: change it into yours.
--
--     ludus check SCRIPT      ludus run SCRIPT --set seeds=20      ludus report 1
local ludus = require "ludus"

local game = ludus.game {
  name  = "regression",
  cases = (function()
    local rows = {}
    for i = 1, 20 do
      local x = (i - 10) / 10
      rows[i] = { x = x, y = x * x + x }
    end
    return rows
  end)(),
  rules = [[
    input real x  var real y  constants 1
    ADD(a, b) { a + b }  MUL(a, b) { a * b }  SUB(a, b) { a - b }
    score { abs(value - y) }  won { abs(value - y) < 0.001 }
  ]],
  minimise = true,
}

local function experiment(population)
  return ludus.experiment { game = game, program = ludus.tree { nodes = 30 },
    population = population, evaluations = 1000, solved = ludus.all_won }
end

return ludus.study {
  name = "population",
  settings = {
    seeds = { "integer", 5, min = 1, max = 1000, help = "runs for each size" },
  },
  run = function(s)
    for _, population in ipairs { 20, 100, 500 } do
      local solved = 0
      for i = 1, s.seeds do
        -- A step is not done again when the study is resumed.
        solved = solved + s.step(("%d, seed %d"):format(population, i), function()
          local run = ludus.evolve(experiment(population), { seed = s.seed * 1000 + i })
          return run:result().ended == "solved" and 1 or 0
        end)
      end
      s.say("population %3d: %d of %d solved", population, solved, s.seeds)
    end
  end,
}
