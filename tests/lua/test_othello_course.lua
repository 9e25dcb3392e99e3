-- The paper's genetic algorithm on Othello: contests, courses, experiments.

local check       = dofile "tests/lua/check.lua"
local ludus       = require "ludus"
local othello     = require "ludus.othello"
local course      = require "ludus.othello.course"
local experiments = require "ludus.othello.experiments"
local players     = require "ludus.othello.players"
require "ludus.inspect"

-- ---- contests ---------------------------------------------------------------

local c = othello.contest { teachers = { "discs", "squares" } }
check.equal("the greatest score of two teachers", c.max, 4 * 1128)
check.equal("a win by two", c:points(2), 1066)
check.equal("a draw", c:points(0), 564)
check.equal("a loss", c:points(-10), 54)
local hand = othello.player "hand"
local scores = c:score { hand, othello.player "discs" }
check.equal("hand wins all four", scores[1].won, 4)
check.equal("raw is the sum of its games", scores[1].raw, (function()
  local sum = 0
  for _, lead in ipairs(scores[1].leads) do sum = sum + c:points(lead) end
  return sum
end)())
local called = othello.player(function(c1) return c1 end, nil, "greedy")
local with_function = othello.contest { teachers = { called } }
local discs_only = othello.contest { teachers = { "discs" } }
check.equal("a function teaches like its weights",
  with_function:score { hand } [1].raw, discs_only:score { hand } [1].raw)
check.error("a wrong teacher", function() othello.contest { teachers = { "x" } } end,
  "othello.contest: expected teachers (no player 'x'; give a file or one of "
  .. "discs, squares, mobility, hand, random)")

local game = othello.game { teachers = { "discs" } }
local program = game:read "(MUL C1 2)"
check.equal("a program as good as the weights it spells",
  game:score(program).raw,
  discs_only:score { othello.player { 2, 0, 0, 0, 0, 0, 0, 0 } } [1].raw)

-- Lua functions teach there, on one thread.
local function taught(teachers, more)
  local s = { program = "vector", depth = 1, teacher_depth = 1, openings = 2, plies = 4,
    teachers = teachers }
  for k, v in pairs(more or {}) do s[k] = v end
  return othello.game(s)
end
local function evolved(teachers, threads)
  return ludus.evolve({ game = taught(teachers), population = 10, generations = 3,
    program = ludus.vector { length = 8, min = -127, max = 128 },
    vary = { { 0.5, ludus.onepoint }, { 0.5, ludus.point } } }, { threads = threads })
end
local function discs(c1) return c1 end
check.equal("a function as its weights", evolved({ discs, "hand" }).digest,
  evolved({ "discs", "hand" }).digest)
check.equal("on one thread", evolved({ discs, "hand" }, 1).digest,
  evolved({ "discs", "hand" }, 2).digest)
-- The message without its traceback.
local function failure(...)
  local _, message = pcall(evolved, ...)
  return (tostring(message):gsub("\nstack traceback.*", ""))
end
check.equal("not on two", failure({ "hand", discs }, 2),
  "teacher 2 is a Lua function, so one thread alone can play this game: use --threads 1")
local of_boards = othello.player(function(me, you)
  return (othello.measure(me, you))
end, { position = true, depth = 1 })
check.equal("one that gets the position", evolved { of_boards }.digest,
  evolved { "discs" }.digest)
check.equal("a teacher that fails", failure { function() return "x" end },
  "an evaluation must be a number, got string\n  in teacher 1")
check.ok("and where", failure { "hand", function() error "tired" end }:find(
  "test_othello_course.lua:%d+: tired\n  in teacher 2"))
if check.rings then
  check.ok("one that never ends", failure { function() while true do end end }:find(
    "runs for more than 5 s: an endless loop%?\n  in teacher 1"))
end

-- Weights are programs of their game like any others.
local hand_text = "(-10, 60, 0, -30, -10, -20, 100, 110)"
local weighed = taught { "discs" }
local v = weighed:read(hand_text)
local s = weighed:score(v)
check.equal("read and scored", s.raw, othello.contest { teachers = { "discs" }, depth = 1,
  teacher_depth = 1, openings = 2, plies = 4 }:score { othello.player("hand", { depth = 1 }) }
  [1].raw)
check.equal("bits that spell them", weighed:score(weighed:read("("
  .. players.bits { -10, 60, 0, -30, -10, -20, 100, 110 } .. ")")).raw, s.raw)
check.equal("what a game gave", ("%s %d %d"):format(s.cases[1]["end"], s.cases[1].lead,
  #s.cases), ("%s %d 4"):format(s.cases[1].lead > 0 and "won" or "lost",
  s.cases[1].raw - (s.cases[1].lead > 0 and 1000 or 0) - 64))
check.ok("simplified on openings nobody has seen",
  tostring(v:simplify(weighed, { fresh = 40 })):find "and 40 fresh ones")
local usual = v:same(v, taught({ "discs" }, { plies = 0 }))
check.ok("which there are none of without random plies", tostring(usual):gsub("%s+", " ")
  :find("they all begin alike (field 'plies')", 1, true))
check.equal("losses have a teacher and a colour", #v:outcomes(weighed).cases, 4)
check.error("another number of weights", function() weighed:read "(1, 2)" end,
  "a player has 8, 18, 23, 36 or 46 weights or 64 square values, got 2 numbers")

-- ---- courses ----------------------------------------------------------------

local small = { population = 12, generations = 4, depth = 2 }

local function run(more)
  local s = {}
  for k, v in pairs(small) do s[k] = v end
  for k, v in pairs(more) do s[k] = v end
  return course.run(s)
end

local one = run { threads = 1 }
for threads = 2, 3 do
  check.equal("the same on " .. threads .. " threads",
    table.concat(run { threads = threads }.population, " "),
    table.concat(one.population, " "))
end
check.ok("another seed, another run",
  run { seed = 2 }.population[1] ~= one.population[1])
check.equal("a row per generation", #one.history, 4)
check.equal("all members", #one.population, 12)
check.ok("best is at least the mean", one.history[4].best >= one.history[4].mean)
check.ok("no more games than individuals need", one.games <= 12 * 4 * 4)

local still = run { mutation = 0, crossover = 0, select = "remainder" }
check.ok("without variation only copies are left",
  still.history[4].distinct < still.history[1].distinct)
local crowd = run { scheme = "crowding" }
check.ok("crowding breeds a fifth", crowd.games <= (12 + 3 * 3) * 4)

local all = run { teachers = false }
check.equal("everyone meets everyone twice", all.games, 4 * 12 * 11)
check.near("points of all against all are shared out", all.history[1].mean,
  all.history[4].mean, 20 * 500)
local planted = run { first = one.population, generations = 1 }
check.equal("a given population comes first",
  table.concat(planted.population, " "), table.concat(one.population, " "))

check.equal("bits apart", course.distance { ("0"):rep(64), ("1"):rep(64) }, 64.0)
check.equal("no bits apart", course.distance { ("01"):rep(32), ("01"):rep(32) }, 0.0)

local three = experiments.run(3, { population = 8, generations = 2, depth = 1 })
check.equal("3 starts from 2", three.before.number, 2)
check.equal("eight experiments", #experiments.rows, 8)

-- ---- the script -------------------------------------------------------------

local out, err, status = check.run(
  "$LUDUS run scripts/othello.lua --set population=6 --set generations=2 "
  .. "--set depth=1 --json")
check.equal("the script ends well", status, 0)
check.ok("and gives JSON", out:find '"experiment":2' and out:find '"history":')
out, err, status = check.run("$LUDUS run scripts/othello.lua --set experiment=9")
check.ok("there is no experiment 9", status ~= 0 and err:find "1 to 8")
out, err, status = check.run("$LUDUS run scripts/othello.lua --set mutatoin=1")
check.ok("a misspelt setting", status == 2 and err:find "did you mean 'mutation'?")

return check.done()
