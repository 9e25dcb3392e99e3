-- ludus watch, which follows a run of another process, and --notify.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"

local folder = check.folder()
local STORE = "--store " .. folder .. "/w.db"
local SMALL = "--set population=30 --set generations=4 --checkpoint 0 " .. STORE

local function ludus(words) return check.run('"$LUDUS" ' .. words) end

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
  return folder .. "/" .. name
end

-- A run without its times.
local function timeless(text) return (text:gsub("%d+%.%d s\n", "T s\n"):gsub("  [%d,]+/s", "")) end

-- ---- watching ------------------------------------------------------------------------

check.equal("no store", select(2, ludus("watch " .. STORE)),
  "ludus: " .. folder .. "/w.db: no such store; 'ludus run' makes one\n")
local told = ludus("run scripts/first.lua " .. SMALL)
local out, err, status = ludus("watch " .. STORE)
check.equal("a run that has ended: its generations", timeless(out):match "^(.*\n)run 1",
  (timeless(told):match "^.-\ngen   3[^\n]*\n":gsub("/3  best", "  best")))
check.equal("and its end", timeless(out):match "\n(run 1.*)$",
  "run 1 ended: all generations are done after 4 generations, "
  .. told:match "([%d,]+) evaluations" .. " evaluations, T s\nbest: raw "
  .. told:match "best: raw (%d+ of %d+)" .. "\n")
check.equal("quietly", err .. status, "0")

local rows = {}
for line in ludus("watch 1 --json " .. STORE):gmatch "[^\n]+" do
  rows[#rows + 1] = json.decode(line)
end
check.equal("as JSON: a line a generation, and one for the end", #rows, 5)
check.equal("the end", ("%s %s %d %s"):format(rows[5].status, rows[5].ended,
  rows[5].generations, rows[5].digest), "finished generations 4 "
  .. told:match "digest (%x+)")

check.equal("no such run", select(2, ludus("watch 7 " .. STORE)),
  "ludus: " .. folder .. "/w.db: no run 7; the last one is 1\n")
check.equal("no number", select(2, ludus("watch x " .. STORE)),
  "ludus: 'ludus watch' needs the number of a run, got 'x'\n")

-- A run of another process: it begins once the watcher is there, so it is seen from its
-- second generation on at the latest, and to its end.
local slow = write("slow.lua", [[
local ludus = require "ludus"
return ludus.experiment {
  game = ludus.game { cases = { 1 }, start = function() return {} end,
    primitives = { A = { 0, function() return 1 end }, B = { 2, function(_, a, b)
      return a + b end } }, score = function(_, value) return value end },
  program = ludus.tree { nodes = 20 }, population = 20, generations = 1000000000,
  seconds = 2,
}
]])
out, err, status = check.run(([["$LUDUS" run "%s" --quiet --checkpoint 0 %s &
  until "$LUDUS" show 2 %s >/dev/null 2>&1; do sleep 0.1; done
  "$LUDUS" watch %s; wait]]):format(slow, STORE, STORE, STORE))
check.ok("another process: generations", out:find "\ngen +%d+  best ")
check.ok("another process: its end",
  out:find "\nrun 2 ended: the seconds are used up after %d+ generations, ")
check.equal("another process: no trouble", err .. status, "0")

local wrong = write("wrong.lua", [[
local ludus = require "ludus"
return ludus.experiment {
  game = ludus.game { cases = { 1 }, start = function() return {} end,
    primitives = { A = { 0, function() return 1 end }, B = { 2, function(_, a, b)
      return a + b end } }, score = function() return 1 end },
  program = ludus.tree { nodes = 20 }, population = 20, generations = 3,
  on_generation = function(run) if run.generation == 1 then error("no more", 0) end end,
}
]])
ludus(("run %q --quiet --checkpoint 0 %s"):format(wrong, STORE))
out, err, status = ludus("watch " .. STORE)
check.ok("a run that failed", out:find("\nrun 3 failed: ", 1, true)
  and out:find("no more", 1, true))
check.equal("has status 1", status, 1)

-- ---- notices ---------------------------------------------------------------------------

local file = folder .. "/told"
local NOTIFY = ([[--notify 'echo "$LUDUS_STATUS $LUDUS_TEXT" >>"%s"']]):format(file)
ludus(("run scripts/first.lua %s --quiet %s"):format(SMALL, NOTIFY))
ludus(("resume 4 --quiet %s %s"):format(STORE, NOTIFY))
ludus(("run %q --quiet --checkpoint 0 %s %s"):format(wrong, STORE, NOTIFY))
ludus(("run nowhere.lua %s"):format(NOTIFY))
local lines = {}
for line in io.lines(file) do lines[#lines + 1] = line end
check.equal("done", lines[1], "0 scripts/first.lua is done")
check.equal("resumed", lines[2], "0 run 4 is done")
check.ok("failed", lines[3]:find("^1 .*wrong.lua failed: .*no more"))
check.equal("nothing that never began", lines[4], nil)
check.equal("with the sandbox", select(2, ludus "run scripts/first.lua --sandbox --notify true"),
  "ludus: --notify cannot start a command with --sandbox\n")
out, err, status = ludus(("run scripts/first.lua %s --quiet --notify false"):format(SMALL))
check.equal("a notice that fails", out .. err .. status,
  "ludus: --notify: the command failed\n0")

return check.done()
