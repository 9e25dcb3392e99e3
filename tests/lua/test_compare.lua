-- Sweeps, comparisons, reports, examples.
local check = dofile "tests/lua/check.lua"
local stats = require "ludus.stats"

local folder = check.folder()
local store = " --store " .. folder .. "/s.db"

local function run(words) return check.run('"$LUDUS" ' .. words) end

local function lines(text) return select(2, text:gsub("\n", "")) end

-- ---- effort -----------------------------------------------------------------------

-- All solved: one run is enough.
local effort, low, high, point = stats.effort({ 100, 300 }, 2)
check.equal("the cheapest point counts", effort, 300)
check.equal("its point", point, 300)
check.ok("the interval holds it", low <= 300 and high > 300)
-- Half solved at 100: ceil(log 0.01 / log 0.5) = 7 tries.
check.equal("seven tries at one half", (stats.effort({ 100 }, 2)), 700)
check.equal("none solved", (stats.effort({}, 5)), nil)
effort, low, high = stats.effort({ 100, 100, 100 }, 30)
check.equal("one in ten", effort, 100 * math.ceil(math.log(0.01) / math.log(0.9)))
local _, rate_low, rate_high = stats.wilson(3, 30)
check.near("lower end by Wilson", low, 100 * math.log(0.01) / math.log(1 - rate_high), 1e-6)
check.near("upper end by Wilson", high, 100 * math.log(0.01) / math.log(1 - rate_low), 1e-6)

-- ---- sweeps -----------------------------------------------------------------------

local sweep = "run scripts/regression.lua --seeds 1..3 --sweep 'population=30|40' "
  .. "--set generations=4"
local out, err, status = run(sweep .. store)
check.equal("a sweep", status, 0)
check.equal("no errors", err, "")
check.ok("interleaved", out:find("1/6  run 1  seed 1 [^\n]*population=30[^\n]*\n2/6  run 2  "
  .. "seed 1 [^\n]*population=40[^\n]*\n3/6  run 3  seed 2 "))
check.ok("one table", out:find("\n\nregression generations=4 population=30\n  runs     3\n",
  1, true))
check.ok("with the difference", out:find("against regression generations=4 population=40: "
  .. "A12 [%d.]+, p [%d.]+ %(Mann%-Whitney%)\n"))
local ranks = require "ludus.stats.ranks"
local three = { { best = { 1, 2 }, standardized = { 9, 8 } },
  { best = { 2.4, 5 }, standardized = { 7.6, 5 } }, { best = { 9 }, standardized = { 1 } } }
check.equal("ranks", table.concat(ranks.of(three)[1], " ") .. ", "
  .. table.concat(ranks.of(three)[2], " ") .. ", " .. ranks.of(three)[3][1], "5 4, 3 2, 1")
check.equal("ties by tolerance", table.concat(ranks.of(three, 0.5)[1], " ") .. ", "
  .. table.concat(ranks.of(three, 0.5)[2], " "), "4 3, 3 2")
local again = run(sweep .. store)
check.equal("the same again", again, out)
check.equal("nothing is run twice", lines((run("runs --json" .. store))), 6)
out = run(sweep:gsub("1..3", "1..4") .. store)
check.equal("more seeds: only the new ones", lines((run("runs --json" .. store))), 8)
out = run(sweep .. " --json" .. store)
check.equal("a line per run, group and pair", lines(out), 6 + 2 + 1)
out = run("run scripts/regression.lua --seeds 1..2 --set population=20 --set "
  .. "generations=2 --set population=30 --sweep 'generations=3|4'" .. store)
check.ok("of a setting made twice, the last counts", out:find(
  "1/4  run 9  seed 1  population=30 generations=3 ", 1, true))
_, err, status = run("run scripts/regression.lua --seeds 5..1" .. store)
check.equal("wrong seeds", err, "ludus: --seeds: expected seeds as in 1..30 or 1,5,9, "
  .. "got '5..1'\n")
check.equal("wrong seeds: status", status, 2)
local seeds = require("ludus.run.sweep").seeds
check.equal("as many seeds as there may be", #seeds "1..99999,7", 100000)
for _, text in ipairs { "1..100001", "1..100000,7", "1..99999999999",
  "-9223372036854775808..9223372036854775807", "1,0..9223372036854775807" } do
  check.error("too many seeds: " .. text, function() seeds(text) end,
    "--seeds: at most 100000 seeds, got '" .. text .. "'")
end
check.error("no seed has so many digits", function() seeds "1..99999999999999999999" end,
  "--seeds: expected seeds as in 1..30 or 1,5,9, got '1..99999999999999999999'")
local numbers = require("ludus.stats.compare").numbers
check.equal("numbers of runs", #numbers { "3", "5..20" }, 17)
check.equal("as many numbers as there may be", #numbers { "3", "1..99999" }, 100000)
for _, word in ipairs { "1..100000", "1..9223372036854775807" } do
  check.equal("too many numbers", select(2, numbers { "3", word }),
    "at most 100000 runs, got '" .. word .. "'")
end
_, err, status = run("report 1..1000000" .. store)
check.equal("too many runs of a report", err,
  "ludus: 'ludus report': at most 100000 runs, got '1..1000000'\n")
check.equal("too many runs of a report: status", status, 2)
_, err = run("export 1..1000000" .. store)
check.equal("too many runs of an export", err,
  "ludus: 'ludus export': at most 100000 runs, got '1..1000000'\n")
_, err = run("run scripts/regression.lua --seeds 1..2 --sweep populaton=1" .. store)
check.equal("a wrong setting comes first", err, "ludus: --set populaton=1: unknown field "
  .. "'populaton'; did you mean 'population'?\n")

-- ---- comparisons and reports ----------------------------------------------------------

out = run("compare 1..8" .. store)
check.ok("two groups of four", out:find("population=30\n  runs     4\n", 1, true)
  and out:find("population=40\n  runs     4\n", 1, true))
check.ok("rate with its interval", out:find("solved   %d of 4: %d+%% %(95%%: %d+%% to %d+%%%)"))
_, err = run("compare x" .. store)
check.equal("no number", err, "ludus: 'ludus compare': expected numbers of runs, as 3 or "
  .. "5..20, got 'x'\n")
_, err = run("compare 99" .. store)
check.ok("no such run", err:find("no run 99; the last one is 12", 1, true))


-- A run made twice is the same run: it says nothing new about its group.
local twice = " --store " .. folder .. "/twice.db"
local one = "run scripts/regression.lua --set population=30 --set generations=3 --quiet"
for _, seed in ipairs { 1, 2, 1, 1 } do run(one .. " --seed " .. seed .. twice) end
out = run("compare 1..4" .. twice)
check.ok("a repeated run counts once", out:find("regression population=30 generations=3\n"
  .. "  runs     2 (2 repeated, not counted)\n  solved   0 of 2: 0%", 1, true))
out = run("compare 1..4 --json" .. twice)
check.ok("and says so", out:find('"repeated":2', 1, true)
  and out:find('"runs":2', 1, true))
check.equal("the same as without it", out:gsub('"repeated":2', '"repeated":0'),
  (run("compare 1..2 --json" .. twice)))
run("report 1..4 --out " .. folder .. "/twice.html" .. twice)
local told = assert(io.open(folder .. "/twice.html"))
check.ok("the report says so, too", told:read "a":find(
  "<p>Not counted: 2 repeated with the same seed.</p>", 1, true))
told:close()

local html = folder .. "/r.html"
out, err = run("report 1..8 --out " .. html .. store)
check.equal("a report", out .. err, "wrote " .. html .. "\n")
local file = assert(io.open(html))
local text = file:read "a"
file:close()
check.ok("two groups are compared in a sentence", text:find("a run of the first is "
  .. "better with chance", 1, true) and not text:find('class="pairs"', 1, true))
run("report 1..12 --out " .. html .. store)
file = assert(io.open(html))
local many = file:read "a"
file:close()
check.equal("more in one table", select(2, many:gsub('class="pairs"', "")), 1)
check.equal("and in no sentences", many:find("a run of the first", 1, true), nil)
check.equal("every pair from both sides", select(2, many:gsub("<br><small>%d", "")), 4 * 3)
check.ok("it says how many", many:find("corrected by Holm for 6 comparisons", 1, true))
local has_dot = os.execute "command -v dot >/dev/null 2>&1"
check.equal("four curves", select(2, text:gsub('<svg class="chart" ', "")), 4)
check.equal("case by case for each group", select(2, text:gsub('<svg class="heat" ', "")), 2)
check.equal("data below each figure, and of the runs", select(2, text:gsub("<summary>The data",
  "")), 4 + 2 + 1)
check.ok("in words first", text:find("8 runs of regression in 2 groups. The best program scores "
  .. "%S+, where less is better, in the group &quot;population=%d+&quot;: run %d, seed %d, "))
check.ok("axes say what is better", text:find(">raw score, lower is better</text>", 1, true))
check.equal("dashes and marks beside colours", text:find('class="line c2"', 1, true) ~= nil
  and text:find('class="dot c2', 1, true) ~= nil, true)
check.equal("two programs drawn", select(2, text:gsub('aria%-label="The program drawn">', "")),
  has_dot and 2 or 0)
check.ok("groups are named by what differs", text:find(
  "All runs with generations=4.", 1, true) and text:find("</svg> population=30</span>,",
  1, true))
check.ok("self-contained", not text:find("src=") and not text:find "href=\"[^d]"
  and not text:find("url("))
local csv = text:match 'download="runs.csv" href="data:text/csv;charset=utf%-8,([^"]*)"'
csv = csv:gsub("%%(%x%x)", function(x) return string.char(tonumber(x, 16)) end)
check.equal("runs as CSV: a line each", select(2, csv:gsub("\r\n", "")), 9)
check.equal("and their heads", csv:match "[^\r]*",
  "group,run,seed,generations,evaluations,best,solved,ended,digest")
local paper = folder .. "/paper"
os.execute("mkdir " .. paper)
out, err = run("report 1..8 --out " .. html .. " --paper " .. paper .. store)
check.ok("files for a paper", out:find("wrote " .. paper .. "/regression.tex\n", 1, true)
  and out:find("wrote " .. paper .. "/regression-raw.svg\n", 1, true))
local tex = assert(io.open(paper .. "/regression.tex")):read "a"
check.ok("a table for LaTeX", tex:find("^\\setlength{\\tabcolsep}{4pt}\n\\begin{tabular}{lrrrr}\n")
  and tex:find "\npopulation=30 & 4 & %d & %d+\\%% & ")
check.ok("intervals below, so that it is narrow", tex:find "\n &  &  & \\footnotesize %(%d+%-%-")
check.ok("with how the groups differ", tex:find("\n\\multicolumn{5}{l}{\\footnotesize population=30 "
  .. "against population=40: $A_{12} = ", 1, true))
check.ok("a chart that stands alone", assert(io.open(paper .. "/regression-raw.svg")):read "a"
  :find('^<svg xmlns="http://www.w3.org/2000/svg" class="chart" .*<style>.*</svg>\n$'))
_, err, status = run("report 1 --out " .. html .. " --paper /nowhere/at/all" .. store)
check.equal("no such folder", status, 2)
check.ok("the command that makes it again", text:find("ludus run scripts/regression.lua "
  .. "--set generations=4 --set population=30 --seed ", 1, true))
for _, tag in ipairs { "pre", "details", "div", "svg", "figure", "table" } do
  check.equal("every <" .. tag .. "> is closed", select(2, text:gsub("<" .. tag
    .. "[ >]", "")), select(2, text:gsub("</" .. tag .. ">", "")))
end
run("run scripts/ant.lua --set population=30 --set generations=2 --quiet" .. store)
run("report 13 --out " .. html .. store)
file = assert(io.open(html))
text = file:read "a"
file:close()
check.ok("the games it plays", text:find("The game it plays", 1, true))
out, err = check.run('PATH=/nowhere "$LUDUS" report 13 --out ' .. html .. store)
check.equal("a report without Graphviz", out .. err, "wrote " .. html .. "\n")
file = assert(io.open(html))
text = file:read "a"
file:close()
check.ok("its program as a text tree", text:find(
  "<summary>The program drawn</summary><pre>RPB  %d+ nodes, depth %d+\n"))

-- ---- where the time goes ---------------------------------------------------------------

out = run("bench scripts/ant.lua --json")
check.ok("bench SCRIPT", out:find('"name":"MOVE"', 1, true))
check.ok("bench SCRIPT: programs", out:find('"name":"programs"', 1, true))

-- ---- examples ----------------------------------------------------------------

for _, name in ipairs { "ant", "tictactoe", "regression", "multiplexer", "size-fair",
  "staged" } do
  local set = name == "staged" and "" or " --set generations=3"
  local digests = {}
  for threads = 1, 2 do
    out = run(("run scripts/%s.lua --json --set population=30%s --threads %d%s"):format(
      name, set, threads, store))
    digests[threads] = out:match('"digest":"(%x+)"')
  end
  check.ok("scripts/" .. name .. ".lua: the same on 1 and 2 threads",
    digests[1] and digests[1] == digests[2])
end

os.execute("rm -rf " .. folder)
return check.done()
