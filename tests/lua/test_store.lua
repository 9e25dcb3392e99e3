-- test_store.lua -- run stores: names that are none, stores of version 0.1.0, a store
-- that vanishes while it is written.

local check  = dofile "tests/lua/check.lua"
local core   = require "ludus.core.store"
local stores = require "ludus.run.store"
local tables = require "ludus.run.tables"

local folder, write = check.folder()
local script = write("tiny.lua", [[
local ludus = require "ludus"
return ludus.experiment { program = ludus.tree { nodes = 9 }, population = 6,
  generations = 4, stop = ludus.never, game = ludus.game { cases = { 1, 2, 3 },
    constants = { 1 }, minimise = true,
    primitives = { X = { 0, function(x) return x end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(x, value) return math.abs(value - 3 * x) end } }
]])
local path = folder .. "/runs.db"

local function ludus(words)
  return check.run(("cd %s; \"$LUDUS\" %s"):format(folder, words))
end

-- ---- names -----------------------------------------------------------------------

for _, name in ipairs { "", ":memory:", "file:x.db?mode=memory" } do
  for _, command in ipairs { "run tiny.lua", "runs", "resume 1", "show 1",
    "compare 1", "report 1" } do
    local out, err, status = ludus(("%s --store '%s'"):format(command, name))
    check.equal(command .. " refuses the store " .. name, err,
      ("ludus: option '--store': expected the name of a file, got '%s'\n"):format(name))
    check.equal(command .. " says nothing else", out .. status, "2")
  end
end
for name, message in pairs {
  [""] = "the name of the store is empty",
  [":memory:"] = ":memory:: expected the name of a file; runs are not kept in memory "
    .. "(a file of that name is ./:memory:)",
  ["file:x?mode=memory"] = "file:x?mode=memory: expected the name of a file; runs are "
    .. "not kept in memory (a file of that name is ./file:x?mode=memory)" } do
  check.refused("a library call refuses " .. name, function() stores.open(name) end,
    message)
end
local _, err, status = ludus "run tiny.lua --quiet --store ./file:x"
check.equal("a file may be called so", err .. status, "0")

-- ---- seals -----------------------------------------------------------------------

check.equal("nothing", core.seal("a", nil), 0)
check.equal("a whole number is a real one", core.seal("a", 7), core.seal("a", 7.0))
check.equal("0 is -0", core.seal("a", 0), core.seal("a", -0.0))
check.ok("a number is no text", core.seal("a", 7) ~= core.seal("a", "7"))
check.ok("names count", core.seal("a", 7) ~= core.seal("b", 7))
check.ok("the order counts", core.seal("a", 7, "b", 8) ~= core.seal("b", 8, "a", 7))
check.ok("ends count", core.seal("a", "xy", "b", "z") ~= core.seal("a", "x", "b", "yz"))
check.equal("what is missing adds nothing", core.seal("a", 1, "b", nil, "c", 2),
  core.seal("a", 1, "c", 2))
local db = core.open(folder .. "/seal.db")
db:run "CREATE TABLE t (a REAL, b TEXT, c BLOB, d INTEGER)"
for _, row in ipairs { { 1, "x", "y\0z", 5 }, { 0.1, "", "", math.mininteger },
  { 2^63, "é", "\0", math.maxinteger }, { -0.0, "a", "b", -1 },
  { 1e308, "a", "b", 2^53 | 0 }, { math.huge, "a", "b", 0 } } do
  db:run("INSERT INTO t VALUES (?, ?, ?, ?)", table.unpack(row))
  local got = db:query("SELECT seal('a', a, 'b', b, 'c', c, 'd', d) AS s FROM t")[1].s
  check.equal("SQL and Lua seal alike", got, core.seal("a", row[1], "b", row[2], "c",
    row[3], "d", row[4]))
  db:run "DELETE FROM t"
end
db:close()

-- ---- a store of version 0.1.0 ------------------------------------------------------

ludus "run tiny.lua --quiet --store runs.db --seed 3"
local want = ludus "show 1 --store runs.db":gsub("identity %x+\n  script [^\n]*\n", "")

-- The store as that version would have written it.
local function age(from, to)
  local new, old = stores.open(from, "read"), core.open(to, "upgrade")
  old:run [[CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, script TEXT NOT
    NULL, source TEXT NOT NULL, settings TEXT NOT NULL, seed INTEGER NOT NULL,
    population INTEGER NOT NULL, version TEXT NOT NULL, status TEXT NOT NULL, message
    TEXT, generation INTEGER NOT NULL, evaluations INTEGER NOT NULL, best REAL, max REAL,
    solved INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL, digest TEXT, started TEXT
    NOT NULL)]]
  old:run [[CREATE TABLE generations (run INTEGER NOT NULL REFERENCES runs(id),
    generation INTEGER NOT NULL, raw REAL NOT NULL, standardized REAL NOT NULL, raw_mean
    REAL NOT NULL, raw_deviation REAL NOT NULL, standardized_mean REAL NOT NULL, size
    INTEGER NOT NULL, size_mean REAL NOT NULL, size_max INTEGER NOT NULL, "distinct"
    INTEGER NOT NULL, hits INTEGER NOT NULL, steps INTEGER NOT NULL, evaluations INTEGER
    NOT NULL, total_steps INTEGER NOT NULL, seconds REAL NOT NULL, slot INTEGER NOT NULL,
    program TEXT NOT NULL, plan TEXT, births BLOB, PRIMARY KEY (run, generation))
    WITHOUT ROWID]]
  old:run [[CREATE TABLE checkpoints (run INTEGER PRIMARY KEY REFERENCES runs(id),
    generation INTEGER NOT NULL, state BLOB NOT NULL)]]
  old:run "CREATE TABLE knowledge (name TEXT PRIMARY KEY, value BLOB NOT NULL)"
  for _, name in ipairs { "runs", "generations", "checkpoints", "knowledge" } do
    for _, row in ipairs(new:query("SELECT * FROM " .. name)) do
      local kept = {}
      for column in tables.list(name, 1):gmatch '"([^"]+)"' do kept[column] = row[column] end
      local sql, values = tables.insert(name, kept)
      old:run(sql, table.unpack(values))
    end
  end
  old:run("INSERT INTO knowledge VALUES ('a', 'b')")
  old:run "PRAGMA user_version = 1"
  old:close()
  new:close()
end

age(path, folder .. "/old.db")
-- What version 1 did not store: the game, and why a run ended.
local function known_then(text)
  return (text:gsub("\ngame: [^\n]*", ""):gsub("ended: [^\n]*", "ended")
    :gsub("  others   1 %a+", "  others   1"))
end
check.equal("an old store is shown", known_then((ludus "show 1 --store old.db")),
  known_then(want))
check.ok("and its ancestors", (ludus "show 1 --lineage --store old.db"):find "mothers")
check.equal("it is sound", (ludus "runs --check --store old.db"),
  "old.db: sound; 1 run, 4 generations\n")
check.equal("it is compared", known_then((ludus "compare 1 --store old.db")),
  known_then((ludus "compare 1 --store runs.db")))
check.equal("it can be salvaged", (ludus "runs --store old.db --salvage saved.db"),
  "saved.db: 1 run and 4 generations saved from old.db; 0 rows are lost\n")
check.equal("its run goes on", select(3, ludus "resume 1 --store old.db --quiet"), 0)
local s = stores.open(folder .. "/old.db", "read")
check.equal("it has the tables of this version now", s.version, stores.version)
check.equal("what was known is known", s:recall "a", "b")
check.equal("nothing else", s:recall "b", nil)
s:inspect()
check.equal("and the same run", s:get_run(1).digest,
  stores.open(path, "read"):get_run(1).digest)
s:close()

-- ---- a store that vanishes ----------------------------------------------------------

write("vanish.lua", [[
local ludus = require "ludus"
return ludus.experiment { program = ludus.tree { nodes = 9 }, population = 6,
  generations = 9, stop = ludus.never,
  on_generation = function(run) if run.generation == 2 then os.remove "gone.db" end end,
  game = ludus.game { cases = 1, constants = { 1 },
    primitives = { ADD = { 2, function(_, a, b) return a + b end } },
    score = function(_, value) return value end } }]])
_, err, status = ludus "run vanish.lua --quiet --checkpoint 0 --store gone.db"
check.equal("a store that was deleted", err, "ludus: gone.db: was deleted or moved "
  .. "while it was in use: what is stored from now on would be lost\n")
check.equal("ends the run", status, 1)

-- ---- several processes --------------------------------------------------------------

check.run(("cd %s; for i in 1 2 3; do $LUDUS run tiny.lua --seeds 1..9 --quiet "
  .. "--threads 1 --store shared.db & done; wait"):format(folder))
local made = {}
for _, row in ipairs(stores.open(folder .. "/shared.db", "read"):runs()) do
  made[row.seed] = (made[row.seed] or 0) + 1
end
for seed = 1, 9 do check.equal("three share a sweep: seed " .. seed, made[seed], 1) end
local claims = require "ludus.core.claims"
local mine = claims.open(folder .. "/claims")
local other = claims.open(folder .. "/claims")
check.ok("a claim is had", mine:take "a run")
check.ok("again by the same", mine:take "a run")
check.ok("not by another", not other:take "a run")
check.ok("who gets others", other:take "another run")
mine:give "a run"
check.ok("a claim is given back", other:take "a run")
other = nil
collectgarbage()
collectgarbage()
check.ok("or ends with its owner", mine:take "a run")

-- ---- large populations --------------------------------------------------------------

local _, large, told = ludus "run tiny.lua --set population=999999999 --store large.db"
if large:find "takes about" then
  check.ok("a population beyond the machine", large:find("^ludus: a population of "
    .. "999,999,999 takes about %d+%.%d GB of memory, the machine has %d+%.%d GB: field "
    .. "'population' must be less, or the programs smaller; %-%-huge tries it\n$"))
else
  check.ok("a population beyond the limit", large:find "population")
end
check.equal("is wrong input", told, 2)

-- ---- refused runs ----------------------------------------------------------------------

write("taught.lua", [[
local ludus = require "ludus"
local othello = require "ludus.othello"
return ludus.experiment { population = 4, generations = 1, program = ludus.tree {},
  game = othello.game { teachers = { function(c1) return c1 end }, depth = 1,
    teacher_depth = 1, openings = 1 } }
]])
local _, refusal, ended = ludus "run taught.lua --quiet --threads 2 --store taught.db"
check.equal("one thread alone can play it", refusal, "ludus: teacher 1 is a Lua function, "
  .. "so one thread alone can play this game: use --threads 1\n")
check.equal("which is wrong input", ended, 2)
check.equal("as it can", select(2,
  ludus "run taught.lua --quiet --threads 1 --store taught.db"), "")
local taught = core.open(folder .. "/taught.db")
check.equal("a refused run takes no number",
  taught:query("SELECT max(id) AS n FROM runs")[1].n, 1)
taught:close()

return check.done()
