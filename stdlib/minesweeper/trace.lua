-- trace.lua -- traces of tree programs that play Minesweeper.
--
-- Steps and jumps are those of every game for trees (ludus.inspect.trace_walk); what
-- is known here are squares: events, the board with the place marked, registers.

local core    = require "ludus.core.minesweeper".trace
local recipes = require "ludus.script.recipes"
local walk    = require "ludus.inspect.trace_walk"

local mines = {}
local Driver = setmetatable({}, { __index = walk.Driver })
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

-- ---- states ----------------------------------------------------------------

function Driver:state(n)
  local state = walk.Driver.state(self, n)
  local event = self.by_step[n]
  if event then
    state.number, state.register = event.number, event.register
    state.event_row, state.event_col = event.row, event.col
  end
  return state
end

Driver.lazy = setmetatable({
  picture = function(self, s) return (self.core:state(s.step)) end,
  revealed = function(self, s) return (select(2, self.core:state(s.step))) end,
  row = function(self, s) return (select(3, self.core:state(s.step))) end,
  col = function(self, s) return (select(4, self.core:state(s.step))) end,
  registers = function(self, s) return (select(5, self.core:state(s.step))) end,
}, { __index = walk.Driver.lazy })

-- ---- drawing ---------------------------------------------------------------

local function event_text(s)
  if not s.event then return nil end
  local place = s.event_row and (" row %d, column %d"):format(s.event_row,
    s.event_col)
    or (" %s"):format(s.register)
  local number = s.number and (", number %d"):format(s.number) or ""
  return s.event .. place .. number
end

-- The board with the square marked, two columns a square; and its width.
function Driver:board(s, view)
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
  return lines, 2 * self.cols + 4
end

function Driver:facts(s, view)
  local list = self:node_facts(s, view)
  list[#list + 1] = ("at row %d, column %d"):format(s.row, s.col)
  local event = event_text(s)
  if event then list[#list + 1] = view.paint("head", "does: " .. event) end
  if self.registers then
    local words = {}
    for i = 0, #s.registers do
      words[#words + 1] = ("R%d=%d"):format(i, s.registers[i])
    end
    list[#list + 1] = table.concat(words, " ")
  end
  list[#list + 1] = self:calls(s, view)
  return list
end

-- ---- making ----------------------------------------------------------------

-- What is special about a driver of this game.
function Driver:prepare(game)
  self.cols = game:facts().cols
  for _, node in ipairs(self.model) do
    if node.name == "LOAD" or node.name == "STORE" then self.registers = true end
  end
end

-- The trace of one case; of all cases, as a list, if none is named.
function mines.trace(game, p, case)
  return walk.traces(game, p, case, core.new, Driver)
end

-- How often each node runs over all cases, and the steps in all.
function mines.visits(game, p) return walk.count(game, p, core.new) end

-- ---- behaviour -------------------------------------------------------------

-- What stays the same when a program is simplified, and that rules may be used.
mines.what, mines.rules = "squares, order and end", true
mines.behaviour = core.behaviour
mines.behaves = core.behaves

-- Games with fresh boards: the given one's size, one mine to four, and more
-- squares.
function mines.fresh(game, count, seed)
  local facts, list = game:facts(), {}
  local variants = { { mines = facts.mines + 1 }, { mines = facts.mines + 3 },
    { mines = facts.mines, rows = facts.rows + 1, cols = facts.cols + 2 } }
  for i, changes in ipairs(variants) do
    changes.cases, changes.case_seed = math.max(1, count // #variants), seed + i
    local ok, fresh = pcall(recipes.again, game, changes)
    if ok then list[#list + 1] = fresh end
  end
  return list
end

return mines
