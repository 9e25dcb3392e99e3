-- ludus lua [--sandbox] FILE [WORD...] -- runs a plain Lua program with the library at
-- hand. Options stand before the file; words behind it are the program's.

local cli     = require "ludus.cli"
local sandbox = require "ludus.script.sandbox"
local script  = require "ludus.script"

-- Splits words into our own options, the file and what follows it.
local function split(words)
  local own, at = {}, 1
  while words[at] and words[at]:find "^%-%-." do
    local name = words[at]:match "^%-%-([%w-]+)$"
    local option = name and sandbox.options[name]
    own[#own + 1] = words[at]
    if option and option.kind ~= "flag" and words[at + 1] then
      at = at + 1
      own[#own + 1] = words[at]
    end
    at = at + 1
  end
  return cli.parse(sandbox.options, own), table.move(words, at, #words, 1, {})
end

local function run(_, words)
  local options, rest = split(words)
  local file = rest[1] or cli.fail("'ludus lua' needs a file")
  cli.sandbox(options)
  local ok, source = pcall(script.source, file)
  if not ok then cli.fail("%s", source) end
  local globals = sandbox.enter()
  local chunk, message = script.compile(source:gsub("^#[^\n]*", ""), file, globals)
  if not chunk then cli.fail("%s", message) end
  rawset(globals, "arg", table.move(rest, 1, #rest, 0, {}))
  local status = chunk(table.unpack(rest, 2))
  return math.tointeger(status) or 0
end

return {
  usage   = "lua FILE [WORD...]",
  summary = "run a plain Lua program with the library at hand",
  help    = "Options stand before the file.",
  options = sandbox.options,
  raw     = true,
  foreign = true,                     -- words behind the file are not ours
  run     = run,
}
