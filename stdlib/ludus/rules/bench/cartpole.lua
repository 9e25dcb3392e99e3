-- Rules of reals that act, beside the same game in Lua functions: a pole on a cart.
--
-- Programs of generation 15 push the cart until the pole has fallen, in 20 starts; each
-- way plays all of them, to the same scores. Rates are nodes per CPU second of one core,
-- the best of several passes taken in turn.

local ludus  = require "ludus"
local evolve = require "ludus.core.evolve"
local system = require "ludus.core.system"
local words  = require "ludus.script.words"

local PASSES, PROGRAMS, GENERATIONS, PUSHES = 5, 40, 15, 500

local function cpu() return (select(2, system.clock())) end

local function starts()
  local rng, list = ludus.rng(1), {}
  for i = 1, 20 do
    local function near(width) return (2 * rng:real() - 1) * width end
    list[i] = { x = near(1.2), v = near(0.5), a = near(0.1), w = near(0.5) }
  end
  return list
end

local function by_rules(engine)
  return ludus.game { cases = starts(), engine = engine, repeats = PUSHES,
    budget = 1000000, max = PUSHES,
    rules = [[
      input real x, v, a, w  var n  constants 1
      ADD(p, q) { p + q }  SUB(p, q) { p - q }  MUL(p, q) { p * q }
      DIV(p, q) { if q == 0 { 1 } else { p / q } }
      turn cost 1 {
        let force = if value > 0 { 10.0 } else { -10.0 }
        let s = sin(a)  let c = cos(a)
        let pull = (force + 0.05 * w * w * s) / 1.1
        let turning = (9.8 * s - c * pull) / (0.5 * (4.0 / 3 - 0.1 * c * c / 1.1))
        x = x + 0.02 * v  v = v + 0.02 * (pull - 0.05 * turning * c / 1.1)
        a = a + 0.02 * w  w = w + 0.02 * turning
        n = n + 1
      }
      done { abs(x) > 2.4 or abs(a) > 0.2094395102393195 }
      score { n }
    ]] }
end

local function by_functions()
  local sin, cos, abs = ludus.math.sin, ludus.math.cos, math.abs
  local function input(name) return { 0, function(s) return s[name] end } end
  return ludus.game { cases = starts(), repeats = true, budget = 1000000,
    max = PUSHES, constants = { 1.0 },
    start = function(c) return { x = c.x, v = c.v, a = c.a, w = c.w, n = 0 } end,
    primitives = {
      x = input "x", v = input "v", a = input "a", w = input "w",
      ADD = { 2, function(_, p, q) return p + q end },
      SUB = { 2, function(_, p, q) return p - q end },
      MUL = { 2, function(_, p, q) return p * q end },
      DIV = { 2, function(_, p, q) if q == 0 then return 1.0 end return p / q end },
    },
    turn = function(g, value)
      local force = value > 0 and 10.0 or -10.0
      local s, c, w = sin(g.a), cos(g.a), g.w
      local pull = (force + 0.05 * w * w * s) / 1.1
      local turning = (9.8 * s - c * pull) / (0.5 * (4.0 / 3 - 0.1 * c * c / 1.1))
      g.x, g.v = g.x + 0.02 * g.v, g.v + 0.02 * (pull - 0.05 * turning * c / 1.1)
      g.a, g.w = g.a + 0.02 * w, w + 0.02 * turning
      g.n = g.n + 1
    end,
    done = function(g)
      return g.n == PUSHES or abs(g.x) > 2.4 or abs(g.a) > 0.2094395102393195
    end,
    score = function(g) return g.n end }
end

local plan = { select = { method = "tournament", param = 4, parsimony = false },
  elite = 0, vary = { { 0.9, "crossover", {} }, { 0.1, "copy", {} } } }

-- Texts of programs of an evolved population.
local function evolved(game)
  local tree, texts = words.tree { nodes = 60, depth = { 2, 6 } }, {}
  local e = evolve.new(tree:species(game), game, { population = 10 * PROGRAMS, seed = 1,
    threads = 1, cache = 0 })
  e:start(false)
  for _ = 1, GENERATIONS do e:step(plan) end
  for i = 1, PROGRAMS do texts[i] = e:text(10 * i) end
  return texts
end

local function run()
  local native, plain, lua = by_rules "native", by_rules "plain", by_functions()
  local texts = evolved(native)
  local function player(game)
    local list = {}
    for i, text in ipairs(texts) do list[i] = game:read(text) end
    return function()
      local nodes, raw = 0, 0
      for _, p in ipairs(list) do
        local s = game:score(p)
        raw = raw + s.raw
        nodes = nodes + #p * s.raw
      end
      return nodes, raw
    end
  end
  local ways = { { "Lua functions", player(lua) }, { "rules, plain", player(plain) },
    { "rules, " .. native:engine(), player(native) } }
  local best, sums, out = {}, {}, {}
  for _ = 1, PASSES do
    for i, way in ipairs(ways) do
      local before = cpu()
      local nodes, raw = way[2]()
      best[i] = math.max(best[i] or 0, nodes / (cpu() - before) / 1e6)
      sums[i] = raw
    end
  end
  for i, way in ipairs(ways) do
    out[i] = { name = "cart-pole, " .. way[1], value = best[i], unit = "M nodes/s",
      ratio = best[i] / best[1], note = ("%d pushes"):format(sums[i]) }
  end
  return out
end

return { summary = "rules of reals that act: a pole on a cart (ratio to Lua functions)",
  run = run }
