-- sweep.lua -- many runs of one script: over seeds, and over values of settings.
--
--     ludus run scripts/ant.lua --seeds 1..30 --sweep population=500|1000
--
-- Runs are interleaved: all settings with the first seed, then with the second, and
-- so on, so that a sweep stopped at any time has compared like with like. Runs that
-- the store has already, of the same identity (see ludus.run.identity) and seed, are not
-- made again; one that was interrupted is resumed. Several processes may share a sweep:
-- each run is made by one of them; with --jobs this one starts some. At the end, one table.

local claims  = require "ludus.core.claims"
local cli     = require "ludus.cli"
local cluster = require "ludus.run.cluster"
local compare = require "ludus.stats.compare"
local crews   = require "ludus.run.crew"
local identity = require "ludus.run.identity"
local harmless = require "ludus.script.harmless"
local launch  = require "ludus.run.launch"
local json    = require "ludus.json"
local pieces  = require "ludus.run.pieces"
local output  = require "ludus.run.output"
local ranks   = require "ludus.run.ranks"
local results = require "ludus.stats.results"
local runs    = require "ludus.run"
local sandbox = require "ludus.core.sandbox"
local script  = require "ludus.script"
local stores  = require "ludus.run.store"
local studies = require "ludus.run.studies"
local study   = require "ludus.script.study"
local system  = require "ludus.core.system"

local sweep = {}

sweep.seeds_max = 100000

-- "1..30", "7" or "1,5,9": a list of seeds.
function sweep.seeds(text)
  local list = {}
  for word in (text .. ","):gmatch "([^,]*)," do
    local first, last = word:match("^(%-?%d+)%.%.(%-?%d+)$")
    last = math.tointeger(tonumber(last or word))
    first = math.tointeger(tonumber(first or word))
    local n = first and last and last - first      -- past 2^63 it is negative
    if not n or last < first then
      error(("--seeds: expected seeds as in 1..30 or 1,5,9, got '%s'"):format(text), 0)
    elseif n < 0 or n >= sweep.seeds_max - #list then
      error(("--seeds: at most %d seeds, got '%s'"):format(sweep.seeds_max, text), 0)
    end
    for seed = first, last do list[#list + 1] = seed end
  end
  return list
end

-- Every combination of the swept values, each a list of --set words.
local function combinations(fixed, swept)
  local all = { table.move(fixed or {}, 1, #(fixed or {}), 1, {}) }
  for _, set in ipairs(swept or {}) do
    local longer = {}
    for _, sets in ipairs(all) do
      for value in (set.value .. "|"):gmatch "([^|]*)|" do
        longer[#longer + 1] = cli.with_setting(sets, { key = set.key, value = value })
      end
    end
    all = longer
  end
  return all
end

-- Says what has changed since the last run of the script that is of another identity: it
-- is not counted.
local function tell_changes(store, path, value, sets)
  local settings = launch.settings_text(sets)
  local id = identity.of_experiment(value, settings)
  local row = store:other_run(path, settings, id.hash)
  if not row then return end
  local list = identity.changes(store, row, id, path, script.source(path))
  if row.version ~= system.version then
    table.insert(list, 1, ("Ludus %s, now %s"):format(row.version, system.version))
  end
  if #list == 0 then return end
  cli.say(("run %d is not counted, nor others like it: %s"):format(row.id,
    table.concat(list, "; ")))
end

-- Makes a run, or goes on with the one that was found: its number, and whether it was
-- interrupted.
local function make(path, value, found, options)
  if study.is(value) then
    if found then return launch.resume(found.id, options) end
    return studies.start(path, value, options)
  end
  local run
  if found and found.generation >= 0 then run = launch.resume(found.id, options)
  else run = launch.start(path, value, options) end
  return runs.id(run), run.interrupted
end

-- The stored run of that identity and seed if it is done.
local function done_run(store, key, seed)
  local found = store:find_run(key, seed)
  return found and found.status == "finished" and found.id, found
end

-- Claims of runs among the processes that share a store; in the sandbox, which opens no
-- file, everything is one's own.
local function open_claims(store)
  if sandbox.inside() then
    return { take = function() return true end, give = function() end }
  end
  return claims.open(store.path .. "-claims")
end

-- Makes a run of the plan, which this process has claimed, or goes on with it.
local function make_run(path, value, options, store, run)
  local id, found = done_run(store, run.key, run.seed)
  if id then return id, false end
  local sets, seed = run.sets, run.seed
  local quiet = { quiet = true, huge = options.huge, threads = options.threads,
    store = options.store,
    checkpoint = options.checkpoint, opened = options.opened, seed = seed,
    set = #sets > 0 and sets or nil }
  return make(path, value, found, quiet)
end

local function claim_of(run) return ("%s %d"):format(run.key, run.seed) end

-- Mistakes in settings come first.
local function check(value, sets)
  if study.is(value) then study.settings(value, sets)
  else value:with(sets) end
end

-- The runs of a sweep, in the order they are to be made: { seed, sets, key }.
local function plan(value, seeds, settings)
  local list, keys = {}, {}
  for i, sets in ipairs(settings) do
    keys[i] = identity.of_experiment(value, launch.settings_text(sets)).hash
  end
  for _, seed in ipairs(seeds) do
    for i, sets in ipairs(settings) do
      list[#list + 1] = { seed = seed, sets = sets, key = keys[i] }
    end
  end
  return list
end

-- ---- who makes them ------------------------------------------------------------------

-- Each of these makes the runs of a list and calls note(run, id) for each; true if it was
-- interrupted. What a process outside is making comes last.

-- This process, one after the other.
local function alone(list, own, note, make_one)
  local function go_through(runs, wait)
    local later = {}
    for _, run in ipairs(runs) do
      local id, interrupted = run.done(), false
      if not id and own:take(claim_of(run), wait) then
        id, interrupted = make_one(run)
        own:give(claim_of(run))
      end
      if id then note(run, id) else later[#later + 1] = run end
      if interrupted then return true end
    end
    return #later > 0 and go_through(later, true)
  end
  return go_through(list, false)
end

-- Several at a time, by a crew: see ludus.run.crew.
local function together(list, crew, note)
  local later, interrupted = {}, false
  local function listen()
    local run, answer = crew:wait()
    if answer.failed then error(answer.failed, 0) end
    interrupted = interrupted or answer.interrupted
    if answer.id then note(run, answer.id) else later[#later + 1] = run end
  end
  local function go_through(runs, wait)
    for _, run in ipairs(runs) do
      local id = run.done()
      if id then note(run, id)
      else
        while not crew:is_idle() do listen() end
        if interrupted or system.interrupted() > 0 then break end
        crew:give(run, { seed = run.seed, sets = json.list(run.sets), key = run.key,
          wait = wait })
      end
    end
    while crew:is_busy() do listen() end
  end
  go_through(list, false)
  while #later > 0 and not interrupted and system.interrupted() == 0 do
    local runs = later
    later = {}
    go_through(runs, true)
  end
  return interrupted or system.interrupted() > 0
end

-- The words that make this program one of a crew.
local function worker_words(path, options)
  local words = { system.program(), "run", "--worker" }
  for _, name in ipairs { "store", "checkpoint", "rules" } do
    if options[name] then words[#words + 1] = ("--%s=%s"):format(name, options[name]) end
  end
  if options.huge then words[#words + 1] = "--huge" end
  local threads = options.threads or math.max(1, system.cores() // options.jobs)
  words[#words + 1] = "--threads=" .. threads
  table.move({ "--", path }, 1, 2, #words + 1, words)
  return words
end

local function by_crew(list, path, options, note)
  local crew = crews.open(math.min(options.jobs, #list), worker_words(path, options))
  system.catch(true)
  local ok, result = pcall(together, list, crew, note)
  crew:stop()
  crew:close()
  system.catch(false)
  if not ok then error(result, 0) end
  return result
end

-- On a cluster the first rank hands out the runs, and keeps them.
local function by_ranks(handle, list, store, note)
  local crew = ranks.open(handle, store)
  system.catch(true)
  local ok, result = pcall(together, list, crew, note)
  system.catch(false)
  if not ok then error(result, 0) end
  crew:close()
  return result
end

local function work_for_first(handle, path, value, options)
  system.catch(true)
  ranks.serve(handle, function(run, store, file)
    local own = setmetatable({ opened = store, store = file }, { __index = options })
    local id, interrupted = make_run(path, value, own, store, run)
    return { id = id, interrupted = interrupted }
  end)
  system.catch(false)
end

-- One of a crew: makes the runs it is given.
function sweep.work(path, value, options)
  local store = options.opened or stores.open(options.store)
  local own = open_claims(store)
  crews.serve(function(run)
    if not own:take(claim_of(run), run.wait) then return { busy = true } end
    local id, interrupted = make_run(path, value, options, store, run)
    own:give(claim_of(run))
    return { id = id, interrupted = interrupted }
  end)
end

-- The ranks of a cluster, if there are several, which have the same script.
local function join_ranks(value, sets, seed)
  local handle = cluster.current()
  if not handle then return nil end
  local who = identity.of_experiment(value, launch.settings_text(sets))
  cluster.same_run { hash = who.hash, files = who.files, seed = seed }
  cluster.apart()
  return handle.ranks > 1 and handle or nil
end

-- Makes the runs of a list, { seed, sets }, or finds them in the store: their numbers in its
-- order; nil if it was interrupted. note(run, id) is called for each as it is there.
-- `about` has the path of the script, its value, options, the store, and the handle of a
-- cluster whose ranks make them, if there is one.
function sweep.make(about, list, note)
  local path, value, options, store = about.path, about.value, about.options, about.store
  local missing = 0
  for _, run in ipairs(list) do
    run.key = run.key or identity.of_experiment(value, launch.settings_text(run.sets)).hash
    function run.done()
      local id = done_run(store, run.key, run.seed)
      run.known = id ~= nil
      return id
    end
    if not run.done() then missing = missing + 1 end
  end
  local function keep(run, id)
    run.id = id
    if note then note(run, id) end
  end
  local interrupted
  if about.handle then
    interrupted = by_ranks(about.handle, list, store, keep)
  elseif (options.jobs or 1) > 1 and missing > 1 then
    interrupted = by_crew(list, path, options, keep)
  else
    interrupted = alone(list, open_claims(store), keep, function(run)
      return make_run(path, value, options, store, run)
    end)
  end
  if interrupted then return nil end
  local ids = {}
  for i, run in ipairs(list) do ids[i] = run.id end
  return ids
end

-- Makes every run of the sweep and prints the table.
function sweep.start(path, value, options)
  local seeds = sweep.seeds(options.seeds or tostring(options.seed or 1))
  local settings = combinations(options.set, options.sweep)
  for _, sets in ipairs(settings) do check(value, sets) end
  local handle = join_ranks(value, settings[1], seeds[1])
  if handle and handle.rank > 0 then
    work_for_first(handle, path, value, options)
    return
  end
  local store = options.opened or stores.open(options.store)
  if not options.quiet and not options.json then
    for _, sets in ipairs(settings) do tell_changes(store, path, value, sets) end
  end
  local list = plan(value, seeds, settings)
  local function tell(row, n)
    if options.json then
      output.json { run = row.id, seed = row.seed, settings = row.settings,
        best = row.best, solved = row.solved == 1, ended = row.ended,
        generations = row.generation + 1, evaluations = row.evaluations,
        seconds = row.seconds, digest = row.digest,
        result = row.result and json.decode(row.result) }
    elseif not options.quiet then
      print(harmless(compare.line(row, n, #list)))
      io.flush()
    end
  end
  local done, work = 0, pieces.new(options, #list)
  local function note(run, id)
    done = done + 1
    work:clear()
    tell(store:get_run(id), done)
    if run.known then work:skip() else work:count() end
  end
  local ids = sweep.make({ path = path, value = value, options = options, store = store,
    handle = handle }, list, note)
  work:clear()
  if not ids then
    if not options.quiet and not options.json then
      print("interrupted; the same command goes on")
    end
    return
  end
  local about = study.is(value) and results or compare
  local groups = about.groups(store, ids)
  if options.json then
    for _, line in ipairs(about.rows(groups)) do output.json(line) end
  elseif not options.quiet then
    io.write("\n", harmless(about.table(groups)))
  end
end

return sweep
