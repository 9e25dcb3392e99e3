-- test_sane.lua -- scripts may do anything sane: score while they are loaded, change
-- games by any plain values; and what a game's functions may not do is noticed.

local check = dofile "tests/lua/check.lua"

local folder, write = check.folder()

local function ludus(words)
  return check.run(("cd %s; \"$LUDUS\" %s"):format(folder, words))
end

local START = 'local ludus = require "ludus"\n'

-- Runs a script on so many threads: what it prints, without the last lines.
local function run(text, threads, more)
  write("s.lua", START .. text)
  return ludus(("run s.lua --threads %d --quiet --store %s.db %s"):format(threads,
    os.time(), more or ""))
end

-- ---- scores at the top of a script ------------------------------------------------

local tree = [[
local g = ludus.game { cases = { 1, 2, 3 },
  primitives = { A = { 0, function(s) return s end },
    ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, value) return value end }
]]
local ending = [[
return ludus.experiment { game = g, program = PROGRAM, population = 10,
  generations = 3 }]]
local trees = ending:gsub("PROGRAM", "ludus.tree { nodes = 9 }")

local score = 'print(g:score(g:read "RPB (ADD (A) (A))").raw)\n'
for threads = 1, 3 do
  local out, err, status = run(tree .. score .. trees, threads)
  check.equal("a tree is scored as the script is loaded", out, "12\n")
  check.equal("and the run is made", err .. status, "0")
end
check.equal("so is it in the sandbox", (run(tree .. score .. trees, 2, "--sandbox")),
  "12\n")
check.equal("a case is played", (run(tree
  .. 'io.write(g:play(g:read "RPB (A)", 2).raw, "\\n")\n' .. trees, 2)), "2\n")
check.equal("a game that was changed", (run(tree
  .. "g = g:with { cases = { 5, 6 } }\n" .. score .. trees, 2)), "22\n")

check.equal("a machine", (run([[
local g = ludus.game { program = "machine", cases = 2, budget = 3,
  start = function() return { n = 0 } end,
  turn = function(s, move) s.n = s.n + (move == "c" and 1 or 0) return "c" end,
  score = function(s) return s.n end }
print(g:score(g:read "c01 d01").raw)
]] .. ending:gsub("PROGRAM", 'require "ludus.machine".program {}'), 2)), "6\n")

check.equal("lines", (run([[
local g = ludus.game { program = "linear", cases = 2, budget = 9,
  blocks = { { "main", 3 } }, start = function() return { n = 0 } end,
  instructions = { { "Up", function(s) s.n = s.n + 1 end } },
  score = function(s) return s.n end }
print(g:score(g:read "main\nUp\nUp\nUp\n").raw > 0)
]] .. ending:gsub("PROGRAM", 'require "ludus.linear".program {}'), 2)), "true\n")

check.equal("rules with a function in Lua", (run([[
local g = ludus.game { cases = { {}, {} }, repeats = true, budget = 3,
  functions = { UP = function(s) s.n = s.n + 1 end },
  rules = "var n\nlua UP cost 1 \"one more\"\nscore { n }\n" }
print(g:score(g:read "RPB (UP)").raw)
]] .. trees, 2)), "6\n")

check.equal("a run is made as the script is loaded", (run(tree .. [[
local run = ludus.evolve(ludus.experiment { game = g, population = 10,
  program = ludus.tree { nodes = 9 }, generations = 2 }, { threads = 1 })
print(run.generation)
]] .. trees, 2)), "1\n")

-- ---- games with other values --------------------------------------------------------

local cases = [[
local g = ludus.game { cases = { { a = 1 } }, budget = 50,
  primitives = { A = { 0, function(s) return s.a or -100 end } },
  score = function(s, value) return value + (s.more and s.more[3].x or 0)
    + (s["end"] == true and 1000 or 0) + (s[2.5] or 0) + (s.text == "a\n\0\"" and 1e4 or 0)
    + (s.tiny == 0x1p-1074 and 1e5 or 0) end }
]]
local changed = [[
g = g:with { cases = { { a = 5 }, { a = 6, more = { 1, 2, { x = 40 } }, ["end"] = true,
  [2.5] = 0.5, text = "a\n\0\"", tiny = 0x1p-1074 } } }
]]
local want = "111051.5"
local function best(text, threads)
  write("s.lua", START .. text)
  local out, err = ludus(("run s.lua --threads %d --store w.db --json"):format(threads))
  return out:match '"raw":([%d.]+)' or out .. err
end
check.equal("names, reals and texts arrive", best(cases .. changed .. trees, 2), want)
check.equal("also after another change", best(cases .. changed
  .. "g = g:with { budget = 40 }\n" .. trees, 2), want)
check.equal("also by --set", select(3, ludus("run s.lua --set game.budget=30 --quiet")), 0)

for name, value in pairs {
  ["a function"] = "{ function() end }", ["a game"] = "{ { g } }",
  ["a table with a metatable"] = "{ setmetatable({}, {}) }",
  ["a table inside itself"] = "(function() local t = {} t.t = t return { t } end)()",
  ["a thread"] = "{ coroutine.create(print) }" } do
  local _, err, status = run(tree .. "g = g:with { cases = " .. value .. " }\n" .. trees, 1)
  check.ok(name .. " is refused", err:find("field 'cases': only numbers, texts, true, "
    .. "false and tables of them can be changed", 1, true))
  check.equal(name .. ": status", status, 2)
end

-- ---- games that remember ------------------------------------------------------------

-- Every program counts, so that it shows in generation 0: later ones are already bred
-- by scores that depend on the threads.
local counts = [[
local seen = { n = 0 }
local g = ludus.game { cases = { 1, 2 },
  primitives = { NEXT = { 0, function() seen.n = seen.n + 1 return seen.n end },
    ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, value) return value end }
]]
local _, err, status = run(counts .. trees, 1)
check.equal("a primitive that counts is named", err,
  "ludus: s.lua:3: ludus.game: the same program has a score of 10 or of 26, by what was "
  .. "played before it: functions of a game may keep nothing from one case to the next, "
  .. "but in the state that 'start' gives\n  primitive 'NEXT' (s.lua:4) changes 'seen', "
  .. "which is declared outside it\n")
check.equal("and the run fails", status, 1)
for threads = 2, 3 do
  local _, again = run(counts .. trees, threads)
  check.equal("whatever the threads", again, err)
end
_, err = run([[
local n = 0
local g = ludus.game { program = "linear", cases = 2, budget = 9,
  blocks = { { "main", 3 } }, start = function() return { n = 0 } end,
  instructions = { { "Up", function(s) n = n + 1 s.n = n end },
    { "No", function() end } },
  score = function(s) return s.n end }
]] .. ending:gsub("PROGRAM", 'require "ludus.linear".program {}'), 2)
check.ok("an instruction", err:find("instruction 'Up' (s.lua:5) changes 'n'", 1, true))
_, err = run([[
local played = 0
local g = ludus.game { cases = { 1, 2 }, constants = { 1 },
  primitives = { ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, value) played = played + 1 return value + played end }
]] .. trees, 2)
check.ok("a score", err:find("function 'score' (s.lua:5) changes 'played'", 1, true))
_, err, status = run([[
local memo = {}
local function square(x)
  memo[x] = memo[x] or x * x
  return memo[x]
end
local g = ludus.game { cases = { 1, 2 },
  primitives = { A = { 0, function(s) return s end },
    SQ = { 1, function(_, a) return square(a) end } },
  score = function(_, value) return value end }
]] .. trees, 2)
check.equal("what is remembered without effect is no mistake", err .. status, "0")

return check.done()
