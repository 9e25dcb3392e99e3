-- test_ipd.lua -- players, matches, tournaments of the prisoner's dilemma in Lua.
local check   = dofile "tests/lua/check.lua"
local ipd     = require "ludus.ipd"
local laran   = require "ludus.ipd.laran"
local ludus   = require "ludus"
local machine = require "ludus.machine"

-- ---- matches ----------------------------------------------------------------------

local r = ipd.match("TFT", "AD", { turns = 10 })
check.equal("own", r.own, 61)
check.equal("other", r.other, 54)
check.equal("moves", r.mine .. " " .. r.theirs, "cddddddddd dddddddddd")
check.equal("points", ipd.match("AC", "AD", { turns = 7, payoff = "axelrod" }).other,
  35)
check.equal("literature's name", ipd.player("win-stay lose-shift").name, "P")
check.error("unknown player", function() ipd.row "Gruger" end,
  "tests/lua/test_ipd.lua:17: no player 'Gruger'; did you mean 'Grudger'?")
check.ok("wrong field", not pcall(ipd.match, "TFT", "AD", { turn = 10 }))
check.ok("wrong payoff", not pcall(ipd.match, "TFT", "AD", { payoff = { R = 1 } }))

-- ---- Lua functions play as machines do ----------------------------------------------

local function tft(_, theirs) return theirs:sub(-1) == "d" and "d" or "c" end
for _, name in ipairs { "AD", "5TM", "RND", "laran" } do
  local a = ipd.match("TFT", name, { turns = 60 })
  local b = ipd.match(tft, name, { turns = 60 })
  check.equal("a function against " .. name, b.theirs, a.theirs)
  check.equal("and from the other seat", ipd.match(name, tft, { turns = 60 }).own,
    ipd.match(name, "TFT", { turns = 60 }).own)
end
check.error("a function that forgets to move",
  function() ipd.match(function() end, "AC", { turns = 2 }) end,
  "player 'function' returned nil in turn 1, expected 'c' or 'd'")
local seen
ipd.match(function(_, _, info) seen = info.turns return "c" end, "AC", { turns = 9 })
check.equal("told the end", seen, 9)

-- ---- the optimum --------------------------------------------------------------------

local own, lead = 0, 0
for _, p in ipairs(ipd.paper()) do
  own = own + ipd.optimum(p)
  local a, b = ipd.optimum(p, {}, "difference")
  lead = lead + b - a
end
check.equal("sum of least sentences", own, 2578.0)
check.equal("sum of greatest leads", lead, 5180.0)

-- ---- threads ------------------------------------------------------------------------

local function played(threads)
  local t = ipd.tournament { players = { "TFT", "RND", "laran", "GTFT", tft, "5TM" },
    turns = 30, noise = 0.05, repetitions = 2, seed = 9, threads = threads }
  local rows = {}
  for i, row in ipairs(t.payoffs) do rows[i] = table.concat(row, " ") end
  return table.concat(rows, "\n"), t
end
local one, t = played(1)
check.equal("two threads", played(2), one)
check.equal("three threads", played(3), one)
check.ok("ranking", tostring(t):find "rank  player")
check.equal("matches", t.matches, 42)
local csv = check.tmpname()
t:csv(csv)
local lines = 0
for _ in io.lines(csv) do lines = lines + 1 end
check.equal("a line per pair", lines, 37)
os.remove(csv)

local axelrod = ipd.tournament { players = { "TFT", "AD", "AC" }, turns = 10,
  payoff = "axelrod" }
check.equal("matrix", axelrod:matrix(), table.concat({
  "              1    2    3",
  "  1 AD     1.00 1.40 5.00",
  "  2 TFT    0.90 3.00 3.00",
  "  3 AC     0.00 3.00 3.00" }, "\n"))

-- ---- Laran and the learner ----------------------------------------------------------

local history = ipd.match(ipd.memory(0.5, 0.5, 0.5, 0.5, 0.5), "TFT",
  { turns = 80, seed = 3 })
local long = { generations = 40 }
local model = laran.explain({ mine = history.mine, theirs = history.theirs }, long)
check.equal("explains all", model.hits, 80)
check.equal("and plays it again", model.machine:play(history.mine):sub(1, 80),
  history.theirs)
check.ok("repeats", laran.explain({ mine = history.mine,
  theirs = history.theirs }, long).machine == model.machine)
check.ok("strength by victories", laran.explain({ mine = history.mine,
  theirs = history.theirs }, { strength = "wins" }).hits >= 40)
check.ok("uneven history", not pcall(laran.explain, { mine = "cc", theirs = "c" }))
check.ok("Laran's settings", not pcall(ipd.laran, { populaton = 3 }))
local slow = ipd.laran { lazy = false, cache = false }
check.equal("shortcuts are exact", ipd.match(slow, "SG", { turns = 40 }).mine,
  ipd.match("laran", "SG", { turns = 40 }).mine)
check.ok("the explorer is nice", ipd.match("explorer", "G").own <= 110)
check.equal("the learner is the veteran", ipd.player "learner".name, "Veteran")
for _, row in ipairs { { "explorr", "explorer" }, { "vetran", "veteran" },
  { "larn", "Laran" }, { "Tit For Tatt", "Tit For Tat" } } do
  check.refused(row[1], function() ipd.player(row[1]) end,
    ("no player '%s'; did you mean '%s'?"):format(row[1], row[2]))
end

local pool = ipd.random_pool(5, 20)
local fine = #pool == 20
for i, p in ipairs(pool) do
  fine = fine and #p.machine == #p.machine:minimise() and #p.machine >= 2
    and #p.machine <= 5 and p.machine == ipd.random_pool(5, i)[i].machine
end
check.ok("random pools are minimal, 2 to 5 states, and repeat", fine)

-- ---- models ---------------------------------------------------------------------------

local likeness = require "ludus.ipd.likeness"
local td = ipd.machine "T/D"
local everywhere = "dddcccdccddddccd"           -- every transition of it and back
local l = likeness.of(td, td, everywhere)
check.ok("a machine is like itself", l.right and l.foretold == 1)
check.equal("all its transitions were shown", l.shown .. " of " .. l.transitions, "8 of 8")
l = likeness.of(td, machine.parse "c01 c02 d13 d23 c44", everywhere)
check.ok("states nobody met do not count", l.right and l.foretold == 1)
l = likeness.of(td, machine.parse "c00", "cccc")
check.ok("right as far as the game went", l.right)
check.equal("which was not far", l.shown, 1)
check.equal("and foretells 13 of 32 sequences: those without dd", l.foretold, 13 / 32)
check.ok("one state for two is wrong", not likeness.of(td,
  machine.parse "c01 c12 d13 d23", "ddccd").right)
check.ok("a wrong move is wrong", not likeness.of(td, machine.parse "d00", "c").right)
check.equal("two games", likeness.over(td, { { model = td, mine = everywhere },
  { model = machine.parse "d00", mine = "cc" } }).right, 1)

-- ---- Moran, fingerprints, evolution ---------------------------------------------------

local m = ipd.moran { players = { "TFT", "AD" }, copies = 5, seed = 1,
  payoff = "axelrod", turns = 50 }
check.ok("somebody wins", m.winner == "TFT" or m.winner == "AD")
local whole = true
for _, h in ipairs(m.history) do whole = whole and h.count[1] + h.count[2] == 10 end
check.ok("nobody gets lost", whole)

local f = ipd.fingerprint("TFT", { points = 3, payoff = "axelrod", turns = 2000 })
check.near("TFT against TFT", f.rows[1][1], 3, 1e-9)
check.near("TFT against a defector", f.rows[3][1], 1 - 1 / 2000, 1e-9)
check.near("TFT against a cooperator", f.rows[1][3], 3, 1e-9)
check.near("TFT against chance", f.rows[2][2], 2.25, 0.001)

local game = ipd.game { opponents = { "TFT", "c00" }, turns = 10 }
local score = game:score(machine.parse "d00")
check.equal("score", score.raw, 54.0)
check.equal("perfect", score.best, 9.0)
local by_function = ipd.game { opponents = { "AC" }, turns = 10,
  payoff = function(mine, theirs) return mine == theirs and 1 or 0 end }
check.equal("a payoff by function", by_function:score(machine.parse "c00").raw, 10.0)
check.ok("it reads machines", game:read "d00" == machine.parse "d00")
check.error("with their mistakes", function() return game:read("d01", "m") end,
  "m:1:3: there is no state 1\n  d01\n    ^")
local noisy = ipd.game { opponents = { "AD" }, turns = 1000, noise = 1, rounds = 3,
  payoff = "axelrod" }
check.equal("noise 1 turns every move round", noisy:score(machine.parse "d00").raw, 3000.0)
noisy = ipd.game { opponents = { "AC" }, turns = 10000, noise = 0.1, rounds = 4,
  payoff = "axelrod" }
check.near("noise 0.1 some", noisy:score(machine.parse "c00").raw,
  10000 * (0.81 * 3 + 0.09 * 5 + 0.01 * 1), 300)

-- ---- the core ---------------------------------------------------------------------------

local core = require "ludus.core.ipd"
local twenty = {}
for i, p in ipairs(ipd.paper()) do twenty[i] = p.machine end
local sums = {}
for i, way in ipairs { "plain", "many", "cycle" } do
  local seconds
  seconds, sums[i] = core.measure({ machines = twenty, turns = 57, repeats = 2 }, way)
  check.ok("a measurement takes time", seconds > 0)
end
check.ok("the sum of cd is not nothing", sums[1] > 0)
check.equal("eight abreast it is the same", sums[2], sums[1])
check.equal("in closed form, too", sums[3], sums[1])
check.refused("measured are machines", function()
  core.measure { machines = { twenty[1], 5 }, turns = 1, repeats = 1 }
end, "field 'machines': number 2 is a number, not a machine")
check.refused("a list of them", function() core.measure { machines = 5 } end,
  "field 'machines': expected a list of machines")
local many = {}
for i = 1, 257 do many[i] = twenty[1] end
check.refused("not too many", function() core.measure { machines = many } end,
  "field 'machines': at most 256 machines, got 257")
check.refused("a player has a kind", function() core.player { kind = "person" } end,
  "unknown kind of player 'person'")
for _, case in ipairs {
  { { turns = 0 }, "field 'turns': must be 1 to 1000000, got 0" },
  { { turns = 1000001 }, "field 'turns': must be 1 to 1000000, got 1000001" },
  { { turns = 1.5 }, "field 'turns': expected a whole number, got number" },
  { { turns = "5" }, "field 'turns': expected a whole number, got string" },
  { { turns = 1, end_known = 1 }, "field 'end_known': expected true or false, got number" },
  { { turns = 1, end_known = true }, "field 'noise': expected a number, got nil" },
} do
  check.refused("a field of the wrong kind", function() core.game(case[1]) end, case[2])
end
check.refused("payoffs are a table", function()
  core.game { turns = 1, end_known = true, noise = 0, payoff = 3 }
end, "field 'payoff': expected a table")
-- A seat shows what its player believes of the other.
local table_rules = { turns = 30, end_known = true, noise = 0, payoff = ipd.payoffs.paper }
local function seated(name)
  local p = ipd.player(name).core
  return p:sit(table_rules, 1, 1, 1), p:kind()
end
local seat, kind = seated "explorer"
check.equal("the kind of a player", kind, "explorer")
for turn = 1, 12 do seat:see("d", turn == 1 and "c" or "d") end
local believed, state = seat:model()
check.equal("one who answers d with d", believed:play "ddd":sub(1, 4), "cddd")
check.equal("in the state that plays d", believed:play(("d"):rep(12)):sub(-1), "d")
check.ok("which is one of its states", state >= 0 and state < #believed)
seat, kind = seated "TFT"
seat:see("c", "d")
believed, state = seat:model()
check.ok("a machine shows itself", kind == "machine" and believed == ipd.machine "TFT")
check.equal("and its state", state, 1)
seat, kind = seated "GTFT"
check.equal("chances", kind, "memory")
check.equal("show nothing", select("#", seat:model()), 0)
check.refused("moves are c and d", function()
  laran.explain { mine = "cx", theirs = "cc" }
end, "moves are c and d")
check.refused("matches have players", function()
  core.matches { players = { ipd.player "TFT".core }, list = { 1, 2, 1 }, turns = 3,
    end_known = true, noise = 0, payoff = ipd.payoffs.paper, seed = 1, threads = 1 }
end, "match 1: there is no player 2")

check.ok("an experiment", ludus.experiment { game = game,
  program = ludus.machine { states = 8 }, vary = machine.operators(),
  population = 20, generations = 2 })

return check.done()
