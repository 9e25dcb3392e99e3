-- How can programs be kept small without becoming worse?
--
--     ludus run scripts/bloat.lua --seeds 1..30
--     ludus run scripts/bloat.lua --seeds 1..30 --set variant=sizefair
--     ludus compare 1..60
--
-- Programs that are left alone grow and grow, long after they stopped getting better. Every
-- variant changes one thing of the plain run: how children are made, or who wins a
-- tournament. The formula to be found is log(x + 1) + log(x^2 + 1), with neither logarithms
-- nor constants but 1.
local ludus = require "ludus"

local xs, ys = {}, {}
for i = 1, 40 do
  local x = 2 * (i - 1) / 39
  xs[i], ys[i] = x, math.log(x + 1) + math.log(x ^ 2 + 1)
end

local game = ludus.game {
  name = "logarithms", minimise = true, budget = 10000,
  cases = ludus.table { x = xs, y = ys },
  rules = [[
    input real x  var real y  constants 1
    ADD(a, b) "sum" { a + b }      SUB(a, b) "difference" { a - b }
    MUL(a, b) "product" { a * b }  DIV(a, b) "quotient" { if b == 0 { 1 } else { a / b } }
    score { abs(value - y) }
    won   { abs(value - y) < 0.01 }
  ]],
}

local function cross(operator)
  return { vary = { { 0.9, operator }, { 0.1, ludus.subtree } } }
end

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 2000, depth = { 2, 6 }, max_depth = 100 },
  population  = 500,
  generations = 51,
  select      = ludus.tournament(7),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree } },
  elite       = 1,
  solved      = ludus.never,
  measures    = { nodes = function(best) return best.size end },
  variants    = {
    sizefair      = cross(ludus.sizefair { leaves = 0.1 }),
    homologous    = cross(ludus.homologous { leaves = 0.1 }),
    onepoint      = cross(ludus.onepoint),
    uniform       = cross(ludus.uniform),
    lexicographic = { select = ludus.tournament(7, { parsimony = true }) },
    double        = { select = ludus.tournament(7, { smaller = 1.4 }) },
    tarpeian      = { select = ludus.tournament(7, { tarpeian = 0.3 }) },
    limit         = { limit = { depth = 6 } },
    climb         = { climb = ludus.hoist, tries = 1, generations = 26 },
    covariant     = { select = ludus.tournament(7, { covariant = true }) },
  },
}
