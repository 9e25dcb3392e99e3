-- Can a program learn never to lose at tic-tac-toe, with clean hands, against everybody?
--
--     ludus run scripts/tictactoe-never.lua
--     ludus run scripts/tictactoe-never.lua --set variant=lines
--     ludus run scripts/tictactoe-never.lua --set variant=squares
--
-- A program rates each free square, and the best one is taken. It plays against all
-- replies: a case is an opening, the other side's first two moves, and from there every
-- game that the other side can choose, moving first (63 openings, 945 games) and second
-- (48 openings, 384 games). The error is the number of games that are lost; 0 proves that
-- it never loses.
--
-- How clean are its hands? With `squares` it knows numbers of squares and who is on them.
-- With `views`, the default, it sees the board from the square that is rated, turned and
-- mirrored in the eight ways in which a board can be held; nobody tells it what a line
-- is. With `lines` it is told of each line through the square how many there are of whom.
local ludus = require "ludus"

-- The board, the rules of the game, and the other side, who tries everything. `way` has
-- the squares that were taken, in order; `free` is the first free square from one on.
local referee = [=[
  cost 1
  const none = 9
  var first, one, two                      -- of a case: who begins, and its opening
  var taken, square, chosen = none, most   -- squares taken; what is rated; the best one
  var from, going, over, kept              -- the other side's next try; games not lost
  grid board[3, 3], way[10]
  table after = 0 0 0 15 15 3 3 1 1 1      -- games that begin after so many moves, if the
  table later = 0 0 0 0 8 8 2 2 1 1        -- other side goes first, or second

  def at(n) { board[n % 3, n / 3] }
  def put(n, side) {
    taken = taken + 1  way[taken] = n  board[n % 3, n / 3] = side
  }
  def undo() {
    board[way[taken] % 3, way[taken] / 3] = 0  taken = taken - 1
  }
  def free(n) {
    let found = none
    for i = n to 8 { if found == none and at(i) == 0 { found = i } }
    found
  }
  def has(side) {
    let n = board[0, 0] + board[1, 1] + board[2, 2] == 3 * side
      or board[2, 0] + board[1, 1] + board[0, 2] == 3 * side
    for i = 0 to 2 {
      if board[i, 0] + board[i, 1] + board[i, 2] == 3 * side { n = true }
      if board[0, i] + board[1, i] + board[2, i] == 3 * side { n = true }
    }
    n
  }
  def games() { if first { later[taken] } else { after[taken] } }
  def think() { chosen = none  square = free(0)  going = 0 }

  -- The other side's move of the opening: free square number n.
  def open(n) {
    let left = n
    let found = none
    for i = 0 to 8 {
      if at(i) == 0 {
        if left == 0 { found = i }
        left = left - 1
      }
    }
    put(found, -1)
    think()
  }

  -- The other side's next try, or if there is none left here, back to where there is.
  def try() {
    let n = free(from)
    if n != none {
      put(n, -1)
      from = n + 1
      if has(-1) { undo() } else {
        if taken == 9 { kept = kept + games()  undo() } else { think() }
      }
    } else {
      undo()
      if taken <= 3 + first { over = 1  going = 0 } else {
        from = way[taken] + 1
        undo()
      }
    }
  }

  start {
    if first == 0 { open(one) } else { think() }
  }
  turn {
    if chosen == none or value > most { chosen = square  most = value }
    square = free(square + 1)
    if square == none {
      put(chosen, 1)
      if taken == 1 { open(one) } else { if taken == 2 or taken == 3 { open(two) } else {
        going = 1  from = 0
        if taken == 9 or has(1) {
          kept = kept + games()
          undo()
          if taken <= 3 + first { over = 1  going = 0 } else {
            from = way[taken] + 1
            undo()
          }
        }
        for i = 1 to 40 { if going { try() } }
      } }
    }
  }
  done  { over }
  score { (if first { 8 } else { 15 }) - kept }
]=]

local numbers = [=[
  ADD(a, b)  "sum"            { a + b }
  SUB(a, b)  "difference"     { a - b }
  MUL(a, b)  "product"        { a * b }
  EQ(a, b)   "1 if equal, else 0"            { a == b }
  LESS(a, b) "1 if the first is less, else 0" { a < b }
  IF(c, a?, b?) "the second if the first is not 0, else the third" {
    if c { a } else { b }
  }
]=]

-- What a program can know, besides numbers.
local hands = {}

hands.squares = [=[
  constants 0 to 8
  SQUARE "the number of the square that is rated, 0 to 8" { square }
  AT(n)  "who is on square n: 1 mine, -1 theirs, 0 nobody; squares count round" {
    at(n % 9)
  }
  DIV(a, b) "quotient, rounded down"  { a / b }
  MOD(a, b) "what a division leaves"  { a % b }
]=]

hands.views = [=[
  constants -1 0 1 2 3 10
  var view                                 -- of the eight ways to hold the board
  table fx = 0 1 0 -1 0 1 0 -1    table fy = -1 0 1 0 -1 0 1 0    -- ahead
  table sx = 1 0 -1 0 -1 0 1 0    table sy = 0 1 0 -1 0 -1 0 1    -- to the side
  def see(f, s) {
    board[square % 3 + f * fx[view] + s * sx[view],
      square / 3 + f * fy[view] + s * sy[view]]
  }
  AHEAD1 "one step ahead of the rated square, round the edge: 1 mine, -1 theirs, 0 nobody" { see(1, 0) }
  AHEAD2 "who is two steps ahead"               { see(2, 0) }
  SIDE1  "who is one step to the side"          { see(0, 1) }
  SIDE2  "who is two steps to the side"         { see(0, 2) }
  SLANT1 "who is one step ahead and one aside"  { see(1, 1) }
  SLANT2 "who is two steps ahead and two aside" { see(2, 2) }
  LEAP1  "who is one step ahead and two aside"  { see(1, 2) }
  LEAP2  "who is two steps ahead and one aside" { see(2, 1) }
  FORTH  "how far ahead of the middle the square lies: -1, 0 or 1" {
    (square % 3 - 1) * fx[view] + (square / 3 - 1) * fy[view]
  }
  ASIDE  "how far to the side of the middle" {
    (square % 3 - 1) * sx[view] + (square / 3 - 1) * sy[view]
  }
  SUM(a?) "the sum of what is found in the eight ways to hold the board" {
    let before = view
    let sum = 0
    for v = 0 to 7 { view = v  sum = sum + a }
    view = before
    sum
  }
  MOST(a?) "the greatest of what is found in the eight ways" {
    let before = view
    view = 0
    let top = a
    for v = 1 to 7 { view = v  top = max(top, a) }
    view = before
    top
  }
]=]

hands.lines = [=[
  constants -1 0 1 2 3 10
  var line                                 -- row, column, and the two diagonals
  def through(n) {
    if n < 2 { true } else { if n == 2 { square % 4 == 0 } else {
      square == 2 or square == 4 or square == 6 } }
  }
  def there(i) {
    if line == 0 { board[i, square / 3] } else { if line == 1 { board[square % 3, i] }
      else { if line == 2 { board[i, i] } else { board[2 - i, i] } } }
  }
  MINE   "how many squares of the line are mine" {
    (there(0) == 1) + (there(1) == 1) + (there(2) == 1)
  }
  THEIRS "how many are theirs" {
    (there(0) == -1) + (there(1) == -1) + (there(2) == -1)
  }
  SUM(a?) "the sum of what is found in the lines through the square" {
    let before = line
    let sum = 0
    for n = 0 to 3 { if through(n) { line = n  sum = sum + a } }
    line = before
    sum
  }
  MOST(a?) "the greatest of what is found in them" {
    let before = line
    line = 0
    let top = a
    for n = 1 to 3 { if through(n) { line = n  top = max(top, a) } }
    line = before
    top
  }
]=]

-- The openings of the other side: its first two moves.
local cases = {}
for first = 0, 1 do
  for one = 0, 8 - first do
    for two = 0, 6 - first do
      cases[#cases + 1] = { first = first, one = one, two = two }
    end
  end
end

local function picture(state)
  local marks, rows = { [0] = ".", [1] = "X", [-1] = "O" }, {}
  for y = 1, 3 do
    rows[y] = ("%s %s %s"):format(marks[state.board[1][y]], marks[state.board[2][y]],
      marks[state.board[3][y]])
  end
  return table.concat(rows, "\n")
end

local function game(name)
  return ludus.game { name = "tictactoe-never", rules = referee .. numbers .. hands[name],
    cases = cases, repeats = true, budget = 20000, minimise = true, show = picture,
    key = "X: the program, O: the other side" }
end

return ludus.experiment {
  game        = game "views",
  program     = ludus.tree { nodes = 80, depth = { 2, 5 } },
  population  = 300,
  generations = 51,
  select      = ludus.lexicase,
  vary        = { { 0.7, ludus.crossover { leaves = 0.1 } }, { 0.15, ludus.subtree },
                  { 0.15, ludus.point } },
  elite       = 1,
  variants    = { lines = { game = game "lines" }, squares = { game = game "squares" } },
}
