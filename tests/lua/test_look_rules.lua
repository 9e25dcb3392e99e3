-- Traces of programs that play by rules: every node, every change, and the state
-- at any step; the verbs for tree programs work on them, too.

local ant   = require "ludus.ant.rules"
local check = dofile "tests/lua/check.lua"
local rules = require "ludus.rules"
require "ludus.inspect"

-- ---- a small game, step by step ---------------------------------------------

local walk = rules.game { engine = "bytecode", repeats = 2, budget = 20,
  rules = [[
    var x = 3, seen  grid g[4, 2]
    constants 2 5
    ADD(a, b) cost 1   { x = x + a + b  a + b }
    TWICE(a?) cost 2   { seen = seen + 1  a  a }
    PUT(n) cost 0      { g[n, 1] = x  n }
    turn { seen = seen * 10 }
    score { x + 0 * g[0, 0] }
  ]] }
local p = walk:read "(TWICE (ADD (PUT 2) 5))"
local t = walk:trace(p, 1)
check.equal("nodes of two runs", #t, 18)
check.equal("the title", t.driver.title,
  "case 1 of 1, 5 nodes; raw 31, 18 steps, finished")

local function line(s)
  return ("%d %s %s %s %d %d %d"):format(s.step, s.name, s.value, s.parent, s.last,
    s.spent, s.node)
end
check.equal("the first node", line(t:at(1)), "1 TWICE 7 nil 9 2 1")
check.equal("its argument, evaluated twice", line(t:at(2)), "2 ADD 7 1 5 3 2")
check.equal("which is a node of its own", line(t:at(6)), "6 ADD 7 1 9 6 2")
check.equal("an inner one", line(t:at(3)), "3 PUT 2 2 4 3 3")
check.equal("a number", line(t:at(4)), "4 2 2 3 4 4 4")

local function events(list)
  local words = {}
  for i, e in ipairs(list) do
    words[i] = ("%d %s%s=%d"):format(e.step, e.name,
      e.x and ("[%d,%d]"):format(e.x, e.y) or "", e.value)
  end
  return table.concat(words, "; ")
end
check.equal("what changed, and whose doing it was", events(t:events()),
  "1 seen=1; 3 g[2,1]=3; 2 x=10; 7 g[2,1]=10; 6 x=17; 9 value=7; 9 seen=10; "
    .. "10 seen=11; 12 g[2,1]=17; 11 x=24; 16 g[2,1]=24; 15 x=31; 18 seen=110")
check.equal("the state as a step begins", t:at(6).state.x, 10)
check.equal("its cells", table.concat(t:at(7).state.g[2], " "), "0 0 3 0")
check.equal("and in the end", t:at(18).state.seen, 11)
check.equal("as a picture", t:at(9).picture, "seen 1  x 10\ng\n....\n..*.")
check.equal("found by what it says", t:find(function(s)
  return s.state.x > 10
end).step, 10)
check.error("there is no case 2", function() walk:trace(p, 2) end,
  "g:trace: case must be 1 to 1, got 2")

-- ---- pictures of one's own ---------------------------------------------------

local shown = rules.game { name = "walk", rules = [[
    var x  grid g[3, 2]  constants 1 2
    PUT(n) { x = x + n  g[n, 1] = n }
    score { x + 0 * g[0, 0] } ]],
  show = function(s) return ("x is %d, %s"):format(s.x, table.concat(s.g[2])) end }
local put = shown:read "(PUT 2)"
check.equal("a picture", shown:play(put, 1).picture, "x is 2, 002")
check.equal("none", walk:play(p, 1).picture, nil)
check.equal("of a step", shown:trace(put, 1):at(1).picture, "x is 0, 000")
check.error("the name", function() shown:read "(PUT 7)" end,
  "(text):1:6: '7' is not a constant of walk (1 to 2)\n  (PUT 7)\n       ^")

-- ---- agreement --------------------------------------------------------------

local game = ant.game {}
local texts = { "(MOVE)", "(IF_FOOD (MOVE) (RIGHT))",
  "(PROGN3 (IF_FOOD (MOVE) (LEFT)) (RIGHT) (PROGN2 (MOVE) (LEFT)))" }
for _, text in ipairs(texts) do
  local program = game:read(text)
  local played, traced = game:play(program, 1), game:trace(program, 1)
  check.equal("a step a node: " .. text, #traced, played.steps + played.free)
  local eaten = 0
  for _, e in ipairs(traced:events()) do
    if e.name == "eaten" then eaten = eaten + 1 end
  end
  check.equal("what was eaten: " .. text, eaten, played.raw)
end

-- ---- verbs ------------------------------------------------------------------

local program = game:read(texts[2])
local profile = program:profile(game)
check.equal("visits", table.concat(profile.visits, " "), "401 11 389")
check.equal("all of them", profile.steps, 801)
check.ok("knock-outs", program:impact(game))
check.equal("a simpler one", tostring(walk:read "(TWICE (TWICE 2))"
  :simplify(walk).program), "RPB 2\n")

local blind = rules.game { engine = "bytecode", rules = "A { 1 } score { 1 }",
  blocks = { { "Only", 3 } } }
check.equal("linear programs are recorded line by line", #blind:record(
  blind:read "Only\nA", 1, 1000).marks, 1000)
check.error("up to a limit", function()
  blind:record(blind:read "Only\nA", 1, 999)
end, "more than 999 steps")

return check.done()
