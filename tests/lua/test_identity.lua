-- test_identity.lua -- what a run is: its script, the files that the script read, its
-- settings. A run goes on, and a seed counts as done, only with the same ones.

local check    = dofile "tests/lua/check.lua"
local identity = require "ludus.run.identity"
local tokens   = require "ludus.script.tokens"

local folder, write = check.folder()

local function ludus(words)
  return check.run(("cd %s; unset LUDUS_STORE; \"$LUDUS\" %s"):format(folder, words))
end

-- ---- comments and blanks -----------------------------------------------------------

local function same(name, a, b)
  check.equal(name, tokens.plain(a), tokens.plain(b))
end
local function other(name, a, b)
  check.ok(name, tokens.plain(a) ~= tokens.plain(b))
end
same("blanks", "x  =\n\t1", "x=1")
same("a comment", "x = 1 -- one", "x = 1")
same("a last comment without an end", "x = 1 --", "x = 1")
same("a long comment", "x --[==[ ]] \n ]==] = 1", "x = 1")
same("a long comment without an end", "x = 1 --[[ y = 2", "x = 1")
same("a comment that begins with a bracket", "x = 1 --[ y\n= 2", "x = 1 = 2")
same("a first line for the shell", "#!/usr/bin/lua\nx = 1", "x = 1")
same("nothing", "", "  -- nothing\n")
other("a string with a comment", 'x = "-- 1"', 'x = "-- 2"')
other("blanks in a string", 'x = "a b"', 'x = "a  b"')
other("a quote in a string", [[x = "\" -- 1"]], [[x = "\" -- 2"]])
other("a long string", "x = [[ -- 1 ]]", "x = [[ -- 2 ]]")
other("a long string of a higher level", "x = [=[ ]] -- 1 ]=]", "x = [=[ ]] -- 2 ]=]")
other("names that grow together", "local x", "localx")
other("a string that ends", "x = 'a' .. 'b'", "x = 'ab'")
same("after a string", "x = 'a\\'' -- 1", "x = 'a\\''")

-- ---- differences -------------------------------------------------------------------

local function change(old, new)
  return identity.change("d/data.csv", { text = old, bytes = #old },
    { text = new, bytes = #new })
end
check.equal("a line of three", change("a\nb\nc\n", "a\nx\nc\n"),
  "data.csv: 1 of 3 lines differ")
check.equal("a line more", change("a\nb\n", "a\nnew\nb\n"), "data.csv: 1 of 3 lines differ")
check.equal("the only line", change("a", "b"), "data.csv: 1 of 1 line differs")
check.equal("their order", change("a\nb\n", "b\na\n"), "data.csv changed")
check.equal("a large file", identity.change("big", { bytes = 2000000 },
  { bytes = 1000 }), "big changed: 2,000,000 bytes, now 1,000")
check.equal("of the same size", identity.change("big", { bytes = 9 }, { bytes = 9 }),
  "big changed")

-- ---- runs --------------------------------------------------------------------------

local script = [[
local ludus = require "ludus"
local helper = require "helper"           -- what it needs
local sum = 0
for line in io.lines "data.csv" do sum = sum + tonumber(line) end
return ludus.experiment { population = 20, generations = 4, stop = ludus.never,
  program = ludus.tree { nodes = 9 }, plant = { "seed.gp" },
  game = ludus.game { cases = { sum, 2 },
    primitives = { X = { 0, function(x) return x end }, ADD = { 2, helper.add } },
    score = function(_, value) return value end } }
]]
local function data(from)
  local list = {}
  for i = from, from + 999 do list[#list + 1] = i end
  write("data.csv", table.concat(list, "\n") .. "\n")
end
local helper = "return { add = function(_, a, b) return a + b end }\n"
write("x.lua", script)
write("helper.lua", helper)
write("seed.gp", "RPB (ADD (X) (X))\n")
data(1)

local function digest(text) return text:match '"digest":"(%x+)"' end
local first = digest((ludus "run x.lua --json --seed 3"))
local out = ludus "show 1"
for _, line in ipairs { "\nidentity %x+\n", "\n  script  %x+  x.lua, %d+ bytes\n",
  "\n  module  %x+  ./helper.lua, 52 bytes\n", "\n  data    %x+  data.csv, 3,893 bytes\n",
  "\n  data    %x+  seed.gp, 18 bytes\n" } do
  check.ok("shown: " .. line, out:find(line))
end
local function counted() return (select(2, ludus "runs --json":gsub("\n", ""))) end

-- What does not count.
local _, err, status = ludus "resume 1 --quiet"
check.equal("nothing has changed", err .. status, "0")
write("helper.lua", "-- a comment\n" .. helper:gsub(" ", "  "))
write("x.lua", "-- can it learn?\n" .. script)
_, err, status = ludus "resume 1 --quiet"
check.equal("comments and blanks do not count", err .. status, "0")
ludus "run x.lua --seeds 3 --quiet"
check.equal("nor for --seeds", counted(), 1)

-- What does.
local told = "ludus: run 1 was begun with other files:\n  %s\nas they were then: ludus "
  .. "show 1 --files FOLDER\n"
data(500)
_, err, status = ludus "resume 1 --quiet"
check.equal("data has changed", err, told:format "data.csv: 499 of 1,000 lines differ")
check.equal("and the run does not go on", status, 2)
out = ludus "run x.lua --seeds 3..4"
check.equal("what is not counted is told", out:match "^[^\n]*",
  "run 1 is not counted, nor others like it: data.csv: 499 of 1,000 lines differ")
check.equal("the runs are made", counted(), 3)
ludus "run x.lua --seeds 3..4 --quiet"
check.equal("once", counted(), 3)
data(1)
write("helper.lua", "return { add = function(_, a, b) return a - b end }\n")
_, err = ludus "resume 1 --quiet"
check.equal("a module has changed", err,
  told:format "helper.lua: 1 of 1 line differs")
ludus "run x.lua --seeds 3 --quiet"
check.equal("a seed with another module is made", counted(), 4)
write("helper.lua", helper)
write("seed.gp", "RPB (X)\n")
_, err = ludus "resume 1 --quiet"
check.equal("a planted program has changed", err,
  told:format "seed.gp: 1 of 1 line differs")
write("seed.gp", "RPB (ADD (X) (X))\n")
ludus "run x.lua --seeds 3 --quiet"
check.equal("all as before: the first run counts again", counted(), 4)
ludus "run x.lua --seeds 3 --set population=21 --quiet"
check.equal("settings count", counted(), 5)

-- ---- an old run, made again -----------------------------------------------------------

data(7)
write("helper.lua", "return { add = function() return 0 end }\n")
write("x.lua", "return 1")
out = ludus "show 1 --files old"
check.equal("its files are written", out, "wrote old/x.lua\nwrote old/helper.lua\n"
  .. "wrote old/data.csv\nwrote old/seed.gp\nto make the run again: cd old; ludus run "
  .. "x.lua --seed 3\n")
out = check.run(("cd %s/old; unset LUDUS_STORE; $LUDUS run x.lua --seed 3 --json"):format(folder))
check.equal("and give the same run", digest(out), first)
_, err, status = ludus "show 1 --files old"
check.equal("no folder is written to twice", err, "ludus: old: is there already\n")
check.equal("that is wrong usage", status, 2)
write("big.lua", [[
local file = io.open("big.txt", "rb")
file:close()
return dofile "x.lua"]])
write("x.lua", script)
write("big.txt", ("x"):rep(1024 * 1024 + 1))
data(1)
ludus "run big.lua --quiet --store big.db"
out = ludus "show 1 --files large --store big.db"
check.ok("a large file is known by its hash alone", out:find("large/big.txt is not "
  .. "there: of its 1,048,577 bytes only the hash was kept", 1, true))
check.ok("a file that was run is kept", out:find "wrote large/x.lua")
write("big.txt", ("x"):rep(1024 * 1024) .. "y")
_, err = ludus "resume 1 --quiet --store big.db"
check.equal("but it counts", err, told:format "big.txt changed")

return check.done()
