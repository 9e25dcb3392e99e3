-- commands.lua -- lines that begin with a colon.
--
-- A command is a row { name, usage, help, run = function(session, words) };
-- :help, completion and the manual all read the rows. run returns "quit" to
-- end.

local help   = require "ludus.repl.help"
local show   = require "ludus.repl.show"
local system = require "ludus.core.system"

local commands = { rows = {} }

local function row(name, usage, text, run)
  commands.rows[#commands.rows + 1] = { name = name, usage = ":" .. usage,
    help = text, run = run }
end

-- Captures what a command of the command line prints.
local function command_line(session, name, words)
  local lines, plain = {}, print
  local _ <close> = setmetatable({}, { __close = function()
    rawset(_G, "print", plain)
  end })
  rawset(_G, "print", function(...)
    local list = table.pack(...)
    for i = 1, list.n do list[i] = tostring(list[i]) end
    lines[#lines + 1] = table.concat(list, "\t")
  end)
  local cmd = require("ludus.cli." .. name)
  local options, rest = require("ludus.cli").parse(cmd.options or {}, words)
  cmd.run(options, rest)
  session.write(table.concat(lines, "\n"), "\n")
end

row("help", "help", "this list", function(session)
  local view = session:view()
  local lines = { "Lua, line by line. `_` is the last value; locals survive.",
    "  name?          help on a name, field, method, primitive or option",
    "  name??         its source" }
  for _, r in ipairs(commands.rows) do
    lines[#lines + 1] = "  " .. view.paint("name", r.usage)
      .. (" "):rep(15 - #r.usage) .. r.help
  end
  lines[#lines + 1] = "Tab completes; Ctrl-C stops a line, Ctrl-D ends."
  session.write(show.wrap(table.concat(lines, "\n"), view.width), "\n")
end)

row("doc", "doc NAME", "help on a name, as NAME? does", function(session, words)
  if #words ~= 1 then error(":doc needs a name", 0) end
  if words[1] == "rules" then
    session.write(require "ludus.rules.manual".text(), "\n")
    return
  end
  session.write(show.wrap(help.about(session, words[1]), session:view().width),
    "\n")
end)

row("apropos", "apropos WORD", "names and texts that contain a word",
  function(session, words)
    if #words == 0 then error(":apropos needs a word", 0) end
    local found = help.search(table.concat(words, " "))
    local lines, view = {}, session:view()
    for i, r in ipairs(found) do
      local line = ("  %-18s %-22s "):format(r.name, r.kind)
      lines[i] = (line .. r.text:sub(1, math.max(10, view.width - #line)))
        :gsub("%s+$", "")
    end
    if #lines == 0 then lines[1] = "nothing" end
    session.write(show.cap(table.concat(lines, "\n"), view), "\n")
  end)

row("ops", "ops [GAME]", "the primitives and options of the games",
  function(session, words) command_line(session, "ops", words) end)

row("runs", "runs", "the runs of the store",
  function(session, words) command_line(session, "runs", words) end)

row("load", "load FILE", "runs a file in the session; `_` is what it returns",
  function(session, words)
    if #words ~= 1 then error(":load needs a file", 0) end
    local text, message = system.read(words[1], 4 * 1024 * 1024)
    if not text then error(message, 0) end
    local chunk
    chunk, message = load(text, "@" .. words[1], "t", session.env)
    if not chunk then error(message, 0) end
    local value = chunk(words[1])
    if value ~= nil then
      session.env._ = value
      session:show(value)
    end
  end)

row("time", "time CODE", "runs a line and tells how long it took",
  function(session, words, rest)
    if rest == "" then error(":time needs a line of code", 0) end
    local wall, cpu = system.clock()
    local status = session:run(rest)
    if status == "more" then
      error("the code after :time is not complete", 0)
    end
    local wall_after, cpu_after = system.clock()
    session.write(("%.3f s, %.3f s of processor time, %.1f MB of Lua memory\n"):format(
      wall_after - wall, cpu_after - cpu, collectgarbage("count") / 1024))
  end)

row("step", "step TRACE", "walks through a trace by keys; h lists them",
  function(session, words, rest)
    if rest == "" then
      error(":step needs a trace, for instance of g:trace(p, 1)", 0)
    end
    local chunk, message = load("return " .. rest, "=:step", "t", session.env)
    if not chunk then error(message, 0) end
    require("ludus.repl.step").walk(session, chunk())
  end)

-- A page of lines; false if the person has had enough.
local function turn(session, lines, first, room)
  session.write(table.concat(lines, "\n", first, math.min(#lines, first + room - 1)), "\n")
  if first + room > #lines or not session.options.key then return false end
  session.write(session:view().paint("dim", ("lines %d to %d of %d; space goes on, q ends")
    :format(first, first + room - 1, #lines)), "\n")
  local key = session.options.key()
  return key ~= nil and key ~= "q"
end

row("more", "more [VALUE]", "the last value, or another, page by page",
  function(session, _, rest)
    local value, view = session.last, session:view()
    if rest ~= "" then
      local chunk, message = load("return " .. rest, "=:more", "t", session.env)
      if not chunk then error(message, 0) end
      value = chunk()
    elseif value == nil then
      error(":more: nothing has been shown yet", 0)
    end
    local room = session.options.key and view.lines or math.maxinteger
    view.lines = math.maxinteger
    local lines = {}
    for line in (show.text(value, view) .. "\n"):gmatch "(.-)\n" do
      lines[#lines + 1] = line
    end
    local first = 1
    while turn(session, lines, first, room) do first = first + room end
  end)

row("quit", "quit", "ends the session", function() return "quit" end)

-- ---- running ---------------------------------------------------------------

-- Names of commands that begin so, colon included.
function commands.matching(start)
  local list = {}
  for _, r in ipairs(commands.rows) do
    if (":" .. r.name):sub(1, #start) == start then
      list[#list + 1] = ":" .. r.name
    end
  end
  table.sort(list)
  return list
end

-- A command by its name or an unambiguous beginning.
local function find(name)
  local found, known = nil, {}
  for _, r in ipairs(commands.rows) do
    known[#known + 1] = r.name
    if r.name == name then return r end
    if r.name:sub(1, #name) == name then found = found == nil and r or false end
  end
  if found then return found end
  local near = system.near(name, known)
  error(("unknown command ':%s'%s"):format(name,
    near and ("; did you mean ':%s'?"):format(near) or "; :help lists them"), 0)
end

-- Runs a line that begins with a colon: "done", "failed" or "quit".
function commands.run(session, line)
  local name, rest = line:match("^%s*:(%a+)%s*(.-)%s*$")
  local words = {}
  for word in rest:gmatch("%S+") do words[#words + 1] = word end
  local failed = session.failed
  session.failed = false
  local results = session:protect(function() return find(name).run(session,
    words, rest) end)
  local status = not results and "failed" or results[2] == "quit" and "quit"
    or session.failed and "failed" or "done"
  session.failed = failed or session.failed
  return status
end

return commands
