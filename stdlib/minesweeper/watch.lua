-- watch.lua -- `ludus play minesweeper`: watch a program clear a board, or clear it
-- oneself.
--
-- A person's board is that of the case: see ludus.minesweeper.field.

local field = require "ludus.minesweeper.field"
local watch = require "ludus.inspect.watch"

-- Whether a square is marked ("m"), and its row and column: b5 or m b5 of people, whose
-- m5 is in column m; row and column of functions.
local function square_of(text)
  local row, col = text:match "^(%d+)%s+(%d+)$"
  local mark, letter = "", nil
  if not row then
    mark, letter, row = text:match "^(m?)%s*(%a)%s*(%d+)$"
    if text:find "^m%d+$" then mark, letter, row = "", "m", text:sub(2) end
    col = letter and letter:byte() - 96
  end
  return mark, math.tointeger(tonumber(row or "")), math.tointeger(tonumber(col))
end

-- A person at case `case`: see ludus.inspect.person.
local function hands(game, case)
  local f, marked = field.new(game, case), {}
  local view = field.view(f)

  local function letter(row, col)
    local mine = f:has_mine(row, col)
    if f:opened_at(row, col) then return mine and "*" or tostring(f:number(row, col)) end
    if (f.exploded or f.left == 0) and mine then return "o" end
    return marked[row * 100 + col] and "m" or "."
  end

  local function show()
    local letters = {}
    for col = 1, f.cols do letters[col] = string.char(96 + (col - 1) % 26 + 1) end
    local lines = { "    " .. table.concat(letters, " ") }
    for row = 1, f.rows do
      local cells = {}
      for col = 1, f.cols do cells[col] = letter(row, col) end
      lines[row + 1] = ("%3d %s"):format(row, table.concat(cells, " "))
    end
    return table.concat(lines, "\n")
  end

  local function move(text)
    local mark, row, col = square_of(text:lower())
    if not row then return "a square is a letter and a number, like b5; m b5 marks it" end
    if not f:has(row, col) then
      return ("there is no such square on a board of %d x %d"):format(f.rows,
        f.cols)
    end
    local at = row * 100 + col
    if f:opened_at(row, col) then return "it is open already" end
    if mark == "m" then
      marked[at] = not marked[at] or nil
      return nil
    end
    field.uncover(f, view, row, col)
  end

  return { show = show, move = move, prompt = "uncover (b5, m b5 marks, q): ",
    intro = ("Minesweeper, case %d: %d x %d squares, %d mines."):format(case,
      f.rows, f.cols, f.mines),
    state = function() return view end,
    line = function(row, col) return col ~= nil and ("%s %s"):format(row, col) or row end,
    over = function()
      if f.exploded then return "a mine: you have lost" end
      return f.left == 0 and "every square without a mine is open: you have won" or nil
    end }
end

-- The command, for the game's module.
return function(module)
  module.hands = hands
  return watch.command(module, "watch a program clear a board, or clear it yourself",
    hands)
end
