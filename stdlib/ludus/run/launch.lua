-- launch.lua -- starts and resumes runs for the command line: store, progress, the
-- closing words.

local cluster    = require "ludus.run.cluster"
local experiment = require "ludus.script.experiment"
local ends       = require "ludus.script.ends"
local evolve     = require "ludus.core.evolve"
local identity   = require "ludus.run.identity"
local harmless   = require "ludus.script.harmless"
local json       = require "ludus.json"
local output     = require "ludus.run.output"
local progress   = require "ludus.run.progress"
local recipes    = require "ludus.script.recipes"
local runs       = require "ludus.run"
local sandbox    = require "ludus.core.sandbox"
local script     = require "ludus.script"
local stores     = require "ludus.run.store"
local study      = require "ludus.script.study"
local system     = require "ludus.core.system"

local launch = {}

-- The words of --set, one a line, as they are kept in the store.
function launch.settings_text(sets)
  local lines = {}
  for i, set in ipairs(sets or {}) do lines[i] = set.key .. "=" .. set.value end
  return table.concat(lines, "\n")
end

-- The words of --set in that text.
function launch.settings_of(text)
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

-- A word for the shell.
function launch.quoted(word)
  if word ~= "" and not word:find "[^%w_.=,/-]" then return word end
  return "'" .. word:gsub("'", [['\'']]) .. "'"
end

-- The command that goes on with a run of this store.
function launch.resume_command(id, options)
  local words = { "ludus resume " .. id }
  if options.store and options.store ~= stores.path() then
    words[#words + 1] = "--store " .. launch.quoted(options.store)
  end
  if options.sandbox then words[#words + 1] = "--sandbox" end
  return table.concat(words, " ")
end

-- The greatest score of a game, or nil.
local function greatest(game)
  local facts = game.facts and game:facts() or {}
  return facts.max
end

-- Why a run that is not solved ended, where that is not plain.
local function ending(run, r)
  if r.interrupted or r.ended == "solved" then return "" end
  local success = run.ends.success
  if success then
    return (": solved after %s"):format(progress.counted(success.evaluations, "evaluation"))
  end
  if r.ended == "generations" or r.ended == "schedule" then return "" end
  return ": " .. ends.reasons[r.ended] .. (r.ended == "seconds"
    and " (the time one call of a function may take is 'patience')" or "")
end

-- What a run's best program got at the test.
function launch.test_text(test)
  return ("raw %s, %d of %s won"):format(progress.number(test.raw), test.hits,
    progress.counted(test.cases, "case"))
end

-- The same of a stored run; what it holds may be a stranger's.
function launch.stored_test(text)
  local ok, test = pcall(json.decode, text)
  if not ok or type(test) ~= "table" or type(test.raw) ~= "number"
    or math.type(test.hits) ~= "integer" or math.type(test.cases) ~= "integer" then
    error("the stored test is damaged: expected raw, hits and cases, got " .. text, 0)
  end
  return launch.test_text(test)
end

local function closing_words(run, options)
  local r = run:result()
  if options.json then
    output.json(r)
    return
  end
  if options.quiet then return end
  print(("%s after %s, %s, %.1f s%s"):format(
    r.interrupted and "interrupted" or r.ended == "solved" and "solved" or "ended",
    progress.counted(r.generations, "generation"), progress.counted(r.evaluations, "evaluation"),
    r.seconds, ending(run, r)))
  print(("best: raw %s, %s"):format(progress.of(r.best.raw, greatest(run:judged())),
    progress.counted(r.best.size, parts[run.experiment.program.kind] or "node")))
  if r.test then print("test: " .. launch.test_text(r.test)) end
  if not run.experiment.report then io.write(r.best.text) end
  print(("run %s  seed %d  digest %s"):format(r.run or "-", r.seed, r.digest))
  if run.sent then
    print(("cluster: %s, %s bytes sent per generation and rank"):format(
      progress.counted(run.sent.ranks, "rank"), progress.thousands(run.sent.bytes)))
  end
  if r.interrupted and r.run then
    print("to go on: " .. launch.resume_command(r.run, options))
  end
end

-- Bytes that a rank has sent per generation made, at most.
local function note_sent(run)
  local list = cluster.sent()
  local made = run.generation - (run.replay_to or -1)
  run.sent = { ranks = #list, bytes = math.max(table.unpack(list)) / math.max(1, made) }
end

local function execute(value, options, setup)
  local bar = progress.new(options, value.bounded and value.generations < ends.most
    and value.generations or nil)
  setup.observe = function(_, stats) bar:show(stats) end
  system.catch(true)
  local run = runs.new(value, setup)
  run.silent = options.quiet or options.json     -- for what scripts print
  if run.missing and not run.silent then
    print(("generation %d is missing in the store: the run begins again"):format(
      run.missing))
  end
  local ok, message = pcall(run.execute, run)
  if ok and cluster.current() then note_sent(run) end
  system.catch(false)
  bar:done()
  if not ok then error(message, 0) end
  closing_words(run, options)
  return run
end

local TOLD = 1e9                        -- bytes of a population that are told

local function gigabytes(bytes) return ("%.1f GB"):format(bytes / 1e9) end

-- Tells what a large population takes, or refuses one that does not fit the machine. The
-- sandbox has a limit of its own.
local function check_memory(value, options)
  if sandbox.inside() then return end
  local bytes = evolve.memory(value.species, value.population,
    value:plan().cases and value.game:goal().cases or 0)
  if bytes < TOLD then return end
  local about = ("a population of %s takes about %s of memory"):format(
    progress.thousands(value.population), gigabytes(bytes))
  local have = system.memory()
  if bytes > have and not options.huge then
    error(("%s, the machine has %s: field 'population' must be less, or the programs "
      .. "smaller; --huge tries it"):format(about, gigabytes(have)), 0)
  end
  if not options.quiet and not options.json then print(about) end
end

-- What is played, for people and comparisons: a name and how many cases.
local function game_text(game, path)
  local goal, recipe = game:goal(), recipes.recipe(game)
  local name = recipe and type(recipe.settings.name) == "string" and recipe.settings.name
    or goal.class
  if name == "game" or name == "rules" then
    name = ("the %s of %s"):format(name, path)
  end
  return ("%s (%s)"):format(name, progress.counted(goal.cases, "case"))
end

-- The columns of a run that tell what it plays.
function launch.about(game, path, judged)
  local goal = (judged or game):goal()
  return { game = game_text(game, path), max = greatest(judged or game),
    minimise = goal.minimise and 1 or 0 }
end

-- Starts a new run of the experiment that the script at `path` returned. Here and
-- below `options.opened` is the store if it had to be opened before.
function launch.start(path, value, options)
  if options.set then value = value:with(options.set) end
  value:check_plants()
  check_memory(value, options)
  local judged = value:judged(value.game)
  judged:fits(value.species, options.threads)
  local row = launch.about(value.game, path, judged)
  row.script, row.source = path, script.source(path)
  row.settings, row.seed = launch.settings_text(options.set), options.seed or 1
  row.population = value.population
  row.identity = identity.of_experiment(value, row.settings)
  cluster.same_run { hash = row.identity.hash, files = row.identity.files, seed = row.seed }
  local store = cluster.is_first() and (options.opened or stores.open(options.store))
  return execute(value, options, { seed = row.seed, threads = options.threads,
    store = store or nil, id = store and store:add_run(row),
    checkpoint = options.checkpoint, sets = options.set })
end

-- The experiment that a part of a study is a run of: only lessons can tell, and only from
-- the store, which has their script.
local function experiment_of_part(row, store)
  local parent = store and store:get_run(row.parent)
  local value = parent and script.load(parent.script, parent.source)
  local found = parent and study.is(value) and study.experiment(value,
    (row.place:gsub("/%d+$", "")), launch.settings_of(row.settings))
  if found then return found end
  error(("run %d is a part of the study that is run %d: it has no script of its own")
    :format(row.id, row.parent), 0)
end

-- The experiment of a stored run; of the part of a lesson with the store.
function launch.experiment_of(row, store)
  if row.kind == "part" then return experiment_of_part(row, store) end
  local value = script.load(row.script, row.source)
  if not experiment.is(value) then
    error(("run %d: its script does not return an experiment"):format(row.id), 0)
  end
  if not row.game and value.given.seconds ~= nil then     -- stored by 0.1.0
    error(("run %d: when it was started 'seconds' meant what is 'patience' now; write "
      .. "that in its script and start it again"):format(row.id), 0)
  end
  if row.settings ~= "" then value = value:with(launch.settings_of(row.settings)) end
  return value
end

-- Figures that may be infinite, which JSON cannot say.
local HUGE = { ["+"] = math.huge, ["-"] = -math.huge }
local endless = { "raw", "standardized", "raw_mean", "raw_deviation", "standardized_mean" }

-- A stored run as the other ranks get it, in text, and back.
local function told_run(store, row)
  local point = store:get_checkpoint(row.id)
  local rows = store:generations(row.id)
  for _, generation in ipairs(rows) do
    for _, name in ipairs(endless) do
      local x = generation[name]
      if math.abs(x) == math.huge then generation[name] = x > 0 and "+" or "-" end
    end
  end
  return string.pack("s8s8", json.encode { row = row, rows = json.list(rows),
    generation = point and point.generation }, point and point.state or "")
end

local function heard_run(text)
  local about, state = string.unpack("s8s8", text)
  about = json.decode(about)
  for _, generation in ipairs(about.rows) do
    for _, name in ipairs(endless) do
      generation[name] = HUGE[generation[name]] or generation[name]
    end
  end
  about.checkpoint = about.generation
    and { generation = about.generation, state = state } or nil
  return about
end

-- The same on all ranks of a cluster: the first one has the store.
local function resume_together(id, options)
  local store, row
  local ok, failed = pcall(function()
    if not cluster.is_first() then return end
    store = options.opened or stores.open(options.store)
    row = store:get_run(id)
    if row.kind then error(("run %d is a %s, which is not spread over ranks"):format(id,
      row.kind), 0) end
  end)
  cluster.all_well(ok, failed)
  local stored = heard_run(cluster.first(function() return told_run(store, row) end))
  local value = cluster.all_well(pcall(function()
    local found = launch.experiment_of(stored.row)
    if store then identity.demand(store, row, found) end
    return found
  end))
  local who = identity.of_experiment(value, stored.row.settings)
  cluster.same_run { hash = who.hash, files = who.files, seed = stored.row.seed }
  return execute(value, options, { seed = stored.row.seed, threads = options.threads,
    store = store, id = store and id, checkpoint = options.checkpoint,
    sets = launch.settings_of(stored.row.settings), stored = stored })
end

-- Goes on with a stored run from its last checkpoint.
function launch.resume(id, options)
  if cluster.current() then return resume_together(id, options) end
  local store = options.opened or stores.open(options.store)
  local row = store:get_run(id)
  if row.kind == "part" then
    error(("run %d is a part of a study; to go on with that: %s"):format(id,
      launch.resume_command(row.parent, options)), 0)
  end
  if row.version ~= system.version and not options.json and not options.quiet then
    print(harmless(("run %d was started by Ludus %s, this is %s"):format(id, row.version,
      system.version)))
  end
  if row.kind == "study" then
    options.opened = store
    return require "ludus.run.studies".resume(row, options)
  end
  local value = launch.experiment_of(row)
  identity.demand(store, row, value)
  check_memory(value, options)
  return execute(value, options, { seed = row.seed, threads = options.threads,
    store = store, id = id, checkpoint = options.checkpoint,
    sets = launch.settings_of(row.settings), stored = { row = row, rows = store:generations(id),
      checkpoint = store:get_checkpoint(id) } })
end

return launch
