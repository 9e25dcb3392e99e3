-- trace.lua -- a recorded game, to go through in any direction.
--
--     local t = g:trace(p, 15)
--     #t  t:at(1200)  t:events()
--     t:find(function(s) return s.event == "uncover" and s.number > 0 end)
--
-- What is recorded differs by the kind of program; a driver knows it:
--     driver.title                    one line
--     driver:count()                  steps
--     driver:state(n)                 fields of step n, cheap ones at once
--     driver:show(state, view)        the state as text
--     driver:events()                 a list of { step =, event =, ... }
--     driver:jump(n, what)            for keys: "node", "origin", "up", "over"

local show = require "ludus.repl.show"

local trace = {}
local Trace = {}
Trace.__name = "ludus.trace"

local State = {}
State.__name = "ludus.state"

-- A trace of a driver.
function trace.new(driver)
  return setmetatable({ driver = driver }, Trace)
end

function trace.is(value) return getmetatable(value) == Trace end

function Trace:__index(key) return Trace[key] end

function Trace:__len() return self.driver:count() end

-- ---- states ----------------------------------------------------------------

function State:__index(key)
  local lazy = rawget(self, "driver").lazy[key]
  if not lazy then return nil end
  local value = lazy(self.driver, self)
  rawset(self, key, value)
  return value
end

function State:__show(view) return self.driver:show(self, view) end

local function state_of(driver, n)
  local state = driver:state(n)
  state.step, state.driver = n, driver
  driver.lazy = driver.lazy or {}
  return setmetatable(state, State)
end

-- The state when step n begins.
function Trace:at(n)
  local count = self.driver:count()
  if math.type(n) ~= "integer" or n < 1 or n > count then
    error(("t:at: step must be 1 to %d, got %s"):format(count, tostring(n)), 2)
  end
  return state_of(self.driver, n)
end

-- The first state from step `from` (1) on that the predicate is true for, or
-- nil.
function Trace:find(predicate, from)
  for n = from or 1, self.driver:count() do
    local state = state_of(self.driver, n)
    if predicate(state) then return state end
  end
  return nil
end

-- ---- events ----------------------------------------------------------------

local Events = {}
Events.__index = Events

local function cell(value)
  return value == nil and "" or tostring(value)
end

function Events:__show(view)
  local fields, seen = { "step", "event" }, { step = true, event = true }
  for _, row in ipairs(self) do
    for key, value in pairs(row) do
      if not seen[key] and type(value) ~= "table" then
        seen[key] = true
        fields[#fields + 1] = key
      end
    end
  end
  table.sort(fields, function(a, b)
    local rank = { step = 1, event = 2, row = 3, col = 4 }
    local x, y = rank[a] or 5, rank[b] or 5
    if x ~= y then return x < y end
    return a < b
  end)
  local widths = {}
  for i, field in ipairs(fields) do
    widths[i] = #field
    for _, row in ipairs(self) do
      widths[i] = math.max(widths[i], #cell(row[field]))
    end
  end
  local function line(values)
    local words = {}
    for i, value in ipairs(values) do
      words[i] = value .. (" "):rep(widths[i] - #value)
    end
    return (table.concat(words, "  "):gsub("%s+$", ""))
  end
  local lines = { view.paint("head", line(fields)) }
  for _, row in ipairs(self) do
    local values = {}
    for i, field in ipairs(fields) do values[i] = cell(row[field]) end
    lines[#lines + 1] = line(values)
  end
  lines[1] = ("%d events\n%s"):format(#self, lines[1])
  return table.concat(lines, "\n")
end

-- What happened: a list of { step, event, ... }; only events of that name if
-- one is given.
function Trace:events(name)
  local list = setmetatable({}, Events)
  for _, row in ipairs(self.driver:events()) do
    if name == nil or row.event == name then list[#list + 1] = row end
  end
  return list
end

-- ---- showing ---------------------------------------------------------------

function Trace:__show(view)
  local counts, order = {}, {}
  for _, row in ipairs(self.driver:events()) do
    if not counts[row.event] then order[#order + 1] = row.event end
    counts[row.event] = (counts[row.event] or 0) + 1
  end
  for i, name in ipairs(order) do
    order[i] = ("%d %s"):format(counts[name], name)
  end
  return show.cap(("trace: %s\n%d steps%s\nt:at(n) shows a step, :step walks"):format(
    self.driver.title, #self, #order > 0 and "; events: "
    .. table.concat(order, ", ") or ""), view)
end

-- ---- moving (for :step) ----------------------------------------------------

-- The step of the next event after n (by 1) or the last before it (by -1), or
-- nil.
function Trace:next_event(n, by)
  local found
  for _, row in ipairs(self.driver:events()) do
    local step = row.step
    if by > 0 and step > n and (not found or step < found)
      or by < 0 and step < n and (not found or step > found) then found =
        step end
  end
  return found
end

-- Where a jump leads: "node" (next visit of the same place), "back" (last
-- visit), "origin" (where the value was made), "up" (who asked), "over" (past
-- this node).
function Trace:jump(n, what)
  if not self.driver.jump then return nil end
  return self.driver:jump(n, what)
end

return trace
