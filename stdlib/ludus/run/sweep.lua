-- sweep.lua -- many runs of one script: over seeds, and over values of settings.
--
--     ludus run scripts/ant.lua --seeds 1..30 --sweep population=500|1000
--
-- Runs are interleaved: all settings with the first seed, then with the second, and
-- so on, so that a sweep stopped at any time has compared like with like. Runs that
-- the store has already, with the same script, settings and seed, are not made
-- again; one that was interrupted is resumed. At the end, one table.

local cli     = require "ludus.cli"
local compare = require "ludus.stats.compare"
local json    = require "ludus.json"
local launch  = require "ludus.run.launch"
local runs    = require "ludus.run"
local script  = require "ludus.script"
local stores  = require "ludus.run.store"

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
    if not n or last < first or n < 0 or n >= sweep.seeds_max - #list then
      error(("--seeds: expected seeds as in 1..30 or 1,5,9, got '%s'"):format(text), 0)
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

-- The stored run of that script, settings and seed, the furthest if there are more.
local function stored_run(store, path, source, settings, seed)
  return store:query([[SELECT * FROM runs WHERE script = ? AND source = ?
    AND settings = ? AND seed = ? AND status <> 'failed'
    ORDER BY status = 'finished' DESC, generation DESC LIMIT 1]], path, source,
    settings, seed)[1]
end

local function one_run(path, value, options, store, source, sets, seed)
  local settings = launch.settings_text(sets)
  local found = stored_run(store, path, source, settings, seed)
  if found and found.status == "finished" then return found.id, false end
  local quiet = { quiet = true, threads = options.threads, store = options.store,
    checkpoint = options.checkpoint, opened = options.opened, seed = seed,
    set = #sets > 0 and sets or nil }
  local run
  if found and found.generation >= 0 then run = launch.resume(found.id, quiet)
  else run = launch.start(path, value, quiet) end
  return runs.id(run), run.interrupted
end

-- Makes every run of the sweep and prints the table.
function sweep.start(path, value, options)
  local seeds = sweep.seeds(options.seeds or tostring(options.seed or 1))
  local settings = combinations(options.set, options.sweep)
  for _, sets in ipairs(settings) do value:with(sets) end   -- mistakes come first
  local store = options.opened or stores.open(options.store)
  local source = script.source(path)
  local ids, done = {}, 0
  for _, seed in ipairs(seeds) do
    for _, sets in ipairs(settings) do
      local id, interrupted = one_run(path, value, options, store, source, sets, seed)
      ids[#ids + 1] = id
      done = done + 1
      local row = store:get_run(id)
      if options.json then
        print(json.encode { run = id, seed = seed, settings = row.settings,
          best = row.best, solved = row.solved == 1, generations = row.generation + 1,
          evaluations = row.evaluations, seconds = row.seconds, digest = row.digest })
      elseif not options.quiet then
        print(compare.line(row, done, #seeds * #settings))
      end
      if interrupted then
        if not options.quiet and not options.json then
          print("interrupted; the same command goes on")
        end
        return
      end
    end
  end
  local groups = compare.groups(store, ids)
  if options.json then
    for _, line in ipairs(compare.rows(groups)) do print(json.encode(line)) end
  elseif not options.quiet then
    io.write("\n", compare.table(groups))
  end
end

return sweep
