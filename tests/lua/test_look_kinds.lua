-- test_look_kinds.lua -- the verbs for machines, plans, Othello players, stored
-- runs and classes.

local check   = dofile "tests/lua/check.lua"
local ludus   = require "ludus"
local machine = require "ludus.machine"
local othello = require "ludus.othello"
local puzzle  = require "ludus.puzzle"
local show    = require "ludus.repl.show"

local view = show.view { width = 80, lines = 24 }

local function fits(name, value)
  for line in show.text(value, view):gmatch("[^\n]+") do
    check.ok(name .. " fits 80 columns: " .. line, show.columns(line) <= 80)
  end
end

-- ---- machines --------------------------------------------------------------

local m = machine.parse "start 0\n0: C c->0 d->1\n1: D c->2 d->1\n2: D c->2 d->1"
local t = m:trace(machine.parse "c00", 10)
check.equal("turns", #t, 10)
check.equal("states", t:at(1).state .. t:at(10).state, "00")
t = m:trace(machine.parse "d00", 10)
check.equal("after a defection", t:at(2).state, 1)
check.equal("payoff", t:at(10).own, 9)
check.equal("find", t:find(function(s) return s.mine == "d" end).step, 2)
check.equal("events", #t:events(), 10)
check.equal("the next visit of a state", t:jump(2, "node"), 3)
fits("a turn", t:at(5))
local profile = m:profile { machine.parse "d00" }
check.equal("visits", profile.visits[0] .. " " .. profile.visits[1] .. " "
  .. profile.visits[2], "1 99 0")
local impact = m:impact { machine.parse "c00" }
check.equal("reversing the first state", impact.loss[0], -2.0)
check.equal("reversing another", impact.loss[2], 0.0)
local small = m:simplify()
check.equal("two states do", #small.program, 2)
check.ok("proven", small.equal)
check.equal("states that differ", #m:diff(small.program), 2)
check.equal("the same machine", show.text(m:diff(m), view), "the same machine")
check.equal("words", small.program:explain(),
  "2 states.\nIt begins in state 0 and "
  .. "cooperates.\nState 0: it cooperates. If the other cooperates it stays, if not "
  .. "it goes to 1.\nState 1: it defects. Then it stays.\n")
fits("a machine", m)
fits("its profile", profile)
fits("its impact", impact)
fits("its simplification", small)

-- ---- plans -----------------------------------------------------------------

local game = puzzle.game {}
local plan = ludus.read("scripts/programs/puzzle-paper.plan", game)
t = game:trace(plan)
check.equal("moves", #t, 16)
check.equal("failures", t:at(16).after, 0)
check.equal("a code", t:at(3).code, 2)
fits("a move", t:at(3))
check.equal("left out", plan:impact(game)[1].loss, 4)
check.equal("a profile", plan:profile(game)[3].change, -2)
local shorter = plan:simplify(game)
check.ok("shorter", shorter.after <= 10 and shorter.equal)
check.equal("solves it too", game:score(shorter.program).standardized, 0)
check.equal("genes that differ", #plan:diff(game:read(
  "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 13, 7, 11, 5)")), 1)
check.ok("words", plan:explain(game):find("1. swap 3 (row 1, column 3) with 8",
  1, true))
fits("a plan's profile", plan:profile(game))
fits("a shorter plan", shorter)

-- ---- Othello ---------------------------------------------------------------

local hand = othello.player "hand"
t = hand:trace "discs"
check.ok("a game", #t > 30 and #t <= 120)
local s = t:at(1)
check.equal("the first side", s.side, "black")
check.equal("its best move is played", s.ranking[1].value, s.value)
check.ok("what the weights add", #s.parts == 8)
fits("a position", t:at(21))
local sum = 0
for _, row in ipairs(hand:profile()) do sum = sum + row.share end
check.near("shares add up", sum, 1, 1e-9)
local odd = othello.player { 0, 60, 0, 0, 0, 0, 100, 0.0000001 }
local fewer = odd:simplify()
check.ok("a weight that never matters goes", fewer.after == 2 and fewer.equal)
check.ok("words", hand:explain():find("does not care for contact", 1, true))
check.equal("no weights", select(2, pcall(function()
  return othello.player("squares"):profile()
end)):gsub("^.-: ", "", 1), "'squares' is no player of eight weights")
check.equal("differences", #hand:diff(odd), 5)
fits("a player", hand)
fits("its profile", hand:profile())

-- ---- games of one's own ----------------------------------------------------

local own = ludus.game {
  cases = { { x = 1 }, { x = 5 } }, start = function(c) return { n = c.x } end,
  primitives = {
    UP = { 0, function(s) s.n = s.n + 1 return s.n end },
    IF_BIG = { 2, lazy = true, function(s, yes, no)
      if s.n > 3 then return yes() end
      return no()
    end },
    BOTH = { 2, function(_, _, b) return b end },
  },
  score = function(s) return s.n end, max = 10,
  show = function(s) return "n is " .. s.n end,
}
local up = own:read "RPB (BOTH (IF_BIG (BOTH (UP) (UP)) (UP)) (UP))"
t = own:trace(up, 2)
check.equal("as many steps as scored", #t, own:score(up).cases[2].steps)
check.equal("in the other case, too", #own:trace(up, 1),
  own:score(up).cases[1].steps)
check.equal("the last value", t:at(1).value, 8)
check.equal("a lazy branch that is taken", t:at(3).name, "BOTH")
check.equal("pictures", t:at(#t).picture, "n is 7")
check.equal("changes", #t:events "change", 3)
check.equal("its profile", up:profile(own).visits[6], 1)
check.equal("knocked out", up:impact(own).loss[1], 3)
check.equal("as small as it gets", up:simplify(own).after, 7)
fits("a step of it", t:at(3))
check.error("no such case", function() own:trace(up, 3) end,
  "g:trace: case must be 1 to 2, got 3")

-- ---- linear programs -------------------------------------------------------

local bs = require "ludus.battleship"
local gunner = bs.read "scripts/programs/battleship-figure8-repaired.lgp"
t = gunner:trace(0)
local _, shots, count = bs.trace(gunner, { number = 0, lines = 0 })
check.equal("all steps", #t, count)
check.equal("all shots", #t:events(), shots)
check.equal("all hits", #t:events "hit", 17)
check.equal("a line", t:at(4).name, "Shoot")
check.equal("its visits", t:jump(4, "node"), 46)
fits("a step", t:at(63))
check.equal("the first line runs most", gunner:profile(3).visits[1][1]
  >= gunner:profile(3).visits[3][1], true)
check.ok("lines cost shots", gunner:impact(200).loss[1][6] > 5)
local idle = bs.parse(tostring(gunner):gsub("%(6/10%)", "(7/10)")
  :gsub("6%. Jump", "6. Jump\n7. SetTrue", 1))
local less = idle:simplify(20)
check.ok("an idle line goes", less.equal and less.after == 30)
check.equal("and is the difference", #idle:diff(less.program), 1)
check.ok("words", gunner:explain():find("TargetPos = TempPos", 1, true))
fits("a linear program", gunner)
check.equal("its first block drawn", gunner:tree():match "^.-\nLocking", [[
Targeting  6 of 10 lines
     1 Target
     2 SavePos
     3 SetFalse
     4 Shoot
 ┌─  5 IfHit     if not: again
 │   6 Jump      to Locking
 └►  ↺ again from 1
Locking]])
check.ok("arcs that meet", gunner:tree():find(" ┌┴►  5 IfTrue    if not: 7\n", 1, true))
local walker = require "ludus.linear".set { name = "walker",
  blocks = { { "Walk", 12 }, { "Turn", 6 }, { "Lost", 4 } },
  instructions = { { "Step", function() end }, { "If", test = function() end },
    { "Jump", jump = true }, { "May", combine = { "If", "Jump" } },
    { "Must", combine = { "Step", "Jump" } } } }
local walk = walker:parse "Walk\nIf\nIf\nStep\nMay\nMust\nStep\nTurn\nIf"
check.equal("what is never reached", walk:tree(), [[
Walk  6 of 12 lines
  ┌─  1 If    if not: 3
 ┌┼─  2 If    if not: 4
 │└►  3 Step
 └─►  4 May   may jump to Turn
      5 Must  to Turn
    ~ 6 Step
Turn  1 of 6 lines
 ┌─  1 If  if not: again
 └►  ↺ again from 1
Lost  0 of 4 lines
  ~ - nothing, again and again
~: never reached
]])
check.ok("a chain of tests", walk:tree { nested = true }:find(
  " ┌─  1 If    if not: 4\n ├─  2 If    if not: 4\n", 1, true))
check.ok("by Graphviz", walk:dot():find('b1_1 -> b1_3 [label=" no "];', 1, true))
check.ok("a chain there", walk:dot { nested = true }:find(
  'b1_1 -> b1_4 [label=" no "];', 1, true))
check.ok("a jump", walk:dot():find("b1_5 -> b2_1 [color=blue", 1, true))
check.error("no such option", function() walk:tree { nestd = true } end,
  "p:tree: unknown field 'nestd'; did you mean 'nested'?")
local svg = check.tmpname() .. ".svg"
if walk:svg(svg) then
  local file = assert(io.open(svg))
  check.ok("a picture", file:read "a":find(">Turn</text>", 1, true))
  file:close()
end
os.remove(svg)

-- ---- reading ---------------------------------------------------------------

local function class_of(p) return debug.getmetatable(p).__name end
check.equal("a linear program", class_of(ludus.read(
  "scripts/programs/battleship-figure8.lgp")), "ludus.linear.program")
check.equal("a plan", class_of(ludus.read "scripts/programs/puzzle-paper.plan"),
  "ludus.vector")
check.equal("a machine", class_of(ludus.parse "c01 d01"), "ludus.machine")
check.equal("a machine's table", class_of(ludus.parse(tostring(m))),
  "ludus.machine")
check.equal("a tree", class_of(ludus.parse "(UNC 0)"), "ludus.tree")

-- ---- runs ------------------------------------------------------------------

local store = check.tmpname()
os.remove(store)
check.run('"$LUDUS" run scripts/minesweeper.lua --set population=100 --set '
  .. "generations=5 --quiet --store " .. store)
local r = ludus.run(1, store)
check.equal("the best as a program", tostring(r:program()), r:best())
local population = r:population()
check.equal("a population", #population, 100)
check.equal("its best", population:score(population:order()[1]).raw, r.row.best)
check.equal("past its end", population[101], nil)
local walk = r:walk()
check.equal("the walk ends at the best", tostring(walk:at(#walk).program),
  r:best())
check.equal("with its score", walk:at(#walk).raw, r.row.best)
fits("an ancestor", walk:at(2))
fits("a run's plot", r:plot())
check.error("no such plot", function() r:plot(3) end,
  "r:plot: expected a file, or { width =, height = }, got 3")
check.equal("a plot as a file", select("#", r:plot("/no/such/p.svg")), 2)
fits("the line of mothers", r:lineage())
check.ok("as a table", show.text(r:lineage(), view):find(
  "^ gen program  size ancestors  made by %(places in the program%)\n   0 "))
check.equal("it is a list, too", r:lineage()[1].generation, 0)
check.ok("a run", show.text(r, view):find("5 generations", 1, true))
fits("the population", population)
os.remove(store)

-- ---- experiments -----------------------------------------------------------

local small = { game = require "ludus.minesweeper".game {}, program = ludus.tree {},
  population = 50, generations = 3, select = ludus.truncation(0.5) }
local run = ludus.evolve(small, { seed = 4 })
check.equal("a run without a store", show.text(run, view):gsub("%d+ evaluations; .*", ""),
  "run, seed 4: 3 generations, ")
check.equal("an experiment", show.text(run.experiment, view), [[
ludus.experiment {
  game = ludus.minesweeper,
  generations = 3,
  population = 50,
  program = ludus.tree { ... },
  select = ludus.truncation(0.5),
}]])
check.equal("a selection", show.text(ludus.tournament(7, { near = 30,
  parsimony = true }), view), "ludus.tournament(7, { near = 30, parsimony = true })")
check.equal("an operator", show.text(ludus.crossover { leaves = 0.1 }, view),
  "ludus.crossover { leaves = 0.1 }")
check.error("a misspelt option", function() ludus.evolve(small, { sed = 3 }) end,
  ("tests/lua/test_look_kinds.lua:%d: ludus.evolve: unknown field 'sed'; did you mean "
    .. "'seed'?"):format(debug.getinfo(1, "l").currentline - 2))

-- ---- classes ---------------------------------------------------------------

local c = ludus.class("scripts/minesweeper.lua", { set = { population = 100 } })
check.equal("generation 0", c.run.generation, 0)
check.ok("no parents yet", c:parents().first)
local digest = c:next(4).run:engine():digest()
local same = ludus.class("scripts/minesweeper.lua",
  { set = { population = 100 } })
same:next(2)
same:cross()
same:next(2)
check.equal("looking changes nothing", same.run:engine():digest(), digest)
local children = 0
for _, row in ipairs(c:parents()) do children = children + row.children end
check.ok("parents", children >= 100 and #c:parents() < 100)
local cross = c:cross()
check.equal("a child of both", #cross.child,
  #cross.mother - cross.removed + cross.added)
check.equal("the cut", tostring(cross.child),
  tostring(cross.mother:graft(cross.at,
  cross.father:subtree(cross.from))))
fits("a crossover", cross)
c:set { elite = 1 }
local best = c:best()
c:next()
check.ok("an elite survives", c.run.stats.raw >= cross.mother_raw)
check.ok("the best is a program", #best > 0)
fits("a class", c)
check.error("no experiment", function() ludus.class(3) end,
  "ludus.class needs a script that returns an experiment")

return check.done()
