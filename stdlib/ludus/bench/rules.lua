-- Minesweeper by rules and by its built-in engines.
--
-- All play the same programs, a population evolved by the built-in game; rates are
-- steps per CPU second of one core, the best of several passes taken in turn.

local evolve = require "ludus.core.evolve"
local mines  = require "ludus.minesweeper"
local spec   = require "ludus.rules.minesweeper"
local system = require "ludus.core.system"
local words  = require "ludus.vocabulary"

local PASSES, POPULATION, GENERATIONS = 7, 2000, 25

local tree = words.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } }
local plan = { select = { method = "tournament", param = 7, parsimony = false },
  elite = 0, vary = { { 0.9, "crossover", {} }, { 0.1, "copy", {} } } }

-- Texts of some programs of the last generation.
local function evolved()
  local game, list = mines.game {}, {}
  local e = evolve.new(tree:species(game), game, { population = POPULATION,
    seed = 1, threads = 0, cache = 16 })
  e:start(false)
  for _ = 1, GENERATIONS do e:step(plan) end
  for i = 1, POPULATION, POPULATION // 40 do
    local text = e:text(i)
    list[#list + 1] = text:find "^ARITY" and text or "ARITY 3 2 1\n" .. text
  end
  return list
end

-- A function that scores all programs and gives the steps they took.
local function player(game, texts)
  local programs = {}
  for i, text in ipairs(texts) do programs[i] = game:read(text) end
  return function()
    local steps = 0
    for _, p in ipairs(programs) do steps = steps + game:score(p).steps end
    return steps
  end
end

local function rates(players)
  local best = {}
  for _ = 1, PASSES do
    for i, play in ipairs(players) do
      local _, before = system.clock()
      local steps = play()
      local _, after = system.clock()
      best[i] = math.max(best[i] or 0, steps / (after - before) / 1e6)
    end
  end
  return best
end

local function built_in(engine)
  return mines.game(mines.fields.engine and { engine = engine } or {})
end

local function run()
  local texts, native = evolved(), spec.game { engine = "auto" }
  local names = { "built in, reference walker", "built in, scalar engine",
    "rules as bytecode", "rules as " .. native:engine() }
  local best = rates { player(built_in "reference", texts),
    player(built_in "scalar", texts),
    player(spec.game { engine = "bytecode" }, texts), player(native, texts) }
  local rows = {}
  for i, name in ipairs(names) do
    rows[i] = { name = name, value = best[i], unit = "M steps/s",
      ratio = best[i] / best[1], note = "one core; ratio to the walker" }
  end
  rows[#rows + 1] = { name = "native rules / scalar engine",
    value = best[4] / best[2], unit = "x" }
  return rows
end

return { summary = "Minesweeper by rules and by its built-in engines", run = run }
