-- screen.lua -- a real terminal for tests: ludus inside tmux.
--
--     local screen = dofile "tests/lua/screen.lua"
--     local s = screen.open { width = 80, height = 24 }
--     s:type("1 + 1", "Enter")
--     s:wait "^2$"
--     s:close()
--
-- Nothing waits a fixed time: wait() looks until the text is there.

local check = dofile "tests/lua/check.lua"

local screen = {}
local Screen = {}
Screen.__index = Screen

screen.there = os.execute "command -v tmux >/dev/null 2>&1" == true
screen.patience = 600                 -- looks, 50 ms each, before giving up

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

local function output(command)
  local pipe = assert(io.popen(command .. " 2>/dev/null"))
  local text = pipe:read "a"
  pipe:close()
  return text
end

-- options: width, height, env ("NO_COLOR=1 ..."), history (a file), words for
-- ludus.
function screen.open(options)
  local self = setmetatable({ socket = check.tmpname() .. ".tmux" }, Screen)
  self.history = self.socket .. ".history"
  self.tmux = "tmux -S " .. self.socket .. " -f /dev/null "
  -- libedit never gives back the names of functions it was told of: no leaks are
  -- looked for in a sanitized build.
  local inside = ("trap : INT; export ASAN_OPTIONS=detect_leaks=0; "
    .. "env TERM=screen LUDUS_HISTORY=%s %s %s %s; "
    .. "echo status $?; exec cat"):format(options.history or self.history,
    options.env or "", quoted(os.getenv "LUDUS"), options.words or "")
  os.execute(("%s new-session -d -x %d -y %d %s"):format(self.tmux,
    options.width or 80, options.height or 24, quoted(inside)))
  return self
end

local keys = { Enter = 1, Tab = 1, Up = 1, Down = 1, Left = 1, Right = 1,
  Home = 1,
  End = 1, PageUp = 1, PageDown = 1, Escape = 1, ["C-c"] = 1, ["C-d"] = 1,
    ["C-l"] = 1 }

-- Types texts and keys, named as tmux names them: Enter, Tab, C-c, Left.
function Screen:type(...)
  for _, word in ipairs { ... } do
    os.execute(self.tmux .. (keys[word] and " send-keys "
      or " send-keys -l -- ")
      .. quoted(word))
  end
end

-- What is on the screen, without blanks at the end; with colours if asked.
function Screen:text(colours)
  local text = output(self.tmux .. " capture-pane -p"
    .. (colours and " -e" or ""))
  return (text:gsub("%s+$", "") .. "\n")
end

-- Looks until the pattern is on the screen (^ and $ are ends of lines); the
-- screen, or nil and the screen as it was last. `looks`: so often at most.
function Screen:wait(pattern, looks)
  local text
  pattern = pattern:gsub("^%^", "\n"):gsub("%$$", "\n")
  for _ = 1, looks or screen.patience do
    text = self:text()
    if ("\n" .. text):find(pattern) then return text end
    os.execute "sleep 0.05"
  end
  return nil, text
end

-- Gives the terminal another size.
function Screen:resize(width, height)
  os.execute(("%s resize-window -x %d -y %d"):format(self.tmux, width, height))
end

function Screen:close()
  os.execute(self.tmux .. " kill-server 2>/dev/null")
  os.remove(self.socket)
  os.remove(self.history)
end

return screen
