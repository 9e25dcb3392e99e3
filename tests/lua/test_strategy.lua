-- test_strategy.lua -- p:strategy: one decision tree over all cases. Own games first.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"
local show  = require "ludus.repl.show"
require "ludus.inspect"

local function text(value, width)
  return show.text(value, show.view { width = width or 80, lines = 200 })
end

-- Every case of a node goes one of its ways, and no two.
local function adds_up(name, node)
  if #node.ways == 0 then return check.ok(name .. ": an end", node.ended) end
  local seen, sum, twice = {}, 0, 0
  for _, way in ipairs(node.ways) do
    for _, number in ipairs(way.node.cases) do
      if seen[number] then twice = twice + 1 end
      seen[number] = true
      sum = sum + 1
    end
    adds_up(name, way.node)
  end
  check.equal(name .. ": no case twice", twice, 0)
  check.equal(name .. ": all cases", sum, #node.cases)
  check.ok(name .. ": more than one way", #node.ways > 1)
end

-- ---- a tree game in Lua --------------------------------------------------

local cases = {}
for i = 0, 5 do cases[i + 1] = { light = i % 3, noise = i } end
local door = ludus.game { name = "door", cases = cases, budget = 30, constants = { 0, 1 },
  start = function(case)
    return { light = case.light, noise = case.noise, left = 0, right = 0 }
  end,
  primitives = {
    LIGHT = { 0, function(s) return s.light end },
    NOISE = { 0, function(s) return s.noise end },
    LEFT = { 0, function(s) s.left = s.left + 1 return 0 end },
    RIGHT = { 0, function(s) s.right = s.right + 1 return 0 end },
    BOTH = { 2, function(_, _, b) return b end },
    IF = { 3, lazy = true, function(_, c, a, b)
      if c() > 0 then return a() else return b() end end },
  },
  won = function(s) return s.left == 1 end,
  score = function(s) return s.left end }

local p = door:read "RPB (BOTH (NOISE) (BOTH (RIGHT) (IF (LIGHT) (LEFT) (RIGHT))))"
local s = p:strategy(door)
check.equal("what is heard but changes nothing is not told", text(s), [[
6 cases, 2 ways of playing; games part at 1 observation
4 won, 2 lost: right +1
├ LIGHT (6) = 0  2 lost: right +1
└ LIGHT (6) = 1 or 2  4 won: left +1]])
adds_up("door", s.tree)
check.equal("ways", s.leaves, 2)
check.equal("observations", s.partings, 1)
check.equal("one way", text(door:read "RPB (BOTH (NOISE) (LEFT))":strategy(door)), [[
6 cases, 1 way of playing; games part at 0 observations
6 won: left +1]])
check.equal("in Graphviz's language", s:dot(), [[
digraph strategy {
  ordering=out;
  node [shape=box, style=rounded, fontname="sans-serif", fontsize=10];
  edge [fontname="sans-serif", fontsize=9, arrowsize=0.5];
  n1 [label="4 won, 2 lost\nright +1\nLIGHT (6)?"];
  n2 [label="2 lost\nright +1"];
  n1 -> n2 [label="= 0"];
  n3 [label="4 won\nleft +1"];
  n1 -> n3 [label="= 1 or 2"];
}
]])
check.refused("a file is needed", function() s:svg() end,
  "s:svg needs the name of a file")
for _, width in ipairs { 40, 80, 200 } do
  for line in text(s, width):gmatch "[^\n]+" do
    check.ok(("within %d columns"):format(width), show.columns(line) <= width)
  end
end

-- ---- rules, lines, machines ----------------------------------------------

local trail = dofile "tests/lua/own/mower.lua".game
local lawn = trail:read("Cut state (3/8)\n1. IfGrass\n2. Mow\n3. Left\n\n"
  .. "Turn state (1/8)\n1. Left\n")
local mown = lawn:strategy(trail)
check.equal("lines by rules", text(mown), [[
4 cases, 4 ways of playing; games part at 3 observations
4 timed out
├ Cut 1 IfGrass = false  1 timed out: 2 x Left, Mow, Left, Mow, ... 29 more
└ Cut 1 IfGrass = true  3 timed out: Mow, 3 x Left
  ├ Cut 1 IfGrass = false  1 timed out: 37 x Left
  └ Cut 1 IfGrass = true  2 timed out: Mow, Left
    ├ Cut 1 IfGrass = false  1 timed out: 3 x Left, Mow, 3 x Left, Mow, ... 17 …
    └ Cut 1 IfGrass = true  1 timed out: Mow, Left, Mow, 34 x Left]])
adds_up("mower", mown.tree)

local walk = ludus.game { name = "walk", budget = 8,
  cases = { { x = 0 }, { x = 1 }, { x = 2 }, { x = 3 } },
  rules = [[ var x
    POS { x }
    STEP { x = x + 1; x }
    IF(c, a?, b?) { if c > 1 { a } else { b } }
    won { x == 3 }
    score { x } ]] }
local walked = walk:read "RPB (IF (POS) (STEP) (POS))":strategy(walk)
check.equal("a tree by rules with a state", text(walked), [[
4 cases, 2 ways of playing; games part at 1 observation
3 lost, 1 won
├ POS (2) = 0 or 1  2 lost
└ POS (2) = 2 or 3  1 lost, 1 won: STEP]])
adds_up("walk", walked.tree)

local pennies = dofile "tests/lua/own/pennies.lua".game
local played = require "ludus.machine".parse "c01 d01":strategy(pennies)
check.equal("a machine", text(played), [[
3 cases, 3 ways of playing; games part at 2 observations
3 lost: c
├ state 0 = c  2 lost: c
│ ├ state 0 = c  1 lost: c, d, 2 x c, d, ... 3 more
│ └ state 0 = d  1 lost: d, c, d, c, ... 6 more
└ state 0 = d  1 lost: 11 x d]])
adds_up("pennies", played.tree)

local nim = dofile "tests/lua/own/nim.lua".game
local sticks = nim:read "RPB (MOD (STICKS) 4)":strategy(nim)
check.equal("two players: what one sees and plays", text(sticks), [[
16 cases, 11 ways of playing; games part at 8 observations
12 won, 4 lost
├ STICKS (2) = 4 or 8 or 12  4 lost, 1 won: plays 0
│ ├ STICKS (2) = 4  1 lost
│ └ STICKS (2) = 8 or 12  3 lost, 1 won
│   ├ STICKS (2) = 10  1 won: plays 2, 2 x plays 3
│   └ STICKS (2) = 4 or 8  3 lost: plays 0
│     ├ STICKS (2) = 4  1 lost
│     └ STICKS (2) = 8  2 lost: plays 0
├ STICKS (2) = 6 or 10 or 14  4 won: plays 2, plays 3
│ ├ STICKS (2) = 3  1 won
│ └ STICKS (2) = 7 or 11  3 won: plays 3
│   ├ STICKS (2) = 3  2 won
│   └ STICKS (2) = 7  1 won: plays 3
├ STICKS (2) = 7 or 11 or 15  6 won: 2 x plays 3
│ ├ STICKS (2) = 3  2 won
│ └ STICKS (2) = 7 or 11  4 won: plays 3
│   ├ STICKS (2) = 3  2 won
│   └ STICKS (2) = 7  2 won: plays 3
└ STICKS (2) = 9  1 won: plays 1, 2 x plays 3]])
adds_up("nim", sticks.tree)

-- ---- games in C ----------------------------------------------------------

local mines = require "ludus.minesweeper".game {}
local best = ludus.read "scripts/programs/quartetti-best.gp":strategy(mines)
check.equal("Quartetti's best, on one screen", text(best), [[
36 cases, 36 ways of playing; games part at 35 observations
35 won, 1 exploded
     all do                               until some part        and end
  1  move 1,6, mark 6,6                   UNC (305) explode 1,6  1 exploded
  2  uncover 1,6                          NUM (257) = 1          3 won in 3 ways
  3  uncover 2,6, uncover 1,5, +3         NUM (257) = 1          2 won in 2 ways
  4  uncover 2,5, move 2,5, move 2,4, +2  NUM (257) = 1          5 won in 5 ways
  5  uncover 3,5, uncover 2,3, +2         NUM (257) = 1          3 won in 3 ways
  6  uncover 3,4, uncover 1,4, +3         NUM (257) = 1          3 won in 3 ways
  7  uncover 1,3, move 2,1, mark 1,1, +4  NUM (257) = 1          1 won
  8  move 2,5, move 2,4, move 3,4, +2     NUM (257) = 1          3 won in 3 ways
  9  uncover 4,4, uncover 3,2, move 3,2   NUM (257) = 1          1 won
 10  move 3,1, move 3,6, uncover 3,6      NUM (257) = 1          2 won in 2 ways
 11  move 3,5, move 3,4, move 4,4, +2     NUM (257) = 1          3 won in 3 ways
 12  uncover 5,4, uncover 4,2, move 4,2   NUM (257) = 1          1 won
 13  move 4,1, uncover 4,1, +3            NUM (257) = 1          2 won in 2 ways
 14  uncover 5,6, move 4,5, +7            NUM (257) = 1          3 won in 3 ways
 15  uncover 6,3, move 5,1, move 5,6      NUM (257) = 0          1 won
 16  move 6,5, move 6,4, move 1,3, +31    NUM (257) = 1          1 won
 17  uncover 6,5, move 5,3, +13           the rest               1 won
s[3] is line 3 as a strategy of its own, s:unfold() the whole tree]])
check.equal("a way for each mine", best.leaves, 36)
adds_up("minesweeper", best.tree)

-- ---- folded ---------------------------------------------------------------

-- Every case stands in one line of the table; a line is a strategy of its cases.
local function lines_add_up(name, strategy)
  local seen, sum, twice = {}, 0, 0
  for i = 1, #strategy do
    for _, number in ipairs(strategy[i].tree.cases) do
      if seen[number] then twice = twice + 1 end
      seen[number] = true
      sum = sum + 1
    end
  end
  check.equal(name .. ": once", twice, 0)
  check.equal(name .. ": all", sum, #strategy.tree.cases)
  for i = 1, #strategy - 1 do
    local after, left = strategy:after(i), 0
    for k = i + 1, #strategy do left = left + #strategy[k].tree.cases end
    check.ok(name .. ": after", #after.tree.cases >= left)
  end
end
lines_add_up("best", best)
lines_add_up("door", s)
check.error("no line 0", function() return best[0] end,
  ("s[0]: line must be 1 to %d, got 0"):format(#best))
check.error("no line behind the last", function() return best[#best + 1] end,
  ("s[%d]: line must be 1 to %d, got %d"):format(#best + 1, #best, #best + 1))
check.error("after what", function() return best:after "x" end,
  ("s:after: line must be 1 to %d, got x"):format(#best))
check.equal("behind the last there is its own end", #best:after(#best).tree.cases,
  #best[#best].tree.cases)
local _, breaks = text(best:unfold()):gsub("\n", "")
check.equal("the whole tree", breaks, 71)
for _, width in ipairs { 40, 80, 200 } do
  local count = 0
  for line in text(best, width):gmatch "[^\n]+" do
    count = count + 1
    check.ok(("the table within %d columns"):format(width), show.columns(line) <= width)
  end
  check.ok(("a screen of %d columns"):format(width), count <= 21)
end
check.equal("print shows it", tostring(best), text(best))

-- Two mines: more ways than lines.
local two = require "ludus.minesweeper".game { mines = 2, cases = 200 }
local many = ludus.read "scripts/programs/quartetti-best.gp":strategy(two)
adds_up("two mines", many.tree)
lines_add_up("two mines", many)
check.ok("more lines", text(many):find "%.%.%. %d+ more lines: s:after%(%d+%)\n")

-- The order of steps that C gives is that of the plain reading, on random programs.
local evolve = require "ludus.core.evolve"
local trace  = require "ludus.inspect.trace"
local species = ludus.tree { adfs = { 3, 2, 1 }, nodes = 60, depth = { 1, 6 } }
  :species(two)
local wrong = 0
for i = 1, 200 do
  local q = two:read(evolve.random(species, ludus.rng(i)))
  local d = two:trace(q, i).driver
  local fast, plain = { d:finished() }, { trace.Driver.finished(d) }
  for k = 1, 3 do
    if #fast[k] ~= #plain[k] then wrong = wrong + 1 end
    for n = 1, #plain[k] do
      if fast[k][n] ~= plain[k][n] then wrong = wrong + 1 end
    end
  end
end
check.equal("steps become complete in the order of the plain reading", wrong, 0)


-- The others: an Othello evaluator, a machine of the dilemma, a Battleship program.
local othello = require "ludus.othello"
local hand = othello.player "hand":strategy(othello.game { program = "vector",
  depth = "1", teacher_depth = "1" })
check.equal("Othello", text(hand):match "^.-\n.-\n.-\n.-\n", [[
8 cases, 8 ways of playing; games part at 7 observations
7 won, 1 lost
├ at first then black plays  3 won, 1 lost: c3, e3
│ ├ black plays = e2  2 won, 1 lost: b4
]])
adds_up("othello", hand.tree)
local trust = require "ludus.machine".parse "c01 c02 d13 d23"
local matches = trust:strategy(require "ludus.ipd".game { turns = 20 })
check.equal("the dilemma", text(matches), [[
20 cases, 7 ways of playing; games part at 6 observations
11 drawn, 9 lost: c
├ state 0 = c  11 drawn, 4 lost: c
│ ├ state 0 = c  11 drawn, 1 lost: 4 x c
│ │ ├ state 0 = c  11 drawn: 14 x c
│ │ └ state 0 = d  1 lost: c, d, c, d, ... 10 more
│ └ state 0 = d  3 lost: c
│   ├ state 1 = c  2 lost: 17 x c
│   └ state 1 = d  1 lost: 3 x d, 3 x c, 3 x d, 3 x c, ... 2 more
└ state 0 = d  5 lost: c
  ├ state 1 = c  3 lost: 18 x c
  └ state 1 = d  2 lost: d
    ├ state 2 = c  1 lost: c, 16 x d
    └ state 2 = d  1 lost: 17 x d]])
adds_up("dilemma", matches.tree)
local battleship = require "ludus.battleship"
local sea = battleship.read "scripts/programs/battleship-figure8-repaired.lgp"
  :strategy(battleship.game { cases = 20 })
check.equal("Battleship, whose squares are chance", text(sea):match "^.-\n.-\n.-\n.-\n.-\n", [[
20 cases, 20 ways of playing; games part at 19 observations
20 cases, 34 to 94 shots, mean 65.55
     all do        until some part         and end
  1                Targeting 4 Shoot hit   5 cases, 34 to 83 shots, mean 61.6
  2  miss          Targeting 4 Shoot hit   1 x 51 shots
]])
adds_up("battleship", sea.tree)
check.refused("no trace, no strategy", function()
  require "ludus.vector".new { type = "bits", length = 4 }:of { 1, 0, 1, 0 }
    :strategy(require "ludus.functions".game "onemax")
end, "p:strategy: functions has no trace; it has cases")

return check.done()
