-- test_rules_two.lua -- rules by which two programs meet: against the same games in Lua,
-- on every engine; traces, people, meetings, and what is refused.

local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local ludus  = require "ludus"
local script = require "ludus.script"
require "ludus.inspect"

-- ---- four games, each twice --------------------------------------------------------

local games = {}

-- Trees: nim, which the folder of own games has in both ways.
games.tree = {
  rules = script.load "tests/lua/own/sticks.lua".game,
  lua = script.load "tests/lua/own/nim.lua".game,
  program = ludus.tree { nodes = 20, adfs = { 1 } },
}

-- Linear programs: a heap, from which one or two are taken; Pass ends the turn.
games.linear = {
  rules = ludus.game { name = "heap", rules = [[
      var left, taken, last, player, judged
      Take { if taken < 2 { left = left - 1  taken = taken + 1  last = player } }
      Pass { taken = 0  true }
      test Even { left % 2 == 0 }
      done { left <= 0 }
      score { if last == judged { 3 } else { 0 } }
      won { last == judged }
    ]], blocks = { { "Main", 6 }, { "More", 3 } }, budget = 60, max = 3,
    cases = { { left = 4 }, { left = 7 } },
    rivals = { "Main\nTake\nPass", "Main\nTake\nTake\nPass" } },
  lua = ludus.game { program = "linear", blocks = { { "Main", 6 }, { "More", 3 } },
    cases = { 4, 7 }, budget = 60, max = 3,
    start = function(n) return { left = n, taken = 0, last = 0 } end,
    instructions = {
      { "Take", function(s)
          if s.taken < 2 then s.left, s.taken, s.last = s.left - 1, s.taken + 1, s.player end
        end },
      { "Pass", function(s) s.taken = 0 return true end },
      { "Even", test = function(s) return s.left % 2 == 0 end },
      { "Jump", jump = true },
    },
    done = function(s) return s.left <= 0 end,
    score = function(s, _, _, me) return s.last == me and 3 or 0 end,
    won = function(s, _, _, me) return s.last == me end,
    rivals = { "Main\nTake\nPass", "Main\nTake\nTake\nPass" } },
  program = ludus.linear {},
}

-- Machines: the dilemma, both moves at once.
local dilemma = { start = function() return { 0, 0, 0 } end,
  turn = function(s, a, b)
    s[3] = s[3] + 1
    s[1] = s[1] + (a == "c" and (b == "c" and 3 or 0) or b == "c" and 5 or 1)
    s[2] = s[2] + (b == "c" and (a == "c" and 3 or 0) or a == "c" and 5 or 1)
  end,
  done = function(s) return s[3] == 9 end,
  score = function(s, _, _, me) return s[me] end }
games.machine = {
  rules = ludus.game { name = "trust", rules = [[
      var first, second, turns, judged, other
      def pay(mine, theirs) {
        if mine == c { if theirs == c { 3 } else { 0 } } else if theirs == c { 5 } else { 1 }
      }
      turn {
        first = first + pay(value, other)
        second = second + pay(other, value)
        turns = turns + 1
      }
      done { turns == 9 }
      score { if judged == 1 { first } else { second } }
      won { first == second }
    ]], alphabet = { "c", "d" }, budget = 40, max = 45, repeats = true,
    rivals = { "c01 d01", "d00", "c01 d10" } },
  lua = ludus.game { program = "machine", cases = 1, budget = 40, max = 45,
    start = dilemma.start, turn = dilemma.turn, done = dilemma.done,
    score = dilemma.score, won = function(s) return s[1] == s[2] end,
    rivals = { "c01 d01", "d00", "c01 d10" } },
  program = ludus.machine { states = 5 },
}

-- Vectors: nim again, by what to take of one to four sticks.
local rows = { "(1, 1, 1, 1)", "(3, 2, 1, 3)" }
games.vector = {
  rules = ludus.game { name = "table", rules = [[
      grid genes[4]  var sticks, last, player, judged
      turn cost 0 {
        sticks = sticks - max(1, min(3, min(sticks, genes[(sticks - 1) % 4])))
        last = player
      }
      done { sticks == 0 }
      score { if last == judged { 1 } else { 0 } }
      won { last == judged }
    ]], genes = { length = 4, max = 3 }, cases = { { sticks = 7 }, { sticks = 10 } },
    rivals = rows, repeats = true, budget = 50, max = 1 },
  lua = ludus.game { program = "vector", genes = { length = 4, max = 3 }, cases = { 7, 10 },
    start = function(n) return { sticks = n, last = 0 } end, repeats = true, budget = 50,
    turn = function(s, g, player)
      s.sticks = s.sticks - math.max(1, math.min(3, s.sticks, g[(s.sticks - 1) % 4 + 1]))
      s.last = player
    end,
    done = function(s) return s.sticks == 0 end,
    score = function(s, _, _, me) return s.last == me and 1 or 0 end,
    won = function(s, _, _, me) return s.last == me end,
    rivals = rows, max = 1 },
  program = ludus.vector {},
}

local function random(g, seed)
  return g.rules:read(evolve.random(g.species, ludus.rng(seed)))
end

local function told(s)
  local words = { s.raw, s.won, s.steps, s.max }
  for _, case in ipairs(s.cases) do
    words[#words + 1] = ("%g %d %s %s"):format(case.raw, case.steps, case["end"],
      tostring(case.won))
  end
  return table.concat(words, "; ")
end

for kind, g in pairs(games) do
  g.species = g.program:species(g.rules)
  local by = {}
  for _, engine in ipairs { "plain", "bytecode", "native" } do
    by[#by + 1] = g.rules:with { engine = engine }
  end
  local wrong, counted, values = 0, 0, {}
  for seed = 1, 60 do
    local p = random(g, seed)
    local q = g.lua:read(tostring(p))
    local theirs, mine = g.lua:score(q), told(by[1]:score(p))
    values[theirs.raw] = true
    local same = true
    for i = 2, #by do same = same and told(by[i]:score(p)) == mine end
    local score = by[1]:score(p)
    same = same and score.raw == theirs.raw and score.max == theirs.max
    for i, case in ipairs(theirs.cases) do
      same = same and case.raw == score.cases[i].raw
      if kind ~= "vector" then          -- reading genes is a node, it costs 1 there
        counted = counted + 1
        same = same and case.steps == score.cases[i].steps
      end
    end
    if not same then
      wrong = wrong + 1
      print(kind, seed, tostring(p), mine, theirs.raw)
    end
  end
  check.equal(kind .. ": as in Lua, on every engine", wrong, 0)
  check.ok(kind .. ": programs differ", next(values, next(values)) ~= nil)
end

-- Who has won: what 'won' says, else who has the greatest score; of unknown scores nobody.
local function wins(more)
  local fields = { rules = [[ var n, player, judged  INC { n = n + 1 }  turn { }
    done { n > 4 }  score { if player == judged { 2 } else { 0 } } ]] .. (more.won or ""),
    repeats = true, rivals = { "(INC)" }, max = more.max, minimise = more.minimise }
  local g = ludus.game(fields)
  local p = g:read "(INC)"
  return ("%s of %d; %s"):format(g:score(p).won, g:facts().cases,
    tostring(p:outcomes(g)):match "[^;\n]*")
end
check.equal("by the greatest score", wins { max = 2 }, "1 of 2; 2 cases: 1 won, 1 lost")
check.equal("by no error", wins { minimise = true }, "1 of 2; 2 cases: 1 won, 1 lost")
check.equal("by what is said", wins { max = 2, won = " won { n > 0 }" },
  "2 of 2; 2 cases: 2 won")
check.equal("nobody knows", wins {}, "0 of 2; 2 cases: raw 2, mean 1")

-- Rivals are trees with ADFs of their own, whoever they meet.
local with_adfs = { "RPB 1", "ARITY 1\nRPB (ADF0 (STICKS))\nADF0 (MOD (ARG0) 4)" }
for name, g in pairs { rules = games.tree.rules, lua = games.tree.lua } do
  local other = g:with { rivals = with_adfs }
  local wrong = 0
  for seed = 1, 10 do
    local species = ludus.tree { nodes = 20, adfs = { 2, 1 } }:species(g)
    local text = evolve.random(species, ludus.rng(seed))
    local p, q = other:read(text), g:read(text)
    if other:score(p).raw ~= g:score(q).raw then wrong = wrong + 1 end
  end
  check.equal(name .. ": programs and rivals of different ADFs", wrong, 0)
end

-- ---- what cases are ------------------------------------------------------------------

local sticks = games.tree.rules
check.equal("each rival from both seats", sticks:facts().cases, 16)
check.equal("and so the greatest score", sticks:facts().max, 16)
local four = sticks:read "RPB (MOD (STICKS) 4)"
check.equal("a single case is one of the score's", sticks:play(four, 4).raw,
  sticks:score(four).cases[4].raw)
check.equal("whose score: the case says", sticks:play(four, 4).state.judged, 2)
check.equal("many at once", table.concat(sticks:scores { four, four }, " "),
  ("%d %d"):format(sticks:score(four).raw, sticks:score(four).raw))
local case = require "ludus.inspect.cases".own(sticks, 7)
check.equal("a case has rival and seat", ("%s %d, %s %d, %s %d"):format(case[1][1],
  case[1][2], case[2][1], case[2][2], case[3][1], case[3][2]), "sticks 10, rival 2, seat 1")
check.equal("automatic engines are no lanes, no columns", ludus.game { rules = [[
    input real x  var player, judged  ADD(a, b) { a + b }
    score { x * real(judged) } ]], rivals = { "RPB (x)" } }:engine() == "columns", false)

-- ---- traces --------------------------------------------------------------------------

for kind, g in pairs(games) do
  local wrong, steps = 0, 0
  for seed = 1, 6 do
    local p = random(g, seed)
    for number = 1, g.rules:facts().cases do
      local played, t = g.rules:play(p, number), g.rules:trace(p, number)
      local last = t:at(#t + 1)
      steps = steps + #t
      if not (last.over and last.raw == played.raw
        and (played.picture == nil or last.picture == played.picture)) then
        wrong = wrong + 1
      end
    end
  end
  check.equal(kind .. ": traces end as the cases were played", wrong, 0)
  check.ok(kind .. ": they have steps", steps > 20)
end
local t = sticks:trace(sticks:read "RPB 3", 2)      -- 7 sticks, against RPB 1, second
check.equal("steps are the program's", #t, 2)
local list = {}
for _, e in ipairs(t:events()) do list[#list + 1] = (e.rival and "< " or "") .. e.text end
check.equal("what the other does is told as such", table.concat(list, "\n"), [[
< the other: set value to 1
< the other: set sticks to 6
< the other: set taken to 1
< the other: set last to 1
set value to 3
set sticks to 3
set taken to 3
set last to 2
< the other: set value to 1
< the other: set sticks to 2
< the other: set taken to 1
< the other: set last to 1
set value to 3
set sticks to 0
set taken to 2
set last to 2]])
check.equal("whose turn it is", t.driver.record:state(1).player, 2)
check.equal("the end", t:at(#t + 1).picture, "\n0 left, 2 taken by player 2")
local trust = games.machine.rules
t = trust:trace(trust:read "d01 c01", 1)             -- against c01 d01
check.equal("a round", ("%s %s %d"):format(t:at(2).mine, t:at(2).theirs, t:at(2).to),
  "d d 1")
local changed = t:what_if(1, { value = "d" })
check.ok("what if the other had done otherwise", tostring(changed):find(
  "state 0 plays d, sees c, gave d", 1, true))
check.equal("profiles count the program's turns", trust:read "c00":profile().steps, 54)

local ended = ludus.game { rules = [[ var n, player, judged  INC { n = n + 1 }
  done { n >= 0 } score { judged } ]], rivals = { "(INC)" } }
t = ended:trace(ended:read "(INC)", 2)
check.equal("over before it begins", ("%d %g"):format(#t, t:at(1).raw), "0 2")
for _, verb in ipairs { "why", "what_if" } do
  check.error(verb .. " says so", function() t[verb](t, 1, { value = 1 }) end,
    ("t:%s: the case was over before the first step"):format(verb))
end

-- ---- people and functions -------------------------------------------------------------

local hands = sticks:hands(1, 2, four)
check.equal("the guest has moved", hands:state().sticks, 4)
check.equal("the guest answers, and it is over", hands:move(sticks:read "RPB 2"), false)
check.equal("all are taken", hands:state().sticks, 0)
check.equal("which is no win", hands:finish().raw, 0)
local function refuses(name, f, message)
  local ok, why = pcall(f)
  check.ok(name, not ok and tostring(why):find(message, 1, true))
end
refuses("no more", function() hands:move(four) end, "the case has ended")
local heap = games.linear.rules
hands = heap:hands(2, 1, heap:read "Main\nTake\nPass")
check.equal("an instruction", table.concat({ tostring(hands:move "Take"),
  hands:state().left }, " "), "true 6")
check.equal("a test answers", select(2, hands:move "Even"), true)
hands:move "Pass"
check.equal("after a turn the guest takes one", hands:state().left, 5)
refuses("no such instruction", function() hands:move "Fly" end,
  "is no instruction that a person can give")
hands = trust:hands(1, 2, trust:read "d00")
check.equal("a machine is seen", hands:move "c", "d")
check.equal("both were paid", hands:state().first, 5)
refuses("alone there is nobody to meet", function() heap:hands(1) end,
  "only trees and machines are played move by move")

local folder = check.folder()
local store = folder .. "/two.db"
check.run('"$LUDUS" run tests/lua/own/sticks.lua --quiet --store ' .. store)
local function play(words, lines)
  local f = assert(io.open(folder .. "/input", "w"))
  f:write(lines or "")
  f:close()
  return check.run(('"$LUDUS" play tests/lua/own/sticks.lua %s --store %s <%s/input 2>&1')
    :format(words, store, folder))
end
local function has(name, text, part)
  local found = text:find(part, 1, true)
  if not found then io.write("looked for ", part, " in\n", text) end
  check.ok(name, found)
end
local text = play("", "3\nwhat\nq\n")
has("the first rival", text, "against the first of the game's rivals: RPB 1\n"
  .. "sticks, case 1, you are player 1: an expression a move, of (STICKS) (MOD ... ...)")
has("it answers at once", text, "|||\n3 left, 1 taken by player 2\n")
has("what there is", text, "  a move is an expression a move, of (STICKS)")
has("to the end", play("--against run:1 --case 2 --seat 2", ("1\n"):rep(10)),
  "the case is over, done: raw ")
has("two programs", play "--player run:1 --against run:1@0", "case 1 of 8: ")
local f = assert(io.open(folder .. "/two.lua", "w"))
f:write "return function(state, player) return math.min(player, state.sticks) end\n"
f:close()
has("a function", play(("--player %s/two.lua --against run:1 --seat 2"):format(folder)),
  "> 2\n")
has("and the other way round", play(("--player run:1 --against %s/two.lua"):format(folder)),
  "you are player 2")
check.equal("two people", play "--against human",
  "ludus: by rules a person or a function plays against a program: name one by --against "
    .. "FILE or run:12\n")
check.equal("a game for one", check.run(
  '"$LUDUS" play tests/lua/own/trail.lua --against human 2>&1'),
  "ludus: --against: trail is not a game for two\n")

-- ---- meetings ------------------------------------------------------------------------

local alone = {}
for kind, g in pairs(games) do
  alone[kind] = g.rules:with { rivals = {} }
  local function digest(settings, threads)
    settings.game, settings.program = alone[kind], g.program
    settings.population, settings.generations = 20, 4
    return ludus.evolve(settings, { seed = 3, threads = threads }).digest
  end
  local one = digest({ meet = { 4, hall = 2 } }, 1)
  check.equal(kind .. ": meetings are the same on two threads", digest({ meet = { 4,
    hall = 2 } }, 2), one)
  check.ok(kind .. ": and others with sides", digest({ meet = { 4, sides = true } }, 1)
    ~= one)
end
local function twin(game)
  return ludus.evolve({ game = game, program = ludus.machine { states = 4 },
    population = 24, generations = 6, meet = "all" }, { seed = 5 }).digest
end
check.equal("as in Lua", twin(alone.machine), twin(games.machine.lua:with { rivals = {} }))

-- ---- what is refused -------------------------------------------------------------------

local function refused(name, changes, message)
  local fields = { rules = [[ var player, judged, n  INC { n = n + 1 }  turn { }
    score { n * judged * player } ]], repeats = true, rivals = { "RPB (INC)" } }
  for key, value in pairs(changes) do fields[key] = value end
  local ok, why = pcall(ludus.game, fields)
  why = tostring(why):gsub("^[^\n]-(field)", "%1")
  check.ok(name, not ok and why:find(message, 1, true))
  if ok or not why:find(message, 1, true) then print(why) end
end
check.ok("what is right", pcall(ludus.game, { rules = [[ var player, judged, n
  INC { n = n + 1 }  turn { } score { n * judged * player } ]], rivals = { "RPB (INC)" } }))
refused("nobody is judged", { rules = "var player, n  INC { n = n + 1 }  score { n * player }" },
  "field 'rivals': the rules need 'var judged': the player, 1 or 2, whose score is asked for")
refused("whose turn it is", { rules = "var judged, n  INC { n = n + 1 }  score { n * judged }" },
  "field 'rivals': the rules need 'var player': whose turn it is, 1 or 2")
refused("a real", { rules = "var judged, n  var real player  INC { n = n + 1 } score { n * judged }" },
  "field 'rivals': variable 'player' must be a whole number: whose turn it is, 1 or 2")
refused("no program", { rivals = { "RPB (INK)" } },
  "field 'rivals': rival 1:1:6: unknown name 'INK'; did you mean 'INC'?")
refused("no text", { rivals = { 7 } },
  "field 'rivals': item 1: expected the text of a program")
local crowd = {}
for i = 1, 101 do crowd[i] = "RPB (INC)" end
refused("one more than a hundred", { rivals = crowd },
  "field 'rivals': at most 100 programs")
table.remove(crowd)
check.equal("a hundred", ludus.game { rules = [[ var player, judged, n  INC { n = n + 1 }
  turn { } score { n * judged * player } ]], rivals = crowd }:facts().cases, 200)
refused("machines of two alphabets", { rules = "var judged, other  turn { } score { judged * other }",
  alphabet = { moves = { "a", "b" }, sees = { "x", "y" } }, rivals = { "0: a x->0 y->0" } },
  "moves and sees must be the same")
refused("machines need the other's move", { rules = "var judged  turn { 0 } score { judged }",
  alphabet = { "a", "b" }, rivals = { "a00" } },
  "field 'rivals': the rules need 'var other': the move of player 2, as 'value' is that "
    .. "of player 1")
local ok, why = pcall(ludus.experiment, { game = script.load "tests/lua/own/trail.lua".game,
  program = ludus.tree {}, meet = 4 })
check.ok("rules for one do not meet", not ok and why:find(
  "field 'meet': the rules need 'var judged': the player, 1 or 2, whose score is asked "
  .. "for; programs meet in games for two of one's own, in Lua or by rules", 1, true))
ok, why = pcall(ludus.experiment, { game = sticks, program = ludus.tree {}, meet = 4 })
check.ok("nor with rivals", not ok and why:find("the game has rivals already", 1, true))
os.remove(store)

return check.done()
