-- The Santa Fe ant by Lua functions, by rules, and by hand in C.
--
-- All play the same programs: a population evolved by the rules. Rates are nodes
-- evaluated per CPU second of one core, the best of several passes. A whole run is
-- breeding and scoring together, with a cache of scores as in any experiment; its
-- nodes are those of all programs of all generations.

local by_hand = require "ludus.core.ant"
local ant     = require "ludus.ant.rules"
local santafe = require "ludus.santafe"
local evolve  = require "ludus.core.evolve"
local system  = require "ludus.core.system"
local words   = require "ludus.script.words"

local PASSES, ACTIONS = 9, 400
local POPULATION, GENERATIONS = 1000, 51
local RUNS, CACHE = 3, 16             -- the fastest of so many runs; 2^16 scores

local function cpu() return (select(2, system.clock())) end

-- Nodes per second of each contender, in millions: the best of several passes,
-- taken in turn so that a slow moment of the machine hits all of them.
local function rates(contenders)
  local best = {}
  for _ = 1, PASSES do
    for i, play in ipairs(contenders) do
      local before = cpu()
      local nodes = play()
      best[i] = math.max(best[i] or 0, nodes / (cpu() - before) / 1e6)
    end
  end
  return best
end

-- ---- the ant by Lua functions -----------------------------------------------

local dx, dy = { [0] = 0, 1, 0, -1 }, { [0] = -1, 0, 1, 0 }

local function start(cells)
  return { x = 0, y = 0, dir = 1, eaten = 0, food = table.move(cells, 1, 1024, 1, {}) }
end

local function move(s)
  s.x, s.y = (s.x + dx[s.dir]) % 32, (s.y + dy[s.dir]) % 32
  local at = s.y * 32 + s.x + 1
  if s.food[at] == 1 then
    s.food[at] = 0
    s.eaten = s.eaten + 1
  end
  return 0
end

local function food_ahead(s)
  local x, y = (s.x + dx[s.dir]) % 32, (s.y + dy[s.dir]) % 32
  return s.food[y * 32 + x + 1] == 1
end

-- The game as `ludus.game` takes it.
local function declare(make, cells)
  return make { name = "ant", cases = { cells }, start = start,
    primitives = {
      LEFT = { 0, function(s) s.dir = (s.dir + 3) % 4 return 0 end, cost = 1 },
      RIGHT = { 0, function(s) s.dir = (s.dir + 1) % 4 return 0 end, cost = 1 },
      MOVE = { 0, move, cost = 1 },
      IF_FOOD = { 2, function(s, yes, no)
        if food_ahead(s) then return yes() else return no() end
      end, lazy = true, cost = 0 },
      PROGN2 = { 2, function(_, _, b) return b end, cost = 0 },
      PROGN3 = { 3, function(_, _, _, c) return c end, cost = 0 },
    },
    repeats = true, budget = ACTIONS, cost = 0, max = 89,
    done = function(s) return s.eaten == 89 end,
    score = function(s) return s.eaten end }
end

-- ---- programs ---------------------------------------------------------------

local tree = words.tree { nodes = 200, depth = { 2, 6 } }
local plan = { select = { method = "tournament", param = 7, parsimony = false },
  elite = 0, vary = { { 0.9, "crossover", {} }, { 0.1, "copy", {} } } }

local function evolution(game, threads)
  return evolve.new(tree:species(game), game, { population = POPULATION, seed = 1,
    threads = threads, cache = CACHE })
end

-- Some programs of generation 30.
local function evolved(game)
  local e, list = evolution(game, 0), {}
  e:start(false)
  for _ = 1, 30 do e:step(plan) end
  for i = 1, POPULATION, 10 do list[#list + 1] = e:text(i) end
  return list
end

local function read_all(game, texts)
  local list = {}
  for i, text in ipairs(texts) do list[i] = game:read(text) end
  return list
end

-- Nodes that the populations of a whole run evaluate, all generations together.
local function nodes_of_run(game)
  local e, nodes = evolution(game, 0), 0
  e:start(false)
  for generation = 1, GENERATIONS do
    if generation > 1 then e:step(plan) end
    local list = {}
    for i = 1, POPULATION do list[i] = game:read(e:text(i)) end
    nodes = nodes + game:measure(list, 1)
  end
  return nodes
end

-- Wall and CPU seconds of the run: the least of several.
local function run_seconds(game, threads)
  local least_wall, least_busy = math.huge, math.huge
  for _ = 1, RUNS do
    local wall, busy = system.clock()
    local e = evolution(game, threads)
    e:start(false)
    for _ = 2, GENERATIONS do e:step(plan) end
    local wall_after, busy_after = system.clock()
    least_wall = math.min(least_wall, wall_after - wall)
    least_busy = math.min(least_busy, busy_after - busy)
  end
  return least_wall, least_busy
end

-- ---- rows -------------------------------------------------------------------

local function by_rules(game, texts, times)
  local programs = read_all(game, texts)
  return function() return (game:measure(programs, times)) end
end

-- The nodes are those that the rules count: the ants do the same.
local function by_functions(texts, cells, native)
  local game = declare(require "ludus.script.game".game, cells)
  local programs = read_all(game, texts)
  local nodes = native:measure(read_all(native, texts), 1)
  return function()
    for _, p in ipairs(programs) do game:score(p) end
    return nodes
  end
end

local function contenders(texts, cells, native)
  local programs = read_all(native, texts)
  return { "Lua functions", "rules, plain interpreter", "rules as bytecode",
    "rules as " .. native:engine(), "by hand in C, a recursive walker" }, {
    by_functions(texts, cells, native),
    by_rules(ant.game { engine = "plain" }, texts, 1),
    by_rules(ant.game { engine = "bytecode" }, texts, 3),
    by_rules(native, texts, 20),
    function() return (by_hand.measure(programs, cells, ACTIONS, 20)) end }
end

local function run_row(native, nodes, threads, hand)
  local name = threads == 1 and "whole run, one core" or "whole run, all cores"
  local wall, busy = run_seconds(native, threads)
  local seconds = threads == 1 and busy or wall
  local rate = nodes / seconds / 1e6
  return { name = name, value = rate, unit = "M nodes/s", note =
    ("%.2f of by hand's evaluation alone; %d x %d programs in %.2f s"):format(
      rate / hand, POPULATION, GENERATIONS, seconds) }
end

local function run()
  local rows, cells, native = {}, santafe.cells(), ant.game { engine = "auto" }
  local names, plays = contenders(evolved(native), cells, native)
  local best = rates(plays)
  for i, name in ipairs(names) do
    rows[i] = { name = name, value = best[i], unit = "M nodes/s",
      ratio = best[i] / best[1], note = "one core" }
  end
  rows[#rows + 1] = { name = "native rules / by hand", value = best[4] / best[5],
    unit = "x" }
  local nodes = nodes_of_run(native)
  rows[#rows + 1] = run_row(native, nodes, 1, best[5])
  rows[#rows + 1] = run_row(native, nodes, 0, best[5])
  return rows
end

return { summary = "the Santa Fe ant by Lua functions, by rules, by hand in C",
  run = run,
  functions = function() return declare(require "ludus.script.game".game, santafe.cells()) end }
