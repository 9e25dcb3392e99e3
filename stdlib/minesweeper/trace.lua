-- trace.lua -- traces of tree programs that play Minesweeper.
--
-- The C side keeps the steps; this side finds out what they mean: names,
-- events, the stack of ADF calls with their arguments, and how a step is drawn.

local core   = require "ludus.core.minesweeper".trace
local inspect = require "ludus.inspect"
local trace  = require "ludus.inspect.trace"
local trees  = require "ludus.inspect.tree"

local mines = {}
local Driver = {}
Driver.__index = Driver

-- ---- events ----------------------------------------------------------------

local square = require "ludus.core.minesweeper".square

local function square_event(before, after)
  if after & square.open ~= 0 and before & square.open == 0 then
    if after & square.mine ~= 0 then return "explode" end
    return "uncover", after >> square.number_shift
  end
  return after & square.mark ~= 0 and "mark" or "unmark"
end

-- All changes as events, and by the step that made them.
function Driver:read_events()
  local list, by_step = {}, {}
  for i = 1, self.core:changes() do
    local kind, step, place, before, after = self.core:change(i)
    local row = { step = step }
    if kind == "square" then
      row.event, row.number = square_event(before, after)
    elseif kind == "position" then
      row.event, place = "move", after + 1
    else
      row.event, row.register, row.value = "store", place - 1, after
    end
    if kind ~= "register" then
      row.row, row.col = (place - 1) // self.cols + 1,
        (place - 1) % self.cols + 1
    end
    list[#list + 1] = row
    by_step[step] = by_step[step] or row
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
  local event = (self.by_step or self:events() and self.by_step)[n]
  return { node = index, value = value, parent = parent > 0 and parent or nil,
    last = last, name = node.name, branch = node.branch,
    event = event and event.event, number = event and event.number,
    event_row = event and event.row, event_col = event and event.col,
    register = event and event.register }
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
  picture = function(self, s) return (self.core:state(s.step)) end,
  revealed = function(self, s) return (select(2, self.core:state(s.step))) end,
  row = function(self, s) return (select(3, self.core:state(s.step))) end,
  col = function(self, s) return (select(4, self.core:state(s.step))) end,
  registers = function(self, s) return (select(5, self.core:state(s.step))) end,
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

local function event_text(s)
  if not s.event then return nil end
  local place = s.event_row and (" row %d, column %d"):format(s.event_row,
    s.event_col)
    or (" %s"):format(s.register)
  local number = s.number and (", number %d"):format(s.number) or ""
  return s.event .. place .. number
end

local function frame_text(frame)
  return ("%s(%s)"):format(frame.name, table.concat(frame.args, ", "))
end

-- The board with the square marked, two columns a square.
local function board_lines(s, view)
  local lines, row = {}, 0
  for line in s.picture:gmatch("[^\n]+") do
    row = row + 1
    local words, col = {}, 0
    for c in line:gmatch("%S") do
      col = col + 1
      local here = row == s.row and col == s.col
      local kind = c == "*" and "bad" or c == "m" and "warm" or c == "c"
        and "dim"
        or tonumber(c) and tonumber(c) > 0 and "number" or "good"
      local left = words[#words]
      if here then
        words[#words + 1] = view.colour and " " .. view.paint("mark", c) or "["
          .. c .. "]"
      else
        local after = not view.colour and left and left:sub(1, 1) == "["
        words[#words + 1] = (after and "" or " ") .. view.paint(kind, c)
      end
    end
    lines[row] = table.concat(words) .. (s.row == row and s.col == col and ""
      or " ")
  end
  return lines
end

local function facts(self, s, view)
  local list = {
    ("node %d, %s: %s"):format(s.node, s.branch,
      trees.short(self.model[s.node], view.width - 34)),
    ("value %d, after %d more step%s"):format(s.value, s.last - s.step,
      s.last - s.step == 1 and "" or "s"),
    ("at row %d, column %d"):format(s.row, s.col),
  }
  local event = event_text(s)
  if event then list[#list + 1] = view.paint("head", "does: " .. event) end
  if self.registers then
    local words = {}
    for i = 0, #s.registers do
      words[#words + 1] = ("R%d=%d"):format(i, s.registers[i])
    end
    list[#list + 1] = table.concat(words, " ")
  end
  local calls = { "RPB" }
  for _, frame in ipairs(s.stack) do calls[#calls + 1] = frame_text(frame) end
  local text = "in " .. table.concat(calls, " > ")
  local room = math.max(30, view.width - 16)
  while #text > room and #calls > 2 do
    table.remove(calls, 2)
    text = "in RPB > ... > " .. table.concat(calls, " > ", 2)
  end
  list[#list + 1] = text
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
  local board, words = board_lines(s, view), facts(self, s, view)
  local lines = { view.paint("head", ("step %d of %d, case %d"):format(s.step,
    self:count(), self.case)) }
  local wide = 2 * self.cols + 4
  for i = 1, math.max(#board, #words) do
    local left = board[i] or ""
    local blank = wide - require("ludus.repl.show").columns(left)
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

local function one(game, p, case, model)
  local driver = setmetatable({ core = core.new(game, p, case), case = case,
    model = model, game = game }, Driver)
  local f = game:facts()
  driver.cols = f.cols
  for _, node in ipairs(model) do
    if node.name == "LOAD" or node.name == "STORE" then
      driver.registers = true
    end
  end
  local raw, steps, ended = driver.core:result()
  driver.title = ("case %d of %d, %d nodes; raw %d, %d steps, %s"):format(case,
    f.cases, #model, raw, steps, ended)
  return trace.new(driver)
end

-- The trace of one case; of all cases, as a list, if none is named.
function mines.trace(game, p, case)
  inspect.demand(p, "ludus.tree", "trace")
  local model, cases = trees.model(p), game:facts().cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases,
      tostring(case)), 0)
  end
  if case then return one(game, p, case, model) end
  local list = {}
  for i = 1, cases do list[i] = one(game, p, i, model) end
  return list
end

-- How often each node runs over all cases, and the steps in all.
function mines.visits(game, p)
  local counts, steps = {}, 0
  for i = 1, #p do counts[i] = 0 end
  for case = 1, game:facts().cases do
    local t = core.new(game, p, case)
    t:visits(counts)
    steps = steps + #t
  end
  return counts, steps
end

-- What stays the same when a program is simplified, and that rules may be used.
mines.what, mines.rules = "squares, order and end", true
mines.behaviour = core.behaviour
mines.behaves = core.behaves

return mines
