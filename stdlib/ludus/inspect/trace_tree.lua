-- trace_tree.lua -- the adapter of traces of tree programs, whatever game they play.
--
-- What was written down is a record (ludus.inspect.record); this side finds out what
-- it means for a tree: names, the stack of ADF calls with their arguments, the lines
-- of the program around the running node.

local trace = require "ludus.inspect.trace"
local trees = require "ludus.inspect.tree"

local Tree = trace.adapter {}

function Tree:count() return self.record.count end

function Tree:state(n)
  local index, value, parent, last, spent = self.record:step(n)
  local node = self.model[index]
  return { node = index, value = value, parent = parent > 0 and parent or nil,
    last = last, name = node.name, branch = node.branch, spent = spent }
end

-- What a step gave, nothing but its value; where steps are, by the record if it can.
function Tree:answer(n) return (select(2, self.record:step(n))) end

function Tree:finished()
  if self.record.finished then return self.record:finished() end
  return trace.Driver.finished(self)
end

function Tree:ending()
  return { raw = self.record.raw, ended = self.record.ended,
    value = self.record.count > 0 and select(2, self.record:step(1)) or nil }
end

function Tree:events() return self.record:events(self.model) end

function Tree:picture(n) return self.record:picture(n) end

-- The steps of a step's arguments, as far as they ran.
function Tree:children(n)
  local _, _, _, last = self.record:step(n)
  local list, at = {}, n + 1
  while at <= last do
    list[#list + 1] = at
    local _, _, _, end_of_it = self.record:step(at)
    at = end_of_it + 1
  end
  return list
end

-- The calls that step n is in, outermost first: { step, name, args }.
function Tree:stack(n)
  if n > self:count() then return {} end
  local frames, child, at = {}, n, select(3, self.record:step(n))
  while at > 0 do
    local index, _, parent = self.record:step(at)
    local node = self.model[index]
    if node.name:find("^ADF%d") then
      local children = self:children(at)
      if children[node.arity + 1] and child >= children[node.arity + 1] then
        local args = {}
        for i = 1, node.arity do
          args[i] = select(2, self.record:step(children[i]))
        end
        table.insert(frames, 1, { step = at, name = node.name, args = args,
          arg_steps = children })
      end
    end
    child, at = at, parent
  end
  return frames
end

-- The values of a step's arguments, as far as they ran.
local function reads(d, s)
  local list = {}
  if s.over then return list end
  for i, at in ipairs(d:children(s.step)) do
    list[i] = select(2, d.record:step(at))
  end
  return list
end

Tree.lazy = {
  stack = function(d, s) return d:stack(s.step) end,
  reads = reads,
  state = function(d, s) return d.record:state(s.step) end,
  text = function(d, s) return s.node and trees.text(d.model[s.node]) end,
}

-- ---- jumps -----------------------------------------------------------------

-- The argument that gave a step its value, or the call's argument of an ARG.
local function origin(d, n)
  local index, value = d.record:step(n)
  local argument = d.model[index].name:match("^ARG(%d+)$")
  if argument then
    local frames = d:stack(n)
    local frame = frames[#frames]
    return frame and frame.arg_steps[tonumber(argument) + 1]
  end
  local children = d:children(n)
  for i = #children, 1, -1 do
    if select(2, d.record:step(children[i])) == value then return children[i] end
  end
end

function Tree:jump(n, what)
  local index, _, parent, last = self.record:step(n)
  if what == "node" then return self.record:visit(index, n + 1, 1) end
  if what == "back" then return self.record:visit(index, n - 1, -1) end
  if what == "up" then return parent > 0 and parent or nil end
  if what == "over" then return last + 1 end
  if what == "origin" then return origin(self, n) end
end

-- ---- why -------------------------------------------------------------------

-- Does step n leave out an argument of its node? Below a step that the end of the case
-- cut short others may only not have come yet.
local function leaves_out(d, n)
  local index, _, _, last = d.record:step(n)
  local children = d:children(n)
  for i, at in ipairs(children) do
    if d.model[(d.record:step(at))].place ~= i then return true end
  end
  return #children < d.model[index].arity and last < d:count()
end

-- The names of nodes that do so.
local function choosers(d)
  if d.choosers then return d.choosers end
  d.choosers = {}
  for n = 1, d:count() do
    local node = d.model[(d.record:step(n))]
    if node.arity > 1 and not d.choosers[node.name] and not node.name:find "^ADF%d"
      and leaves_out(d, n) then
      d.choosers[node.name] = true
    end
  end
  return d.choosers
end

-- The step that decided that step n runs: one that chose, or what that one asked.
local function decision(d, n)
  local child, at = n, select(3, d.record:step(n))
  while at > 0 do
    local index, _, parent = d.record:step(at)
    if choosers(d)[d.model[index].name] then
      local first = d:children(at)[1]
      if first ~= child then return { step = first, role = "it runs since" } end
      if #d:children(at) == 1 then return { step = at, role = "it runs by" } end
    end
    child, at = at, parent
  end
end

local function used(d, n)
  local node = d.model[(d.record:step(n))]
  local argument = node.name:match "^ARG(%d+)$"
  if argument then
    local from = origin(d, n)
    return from and { { step = from, role = "argument " .. argument + 1 } } or {}
  end
  local children, list = d:children(n), {}
  if node.name:find "^ADF%d" then
    local body = children[node.arity + 1]
    return body and { { step = body, role = "gave it" } } or {}
  end
  for i, at in ipairs(children) do
    list[i] = { step = at, role = not choosers(d)[node.name] and "used"
      or i == #children and "chose" or "asked" }
  end
  return list
end

function Tree:sources(n)
  local list = used(self, n)
  list[#list + 1] = decision(self, n)
  return list
end

-- A node asks the game with the values of its arguments; one that chooses is answered by
-- which of them it takes.
function Tree:question(n)
  local index, value = self.record:step(n)
  local node = self.model[index]
  if tonumber(node.name) or node.name:find "^A[RD][GF]%d" then return nil end
  local children, words = self:children(n), { node.name }
  local chooses = choosers(self)[node.name]
  for i = 1, #children - (chooses and 1 or 0) do
    words[#words + 1] = tostring(select(2, self.record:step(children[i])))
  end
  if chooses and #children > 0 then
    value = self.model[(self.record:step(children[#children]))].place
  end
  return table.concat(words, " "), value
end

function Tree:concerns(n, row)
  local node = self.model[(self.record:step(n))]
  return not self.record.concerns or self.record:concerns(node.name, row)
end

function Tree:label(n)
  local index, value = self.record:step(n)
  return ("%s (%d) = %s"):format(self.model[index].name, index, tostring(value))
end

-- ---- drawing ---------------------------------------------------------------

local function frame_text(frame)
  local words = {}
  for i, arg in ipairs(frame.args) do words[i] = tostring(arg) end
  return ("%s(%s)"):format(frame.name, table.concat(words, ", "))
end

-- The node and its value.
function Tree:node_words(s, view)
  local more = s.last - s.step
  return {
    ("node %d, %s: %s"):format(s.node, s.branch, trees.short(self.model[s.node],
      math.max(12, view.width - 12 - #s.branch - #tostring(s.node)))),
    ("value %s, after %d more step%s%s"):format(tostring(s.value), more,
      more == 1 and "" or "s", s.spent and ("; %d spent"):format(s.spent) or ""),
  }
end

-- The calls the step is in, within the width.
function Tree:calls(s, view)
  local calls = { "RPB" }
  for _, frame in ipairs(s.stack) do calls[#calls + 1] = frame_text(frame) end
  local text = "in " .. table.concat(calls, " > ")
  while #text > view.width and #calls > 2 do
    table.remove(calls, 2)
    text = "in RPB > ... > " .. table.concat(calls, " > ", 2)
  end
  return text
end

-- Events in words: what this step does, and what was done just before.
function Tree:event_words(s, view, out)
  local function told(list, lead)
    for i, row in ipairs(list) do
      if i == 4 and #list > 4 then
        out[#out + 1] = ("  and %d more"):format(#list - 3)
        return
      end
      out[#out + 1] = view.paint("head", ("%s: %s"):format(lead, self:told(row)))
    end
  end
  if not s.over then told(s.changed, "does") end
  told(s.happened, "done")
end

function Tree:words(s, view)
  local list = s.over and { ("raw %s, %s"):format(tostring(s.raw), s.ended) }
    or self:node_words(s, view)
  self:event_words(s, view, list)
  if not s.over and #s.stack > 0 then list[#list + 1] = self:calls(s, view) end
  return list
end

-- The program's lines around the running node.
function Tree:program(s, view, room)
  if self.lines_width ~= view.width then
    self.lines = trees.lines(self.model, view.width - 5)
    self.lines_width = view.width
  end
  local lines = self.lines
  local at = s.node and trees.line_of(lines, s.node) or 0
  local first = math.max(1, math.min(math.max(at, 1) - room // 2, #lines - room + 1))
  local out = {}
  for i = first, math.min(#lines, first + room - 1) do
    local text = trees.render({ lines[i] }, function(node, word)
      if node.index == s.node then
        return view.colour and view.paint("mark", word) or "{" .. word .. "}"
      end
      return word
    end)[1]
    out[#out + 1] = (i == at and "=> " or "   ") .. text
  end
  return out
end

-- What a driver needs to know of a program; its noun in titles.
local models = setmetatable({}, { __mode = "k" })    -- by program

function Tree.prepare(d, p)
  models[p] = models[p] or trees.model(p)
  d.model = models[p]
end

function Tree.size(d) return ("%d nodes"):format(#d.model) end

return Tree
