-- test_tune.lua -- racing over settings: the tests it decides by; ranges and choices; that it
-- finds what is better, with the same result on any number of processes, killed and repeated;
-- that it is shown on seeds no race has used; and what makes no sense.

local check  = dofile "tests/lua/check.lua"
local ludus  = require "ludus"
local space  = require "ludus.script.space"
local stats  = require "ludus.stats"
local stores = require "ludus.run.store"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end

-- ---- the tests it decides by ----------------------------------------------------------------

-- Rounding first base: M. Hollander, D. A. Wolfe, Nonparametric Statistical Methods, 1973.
local rounding = {}
for a, b, c in ([[5.40 5.50 5.55 5.85 5.70 5.75 5.20 5.60 5.50 5.55 5.50 5.40 5.90 5.85 5.70 5.45
  5.55 5.60 5.40 5.40 5.35 5.45 5.50 5.35 5.25 5.15 5.00 5.85 5.80 5.70 5.25 5.20 5.10 5.65
  5.55 5.45 5.60 5.35 5.45 5.05 5.00 4.95 5.50 5.50 5.40 5.45 5.55 5.50 5.55 5.55 5.35 5.45
  5.50 5.55 5.50 5.45 5.25 5.65 5.60 5.40 5.70 5.65 5.55 6.30 6.30 6.25]])
  :gmatch "(%S+)%s+(%S+)%s+(%S+)" do
  rounding[#rounding + 1] = { tonumber(a), tonumber(b), tonumber(c) }
end
local f = stats.friedman(rounding)
check.equal("Friedman's statistic", ("%.3f %d %.6f"):format(f.chi_squared, f.freedom, f.p),
  "11.143 2 0.003805")
check.equal("mean ranks", ("%.4f %.4f %.4f"):format(table.unpack(f.ranks)),
  "2.4091 2.1364 1.4545")
check.ok("the third differs from both", f.ranks[2] - f.ranks[3] > f.gap
  and f.ranks[1] - f.ranks[2] < f.gap)
local same = stats.friedman { { 1, 1 }, { 2, 2 } }
check.equal("all equal", same.p .. " " .. same.gap, "1.0 inf")
check.refused("one block", function() stats.friedman { { 1, 2 } } end,
  "stats.friedman: needs at least 2 blocks")
check.refused("blocks of two lengths", function() stats.friedman { { 1, 2 }, { 1, 2, 3 } } end,
  "stats.friedman: all blocks must be as long as the first")

-- Depression scores, from the same book.
local w = stats.wilcoxon({ 1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 },
  { 0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29 })
check.equal("Wilcoxon's signed ranks", ("%g %d %.5f %s"):format(w.w, w.n, w.p, w.exact),
  "5 9 0.03906 true")
check.equal("nothing differs", stats.wilcoxon({ 1, 2 }, { 1, 2 }).p, 1.0)
local a, b = {}, {}
for i = 1, 30 do a[i], b[i] = i % 7, i % 7 - 1 end
check.equal("many equal differences", ("%.2g"):format(stats.wilcoxon(a, b).p), "4.6e-08")
check.refused("two lengths", function() stats.wilcoxon({ 1 }, { 1, 2 }) end,
  "stats.wilcoxon: the lists must be of one length")

-- ---- ranges and choices ---------------------------------------------------------------------

local rng = ludus.rng(1)
local fields = assert(space.fields { n = "3..7", x = "0.5..2.5", l = "1..1000 log",
  s = "tournament(2)|{ a|b }|c" })
local seen, small = { n = {}, s = {} }, 0
for _ = 1, 2000 do
  local values = {}
  for _, set in ipairs(space.draw(fields, rng).sets) do values[set.key] = set.value end
  seen.n[values.n], seen.s[values.s] = true, true
  local x, l = tonumber(values.x), math.tointeger(tonumber(values.l))
  check.ok("within its range", x >= 0.5 and x <= 2.5 and l >= 1 and l <= 1000)
  small = small + (l < 32 and 1 or 0)
end
local function keys(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  table.sort(list)
  return table.concat(list, " ; ")
end
check.equal("all whole numbers", keys(seen.n), "3 ; 4 ; 5 ; 6 ; 7")
check.equal("all choices, bars in brackets are none", keys(seen.s),
  "c ; tournament(2) ; { a|b }")
check.ok("half of a log range lies below its middle", small > 900 and small < 1100)
local first = space.draw(fields, rng)
for _ = 1, 200 do
  local near = space.near(fields, rng, first, 0.01, 0)
  check.ok("near is near", math.abs(near.places[4] - first.places[4]) < 0.06
    and near.sets[3].value == first.sets[3].value)
end
for text, want in pairs {
  ["5"] = "expected a range, 1..10, or choices, a|b, got '5'",
  ["5..5"] = "the range '5..5' is empty", ["7..5"] = "the range '7..5' is empty",
  ["0..5 log"] = "'0..5 log': with log both ends are above 0",
  ["1..5 lg"] = "expected LOW..HIGH or LOW..HIGH log, got '1..5 lg'",
  ["0..9007199254740993"] = "the range '0..9007199254740993' is too wide",
  ["-9007199254740993..0"] = "the range '-9007199254740993..0' is too wide",
  ["1..9223372036854775807"] = "the range '1..9223372036854775807' is too wide",
  ["-1e308..1e308"] = "the range '-1e308..1e308' is too wide",
  ["1e-200..1e200 log"] = "the range '1e-200..1e200 log' is too wide",
  ["a||b"] = "'a||b': a choice is empty or there twice",
  ["a|a"] = "'a|a': a choice is empty or there twice",
} do
  check.equal("refused: " .. text, select(2, space.field("k", text)), want)
end
for _, text in ipairs { "-9007199254740992..9007199254740992", "-1e300..1e300",
  "1e-150..1e150 log" } do
  check.ok("as wide as may be: " .. text, space.field("k", text))
end

-- ---- races ------------------------------------------------------------------------------------

-- Half of the settings hardly move at all.
local function source(more)
  return [[local ludus = require "ludus"
return ludus.experiment { population = 6, evaluations = 60, generations = 60, elite = 1,
  game = ludus.game { program = "vector", cases = 1, minimise = true,
    genes = { type = "reals", length = 3, min = -1, max = 1 },
    score = function(_, v) return v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2 end },
  program = ludus.vector { type = "reals", length = 3, min = -1, max = 1 },
  select = ludus.uniform(), vary = { { 1, ludus.copy } }, ]] .. (more or "")
    .. [[ 
  tune = { vary = "{{1,copy}}|{{1,gaussian{sigma=0.1}}}|{{1,reset}}" } }]]
end

local function tune(path, more)
  local out, err, status = run(("tune %s --budget 60 --show 6 --threads 1 %s"):format(path, more))
  return out, err, status
end
local path = write("small.lua", source())
local one, err, status = tune(path, "--store " .. folder .. "/one.db")
check.equal("it ends well " .. err, status, 0)
check.ok("what moves is found", one:find "%-%-set 'vary={{1,%l")
check.ok("and shown to be better", one:find "A12 [01]%.%d+, p 0%.0")
local runs = stores.open(folder .. "/one.db", "read"):runs()
local paid = tonumber(one:match "after (%d+) runs")
check.ok("within the budget", paid <= 60)
local fresh, raced, settings = 0, {}, {}
for _, row in ipairs(runs) do
  if row.seed > 1000 then
    fresh = fresh + 1
    settings[row.settings] = true
    check.ok("a fresh seed", row.seed <= 1006)
  else
    raced[row.seed] = true
    check.ok("a seed of races", row.seed >= 1 and row.seed <= 100)
  end
end
check.equal("all others are paid", #runs - fresh, paid)
check.equal("two settings are shown", fresh .. " " .. (settings[""] and "with the script's own"
  or "without"), "12 with the script's own")
local again = tune(path, "--store " .. folder .. "/one.db")
check.equal("repeated it says the same", again, one)
check.equal("and makes no run", #stores.open(folder .. "/one.db", "read"):runs(), #runs)
check.equal("on two processes, too", (tune(path, "--jobs 2 --store " .. folder .. "/two.db")),
  one)

-- Two choices, of which one remains: the next race has nobody to race.
local two = tune(path, "--field 'vary={{1,copy}}|{{1,gaussian{sigma=0.1}}}' --store " .. folder
  .. "/one.db")
check.ok("a race of one", two:find "race 2 of 2: 1 settings" and two:find "gaussian{sigma=0.1}")

local mark = folder .. "/died"
local dying = write("dying.lua", source(("on_generation = function(run) if run.seed == 4 and "
  .. "not io.open '%s' then io.open('%s', 'w'):close() os.execute 'kill -9 $PPID' end end,")
  :format(mark, mark)))
local _, _, killed = tune(dying, "--store " .. folder .. "/dead.db")
check.ok("was killed", killed ~= 0 and io.open(mark))
check.equal("and goes on to the same", (tune(dying, "--store " .. folder .. "/dead.db")
  :gsub("dying", "small")), one)
local json = run(("tune %s --budget 60 --show 0 --threads 1 --json --store %s/one.db")
  :format(path, folder))
check.ok("as JSON", json:find '"best":%[{' and json:find '"remained":%["'
  and json:find(('"runs":%d'):format(paid), 1, true) and not json:find '"shown"')

-- ---- what makes no sense ------------------------------------------------------------------------

local function wrong(name, words, want)
  local out, complaint, code = run("tune " .. words .. " --store " .. folder .. "/wrong.db")
  check.equal(name, complaint:gsub("^ludus: ", ""):gsub("\n$", ""):gsub(folder .. "/", ""), want)
  check.equal(name .. ": wrong usage", code .. out, "2")
end

local plain = write("plain.lua", (source():gsub("tune = .*", "}")))
wrong("no script", "--budget 100", "'ludus tune' needs one script")
wrong("no budget", path, "'ludus tune' needs --budget, the runs that may be made")
wrong("nothing to tune", plain .. " --budget 100", "there is nothing to tune: the script has no "
  .. "field 'tune', and there is no --field")
wrong("too small a budget", path .. " --budget 59",
  "--budget: for 1 field at least 60 runs, got 59")
wrong("of more fields", path .. " --budget 119 --field elite=0..3 --field 'distinct=0..3'",
  "--budget: for 3 fields at least 120 runs, got 119")
wrong("an unknown field", plain .. " --budget 100 --field populatoin=1..5", "what may be tuned: "
  .. "populatoin=1: unknown field 'populatoin'; did you mean 'population'?")
wrong("a range beyond what may be", plain .. " --budget 100 --field population=0..5",
  "what may be tuned: plain.lua:2: ludus.experiment: field 'population': expected 1 to 10000000, "
  .. "got 0")
wrong("ends that make no sense", plain .. " --budget 100 --field elite=7..9", "what may be tuned: "
  .. "plain.lua:2: ludus.experiment: field 'elite': 7 is more than the population of 6")
wrong("a choice that is none", plain .. " --budget 100 --field 'select=uniform()|best(2)'",
  "what may be tuned: select=best(2): unknown word 'best'")
wrong("a game's field", plain .. " --budget 100 --field game.cases=1..5", "what may be tuned: "
  .. "game.cases: settings of the game change what is asked, not how it is answered")
local bad = write("bad.lua", (source():gsub("vary = \"[^\"]*", "elite = \"8..0")))
wrong("a wrong range in the script", bad .. " --budget 100", "bad.lua:8: ludus.experiment: field "
  .. "'tune': expected name = \"LOW..HIGH\" or \"A|B\"; elite: the range '8..0' is empty, got "
  .. "a table")

check.done()
