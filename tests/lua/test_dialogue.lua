-- test_dialogue.lua -- recorded dialogues in a real terminal: programs of each
-- kind are loaded, scored, traced, walked through, profiled and simplified.

local check  = dofile "tests/lua/check.lua"
local screen = dofile "tests/lua/screen.lua"

if not screen.there then
  print "tmux is not installed: nothing tested"
  return check.done()
end

local s

local function see(name, pattern)
  local found, last = s:wait(pattern)
  if not found then io.write("looked for ", pattern, " in\n", last) end
  check.ok(name, found)
  return found
end

-- Types a line after clearing the screen, waits for what must come.
local function say(line, pattern)
  s:type("C-l", line, "Enter")
  return see(line, pattern)
end

-- No line of the screen may have been broken: all fit the width.
local function begin(width, height, env)
  s = screen.open { width = width, height = height, env = env }
  see("a prompt", ">$")
end

-- The paper's best Minesweeper program.
local function minesweeper()
  say('p = ludus.read "scripts/programs/quartetti-best.gp"', ">$")
  say("p", "tree program, 307 nodes %(RPB 162, ADF0 81, ADF1 52, ADF2 12%)")
  say("g = minesweeper.game {}", ">$")
  say("g:score(p)", "^raw 2,449 of 2,449, 35 won, 1 exploded, 91,648 steps$")
  say("t = g:trace(p, 15)", ">$")
  say("t:at(1200)", "step 1200 of 4097, case 15")
  say(":step t", "step 1 of 4097")
  s:type("g", "1200", "Enter")
  see("a jump", "step 1200 of 4097")
  s:type("Left")
  see("a step back", "step 1199 of 4097")
  s:type("Right", "Right")
  see("two steps on", "step 1201 of 4097")
  s:type("u")
  see("up", "step 1200 of 4097")
  s:type("Down")
  see("what the next event has done", "done: ")
  s:type("h")
  see("the keys", "where this value was made")
  s:type("x", "q")
  see("back at the prompt", ">$")
  say("p:profile(g)", "91,648 steps over 36 cases; 49 of 307 nodes never run")
end

local function simplified()
  say("s = p:simplify(g)", ">$")
  say("s", "squares, order and end are the same on all of them")
  see("it says that steps differ", "steps differ: 91,648 before")
  say("n = 0", ">$")
  say("a, b = g:score(p).cases, g:score(s.program).cases", ">$")
  say("for i in ipairs(a) do if a[i].raw == b[i].raw then n = n + 1 end end",
    ">$")
  say("n", "^36$")
end

local function others()
  -- The Trust/Distrust machine.
  say('m = machine.parse "c01 c02 d13 d23"', ">$")
  say("m:explain()", "It begins in state 0 and cooperates")
  say('g = m:trace(machine.parse "d00", 20)', ">$")
  say("g:at(3)", "turn 3 of 20")
  say(":step g", "turn 1 of 20")
  s:type("Right", "Right", "Left")
  see("a turn", "turn 2 of 20")
  s:type("q")
  say('m:profile { machine.parse "d00" }', "visits in 100 turns")
  say("m:simplify()", "4 states instead of 4; proven equal")
  say('ipd.match(m, "TFT", { turns = 10 }).own', "^10$")
  say('ipd.match(m:simplify().program, "TFT", { turns = 10 }).own', "^10$")

  -- A puzzle plan.
  say("g = puzzle.game {}", ">$")
  say('p = ludus.read("scripts/programs/puzzle-paper.plan", g)', ">$")
  say("g:score(p).standardized", "^0$")
  say(":step g:trace(p)", "move 1 of 16")
  s:type("End", "Left")
  see("a move", "move 16 of 16")
  s:type("q")
  say("p:profile(g)", "16 moves, 0 of them none")
  say("s = p:simplify(g)", ">$")
  say("s", "10 moves instead of 16")
  say("g:score(s.program).standardized", "^0$")

  -- An Othello evaluator.
  say('h = othello.player "hand"', ">$")
  say('t = h:trace "discs"', ">$")
  say(":step t", "move 1: black plays")
  s:type("Right", "Right", "Left")
  see("a move", "move 2: white plays")
  s:type("q")
  say("h:profile()", "share of the value")
  say("h:simplify()", "7 weights instead of 7")
  say("h:simplify().equal", "^true$")
  say('othello.match(h, othello.player "discs", { games = 4 }).share', "^%d%.%d+$")

  -- The repaired program of Figure 8.
  say('p = battleship.read "scripts/programs/battleship-figure8-repaired.lgp"',
    ">$")
  say("p", "linear program, 30 lines")
  say("battleship.solo { player = p, games = 1000 }.mean", "^6%d%.%d+$")
  say("t = p:trace(0)", ">$")
  say(":step t", "step 1 of %d+: Targeting 1, Target")
  s:type("Down", "Right", "Left")
  see("what an event has done", "shots 1 %(was 0%)")
  s:type("q")
  say("p:profile(20)", "steps in 20 games")
  say("s = p:simplify()", ">$")
  say("s.equal", "^true$")
end

local function finish()
  s:type(":quit", "Enter")
  see("quit", "status 0")
  s:close()
end

-- A program understood in at most ten lines typed.
local function understood(name, lines)
  check.ok(name .. ": at most ten lines", #lines <= 10)
  begin(80, 50)
  for _, row in ipairs(lines) do say(row[1], row[2] or ">$") end
  finish()
end

-- Stored runs of own games and of `make run`'s script, for blame.
local store = check.tmpname()
for _, path in ipairs { "scripts/first.lua", "tests/lua/own/mower.lua",
  "tests/lua/own/nim.lua", "tests/lua/own/courier.lua" } do
  check.run(('"$LUDUS" run %s --seed 1 --quiet --store %s'):format(path, store))
end
local function run_of(id) return { ("r = ludus.run(%d, %q)"):format(id, store) } end

-- The decision tree, the map of ends, the rule for lost cases, the ancestor that brought
-- the NUM that games part on, a what-if.
understood("make run", { run_of(1), { "p = r:program()" },
  { "p:strategy()", "\n 17  move 6,2, %+29 +the rest +1 exploded\ns%[3%] is line 3" },
  { "_[3]", "^4 exploded, 3 won: " },
  { "p:outcomes()", "\n2 E E %+ %+ %+ %+\n" },
  { "p:losses()", "^lost when mine.row = 1 or mine.col = 1 or %(mine.row = 2 and "
    .. "mine.col = 2%): 12 of\n  12, no other$" },
  { "r:blame():of(303)", "came into the line of mothers in generation 22: program 2931" },
  { "t = p:trace(2)" },
  { "t:why()", "^step 2110, UNC %(290%) = 9, does explode row 1, column 2$" },
  { "t:what_if(60, { NUM = 0 })", "if step 63, NUM %(303%) = 1, gave 0: the same until" },
})
understood("Quartetti's best", {
  { 'p = ludus.read "scripts/programs/quartetti-best.gp"' }, { "g = minesweeper.game {}" },
  { "p:strategy(g)", "\n  1  move 1,6, mark 6,6 +UNC %(305%) explode 1,6 +1 exploded\n" },
  { "_[4]", "^5 cases, 5 ways of playing; games part at 4 observations$" },
  { "p:outcomes(g)", "36 cases: 35 won, 1 exploded" },
  { "p:losses(g)", "^lost when mine.row = 1 and mine.col = 6: 1 of 1, no other$" },
  { "t = p:trace(g, 15)" },
  { "t:why()", "^step %d+, UNC %(%d+%) = " },
  { "t:what_if(1, { NUM = 8 })", "^as it was +| if so$" },
  { "p:explain(g)", "\nADF0, given 3 arguments:\n  do ADF1%(%(<part 5> or else ADF1" },
})
-- A linear game by rules, one in Lua for two, vectors in Lua, all of one's own.
understood("mower", { run_of(2), { "p = r:program()" },
  { "p:explain()", "IfGrass  next line only if grass lies ahead; if not, on with 3$" },
  { "p:strategy()", "├ Turn 1 IfGrass = false  1 timed out: Right, Mow, " },
  { "p:outcomes()", "^by y and x: T timed out$" },
  { "p:losses { lost = 22 }", "lost when .*: %d of %d, no other$" },
  { "r:blame()", "innovations that stuck, the greatest gain first" },
  { "t = p:trace(1)" }, { "t:why()", "└ after step %d+, Turn 3 Right, does set dir to 0" },
  { "t:what_if(4, { IfGrass = true })", "^if step 4, Turn 1 IfGrass does not hold, gave true" },
})
understood("nim", { run_of(3), { "p = r:program()" },
  { "p:explain()", "^  STICKS: sticks that are left$" },
  { "p:strategy()", "STICKS %(2%) = 7 or 11 or 15  6 won: 2 x plays 3" },
  { "p:outcomes()", "16 cases: 12 won, 4 lost" },
  { "p:losses()", "rival = 2" },
  { "r:blame():of(1)", "^node 1: %(MOD %(STICKS%) 4%)$" },
  { "t = p:trace(1)" },
  { "t:why()", "└ after the other: last 1 %-> 2, sticks 4 %-> 3" },
  { "t:what_if(1, { MOD = 2 })", "1 the other: last 1 %-> 2, sticks 5 %->… *$" },
})
understood("courier", { run_of(4), { "p = r:program()" },
  { "p:explain()", "^a vector of 3 numbers, the greatest first:$" },
  { "p:strategy()", "^3 cases, 1 way of playing" }, { "p:outcomes()", "length$" },
  { "r:blame():of(1)", "blend of 39 with 36" }, { "t = p:trace(1)" },
  { "t:why()", "^step 24, turn = back, does at 2 %-> 1, parcels 5 %-> 6" },
  { 't:what_if(1, { turn = "on" })', "gave on: the same until step 1$" },
})
-- Games in C: a Battleship program, a Moore machine, an Othello evaluator.
understood("battleship", {
  { 'p = battleship.read "scripts/programs/battleship-figure8-repaired.lgp"' },
  { "g = battleship.game { cases = 20 }" },
  { "p:explain(g)", "IfHit     next line only if TargetHit is true; if not, again from 1$" },
  { "p:strategy(g)", "\n  1 +Targeting 4 Shoot hit +5 cases, 34 to 83 shots, mean 61.6\n" },
  { "p:outcomes(g)", "^20 cases: raw 1,313, mean 65.65$" },
  { "p:losses(g, { lost = 60 })", "12 of 14 and 0 others" },
  { "t = p:trace(g, 2)" },
  { "t:why(16)", "└ TargetPos by: step 7, Targeting 1 Target = 2,4$" },
  { 't:what_if(4, { Shoot = "hit" })', "^51 shots, raw 51, 376 steps +| 77 shots" },
})
understood("dilemma", { { 'm = machine.parse "c01 c02 d13 d23"' },
  { "g = ipd.game { turns = 20 }" }, { "m:explain()", "It begins in state 0 and cooperates" },
  { "m:strategy(g)", "└ state 2 = d  1 lost: 17 x d$" },
  { "m:outcomes(g)", "^   2  lost   122  AD$" },
  { "m:losses(g, { lost = 100 })", '^lost when opponent = "AD" or opponent = "E%-2TT": 2 of 2' },
  { "t = m:trace(g, 3)" }, { "t:why(5)", "^step 5, state 1 plays c, the other c" },
  { 't:what_if(3, { value = "d" })', "^3 c, the other c +| 3 c, the other d$" },
})
understood("othello", { { 'hand = othello.player "hand"' },
  { "hand:explain()", "more edges %(110%)" }, { "hand:strategy()", "at first then d3  4 won: d3" },
  { "hand:outcomes()", "^   8  lost +58  hand +white$" },
  { "hand:losses()", '^lost when teacher = "hand" and colour = "white": 1 of 1, no other$' },
  { 't = hand:trace "discs"' }, { "t:why(9)", "└ the other's: step 8, white plays" },
  { 't:what_if(3, { value = "d6" })', "gave d6: the same until step 3$" },
})
os.remove(store)

-- A long value page by page.
local function paged()
  begin(80, 24)
  say('p = ludus.read "scripts/programs/quartetti-best.gp"', ">$")
  say("p", "more lines$")
  say(":more", "lines 1 to 20 of %d+; space goes on, q ends$")
  s:type(" ")
  see("the next page", "lines 21 to 40 of %d+; space goes on, q ends$")
  s:type("q")
  see("enough", ">$")
  say("direction?", "0 here, 1 below, 2 below right")
  finish()
end

paged()

begin(80, 24)
minesweeper()
simplified()
others()
finish()

-- What is drawn follows the size of the terminal, without a key.
begin(80, 24)
say('t = machine.parse "c01 c02 d13 d23":trace(machine.parse "d00", 20)', ">$")
say(":step t", "h keys  q quit$")
s:resize(50, 20)
see("a smaller screen", "^arrows: step, event  v visit  o origin  u up  s o$")
s:resize(80, 24)
see("a larger one", "h keys  q quit$")
s:type("Right")
see("keys as before", "turn 2 of 20")
s:type("q")
finish()

-- All of a curve can be seen at once.
begin(80, 24)
say("plot.text { title = 'a title', xlabel = 'x', series = { { name = 'curve', "
  .. "x = { 1, 2 }, y = { 1, 2 } } } }", "a title\n.*└.*\n +o curve\n")
check.ok("and nothing is left out", not s:text():find("more line", 1, true))
finish()

-- In 40 columns words stay whole and curves fit.
begin(40, 30)
say('p = ludus.read "scripts/programs/quartetti-best.gp"', ">$")
say("p", "^tree program, 307 nodes %(RPB 162, ADF0\n  81, ADF1 52, ADF2 12%), depth 15$")
say(":help", "\n  :apropos WORD  names and texts that\n    contain a word\n")
say("plot.text { title = 'what is drawn here is the title of it', height = 4, "
  .. "series = { { name = 'a', x = { 1, 2 }, y = { 1, 2 } } } }",
  "\n +what is drawn here is the title of it\n")
check.ok("the axis is one line", s:text():find("└", 1, true)
  and not s:text():find("\n─") and not s:text():find("\n┬"))
finish()

s = screen.open { width = 40, height = 24, words = "play othello" }
s:type("help", "Enter")
see("the help of Othello in 40 columns", "\n  moves            list the legal moves\n"
  .. "                   and the game so far\n")
s:type("quit", "Enter")
see("the end of it", "status 0")
s:close()

for _, size in ipairs { { 200, 60 }, { 80, 24, "NO_COLOR=1" } } do
  begin(table.unpack(size))
  minesweeper()
  finish()
end

return check.done()
