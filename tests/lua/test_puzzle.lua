-- test_puzzle.lua -- the puzzle and the paper's algorithm from Lua.
local check  = dofile "tests/lua/check.lua"
local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"
local stats  = require "ludus.stats"

-- An error without the file and line in front.
local function fails(name, fn, message)
  local ok, text = pcall(fn)
  check.equal(name, not ok and (tostring(text):gsub("^[^ ]+:%d+: ", "", 1)), message)
end


local game = puzzle.game {}
check.equal("the start", puzzle.picture(game:facts().start), "4 6 3\n7 2 8\n1 9 5")
local plan = game:read "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 13, 7, 11, 4) // of A'"
check.equal("the converged plan", game:score(plan).raw, 18)
check.equal("it ends in order", puzzle.picture(game:score(plan).board), "1 2 3\n4 5 6\n7 8 9")
check.equal("boards on the way", #game:boards(plan), 17)
local eighth = game:read "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 18, 7, 13)"
check.equal("individual 8", game:score(eighth).raw, 12)
local first = "(14, 4, 8, 0, 18, 17, 10, 12, 4, 6, 17, 17, 17, 14, 16)"
check.equal("individual 1", game:score(game:read(first)).raw, 6)
check.equal("individual 1 as printed",
  puzzle.game { distance = "as-printed" }:score(game:read(first)).raw, 8)

local exact = game:exact(7)
check.equal("distance of A'", exact.distance, 6)
check.equal("diameter", #exact.counts - 1, 12)
check.equal("best by depth", table.concat(exact.best, " ", 2), "9 7 5 3 2 0 0")
exact = puzzle.game { start = "A" }:exact(7)
check.equal("distance of A", exact.distance, 7)
check.equal("best by depth from A", table.concat(exact.best, " ", 2), "9 7 6 4 3 2 0")

-- ---- searchers ------------------------------------------------------------------

check.equal("depth first", game:search("dfs", 4)[1].nodes, 137560)
check.equal("depth first finds", game:search("dfs", 4)[1].failures, 3)
check.equal("IDA*", #game:search("ida", 20)[1].plan, 6)
check.equal("deepening", #game:search("deepen", 6)[1].plan, 6)
local one, two = game:search("walk", 60, 0, 5, 200, 1), game:search("walk", 60, 0, 5, 200, 3)
local same = true
for i = 1, 200 do
  same = same and table.concat(one[i].plan, " ") == table.concat(two[i].plan, " ")
end
check.ok("threads make no difference to searches", same)
fails("unknown searcher", function() game:search("wolk", 5) end,
  "unknown searcher 'wolk'; did you mean 'walk'?")
fails("too deep", function() game:search("ida", 65) end,
  "bad argument #2 to 'search' (depth must be 1 to 64)")

-- ---- the paper's algorithm ------------------------------------------------------

local run = ga.run(puzzle.paper(game, { population = 35, seed = 2 }))
check.ok("a run", run.evaluations <= 1635)
local function mean_at(depth, population, listed)
  local set = puzzle.paper(game, { depth = depth, population = population })
  set.runs, set.seed = 1000, 1
  local r = ga.batch(set)
  local spread = 3.5 * math.sqrt(1 / 1000 + 1 / 2000) * stats.deviation(r.best)
  check.near(("depth %d, N = %d"):format(depth, population), stats.mean(r.best),
    listed, spread + 0.005)
end
mean_at(1, 10, 9.00)
mean_at(6, 10, 3.89)
mean_at(15, 10, 3.93)
mean_at(6, 35, 1.36)
mean_at(15, 35, 1.58)

local set = puzzle.paper(game, { population = 10, depth = 5 })
set.runs, set.trace, set.programs = 50, true, true
set.threads = 1
local a = ga.batch(set)
set.threads = 3
local b = ga.batch(set)
for i = 1, 50 do
  check.ok("threads make no difference", a.programs[i] == b.programs[i])
  check.equal("the program has its score", game:score(a.programs[i]).standardized,
    math.tointeger(a.best[i]))
end
check.equal("rows of the trace", #a.trace, 41)
check.near("its last row is the mean", a.trace[41].mean, stats.mean(a.best), 1e-9)

-- ---- the evolved algorithm ------------------------------------------------------

local better = puzzle.evolved(game)
better.game, better.games, better.runs = nil, puzzle.random_games(game, 4, 300), 300
better.seed = 1
local solved = 0
for _, best in ipairs(ga.batch(better).best) do solved = solved + (best == 0 and 1 or 0) end
check.ok("it solves 95% of random boards", solved >= 285)

-- ---- games of one's own ---------------------------------------------------------

local solo = require "ludus.solo"
local line = solo.game { start = 0, moves = 2,
  play = function(at, move) return at + (move == 1 and 1 or 3) end,
  failures = function(at) return math.abs(10 - at) end }
local result = solo.search(line, { depth = 6, evaluations = 500, seed = 1 })
check.equal("the goal is found", result.failures, 0)
check.equal("its state", result.state, 10)
check.equal("solve stops at the goal", solo.solve(line, { depth = 6 }).failures, 0)
local forked = solo.game { start = 1, moves = function(n) return n < 4 and { 2, 3 } or {} end,
  play = function(n, factor) return n * factor end, anywhere = true,
  failures = function(n) return math.abs(9 - n) end }
check.equal("branches may differ", solo.search(forked, { depth = 4 }).state, 9)
fails("moves are needed", function() solo.game { start = 1, play = print, failures = print } end,
  "solo.game: field 'moves' is missing: how many moves there are, or a function that "
  .. "lists those of a state")

-- ---- scripts --------------------------------------------------------------------

for _, words in ipairs { "puzzle.lua", "puzzle-exact.lua --set dfs=3", "puzzle-figures.lua --set seeds=3 --set dfs=3",
  "puzzle-solvers.lua --set boards=20", "fifteen.lua --set scramble=8",
  "puzzle-tune.lua --set boards=10 --set generations=1 --set population=4 --set tests=20" } do
  local out, err, status = check.run("$LUDUS run scripts/" .. words .. " --json --threads 2")
  check.equal(words .. " ends well", status, 0)
  check.equal(words .. " says nothing else", err, "")
  check.ok(words .. " prints one object", out:find("^{.*}\n$"))
end

local out = check.run "$LUDUS score puzzle scripts/programs/puzzle-paper.plan"
check.equal("score", out, "scripts/programs/puzzle-paper.plan  16 moves\n"
  .. "  raw 18 of 18, standardized 0, adjusted 1.000000\n1 2 3\n4 5 6\n7 8 9\n")
out = check.run "$LUDUS play puzzle"
check.ok("play", out:find("(8, 10, 12, 13, 5, 14): 0 failures left", 1, true))
local _, err, status = check.run "$LUDUS play puzzle --set stort=A"
check.equal("a wrong field", err,
  "ludus: puzzle.game: unknown field 'stort'; did you mean 'start'?\n")
check.equal("a wrong field: status", status, 2)

-- ---- other boards, wrong input --------------------------------------------------

local large = puzzle.game { rows = 4, cols = 5, torus = false, start = "random" }
check.equal("codes of 4 x 5", large:facts().codes, 31)
fails("a wrong board", function() puzzle.game { start = "463/728/199" } end,
  "puzzle.game: a board must hold each tile 1 to 9 once")
fails("a short board", function() puzzle.game { start = "1 2 3" } end,
  "puzzle.game: a board of 3 tiles; this puzzle has 9")
fails("no board", function() puzzle.game { start = "B" } end,
  "puzzle.game: field 'start': expected a board such as '463/728/195', got 'B'")
fails("a tile too many", function() puzzle.game { start = "1 2 3/4 5 6/7 8 10" } end,
  "puzzle.game: a board must hold each tile 1 to 9 once, got 10")
fails("printed distances", function()
  puzzle.game { rows = 4, cols = 4, distance = "as-printed" }
end, "puzzle.game: the distances as printed are those of the 3 x 3 torus")
local vector = require "ludus.vector"
local wide = vector.new { length = 2, max = 30 }
check.ok("the last swap", game:score(wide:of { 1, 18 }))
fails("no swap", function() game:score(wide:of { 1, 19 }) end,
  "puzzle: move 2 has code 19; the codes are 0 to 18")
fails("no plan", function() game:score(vector.new { type = "bits", length = 2 }:of { 1, 0 }) end,
  "puzzle: a plan is a vector of integers")
fails("too large for exact distances", function() large:exact() end,
  "puzzle: exact distances need at most 10 cells, not 20")
fails("a code too large", function() game:read "(19)" end,
  "gene 0 must be 0 to 18, got 19\n  (19)\n   ^")

local plan = require "ludus".read("scripts/programs/puzzle-paper.plan", puzzle.game {})
local narrow = puzzle.way(puzzle.game {}, plan, 40)
for line in narrow:gmatch "[^\n]+" do
  check.ok("a way fits 40 columns: " .. line, #line <= 40)
end

-- What is no plan is told before it is played.
for _, wrong in ipairs {
  { "integers", 19, "puzzle: gene 1 is 0 to 19; codes of moves are 0 to 18" },
  { "reals", 1, "puzzle: a plan is a vector of integers" },
} do
  local ok, message = pcall(function()
    local evolve = require "ludus.core.evolve"
    local e = evolve.new(require "ludus.core.vector".new { type = wrong[1],
      length = 200, min = 0, max = wrong[2], steps = 0 }, game, { population = 10, seed = 1,
      threads = 1, cache = 8 })
    e:start(false)
  end)
  check.ok("no plan: " .. wrong[1], not ok and tostring(message):find(wrong[3]))
end

return check.done()
