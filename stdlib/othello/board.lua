-- board.lua -- Othello positions drawn as text.
--
--     board.draw(position)                     the discs, * where one may play
--     board.draw(position, { marks = { d3 = "+" } })
--     board.picture(position, "frontier")      what a feature counts

local board = {}

local files = { "a", "b", "c", "d", "e", "f", "g", "h" }

-- Lines of a drawing. `marks` maps squares to one character, shown in place of
-- what stands there; `beside` is a list of lines written to the right.
function board.lines(position, options)
  options = options or {}
  local marks, beside = options.marks or {}, options.beside or {}
  local legal = {}
  if not options.marks then
    for _, square in ipairs(position:moves()) do legal[square] = true end
  end
  local lines = { "    " .. table.concat(files, " ") }
  for row = 1, 8 do
    local cells = {}
    for i, file in ipairs(files) do
      local square = file .. row
      local disc = position:at(square)
      cells[i] = marks[square] or disc == "black" and "X"
        or disc == "white" and "O" or legal[square] and "*" or "."
    end
    lines[#lines + 1] = ("  %d %s %d"):format(row, table.concat(cells, " "), row)
  end
  lines[#lines + 1] = lines[1]
  for i, text in ipairs(beside) do
    lines[i + 1] = ("%-24s %s"):format(lines[i + 1] or "", text)
  end
  return lines
end

function board.draw(position, options)
  return table.concat(board.lines(position, options), "\n")
end

-- What a feature counts: + for the side to move, - for the opponent, = for
-- both. Other discs are shown as usual.
function board.picture(position, feature)
  local mine, yours = position:marks(feature)
  local marks = {}
  for _, square in ipairs(mine) do marks[square] = "+" end
  for _, square in ipairs(yours) do
    marks[square] = marks[square] and "=" or "-"
  end
  local value, p, q = position:feature(feature)
  local other = position:side() == "black" and "white" or "black"
  local beside = { "", ("%s: %.2f"):format(feature, value) }
  if p then
    beside[3] = ("+ %s: %d"):format(position:side(), p)
    beside[4] = ("- %s: %d"):format(other, q)
    beside[5] = "= both"
  else
    beside[3] = ("+ %s, - %s"):format(position:side(), other)
  end
  return board.draw(position, { marks = marks, beside = beside })
end

return board
