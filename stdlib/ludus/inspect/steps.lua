-- steps.lua -- the adapter of traces whose states are a plain list, for programs
-- whose games are short: plans, evaluators, ancestors.
--
--     steps.trace { title = "...", states = { { event = "d", ... }, ... },
--       ending = { ... }, paint = function(state, view) return text end,
--       place = "state" }
--
-- `place` names the field that says where a program is, for visits; `ending` has the
-- fields of the end, `columns` those that events repeat; `says(state)`, if given, the
-- words that stand beside its picture.

local show  = require "ludus.repl.show"
local trace = require "ludus.inspect.trace"

local steps = {}

local List = trace.adapter {}

function steps.trace(fields)
  fields.finish, fields.ending = fields.ending or {}, nil
  return trace.new(setmetatable(fields, List))
end

local function copied(row)
  local copy = {}
  for key, value in pairs(row) do copy[key] = value end
  return copy
end

function List:count() return #self.states end

function List:state(n) return copied(self.states[n]) end

function List:ending() return copied(self.finish) end

function List:words(s) return self.says and not s.over and self.says(s) or {} end

function List:draw(state, view) return self.paint(state, view) end

function List:events()
  local list = {}
  for n, state in ipairs(self.states) do
    if state.event then
      local row = { step = n, when = n }
      for _, key in ipairs(self.columns or {}) do row[key] = state[key] end
      row.event = state.event
      list[#list + 1] = row
    end
  end
  return list
end

function List:label(n)
  local s = self:state(n)
  s.step = n
  return (self.paint(s, show.view {}):match "[^\n]*")
end

function List:jump(n, what)
  local by = what == "node" and 1 or what == "back" and -1
  if not by or not self.place then return nil end
  local at = self.states[n][self.place]
  for k = n + by, by > 0 and #self.states or 1, by do
    if self.states[k][self.place] == at then return k end
  end
end

return steps
