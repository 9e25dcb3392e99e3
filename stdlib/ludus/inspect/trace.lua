-- trace.lua -- a recorded case, to go through in any direction.
--
--     local t = g:trace(p, 15)
--     #t  t:at(1200)  t:at(#t + 1)  t:events()
--     t:find(function(s) return s.event == "uncover" and s.number > 0 end)
--
-- State n is the one in which step n begins; state #t + 1 is the end, after the last
-- step. Events stand in the order of their effects: `step` is whose doing one is,
-- `when` how many steps had begun by then, so that state when + 1 is the first to
-- show it.
--
-- There is one driver, below. What differs by the kind of program an adapter says, a
-- table of functions that begin with the driver (trace_tree, trace_lines,
-- trace_machine, steps):
--
--     count(d)                   steps
--     state(d, n)                fields of step n, 1 to count
--     ending(d)                  fields of the end
--     events(d)                  a list of { step =, when =, event =, ... }
--     picture(d, n)              of the state when step n begins
--     lazy                       { field = function(d, state) }: made when asked for
--     words(d, state, view)      lines that stand beside the picture
--     program(d, state, view, rows)   lines of the program around the step
--     board(d, state, view)      the picture as lines, where it is drawn otherwise
--     focus(d, state)            row and column of the picture that must be in view
--     head(d, state)             the line above all
--     told(d, event)             an event as a phrase
--     jump(d, n, what)           for keys: "node", "back", "origin", "up", "over"
--     draw(d, state, view)       all of a state, instead of the layout below
--     sources(d, n)              for t:why: { { step =, role = }, ... } behind step n
--     question(d, n)             what step n asks of the game, as a key, and the answer
--     concerns(d, n, event)      may that earlier event matter to step n?
--     label(d, n)                step n in a few words
--     finished(d)                for p:strategy: steps as they become complete, where each
--                                is, and by step its place among them
--     answer(d, n)               what step n told the program
--     chance                     true if chance says where things are done
--     again(d, p, suppose)       for t:what_if: the case once more, as a trace

local layout = require "ludus.inspect.trace_layout"
local show   = require "ludus.repl.show"

local trace = {}

-- ---- the driver ------------------------------------------------------------

local Driver = {}
trace.Driver = Driver

-- An adapter: what it does not say is said by the driver.
function trace.adapter(fields)
  fields.__index = fields
  return setmetatable(fields, { __index = Driver })
end

-- Raises what is wrong with the number of a step.
function Driver:check_step(verb, n)
  local count = self:count()
  if count == 0 then error(("t:%s: the case was over before the first step"):format(verb), 0) end
  if math.type(n) ~= "integer" or n < 1 or n > count then
    error(("t:%s: step must be 1 to %d, got %s"):format(verb, count, tostring(n)), 0)
  end
end

function Driver.events() return {} end
function Driver.picture() return "" end
function Driver.words() return {} end
function Driver.program() return {} end
function Driver.jump() return nil end
function Driver.ending() return {} end
function Driver.question() return nil end
function Driver.concerns() return true end

-- Of steps that do not lie in each other, the one before.
function Driver.sources(_, n) return n > 1 and { { step = n - 1, role = "before" } } or {} end

function Driver:label(n)
  local s = self:state(n)
  return tostring(s.name or s.event or "a step")
end

function Driver:finished()
  local order, where, place, open = {}, {}, {}, {}
  local function close(n, at)
    order[#order + 1], where[#order + 1] = n, at
    place[n] = #order
  end
  for n = 1, self:count() do
    local s = self:state(n)
    open[#open + 1] = { n, s.last or n, s.node or s.state or s.place or s.name }
    while #open > 0 and open[#open][2] <= n do
      local row = table.remove(open)
      close(row[1], row[3])
    end
  end
  while #open > 0 do
    local row = table.remove(open)
    close(row[1], row[3])
  end
  return order, where, place
end

function Driver:answer(n)
  local s = self:state(n)
  if s.theirs ~= nil then return s.theirs end
  if s.value ~= nil then return s.value end
  local mine = self:book().by_step[n]
  return mine and mine[1].event
end

-- An event as a phrase.
function Driver.told(_, row) return row.text or row.event end

Driver.lazy = {}

-- Events, and by the step that made them and the time they happened.
function Driver:book()
  if self.kept then return self.kept end
  local kept = { list = self:events(), by_step = {}, by_time = {} }
  for _, row in ipairs(kept.list) do
    row.when = row.when or row.step
    local mine, then_ = kept.by_step[row.step] or {}, kept.by_time[row.when] or {}
    mine[#mine + 1], then_[#then_ + 1] = row, row
    kept.by_step[row.step], kept.by_time[row.when] = mine, then_
  end
  self.kept = kept
  return kept
end

-- Fields that every state has, made when they are first asked for.
local common = {
  picture = function(d, s) return d:picture(s.step) end,
  changed = function(d, s) return d:book().by_step[s.step] or {} end,
  happened = function(d, s) return d:book().by_time[s.step - 1] or {} end,
  after = function(d, s)
    local mine = s.changed
    return d:picture(#mine > 0 and mine[#mine].when + 1
      or math.min(s.step + 1, d:count() + 1))
  end,
}

function Driver:head(s)
  local case = self.case and (", case %d"):format(self.case) or ""
  if s.over then
    return ("the end, after %d steps%s%s"):format(self:count(), case,
      s.ended and (": %s"):format(s.ended) or "")
  end
  return ("step %d of %d%s"):format(s.step, self:count(), case)
end

-- ---- drawing ---------------------------------------------------------------

-- The picture as lines; row and column that must be seen; all of a state: see
-- ludus.inspect.trace_layout.
Driver.board, Driver.focus, Driver.draw = layout.board, layout.focus, layout.draw

-- ---- traces ----------------------------------------------------------------

local Trace = {}
Trace.__name = "ludus.trace"

local State = {}
State.__name = "ludus.state"

-- A trace: fields of a driver, with its adapter as metatable.
function trace.new(driver) return setmetatable({ driver = driver }, Trace) end

function trace.is(value) return getmetatable(value) == Trace end

function Trace:__index(key) return Trace[key] end
Trace.methods = Trace                 -- for help and Tab
trace.methods = Trace

function Trace:__len() return self.driver:count() end

function State:__index(key)
  local driver = rawget(self, "driver")
  local lazy = driver.lazy[key] or common[key]
  if not lazy then return nil end
  local value = lazy(driver, self)
  rawset(self, key, value)
  return value
end

function State:__show(view) return self.driver:draw(self, view) end

local function state_of(driver, n)
  local over = n > driver:count()
  local state = over and driver:ending() or driver:state(n)
  if over then state.over, state.name = true, state.name or "(end)" end
  state.step, state.driver = n, driver
  if not over then
    local mine = driver:book().by_step[n]
    state.event = state.event or mine and mine[1].event
  end
  return setmetatable(state, State)
end

-- The state when step n begins; #t + 1 is the end.
function Trace:at(n)
  local count = self.driver:count()
  if math.type(n) ~= "integer" or n < 1 or n > count + 1 then
    error(("t:at: step must be 1 to %d, the last being the end, got %s"):format(
      count + 1, tostring(n)), 2)
  end
  return state_of(self.driver, n)
end

-- The first state from step `from` (1) on that the predicate is true for, or
-- nil; the end is looked at, too.
function Trace:find(predicate, from)
  for n = from or 1, self.driver:count() + 1 do
    local state = state_of(self.driver, n)
    if predicate(state) then return state end
  end
  return nil
end

-- Why step n (without n the last that did something) is as it is: the steps whose values
-- it used, what chose that it runs, the acts that made the game look so. w[1], w[1][2] go
-- on from there, w:slice() are all steps it depends on.
function Trace:why(n) return require "ludus.inspect.why".of(self, n) end

-- The order in which acts first met each square, drawn on the board; of one kind of act
-- if it is named.
function Trace:order(name) return require "ludus.inspect.order".of(self, name) end

-- What would be if one thing were otherwise at step n, both futures side by side: {
-- value = 2 }, or { NUM = 2 } for the next NUM from there on, with always = true at all
-- later steps of that node, too; { node = "(MOV 3)" }, { line = "Left" } or { program = q }
-- change the program.
function Trace:what_if(n, changes)
  return require "ludus.inspect.what_if".of(self, n, changes)
end

-- ---- events ----------------------------------------------------------------

local Events = { __name = "ludus.events" }
Events.__index = Events

local function cell(value)
  return value == nil and "" or tostring(value)
end

local rank = { step = 1, event = 2, row = 3, col = 4, name = 5 }

-- The fields of events in the order of their columns; `when` is for programs.
local function fields_of(list)
  local fields, seen = { "step", "event" }, { step = true, event = true, when = true }
  for _, row in ipairs(list) do
    for key, value in pairs(row) do
      if not seen[key] and type(value) ~= "table" then
        seen[key] = true
        fields[#fields + 1] = key
      end
    end
  end
  table.sort(fields, function(a, b)
    local x, y = rank[a] or 6, rank[b] or 6
    if x ~= y then return x < y end
    return a < b
  end)
  return fields
end

function Events:__show(view)
  local fields, widths = fields_of(self), {}
  for i, field in ipairs(fields) do
    widths[i] = #field
    for _, row in ipairs(self) do
      widths[i] = math.max(widths[i], show.columns(cell(row[field])))
    end
  end
  local function line(values)
    local words = {}
    for i, value in ipairs(values) do
      words[i] = value .. (" "):rep(widths[i] - show.columns(value))
    end
    return show.cut((table.concat(words, "  "):gsub("%s+$", "")), view.width)
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

-- What happened, in the order in which it did: a list of { step, when, event, ... };
-- only events of that name if one is given.
function Trace:events(name)
  local list = setmetatable({}, Events)
  for _, row in ipairs(self.driver:book().list) do
    if name == nil or row.event == name then list[#list + 1] = row end
  end
  return list
end

-- ---- showing ---------------------------------------------------------------

function Trace:__show(view)
  local counts, order = {}, {}
  for _, row in ipairs(self:events()) do
    if not counts[row.event] then order[#order + 1] = row.event end
    counts[row.event] = (counts[row.event] or 0) + 1
  end
  for i, name in ipairs(order) do
    order[i] = ("%d %s"):format(counts[name], name)
  end
  return show.cap(("trace: %s\n%d steps%s\n"
    .. "t:at(n) shows a step, t:at(#t + 1) the end, :step walks"):format(
    self.driver.title, #self, #order > 0 and "; events: "
    .. table.concat(order, ", ") or ""), view)
end

-- ---- moving (for :step and for watching) -------------------------------------

-- The next step after n (by 1), or the last before it (by -1), that shows what an
-- event has done; nil if there is none.
function Trace:next_event(n, by)
  local found
  for _, row in ipairs(self:events()) do
    local at = row.when + 1
    if by > 0 and at > n then return at end
    if by < 0 and at < n then found = at end
  end
  return found
end

-- The states worth watching: the first, each that shows something new, the end.
function Trace:moments()
  local list, last = { 1 }, 1
  for _, row in ipairs(self:events()) do
    if row.when + 1 > last then
      last = row.when + 1
      list[#list + 1] = last
    end
  end
  if last < #self + 1 then list[#list + 1] = #self + 1 end
  return list
end

-- Where a jump leads: "node" (next visit of the same place), "back" (last
-- visit), "origin" (where the value was made), "up" (who asked), "over" (past
-- this node).
function Trace:jump(n, what)
  if n > #self then return nil end
  return self.driver:jump(n, what)
end

show.speaks(Trace)
show.speaks(State)
show.speaks(Events)

return trace
