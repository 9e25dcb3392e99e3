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

-- ---- the game as it is played, and players in C ----------------------------------------

local function real(first, more)
  local given = { rows = 8, cols = 8, mines = 10, cases = 60, case_seed = 3, wrap = false,
    flood = true, first = first }
  for key, value in pairs(more or {}) do given[key] = value end
  return mines.game(given)
end

-- The same player move by move in Lua, on boards that Lua opens: floods and promises of the
-- first square are the same there.
for _, first in ipairs { "any", "safe", "zero" } do
  for _, flood in ipairs { true, false } do
    local game = real(first, { flood = flood, cases = 30 })
    local exact = mines.named "exact"
    local by_move, whole = mines.solo(game, exact), mines.judge(game, exact)
    local name = ("%s, %s"):format(first, flood)
    check.equal("won by moves: " .. name, by_move.won, whole.won)
    check.equal("raw by moves: " .. name, by_move.raw, whole.raw)
  end
end
check.equal("nobody of that name", mines.named "nobody", nil)
check.equal("their names", mines.players[1].name .. mines.players[2].name
  .. mines.players[3].name, "randomsingleexact")
local core = require "ludus.core.minesweeper"
local square = { rows = 2, cols = 2, mines = 1, left = 3, board = { {}, {} } }
check.equal("nobody plays", (select(2, pcall(core.sweeper, "nobody", square))),
  "there is no player 'nobody'")
local somebody = core.sweeper("exact", square)
square.mines = 2
check.equal("a player knows how many mines there are", (select(2, pcall(somebody.choose,
  somebody, square, 1))), "a board of another size")
square.mines, square.board = 1, { { 1, 1 }, { 1, 0 } }
check.equal("nothing is left to choose", (select(2, pcall(somebody.choose, somebody, square, 1))),
  "bad argument #2 to '?' (no square is covered)")

local function ludus(words) return check.run('"$LUDUS" ' .. words .. " 2>&1") end
local board = " --set rows=8 --set cols=8 --set mines=10 --set flood=true --set first=safe "
check.equal("their score, with its interval", ludus("score minesweeper single exact"
  .. board .. "--set cases=1000"), [[
single  a player
  raw 71487 of 108000 (66.2%), 1000 cases
  469 won, 531 exploded, 0 timed out (46.9% won, 43.8 to 50.0), of 1000 cases
exact  a player
  raw 94739 of 108000 (87.7%), 1000 cases
  783 won, 217 exploded, 0 timed out (78.3% won, 75.6 to 80.7), of 1000 cases
]])
check.equal("as JSON", ludus("score minesweeper exact --json" .. board .. "--set cases=1000"),
  '{"max":108000,"program":"exact","raw":94739,"won":783}\n')
check.equal("no such player", ludus "score minesweeper exakt",
  "ludus: exakt: No such file or directory\n")
local watched = ludus("play minesweeper --player exact --case 2" .. board .. "--set cases=9")
check.ok("it can be watched", watched:find("you have won", 1, true)
  or watched:find("you have lost", 1, true))

return check.done()
