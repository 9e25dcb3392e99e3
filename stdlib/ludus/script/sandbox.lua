-- sandbox.lua -- runs a script of a stranger without files, processes, network or
-- native code, with limits on memory, instructions and time.
--
--     sandbox.wanted = { memory = 512, time = 60, instructions = 0 }
--     script.load(path)          -- enters the sandbox first, for good
--
-- Two walls. The script sees globals of its own (sandbox.globals) with what is
-- harmless in them; and in the whole state, for the library too, whatever opens
-- something is taken away: a library function that a script calls can do no more
-- than the script. What the host needs (the text of the script, the store, the
-- file of a report) it opens before. Where the kernel helps, it is asked for a
-- third wall: see vm/base/system/jail.h.

local core   = require "ludus.core.sandbox"
local harmless = require "ludus.script.harmless"
local public = require "ludus.script.public"

local sandbox = {}

-- Options of the commands that run scripts.
sandbox.options = {
  sandbox = { kind = "flag",
    help = "run the script without files, processes and network" },
  memory = { kind = "integer", value = "MB",
    help = "with --sandbox: memory of the process (default 512)" },
  time = { kind = "integer", value = "SECONDS",
    help = "with --sandbox: time it may take (default 3600; 0: any)" },
  instructions = { kind = "integer", value = "MILLIONS",
    help = "with --sandbox: Lua instructions it may take (default 0: any)" },
}

sandbox.defaults = { memory = 512, time = 3600, instructions = 0 }

-- What the script is to run with, from when the command line asks for it.
sandbox.wanted = nil

-- Options of a command and those above, in one table.
function sandbox.with_options(options)
  for name, row in pairs(sandbox.options) do options[name] = row end
  return options
end

-- Notes what the command line asks for; `folder` is that of the store. Gives a
-- message if it makes no sense.
function sandbox.want(options, folder)
  for _, name in ipairs { "memory", "time", "instructions" } do
    local value, least = options[name], name == "memory" and 1 or 0
    if value and not options.sandbox then
      return ("option '--%s' needs --sandbox"):format(name)
    elseif value and (value < least or value > core.limits[name]) then
      return ("option '--%s': expected %d to %d, got %d"):format(name, least,
        core.limits[name], value)
    end
  end
  if not options.sandbox then return end
  local function given(name) return options[name] or sandbox.defaults[name] end
  sandbox.wanted = { memory = given "memory", seconds = given "time",
    millions = given "instructions", writable = folder,
    readable = os.getenv "LUDUS_PATH" }
end

-- ---- taking away -------------------------------------------------------------

local function refuse(name)
  error(("'%s' is not allowed in the sandbox"):format(name), 3)
end

local function refused(name) return function() refuse(name) end end

-- The fields of a library that stay; each other one that was there refuses.
local function thin(library, name, kept)
  local stays = {}
  for key in kept:gmatch "%w+" do stays[key] = true end
  for key, value in pairs(library) do
    if not stays[key] then
      library[key] = type(value) == "function" and refused(name .. "." .. key)
        or nil
    end
  end
end

local environment = { NO_COLOR = true, TERM = true }

local raw_setmetatable = setmetatable

local function safe_setmetatable(t, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
    error("'__gc' is not allowed in the sandbox", 2)
  end
  return raw_setmetatable(t, meta)
end

-- Closes the doors of this state, for the library as for the script.
local function close_doors()
  require "ludus"                     -- what it needs to begin with
  local getenv, input = os.getenv, io.stdin
  thin(io, "io", "write stdout stderr")
  thin(os, "os", "clock date difftime time")
  thin(debug, "debug", "getinfo getmetatable traceback")
  thin(package, "package", "loaded preload searchers config")
  function os.getenv(name) return environment[name] and getenv(name) or nil end
  function io.flush() io.stdout:flush() end
  package.path, package.cpath = "", ""
  for i = #package.searchers, 3, -1 do package.searchers[i] = nil end
  loadfile, dofile = refused "loadfile", refused "dofile"
  setmetatable = safe_setmetatable    -- a class of the library may be given a finaliser
  input:close()
  getmetatable("").__metatable = "string"
end

-- ---- the script's globals ----------------------------------------------------

-- Modules a script may require, as a set.
local function public_modules()
  local allowed = {}
  for _, module in ipairs(public.modules()) do allowed[module] = true end
  return allowed
end

local function copy(library)
  local result = {}
  for key, value in pairs(library) do result[key] = value end
  return result
end

-- A library of which only these fields can be seen.
local function closed(name, fields)
  return setmetatable(fields, { __metatable = "sandbox",
    __index = function(_, key) refuse(name .. "." .. tostring(key)) end })
end

local function safe_getmetatable(value)
  if type(value) ~= "table" then return nil end
  return getmetatable(value)
end

local function safe_collect(what)
  what = what or "collect"
  if what == "count" or what == "collect" or what == "step" then
    return collectgarbage(what)
  end
  error(("'collectgarbage \"%s\"' is not allowed in the sandbox")
    :format(tostring(what)), 2)
end

-- What a script prints does not steer the terminal.
local function safe_print(...)
  local texts = table.pack(...)
  for i = 1, texts.n do texts[i] = harmless(tostring(texts[i])) end
  io.write(table.concat(texts, "\t", 1, texts.n), "\n")
end

local function safe_write(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    if type(value) ~= "string" and type(value) ~= "number" then
      error(("bad argument #%d to 'write' (string expected, got %s)"):format(i,
        type(value)), 3)
    end
    io.write(harmless(tostring(value)))
  end
end

local function safe_require(allowed)
  return function(name)
    if allowed[name] then return require(name) end
    error(("module '%s' is not allowed in the sandbox"):format(tostring(name)), 2)
  end
end

-- Globals for one script. Every script has libraries of its own, so that it cannot
-- change what the host uses.
function sandbox.globals()
  local g = {}
  for _, name in ipairs { "assert", "error", "ipairs", "next", "pairs", "pcall",
    "rawequal", "rawget", "rawlen", "rawset", "select", "tonumber",
    "tostring", "type", "xpcall", "_VERSION" } do
    g[name] = _G[name]
  end
  for _, name in ipairs { "coroutine", "math", "table", "utf8" } do
    g[name] = copy(_G[name])
  end
  g.string = closed("string", copy(string))
  g.print = safe_print
  g.io = closed("io", { write = function(...)
    safe_write(...)
    return g.io
  end })
  g.os = closed("os", { clock = os.clock, date = os.date, time = os.time,
    difftime = os.difftime })
  g.debug = closed("debug", { traceback = function(message)
    return message
  end })
  g.package = closed("package", {})
  g.loadfile, g.dofile = refused "loadfile", refused "dofile"
  g.setmetatable, g.getmetatable = safe_setmetatable, safe_getmetatable
  g.collectgarbage, g.require = safe_collect, safe_require(public_modules())
  function g.load(chunk, name, _, env)
    return load(chunk, name, "t", env == nil and g or env)
  end
  g._G = g
  local strict = debug.getmetatable(_G)
  return setmetatable(g, { __index = strict.__index, __newindex = strict.__newindex,
    __metatable = "strict" })
end

-- ---- entering ----------------------------------------------------------------

local closed_here = false

-- The globals for a script that is about to be loaded: _G, or its own once the
-- sandbox is entered, which this does if it is wanted.
function sandbox.enter()
  if sandbox.wanted and not core.inside() then
    require "ludus.cli.help"          -- whatever else the host may need
    sandbox.walls = core.enter(sandbox.wanted)
  end
  if not core.inside() then return _G end
  if not closed_here then
    closed_here = true
    close_doors()
  end
  return sandbox.globals()
end

-- Does the message tell of a lack of memory? Lua's words, our own, the system's.
function sandbox.starved(message)
  return message:find("not enough memory", 1, true)
    or message:find("out of memory", 1, true)
    or message:find("Cannot allocate memory", 1, true)
end

-- Calls f for something that one can do without: true and its results, or false and why. A
-- lack of memory is raised: nobody would see what is missing.
function sandbox.try(f, ...)
  local results = table.pack(pcall(f, ...))
  if not results[1] and sandbox.starved(tostring(results[2])) then error(results[2], 0) end
  return table.unpack(results, 1, results.n)
end

-- Why the sandbox ended the script, in words for the person, or nil. `message` is
-- what the script failed with, if it did.
function sandbox.ended(message)
  if not sandbox.wanted or not core.inside() then return nil end
  local why, wanted = core.ended(), sandbox.wanted
  local rows = {
    time = { "%d s of time", wanted.seconds, "time" },
    instructions = { "%d million instructions", wanted.millions, "instructions" },
    memory = { "%d MB of memory", wanted.memory, "memory" },
  }
  if not why and message and sandbox.starved(message) then why = "memory" end
  local row = rows[why]
  if not row then return nil end
  local place = message and message:match("^[^\n]*: was stopped here")
  return ("the sandbox allows %s, and no more are left: the script was ended\n"
    .. "%s--%s allows more"):format(row[1]:format(row[2]),
    place and place .. "\n" or "", row[3])
end

sandbox.status = core.status

return sandbox
