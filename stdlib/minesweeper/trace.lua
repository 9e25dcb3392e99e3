-- trace.lua -- traces of tree programs that play Minesweeper.
--
-- Steps and jumps are those of every game for trees (ludus.inspect.trace_tree); what
-- is known here are squares: events, the board with the place marked, registers.

local core    = require "ludus.core.minesweeper".trace
local recipes = require "ludus.script.recipes"
local record  = require "ludus.inspect.record"
local sandbox = require "ludus.script.sandbox"
local square  = require "ludus.core.minesweeper".square
local trace   = require "ludus.inspect.trace"
local tracer  = require "ludus.inspect.tracer"
local Tree    = require "ludus.inspect.trace_tree"

-- ---- what was written down ---------------------------------------------------

local Record = setmetatable({}, { __index = record.Walked })
Record.__index = Record

local function square_event(before, after)
  if after & square.open ~= 0 and before & square.open == 0 then
    if after & square.mine ~= 0 then return "explode" end
    return "uncover", after >> square.number_shift
  end
  if (before ~ after) & square.mark == 0 then return nil end
  return after & square.mark ~= 0 and "mark" or "unmark"
end

-- An event in words: "uncover row 1, column 2, number 3".
local function told(row)
  if row.register then return ("store %d in R%d"):format(row.value, row.register) end
  return ("%s row %d, column %d%s"):format(row.event, row.row, row.col,
    row.number and (", number %d"):format(row.number) or "")
end

-- All changes as events, but for mines that leave the first square: nobody sees them go.
function Record:events()
  local list = {}
  for i = 1, self.core:changes() do
    local kind, step, place, before, after, when = self.core:change(i)
    local row = { step = step, when = when }
    if kind == "square" then
      row.event, row.number = square_event(before, after)
    elseif kind == "position" then
      row.event, place = "move", after + 1
    else
      row.event, row.register, row.value = "store", place - 1, after
    end
    if kind ~= "register" then
      row.row, row.col = (place - 1) // self.cols + 1, (place - 1) % self.cols + 1
    end
    list[#list + 1] = row.event and row
  end
  return list
end

function Record:picture(n) return (self.core:state(n)) end

function Record:state(n)
  local _, revealed, row, col, registers = self.core:state(n)
  return { revealed = revealed, row = row, col = col, registers = registers }
end

-- ---- states ------------------------------------------------------------------

local Mines = trace.adapter {}
setmetatable(Mines, { __index = Tree })

function Mines:state(n)
  local state = Tree.state(self, n)
  local event = (self:book().by_step[n] or {})[1]
  if event then
    state.number, state.register = event.number, event.register
    state.event_row, state.event_col = event.row, event.col
  end
  return state
end

local function of(key)
  return function(d, s) return d.record:state(s.step)[key] end
end

Mines.lazy = setmetatable({ revealed = of "revealed", row = of "row", col = of "col",
  registers = of "registers" }, { __index = Tree.lazy })

-- ---- why -----------------------------------------------------------------------

-- Is a square next to another, or the same? The board has no edges.
local function near(a, b, size)
  local by = math.abs(a - b)
  return by <= 1 or by == size - 1
end

-- What a step sees depends on where it is, which the last move has decided, and on the
-- squares around it.
function Mines:concerns(n, row)
  local here = self.record:state(n)
  if row.event == "move" then
    local last
    for _, other in ipairs(self:book().list) do
      if other.when >= n then break end
      if other.event == "move" then last = other end
    end
    return row == last
  end
  if self.model[(self.record:step(n))].name == "MOV" then return false end
  return row.register ~= nil or near(row.row, here.row, self.record.rows)
    and near(row.col, here.col, self.record.cols)
end

-- ---- drawing -----------------------------------------------------------------

-- The board with the square marked, two columns a square.
function Mines:board(s, view)
  local lines, row = {}, 0
  for line in (s.over and s.revealed or s.picture):gmatch("[^\n]+") do
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

function Mines.focus(_, s) return s.row, 2 * s.col end

function Mines.told(_, row) return told(row) end

function Mines:words(s, view)
  local list = Tree.words(self, s, view)
  table.insert(list, s.over and 2 or 3, ("at row %d, column %d"):format(s.row, s.col))
  if self.stores then
    local words = {}
    for i = 0, #s.registers do
      words[#words + 1] = ("R%d=%d"):format(i, s.registers[i])
    end
    list[#list + 1] = table.concat(words, " ")
  end
  return list
end

-- ---- making ------------------------------------------------------------------

function Mines.prepare(d, p)
  Tree.prepare(d, p)
  for _, node in ipairs(d.model) do
    if node.name == "LOAD" or node.name == "STORE" then d.stores = true end
  end
end

local mines = tracer.module {
  more = Mines,
  record = function(game, p, case, suppose)
    local r = record.walked(core.new(game, p, case, suppose), Record)
    r.rows, r.cols = game:facts().rows, game:facts().cols
    return r
  end,
}

-- ---- behaviour -----------------------------------------------------------------

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
    local ok, fresh = sandbox.try(recipes.again, game, changes)
    if ok then list[#list + 1] = fresh end
  end
  return list
end

return mines
