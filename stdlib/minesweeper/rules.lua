-- Minesweeper written as rules: what ludus.minesweeper does by default, as text.
--
--     local spec = require "ludus.minesweeper.rules"
--     local game = spec.game { rows = 6, cols = 6, mines = 1 }
--
-- A specification that runs: the tests play random programs by these rules and by
-- the C game, and compare scores and steps. The cases are all placings of the
-- mines, in the same order, with the numbers of the squares next to them.

local rules = require "ludus.rules"

local spec = {}

local PER_SQUARE = 200                -- steps, as in the paper

local text = [=[
  const rows = ROWS  const cols = COLS  const safe = SAFE
  var  x, y, opened, exploded
  grid mine[cols, rows], open[cols, rows], mark[cols, rows], near[cols, rows]

  -- here, S, SE, E, NE, N, NW, W, SW
  table right = 0 0 1 1 1 0 -1 -1 -1
  table down  = 0 1 1 0 -1 -1 -1 0 1
  constants 0 to 8

  -- Any number that is no direction means here; moves and looks wrap.
  def way(d) { if d >= 0 and d <= 8 { d } else { 0 } }

  PROGN(a, b)    { b }
  IF(t, a?, b?)  { if t == 1 { a } else { b } }
  ADD(a, b)      { a + b }
  SUB(a, b)      { a - b }
  EQ(a, b)       { a == b }
  GT(a, b)       { a > b }
  LT(a, b)       { a < b }
  AND(a, b)      { if a { b } else { 0 } }
  OR(a, b)       { if a { a } else { b } }
  NOT(a)         { a == 0 }
  MOV(d) "moves one square in the direction; gives 9" {
    x = wrap(x + right[way(d)], cols)  y = wrap(y + down[way(d)], rows)
    9
  }
  UNC(d) "uncovers the square; 9 if it was covered, else the argument" {
    let tx = x + right[way(d)]  let ty = y + down[way(d)]
    if open[tx, ty] { d } else {
      open[tx, ty] = 1  mark[tx, ty] = 0
      if mine[tx, ty] { exploded = 1 } else { opened = opened + 1 }
      9
    }
  }
  MRK(d) "marks the square if it is covered; gives 10" {
    let tx = x + right[way(d)]  let ty = y + down[way(d)]
    if not open[tx, ty] { mark[tx, ty] = 1 }
    10
  }
  UNMRK(d) "removes the mark; gives 0" {
    let tx = x + right[way(d)]  let ty = y + down[way(d)]
    if mark[tx, ty] { mark[tx, ty] = 0 }
    0
  }
  NUM(d) "mines next to the square if it is uncovered, else 1" {
    let tx = x + right[way(d)]  let ty = y + down[way(d)]
    if open[tx, ty] { near[tx, ty] } else { 1 }
  }
  IFCOV(a?, b?) "the first if the square here is covered, else the second" {
    if open[x, y] { b } else { a }
  }
  done  { exploded or opened == safe }
  score { 2 * opened - exploded }
]=]

-- All ways to lay so many mines on so many squares, in lexicographic order.
local function placings(squares, mines)
  local list, at = {}, {}
  local function lay(n, from)
    if n > mines then
      list[#list + 1] = table.move(at, 1, mines, 1, {})
      return
    end
    for square = from, squares - mines + n - 1 do
      at[n] = square
      lay(n + 1, square + 1)
    end
  end
  lay(1, 0)
  return list
end

-- Counts a mine for its neighbours; edges do not wrap here.
local function count(near, square, rows, cols)
  for y = square // cols - 1, square // cols + 1 do
    for x = square % cols - 1, square % cols + 1 do
      local at = y * cols + x
      if y >= 0 and y < rows and x >= 0 and x < cols and at ~= square then
        near[at + 1] = near[at + 1] + 1
      end
    end
  end
end

local function boards(rows, cols, mines)
  local cases = {}
  for i, placing in ipairs(placings(rows * cols, mines)) do
    local mine, near = {}, {}
    for square = 1, rows * cols do mine[square], near[square] = 0, 0 end
    for _, square in ipairs(placing) do
      mine[square + 1] = 1
      count(near, square, rows, cols)
    end
    cases[i] = { mine = mine, near = near }
  end
  return cases
end

-- The text for a board of that size.
function spec.text(rows, cols, mines)
  local values = { ROWS = rows, COLS = cols, SAFE = rows * cols - mines }
  return (text:gsub("%u%u%u%u", values))
end

-- options: rows, cols, mines, engine; `more` is text of more rules, in which `lua NAME`
-- declares a primitive that is a Lua function of `functions`.
function spec.game(options)
  local rows, cols, mines = options.rows or 6, options.cols or 6, options.mines or 1
  return rules.game { rules = spec.text(rows, cols, mines) .. (options.more or ""),
    functions = options.functions, name = "minesweeper",
    cases = boards(rows, cols, mines), budget = PER_SQUARE * rows * cols,
    engine = options.engine }
end

return spec
