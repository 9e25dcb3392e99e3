-- ludus merge STORE... -- adds the runs of other stores to one.

local cli    = require "ludus.cli"
local merge  = require "ludus.run.merge"
local stores = require "ludus.run.store"

local function counted(n, word) return ("%d %s"):format(n, word) end

local function told_text(told)
  local words = { counted(told.new, "new"), counted(told.known, "known already") }
  if told.better > 0 then words[3] = counted(told.better, "that went further") end
  if #told.conflicts > 0 then
    words[#words + 1] = counted(#told.conflicts, #told.conflicts == 1 and "conflict"
      or "conflicts")
  end
  return table.concat(words, ", ")
end

local function run(options, words)
  if #words == 0 then cli.fail("'ludus merge' needs stores to add") end
  local conflicts = false
  local ok, message = pcall(function()
    for _, path in ipairs(words) do stores.demand(path) end
    local to = stores.open(options.store)
    for _, path in ipairs(words) do
      local told = merge.add(to, path)
      conflicts = conflicts or #told.conflicts > 0
      cli.say(("%s: runs: %s"):format(path, told_text(told)))
      for _, line in ipairs(told.conflicts) do cli.say("  " .. line) end
    end
  end)
  if not ok then cli.failed(message) end
  return conflicts and 1 or 0
end

return {
  usage   = "merge STORE...",
  summary = "add the runs of other stores to one",
  help    = "A run that is there already, of the same script, files, settings and seed, "
    .. "comes over\nonly if it went further. Two that differ are a conflict: it is told, "
    .. "the run that was\nthere stays, and the exit status is 1.",
  options = {
    store = { kind = "store", value = "FILE",
      help = "the run store they are added to (default ludus.db)" },
  },
  run = run,
}
