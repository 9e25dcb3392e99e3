-- strict.lua -- makes a Lua state strict: undeclared globals are errors, code is
-- loaded from text only, chance comes from our own generator.
--
-- The host runs this once per state, before anything else is loaded.

local core = require "ludus.core.rng"

-- ---- globals ----------------------------------------------------------------

setmetatable(_G, {
  __index = function(_, name)
    error(("undeclared global '%s' is read"):format(tostring(name)), 2)
  end,
  __newindex = function(_, name)
    error(("undeclared global '%s' is written; use 'local %s'")
      :format(tostring(name), tostring(name)), 2)
  end,
  __metatable = "strict",
})

-- ---- text only --------------------------------------------------------------

local raw_load, raw_loadfile = load, loadfile

function load(chunk, name, _, ...)
  return raw_load(chunk, name, "t", ...)
end

function loadfile(path, _, ...)
  return raw_loadfile(path, "t", ...)
end

function dofile(path)
  return assert(raw_loadfile(path, "t"))()
end

string.dump = nil

-- ---- chance -----------------------------------------------------------------

-- math.random with our generator: the same draws for the same seed everywhere.
-- It starts from seed 0; a run reseeds it from its own key.
local rng = core.new(0)

function math.random(lo, hi)
  if lo == nil then return rng:real() end
  if hi == nil then lo, hi = 1, lo end
  if lo == 0 and hi == 0 then return rng:range(math.mininteger, math.maxinteger) end
  lo, hi = math.tointeger(lo), math.tointeger(hi)
  if not lo or not hi then
    error("bad argument to 'random' (number has no integer representation)", 2)
  elseif lo > hi then
    error("bad argument to 'random' (interval is empty)", 2)
  end
  return rng:range(lo, hi)
end

function math.randomseed(seed, stream)
  rng = core.keyed(math.tointeger(seed) or 0, math.tointeger(stream) or 0)
end

-- ---- files ------------------------------------------------------------------

require "ludus.script.files".install()

return true
