-- steps.lua -- a driver of traces whose states are a plain list, for programs
-- whose games are short: machines, plans, evaluators, linear programs.
--
--     steps.trace { title = "...", states = { { event = "d", ... }, ... },
--       show = function(state, view) return text end, place = "state" }

local trace = require "ludus.inspect.trace"

local steps = {}
local Driver = {}
Driver.__index = Driver

-- A trace; `place` names the field that says where a program is, for visits.
function steps.trace(fields)
  fields.lazy = fields.lazy or {}
  return trace.new(setmetatable(fields, Driver))
end

function Driver:count() return #self.states end

function Driver:state(n)
  local copy = {}
  for key, value in pairs(self.states[n]) do copy[key] = value end
  return copy
end

function Driver:show(state, view) return self.draw(state, view) end

function Driver:events()
  if not self.list then
    self.list = {}
    for n, state in ipairs(self.states) do
      if state.event then
        local row = { step = n }
        for _, key in ipairs(self.columns or {}) do row[key] = state[key] end
        row.event = state.event
        self.list[#self.list + 1] = row
      end
    end
  end
  return self.list
end

function Driver:jump(n, what)
  local by = what == "node" and 1 or what == "back" and -1
  if not by or not self.place then return nil end
  local at = self.states[n][self.place]
  for k = n + by, by > 0 and #self.states or 1, by do
    if self.states[k][self.place] == at then return k end
  end
end

return steps
