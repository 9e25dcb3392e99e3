-- test_long.lua -- long runs: which generations are kept, that the store stops
-- growing, that resuming and looking do not need the others.

local check   = dofile("tests/lua/check.lua")
local history = require "ludus.run.history"
local launch  = require "ludus.run.launch"
local ludus   = require "ludus"
local runs    = require "ludus.run"
local stores  = require "ludus.run.store"

local folder, write = check.folder()

local function script(more)
  return ([[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game { rows = 3, cols = 3 },
  program = ludus.tree { nodes = 20, depth = { 1, 3 } },
  population = 5, elite = 1, cache = 0, %s }]]):format(more)
end

local quiet = { quiet = true, threads = 1, store = folder .. "/a.db" }

-- Starts the experiment, stops it at a generation as a kill would, and returns it.
local function start(path, stop_at)
  local value = require("ludus.script").load(path)
  local s = stores.open(quiet.store)
  local id = s:add_run { script = path, source = require("ludus.script").source(path),
    settings = "", seed = 1, population = value.population }
  local run = runs.new(value, { seed = 1, threads = 1, store = s, id = id,
    checkpoint = 0 })
  while run.generation < stop_at do run:advance() end
  return run, id
end

local function kept(id)
  local list = {}
  for i, row in ipairs(stores.open(quiet.store, "read"):generations(id)) do
    list[i] = row.generation
  end
  return table.concat(list, " ")
end

-- ---- which are kept ---------------------------------------------------------

local long = write("long.lua", script "history = 8, generations = 61, stop = ludus.never")
local all = write("all.lua", script "history = 61, generations = 61, stop = ludus.never")

local run, id = start(long, 7)
check.equal("up to `history` all are kept", kept(id), "0 1 2 3 4 5 6 7")
run:advance()
check.equal("one more: every second", kept(id), "0 2 4 6 8")
run:advance()
check.equal("and the last", kept(id), "0 2 4 6 8 9")
run:advance()
check.equal("the last makes room", kept(id), "0 2 4 6 8 10")
while run.generation < 31 do run:advance() end
check.equal("every fourth", kept(id), "0 4 8 12 16 20 24 28 31")
check.equal("as many in memory", #run.rows, 9)
run:advance()
check.equal("every eighth", kept(id), "0 8 16 24 32")

run = launch.resume(id, quiet)
check.equal("a resumed run ends", run.generation, 60)
check.equal("and keeps the same", kept(id), "0 8 16 24 32 40 48 56 60")
local whole = launch.start(all, require("ludus.script").load(all), quiet)
check.equal("the digest is that of a run that keeps all", run.digest, whole.digest)
check.equal("which are 61", #whole.rows, 61)
check.equal("in the store, too", #runs.store(whole):generations(whole.id), 61)
run = launch.resume(id, quiet)
check.equal("resumed when it has ended", run.digest, whole.digest)

-- Checkpoints seldom: the same rows as with one each generation.
local _, other = start(long, 0)
runs.new(require("ludus.script").load(long), { seed = 1, threads = 1,
  store = stores.open(quiet.store), id = other, checkpoint = 1000 }):execute()
check.equal("checkpoints seldom", kept(other), "0 8 16 24 32 40 48 56 60")

-- ---- where there is room for fewer -------------------------------------------

local function births_of(id)
  local list = {}
  for generation in pairs(stores.open(quiet.store, "read"):births(id)) do
    list[#list + 1] = generation
  end
  table.sort(list)
  return table.concat(list, " ")
end
local function small(path)
  local _, made = start(path, 0)
  return made, runs.new(require("ludus.script").load(path), { seed = 1, threads = 1,
    store = stores.open(quiet.store), id = made, checkpoint = 0, history = 8 }):execute()
end
do
  local tight, bounded = small(all)
  check.equal("fewer than the script wants", kept(tight), "0 8 16 24 32 40 48 56 60")
  check.equal("births are of those at first", births_of(tight), "0")
  check.equal("to the same digest", bounded.digest, whole.digest)
  tight, bounded = small(write("told.lua", script [[generations = 21, stop = ludus.never,
    on_generation = function() end]]))
  check.equal("with a callback all figures are kept", #bounded.rows, 21)
  check.equal("but not all births", births_of(tight), "0 1 2 3 4 5 6 7")
end

-- ---- looking at them --------------------------------------------------------

local r = history.open(id, quiet.store)
check.equal("the best of a kept one", r:best(16), whole.rows[17].program)
check.equal("the best of the last", r:best(), whole.rows[61].program)
local line = debug.getinfo(1, "l").currentline
check.error("one that was not kept", function() local _ = r:best(17) end,
  ("tests/lua/test_long.lua:%d: run 1 did not keep generation 17, but 16")
  :format(line + 1))
check.error("one there is not", function() local _ = r:best(61) end,
  ("tests/lua/test_long.lua:%d: run 1 has generations 0 to 60, not 61")
  :format(line + 4))
check.error("no lineage", function() r:lineage() end, "run 1 kept 9 of its 61 "
  .. "generations; a lineage needs all of them (field 'history' of the experiment)")
check.equal("the whole one has a lineage",
  #history.open(whole.id, quiet.store):lineage(), 61)
check.ok("a curve", r:plot():find("generation", 1, true))
local html = require("ludus.report").html(stores.open(quiet.store, "read"),
  { id, whole.id })
check.ok("a report of both", html:find("</html>", 1, true))

-- ---- who needs them all -----------------------------------------------------

for name, more in pairs {
  callback = "on_generation = function() end, stop = ludus.never",
  schedule = "schedule = function(run) run:evolve(20) end, stop = ludus.never",
  stop = "stop = function() return false end" } do
  local path = write(name .. ".lua", script("history = 4, generations = 21, " .. more))
  local part, number = start(path, 12)
  check.equal(name .. ": all are kept", #part.rows, 13)
  part = launch.resume(number, quiet)
  check.equal(name .. ": all are gone through", #part.rows, 21)
  check.equal(name .. ": and stored", #runs.store(part):generations(number), 21)
end
check.ok("reaches() remembers nothing", require("ludus.script.words").is_steady(
  ludus.reaches(5)))

-- ---- the file stops growing -------------------------------------------------

local function pages(s) return s:query("PRAGMA page_count")[1].page_count end

local grower = runs.new(require("ludus.script").load(write("grow.lua",
  script "history = 100, generations = 4001, stop = ludus.never")), { seed = 1,
  threads = 1, store = stores.open(folder .. "/grow.db"), id = 1, checkpoint = 1e9 })
runs.store(grower):add_run { script = "", source = "", settings = "", seed = 1,
  population = 5 }
local before
while grower.generation < 4000 do
  grower:advance()
  if grower.generation % 50 == 0 then grower:checkpoint "running" end
  if grower.generation == 1000 then before = pages(runs.store(grower)) end
end
check.ok("four times the generations, the same file", pages(runs.store(grower))
  <= before + 10)
check.ok("rows are few", #grower.rows <= 101)
local heavy = 0
for _, row in ipairs(grower.rows) do if row.births then heavy = heavy + 1 end end
check.equal("births are let go once they are stored", heavy, 0)

os.execute("rm -rf " .. folder)
return check.done()
