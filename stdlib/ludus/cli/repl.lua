-- ludus repl -- the interactive session; what `ludus` without words starts.
--
-- On a terminal lines are edited, completed and remembered; from a pipe they
-- are read without a prompt, and the exit status is 1 if one of them failed. The
-- history is appended to line by line: nothing is lost with a session, and sessions at
-- the same time do not overwrite each other's.

local cli      = require "ludus.cli"
local progress = require "ludus.run.progress"
local repl     = require "ludus.repl"
local system   = require "ludus.core.system"
local terminal = require "ludus.core.terminal"

local function history_path()
  local path = os.getenv "LUDUS_HISTORY"
  if path then return path end
  local home = os.getenv "HOME"
  return home and home .. "/.ludus_history"
end

local function write(...)
  io.stdout:write(...)
  io.stdout:flush()
end

local function new_session(person)
  return repl.new {
    write = write,
    complain = person and write
      or function(...) io.stdout:flush() io.stderr:write(...) end,
    width = function() return (system.screen()) end,
    lines = person and function()
      return math.max(10, select(2, system.screen()) - 4)
    end or 40,
    colour = progress.colour(), call = terminal.stoppable,
    key = person and terminal.key or nil,
  }
end

-- How lines are asked for: an editor, or plain reading on a dumb terminal.
local function asker(session)
  local path = history_path()
  if os.getenv "TERM" == "dumb" then
    return { read = function(_, prompt)
      write(prompt)
      local line = io.read "l"
      if line then return line end
      return nil, "closed"
    end, remember = function() end }
  end
  local editor = terminal.open(function(text) return session:complete(text) end)
  if path then editor:load(path) end
  return { read = function(_, prompt) return editor:read(prompt) end,
    remember = function(_, text)
      if not text:find("%S") then return end
      editor:remember(text)
      if path then editor:append(path, text) end
    end }
end

local function prompt(session)
  local text = #session.lines > 0 and ">> " or "> "
  if not session.options.colour then return text end
  return "\1\27[1m\1" .. text:sub(1, -2) .. "\1\27[0m\1 "
end

local function converse()
  local session = new_session(true)
  local asked = asker(session)
  write(("Ludus %s   :help for help, Ctrl-D ends\n"):format(system.version))
  while true do
    local line, why = asked:read(prompt(session))
    local before = session:unfinished()
    if line then
      local text = before and before .. "\n" .. line or line
      -- Before it runs: what ends the session with it is kept, too.
      if not session:is_more(text) then asked:remember(text) end
      local status = session:feed(line)
      if status == "quit" then break end
    else
      if before then asked:remember(before) end
      session:cancel()
      if why ~= "cancelled" then
        write("\n")
        break
      end
    end
  end
  return 0
end

local function read_all()
  local session = new_session(false)
  for line in io.lines() do
    if session:feed(line) == "quit" then break end
  end
  session:finish()
  return session.failed and 1 or 0
end

local function run(_, words)
  if #words > 0 then cli.fail("'ludus repl' takes no words") end
  if system.terminal "in" and system.terminal "out" then return converse() end
  return read_all()
end

return {
  usage   = "repl",
  summary = "the interactive session; 'ludus' alone starts it too",
  help    = "Lua line by line, with help (name?), completion and history. The\n"
    .. "history is kept in ~/.ludus_history, or where LUDUS_HISTORY says.\n"
    .. "From a pipe the exit status is 1 if a line failed.",
  options = {},
  run     = run,
}
