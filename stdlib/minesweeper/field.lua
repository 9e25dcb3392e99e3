-- field.lua -- a board of Minesweeper for hands and functions, who see the whole of it
-- where a program walks from square to square.
--
--     local f = field.new(game, case)
--     f:open(2, 5, see)      f:number(2, 5)      f.left  f.exploded
--     mines.solo(game, function(view) return row, col end)
--
-- Where the mines of a case are the game says. Numbers are counted here, as the game counts
-- them: they do not wrap. The game's promise of the first square is kept, and a 0 opens its
-- neighbours if the game floods.

local core    = require "ludus.core.minesweeper"
local recipes = require "ludus.script.recipes"

local field = {}

local Field = {}
Field.__index = Field

local function place(row, col) return row * 100 + col end

-- Where the mines of a case are, once that square was the first.
local function mines_of(game, case, cols, first)
  local at, n = {}, 0
  for c in core.layout(game, case, first):gmatch "." do
    at[place(n // cols + 1, n % cols + 1)] = c == "1"
    n = n + 1
  end
  return at
end

-- The board of a case, all covered.
function field.new(game, case)
  local facts = game:facts()
  return setmetatable({ rows = facts.rows, cols = facts.cols, mines = facts.mines,
    game = game, case = case, floods = recipes.recipe(game).settings.flood,
    mine = mines_of(game, case, facts.cols), is_open = {}, opened = 0, exploded = false,
    left = facts.rows * facts.cols - facts.mines }, Field)
end

function Field:has(row, col)
  return row >= 1 and row <= self.rows and col >= 1 and col <= self.cols
end

function Field:has_mine(row, col) return self.mine[place(row, col)] end
function Field:opened_at(row, col) return self.is_open[place(row, col)] end

-- Mines next to a square, and on it.
function Field:number(row, col)
  local n = 0
  for dy = -1, 1 do
    for dx = -1, 1 do
      if self:has(row + dy, col + dx) and self:has_mine(row + dy, col + dx) then
        n = n + 1
      end
    end
  end
  return n
end

-- Uncovers a square, and what a 0 leads to; calls see(row, col, number) for each without a
-- mine.
function Field:open(row, col, see)
  if self.opened == 0 then
    self.mine = mines_of(self.game, self.case, self.cols, (row - 1) * self.cols + col)
  end
  local waiting = { { row, col } }
  while #waiting > 0 do
    local y, x = table.unpack(table.remove(waiting))
    if self:has(y, x) and not self:opened_at(y, x) then
      self.is_open[place(y, x)] = true
      if self:has_mine(y, x) then
        self.exploded = true
        return
      end
      self.left, self.opened = self.left - 1, self.opened + 1
      local number = self:number(y, x)
      see(y, x, number)
      for i = 0, self.floods and number == 0 and 8 or -1 do
        waiting[#waiting + 1] = { y + i // 3 - 1, x + i % 3 - 1 }
      end
    end
  end
end

-- ---- functions that play ---------------------------------------------------------

-- What a function sees of a board that is all covered.
function field.view(f)
  local view = { rows = f.rows, cols = f.cols, mines = f.mines, left = f.left,
    board = {}, memory = {} }
  for row = 1, f.rows do view.board[row] = {} end
  return view
end

-- Uncovers a square of the board, and in the view of it.
function field.uncover(f, view, row, col)
  f:open(row, col, function(y, x, number) view.board[y][x] = number end)
  view.left = f.left
end

-- One case: its raw score, as of programs, and how it ended.
local function play(game, player, case)
  local f = field.new(game, case)
  local view = field.view(f)
  while f.left > 0 and not f.exploded do
    local row, col = player(view)
    if row == nil then break end
    if math.type(row) ~= "integer" or math.type(col) ~= "integer" or not f:has(row, col)
      or f:opened_at(row, col) then
      error(("minesweeper.solo: the player gave %s, %s in case %d: expected row and column "
        .. "of a covered square, or nil"):format(tostring(row), tostring(col), case), 0)
    end
    field.uncover(f, view, row, col)
  end
  return { raw = 2 * f.opened - (f.exploded and 1 or 0), uncovered = f.opened,
    won = f.left == 0, exploded = f.exploded }
end

-- Plays all cases of the game with a function(view) that gives row and column of the next
-- square to uncover, or nil to leave it. view: rows, cols, mines, left, board[row][col]
-- (the number of an open square, nil of a covered one), and memory, a table of the
-- player's own that is empty when a case begins.
function field.solo(game, player)
  local total = { raw = 0, won = 0, exploded = 0, timed_out = 0, cases = {}, max = game:facts().max }
  for case = 1, game:facts().cases do
    local one = play(game, player, case)
    total.cases[case] = one
    total.raw = total.raw + one.raw
    total.won = total.won + (one.won and 1 or 0)
    total.exploded = total.exploded + (one.exploded and 1 or 0)
  end
  return total
end

return field
