-- script.lua -- loads a script: a Lua file that returns an experiment or a study
-- and does nothing else.

local spec = require "ludus.spec"

local script = {}

-- The value the script returns, or an error for the person. A script may require
-- modules that lie beside it.
function script.load(path)
  local chunk, message = loadfile(path)
  if not chunk then error(message, 0) end
  local folder = path:match("^(.*)/[^/]*$") or "."
  local search = folder .. "/?.lua;"
  if not package.path:find(search, 1, true) then
    package.path = search .. package.path
  end
  spec.script = path
  local value = chunk(path)
  if value == nil then
    error(("%s: the script returns nothing; it must return an experiment, as in "
      .. "'return ludus.experiment { ... }'"):format(path), 0)
  end
  return value
end

return script
