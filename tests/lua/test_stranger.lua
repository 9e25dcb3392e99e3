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
  check.equal("and --salvage leaves it out", out, ("%s: 1 runs and 2 generations saved "
    .. "from %s; 1 rows are lost\n"):format(saved, path))
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

local whole = folder .. "/whole.db"
check.run(("rm -f %s*; $LUDUS run %s --quiet --store %s; $LUDUS run %s --quiet --seed 2 "
  .. "--store %s; cp %s %s"):format(path, script, path, script, path, path, whole))

local columns = {}
for _, name in ipairs { "runs", "generations", "checkpoints" } do
  for column in tables.list(name, tables.version):gmatch "[%w_]+" do
    columns[#columns + 1] = { name, column }
  end
end

-- Whatever SQLite itself refuses is left as it was. Who watches would wait for a run that
-- says it is running.
local function forge(command)
  local store = stores.open(path)
  for _ = 1, rng:range(1, 3) do
    local name, column = table.unpack(one_of(columns))
    local value = rng:below(8) > 0 and one_of(values) or nil
    pcall(store.run_sql, store, ('UPDATE OR IGNORE %s SET "%s" = ?%s'):format(name, column,
      rng:below(2) == 0 and " WHERE rowid = 1" or ""), value)
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

local commands = { "runs", "runs --check", "runs --json", "show 1", "show 1 --json",
  "show 1 --lineage --sandbox", "compare 1 2", "compare 1 --json",
  "export 1 2", "export 1 --what cases --sandbox", "export 2 --what programs --sandbox",
  "report 1 2 --sandbox --out " .. folder .. "/p.html", "resume 1 --sandbox --quiet",
  "runs --salvage " .. folder .. "/saved.db", "watch 1", "show 1 --files " .. folder .. "/out",
  "merge " .. whole, "merge STORE --store " .. folder .. "/saved.db" }

local CAGED = 'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" '
local hurry = check.hurry(10)
for n = 1, count do
  for _, command in ipairs(commands) do
    check.run(("rm -rf %s* %s/saved.db* %s/out; cp %s %s"):format(path, folder, folder, whole,
      path))
    local state = rng:state()
    local make = n % 3 == 0 and spoil or forge
    make(command)
    local words, named = command:gsub("STORE", path)
    local said, told, code = check.run(("%stimeout -s KILL 120 env %s$LUDUS %s%s%s"):format(CAGED,
      hurry, words, command:find "sandbox" and " --memory 100 --time 10" or "",
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
