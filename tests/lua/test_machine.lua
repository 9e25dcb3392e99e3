-- test_machine.lua -- machines as Lua values.
local check   = dofile "tests/lua/check.lua"
local ludus   = require "ludus"
local machine = require "ludus.machine"

local tft = machine.parse "c01 d01"
check.equal("text", tostring(tft), "start 0\n0: C c->0 d->1\n1: D c->0 d->1\n")
check.ok("reads its own text", machine.parse(tostring(tft)) == tft)
check.ok("compact", machine.parse(tft:compact()) == tft)
check.equal("states", #tft, 2)
check.equal("play", tft:play "cdd", "ccdd")
check.error("wrong moves", function() tft:play "cx" end,
  "tests/lua/test_machine.lua:12: bad argument #1 to 'play' (moves are c and d)")
check.ok("not equal", tft ~= machine.parse "d01 c01")
check.ok("is in ludus", ludus.machine == machine)

local long = machine.parse "start 2 c01 d01 d21"
check.equal("minimised", long:minimise():compact(), "d01 d21 c21")
check.ok("equivalent", long:equivalent(long:minimise()))
check.ok("other", not long:equivalent(tft))
check.ok("same by behaviour", machine.parse("c10 c01"):equivalent(
  machine.parse "c00"))
check.equal("trimmed of a state nobody reaches", machine.parse "c00 d01":trim():compact(),
  "c00")
check.equal("which keeps states that behave alike", #machine.parse "c01 c10":trim(), 2)
check.refused("too many states",
  function() require "ludus.core.machine".species(65, 1, 1) end,
  "states must be 1 to 64, got 65")
check.equal("state", table.concat({ tft:state(1) }, " "), "d 0 1")
check.equal("no state", select("#", tft:state(2)), 0)
check.error("place of a mistake", function() machine.parse("c02 d01", "f.m") end,
  "f.m:1:3: there is no state 2\n  c02 d01\n    ^")
check.error("no such file", function() machine.read "no-such.m" end,
  "no-such.m: No such file or directory")

local file = check.tmpname()
local f = assert(io.open(file, "w"))
f:write("// tit for tat\n0: C c->0 d->1\n1: D d->1 c->0\n")
f:close()
check.ok("read from a file", machine.read(file) == tft)
os.remove(file)

check.ok("random repeats", machine.random(1, 2, 5) == machine.random(1, 2, 5))
check.ok("random differs", machine.random(1, 2, 5) ~= machine.random(1, 3, 5))
check.ok("dot", tft:dot("t"):find "digraph machine")
check.ok("drawn", tft:draw():find "0 C")

return check.done()
