-- ludus new KIND [FILE] -- writes a commented script of that kind, which runs at once.
--
-- A kind is a file of stdlib/ludus/skeleton; its first comment says what it asks.

local cli    = require "ludus.cli"
local system = require "ludus.core.system"

local FOLDER = "ludus/skeleton/"

-- name, what it is
local kinds = {
  { "tree", "tree programs for a game in Lua" },
  { "rules", "tree programs for a game in rules, which are compiled" },
  { "regression", "formulas for a table of data" },
  { "linear", "linear programs for instructions of your own" },
  { "machine", "Moore machines with moves of your own" },
  { "study", "several runs and what they have in common" },
}

local function list()
  local lines = {}
  for i, row in ipairs(kinds) do lines[i] = ("  ludus new %-12s %s"):format(row[1], row[2]) end
  return table.concat(lines, "\n")
end

local function names()
  local out = {}
  for i, row in ipairs(kinds) do out[i] = row[1] end
  return out
end

-- The text of a skeleton, its commands naming the file that is written.
local function text_of(kind, file)
  for _, name in ipairs(names()) do
    if name == kind then
      local quoted = require "ludus.run.launch".quoted(file):gsub("%%", "%%%%")
      return (system.library(FOLDER .. kind .. ".lua"):gsub("SCRIPT", quoted))
    end
  end
  local near = system.near(kind, names())
  cli.fail("unknown kind '%s'%s\nthere are:\n%s", kind,
    near and ("; did you mean '%s'?"):format(near) or "", list())
end

local function write(file, text)
  local there = io.open(file, "r")
  if there then
    there:close()
    cli.fail("%s: there is such a file already; give another name", file)
  end
  local out, why = io.open(file, "w")
  local ok = out and out:write(text)
  if out then ok, why = out:close() end
  if not ok then cli.fail("%s", why) end
end

local function run(_, words)
  if #words == 0 then
    print("a script to begin with, of one of these kinds:\n" .. list())
    return 0
  end
  if #words > 2 then cli.fail("'ludus new' needs a kind and the name of a file") end
  local kind, file = words[1], words[2] or words[1] .. ".lua"
  write(file, text_of(kind, file))
  print(("%s is written; next: ludus run %s"):format(file,
    require "ludus.run.launch".quoted(file)))
  return 0
end

return {
  usage   = "new KIND [FILE]",
  summary = "write a commented script to begin with",
  help    = "The script runs at once. Without a kind, the kinds are listed. A file that "
    .. "is there already is not touched.",
  options = {},
  kinds   = names,
  run     = run,
}
