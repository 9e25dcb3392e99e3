-- test_faults.lua -- what a whole process does when the machine fails it: memory,
-- disk, threads, clocks, signals, damaged and foreign files. Each fault must end
-- in a message and a status, leave a sound store, and cost no bits.
--
-- Faults of the system come from tests/faults/faults.c, which is preloaded. Only
-- some places are tried; `make faults` (LUDUS_FAULTS=1) tries every one.

local check  = dofile("tests/lua/check.lua")
local system = require "ludus.core.system"

-- Many files are written and synced: in memory, where there is such a place.
local folder = os.tmpname()
os.remove(folder)
if system.exists "/dev/shm" == "folder" then
  folder = "/dev/shm/" .. folder:match("[^/]*$")
end
os.execute("mkdir -p " .. folder)

local every = os.getenv "LUDUS_FAULTS"
local shim = (os.getenv "LUDUS_OUT" or "build/release") .. "/tests/faults.so"

local function file(name, text)
  local path = folder .. "/" .. name
  assert(system.write(path, text))
  return path
end

local function bytes_of(path)
  local f = assert(io.open(path, "rb"))
  local bytes = f:read "a"
  f:close()
  return bytes
end

local function store(name) return folder .. "/" .. name .. ".db" end
local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function digest(text) return (text:match('"digest":"(%x+)"')) end

local function script(name, population, generations)
  return file(name, ([[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game {},
  program = ludus.tree { adfs = { 3, 2, 1 } }, elite = 1, stop = ludus.never,
  population = %d, generations = %d, cache = 0 }]]):format(population, generations))
end

local small, long = script("small.lua", 20, 4), script("long.lua", 100, 150)

local function remove(name)
  for _, tail in ipairs { "", "-journal", "-wal", "-shm" } do
    os.remove(store(name) .. tail)
  end
end

-- The store is sound, or was never made.
local function sound(name)
  if not system.exists(store(name)) or bytes_of(store(name)) == "" then return true end
  local out, err, status = ludus("runs --check --store " .. store(name))
  if status == 0 and out:find(": sound;", 1, true) then return true end
  print(name, status, out, err)
  return false
end

-- The digest after going on with run 1, or after beginning it where it is missing.
local function finish(name, path)
  local out, _, status = ludus("resume 1 --json --store " .. store(name))
  if status ~= 0 then
    remove(name)
    out = ludus(("run %s --json --store %s"):format(path, store(name)))
  end
  return digest(out)
end

local want = digest((ludus("run " .. small .. " --json --store " .. store "want")))
local want_long = digest((ludus("run " .. long .. " --json --store " .. store "want")))
check.ok("a digest to begin with", want and want_long)

-- ---- the system fails -------------------------------------------------------

-- Runs the command with a fault; stdout, stderr, status (128 and more: killed).
local function with(fault, words)
  return check.run(('%s LD_PRELOAD=%s "$LUDUS" %s'):format(fault, shim, words))
end

-- Sanitizers will not be preloaded over.
local _, _, works = with("", "--version")
local preloads = works == 0

-- How many requests, writes, syncs and threads the command takes.
local function census(words)
  with("FAULT_REPORT=" .. folder .. "/census", words)
  local counts = {}
  for n in bytes_of(folder .. "/census"):gmatch("%d+") do
    counts[#counts + 1] = tonumber(n)
  end
  return table.unpack(counts)
end

-- Places from 1 to n: the first ones, then some, or all of them.
local function places(n, some)
  local list = {}
  local step = every and 1 or math.max(1, n // some)
  for i = 1, n, step do list[#list + 1] = i end
  return list
end

local tried, survived, told = 0, 0, 0

-- The process ended by itself: well, or with a message that says `word`.
local function ended(name, word, out, err, status)
  tried = tried + 1
  if status == 0 then survived = survived + 1 return true end
  if (status == 1 or status == 2) and err:find("^ludus: ") and err:find(word) then
    told = told + 1
    return true
  end
  print(name, status, out:sub(-200), err)
  return false
end

local function starve(name, words, fault, some, before)
  before()
  local requests = census(words)
  local fine = 0
  local list = places(requests, some)
  for _, n in ipairs(list) do
    before()
    if ended(("%s, request %d"):format(name, n), "memory",
      with(("FAULT_ALLOC=%d %s"):format(n, fault), words)) then fine = fine + 1 end
  end
  check.equal(name, fine, #list)
end

local run_small = "run " .. small .. " --quiet --threads 1 --store " .. store "f"
local function fresh() remove "f" end
local function kept() end

if preloads then
  starve("a request for memory fails", run_small, "", 20, fresh)
  check.ok("the store is sound", sound "f")
  starve("all requests fail from one on", run_small, "FAULT_LASTING=1", 40, fresh)
  check.equal("the run can be finished", finish("f", small), want)
  for name, words in pairs { resume = "resume 1 --quiet --store " .. store "f",
    show = "show 1 --lineage --store " .. store "f",
    runs = "runs --store " .. store "f", score = "score minesweeper "
      .. "scripts/programs/quartetti-best.gp", ops = "ops" } do
    starve(name .. " without memory", words, "FAULT_LASTING=1", 6, kept)
  end
  check.ok("the store is still sound", sound "f")

  local _, writes, syncs = census(run_small)
  for _, kind in ipairs { { "WRITE", writes, 28, "a full disk" },
    { "WRITE", writes, 5, "a broken disk" }, { "SYNC", syncs, 5, "no sync" } } do
    local fine, list = 0, places(kind[2], 6)
    for _, n in ipairs(list) do
      fresh()
      local out, err, status = with(("FAULT_%s=%d FAULT_ERRNO=%d"):format(kind[1], n,
        kind[3]), run_small:gsub("%-%-quiet", "--quiet --checkpoint 0"))
      if ended(kind[4] .. ", " .. n, "disk", out, err, status) and sound "f"
        and finish("f", small) == want then fine = fine + 1 end
    end
    check.equal(kind[4] .. ": told, sound and gone on with", fine, #list)
  end
  fresh()
  check.equal("short writes", digest((with("FAULT_SHORT=1", run_small:gsub("quiet",
    "json")))), want)
  check.ok("short writes: sound", sound "f")

  local out, err, status = with("FAULT_THREAD=1", "run " .. small
    .. " --quiet --threads 2 --store " .. store "f")
  check.equal("no thread", err, "ludus: cannot start worker thread 1 of 2\n")
  check.equal("no thread: status", status, 1)

  out = with("FAULT_CLOCK=1", run_small:gsub("quiet", "json --checkpoint 0"))
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
  check.ok("the run was kept", ludus("runs --store " .. store "o"):find("finished"))
  _, err, status = ludus("report 1 --out /dev/full --store " .. store "o")
  check.equal("a report to a full disk", err,
    "ludus: /dev/full: No space left on device\n")
  check.equal("a report to a full disk: status", status, 2)
end
ludus("run " .. long .. " --store " .. store "p" .. " --checkpoint 0 | head -n 1")
check.ok("nobody reads the output: the store is sound", sound "p")
check.equal("and the run goes on", finish("p", long), want_long)
local _, _, closed = ludus("run " .. small .. " --store " .. store "o" .. " >&-")
check.equal("no output at all: status", closed, 1)
check.ok("no output at all: sound", sound "o")

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
  check.ok("it can be read", nobody("runs --store " .. closed_store):find("finished"))
  _, err = nobody("run " .. small .. " --quiet --store " .. folder .. "/closed/b.db")
  check.equal("a folder that may not be written", err, "ludus: " .. folder
    .. "/closed/b.db: the store cannot be opened: Permission denied\n")
  check.ok("nothing was changed", bytes_of(closed_store) == before)
end
os.execute("chmod -R u+w " .. folder)

-- ---- signals ----------------------------------------------------------------

local rng = require("ludus").rng(tonumber(os.getenv "SEED") or 1)
local codes = { INT = 130, TERM = 143, HUP = 129, KILL = 137 }
local signals = { "INT", "TERM", "HUP", "KILL" }
for i = 1, every and 200 or 8 do
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
  check.ok("SIG" .. signal .. ": sound", sound "s")
  check.equal("SIG" .. signal .. ": gone on with", finish("s", long), want_long)
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
local damaged, readable, saved = every and 100 or 10, 0, 0
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
check.ok("most are saved", saved >= 5)
_, err = ludus(("runs --store %s --salvage %s"):format(store "e", store "d"))
check.equal("no store is written over", err, "ludus: " .. store "d"
  .. ": is there already\n")

-- Values of the wrong kind, births and plans that are none.
local function spoilt(sql, words)
  file("v.db", whole)
  local v = require("ludus.core.store").open(store "v")
  v:run(sql)
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
check.equal("a generation that is missing", spoilt("DELETE FROM generations "
  .. "WHERE generation = 3", "resume 1 --quiet"), "")

print(("%d faults, %d survived, %d told; %d damaged stores, %d readable, %d saved")
  :format(tried, survived, told, damaged, readable, saved))
os.execute("rm -rf " .. folder)
return check.done()
