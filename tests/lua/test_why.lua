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
│ ├ after light 1 -> 0: step 6, DIM (6) = 0, does light 1 -> 0
│ │ └ after light 2 -> 1: step 4, DIM (4) = 0, does light 2 -> 1
│ └ after light 2 -> 1: step 4, DIM (4) = 0, does light 2 -> 1
├ after light 1 -> 0: step 6, DIM (6) = 0, does light 1 -> 0 (above)
└ after light 2 -> 1: step 4, DIM (4) = 0, does light 2 -> 1]])
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
  └ c led here from: step 1, state 0 plays c, sees c, does points 0 -> 1, turn 0]])
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
check.error("no other value", function() t:what_if(1, { value = 1 }) end,
  "t:what_if: this game plays whole programs and no other values: give { program = q } "
  .. "or { line = \"...\" }")

local othello = require "ludus.othello"
local hand, discs = othello.player "hand", othello.player "discs"
t = hand:trace(discs)
is_sound("othello", t, 5)
check.ok("another evaluator", not t:what_if(1, { program = discs }).same)
check.ok("the same one", t:what_if(1, { program = hand }).same)

return check.done()
