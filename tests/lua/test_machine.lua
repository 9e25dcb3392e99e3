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

-- ---- other moves ---------------------------------------------------------------------

local rps = { "rock", "paper", "scissors" }
local text = "moves rock paper scissors\nstart 1\n"
  .. "0: rock rock->0 paper->1 scissors->1\n1: paper rock->1 paper->1 scissors->0\n"
local m = machine.parse(text)
check.equal("machines of other moves say so", tostring(m), text)
check.equal("their moves", table.concat(m:alphabet().moves, " "), "rock paper scissors")
check.equal("and what they see is the other's", table.concat(m:alphabet().sees, " "),
  "rock paper scissors")
check.equal("a state has a successor each", table.concat({ m:state(0) }, " "), "rock 0 1 1")
check.equal("they are played by lists", table.concat((m:play { "scissors", "paper" }), " "),
  "paper rock paper")
check.error("of what they can see", function() m:play { "scissors", "stone" } end,
  "tests/lua/test_machine.lua:61: bad argument #1 to 'play' (number 2 is none of rock, "
    .. "paper and scissors)")
check.equal("drawn as a table", m:draw(), "  0 rock      rock ↺    paper►1    scissors►1\n"
  .. "> 1 paper     rock ↺    paper ↺    scissors►0\n")
check.ok("edges to one state are one", m:dot():find('s0 -> s1 [label="paper, scissors"', 1,
  true))
check.error("no compact form for long names", function() m:compact() end,
  "tests/lua/test_machine.lua:68: the compact notation needs moves of one letter")
check.error("machines of other moves are not alike", function() m:equivalent(tft) end,
  "tests/lua/test_machine.lua:70: bad argument #1 to 'equivalent' (a machine with the "
    .. "moves rock, paper and scissors expected, got one with c and d)")
check.ok("nor equal", m ~= tft)

local sensor = machine.parse("moves go turn sees wall free 0: go wall->1 free->0 1: turn "
  .. "wall->1 free->0")
check.equal("what it sees may be something else", tostring(sensor), "moves go turn\n"
  .. "sees wall free\nstart 0\n0: go wall->1 free->0\n1: turn wall->1 free->0\n")
check.equal("two things to see are drawn by lines", sensor:draw(),
  "┌─►> 0 go\n│  f↺     w───┐\n│    1 turn ◄─┘\n└───f     ↺w\n")

-- Random machines of many alphabets: the number of the first that is not as it must be.
local function first_bad(fine)
  for number = 1, 200 do
    local letters = { "a", "b", "c", "d", "e" }
    local moves = table.move(letters, 1, number % 5 + 1, 1, {})
    local sees = number % 2 == 0 and moves or { "x", "y", "z" }
    if not fine(machine.random(number, 1, number % 64 + 1, { moves = moves,
      sees = sees })) then
      return number
    end
  end
end

check.equal("texts read back", first_bad(function(r)
  return machine.parse(tostring(r)) == r and machine.parse(r:compact()) == r
end), nil)
check.equal("minimising keeps what they do", first_bad(function(r)
  return r:minimise():equivalent(r) and #r:minimise() <= #r
end), nil)
check.equal("and so does trimming", first_bad(function(r) return r:trim():equivalent(r) end),
  nil)

for _, case in ipairs {
  { "moves rock rock", "'rock' is named twice" },
  { "moves", "expected a name, got the end of the text" },
  { "moves rock moves paper", "'moves' is given twice" },
  { "0: C c->0 d->0 moves a b", "names come before the first state" },
  { "moves rock 0: stone rock->0", "expected the output rock, got 'stone'" },
  { "moves a b c 0: a a->0 b->0 d->0", "expected the others of a->, b-> and c->, got 'd'" },
  { "moves a b 0: A a->0 b->0", "expected the output a or b, got 'A'" },
  { "moves a b a0", "expected a group with a state for each observation, got 'a0'" },
  { "moves " .. ("abcdefghijklmnopqr"):gsub(".", "%0 "), "more than 16 names" },
  { "moves " .. ("a"):rep(32), "cannot be a name: 1 to 31 letters or '_' can" },
} do
  local ok, why = pcall(machine.parse, case[1])
  check.ok("refused: " .. case[1], not ok and why:find(case[2], 1, true))
end
check.ok("31 letters will do", machine.parse("moves " .. ("a"):rep(31) .. " 0: "
  .. ("a"):rep(31) .. " " .. ("a"):rep(31) .. "->0"))
check.ok("and 16 names", #machine.random(1, 1, 3, { moves = { "a", "b", "c", "d", "e", "f",
  "g", "h", "i", "j", "k", "l", "m", "n", "o", "p" }, sees = { "x" } }) == 3)

-- Matches in closed form are those turn by turn.
local worth = { rock = { rock = 0, paper = -1, scissors = 1 },
  paper = { rock = 1, paper = 0, scissors = -1 },
  scissors = { rock = -1, paper = 1, scissors = 0 } }
local function by_turns(a, b, turns)
  local points, counts, x, y = 0, {}, a:start(), b:start()
  for _ = 1, turns do
    local one, two = { a:state(x) }, { b:state(y) }
    points = points + worth[one[1]][two[1]]
    counts[one[1] .. two[1]] = (counts[one[1] .. two[1]] or 0) + 1
    for k, name in ipairs(rps) do
      if name == two[1] then x = one[1 + k] end
      if name == one[1] then y = two[1 + k] end
    end
  end
  return points, counts
end
-- The first match whose points or counts are not those turn by turn.
local function first_wrong()
  for number = 1, 60 do
    local abc = { moves = rps, sees = rps }
    local a = machine.random(number, 1, number % 9 + 1, abc)
    local b = machine.random(number, 2, number % 7 + 1, abc)
    for _, turns in ipairs { 0, 1, 7, 100 } do
      local mine, theirs, counts = a:match(b, turns, worth)
      local points, want = by_turns(a, b, turns)
      local right = mine == points and theirs == -points
      for _, one in ipairs(rps) do
        for _, two in ipairs(rps) do
          right = right and (want[one .. two] or 0) == counts[one][two]
        end
      end
      if not right then return ("%d over %d turns"):format(number, turns) end
    end
  end
end
check.equal("matches are those turn by turn", first_wrong(), nil)

check.equal("a long match", (tft:match(machine.parse "d00", 1000000000001,
  { c = { c = 3, d = 0 }, d = { c = 5, d = 1 } })), 1000000000000)
check.error("no price for a pair", function() tft:match(tft, 3, { c = { c = 3 } }) end,
  "tests/lua/test_machine.lua:164: payoff: no number for c against d")
check.error("sensors do not meet", function() sensor:match(sensor, 3) end,
  "tests/lua/test_machine.lua:166: calling 'match' on bad self (sees other things than "
    .. "moves: it cannot meet a machine)")

return check.done()
