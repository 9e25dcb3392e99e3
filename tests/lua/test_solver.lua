-- test_solver.lua -- the player that reckons: its chances are those of all placings, one
-- by one, on small boards; what it wins.

local check  = dofile "tests/lua/check.lua"
local ludus  = require "ludus"
local mines  = require "ludus.minesweeper"
local solver = require "ludus.minesweeper.solver"

-- All placings of so many mines on n squares, as lists of truth values.
local function placings(n, count, see)
  local at = {}
  local function place(first, left)
    if left == 0 then return see(at) end
    for i = first, n - left + 1 do
      at[i] = true
      place(i + 1, left - 1)
      at[i] = nil
    end
  end
  place(1, count)
end

local function number(rows, cols, at, row, col)
  local n = 0
  for r = math.max(1, row - 1), math.min(rows, row + 1) do
    for c = math.max(1, col - 1), math.min(cols, col + 1) do
      if at[(r - 1) * cols + c] then n = n + 1 end
    end
  end
  return n
end

-- The chances by trying every placing that shows the same numbers.
local function by_trial(view)
  local agree, inside = 0, {}
  placings(view.rows * view.cols, view.mines, function(at)
    for row = 1, view.rows do
      for col = 1, view.cols do
        local seen = view.board[row][col]
        if seen and (at[(row - 1) * view.cols + col]
          or number(view.rows, view.cols, at, row, col) ~= seen) then return end
      end
    end
    agree = agree + 1
    for i in pairs(at) do inside[i] = (inside[i] or 0) + 1 end
  end)
  return agree, inside
end

local rng, wrong, tried = ludus.rng(7), 0, 0
for _ = 1, 150 do
  local rows, cols = rng:range(2, 4), rng:range(2, 5)
  local view = { rows = rows, cols = cols, mines = rng:range(1, 4), board = {}, memory = {} }
  local at, left = {}, math.min(view.mines, rows * cols - 1)
  view.mines = left
  while left > 0 do
    local i = rng:range(1, rows * cols)
    if not at[i] then at[i], left = true, left - 1 end
  end
  for row = 1, rows do
    view.board[row] = {}
    for col = 1, cols do
      if not at[(row - 1) * cols + col] and rng:below(3) == 0 then
        view.board[row][col] = number(rows, cols, at, row, col)
      end
    end
  end
  local agree, inside = by_trial(view)
  local chances, sum = solver.chances(view), 0
  for i, chance in pairs(chances) do
    tried, sum = tried + 1, sum + chance
    if math.abs(chance - (inside[i] or 0) / agree) > 1e-9 then wrong = wrong + 1 end
  end
  if math.abs(sum - view.mines) > 1e-9 then wrong = wrong + 1 end
end
check.equal("chances are those of all placings", wrong, 0)
check.ok("many of them", tried > 1000)

-- A component that is too large to search counts as unknown squares do.
local most = solver.ways_max
solver.ways_max = 1
local plain = { rows = 2, cols = 2, mines = 1, board = { { 1 }, {} }, memory = {} }
check.equal("cut off", solver.chances(plain)[2], 1 / 3)
solver.ways_max = most
check.equal("searched", solver.chances(plain)[4], 1 / 3)

-- What it wins: with one mine the paper's maximum, 2449 of 2449.
local one = mines.solo(mines.game {}, solver.player)
check.equal("one mine", ("%d %d %d"):format(one.raw, one.won, one.exploded), "2449 35 1")
local two = mines.solo(mines.game { mines = 2, cases = 100 }, solver.player)
check.equal("two", ("%d %d"):format(two.won, two.exploded), "94 6")
local ten = mines.solo(mines.game { rows = 8, cols = 8, mines = 10, cases = 100 },
  solver.player)
check.equal("ten", ("%d %d"):format(ten.won, ten.exploded), "64 36")

return check.done()
