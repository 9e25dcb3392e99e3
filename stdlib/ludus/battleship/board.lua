-- board.lua -- Battleship boards and densities as text.

local board = {}

local function letters(cols)
  local list = {}
  for c = 1, cols do
    list[c] = c <= 26 and string.char(64 + c) or "a" .. string.char(70 + c)
  end
  return list
end

-- The square that a person writes as `b5`, or nil and why.
function board.square(text, rows, cols)
  local letter, digits = text:lower():match("^%s*(%a)%s*(%d+)%s*$")
  if not letter then return nil, "a square is a letter and a number, like b5" end
  local col, row = letter:byte() - 96, math.tointeger(tonumber(digits))
  if col > cols or row < 1 or row > rows then
    return nil, ("there is no %s%s on a board of %d x %d"):format(letter, digits,
      rows, cols)
  end
  return (row - 1) * cols + col
end

-- How a person writes a square.
function board.name(cell, cols)
  return ("%s%d"):format(string.char(97 + (cell - 1) % cols),
    (cell - 1) // cols + 1)
end

-- Lines of a board; `mark(cell)` gives the letter of each square.
function board.lines(rows, cols, mark)
  local lines = { "    " .. table.concat(letters(cols), " ") }
  for row = 1, rows do
    local cells = {}
    for col = 1, cols do cells[col] = mark((row - 1) * cols + col) end
    lines[#lines + 1] = ("%3d %s"):format(row, table.concat(cells, " "))
  end
  return lines
end

-- Two blocks of lines side by side, under titles.
function board.beside(left, right, left_title, right_title)
  local width, lines = 0, {}
  for _, line in ipairs(left) do width = math.max(width, utf8.len(line)) end
  width = math.max(width, #left_title)
  local function row(a, b)
    return a .. (" "):rep(width + 4 - utf8.len(a)) .. b
  end
  lines[1] = row(left_title, right_title)
  for i = 1, math.max(#left, #right) do
    lines[#lines + 1] = row(left[i] or "", right[i] or "")
  end
  return table.concat(lines, "\n")
end

local shades = { "·", "░", "▒", "▓", "█" }

-- A density as shades, the greatest value black; values may be any numbers >= 0.
function board.heat(rows, cols, value)
  local most = 0
  for i = 1, rows * cols do most = math.max(most, value[i]) end
  return board.lines(rows, cols, function(cell)
    if most <= 0 or value[cell] <= 0 then return shades[1] end
    local k = math.ceil(value[cell] / most * (#shades - 1)) + 1
    return shades[math.min(k, #shades)]
  end)
end

return board
