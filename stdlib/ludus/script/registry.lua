-- registry.lua -- finds again, in another Lua state, what a script has made.
--
-- A thread's own state loads the script anew; the object it needs is the one made
-- at the same place: file, line, and how many were made there before.

local registry = {}

local objects, counts, homes = {}, {}, {}

local loading = nil                   -- the script that is being loaded

-- Called when a script, { path=, source= }, is about to be loaded: places count from 1
-- again.
function registry.reset(script) counts, loading = {}, script end

-- Called when it has been loaded: what is made from now on no state can find again.
function registry.loaded() loading = nil end

-- The script that made the object while it was loaded, or nil.
function registry.home(key) return homes[key] end

-- Notes the object made at that place ({ file=, line= } or nil); returns its key.
function registry.add(place, object)
  local where = place and ("%s:%d"):format(place.file, place.line) or "(lines typed)"
  counts[where] = (counts[where] or 0) + 1
  local key = counts[where] == 1 and where or where .. "#" .. counts[where]
  objects[key], homes[key] = object, loading
  return key
end

function registry.find(key)
  local object = objects[key]
  if object == nil then
    error(("%s: made by the script once, but not when it was loaded again; a script "
      .. "must do the same each time it is loaded"):format(key), 0)
  end
  return object
end

return registry
