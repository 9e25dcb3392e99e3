-- notice.lua -- tells a person who has gone away that long work is done: --notify CMD.
--
--     ludus run SCRIPT --notify 'notify-send "$LUDUS_TEXT"'
--
-- The command is run by the shell when the work has ended, well or not. LUDUS_STATUS is 0 or
-- 1, LUDUS_TEXT says in a line what ended and how.

local cli    = require "ludus.cli"
local launch = require "ludus.run.launch"

local notice = {}

notice.option = { kind = "string", value = "CMD",
  help = "a command for the shell when all is done; $LUDUS_TEXT says what, $LUDUS_STATUS "
    .. "is 0 or 1" }

-- Refuses what cannot be kept, before the work begins.
function notice.check(options)
  if options.notify and options.sandbox then
    cli.fail("--notify cannot start a command with --sandbox")
  end
end

-- Gives the notice, if one is wanted; `what` names the work, `problem` is nil or why it failed.
function notice.give(options, what, problem)
  if not options.notify then return end
  local text = problem and ("%s failed: %s"):format(what, tostring(problem):match "[^\n]*")
    or what .. " is done"
  io.stdout:flush()
  local ok = os.execute(("LUDUS_STATUS=%d LUDUS_TEXT=%s; export LUDUS_STATUS LUDUS_TEXT\n%s")
    :format(problem and 1 or 0, launch.quoted(text), options.notify))
  if not ok then io.stderr:write("ludus: --notify: the command failed\n") end
end

return notice
