-- test_measures.lua -- figures of a script's own and tests on other games: stored, shown,
-- compared, exported, the same after a resume.

local check = dofile("tests/lua/check.lua")
local folder, write = check.folder()

local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function digest(text) return (text:match('"digest":"(%x+)"')) end
local db = folder .. "/m.db"

local function script(more)
  return ([[local ludus = require "ludus"
local function game(from, to)
  local cases = {}
  for i = from, to do cases[#cases + 1] = i end
  return ludus.game { cases = cases, constants = { 1, 2 }, minimise = true,
    primitives = { X = { 0, function(x) return x end },
      ADD = { 2, function(_, a, b) return a + b end },
      MUL = { 2, function(_, a, b) return a * b end } },
    score = function(x, value) return math.abs(value - x * x - x) end }
end
return ludus.experiment {
  game = game(1, 6), program = ludus.tree { nodes = 40 }, population = 40,
  generations = 6, solved = ludus.never,
  %s
}]]):format(more)
end

local path = write("own.lua", script [[
  measures = { worst = function(score)
      local most = 0
      for _, case in ipairs(score.cases) do most = math.max(most, case.raw) end
      return most
    end, lines = function(score) return score.size + score.generation / 100 end },
  test = { game(7, 9), every = 5 },]])
local out, err = ludus(("run %s --seeds 1..3 --store %s"):format(path, db))
check.equal("no error", err, "")
check.ok("compared", out:find "\n  test     median %d+" and out:find "\n  worst    median %d+"
  and out:find "\n  lines    median ")
out = ludus("show 1 --store " .. db)
local test, worst = out:match "\ntest: raw (%d+), %d+ of 3 cases won\n", out:match "worst (%d+)"
check.ok("the test is shown", test)
check.ok("so are measures", worst)
check.ok("those of the last generation", out:match "measures: lines ([%d.]+)":find "%.05$")
out = ludus("show 1 --json --store " .. db)
check.equal("in every generation", select(2, out:gsub('"worst":', "")), 6)
check.equal("the test in every fifth", select(2, out:gsub('"test_hits":', "")), 2)
check.ok("the test of the end is the run's", out:find('\\"raw\\":' .. test, 1, true))
out = ludus("export 1 --store " .. db)
check.ok("exported", out:find(
  "program,measures.lines,measures.test,measures.test_hits,measures.worst\n", 1, true))

-- The program that is measured is the one that is stored.
local loaded = require "ludus.script".load(path)
local run = require "ludus".run(1, db)
local score, cases = loaded.game:results(loaded.species, run:best())
local most = 0
for _, case in ipairs(cases) do most = math.max(most, case.raw) end
check.equal("the worst case of the best program", most, tonumber(worst))
check.equal("of the run's score", score.raw, run.row.best)
check.equal("its test", loaded.test.game:results(loaded.species, run:best()).raw,
  tonumber(test))

-- Measures do not steer, and a resumed run finds those that are stored.
local plain = digest((ludus(("run %s --json --quiet --store %s"):format(write("plain.lua",
  script ""), db))))
check.equal("the same programs", digest((ludus(("run %s --json --quiet --store %s"):format(
  path, db)))), plain)
local watching = write("watching.lua", (script [[
  measures = { age = function(score) return score.generation end },
  on_generation = function(run)
    if run.stats.measures.age ~= run.generation then error "another measure" end
  end,]]):gsub("generations = 6", "generations = 300"))
local half = folder .. "/half.db"
for _, delay in ipairs { 0.1, 0.3, 1, 4 } do
  check.run(('timeout -s KILL %g "$LUDUS" run %s --quiet --checkpoint 0 --store %s')
    :format(delay, watching, half))
  if ludus("runs --json --store " .. half):find('"id":1,', 1, true) then break end
end
out, err = ludus("resume 1 --json --store " .. half)
check.equal("callbacks see the measures that are stored", err, "")
check.equal("and the run is the same", digest(out), digest((ludus(
  ("run %s --json --quiet --store %s"):format(watching, db)))))

-- With a fitness the test is judged by it.
local judged = write("judged.lua", script [[fitness = function(case) return 1 end,
  test = game(7, 9),]])
out = ludus(("run %s --json --quiet --store %s"):format(judged, db))
check.ok("the test is judged by the fitness", out:find('"test":{"cases":3,"hits":%d,"raw":3'))

-- ---- what goes wrong ----------------------------------------------------------------

local function failing(more)
  local file = write("failing.lua", script(more))
  local _, message = ludus(("run %s --store %s"):format(file, db))
  return (message:gsub(file:gsub("%p", "%%%0"), "FILE"))
end

check.equal("no number", failing "measures = { x = function() return 'a' end },",
  "ludus: ludus.experiment: field 'measures': 'x' must give a number, gave a\n")
check.ok("an error has its line", failing "measures = { x = function(s) return s.y.z end },"
  :find("^ludus: FILE:14: attempt to index a nil value %(field 'y'%)"))
check.equal("a name that is taken", failing "measures = { test = function() return 1 end },",
  "ludus: FILE:14: ludus.experiment: field 'measures': expected name = function(score), "
  .. "names being words that do not begin with 'test', got a table\n")
check.equal("no game", failing "test = 3,", "ludus: FILE:14: ludus.experiment: field 'test': "
  .. "expected a game, or { game, every = generations }, got 3\n")
check.equal("another game's programs", failing
  "test = require 'ludus.minesweeper'.game {},", "ludus: FILE:14: ludus.experiment: field "
  .. "'test': minesweeper cannot score these programs: they are made for another game\n")
check.equal("programs of another kind", failing
  "test = require 'ludus.battleship'.game {},", "ludus: FILE:14: ludus.experiment: field "
  .. "'test': battleship scores linear programs, not tree programs\n")

os.execute("rm -rf " .. folder)
return check.done()
