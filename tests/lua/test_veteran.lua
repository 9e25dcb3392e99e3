-- test_veteran.lua -- the player that has met many, whom it knows, and whom it does not.
local check = dofile "tests/lua/check.lua"
local ipd = require "ludus.ipd"
local machine = require "ludus.machine"

-- ---- whom it knows ---------------------------------------------------------------------

local known = ipd.known()
local seen, minimal = {}, true
for _, m in ipairs(known) do
  minimal = minimal and m == m:minimise() and not seen[m:compact()]
  seen[m:compact()] = true
end
check.equal("machines of the library", #known, 43)
check.ok("no two behave the same, none can be smaller", minimal)

local function own(player, other, more)
  local o = { turns = 100 }
  for key, value in pairs(more or {}) do o[key] = value end
  local r = ipd.match(player, other, o)
  return math.tointeger(r.own), r
end

local sum = 0
for _, p in ipairs(ipd.paper()) do sum = sum + own("veteran", p) end
check.equal("years on the paper's twenty", sum, 3038)
check.equal("a grudger is not woken", own("veteran", "G"), 99)
check.equal("who always cooperates is not tried", own("veteran", "AC"), 99)
check.equal("a known one is exploited at once", own(ipd.veteran { known = { "AC" },
  unknown = 0 }, "AC"), 0)

local r = select(2, own("veteran", "A-TFT"))
check.ok("it says whom it believes to play", r.model:equivalent(ipd.machine "A-TFT"))
check.equal("seeds change nothing", own("veteran", "T/D", { seed = 9 }),
  own("veteran", "T/D"))
check.ok("noise is borne", own("veteran", "TFT", { noise = 0.05 }) < 300)
check.equal("an end that nobody knows", own("veteran", "TFT", { end_known = false }), 100)

local function table_of(threads)
  return tostring(ipd.tournament { players = { "veteran", "TFT", "AD", "RND", "E-2TB" },
    turns = 30, repetitions = 2, noise = 0.02, seed = 3, threads = threads })
end
check.equal("two threads", table_of(2), table_of(1))

-- ---- what is refused ---------------------------------------------------------------------

local function message(given)
  local ok, why = pcall(ipd.veteran, given)
  return ok and "fine" or (why:gsub("^[^ ]*:%d+: ", ""))
end
check.equal("known by chance", message { known = { "RND" } },
  "ipd.veteran: known player 1 is no machine")
check.equal("nobody", message { known = {}, unknown = 0 },
  "a veteran that knows no machine must imagine some: 'unknown' above 0")
check.equal("nobody but the imagined", message { known = {} }, "fine")
check.ok("a field", message { dept = 3 }:find("did you mean 'depth'?", 1, true))
check.equal("depth", message { depth = 17 },
  "ipd.veteran: field 'depth': expected 1 to 16, got 17")

-- ---- strategies that count -----------------------------------------------------------------

local longer = {}
for _, row in ipairs(require "ludus.ipd.longer") do
  longer[row[1]] = ipd.player(row[2], row[1])
end

-- What one plays against so many turns of somebody's fixed moves.
local function answer(name, moves)
  local i = 0
  return ipd.match(longer[name], ipd.player(function()
    i = i + 1
    return moves:sub(i, i)
  end), { turns = #moves }).mine
end

for _, row in ipairs {
  { "Go By Majority",         "dccdd", "cdccc" },
  { "Hard Go By Majority",    "dcccd", "dddcc" },
  { "Forgiver",               "ccccccccccdcd", "cccccccccccccd" },
  { "Gradual",                "cdccdccccc", "ccdccddccc" },
  { "Shubik",                 "dccdccc", "cdccddc" },
  { "Davis",                  "cccccccccddc", "ccccccccccdd" },
  { "Downing",                "ccccc", "ddddd" },
  { "Revised Downing",        "cccccc", "cccccc" },
  { "Grumpy",                 ("d"):rep(13), ("c"):rep(11) .. "dd" },
  { "Thue-Morse",             "cccccccc", "cddcdccd" },
  { "BackStabber",            "dcdcdcdcccc", "cccccccdddd" },
  { "Retaliate",              "dcccc", "cdccc" },
  { "Adaptive",               ("c"):rep(13), "ccccccdddddd" .. "d" },
} do
  check.equal(row[1], answer(row[1], row[2]), row[3]:sub(1, #row[2]))
end

-- ---- the script -----------------------------------------------------------------------------

local out, err, status = check.run("$LUDUS run scripts/veteran.lua --set turns=12 "
  .. "--set folds=2 --set repetitions=1 --json")
check.equal("the script ends " .. err, status, 0)
check.ok("and gives all four", out:find '"longer":%[' and out:find '"strangers":%['
  and out:find '"unsteady":%[' and out:find '"years":3038')
-- ---- strangers ------------------------------------------------------------------------------

local strangers = require "ludus.ipd.strangers"
local list, by_name, halves = strangers.list(), {}, { [true] = 0, [false] = 0 }
local odd = {}
for _, o in ipairs(list) do
  if by_name[o.name] then odd[#odd + 1] = o.name end
  by_name[o.name], halves[o.seen] = o, halves[o.seen] + 1
  local r = ipd.match("BA", o.player, { turns = 30 })
  if r.theirs ~= ipd.match("BA", o.player, { turns = 30, seed = 2 }).theirs then
    odd[#odd + 1] = o.name .. " by chance"
  end
end
check.equal("names are single, nothing is left to chance", table.concat(odd, ", "), "")
check.equal("strangers", #list, 123)
check.equal("of which may be seen", halves[true], 61)

-- What a stranger plays against given moves, the last turn unknown.
local function reply(name, moves)
  local function player(mine) return moves:sub(#mine + 1, #mine + 1) end
  return ipd.match(player, by_name[name].player, { turns = #moves, end_known = false }).theirs
end

for _, row in ipairs {
  { "Cycler CCCDCD", "ddddddd", "cccdcdc" },
  { "Anti Cycler", "ccccccccc", "cdccdcccd" },
  { "Inverse Thue-Morse", "cccccccc", "dccdcddc" },
  { "Contrite Tit For Tat", "cdccdd", "ccdccd" },
  { "Adaptive Tit For Tat", "cddccd", "cccdcc" },
  { "Three Tits For Two Tats", "ddcccc", "ccdddc" },
  { "Eugine Nier", "dddddccccc", "cddddddddd" },
  { "Aggravater", "ccccdc", "dddccd" },
  { "Second Chance", "dcdccc", "cccddd" },
  { "Grim For Two", "dcddcc", "ccccdd" },
  { "Opposite Grudger", "ddcdd", "dddcc" },
  { "Twice Bitten", "dcdd" .. ("c"):rep(12), "cccc" .. ("d"):rep(10) .. "cc" },
  { "Trust Twenty", ("d"):rep(22), ("c"):rep(20) .. "dd" },
  { "Gradual, calm 1", "dccdccccc", "cdccddccc" },
  { "Retaliate 2", "dcccc", "cdccc" },
  { "Level Punisher", "ccccccccdddcc", "cccccccccccdd" },
  { "Gradual Killer", "ccccccccc", "dddddcccc" },
  { "Gradual Killer", "cccccddcc", "dddddccdd" },
  { "Prober", "ccccc", "dccdd" },
  { "Prober", "ccdcdc", "dccdcd" },
  { "Detective", "cccccc", "cdccdd" },
  { "Detective", "ccdcdc", "cdcccd" },
  { "Handshake", "cdccd", "cdccc" },
  { "Handshake", "ccccc", "cdddd" },
  { "Majority of 10", "dcdddcccccc", "cdcdddddccc" },
  { "Hard Majority of 10", "ccdddc", "dcccdd" },
  { "Mikkelson, plain", "dddddcccc", "ccccddddc" },
  { "Defector Hunter", "ddddc", "ccccd" },
  { "Nice Hunter", ("c"):rep(17), ("c"):rep(15) .. "dd" },
  { "Satisfied", "ccddc", "ccccd" },
  { "Vote", "ccdcc", "cccdc" },
} do
  check.equal(row[1] .. " against " .. row[2], reply(row[1], row[2]), row[3])
end

local folds = strangers.known(5)
local own, odd_ones = 0, 0
for i, o in ipairs(folds) do
  for _, m in ipairs(o.others) do
    if m == known[i] then odd_ones = odd_ones + 1 end
  end
  own = own + #o.others
end
check.equal("nobody knows whom it meets", odd_ones, 0)
check.ok("but four fifths", own > 43 * 33 and own < 43 * 36)

local arena = "$LUDUS run scripts/arena.lua --json --set turns=5 --set explorer=false"
out, err, status = check.run(arena .. " --set part=hidden --set rank=true")
check.equal("the arena ends " .. err, status, 0)
check.ok("the arena's means", out:find '"means":%[')
arena = "$LUDUS run scripts/arena.lua --set explorer=false "
out = check.run(arena .. "--set part=hidden")
check.equal("on the hidden half", out:match "\nall[^\n]*",
  "\nall                                62    2.950    2.660")
local file = check.folder() .. "/machines.txt"
local function written(text)
  local f = assert(io.open(file, "w"))
  f:write(text)
  f:close()
end
written "c01 d01\n\n// The second\n// of two\nd00\n\n// nothing\n"
out = check.run(arena .. "--set turns=10 --set each=true --set file=" .. file)
check.equal("machines of a file", out:match "\n(machine 1.-\n.-)\n",
  "machine 1                                3.200    3.000\n"
  .. "The second                               0.800    0.900")
for _, row in ipairs { { "c00\n\n// B\nc01 d09\n", ":4:7: there is no state 9" },
  { "// nothing\n", "expected a file with machines, got" } } do
  written(row[1])
  out, err, status = check.run(arena .. "--set file=" .. file)
  check.ok(row[2] .. " " .. err, status ~= 0 and err:find(row[2], 1, true))
end
err = select(2, check.run(arena .. "--set file=/none"))
check.ok("no file", err:find("expected a file that can be read, got '/none'", 1, true))
check.ok("machines are read", machine.parse(known[1]:compact()) == known[1])

return check.done()
