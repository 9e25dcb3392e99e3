-- test_why.lua -- t:why: the chain behind a step; t:what_if: both futures. Own games
-- first.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"
local show  = require "ludus.repl.show"
require "ludus.inspect"

local function text(value, width)
  return show.text(value, show.view { width = width or 80, lines = 200 })
end

-- A slice holds what each of its steps depends on, and everything in it was complete
-- before, or lies below.
local function is_sound(name, t, n)
  local w = t:why(n)
  local inside = {}
  for _, step in ipairs(w:slice()) do inside[step] = true end
  check.ok(name .. ": the step itself", inside[w.step])
  for step in pairs(inside) do
    for _, source in ipairs(t:why(step).because) do
      check.ok(name .. ": closed", inside[source.step])
      check.ok(name .. ": in the trace", source.step >= 1 and source.step <= #t)
    end
  end
  for _, width in ipairs { 40, 80, 200 } do
    for line in text(w, width):gmatch "[^\n]+" do
      check.ok(name .. ": fits " .. width .. ": " .. line, show.columns(line) <= width)
    end
  end
end

-- Supposing what happened anyway changes nothing; the same is said twice the same.
local function is_honest(name, t, n, value)
  local f = t:what_if(n, { value = value })
  check.ok(name .. ": what is so is so", f.same)
  check.equal(name .. ": acts", text(f.after:events()), text(t:events()))
end

-- ---- a tree game in Lua -------------------------------------------------------

local door = ludus.game { name = "door", cases = { { light = 0 }, { light = 2 } },
  budget = 30, constants = { 0, 1 },
  start = function(case) return { light = case.light, left = 0, right = 0 } end,
  primitives = {
    LIGHT = { 0, function(s) return s.light end },
    DIM = { 0, function(s) s.light = s.light - 1 return 0 end },
    LEFT = { 0, function(s) s.left = s.left + 1 return 0 end },
    RIGHT = { 0, function(s) s.right = s.right + 1 return 0 end },
    BOTH = { 2, function(_, _, b) return b end },
    IF = { 3, lazy = true, function(_, c, a, b)
      if c() > 0 then return a() else return b() end end },
  },
  won = function(s) return s.left == 1 end,
  score = function(s) return s.left end }
local p = door:read
  "RPB (BOTH (LIGHT) (BOTH (DIM) (BOTH (DIM) (IF (LIGHT) (LEFT) (RIGHT)))))"
local t = p:trace(door, 2)
check.equal("an act, the test that chose it, and what dimmed the light", text(t:why()), [[
step 9, RIGHT (10) = 0, does right 0 -> 1
├ it runs since: step 8, LIGHT (8) = 0
│ └ after step 6, DIM (6) = 0, does light 1 -> 0
│   └ after step 4, DIM (4) = 0, does light 2 -> 1
└ after step 6, DIM (6) = 0, does light 1 -> 0 (above)]])
check.equal("one can walk it", t:why()[1].step, 8)
check.equal("and go on", t:why()[1][1].state.name, "DIM")
check.equal("the slice", table.concat(t:why():slice(), " "), "9 8 6 4")
for n = 1, #t do is_sound("door", t, n) end
local f = t:what_if(8, { LIGHT = 1 })
check.equal("another observation", text(f), [[
if step 8, LIGHT (8) = 0, gave 1: the same until step 8
the first 2 acts are the same
as it was                              | if so
9 right 0 -> 1                         | 9 left 0 -> 1
ended, raw 0, 9 steps                  | won, raw 1, 9 steps]])
check.equal("fields", f.differ, 8)
check.equal("the other trace", f.after:at(9).name, "LEFT")
check.equal("the next of that name", t:what_if(4, { LIGHT = 1 }).step, 8)
check.equal("a node", text(t:what_if(8, { node = "1" })), [[
if LIGHT (8) = 0 were 1: the same until step 8
the first 2 acts are the same
as it was                              | if so
9 right 0 -> 1                         | 9 left 0 -> 1
ended, raw 0, 9 steps                  | won, raw 1, 9 steps]])
check.equal("another program", t:what_if(1, { program = door:read "RPB (LEFT)" })
  .after:at(2).ended, "won")
is_honest("door", t, 8, 0)

local says = function(name, message, ...)
  local n, changes = ...
  check.error(name, function() t:what_if(n, changes) end, "t:what_if: " .. message)
end
says("no step 0", "step must be 1 to 9, got 0", 0, { value = 1 })
says("no step 11", "step must be 1 to 9, got 10", 10, { value = 1 })
says("nothing", "say what is changed: t:what_if(42, { value = 2 })", 1)
says("empty", "say what is changed: t:what_if(42, { value = 2 })", 1, {})
says("two things", "change one thing at a time", 1, { value = 1, node = "1" })
says("two names", "change one thing at a time", 1, { LIGHT = 1, DIM = 1 })
says("no such name", "from step 1 on there is no 'LITE'", 1, { LITE = 1 })
says("no number", "field 'value': expected a number, got x", 1, { value = "x" })
says("no node", "field 'node': (text):1:6: unknown name 'MOO'", 1, { node = "(MOO)" })
says("no line", "field 'line' is for linear programs", 1, { line = "Left" })
check.error("no step", function() t:why(10) end, "t:why: step must be 1 to 9, got 10")
check.error("no number", function() t:why "x" end, "t:why: step must be 1 to 9, got x")

-- What the game does with a tree's value is the doing of its root, the other's turn is
-- told as such.
local sticks = dofile "tests/lua/own/nim.lua".game
local taken = sticks:read "RPB (MOD (STICKS) 4)":trace(sticks, 1)
check.equal("two players", text(taken:why()), [[
step 4, MOD (1) = 3, does last 2 -> 1, sticks 3 -> 0, taken 1 -> 3
├ used: step 5, STICKS (2) = 3
│ └ after the other: last 1 -> 2, sticks 4 -> 3, taken 3 -> 1: step 1, MOD (1) …
│   ├ used: step 2, STICKS (2) = 7
│   └ used: step 3, 4 (3) = 4
├ used: step 6, 4 (3) = 4
└ after the other: last 1 -> 2, sticks 4 -> 3, taken 3 -> 1: step 1, MOD (1) = …]])

-- ---- the order of acts ------------------------------------------------------------

local function game_of(name) return dofile(("tests/lua/own/%s.lua"):format(name)).game end

check.error("no places", function() t:order() end,
  "t:order: nothing in this trace has a place")
local trail = game_of "trail"
check.equal("in rules", text(trail:read "RPB (BOTH (MOVE) (RIGHT))":trace(trail, 1):order()),
  "set food, 1 in order\n   1\n1  .\n2  1")

-- ---- rules, lines, machines -----------------------------------------------------

p = trail:read "RPB (BOTH (MOVE) (BOTH (RIGHT) (MOVE)))"
t = p:trace(trail, 1)
is_sound("trail", t)
is_honest("trail", t, 1, t:at(1).value)
check.equal("in rules a value, too", t:what_if(2, { value = 7 }).after:at(2).value, 7)

local mower = game_of "mower"
p = mower:read [[
Cut state (3/8)
1. IfGrass
2. Mow
3. Right
Turn state (0/8)
]]
t = p:trace(mower, 1)
is_sound("mower", t)
local first = t:find(function(s) return s.name == "IfGrass" end)
is_honest("mower", t, first.step, first.value)
f = t:what_if(first.step, { IfGrass = not first.value })
check.equal("a test that turns out otherwise", f.after:at(first.step).value,
  not first.value)
check.ok("leads elsewhere", not f.same and f.differ == first.step)
check.equal("another line", t:what_if(1, { line = "Left" }).after:at(1).name, "Left")
check.error("no such line", function() t:what_if(1, { line = "Lift" }) end,
  "t:what_if: field 'line': (changed):2:4: unknown instruction 'Lift'; did you mean 'Left'?")

local pennies = game_of "pennies"
local m = require "ludus.machine".parse "c01 d10"
t = m:trace(pennies, 1)
is_sound("pennies", t)
check.equal("a machine", text(t:why(3)), [[
step 3, state 1 plays d, sees c, does turn 2 -> 3
└ d led here from: step 2, state 0 plays c, sees d, does turn 1 -> 2
  └ c led here from: step 1, state 0 plays c, sees c, does points 0 -> 1, turn …]])
is_honest("pennies", t, 1, t:at(1).theirs)
check.equal("it sees something else", t:what_if(1, { value = "d" }).after:at(2).state, 1)
check.error("it cannot see that", function() t:what_if(1, { value = "e" }) end,
  "t:what_if: field 'value': expected c, d, got e")

-- ---- games in C ------------------------------------------------------------------

local mines = require "ludus.minesweeper"
local g = mines.game {}
local best = ludus.read("scripts/programs/quartetti-best.gp", g)
for case = 1, 36, 7 do
  t = best:trace(g, case)
  if case == 1 then is_sound("case 1", t, 200) end
  local seen = t:find(function(s) return s.name == "NUM" end)
  is_honest("case " .. case, t, seen.step, seen.value)
end
f = t:what_if(1, { NUM = 8, always = true })
check.ok("always", f.after:find(function(s)
  return s.step >= f.step and s.node == f.before:at(f.step).node and s.value ~= 8
end) == nil)

local battleship = require "ludus.battleship"
local shooter = battleship.read "scripts/programs/battleship-figure8-repaired.lgp"
t = shooter:trace(battleship.game { cases = 2 }, 2)
is_sound("battleship", t, 30)
check.ok("another line", not t:what_if(1, { line = "OppDir" }).same)
-- Whatever a step gives may be supposed: what it gave changes nothing, on any step.
local function all_honest(name, trace, last)
  local wrong, tried = 0, 0
  for n = 1, math.min(last, #trace) do
    local s = trace:at(n)
    local value = s.theirs
    if value == nil then value = s.value end
    if s.move then value = s.move end
    if value ~= nil then
      tried = tried + 1
      if not trace:what_if(n, { value = value }).same then wrong = wrong + 1 end
    end
  end
  check.equal(name .. ": what is so is so, on all steps", wrong, 0)
  check.ok(name .. ": steps that give something", tried > 3)
end
all_honest("battleship", t, 60)
local hit = t:find(function(s) return s.name == "IfHit" and not s.value end)
f = t:what_if(hit.step, { IfHit = true })
check.ok("a test that turns out otherwise", f.differ == hit.step and not f.same)
check.equal("and its trace says so", f.after:at(hit.step).value, true)
local missed = t:find(function(s) return s.name == "Shoot" and s.value == false end)
f = t:what_if(missed.step, { Shoot = "hit" })
check.equal("a shot that is told to hit", f.after:at(missed.step + 1).registers.TargetHit,
  "true")
check.equal("the sea knows better", f.after:at(missed.step).event, "miss")
f = t:what_if(1, { Target = "9,0" })
check.equal("another square", f.after:at(2).registers.TargetPos, "9,0")
check.equal("is shot at", f.after:events()[1].col, 10)
local turned = t:find(function(s) return s.name == "VertDir" end)
local back = turned.value == "North" and "South" or "North"
check.equal("another direction", t:what_if(turned.step, { VertDir = back }).after
  :at(turned.step + 1).registers.TargetDir, back)
f = t:what_if(hit.step, { IfHit = true, always = true })
check.ok("always", f.after:find(function(s)
  return s.step >= f.step and s.place == hit.place and s.value ~= true
end) == nil)
local function refused(name, what, n, changes)
  check.error(name, function() t:what_if(n, changes) end, "t:what_if: " .. what)
end
refused("a square beyond", "field 'value': expected a square as TargetPos shows it, 0,0 to "
  .. "9,9, got 10,0", 1, { Target = "10,0" })
refused("no direction", "field 'value': expected North, South, West, East, got Up", 1,
  { VertDir = "Up" })
refused("no truth", "field 'value': expected true or false, got 2", 1, { IfHit = 2 })
refused("no hit", "field 'value': expected true or false, hit or miss, got sunk", 1,
  { Shoot = "sunk" })
refused("nothing given", "step 2, SavePos, gives nothing; tests, Shoot, Target, RandDir, "
  .. "VertDir and HorzDir do", 2, { value = 1 })
local shot = t:find(function(s) return s.name == "Shoot" and s.block == "Sinking" end)
check.equal("a shot is aimed by the last that set the place", t:why(shot.step)[1].state.name,
  "MoveFwd")
check.ok("and so on, back to a Target", text(t:why(shot.step), 200):find "Target = %d,%d")

local othello = require "ludus.othello"
local hand, discs = othello.player "hand", othello.player "discs"
t = hand:trace(discs)
is_sound("othello", t, 5)
check.ok("another evaluator", not t:what_if(1, { program = discs }).same)
check.ok("the same one", t:what_if(1, { program = hand }).same)
all_honest("othello", t, 12)
f = t:what_if(3, { value = t:at(3).ranking[2].square })
check.equal("another move", f.after:at(3).move, t:at(3).ranking[2].square)
check.equal("from then on", f.differ, 3)
check.error("no legal move", function() hand:trace(discs):what_if(1, { value = "a1" }) end,
  "t:what_if: field 'value': expected a move, c4, d3, e6, f5, got a1")

-- The cases of othello.game: the traced game is the one that is scored.
local contest = othello.game { program = "vector", depth = "1", teacher_depth = "1",
  openings = 2, plies = 3 }
local weights = contest:read "(-10, 60, 0, -30, -10, -20, 100, 110)"
local outcomes, sum = weights:outcomes(contest), 0
for i, row in ipairs(outcomes.cases) do
  local trace = weights:trace(contest, i)
  sum = sum + trace:at(#trace + 1).raw
  check.equal("othello, case " .. i, trace:at(#trace + 1).raw, row.raw)
  check.equal("its end", trace:at(#trace + 1).ended, row.ended)
end
check.equal("as many", #outcomes.cases, 16)
check.equal("all of it", sum, contest:score(weights).raw)
all_honest("othello.game", weights:trace(contest, 4), 8)

local puzzle = require "ludus.puzzle".game {}
local plan = puzzle:read "(16, 9, 2, 1, 2)"
t = plan:trace(puzzle)
all_honest("puzzle", t, 5)
f = t:what_if(3, { value = 7 })
check.equal("another code", f.after:at(3).code, 7)
check.equal("there alone", f.after:at(5).code, 2)
check.equal("always", t:what_if(3, { value = 7, always = true }).after:at(5).code, 7)
check.error("no code", function() plan:trace(puzzle):what_if(1, { value = 19 }) end,
  ("t:what_if: field 'value': expected a code, 0 to %d, got 19"):format(
  puzzle:facts().codes))

-- The dilemma: against machines and against players of any kind.
local ipd, machine = require "ludus.ipd", require "ludus.machine"
local trust = machine.parse "c01 c02 d13 d23"
for _, other in ipairs { "TFT", "RANDOM", "AC", "G" } do
  local known = pcall(ipd.player, other)
  if known then
    t = trust:trace(other, 30)
    all_honest("against " .. other, t, 30)
    check.equal(other .. ": moves as in a match", table.concat((function()
      local list = {}
      for i = 1, #t do list[i] = t:at(i).theirs end
      return list
    end)()), ipd.match(trust, other, { turns = 30 }).theirs)
  end
end
t = trust:trace("TFT", 20)
f = t:what_if(4, { value = "d" })
check.equal("the other defects", f.after:at(4).theirs, "d")
check.equal("and the machine sees it", f.after:at(5).state, 1)
check.equal("whenever it is in that state", t:what_if(4, { value = "d", always = true })
  .after:at(5).state, 1)
check.error("no move", function() trust:trace("TFT", 20):what_if(1, { value = "e" }) end,
  "t:what_if: field 'value': what the other plays, c or d, got e")

-- The cases of ipd.game are played as they are scored, without noise and with it.
for _, noise in ipairs { 0, 0.1 } do
  local game = ipd.game { turns = 50, noise = noise, rounds = 1 }
  local list = trust:outcomes(game).cases
  for i, row in ipairs(list) do
    local trace = trust:trace(game, i)
    check.ok(("noise %g, case %d"):format(noise, i),
      math.abs(trace:at(#trace + 1).raw - row.raw) < 1e-6)
  end
  check.equal("all opponents", #list, 20)
end
t = trust:trace(ipd.game { turns = 20 }, 3)
all_honest("ipd.game", t, 20)
f = t:what_if(3, { value = "d" })
check.equal("in a game, too", f.after:at(3).theirs, "d")
check.equal("from then on", f.differ, 3)

-- ---- vectors of one's own ---------------------------------------------------------

local courier = game_of "courier"
t = courier:read "(1, 0.5, -0.2)":trace(courier, 1)
all_honest("courier", t, 24)
f = t:what_if(1, { value = "back" })
check.equal("a word", f.after:at(1).value, "back")
check.ok("leads elsewhere", not f.same and f.differ == 1)
check.error("no word", function() t:what_if(1, { value = 7 }) end,
  "t:what_if: field 'value': expected a word, got 7")
local cannon = game_of "cannon"
check.error("genes that are the case's", function()
  cannon:read "(2, 6, 9)":trace(cannon, 1):what_if(1, { value = 7 })
end, "t:what_if: the turns of this vector give nothing, its genes are part of the case: "
  .. "give { program = q }")

return check.done()
