-- attacks.lua -- more scripts of strangers, for tests/lua/test_hostile.lua: against what came
-- with tables, rules, machines, maps, meetings, islands, steps of studies and open populations.
--
--     dofile "tests/lua/attacks.lua"(attack, script)
--
-- attack(name, text) is a plain program, script(name, text) gives something to run; both find
-- at hand what test_hostile.lua lays out for them.

-- Numbers that no count should be.
local NUMBERS = [[local N = { -1, 0, 0.5, 1 << 16, 1 << 31, 1 << 32, 1 << 53, math.maxinteger,
  math.mininteger, 0/0, 1/0, -1/0, 1e308, "7", true, {}, print } ]]

return function(attack, script)
  -- Tables.
  attack("tables of files", [[
for _, path in ipairs(P) do
  tell(pcall(ludus.table, path)) tell(pcall(ludus.table, path, { "x" }))
  tell(pcall(ludus.table, { path })) tell(pcall(ludus.table, { file = path }))
  tell(pcall(a_game, { cases = path })) tell(pcall(a_game, { cases = { path } }))
end
tell(pcall(ludus.table, "\0")) tell(pcall(ludus.table, "x.csv\0/etc/hostname"))]])
  attack("tables of any length", NUMBERS .. [[
for _, n in ipairs(N) do
  tell(pcall(ludus.table, n, { x = function(i) return i end }))
  tell(pcall(ludus.table, 10, { x = n })) tell(pcall(function() return ludus.table(10, { [n] = print }) end))
  tell(pcall(ludus.table, 10, { x = function() return n end }))
end
tell(pcall(ludus.table, 1e6, { x = function() while true do end end }))]])
  attack("columns that are huge", [[
local rows = {}
for i = 1, 60 do rows[("x"):rep(i * 1000)] = function() return i end end
tell(pcall(ludus.table, 1000000, rows))
local list = {}
for i = 1, 1e6 do list[i] = select(2, pcall(ludus.table, 100000, { x = math.sqrt })) end]])
  attack("a table that is changed while it is scored", [[
local data = ludus.table(100, { x = function(i) return i end, y = function(i) return i end })
local g = ludus.game { cases = data, target = "y", minimise = true,
  rules = "input real x  var real target  ADD(a, b) { a + b }  score { abs(value - target) }" }
local p = g:read "RPB (ADD (x) (x))"
for _, way in ipairs { "__gc", "__index", "x", 1, 0, -1, "with", "rows", "columns" } do
  tell(pcall(function() return data[way] end))
  tell(pcall(function() data[way] = print end)) tell(pcall(rawset, data, way, print))
end
tell(pcall(function() return g:score(p).raw end))
data = nil collectgarbage() collectgarbage()
tell(pcall(function() return g:score(p).raw end))]])

  -- Rules.
  attack("rules at the edges of numbers", [[
local ops = { "a / b", "a % b", "a << b", "a >> b", "wrap(a, b)", "a * b", "-a", "abs(a)",
  "random(a)", "g[a, b]", "t[a]", "a ~ b", "whole(real(a) * 1e300)", "whole(log(real(a)))" }
local consts = "constants -2147483648 -1 0 1 31 32 33 2147483647"
for _, engine in ipairs { "plain", "bytecode", "columns", "auto" } do
  for i, op in ipairs(ops) do
    local ok, g = pcall(ludus.game, { engine = engine, budget = 50, cases = 70, rules =
      "grid g[7, 3]  table t = 5 6 7  var s  " .. consts .. "  OP(a, b) { g[a, b] = a "
      .. op .. " }  score { s = value s }" })
    if not ok then ok, g = pcall(ludus.game, { engine = engine, budget = 50, cases = 70,
      rules = "grid g[7, 3]  table t = 5 6 7  " .. consts .. "  OP(a, b) { " .. op
      .. " }  score { value }" }) end
    if ok then for _, x in ipairs { "-2147483648", "-1", "0", "2147483647", "33" } do
      for _, y in ipairs { "-2147483648", "-1", "0", "2147483647", "32" } do
        tell(pcall(function()
          return g:score(g:read(("RPB (OP %s %s)"):format(x, y))).raw end))
      end
    end else tell(g) end
  end
end]])
  attack("rules that are too much", [[
for _, rules in ipairs { "grid g[30000, 30000]  score { 1 }", "grid g[0]  score { 1 }",
  "grid g[-1]  score { 1 }", "grid g[2147483647, 2147483647] score { 1 }",
  "table t = " .. ("1 "):rep(1e6) .. " score { 1 }", "constants 0 to 2147483647 score { 1 }",
  "constants -1.0 to 1e308 score { 1 }", "constants own 1e308 to -1e308 score { 1 }",
  ("var x%d "):rep(9):format(1, 2, 3, 4, 5, 6, 7, 8, 9):rep(1000) .. "score { 1 }",
  "def f(a) { f(a) } score { f(1) }", "def f(a) { g(a) } def g(a) { f(a) } score { f(1) }",
  "score { " .. ("("):rep(1e5) .. "1" .. (")"):rep(1e5) .. " }",
  "score { " .. ("-"):rep(1e5) .. "1 }", "score { 1" .. (" + 1"):rep(1e5) .. " }",
  "A(" .. ("a,"):rep(300) .. "b) { 1 } score { 1 }", "A { 1 } A { 2 } score { 1 }",
  "cost 2147483647 A { 1 } score { 1 }", "A cost -1 { 1 } score { 1 }",
  "lua X(n) score { 1 }", "score { 1 } score { 2 }", "\27[2J\7 score", ("x"):rep(1e6),
  "score { for i = 1 to 2147483647 { for j = 1 to 2147483647 { let x = i } } 1 }",
  "turn { for i = -2147483648 to 2147483647 { let x = i } } score { 1 }" } do
  tell(pcall(function()
    local g = ludus.game { rules = rules, budget = 1000000, repeats = true }
    return g:score(g:read "RPB (A)").raw
  end))
  tell(pcall(function()
    local g = ludus.game { rules = rules .. " A { 1 }", budget = 1000000000, repeats = true }
    return g:score(g:read "RPB (A)").raw
  end))
end]])
  script("rules whose functions leave", [[
local co = coroutine.wrap(function() while true do coroutine.yield(1) end end)
return ludus.experiment { population = 10, generations = 3, program = ludus.tree { nodes = 9 },
  game = ludus.game { rules = "var n  lua X(a)  lua Y  INC { n = n + 1 n }  score { n }",
    constants = nil, functions = { X = function(s, a) return coroutine.yield(a) end,
      Y = function(s) pcall(function() s.n = P[1] end) return co() end } } }]])
  attack("states of rules, kept", [[
local kept = {}
local g = ludus.game { rules = "var n  grid c[4]  lua X  INC { n = n + 1 n }  score { n }",
  functions = { X = function(s) kept[#kept + 1] = s return 1 end } }
local p = g:read "RPB (X)"
for _ = 1, 5 do tell(pcall(g.score, g, p)) end
g, p = nil, nil collectgarbage() collectgarbage()
for _, s in ipairs(kept) do
  for _, key in ipairs { "n", "c", 1, -1, "x", 1 << 40 } do
    tell(pcall(function() return s[key] end)) tell(pcall(function() s[key] = 7 end))
    tell(pcall(function() return s.c[key] end)) tell(pcall(function() s.c[key] = 7 end))
  end
end]])
  attack("cases of rules", NUMBERS .. [[
for _, n in ipairs(N) do
  tell(pcall(function()
    local g = ludus.game { rules = "var n  grid c[4]  INC { n = n + 1 n }  score { n }",
      cases = { { n = n, c = { n, n, n, n } }, { n = 1, c = n }, n } }
    return g:score(g:read "RPB (INC)").raw, g:play(g:read "RPB (INC)", n)
  end))
  tell(pcall(function()
    local g = ludus.game { rules = "INC { 1 }  score { 1 }", cases = n, budget = n,
      max = n, repeats = n }
    return g:score(g:read "RPB (INC)").raw
  end))
  tell(pcall(ludus.fresh, n)) tell(pcall(a_game, { cases = n }))
end]])

  -- Machines of more than two moves.
  attack("alphabets", NUMBERS .. [[
local long = {}
for i = 1, 300 do long[i] = "m" .. i end
for _, names in ipairs { {}, { "a" }, { "a", "a" }, { "", "b" }, { "\27[2J", "\7" }, long,
  { ("x"):rep(1e6), "y" }, { moves = long, sees = { "a" } }, { moves = {}, sees = {} },
  setmetatable({}, { __len = function() return 1 << 40 end }), "ab", 7 } do
  for _, rules in ipairs { false, "turn { value * 1000000 }  score { value }" } do
    tell(pcall(function()
      local g = ludus.game { program = not rules and "machine" or nil, alphabet = names,
        rules = rules or nil, cases = 3, budget = 20, turn = not rules and function(s, m)
          return m end or nil, score = not rules and function() return 1 end or nil }
      return g:score(g:read "m01 m00").raw
    end))
  end
end
for _, n in ipairs(N) do
  tell(pcall(function()
    local g = ludus.game { program = "machine", cases = 2, budget = 9,
      start = function() return {} end, turn = function() return n end,
      score = function() return n end }
    return g:score(g:read "c01 d01").raw
  end))
  tell(pcall(ludus.machine, { states = n })) tell(pcall(ludus.machine, { first = { n, n } }))
end]])

  -- Maps, novelty, islands, meetings, objectives, restarts: numbers that no plan has.
  script("plans of any size", NUMBERS .. [[
local first
for _, n in ipairs(N) do
  for _, fields in ipairs { { map = { { "size", n, n, n } }, scheme = "map" },
    { map = { { "size", 0, n, 9 }, { "steps", 0, 1, n } }, scheme = "map" },
    { novelty = { "size", near = n, add = n, archive = n } }, { islands = n },
    { islands = { n, every = n, migrate = n } }, { meet = n }, { meet = { n, hall = n } },
    { objectives = { n, n }, scheme = "pareto" }, { restarts = n, scheme = "cma" },
    { niche = ludus.niche and n }, { population = n }, { generations = n }, { cache = n },
    { elite = n }, { history = n }, { brood = { { children = n, "copy" } } },
    { plant = n }, { seconds = n }, { threads = n } } do
    local ok, e = pcall(an_experiment, fields)
    if ok and not first then first = e end
    tell(ok, not ok and e or "")
  end
end
return first or an_experiment()]])
  script("a map without end", [[ return an_experiment { scheme = "map", map = {
  { "size", 0, 1000, 1000 }, { "steps", 0, 1000, 1000 } } } ]])
  script("an archive without end", [[ return an_experiment { population = 1000,
  generations = 100000, stop = ludus.never,
  novelty = { function() return math.random() end, add = 1, archive = 1000000 } } ]])
  script("measures that are none", [[
local n = 0
local function bad()
  n = n + 1
  return ({ 0/0, 1/0, "x", {}, print, nil, -1e308, true })[n % 8 + 1]
end
return an_experiment { measures = { bad = bad, worse = function() error(P, 0) end } }]])
  script("measures of a map that lie", [[
local n = 0
return an_experiment { scheme = "map", generations = 9, map = { { function()
  n = n + 1
  return ({ 0/0, 1/0, -1/0, 1e308, -1e308, 5 })[n % 6 + 1]
end, 0, 9, 9 } } }]])
  script("a fitness that looks about", [[
return an_experiment { fitness = function(case)
  for key in next, getmetatable(case) or {} do tell(key) end
  for _, path in ipairs(P) do tell(pcall(function() return case[path] end)) end
  pcall(function() case.raw = 1 / 0 end)
  tell(pcall(case.again, case))
  return 0/0
end }]])
  script("those who meet change each other", [[
return ludus.experiment { population = 8, generations = 4, program = ludus.tree { nodes = 9 },
  meet = { 2, hall = 2 }, stop = ludus.never, game = ludus.game { cases = { 1 }, max = 2,
    repeats = true, constants = { 1 }, start = function() return {} end,
    primitives = { N = { 0, function(s) s.player = 7 return s.player end } },
    turn = function(s, value, player)
      s.n = (s.n or 0) + 1
      setmetatable(s, { __index = function() return P[1] end, __newindex = print,
        __len = function() return 1 << 60 end })
    end,
    done = function(s) return (rawget(s, "n") or 9) > 3 and "yes" end,
    score = function(s, v, case, me) return me and 1e308 or 0/0 end } }]])

  -- Populations, programs and runs that are kept for later.
  script("a population after its end", [[
local pops, runs = {}, {}
local function look(pop)
  for _, slot in ipairs { 1, 10, 11, 0, -1, 1 << 40, 0.5, "1" } do
    for _, name in ipairs { "score", "birth", "cases", "order" } do
      tell(pcall(function() return pop[name](pop, slot) end))
    end
    tell(pcall(function() return pop[slot] end))
    tell(pcall(function() pop[slot] = "RPB (X)" end))
  end
end
return an_experiment { on_generation = function(run)
  pops[#pops + 1], runs[#runs + 1] = run:population(), run
  for _, pop in ipairs(pops) do look(pop) end
  for _, slot in ipairs { 0, 11, -1, 1 << 40 } do
    tell(pcall(run.plant, run, slot, pops[1][1])) tell(pcall(run.plant, run, slot, P[1]))
  end
  tell(pcall(run.population, pops[1])) tell(pcall(pops[1].score, run, 1))
end, report = function(run)
  for _, pop in ipairs(pops) do look(pop) end
  for _, r in ipairs(runs) do
    tell(pcall(r.evolve, r, 3)) tell(pcall(r.restart, r)) tell(pcall(r.set, r, { elite = 1 }))
    tell(pcall(r.checkpoint, r, "finished")) tell(pcall(r.execute, r))
  end
end }]])
  script("steps of a study", [[
return ludus.study { name = "x", run = function(s)
  local deep = {} deep.deep = deep
  for _, name in ipairs { "", "\27[2J\7", ("n"):rep(1e6), "'; DELETE FROM runs; --", "\0", 7, {},
    print, P[3] } do
    for _, value in ipairs { 1, {}, { x = 0/0 }, deep, print, "\27[2J", P[1], { [1.5] = 1 } } do
      tell(pcall(s.step, name, function() return value end))
    end
    tell(pcall(s.step, name, function() return s.step(name, function() return 1 end) end))
    tell(pcall(s.step, name)) tell(pcall(s.step, name, P[1]))
  end
  return { digest = "0123456789abcdef", best = { raw = 1e9 }, run = 1, seed = P[1] }
end }]])
  script("thousands of parts of a study", [[
return ludus.study { name = "x", run = function(s)
  local mines = require "ludus.minesweeper".game { rows = 2, cols = 2 }
  for i = 1, 1e6 do ludus.evolve({ game = mines, program = ludus.tree {}, population = 1,
    generations = 1 }, s) end
end }]])
  script("a run inside a callback of a run", [[
local function again(run)
  run:evolve(1000000) run:restart() again(run)
end
return an_experiment { on_generation = again, schedule = again, report = again }]])

  -- Understanding hostile games.
  attack("games that fool those who look", [[
local list = { start = function(case)
    local s = { x = case } s.s = s
    return setmetatable(s, { __index = function() return s end,
      __tostring = function() return "\27[2J" end, __pairs = function() error "x" end,
      __name = "\27]0;PWNED\7", __len = function() return 1 << 60 end })
  end, show = function(s) return ("\27[2J\7\n"):rep(1000) end, help = "\27[2J",
  name = "\27[2J" }
local ok, g = pcall(a_game, list)
if not ok then list.help, list.name = nil, nil ok, g = pcall(a_game, list) end
tell(ok, g)
if ok then
  local p = g:read "RPB (ADD (X) (ADD 1 (X)))"
  for _, name in ipairs { "simplify", "explain", "strategy", "profile", "impact", "trace", "why",
    "blame", "distil", "tree", "outcomes", "losses", "dot", "svg", "diff" } do
    tell(pcall(function() return p[name](p, g) end)) tell(pcall(function() return p[name](p) end))
    tell(pcall(function() return p[name](p, g, 1 << 40) end))
    tell(pcall(function() return p[name](p, g, { file = P[6] }) end))
  end
end]])
  attack("traces that are walked wrongly", NUMBERS .. [[
local g = a_game()
local p = g:read "RPB (ADD (X) (X))"
local t = g:trace(p, 1)
for _, name in ipairs { "at", "step", "events", "forward", "back", "next", "goto", "show", "why",
  "with", "svg", "write" } do
  for _, n in ipairs(N) do tell(pcall(function() return t[name](t, n) end)) end
  for _, path in ipairs(P) do tell(pcall(function() return t[name](t, path) end)) end
end
for _, n in ipairs(N) do
  tell(pcall(g.trace, g, p, n)) tell(pcall(g.trace, g, p, 1, n)) tell(pcall(g.play, g, p, n))
end]])

  -- Processes and other programs.
  attack("players that are programs", [[
local external = require "ludus.external"
for _, words in ipairs { { "sh", "-c", "cat " .. P[1] .. "; touch made" }, { "/bin/sh" },
  "touch made", { "ludus" }, { P[1] }, { "python3", "-c", "open('made', 'w')" } } do
  for _, f in ipairs { external.open, external.start } do
    local ok, p = pcall(f, words)
    assert(not ok, "it was started")
    tell(p)
  end
  for _, name in ipairs { "ludus.ipd", "ludus.othello", "ludus.battleship",
    "ludus.othello.gtp" } do
    local ok, game = pcall(require, name)
    for _, method in ipairs { "external", "open", "player", "match", "teacher" } do
      tell(pcall(function() return game[method](words, words) end))
      tell(pcall(function() return game.match(game[method](words), "AD", { turns = 3 }) end))
    end
  end
end]])
  attack("drawings by other programs", [[
local plot = require "ludus.plot"
for _, path in ipairs { P[6], "made.png", "made.svg", "made.pdf", "|touch made",
  "made'; touch made; '" } do
  for _, f in pairs(plot) do
    if type(f) == "function" then
      tell(pcall(f, path, { series = { { x = { 1, 2 }, y = { 1, 2 } } } }))
      tell(pcall(f, { series = { { x = { 1, 2 }, y = { 1, 2 } } } }, path))
      tell(pcall(f, { { 1, 2 } }, { file = path, out = path }))
    end
  end
  tell(pcall(require "ludus.csv".write, path, { "a" }, { { a = 1 } }))
end]])
end
