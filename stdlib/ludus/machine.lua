-- machine.lua -- Moore machines: programs for games of two moves.
--
--     local machine = require "ludus.machine"
--     local tft = machine.parse "c01 d01"        -- or the table of tostring(tft)
--     print(tft:draw())
--     tft:minimise()  tft:equivalent(q)  tft:svg "tft.svg"
--
-- A machine never changes; == compares states one by one, :equivalent() behaviour.

local core = require "ludus.core.machine"

local machine = {}

machine.MAX_STATES = 64

-- The machine of a text in either notation; `name` is what errors call it.
machine.parse = core.parse

-- The machine in a file.
machine.read = core.read

-- Machine number `number` of a seed, with exactly that many states.
function machine.random(seed, number, states)
  return core.random(seed, number, states)
end

-- What evolution needs: states = most states of a machine, first = { least, most }
-- at the start.
function machine.species(given)
  local first = given.first or { 1, 8 }
  return core.species(given.states or 32, first[1], first[2])
end

-- ---- more methods ------------------------------------------------------------

local methods = core.methods

-- Writes a drawing by Graphviz; the format is the file's ending (svg, png, pdf).
-- Returns the file's name, or nil and why there is none.
function methods:svg(file, title)
  local format = file:match "%.(%w+)$" or "svg"
  local found = os.execute "command -v dot >/dev/null 2>&1"
  if not found then
    return nil, "Graphviz is not installed: 'dot' was not found"
  end
  local command = ("dot -T%s -o '%s'"):format(format, (file:gsub("'", "'\\''")))
  local pipe, message = io.popen(command, "w")
  if not pipe then return nil, message end
  pipe:write(self:dot(title))
  if not pipe:close() then return nil, "dot could not write " .. file end
  return file
end

return machine
