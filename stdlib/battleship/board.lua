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

local function below(blocks, titles)
  local lines = {}
  for k, block in ipairs(blocks) do
    lines[#lines + 1] = titles[k]
    table.move(block, 1, #block, #lines + 1, lines)
  end
  return table.concat(lines, "\n")
end

-- Blocks of lines side by side, under their titles.
-- On a screen that is too narrow for that they stand one below another.
function board.columns(blocks, titles, screen)
  local lines, widths, all = {}, {}, -4
  for k, block in ipairs(blocks) do
    widths[k] = utf8.len(titles[k])
    for _, line in ipairs(block) do widths[k] = math.max(widths[k], utf8.len(line)) end
    all = all + widths[k] + 4
  end
  if screen and all > screen then return below(blocks, titles) end
  for k, block in ipairs(blocks) do
    local width = widths[k]
    for i = 0, math.max(#block, #lines - 1) do
      local text = i == 0 and titles[k] or block[i] or ""
      lines[i + 1] = (lines[i + 1] or "") .. text
        .. (" "):rep(width + 4 - utf8.len(text))
    end
  end
  for i, line in ipairs(lines) do lines[i] = line:gsub("%s+$", "") end
  return table.concat(lines, "\n")
end

-- Two of them.
function board.beside(left, right, left_title, right_title)
  return board.columns({ left, right }, { left_title, right_title })
end

local shades = { "·", "░", "▒", "▓", "█" }

-- A density as shades: a dot for 0, then from the least to the greatest value.
function board.heat(rows, cols, value)
  local least, most = math.huge, 0
  for i = 1, rows * cols do
    if value[i] > 0 then least = math.min(least, value[i]) end
    most = math.max(most, value[i])
  end
  return board.lines(rows, cols, function(cell)
    if value[cell] <= 0 then return shades[1] end
    if most == least then return shades[#shades] end
    local k = (value[cell] - least) / (most - least) * (#shades - 1)
    return shades[math.min(2 + math.floor(k), #shades)]
  end)
end

return board
