-- ludus runs -- the runs of the store.

local cli      = require "ludus.cli"
local json     = require "ludus.json"
local progress = require "ludus.run.progress"
local salvage  = require "ludus.run.salvage"
local stores   = require "ludus.run.store"
local system   = require "ludus.core.system"

local WIDE = 100                        -- columns of a line with the date

-- On a narrow terminal the table does without the dates.
local function narrow() return system.terminal "out" and system.screen() < WIDE end

-- "solved", why it ended otherwise, or what it is doing.
local function end_of(run)
  if run.status ~= "finished" then return run.status end
  return run.solved == 1 and "solved" or run.ended or run.status
end

local function line(run)
  local best = run.best and progress.number(run.best) or run.kind or "-"
  if run.best and run.max and run.best <= run.max then best = best .. "/" .. progress.number(run.max) end
  local text = ("%4d  %-24s %6d  %-11s %5d  %-11s %8.1f s"):format(run.id,
    #run.script > 24 and "..." .. run.script:sub(-21) or run.script, run.seed,
    end_of(run), math.max(0, run.generation + 1), best, run.seconds)
  return narrow() and text or text .. "  " .. run.started
end

-- Is the file as it should be, page for page?
local function inspect(store)
  store:inspect()
  local n = store:query "SELECT count(*) AS n FROM generations"[1].n
  cli.say(("%s: sound; %s, %s"):format(store.path,
    progress.counted(#store:runs(), "run"), progress.counted(n, "generation")))
  return 0
end

local function rescue(path, to)
  path = path or stores.path()
  local ok, kept = pcall(salvage.copy, path, to)
  if not ok then cli.failed(kept) end
  cli.say(("%s: %s and %s saved from %s; %s lost"):format(to,
    progress.counted(kept.runs, "run"), progress.counted(kept.generations, "generation"),
    path, kept.lost == 1 and "1 row is" or progress.thousands(kept.lost) .. " rows are"))
  return 0
end

local function run(options, words)
  if #words > 0 then cli.fail("'ludus runs' takes no words") end
  if options.salvage then return rescue(options.store, options.salvage) end
  local ok, store = pcall(stores.open, options.store, "read")
  if not ok then cli.fail("%s", store) end
  if options.check then return inspect(store) end
  local rows = store:runs()
  if options.json then
    for _, row in ipairs(rows) do
      row.source = nil
      print(json.encode(row))
    end
    return 0
  end
  cli.say((" run  %-24s %6s  %-11s %5s  %-11s %10s%s"):format("script", "seed",
    "end", "gens", "best", "time", narrow() and "" or "  started (UTC)"))
  for _, row in ipairs(rows) do cli.say(line(row)) end
  return 0
end

return {
  usage   = "runs",
  summary = "the runs of the store",
  options = {
    store = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    json  = { kind = "flag", help = "one JSON object per run" },
    check = { kind = "flag", help = "read the whole store: is anything damaged?" },
    salvage = { kind = "string", value = "NEW",
      help = "copy what can be read of a damaged store to a new one" },
  },
  run = run,
}
