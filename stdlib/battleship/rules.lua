-- Battleship's instructions (Bridon) written as rules: what gunner.c does, as text.
--
-- A specification that runs: the tests play random programs by these rules and by
-- the C gunner and compare every shot and the steps. `Target`, which the C game
-- asks of a targeting algorithm, is here a walk over the board in strides of 37.
-- A case gives `ship` (the number of the ship on each square, or 0), `length` of
-- each ship by its number, and `left`, the ships afloat.

local battleship = {}

battleship.text = [=[
  var row, col, kept_row, kept_col, dir, hit, flag, shots, left
  grid ship[10, 10], shot[10, 10], length[9], log[100]

  -- North, South, West, East
  table down  = -1 1 0 0
  table right = 0 0 -1 1

  def is_open(r, c) {
    r >= 0 and r < 10 and c >= 0 and c < 10 and not shot[c, r]
  }

  -- A direction of first..last towards an open square, or any of them.
  def turn_within(first, last) {
    let n = 0
    for d = first to last { if is_open(row + down[d], col + right[d]) { n = n + 1 } }
    if n == 0 { dir = first + random(last - first + 1) } else {
      let pick = if n > 1 { random(n) } else { 0 }
      for d = first to last {
        if is_open(row + down[d], col + right[d]) {
          if pick == 0 { dir = d }
          pick = pick - 1
        }
      }
    }
  }

  Target "TargetPos = a square from the targeting" {
    let found = -1
    for i = 0 to 99 {
      let c = (shots * 37 + i) % 100
      if found < 0 and is_open(c / 10, c % 10) { found = c }
    }
    row = found / 10  col = found % 10
  }
  Shoot "shoot at TargetPos; TargetHit = was it a hit" {
    hit = 0
    if is_open(row, col) {
      let s = ship[col, row]
      shot[col, row] = 1  log[shots] = row * 10 + col  shots = shots + 1
      if s {
        hit = 1  length[s] = length[s] - 1
        if length[s] == 0 { left = left - 1 }
      }
    }
  }
  MoveFwd "TargetPos = one square on in TargetDir" {
    row = max(-1, min(10, row + down[dir]))
    col = max(-1, min(10, col + right[dir]))
  }
  RandDir  "TargetDir = a random one, open if possible"  { turn_within(0, 3) }
  VertDir  "TargetDir = up or down, open if possible"    { turn_within(0, 1) }
  HorzDir  "TargetDir = left or right, open if possible" { turn_within(2, 3) }
  SavePos  "TempPos = TargetPos" { kept_row = row  kept_col = col }
  LoadPos  "TargetPos = TempPos" { row = kept_row  col = kept_col }
  SetTrue  "TempHit = true"      { flag = 1 }
  SetFalse "TempHit = false"     { flag = 0 }
  OppDir   "TargetDir = the opposite direction"
           { dir = if dir % 2 { dir - 1 } else { dir + 1 } }
  test IfHit   "next line only if TargetHit is true"  { hit }
  test IfMiss  "next line only if TargetHit is false" { not hit }
  test IfTrue  "next line only if TempHit is true"    { flag }
  test IfFalse "next line only if TempHit is false"   { not flag }

  done  { left == 0 }
  score { 100 - shots + 0 * log[0] }
]=]

-- A board as a case: the ships are lists of squares from 1, as fleets are drawn.
local function case_of(ships)
  local case = { ship = {}, length = { 0 }, left = #ships }
  for square = 1, 100 do case.ship[square] = 0 end
  for number, ship in ipairs(ships) do
    case.length[number + 1] = #ship
    for _, square in ipairs(ship) do case.ship[square] = number end
  end
  for number = #ships + 2, 9 do case.length[number] = 0 end
  return case
end

-- A game by these rules and more of them: `more` is text, in which `lua NAME` declares an
-- instruction that is a Lua function(state) of `functions`. options: cases (20 boards),
-- seed, budget of steps (3000), engine. A program that leaves a ship afloat has not won,
-- whatever it scores.
function battleship.game(options)
  local bs = require "ludus.battleship"
  local cases = {}
  for i = 1, options.cases or 20 do
    cases[i] = case_of(bs.draw("random", options.seed or 1, i))
  end
  return require "ludus.rules".game { rules = battleship.text .. " won { left == 0 } "
      .. (options.more or ""),
    functions = options.functions, blocks = battleship.blocks, cases = cases,
    budget = options.budget or 3000, name = "battleship",
    engine = options.engine }
end

battleship.blocks = { { "Targeting", 10 }, { "Locking", 20 }, { "Sinking", 20 } }

return battleship
