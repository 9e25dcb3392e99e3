-- test_study.lua -- studies as runs: stored, killed, resumed, compared, reported.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"

local folder, write = check.folder()

local function ludus(words) return check.run('"$LUDUS" ' .. words) end
local function store(name) return folder .. "/" .. name .. ".db" end
local function exists(name)
  local file = io.open(folder .. "/" .. name)
  return file and file:close()
end
local function log() return (assert(io.open(folder .. "/log")):read "a") end

-- Two steps of `runs` parts each and one without. Whoever is named in the file "hit"
-- (a step, or a part's generation) hits its own process with that signal, once; what is
-- done is written to "log".
local source = ([[
local ludus = require "ludus"
local folder = "FOLDER"
local function note(text)
  local file = assert(io.open(folder .. "/log", "a"))
  file:write(text, "\n")
  file:close()
  local hit = io.open(folder .. "/hit")
  local whom, signal = nil, nil
  if hit then
    whom, signal = hit:read "a":match "^(%S+) (%S+)"
    hit:close()
  end
  if whom == text then
    os.remove(folder .. "/hit")
    os.execute("kill -" .. signal .. " $PPID")
  end
end
local game = ludus.game { name = "thrice", cases = { 1, 2, 3 }, constants = { 1 },
  minimise = true,
  primitives = { X = { 0, function(x) return x end },
    ADD = { 2, function(_, a, b) return a + b end } },
  score = function(x, value) return math.abs(value - 3 * x - 0.123) end }
return ludus.study {
  name = "steps", settings = { runs = { "integer", 2, min = 1, help = "runs of each" } },
  run = function(s)
    local result = {}
    for _, k in ipairs { 2, 6 } do
      result["k" .. k] = s.step("k" .. k, function()
        note("k" .. k)
        local best = {}
        for i = 1, s.runs do
          local run = ludus.evolve({ game = game, program = ludus.tree { nodes = 30 },
            population = 40, generations = 8, select = ludus.tournament(k),
            on_generation = function(run) note(("k%d/%d:%d"):format(k, i, run.generation))
            end }, { seed = 10 * s.seed + i, threads = s.threads })
          best[i] = run.stats.raw
        end
        return { best = best, sum = best[1] + (best[2] or 0) }
      end)
    end
    s.say("%g and %g", result.k2.sum, result.k6.sum)
    result.last = s.step("last", function() note "last" return 1 / 3 end)
    return result
  end,
}]]):gsub("FOLDER", folder)
local steps = write("steps.lua", source)

-- ---- stored ------------------------------------------------------------------------------

write("log", "")
local out, err, status = ludus(("run %s --json --store %s"):format(steps, store "a"))
check.equal("a study", err, "")
check.equal("status", status, 0)
local want = out
check.ok("its result", json.decode(want).k2.sum)
check.ok("it leaves a store", exists "a.db")
out = ludus("runs --json --store " .. store "a")
check.equal("the study and its parts", select(2, out:gsub("\n", "")), 5)
check.ok("with its kind", out:find('"kind":"study"', 1, true))
check.ok("and its result", json.decode(out:match "[^\n]+").result == want:gsub("\n", ""))
out = ludus("runs --store " .. store "a")
check.ok("in the list", out:find("\n   1  [^\n]* 1  finished  +0  study  "))
out = ludus("show 1 --store " .. store "a")
check.ok("shown with its steps", out:find("\nstep k2  +[%d.]+ s  {\"best\":"))
check.ok("its parts", out:find("\npart k6/2  +run +5  seed +12  best [%d.]+  generations\n"))
check.ok("and its result", out:find("\nresult: " .. want:gsub("%p", "%%%0"):gsub("\n", ""),
  1))
out = ludus("show 3 --store " .. store "a")
check.ok("a part is shown", out:find("\npart k2/2 of study 1\n", 1, true)
  and out:find("raw score by generation", 1, true))
local _
_, err = ludus("resume 3 --store " .. store "a")
check.equal("a part is not resumed alone", err, ("ludus: run 3 is a part of a study; to go on "
  .. "with that: ludus resume 1 --store %s\n"):format(store "a"))
_, err = ludus("show 3 --lineage --store " .. store "a")
check.ok("nor replayed", err:find("run 3 ", 1, true))
out = ludus("compare 2..5 --store " .. store "a")
check.ok("parts are compared by step", out:find("\nsteps, k2 against steps, k6: A12 ", 1, true))
out = ludus(("export 2..5 --store %s"):format(store "a"))
check.equal("and exported", select(2, out:gsub("\n", "")), 1 + 4 * 8)
out, err = ludus(("report 1 --out %s/r.html --store %s"):format(folder, store "a"))
check.equal("and reported", out .. err, ("wrote %s/r.html\n"):format(folder))
local html = assert(io.open(folder .. "/r.html")):read "a"
check.ok("with steps and curves", html:find("<td>k2</td>", 1, true)
  and html:find('<svg class="chart" ', 1, true))
check.ok("nothing else was done", log():find("^k2\nk2/1:0\n.*\nlast\n$"))

out = ludus(("runs --salvage %s --store %s"):format(store "saved", store "a"))
check.ok("and salvaged", out:find("5 runs and 32 generations saved", 1, true))
write("log", "")
check.equal("with its steps", (ludus("resume 1 --json --store " .. store "saved")), want)
check.equal("so that nothing is done again", log(), "")
out = ludus("runs --check --store " .. store "a")
check.ok("it is sound", out:find("sound; 5 runs", 1, true))
require "ludus.core.store".open(store "saved", "write"):run(
  "UPDATE steps SET value = '7' WHERE name = 'last'")
_, err = ludus("resume 1 --json --store " .. store "saved")
check.ok("a step that was changed is told", err:find("a step of run 1 is not what was "
  .. "written", 1, true))
_, err = ludus("runs --check --store " .. store "saved")
check.ok("by --check, too", err:find("step 'last' of run 1", 1, true))

for threads = 1, 2 do
  out = ludus(("run %s --json --threads %d --store %s"):format(steps, threads, store "t"))
  check.equal(threads .. " threads", out, want)
end

-- ---- killed and resumed ---------------------------------------------------------------------

local function killed(whom, signal, name)
  os.remove(store "k")
  write("log", "")
  write("hit", whom .. " " .. signal)
  out, err, status = ludus(("run %s --checkpoint 0 --store %s"):format(steps, store "k"))
  check.ok(name .. ": it was", not exists "hit")
  return log()
end

killed("k6", "KILL", "between parts")
check.ok("status of a kill", status ~= 0)
write("log", "")
out = ludus("resume 1 --json --store " .. store "k")
check.equal("killed between parts, the same result", out, want)
check.ok("what was done is not done again", not log():find "k2" and log():find "k6/2:7")

killed("k6/1:4", "KILL", "inside a part")
write("log", "")
out = ludus("resume 1 --json --store " .. store "k")
check.equal("killed inside a part, the same result", out, want)
check.ok("only the step it was in", not log():find "k2")
out = ludus("runs --json --store " .. store "k")
check.equal("no part twice", select(2, out:gsub("\n", "")), 5)
killed("last", "KILL", "at the end")
write("log", "")
out = ludus("resume 1 --json --threads 2 --store " .. store "k")
check.equal("killed at the end, the same result", out, want)
check.equal("and one step done", log(), "last\n")
write("log", "")
out = ludus("resume 1 --json --store " .. store "k")
check.equal("a finished study, again", out, want)
check.equal("does nothing", log(), "")

killed("k6/1:4", "TERM", "interrupted")
check.equal("Ctrl-C: status", status, 0)
check.equal("says how to go on", out, ("interrupted; to go on: ludus resume 1 --store %s\n")
  :format(store "k"))
out = ludus("runs --store " .. store "k")
check.ok("is noted", out:find("\n   1  [^\n]* 1  interrupted "))
out = ludus("resume 1 --json --store " .. store "k")
check.equal("and resumed", out, want)

local other = write("other.lua", (source:gsub("steps", "other"):gsub("note \"last\"",
  "note 'last' error 'broken'")))
_, err, status = ludus(("run %s --quiet --store %s"):format(other, store "f"))
check.ok("a study that fails", err:find "other.lua:%d+: broken" and status == 1)
out = ludus("show 1 --store " .. store "f")
check.ok("is stored as such", out:find("\nfailed: [^\n]*broken"))

-- ---- many seeds ----------------------------------------------------------------------------

local sweep = ("run %s --seeds 1..3 --sweep 'runs=1|2' --store %s"):format(steps, store "s")
out, err = ludus(sweep)
check.equal("seeds", err, "")
check.ok("a line each", out:find("^1/6  run 1  seed 1  runs=1 finished, [%d.]+ s\n"))
check.ok("a table", out:find("\n\nsteps runs=1\n  studies  3\n  k2.sum   median ", 1, true))
check.ok("and the difference", out:find("\nsteps runs=1 against steps runs=2:\n  k2.sum   "
  .. "greater with chance [%d.]+ %(A12%), p "))
local table_of = out:match "\n\n(.*)"
write("log", "")
out = ludus(sweep)
check.equal("nothing is done twice", log(), "")
check.equal("the same table", out:match "\n\n(.*)", table_of)
local ids = {}
for id in ludus("runs --json --store " .. store "s"):gmatch
  '"id":(%d+),[^\n]-"kind":"study"' do
  ids[#ids + 1] = id
end
check.equal("six studies", #ids, 6)
check.equal("compared later", (ludus(("compare %s --store %s"):format(table.concat(ids, " "),
  store "s"))), table_of)
_, err = ludus(("compare 1 2 --store %s"):format(store "s"))
check.equal("not with a run", err, "ludus: run 1 is a study, run 2 is none: they cannot be "
  .. "compared\n")
_, err = ludus(("compare 1 --at 100 --store %s"):format(store "s"))
check.equal("not at evaluations", err, "ludus: --at is for runs; these are studies\n")
_, err, status = ludus(("run %s --seeds 1..2 --sweep runz=1 --store %s"):format(steps,
  store "s"))
check.equal("wrong settings come first", err, "ludus: --set runz=1: unknown setting 'runz'; "
  .. "did you mean 'runs'?\n")

-- ---- steps -----------------------------------------------------------------------------------

local function one(name, body, message)
  local path = write("one.lua", ([[
local ludus = require "ludus"
return ludus.study { name = "one", run = function(s) %s end }]]):format(body))
  local o, e = ludus(("run %s --json --store %s"):format(path, store "one"))
  if message then
    check.equal(name, (e:gsub("\nstack traceback.*", ""):gsub("^ludus: [^\n ]*%.lua:%d+: ", "")
      :gsub("^ludus: ", ""):gsub("\n$", "")), message)
  else check.equal(name, e, "") end
  return o
end
check.equal("values come back as they are stored", one("values", [[
  local v = s.step("v", function() return { 1, 2.5, "x\ny", true, { a = { } } } end)
  local n = s.step("n", function() end)
  return { v = v, n = n == nil }]]), '{"n":true,"v":[1,2.5,"x\\ny",true,{"a":{}}]}\n')
local lost = "step 'v': what it gives cannot be stored: "
one("a function", "s.step('v', function() return { a = { print } } end)",
  lost .. "it.a[1] is a function")
one("no number", "s.step('v', function() return 0 / 0 end)", lost .. "it is "
  .. tostring(0 / 0))
one("no text", "s.step('v', function() return '\\xff' end)",
  lost .. "it holds bytes that are no text")
one("half a list", "s.step('v', function() return { 1, x = 2 } end)",
  lost .. "it has the key x: a table is a list or has names")
one("a circle", "s.step('v', function() local t = {} t.t = t return t end)",
  lost .. "it" .. (".t"):rep(50) .. " is nested too deep")
one("a name twice", "s.step('v', function() end) s.step('v', function() end)",
  "s.step: there is a step 'v' already; each needs a name of its own")
one("no name", "s.step(function() end)", "s.step: expected a name and a function")
one("nested", "return { s.step('a', function() return s.step('b', function() return 2 end) "
  .. "+ 1 end) }")

local taken = write("taken.lua", [[
return require "ludus".study { name = "x", run = print,
  settings = {
    step = { "integer", 1, help = "a step" } } }]])
_, err = ludus("run " .. taken)
check.equal("a setting that would hide s.step", err, ("ludus: %s:3: ludus.study: setting "
  .. "'step': s.step is there already; choose another name\n"):format(taken))

-- A paper's study, killed between two of its points.
local figures = ("scripts/puzzle-figures.lua --set only=curves --set seeds=3 --store %s")
  :format(store "paper")
local whole = ludus(("run %s --json"):format(figures))
local db = require "ludus.run.store".open(store "paper")
db:run_sql "DELETE FROM steps WHERE number > 7"
db:close()
check.equal("a paper's study is the same when resumed", (ludus("resume 1 --json --store "
  .. store "paper")), whole)

-- In the sandbox neither the store nor what belongs to it can be reached.
local path = write("wall.lua", [[
local ludus = require "ludus"
return ludus.study { name = "wall", run = function(s)
  local seen = {}
  for key, value in pairs(s) do seen[#seen + 1] = key .. " " .. type(value) end
  table.sort(seen)
  local up = pcall(function() return debug.getupvalue(s.step, 1) end)
  local got = s.step("x", function() return 5 end)
  return { seen = table.concat(seen, ", "), up = up, got = got,
    loaded = pcall(require, "ludus.run.studies"), meta = tostring(getmetatable(s)) }
end }]])
out, err = ludus(("run %s --json --sandbox --store %s"):format(path, store "wall"))
check.equal("a study in the sandbox", out .. err, '{"got":5,"loaded":false,"meta":'
  .. '"ludus.study.settings","seen":"json boolean, say function, seed number, step function, '
  .. 'threads number","up":false}\n')
out = ludus("show 1 --store " .. store "wall")
check.ok("is stored, too", out:find("\nstep x  ", 1, true))
out, err = ludus("resume 1 --json --sandbox --store " .. store "wall")
check.ok("and resumed there", err == "" and out:find('"got":5', 1, true))

os.execute("rm -rf " .. folder)
return check.done()
