-- memory.lua -- does the memory of a process stay the same for as long as it runs?
--
--     ludus lua tests/soak/memory.lua SECONDS
--
-- One run goes on all the time; beside it short ones of every kind begin and end:
-- trees, linear programs, machines, vectors, a game in Lua, a game of rules,
-- Othello. The resident memory is printed twenty times. It fails if that of the
-- last quarter exceeds that of the second by a tenth and 8 MB.

local system = require "ludus.core.system"
local bs      = require "ludus.battleship"
local functions = require "ludus.functions"
local ga      = require "ludus.ga"
local ipd     = require "ludus.ipd"
local ludus   = require "ludus"
local machine = require "ludus.machine"
local mines   = require "ludus.minesweeper"
local runs    = require "ludus.run"
local script  = require "ludus.script"
local stores  = require "ludus.run.store"

local seconds = tonumber(({ ... })[1]) or 60
local path = os.tmpname()
os.remove(path)

local function resident()
  local f = assert(io.open "/proc/self/status")
  local kilobytes = f:read "a":match("VmRSS:%s*(%d+)")
  f:close()
  return tonumber(kilobytes) / 1024
end

local store = stores.open(path)

local function new(experiment, seed)
  local id = store:add_run { script = "soak", source = "", settings = "",
    seed = seed, population = experiment.population }
  return runs.new(experiment, { seed = seed, store = store, id = id,
    checkpoint = 1 })
end

local function tree(game)
  return ludus.experiment { game = game, population = 200, generations = 6,
    program = ludus.tree { adfs = { 2, 1 }, nodes = 60 }, stop = ludus.never,
    cache = 12 }
end

-- Every function is one short piece of work.
local work = {
  function(n) new(tree(mines.game { rows = 5, cols = 5 }), n):execute() end,
  function(n)
    new(ludus.experiment { game = bs.game { cases = 5 }, program = bs.program {},
      vary = { { 0.5, ludus.operator "chunk" }, { 0.5, ludus.operator "mutate" } },
      population = 50, generations = 4, cache = 0 }, n):execute()
  end,
  function(n)
    new(ludus.experiment { game = ipd.game { turns = 20 },
      program = ludus.machine { states = 8 }, vary = machine.operators(0.2),
      population = 100, generations = 6, stop = ludus.never }, n):execute()
  end,
  function(n)
    ga.run { game = functions.game "onemax", seed = n, population = 50,
      program = ludus.vector { type = "bits", length = 64 }, generations = 20,
      vary = { { "twopoint", chance = 0.5 }, { "flip", chance = 0.5 } } }
  end,
  function(n)
    local value = script.load "scripts/regression.lua"
    new(value:with { { key = "population", value = "50" },
      { key = "generations", value = "3" } }, n):execute()
  end,
  function(n)
    local value = script.load "scripts/tictactoe.lua"
    new(value:with { { key = "population", value = "20" },
      { key = "generations", value = "2" } }, n):execute()
  end,
  function(n)
    local value = script.load "scripts/othello-gp.lua"
    new(value:with { { key = "population", value = "8" },
      { key = "generations", value = "2" } }, n):execute()
  end,
  function() pcall(script.load, "no-such.lua") end,
  function() pcall(ludus.experiment, { game = 5, populaton = 3 }) end,
}

local endless = new(ludus.experiment { game = mines.game {},
  program = ludus.tree { adfs = { 3, 2, 1 } }, population = 500,
  generations = 1000000000, stop = ludus.never, history = 100 }, 1)

local started, samples, n = system.clock(), {}, 0
print(("%8s %10s %12s %12s"):format("seconds", "rounds", "generations", "MB"))
repeat
  n = n + 1
  for _ = 1, 5 do endless:advance() end
  work[n % #work + 1](n)
  if n % 50 == 0 then
    store:run_sql "DELETE FROM generations WHERE run > 1"
    store:run_sql "DELETE FROM checkpoints WHERE run > 1"
    store:run_sql "DELETE FROM runs WHERE id > 1"
    store:trust()
  end
  local elapsed = system.clock() - started
  if elapsed >= seconds * (#samples + 1) / 20 then
    collectgarbage()
    samples[#samples + 1] = resident()
    print(("%8.0f %10d %12d %12.1f"):format(elapsed, n, endless.generation + 1,
      samples[#samples]))
    io.stdout:flush()
  end
until elapsed >= seconds
store:close()
os.remove(path)

local function mean(first, last)
  local sum = 0
  for i = first, last do sum = sum + samples[i] end
  return sum / (last - first + 1)
end

local early, late = mean(6, 10), mean(16, 20)
print(("resident memory: %.1f MB in the second quarter, %.1f MB in the last")
  :format(early, late))
return late <= 1.1 * early + 8 and 0 or 1
