-- test_lessons.lua -- lessons: how they are declared, run, stored, resumed, reported, set;
-- and those in scripts/lessons, as far as a quick run tells. `make lessons` counts on how
-- many seeds their claims hold.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"
local ludus = require "ludus"
local lesson = require "ludus.lesson"
local script = require "ludus.script"
local study = require "ludus.script.study"
local strips = require "ludus.lesson.strips"

local folder, write = check.folder()
local function cli(words) return check.run('"$LUDUS" ' .. words) end
local function store(name) return folder .. "/" .. name .. ".db" end

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

-- ---- one of one's own ----------------------------------------------------------------

local own = [[
local ludus = require "ludus"
local game = ludus.game { name = "ones", program = "vector", cases = 1, max = 12,
  genes = { type = "bits", length = 12 },
  score = function(_, bits)
    local n = 0
    for i = 1, 12 do n = n + bits[i] end
    return n
  end }
local function group(k)
  return { "k = " .. k, ludus.experiment { game = game, program = ludus.vector {},
    population = 12, generations = 6, stop = ludus.never, select = ludus.tournament(k),
    vary = { { 0.5, ludus.twopoint }, { 0.5, ludus.flip } },
    on_generation = function(run)          -- kills itself there, once
      if run.seed == 91002 and run.generation == 3 and os.remove "HIT" then
        os.execute "kill -KILL $PPID"
      end
    end } }
end
return ludus.lesson {
  number = 99, name = "own", question = "Does choosing help?",
  about = "One paragraph\nin two lines.\n\n  Another.",
  predict = { "Which is better?", "1", "4" }, runs = 3,
  groups = { group(1), group(4) },
  measures = { { "best", "ones", function(run) return run.stats.raw end },
    { "full", "full", function(run) return run.stats.raw == 12 and 1 or 0 end, share = true } },
  course = { "raw", "ones" },
  claims = { { "Choosing helps", function(r) return r.mean "k = 4" - r.mean "k = 1" end,
    "ones", held = 90 } },
  notice = { "This." }, exercises = { "A.", "B.", "C." }, reference = "Nowhere.",
}
]]
own = own:gsub("HIT", folder .. "/hit")
write("own.lua", own)
local path = folder .. "/own.lua"

local out, err, status = cli(("run %s --store %s"):format(path, store "a"))
check.equal("it runs", err, "")
check.equal("with status 0", status, 0)
check.ok("question first", out:find "^Lesson 99: Does choosing help%?\n\nOne paragraph in two lines%.\n\nAnother%.\n")
check.ok("then what to predict", out:find("Predict first. Which is better?\n   a) 1\n   b) 4\n", 1, true))
check.ok("a share has Wilson's interval", out:find "full %(95%%%)\n  k = 1 +0 of 3 %(0 to 56%%%)")
check.ok("a strip for each group", out:find "\nones of each run; %[ %] quartiles, | median\n  k = 1 ")
check.ok("the claim", out:find "Holds: Choosing helps. Here by %d.- ones; on 90 of 100\n? *seeds%.")
local widest = 0
for line in out:gmatch "[^\n]+" do widest = math.max(widest, utf8.len(line)) end
check.ok("fits 80 columns", widest <= 80)

local function result(words, name)
  local text, why = cli(("run %s --json --store %s %s"):format(path, store(name), words))
  check.equal("run " .. words, why, "")
  return json.decode(text)
end
local first = result("--seed 5 --threads 1", "b")
check.equal("its runs", first.runs, 3)
check.equal("the digest is the same on two threads",
  result("--seed 5 --threads 2", "c").digest, first.digest)
check.ok("and another for another seed", result("--seed 6", "c").digest ~= first.digest)
check.equal("more runs", result("--seed 5 --set runs=4", "c").runs, 4)
check.ok("a field of the experiments", result("--seed 5 --set generations=2", "c").digest
  ~= first.digest)

-- No two lessons share a run: all seeds of 100 lessons with as many groups and runs as there
-- may be.
local seen, twice = {}, 0
for s = 1, 100 do
  for g = 1, lesson.groups_max do
    for _, i in ipairs { 1, 2, lesson.runs_max } do
      local seed = lesson.seed(s, g, i)
      if seen[seed] then twice = twice + 1 end
      seen[seed] = true
    end
  end
end
check.equal("no seed twice", twice, 0)

-- ---- what is refused -------------------------------------------------------------------

local function refused(words, message)
  local _, why, code = cli(("run %s --store %s %s"):format(path, store "d", words))
  check.equal(words, why, "ludus: " .. message .. "\n")
  check.equal("status of " .. words, code, 2)
end
refused("--set 'select=tournament(2)'",
  "--set select=tournament(2): that is what the lesson compares")
refused("--set popluation=3", "--set popluation=3: unknown field 'popluation'; did you mean "
  .. "'population'?")
refused("--set runs=1", "field 'runs': expected 2 to 999, got 1")

local function mistaken(from, to, message)
  local text = own:gsub(from, (to:gsub("%%", "%%%%")))
  check.ok("changed: " .. from, text ~= own)
  write("bad.lua", text)
  local _, why = cli(("run %s/bad.lua --store %s"):format(folder, store "d"))
  check.equal(message, (why:match "[^\n]*":gsub("^ludus: ", ""):gsub("^[^\n]-bad.lua:%d+: ",
    "")), message)
end
mistaken('exercises = { "A.", "B.", "C." }', 'exercises = { "A." }',
  "ludus.lesson: field 'exercises': expected three of them, got { 'A.' }")
mistaken('held = 90', 'held = 0.5', "ludus.lesson: field 'claims': expected rows { sentence, "
  .. "function(results), unit, held = seeds of 100 }, got a table")
mistaken('group%(4%) }', 'group(1) }', "ludus.lesson: field 'groups': expected rows { name, "
  .. "ludus.experiment { ... } }, each name once, got a table")
mistaken('r.mean "k = 4"', 'r.mean "k = 5"',
  "a claim asks for the group 'k = 5', which is none of the lesson's; did you mean 'k = 1'?")

-- ---- stored ------------------------------------------------------------------------------

out = cli(("show 1 --store %s"):format(store "a"))
check.ok("parts", out:find "part k = 4/3 +run +7  seed  11003 ")
local r = ludus.run(5, store "a")
check.equal("a part knows its experiment", r:experiment().population, 12)
check.equal("and its program the game", r:program():species() ~= nil, true)
check.ok("and who descends from whom", #r:lineage() == 6)
local ok, why = pcall(ludus.class, path, { group = "k = 3" })
check.equal("class mode: no such group", not ok and why:match "ludus%.class: .*",
  "ludus.class: the lesson has no group 'k = 3'; there are: k = 1, k = 4")
check.equal("class mode: the group that is named",
  ludus.class(path, { group = "k = 4" }).experiment.select.param, 4)
check.equal("class mode: or the first", ludus.class(path).experiment.select.param, 1)

-- One that is killed in its second group goes on to the same digest.
local whole = result("--seed 9", "e").digest
write("hit", "")
status = select(3, cli(("run %s --seed 9 --store %s --quiet --checkpoint 0"):format(path,
  store "f")))
check.ok("killed", status ~= 0)
out = cli(("resume 1 --json --store %s"):format(store "f"))
check.equal("resumed", json.decode(out).digest, whole)

out = cli(("report 1 --store %s --out %s/r.html"):format(store "a", folder))
local html = read(folder .. "/r.html")
check.ok("the report is the lesson", html:find("<h2>Lesson 99: Does choosing help?</h2>", 1, true))
check.ok("with its prediction", html:find("<ol type=\"a\"><li>1</li>\n<li>4</li></ol>", 1, true))
check.ok("its claim", html:find "<li class=\"%l+\">Holds: Choosing helps%.")
check.ok("on paper its data are left out", html:find(", details.screen { display: none; }", 1, true)
  and html:find('<details class="screen"><summary>The data', 1, true))
check.ok("and its groups by name", html:find("<h3>k = 4</h3>", 1, true))

out = cli(("compare 2..7 --store %s"):format(store "a"))
check.ok("groups are compared", out:find("own, k = 1 against own, k = 4: A12", 1, true))

-- ---- handed in -------------------------------------------------------------------------

local function graded(words)
  local text, message = cli(("grade %s --lessons %s"):format(words, folder))
  return text, message
end
os.execute(("cp %s %s/99-own.lua"):format(path, folder))
write("class.csv", "name, lesson,seed,digest,settings\nAnn,99,5," .. first.digest .. ",\n"
  .. "Bo,99,5,0000,runs=4 population=8\n\n")
out, err = graded(folder .. "/class.csv")
check.equal("grade says nothing else", err, "")
check.ok("a true digest", out:find "^Ann +lesson 99  seed      5  digest equal  %d of 1 claims hold\n")
check.ok("a false one, with settings", out:find("runs=4 population=8  DIGEST DIFFERS", 1, true))
check.ok("how many are right", out:find "\n1 of 2 digests equal\n$")
out = graded(store "b")
check.ok("a store", out:find "b%.db, run 1 +lesson 99  seed      5  digest equal")
write("99-own.lua", (own:gsub("population = 12", "population = 13")))
out = graded(store "b")
check.ok("another script than the one here", out:find("DIGEST DIFFERS", 1, true)
  and out:find("; another script or version\n", 1, true))
write("99-own.lua", own)

write("evil.lua", ([[
local file = io.open(%q, "w")
file:close()
local ludus = require "ludus"
return ludus.study { name = "evil", settings = {}, run = function()
  return { lesson = %q, digest = "0", claims = {} }
end }]]):format(folder .. "/touched", "own"))
cli(("run %s/evil.lua --quiet --store %s"):format(folder, store "evil"))
os.remove(folder .. "/touched")
out = graded(store "evil")
check.ok("a script that was handed in is not loaded: the one of that name that is here is",
  not io.open(folder .. "/touched") and out:find "run 1 +lesson 99 .* DIGEST DIFFERS")
write("evil.lua", [[return require("ludus").study { name = "evil", settings = {},
  run = function() return { lesson = "../x", digest = "0", claims = {} } end }]])
cli(("run %s/evil.lua --quiet --store %s"):format(folder, store "evil2"))
check.ok("names of lessons are words", graded(store "evil2"):find(
  "CANNOT BE MADE: there is no lesson ../x in " .. folder, 1, true))

write("class.csv", table.concat({ "\xEF\xBB\xBFname,lesson,seed,digest,settings",
  '"Bo, C",99,5,' .. first.digest .. ",", "A\27[2Jnn,98,5,0,", "Cy,99,5,0,runs=1",
  "Di,99,5,0,runs", "Fay,99,1099511627776,0" }, "\r\n"))
out, err = graded(folder .. "/class.csv")
check.equal("what cannot be made is told, and the next one is made", err .. (out:gsub(" +", " ")
  :gsub("%d of 1 claims", "N of 1 claims")), ([[
Bo, C lesson 99 seed 5 digest equal N of 1 claims hold
A.[2Jnn lesson 98 seed 5 CANNOT BE MADE: there is no lesson 98 in %s
Cy lesson 99 seed 5 runs=1 CANNOT BE MADE: field 'runs': expected 2 to 999, got 1
Di lesson 99 seed 5 runs CANNOT BE MADE: the stored settings are damaged: expected KEY=VALUE, ]]
  .. [[got 'runs'
Fay lesson 99 seed 1099511627776 DIGEST DIFFERS N of 1 claims hold
1 of 5 digests equal
]]):format(folder))
write("class.csv", "name,lesson,seed,digest,settings\n"
  .. "Ed,99,0,0,stop=ludus.solved((function()while(1)do;end;end)())\n")
check.ok("what takes too long is ended", graded(folder .. "/class.csv --time 1"):find(
  "CANNOT BE MADE: the sandbox allows 1 s of time, and no more are left", 1, true))
local function ungraded(text, message)
  write("bad.csv", text)
  local _, why = graded(folder .. "/bad.csv")
  check.equal(message, why, "ludus: " .. folder .. "/bad.csv" .. message .. "\n")
end
ungraded("name,lesson,seed\n", ": there is no column 'digest'")
ungraded("", ": the table is empty")
ungraded("name,lesson,seed,digest\nA" .. (" "):rep(1000000) .. "n,99,-1,0\n", ":2: seed: expected "
  .. "a whole number from 0 to 1099511627776, got '-1'")   -- without trying each blank's end
ungraded("name,lesson,seed,digest\nAnn,99,five,0\n", ":2: seed: expected a whole number from 0 to "
  .. "1099511627776, got 'five'")
ungraded("name,lesson,seed,digest\nAnn,99,1099511627777,0\n", ":2: seed: expected a whole number "
  .. "from 0 to 1099511627776, got '1099511627777'")
ungraded("name,lesson,seed,digest\nAnn,99,-1,0\n", ":2: seed: expected a whole number from 0 to "
  .. "1099511627776, got '-1'")
ungraded("name,lesson,seed,digest\nAnn,100,5,0\n", ":2: lesson: expected a whole number from 0 to "
  .. "99, got '100'")
err = select(2, graded("none.db"))
check.equal("no such file", err, "ludus: none.db: there is no such file\n")

-- ---- strips -----------------------------------------------------------------------------

check.equal("marks, quartiles, median", strips.text({ { name = "a", values = { 0, 5, 10 } },
  { name = "bc", values = { 10, 10, 10 } } }, "n", 28), table.concat({
  "n of each run; [ ] quartiles, | median",
  "  a   o    [=====|====]    o",
  "  bc                       |",
  "      0   2   4    6   8  10" }, "\n"))

-- ---- those that are there ------------------------------------------------------------------

local counts, numbers, claims = read "docs/lessons.md", 0, 0
for file in io.popen "ls scripts/lessons/*.lua":lines() do
  numbers = numbers + 1
  local l = study.lesson(script.load(file))
  check.ok(file .. " is a lesson", l)
  check.equal(file .. ": its number", ("%02d"):format(l.number), file:match "/(%d+)%-")
  check.equal(file .. ": its name", l.name, file:match "%d%-([%w-]+)%.lua")
  check.ok(file .. ": its first line asks the question",
    read(file):sub(1, 200):gsub("\n%-%- ", " "):lower():find(("-- lesson %d: %s"):format(
      l.number, l.question):lower(), 1, true))
  for _, text in ipairs(l.exercises) do
    local sets = {}
    for set in text:gmatch "%-%-set '([^']+)'" do sets[#sets + 1] = set end
    for set in text:gmatch "%-%-set ([^'%s]%S*)" do sets[#sets + 1] = set:gsub("[.,:;?)]+$", "") end
    for _, set in ipairs(sets) do
      local words = require "ludus.cli".parse(require "ludus.cli.run".options, { "--set", set })
      check.ok(("%s: an exercise may say --set %s"):format(file, set), pcall(
        require "ludus.lesson".settings, l, words.set))
    end
  end
  claims = claims + #l.claims
  for i, claim in ipairs(l.claims) do
    local row = ("| [%d](../%s) | %s | %d of 100 ("):format(l.number, file, claim[1], claim.held)
    check.ok(("%s: claim %d as counted in docs/lessons.md"):format(file, i),
      counts:find(row, 1, true))
    check.ok(("%s: claim %d holds on most seeds"):format(file, i), claim.held >= 90)
  end
end
check.equal("sixteen lessons", numbers, 16)
check.equal("a row for each claim, and none twice", select(2, counts:gsub("\n| %[", "")), claims)

-- ---- in a narrow terminal --------------------------------------------------------------

do
  local page, system = require "ludus.lesson.page", require "ludus.core.system"
  local terminal, screen = system.terminal, system.screen
  local cheating = study.lesson(script.load "scripts/lessons/14-cheating.lua")
  local function widest(columns)
    system.terminal = function() return columns ~= nil end
    system.screen = function() return columns, 40 end
    local most = 0
    for line in page.head(cheating, { runs = 2, seed = 1 }):gmatch "[^\n]+" do
      most = math.max(most, line:find "^Lesson " and 0 or #line)
    end
    system.terminal, system.screen = terminal, screen
    return most
  end
  check.ok("a lesson keeps to 50 columns", widest(50) <= 48, widest(50))
  check.ok("is no wider where there is room", widest(200) <= 78 and widest(200) > 60)
  check.equal("and the same in a pipe", widest(nil), widest(200))
end

os.execute("rm -rf " .. folder)

return check.done()
