-- Games declared in Lua: what programs mean, what they cost, threads, mistakes.
local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"

local folder, write = check.folder()

local function run(words) return check.run('"$LUDUS" ' .. words) end

local function digest(text) return text:match('"digest":"(%x+)"') end

-- ---- what programs mean -----------------------------------------------------------

-- A game that writes down what happens.
local log = {}
local function note(name, result)
  return function(_, ...)
    log[#log + 1] = name .. "(" .. table.concat({ ... }, ",") .. ")"
    return result
  end
end

local game = ludus.game {
  cases = { 10, 20 },
  constants = { 0, 1, 2.5, -3, 0.1 },
  primitives = {
    A = { 0, note("A", "a") }, B = { 0, note("B", "b") },
    JOIN = { 2, function(_, x, y) log[#log + 1] = "JOIN" return x .. y end },
    CHOOSE = { 3, lazy = true, function(_, c, yes, no)
        log[#log + 1] = "CHOOSE"
        if c() == 1 then return yes() else return no() end
      end },
    TWICE = { 1, lazy = true, function(_, x) return x() .. x() end },
    CASE = { 0, function(s) return s end },
    SUM = { 2, function(_, x, y) return x + y end },
  },
  budget = 100,
  score = function(_, value) return tonumber(value) or #tostring(value) end,
}

local function value(text, case)
  log = {}
  local p = game:read(text)
  return game:play(p, case or 1), table.concat(log, " ")
end

local r, seen = value "RPB (JOIN (A) (JOIN (B) (A)))"
check.equal("arguments from left to right", seen, "A() B() A() JOIN JOIN")
check.equal("a step per node", r.steps, 5)
check.equal("the program's value is scored", r.raw, 3)
r, seen = value "RPB (CHOOSE 1 (A) (B))"
check.equal("lazy: only what is called", seen, "CHOOSE A()")
check.equal("lazy: skipped nodes cost nothing", r.steps, 3)
r, seen = value "RPB (CHOOSE 0 (JOIN (A) (A)) (TWICE (B)))"
check.equal("lazy: the other, twice", seen, "CHOOSE B() B()")
check.equal("lazy: each call costs", r.steps, 5)
check.equal("real constants", value "RPB (SUM 2.5 -3)".raw, -0.5)
check.equal("short constants", tostring(game:read "RPB 0.1"), "RPB 0.1\n")
check.equal("cases in order", value("RPB (CASE)", 2).raw, 20)

-- ADFs: arguments are values of the caller's frame, also inside lazy arguments.
r, seen = value "ARITY 2 1\nRPB (ADF0 (A) (B))\nADF0 (JOIN (CHOOSE 1 ARG1 ARG0) (ADF1 ARG0))\nADF1 (TWICE (JOIN ARG0 (CASE)))"
check.equal("ADFs and lazy arguments", r.raw, #"ba10a10")
check.equal("arguments of an ADF come first", seen, "A() B() CHOOSE JOIN JOIN JOIN")
check.equal("the whole score", game:score(game:read "RPB (CASE)").raw, 30)
check.equal("won without a greatest score", game:score(game:read "RPB 1").won, 0)

-- Whole constants that no double holds are real numbers.
do
  local seen
  local large = ludus.game { cases = 1, constants = { math.maxinteger, 7 },
    primitives = { ADD = { 2, function(_, x, y) return x + y end } },
    score = function(_, value) seen = value return 0 end }
  large:score(large:read "RPB 9223372036854775807")
  check.equal("the largest whole constant", seen, 2.0 ^ 63)
  large:score(large:read "RPB 7")
  check.equal("small ones stay whole", math.type(seen), "integer")
  check.equal("lines of any width", large:read "RPB (ADD 7 7)":pretty(math.mininteger),
    "RPB (ADD\n    7\n    7)\n")
end

-- A primitive may catch the error of an argument: the walk goes on behind it, and
-- arguments that follow are evaluated where they stand.
local careful = ludus.game {
  cases = { 1 }, constants = { 1, 5 }, budget = 100,
  primitives = {
    TRY = { 2, lazy = true, function(_, a, b)
        local ok, x = pcall(a)
        return ok and x or b()
      end },
    TRYING = { 2, lazy = true, function(_, a, b)
        local ok, x = coroutine.resume(coroutine.create(a))
        return ok and x or b()
      end },
    BAD = { 0, function() error "bad" end },
    SUM = { 2, function(_, x, y) return x + y end },
  },
  score = function(_, value) return value end,
}

for _, try in ipairs { "TRY", "TRYING" } do
  for text, want in pairs {
    ["RPB (SUM (TRY (BAD) 1) 5)"] = 6,
    ["RPB (SUM (TRY (SUM 1 (BAD)) (TRY (BAD) 1)) 5)"] = 6,
    ["ARITY 1\nRPB (SUM (TRY (ADF0 5) 1) 1)\nADF0 (SUM ARG0 (BAD))"] = 2,
    ["ARITY 1 1\nRPB (ADF0 5)\nADF0 (SUM (TRY (ADF1 1) ARG0) 1)\n"
      .. "ADF1 (SUM ARG0 (BAD))"] = 6,
  } do
    text = text:gsub("TRY", try)
    check.equal("caught: " .. text, careful:score(careful:read(text)).raw, want)
  end
end

-- What the engine runs itself does what the same function does as a script's own.
local native = require "ludus.script.native"
local function twins(own)
  local function mine(f)           -- the same function, unknown to the engine
    return own and f or function(...) return f(...) end
  end
  return ludus.game { name = "twins", cases = { 1, 2, 3 }, budget = 60, repeats = true,
    start = function(case) return { case = case, n = 0, sum = 0 } end,
    constants = { 1, 2 },
    primitives = {
      ACT  = { 0, function(st) st.n = st.n + 1 st.sum = st.sum * 3 % 1009 + st.n
        return st.n % 2 == 0 end },
      ADD  = { 2, function(st, a, b) st.sum = st.sum + (a and 1 or 0)
        return a and b end },
      ODD  = { 2, mine(ludus.choose(function(st) return st.n % st.case == 1 end)),
        lazy = true, cost = 2 },
      IF   = { 3, mine(ludus.branch), lazy = true, cost = 0 },
      LAST = { 3, mine(ludus.last) },
    },
    done = function(st) return st.sum == 500 end,
    score = function(st) return st.sum * 100 + st.n end }
end
local fast, slow = twins(true), twins(false)
local shape = fast:species { adfs = { 2, 0 }, nodes = 40, depth = { 1, 5 },
  max_depth = 40, method = "ramped" }
local chance, agree = ludus.rng(5), 0
for _ = 1, 300 do
  local line = require "ludus.core.evolve".random(shape, chance)
  local a, b = fast:score(fast:read(line)), slow:score(slow:read(line))
  agree = agree + (a.raw == b.raw and a.steps == b.steps and 1 or 0)
end
check.equal("the engine's own primitives mean what native.lua says", agree, 300)
check.equal("last", native.last(nil, 1, 2, 3), 3)
check.equal("choose needs no lazy = true", (function()
  local g = ludus.game { cases = { 1 }, constants = { 1, 2 },
    primitives = { PICK = { 2, ludus.choose(function() return false end) } },
    score = function(_, v) return v end }
  return g:play(g:read "RPB (PICK 1 2)").raw
end)(), 2)
check.error("choose without a test", function() ludus.choose(3) end,
  ("tests/lua/test_game.lua:%d: ludus.choose: expected a function(state), got a number")
    :format(debug.getinfo(1, "l").currentline - 2))

-- Deeper than lazy primitives may stand: nothing goes through Lua.
local deep = ludus.game { cases = { 1 }, constants = { 1 }, budget = 2000,
  primitives = { NEXT = { 2, ludus.last }, ODD = { 2, ludus.choose(function() return true end) } },
  score = function(_, v) return v end }
local tower = ("(NEXT 1 (ODD "):rep(400) .. "1" .. (" 1))"):rep(400)
check.equal("800 of them inside one another", deep:play(deep:read("RPB " .. tower)).steps,
  400 * 3 + 1)

-- The budget is exact: the last node that fits runs, the next does not.
for budget = 1, 6 do
  local count = 0
  local g = ludus.game { cases = 1, budget = budget, repeats = true,
    start = function() return { n = 0 } end,
    primitives = { ACT = { 0, function(s) s.n = s.n + 1 count = count + 1 end },
      TWO = { 0, cost = 2, function(s) s.n = s.n + 2 count = count + 2 end },
      FREE = { 0, cost = 0, function() end },
      BOTH = { 2, cost = 0, function() end } },
    score = function(s) return s.n end, max = 6 }
  check.equal("actions within " .. budget, g:play(g:read "RPB (ACT)").raw, budget)
  check.equal("actions of two within " .. budget, g:play(g:read "RPB (TWO)").raw,
    budget // 2 * 2)
  check.equal("mixed within " .. budget,
    g:play(g:read "RPB (BOTH (ACT) (TWO))").steps,
    ({ 1, 1, 3, 4, 4, 6 })[budget])
  check.equal("free for ever ends", g:play(g:read "RPB (FREE)").steps, 0)
end

-- done is asked after what costs something, and ends the case at once.
local over = ludus.game { cases = 3, start = function(case) return { left = case } end,
  primitives = { DEC = { 0, function(s) s.left = s.left - 1 return s.left end },
    ALL = { 3, function(s) s.left = -100 end } },
  repeats = true, budget = 50, done = function(s) return s.left == 0 end,
  score = function(s) return s.left end, max = 0 }
local s = over:score(over:read "RPB (ALL (DEC) (DEC) (DEC))")
check.equal("done ends inside a round", s.raw, 0)
check.equal("all cases count as won", s.won, 3)
check.equal("steps until then", s.steps, 3 + 2 + 1 + 3)
check.equal("how a case ended that was won", s.cases[1]["end"], "won")
check.equal("and one that was not", game:play(game:read "RPB 1")["end"], "finished")

-- turn: the game answers each round.
local guess = ludus.game { cases = { 7 }, repeats = true, budget = 40,
  start = function(case) return { secret = case, hint = 0, tries = 0 } end,
  constants = { 0, 1, 2, 3, 4, 5 },
  primitives = { HINT = { 0, function(st) return st.hint end },
    ["+"] = { 2, function(_, a, b) return a + b end } },
  turn = function(st, v)
    st.tries, st.last = st.tries + 1, v
    st.hint = st.hint + (v < st.secret and 1 or -1)
  end,
  done = function(st) return st.last == st.secret end,
  score = function(st) return st.last == st.secret and 10 - st.tries or 0 end }
check.equal("turns", guess:play(guess:read "RPB (+ (HINT) 5)").raw, 7)
check.equal("no greatest score", guess:facts().max, nil)

-- Rivals: players take turns, each rival is met from both seats.
local seen_players = {}
local race = ludus.game { cases = { 5 }, repeats = true, budget = 100,
  constants = { 1, 2, 3 }, start = function(n) return { left = n } end,
  primitives = { LEFT = { 0, function(st) return st.left end },
    SKIP = { 1, lazy = true, function(_, x) return x() end } },
  turn = function(st, v, player)
    seen_players[#seen_players + 1] = player
    check.equal("the state knows the player", st.player, player)
    st.left = st.left - v
    if st.left <= 0 then st.winner = player end
  end,
  done = function(st) return st.winner ~= nil end,
  score = function(st, _, _, me) return st.winner == me and 1 or 0 end, max = 1,
  rivals = { "RPB (SKIP 1)", "RPB 3" } }
s = race:score(race:read "RPB (SKIP (SKIP 2))")
check.equal("two rivals, two seats", #s.cases, 4)
check.equal("players take turns", table.concat(seen_players),
  "121" .. "1212" .. "12" .. "12")
check.ok("won and lost", s.raw > 0 and s.raw < 4)
check.error("a rival that cannot be read", function()
  local bad = race:with { rivals = { "RPB (NO)" } }
  bad:score(bad:read "RPB 1")
end, "rival:1:6: unknown name 'NO'\n  RPB (NO)\n       ^")

-- What players may not do.
local argument
local lazy = ludus.game { cases = { 1, 2 }, constants = { 1 }, score = function(_, v) return v end,
  primitives = { L = { 1, lazy = true, help = "later", function(_, x)
    argument = argument or x
    return x()
  end } } }
check.equal("the primitives of a game", lazy:prims()[1].name .. lazy:prims()[1].arity
  .. lazy:prims()[1].help, "L1later")
check.equal("an argument is called", lazy:play(lazy:read "RPB (L 1)", 1).raw, 1)
check.refused("but not later", function() argument() end,
  "this argument is of a program that has ended: do not keep it")
local function nested(levels)
  return lazy:play(lazy:read("RPB " .. ("(L "):rep(levels) .. "1" .. (")"):rep(levels)), 1).raw
end
check.equal("150 of them", nested(150), 1)
check.refused("not 151", function() nested(151) end,
  "more than 150 lazy primitives inside one another: give ludus.tree a max_depth\n"
  .. "  in primitive 'L', case 1")
check.refused("a case that is not there", function() lazy:play(lazy:read "RPB 1", 3) end,
  "bad argument #2 to 'play' (case must be 1 to 2, got 3)")
check.refused("two threads of a game of no script", function()
  require "ludus.core.evolve".new(lazy:species { adfs = {}, nodes = 20,
    depth = { 1, 3 }, max_depth = 5, method = "grow" }, lazy,
    { population = 10, seed = 1, threads = 2, cache = 0 })
end, "this game was declared outside a script, so one thread alone can play it: use "
  .. "--threads 1 or a script")

-- A game of no script: one thread evolves it, and others may look on.
local typed_in = ludus.game { cases = { 1, 2 }, constants = { 0, 1 }, name = "typed in",
  start = function(x) return { x = x } end,
  primitives = { X = { 0, function(st) return st.x end },
    ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, v) return v end }
local function small(game)
  return { game = game, program = ludus.tree { nodes = 20 }, population = 20,
    generations = 3 }
end
local all_cores, one_core = ludus.evolve(small(typed_in)), ludus.evolve(small(typed_in),
  { threads = 1 })
check.equal("threads are not asked for", all_cores.digest, one_core.digest)
check.equal("the game is played while its runs are kept",
  typed_in:score(typed_in:read "RPB (ADD (X) 1)").raw, 5)
check.equal("case by case, too", typed_in:play(typed_in:read "RPB (X)", 2).raw, 2)
local inside = ludus.game { cases = 1, start = function() return {} end, constants = { 1 },
  primitives = { DEEP = { 0, function()
    return typed_in:score(typed_in:read "RPB (X)").raw
  end } }, score = function(_, v) return v end }
check.equal("also from within another", ludus.evolve(small(inside)).stats.raw, 3)
local judged = small(typed_in)
judged.fitness = function(case) return case.raw * 2 end
local with_fitness = ludus.evolve(judged)
check.equal("with a fitness, too", with_fitness.stats.raw, 2 * typed_in:score(
  typed_in:read(with_fitness:best())).raw)

-- Kinds.
local typed = ludus.game { cases = { 3 }, kind = "boolean", constants = { number = { 1, 2 } },
  primitives = {
    N = { 0, kind = "number", function(st) return st end },
    LESS = { 2, args = { "number", "number" }, function(_, a, b) return a < b end },
    NOT = { 1, args = { "boolean" }, function(_, a) return not a end },
    PICK = { 3, kind = "number", args = { "boolean", "number", "number" },
      function(_, c, a, b) if c then return a end return b end } },
  score = function(_, v) return v and 1 or 0 end, max = 1 }
check.equal("kinds", typed:score(typed:read "RPB (NOT (LESS (N) (PICK (LESS 1 2) 2 1)))").raw, 1)
check.error("a wrong kind", function() typed:read "RPB (NOT 1)" end,
  "(text):1:10: '1' is of the wrong kind for argument 1 of 'NOT'\n"
  .. "  RPB (NOT 1)\n           ^")
local evolve = require "ludus.core.evolve"
local species = typed:species { adfs = {}, nodes = 60, depth = { 1, 5 }, max_depth = 50, method = "ramped" }
local rng = ludus.rng(3)
local all_fit = true
for _ = 1, 300 do
  local p = typed:read(evolve.random(species, rng))
  all_fit = all_fit and typed:score(p).raw <= 1
end
check.ok("random programs keep to kinds", all_fit)

-- ---- runs ---------------------------------------------------------------------------

local text = [[
local ludus = require "ludus"
local points = {}
for i = -10, 10 do points[#points + 1] = { x = i / 10, y = (i / 10) ^ 2 + i / 10 } end
local g = ludus.game { cases = points, constants = { 1, 0.5 }, minimise = true,
  primitives = { X = { 0, function(s) return s.x end },
    ["+"] = { 2, function(_, a, b) return a + b end },
    ["*"] = { 2, function(_, a, b) return a * b end },
    NOISE = { 0, function() return math.random() / 1000 end },
    IF = { 3, lazy = true, function(_, c, a, b) if c() > 0 then return a() end return b() end } },
  score = function(s, v) return math.abs(v - s.y) end,
  won = function(s, v) return math.abs(v - s.y) < 0.01 end }
return ludus.experiment { game = g, program = ludus.tree { nodes = 60, adfs = { 2 } },
  population = 200, generations = 8, stop = ludus.never }
]]
local path = write("points.lua", text)
local store = " --store " .. folder .. "/s.db"
local want = digest((run("run " .. path .. " --json --threads 1" .. store)))
check.ok("a run in pure Lua", want)
for threads = 2, 3 do
  check.equal("the same digest on " .. threads .. " threads", digest((run("run "
    .. path .. " --json --threads " .. threads .. store))), want)
end
check.ok("fields of the game can be set", digest((run("run " .. path
  .. " --json --set game.budget=3" .. store))) ~= want)
run("run " .. path .. " --json --quiet --set generations=3 --checkpoint 0" .. store)
check.equal("lineages replay", select(3, run("show 1 --lineage" .. store)), 0)

-- ---- operators, selections and schedules in Lua -----------------------------------------

local script_text = [[
local ludus = require "ludus"
local cases = {}
for i = 1, 8 do cases[i] = { x = i / 4, y = (i / 4) ^ 3 } end
local function game_of(power)
  return ludus.game { name = "power " .. power, cases = cases, constants = { 1 },
    minimise = true, primitives = { X = { 0, function(s) return s.x end },
      ["+"] = { 2, function(_, a, b) return a + b end },
      ["*"] = { 2, function(_, a, b) return a * b end } },
    score = function(s, v) return math.abs(v - s.x ^ power) end }
end
local easy, hard = game_of(2), game_of(3)
local function swap(rng, mother, father)
  return mother:graft(rng:node(mother), father:subtree(rng:node(father)))
end
local function fitter(rng, all)
  local best
  for _ = 1, 3 do
    local i = rng:below(all.count) + 1
    if not best or all.standardized[i] < all.standardized[best] then best = i end
  end
  return best
end
return ludus.experiment { game = easy, program = ludus.tree { nodes = 40 },
  population = 120, stop = ludus.never, elite = 2, select = fitter,
  vary = { { 0.7, swap }, { 0.2, ludus.subtree }, { 0.1, ludus.copy } },
  schedule = function(run)
    run:evolve(6)
    run:set { game = hard }
    run:evolve(6)
    run:set { select = ludus.tournament(2) }
    run:evolve(3)
  end }
]]
local own = write("own.lua", script_text)
want = digest((run("run " .. own .. " --json --threads 1" .. store)))
check.ok("operator, selection and schedule in Lua", want)
for threads = 2, 3 do
  check.equal("the same digest on " .. threads .. " threads", digest((run("run "
    .. own .. " --json --threads " .. threads .. store))), want)
end
-- Dies in generation 8, in the middle of the second stage, and goes on.
local dying = write("dying.lua", (script_text:gsub("schedule =",
  "on_generation = function(run) if run.generation == 8 and not io.open('" .. folder
  .. "/died') then io.open('" .. folder .. "/died', 'w'):close() os.exit(9) end end,\n"
  .. "  schedule =")))
local killed = " --checkpoint 0 --store " .. folder .. "/k.db"
check.equal("killed", select(3, run("run " .. dying .. " --quiet" .. killed)), 9)
check.equal("the same digest after a resume", digest((run("resume 1 --json --threads 2"
  .. killed))), want)
local history = require "ludus.run.history"
local rows = history.open(1, folder .. "/k.db")
local line = rows:lineage()
check.equal("lineages replay operators in Lua", line[#line].text, rows:best())
local named = false
for _, ancestor in ipairs(line) do named = named or ancestor.operator == "lua" end
check.ok("their children are named", named)

-- ---- chance ------------------------------------------------------------------

local lucky = write("lucky.lua", [[
local ludus = require "ludus"
local random = math.random
local g = ludus.game { cases = 3, constants = { 1, 2 },
  primitives = { ROLL = { 0, function() return random(6) end },
    ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, v) return v + random(6) end }
return ludus.experiment { game = g, program = ludus.tree { nodes = 30 },
  population = 300, generations = 4, stop = ludus.never }
]])
want = digest((run("run " .. lucky .. " --json --threads 1" .. store)))
check.equal("math.random kept in a local: the same digest", digest((run("run "
  .. lucky .. " --json --threads 2" .. store))), want)

-- ---- counting calls --------------------------------------------------------

local script = require "ludus.script"
local counted = script.load(write("counted.lua", [[
local ludus = require "ludus"
return ludus.experiment { population = 10, program = ludus.tree { nodes = 20 },
  game = ludus.game { cases = 1, constants = { 1 },
    primitives = { BAD = { 0, function() error "bad" end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(_, v) return v end } }
]])).game
check.equal("a count that fails", pcall(counted.tally, counted,
  counted:read "RPB (BAD)"), false)
collectgarbage()                      -- the next call must not count into it
check.equal("then nothing is counted",
  counted:score(counted:read "RPB (ADD 1 1)").raw, 2)

os.execute("rm -rf " .. folder)
return check.done()
