-- Rules with state in lanes: 32 ant trails, and Minesweeper, by every engine.
--
-- Each game's programs are a population evolved by it. All engines score the same
-- ones, compiling included; rates are nodes per CPU second of one core, the best of
-- several passes taken in turn, and ratios are to native scalar code.

local ant    = require "ludus.ant.rules"
local evolve = require "ludus.core.evolve"
local mines  = require "ludus.minesweeper"
local random = require "ludus.core.rng"
local rules  = require "ludus.rules"
local spec   = require "ludus.minesweeper.rules"
local system = require "ludus.core.system"
local words  = require "ludus.script.words"

local PASSES, TRAILS, PELLETS = 9, 32, 89
local POPULATION, PROGRAMS, TIMES = 2000, 100, 5

local plan = { select = { method = "tournament", param = 7, parsimony = false },
  elite = 0, vary = { { 0.9, "crossover", {} }, { 0.1, "copy", {} } } }

-- Texts of some programs of that generation.
local function evolved(game, tree, generations)
  local e, list = evolve.new(tree:species(game), game,
    { population = POPULATION, seed = 1, threads = 1, cache = 16 }), {}
  e:start(false)
  for _ = 1, generations do e:step(plan) end
  for i = 1, POPULATION, POPULATION // PROGRAMS do
    local text = e:text(i)
    if text:find "ADF2" and not text:find "^ARITY" then
      text = "ARITY 3 2 1\n" .. text
    end
    list[#list + 1] = text
  end
  return list
end

local function read_all(game, texts)
  local list = {}
  for i, text in ipairs(texts) do list[i] = game:read(text) end
  return list
end

-- Seconds of CPU that it takes to score the programs, and the nodes they evaluate.
local function seconds(game, programs)
  if game.time then return game:time(programs) end
  local _, before = system.clock()
  local nodes = game:measure(programs, TIMES)
  local _, after = system.clock()
  return (after - before) / TIMES, nodes // TIMES
end

-- Rows for games that play the same programs; the second is 1x.
local function compare(title, games, texts)
  local programs, best, count = {}, {}, nil
  for i, row in ipairs(games) do programs[i] = read_all(row[2], texts) end
  for _ = 1, PASSES do
    for i, row in ipairs(games) do
      local took, nodes = seconds(row[2], programs[i])
      assert(nodes == (count or nodes), "the engines do not agree")
      best[i], count = math.min(best[i] or took, took), nodes
    end
  end
  local rows = {}
  for i, row in ipairs(games) do
    rows[i] = { name = title .. ", " .. row[1], value = count / best[i] / 1e6,
      unit = "M nodes/s", ratio = best[2] / best[i] }
  end
  return rows
end

-- ---- the ant ----------------------------------------------------------------

-- A trail from the corner: mostly straight on, one place in eight empty.
local function trail(seed)
  local rng, food = random.new(seed), {}
  for i = 1, 32 * 32 do food[i] = 0 end
  local dx, dy, x, y, d, n = { 0, 1, 0, -1 }, { -1, 0, 1, 0 }, 0, 0, 1, 0
  while n < PELLETS do
    if rng:below(6) == 0 then d = (d + 1 + 2 * rng:below(2)) % 4 end
    x, y = (x + dx[d + 1]) % 32, (y + dy[d + 1]) % 32
    local at = y * 32 + x + 1
    if rng:below(8) > 0 and food[at] == 0 then food[at], n = 1, n + 1 end
  end
  return food
end

local function ant_game(engine)
  local cases = {}
  for i = 1, TRAILS do cases[i] = { food = trail(i) } end
  return rules.game { rules = ant.text, cases = cases, repeats = true,
    budget = 400, max = PELLETS, engine = engine }
end

local function ant_rows()
  local native = ant_game "native"
  local tree = words.tree { nodes = 200, depth = { 2, 6 } }
  return compare("32 trails", { { "rules as bytecode", ant_game "bytecode" },
    { "native rules", native }, { "rules in lanes", ant_game "lanes" } },
    evolved(native, tree, 30))
end

-- ---- Minesweeper ------------------------------------------------------------

local function mines_rows()
  local built_in = mines.game {}
  local tree = words.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } }
  return compare("Minesweeper", {
    { "rules as bytecode", spec.game { engine = "bytecode" } },
    { "native rules", spec.game { engine = "native" } },
    { "rules in lanes", spec.game { engine = "lanes" } },
    { "built in, scalar engine", mines.game { engine = "scalar" } },
    { "built in, best engine", built_in } }, evolved(built_in, tree, 25))
end

local function run()
  local rows = ant_rows()
  table.move(mines_rows(), 1, 5, #rows + 1, rows)
  return rows
end

return { summary = "rules with state in lanes: 32 ant trails, Minesweeper",
  run = run }
