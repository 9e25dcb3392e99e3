-- order.lua -- the order of acts, drawn on the board they are done on.
--
--     t:order()  t:order "uncover"
--
-- Events that have a row and a column, or an x and a y from 0, are numbered as they come,
-- each kind by itself: a square shows when it was first met. A kind that happens nowhere
-- is left out.

local show = require "ludus.repl.show"

local order = {}

local Order = show.speaks { __name = "ludus.order" }
Order.__index = Order

local KINDS_MAX, SIDE_MAX = 6, 64

-- Row and column of an event, from 1, or nil.
local function place_of(row)
  local r, c = row.row, row.col
  if row.x and row.y then r, c = row.y + 1, row.x + 1 end
  r, c = math.tointeger(r), math.tointeger(c)
  if not r or not c or r < 1 or c < 1 or r > SIDE_MAX or c > SIDE_MAX then return nil end
  return r, c
end

-- The name of a kind: what is set, if it is a grid of rules.
local function kind_of(row)
  return row.event == "set" and row.name and "set " .. row.name or row.event
end

-- The board of a kind, made when it is first asked for.
local function board_of(self, by, name)
  if not by[name] then
    by[name] = { name = name, count = 0 }
    self.boards[#self.boards + 1] = by[name]
  end
  return by[name]
end

-- The order of the acts of a trace, of one kind if it is named.
function order.of(trace, only)
  local self = setmetatable({ boards = {} }, Order)
  local by, rows, cols = {}, 0, 0
  for _, row in ipairs(trace:events()) do
    local r, c = place_of(row)
    if r and (not only or kind_of(row) == only) then
      local board = board_of(self, by, kind_of(row))
      board[r] = board[r] or {}
      if not board[r][c] then
        board.count = board.count + 1
        board[r][c] = board.count
      end
      rows, cols = math.max(rows, r), math.max(cols, c)
    end
  end
  self.rows, self.cols = rows, cols
  if #self.boards == 0 then
    error(only and ("t:order: no '%s' has a place in this trace"):format(tostring(only))
      or "t:order: nothing in this trace has a place", 0)
  end
  return self
end

local function draw(self, board, view)
  local wide = #tostring(board.count)
  local out = { view.paint("head", ("%s, %d in order"):format(board.name, board.count)) }
  local lead = #tostring(self.rows)
  local head = {}
  for c = 1, self.cols do head[c] = ("%" .. wide .. "d"):format(c % 10 ^ wide // 1) end
  out[2] = view.paint("dim", (" "):rep(lead) .. "  " .. table.concat(head, " "))
  for r = 1, self.rows do
    local cells = {}
    for c = 1, self.cols do
      local n = board[r] and board[r][c]
      cells[c] = ("%" .. wide .. "s"):format(n or ".")
    end
    out[#out + 1] = ("%" .. lead .. "d  %s"):format(r, table.concat(cells, " "))
  end
  for i, line in ipairs(out) do out[i] = show.cut(line, view.width) end
  return out
end

function Order:__show(view)
  local out = {}
  for i, board in ipairs(self.boards) do
    if i > KINDS_MAX then
      out[#out + 1] = ("and %d kinds more: t:order \"name\""):format(#self.boards - i + 1)
      break
    end
    table.move(draw(self, board, view), 1, self.rows + 2, #out + 1, out)
  end
  return table.concat(out, "\n")
end

return order
