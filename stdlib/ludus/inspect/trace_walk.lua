-- trace_walk.lua -- traces of tree programs, of any game that keeps its steps in C.
--
-- A game's `record` (see bind_trace.c) holds the steps and the game's notes; this side
-- finds out what they mean: names, events, the stack of ADF calls with their arguments,
-- and how a step is drawn. A game that has more to show makes a driver of its own from
-- this one, as Minesweeper does.

local inspect = require "ludus.inspect"
local show    = require "ludus.repl.show"
local trace   = require "ludus.inspect.trace"
local trees   = require "ludus.inspect.tree"

local walk = {}
local Driver = {}
Driver.__index = Driver
walk.Driver = Driver

-- ---- events ----------------------------------------------------------------

-- What the game noted, as events, and the first of each step that made one.
function Driver:read_events()
  local list, by_step = {}, {}
  for i = 1, self.core:notes() do
    local step, text = self.core:note(i)
    if text ~= "" then
      local row = { step = math.max(step, 1), event = text }
      list[#list + 1] = row
      by_step[row.step] = by_step[row.step] or row
    end
  end
  self.list, self.by_step = list, by_step
end

function Driver:events()
  if not self.list then self:read_events() end
  return self.list
end

-- ---- states ----------------------------------------------------------------

function Driver:count() return #self.core end

function Driver:state(n)
  local index, value, parent, last = self.core:step(n)
  local node = self.model[index]
  local event = self:events() and self.by_step[n]
  return { node = index, value = value, parent = parent > 0 and parent or nil,
    last = last, name = node.name, branch = node.branch,
    event = event and event.event }
end

-- The steps of a step's arguments, as far as they ran.
function Driver:children(n)
  local _, _, _, last = self.core:step(n)
  local list, at = {}, n + 1
  while at <= last do
    list[#list + 1] = at
    local _, _, _, end_of_it = self.core:step(at)
    at = end_of_it + 1
  end
  return list
end

-- The calls that step n is in, outermost first: { step, name, args }.
function Driver:stack(n)
  local frames, child, at = {}, n, select(3, self.core:step(n))
  while at > 0 do
    local index, _, parent = self.core:step(at)
    local node = self.model[index]
    if node.name:find("^ADF%d") then
      local children = self:children(at)
      if children[node.arity + 1] and child >= children[node.arity + 1] then
        local args = {}
        for i = 1, node.arity do
          args[i] = select(2, self.core:step(children[i]))
        end
        table.insert(frames, 1, { step = at, name = node.name, args = args,
          arg_steps = children })
      end
    end
    child, at = at, parent
  end
  return frames
end

Driver.lazy = {
  picture = function(self, s) return self.core:picture(s.step) end,
  stack = function(self, s) return self:stack(s.step) end,
  text = function(self, s) return trees.text(self.model[s.node]) end,
}

-- ---- jumps -----------------------------------------------------------------

-- The argument that gave a step its value, or the call's argument of an ARG.
local function origin(self, n)
  local index, value = self.core:step(n)
  local argument = self.model[index].name:match("^ARG(%d+)$")
  if argument then
    local frames = self:stack(n)
    local frame = frames[#frames]
    return frame and frame.arg_steps[tonumber(argument) + 1]
  end
  local children = self:children(n)
  for i = #children, 1, -1 do
    if select(2, self.core:step(children[i])) == value then
      return children[i]
    end
  end
end

function Driver:jump(n, what)
  local index, _, parent, last = self.core:step(n)
  if what == "node" then return self.core:visit(index, n + 1, 1) end
  if what == "back" then return self.core:visit(index, n - 1, -1) end
  if what == "up" then return parent > 0 and parent or nil end
  if what == "over" then return last < #self.core and last + 1 or nil end
  if what == "origin" then return origin(self, n) end
end

-- ---- drawing ---------------------------------------------------------------

local function frame_text(frame)
  return ("%s(%s)"):format(frame.name, table.concat(frame.args, ", "))
end

-- The picture of the state, and the room it takes; a driver of a game may draw it
-- itself.
function Driver:board(s)
  local lines, wide = {}, 0
  for line in s.picture:gmatch("[^\n]+") do
    lines[#lines + 1] = line
    wide = math.max(wide, show.columns(line))
  end
  return lines, wide > 0 and wide + 3 or 0
end

-- The node and its value.
function Driver:node_facts(s, view)
  return {
    ("node %d, %s: %s"):format(s.node, s.branch,
      trees.short(self.model[s.node], view.width - 34)),
    ("value %d, after %d more step%s"):format(s.value, s.last - s.step,
      s.last - s.step == 1 and "" or "s"),
  }
end

-- The calls the step is in, within the width.
function Driver:calls(s, view)
  local calls = { "RPB" }
  for _, frame in ipairs(s.stack) do calls[#calls + 1] = frame_text(frame) end
  local text = "in " .. table.concat(calls, " > ")
  local room = math.max(30, view.width - 16)
  while #text > room and #calls > 2 do
    table.remove(calls, 2)
    text = "in RPB > ... > " .. table.concat(calls, " > ", 2)
  end
  return text
end

-- What stands beside the picture.
function Driver:facts(s, view)
  local list = self:node_facts(s, view)
  if s.event then list[#list + 1] = view.paint("head", "then: " .. s.event) end
  list[#list + 1] = self:calls(s, view)
  return list
end

-- The program's lines around the running node.
local function program_lines(self, s, view, room)
  local lines = self.lines_of_width and self.lines_width == view.width
    and self.lines_of_width or trees.lines(self.model, view.width - 5)
  self.lines_of_width, self.lines_width = lines, view.width
  local at = trees.line_of(lines, s.node)
  local first = math.max(1, math.min(at - room // 2, #lines - room + 1))
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

function Driver:show(s, view)
  local board, wide = self:board(s, view)
  local words = self:facts(s, view)
  local lines = { view.paint("head", ("step %d of %d, case %d"):format(s.step,
    self:count(), self.case)) }
  for i = 1, math.max(#board, #words) do
    local left = board[i] or ""
    local blank = wide - show.columns(left)
    lines[#lines + 1] = (left .. (" "):rep(blank)
      .. (words[i] or "")):gsub("%s+$", "")
  end
  local room = math.max(3, math.min(view.lines - #lines - 1, 50))
  for _, line in ipairs(program_lines(self, s, view, room)) do
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

-- ---- making ----------------------------------------------------------------

-- Fields that a driver of a game's own needs besides.
function Driver.prepare() end

local function one(game, p, case, model, record, class)
  local driver = setmetatable({ core = record(game, p, case), case = case,
    model = model, game = game }, class)
  driver:prepare(game)
  local raw, steps, ended = driver.core:result()
  driver.title = ("case %d of %d, %d nodes; raw %s, %d steps, %s"):format(case,
    game:facts().cases, #model, raw, steps, ended)
  return trace.new(driver)
end

-- Traces by drivers of that class; record(game, program, case) plays a case.
function walk.traces(game, p, case, record, class)
  inspect.demand(p, "ludus.tree", "trace")
  local model, cases = trees.model(p), game:facts().cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases,
      tostring(case)), 0)
  end
  if case then return one(game, p, case, model, record, class) end
  local list = {}
  for i = 1, cases do list[i] = one(game, p, i, model, record, class) end
  return list
end

-- The trace of one case; of all cases, as a list, if none is named.
function walk.trace(game, p, case)
  return walk.traces(game, p, case, game.record, Driver)
end

-- Visits of each node, played by record(game, program, case), and the steps in all.
function walk.count(game, p, record)
  local counts, steps = {}, 0
  for i = 1, #p do counts[i] = 0 end
  for case = 1, game:facts().cases do
    local t = record(game, p, case)
    t:visits(counts)
    steps = steps + #t
  end
  return counts, steps
end

-- How often each node runs over all cases, and the steps in all.
function walk.visits(game, p) return walk.count(game, p, game.record) end

-- ---- behaviour -------------------------------------------------------------

-- What a program does, as exactly as the game tells it: what it does in each case,
-- else the scores of the cases, else the score.
function walk.behaviour(game, p)
  if game:can "behaviour" then return game:behaviour(p) end
  local score = game:score(p)
  if not score.cases then return tostring(score.raw) end
  local words = {}
  for i, case in ipairs(score.cases) do words[i] = tostring(case.raw) end
  return table.concat(words, " ")
end

-- What is compared, in words.
function walk.what(game)
  return game:can "behaviour" and "the acts in all cases"
    or game:can "cases" and "the scores of the cases" or "the score"
end

function walk.behaves(game, p, behaviour)
  return walk.behaviour(game, p) == behaviour
end

return walk
