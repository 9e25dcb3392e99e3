-- test_tictactoe.lua -- the program that never loses at tic-tac-toe: all games are played
-- once more, by a referee and an evaluator that share nothing with the engine.

local check  = dofile "tests/lua/check.lua"
local ludus  = require "ludus"
local script = require "ludus.script"

local lines = { { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 }, { 1, 4, 7 }, { 2, 5, 8 },
  { 0, 4, 8 }, { 2, 4, 6 } }

local function has(board, side)
  for _, l in ipairs(lines) do
    if board[l[1]] == side and board[l[2]] == side and board[l[3]] == side then return true end
  end
  return false
end

-- ---- programs ---------------------------------------------------------------------

-- A tree as { name, arguments... }; a number is itself.
local function parse(text)
  local at = 1
  local function item()
    local word, stop = text:match("^%s*([^%s()]+)()", at)
    if word then
      at = stop
      return assert(tonumber(word), word)
    end
    local name, inside = text:match("^%s*%(%s*([^%s()]+)()", at)
    local node = { name }
    at = inside
    while not text:find("^%s*%)", at) do node[#node + 1] = item() end
    at = text:match("^%s*%)()", at)
    return node
  end
  at = text:match "^%s*RPB%s*()" or 1
  local tree = item()
  assert(text:find("^%s*$", at), "one tree")
  return tree
end

-- The eight ways to hold a board: where ahead lies, and the side.
local ways = {}
for _, mirror in ipairs { 1, -1 } do
  local x, y = 0, -1
  for _ = 1, 4 do
    ways[#ways + 1] = { x, y, -y * mirror, x * mirror }
    x, y = -y, x
  end
end

local does = {}
local function value(node, s)
  if math.type(node) == "integer" then return node end
  local f = does[node[1]]
  if f then return f(s, node[2], node[3], node[4]) end
  return s.leaf(s, node[1])
end

local function two(f) return function(s, a, b) return f(value(a, s), value(b, s)) end end
does.ADD  = two(function(a, b) return a + b end)
does.SUB  = two(function(a, b) return a - b end)
does.MUL  = two(function(a, b) return a * b end)
does.EQ   = two(function(a, b) return a == b and 1 or 0 end)
does.LESS = two(function(a, b) return a < b and 1 or 0 end)
function does.IF(s, c, a, b) return value(value(c, s) ~= 0 and a or b, s) end

local function each(s, a)
  local before, list = s.way, {}
  for way = 1, 8 do
    s.way = way
    list[way] = value(a, s)
  end
  s.way = before
  return list
end
function does.SUM(s, a)
  local sum = 0
  for _, v in ipairs(each(s, a)) do sum = sum + v end
  return sum
end
function does.MOST(s, a) return math.max(table.unpack(each(s, a))) end

local seen = { AHEAD1 = { 1, 0 }, AHEAD2 = { 2, 0 }, SIDE1 = { 0, 1 }, SIDE2 = { 0, 2 },
  SLANT1 = { 1, 1 }, SLANT2 = { 2, 2 }, LEAP1 = { 1, 2 }, LEAP2 = { 2, 1 } }

local function by_views(s, name)
  local w, x, y = ways[s.way], s.square % 3, s.square // 3
  if name == "FORTH" then return (x - 1) * w[1] + (y - 1) * w[2] end
  if name == "ASIDE" then return (x - 1) * w[3] + (y - 1) * w[4] end
  local f, a = table.unpack(seen[name])
  return s.board[(x + f * w[1] + a * w[3]) % 3 + 3 * ((y + f * w[2] + a * w[4]) % 3)]
end

-- The square that a program takes.
local function choice(tree, board)
  local best, most
  for square = 0, 8 do
    if board[square] == 0 then
      local v = value(tree, { board = board, square = square, way = 1, leaf = by_views })
      if not best or v > most then best, most = square, v end
    end
  end
  return best
end

-- ---- all games --------------------------------------------------------------------

-- Plays on against every reply, and counts the games by how they end; `error` is what is
-- lost of the games that could come, as the script counts it.
local function play(tree, board, taken, mine, count, replies)
  local function weight()
    local games = 1
    for left = 9 - taken - (mine and 0 or 1), 1, -2 do games = games * left end
    return games
  end
  local function move(square, side)
    board[square], taken = side, taken + 1
    if has(board, side) then
      local how = side == 1 and "won" or "lost"
      count[how] = count[how] + 1
      if side == -1 then count.error = count.error + weight() end
    elseif taken == 9 then
      count.drawn = count.drawn + 1
    else
      play(tree, board, taken, side == -1, count, replies)
    end
    board[square], taken = 0, taken - 1
  end
  if mine then return move(choice(tree, board), 1) end
  local wanted, n = replies[taken], 0
  for square = 0, 8 do
    if board[square] == 0 then
      if not wanted or wanted == n then move(square, -1) end
      n = n + 1
    end
  end
end

-- All games, or those of an opening: the other side's first two moves.
local function all(tree, first, one, two_)
  local board, count = {}, { won = 0, drawn = 0, lost = 0, error = 0 }
  for square = 0, 8 do board[square] = 0 end
  local replies = first == 1 and { [1] = one, [3] = two_ } or { [0] = one, [2] = two_ }
  play(tree, board, 0, first == 1, count, replies)
  return count
end

-- ---- the program of the repository ------------------------------------------------

local file = assert(io.open "scripts/programs/tictactoe-never.gp")
local text = file:read "a"
file:close()
local tree = parse((text:gsub(";[^\n]*", "")))
local first, second = all(tree, 1), all(tree, 0)
check.equal("moving first it loses no game", first.lost, 0)
check.equal("moving second it loses no game", second.lost, 0)
check.equal("what becomes of all games, moving first; second", ("%d won, %d drawn; %d won, %d drawn")
  :format(first.won, first.drawn, second.won, second.drawn),
  "77 won, 8 drawn; 434 won, 115 drawn")

-- ---- the script says the same -----------------------------------------------------

local experiment = script.load "scripts/tictactoe-never.lua"
local game = experiment.game
check.equal("a case is an opening", #game:score(game:read "RPB 1").cases, 111)
for _, row in ipairs { text, "RPB 0", "RPB (SUM (MUL (AHEAD1) (AHEAD2)))",
  "RPB (MOST (IF (EQ (FORTH) (ASIDE)) (MUL (SLANT1) (SLANT2)) (SUB (LEAP1) (LEAP2))))",
  "RPB (SUM (ADD (MUL 2 (SIDE1)) (MUL (SIDE2) (MOST (LESS (FORTH) (AHEAD1))))))" } do
  local p = game:read(row)
  local cases, same, sum = game:score(p).cases, true, 0
  local own = parse((row:gsub(";[^\n]*", "")))
  for i, case in ipairs(cases) do
    local n = i - 1
    local count = n < 63 and all(own, 0, n // 7, n % 7)
      or all(own, 1, (n - 63) // 6, (n - 63) % 6)
    same = same and case.raw == count.error
    sum = sum + count.error
  end
  check.ok("each case is what is lost: " .. row:sub(-40), same)
  check.equal("their sum is the error", game:score(p).raw, sum)
end

return check.done()
