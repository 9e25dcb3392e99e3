-- targets.lua -- the fuzzing harnesses of the games' readers, of what is stored and
-- of --set, as a table of functions of bytes. Called by fuzz_lua.c in a state of its own.
--
-- What is refused must be refused with words for a person: a message with a line
-- of the library in it ("ludus/run.lua:12: attempt to ...") is a mistake of ours.

local bs         = require "ludus.battleship"
local cli        = require "ludus.cli"
local compare    = require "ludus.stats.compare"
local evolve     = require "ludus.core.evolve"
local experiment = require "ludus.script.experiment"
local games      = require "ludus.script.games"
local history    = require "ludus.run.history"
local ipd        = require "ludus.ipd"
local ludus      = require "ludus"
local machine    = require "ludus.machine"
local mines      = require "ludus.minesweeper"
local script     = require "ludus.script"
local sweep      = require "ludus.run.sweep"
local system     = require "ludus.core.system"

local targets = {}

local input = ""                          -- the bytes being tried

-- Signs of such a mistake, unless they were in the input itself.
local signs = { "ludus/[%w_/]+%.lua:%d+:", "attempt to ", "bad argument" }

local function demand_words(message)
  message = tostring(message)
  for _, sign in ipairs(signs) do
    if message:find(sign) and not input:find(sign) then
      error("not for a person: " .. message, 0)
    end
  end
end

local function try(f, ...)
  local ok, message = pcall(f, ...)
  if not ok then demand_words(message) end
  return ok
end

-- ---- programs ---------------------------------------------------------------

local readers

-- Whoever reads the text must read again what it prints, and print the same.
local function read_twice(reader, text)
  local program
  if not try(function() program = reader:read(text, "(text)") end) then return end
  local printed = tostring(program)
  assert(tostring(reader:read(printed, "(again)")) == printed, "printed otherwise")
end

function targets.program(bytes)
  if not readers then
    readers = {}
    for _, name in ipairs(games.which "reads") do
      readers[#readers + 1] = games.find(name).reader()
    end
  end
  for _, reader in ipairs(readers) do read_twice(reader, bytes) end
  try(ludus.parse, bytes)
end

-- ---- experiments ------------------------------------------------------------

-- One experiment of each kind, made when first needed.
local makers = {
  function()
    return ludus.experiment { game = mines.game { rows = 3, cols = 3 },
      program = ludus.tree { adfs = { 2, 1 }, nodes = 40, depth = { 1, 4 } } }
  end,
  function()
    return ludus.experiment { game = bs.game { cases = 2 }, program = bs.program {},
      vary = { { 0.5, ludus.operator "chunk" }, { 0.5, ludus.operator "mutate" } } }
  end,
  function()
    return ludus.experiment { game = ipd.game { turns = 20 },
      program = ludus.machine { states = 8, first = { 1, 4 } },
      vary = machine.operators(0.2) }
  end,
  function() return script.load "scripts/ant.lua" end,
  function() return script.load "scripts/othello-gp.lua" end,
  function() return script.load "scripts/regression.lua" end,
}

local ready = {}
local function experiment_of(kind)
  ready[kind] = ready[kind] or makers[kind]()
  return ready[kind]
end

-- ---- checkpoints ------------------------------------------------------------

-- Those that keep something besides the living; the first three are trees, linear programs
-- and machines.
local function numbers(fields)
  fields.game = require "ludus.functions".game("sphere", 2)
  fields.program = ludus.vector { type = "reals", length = 2, min = -5, max = 5 }
  return fields
end

local function trees(fields)
  fields.game = fields.game or ludus.game { budget = 20, max = 9,
    cases = { { n = 1 }, { n = 2 }, { n = 3 } },
    rules = "var n  constants 0 1 2  X { n }  ADD(a, b) { a + b }  score { value }" }
  fields.program = ludus.tree { nodes = 15 }
  return fields
end

local learners = {
  function() return numbers { scheme = "cma", restarts = 2 } end,
  function() return numbers { scheme = "differential" } end,
  function() return trees { novelty = { 1, "size", near = 2, add = 1, archive = 5 } } end,
  function()
    return trees { meet = { 1, hall = 2 }, game = ludus.game { budget = 20, max = 2,
      rules = "var n, player, judged, first, second  constants 0 1 2  SEEN { n }  ADD(a, b) "
        .. "{ a + b }  turn { if player == 1 { first = value } else { second = value } "
        .. "n = value }  score { if judged == 1 { first > second } else { second > first } }" } }
  end,
  function() return trees { layers = { 2, gap = 2 } } end,
  function() return trees { weights = { "stepwise", every = 1 } } end,
  function() return trees { select = ludus.lexicase { sample = 2, informed = 1, every = 2 } } end,
  function() return trees { limit = { size = 5 } } end,
  function()
    return trees { scheme = "map", map = { { "size", 0, 9, 3 }, { 1, 0, 9, 2 } } }
  end,
  function() return trees { objectives = { "score", "size" }, scheme = "pareto" } end,
}

local KINDS = 3 + #learners
local COUNT = 6
local learning = {}

-- What is to be evolved of that kind.
function targets.kind(kind)
  if kind <= 3 then return experiment_of(kind) end
  if not learning[kind] then
    local fields = learners[kind - 3]()
    learning[kind] = ludus.experiment(fields)
  end
  return learning[kind]
end

local function new_evolution(value)
  return evolve.new(value.species, value.game, { population = COUNT, seed = 1, threads = 1,
    cache = 0, plan = value:plan() })
end

-- The first byte chooses the kind; the rest is restored and bred from.
function targets.checkpoint(bytes)
  local value = targets.kind((bytes:byte(1) or 0) % KINDS + 1)
  local e = new_evolution(value)
  if not try(e.restore, e, bytes:sub(2)) then return end
  for slot = 1, COUNT do e:text(slot) end
  e:stats()
  assert(e:save(), "what was restored is saved")
  for _ = 1, 3 do
    if not try(e.step, e, value:plan()) then return end
  end
  e:stats()
  assert(e:save(), "and again")
end

-- Such inputs, one of each kind.
function targets.checkpoints()
  local list = {}
  for kind = 1, KINDS do
    local value = targets.kind(kind)
    local e = new_evolution(value)
    e:start(false, value:plan())
    for _ = 1, 3 do e:step(value:plan()) end
    list[kind] = string.char(kind - 1) .. e:save()
  end
  return list
end

-- ---- plans ------------------------------------------------------------------

function targets.plan(bytes)
  try(history.plan, bytes, experiment_of(1))
end

-- ---- the store --------------------------------------------------------------

local SCRIPT = [[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game { rows = 2, cols = 2 },
  program = ludus.tree { nodes = 20, depth = { 1, 3 } },
  population = 3, generations = 5, elite = 1, stop = ludus.never, cache = 0 }
]]

-- A file that costs no disk, where there is such a place.
local function memory_file()
  local path = os.tmpname()
  if system.exists "/dev/shm" ~= "folder" then return path end
  os.remove(path)
  return "/dev/shm/" .. path:match("[^/]*$")
end

local base, path                          -- a sound store's bytes; where to put it

local function write(name, bytes)
  local f = assert(io.open(name, "wb"))
  f:write(bytes)
  f:close()
end

local function quiet(words)
  local told = {}
  local out, err, say = io.write, io.stderr, print
  io.write, print = function() end, function() end
  io.stderr = { write = function(_, ...) told[#told + 1] = table.concat { ... } end }
  local status = cli.main(table.unpack(words))
  io.write, io.stderr, print = out, err, say
  demand_words(table.concat(told))
  return status
end

local function remove()
  for _, tail in ipairs { "", "-journal", "-wal", "-shm", ".lua" } do
    os.remove(path .. tail)
  end
end

local function prepare()
  if base then return end
  path = memory_file()
  write(path .. ".lua", SCRIPT)
  local status = quiet { "run", path .. ".lua", "--quiet", "--threads", "1",
    "--set", "generations=4", "--store", path }
  assert(status == 0, "a run to begin with")
  local f = assert(io.open(path, "rb"))
  base = f:read "a"
  f:close()
  remove()
end

-- Columns whose contents are code are left out: a stored script may do anything.
local columns = {
  { "runs", "seed" }, { "runs", "population" }, { "runs", "status" },
  { "runs", "generation" }, { "runs", "evaluations" }, { "runs", "best" },
  { "runs", "max" }, { "runs", "seconds" }, { "runs", "digest" },
  { "runs", "version" }, { "runs", "script" }, { "runs", "message" },
  { "runs", "started" }, { "generations", "generation" },
  { "generations", "raw" }, { "generations", "slot" },
  { "generations", "program" }, { "generations", "plan" },
  { "generations", "births" }, { "generations", "seconds" },
  { "generations", "size" }, { "checkpoints", "generation" },
  { "checkpoints", "state" }, { "checkpoints", "run" },
}

local values = {
  function() return nil end,
  function(s) return math.tointeger(tonumber(s)) or 0 end,
  function(s) return tonumber(s) or -1.5 end,
  function(s) return s end,
  function(s) return s .. "\0" end,       -- stored as a blob
}

-- A line `COLUMN KIND ROW VALUE`, three letters and text, changes one value.
local function change(db, line)
  local column = columns[line:byte(1) % #columns + 1]
  local value = values[(line:byte(2) or 0) % #values + 1](line:sub(4))
  local row = (line:byte(3) or 0) % 4
  pcall(db.run, db, ('UPDATE OR IGNORE %s SET "%s" = ? %s'):format(column[1],
    column[2], column[1] == "generations" and "WHERE generation = " .. row or ""),
    value)
end

-- Bytes `pXYZ` put Z at place 256 X + Y (times 4) of the file.
local function patch(bytes)
  local out = base
  for at = 2, #bytes - 3, 4 do
    local x, y, s, z = bytes:byte(at, at + 3)
    local place = ((x * 256 + y) * 4 + s % 4) % #out + 1
    out = out:sub(1, place - 1) .. string.char(z) .. out:sub(place + 1)
  end
  return out
end

local looks = { { "runs" }, { "show", "1", "--lineage" }, { "show", "1", "--json" },
  { "compare", "1", "1" }, { "report", "1", "--out", "/dev/null" } }

-- Begins with `p`: the file's bytes are changed; with `t`: it is cut; else lines
-- that change values. Then it is looked at in one way and the run goes on.
function targets.store(bytes)
  prepare()
  local first = bytes:sub(1, 1)
  if first == "p" then write(path, patch(bytes))
  elseif first == "t" then
    local a, b = bytes:byte(2, 3)
    write(path, base:sub(1, ((a or 0) * 256 + (b or 0)) * 4 % #base))
  else
    write(path, base)
    local store = require("ludus.run.store").open(path, "write")
    for line in bytes:gmatch("[^\n]+") do change(store.db, line) end
    if #bytes % 2 == 0 then pcall(store.trust, store) end
    store:close()
  end
  local look = looks[#bytes % #looks + 1]
  quiet(table.move({ "--store", path }, 1, 2, #look + 1, { table.unpack(look) }))
  quiet { "resume", "1", "--quiet", "--threads", "1", "--store", path }
  remove()
end

-- ---- --set ------------------------------------------------------------------

-- Expressions of selections and operators are Lua; what may loop is left out.
local function harmless(line)
  return not line:find("function") and not line:find("while")
    and not line:find("repeat") and not line:find("goto") and not line:find("for")
    and not line:find("[:\"'%[]")
end

-- The first byte chooses the script, then a line is a word of --set.
function targets.set(bytes)
  local value = experiment_of((bytes:byte(1) or 0) % #makers + 1)
  local words = {}
  for line in bytes:sub(2):gmatch("[^\n]+") do
    if harmless(line) then
      table.move({ "--set", line }, 1, 2, #words + 1, words)
    end
  end
  local options
  if not try(function()
    options = cli.parse({ set = { kind = "setting", many = true } }, words)
  end) or not options.set then return end
  local changed
  if try(function() changed = value:with(options.set) end) then
    assert(experiment.is(changed), "an experiment")
  end
end

-- ---- lists of numbers -------------------------------------------------------

function targets.numbers(bytes)
  try(function()
    assert(#sweep.seeds(bytes) <= sweep.seeds_max, "too many seeds")
  end)
  local words = {}
  for word in bytes:gmatch("%S+") do words[#words + 1] = word end
  local list = compare.numbers(words)
  assert(not list or #list <= compare.runs_max, "too many numbers")
end

for name, f in pairs(targets) do
  targets[name] = function(bytes)
    input = bytes
    return f(bytes)
  end
end

return targets
