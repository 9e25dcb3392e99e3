-- closed.lua -- modules that know their names: what is not there is an error.
--
--     return closed.module(mines, "ludus.minesweeper")
--
-- Without it `stop = ludus.sovled` is `stop = nil`, and the default is used without a
-- word. closed.find() asks whether a module has a name. The metatable cannot be had by
-- scripts: with a part of their own they would load any module of the host.

local system = require "ludus.core.system"

local closed = {}

local function names_of(module, parts)
  local names = {}
  for name in next, module do names[#names + 1] = tostring(name) end
  for name in next, parts do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- What the module, closed or not, has under that name, or nil.
function closed.find(module, name)
  local value = rawget(module, name)
  local meta = debug.getmetatable(module)
  local part = value == nil and meta and meta.parts and meta.parts[name]
  if not part then return value end
  value = require(part)
  rawset(module, name, value)
  return value
end

-- Closes the module, which may have a metatable of its own. `parts` are names of
-- modules, by name, that are loaded when they are asked for.
function closed.module(module, called, parts)
  local meta = getmetatable(module) or {}
  meta.parts = parts or {}
  meta.__index = function(self, name)
    local value = closed.find(self, name)
    if value ~= nil then return value end
    local near = system.near(tostring(name), names_of(self, meta.parts))
    error(("%s has no '%s'%s"):format(called, tostring(name),
      near and ("; did you mean '%s'?"):format(near)
      or "; 'ludus help' knows what there is"), 2)
  end
  setmetatable(module, meta)
  meta.__metatable = called
  return module
end

return closed
