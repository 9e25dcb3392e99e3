-- ludus trace GAME|SCRIPT PROGRAM -- a case, written down step by step.

local cli      = require "ludus.cli"
local json     = require "ludus.json"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local subject  = require "ludus.cli.subject"
local system   = require "ludus.core.system"

-- The plain fields of a row, for JSON.
local function plain(row)
  local out = {}
  for key, value in pairs(row) do
    if type(value) ~= "table" and type(value) ~= "function" then out[key] = value end
  end
  return out
end

local function check_step(step, t)
  if step and (step < 1 or step > #t + 1) then
    cli.fail("--step must be 1 to %d, the last being the end", #t + 1)
  end
end

local function run(options, words)
  if #words ~= 2 then
    cli.fail("'ludus trace' needs a game or a script, and a program")
  end
  local s = subject.open(words[1], options)
  local game = subject.game(s)
  local able, lacks = pcall(game.need, game, "trace")
  if not able then cli.fail("%s", lacks) end
  local p = subject.program(s, words[2], options)
  local ok, t = pcall(game.trace, game, p, options.case or 1)
  if not ok then cli.fail("%s", (t:gsub("^g:trace: case", "--case"))) end
  check_step(options.step, t)
  if options.json then
    for _, row in ipairs(t:events()) do print(json.encode(plain(row))) end
    return 0
  end
  local view = show.view { width = (system.screen()), lines = math.maxinteger,
    colour = progress.colour() }
  print(show.text(t, view):match "^[^\n]*\n[^\n]*")
  if not options.step then print(show.text(t:events(), view)) end
  view.lines = 40
  print(show.text(t:at(options.step or #t + 1), view))
  return 0
end

return {
  usage   = "trace GAME PROGRAM",
  summary = "a case, written down step by step",
  help    = "GAME is a name, or a script: then the game of its experiment. Prints what happened, in the order of effect, and the end; with --step the "
    .. "state in which a step begins. A program is a file, run:12 or run:12@40.",
  options = {
    case  = { kind = "integer", value = "N", help = "which case (default 1)" },
    step  = { kind = "integer", value = "N", help = "the state of that step instead" },
    set   = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field of the game" },
    store = { kind = "string", value = "FILE",
      help = "where run:12 is (default ludus.db)" },
    json  = { kind = "flag", help = "the events, one JSON object a line" },
  },
  run = run,
}
