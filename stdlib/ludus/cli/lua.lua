-- ludus lua FILE [WORD...] -- runs a plain Lua program with the library at hand.

local cli = require "ludus.cli"

local function run(_, words)
  local file = words[1] or cli.fail("'ludus lua' needs a file")
  local chunk, message = loadfile(file)
  if not chunk then cli.fail("%s", message) end
  rawset(_G, "arg", words)
  local status = chunk(table.unpack(words, 2))
  return math.tointeger(status) or 0
end

return {
  usage   = "lua FILE [WORD...]",
  summary = "run a plain Lua program with the library at hand",
  raw     = true,
  run     = run,
}
