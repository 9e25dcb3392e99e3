-- init.lua -- tuning an experiment: the runs of races, made and stored as those of a sweep.
--
--     ludus tune scripts/ant.lua --budget 300 --field population=100..2000
--
-- The races decide by results alone, which are those of stored runs: repeated, the same
-- command makes the same decisions, takes from the store what is there and goes on. Seeds of
-- races begin with the seed that is given; those of the showing lie a thousand higher and are
-- never raced on.

local cli     = require "ludus.cli"
local compare = require "ludus.stats.compare"
local output  = require "ludus.run.output"
local race    = require "ludus.run.tune.race"
local rngs    = require "ludus.core.rng"
local space   = require "ludus.script.space"
local stores  = require "ludus.run.store"
local sweep   = require "ludus.run.sweep"

local tuning = {}

local SHOWN = 20
local SUCCESS = 2.0 ^ 52              -- before all that can be reached otherwise

-- ---- what is tuned ---------------------------------------------------------------------

-- The fields of the script and of the command line, which counts.
local function texts_of(value, options)
  local texts = {}
  for key, text in pairs(value.tune or {}) do texts[key] = text end
  for _, set in ipairs(options.field or {}) do texts[set.key] = set.value end
  return texts
end

-- --set words with those of a setting over them.
local function joined(fixed, sets)
  local all = fixed or {}
  for _, set in ipairs(sets) do all = cli.with_setting(all, set) end
  return all
end

-- What the command asks for: fields, the runs of all races, seeds; or nil and what is wrong.
function tuning.plan(value, options)
  local fields, wrong = space.fields(texts_of(value, options))
  if not fields then return nil, "what may be tuned: " .. wrong end
  if #fields == 0 then
    return nil, "there is nothing to tune: the script has no field 'tune', and there is no "
      .. "--field"
  end
  local function try(set)
    local ok, why = pcall(value.with, value, joined(options.set, { set }))
    if ok then return nil end
    local text, parsed = tostring(why):gsub("^%-%-set ", "")
    local bounds = text:find(("field '%s': expected"):format(set.key), 1, true)
    return text, parsed > 0 or bounds ~= nil
  end
  for _, field in ipairs(fields) do
    local why = space.wrong(field, try)
    if why then return nil, "what may be tuned: " .. why end
  end
  local least = race.least(fields)
  if options.budget < least then
    return nil, ("--budget: for %d field%s at least %d runs, got %d"):format(#fields,
      #fields == 1 and "" or "s", least, options.budget)
  end
  return { fields = fields, budget = options.budget, seed = options.seed or 1,
    show = options.show or SHOWN }
end

-- ---- runs ------------------------------------------------------------------------------

-- What a run is worth, less being better: success comes first, the quicker the better; then
-- what is near to perfect.
local function worth(row)
  if row.solved == 1 then return (row.solved_at or row.evaluations) - SUCCESS end
  return row.reached or math.huge
end

-- ---- telling ---------------------------------------------------------------------------

local function words_of(setting)
  if #setting.sets == 0 then return "the script's own settings" end
  return setting.text
end

local function teller(options)
  if options.quiet or options.json then return function() end end
  return function(what)
    if what.race then
      print(("race %d of %d: %d settings%s"):format(what.race, what.races, what.settings,
        what.race == 1 and ", the script's own among them"
          or (", %d of them from before"):format(what.old)))
    elseif what.first or what.remain < what.before then
      print(("  %2d seeds: %d of %d remain%s; %s"):format(what.seeds, what.remain, what.before,
        what.p < 0.05 and (" (p %.2g)"):format(what.p) or "", words_of(what.best)))
    end
    io.flush()
  end
end

-- ---- all of it ---------------------------------------------------------------------------

local Interrupted = {}

function tuning.start(path, value, plan, options)
  local store = stores.open(options.store)
  local function make(todo)
    local jobs = {}
    for i, run in ipairs(todo) do
      jobs[i] = { seed = plan.seed + run.seed - 1, sets = joined(options.set, run.setting.sets) }
    end
    local ids = sweep.make({ path = path, value = value, options = options, store = store },
      jobs)
    if not ids then error(Interrupted) end
    return ids
  end
  local function play(todo)
    local results = {}
    for i, id in ipairs(make(todo)) do results[i] = worth(store:get_run(id)) end
    return results
  end
  local ok, best, remained, used = pcall(race.run, { fields = plan.fields, tell = teller(options),
    budget = plan.budget, rng = rngs.new(plan.seed), play = play,
    sensible = function(s) return (pcall(value.with, value, joined(options.set, s.sets))) end })
  if not ok then
    if best ~= Interrupted then error(best, 0) end
    if not options.quiet then print("interrupted; the same command goes on") end
    return
  end
  local shown = { best }
  if #best.sets > 0 then shown[2] = { sets = {}, text = "" } end
  local ids = {}
  for t = 1, plan.show do
    for _, setting in ipairs(shown) do
      table.insert(ids, { setting = setting, seed = race.seeds_most + t })
    end
  end
  local done, list = pcall(make, ids)
  if not done then
    if list ~= Interrupted then error(list, 0) end
    if not options.quiet then print("interrupted; the same command goes on") end
    return
  end
  tuning.tell(plan, options, store, { best = best, remained = remained, used = used,
    shown = list })
end

function tuning.tell(plan, options, store, found)
  if options.quiet then return end
  local groups = #found.shown > 0 and compare.groups(store, found.shown) or {}
  if options.json then
    local remained = {}
    for i, s in ipairs(found.remained) do remained[i] = words_of(s) end
    output.json { best = found.best.sets, remained = remained, runs = found.used,
      shown = #groups > 0 and compare.rows(groups) or nil }
    return
  end
  print(("after %d runs: %s"):format(found.used, words_of(found.best)))
  for _, set in ipairs(found.best.sets) do
    print(("  --set '%s=%s'"):format(set.key, set.value))
  end
  if #groups == 0 then return end
  local first = plan.seed + race.seeds_most
  print(("shown on %d fresh seeds, %d to %d:"):format(plan.show, first,
    first + plan.show - 1))
  io.write(compare.table(groups))
end

return tuning
