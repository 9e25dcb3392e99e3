-- test_web.lua -- the program for browsers gives what the native one gives, to the bit,
-- and the page does what it should in a real browser.
--
-- `make test` builds it first where emscripten and chromium are installed; elsewhere
-- nothing is tested but the Lua that answers the page.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"
local session = require "ludus.web.session"

-- ---- the questions of a page, asked here --------------------------------------------

local function ask(q) return json.decode(session.ask(json.encode(q))) end

os.remove(os.getenv "LUDUS_STORE")
local OWN = [[
local ludus = require "ludus"
return ludus.experiment {
  game = ludus.game {
    rules = "var x, y  UP cost 1 { y = y + 1 }  SIDE cost 1 { x = x + 1 }"
      .. " BOTH(a, b) { b }  score { min(x, 5) + min(y, 3) }",
    budget = 8, max = 8, show = function(s) return ("."):rep(s.x) .. "@" end,
    cells = { ["@"] = "blue" },
  },
  program = ludus.tree { nodes = 20 }, population = 30, generations = 4, stop = ludus.never,
}
]]

local function lines_of(answer)
  local list = {}
  for i, m in ipairs(answer.mistakes) do list[i] = ("%s: %s"):format(m.line, m.text) end
  return table.concat(list, "\n")
end

check.equal("no mistakes", lines_of(ask { op = "check", source = OWN }), "")
check.equal("all mistakes, each at its line",
  lines_of(ask { op = "check", source = OWN:gsub("population", "populaton")
    :gsub("blue", "bleu") }),
  "7: ludus.game: field 'cells': expected a colour for '@': red, orange, yellow, green, "
    .. "teal, blue, purple, grey, got a table")
check.equal("a text that is no Lua",
  lines_of(ask { op = "check", source = "return (" }),
  "1: unexpected symbol near <eof>")
check.equal("a script that returns something else", lines_of(ask { op = "check",
  source = "return 3" }), "1: the script returns a number; it must return an experiment or "
    .. "a study")
local lesson = ask { op = "check", path = "scripts/lessons/05-adfs.lua",
  source = assert(io.open "scripts/lessons/05-adfs.lua"):read "a" }.lesson
check.equal("a lesson says what it asks", lesson.title,
  "Lesson 5: Do programs profit from functions of their own?")
check.equal("and what to choose from", lesson.choices[2], "b) a main program with two functions")
check.equal("three exercises", #lesson.exercises, 3)
check.equal("an experiment is no lesson", ask { op = "check", source = OWN }.lesson, nil)
check.equal("nothing to look at yet", ask { op = "tiles" }.mistakes[1].text,
  "nothing has been bred yet")

check.ok("it starts", ask { op = "start", source = OWN, seed = 3 }.ok)
local first = ask { op = "next" }
check.equal("the first generation", first.figures.generation, 0)
check.equal("its population", first.figures.population, 30)
check.equal("a tile each", #ask { op = "tiles" }.raw, 30)
local best = ask { op = "program" }
check.ok("the best is a tree", best.kind == "tree" and #best.parts >= 1)
local t = ask { op = "trace", text = best.text, case = 1 }
check.equal("the colours of its cells", t.cells["@"], "blue")
check.equal("a state's picture", ask { op = "state", step = 1 }.picture, "@")
check.equal("past the end is the end", ask { op = "state", step = 1000 }.over, true)
local out = ask { op = "knock", text = best.text, part = 1 }
check.ok("a node knocked out", out.ok and out.after <= out.before)
check.equal("worth of each node", #ask { op = "impact", text = best.text }.loss, #best.parts)
local cross = ask { op = "cross" }
check.ok("a crossover", cross.ok and cross.mother.span >= 1 and cross.child.raw >= 0)
check.ok("a program of another game is refused",
  not ask { op = "trace", text = "RPB (JUMP)", case = 1 }.ok)
local last
repeat last = ask { op = "next" } until last.over
local folder, file = check.folder()
local path = file("own.lua", OWN)
local native = check.run(('"$LUDUS" run %s --seed 3 --store %s/s.db'):format(path, folder))
check.equal("looking changes nothing: the digest of ludus run", last.result.digest,
  native:match "digest (%x+)")
check.equal("a stored run", #ask { op = "runs" }.runs, 1)

-- ---- every kind of program --------------------------------------------------------------

-- Two generations of a script, then the question.
local function begin(source, path)
  local started = ask { op = "start", source = source, seed = 2, path = path }
  if not started.ok then error(started.mistakes[1].text) end
  ask { op = "next" }
  ask { op = "next" }
  return ask { op = "program" }
end

local function small(path)
  local source = assert(io.open(path)):read "a"
  return (source:gsub("population( *)= %d+", "population%1= 20")
    :gsub("generations( *)= %d+", "generations%1= 3"))
end

-- Watches a case: each state lights a part that is there, goes back to the same states,
-- and the score of each knocked-out program is what `impact` says.
local function watched(name, p)
  check.ok(name .. ": can be watched", p.ok and p.traces)
  local case = ask { op = "trace", text = p.text, case = 1 }
  check.ok(name .. ": it has steps", case.ok and case.count >= 1)
  local seen, lit = {}, 0
  for n = 1, math.min(case.count + 1, 60) do
    local s = ask { op = "state", step = n }
    if s.part then lit = lit + 1 end
    check.ok(name .. ": lights a part that is there", not s.part or p.parts[s.part])
    seen[n] = json.encode(s)
  end
  for n = #seen, 1, -1 do
    if json.encode(ask { op = "state", step = n }) ~= seen[n] then
      check.equal(name .. ": the same going back", n, "same")
    end
  end
  local loss = ask { op = "impact", text = p.text }.loss
  check.equal(name .. ": what each part is worth", #loss, #p.parts)
  for i = 1, math.min(#loss, 6) do
    local k = ask { op = "knock", text = p.text, part = i }
    check.equal(name .. ": part " .. i, k.ok and k.loss or false, loss[i])
  end
  return lit, case
end

local kinds = {
  { "scripts/linear-robot.lua", "linear", "line", true },
  { "scripts/battleship-evolve.lua", "linear", "line", true },        -- fresh cases
  { "scripts/rock-paper-scissors.lua", "machine", "state", true },
  { "scripts/evolve-machine.lua", "machine", "state", true },
  { "scripts/puzzle-evolve.lua", "vector", "gene", true },
  { "scripts/othello-evolve.lua", "vector", "gene", false },          -- all genes at once
  { "scripts/othello-gp.lua", "tree", "node", false },
}
for _, row in ipairs(kinds) do
  local p = begin(small(row[1]), row[1])
  check.equal(row[1] .. ": its kind", p.kind, row[2])
  check.equal(row[1] .. ": its parts", p.noun, row[3])
  local lit = watched(row[1], p)
  check.equal(row[1] .. ": the running part is lit", lit > 0, row[4])
end

local vector = begin([[
local ludus = require "ludus"
return ludus.experiment { game = ludus.game { program = "vector",
  genes = { length = 4, min = 0, max = 3, type = "integers" }, plan = true,
  start = function() return { x = 0, sum = 0 } end,
  turn = function(s, value) s.x, s.sum = s.x + 1, s.sum + value end,
  score = function(s) return s.sum end, minimise = true, budget = 4, cases = 1,
  show = function(s) return ("."):rep(s.x) .. "@" .. ("."):rep(4 - s.x) end },
  program = ludus.vector { type = "integers", length = 4, min = 0, max = 3 },
  population = 20, generations = 3, stop = ludus.never }]])
check.equal("a plan of one's own lights gene after gene", (watched("plan", vector)), 4)
local loss = ask { op = "impact", text = "(3, 1, 2, 1)" }.loss
check.equal("where less is better a gene's loss is a gain", json.encode(loss), "[-3,-1,-2,-1]")

check.ok("a script finds what lies beside its file", ask { op = "check",
  source = assert(io.open "scripts/staged.lua"):read "a", path = "scripts/staged.lua" }.ok)

-- What is shown of a game that is scored without steps is what is scored.
do
  local ludus = require "ludus"
  local othello = require "ludus.othello"
  local game = othello.game { plies = 5, openings = 2, depth = 1, teacher_depth = 1,
    teachers = { "squares", "hand" } }
  local e = ludus.experiment { game = game, program = ludus.tree {} }
  local p = game:read "RPB (C2)"
  local _, rows = game:results(e.species, tostring(p))
  for case, row in ipairs(rows) do
    local t = game:trace(p, case)
    local black, white = t:at(#t + 1).position:count()
    check.equal("othello's case " .. case, case % 2 == 1 and black - white or white - black,
      math.tointeger(row.lead))
  end
  local ipd = require "ludus.ipd".game { turns = 20 }
  e = ludus.experiment { game = ipd, program = ludus.machine {} }
  local m = require "ludus.machine".parse "c01 d01"
  _, rows = ipd:results(e.species, tostring(m))
  for case, row in ipairs(rows) do
    local t = ipd:trace(m, case)
    check.equal("the dilemma's case " .. case, t:at(#t + 1).own, row.raw)
  end
end

-- A run that was left goes on from its store to the same bits.
ask { op = "start", source = OWN, seed = 5 }
ask { op = "next" }
ask { op = "next" }
local left = ask { op = "runs" }.runs
local taken = ask { op = "resume", run = left[#left].id }
check.equal("its script comes with it", taken.source, OWN)
check.equal("and its course", taken.rows[1].generation, 0)
repeat last = ask { op = "next" } until last.over
check.equal("a run taken up again", last.result.digest,
  check.run(('"$LUDUS" run %s --seed 5 --store %s/s.db'):format(path, folder)):match "digest (%x+)")

-- However long a run is, so many of its generations are kept as there is room for.
do
  local room = session.room
  session.room = 1
  ask { op = "start", source = OWN:gsub("generations = 4", "generations = 150"), seed = 5 }
  repeat last = ask { op = "next" } until last.over
  session.room = room
  local store = require "ludus.run.store".open()
  local rows = store:generations(last.result.id)
  check.equal("every second one and the last", #rows, 76)
  store:close()
  check.ok("the state tells what it holds", ask { op = "held" }.bytes > 100000)
end

-- A study stops after each generation of each of its runs, too.
ask { op = "start", seed = 1, source = [[
  local ludus = require "ludus"
  local mines = require "ludus.minesweeper"
  return ludus.study { name = "two", run = function(s)
    for i = 1, 2 do
      ludus.evolve({ game = mines.game {}, program = ludus.tree { nodes = 20 },
        population = 10, generations = 3 }, { seed = i })
    end
  end }]] }
local generations, runs = 0, 0
repeat
  local a = ask { op = "next" }
  if a.figures then generations = generations + 1 end
  if a.another then runs = runs + 1 end
until a.over
check.equal("generations of both parts", generations, 6)
check.equal("two runs", runs, 2)

-- ---- the program for browsers ---------------------------------------------------------

local built = io.open "build/web/page/ludus.wasm"
if not built or check.run "command -v chromium" == "" then
  print "the page is not built (make web), or there is no chromium: no browser tested"
  return check.done()
end
built:close()

-- All four kinds of programs; games in C, in Lua and by rules; reals, data, stages.
local scripts = {}
for name in ([[ant evolve-machine keijzer linear-robot minesweeper-two-mines multiplexer
  othello-gp parity regression regression-csv rock-paper-scissors size-fair staged
  tictactoe]]):gmatch "%S+" do
  scripts[#scripts + 1] = "scripts/" .. name .. ".lua"
end

-- Every way to evolve that a plan may have.
local GAME = [[
local ludus, cases = require "ludus", {}
for i = 1, 9 do cases[i] = { x = i / 4 - 1, y = (i / 4 - 1) ^ 2 + i / 4 } end
local formula = ludus.game { minimise = true, cases = cases, rules = "input real x  var real y "
  .. "constants -1.0 to 1.0  ADD(a, b) { a + b }  MUL(a, b) { a * b }  score { abs(value - y) }" }
local genes = ludus.vector { type = "reals", length = 5, min = -5, max = 5 }
local duel = ludus.game { program = "machine", cases = 1, budget = 40, max = 200,
  start = function() return { 0, 0 } end,
  turn = function(s, a, b)
    s[1] = s[1] + (a == "c" and (b == "c" and 3 or 0) or b == "c" and 5 or 1)
    s[2] = s[2] + (b == "c" and (a == "c" and 3 or 0) or a == "c" and 5 or 1)
  end,
  score = function(s, _, _, me) return s[me] end }
local function e(fields)
  fields.game, fields.program = fields.game or formula, fields.program or ludus.tree { nodes = 30 }
  fields.stop = ludus.never
  return ludus.experiment(fields)
end
]]
os.execute("mkdir " .. folder .. "/ways")
for name, fields in pairs {
  islands = "islands = { 4, migrate = 2, every = 2 }, elite = 1",
  pareto  = "scheme = 'pareto', objectives = { 'score', 'size' }",
  cases   = "scheme = 'pareto', objectives = 'cases'",
  map     = "scheme = 'map', map = { { 'size', 0, 60, 15 }, { 'steps', 0, 99, 4 } }",
  lexicase = "select = ludus.lexicase { epsilon = 'semi' }",
  niche   = "niche = ludus.niche { near = 5, score = 2 }",
  meetings = "game = duel, program = ludus.machine { states = 6 }, meet = { 4, hall = 2 }",
  cma     = "game = require 'ludus.functions'.game 'rastrigin', program = genes, scheme = 'cma'",
  differential = "game = require 'ludus.functions'.game 'rosenbrock', program = genes, "
    .. "scheme = 'differential'",
} do
  scripts[#scripts + 1] = file("ways/" .. name .. ".lua", GAME .. "return e { " .. fields .. " }\n")
end

local words = "--seed 3 --threads 1 --set population=40 --set generations=5"
local printed = check.run(
  ("node --no-experimental-fetch tests/web/digests.cjs %s -- %s"):format(words,
  table.concat(scripts, " ")))
local found = {}
for script, digest in printed:gmatch "(%S+) (%x+)\n" do found[script] = digest end
for _, script in ipairs(scripts) do
  local by_native = check.run(('"$LUDUS" run %s %s'):format(script, words))
  check.equal(script, found[script], by_native:match "digest (%x+)")
end

-- ---- the page in chromium --------------------------------------------------------------

local said, err = check.run "node tests/web/page.cjs"
for verdict, name in said:gmatch "(%u*%l*) ([^\n]*)\n" do
  if verdict == "ok" then check.ok(name, true)
  elseif verdict == "FAIL" then check.equal(name, "FAIL", "ok") end
end
check.ok("the page was tested to the end: " .. err, said:find "nothing is asked of other hosts")
local own = io.open("tests/web/page.cjs"):read "a":match "const OWN = `(.-)`;":gsub("\\\\", "\\")
for name, seed in pairs { own = 1, phone = 7, ["gone%-on"] = 7 } do
  local by_native = check.run(('"$LUDUS" run %s --seed %d --store %s/s.db'):format(
    file("page.lua", own), seed, folder))
  check.equal("digest in chromium, " .. name, said:match("digest " .. name .. " (%x+)"),
    by_native:match "digest (%x+)")
end

-- ---- a class in chromium ---------------------------------------------------------------

check.run(('"$LUDUS" run scripts/ant.lua --set population=20 --set generations=3 --store %s/room.db')
  :format(folder))
local room = check.run(([[cd %s; "$LUDUS" serve --class --port 0 --page %s/build/web/page \
    --store room.db --code QQQQQQ --board room.jsonl >said &
  pid=$!
  for i in $(seq 100); do grep -q Ctrl-C said 2>/dev/null && break; sleep 0.1; done
  node %s/tests/web/room.cjs $(sed -n 's/.*at port \([0-9]*\):.*/\1/p' said) QQQQQQ
  kill -TERM $pid; wait $pid]]):format(folder, os.getenv "PWD", os.getenv "PWD"))
for verdict, name in room:gmatch "(%u*%l*) ([^\n]*)\n" do
  if verdict == "ok" then check.ok(name, true)
  elseif verdict == "FAIL" then check.equal(name, "FAIL", "ok") end
end
check.ok("the class was tested to its end", room:find "no script of others ran")

return check.done()
