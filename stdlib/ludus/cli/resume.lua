-- ludus resume RUN -- goes on with a stored run, to the same bits.

local cli    = require "ludus.cli"
local cluster = require "ludus.run.cluster"
local launch = require "ludus.run.launch"
local notice = require "ludus.run.notice"
local output = require "ludus.run.output"
local sandbox = require "ludus.script.sandbox"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

local function run(options, words)
  local id = #words == 1 and math.tointeger(tonumber(words[1]))
  if not id then cli.fail("'ludus resume' needs the number of a run") end
  if options.cluster then
    local joined, message = pcall(cluster.join)
    if not joined then cli.fail("%s", message) end
    if not cluster.is_first() then
      options.quiet, options.json, options.notify = true, nil, nil
    end
  end
  local there, none = pcall(stores.demand, options.store)
  if cluster.is_first() and not there then cli.fail("%s", none) end
  notice.check(options)
  if options.json then output.divert() end
  cli.sandbox(options, true)
  local ok, message = pcall(launch.resume, id, options)
  notice.give(options, "run " .. id, not ok and message or nil)
  if not ok then cli.failed(message) end
  return 0
end

return {
  usage   = "resume RUN",
  summary = "go on with a stored run",
  options = sandbox.with_options {
    store   = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    threads = { kind = "integer", value = "N", min = 0, max = system.limits.threads,
      help = "threads (default: all cores)" },
    checkpoint = { kind = "integer", value = "SECONDS", min = 0, max = 1000000000,
      help = "how often the run is saved (default 5)" },
    cluster = { kind = "flag",
      help = "under mpirun or srun: all ranks go on with it, to the same bits" },
    huge    = { kind = "flag",
      help = "try a population that takes more memory than the machine has" },
    notify  = notice.option,
    quiet   = { kind = "flag", help = "print nothing" },
    json    = { kind = "flag", help = "results as one JSON object per line" },
  },
  run = run,
}
