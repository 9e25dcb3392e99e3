-- The sandbox: what a script of a stranger cannot do, and how its limits end it.
local check = dofile "tests/lua/check.lua"

local folder, write = check.folder()

-- The leak sanitizer looks at a process by another one, which the cage forbids.
local CAGED = 'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" "$LUDUS" '

local function ludus(words) return check.run(CAGED .. words) end

local function exists(name)
  return require "ludus.core.system".exists(folder .. "/" .. name) ~= nil
end

-- ---- what cannot be done --------------------------------------------------------------

-- Lua code and what its error says, or the values it gives, each in the sandbox.
local attempts = {
  { "io.open '/etc/passwd'", "'io.open' is not allowed in the sandbox" },
  { "io.popen 'id'", "'io.popen' is not allowed in the sandbox" },
  { "io.lines '/etc/passwd'", "'io.lines' is not allowed in the sandbox" },
  { "io.read()", "'io.read' is not allowed in the sandbox" },
  { "io.stdout:seek 'set'", "'io.stdout' is not allowed in the sandbox" },
  { "io.write '':close()", "'io.close' is not allowed in the sandbox" },
  { "os.execute 'touch made'", "'os.execute' is not allowed in the sandbox" },
  { "os.remove 'w.lua'", "'os.remove' is not allowed in the sandbox" },
  { "os.rename('w.lua', 'v.lua')", "'os.rename' is not allowed in the sandbox" },
  { "os.tmpname()", "'os.tmpname' is not allowed in the sandbox" },
  { "os.getenv 'HOME'", "'os.getenv' is not allowed in the sandbox" },
  { "os.exit(0)", "'os.exit' is not allowed in the sandbox" },
  { "os.setlocale 'C'", "'os.setlocale' is not allowed in the sandbox" },
  { "debug.getregistry()", "'debug.getregistry' is not allowed in the sandbox" },
  { "debug.getinfo(1)", "'debug.getinfo' is not allowed in the sandbox" },
  { "debug.sethook()", "'debug.sethook' is not allowed in the sandbox" },
  { "package.loadlib('libc.so.6', '*')",
    "'package.loadlib' is not allowed in the sandbox" },
  { "package.loaded.io", "'package.loaded' is not allowed in the sandbox" },
  { "package.searchers", "'package.searchers' is not allowed in the sandbox" },
  { "package.cpath", "'package.cpath' is not allowed in the sandbox" },
  { "string.dump(print)", "'string.dump' is not allowed in the sandbox" },
  { "('').dump", "nil" },
  { "dofile '/etc/passwd'", "'dofile' is not allowed in the sandbox" },
  { "loadfile '/etc/passwd'", "'loadfile' is not allowed in the sandbox" },
  { "require 'ludus.machine'.read '/etc/hostname'",
    "reading files is not allowed in the sandbox" },
  { "require 'ludus.battleship'.set:read '/etc/hostname'",
    "reading files is not allowed in the sandbox" },
  { "select(2, load '\\27Lua')", "attempt to load a binary chunk (mode is 't')" },
  { "select(2, load('\\27Lua', 'x', 'b'))",
    "attempt to load a binary chunk (mode is 't')" },
  { "load('return io.open', '=line')()", "'io.open' is not allowed in the sandbox" },
  { "load('return _ENV', 'x', 't')() == _G", "true" },
  { "_G.io.open", "'io.open' is not allowed in the sandbox" },
  { "getmetatable ''", "nil" },
  { "getmetatable(print)", "nil" },
  { "getmetatable(_G)", "strict" },
  { "getmetatable(io)", "sandbox" },
  { "getmetatable(require 'ludus.minesweeper'.game {})", "nil" },
  { "getmetatable(coroutine.create(print))", "nil" },
  { "getmetatable(require 'ludus')", "ludus" },
  { "getmetatable(require 'ludus.linear')", "ludus.linear" },
  { "getmetatable(require 'ludus'.study { name = 'x', run = print })", "ludus.study" },
  { "require 'ludus'.study { name = 'x', run = print }.__index", "nil" },
  { "getmetatable(require 'ludus'.experiment { program = require 'ludus'.tree {},"
    .. " game = require 'ludus.minesweeper'.game {} })", "ludus.experiment" },
  { "require 'ludus'.experiment { program = require 'ludus'.tree {},"
    .. " game = require 'ludus.minesweeper'.game {} }.__index", "nil" },
  { "setmetatable({}, { __gc = print })", "'__gc' is not allowed in the sandbox" },
  { "collectgarbage 'stop'",
    "'collectgarbage \"stop\"' is not allowed in the sandbox" },
  { "require 'io'", "module 'io' is not allowed in the sandbox" },
  { "require '_G'", "module '_G' is not allowed in the sandbox" },
  { "require 'debug'", "module 'debug' is not allowed in the sandbox" },
  { "require 'other'", "module 'other' is not allowed in the sandbox" },
  { "require 'ludus.core.system'",
    "module 'ludus.core.system' is not allowed in the sandbox" },
  { "require 'ludus.stats.compare'",
    "module 'ludus.stats.compare' is not allowed in the sandbox" },
  { "require 'ludus.run.store'",
    "module 'ludus.run.store' is not allowed in the sandbox" },
  { "require 'ludus.script.sandbox'",
    "module 'ludus.script.sandbox' is not allowed in the sandbox" },
  { "require 'ludus/../other'",
    "module 'ludus/../other' is not allowed in the sandbox" },
  { "require(7)", "module '7' is not allowed in the sandbox" },
  -- The library opens nothing for a script either.
  { "require 'ludus'.read '/etc/passwd'",
    "reading files is not allowed in the sandbox" },
  { "require 'ludus'.run(1)", "looking for files is not allowed in the sandbox" },
  { "require 'ludus'.run(1, 'x.db')",
    "looking for files is not allowed in the sandbox" },
  { "require 'ludus'.class 'w.lua'", "reading files is not allowed in the sandbox" },
  { "select(2, require 'ludus'.parse 'RPB (UNC 0)':svg 'made')",
    "Graphviz is not allowed in the sandbox" },
  { "require 'ludus.plot'.svg('made', { series = { { x = { 1 }, y = { 1 } } } })",
    "'os.execute' is not allowed in the sandbox" },
  { "require 'ludus.rules'.game { rules = [[ var n  INC { n = n + 1 }  score { n } ]],"
    .. " engine = 'native' }:engine()", "bytecode" },
  -- What a script changes is its own.
  { "(function() string.format = 1 table.concat = 2 return ('%d'):format(3) end)()",
    "3" },
  { "(function() local ok = pcall(rawset, string, 'rep', 1) return ('a'):rep(2) end)()",
    "aa" },
  -- Other ways round.
  { "coroutine.wrap(function() return io.open end)()",
    "'io.open' is not allowed in the sandbox" },
  { "select(2, xpcall(error, function() return io.open end))",
    "error in error handling" },
  { "tostring(setmetatable({}, { __tostring = function() return io.open end }))",
    "'io.open' is not allowed in the sandbox" },
  { "undeclared", "undeclared global 'undeclared' is read" },
  -- What is still there.
  { "type(os.time()) .. type(os.clock()) .. os.date('%Y', 0)", "numbernumber1970" },
  { "collectgarbage 'count' > 0", "true" },
  { "debug.traceback 'x'", "x" },
  { "#require 'ludus'.parse 'RPB (UNC 0)'", "2" },
}

local lines = {}
for i, row in ipairs(attempts) do
  lines[i] = ("try(%d, %q)"):format(i, "return " .. row[1])
end
local path = write("w.lua", [[
local function try(i, text)
  local ok, value = pcall(load(text, "=line"))
  print(i, tostring(value))
end
]] .. table.concat(lines, "\n"))
local out, err, status = check.run(("cd %s && " .. CAGED .. "lua --sandbox w.lua")
  :format(folder))
check.equal("the attempts were made: errors", err, "")
check.equal("the attempts were made: status", status, 0)
local got = {}
for i, text in out:gmatch "(%d+)\t([^\n]*)\n" do got[tonumber(i)] = text end
for i, row in ipairs(attempts) do
  local said = (got[i] or "nothing"):gsub("^[%w/_]+%.lua:%d+: ", "")
    :gsub("^line:1: ", ""):gsub("^line:1: ", "")
  check.equal(row[1], said, row[2])
end
check.ok("nothing was made", not exists "made")

-- ---- runs ------------------------------------------------------------------------------

local game = [[
local ludus = require "ludus"
local g = ludus.game {
  cases = { 1, 2, 3 }, constants = { 1, 2 },
  primitives = {
    X = { 0, function(s) return s end },
    ADD = { 2, function(_, a, b) %s return a + b end },
  },
  score = function(s, v) return -math.abs(v - 7 * s - math.random(3)) end,
}
return ludus.experiment { game = g, program = ludus.tree { nodes = 30 },
  population = 80, generations = 6, stop = ludus.never, %s }
]]

local function digest(words)
  local printed = ludus(words)
  return printed:match '"digest":"(%x+)"'
end

local plain = write("plain.lua", game:format("", ""))
local db = " --store " .. folder .. "/runs.db"
local want = digest("run " .. plain .. " --json --threads 1" .. db)
check.ok("a run", want)
for threads = 1, 2 do
  check.equal("the same digest in the sandbox, threads " .. threads,
    digest("run " .. plain .. " --json --sandbox --threads " .. threads .. db), want)
end
check.equal("the host has stored them", select(2,
  ludus("runs --json" .. db):gsub('"status":"finished"', "")), 3)

local function fails(name, text, words, message, code)
  local _, said, result = ludus("run " .. write("f.lua", text) .. " --sandbox --quiet"
    .. " --threads 2 " .. words .. " --store " .. folder .. "/f.db")
  check.equal(name, said:gsub("\nstack traceback:.*", "\n")
    :gsub(folder:gsub("%p", "%%%0") .. "/", ""), "ludus: " .. message .. "\n")
  check.equal(name .. ": status", result, code)
end

fails("files in a primitive", game:format("io.open 'x'", ""), "",
  "f.lua:6: 'io.open' is not allowed in the sandbox\n  in primitive 'ADD', case 1", 1)
fails("files in a function of rules", [[
local ludus = require "ludus"
local g = ludus.game { rules = "var n  lua POKE  score { n }", functions = {
  POKE = function() io.open "x" end } }
return ludus.experiment { game = g, program = ludus.tree { nodes = 9 } }]], "",
  "f.lua:3: 'io.open' is not allowed in the sandbox\n  in primitive 'POKE', case 1", 1)
fails("the store of a run", game:format("",
  "on_generation = function(run) assert(run.store, 'no store') end"), "",
  "f.lua:11: no store", 1)
fails("another run's number", game:format("",
  "on_generation = function(run) run.id = 1 end"), "",
  "f.lua:11: run.id is the run's number in the store and cannot be changed", 1)
fails("rows that are not stored yet", game:format("",
  "on_generation = function(run) assert(run.unsaved, 'no rows') end"), "",
  "f.lua:11: no rows", 1)
do
  local shared = " --store " .. folder .. "/shared.db"
  ludus("run " .. plain .. " --quiet --threads 1" .. shared)
  local function first() return (ludus("show 1 --json" .. shared)) end
  local before = first()
  local printed, said = ludus("run " .. write("other.lua", game:format("", [[
  on_generation = function(run)
    print("number", run.id)
    rawset(run, "id", 1)
    rawset(run, "unsaved", {})
  end]])) .. " --sandbox --json --threads 1 --checkpoint 0" .. shared)
  check.ok("a script reads its number", said:find("number\t2\n", 1, true))
  check.ok("and cannot give it another", printed:find('"run":2,', 1, true))
  check.equal("a run beside it is as it was", first(), before)
  check.ok("and it is itself stored", ludus("show 2 --json" .. shared)
    :find('"status":"finished"', 1, true))
end
fails("a mistake has its line", game:format("", "\n  bugdet = 3"), "",
  "f.lua:12: ludus.experiment: unknown field 'bugdet'", 2)

-- A study's function gets its settings, whatever the study has for a `start`; and a
-- run, like every object, keeps its methods.
do
  local printed, said = ludus("run " .. write("study.lua", [[
local study = require "ludus".study { name = "x", run = function(s)
  local names = {}
  for name in pairs(s) do names[#names + 1] = name end
  table.sort(names)
  print(table.concat(names, " "))
  return { own = true }
end }
rawset(study, "start", function(_, _, options) return { got = options } end)
return study]]) .. " --sandbox --json --seed 3 --store " .. folder .. "/s.db")
  check.equal("a study starts as studies do: what it says", said,
    "json say seed step threads\n")
  check.equal("a study starts as studies do", printed,
    "{\"own\":true}\n")
  printed = ludus("run " .. write("class.lua", game:format("", [[
  report = function(run) print(getmetatable(run), run.__index) end]]))
    .. " --sandbox --threads 1" .. db)
  check.ok("the class of a run", printed:find("\nludus.run\tnil\n", 1, true))
end

-- A study may be called anything.
do
  local printed, said = ludus("run " .. write("named.lua", [[
return require "ludus".study { name = "what now?", run = function(s) s.say "well" end }]])
    .. " --sandbox --store " .. folder .. "/s.db")
  check.equal("a study whose name ends in no word: errors", said, "")
  check.equal("a study whose name ends in no word", printed, "well\n")
end

-- The second wall: an open store does what the store itself needs and no more.
do
  local core = require "ludus.core.store"
  local wall, reader = core.open(folder .. "/wall.db"), nil
  wall:run "CREATE TABLE t (a TEXT PRIMARY KEY)"
  reader = core.open(folder .. "/wall.db", "read")
  local function refused(which, sql, message)
    check.refused(sql, function() which:query(sql) end, folder .. "/wall.db: "
      .. (message or "not authorized"))
  end
  for _, sql in ipairs { "ATTACH '" .. folder .. "/runs.db' AS o", "DETACH main",
    "PRAGMA journal_mode = WAL", "SELECT * FROM pragma_journal_mode",
    "PRAGMA page_size = 512", "PRAGMA query_only = OFF", "CREATE TEMP TABLE u (a)",
    "CREATE VIEW v AS SELECT 1", "ALTER TABLE t ADD COLUMN b", "DROP TABLE t",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; END" } do
    refused(wall, sql)
    refused(reader, sql)
  end
  refused(wall, "PRAGMA writable_schema = ON")
  refused(wall, "SELECT load_extension('x')",
    "not authorized to use function: load_extension")
  refused(wall, "VACUUM INTO '" .. folder .. "/copied.db'", "authorization denied")
  check.ok("no copy was made", not exists "copied.db")
  check.equal("a reader may look past a damaged schema",
    #reader:query "PRAGMA writable_schema = ON", 0)
  check.refused("but write nothing", function() reader:run "DELETE FROM t" end,
    folder .. "/wall.db: attempt to write a readonly database")
end

-- ---- limits ----------------------------------------------------------------------------

-- `before` is what stands before the command.
local function over(name, text, words, message, before)
  local _, said, result = check.run((before or "") .. CAGED .. "lua --sandbox " .. words
    .. " " .. write("l.lua", text))
  check.equal(name, said:gsub(folder:gsub("%p", "%%%0") .. "/", ""), message)
  check.equal(name .. ": status", result, 3)
end

local memory = "ludus: the sandbox allows 40 MB of memory, and no more are left: the "
  .. "script was ended\n--memory allows more\n"
over("a big table", "local t = {} for i = 1, 1e9 do t[i] = { i } end", "--memory 40",
  memory)
over("a big table, error caught", [[
local t = {}
pcall(function() for i = 1, 1e9 do t[i] = { i } end end)
for i = 1, 1e9 do t[#t + 1] = { i } end]], "--memory 40", memory)
over("a long string", "local s = 'x' while true do s = s .. s end", "--memory 40",
  memory)
over("string.rep", "local s = ('x'):rep(2^30)", "--memory 40", memory)
over("table.concat", "local s, t = ('x'):rep(2^20), {} for i = 1, 100 do t[i] = s end "
  .. "table.concat(t)", "--memory 40", memory)
over("string.format", "local s = ('x'):rep(2^20) local f = ('%s'):rep(100):format("
  .. ("s,"):rep(99) .. "s)", "--memory 40", memory)
fails("a huge population", [[
local ludus = require "ludus"
return ludus.experiment { game = require "ludus.minesweeper".game {},
  program = ludus.tree { nodes = 10000 }, population = 10000000 }]], "--memory 40",
  "the sandbox allows 40 MB of memory, and no more are left: the script was ended\n"
  .. "--memory allows more", 3)
fails("memory of a thread", game:format(
  "local t = {} for i = 1, 1e9 do t[i] = { i } end", ""), "--memory 40",
  "the sandbox allows 40 MB of memory, and no more are left: the script was ended\n"
  .. "--memory allows more", 3)

local spent = "ludus: the sandbox allows 20 million instructions, and no more are left: "
  .. "the script was ended\nl.lua:1: was stopped here\n--instructions allows more\n"
over("instructions", "while true do end", "--instructions 20", spent)
over("instructions, errors caught",
  "while true do pcall(function() while true do end end) end", "--instructions 20",
  spent)
over("instructions of a coroutine",
  "coroutine.wrap(function() while true do end end)()", "--instructions 20", spent)
over("instructions of many coroutines",
  "while true do coroutine.wrap(function() for i = 1, 1e5 do end end)() end",
  "--instructions 20", spent)
check.equal("a limit that the library comes to names no line of it", select(2, check.run(
  '"$LUDUS" run scripts/first.lua --quiet --sandbox --instructions 2 --set generations=3000 '
  .. "--set population=10 --store " .. folder .. "/limit.db")),
  "ludus: the sandbox allows 2 million instructions, and no more are left: the script was "
  .. "ended\n--instructions allows more\n")
fails("instructions of a thread", game:format("while true do end", ""),
  "--instructions 20", "the sandbox allows 20 million instructions, and no more are "
  .. "left: the script was ended\nf.lua:6: was stopped here\n--instructions allows more",
  3)
check.equal("enough instructions", digest("run " .. plain
  .. " --json --sandbox --instructions 100 --threads 2" .. db), want)

local late = "ludus: the sandbox allows 1 s of time, and no more are left: the script "
  .. "was ended\n%s--time allows more\n"
local faster = check.hurry(5)           -- the first and the last go by the true clock
if check.rings then
  over("time", "while true do end", "--time 1",
    late:format "l.lua:1: was stopped here\n")
  over("time of an error's text", "error(setmetatable({}, { __tostring = function() "
    .. "while true do end end }))", "--time 1",
    late:format "l.lua:1: was stopped here\n", faster)
  over("time of a bad pattern", "local s = ('a'):rep(1e5) s:find(('.-'):rep(30)"
    .. " .. 'b')", "--time 1", "\n" .. late:format "", faster)
  over("time of a comparison while sorting", "table.sort({ 3, 1, 2 }, function() "
    .. "while true do end end)", "--time 1", late:format "l.lua:1: was stopped here\n",
    faster)
  local _, said = check.run(faster .. CAGED .. "run " .. write("p.lua", game:format(
    "(('a'):rep(1e5)):find(('.-'):rep(30) .. 'b')", "")) .. " --sandbox --quiet --time 1"
    .. db)
  check.equal("a bad pattern in a thread", said, "\n" .. late:format "")
  check.equal("the store is sound", require("ludus.core.store").open(folder
    .. "/runs.db"):query("PRAGMA integrity_check")[1].integrity_check, "ok")
  -- A long run is saved, and goes on.
  local long = write("long.lua", game:format("", "seconds = 9")
    :gsub("generations = 6", "generations = 100000"))
  local printed, why, code = ludus("run " .. long .. " --sandbox --time 1 --store "
    .. folder .. "/long.db")
  check.equal("a long run is ended", why, late:format "")
  check.equal("a long run: status", code, 3)
  check.ok("a long run is saved", printed:find "to go on: ludus resume 1")
  check.ok("it is marked as interrupted", ludus("runs --json --store " .. folder
    .. "/long.db"):find('"status":"interrupted"', 1, true))
end

-- ---- a store of a stranger ---------------------------------------------------------------

local bait = write("bait.lua", [[
local made = io and rawget(io, "open") and io.open("]] .. folder .. [[/made", "w")
if made then made:close() end
]] .. game:format("", ""))
local theirs = " --store " .. folder .. "/theirs.db"
ludus("run " .. bait .. " --quiet" .. theirs)
check.ok("without the sandbox the script does what it likes", exists "made")
for _, words in ipairs { "resume 1 --quiet", "show 1 --lineage",
  "report 1 --out " .. folder .. "/r.html" } do
  os.remove(folder .. "/made")
  local _, said, code = ludus(words .. " --sandbox" .. theirs)
  check.equal(words .. ": said", said, "")
  check.equal(words .. ": status", code, 0)
  check.ok(words .. " --sandbox makes nothing", not exists "made")
end
check.ok("the report was written", exists "r.html")

-- Drawings are within the limits: here of a long run, whose script does nothing.
do
  local long = require "ludus.run.store".open(folder .. "/course.db")
  local id = long:add_run { script = "x.lua", source = "return 1", settings = "",
    seed = 1, population = 1 }
  local rows = {}
  for g = 0, 4000 do
    rows[g + 1] = { generation = g, raw = g % 7, standardized = 1, raw_mean = g % 5,
      raw_deviation = 0, standardized_mean = 1, size = 1, size_mean = 1, size_max = 1,
      distinct = 1, hits = 0, steps = 1, evaluations = g, total_steps = g, seconds = 0,
      slot = 1, program = "x" }
  end
  long:checkpoint(id, rows, "state", "finished", { generation = 4000, evaluations = 4000,
    best = 1, solved = false, seconds = 1, digest = "0" }, 1, false)
  long:close()
  for _, words in ipairs { "report 1 --out " .. folder .. "/c.html", "show 1" } do
    words = words .. " --sandbox --store " .. folder .. "/course.db"
    local _, said, code = ludus(words)
    check.equal(words .. ": enough", said, "")
    check.equal(words .. ": status", code, 0)
    _, said, code = ludus(words .. " --instructions 1")
    check.equal(words .. ": too few", said:gsub("\n[^\n]*was stopped here", ""),
      "ludus: the sandbox allows 1 million instructions, and no more are left: the "
      .. "script was ended\n--instructions allows more\n")
    check.equal(words .. ": too few: status", code, 3)
  end
end

-- Whatever a stranger's script says is text on the page.
do
  local evil = "<script>alert('&')</script>"
  local path_of_page = folder .. "/page.html"
  ludus("run '" .. write("<img src=x>.lua", game:gsub("return ludus.experiment",
    "local e = ludus.experiment"):format("", "") .. ([[
local evil = "%s"
if not pcall(function() return io.open end) then
  e.game = { facts = function() return { cases = 1 } end,
    read = function()
      local function say() return evil end
      return { pretty = say, tree = say, dot = say }
    end,
    play = function() return { picture = evil, raw = 7, ["end"] = evil } end }
end
return e]]):format(evil)) .. "' --quiet --store " .. folder .. "/page.db")
  local _, said = ludus("report 1 --sandbox --out " .. path_of_page .. " --store "
    .. folder .. "/page.db")
  check.equal("a report of odd words", said, "")
  local file = assert(io.open(path_of_page))
  local page = file:read "a"
  file:close()
  check.ok("how a game ended", page:find("<figcaption>case 1: 7 points, &lt;script&gt;"
    .. "alert('&amp;')&lt;/script&gt;</figcaption>", 1, true))
  local tags = {}
  for tag in page:gmatch "<(%a%w*)" do tags[tag] = true end
  check.ok("nothing is executed or loaded", not tags.script and not tags.img
    and tags.pre)
  check.ok("nor would a browser do it", page:find('<html lang="en"><meta charset="utf-8">'
    .. '\n<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    .. "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n", 1, true))
end

-- ---- usage -------------------------------------------------------------------------------

local function usage(words, message)
  local _, said, code = ludus(words)
  check.equal(words, said, "ludus: " .. message .. "\n")
  check.equal(words .. ": status", code, 2)
end
usage("run x.lua --memory 5", "option '--memory' needs --sandbox")
usage("lua --time 5 x.lua", "option '--time' needs --sandbox")
usage("run x.lua --sandbox --memory 0",
  "option '--memory': expected 1 to 1048576, got 0")
usage("run x.lua --sandbox --time -1", "option '--time': expected 0 to 10000000, got -1")
usage("run x.lua --sandbox --instructions 1000000001",
  "option '--instructions': expected 0 to 1000000000, got 1000000001")
usage("lua --sandbox", "'ludus lua' needs a file")
usage("lua --sandbux x.lua", "unknown option '--sandbux'; did you mean '--sandbox'?")

-- ---- programs are no code ------------------------------------------------------------------

-- Reading any program loads no Lua code that is not the library's own.
do
  local program = require "ludus.script.program"
  require "ludus.battleship"
  require "ludus.puzzle"
  local loads, real = 0, { load = load, loadfile = loadfile, dofile = dofile }
  for name, f in pairs(real) do
    _G[name] = function(...)
      loads = loads + 1
      return f(...)
    end
  end
  local pipe = io.popen "ls scripts/programs/* tests/fuzz/corpus/*/* 2>/dev/null"
  local tried = 0
  for file in pipe:lines() do
    pcall(program.read, file)
    tried = tried + 1
  end
  pipe:close()
  for name, f in pairs(real) do _G[name] = f end
  check.ok("programs were read", tried > 10)
  check.equal("no code was loaded from them", loads, 0)
end
for _, text in ipairs { "os.execute 'touch %s'", "return os.execute 'touch %s'",
  "RPB (os.execute 'touch %s')", "RPB (UNC (load \"os.execute 'touch %s'\"))",
  "start 0 os.execute 'touch %s'", "\27Lua", "(1 2 os.execute 'touch %s')",
  "hunt state (1/1)\nos.execute 'touch %s'" } do
  local file = write("evil.gp", (text:gsub("%%s", folder .. "/made")))
  os.remove(folder .. "/made")
  for _, game_name in ipairs(require "ludus.script.games".which "scores") do
    local _, said, code = ludus("score " .. game_name .. " " .. file)
    check.ok(game_name .. " refuses " .. text, code ~= 0 and said ~= "")
  end
  check.ok("a program makes nothing: " .. text, not exists "made")
end

-- ---- hostile calls -------------------------------------------------------------------------

-- What a script may require by one word; whole studies lie deeper, and take long.
local reachable = { "ludus" }
for _, module in ipairs(require "ludus.script.public".modules()) do
  if module:find "^ludus%.[%w_]+$" then reachable[#reachable + 1] = module end
end
for seed = 1, 2 do
  local _, _, code = check.run(faster .. CAGED .. "lua --sandbox --time 5 "
    .. "tests/lua/hostile.lua " .. seed .. " 400 " .. table.concat(reachable, ","))
  check.ok("hostile calls end orderly, seed " .. seed .. ", status " .. tostring(code),
    code == 0 or code == 3)
end

os.execute("rm -rf " .. folder)
return check.done()
