-- ludus help [COMMAND] -- what there is to type.

local cli    = require "ludus.cli"
local system = require "ludus.core.system"

local function overview()
  print("ludus " .. system.version .. " -- evolve game players\n\nusage:")
  for _, name in ipairs(cli.commands) do
    local cmd = require("ludus.cli." .. name)
    print(("  ludus %-34s %s"):format(cmd.usage, cmd.summary))
  end
  print("  ludus --version\n\n'ludus help COMMAND' tells more.")
end

local function explain(name)
  local found
  for _, known in ipairs(cli.commands) do found = found or known == name end
  if not found then
    local near = system.near(name, cli.commands)
    cli.fail("no help on '%s'%s", name,
      near and ("; did you mean '%s'?"):format(near) or "")
  end
  local cmd = require("ludus.cli." .. name)
  print("usage: ludus " .. cmd.usage .. "\n\n" .. cmd.summary)
  if cmd.help then print("\n" .. cmd.help) end
  local names = {}
  for option in pairs(cmd.options or {}) do names[#names + 1] = option end
  table.sort(names)
  if #names > 0 then print("\noptions:") end
  for _, option in ipairs(names) do
    local o = cmd.options[option]
    local form = "--" .. option .. (o.value and " " .. o.value or "")
    print(("  %-22s %s"):format(form, o.help))
  end
end

local function run(_, words)
  if #words > 1 then cli.fail("'ludus help' takes one word") end
  if words[1] then explain(words[1]) else overview() end
end

return {
  usage   = "help [COMMAND]",
  summary = "this list, or one command in full",
  options = {},
  run     = run,
}
