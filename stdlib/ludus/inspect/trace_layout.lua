-- trace_layout.lua -- how a state of a trace is laid out on a screen: the head, the picture
-- with words beside or below it, the program. A picture that is larger than the screen is
-- shown around what changed last.
--
-- These are methods of the driver of traces (ludus.inspect.trace); adapters have others
-- where a game draws itself.

local show = require "ludus.repl.show"

local layout = {}

local function lines_of(text)
  local list = {}
  for line in text:gmatch "([^\n]*)\n?" do list[#list + 1] = line end
  while #list > 0 and list[#list]:find "^%s*$" do list[#list] = nil end
  return list
end

-- The picture of a state, line by line.
function layout.board(_, s) return lines_of(s.picture) end

-- Where two pictures differ first: row and column.
local function difference(a, b)
  local x, y = lines_of(a), lines_of(b)
  for row = 1, math.max(#x, #y) do
    local p, q = x[row] or "", y[row] or ""
    if p ~= q then
      local col = 1
      while p:sub(col, col) == q:sub(col, col) do col = col + 1 end
      return row, col
    end
  end
end

-- What changed last is what must be seen.
function layout.focus(self, s)
  local list = self:book().list
  for i = #list, 1, -1 do
    local when = list[i].when
    if when < s.step then
      local row, col = difference(self:picture(math.max(1, when)),
        self:picture(when + 1))
      if row then return row, col end
    end
  end
  return 1, 1
end

-- The first of `room` places in 1..count that keeps `at` in view.
local function window(count, room, at)
  if count <= room then return 1, count end
  local first = math.max(1, math.min(at - room // 2, count - room + 1))
  return first, first + room - 1
end

local function widest(list)
  local wide = 0
  for _, line in ipairs(list) do wide = math.max(wide, show.columns(line)) end
  return wide
end

-- Columns first..last of a line; one with colours is only cut.
local function columns(line, first, last)
  if line:find("\27", 1, true) or not utf8.len(line) then
    return show.cut(line, last - first + 1)
  end
  local from = utf8.offset(line, first)
  if not from then return "" end
  local till = utf8.offset(line, last + 1)
  return line:sub(from, till and till - 1 or #line)
end

-- The part of a picture that fits rows and columns, and what to say of the rest.
local function fitted(d, s, board, rows, width)
  local wide = widest(board)
  if #board <= rows and wide <= width then return board, nil end
  local row, col = d:focus(s)
  local top, bottom = window(#board, rows, row)
  local left, right = window(wide, width, col)
  local out = {}
  for i = top, bottom do out[#out + 1] = columns(board[i], left, right) end
  return out, ("rows %d to %d of %d%s"):format(top, bottom, #board, wide > width
    and (", columns %d to %d of %d"):format(left, right, wide) or "")
end

local BESIDE = 34                     -- columns that words need beside a picture

-- Two lists of lines next to each other.
local function beside(left, right, wide, out)
  for i = 1, math.max(#left, #right) do
    local line = left[i] or ""
    out[#out + 1] = (line .. (" "):rep(wide - show.columns(line))
      .. (right[i] or "")):gsub("%s+$", "")
  end
end

-- The head, the picture with words beside or below it, the program.
function layout.draw(self, s, view)
  local out = { view.paint("head", self:head(s)) }
  local board = self:board(s, view)
  local rows, wide = math.max(3, view.lines - 6), widest(board)
  local near = wide > 0 and wide + 3 + BESIDE <= view.width
  local narrow = setmetatable({ width = near and view.width - wide - 3
    or view.width }, { __index = view })
  local words = self:words(s, narrow)
  if not near then rows = math.max(3, rows - #words) end
  local part, rest = fitted(self, s, board, rows, view.width)
  if rest then words[#words + 1] = view.paint("dim", rest) end
  if near then
    beside(part, words, wide + 3, out)
  else
    table.move(part, 1, #part, #out + 1, out)
    for _, line in ipairs(words) do
      out[#out + 1] = show.wrap(line, view.width)
    end
  end
  local room = math.max(3, math.min(view.lines - #out - 1, 50))
  for _, line in ipairs(self:program(s, view, room)) do out[#out + 1] = line end
  return table.concat(out, "\n")
end

return layout
