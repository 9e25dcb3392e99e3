-- files.lua -- which files a script has read while it was loaded: modules and data.
--
--     files.watch()  dofile "experiment.lua"
--     for _, file in ipairs(files.seen()) do print(file.kind, file.path, file.hash) end
--
-- Whatever reads a file for a script says so: io.open, io.lines, io.input, dofile,
-- loadfile and require (all wrapped here, once per state), ludus.read and the readers of
-- the library by files.note(). Of each file a hash of its content is kept, of Lua files
-- one of their tokens, and its bytes if they are few.

local core   = require "ludus.core.store"
local system = require "ludus.core.system"
local tokens = require "ludus.script.tokens"

local files = {}

files.bytes_max = 1024 * 1024         -- of a file that is kept whole

local seen                            -- a list, also by path; nil: nobody wants to know

-- From now on files are noted.
function files.watch() seen = {} end

-- Those that were, in the order of their first use; no more are noted.
function files.seen()
  local list = seen or {}
  seen = nil
  return list
end

function files.hash(kind, text)
  return ("%016x"):format(core.seal(kind, text))
end

-- A file as it is now: { kind, path, hash, bytes, text (if it is small) }, or nil if it
-- cannot be read.
function files.look(kind, path)
  if system.exists(path) ~= "file" then return nil end
  local text = system.read(path, files.bytes_max)
  local hash, bytes = system.hash(path)
  if not hash then return nil end
  if text and kind ~= "data" then hash = files.hash("lua", tokens.plain(text))
  else hash = ("%016x"):format(hash) end
  return { kind = kind, path = path, hash = hash, bytes = bytes, text = text }
end

-- Notes that a file is read: "module" or "data".
function files.note(kind, path)
  if not seen or type(path) ~= "string" or seen[path] then return end
  local file = files.look(kind, path)
  if not file then return end
  seen[path] = file
  seen[#seen + 1] = file
end

-- ---- what scripts call ---------------------------------------------------------------

-- The function, noting the file that is its first argument.
local function noting(kind, f)
  return function(...)
    files.note(kind, (...))
    return f(...)
  end
end

-- Called once per state, when it is made.
function files.install()
  local open = io.open
  function io.open(...)
    local path, mode = ...
    if mode == nil or type(mode) == "string" and mode:find "^r" then
      files.note("data", path)
    end
    return open(...)
  end
  io.lines, io.input = noting("data", io.lines), noting("data", io.input)
  dofile, loadfile = noting("module", dofile), noting("module", loadfile)
  local search = package.searchers[3]
  package.searchers[3] = function(name)
    local loader, path = search(name)
    if type(loader) == "function" then files.note("module", path) end
    return loader, path
  end
end

return files
