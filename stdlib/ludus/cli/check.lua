-- ludus check SCRIPT -- every mistake of a script at once, without running it: for people
-- and, with --json, for editors and linters.

local cli      = require "ludus.cli"
local mistakes = require "ludus.script.mistakes"
local output   = require "ludus.run.output"
local sandbox  = require "ludus.script.sandbox"

local function tell(m)
  local where = m.line and ("%s:%d:%s "):format(m.file, m.line,
    m.column and m.column .. ":" or "") or ""
  cli.say(where .. m.message)
end

-- Lines and columns count from 1; a range ends with its last character.
local function tell_json(path, m)
  output.json { file = m.file or path, line = m.line or 1, column = m.column or 1,
    end_line = m.line or 1, end_column = m.last or m.column or 1,
    severity = "error", message = m.message }
end

local function run(options, words)
  if #words ~= 1 then cli.fail("'ludus check' needs one script") end
  local source = options.stdin and io.read "a" or nil
  if options.json then output.divert() end
  cli.sandbox(options, false)
  local list = mistakes.find(words[1], options.set, source)
  for _, m in ipairs(list) do
    if options.json then tell_json(words[1], m) else tell(m) end
  end
  if not options.json then
    print(#list == 0 and words[1] .. ": no mistake found"
      or ("%d mistake%s"):format(#list, #list == 1 and "" or "s"))
  end
  return #list == 0 and 0 or 2
end

return {
  usage   = "check SCRIPT",
  summary = "list every mistake of a script without running it",
  help    = "Loads the script and checks all that can be checked before a run starts. "
    .. "With --json each mistake is an object with file, line, column, end_line, "
    .. "end_column (from 1, the last character included), severity and message. Exit "
    .. "status 0 if there is none, 2 if there are some.",
  options = sandbox.with_options {
    set  = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field as for 'ludus run'" },
    json = { kind = "flag", help = "one JSON object per mistake" },
    stdin = { kind = "flag", help = "the text is that of standard input, which an editor has "
      .. "not saved yet; SCRIPT is where it will lie" },
  },
  run = run,
}
