-- test_citizens.lua -- what a built-in game can do, a game of one's own can do: traces
-- to the end, profiles, impacts, simplifications, words; always with the game that was
-- given or that a run was made with.

local check   = dofile "tests/lua/check.lua"
local evolve  = require "ludus.core.evolve"
local ludus   = require "ludus"
local machine = require "ludus.machine"
local rules   = require "ludus.inspect.rewrite"
local script  = require "ludus.script"
local show    = require "ludus.repl.show"
local trees   = require "ludus.inspect.tree"
require "ludus.inspect"

local view = show.view { width = 80, lines = 24 }

local own = {}
for _, name in ipairs { "mower", "nim", "pennies", "trail", "cannon", "courier",
  "roshambo", "sticks" } do
  own[name] = script.load("tests/lua/own/" .. name .. ".lua")
end

local function random(e, seed)
  return e.game:read(evolve.random(e.species, ludus.rng(seed)))
end

-- ---- traces are what was scored ------------------------------------------------

-- Every case of some random programs: the trace ends in the score, the steps and the
-- picture of the game that was played.
local function agrees(name, e, programs, per_step)
  local cases, wrong = e.game:facts().cases, 0
  for seed = 1, programs do
    local p = random(e, seed)
    for case = 1, cases do
      local played, t = e.game:play(p, case), e.game:trace(p, case)
      local last = t:at(#t + 1)
      local right = last.over and last.raw == played.raw
        and t.driver.record.spent == played.steps
        and (played.picture == nil or last.picture == played.picture)
        and (not per_step or #t == played.steps)
      if not right then
        wrong = wrong + 1
        print(name, "seed", seed, "case", case)
      end
    end
  end
  check.equal(name .. ": traces end as the cases were played", wrong, 0)
end

agrees("mower", own.mower, 12, true)
agrees("nim", own.nim, 12)
agrees("sticks", own.sticks, 6)
agrees("pennies", own.pennies, 12, true)
agrees("courier", own.courier, 6, true)
agrees("roshambo", own.roshambo, 12, true)
agrees("tictactoe", script.load "scripts/tictactoe.lua", 3)
agrees("robot", script.load "scripts/linear-robot.lua", 3, true)
agrees("ant", script.load "scripts/ant.lua", 2)

-- ---- before and after ------------------------------------------------------------

local mow = own.mower.game:read "Cut\nIfGrass\nMow\nRight\nTurn\n"
local t = own.mower.game:trace(mow, 1)
local function line(s)
  return ("%s %d %s %s"):format(s.block, s.line, s.name, tostring(s.value))
end
check.equal("a test says whether it held", table.concat({ line(t:at(1)), line(t:at(4)),
  line(t:at(5)) }, "; "), "Cut 1 IfGrass false; Cut 1 IfGrass true; Cut 2 Mow nil")
local mown = t:at(5)
check.equal("what a step changed stands with it, in order of effect",
  mown.changed[1].text .. "; " .. mown.changed[#mown.changed].text,
  "set x to 0; set grass[0, 3] to 0")
check.equal("and is seen by the next", #t:at(6).happened, #mown.changed)
check.ok("after a step is before the next", mown.after == t:at(6).picture
  and mown.after ~= mown.picture)
check.equal("registers are read", mown.reads.x, "1")

-- A program whose argument acts first: events follow effects, not step numbers.
local act = ludus.game { cases = 1, start = function() return { log = "" } end,
  primitives = {
    A = { 1, function(s, x) s.log = s.log .. "a" return x end },
    B = { 0, function(s) s.log = s.log .. "b" return 1 end } },
  score = function(s) return #s.log end }
local nested = act:trace(act:read "RPB (A (A (B)))", 1)
local order = {}
for i, e in ipairs(nested:events()) do
  order[i] = ("%d:%s"):format(e.step, e.changes[1].after)
end
check.equal("events in order of effect", table.concat(order, " "), "3:b 2:ba 1:baa")
check.equal("the next event is one that is seen", nested:next_event(1, 1), 4)
check.equal("which is the end", nested:at(4).over, true)
check.equal("with all that happened", #nested:at(4).happened, 3)
check.equal("arguments are what a node read", nested:at(1).reads[1], 1)
check.equal("its moments", table.concat(nested:moments(), " "), "1 4")
check.equal("without show the fields are known", nested:at(4).state.log, "baa")

-- Rivals move, too: what they do is in the trace, their steps are not.
local nim = own.nim.game
local take = nim:read "RPB 3"
t = nim:trace(take, 2)                -- 7 sticks, against RPB 1, as the second player
check.equal("turns of both", #t:events(), 4)
check.equal("steps of one", #t, 2)
check.equal("who took what", t:events()[1].text,
  "the other: last 0 -> 1, sticks 7 -> 6, taken 0 -> 1")
check.equal("the end", t:at(#t + 1).picture:match "[^\n]+$",
  "0 left, 2 taken by player 2")

-- Machines: state, move, answer, the next state.
local tft = machine.parse "c01 d01"
t = own.pennies.game:trace(tft, 1)
check.equal("turns", #t, 12)
check.equal("a turn", ("%d %s %s %d"):format(t:at(2).state, t:at(2).mine,
  t:at(2).theirs, t:at(2).to), "0 c d 1")
check.equal("points", t:at(13).fields.points, 1)
-- Three moves.
local rps = ludus.game { program = "machine", cases = { 1, 2 }, name = "rps",
  alphabet = { "rock", "paper", "scissors" },
  start = function(case) return { n = case } end,
  turn = function(s) s.n = s.n + 1 return s.n % 2 == 0 and "rock" or "paper" end,
  done = function(s) return s.n > 6 end,
  score = function(s) return s.n end }
local three = rps:read("moves rock paper scissors\nstart 0\n"
  .. "0: rock rock->0 paper->1 scissors->0\n1: scissors rock->1 paper->1 scissors->1\n")
t = rps:trace(three, 2)
check.equal("a turn of three moves", t:at(2).mine .. " " .. t:at(2).theirs,
  "scissors rock")
check.equal("its impact", three:impact(rps).loss[0], 0)
check.equal("its words", three:explain(), "2 states; it begins in state 0.\n"
  .. "State 0 plays rock: on rock it stays, on paper it goes to 1, on scissors it stays.\n"
  .. "State 1 plays scissors: on rock it stays, on paper it stays, on scissors it "
  .. "stays.\n")
check.equal("it is looked at with the game that read it", three:profile().steps,
  three:profile(rps).steps)
check.error("the same machine of nobody has none", function()
  machine.parse(tostring(three)):profile()
end, "p:profile: name the game it plays: p:profile(g)")
check.error("a limit", function()
  local long = ludus.game { cases = 1, primitives = { A = { 0, function() return 1 end,
    cost = 0 } }, repeats = true, score = function() return 1 end,
    turn = function() end, budget = 10 }
  return long:trace(long:read "RPB (A)", 0)
end, "g:trace: case must be 1 to 1, got 0")

-- ---- whose game ------------------------------------------------------------------

-- Instructions of the same names are not Battleship's.
local jumper = ludus.game { program = "linear", blocks = { { "A", 4 } }, cases = 1,
  instructions = { { "Jump", jump = true }, { "Shoot", function() end } },
  score = function() return 1 end }
local p = jumper:read "A\nShoot\nJump"
local stray = p:set():parse(tostring(p))
for _, verb in ipairs { "trace", "profile", "impact", "simplify" } do
  check.error(verb .. " plays no other game in its place", function()
    return stray[verb](stray)
  end, ("p:%s: name the game it plays: p:%s(g)"):format(verb, verb))
  local case = verb == "trace" and 1 or nil
  check.equal(verb .. " plays the game that read it", tostring(p[verb](p, nil, case)),
    tostring(p[verb](p, jumper, case)))
end
-- Machines of the dilemma's moves that another game has read: in Lua and by rules, and
-- what was made of them.
local shared = machine.parse "c01 d01"
local coins = ludus.game { name = "coins", alphabet = { "c", "d" }, repeats = 7, rules = [[
  var points  turn { points = points + value  1 - value }  score { points }
]] }
for name, g in pairs { pennies = own.pennies.game, coins = coins } do
  local m = g:read "c11 d00 d00"
  for what, q in pairs { read = m, minimised = m:minimise(),
    simplified = m:simplify().program } do
    local turns = name == "coins" and 7 or 36
    check.equal(("%s, %s: its profile"):format(name, what), q:profile().steps, turns)
    check.equal(("%s, %s: its impact"):format(name, what), q:impact().full, g:score(q).raw)
  end
  check.equal(name .. ": its trace", tostring(m:trace(nil, 1)), tostring(m:trace(g, 1)))
  check.equal(name .. ": another game is given", m:profile(own.pennies.game).steps, 36)
end
check.ok("of nobody: the dilemma's own verbs, which say so", tostring(shared:profile()):find(
  "against the 20 of the prisoner's dilemma", 1, true))
local genes = own.cannon.game:read "(2, 6, 9)"
check.equal("vectors, too", tostring(genes:trace(nil, 1)),
  tostring(genes:trace(own.cannon.game, 1)))
check.error("a tree of a game in C", function() ludus.parse "RPB (UNC 0)":profile() end,
  "p:profile: name the game it plays: p:profile(g)")
check.error("what a game cannot is refused by name", function()
  local f = require "ludus.functions".game "sphere"
  return require "ludus.vector".new { type = "reals", length = 2 }:of { 1, 2 }:trace(f)
end, "p:trace: functions has no trace; it has cases")

-- A program of a run knows its game.
local store = check.tmpname()
check.run(('"$LUDUS" run tests/lua/own/mower.lua --quiet --store %s'):format(store))
check.run(('"$LUDUS" run tests/lua/own/pennies.lua --quiet --store %s'):format(store))
local r = ludus.run(1, store)
local best = r:program()
local simple = best:simplify { fresh = 60 }
check.ok("simplified at the game of its run", simple.equal
  and simple.raw_before == r.row.best and simple.fresh == 60)
check.equal("its impact", best:impact().full, r.row.best)
check.equal("its trace", best:trace(2):at(1).step, 1)
check.equal("of an early generation", #r:program(0):profile().visits, 2)
local m = ludus.run(2, store):program()
check.equal("a machine's profile is of its own game", m:profile().steps, 36)
check.equal("and its impact", m:impact().full, ludus.run(2, store).row.best)
check.ok("a run is printed as it is shown", tostring(r):find("^run 1: tests/lua/own"))
os.remove(store)

-- ---- simplify ----------------------------------------------------------------------

-- 200 cases that simplify has not seen.
local look = require "ludus.inspect.look"
local function fresh_differences(e, programs, first)
  local wrong, smaller = 0, 0
  local unseen = look.fresh(e.game, 200, 4711)[1]
  for seed = first, first + programs - 1 do
    local q = random(e, seed)
    local s = q:simplify(e.game, { fresh = 200 })
    if s.after < s.before then smaller = smaller + 1 end
    local a, b = look.scores(unseen, q), look.scores(unseen, s.program)
    for i, raw in ipairs(a) do
      if raw ~= b[i] then
        wrong = wrong + 1
        print("seed", seed, "fresh case", i, tostring(q), tostring(s.program))
        break
      end
    end
  end
  return wrong, smaller
end

for name, programs in pairs { mower = 10, nim = 10, pennies = 20, trail = 6, cannon = 10,
  courier = 10, roshambo = 20, sticks = 4 } do
  local wrong, smaller = fresh_differences(own[name], programs, 1)
  check.equal(name .. ": no score of 200 fresh cases changes", wrong, 0)
  check.ok(name .. ": programs become smaller", smaller > programs / 4
    or name == "courier" or name == "cannon" or name == "trail")   -- little to spare
end

-- A wrong simplification of any of these games is caught: another program in its place.
for name, e in pairs(own) do
  local caught, wrong = 0, 0
  for seed = 1, 6 do
    local q, other = random(e, seed), random(e, seed + 50)
    local verdict = q:same(other, e.game, { fresh = 200 })
    local x, y = look.scores(e.game, q), look.scores(e.game, other)
    local differ = false
    for i, raw in ipairs(x) do differ = differ or raw ~= y[i] end
    if not verdict.equal then caught = caught + 1 end
    if differ and verdict.equal then wrong = wrong + 1 end
  end
  check.ok(name .. ": another program is told from it", caught > 0)
  check.equal(name .. ": and never called the same where scores differ", wrong, 0)
end

-- Whoever makes the smaller programs lies: each kind has a maker that gives something
-- small and wrong. What comes out must still score the same, on cases that nobody has
-- seen, and what is said of it must be true.
local function lying(table_, field, lie, f, ...)
  local honest = table_[field]
  table_[field] = lie
  local result = table.pack(pcall(f, ...))
  table_[field] = honest
  if not result[1] then error(result[2], 0) end
  return table.unpack(result, 2, result.n)
end

local lines = require "ludus.inspect.lines"
local methods = {
  machine = debug.getmetatable(machine.parse "c00").methods,
  vector = debug.getmetatable(require "ludus.vector".new { length = 1 }).methods,
}
local liars = {
  tree = { trees, "program_text", function(branches)
    local node = branches[1].root
    while node.children[1] do node = node.children[1] end
    return "RPB " .. (tonumber(node.name) and node.name or "(" .. node.name .. ")") .. "\n"
  end },
  linear = { lines, "without", function(p)
    return p:set():parse(tostring(p):gsub("\n(%d+)%. [^\n]*", function(line)
      if tonumber(line) > 1 then return "" end
    end), "(lie)")
  end },
  machine = { methods.machine, "minimise", function(m)
    return machine.parse(tostring(m):gsub("\n%s*[1-9]%d*:[^\n]*", ""):gsub("%->%d+", "->0")
      :gsub("start %d+", "start 0"))
  end },
  vector = { methods.vector, "of", function(species)
    return species:read(tostring(species:random(ludus.rng(99))))
  end },
}
-- The best of a short evolution.
local function best_of(e)
  local run = ludus.evolve({ game = e.game, program = e.program, population = 30,
    generations = 5 }, { threads = 1, seed = 2 })
  return e.game:read(run:best())
end
local kind_of = { mower = "linear", nim = "tree", pennies = "machine", trail = "tree",
  cannon = "vector", courier = "vector", roshambo = "machine", sticks = "tree", robot = "linear" }
own.robot = script.load "scripts/linear-robot.lua"

for name, kind in pairs(kind_of) do
  local e, wrong, caught = own[name], 0, 0
  local unseen = look.fresh(e.game, 200, 815)[1] or e.game
  local where, field, lie = table.unpack(liars[kind])
  for seed = 0, 7 do
    local q = seed == 0 and best_of(e) or random(e, seed)
    local s = lying(where, field, lie, q.simplify, q, e.game, { fresh = 100 })
    local a, b = look.scores(unseen, q), look.scores(unseen, s.program)
    for i, raw in ipairs(a) do
      if raw ~= b[i] or not s.equal then wrong = wrong + 1 break end
    end
    if tostring(s.program) == tostring(q) then caught = caught + 1 end
  end
  check.equal(name .. ": a lie is not believed", wrong, 0)
  check.ok(name .. ": it was told, and caught", caught > 0)
end

-- Nor if a machine's proof lies as well.
local cycle = own.roshambo.game:read("moves rock paper scissors\n"
  .. "0: rock rock->1 paper->1 scissors->1\n1: paper rock->0 paper->0 scissors->0")
local kept = lying(methods.machine, "equivalent", function() return true end, function()
  local _, _, lie = table.unpack(liars.machine)
  return lying(methods.machine, "minimise", lie, cycle.simplify, cycle, own.roshambo.game)
end)
check.ok("the game tells a false proof", kept.refused and kept.equal and #kept.program == 2)
check.ok("and that is said", tostring(kept):find("still 2 states: the smaller machine that "
  .. "was made of it does not do the same", 1, true))

-- Rules that lie only when something has been taken out by trial.
local trusted, calls = rules.apply, 0
rules.apply = function(branches, ...)
  calls = calls + 1
  if calls == 1 then return trusted(branches, ...) end
  branches[1].root = { name = "0", arity = 0, children = {} }
  return branches
end
local field = require "ludus.minesweeper".game {}
local idle = ludus.parse "RPB (PROGN (UNC 0) (PROGN (UNC 3) (IF (NUM 1) (UNC 2) (UNC 2))))"
local tried = idle:simplify(field, { fresh = 20 })
rules.apply = trusted
check.ok("late lies are caught, too", tried.equal
  and field:score(tried.program).raw == field:score(idle).raw)

-- What is said where nothing fresh can be made.
local bare = ludus.game { cases = { 1, 2 }, start = function(x) return { x = x } end,
  name = "bare", primitives = { X = { 0, function(s) return s.x end },
    ADD = { 2, function(_, a, b) return a + b end } }, constants = { 0 },
  score = function(_, value) return value end }
local small = bare:read "RPB (ADD (X) (ADD 0 0))":simplify(bare)
check.equal("a smaller one", tostring(small.program), "RPB (X)\n")
check.ok("says what was not checked", show.text(small, view):gsub("%s+", " "):find(
  "checked on 2 cases; 'bare' says nothing of fresh ones (field 'fresh')", 1, true))

-- A wrong simplification is caught: by rules that lie, and by hand.
local apply = rules.apply
rules.apply = function(branches)
  branches[1].root = { name = "0", arity = 0, children = {} }
  return branches
end
local mines = require "ludus.minesweeper".game {}
local honest = ludus.parse "RPB (PROGN (UNC 0) (UNC 3))"
local result = honest:simplify(mines, { rounds = 0 })
rules.apply = apply
check.equal("rules that lie are not believed", tostring(result.program),
  tostring(mines:read(tostring(honest))))
check.ok("and nothing is claimed", result.equal and result.proven == 0)
local good = nim:read "RPB (MOD (STICKS) 4)"
local bad = nim:read "RPB (MOD (STICKS) 3)"
local verdict = good:same(bad, nim)
check.ok("by hand", not verdict.equal)
check.equal("and where", show.text(verdict, view),
  "not the same: the scores of the cases differ in case 3: 1 and 0")
check.equal("the same", show.text(good:same(nim:read "RPB (ADD (MOD (STICKS) 4) 0)", nim,
  { fresh = 20 }), view), "the same: the scores of the cases in 16 cases and 80 fresh ones")
-- Equal on all cases of the game, different on fresh ones.
local lucky = own.nim.game:read ("RPB (IF (SUB (STICKS) "
  .. "(ADD 4 (ADD 4 (ADD 4 (ADD 4 0))))) 1 (MOD (STICKS) 4))")
verdict = good:same(lucky, nim)
check.ok("fresh cases see more", not verdict.equal and verdict.among_fresh)

-- ---- impact ------------------------------------------------------------------------

local only = ludus.game { cases = 1, start = function() return {} end, name = "only",
  primitives = { X = { 0, function() return 1 end },
    ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, value) return value end }
local x = only:read "RPB (ADD (X) (X))"
local impact = x:impact(only)
check.equal("a node that nothing can stand for is not free", impact.fixed_count, 2)
check.ok("and that is said", show.text(impact, view):find(
  "0 of 3 nodes cost nothing, 2 have nothing to replace them", 1, true))
local zero = ludus.parse "RPB (PROGN (UNC 0) 0)"
local numbers = zero:impact(mines)
check.equal("0 is replaced by 1", numbers.fixed_count, 0)

-- ---- words -------------------------------------------------------------------------

local function words(text, game) return game:read(text):explain(game) end
local any = require "ludus.minesweeper".game { truth = "nonzero" }
check.equal("truth is the game's", words("RPB (IF (NUM 3) (UNC 0) (MOV 1))", any), [[
The program:
  if the number to the right is not 0:
    uncover here
  otherwise:
    move below
]])
check.equal("brackets", words("RPB (MOV (SUB (NUM 0) (SUB (NUM 1) 1)))", any), [[
The program:
  move in direction (the number here minus (the number below minus 1))
]])
check.equal("and none where there are none", words("RPB (MOV (SUB (SUB (NUM 0) 2) 1))", any), [[
The program:
  move in direction ((the number here minus 2) minus 1)
]])
check.equal("known values are put in", words("RPB (UNC (ADD 1 2))", any), [[
2 of 4 nodes make no difference on any board and are left out (whole = true tells them).
The program:
  uncover to the right
]])
check.equal("help of one's own", nim:read "RPB (MOD (STICKS) 4)":explain(), [[
The program:
  work out MOD(STICKS, 4)
In it:
  MOD: what is left of the first by the second
  STICKS: sticks that are left
]])
local large = {}
for _ = 1, 130 do large[#large + 1] = "(ADD 1 " end
local big = nim:read("ARITY 1\nRPB (ADF0 1)\nADF0 " .. table.concat(large) .. "1"
  .. (")"):rep(#large))
check.ok("a large branch is told in parts", big:explain():find(
  "\nADF0, given 1 argument:\n  work out ADD%([^\n]*<part 1>[^\n]*\nPart 1:\n"))
check.ok("the others, too", big:explain():find("The program:\n  do ADF0(1)\n", 1, true))

-- ---- printing ----------------------------------------------------------------------

for name, value in pairs { profile = good:profile(nim), impact = good:impact(nim),
  trace = nim:trace(good, 1), state = nim:trace(good, 1):at(1),
  events = nim:trace(good, 1):events(), diff = good:diff(bad),
  simplified = good:simplify(nim, { fresh = 5 }), verdict = verdict } do
  local text = tostring(value)
  check.ok("print of a " .. name .. " is what the prompt shows", not text:find "0x"
    and text == show.text(value, show.view { width = 80, lines = 1000 }):gsub("\n+$", ""))
end

-- ---- screens -------------------------------------------------------------------------

local wide = ludus.game { cases = 1, start = function() return { x = 1, y = 1 } end,
  primitives = { GO = { 0, function(s) s.x, s.y = s.x + 3, s.y + 2 end } },
  repeats = true, turn = function() end, budget = 18, score = function(s) return s.x end,
  show = function(s)
    local rows = {}
    for y = 1, 40 do
      rows[y] = y == s.y and ("."):rep(s.x - 1) .. "@" .. ("."):rep(100 - s.x)
        or ("."):rep(100)
    end
    return table.concat(rows, "\n")
  end }
local far = wide:trace(wide:read "RPB (GO)", 1)
for _, width in ipairs { 40, 80, 200 } do
  for n = 1, #far + 1, 6 do
    local screen = show.text(far:at(n), show.view { width = width, lines = 24 })
    check.ok(("the player is in view, %d columns, step %d"):format(width, n),
      screen:find("@", 1, true))
    check.ok("and all of it fits", select(2, screen:gsub("\n", "")) < 24)
    for text in screen:gmatch "[^\n]+" do
      check.ok("lines fit " .. width, show.columns(text) <= width)
    end
  end
end
local battle = require "ludus.battleship"
local evolved = battle.read "scripts/programs/battleship-evolved.lgp"
for _, number in ipairs { 31, 37, 50, 58 } do      -- it leaves the board there
  local shot = evolved:trace(number)
  local _, shots = battle.trace(evolved, { number = number, lines = 0 })
  check.equal("all shots of game " .. number, #shot:events(), shots)
  check.equal("all hits", #shot:events "hit", 17)
end
check.ok("it is profiled", evolved:profile(40).visits[1][1] > 0)
local gunnery = battle.game { cases = 3 }
local gunner = battle.read "scripts/programs/battleship-figure8-repaired.lgp"
check.equal("a case of battleship.game is the one that is scored",
  #gunner:trace(gunnery, 2):events(), gunnery:score(gunner).cases[2])
for _, width in ipairs { 40, 80, 200 } do
  for text in show.text(gunner:trace(gunnery, 2):at(9), show.view { width = width,
    lines = 60 }):gmatch "[^\n]+" do
    check.ok("a gunner's step fits " .. width, show.columns(text) <= width)
  end
end
check.ok("models are trees", #trees.model(good) == 3)

return check.done()
