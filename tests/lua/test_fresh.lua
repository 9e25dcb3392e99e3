-- test_fresh.lua -- cases drawn anew in each generation: each program is scored once, and
-- neither threads nor a kill make a difference.

local check = dofile("tests/lua/check.lua")
local ludus_lib = require "ludus"
local folder, write = check.folder()

local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function digest(text) return (text:match('"digest":"(%x+)"')) end
local stores = 0
local function store()
  stores = stores + 1
  return ("%s/%d.db"):format(folder, stores)
end

local games = {
  lua = { [[ludus.game { minimise = true, constants = { 1, 2 },
    cases = ludus.fresh(4, function(rng) return { x = rng:real() } end),
    primitives = { X = { 0, function(c) return c.x end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(c, value) return math.abs(value - 3 * c.x) end }]], "ludus.tree {}" },
  sample = { [[ludus.game { minimise = true,
    cases = ludus.fresh(3, { 1, 2, 3, 4, 5, 6, 7, 8 }),
    primitives = { X = { 0, function(c) return c end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(c, value) return math.abs(value - 3 * c) end }]], "ludus.tree {}" },
  rules = { [[ludus.game { cases = ludus.fresh(3, { { x = 1 }, { x = 2 }, { x = 3 },
      { x = 4 }, { x = 5 } }), budget = 50,
    rules = "var x var y  X { x }  ADD(a, b) { a + b }  turn { y = 0 - abs(value - 3 * x) }"
      .. "  score { y }" }]], "ludus.tree {}" },
  minesweeper = { 'require "ludus.minesweeper".game { mines = 2, cases = ludus.fresh(9) }',
    "ludus.tree {}" },
  battleship = { 'require "ludus.battleship".game { patience = 40, cases = ludus.fresh(3) }',
    "ludus.linear {}" },
}

local function script(row, more)
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s,
  program = %s, population = 30, generations = 8, elite = 2, solved = ludus.never,
  %s
}]]):format(row[1], row[2], more or "")
end

local function run(path, more)
  return (ludus(("run %s --json --store %s %s"):format(path, store(), more or "")))
end

for _, name in ipairs { "battleship", "lua", "minesweeper", "rules", "sample" } do
  local path = write(name .. ".lua", script(games[name]))
  local out = run(path, "--threads 1")
  check.ok(name .. ": each program is scored once", out:find('"evaluations":240,', 1, true))
  check.equal(name .. ": on two threads", digest((run(path, "--threads 2"))), digest(out))
  check.ok(name .. ": another seed", digest((run(path, "--seed 2"))) ~= digest(out))
  local judged = write(name .. "-raw.lua", script(games[name],
    "fitness = function(case) return case.raw end,"))
  check.equal(name .. ": with a fitness", digest((run(judged))), digest(out))
end

-- Who stays is scored on the new cases: the scores of a generation are those that its
-- cases give.
local path = write("stays.lua", script(games.lua, [[keep_better = true,
  on_generation = function(run)
    local game = run:played()
    for slot = 1, 30, 7 do
      local score = game:results(run.experiment.species, run.evolution:text(slot))
      if score.raw ~= run.evolution:score(slot).raw then error "another score" end
    end
  end,]]))
local out, err = ludus(("run %s --json --store %s"):format(path, store()))
check.equal("all of a generation are scored on its cases", err, "")
check.ok("each child once, who may stay once more", out:find('"evaluations":436,', 1, true))

-- Killed and resumed.
local long = write("long.lua", (script(games.lua)):gsub("generations = 8", "generations = 150"))
local db = store()
for _, delay in ipairs { 0.1, 0.3, 1, 4 } do
  check.run(('timeout -s KILL %g "$LUDUS" run %s --quiet --checkpoint 0 --store %s')
    :format(delay, long, db))
  if ludus("runs --json --store " .. db):find('"id":1,', 1, true) then break end
end
check.equal("resumed to the same bits", digest((ludus("resume 1 --json --store " .. db))),
  digest((run(long))))

-- ---- the cases themselves -----------------------------------------------------------

local some = ludus_lib.fresh(3, { 1, 2, 3, 4, 5 })
local seen = table.concat(some:at(1, 0):list(), " ")
check.equal("the same seed and generation", table.concat(some:at(1, 0):list(), " "), seen)
local differ = false
for g = 1, 5 do differ = differ or table.concat(some:at(1, g):list(), " ") ~= seen end
check.ok("other generations", differ)
local once = {}
for _, x in ipairs(ludus_lib.fresh(5, { 1, 2, 3, 4, 5 }):at(7, 7):list()) do once[x] = true end
check.equal("without repetition", #once, 5)
check.refused("too many", function() ludus_lib.fresh(6, { 1 }) end,
  "ludus.fresh: 6 cases of a list of 1")
check.refused("none", function() ludus_lib.fresh(0) end,
  "ludus.fresh: expected 1 to 100000 cases, got 0")
check.refused("of what?", function() ludus_lib.fresh(1, 3) end,
  "ludus.fresh: expected a list of cases, a ludus.table or function(rng), got 3")
local data = ludus_lib.table { n = { 1, 2, 3, 4, 5 } }
local rows = ludus_lib.fresh(3, data)
check.equal("rows of a table", #rows:at(1, 0):list(), 3)
local sums = {}
for g = 0, 9 do
  local sum = 0
  for _, n in ipairs(rows:at(1, g):list():column "n") do sum = sum + n end
  sums[sum] = true
end
check.ok("others in other generations", next(sums, (next(sums))) ~= nil)
local by_row = ludus_lib.game { cases = rows,
  primitives = { X = { 0, function(row) return row.n end } },
  score = function(_, value) return value end }
check.equal("a game in Lua has them as its cases", #by_row:score(by_row:read "(X)").cases, 3)
check.refused("more than there are", function() ludus_lib.fresh(6, data) end,
  "ludus.fresh: 6 cases of a table of 5")
check.refused("no case at all", function()
  ludus_lib.game { cases = ludus_lib.fresh(2, function() end), score = function() return 1 end,
    primitives = { X = { 0, function() return 1 end } } }
end, "field 'cases': the function of ludus.fresh must give a case, gave nothing")

os.execute("rm -rf " .. folder)
return check.done()
