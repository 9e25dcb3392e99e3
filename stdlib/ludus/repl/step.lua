-- step.lua -- walking through a trace by keys.
--
-- The position and what a key does to it are apart from the screen, so that
-- both are tested without a terminal.

local show   = require "ludus.repl.show"
local system = require "ludus.core.system"
local trace  = require "ludus.inspect.trace"

local step = {}

-- key, other key, what it does
step.keys = {
  { "right", "l", "one step on" },
  { "left", "j", "one step back" },
  { "down", "n", "to what the next event has done" },
  { "up", "p", "to what the event before did" },
  { "v", "", "the next visit of this node, line or state" },
  { "V", "", "the visit before" },
  { "o", "", "where this value was made" },
  { "u", "", "up: who asked for this value" },
  { "s", "", "over: past this node" },
  { "home", "0", "the first step" },
  { "end", "$", "the end, after the last step" },
  { "pagedown", "f", "a hundred steps on" },
  { "pageup", "b", "a hundred steps back" },
  { "g", "", "go to a step: its number, then enter" },
  { "h", "?", "this list" },
  { "q", "escape", "back to the prompt" },
}

local jumps = { v = "node", V = "back", o = "origin", u = "up", s = "over" }
local moves = { right = 1, left = -1, pagedown = 100, pageup = -100 }

local function canonical(key)
  for _, row in ipairs(step.keys) do
    if key == row[1] or key == row[2] then return row[1] end
  end
  if key == "interrupt" or key == "enter" then
    return key == "enter" and "right" or "q"
  end
  return key
end

-- Where a key leads from step n: the new step, and a word to say where there is
-- no such step; nil for a key that leads out.
function step.press(t, n, key)
  key = canonical(key)
  if key == "q" then return nil end
  local count = #t + 1
  local to
  if moves[key] then to = math.max(1, math.min(count, n + moves[key]))
  elseif key == "home" then to = 1
  elseif key == "end" then to = count
  elseif key == "down" then to = t:next_event(n, 1)
  elseif key == "up" then to = t:next_event(n, -1)
  elseif jumps[key] then to = t:jump(n, jumps[key])
  else return n, ("no such key: %s; h lists them"):format(key) end
  if not to then return n, "there is none" end
  return to
end

local function key_list()
  local lines = {}
  for i, row in ipairs(step.keys) do
    lines[i] = ("  %-9s %-7s %s"):format(row[1], row[2], row[3])
  end
  return table.concat(lines, "\n")
end

local foot = "arrows: step, event  v visit  o origin  u up  s over  g go  h keys  "
  .. "q quit"

-- What begins a screen: nothing steers a dumb terminal.
local function fresh_screen()
  return os.getenv "TERM" == "dumb" and "\n" or "\27[H\27[2J"
end

-- The screen of a step. A line longer than the width would wrap and push the others
-- off the screen: it is cut.
local function draw(session, t, n, note)
  local view = session:view()
  local rows = view.lines
  view.lines, view.cut = rows - 1, true
  local text = show.text(t:at(n), view):gsub("[^\n]+", function(line)
    return show.cut(line, view.width)
  end)
  session.write(fresh_screen(), text, "\n",
    view.paint("dim", (note or foot):sub(1, view.width - 1)), "\n")
end

-- Walks until q; the state last seen becomes `_`.
function step.walk(session, t)
  if not trace.is(t) then
    error(":step needs a trace, for instance of g:trace(p, 1)", 0)
  end
  if #t == 0 then error("the trace has no steps", 0) end
  local key = session.options.key
  if not key then error(":step needs a terminal", 0) end
  local n, note = 1, nil
  while true do
    local cols, rows = system.screen()          -- what is drawn for
    draw(session, t, n, note)
    local pressed = key(cols, rows)
    if not pressed then break end
    if pressed == "resize" then                 -- drawn again
    elseif canonical(pressed) == "h" then
      session.write(fresh_screen(), key_list(), "\nany key goes on\n")
      key()
      note = nil
    elseif pressed == "g" then
      session.write("go to step: ")
      n, note = step.number(t, n, key, session.write)
    else
      local to
      to, note = step.press(t, n, pressed)
      if not to then break end
      n = to
    end
  end
  session.env._ = t:at(n)
end

-- Reads a number key by key.
function step.number(t, n, key, write)
  local digits = ""
  while true do
    local pressed = key()
    if not pressed or pressed == "enter" then break end
    if not pressed:find("^%d$") then return n, "a number was expected" end
    digits = digits .. pressed
    write(pressed)
  end
  local to = math.tointeger(tonumber(digits))
  if not to or to < 1 or to > #t + 1 then
    return n, ("steps are 1 to %d, the last being the end"):format(#t + 1)
  end
  return to
end

return step
