-- test_faults.lua -- what a whole process does when the machine fails it: memory,
-- disk, threads, clocks, signals, damaged and foreign files. Each fault must end
-- in a message and a status, leave a sound store, and cost no bits.
--
-- Faults of the system come from tests/faults/faults.c, which is preloaded. Only
-- some places are tried; `make faults` tries every one and says where it is, with
-- LUDUS_FAULTS=2/3 for the second of three processes that share the places.

local check  = dofile("tests/lua/check.lua")
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

-- Many files are written and synced: in memory, where there is such a place.
local folder = check.tmpname()
if system.exists "/dev/shm" == "folder" then
  folder = "/dev/shm/" .. folder:sub(2):gsub("/", ".")
end
os.execute("mkdir -p " .. folder)

local part, parts = (os.getenv "LUDUS_FAULTS" or ""):match("^(%d+)/(%d+)$")
local every = part ~= nil
part, parts = math.tointeger(part), math.tointeger(parts)

local function file(name, text)
  local path = folder .. "/" .. name
  assert(system.write(path, text))
  return path
end

-- Nothing if there is no such file.
local function bytes_of(path)
  local f = io.open(path, "rb")
  if not f then return "" end
  local bytes = f:read "a"
  f:close()
  return bytes
end

local function store(name) return folder .. "/" .. name .. ".db" end
local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function digest(text) return (text:match('"digest":"(%x+)"')) end

local function script(name, text)
  return file(name .. ".lua", 'local ludus = require "ludus"\n' .. text)
end

local minesweeper = [[
return ludus.experiment { game = require("ludus.minesweeper").game {},
  program = ludus.tree { adfs = { 3, 2, 1 } }, elite = 1, stop = ludus.never,
  population = %d, generations = %d, cache = 0 }]]

local small = script("small", minesweeper:format(20, 4))
local long = script("long", minesweeper:format(100, 150))

local function remove(name)
  for _, tail in ipairs { "", "-journal", "-wal", "-shm" } do
    os.remove(store(name) .. tail)
  end
end

-- The runs of a store, or nil and a message; none if it was never made.
local function runs_of(name)
  if bytes_of(store(name)) == "" then return {} end
  local ok, rows = pcall(function()
    local s = stores.open(store(name), "read")
    s:inspect()
    local list = s:runs()
    s:close()
    return list
  end)
  if ok then return rows end
  return nil, tostring(rows)
end

-- The store is sound.
local function sound(name)
  local rows, message = runs_of(name)
  if rows then return true end
  print(name, message)
  return false
end

-- The store is sound, and run 1 has finished with that digest; or, unless it `must`
-- have, goes on to it or was never begun.
local function whole(name, wanted, must)
  local rows, message = runs_of(name)
  local run = rows and rows[1]
  if run and run.status == "finished" and run.digest == wanted then return true end
  if rows and not must then
    if not run then return true end
    local out, err, status = ludus("resume 1 --json --threads 1 --store " .. store(name))
    if status == 0 and digest(out) == wanted then return true end
    message = ("going on: status %s, %s"):format(status, out .. err)
  end
  print(name, run and run.status or "no run", message)
  return false
end

local want = digest((ludus("run " .. small .. " --json --store " .. store "want")))
local want_long = digest((ludus("run " .. long .. " --json --store " .. store "want")))
check.ok("a digest to begin with", want and want_long)

-- ---- the system fails -------------------------------------------------------

-- Runs the command in a folder below ours with a fault; stdout, stderr, status (128
-- and more: killed, for instance because it hangs).
local function with(fault, words, at)
  return check.run(('cd %s/%s && FAULT_SECONDS=20 %s LD_PRELOAD=%s "$LUDUS" %s'):format(
    folder, at or "", fault, check.shim, words))
end

-- How many requests, writes and syncs the command takes, and what it prints.
local function census(words)
  local counts = {}
  local out = with("FAULT_REPORT=" .. folder .. "/census", words)
  for n in bytes_of(folder .. "/census"):gmatch("%d+") do
    counts[#counts + 1] = tonumber(n)
  end
  return { ALLOC = counts[1], WRITE = counts[2], SYNC = counts[3], OPEN = counts[5],
    READ = counts[6], out = out }
end

local BATCH = 100                       -- faults of one process that forks

-- Places behind `from` up to `to`, some of them, or all that are this process's: in
-- batches up to `safe`, then one by one.
local function places(from, to, safe, some)
  local batches, all = {}, 0
  local first, step = from + 1, math.max(1, (to - from) // some)
  if every then first, step = from + part, parts end
  for n = first, to, step do
    local batch = batches[#batches]
    if n > safe or not batch or #batch == BATCH then
      batch = {}
      batches[#batches + 1] = batch
    end
    batch[#batch + 1], all = n, all + 1
  end
  return batches, step, all
end

local SAY = 20                          -- seconds between words about the progress
local tried, survived, told, said = 0, 0, 0, system.clock()
local missed = 0                        -- places that a process did not come to

local function progress(name, done, all, fine)
  if not every or done < all and system.clock() < said + SAY then return end
  said = system.clock()
  io.stdout:write(("  %d/%d %s: %d of %d, %d wrong\n"):format(part, parts, name, done,
    all, done - fine))
  io.stdout:flush()
end

-- For a person: no mistake in Lua, no line of the library.
local function plain(err)
  return err:find("^ludus: ") and not err:find("attempt to ")
    and not err:find("ludus/[%w_/]+%.lua:%d")
end

-- Is one of the words, with `|` between them, in the text?
local function says(text, words)
  for word in words:gmatch "[^|]+" do if text:find(word, 1, true) then return true end end
  return false
end

-- The process ended by itself: well, with all the output of `calm` (what it printed and
-- a report), or with a message that says `word` and a status that the command may end
-- with (1 if it does not say); and the store is whole. A dialogue tells and goes on.
local function ended(c, at, calm, word)
  local path = folder .. "/" .. at
  local out, err = bytes_of(path .. "out"), bytes_of(path .. "err")
  local status = math.tointeger(tonumber(bytes_of(path .. "status")))
  if not status and #out + #err == 0 then    -- this time there were fewer requests
    missed = missed + 1
    return true
  end
  tried = tried + 1
  if status == 0 and out .. bytes_of(path .. "made") == calm then
    survived = survived + 1
    return whole(at .. "f", want, not c.dialogue)
  elseif c.dialogue and (status == 0 or status == 1) and says(out .. err, word) then
    told = told + 1
    return true
  elseif (c.statuses or "1"):find(tostring(status), 1, true) and plain(err)
    and says(err, word) then
    told = told + 1
    return whole(at .. "f", want)
  end
  print(status, out:sub(-200), err)
  return false
end

-- Lets the command meet the fault at each place of a batch. Each has a folder with a
-- store of its own; if there are several, one process forks at each of them.
local function meet(c, fault, batch, step)
  local top, n = folder .. "/faults", batch[1]
  os.execute(("rm -rf %s; mkdir -p %s/%s"):format(top, top,
    table.concat(batch, " " .. top .. "/")))
  if c.store then
    for _, place in ipairs(batch) do file("faults/" .. place .. "/f.db", c.store) end
    file("faults/f.db", c.store)
  end
  local at, more = "faults/" .. n, "1>out 2>err; echo $? >status"
  if #batch > 1 then
    at, more = "faults", "1<>out 2<>err"
    fault = ("%s FAULT_STEP=%d FAULT_LAST=%d"):format(fault, step, batch[#batch])
  end
  with(fault, c.words .. " " .. more, at)
end

-- Lets the n-th of a kind fail, for some or all n. A command has a name, words, the
-- bytes of the store it finds, the place up to which it is `safe` to fork because
-- nothing is written, and `from`, the requests that are not tried because they are
-- those of another command.
local function sweep(c, fault, kind, setting, some, word)
  local name = c.name .. ", " .. fault
  remove "f"
  remove "new"
  if c.store then file("f.db", c.store) end
  os.remove(folder .. "/made")
  local counts = census(c.words)
  local calm = counts.out .. bytes_of(folder .. "/made")
  local batches, step, all = places(c.from or 0, counts[kind],
    kind == "ALLOC" and c.safe or 0, some)
  local done, fine = 0, 0
  for _, batch in ipairs(batches) do
    meet(c, ("FAULT_%s=%d %s"):format(kind, batch[1], setting), batch, step)
    for _, n in ipairs(batch) do
      local at = "faults/" .. n .. "/"
      if ended(c, at, calm, word) and sound(at .. "new") then
        fine = fine + 1
      else
        print(("wrong: FAULT_%s=%d %s ludus %s"):format(kind, n, setting, c.words))
      end
      done = done + 1
    end
    progress(name, done, all, fine)
  end
  check.equal(name, fine, all)
end

-- Other kinds of programs and games than the trees of a game in C: how to run them.
local evolve = "ludus.evolve(e, { threads = 1 }).digest"
local kinds = {
  { "lua", evolve, [[{ game = ludus.game { cases = { 1, 2 }, max = 9, budget = 50,
      primitives = { X = { 0, function(s) return s.x end },
        ADD = { 2, function(_, a, b) return a + b end } },
      start = function(case) return { x = case } end,
      score = function(_, value) return math.min(value, 9) end },
    program = ludus.tree { nodes = 20 }, population = 10, generations = 3 }]] },
  { "linear", evolve, [[{ game = ludus.game { program = "linear", cases = { 1, 2 },
      blocks = { { "Main", 4 } }, registers = { "x" }, max = 9, budget = 20,
      instructions = { { "Step", function(s) s.x = s.x + 1 end },
        { "IfOdd", test = function(s) return s.x % 2 == 1 end } },
      start = function(case) return { x = case } end,
      score = function(s) return math.min(s.x, 9) end },
    program = ludus.linear {}, vary = ludus.linear.operators(),
    population = 10, generations = 3 }]] },
  { "rules", evolve, [[{ game = ludus.game { budget = 20, max = 5, rules = "var x "
      .. "STEP { x = x + 1 } IF(a?, b?) { if x < 3 { a } else { b } } score { x }" },
    program = ludus.tree { nodes = 20 }, population = 10, generations = 3 }]] },
  { "machine", evolve, [[{ game = require("ludus.ipd").game { turns = 10 },
    program = ludus.machine { states = 8, first = { 1, 4 } },
    vary = require("ludus.machine").operators(0.2), population = 10,
    generations = 3 }]] },
  { "vector", 'require("ludus.ga").run(e).score.raw', [[{ threads = 1,
    game = require("ludus.functions").game "onemax",
    program = ludus.vector { type = "bits", length = 10 },
    vary = { { "twopoint" }, { "flip" } }, population = 10, generations = 3 }]] },
}

if check.preloads() then
  local program = os.getenv "PWD" .. "/scripts/programs/quartetti-best.gp"
  local once = " --quiet --threads 1 --store "
  local none = script("none", "return 1")

  -- The requests of a command that fails: its message takes some, but no hundred.
  local function before(words) return census(words).ALLOC - 100 end

  local run = { name = "run", words = "run " .. small .. once .. "f.db",
    safe = before("run " .. small .. once .. "no/f.db") }
  local saved = { name = "run", words = run.words .. " --checkpoint 0" }

  -- A store with two runs, and one whose run was cut short.
  with("", saved.words)
  with("", run.words .. " --seed 2")
  local two = bytes_of(store "f")
  remove "f"
  with("FAULT_WRITE=100", saved.words)
  check.equal("a run is cut short", runs_of("f")[1].generation, 1)
  local cut = bytes_of(store "f")
  local resume = { name = "resume", words = "resume 1 --checkpoint 0" .. once .. "f.db",
    store = cut, safe = before("resume 1" .. once .. "no/f.db") }
  local salvage = { name = "salvage", words = "runs --store f.db --salvage new.db",
    store = two, safe = before "runs --store f.db --salvage no/new.db" }

  -- It draws by way of a temporary file near its end.
  local report = { name = "report", words = "report 1 --store f.db --out made",
    store = two }
  file("f.db", two)
  local all = census(report.words).ALLOC
  report.safe = all - 1000

  local commands = { resume, salvage, report }
  for _, words in ipairs { "show 1 --lineage --store f.db", "runs --store f.db", "ops",
    "score minesweeper " .. program, "compare 1 2 --store f.db" } do
    commands[#commands + 1] = { name = words:match("%a+"), words = words, store = two,
      safe = math.huge }
  end
  local from = before("lua " .. none)
  for _, kind in ipairs(kinds) do         -- without a store, so that they may fork anywhere
    local name, action, experiment = table.unpack(kind)
    local path = script(name, ('require "ludus.rules".use "bytecode"\nlocal e = %s\nprint(%s)')
      :format(experiment, action))
    commands[#commands + 1] = { name = "evolve " .. name, from = from, store = two,
      words = "lua " .. path, safe = math.huge }
  end

  -- One request fails, and all from one on.
  local function starve(c, alone, lasting)
    sweep(c, "one request fails", "ALLOC", "", alone, "memory")
    sweep(c, "all fail from one on", "ALLOC", "FAULT_LASTING=1", lasting, "memory")
  end
  starve(run, 20, 40)
  for _, c in ipairs(commands) do starve(c, 1, 3) end
  if not every then                     -- drawings and games of a report
    report.from = all - 120
    sweep(report, "one request fails late", "ALLOC", "", 12, "memory")
  end
  for _, c in ipairs { saved, resume, salvage } do
    local some = c == saved and 6 or 2
    sweep(c, "a full disk", "WRITE", "FAULT_ERRNO=28", some, "disk")
    sweep(c, "a broken disk", "WRITE", "FAULT_ERRNO=5", some, "disk")
    sweep(c, "no sync", "SYNC", "FAULT_ERRNO=5", some, "disk")
  end

  -- Files that cannot be opened or read; those given by name are the person's doing. (To
  -- SQLite a page that cannot be read is a damaged one.)
  for _, c in ipairs { saved, resume, salvage, report, table.unpack(commands, 4, 8) } do
    c.statuses = "12"
    sweep(c, "a file cannot be opened", "OPEN", "", 3, "open")
    sweep(c, "a disk that cannot be read", "READ", "", 3, "I/O error|damaged")
    c.statuses = nil
  end

  -- Several threads; the sandbox, which ends a script that starves; a dialogue.
  local threads = { name = "run on 3 threads", safe = 0, from = all - 1000,
    words = "run " .. small .. " --quiet --threads 3 --store f.db" }
  threads.from = math.max(0, census(threads.words).ALLOC - (every and 1500 or 400))
  sweep(threads, "one request fails", "ALLOC", "", 6, "memory")
  sweep(threads, "all fail from one on", "ALLOC", "FAULT_LASTING=1", 6, "memory")
  local boxed = { name = "run in the sandbox", statuses = "13", safe = 0,
    words = "run " .. small .. " --sandbox" .. once .. "f.db" }
  boxed.from = math.max(0, census(boxed.words).ALLOC - (every and 3000 or 600))
  sweep(boxed, "one request fails", "ALLOC", "", 8, "memory")
  sweep(boxed, "all fail from one on", "ALLOC", "FAULT_LASTING=1", 8, "memory")
  sweep(boxed, "a full disk", "WRITE", "FAULT_ERRNO=28", 4, "disk")
  file("lines", [[
local g = ludus.game { cases = { 1, 2 }, max = 9, primitives = {
  X = { 0, function(s) return s end }, ADD = { 2, function(_, a, b) return a + b end } },
  score = function(_, value) return math.min(value, 9) end }
p = g:read "RPB (ADD (X) (ADD (X) (X)))"
p
g:score(p)
p:simplify(g)
r = ludus.evolve({ game = g, program = ludus.tree { nodes = 9 }, population = 5,
  generations = 2 }, { threads = 1 })
r:best()
]])
  local prompt = { name = "the prompt", words = "<" .. folder .. "/lines", safe = 0,
    dialogue = true }
  prompt.from = math.max(0, census(prompt.words).ALLOC - (every and 6000 or 3000))
  sweep(prompt, "one request fails", "ALLOC", "", 10, "memory")
  sweep(prompt, "all fail from one on", "ALLOC", "FAULT_LASTING=1", 10, "memory")

  remove "f"
  check.equal("short writes", digest((with("FAULT_SHORT=1", (run.words:gsub(
    "quiet", "json"))))), want)
  check.ok("short writes: sound", sound "f")

  local out, err, status = with("FAULT_THREAD=1", "run " .. small
    .. " --quiet --threads 2 --store " .. store "f")
  check.equal("no thread", err, "ludus: cannot start worker thread 1 of 2\n")
  check.equal("no thread: status", status, 1)

  out = with("FAULT_CLOCK=1", (saved.words:gsub("quiet", "json")))
  check.equal("the calendar jumps", digest(out), want)
  check.ok("but no time is negative", not out:find('"seconds":-', 1, true))
end

-- ---- where output goes ------------------------------------------------------

if system.exists "/dev/full" then
  local _, err, status = ludus("run " .. small .. " --store " .. store "o"
    .. " >/dev/full")
  check.equal("output to a full disk", err,
    "ludus: standard output cannot be written\n")
  check.equal("output to a full disk: status", status, 1)
  check.ok("the run was kept", ludus("runs --store " .. store "o"):find(" generations "))
  _, err, status = ludus("report 1 --out /dev/full --store " .. store "o")
  check.equal("a report to a full disk", err,
    "ludus: /dev/full: No space left on device\n")
  check.equal("a report to a full disk: status", status, 2)
end
ludus("run " .. long .. " --store " .. store "p" .. " --checkpoint 0 | head -n 1")
check.ok("nobody reads the output: the run goes on", whole("p", want_long))
local _, _, closed = ludus("run " .. small .. " --store " .. store "o" .. " >&-")
check.equal("no output at all: status", closed, 1)
check.ok("no output at all: sound", sound "o")

-- ---- limits of the shell ----------------------------------------------------

do
  local _, err, status = check.run(("ulimit -f 40; \"$LUDUS\" run %s --quiet "
    .. "--checkpoint 0 --store %s"):format(long, store "l"))
  check.equal("a file that may not grow", err, "ludus: " .. store "l"
    .. ": would be larger than allowed (ulimit -f); what was stored before is kept\n")
  check.equal("a file that may not grow: status", status, 1)
  check.ok("a file that may not grow: the run goes on", whole("l", want_long))
  if not os.getenv "LUDUS":find "/[at]san/" then      -- sanitizers need more
    _, err, status = check.run 'ulimit -s 64; "$LUDUS" ops'
    check.equal("a small stack", err,
      "ludus: the stack may have 64 KB (ulimit -s), and 1024 are needed\n")
    check.equal("a small stack: status", status, 1)
    _, err, status = check.run(("ulimit -s 1024; \"$LUDUS\" run %s --quiet --store %s")
      :format(small, store "l"))
    check.equal("a stack just large enough", err .. status, "0")
  end
  _, err, status = ludus("report 1 --sandbox --out /dev/full --store " .. store "want")
  check.equal("a report out of the sandbox to a full disk", err,
    "ludus: /dev/full: No space left on device\n")
  check.equal("a report out of the sandbox to a full disk: status", status, 2)
end

-- ---- who may not write ------------------------------------------------------

-- Root may write anywhere: then another user tries.
local function nobody(words)
  local _, root = check.run "test $(id -u) = 0 && command -v setpriv"
  local as = root and "setpriv --reuid=65534 --regid=65534 --clear-groups " or ""
  return check.run(as .. '"$LUDUS" ' .. words)
end

os.execute(("mkdir %s/closed; cp %s %s/closed/a.db; chmod 444 %s/closed/a.db; "
  .. "chmod 555 %s/closed; chmod 755 %s"):format(folder, store "want", folder,
  folder, folder, folder))
if select(3, nobody "--version") == 0 then
  local closed_store = folder .. "/closed/a.db"
  local before = bytes_of(closed_store)
  local _, err, status = nobody("run " .. small .. " --quiet --store " .. closed_store)
  check.equal("a store that may not be written", err, "ludus: " .. closed_store
    .. ": cannot be written; what was stored before is kept\n")
  check.equal("a store that may not be written: status", status, 1)
  _, err = nobody("resume 1 --quiet --store " .. closed_store)
  check.ok("nor gone on with", err:find(": cannot be written;", 1, true))
  check.ok("it can be read", nobody("runs --store " .. closed_store):find(" generations "))
  _, err = nobody("run " .. small .. " --quiet --store " .. folder .. "/closed/b.db")
  check.equal("a folder that may not be written", err, "ludus: " .. folder
    .. "/closed/b.db: the store cannot be opened: Permission denied\n")
  check.ok("nothing was changed", bytes_of(closed_store) == before)
end
os.execute("chmod -R u+w " .. folder)

-- ---- signals ----------------------------------------------------------------

local rng = require("ludus").rng(tonumber(os.getenv "SEED" or part or 1))
local codes = { INT = 130, TERM = 143, HUP = 129, KILL = 137 }
local signals = { "INT", "TERM", "HUP", "KILL" }
for i = 1, every and 200 // parts or 8 do
  local signal = signals[i % 4 + 1]
  remove "s"
  local _, err, status = check.run(('timeout --preserve-status -s %s %.3f "$LUDUS" '
    .. 'run %s --quiet --checkpoint 0 --store %s'):format(signal,
    0.02 + 0.2 * rng:real(), long, store "s"))
  check.ok(("SIG%s: status %s"):format(signal, tostring(status)),
    status == 0 or status == codes[signal])
  if signal ~= "KILL" then
    check.equal("SIG" .. signal .. ": no complaint", err, "")
  end
  check.ok("SIG" .. signal .. ": gone on with", whole("s", want_long))
end
local out = check.run(([[trap "" HUP; "$LUDUS" run %s --json --store %s &
  sleep 0.1; kill -HUP $!; wait $!]]):format(long, store "n"))
check.equal("nohup is heeded", digest(out), want_long)

-- ---- processes that share a store -------------------------------------------

-- Three work on runs of their own, one is killed, and another takes its run up.
remove "t"
check.run(([[for s in 1 2 3; do timeout -s KILL $([ $s = 1 ] && echo 0.15 || echo 60) \
  "$LUDUS" run %s --seed $s --quiet --checkpoint 0 --store %s & done; wait]]):format(long,
  store "t"))
check.ok("a worker is killed: sound", sound "t")
out = ludus("runs --json --store " .. store "t")
check.ok("a worker is killed: the others have finished",
  select(2, out:gsub('"status":"finished"', "")) >= 2)
local seeds = {}
for id, seed in out:gmatch('"id":(%d+),.-"seed":(%d+),') do seeds[seed] = id end
if seeds["1"] then
  -- ... twice at the same time, which costs nothing but time.
  out = check.run(([[for i in 1 2; do "$LUDUS" resume %s --json --checkpoint 0 \
    --store %s & done; wait]]):format(seeds["1"], store "t"))
  local first, second = out:match('"digest":"(%x+)".*"digest":"(%x+)"')
  check.ok("two take up the same run", first == want_long and second == want_long)
end
check.ok("and the store is sound", sound "t")

-- ---- files of others, damaged files -----------------------------------------

local db = require("ludus.core.store").open(store "other")
db:run "CREATE TABLE notes (text)"
db:close()
local before = bytes_of(store "other")
local err, status
_, err, status = ludus("run " .. small .. " --quiet --store " .. store "other")
check.equal("a database of another program", err, "ludus: " .. store "other"
  .. ": a database, but no Ludus store; nothing was changed\n")
check.equal("a database of another program: status", status, 1)
check.ok("it was left alone", bytes_of(store "other") == before)
file("empty.db", "")
_, err = ludus("runs --store " .. store "empty")
check.equal("an empty file", err, "ludus: " .. store "empty"
  .. ": a database, but no Ludus store; nothing was changed\n")
_, err, status = ludus("run " .. small .. " --quiet --store " .. store "empty")
check.equal("is a store to be", err .. status, "0")

local way_out = "\nto save what can be saved: ludus runs --store %s --salvage saved.db\n"
remove "d"
for seed = 1, 6 do
  ludus(("run %s --quiet --seed %d --store %s"):format(small, seed, store "d"))
end
local whole = bytes_of(store "d")
local pages = #whole // 4096
local damaged, readable, saved = every and 100 // parts or 10, 0, 0
for i = 1, damaged do
  local bytes = whole
  if i % 2 == 0 then
    bytes = whole:sub(1, 4096 + math.floor((#whole - 4096) * rng:real()))
  else
    for _ = 1, 3 do
      local at = 4096 * rng:range(1, pages - 1)
      bytes = bytes:sub(1, at) .. ("\255"):rep(4096) .. bytes:sub(at + 4097)
    end
  end
  file("e.db", bytes)
  local o, e, s = ludus("runs --check --store " .. store "e")
  if s == 0 then readable = readable + 1
  else
    check.ok("damage is told: " .. e, s == 1 or s == 2)
    check.ok("with a way out", e:find(way_out:format(store "e"), 1, true))
  end
  check.ok("no crash", o ~= nil and s <= 2)
  remove "g"
  o, e, s = ludus(("runs --store %s --salvage %s"):format(store "e", store "g"))
  if s == 0 then
    saved = saved + 1
    check.ok("what was saved is sound", sound "g")
    local listed = ludus("runs --json --store " .. store "g")
    local id = listed:match('"id":(%d+),.-"seed":1,')
    if id then
      check.equal("and gives the same bits", digest((ludus("resume " .. id
        .. " --json --store " .. store "g"))), want)
    end
  else
    check.ok("nothing to save is told: " .. e, e:find("^ludus: "))
  end
end
check.ok("most are saved", saved >= damaged // 2)

-- A file that ends within a page: no checkpoint is saved that is not as it was.
local function states(path)
  local s, list = stores.open(path, "read"), {}
  for id = 1, 6 do list[id] = (s:get_checkpoint(id) or {}).state end
  s:close()
  return list
end
local states_whole, torn = states(store "d"), 0
for n = 1, pages - 1 do
  file("e.db", whole:sub(1, 4096 * n + 1000))
  remove "g"
  if pcall(require("ludus.run.salvage").copy, store "e", store "g") then
    for id, state in pairs(states(store "g")) do
      if state ~= states_whole[id] then torn = torn + 1 end
    end
  end
end
check.equal("no checkpoint is torn", torn, 0)
_, err = ludus(("runs --store %s --salvage %s"):format(store "e", store "d"))
check.equal("no store is written over", err, "ludus: " .. store "d"
  .. ": is there already\n")
_, err, status = ludus(("runs --store %s --salvage %s"):format(store "h", store "g"))
check.equal("nothing to be saved", err, "ludus: " .. store "h" .. ": no such store\n")
check.equal("nothing to be saved: status", status, 2)

-- Values of the wrong kind, births and plans that are none: by damage, or sealed by
-- somebody who wants that.
local function spoilt(sql, words, plainly)
  file("v.db", whole)
  local v = stores.open(store "v")
  v:run_sql(sql)
  if not plainly then v:trust() end
  v:close()
  local _, e = ludus(words .. " --store " .. store "v")
  return e
end
check.equal("a value of the wrong kind", spoilt("UPDATE runs SET seed = 'x'",
  "resume 1"), "ludus: " .. store "v" .. ": damaged: 'seed' of run 1 holds bytes, "
  .. "expected integer\nto look at it: sqlite3 " .. store "v" .. "\n")
check.ok("a birth of generation 0", spoilt("UPDATE generations SET births = "
  .. "zeroblob(140) WHERE generation = 0", "show 1 --lineage"):find("^ludus: run 1: "
  .. "its ancestors cannot be made again: generation 0: the birth of program %d+ is "
  .. "damaged\n$"))
check.ok("a plan", spoilt("UPDATE generations SET plan = '{\"vary\":'",
  "show 1 --lineage"):find("ludus: a damaged plan: JSON: expected a value at byte 9",
  1, true))
check.equal("a checkpoint of another generation", spoilt("UPDATE checkpoints "
  .. "SET generation = 2", "resume 1 --quiet"),
  "ludus: the checkpoint of generation 2 holds generation 3\n")
local lost = "DELETE FROM generations WHERE generation = 3"
check.equal("a generation that is missing", spoilt(lost, "resume 1 --quiet"), "")
local told_lost = "ludus: %s: damaged: %s" .. way_out
for _, row in ipairs {
  { lost, "resume 1", "generations of run 1 are missing" },
  { lost, "show 1", "generations of run 1 are missing" },
  { "UPDATE generations SET raw = raw + 1 WHERE generation = 2", "show 1",
    "a generation of run 1 is not what was written" },
  { "UPDATE generations SET births = zeroblob(140)", "show 1 --lineage",
    "the births of generation 0 of run 1 are not what was written" },
  { "UPDATE runs SET best = best + 1 WHERE id = 2", "compare 1 2",
    "run 2 is not what was written" },
  { "UPDATE runs SET seed = 7", "resume 1", "run 1 is not what was written" },
  { "DELETE FROM runs WHERE id = 4", "runs", "runs are missing" },
  { "UPDATE checkpoints SET generation = 2", "resume 1",
    "the checkpoint of run 1 is not what was written" } } do
  check.equal("damage is told by " .. row[2], spoilt(row[1], row[2], true),
    told_lost:format(store "v", row[3], store "v"))
end

check.ok("nearly every place was reached", missed <= 2 + tried // 20)
print(("%d faults, %d survived, %d told; %d damaged stores, %d readable, %d saved")
  :format(tried, survived, told, damaged, readable, saved))
os.execute("rm -rf " .. folder)
return check.done()
