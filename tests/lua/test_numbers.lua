-- test_numbers.lua -- numbers in, numbers out: scores that are none, errors below zero,
-- scores beyond the greatest, large ones; and names that other systems use.

local check    = dofile "tests/lua/check.lua"
local progress = require "ludus.run.progress"

local folder, write = check.folder()

-- Runs an experiment whose game scores by that expression of the value v.
local function run(score, fields, words)
  write("s.lua", ([[
local ludus = require "ludus"
return ludus.experiment { population = 20, generations = 3, stop = ludus.never,
  program = ludus.tree { nodes = 9 }, game = ludus.game { cases = { 1, 2 }, %s
    constants = { 1 }, primitives = { X = { 0, function(x) return x end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(_, v) return %s end } }]]):format(fields or "", score))
  return check.run(("cd %s; $LUDUS run s.lua --store s%d.db %s"):format(folder,
    check.passed + check.failed, words or ""))
end

-- ---- scores that are no numbers ------------------------------------------------------

for _, score in ipairs { "0/0", "1/0", "-1/0", "1e31", "-1e300" } do
  local out = run(score)
  check.equal("no program has a score: " .. score, out:match "^[^\n]*",
    "gen   0/2  best -2e+30  mean -2e+30 (20 no number)  size 3")
  out = run(score, "minimise = true,")
  check.equal("the same of errors: " .. score, out:match "^[^\n]*",
    "gen   0/2  best 2e+30  mean 2e+30 (20 no number)  size 3")
end
local out = run("v > 2 and 0/0 or v", "minimise = true,")
check.equal("some have none, and the mean is that of the others", out:match "^[^\n]*",
  "gen   0/2  best 2  mean 2.7 (8 no number)  size 3")
check.equal("scores up to 1e30 are numbers", (run("v * 0 + 4e29")):match "^[^\n]*",
  "gen   0/2  best 8e+29  mean 8e+29  size 3")

-- ---- beyond what is perfect ------------------------------------------------------------

local _, err, status = run("-v", "minimise = true,")
check.equal("an error below zero", err, "ludus: s.lua:3: ludus.game: field 'score' gave -2, "
  .. "but with 'minimise' a score is an error: 0 or more\n  in case 1\n")
check.equal("ends the run", status, 1)
_, err, status = run("v * 5", "max = 3,")
check.equal("a score above the greatest", err, "ludus: s.lua:3: ludus.game: field 'score' "
  .. "gave 10, but field 'max' says 3 is the greatest\n  in case 1\n")
check.equal("ends the run, too", status, 1)
check.equal("rounding does not", (select(3, run("-1e-12", "minimise = true,"))), 0)
check.equal("in neither direction", (select(3, run("3 + 1e-12", "max = 3,"))), 0)
check.equal("the greatest itself is fine", (select(3, run("3", "max = 3,"))), 0)
check.equal("nor is anything too small", (select(3, run("-v", "max = 3,"))), 0)

-- ---- for people ------------------------------------------------------------------------

for number, text in pairs { [2e30] = "2e+30", [1e9] = "1e+09", [-3e12] = "-3e+12",
  [999999999.0] = "999999999.0", [0.25] = "0.2", [-2] = "-2.0" } do
  check.equal("a mean", progress.mean(number), text)
end
for number, text in pairs { [1e18] = "1e+18", [123456789] = "123,456,789",
  [-1e30] = "-1e+30", [1e15] = "1,000,000,000,000,000" } do
  check.equal("thousands", progress.thousands(number), text)
end

-- ---- names -----------------------------------------------------------------------------

local function told(text)
  write("t.lua", 'local ludus = require "ludus"\n' .. text)
  local _, message = check.run(("cd %s; $LUDUS run t.lua --quiet"):format(folder))
  return (message:gsub("^ludus: ", ""))
end
local START = [[
local g = ludus.game { cases = { 1 }, primitives = { X = { 0, function(x) return x end } },
  score = function(_, v) return v end }
]]
local function field(name)
  return told(START .. ("return ludus.experiment { game = g, program = ludus.tree {},\n"
    .. "  %s = 5 }"):format(name)):match "unknown field[^\n]*"
end
for name, ours in pairs { popsize = "population", pop_size = "population",
  PopSize = "population", ngen = "generations", max_generations = "generations",
  selection = "select", elitism = "elite", termination = "stop" } do
  check.equal(name, field(name), ("unknown field '%s'; did you mean '%s'?"):format(name,
    ours))
end
check.equal("a name of nothing", field "colour", "unknown field 'colour'")
check.equal("a word that is not there", told "return ludus.zymurgy",
  "t.lua:2: ludus has no 'zymurgy'; 'ludus help' knows what there is\n")
check.equal("no cases", told "return ludus.game { cases = {} }":match "field 'cases'[^\n]*",
  "field 'cases': expected a list of cases, or their number, got an empty table")
check.ok("a method of a run", told(START .. [[
return ludus.experiment { game = g, program = ludus.tree {}, population = 5,
  schedule = function(run) run:evole(3) end }]]):find(
  "t.lua:5: a run has no 'evole'; did you mean 'evolve'?", 1, true))
check.equal("other names of a run are nil", told(START .. [[
return ludus.experiment { game = g, program = ludus.tree {}, population = 5,
  generations = 2, on_generation = function(run)
    run.zymurgy = (run.zymurgy or 0) + 1
  end }]]), "")

return check.done()
