-- test_ends.lua -- how runs end: success, budgets, stops; what the store, `compare` and
-- the command line make of it.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"

local folder, write = check.folder()

local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function store(name) return folder .. "/" .. name .. ".db" end
local function last_line(text) return text:match "([^\n]*)\n$" end

-- A game of errors: the program's value should be 3x at three points.
local head = [[
local ludus = require "ludus"
local game = ludus.game { name = "thrice", cases = { 1, 2, 3 }, constants = { 1 },
  minimise = true,
  primitives = { X = { 0, function(x) return x end },
    ADD = { 2, function(_, a, b) return a + b end },
    SUB = { 2, function(_, a, b) return a - b end },
    HALF = { 1, function(_, a) return a / 2 end } },
  score = function(x, value) return math.abs(value - 3 * x - OFF) end,
  won = function(x, value) return math.abs(value - 3 * x) < 0.01 end }
return ludus.experiment { game = game, program = ludus.tree { nodes = 30 },
  population = 60, select = ludus.tournament(2),
  vary = { { 0.6, ludus.crossover }, { 0.4, ludus.subtree } }, ]]

-- A script whose perfect program has errors of `off` in each case, with these fields.
local function script(name, fields, off)
  return write(name:gsub("[ :,']+", "-") .. ".lua", (head:gsub("OFF", off or "0")) .. fields .. " }\n")
end

local function result_of(path, options)
  local out, err = ludus(("run %s --json --store %s %s"):format(path, store "a",
    options or ""))
  local line = last_line(out)
  return line and json.decode(line) or { ended = err }
end

local function ends(name, fields, want, off)
  local r = result_of(script(name, fields, off))
  check.equal(name .. ": why", r.ended, want.ended)
  check.equal(name .. ": success", r.solved, want.solved)
  if want.generations then
    check.equal(name .. ": generations", r.generations, want.generations)
  end
  return r
end

-- ---- success is what `solved` says ------------------------------------------------------

local perfect = ends("perfect", "generations = 60", { ended = "solved", solved = true })
check.equal("a perfect score ends the run", perfect.best.raw, 0)
ends("all_won", "generations = 60, solved = ludus.all_won",
  { ended = "solved", solved = true }, "1e-15")
ends("noise", "generations = 9", { ended = "generations", solved = false,
  generations = 9 }, "1e-15")
ends("within", "generations = 60, solved = ludus.within(1e-9)",
  { ended = "solved", solved = true }, "1e-15")
local target = ends("target", "generations = 60, solved = 4.5",
  { ended = "solved", solved = true })
check.ok("a target of errors: less is better", target.best.raw <= 4.5)
ends("at the target", "generations = 3, solved = 1e9",
  { ended = "solved", solved = true, generations = 1 })
ends("past the target", "generations = 3, solved = -1",
  { ended = "generations", solved = false, generations = 3 })
ends("function", "generations = 60, solved = function(stats) return stats.hits >= 1 end",
  { ended = "solved", solved = true })
ends("nothing is success", "generations = 60, solved = ludus.never",
  { ended = "generations", solved = false, generations = 60 })

-- Scripts of 0.1.0 whose meaning is clear.
ends("old solved", "generations = 60, stop = ludus.solved",
  { ended = "solved", solved = true })
ends("old reaches", "generations = 60, stop = ludus.reaches(4.5)",
  { ended = "solved", solved = true })
local never = ends("old never", "generations = 60, stop = ludus.never",
  { ended = "generations", solved = true, generations = 60 })
check.ok("success does not end it", never.evaluations > perfect.evaluations)

-- Success is remembered with the evaluations it took, even if it is lost again.
local row = require "ludus.run.store".open(store "a", "read"):runs()
check.equal("the evaluations until success", row[#row].solved_at, perfect.evaluations)

-- ---- budgets and stops are not ----------------------------------------------------------

local budget = ends("evaluations", "evaluations = 200, solved = ludus.never",
  { ended = "evaluations", solved = false })
check.ok("the generation that uses it up is the last", budget.evaluations >= 200)
local exact = ends("just enough", ("evaluations = %d, solved = ludus.never"):format(
  budget.evaluations), { ended = "evaluations", solved = false })
check.equal("at the limit", exact.generations, budget.generations)
local more = ends("one more", ("evaluations = %d, solved = ludus.never"):format(
  budget.evaluations + 1), { ended = "evaluations", solved = false })
check.equal("one past it", more.generations, budget.generations + 1)
ends("other budgets lift the generations", "stalled = 70, solved = ludus.never",
  { ended = "stalled", solved = false })
check.ok("past 51", result_of(script("long", "stalled = 70, solved = ludus.never"))
  .generations > 51)
ends("stalled", "stalled = 2, generations = 60, solved = ludus.never, "
  .. "vary = { { 1, ludus.copy } }", { ended = "stalled", solved = false,
  generations = 3 })
ends("converged", "converged = true, generations = 200, solved = ludus.never, "
  .. "vary = { { 1, ludus.copy } }", { ended = "converged", solved = false })
ends("nothing new to score", "evaluations = 1000, solved = ludus.never, "
  .. "vary = { { 1, ludus.copy } }", { ended = "converged", solved = false,
  generations = 101 })
ends("seconds", "seconds = 1e-9, generations = 60",
  { ended = "seconds", solved = false, generations = 1 })
ends("success before a budget", "evaluations = 1, solved = 1e9",
  { ended = "solved", solved = true, generations = 1 })
ends("stop", "stop = function(stats) return stats.generation == 3 end, generations = 60, "
  .. "solved = ludus.never", { ended = "stop", solved = false, generations = 4 })
ends("run:stop", "generations = 60, solved = ludus.never, on_generation = function(run) "
  .. "if run.generation == 2 then run:stop() end end",
  { ended = "stop", solved = false, generations = 3 })
ends("both", "generations = 60, solved = 1e9, stop = function() return true end",
  { ended = "solved", solved = true, generations = 1 })
ends("a schedule", "solved = ludus.never, schedule = function(run) run:evolve(4) end",
  { ended = "schedule", solved = false, generations = 5 })
ends("a budget ends a schedule, too", "generations = 3, solved = ludus.never, "
  .. "schedule = function(run) run:evolve(9) end",
  { ended = "generations", solved = false, generations = 3 })
ends("a game of the schedule's own is not the experiment's", [[generations = 60,
  schedule = function(run)
    run:set { game = game:with { cases = { 0 } } }     -- 0 + 0: solved at once
    run:evolve(5)
  end]], { ended = "schedule", solved = false })
ends("unless the experiment says so", [[solved = ludus.solved,
  schedule = function(run)
    run:set { game = game:with { cases = { 0 } } }
    run:evolve(5)
  end]], { ended = "solved", solved = true })

local _
local out, err = ludus("run " .. folder .. "/seconds.lua --store " .. store "a")
check.ok("who meant the other seconds is told", out:find("s: the seconds are used up "
  .. "(the time one call of a function may take is 'patience')\n", 1, true))
local function wrong(fields, message)
  local path = script("wrong", fields)
  _, err = ludus("run " .. path .. " --store " .. store "a")
  check.equal("wrong: " .. fields, err:gsub("^ludus: [^\n]*%.lua:%d+: ", ""),
    "ludus.experiment: " .. message .. "\n")
end
wrong("seconds = 0", "field 'seconds': expected seconds of a whole run, more than 0 (the "
  .. "time one call of a function may take is 'patience'), got 0")
wrong("solved = ludus.reaches", "field 'solved': expected a raw score, ludus.all_won, "
  .. "ludus.within(0.01) or a function of a generation's figures, got a function")
wrong("solved = 3, stop = ludus.reaches(2)", "field 'stop': this is success, and there is a "
  .. "'solved': write it there")
wrong("evaluations = 0", "field 'evaluations': expected 1 to 9007199254740992, got 0")
wrong("stalled = 0", "field 'stalled': expected 1 to 1000000000, got 0")
out = ludus("run " .. folder .. "/noise.lua --json --set solved=all_won --set "
  .. "generations=60 --store " .. store "a")
check.equal("success can be set", json.decode(last_line(out)).ended, "solved")

-- ---- a budget is not success, and its mirror image -----------------------------------------

local hopeless = script("hopeless", "stop = function(stats) return stats.evaluations >= 300 "
  .. "end, generations = 99", "0.123")
out = ludus(("run %s --seeds 1..4 --store %s"):format(hopeless, store "e1"))
check.ok("a stop used as budget: none is solved", out:find(
  "\n  solved   0 of 4: 0%% [^\n]*\n  others   4 stop\n"))
check.equal("and there is no effort", out:find "effort", nil)
out = ludus("runs --store " .. store "e1")
check.ok("runs says how they ended", out:find("\n   1  [^\n]* 1  stop  "))
out = ludus("show 1 --store " .. store "e1")
check.ok("show, too", out:find("\nnot solved; ended: stopped by the script\n", 1, true))
check.ok("and what was played", out:find("\ngame: thrice (3 cases), less is better\n", 1,
  true))
local noise = script("mirror", "solved = ludus.all_won, stop = ludus.never, "
  .. "generations = 60", "1e-15")
out = ludus(("run %s --seeds 1..4 --store %s"):format(noise, store "e1b"))
check.ok("errors of rounding alone: all are solved", out:find(
  "\n  solved   4 of 4: 100% ", 1, true))
check.ok("at the evaluations it took", out:find("\n  effort   %d+ evaluations"))
out = ludus("runs --store " .. store "e1b")
check.ok("runs says so", out:find("\n   1  [^\n]* 1  solved  "))
out = ludus("show 1 --store " .. store "e1b")
check.ok("show says when", out:find(
  "\nsolved after %d+ evaluations; ended: all generations are done\n"))

-- ---- resumed runs come to the same end ------------------------------------------------------

-- Fails in generation `at` while the file "broken" is there.
local function broken(fields, at)
  return fields .. (([[, on_generation = function(run)
    local file = io.open "%s/broken"
    if not file then return end
    file:close()
    if run.generation == %d then error "broken" end
  end]]):format(folder, at))
end

local function resumed(name, fields, at)
  local path = script(name, broken(fields, at))
  local want = result_of(path)
  write("broken", "")
  os.remove(store "r")
  ludus(("run %s --json --checkpoint 0 --store %s"):format(path, store "r"))
  os.remove(folder .. "/broken")
  out = ludus("resume 1 --json --store " .. store "r")
  local got = json.decode(last_line(out) or "{}")
  check.equal(name .. ": digest", got.digest, want.digest)
  check.equal(name .. ": end", got.ended, want.ended)
  check.equal(name .. ": success", got.solved, want.solved)
  check.equal(name .. ": evaluations", got.evaluations, want.evaluations)
  got = json.decode(last_line((ludus("resume 1 --json --store " .. store "r"))))
  check.equal(name .. ": the end of a finished run", got.ended, want.ended)
end

resumed("resumed stalled", "stalled = 6, solved = ludus.never", 3)
resumed("resumed evaluations", "evaluations = 300, solved = ludus.never", 3)
resumed("resumed success", "generations = 30, solved = 30, stop = ludus.never", 8)

-- A schedule may look at the figures with the game it has just set.
resumed("resumed stages", [[solved = ludus.never, schedule = function(run)
    run:evolve(2)
    run:set { game = game:with { cases = { 7, 8, 9, 10 } } }
    if run.stats.raw > 20 then run:evolve(6) else run:evolve(1) end
  end]], 5)

-- New cases every generation, each program scored once: 60 of them 9 times.
local function renewing(rescore)
  return ([[generations = 9, solved = ludus.never, vary = { { 0.5, ludus.copy },
    { 0.5, ludus.subtree } }, on_generation = function(run)
      local n = run.generation
      run:set { game = game:with { cases = { n, n + 1, n + 2 } }, rescore = %s }
    end]]):format(rescore)
end
local once = result_of(script("once", renewing "false"))
check.equal("fresh cases: every program is scored once", once.evaluations, 60 * 9)
check.equal("and a budget still ends the run", once.ended, "generations")
check.ok("with rescoring it costs more", result_of(script("anew", renewing "true"))
  .evaluations > 60 * 9)
resumed("resumed fresh cases", [[solved = ludus.never, schedule = function(run)
    for n = 1, 8 do
      run:set { game = game:with { cases = { n, n + 1, n + 2 } }, rescore = false }
      run:evolve(1)
    end
  end]], 5)

-- Of a long run only some generations are kept; it goes by what it noted besides.
local thin = script("thin", "history = 4, stalled = 40, solved = ludus.never, "
  .. "vary = { { 0.01, ludus.subtree }, { 0.99, ludus.copy } }")
local whole = result_of(thin)
local runs, scripts = require "ludus.run", require "ludus.script"
local stores = require "ludus.run.store"
local s = stores.open(store "thin")
local e = scripts.load(thin)
local id = s:add_run { script = thin, source = scripts.source(thin), settings = "",
  seed = 1, population = 60, game = "thrice" }
local half = runs.new(e, { seed = 1, threads = 1, store = s, id = id, checkpoint = 0 })
for _ = 1, 30 do half:advance() end
s:close()
out = ludus("resume 1 --json --store " .. store "thin")
local got = json.decode(last_line(out))
check.equal("a thinned run stalls when it would have", got.generations, whole.generations)
check.equal("and is the same", got.digest, whole.digest)

-- ---- compare ----------------------------------------------------------------------------------

local function compare(words, name) return (ludus(("compare %s --store %s"):format(words,
  store(name)))) end

local short = script("race", "generations = 9, solved = ludus.never", "0.123")
ludus(("run %s --seeds 1..3 --sweep 'generations=4|16' --quiet --store %s"):format(short,
  store "at"))
out = compare("1..6", "at")
local at = tonumber(out:match "at unequal evaluations; %-%-at (%d+) compares")
check.ok("unequal budgets are told", at)
out = compare("1..6 --at " .. at, "at")
check.ok("at equal evaluations they are equal", out:find("A12 0.50, p 1 ", 1, true))
check.equal("nothing more to tell", out:find "unequal", nil)
_, err = ludus(("compare 1..6 --at %d --store %s"):format(at + 1, store "at"))
check.ok("one past it is refused", err:find("^ludus: run %d ended after [%d,]+ evaluations; "
  .. "%-%-at [%d,]+ is more\n$"))
_, err = ludus(("compare 1..6 --at 59 --store %s"):format(store "at"))
check.equal("less than a generation, too", err, "ludus: run 1 scored 60 programs in its "
  .. "first generation; --at 59 is less\n")

local tied = script("tied", "generations = 2, solved = ludus.never", "1e-15")
local tied_too = script("tied_too", "generations = 2, solved = ludus.never", "3e-15")
write("plant.gp", "RPB (ADD (X) (ADD (X) (X)))")
for _, path in ipairs { tied, tied_too } do
  local file = assert(io.open(path)):read "a"
  write(path:match "[^/]*$", (file:gsub("population = 60", ("elite = 1, plant = { '%s' }, "
    .. "population = 60"):format(folder .. "/plant.gp"))))
  ludus(("run %s --seeds 1..3 --quiet --store %s"):format(path, store "tied"))
end
check.ok("rounding is no difference", compare("1..6", "tied"):find(
  "tied against tied_too: A12 0.50, p 1 ", 1, true))

local points = write("points.lua", [[
local ludus = require "ludus"
return ludus.experiment { game = ludus.game { name = NAME, cases = { 1 }, max = MAX,
    primitives = { A = { 0, function() return 1 end }, B = { 1, function(_, a)
      return a end } }, score = function(_, v) return v end },
  program = ludus.tree { nodes = 9 }, population = 4, generations = 2 }]])
local text = assert(io.open(points)):read "a"
for _, row in ipairs { { "one", '"p"', "5" }, { "two", '"p"', "6" }, { "three", '"q"', "5" },
  { "four", "nil", "5" }, { "five", "nil", "5" } } do
  local path = write(row[1] .. ".lua", (text:gsub("NAME", row[2]):gsub("MAX", row[3])))
  ludus(("run %s --quiet --store %s"):format(path, store "games"))
end
ludus(("run %s --quiet --store %s"):format(hopeless, store "games"))
out = compare("1..6", "games")
check.ok("another greatest score", out:find("one against two: not compared: the greatest "
  .. "score is 5 in the first, 6 in the second\n", 1, true))
check.ok("another game", out:find("one against three: not compared: they play different "
  .. "games, p (1 case) and q (1 case)\n", 1, true))
check.ok("games without a name", out:find(("four against five: not compared: they play "
  .. "different games, the game of %s/four.lua (1 case) and the game of %s/five.lua (1 case)"
  .. "\n"):format(folder, folder), 1, true))
check.equal("the same game is", compare("1", "games"):find "not compared", nil)
out = ludus("compare 1 2 --json --store " .. store "games")
check.ok("as JSON", out:find('"refused":"the greatest score is 5 ', 1, true))

write("one.lua", "local _\n" .. text:gsub("NAME", '"p"'):gsub("MAX", "5"))
ludus(("run %s/one.lua --quiet --store %s"):format(folder, store "games"))
out = compare("1 7", "games")
check.ok("groups are named by what differs", out:find("one, the script as in run 1 against "
  .. "one, the script as in run 7: A12 0.50", 1, true))

-- ---- --set that would be lost ------------------------------------------------------------------

local renewed = write("renewed.lua", [[
local ludus = require "ludus"
local function make(k, budget)
  return ludus.game { rules = "var n  INC \"one more\" { n = n + 1 }  NOP(a, b) { a + b } "
    .. "score { n + value }", name = "renewed", cases = { { n = k } }, repeats = true,
    budget = budget }
end
return ludus.experiment { game = make(1, 10), program = ludus.tree { nodes = 9 },
  population = 20, solved = ludus.never, generations = 4,
  schedule = function(run)
    for k = 2, 6 do
      if run.experiment.name == "kept" then
        run:set { game = run.experiment.game:with { cases = { { n = k } } } }
      else run:set { game = make(k, 10) } end
      run:evolve(1)
    end
  end }]])
local function renew(words) return ludus(("run %s --json %s --store %s"):format(renewed, words,
  store "e5")) end
local function digest(text) return text:match '"digest":"(%x+)"' end
out = renew ""
local usual, best = digest(out), json.decode(last_line(out)).best.raw
check.equal("generations given are the most", json.decode(last_line(out)).generations, 4)
_, err = renew "--set game.budget=20"
check.ok("a setting that the schedule undoes", err:find("renewed.lua:13: run:set: --set "
  .. "game.budget=20 would be lost; make the game by run.experiment.game:with { ... }, "
  .. "without that field\n", 1, true))
check.equal("the same value is none", digest((renew "--set game.budget=10")), usual)
out = renew "--set name=kept"
check.equal("made from the experiment's game", digest(out), usual)
out, err = renew "--set name=kept --set game.budget=20"
check.ok("the setting has its effect", json.decode(last_line(out)).best.raw > best)
check.equal("without a word", err, "")
_, err = renew "--set name=kept --set game.cases=3"
check.ok("but not the field that it renews", err ~= "")
check.ok("--set generations has its effect", digest((renew "--set generations=3")) ~= usual)
local selects = script("selects", "generations = 5, schedule = function(run) "
  .. "run:set { elite = 2 } run:evolve(4) end")
_, err = ludus(("run %s --set elite=1 --store %s"):format(selects, store "e5"))
check.ok("another field", err:find("run:set: --set elite=1 would be lost: the script sets "
  .. "that field itself\n", 1, true))

-- ---- every game made again, to the last value -----------------------------------------------------

local L = require "ludus"
local function rules(cases, budget)
  return L.game { rules = [[ constants 0 to 8  var n  grid g[4]  INC "one more" { n = n + 1 }
    READ(a) "a cell" { g[a % 4] }  ADD(a, b) { a + b }  score { n * 100 + value } ]],
    name = "cells", cases = cases, repeats = 3, budget = budget or 50 }
end
local base = rules { { n = 1 } }
local varied = { { n = -7, g = { 1, 2, 3, -4 } }, { n = 2147483647 }, { g = { 5, 5, 5, 5 } } }
local function outcome(game, text)
  local score, list = game:score(game:read(text)), {}
  for i, case in ipairs(score.cases) do list[i] = ("%g/%d"):format(case.raw, case.steps) end
  return table.concat(list, " ")
end
for _, program in ipairs { "RPB (READ (INC))", "RPB (ADD (READ 1) (READ 3))" } do
  check.equal("rules: cases by name, " .. program, outcome(base:with { cases = varied },
    program), outcome(rules(varied), program))
  check.equal("rules: twice, " .. program, outcome(base:with { cases = varied }
    :with { budget = 2 }, program), outcome(rules(varied, 2), program))
end
check.equal("the first is as it was", base:goal().cases, 1)
check.error("rules: functions are the script's", function()
  base:with { functions = { f = print } }
end, "field 'functions': it cannot be changed, every thread takes it from the script")
check.refused("rules: an unknown field", function() base:with { budgt = 3 } end,
  "ludus.game: unknown field 'budgt'; did you mean 'budget'?")
check.error("with what?", function() base:with(3) end,
  "game:with: expected a table of fields, got number")
local mines = require "ludus.minesweeper".game { rows = 4 }
check.equal("minesweeper", mines:with { mines = 2 }:facts().rows, 4)
check.equal("minesweeper: changed", mines:with { mines = 2 }:facts().mines, 2)
local puzzle = require "ludus.puzzle".game { torus = false }
check.equal("puzzle", puzzle:with { start = "123456798" }:failures {
  1, 2, 3, 4, 5, 6, 7, 9, 8 }, puzzle:failures { 1, 2, 3, 4, 5, 6, 7, 9, 8 })
check.equal("puzzle: a board, then fields", tostring(puzzle:with { 1, 2, 3, 4, 5, 6, 7, 9, 8 }
  :with { torus = true }:goal().class), "puzzle")
check.error("a game without fields", function()
  require "ludus.functions".game "onemax":with { length = 3 }
end, "this game has no fields to change")

-- ---- words of the command line -------------------------------------------------------------------

local noisy = write("noisy.lua", [[
local ludus = require "ludus"
print "loaded"
io.write "and so on\n"
io.stdout:write "and so forth\n"
return ludus.experiment { game = ludus.game { cases = { 1 }, max = 1,
    primitives = { A = { 0, function() print "primitive" return 1 end },
      B = { 1, function(_, a) return a end } }, score = function(_, v) return v end },
  program = ludus.tree { nodes = 5 }, population = 4, generations = 2,
  report = function() print "report" end }]])
out = ludus(("run %s --json --threads 2 --store %s"):format(noisy, store "noisy"))
for line in out:gmatch "[^\n]*\n" do
  check.ok("JSON whatever is printed: " .. line, pcall(json.decode, line))
end
check.ok("and all of it", select(2, out:gsub("\n", "")) >= 2)
out, err = ludus(("resume 1 --json --store %s"):format(store "noisy"))
check.ok("a resumed run, too", pcall(json.decode, last_line(out)) and err:find("report\n", 1, true))
local status
_, _, status = ludus(("run %s --json --store %s >/dev/full"):format(noisy,
  store "noisy"))
check.equal("JSON that cannot be written", status, 1)

local launch = require "ludus.run.launch"
check.equal("the usual store needs no word", launch.resume_command(3, {}), "ludus resume 3")
check.equal("another is quoted", launch.resume_command(3, { store = "it's here.db" }),
  [[ludus resume 3 --store 'it'\''s here.db']])
check.equal("the sandbox is not forgotten", launch.resume_command(3,
  { store = "x.db", sandbox = true }), "ludus resume 3 --store x.db --sandbox")

-- The rate is that of the last seconds.
local system = require "ludus.core.system"
local progress = require "ludus.run.progress"
local clock, now = system.clock, 0
system.clock = function() return now end
local bar = progress.new({ quiet = true }, 101)
for generation = 0, 100 do
  bar:show { generation = generation, evaluations = 100 * generation, standardized = 1 }
  now = now + (generation < 50 and 0.1 or 2)
end
check.near("the present rate", bar:rate(), 50, 1e-9)
check.near("and the time that is left by it", bar:left { generation = 90 }, 20, 1e-9)
for _ = 1, 10000 do
  now = now + 0.0001
  bar:show { generation = 100, evaluations = 10000, standardized = 1 }
end
check.ok("few notes are kept", #bar.notes < 50)
system.clock = clock

-- ---- export ------------------------------------------------------------------------------------------

local csv = require "ludus.csv"
check.equal("what needs quotes has them", csv.line { 1, "a, b", 'say "x"', "two\nlines", "" },
  '1,"a, b","say ""x""","two\nlines",')
check.equal("numbers are read back", csv.line { 0.1, 1 / 3, 2^53, 1e300 },
  "0.1,0.33333333333333331,9007199254740992,1e+300")
check.equal("nil is empty", csv.line({ nil, 2, nil }, 3), ",2,")
check.equal("a table", table.concat(csv.lines({ "a", "b" }, { { b = 1 }, { a = "x" } }), "|"),
  "a,b|,1|x,")
check.error("a file that cannot be", function() csv.write("/nowhere/x.csv", {}, {}) end,
  "tests/lua/test_ends.lua:" .. debug.getinfo(1, "l").currentline - 1
  .. ": /nowhere/x.csv: No such file or directory")

-- The fields of a line of CSV without line ends.
local function fields(line)
  local list, at = {}, 1
  while at <= #line + 1 do
    local quoted, after = line:match('^"([^"]*)"()', at)
    if not quoted then quoted, after = line:match("^([^,]*)()", at) end
    list[#list + 1], at = quoted, after + 1
  end
  return list
end
ludus(("run %s --seeds 1..2 --set 'select=tournament(2,{parsimony=true})' --quiet --store %s")
  :format(short, store "csv"))
out = ludus("export 1..2 --store " .. store "csv")
local lines = {}
for line in out:gmatch "[^\n]+" do lines[#lines + 1] = line end
check.equal("a line per generation", #lines, 1 + 2 * 9)
check.ok("with names", lines[1]:find("^run,script,settings,seed,generation,evaluations,raw,"))
check.ok("settings with commas are quoted", lines[2]:find(
  '^1,[^,]*,"select=tournament%(2,{parsimony=true}%)",1,0,'))
check.equal("the figures of the store", tonumber(lines[2]:match "}%)\",1,0,%d+,([^,]*),"),
  stores.open(store "csv", "read"):generations(1)[1].raw)
out = ludus("export 2 --what runs --store " .. store "csv")
check.ok("one line per run", out:find("\n2,[^\n]*,thrice %(3 cases%),[^\n]*,finished,"
  .. "generations,0,,9,[^\n]*\n$"))
out, err = ludus(("export 1 --what programs --out %s/p.csv --store %s"):format(folder,
  store "csv"))
check.equal("programs go to a file", out .. err, "")
local list = assert(io.open(folder .. "/p.csv")):read "a"
check.equal("every member", select(2, list:gsub("\n1,8,%d+,", "")), 60)
out, err = ludus("export 1 --what cases --sandbox --store " .. store "csv")
check.equal("cases, in the sandbox", err, "")
local sum, count = 0, 0
for line in out:gmatch "\n(1,[^\n]*)" do
  sum, count = sum + tonumber(fields(line)[4]), count + 1
end
check.equal("three cases", count, 3)
check.near("which are its score", sum, stores.open(store "csv", "read"):get_run(1).best, 1e-9)
local sphere = write("sphere.lua", [[
local ludus = require "ludus"
return ludus.experiment { game = require "ludus.functions".game "sphere", population = 6,
  generations = 2, stop = ludus.never,
  program = ludus.vector { type = "reals", length = 2, min = -5, max = 5 } }]])
ludus(("run %s --quiet --store %s"):format(sphere, store "sphere"))
_, err, status = ludus("export 1 --what cases --store " .. store "sphere")
check.equal("no cases", err, "ludus: run 1: its game tells no case from another\n")
check.equal("are wrong input", status, 2)
_, err, status = ludus("export 1 --what case --store " .. store "csv")
check.equal("a table there is not", err, "ludus: option '--what': expected runs, "
  .. "generations, programs or cases, got 'case'\n")
check.equal("status", status, 2)
_, err = ludus("export --store " .. store "csv")
check.equal("which runs", err, "ludus: 'ludus export' needs numbers of runs, as 3 or 5..20\n")
_, err = ludus("export 1 --store " .. store "nowhere")
check.equal("which store", err, ("ludus: %s: no such store; 'ludus run' makes one\n"):format(
  store "nowhere"))
_, err, status = ludus(("export 1 --out /nowhere/x.csv --store %s"):format(store "csv"))
check.ok("a file that cannot be written", err:find "/nowhere/x.csv" and status ~= 0)

-- Figure 4-7 has names with commas.
ludus(("run scripts/puzzle-figures.lua --quiet --set folder=%s --set seeds=2 --set dfs=1")
  :format(folder))
local figure = assert(io.open(folder .. "/figure-4-7-evaluations.csv")):read "a"
for line in figure:gmatch "[^\n]+" do
  check.equal("five fields: " .. line, #fields(line), 5)
end

-- ---- stores of 0.1.0 -------------------------------------------------------------------------------

-- A store as 0.1.0 wrote it: today's, without what was added since.
ludus(("run %s --seeds 1..2 --quiet --store %s"):format(hopeless, store "new"))
local old = require "ludus.core.store".open(store "old", "write")
local new = require "ludus.core.store".open(store "new", "read")
local tables = { runs = { "id", "script", "source", "settings", "seed", "population",
    "version", "status", "message", "generation", "evaluations", "best", "max", "solved",
    "seconds", "digest", "started" },
  generations = { "run", "generation", "raw", "standardized", "raw_mean", "raw_deviation",
    "standardized_mean", "size", "size_mean", "size_max", "distinct", "hits", "steps",
    "evaluations", "total_steps", "seconds", "slot", "program", "plan", "births" },
  checkpoints = { "run", "generation", "state" } }
for name, columns in pairs(tables) do
  local key = name == "runs" and "PRIMARY KEY (id AUTOINCREMENT)" or name == "generations"
    and "PRIMARY KEY (run, generation)" or "PRIMARY KEY (run)"
  old:run(('CREATE TABLE %s ("%s", %s)'):format(name, table.concat(columns, '", "')
    :gsub('^id"', 'id" INTEGER'), key))
  for _, r in ipairs(new:query("SELECT * FROM " .. name)) do
    local values = {}
    for i, column in ipairs(columns) do values[i] = r[column] end
    old:run(("INSERT INTO %s VALUES (?%s)"):format(name, (", ?"):rep(#columns - 1)),
      table.unpack(values, 1, #columns))
  end
end
old:run "UPDATE runs SET solved = 1"
old:run "CREATE TABLE knowledge (name TEXT PRIMARY KEY, value BLOB NOT NULL)"
old:run "PRAGMA user_version = 1"
old:close()
new:close()
out = compare("1 2", "old")
check.ok("an old store can be read", out:find("\n  solved   2 of 2: ", 1, true))
check.ok("with its doubt", out:find("\n           2 of an earlier version, where any stop "
  .. "counted as solved\n", 1, true))
out = ludus("show 1 --store " .. store "old")
check.ok("and shown", out:find("\nsolved\n", 1, true))
out, err = ludus("resume 1 --json --store " .. store "old")
check.equal("and resumed", err, "")
check.equal("to today's end", json.decode(last_line(out)).ended, "stop")
out = ludus("runs --store " .. store "old")
check.ok("one is of today, one as it was", out:find("\n   1  [^\n]* 1  stop  ")
  and out:find("\n   2  [^\n]* 2  solved  "))

os.execute("rm -rf " .. folder)
return check.done()
