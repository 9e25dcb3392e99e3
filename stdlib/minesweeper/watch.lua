-- watch.lua -- `ludus play minesweeper`: watch a program clear a board, or clear it
-- oneself.
--
-- A person's board is that of the case: where its mines are the game says (the board
-- revealed, with a program that does nothing); numbers are counted here.

local watch = require "ludus.inspect.watch"

-- The squares with mines, by row and column.
local function mines_of(game, case)
  local idle = game:read "RPB 0"
  local revealed = game:play(idle, case).revealed
  local at, row = {}, 0
  for line in revealed:gmatch "[^\n]+" do
    row = row + 1
    local col = 0
    for c in line:gmatch "%S" do
      col = col + 1
      at[row * 100 + col] = c == "o" or c == "M" or c == "*"
    end
  end
  return at
end

-- A person at case `case`: see ludus.inspect.person.
local function hands(game, case)
  local facts = game:facts()
  local mine, open, marked = mines_of(game, case), {}, {}
  local left, exploded = facts.rows * facts.cols - facts.mines, false

  local function number(row, col)
    local n = 0
    for dy = -1, 1 do
      for dx = -1, 1 do
        if mine[(row + dy) * 100 + col + dx] and col + dx >= 1 and col + dx <= facts.cols
        then n = n + 1 end
      end
    end
    return n
  end

  local function letter(row, col)
    local at = row * 100 + col
    if open[at] then return mine[at] and "*" or tostring(number(row, col)) end
    if (exploded or left == 0) and mine[at] then return "o" end
    return marked[at] and "m" or "."
  end

  local function show()
    local letters = {}
    for col = 1, facts.cols do letters[col] = string.char(96 + (col - 1) % 26 + 1) end
    local lines = { "    " .. table.concat(letters, " ") }
    for row = 1, facts.rows do
      local cells = {}
      for col = 1, facts.cols do cells[col] = letter(row, col) end
      lines[row + 1] = ("%3d %s"):format(row, table.concat(cells, " "))
    end
    return table.concat(lines, "\n")
  end

  local function move(text)
    local mark, letters, digits = text:lower():match "^(m?)%s*(%a)%s*(%d+)$"
    local row = digits and math.tointeger(tonumber(digits))
    local col = letters and letters:byte() - 96
    if text:lower():find "^m%d+$" then    -- column m, not a mark
      mark, col, row = "", 13, math.tointeger(tonumber(text:sub(2)))
    end
    if not row then return "a square is a letter and a number, like b5; m b5 marks it" end
    if row < 1 or row > facts.rows or col > facts.cols then
      return ("there is no such square on a board of %d x %d"):format(facts.rows,
        facts.cols)
    end
    local at = row * 100 + col
    if open[at] then return "it is open already" end
    if mark == "m" then
      marked[at] = not marked[at] or nil
      return nil
    end
    open[at] = true
    if mine[at] then exploded = true else left = left - 1 end
  end

  return { show = show, move = move, prompt = "uncover (b5, m b5 marks, q): ",
    intro = ("Minesweeper, case %d: %d x %d squares, %d mines."):format(case,
      facts.rows, facts.cols, facts.mines),
    over = function()
      if exploded then return "a mine: you have lost" end
      return left == 0 and "every square without a mine is open: you have won" or nil
    end }
end

-- The command, for the game's module.
return function(module)
  return watch.command(module, "watch a program clear a board, or clear it yourself",
    hands)
end
