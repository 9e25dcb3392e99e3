-- Minesweeper by rules and by its built-in engines.
--
-- All play the same programs, a population evolved by the built-in game; rates are
-- steps per CPU second of one core, the best of several passes taken in turn.

local evolve = require "ludus.core.evolve"
local mines  = require "ludus.minesweeper"
local spec   = require "ludus.minesweeper.rules"
local system = require "ludus.core.system"
local words  = require "ludus.script.words"

local PASSES, POPULATION, GENERATIONS = 15, 2000, 25

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

-- A function that scores all programs, as evolution does, and gives their steps.
local function player(game, texts)
  local steps = 0
  local e = evolve.new(tree:species(game), game, { population = #texts, seed = 1,
    threads = 1, cache = 0 })
  for i, text in ipairs(texts) do
    e:plant(i, text)
    steps = steps + game:score(game:read(text)).steps
  end
  e:start(false)
  return function()
    e:game(game)                      -- scores the population again
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

-- Before engines could be chosen there was one.
local function built_in_name(engine)
  return "built in, " .. (mines.fields.engine and engine or "best") .. " engine"
end

local function run()
  local texts, native = evolved(), spec.game { engine = "auto" }
  local names = { built_in_name "reference", built_in_name "scalar",
    "rules as bytecode", "rules as " .. native:engine() }
  local best = rates { player(built_in "reference", texts),
    player(built_in "scalar", texts),
    player(spec.game { engine = "bytecode" }, texts), player(native, texts) }
  local rows = {}
  for i, name in ipairs(names) do
    rows[i] = { name = name, value = best[i], unit = "M steps/s",
      ratio = best[i] / best[1], note = "one core; ratio to the first row" }
  end
  rows[#rows + 1] = { name = "native rules / second row",
    value = best[4] / best[2], unit = "x" }
  return rows
end

return { summary = "Minesweeper by rules and by its built-in engines", run = run }
