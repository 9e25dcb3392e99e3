-- Sweeps by several processes, and stores that are joined.
local check  = dofile "tests/lua/check.lua"
local stores = require "ludus.run.store"

local folder, write = check.folder()
write("tiny.lua", [[
local ludus = require "ludus"
return ludus.experiment { program = ludus.tree { nodes = 20 }, population = 30,
  generations = 6, stop = ludus.never,
  game = ludus.game { cases = 2, constants = { 1, 2 },
    primitives = { ADD = { 2, function(_, a, b) return a + b end } },
    score = function(_, value, case) return value * case end } }]])
write("study.lua", [[
local ludus = require "ludus"
return ludus.study { name = "one", run = function(s)
  local e = dofile "tiny.lua"
  local r = s.step("one", function() return ludus.evolve(e, { seed = s.seed }).stats.raw end)
  return { best = r }
end }]])

local function ludus(words)
  return check.run(("cd %s; $LUDUS %s"):format(folder, words))
end

local function digests(path)
  local list = {}
  for _, row in ipairs(stores.open(folder .. "/" .. path, "read"):runs()) do
    list[#list + 1] = ("%d %s %s"):format(row.seed, row.settings, row.digest)
  end
  table.sort(list)
  return table.concat(list, "\n")
end

-- ---- jobs ---------------------------------------------------------------------------

local sweep = "run tiny.lua --seeds 1..4 --sweep 'population=20|30' "
local _, out, err, status
out, err, status = ludus(sweep .. "--store one.db --threads 1")
check.equal("one process", err .. status, "0")
local table_of_one = out:match "\n\n(.*)$"
out, err, status = ludus(sweep .. "--store two.db --jobs 3")
check.equal("three", err .. status, "0")
check.equal("the same runs", digests "two.db", digests "one.db")
check.equal("the same table", out:match "\n\n(.*)$", table_of_one)
check.equal("eight lines", select(2, out:gsub("%d/8  run", "")), 8)
out = ludus(sweep .. "--store two.db --jobs 3")
check.equal("nothing is made again", digests "two.db", digests "one.db")
check.equal("in order then", out:match "\n8/8  run %d+  seed (%d)", "4")
out = ludus(sweep .. "--store two.db --jobs 2 --json")
check.equal("a line per run, group and pair", select(2, out:gsub("\n", "")), 8 + 2 + 1)
ludus(sweep .. "--store more.db --jobs 256 --quiet")
check.equal("more processes than runs", digests "more.db", digests "one.db")
_, err, status = ludus(sweep .. "--store two.db --jobs 257")
check.equal("too many", err, "ludus: option '--jobs': expected 1 to 256, got '257'\n")
check.equal("is wrong usage", status, 2)
_, err = ludus(sweep .. "--store two.db --jobs 0")
check.equal("none", err, "ludus: option '--jobs': expected 1 to 256, got '0'\n")
_, err = ludus "run tiny.lua --jobs 2"
check.equal("one run", err,
  "ludus: --jobs: there is one run; --seeds or --sweep make more\n")
_, err = ludus(sweep .. "--jobs 2 --sandbox")
check.equal("no sandbox", err, "ludus: --jobs and --sandbox: a sandbox starts no "
  .. "processes; start several 'ludus run', which share a store\n")
write("fails.lua", [[
local ludus = require "ludus"
return ludus.experiment { program = ludus.tree { nodes = 20 }, population = 30,
  generations = 6, game = ludus.game { cases = 1, constants = { 1 },
    primitives = { ADD = { 2, function(_, a, b) error "no sum today" end } },
    score = function(_, value) return value end } }]])
_, err, status = ludus "run fails.lua --seeds 1..4 --jobs 2 --store fails.db"
check.ok("an error of a run is told once", select(2, err:gsub("no sum today", "")) == 1)
check.ok("and the line", err:find("fails.lua:4:", 1, true))
local _, _, alone_status = ludus "run fails.lua --seeds 1..4 --store fails.db"
check.equal("as by one process", status, alone_status)

-- A signal to the one who watches: the runs are kept, and the same command goes on.
write("slow.lua", [[
local ludus = require "ludus"
local e = dofile "tiny.lua"
return ludus.experiment { program = ludus.tree { nodes = 20 }, population = 30,
  generations = 40, stop = ludus.never, game = e.game,
  on_generation = function(run)
    if run.generation == 3 and run.seed < 3 and os.getenv "PARENT" then
      io.open("reached" .. run.seed, "w"):close()
      while true do end
    end
  end }]])
out, err = check.run(([[cd %s
PARENT=1 $LUDUS run slow.lua --seeds 1..6 --jobs 2 --store slow.db >told &
until test -e reached1 && test -e reached2; do sleep 0.05; done
kill $!
wait $!
cat told]]):format(folder))
check.ok("an interrupted sweep says so", out:find "interrupted; the same command goes on\n$")
local rows = stores.open(folder .. "/slow.db", "read"):runs()
check.equal("the two that were made are kept", #rows, 2)
check.equal("as interrupted", rows[1].status .. " " .. rows[2].status,
  "interrupted interrupted")
ludus "run slow.lua --seeds 1..6 --jobs 2 --store slow.db --quiet"
ludus "run slow.lua --seeds 1..6 --store slow-one.db --quiet"
check.equal("the same command goes on", digests "slow.db", digests "slow-one.db")

-- ---- merging ------------------------------------------------------------------------

ludus "run tiny.lua --seeds 1..3 --store a.db --quiet"
ludus "run tiny.lua --seeds 3..5 --store b.db --quiet"
ludus "run study.lua --seed 4 --store b.db --quiet"
out, err, status = ludus "merge a.db b.db --store all.db"
check.equal("two stores", out, "a.db: runs: 3 new, 0 known already\n"
  .. "b.db: runs: 3 new, 1 known already\n")
check.equal("no mistakes", err .. status, "0")
out = ludus "runs --check --store all.db"
check.ok("a sound store", out:find "^all.db: sound; 7 runs")      -- a study has a part
ludus "run tiny.lua --seeds 1..5 --store direct.db --quiet"
out = ludus "compare 1..5 --store all.db"
check.equal("the same comparison", out, (ludus "compare 1..5 --store direct.db"))
out = ludus "merge a.db b.db all.db --store all.db"
check.equal("nothing comes twice", out, "a.db: runs: 0 new, 3 known already\n"
  .. "b.db: runs: 0 new, 4 known already\nall.db: runs: 0 new, 6 known already\n")
out = ludus "show 5 --store all.db"
check.ok("its generations came, too", out:find "seed 5")
out = ludus "run study.lua --seed 4 --store again.db --json"
check.equal("the study has its result", (ludus "show 6 --json --store all.db")
  :match '"result":"?(%b{})', (ludus "show 1 --json --store again.db")
  :match '"result":"?(%b{})')

-- One that went further.
check.run(([[cd %s
rm -f reached1
PARENT=1 $LUDUS run slow.lua --seed 1 --store part.db --quiet >told &
until test -e reached1; do sleep 0.05; done
kill $!
wait $!]]):format(folder))
out = ludus "merge part.db --store far.db"
check.equal("a part of a run", out, "part.db: runs: 1 new, 0 known already\n")
out = ludus "merge slow-one.db --store far.db"
check.equal("gives way", out,
  "slow-one.db: runs: 5 new, 0 known already, 1 that went further\n")
out = ludus "merge part.db --store far.db"
check.equal("and does not come again", out, "part.db: runs: 0 new, 1 known already\n")
check.equal("all are there once", digests "far.db", digests "slow-one.db")
check.ok("soundly", (ludus "runs --check --store far.db"):find "sound; 6 runs, 240 gen")
out = ludus "merge part.db --store resumed.db && $LUDUS resume 1 --store resumed.db"
check.equal("a run that came over goes on", out:match "digest (%x+)",
  digests "slow-one.db":match "^1  (%x+)")

-- Conflicts: another digest under the same identity.
check.run(("cp %s/a.db %s/other.db"):format(folder, folder))
local other = stores.open(folder .. "/other.db")
other:transaction(function()
  other:change_run(2, "digest = ?2", "0123456789abcdef")
end)
other:close()
out, err, status = ludus "merge other.db --store all.db"
check.equal("a conflict", out, "other.db: runs: 0 new, 2 known already, 1 conflict\n"
  .. "  run 2 of other.db is run 2 of all.db, and they differ: digests "
  .. digests "all.db":match "2  (%x+)" .. " and 0123456789abcdef; not taken\n")
check.equal("is told by the status", err .. status, "1")
check.equal("what was there stays", digests("all.db"):find("0123456789abcdef", 1, true), nil)

-- ---- wrong --------------------------------------------------------------------------

_, err, status = ludus "merge"
check.equal("no store", err .. status, "ludus: 'ludus merge' needs stores to add\n2")
_, err, status = ludus "merge none.db --store new.db"
check.equal("a store that is not there", err .. status,
  "ludus: none.db: no such store; 'ludus run' makes one\n2")
check.equal("makes none", stores.path and io.open(folder .. "/new.db"), nil)
check.run(("printf %%s 'no database, but long enough to be one' >%s/text.db"):format(folder))
_, err = ludus "merge text.db --store new.db"
check.ok("no store at all", err:find("text.db: damaged or not a Ludus store", 1, true))

return check.done()
