-- test_bookkeeper.lua -- the player whose model of the other is chances, not a machine.

local check = dofile "tests/lua/check.lua"
local ipd   = require "ludus.ipd"

local function own(player, other, options)
  local o = { turns = 100, seed = 1, threads = 1 }
  for key, value in pairs(options or {}) do o[key] = value end
  return ipd.match(player, other, o).own
end

-- ---- how it thinks -------------------------------------------------------------------------

-- Two turns against somebody who answers in kind, as it believes: c costs 1 and then d
-- nothing; d costs nothing and then 6. Who answers the other way round is to be met by d.
local kind = { depth = 1, mirror = 1, curiosity = 0 }
check.equal("it sees the end", own(ipd.bookkeeper(kind), "TFT", { turns = 2 }), 1)
kind.mirror = 0
check.equal("and believes what it is told", own(ipd.bookkeeper(kind), "TFT", { turns = 2 }), 6)

-- Whoever goes by the last rounds is in its books before long, if its courses are long
-- enough for that: points for the same move, or for the other one.
local same, other = { R = 1, S = 0, T = 0, P = 1 }, { R = 0, S = 1, T = 1, P = 0 }
local function points(options, opponent, payoff)
  return own(ipd.bookkeeper(options), opponent, { turns = 400, payoff = payoff })
end
local fourth = ipd.player(function(mine) return #mine % 4 == 3 and "d" or "c" end, "fourth")
check.ok("four rounds tell which is the fourth", points({ depth = 4 }, fourth, same) > 380)
check.ok("one does not", points({ depth = 1 }, fourth, same) <= 310)
local two_ago = ipd.player(function(_, theirs)
  return #theirs < 2 and "c" or theirs:sub(-2, -2)
end, "two ago")
check.ok("two rounds tell what was played two ago", points({ depth = 2 }, two_ago, other) > 360)
check.ok("one does not, either", points({ depth = 1 }, two_ago, other) < 300)

-- Every other round for half the match, then always d.
local changing = ipd.player(function(mine)
  return #mine < 200 and #mine % 2 == 0 and "c" or "d"
end, "changing")
check.ok("who forgets follows who changes",
  points({ depth = 1, memory = 0.8 }, changing, same) > 370)
check.ok("who does not follows later", points({ depth = 1 }, changing, same) < 340)

-- ---- golden --------------------------------------------------------------------------------

local sum = 0
for _, p in ipairs(ipd.paper()) do sum = sum + own("bookkeeper", p) end
check.equal("years on the paper's twenty", sum, 3616)
check.equal("a name", ipd.player "Bookkeeper".name, "Bookkeeper")
check.equal("seeds change nothing", own("bookkeeper", "T/D", { seed = 9 }),
  own("bookkeeper", "T/D"))
check.ok("noise is borne", own("bookkeeper", "TFT", { noise = 0.05 }) < 300)

local function table_of(threads)
  return tostring(ipd.tournament { players = { "bookkeeper", "TFT", "AD", "RND", "E-2TB" },
    turns = 30, repetitions = 2, noise = 0.02, seed = 3, threads = threads })
end
check.equal("two threads", table_of(2), table_of(1))

-- ---- what is refused -----------------------------------------------------------------------

local function message(given)
  local ok, why = pcall(ipd.bookkeeper, given)
  return ok and "fine" or (why:gsub("^[^ ]*:%d+: ", ""))
end
check.equal("least", message { depth = 1, horizon = 1, mirror = 0, memory = 0, curiosity = 0,
  blend = 1e-9 }, "fine")
check.equal("most", message { depth = 5, horizon = 1000, mirror = 1, memory = 1,
  curiosity = 1e6, blend = 1e6 }, "fine")
for _, row in ipairs {
  { { depth = 0 }, "depth", "1 to 5, got 0" },
  { { depth = 6 }, "depth", "1 to 5, got 6" },
  { { horizon = 0 }, "horizon", "1 to 1000, got 0" },
  { { horizon = 1001 }, "horizon", "1 to 1000, got 1001" } } do
  check.equal(row[2] .. " " .. row[3], message(row[1]),
    ("ipd.bookkeeper: field '%s': expected %s"):format(row[2], row[3]))
end
check.ok("a field", message { curiousity = 1 }:find("did you mean 'curiosity'?", 1, true))
for depth = 1, 5 do
  check.ok("it plays at depth " .. depth, own(ipd.bookkeeper { depth = depth, horizon = 1000 },
    "TFT", { turns = 5 }) <= 30)
end

return check.done()
