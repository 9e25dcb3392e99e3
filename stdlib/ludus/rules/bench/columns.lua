-- Pure rules on columns of cases, beside the ways there were before.
--
-- Each way scores the same programs, a population evolved by rules: regression on
-- 1,000 rows of five reals, and the 11-multiplexer, 2,048 cases of truth values.
-- Rates are nodes times cases per CPU second of one core, the best of several passes
-- taken in turn, in each of which columns score all programs five times; building
-- the graph is counted each time. "Alone" is one program at a time,
-- "brood" is all of them in one graph.

local ludus  = require "ludus"
local evolve = require "ludus.core.evolve"
local system = require "ludus.core.system"
local words  = require "ludus.script.words"

local PASSES, TIMES, POPULATION = 9, 5, 1000

local function cpu() return (select(2, system.clock())) end

-- ---- the games ----------------------------------------------------------------------

local regression = { generations = 20, sample = 20, unit = "M node-rows/s" }

function regression.cases()
  local rng, list = ludus.rng(1), {}
  for i = 1, 1000 do
    local x = {}
    for k = 1, 5 do x[k] = rng:real() * 10 - 5 end
    list[i] = { x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5],
      y = 10 * ludus.math.sin(x[1] * x[2]) + 20 * (x[3] - 0.5) * (x[3] - 0.5)
        + ludus.math.exp(x[4]) / (2 + ludus.math.cos(x[5])) }
  end
  return list
end

function regression.rules(cases, engine)
  return ludus.game { cases = cases, engine = engine, minimise = true, budget = 100000,
    rules = [[
      input real x1, x2, x3, x4, x5  var real y  constants 1 2 0.5
      ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
      DIV(a, b) { if abs(b) < 0.001 { 1 } else { a / b } }
      score { (value - y) * (value - y) }
    ]] }
end

function regression.functions(cases)
  local function input(name) return { 0, function(case) return case[name] end } end
  return ludus.game { cases = cases, minimise = true, budget = 100000,
    constants = { 1, 2, 0.5 },
    primitives = { x1 = input "x1", x2 = input "x2", x3 = input "x3", x4 = input "x4",
      x5 = input "x5",
      ADD = { 2, function(_, a, b) return a + b end },
      SUB = { 2, function(_, a, b) return a - b end },
      MUL = { 2, function(_, a, b) return a * b end },
      DIV = { 2, function(_, a, b)
        if math.abs(b) < 0.001 then return 1.0 end
        return a / b
      end } },
    score = function(case, value) return (value - case.y) * (value - case.y) end }
end

local multiplexer = { generations = 30, sample = 20, unit = "M node-cases/s" }

function multiplexer.cases()
  local list = {}
  for n = 0, 2047 do
    local case = {}
    for k = 0, 2 do case["a" .. k] = n >> k & 1 == 1 end
    for k = 0, 7 do case["d" .. k] = n >> 3 + k & 1 == 1 end
    case.answer = case["d" .. (n & 7)]
    list[n + 1] = case
  end
  return list
end

function multiplexer.rules(cases, engine)
  return ludus.game { cases = cases, engine = engine, budget = 100000, max = 1,
    rules = [[
      input truth a0, a1, a2, d0, d1, d2, d3, d4, d5, d6, d7  var truth answer
      AND(a, b) { a and b }  OR(a, b) { a or b }  NOT(a) { not a }
      IF(c, a, b) { if c { a } else { b } }
      score { value == answer }
    ]] }
end

function multiplexer.functions(cases)
  local rows = {
    AND = { 2, function(_, a, b) return a and b end },
    OR  = { 2, function(_, a, b) return a or b end },
    NOT = { 1, function(_, a) return not a end },
    IF  = { 3, function(_, c, a, b) if c then return a end return b end },
  }
  for _, name in ipairs { "a0", "a1", "a2", "d0", "d1", "d2", "d3", "d4", "d5", "d6",
    "d7" } do
    rows[name] = { 0, function(case) return case[name] end }
  end
  return ludus.game { cases = cases, primitives = rows, kind = "boolean",
    budget = 100000, max = 1,
    score = function(case, value) return value == case.answer and 1 or 0 end }
end

-- ---- programs -----------------------------------------------------------------------

local plan = { select = { method = "tournament", param = 7, parsimony = false },
  elite = 0, vary = { { 0.9, "crossover", {} }, { 0.1, "copy", {} } } }

local function evolution(game)
  local tree = words.tree { nodes = 500, depth = { 2, 6 }, max_depth = 17 }
  return evolve.new(tree:species(game), game, { population = POPULATION, seed = 1,
    threads = 1, cache = 16 })
end

local function evolved(game, generations)
  local e, texts = evolution(game), {}
  e:start(false)
  for _ = 1, generations do e:step(plan) end
  for i = 1, POPULATION do texts[i] = e:text(i) end
  return texts
end

local function whole_run(game)
  local before = cpu()
  local e = evolution(game)
  e:start(false)
  for _ = 1, 50 do e:step(plan) end
  return cpu() - before
end

-- ---- measuring ----------------------------------------------------------------------

local function read_all(game, texts, step)
  local list, nodes = {}, 0
  for i = 1, #texts, step do
    list[#list + 1] = game:read(texts[i])
    nodes = nodes + #list[#list]
  end
  return list, nodes
end

-- Ways to score, each a function that gives nodes times cases.
local function ways(what)
  local cases = what.cases()
  local columns, plain = what.rules(cases, "columns"), what.rules(cases, "plain")
  local lua = what.functions(cases)
  local texts = evolved(columns, what.generations)
  local all, nodes = read_all(columns, texts, 1)
  local few, few_nodes = read_all(plain, texts, POPULATION // what.sample)
  local lua_list = read_all(lua, texts, POPULATION // what.sample)
  local rows = {
    { "Lua functions", function()
      for _, p in ipairs(lua_list) do lua:score(p) end
      return few_nodes * #cases
    end },
    { "rules, plain interpreter", function()
      plain:measure(few, 1)
      return few_nodes * #cases
    end },
  }
  if what == multiplexer then
    local native = what.rules(cases, "native")
    local list = read_all(native, texts, POPULATION // what.sample)
    rows[#rows + 1] = { "rules as " .. native:engine() .. " code", function()
      native:measure(list, 1)
      return few_nodes * #cases
    end }
  end
  rows[#rows + 1] = { "columns, game:score of each", function()
    for _ = 1, TIMES do
      for _, p in ipairs(all) do columns:score(p) end
    end
    return nodes * #cases * TIMES
  end }
  rows[#rows + 1] = { "columns, game:score(p).raw of each", function()
    local sum = 0
    for _ = 1, TIMES do
      for _, p in ipairs(all) do sum = sum + columns:score(p).raw end
    end
    return nodes * #cases * TIMES
  end }
  rows[#rows + 1] = { "columns, game:scores of all", function()
    for _ = 1, TIMES do columns:scores(all) end
    return nodes * #cases * TIMES
  end }
  rows[#rows + 1] = { "columns, alone", function()
    columns:measure(all, TIMES, true)
    return nodes * #cases * TIMES
  end }
  rows[#rows + 1] = { "columns, brood", function()
    columns:measure(all, TIMES)
    return nodes * #cases * TIMES
  end }
  return rows, columns
end

local function measure(name, what, out)
  local rows, game = ways(what)
  local best = {}
  for _ = 1, PASSES do
    for i, row in ipairs(rows) do
      local before = cpu()
      local done = row[2]()
      best[i] = math.max(best[i] or 0, done / (cpu() - before) / 1e6)
    end
  end
  for i, row in ipairs(rows) do
    out[#out + 1] = { name = name .. ", " .. row[1], value = best[i],
      unit = what.unit, ratio = best[i] / best[1] }
  end
  out[#out + 1] = { name = name .. ", a whole run", value = whole_run(game) * 1000,
    unit = "ms of CPU", note = "1,000 programs, 51 generations" }
end

local function run()
  local out = {}
  measure("regression", regression, out)
  measure("11-multiplexer", multiplexer, out)
  return out
end

-- What tests/peers scores elsewhere: the game, its cases, an evolved population.
local function for_peers()
  local cases = regression.cases()
  local game = regression.rules(cases, "columns")
  return game, cases, evolved(game, regression.generations)
end

return { regression = for_peers,
  summary = "pure rules on columns of cases (ratio to Lua functions)",
  run = run }
