-- ludus compare RUN RUN... -- what may be said of sets of runs.

local cli     = require "ludus.cli"
local compare = require "ludus.stats.compare"
local json    = require "ludus.json"
local results = require "ludus.stats.results"
local stores  = require "ludus.run.store"

local function run(options, words)
  local ids = cli.runs("compare", words)
  local about = compare
  local ok, groups = pcall(function()
    local store = stores.open(options.store, "read")
    if results.are(store, ids) then about = results end
    if about == results and options.at then
      error("--at is for runs; these are studies", 0)
    end
    return about.groups(store, ids, options.at)
  end)
  if not ok then cli.fail("%s", tostring(groups)) end
  if options.json then
    for _, row in ipairs(about.rows(groups, options.tie)) do print(json.encode(row)) end
  else
    cli.say((about.table(groups, options.tie):gsub("\n$", "")))
  end
  return 0
end

return {
  usage   = "compare RUN...",
  summary = "success rates, effort and differences of sets of runs",
  help    = "Runs that differ only in their seed form a group. A run that was made "
    .. "twice counts once.\n5..20 means runs 5 to 20.\nSuccess is what the field "
    .. "'solved' says; runs that ended for another reason are listed by it.\nRuns that "
    .. "played different games are not compared; --at compares runs of different\n"
    .. "budgets as they were after so many evaluations.\nOf studies the numbers in their "
    .. "results are compared.",
  options = {
    store = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    at    = { kind = "integer", value = "EVALUATIONS", min = 1,
      help = "as the runs were after so many evaluations" },
    tie   = { kind = "number", value = "DIFFERENCE", min = 0,
      help = "scores that differ by no more are equal" },
    json  = { kind = "flag", help = "one JSON object per group and per pair" },
  },
  run = run,
}
