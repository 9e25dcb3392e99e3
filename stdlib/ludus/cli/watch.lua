-- ludus watch [RUN] -- follows a run that another process makes, until it ends.
--
-- Only the store is looked at, so a run can be watched from anywhere the store is within
-- reach; generations appear as they are saved (see --checkpoint of 'ludus run').

local cli      = require "ludus.cli"
local harmless = require "ludus.script.harmless"
local launch   = require "ludus.run.launch"
local ends     = require "ludus.script.ends"
local output   = require "ludus.run.output"
local progress = require "ludus.run.progress"
local stores   = require "ludus.run.store"
local system   = require "ludus.core.system"

local MOMENT = 0.5                      -- seconds between two looks
local LONG = 60                         -- without news

-- The number of the run: the one that was asked for, or the last one.
local function number(store, word)
  if word then
    return math.tointeger(tonumber(word))
      or cli.fail("'ludus watch' needs the number of a run, got '%s'", word)
  end
  local rows = store:runs()
  if #rows == 0 then cli.fail("%s: the store is empty", store.path) end
  return rows[#rows].id
end

-- Shows the generations of the run that are new since `last`; the newest.
local function show_news(store, id, bar, last)
  for _, row in ipairs(store:generations(id)) do
    if row.generation > last then
      last = row.generation
      bar:show(row)
    end
  end
  return last
end

local function why(row)
  if row.status == "failed" then return "failed: " .. (row.message or "no reason is kept") end
  if row.status ~= "finished" then return row.status end
  return row.solved == 1 and "solved"
    or "ended: " .. (ends.reasons[row.ended] or "for a reason that was not stored")
end

local function closing_words(row, options)
  if options.json then
    output.json { run = row.id, status = row.status, ended = row.ended, best = row.best,
      solved = row.solved == 1, generations = row.generation + 1,
      evaluations = row.evaluations, seconds = row.seconds, digest = row.digest }
    return
  end
  cli.say(("run %d %s after %d generation%s, %s evaluations, %.1f s"):format(row.id, why(row),
    row.generation + 1, row.generation == 0 and "" or "s",
    progress.thousands(row.evaluations), row.seconds))
  if row.best then cli.say("best: raw " .. progress.of(row.best, row.max)) end
end

-- Says once that nothing has come for long: a process that was killed says no more.
local function wonder(row, store)
  io.stderr:write(harmless(("ludus: nothing new of run %d for %d s; if its process has "
    .. "ended: %s\n"):format(row.id, LONG, launch.resume_command(row.id,
    { store = store.path }))))
end

-- Looks until the run has ended or the person has seen enough; the run as it is then.
local function follow(store, id, bar)
  local last, news, told = -1, system.clock(), false
  while true do
    local row = store:get_run(id)
    if row.generation > last then
      last, news, told = show_news(store, id, bar, last), system.clock(), false
    elseif not told and system.clock() - news > LONG then
      told = true
      wonder(row, store)
    end
    if row.status ~= "running" or system.interrupted() > 0 then return row end
    system.wait(MOMENT)
  end
end

local function run(options, words)
  if #words > 1 then cli.fail("'ludus watch' needs the number of one run") end
  local ok, store = pcall(stores.open, options.store, "read")
  if not ok then cli.fail("%s", store) end
  local id = number(store, words[1])
  local found, row = pcall(store.get_run, store, id)
  if not found then cli.fail("%s", row) end
  local bar = progress.new(options)
  system.catch(true)
  row = follow(store, id, bar)
  system.catch(false)
  bar:done()
  if row.status == "running" and not options.json then
    cli.say(("run %d goes on; it was only watched"):format(id))
    return 0
  end
  closing_words(row, options)
  return row.status == "failed" and 1 or 0
end

return {
  usage   = "watch [RUN]",
  summary = "follow a run of another process until it ends",
  help    = "Without a number, the last run of the store. Generations appear as they are "
    .. "saved: see --checkpoint of 'ludus run'. Ctrl-C ends the watching, not the run. Exit "
    .. "status 1 if the run failed.",
  options = {
    store = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    json  = { kind = "flag", help = "one JSON object per generation, then the end" },
  },
  run     = run,
}
