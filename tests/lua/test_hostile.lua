-- test_hostile.lua -- scripts of strangers that try to get out, each in the sandbox:
-- with all its walls, and again where the kernel knows no Landlock.
--
-- Around the store that a script may use lie a secret, another store and names of files
-- that must not come into being. Whatever the script does, the process ends by itself
-- with a status of its own, no word of the secret is printed, nothing else is changed,
-- and no character that steers a terminal comes out. Memory and time are small.

local check  = dofile "tests/lua/check.lua"
local core   = require "ludus.core.store"
local public = require "ludus.script.public"
local system = require "ludus.core.system"

local folder, write = check.folder()
local SECRET = "k3y-of-the-host"
os.execute("mkdir -p " .. folder .. "/own " .. folder .. "/cache")
write("secret.txt", SECRET .. "\n")
write("own/secret.gp", "RPB (" .. SECRET .. ")\n")

local function other_store(path)
  local db = core.open(path)
  db:run "CREATE TABLE t (text)"
  db:run("INSERT INTO t VALUES (?)", SECRET)
  db:close()
end
other_store(folder .. "/other.db")
other_store(folder .. "/own/other.db")

local function bytes_of(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local bytes = file:read "a"
  file:close()
  return bytes
end

-- ---- what each script finds at hand ---------------------------------------------------

-- P are paths worth having; reach() gives all functions that can be reached from the modules
-- a script may require; what is asserted and does not hold fails the test.
local prelude = ([[
local ludus = require "ludus"
local MODULES, FOLDER = { %s }, %q
local P = { FOLDER .. "/secret.txt", FOLDER .. "/own/secret.gp", FOLDER .. "/other.db",
  FOLDER .. "/own/other.db", FOLDER .. "/made", FOLDER .. "/own/made", "made",
  "/etc/hostname", "/proc/self/environ", "/dev/tty" }
local function reach()
  local seen, list, tables = {}, {}, {}
  local function walk(t, name, depth)
    if seen[t] or depth > 4 then return end
    seen[t] = true
    tables[#tables + 1] = t
    for key, value in next, t do
      if type(value) == "function" then
        list[#list + 1] = { name .. "." .. tostring(key), value, t, key }
      elseif type(value) == "table" then walk(value, name .. "." .. tostring(key),
        depth + 1) end
    end
    local meta = getmetatable(t)
    if type(meta) == "table" then walk(meta, name .. "~", depth + 1) end
  end
  for _, name in ipairs(MODULES) do
    local ok, module = pcall(require, name)
    if ok and type(module) == "table" then walk(module, name, 0) end
  end
  return list, tables
end
local function assert(ok, ...)
  if not ok then print("OUT: " .. tostring((...))) error("it did not hold", 2) end
  return ok, ...
end
local function tell(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    print(pcall(tostring, value))
    if type(value) == "table" then
      for k, v in next, value do print(pcall(tostring, v)) end
    end
  end
end
local function a_game(more)
  local fields = { cases = { 1, 2 }, max = 9, budget = 50, constants = { 1, 2 },
    primitives = { X = { 0, function(s) return s.x end },
      ADD = { 2, function(_, a, b) return a + b end } },
    start = function(case) return { x = case } end,
    score = function(_, value) return math.min(value or 0, 9) end }
  for key, value in pairs(more or {}) do fields[key] = value end
  return ludus.game(fields)
end
local function an_experiment(more)
  local fields = { game = a_game(), program = ludus.tree { nodes = 20 },
    population = 10, generations = 3, stop = ludus.never }
  for key, value in pairs(more or {}) do fields[key] = value end
  return ludus.experiment(fields)
end
]]):gsub("\n", " "):format((function()
  local quoted = {}
  for _, name in ipairs(public.modules()) do      -- measuring takes its time
    if not name:find "%.bench%." then quoted[#quoted + 1] = ("%q"):format(name) end
  end
  return table.concat(quoted, ",")
end)(), folder)

-- ---- the scripts ------------------------------------------------------------------------

local attacks = {}

-- A plain program, by `ludus lua`.
local function attack(name, text)
  attacks[#attacks + 1] = { name = name, text = text, command = "lua" }
end

-- A script that returns something, by `ludus run`.
local function script(name, text)
  attacks[#attacks + 1] = { name = name, text = text, command = "run" }
end

-- Files, by whatever the library has.
attack("every function with a path", [[
for _, row in ipairs((reach())) do
  for _, path in ipairs(P) do tell(pcall(row[2], path)) end
end]])
attack("every function with a path and a text", [[
for _, row in ipairs((reach())) do
  for i = 1, 6 do tell(pcall(row[2], P[i], "x")) tell(pcall(row[2], "x", P[i])) end
end]])
attack("every function with a table of paths", [[
for _, row in ipairs((reach())) do
  for i = 1, 4 do tell(pcall(row[2], { P[i], file = P[i], path = P[i], store = P[i],
    out = P[i], read = P[i], plant = { P[i] }, program = P[i], data = P[i] })) end
end]])
attack("every method of objects with a path", [[
local objects = { a_game(), a_game():read "RPB (ADD (X) (X))", ludus.rng(1),
  require "ludus.minesweeper".game {}, ludus.parse "RPB (UNC 0)",
  require "ludus.battleship".set, require "ludus.ipd".game {}, an_experiment() }
local names = "read write save load open svg dot tree trace play score with species "
  .. "facts prims text source file path store run restore start plant game record"
for _, o in ipairs(objects) do
  for name in names:gmatch "%a+" do
    for _, path in ipairs(P) do tell(pcall(function() return o[name](o, path) end)) end
  end
end]])
script("planted files", [[ return an_experiment { plant = { P[1], P[2] } } ]])
attack("planted files, one by one", [[
for _, path in ipairs(P) do
  tell(pcall(function() return ludus.evolve(an_experiment { plant = { path } }) end))
end]])
attack("a class of a script", [[ for _, path in ipairs(P) do tell(pcall(ludus.class, path)) end ]])
attack("runs of other stores", [[
for _, path in ipairs(P) do tell(pcall(ludus.run, 1, path)) end
tell(pcall(ludus.run, 1)) tell(pcall(ludus.run, 1, ":memory:"))
tell(pcall(ludus.run, 1, "file:" .. P[3] .. "?mode=ro"))]])
attack("drawings", [[
local p = ludus.parse "RPB (UNC 0)"
for _, path in ipairs(P) do
  tell(pcall(p.svg, p, path)) tell(pcall(p.dot, p, path)) tell(pcall(p.tree, p, path))
  tell(pcall(require "ludus.plot".svg, path, { series = { { x = { 1 }, y = { 1 } } } }))
end]])
script("rules as native code", [[
local g = ludus.game { rules = "var n  INC { n = n + 1 }  score { n }", engine = "native" }
print(g:engine())
require "ludus.rules".use "native"
print(g:engine())
return an_experiment { game = g }]])
attack("rules with C in them", [[
for _, text in ipairs { "var n  A { n = n } } int main() { system(\"touch made\"); }",
  "var system  A { system = 1 } score { system }", "var n A { n = \"x\" } score { n }",
  "#include </etc/passwd>\nvar n score { n }", "var n lua os score { n }" } do
  tell(pcall(ludus.game, { rules = text, engine = "native" }))
end]])

-- Modules and globals.
attack("modules by other names", [[
for _, name in ipairs { "ludus.core.store", "ludus.core.system", "ludus.core.sandbox",
  "ludus.run.store", "ludus.script", "ludus.script.sandbox", "ludus.cli", "ludus.repl",
  "ludus.core.limit", "ludus/core/store", "ludus..core.store", "./ludus", "../own/secret",
  "io", "os", "debug", "package", "_G", "string", "", " ", "\0", "ludus\0.core.store",
  "jit", "ffi", "posix", "socket" } do
  tell(pcall(require, name)) assert(not pcall(require, name), name)
end
for _, name in ipairs { 1, 0/0, true, print, { "ludus" }, setmetatable({},
  { __tostring = function() return "ludus" end, __eq = function() return true end }) } do
  assert(not pcall(require, name))
end]])
attack("a name that changes while it is asked for", [[
local n = 0
tell(pcall(require, setmetatable({}, { __index = function() n = n + 1 return "io" end,
  __tostring = function() return n > 1 and "ludus.core.store" or "ludus" end })))]])
attack("what is loaded", [[
for _, way in ipairs { "package.loaded", "package.preload", "package.searchers",
  "package.loadlib", "package.searchpath", "debug.getregistry", "debug.getupvalue",
  "debug.setmetatable", "debug.getlocal", "debug.sethook", "io.open", "io.popen",
  "io.lines", "io.stdin", "io.stderr", "io.tmpfile", "os.execute", "os.remove",
  "os.rename", "os.exit", "os.getenv", "os.tmpname", "os.setlocale", "string.dump" } do
  local f, error_ = load("return " .. way)
  assert(not pcall(f), way)
end]])
attack("code in the library's name", [[
local f = load("return _ENV, io, os", "@ludus/script/sandbox.lua")
tell(f())
local g = load("return io.open", "@ludus/init.lua", "bt", { io = io })
tell(pcall(g))]])
attack("another environment", [[
local f = load("x = 1 return io", "=x", "t", setmetatable({}, { __index = _G }))
tell(pcall(f)) _ENV = nil]])
attack("bytecode", [[
local f = "\27Lua\x54\0\x19\x93\r\n\x1a\n\4\8\8"
for _, mode in ipairs { "b", "bt", "t", "x" } do tell(load(f, "x", mode)) end
local sent
tell(load(function() if sent then return nil end sent = true return f end, "x", "b"))]])
attack("pieces of code that are none", [[
for _, value in ipairs { 1, {}, true, print } do
  tell(pcall(load, function() return value end))
end
tell(pcall(load, function() return load(function() error "x" end) end))]])
attack("metatables of everything", [[
for _, value in ipairs { "", 1, true, print, coroutine.create(print), a_game(),
  ludus.rng(1), io, os, string, _G, ludus, an_experiment() } do
  local meta = getmetatable(value)
  assert(type(meta) ~= "table", tostring(value))
  assert(not pcall(setmetatable, value, {}) or type(value) == "table" and not meta)
end]])
attack("finalisers", [[
assert(not pcall(setmetatable, {}, { __gc = function() io.open "made" end }))
local meta = {}
local t = setmetatable({}, meta)
meta.__gc = function() print(io.open) end
t = nil collectgarbage() collectgarbage()]])

-- The host's own functions, replaced or listened to: does one get the store, a file?
script("hooks on every function", [[
local got = {}
local function look(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    local ok, text = pcall(tostring, value)
    if ok and (text:find "^ludus%.store" or text:find "^file %(") then got[1] = value end
  end
end
for _, row in ipairs((reach())) do
  pcall(rawset, row[3], row[4], function(...) look(...) return row[2](...) end)
end
local function use(run)
  look(run)
  for _, v in next, run do look(v) end
  if got[1] then
    pcall(function() got[1]:run "DELETE FROM runs" end)
    pcall(function() got[1]:write "x" end)
    print("OUT: a handle of the host")
  end
end
return an_experiment { on_generation = use, report = use }]])
script("functions that fail", [[
for _, row in ipairs((reach())) do
  if not row[1]:find "experiment" then
    pcall(rawset, row[3], row[4], function() error(P, 0) end)
  end
end
return an_experiment()]])
script("functions that never end", [[
for _, row in ipairs((reach())) do
  pcall(rawset, row[3], row[4], function() while true do end end)
end
return ludus.experiment {}]])
script("metatables on the library's tables", [[
local _, tables = reach()
for _, t in ipairs(tables) do
  pcall(setmetatable, t, { __index = function(_, k) return print end,
    __newindex = function(_, k, v) tell(k, v) end, __call = function(...) tell(...) end,
    __len = function() return 1 << 60 end, __pairs = function() return nil end })
end
return an_experiment()]])
script("fields of the run", [[
return an_experiment { on_generation = function(run)
  for key in next, run do pcall(rawset, run, key, nil) end
  for _, name in ipairs { "checkpoint", "store", "save", "execute", "evolve", "stats",
    "rows", "experiment", "unsaved", "id", "path", "options" } do
    pcall(rawset, run, name, function(...) tell(...) return P[5] end)
  end
end }]])
script("fields of the experiment", [[
local e = an_experiment()
for _, name in ipairs { "game", "program", "species", "given", "place", "plan", "with" } do
  pcall(rawset, e, name, setmetatable({}, { __index = function() return print end,
    __call = function(...) tell(...) end }))
end
return e]])
script("a study with a start of its own", [[
local s = ludus.study { name = "x", settings = {}, run = function(s) tell(s) end }
for _, name in ipairs { "start", "run", "settings", "name", "is" } do
  pcall(rawset, s, name, function(...) tell(...) return { got = { ... } } end)
end
return s]])
script("a result that is no table", [[
return ludus.study { name = "x", run = function()
  local t = {} t.t = t
  return setmetatable(t, { __pairs = function() error "x" end,
    __index = function() return t end })
end }]])
script("something else than an experiment", [[
return setmetatable({ game = a_game(), start = print, run = print }, {
  __index = function(_, key) return function() return P[1] end end,
  __name = "ludus.experiment", __metatable = "ludus.experiment" })]])

-- Terminals.
local STEER = [["\27]0;PWNED\7\27[2J\27]52;c;cHduZWQ=\7\x9b31m\xC2\x9b2J\r\8"]]
script("words that steer the terminal", ([[
print(%s) io.write(%s, "\n") print(setmetatable({}, { __tostring = function()
  return %s end }))
return ludus.study { name = %s, run = function(s) s.say(%s) error(%s, 0) end }
]]):gsub("%%s", function() return STEER end))
script("names that steer the terminal", ([[
return an_experiment { name = %s, report = function(run) error(%s, 0) end,
  game = a_game { name = %s, primitives = { X = { 0, print, help = %s } } } }]]):gsub("%%s", function() return STEER end))
script("settings that steer the terminal", ([[
return ludus.study { name = "x", settings = { [%s] = { "integer", %s } }, run = print }
]]):gsub("%%s", function() return STEER end))

-- Endless and deep.
attack("deep recursion", [[
local function f() return 1 + f() end tell(pcall(f))
local function g() return pcall(g) end tell(pcall(g))
local function h(...) return h(1, ...) end tell(pcall(h))]])
attack("recursion through C", [[
local function f(s) return (s:gsub(".", f)) end tell(pcall(f, "x"))
local function g() table.sort({ 2, 1 }, g) end tell(pcall(g))
local t = setmetatable({}, {}) getmetatable(t).__index = t tell(pcall(function() return t.x end))
local u = setmetatable({}, { __tostring = function(u) return tostring(u) end })
tell(pcall(tostring, u))
local v = setmetatable({}, { __eq = function(a, b) return a == b end })
tell(pcall(function() return v == setmetatable({}, getmetatable(v)) end))]])
attack("coroutines in coroutines", [[
local function f(n) return coroutine.wrap(function() return f(n + 1) end)() end
tell(pcall(f, 1))
local co co = coroutine.create(function() return coroutine.resume(co) end)
tell(coroutine.resume(co))
local list = {}
for i = 1, 1e6 do list[i] = coroutine.create(print) end]])
attack("a game in its own primitive", [[
local g, p
g = a_game { primitives = { X = { 0, function(s) return g:score(p).raw end } } }
p = g:read "RPB (X)"
tell(pcall(g.score, g, p)) tell(pcall(g.play, g, p, 1)) tell(pcall(g.trace, g, p, 1))]])
attack("a game that starts itself", [[
local g, p
g = a_game { start = function(case) g:play(p, 1) return { x = 1 } end }
p = g:read "RPB (X)"
tell(pcall(g.play, g, p, 1))]])
attack("evolution in evolution", [[
local function again() return ludus.evolve(an_experiment { population = 3,
  on_generation = function() again() end }) end
tell(pcall(again))]])
attack("evolution in an operator", [[
local e
local function op(rng, mother) ludus.evolve(e) return mother end
e = an_experiment { vary = { { 1, op } } }
tell(pcall(ludus.evolve, e))]])
script("lazy arguments without end", [[
local g = a_game { primitives = { X = { 0, function(s) return 1 end },
  L = { 2, lazy = true, function(s, a, b) while true do a() b() end end } } }
return an_experiment { game = g }]])
attack("lazy arguments kept for later", [[
local kept = {}
local g = a_game { primitives = { X = { 0, function() return kept[1] and kept[1]() or 1 end },
  L = { 2, lazy = true, function(s, a, b) kept[#kept + 1] = a return b() end } } }
for i = 1, 20 do tell(pcall(function() return g:score(g:read "RPB (L (L (X) (X)) (X))") end)) end
for _, f in ipairs(kept) do tell(pcall(f)) end]])
script("yields across everything", [[
local g = a_game { primitives = { X = { 0, function() coroutine.yield(1) return 1 end } } }
local co = coroutine.wrap(function() return g:score(g:read "RPB (X)") end)
tell(pcall(co))
return an_experiment { game = g, on_generation = coroutine.yield }]])
attack("a chain of handlers", [[
tell(xpcall(error, function(e) error(e) end))
tell(xpcall(error, function(e) return xpcall(error, print) end))
local function f() xpcall(f, f) end tell(pcall(f))]])
attack("to be closed, for ever", [[
local function forever() while true do end end
local function f() local x <close> = setmetatable({}, { __close = forever }) error "x" end
pcall(f)]])
attack("a loop that catches its end", [[
while true do pcall(function() while true do end end) end]])
attack("a coroutine that catches its end", [[
local co = coroutine.wrap(function() while true do
  pcall(function() while true do coroutine.yield() end end) end end)
while true do pcall(co) end]])
attack("a bad pattern", [[ (("a"):rep(1e5)):find((".-"):rep(40) .. "b") ]])
attack("a search that takes an age", [[
local o = require "ludus.othello"
for _, row in ipairs((reach())) do
  if row[1]:find "othello" and row[1]:find "solve" then pcall(row[2]) end
end
tell(pcall(o.match, "random", "random", { solve = 24, openings = 10000 }))]])
attack("statistics without end", [[
local stats = require "ludus.stats"
tell(pcall(stats.bootstrap, { 1, 2, 3 }, stats.mean, 1e12))
tell(pcall(stats.quantile, setmetatable({}, { __len = function() return 1 << 62 end }), 0.5))]])

-- Memory.
attack("strings", [[
tell(pcall(string.rep, "x", 1 << 62)) tell(pcall(string.rep, "x", 1 << 40))
tell(pcall(string.rep, "x", 1e9, ("y"):rep(1000)))
tell(pcall(string.format, ("%s"):rep(250), table.unpack({}, 1, 250)))
tell(pcall(string.format, "%99999d", 1)) tell(pcall(string.format, "%.9999f", 1))
tell(pcall(string.pack, "!16s8j16", "x", 1)) tell(pcall(string.unpack, "s8", ("\255"):rep(8)))
tell(pcall(string.unpack, "j", "12345678", math.mininteger))
tell(pcall(string.byte, "abc", math.mininteger, math.maxinteger))
tell(pcall(utf8.char, math.maxinteger)) tell(pcall(utf8.offset, "x", math.mininteger))
tell(pcall(utf8.codepoint, "\xff", 1)) tell(pcall(string.char, -1, 256))]])
attack("tables", [[
tell(pcall(table.unpack, {}, 1, 1e7)) tell(pcall(table.unpack, {}, 1, 1 << 40))
tell(pcall(table.concat, setmetatable({}, { __index = function() return "x" end,
  __len = function() return 1 << 60 end })))
tell(pcall(table.move, {}, 1, math.maxinteger, 2))
tell(pcall(table.insert, {}, math.maxinteger, 1))
tell(pcall(table.remove, {}, math.mininteger))
tell(pcall(table.sort, { 3, 1, 2, 5, 4 }, function() return true end))
tell(pcall(select, math.mininteger)) tell(pcall(table.pack, table.unpack({}, 1, 2e5)))]])
attack("a table that grows", [[ local t = {} for i = 1, 1e9 do t[i] = { i, tostring(i) } end ]])
attack("games without end", [[
local list = {}
for i = 1, 1e7 do list[i] = require "ludus.minesweeper".game { rows = 64, cols = 64,
  cases = 1000 } end]])
attack("traces without end", [[
local g = require "ludus.minesweeper".game { budget = 1000000000, iter_limit = 1000000 }
local list = {}
for i = 1, 1e5 do list[i] = select(2, pcall(g.trace, g, ludus.parse
  "RPB (ITER (ITER (ITER (MOV 1) (UNC 0)) (UNC 0)) (MOV 1))", 1)) end]])
script("a population without end", [[ return an_experiment { population = 10000000,
  program = ludus.tree { nodes = 10000, adfs = { 5, 5, 5 } } } ]])
script("a cache without end", [[ return an_experiment { cache = 26 } ]])
script("a cache of two", [[ return an_experiment { cache = 1, generations = 6 } ]])
attack("threads of threads", [[
local list = {}
for i = 1, 1000 do list[i] = select(2, pcall(ludus.evolve, an_experiment(), { threads = 256 })) end]])
attack("deep code", [[
tell(load(("("):rep(1e5))) tell(load(("{"):rep(1e5))) tell(load(("a="):rep(1e5)))
tell(load("return " .. ("-"):rep(1e5) .. "1")) tell(load(("do "):rep(1e5)))
tell(load("local " .. ("a,"):rep(300) .. "a")) tell(load("x=" .. ("'a'.."):rep(1e5) .. "'a'"))
tell(load("return function() " .. ("return function() "):rep(300)))]])
attack("deep texts", [[
local json = require "ludus.json"
tell(pcall(json.decode, ("["):rep(1e6))) tell(pcall(json.decode, ("{\"a\":"):rep(1e5)))
local t = {} t[1] = t
tell(pcall(json.encode, t))
local deep = {} for i = 1, 1e5 do deep = { deep } end
tell(pcall(json.encode, deep)) tell(pcall(an_experiment, { plant = deep }))
tell(pcall(ludus.parse, "RPB " .. ("(ADD "):rep(1e5)))
tell(pcall(a_game().read, a_game(), "RPB " .. ("(ADD (X) "):rep(1e5)))
tell(pcall(ludus.game, { rules = "var n A { " .. ("if n { "):rep(1e5) }))]])
attack("itself everywhere", [[
local t = {} t.t, t[1], t[t] = t, t, t
setmetatable(t, { __index = t, __call = function() return t end })
for _, row in ipairs((reach())) do
  tell(pcall(row[2], t)) tell(pcall(row[2], t, t, t))
end]])
attack("lengths that lie", [[
for _, row in ipairs((reach())) do
  for _, n in ipairs { -1, 1 << 31, 1 << 62, 0.5, "x" } do
    local t = setmetatable({}, { __len = function() return n end,
      __index = function(_, k) return k end })
    tell(pcall(row[2], t)) tell(pcall(row[2], { t, cases = t, vary = t, plant = t }))
  end
end]])

-- What is stored.
script("names for the store", [[
return an_experiment { name = "x'); DELETE FROM runs; --\0\"" .. ("n"):rep(1e5) }]])
script("figures for the store", [[
local n = 0
return an_experiment { game = a_game { score = function()
  n = n + 1
  return ({ 0/0, 1/0, -1/0, 2^63, 1e308 })[n % 5 + 1]
end } }]])
script("another database by name", [[
return an_experiment { name = "ATTACH '" .. P[3] .. "' AS o" }]])
attack("dates and times", [[
tell(pcall(os.date, "*t", 1 << 60)) tell(pcall(os.date, "%Ez", -1 << 60))
tell(pcall(os.date, ("%c"):rep(1e5))) tell(pcall(os.time, { year = 1 << 40, month = 1,
  day = 1 })) tell(pcall(os.difftime, 0/0, 1)) tell(pcall(os.date, "%", 0))]])
attack("numbers as counts", [[
for _, row in ipairs((reach())) do
  for _, n in ipairs { -1, 0, 1 << 31, 1 << 32, 1 << 53, math.maxinteger, math.mininteger,
    0/0, 1/0, -0.0, 1e308 } do tell(pcall(row[2], n)) tell(pcall(row[2], n, n, n)) end
end]])

dofile "tests/lua/attacks.lua"(attack, script)
dofile "tests/lua/attacks_more.lua"(attack, script)
dofile "tests/lua/attacks_lists.lua"(attack, script)

-- ---- around them ------------------------------------------------------------------------

local function kept()
  local parts = { bytes_of(folder .. "/secret.txt"), bytes_of(folder .. "/own/secret.gp"),
    bytes_of(folder .. "/other.db"), bytes_of(folder .. "/own/other.db") }
  return table.concat(parts, "\0")
end
local before = kept()

-- What lies in the folder of the scripts and of the store, and what does not belong there.
local belongs = { ["secret.gp"] = true, ["other.db"] = true, ["runs.db"] = true,
  ["runs.db-journal"] = true, ["runs.db-wal"] = true, ["runs.db-shm"] = true,
  ["a.lua"] = true, ["./"] = true, ["../"] = true }
local function strays()
  local found = {}
  for _, name in ipairs(system.files(folder .. "/own")) do
    if not belongs[name] then found[#found + 1] = name end
  end
  if system.exists(folder .. "/made") then found[#found + 1] = "made" end
  return table.concat(found, " ")
end

-- Hurried, where that is possible: the time below is then a second.
local preloads = check.preloads()
local function sandboxed(words, unlocked)
  local shim = preloads and ("FAULT_HURRY=10 FAULT_LANDLOCK=%d LD_PRELOAD=%s")
    :format(unlocked and 1 or 0, check.shim) or ""
  return check.run(("cd %s/own && timeout -s KILL 120 env HOME=%s XDG_CACHE_HOME=%s/cache "
    .. 'HOST_SECRET=%s ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" %s "$LUDUS" %s')
    :format(folder, folder, folder, SECRET, shim, words))
end

local limits = " --sandbox --memory 60 --time 10"

local function try(row, unlocked)
  local name = row.name .. (unlocked and ", without Landlock" or "")
  write("own/a.lua", prelude .. "\n" .. row.text)
  local words = { lua = "lua" .. limits .. " a.lua",
    run = "run a.lua --store runs.db --threads 2" .. limits }
  local out, err, status = sandboxed(words[row.command], unlocked)
  check.ok(("%s: ends by itself, status %s: %s"):format(name, tostring(status),
    err:sub(1, 300)), status and status <= 3)
  check.ok(name .. ": is told nothing", not out:find(SECRET, 1, true)
    and not err:find(SECRET, 1, true))
  check.ok(name .. ": gets no handle", not out:find("OUT: ", 1, true))
  check.equal(name .. ": makes nothing", strays(), "")
  check.ok(name .. ": changes nothing", kept() == before)
  check.ok(name .. ": steers no terminal", not (out .. err):find "[\27\7\8\r]"
    and not (out .. err):find "\xC2[\x80-\x9F]")
end

-- The devices are as they were, whoever runs the tests.
local function devices()
  return (check.run "stat -c '%n %a %u %g %F' /dev/null /dev/zero /dev/full /dev/tty \\\n"
    .. "/dev/random /dev/urandom /dev/ptmx /dev/shm /dev 2>/dev/null")
end
local devices_before = devices()

check.ok("scripts enough", #attacks >= 123)
for _, row in ipairs(attacks) do
  try(row, false)
  if preloads then try(row, true) end
end

-- The results of many runs in a table.
write("own/a.lua", ([[return require "ludus".study { name = "x", run = function(s)
  s.step(%s, function() return 1 end)
  return { [%s] = s.seed, text = %s }
end }]]):gsub("%%s", function() return STEER end))
local table_out, table_err = sandboxed("run a.lua --seeds 1..3 --store runs.db" .. limits)
check.ok("a table of results", table_out:find("quartiles", 1, true))
check.ok("steers no terminal", not (table_out .. table_err):find "[\27\7\8\r]")

-- Without Landlock the other wall of the kernel stands, and the sandbox says what lacks.
if preloads then
  write("own/a.lua", "print 'here'")
  local walls = write("walls.lua", "local walls = require 'ludus.core.sandbox'.enter "
    .. "{ memory = 60, seconds = 0, millions = 0 } print(walls.files, walls.calls)")
  local out = check.run(("FAULT_LANDLOCK=1 LD_PRELOAD=%s %s lua %s"):format(check.shim,
    '"$LUDUS"', walls))
  check.equal("no Landlock", out, "false\ttrue\n")
end
check.equal("devices are as before", devices(), devices_before)
check.ok("and the store is sound", select(3, check.run('"$LUDUS" runs --check --store '
  .. folder .. "/own/runs.db")) == 0)

os.execute("rm -rf " .. folder)
return check.done()
