-- test_run.lua -- experiments as people run them: results, resuming, the store,
-- wrong scripts.

local check = dofile("tests/lua/check.lua")

local folder, write = check.folder()

local function ludus(words) return check.run('"$LUDUS" ' .. words) end

local function store(name) return folder .. "/" .. name .. ".db" end

local head = 'local ludus = require "ludus"\n'
  .. 'local mines = require "ludus.minesweeper"\n'

local small = write("small.lua", head .. [[
return ludus.experiment {
  game = mines.game {}, program = ludus.tree { adfs = { 3, 2, 1 } },
  population = 200, generations = 9, elite = 1,
  vary = { { 0.8, ludus.crossover }, { 0.1, ludus.point }, { 0.1, ludus.subtree } },
}]])

local _
local function last_line(text) return text:match("([^\n]*)\n$") end
local function digest(text) return (text:match('"digest":"(%x+)"')) end

-- ---- results ---------------------------------------------------------------------

local out, err, status = ludus("run " .. small .. " --json --store " .. store "a")
check.equal("status", status, 0)
check.equal("no errors", err, "")
check.equal("a line per generation and the result",
  select(2, out:gsub("\n", "")), 10)
local result = last_line(out)
for _, key in ipairs { "seed", "generations", "evaluations", "best", "seconds",
  "digest", "text", "score", "run" } do
  check.ok("result has " .. key, result:find('"' .. key .. '":', 1, true))
end
check.ok("nine generations", result:find('"generations":9,', 1, true))
local want = digest(out)

for threads = 1, 3 do
  out = ludus(("run %s --json --threads %d --store %s"):format(small, threads,
    store "a"))
  check.equal("digest on " .. threads .. " threads", digest(out), want)
end
out = ludus("run " .. small .. " --json --seed 2 --store " .. store "a")
check.ok("another seed", digest(out) ~= want)
check.equal("quiet", (ludus("run " .. small .. " --quiet --store " .. store "a")), "")
out = ludus("run " .. small .. " --json --set cache=0 --store " .. store "a")
check.equal("without the cache", digest(out), want)

local plain = ludus("run " .. small .. " --store " .. store "a")
check.ok("piped: plain lines", not plain:find("\27") and not plain:find("\r"))
check.ok("first line", plain:find("^gen   0/8  best "))
check.ok("closing words", plain:find("\nrun 8  seed 1  digest " .. want))

out = ludus("runs --json --store " .. store "a")
check.equal("eight runs", select(2, out:gsub("\n", "")), 8)
check.ok("numbers count from 1", out:find('"id":1,', 1, true))
out = ludus("show 1 --lineage --store " .. store "a")
check.ok("show has the digest", out:find("digest " .. want, 1, true))
check.ok("lineage begins at 0", out:find(
  "\nline of mothers:\n gen program  size ancestors  made by [^\n]*\n   0 "))
for row in out:gmatch "[^\n]+" do
  row = row:gsub(folder:gsub("%p", "%%%0") .. "/", "")
  if not row:find "^RPB" and not row:find "^ADF" then
    check.ok("show fits 80 columns: " .. row, (utf8.len(row) or #row) <= 80)
  end
end

-- Planted programs: a text, a file, a program; the lineage knows them.
local planted = write("planted.lua", head .. ([[
local file = "%s/file.gp"
return ludus.experiment {
  game = mines.game {}, program = ludus.tree { adfs = { 3, 2, 1 } },
  population = 3, generations = 3, elite = 3, stop = ludus.never,
  plant = { "RPB (UNC 7)\nADF0 1\nADF1 2\nADF2 3", file, ludus.read(file),
    "RPB (NO) more than the population" },
}]]):format(folder))
write("file.gp", "; a comment\nRPB (PROGN (UNC 0) (UNC 3)) ADF0 4 ADF1 5 ADF2 6")
out, err = ludus("run " .. planted .. " --json --store " .. store "planted")
check.equal("planting succeeds", err, "")
check.ok("the best of them is the best", out:find(
  '"text":"RPB (PROGN (UNC 0) (UNC 3))\\nADF0 4\\nADF1 5\\nADF2 6\\n"', 1, true))
out, err = ludus("show 1 --lineage --store " .. store "planted")
check.equal("planted programs have a lineage", err, "")
check.ok("which says so", out:find "\n   0       2     8         1  planted")
write("file.gp", "RPB (UNC 0)) ADF0 4 ADF1 5 ADF2 6")
_, err, status = ludus("run " .. planted .. " --store " .. store "planted")
check.ok("a file that cannot be read is named", status ~= 0 and err:find(
  folder .. "/file.gp:1:12: expected a branch (RPB or ADF0 ...), found ')'", 1, true))

-- Replaying the lineage gives the stored program, generation by generation.
local history = require "ludus.run.history"
local r = history.open(1, store "a")
local line = r:lineage()
check.equal("the lineage ends at the best program", line[#line].text, r:best())
for g = 0, 8 do
  local part = r:lineage(g)
  check.equal("lineage of generation " .. g, part[#part].text, r:best(g))
end
check.error("a generation there is not", function() local _ = r:best(9) end,
  "tests/lua/test_run.lua:" .. debug.getinfo(1, "l").currentline - 1
  .. ": run 1 has generations 0 to 8, not 9")

-- ---- settings --------------------------------------------------------------------

out = ludus("run " .. small .. " --json --set population=50 --set generations=2 "
  .. "--set game.rows=4 --set game.cols=4 --set program.nodes=30 --set "
  .. "'program.adfs={1,2}' "
  .. "--set 'select=tournament(2)' --set 'vary={{1,copy}}' --store " .. store "b")
check.ok("two generations", last_line(out):find('"generations":2,', 1, true))

local function wrong_set(set, message)
  local _, e, s = ludus(("run %s --set %s --store %s"):format(small, set, store "b"))
  check.equal("--set " .. set, e, "ludus: --set " .. set:gsub("'", "") .. ": "
    .. message .. "\n")
  check.equal("status of --set " .. set, s, 2)
end

wrong_set("populaton=5", "unknown field 'populaton'; did you mean 'population'?")
wrong_set("popsize=5", "unknown field 'popsize'; did you mean 'population'?")
wrong_set("population=x", "expected a whole number, got 'x'")
wrong_set("game.row=5", "unknown field 'row' of the game; did you mean 'rows'?")
wrong_set("program.node=5",
  "unknown field 'node' of the program; did you mean 'nodes'?")
wrong_set("gam.rows=5",
  "unknown field 'gam.rows'; fields with a dot are game.* and program.*")
wrong_set("'select=turnament(3)'",
  "unknown word 'turnament'; did you mean 'tournament'?")
wrong_set("'select=tournament(3'",
  "expected an expression as in a script, got 'tournament(3'")
wrong_set("'select=tournament(3,{nar=9})'",
  "ludus.tournament: unknown field 'nar'; did you mean 'near'?")
wrong_set("'select=rank(2,{near=9})'",
  "ludus.rank: field 'near': only tournaments can be near")
_, err = ludus("run scripts/minesweeper.lua --set game.cases=100001 --store "
  .. store "b")
check.equal("too many cases", err:match("field.*"), "field 'cases': expected 'all', ludus.fresh(n) or 1 "
  .. "to 100000, a number of random cases, got 100001\n")
wrong_set("vary={{#1,copy}}",
  "expected an expression as in a script, got '{{#1,copy}}'")
wrong_set("stop=nver", "unknown word 'nver'; did you mean 'never'?")
wrong_set("report=print", "it cannot be written on the command line")
wrong_set("seed=3", "it is an option: --seed 3")
check.equal("nothing was stored for them",
  select(2, ludus("runs --json --store " .. store "b"):gsub("\n", "")), 1)

out = ludus("run " .. small .. " --json --set population=50 --set generations=3 "
  .. "--set 'stop=ludus.reaches(-1e9)' --store " .. store "b2")
check.ok("a stop is set", last_line(out):find('"generations":1,', 1, true))

-- ---- wrong scripts ---------------------------------------------------------------

local function wrong(name, body, message)
  local path = write("wrong.lua", body)
  local o, e, s = ludus("run " .. path .. " --store " .. store "w")
  check.equal(name, e, "ludus: " .. (message:gsub("FILE", path)) .. "\n")
  check.equal(name .. ": nothing printed", o, "")
  check.equal(name .. ": status", s, 2)
end

wrong("a syntax error", "return ludus.", "FILE:1: <name> expected near <eof>")
wrong("nothing returned", head, "FILE: the script returns nothing; it must return "
  .. "an experiment, as in 'return ludus.experiment { ... }'")
wrong("a number returned", "return 5", "FILE: the script returns a number; it must "
  .. "return an experiment or a study")
wrong("an undeclared global", "x = 1",
  "FILE:1: undeclared global 'x' is written; use 'local x'")
wrong("many mistakes", head .. [[
return ludus.experiment {
  game       = mines.game {},
  program    = ludus.tree { adfs = { 3, 2, 1 } },
  populaton  = 5,
  generations = "ten",
  select     = 7,
  vary       = { { 0.9, ludus.crossover { leafs = 0.1 } },
                 { 0.1, ludus.operator "subtre" } },
  elite      = -1,
}]], (([[
FILE:6: unknown field 'populaton'; did you mean 'population'?
FILE:7: field 'generations': expected a whole number, got 'ten'
FILE:8: field 'select': expected a way to select, for instance ludus.tournament(7), got 7
FILE:9: crossover: unknown field 'leafs'; there are: leaves, retries
FILE:9: field 'vary': no operator 'subtre' for these programs; did you mean 'subtree'?
FILE:11: field 'elite': expected 0 to 10000000, got -1]])
  :gsub("(FILE:%d+: )", "%1ludus.experiment: ")))
wrong("missing fields", head .. "return ludus.experiment {}",
  "FILE:3: ludus.experiment: field 'game' is missing: what to play\n"
  .. "FILE:3: ludus.experiment: field 'program' is missing: what to evolve")
wrong("a wrong game", head .. "return ludus.experiment { game = mines.game "
  .. "{ rows = 1 } }", "FILE:3: mines.game: field 'rows': expected 2 to 64, got 1")
wrong("a wrong tree", head .. "local t = ludus.tree { adfs = { 9 } }\nreturn t",
  "FILE:3: ludus.tree: field 'adfs': expected a list of numbers of 0 to 8, got { 9 }")
wrong("a wrong tournament", head .. "local t = ludus.tournament(0)\nreturn t",
  "FILE:3: ludus.tournament: size must be 1 to 1000000, got 0")
wrong("a share that is no number", head
  .. "local t = ludus.truncation(math.huge - math.huge)\nreturn t",
  "FILE:3: ludus.truncation: share must be 1e-09 to 1, got "
  .. tostring(math.huge - math.huge))
wrong("an unknown variant", head .. [[
return ludus.experiment { game = mines.game {}, program = ludus.tree {},
  variants = { paper = {} }, variant = "papre" }]],
  "FILE:4: ludus.experiment: field 'variant': unknown variant 'papre'; there are: paper")
wrong("vectors that are not the game's", [[
local ludus = require "ludus"
local game = ludus.game { program = "vector", genes = { length = 3, max = 9 },
  cases = { 1 }, score = function(_, g) return g[1] end }
return ludus.experiment { game = game, program = ludus.vector { length = 5, max = 9 } }]],
  "FILE:4: ludus.experiment: field 'program': game cannot score these programs: they are "
  .. "made for another game; ludus.vector must say what the game's `genes` say")
wrong("a success that is no number", head
  .. "return ludus.experiment { game = mines.game {}, program = ludus.tree {},\n"
  .. "  solved = math.huge - math.huge }", "FILE:4: ludus.experiment: field 'solved': "
  .. "expected a number, got " .. tostring(math.huge - math.huge))
local planted = store "w"
os.remove(planted)
wrong("what is planted", head .. [[
return ludus.experiment { game = mines.game {}, program = ludus.tree {}, population = 10,
  plant = { "RPB (UNC 1)", "RPB (FOO)", "no-such.gp" } }]],
  "FILE:4: ludus.experiment: field 'plant': number 2: (planted program):1:6: unknown name "
  .. "'FOO'\n  RPB (FOO)\n       ^\nFILE:4: ludus.experiment: field 'plant': number 3: "
  .. "no-such.gp: No such file or directory")
check.equal("no run is stored", require "ludus.core.system".exists(planted), nil)
local no_file = select(2, ludus("run no-such.lua"))
check.equal("no script", no_file, "ludus: no-such.lua: No such file or directory\n")

-- An error in the middle of a run: told with its line, status 1, the store sound.
local path = write("callback.lua", head .. [[
return ludus.experiment { game = mines.game {}, program = ludus.tree {},
  population = 20, generations = 5,
  on_generation = function(run)
    if run.generation == 3 then error "broken" end
  end }]])
_, err, status = ludus("run " .. path .. " --quiet --store " .. store "c")
check.equal("a failing callback names its line", err, "ludus: " .. path
  .. ":6: broken\nstack traceback:\n\t" .. path .. ":6: in function <" .. path
  .. ":5>\n")
check.equal("a failing callback: status", status, 1)
out = ludus("runs --store " .. store "c")
check.ok("the run is marked as failed", out:find("failed"))

-- ---- schedules and callbacks -------------------------------------------------------

local staged = write("staged.lua", head .. [[
local harder = mines.game { mines = 2, cases = 30 }
return ludus.experiment {
  game = mines.game {}, program = ludus.tree { adfs = { 2 } },
  population = 150,
  schedule = function(run)
    run:evolve(4)
    run:set { game = harder, select = ludus.tournament(3) }
    run:evolve(4)
    if run.stats.raw > -1e9 then run:set { elite = 5 } end
    run:evolve(2)
  end,
  report = function(run) print("report", run.generation) end,
}]])
out, err = ludus("run " .. staged .. " --json --checkpoint 0 --store " .. store "s")
local staged_digest = digest(out)
check.ok("eleven generations", last_line(out):find('"generations":11,', 1, true))
check.equal("report is called, and what it prints is no JSON", err, "report\t10\n")

-- ---- killed and resumed --------------------------------------------------------------

local long = write("long.lua", head .. [[
return ludus.experiment {
  game = mines.game {}, program = ludus.tree { adfs = { 3, 2, 1 } },
  population = 300, generations = 400, stop = ludus.never,
}]])
want = digest((ludus("run " .. long .. " --json --store " .. store "k1")))
local rng = require("ludus").rng(tonumber(os.getenv "SEED") or 1)
local kills = 0
local command = ('run %s --json --checkpoint 0 --store %s'):format(long, store "k2")
for _ = 1, 40 do
  local delay = 0.05 + 0.2 * rng:real()
  local o, _, s = check.run(('timeout -s KILL %.3f "$LUDUS" %s'):format(delay, command))
  if s == 0 then
    check.equal("digest after " .. kills .. " kills", digest(o), want)
    break
  end
  kills = kills + 1
  local listed = ludus("runs --json --store " .. store "k2")
  if listed:find('"id":1,', 1, true) then
    command = ("resume 1 --json --checkpoint 0 --threads %d --store %s"):format(
      1 + kills % 2, store "k2")
  end
  if kills >= 10 then
    out = ludus(command)
    check.equal("digest after ten kills", digest(out), want)
    break
  end
end
check.ok("it was killed at least once", kills >= 1)

-- A staged run, killed between stages and resumed.
command = ('run %s --json --checkpoint 0 --store %s'):format(staged, store "k3")
check.run(('timeout -s KILL 0.12 "$LUDUS" %s'):format(command))
if ludus("runs --json --store " .. store "k3"):find('"id":1,', 1, true) then
  out = ludus("resume 1 --json --store " .. store "k3")
else
  out = ludus(command)
end
check.equal("a schedule resumes to the same bits", digest(out), staged_digest)

-- Ctrl-C finishes the generation, saves, and says how to go on.
-- On a busy machine the signal may come before the run has begun: then later.
for _, delay in ipairs { 0.4, 1.5, 5, 15 } do
  os.remove(store "i")
  out, err, status = check.run(('timeout -s INT %g "$LUDUS" run %s --set '
    .. 'generations=100000 --store %s'):format(delay, long, store "i"))
  if out:find("interrupted", 1, true) then break end
end
check.ok("interrupted", out:find("\ninterrupted after ") or out:find("^interrupted"))
check.equal("how to go on", out:match "to go on: ([^\n]*)\n$",
  "ludus resume 1 --store " .. store "i")
out = ludus("runs --store " .. store "i")
check.ok("marked as interrupted", out:find("interrupted"))

out, err, status = ludus("resume 1 --store " .. store "none")
check.equal("nothing to resume", err, "ludus: " .. store "none"
  .. ": no such store; 'ludus run' makes one\n")
check.equal("is wrong usage", status, 2)
check.ok("and makes no store", not io.open(store "none"))
check.equal("the version", ludus "version", ludus "--version")

-- ---- the store -----------------------------------------------------------------------

-- Two processes share one store.
os.execute(('for s in 1 2; do "$LUDUS" run %s --seed $s --quiet --checkpoint 0 '
  .. '--store %s & done; wait'):format(small, store "t"))
out = ludus("runs --json --store " .. store "t")
check.equal("both runs are there", select(2, out:gsub('"status":"finished"', "")), 2)

local function copy(from, to)
  local f = assert(io.open(from, "rb"))
  local bytes = f:read "a"
  f:close()
  f = assert(io.open(to, "wb"))
  f:write(bytes)
  f:close()
  return bytes
end

local function bytes_of(p)
  local f = assert(io.open(p, "rb"))
  local b = f:read "a"
  f:close()
  return b
end

local newer = store "newer"
copy(store "a", newer)
local db = require("ludus.core.store").open(newer)
check.ok("a value that cannot be stored is told", not pcall(db.run, db,
  "CREATE TABLE IF NOT EXISTS t (a)", 1))
db:run "PRAGMA user_version = 99"
db:close()
local before = bytes_of(newer)
_, err, status = ludus("run " .. small .. " --store " .. newer)
check.equal("a newer store", err, "ludus: " .. newer .. ": written by a newer version "
  .. "of Ludus (store version 99, this one knows 2); nothing was changed\n")
check.equal("a newer store: status", status, 1)
check.ok("a newer store is left alone", bytes_of(newer) == before)

local cut = store "cut"
local whole = copy(store "a", cut)
local f = assert(io.open(cut, "wb"))
f:write(whole:sub(1, #whole // 2))
f:close()
_, err, status = ludus("show 1 --json --store " .. cut)
check.ok("a truncated store", err:find("damaged or not a Ludus store", 1, true))
check.ok("with a way out", err:find("--salvage", 1, true))
check.equal("a truncated store: status", status, 2)

local text = write("text.db", ("this is no database, only text\n"):rep(100))
_, err = ludus("runs --store " .. text)
check.ok("no database", err:find("damaged or not a Ludus store", 1, true))
_, err = ludus("runs --store " .. folder .. "/none.db")
check.equal("no store", err, "ludus: " .. folder
  .. "/none.db: no such store; 'ludus run' makes one\n")
_, err = ludus("resume 77 --store " .. store "a")
check.equal("no such run", err, "ludus: " .. store "a" .. ": no run 77; the last one "
  .. "is 8\n")
_, err = ludus("resume x --store " .. store "a")
check.equal("no number", err, "ludus: 'ludus resume' needs the number of a run\n")

-- A folder that nobody can write to; the system's reason is another one for root.
_, err, status = ludus("run " .. small .. " --store /proc/ludus.db")
check.equal("a place that cannot be written", err,
  "ludus: /proc/ludus.db: the store cannot be opened: "
  .. (os.execute "test -w /proc" and "No such file or directory\n"
  or "Permission denied\n"))
check.equal("a place that cannot be written: status", status, 1)
_, err = ludus("run " .. small .. " --store /tmp")
check.equal("a folder", err, "ludus: /tmp: is a folder, expected a store\n")
_, err = ludus("runs --store ''")
check.equal("a store without a name", err, "ludus: option '--store': expected the name of a file, got ''\n")
_, err = ludus("run ''")
check.equal("a script without a name", err, "ludus: the name of the file is empty\n")

-- A store that may not grow, which ended the process by a signal once.
_, err, status = check.run([[( ulimit -f 400; "$LUDUS" run ]] .. long
  .. " --set population=4000 --quiet --checkpoint 0 --store " .. store "full"
  .. " )")
check.equal("a store that may not grow: status", status, 1)
check.equal("a store that may not grow", err, "ludus: " .. store "full"
  .. ": would be larger than allowed (ulimit -f); what was stored before is kept\n")
out, err = ludus("runs --store " .. store "full")
check.ok("it stays readable", out:find("long.lua", 1, true))

-- ---- studies -------------------------------------------------------------------------

local study = write("study.lua", [[
local ludus = require "ludus"
return ludus.study { name = "s", settings = { n = { "integer", 3, min = 1, help = "n" } },
  run = function(s) s.say("n is %d, seed %d", s.n, s.seed) return { n = s.n } end }]])
check.equal("a study", (ludus("run " .. study .. " --set n=5 --seed 4")),
  "n is 5, seed 4\n")
check.equal("a study as JSON", (ludus("run " .. study .. " --json")), '{"n":3}\n')
_, err = ludus("run " .. study .. " --set m=5")
check.equal("a study's settings", err,
  "ludus: --set m=5: unknown setting 'm'; did you mean 'n'?\n")

os.execute("rm -rf " .. folder)
-- ---- chance ------------------------------------------------------------------

local rng = require "ludus.core.rng"
local source = rng.new(7)
source:real()
check.equal("a generator goes on from its state", rng.restore(source:state()):real(),
  source:real())
check.refused("no state: never anything but zeroes", function()
  rng.restore(("\0"):rep(#source:state()))
end, "bad argument #1 to 'restore' (is not the state of a generator)")
for word = 0, 3 do
  local state = ("\0"):rep(8 * word) .. "\1" .. ("\0"):rep(31 - 8 * word)
  check.equal("one word that is not 0 is enough", rng.restore(state):state(), state)
end

return check.done()
