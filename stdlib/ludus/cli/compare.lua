-- ludus compare RUN RUN... -- what may be said of sets of runs.

local cli     = require "ludus.cli"
local compare = require "ludus.stats.compare"
local json    = require "ludus.json"
local stores  = require "ludus.run.store"

local function run(options, words)
  local ids, wrong = compare.numbers(words)
  if wrong then
    cli.fail("'ludus compare': expected numbers of runs, as 3 or 5..20, got '%s'",
      wrong)
  elseif #ids == 0 then
    cli.fail("'ludus compare' needs numbers of runs, as 3 or 5..20")
  end
  local ok, groups = pcall(function()
    return compare.groups(stores.open(options.store, "read"), ids)
  end)
  if not ok then cli.fail("%s", tostring(groups)) end
  if options.json then
    for _, row in ipairs(compare.rows(groups)) do print(json.encode(row)) end
  else
    cli.say((compare.table(groups):gsub("\n$", "")))
  end
  return 0
end

return {
  usage   = "compare RUN...",
  summary = "success rates, effort and differences of sets of runs",
  help    = "Runs that differ only in their seed form a group. A run that was made "
    .. "twice counts once.\n5..20 means runs 5 to 20.",
  options = {
    store = { kind = "string", value = "FILE",
      help = "the run store (default ludus.db)" },
    json  = { kind = "flag", help = "one JSON object per group and per pair" },
  },
  run = run,
}
