-- script/init.lua -- loads a script: a Lua file that returns an experiment or a study
-- and does nothing else.

local core     = require "ludus.core.luagame"
local files    = require "ludus.script.files"
local limit    = require "ludus.core.limit"
local registry = require "ludus.script.registry"
local sandbox = require "ludus.script.sandbox"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"

local script = {}

script.bytes_max = 4 * 1024 * 1024
script.seconds = 60                   -- CPU time to load one, which only declares

-- The script loaded last, { path=, source=, files= }: threads load it again. `files` are
-- those that it read meanwhile, but in a thread: see ludus.script.files.
script.current = nil

-- The text of a script; that of the current one as it was loaded.
function script.source(path)
  if script.current and script.current.path == path then
    return script.current.source
  end
  local text, message = system.read(path, script.bytes_max)
  if not text then error(message, 0) end
  return text
end

-- While it lives the script is being loaded: its games are played in this state.
local function loading()
  core.loading(true)
  return setmetatable({}, { __close = function() core.loading(false) end })
end

-- Rules stand in a string, which the `]]` of `dx[row[i]]` ends: then Lua complains of what
-- comes next. The line in which that has happened, if it is there that Lua complains.
local function ended_early(source, line)
  local from, number = 1, 1
  while true do
    local open = source:find("[[", from, true)
    local close = open and source:find("]]", open, true)
    if not close then return nil end
    local _, before = source:sub(from, close):gsub("\n", "")
    number, from = number + before, close + 2
    local nested = source:sub(open + 2, close + 1):find "[%w_]%[[^%[%]\n]*%]%]$"
    if nested and (number == line or number + 1 == line) then return number end
  end
end

-- The chunk of a script's text, or nil and what is wrong with it.
function script.compile(source, path, globals)
  local chunk, message = load(source, "@" .. path, "t", globals)
  local line = not chunk and tonumber(message:match ":(%d+):")
  local early = line and ended_early(source, line)
  if not early then return chunk, message end
  return nil, ("%s\n  a string [[...]] ends at the first ]], here in line %d: write [=[ ... ]=]")
    :format(message, early)
end

-- The value the script returns, or an error for the person. A script may require
-- modules that lie beside it, outside the sandbox. `source` is its text where the
-- file may have changed; `again` that this is a thread's state.
function script.load(path, source, again)
  source = source or script.source(path)
  local globals = sandbox.enter()
  local chunk, message = script.compile(source, path, globals)
  if not chunk then error(message, 0) end
  local folder = path:match("^(.*)/[^/]*$") or "."
  local search = folder .. "/?.lua;"
  if globals == _G and not package.path:find(search, 1, true) then
    package.path = search .. package.path
  end
  script.current = { path = path, source = source }
  spec.script = script.current
  registry.reset(script.current)
  local ok, value
  do
    local _ <close> = loading()
    if not again then files.watch() end
    ok, value = pcall(limit.call, script.seconds, chunk, path)
    if not again then script.current.files = files.seen() end
    registry.loaded()
  end
  if spec.session then spec.script = nil end
  if not ok then error(value, 0) end
  if value == nil then
    error(("%s: the script returns nothing; it must return an experiment, as in "
      .. "'return ludus.experiment { ... }'"):format(path), 0)
  end
  return value
end

spec.loader = script.load

-- The same in the state of a thread. What a script prints while it is loaded was
-- printed when it was loaded first.
function script.load_again(path, source)
  local say, write, silent = print, io.write, true
  function print(...) if not silent then say(...) end end
  function io.write(...) return silent and io.stdout or write(...) end
  script.load(path, source, true)
  silent = false
end

return script
