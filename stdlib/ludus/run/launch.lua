-- launch.lua -- starts and resumes runs for the command line: store, progress, the
-- closing words.

local experiment = require "ludus.script.experiment"
local json       = require "ludus.json"
local progress   = require "ludus.run.progress"
local runs       = require "ludus.run"
local script     = require "ludus.script"
local stores     = require "ludus.run.store"
local system     = require "ludus.core.system"

local launch = {}

-- The words of --set, one a line, as they are kept in the store.
function launch.settings_text(sets)
  local lines = {}
  for i, set in ipairs(sets or {}) do lines[i] = set.key .. "=" .. set.value end
  return table.concat(lines, "\n")
end

local function settings_of(text)
  local sets = {}
  for line in text:gmatch("[^\n]+") do
    local key, value = line:match("^([^=]+)=(.*)$")
    if not key then
      error(("the stored settings are damaged: expected KEY=VALUE, got '%s'")
        :format(line), 0)
    end
    sets[#sets + 1] = { key = key, value = value }
  end
  return sets
end

-- What the size of a program counts.
local parts = { tree = "node", linear = "line", machine = "state", vector = "gene" }

local function counted(n, word)
  return ("%s %s%s"):format(progress.thousands(n), word, n == 1 and "" or "s")
end

local function closing_words(run, options)
  local r = run:result()
  if options.json then
    print(json.encode(r))
    return
  end
  if options.quiet then return end
  local facts = run.current.game.facts and run.current.game:facts() or {}
  print(("%s after %s, %s, %.1f s"):format(
    r.interrupted and "interrupted" or r.solved and "solved" or "ended",
    counted(r.generations, "generation"), counted(r.evaluations, "evaluation"),
    r.seconds))
  print(("best: raw %s, %s"):format(progress.of(r.best.raw, facts.max),
    counted(r.best.size, parts[run.experiment.program.kind] or "node")))
  if not run.experiment.report then io.write(r.best.text) end
  print(("run %s  seed %d  digest %s"):format(r.run or "-", r.seed, r.digest))
  if r.interrupted and r.run then
    print(("to go on: ludus resume %d"):format(r.run))
  end
end

local function execute(value, options, setup)
  local bar = progress.new(options, not value.schedule and value.generations or nil)
  setup.observe = function(_, stats) bar:show(stats) end
  system.catch(true)
  local run = runs.new(value, setup)
  run.silent = options.quiet or options.json     -- for what scripts print
  if run.missing and not run.silent then
    print(("generation %d is missing in the store: the run begins again"):format(
      run.missing))
  end
  local ok, message = pcall(run.execute, run)
  system.catch(false)
  bar:done()
  if not ok then error(message, 0) end
  closing_words(run, options)
  return run
end

-- Starts a new run of the experiment that the script at `path` returned. Here and
-- below `options.opened` is the store if it had to be opened before.
function launch.start(path, value, options)
  if options.set then value = value:with(options.set) end
  local store = options.opened or stores.open(options.store)
  local facts = value.game.facts and value.game:facts() or {}
  local id = store:add_run { script = path, source = script.source(path),
    settings = launch.settings_text(options.set), seed = options.seed or 1,
    population = value.population, max = facts.max }
  return execute(value, options, { seed = options.seed or 1,
    threads = options.threads, store = store, id = id,
    checkpoint = options.checkpoint })
end

-- The experiment of a stored run.
function launch.experiment_of(row)
  local value = script.load(row.script, row.source)
  if not experiment.is(value) then
    error(("run %d: its script does not return an experiment"):format(row.id), 0)
  end
  if row.settings ~= "" then value = value:with(settings_of(row.settings)) end
  return value
end

-- Goes on with a stored run from its last checkpoint.
function launch.resume(id, options)
  local store = options.opened or stores.open(options.store)
  local row = store:get_run(id)
  if row.version ~= system.version and not options.json and not options.quiet then
    print(("run %d was started by Ludus %s, this is %s"):format(id, row.version,
      system.version))
  end
  local value = launch.experiment_of(row)
  return execute(value, options, { seed = row.seed, threads = options.threads,
    store = store, id = id, checkpoint = options.checkpoint,
    stored = { rows = store:generations(id),
      checkpoint = store:get_checkpoint(id) } })
end

return launch
