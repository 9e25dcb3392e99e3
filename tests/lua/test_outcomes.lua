-- test_outcomes.lua -- p:outcomes and p:losses: how a program ends in all cases, and what
-- distinguishes those it loses. Own games first.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"
local show  = require "ludus.repl.show"
require "ludus.inspect"

local function text(value, width)
  return show.text(value, show.view { width = width or 80, lines = 100 })
end

-- ---- a tree game in Lua, whose cases have places --------------------------

-- A hunter on row 2, column 3 reaches as far as the program says, along its row or its
-- column.
local function hunt(cases)
  return ludus.game { name = "hunt", cases = cases, budget = 9,
    constants = { 0, 1, 2, 3 },
    start = function(case) return { row = case.prey.row, col = case.prey.col } end,
    primitives = { FAR = { 1, function(s, n) s.far = n return n end } },
    won = function(s)
      return s.row == 2 and math.abs(s.col - 3) <= s.far
        or s.col == 3 and math.abs(s.row - 2) <= s.far
    end,
    score = function(s) return s.far end }
end

local places = {}
for row = 1, 3 do
  for col = 1, 4 do
    places[#places + 1] = { prey = { row = row, col = col }, name = "p" .. #places }
  end
end
local game = hunt(places)
local p = game:read "RPB (FAR 3)"
local o = p:outcomes(game)
check.equal("a map", text(o), [[
12 cases: 6 won, 6 lost; raw 36, mean 3
  1 2 3 4
1 L L + L
2 + + + +
3 L L + L
by prey.row and prey.col: + won, L lost]])
check.equal("at 40 columns", text(o, 40), text(o))
check.equal("too narrow for numbers of columns", text(o, 8):match "(1 L.*)\nby", [[
1 LL+L
2 ++++
3 LL+L]])
check.equal("won", o.won, 6)
check.equal("lost", o.lost, 6)
check.equal("a case", o.cases[5].fields["prey.row"], 2)
local painted = show.text(o, show.view { width = 80, lines = 100, colour = true })
check.equal("colours change no sign", (painted:gsub("\27%[[%d;]*m", "")), text(o))
check.ok("but there are some", painted ~= text(o))
check.equal("a rule", text(p:losses(game)),
  "lost when prey.col ~= 3 and prey.row ~= 2: 6 of 6, no other")
check.equal("all of one kind", text(game:read "RPB (FAR 0)":losses(game)),
  "lost when prey.col ~= 3 or prey.row ~= 2: 11 of 11, no other")
check.equal("by raw scores", text(p:losses(game, { lost = 3 })), "no case is lost, of 12")
check.equal("all of them", text(p:losses(game, { lost = 4 })),
  "every case is lost, all 12" .. "; they end as lost, won: p:losses(g, { lost = \"lost\"\n  }) asks for one")
check.equal("by a function", text(p:losses(game, { lost = function(case)
  return case.fields["prey.row"] + case.fields["prey.col"] < 4 end })),
  "lost when (prey.col = 1 and prey.row ~= 3) or (prey.row = 1 and prey.col = 2): 3\n"
  .. "  of 3, no other")
check.equal("it can be asked", p:losses(game).exact, true)
check.error("an end that is none", function() p:losses(game, { lost = "wen" }) end,
  "p:losses: field 'lost': no case ended as 'wen'; did you mean 'won'?")
check.error("no such option", function() p:losses(game, { lots = 1 }) end,
  "p:losses: unknown field 'lots'; did you mean 'lost'?")
check.error("no game", function() ludus.parse "RPB (UNC 0)":outcomes() end,
  "p:outcomes: name the game it plays: p:outcomes(g)")
check.error("another game's program", function()
  ludus.parse "RPB (UNC 0)":outcomes(game) end,
  "p:outcomes: it is no program of hunt: (text):1:6: unknown name 'UNC'")

-- Two cases on a place that end differently.
local twice = hunt { places[1], places[5],
  { prey = { row = 1, col = 1 }, name = "x" } }
check.equal("the same place twice", text(game:read "RPB (FAR 2)":outcomes(twice)), [[
3 cases: 1 won, 2 lost; raw 6, mean 2
  1
1 L
2 +
by prey.row and prey.col: + won, L lost]])

-- ---- rivals and seats -----------------------------------------------------

local nim = dofile "tests/lua/own/nim.lua".game
local wise = nim:read "RPB (MOD (STICKS) 4)"
check.equal("a table", text(wise:outcomes(nim)):match "^.-\n.-\n.-\n.-\n.-\n.-\n", [[
16 cases: 12 won, 4 lost; raw 12, mean 0.75
case  ended  raw  sticks  rival  seat
   1  won      1  7       1      1
   2  won      1  7       1      2
   3  won      1  7       2      1
   4  lost     0  7       2      2
]])
check.equal("no rule is said to be none", text(wise:losses(nim)),
  "no short rule: the best, (sticks = 12 or seat = 2) and rival = 2, covers 4 of 4\n  and 1 other")

-- ---- rules with a state, rules that say what is won -----------------------

local walk = ludus.game { name = "walk", budget = 6, repeats = true,
  cases = { { x = 0, y = 0 }, { x = 1, y = 0 }, { x = 5, y = 0 }, { x = 0, y = 1 },
    { x = 1, y = 1 }, { x = 5, y = 1 } },
  rules = [[ var x, y
    STEP { x = x + 1; x }
    done { x == 9 }
    won { x > 6 and y == 1 }
    score { x } ]] }
local step = walk:read "RPB (STEP)"
local walked = step:outcomes(walk)
check.equal("places by x and y", text(walked), [[
6 cases: 2 won, 3 timed out, 1 lost; raw 44, mean 7.333
  0 1 2 3 4 5
0 T T . . . L
1 T + . . . +
by y and x: + won, T timed out, L lost]])
check.equal("what is won is what the rules say", walked.won, 2)
local _, results = walk:results(ludus.tree {}:species(walk), "RPB (STEP)")
for i, row in ipairs(results) do
  check.equal(("results say it, too, of case %d"):format(i), row.hit,
    walked.cases[i].won)
end
check.equal("the rule", text(step:losses(walk)),
  "lost when x = 0 or y = 0: 4 of 4, no other")

-- ---- lines and machines ---------------------------------------------------

local walker = ludus.game { program = "linear", name = "walker",
  blocks = { { "Walk", 6 } }, cases = { { goal = 2 }, { goal = 3 }, { goal = 4 },
    { goal = 5 } }, budget = 12,
  start = function(case) return { x = 0, goal = case.goal } end, registers = { "x" },
  instructions = { { "Two", function(s) s.x = s.x + 2 end } },
  done = function(s) return s.x == s.goal end,
  won = function(s) return s.x == s.goal end, score = function(s) return s.x end }
local lines = walker:read "Walk state (1/6)\n1. Two\n"
check.equal("a linear program", text(lines:outcomes(walker)), [[
4 cases: 2 won, 2 lost; raw 30, mean 7.5
case  ended  raw  goal
   1  won      2  2
   2  lost    12  3
   3  won      4  4
   4  lost    12  5]])
check.equal("its rule", text(lines:losses(walker)),
  "lost when goal is odd: 2 of 2, no other")

local pennies = dofile "tests/lua/own/pennies.lua".game
local machine = require "ludus.machine".parse "d00"
check.equal("a machine", text(machine:outcomes(pennies), 40), [[
3 cases: 1 won, 2 lost; raw 22, mean
  7.333
case  ended  raw  habit
   1  lost     6  cd
   2  lost     4  ccd
   3  won     12  d]])
check.equal("its rule", text(machine:losses(pennies)),
  "lost when habit ~= \"d\": 2 of 2, no other")

-- ---- games in C -----------------------------------------------------------

local mines = require "ludus.minesweeper".game {}
local best = ludus.read "scripts/programs/quartetti-best.gp"
check.equal("Quartetti's best", text(best:outcomes(mines)), [[
36 cases: 35 won, 1 exploded; raw 2,449, mean 68.03
  1 2 3 4 5 6
1 + + + + + E
2 + + + + + +
3 + + + + + +
4 + + + + + +
5 + + + + + +
6 + + + + + +
by mine.row and mine.col: + won, E exploded]])
check.equal("loses one", text(best:losses(mines)),
  "lost when mine.row = 1 and mine.col = 6: 1 of 1, no other")
check.equal("its first row", text(ludus.read "scripts/programs/quartetti-row.gp"
  :losses(mines, { lost = "exploded" })),
  "exploded when mine.row = 1: 6 of 6, no other")
check.equal("two mines", #require "ludus.minesweeper".game { mines = 2, cases = 3 }
  :describe(2), 4)
check.refused("such a case there is not", function() mines:describe(37) end,
  "bad argument #1 to 'describe' (case must be 1 to 36, got 37)")
local battle = require "ludus.battleship"
check.error("nothing is won", function()
  battle.read "scripts/programs/battleship-figure8-repaired.lgp"
    :losses(battle.game { cases = 2 })
end, "p:losses: battleship.game says of no case that it is won or lost; say which are: "
  .. "p:losses(g, { lost = 40 })")
-- How the ships of a case lie, counted by hand from what battleship.draw gives: columns of
-- 56 to 96, 4 to 34 and 65 to 85, rows of 17 to 19 and 98, 99, the first and third touch.
local lies = battle.read "scripts/programs/battleship-figure8-repaired.lgp"
o = lies:outcomes(battle.game { cases = 3 })
check.equal("ships of cases", text(o), [[
3 cases: raw 179, mean 59.67
case  ended  raw  edge  across  touching  longest.row  longest.col  shortest.row
   1  -       34  4     2       1         6            6            10
   2  -       51  9     3       1         2            1            7
   3  -       94  3     2       3         4            4            6
6 of 7 fields shown]])
check.equal("the last field", o.cases[1].fields["shortest.col"], 8)
check.equal("a rule for slow cases", text(lies:losses(battle.game { cases = 3 }, { lost = 60 })),
  "lost when edge = 3: 1 of 1, no other")
local function ships_of(...)
  return require "ludus.battleship.fleets".describe({ ... }, 4, 5)
end
local function told(list)
  local words = {}
  for i, pair in ipairs(list) do words[i] = ("%s=%s"):format(pair[1], pair[2]) end
  return table.concat(words, " ")
end
check.equal("inside", told(ships_of { 7, 8 }), "edge=0 across=1 touching=0 "
  .. "longest.row=2 longest.col=2 shortest.row=2 shortest.col=2")
check.equal("corner to corner is not side by side", told(ships_of({ 7, 8 }, { 14 })),
  "edge=0 across=1 touching=0 longest.row=2 longest.col=2 shortest.row=3 shortest.col=4")
check.equal("side by side", told(ships_of({ 13 }, { 7, 8 })),
  "edge=0 across=1 touching=1 longest.row=2 longest.col=2 shortest.row=3 shortest.col=3")
check.equal("end to end, at the edge", told(ships_of({ 1, 2 }, { 3, 8, 13 })),
  "edge=3 across=1 touching=1 longest.row=1 longest.col=3 shortest.row=1 shortest.col=1")
check.equal("a square between them", told(ships_of({ 6, 11 }, { 8, 13 })),
  "edge=2 across=0 touching=0 longest.row=2 longest.col=1 shortest.row=2 shortest.col=1")
local dilemma = require "ludus.ipd".game { turns = 20 }
check.equal("what is drawn is not lost",
  text(require "ludus.machine".parse "c01 d01":losses(dilemma)),
  "no short rule: the best, opponent = \"AD\" or opponent = \"BA\" or opponent =\n"
  .. "  \"E-2TT\", covers 3 of 4 and 0 others")

-- ---- a rule is what it says -----------------------------------------------

-- On random games whose lost cases are drawn, the counts are those of the rule's text,
-- read again.
local chance = ludus.rng(3)
for round = 1, 40 do
  local cases = {}
  for i = 1, 12 do cases[i] = { a = chance:below(4), b = chance:below(3) } end
  local g = ludus.game { cases = cases, budget = 9, constants = { 1 },
    start = function(case) return case end,
    primitives = { NO = { 0, function() return 0 end } },
    score = function(s) return s.a end }
  local bad = {}
  for i = 1, 12 do bad[i] = chance:below(2) == 0 end
  local r = g:read "RPB (NO)":losses(g, { lost = function(case)
    return bad[case.number] end })
  if r.rule then
    local source = r.rule:gsub("(%a+) is odd", "%1 %% 2 == 1")
      :gsub("(%a+) is even", "%1 %% 2 == 0"):gsub(" = ", " == ")
    local covered, others = 0, 0
    for i, case in ipairs(cases) do
      local holds = load("return " .. source, "rule", "t", case)()
      if holds and bad[i] then covered = covered + 1 end
      if holds and not bad[i] then others = others + 1 end
    end
    check.equal(("round %d: %s covers"):format(round, r.rule), covered, r.covered)
    check.equal(("round %d: %s has others"):format(round, r.rule), others, r.others)
  end
end

-- A game with neither `won` nor a best score says of no case that it is won.
local open_ended = ludus.game { cases = { 1, 2 },
  primitives = { X = { 0, function(s) return s end } },
  score = function(_, value) return value end }
check.equal("nobody says what is won", text(open_ended:read "RPB (X)"
  :outcomes(open_ended), 80), "2 cases: raw 3, mean 1.5\ncase  ended  raw  case\n"
  .. "   1  -        1  1\n   2  -        2  2")
local _, why = pcall(function() return open_ended:read "RPB (X)":losses(open_ended) end)
check.ok("nor what is lost", tostring(why):find("game says of no case that it is won or "
  .. "lost; say which are: p:losses(g, { lost = ", 1, true))

return check.done()
