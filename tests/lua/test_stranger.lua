-- test_stranger.lua -- stores of strangers: what they hold reaches neither the terminal
-- nor the shell as anything but text.

local check  = dofile "tests/lua/check.lua"
local stores = require "ludus.run.store"

local folder, write = check.folder()
local script = write("tiny.lua", [[
local ludus = require "ludus"
return ludus.experiment { program = ludus.tree { nodes = 5 }, population = 4,
  generations = 2, game = ludus.game { cases = { 1 }, start = function() return {} end,
    primitives = { ONE = { 0, function() return 1 end } },
    score = function() return 1 end } }
]])
local path = folder .. "/runs.db"
check.run(("$LUDUS run %s --quiet --store %s"):format(script, path))

-- The store with columns of its run replaced, and sealed again: who forges a store can
-- do that, too.
local function change(columns)
  local store = stores.open(path)
  for name, value in pairs(columns) do
    store:run_sql(("UPDATE runs SET %s = ? WHERE id = 1"):format(name), value)
  end
  store:trust()
  store:close()
end

local function steering(text) return text:find "[%c\127]" end

-- ---- the terminal ------------------------------------------------------------------

local escape = "a\27]0;PWNED\7\27[2J\xC2\x9B31mz"
change { script = escape, status = escape, message = escape, version = escape,
  settings = "population=4\27[31m" }
for _, command in ipairs { "runs", "show 1", "compare 1" } do
  local out, err, status = check.run(("$LUDUS %s --store %s"):format(command, path))
  local text = (out .. err):gsub("\n", "")
  check.ok(command .. " prints no control characters", not steering(text))
  check.ok(command .. " prints none of eight bits", not text:find "\xC2[\x80-\x9F]")
  check.equal(command .. " prints the rest", status, 0)
end
for _, command in ipairs { "watch 1", "resume 1 --sandbox" } do
  local out, err = check.run(("$LUDUS %s --store %s"):format(command, path))
  check.ok(command .. " steers nothing", not steering((out .. err):gsub("\n", "")))
end
local out = check.run(("$LUDUS runs --store %s"):format(path))
check.ok("dots stand for what is left out", out:find("a.]0;PWNED..[2J.31mz", 1, true))

-- ---- settings ----------------------------------------------------------------------

change { script = script, status = "running", settings = "population" }
local _, err, status = check.run(("$LUDUS resume 1 --store %s"):format(path))
check.equal("settings without a value", err,
  "ludus: the stored settings are damaged: expected KEY=VALUE, got 'population'\n")
check.equal("are wrong input", status, 2)

-- ---- a flipped bit ------------------------------------------------------------------

-- Bit `n` of the state of run 1, flipped.
local function flip(n)
  local store = stores.open(path)
  local state = store:query "SELECT state FROM checkpoints WHERE run = 1"[1].state
  local at = n // 8 + 1
  store:run_sql("UPDATE checkpoints SET state = CAST(? AS BLOB) WHERE run = 1",
    state:sub(1, at - 1) .. string.char(state:byte(at) ~ 1 << n % 8)
      .. state:sub(at + 1))
  store:close()
  return #state
end

-- The seed, the evaluations and the score of the first program: each changed the
-- result without a word.
change { settings = "" }
for name, byte in pairs { seed = 32, evaluations = 48, score = 88 } do
  flip(8 * byte)
  _, err, status = check.run(("$LUDUS resume 1 --quiet --store %s"):format(path))
  check.equal("a checkpoint whose " .. name .. " is another", err, ("ludus: %s: "
    .. "damaged: the checkpoint of run 1 is not what was written\nto save what can be "
    .. "saved: ludus runs --store %s --salvage saved.db\n"):format(path, path))
  check.equal("is not continued", status, 1)
  _, err, status = check.run(("$LUDUS runs --check --store %s"):format(path))
  check.equal("and --check tells", err, ("ludus: %s: damaged\n  the checkpoint of run "
    .. "1\nto save what can be saved: ludus runs --store %s --salvage saved.db\n")
    :format(path, path))
  local saved = folder .. "/saved.db"
  out = check.run(("$LUDUS runs --store %s --salvage %s"):format(path, saved))
  check.equal("and --salvage leaves it out", out, ("%s: 1 run and 2 generations saved "
    .. "from %s; 1 row is lost\n"):format(saved, path))
  os.remove(saved)
  flip(8 * byte)
end

-- ---- the shell ---------------------------------------------------------------------

change { script = "q'\">;touch pwned;.lua", settings = "x=it's $(touch pwned)" }
local page = folder .. "/page.html"
check.run(("$LUDUS report 1 --store %s --out %s"):format(path, page))
local file = assert(io.open(page))
local html = file:read "a"
file:close()
local command = html:match "ludus run [^<]*"
command = command:gsub("&#39;", "'"):gsub("&quot;", '"'):gsub("&gt;", ">")
  :gsub("&lt;", "<"):gsub("&amp;", "&")
local words = check.run("cd " .. folder .. "; ludus() { printf '%s\\n' \"$@\"; }; "
  .. command .. "; ls pwned 2>/dev/null")
check.equal("the command of a report is what was run, word for word", words,
  "run\nq'\">;touch pwned;.lua\n--set\nx=it's $(touch pwned)\n--seed\n1\n")

-- ---- what runs nothing ---------------------------------------------------------------

-- A stored script that leaves a mark is loaded by none of these, in the store or merged into
-- another; by resume it is.
change { script = script, settings = "", status = "finished",
  source = ("io.open('%s/mark', 'w'):close() return nil"):format(folder) }
local other = folder .. "/other.db"
check.run(("$LUDUS merge %s --store %s"):format(path, other))
for _, store in ipairs { path, other } do
  for _, words in ipairs { "runs", "runs --json", "runs --check", "show 1", "show 1 --json",
    "show 1 --files " .. folder .. "/files", "compare 1", "compare 1 --json", "watch 1",
    "export 1", "export 1 --what runs", "runs --salvage " .. folder .. "/saved.db" } do
    _, err, status = check.run(("rm -rf %s/files %s/saved.db; $LUDUS %s --store %s"):format(folder,
      folder, words, store))
    check.equal(words .. ": works " .. err, status, 0)
  end
  check.run(("LUDUS_STORE=%s $LUDUS score minesweeper run:1"):format(store))
  check.equal("nothing that is stored is run", io.open(folder .. "/mark"), nil)
end
check.run(("$LUDUS resume 1 --store %s"):format(other))
local mark = io.open(folder .. "/mark")
check.ok("but by resume", mark)
if mark then mark:close() end

-- ---- anything at all -----------------------------------------------------------------

-- Columns hold whatever a stranger liked, sealed again; or bytes of the file are others.
-- Every command, in the sandbox where it would load the script, ends by itself and in
-- words. STRANGERS says how many stores are made up.
local tables = require "ludus.run.tables"
local rng = require "ludus".rng(math.tointeger(tonumber(os.getenv "SEED" or "")) or 1)
local count = math.tointeger(tonumber(os.getenv "STRANGERS" or "")) or 12

local function one_of(list) return list[rng:range(1, #list)] end

local values = { 0, -1, 1, 7, math.maxinteger, math.mininteger, 1e308, -1e308, 0.5, "",
  "x", escape, ("n"):rep(70000), "{", "[]", '{"a":[1,{"b":null}]}', ("["):rep(5000),
  "population=4\npopulation=-1", "1e999", "\0\1\2", "'; DELETE FROM runs; --",
  "RPB (ONE)", "return 1", "return require 'ludus'.study { name = 'x', run = print }",
  "while true do end", "data 00 1 ../../made", "script 00 99999999999999999999 -",
  "script 00 1 -\nmodule 00 1 ../made\nmodule 00 1 /\ndata 00 1 a\ndata 00 1 a/b", "<script>alert(1)</script>", "finished", "running" }

-- A store with runs of all kinds: with a map, an archive, a hall, a distribution, weights,
-- layers, a limit that grows, a study with steps and runs of its own.
local kinds = write("kinds.lua", [[
local ludus = require "ludus"
local reals = { scheme = "cma", restarts = 1, program = ludus.vector { type = "reals",
  length = 2, min = -5, max = 5 }, game = require "ludus.functions".game "sphere" }
return ludus.experiment { program = ludus.tree { nodes = 9 }, population = 6, generations = 3,
  stop = ludus.never, game = ludus.game { budget = 20, max = 9, cases = { { n = 1 }, { n = 2 } },
    rules = "var n  constants 0 1 2  X { n }  ADD(a, b) { a + b }  score { value }" },
  measures = { nodes = function(score) return score.size end },
  variants = { reals = reals,
    map = { scheme = "map", map = { { "size", 0, 9, 3 }, { 1, 0, 9, 2 } } },
    novelty = { novelty = { 1, "size", near = 2, add = 1, archive = 5 }, islands = 2 },
    weights = { weights = { "stepwise", every = 1 }, limit = { size = 5 } },
    layers = { layers = { 2, gap = 1 } }, front = { objectives = { "score", "size" },
      scheme = "pareto" },
    meet = { meet = { 1, hall = 2 }, game = ludus.game { max = 2, repeats = true,
      cases = { 1 }, constants = { 0, 1 }, start = function() return { n = 0 } end,
      primitives = { ADD = { 2, function(_, a, b) return a + b end } },
      turn = function(s, value, player) s[player], s.n = value, s.n + 1 end,
      done = function(s) return s.n >= 2 end,
      score = function(s, _, _, me) return s[me] > s[3 - me] and 2 or 0 end } } } }]])
local study = write("study.lua", [[
local ludus = require "ludus"
local e = ludus.experiment { program = ludus.tree { nodes = 5 }, population = 4,
  generations = 2, game = ludus.game { rules = "X { 1 } score { value }", max = 2 } }
return ludus.study { name = "parts", run = function(s)
  local run = ludus.evolve(e, s)
  local list = s.step("one", function() return { 1, 2, { x = "y" } } end)
  return { best = run.stats.raw, list = list, rows = { { a = 1, b = "x" }, { a = 2, b = "y" } } }
end }]])

local whole = folder .. "/whole.db"
local words = { script .. " --quiet", script .. " --quiet --seed 2", study .. " --quiet" }
for _, name in ipairs { "reals", "map", "novelty", "weights", "layers", "front", "meet" } do
  words[#words + 1] = ("%s --quiet --set variant=%s"):format(kinds, name)
end
os.remove(path)
for _, run in ipairs(words) do
  local _, told, code = check.run(("$LUDUS run %s --store %s"):format(run, path))
  check.equal(run .. ": " .. told, code, 0)
end
check.run(("cp %s %s"):format(path, whole))
local RUNS = #words + 1                 -- the study has one of its own

local columns = {}
for _, name in ipairs(tables.names) do
  for column in tables.list(name, tables.version):gmatch "[%w_]+" do
    columns[#columns + 1] = { name, column }
  end
end
local numbers = { runs = "id", generations = "run", checkpoints = "run", steps = "run" }

-- Whatever SQLite itself refuses is left as it was. Who watches would wait for a run that
-- says it is running.
local function forge(command, run)
  local store = stores.open(path)
  for _ = 1, rng:range(1, 3) do
    local name, column = table.unpack(one_of(columns))
    local value = rng:below(8) > 0 and one_of(values) or nil
    pcall(store.run_sql, store, ('UPDATE OR IGNORE %s SET "%s" = ?%s'):format(name, column,
      numbers[name] and rng:below(3) > 0 and (" WHERE %s = %d"):format(numbers[name], run)
        or ""), value)
  end
  if command:find "^watch" then
    store:run_sql "UPDATE runs SET status = 'finished' WHERE status = 'running'"
  end
  pcall(store.trust, store)
  store:close()
end

local function spoil()
  local f = assert(io.open(path, "r+b"))
  local size = f:seek "end"
  for _ = 1, rng:range(1, 30) do
    f:seek("set", rng:range(0, size - 1))
    f:write(string.char(rng:below(256)))
  end
  f:close()
end

local commands = { "runs", "runs --check", "runs --json", "show N", "show N --json",
  "show N --lineage --sandbox", "compare N 2", "compare N --json",
  "export 1 N", "export N --what cases --sandbox", "export N --what programs --sandbox",
  "report N 2 --sandbox --out " .. folder .. "/p.html", "resume N --sandbox --quiet",
  "runs --salvage " .. folder .. "/saved.db", "watch N", "show N --files " .. folder .. "/out",
  "merge " .. whole, "merge STORE --store " .. folder .. "/saved.db" }

local CAGED = 'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" '
local hurry = check.hurry(10)
for n = 1, count do
  for _, command in ipairs(commands) do
    check.run(("rm -rf %s* %s/saved.db* %s/out; cp %s %s"):format(path, folder, folder, whole,
      path))
    local state = rng:state()
    local make = n % 3 == 0 and spoil or forge
    local run = rng:range(1, RUNS)
    make(command, run)
    local words, named = command:gsub("%f[%w]N%f[%W]", run):gsub("STORE", path)
    local said, told, code = check.run(("%stimeout -s KILL 120 env %s$LUDUS %s%s%s"):format(CAGED,
      hurry, words, command:find "sandbox" and " --memory 100 --time 60" or "",
      named == 0 and " --store " .. path or ""))
    local name = ("store %d, %s"):format(n, command)
    if not check.ok(("%s: ends by itself, status %s"):format(name, tostring(code)),
      code and code <= 3) then print(told, state) end
    check.ok(name .. ": in words: " .. told, (code == 0 or told:find "ludus: "
        or command:find "^merge" and said:find "not taken")
      and not told:find("attempt to", 1, true) and not told:find "ludus/[%w_/]+%.lua:%d")
    check.ok(name .. ": steers nothing", command:find "^export"    -- a file, mostly
      or not steering((said .. told):gsub("[\n\t]", "")))
  end
end

return check.done()
