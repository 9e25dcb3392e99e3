-- ludus run SCRIPT -- runs an experiment or a study.

local cli        = require "ludus.cli"
local cluster    = require "ludus.run.cluster"
local crews      = require "ludus.run.crew"
local experiment = require "ludus.script.experiment"
local launch     = require "ludus.run.launch"
local notice     = require "ludus.run.notice"
local output     = require "ludus.run.output"
local rules      = require "ludus.rules"
local sandbox    = require "ludus.script.sandbox"
local script     = require "ludus.script"
local studies    = require "ludus.run.studies"
local study      = require "ludus.script.study"
local sweep      = require "ludus.run.sweep"
local system     = require "ludus.core.system"

-- --engine NAME is short for --set game.engine=NAME.
local function add_engine(options)
  if not options.engine then return end
  options.set = cli.with_setting(options.set or {},
    { key = "game.engine", value = options.engine })
end

-- Who starts processes does so outside the sandbox.
local function check_jobs(options)
  if not options.jobs then return end
  if not options.seeds and not options.sweep then
    cli.fail("--jobs: there is one run; --seeds or --sweep make more")
  elseif options.sandbox then
    cli.fail("--jobs and --sandbox: a sandbox starts no processes; start several "
      .. "'ludus run', which share a store")
  end
end

-- The other ranks keep still.
local function join_cluster(options)
  if options.sandbox then cli.fail("--cluster and --sandbox: a sandbox has no network") end
  local ok, message = pcall(cluster.join)
  if not ok then cli.fail("%s", message) end
  if not cluster.is_first() then
    options.quiet, options.json, options.notify = true, nil, nil
  end
end

local function run(options, words)
  if #words ~= 1 then cli.fail("'ludus run' needs one script") end
  if options.rules and not rules.use(options.rules) then
    cli.fail("--rules: expected %s, got '%s'", table.concat(rules.engines, ", "),
      options.rules)
  end
  if options.seeds and options.seed then
    cli.fail("--seed and --seeds: one of them is enough")
  end
  check_jobs(options)
  notice.check(options)
  add_engine(options)
  if options.cluster then join_cluster(options)
  elseif not options.worker then cluster.check_alone() end
  if options.json or options.worker then output.divert() end
  cli.sandbox(options, true)
  local ok, value = pcall(cluster.all_well, pcall(script.load, words[1]))
  if not ok then cli.fail("%s", value) end
  local start
  if options.worker then start = sweep.work
  elseif options.seeds or options.sweep then start = sweep.start
  elseif experiment.is(value) then start = launch.start
  elseif study.is(value) then start = studies.start end
  if not experiment.is(value) and not study.is(value) then
    cli.fail("%s: the script returns a %s; it must return an experiment or a study",
      words[1], type(value))
  end
  if options.cluster and start == studies.start then
    cli.fail("--cluster: a study is not spread over ranks, only its seeds are: --seeds")
  end
  local started, message = pcall(start, words[1], value, options)
  notice.give(options, words[1], not started and message or nil)
  if not started then cli.failed(message) end
  return 0
end

return {
  usage   = "run SCRIPT",
  summary = "run an experiment or a study",
  options = sandbox.with_options {
    set     = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field of the experiment, of its game (game.rows=8) or of the study" },
    seed    = { kind = "integer", value = "N", help = "the seed (default 1)" },
    seeds   = { kind = "string", value = "1..30",
      help = "one run per seed, then a table; repeated, it goes on where it stopped" },
    sweep   = { kind = "setting", many = true, value = "KEY=A|B",
      help = "with --seeds: runs with each of these values" },
    jobs    = { kind = "integer", value = "N", min = 1, max = crews.most,
      help = "with --seeds or --sweep: so many runs at a time, each in a process of its "
        .. "own" },
    worker  = { kind = "flag",
      help = "make runs that standard input asks for, as --jobs does by processes" },
    threads = { kind = "integer", value = "N", min = 0, max = system.limits.threads,
      help = "threads (default: all cores)" },
    engine  = { kind = "string", value = "NAME",
      help = "auto (the default), reference, scalar, simt or portable" },
    store   = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    checkpoint = { kind = "integer", value = "SECONDS", min = 0, max = 1000000000,
      help = "how often the run is saved (default 5)" },
    rules   = { kind = "string", value = "ENGINE",
      help = "how rules are executed: auto, columns, lanes, native, bytecode, plain" },
    cluster = { kind = "flag",
      help = "under mpirun or srun: all ranks make the run, to the same bits" },
    huge    = { kind = "flag",
      help = "try a population that takes more memory than the machine has" },
    notify  = notice.option,
    quiet   = { kind = "flag", help = "print nothing" },
    json    = { kind = "flag", help = "results as one JSON object per line" },
  },
  run = run,
}
