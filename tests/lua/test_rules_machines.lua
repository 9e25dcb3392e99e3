-- test_rules_machines.lua -- machines that play games of rules: the same on every engine,
-- the same as by Lua functions, traced, played by hand, and what is refused.

local check   = dofile "tests/lua/check.lua"
local evolve  = require "ludus.core.evolve"
local ludus   = require "ludus"
local machine = require "ludus.machine"
local script  = require "ludus.script"
require "ludus.inspect"

local own = script.load "tests/lua/own/roshambo.lua"
local rps = own.game

local function random(e, seed) return e.game:read(evolve.random(e.species, ludus.rng(seed))) end

-- ---- by rules and by Lua ---------------------------------------------------------

local beats = { rock = "scissors", paper = "rock", scissors = "paper" }
local names = { [0] = "rock", "paper", "scissors" }
local in_lua = ludus.game {
  program = "machine", alphabet = { "rock", "paper", "scissors" }, budget = 20,
  cases = { { 0, 0 }, { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 1 } },
  start = function(case) return { rival = case[1], theirs = case[2], points = 0 } end,
  turn = function(s, move)
    local answer = names[s.theirs]
    if beats[move] == answer then s.points = s.points + 1
    elseif move ~= answer then s.points = s.points - 1 end
    local mine = ({ rock = 0, paper = 1, scissors = 2 })[move]
    if s.rival == 1 then s.theirs = mine
    elseif s.rival == 2 then s.theirs = (mine + 1) % 3
    elseif s.rival == 3 then s.theirs = (s.theirs + 1) % 3 end
    return answer
  end,
  score = function(s) return s.points end, max = 20,
}
local engines, wrong = {}, {}
for _, engine in ipairs { "plain", "bytecode", "native" } do
  engines[engine], wrong[engine] = rps:with { engine = engine }, 0
end
local of_lua = 0
for seed = 1, 200 do
  local p = random(own, seed)
  local a, b = rps:score(p), in_lua:score(p)
  for i = 1, 5 do of_lua = of_lua + (a.cases[i].raw == b.cases[i].raw and 0 or 1) end
  for engine, game in pairs(engines) do
    local c = game:score(p)
    if c.raw ~= a.raw or c.steps ~= a.steps or c.won ~= a.won then
      wrong[engine] = wrong[engine] + 1
    end
  end
end
check.equal("as by Lua functions", of_lua, 0)
for engine, count in pairs(wrong) do check.equal("the same by " .. engine, count, 0) end

-- Draws, reals, costs, an end: two moves, three observations.
local noisy = ludus.game {
  alphabet = { moves = { "rest", "run" }, sees = { "warm", "cold", "dark" } },
  rules = [[
    var real heat = 5.0, lost  var n
    def air() { random(3) }
    turn cost 2 {
      n = n + 1
      heat = heat + (if value == run { 0.75 } else { -0.5 }) - real(air()) * 0.25
      lost = lost + abs(heat - 5.0)
      if heat < 3.0 { cold } else if n % 7 == 0 { dark } else { warm }
    }
    done  { heat < 0.0 or heat > 20.0 }
    score { lost }
    won   { n == 15 }
  ]],
  cases = { { heat = 4 }, { heat = 7.5 } }, budget = 31, minimise = true, seed = 3,
}
local species = machine.program { states = 5 }:species(noisy)
local differ, ends = 0, {}
for seed = 1, 200 do
  local p = noisy:read(evolve.random(species, ludus.rng(seed)))
  local plain, fast = noisy:with { engine = "plain" }:score(p), noisy:score(p)
  for i = 1, 2 do
    local x, y = plain.cases[i], fast.cases[i]
    if x.raw ~= y.raw or x.steps ~= y.steps or x["end"] ~= y["end"] then
      differ = differ + 1
    end
    ends[x["end"]] = true
  end
end
check.equal("reals and draws are the same", differ, 0)
check.ok("some time out, some are done", ends.timed_out and ends.done)
check.equal("a turn costs what its rule says", noisy:play(noisy:read
  "moves rest run\nsees warm cold dark\n0: rest warm->1 cold->1 dark->1\n1: run warm->0 cold->0 dark->0",
  1).steps, 30)

-- ---- what a machine sees ---------------------------------------------------------

local function counted(text, more)
  local s = { alphabet = { moves = { "a", "b" }, sees = { "x", "y", "z" } },
    rules = text, repeats = 5, budget = 100 }
  for k, v in pairs(more or {}) do s[k] = v end
  return ludus.game(s)
end
local walk = "moves a b\nsees x y z\n0: a x->0 y->1 z->1\n1: b x->0 y->1 z->0"
local g = counted "var n  turn { n = n * 10 + value + 1; -1 }  score { n }"
check.equal("numbers wrap round the observations", g:score(g:read(walk)).raw, 12121)
g = counted "var n  turn { n = n * 10 + value + 1  n > 12 }  score { n }"
check.equal("true is 1", g:score(g:read(walk)).raw, 11122)
g = counted "var n  turn { n = n + 1  z }  score { n + b }"
check.equal("names are numbers", g:score(g:read(walk)).raw, 6)
check.equal("so many turns", g:play(g:read(walk), 1)["end"], "finished")
g = counted("turn cost 0 { x }  score { 1 }", { repeats = false })
check.equal("turns that cost nothing end, too", g:play(g:read(walk), 1)["end"],
  "timed_out")

-- ---- what is refused -------------------------------------------------------------

local function refused(name, text, more, message)
  local ok, got = pcall(counted, text, more)
  check.equal(name, not ok and got:match "^[^:]+:%d+: ludus.game: (.*)" or tostring(got),
    message)
end
refused("no turn", "score { 1 }", nil, "field 'alphabet': the rules need 'turn { ... }', "
  .. "which gives what a machine sees")
refused("a turn that gives nothing", "var n  turn { n = 1 }  score { n }", nil,
  "field 'alphabet': 'turn' must end in what a machine sees, a whole number")
refused("a turn that gives a real", "turn { 0.5 }  score { 1 }", nil,
  "field 'alphabet': 'turn' must end in what a machine sees, a whole number")
refused("a primitive", "MOVE { 1 }  turn { x }  score { 1 }", nil, "field 'alphabet': "
  .. "'MOVE' is a primitive, and machines have none: write 'def MOVE'")
refused("constants", "constants 1 2  turn { x }  score { 1 }", nil,
  "field 'alphabet': machines have no constants: write 'const name = 1'")
refused("one name, two numbers", "turn { a }  score { 1 }",
  { alphabet = { moves = { "a", "b" }, sees = { "b", "c" } } },
  "field 'alphabet': 'b' is move 1 and observation 0, counted from 0: in rules a name is "
  .. "one number")
refused("a word of the rules", "turn { 0 }  score { 1 }",
  { alphabet = { "turn", "b" } },
  "field 'alphabet': 'turn' is a word of the rules: name it otherwise")
refused("two kinds of players", "turn { 0 }  score { 1 }",
  { genes = { length = 3 } }, "'blocks' are for linear programs, 'genes' for vectors, "
  .. "'alphabet' for machines: one of them")
refused("a name that is none", "turn { 0 }  score { 1 }", { alphabet = { "a 1" } },
  "field 'alphabet': expected names of moves and observations: field 'moves': 'a 1' cannot "
  .. "be a name: 1 to 31 letters or '_' can, got { 'a 1' }")
check.refused("another game's machine", function() rps:score(machine.parse "c01 d01") end,
  "bad argument #1 to 'score' (a machine with the moves rock, paper and scissors "
  .. "expected, got one with c and d)")
local many = {}
for i = 1, 16 do many[i] = "m" .. ("q"):rep(i) end
g = ludus.game { alphabet = many, rules = "var n  turn { n = n + value  value + 1 } "
  .. "score { n }", repeats = 16 }
local lines = { "moves " .. table.concat(many, " ") }
for i = 0, 15 do
  local row = { ("%d: %s"):format(i, many[i + 1]) }
  for k = 0, 15 do row[k + 2] = ("%s->%d"):format(many[k + 1], k) end
  lines[i + 2] = table.concat(row, " ")
end
check.equal("sixteen moves", g:score(g:read(table.concat(lines, "\n"))).raw, 120)

-- ---- evolved, traced, played -----------------------------------------------------

local function evolved(threads, engine)
  return ludus.evolve({ game = rps:with { engine = engine }, population = 30,
    generations = 4, program = ludus.machine { states = 6 } }, { threads = threads }).digest
end
local digest = evolved(1, "plain")
check.equal("on two threads", evolved(2, "auto"), digest)
check.equal("by bytecode", evolved(2, "bytecode"), digest)
local odd = 0
for seed = 1, 30 do
  local p = random(own, seed)
  for case = 1, 5 do
    local played, t = rps:play(p, case), rps:trace(p, case)
    local last = t:at(#t + 1)
    if not (last.over and last.raw == played.raw and #t == played.steps
      and last.picture == played.picture) then
      odd = odd + 1
    end
  end
end
check.equal("traces end as the cases were played", odd, 0)
local p = rps:read "moves rock paper scissors\n0: rock rock->1 paper->0 scissors->0\n1: paper rock->1 paper->0 scissors->1"
local t = p:trace(rps, 4)
local s = t:at(2)
check.equal("a turn", ("%d %s %s %s %s"):format(s.state, s.mine, s.theirs, s.to,
  s.changed[1].text), "1 paper paper 0 set theirs to 2")
local supposed = t:what_if(1, { value = "paper" })
check.equal("what if it saw something else", supposed.after:at(2).state, 0)
local simple = p:simplify(rps, { fresh = 50 })
check.ok("simplified", simple.equal)
check.equal("its own game", p:impact(rps).full, rps:score(p).raw)
local hands = rps:hands(4)
check.equal("by hand", table.concat({ hands:move "rock", hands:move "paper" }, " "),
  "rock paper")
check.equal("the state", hands:state().points, 0)
for _ = 3, 19 do hands:move "rock" end
check.equal("the last move ends it", hands:move "rock", false)
check.equal("and it is counted", hands:finish()["end"], "finished")

hands = ludus.game { alphabet = { "l", "r" }, budget = 12, repeats = 20, cases = { {} },
  rules = "var n  turn cost 5 { n = n + 1  n % 2 } score { n }" }:hands(1)
check.equal("a turn that cannot be paid ends it", ("%s %s %s"):format(hands:move "l",
  hands:move "r", hands:move "l"), "r l false")
local last = hands:finish()
check.equal("what was played counts", ("%s %d %d"):format(last["end"], last.raw, last.steps),
  "timed_out 2 10")

return check.done()
