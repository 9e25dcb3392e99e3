-- ludus tune SCRIPT --budget N -- races settings of an experiment against each other.

local cli        = require "ludus.cli"
local crews      = require "ludus.run.crew"
local experiment = require "ludus.script.experiment"
local script     = require "ludus.script"
local system     = require "ludus.core.system"
local tuning     = require "ludus.run.tune"

local function run(options, words)
  if #words ~= 1 then cli.fail("'ludus tune' needs one script") end
  if not options.budget then
    cli.fail("'ludus tune' needs --budget, the runs that may be made")
  end
  local ok, value = pcall(script.load, words[1])
  if not ok then cli.fail("%s", value) end
  if not experiment.is(value) then
    cli.fail("%s: the script returns a %s; what can be tuned is an experiment", words[1],
      type(value))
  end
  local plan, wrong = tuning.plan(value, options)
  if not plan then cli.fail("%s", wrong) end
  local started, message = pcall(tuning.start, words[1], value, plan, options)
  if not started then cli.failed(message) end
  return 0
end

return {
  usage   = "tune SCRIPT",
  summary = "race settings of an experiment against each other",
  help    = "Fields that may differ are listed by the script, tune = { population = "
    .. "\"100..2000 log\",\nselect = \"tournament(2)|tournament(7)\" }, or by --field. All "
    .. "settings of a race meet the same\nseeds; who is clearly worse drops out (iterated "
    .. "F-race). What was best is then shown beside\nthe script's own settings, on seeds that "
    .. "no race has used; those runs are not of the budget.\nRuns are stored; repeated, the "
    .. "same command goes on where it stopped.",
  options = {
    budget  = { kind = "integer", value = "N", min = 1, max = 1000000,
      help = "runs of all races together" },
    field   = { kind = "setting", many = true, value = "KEY=VALUES",
      help = "may be tuned: a range, LOW..HIGH or 'LOW..HIGH log', or choices, A|B" },
    set     = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field that all runs have, as for ludus run" },
    seed    = { kind = "integer", value = "N", min = 0, max = 1 << 40,
      help = "the seed of the races, and the first of their runs (default 1)" },
    show    = { kind = "integer", value = "N", min = 0, max = 1000,
      help = "fresh seeds on which the best is shown (default 20; 0: none)" },
    jobs    = { kind = "integer", value = "N", min = 1, max = crews.most,
      help = "so many runs at a time, each in a process of its own" },
    threads = { kind = "integer", value = "N", min = 0, max = system.limits.threads,
      help = "threads of a run (default: all cores)" },
    store   = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    json    = { kind = "flag", help = "the result as one JSON object" },
    quiet   = { kind = "flag", help = "print nothing" },
  },
  run = run,
}
