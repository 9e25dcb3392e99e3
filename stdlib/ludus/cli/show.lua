-- ludus show RUN -- one run: settings, course, best program, its line of mothers.

local cli      = require "ludus.cli"
local history  = require "ludus.run.history"
local json     = require "ludus.json"
local plot     = require "ludus.plot"
local progress = require "ludus.run.progress"
local sandbox  = require "ludus.script.sandbox"
local show     = require "ludus.repl.show"
local system   = require "ludus.core.system"

local function course(run)
  local x, best, mean = {}, {}, {}
  for i, row in ipairs(run:generations()) do
    x[i], best[i], mean[i] = row.generation, row.raw, row.raw_mean
  end
  if #x < 2 then return end
  cli.say(plot.text { title = "raw score by generation", xlabel = "generation",
    series = { { name = "best", x = x, y = best },
      { name = "mean", x = x, y = mean } } })
end

local function show_lineage(run)
  print("\nline of mothers:")
  cli.say(show.text(run:lineage(), show.view { width = system.screen(),
    lines = math.maxinteger }))
end

local function run(options, words)
  local id = #words == 1 and math.tointeger(tonumber(words[1]))
  if not id then cli.fail("'ludus show' needs the number of a run") end
  cli.sandbox(options)
  local ok, r = pcall(history.open, id, options.store)
  if not ok then cli.fail("%s", r) end
  sandbox.enter()                     -- its limits hold for drawings, too
  local row = r.row
  if options.json then
    row.generations = json.list(r:generations())
    if options.lineage then row.lineage = json.list(r:lineage()) end
    print(json.encode(row))
    return 0
  end
  cli.say(("run %d: %s, seed %d, population %d, Ludus %s"):format(row.id, row.script,
    row.seed, row.population, row.version))
  if row.settings ~= "" then cli.say("settings: " .. row.settings:gsub("\n", ", ")) end
  cli.say(("%s: %d generations, %s evaluations, %.1f s"):format(row.status,
    row.generation + 1, progress.thousands(row.evaluations), row.seconds))
  if row.message then cli.say("failed: " .. row.message) end
  if row.generation < 0 or not row.best then return 0 end
  cli.say(("best: raw %s   digest %s"):format(progress.of(row.best, row.max),
    row.digest))
  course(r)
  cli.say((r:best():gsub("\n$", "")))
  if options.lineage then show_lineage(r) end
  return 0
end

return {
  usage   = "show RUN",
  summary = "one run: settings, course, best program",
  options = sandbox.with_options {
    store   = { kind = "string", value = "FILE",
      help = "the run store (default ludus.db)" },
    lineage = { kind = "flag", help = "the best program's ancestors, replayed" },
    json    = { kind = "flag", help = "everything as one JSON object" },
  },
  run = run,
}
