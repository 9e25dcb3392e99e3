-- Which of the formulas that everybody tries can be found?
--
--     ludus run scripts/keijzer.lua --set variant=nguyen5 --seeds 1..30
--     ludus compare 1..30                       the rate of success, with its interval
--
-- Known problems of symbolic regression: Nguyen 1 to 8 (Uy and others, 2011), Keijzer 4
-- and 6 (2003) and Pagie 1 (1997). A run has succeeded when the program comes within
-- 0.01 of every point. nguyen1 is what runs if no variant is chosen.
local ludus = require "ludus"

local sin, cos, exp, log, sqrt = math.sin, math.cos, math.exp, math.log, math.sqrt

local function harmonic(x)
  local sum = 0
  for i = 1, x do sum = sum + 1 / i end
  return sum
end

local function keijzer4(x)
  return x ^ 3 * exp(-x) * cos(x) * sin(x) * (sin(x) ^ 2 * cos(x) - 1)
end

-- 20 points by chance, the same each time.
local function some(low, high)
  local rng, list = ludus.rng(1), {}
  for i = 1, 20 do list[i] = low + (high - low) * rng:real() end
  return list
end

local function steps(first, last, step)
  local list = {}
  for i = 0, ((last - first) / step + 0.5) // 1 | 0 do list[i + 1] = first + i * step end
  return list
end

local RULES = [[
  input real x  var real goal  constants 1
  ADD(a, b) "sum" { a + b }      SUB(a, b) "difference" { a - b }
  MUL(a, b) "product" { a * b }
  DIV(a, b) "quotient; 1 if divided by 0" { if b == 0 { 1 } else { a / b } }
  SIN(a) { sin(a) }  COS(a) { cos(a) }  EXP(a) { exp(a) }
  LOG(a) "of its size; 0 of 0" { if a == 0 { 0.0 } else { log(abs(a)) } }
  score { abs(value - goal) }
  won   { abs(value - goal) < 0.01 }
]]

local function game(name, xs, formula)
  local goal = {}
  for i, x in ipairs(xs) do goal[i] = formula(x) end
  return ludus.game { name = name, rules = RULES, minimise = true,
    cases = ludus.table { x = xs, goal = goal } }
end

local function pagie()
  local xs, ys, goal = {}, {}, {}
  for _, x in ipairs(steps(-5, 5, 0.4)) do
    for _, y in ipairs(steps(-5, 5, 0.4)) do
      xs[#xs + 1], ys[#ys + 1] = x, y
      goal[#goal + 1] = 1 / (1 + x ^ -4) + 1 / (1 + y ^ -4)
    end
  end
  return ludus.game { name = "pagie1", rules = "input real y  " .. RULES,
    minimise = true, cases = ludus.table { x = xs, y = ys, goal = goal } }
end

local unit = some(-1, 1)
local games = {
  nguyen1 = game("nguyen1", unit, function(x) return x ^ 3 + x ^ 2 + x end),
  nguyen2 = game("nguyen2", unit, function(x) return x ^ 4 + x ^ 3 + x ^ 2 + x end),
  nguyen3 = game("nguyen3", unit, function(x)
    return x ^ 5 + x ^ 4 + x ^ 3 + x ^ 2 + x
  end),
  nguyen4 = game("nguyen4", unit, function(x)
    return x ^ 6 + x ^ 5 + x ^ 4 + x ^ 3 + x ^ 2 + x
  end),
  nguyen5 = game("nguyen5", unit, function(x) return sin(x ^ 2) * cos(x) - 1 end),
  nguyen6 = game("nguyen6", unit, function(x) return sin(x) + sin(x + x ^ 2) end),
  nguyen7 = game("nguyen7", some(0, 2), function(x)
    return log(x + 1) + log(x ^ 2 + 1)
  end),
  nguyen8 = game("nguyen8", some(0, 4), sqrt),
  keijzer4 = game("keijzer4", steps(0, 10, 0.05), keijzer4),
  keijzer6 = game("keijzer6", steps(1, 50, 1), harmonic),
  pagie1 = pagie(),
}

local variants = {}
for name, it in pairs(games) do
  variants[name] = { game = it }
end

return ludus.experiment {
  game        = games.nguyen1,
  program     = ludus.tree { nodes = 100, depth = { 2, 6 }, max_depth = 17 },
  population  = 1000,
  generations = 501,                   -- about 500,000 evaluations
  select      = ludus.tournament(7),
  vary        = { { 0.85, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree },
    { 0.05, ludus.point } },
  elite       = 1,
  solved      = ludus.all_won,
  variants    = variants,
}
