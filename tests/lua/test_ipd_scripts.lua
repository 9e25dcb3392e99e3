-- test_ipd_scripts.lua -- the scripts about machines run, and say the same for any
-- number of threads.
local check = dofile "tests/lua/check.lua"

local function json(script, more)
  local out, err, status = check.run(("$LUDUS run scripts/%s.lua --json %s"):format(
    script, more))
  check.equal(script .. " status " .. err, status, 0)
  return out
end

local small = "--set turns=8 --set runs=2 "
local laran = small .. "--set explorer_runs=1 --set pools=1 --set size=3"
local one = json("laran", laran .. " --threads 1")
check.equal("laran on two threads", json("laran", laran .. " --threads 2"), one)
check.ok("laran's pools", one:find '"pools":%[{')
check.ok("long", json("laran-long", small):find '"greatest_lead"')
check.ok("trust", json("laran-trust", small):find '"learnt_of_runs"')
local axelrod = "--set turns=8 --set learners=false --set repetitions=1 "
check.ok("axelrod", json("axelrod", axelrod .. "--set moran=1"):find '"ranking"')

local store = check.tmpname()
local evolve = "--set population=60 --set generations=4 --store " .. store
local function digest(threads)
  local out = json("evolve-machine", evolve .. " --threads " .. threads)
  return out:match '"digest":"(%x+)"'
end
local first = digest(1)
check.ok("evolve-machine has a digest", first)
check.equal("on two threads", digest(2), first)
check.equal("on three threads", digest(3), first)
check.ok("hawks", json("evolve-machine", evolve .. " --set variant=hawks"):find "best")
os.remove(store)

local file = check.tmpname()
local f = assert(io.open(file, "w"))
f:write "c01 d01"
f:close()
local out = check.run("$LUDUS score ipd " .. file)
check.ok("score", out:find "raw 4499, an all%-knowing player 2578")
out = check.run("$LUDUS play ipd --player TFT --against AD --turns 3")
check.ok("play", out:find "cdd  TFT\nddd  AD")
os.remove(file)

out = check.run "echo q | $LUDUS play ipd --turns 5"
check.equal("a person is told the game", out, "You against Laran, 5 turns. c cooperates, d "
  .. "defects. Sentences, the fewer the better:\nboth c 1 each, both d 6 each, c against "
  .. "d 7, d against c 0.\n\nturn 1 of 5, c or d (q: quit)? stopped\n")

local kept = check.tmpname()
os.remove(kept)
out = check.run("$LUDUS run scripts/evolve-machine.lua --set population=20 --set "
  .. "generations=2 --store " .. kept)
check.ok("where less is better, the perfect score is no 'of'",
  out:find "\nbest: raw %d+ %(perfect: %d+%), %d+ states?\n")
out = check.run("$LUDUS runs --store " .. kept)
check.ok("nor in the table", not out:find("/%d"))
os.remove(kept)

return check.done()
