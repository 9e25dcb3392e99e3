-- script.lua -- loads a script: a Lua file that returns an experiment or a study
-- and does nothing else.

local limit    = require "ludus.core.limit"
local registry = require "ludus.registry"
local spec   = require "ludus.spec"
local system = require "ludus.core.system"

local script = {}

script.bytes_max = 4 * 1024 * 1024
script.seconds = 60                   -- CPU time to load one, which only declares

-- The script loaded last, { path=, source= }: threads load it again.
script.current = nil

-- The text of a script.
function script.source(path)
  local text, message = system.read(path, script.bytes_max)
  if not text then error(message, 0) end
  return text
end

-- The value the script returns, or an error for the person. A script may require
-- modules that lie beside it. `source` is its text where the file may have changed.
function script.load(path, source)
  source = source or script.source(path)
  local chunk, message = load(source, "@" .. path)
  if not chunk then error(message, 0) end
  local folder = path:match("^(.*)/[^/]*$") or "."
  local search = folder .. "/?.lua;"
  if not package.path:find(search, 1, true) then
    package.path = search .. package.path
  end
  spec.script = path
  script.current = { path = path, source = source }
  registry.reset()
  local value = limit.call(script.seconds, chunk, path)
  if value == nil then
    error(("%s: the script returns nothing; it must return an experiment, as in "
      .. "'return ludus.experiment { ... }'"):format(path), 0)
  end
  return value
end

return script
