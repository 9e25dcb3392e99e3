-- Games of rules from Lua: messages point into the script, engines agree, the
-- number of threads changes nothing, the ant is the ant.

local check  = dofile "tests/lua/check.lua"
local rules  = require "ludus.rules"

local folder, write = check.folder()

-- ---- messages ---------------------------------------------------------------

local wrong = write("wrong.lua", [=[
local rules = require "ludus.rules"
local game = rules.game {
  rules = [[
    var eaten
    MOVE { eatn = eaten + 1 }
    score { eaten }
  ]],
}
]=])
local out, err, status = check.run("$LUDUS lua " .. wrong)
check.equal("a mistake has its place in the script",
  (err:gsub("stack traceback.*", "")), ("ludus: %s:5:12: unknown name 'eatn'; did you mean 'eaten'?\n"
    .. "      MOVE { eatn = eaten + 1 }\n             ^\n"):format(wrong))
check.ok("and fails", status ~= 0)

-- The string that holds the rules may end before they do.
local function broken(text)
  local file = write("broken.lua", text)
  return (select(2, check.run("$LUDUS lua " .. file)):gsub(file, "broken.lua"))
end
check.equal("rules that their string cuts off", broken [==[
return { rules = [[
  grid g[9]  table t = 1 2
  A { if g[t[1]] { 1 } else { 2 } }
]] }]==], "ludus: broken.lua:3: '}' expected (to close '{' at line 1) near '{'\n"
  .. "  a string [[...]] ends at the first ]], here in line 3: write [=[ ... ]=]\n")
check.equal("other mistakes have no such line", broken "local t = {}\nprint(t[t[1]]) x = = 1",
  "ludus: broken.lua:2: unexpected symbol near '='\n")

local doubtful = write("doubtful.lua", [=[
local rules = require "ludus.rules"
local game = rules.game {
  engine = "bytecode",
  rules = [[ var n, m
    MOVE { n = n + 1 }
    score { n } ]],
}
print(game:engine())
]=])
out, err, status = check.run("$LUDUS lua " .. doubtful)
check.equal("a warning has one, too", err,
  ("%s:4:21: warning: 'm' is never used\n    rules = [[ var n, m\n"
    .. "                      ^\n"):format(doubtful))
check.equal("and the game is there", out, "bytecode\n")

-- What a rule gives is used by its last statement, but in what gives nothing itself.
for text, warned in pairs {
  ["start { two() } A { n }"] = true, ["A { two() n }"] = true, ["A { two() }"] = false,
  ["A { n = two() }"] = false, ["start { two() } A { two() }"] = false,
  ["start { n = 1 } A { if n { two() } else { 0 } }"] = false } do
  local file = write("used.lua", 'require "ludus.rules".game { rules = "var n def two() '
    .. '{ n = n + 2 n } ' .. text .. ' score { n }" }')
  err = select(2, check.run("$LUDUS lua " .. file))
  check.equal("a value that is never used: " .. text,
    err:find("'two' gives a value that is never used", 1, true) ~= nil, warned)
end

local fallback = write("fallback.lua", [=[
local game = require "ludus.rules".game {
  rules = "A { 1 } score { value }" }
print(game:engine(), game:score(game:read "(A)").raw)
]=])
out, err, status = check.run("LUDUS_CC=no-such-compiler XDG_CACHE_HOME=" .. folder
  .. " $LUDUS lua " .. fallback)
check.equal("without a compiler it is bytecode", out, "bytecode\t1\n")
check.ok("which is said in one line", err:find(
  "^rules: bytecode instead of native code: [^\n]*no%-such%-compiler[^\n]*\n$"))

-- What is kept of native code may be damaged: it is built again.
local cache = folder .. "/cache"
local native = ("XDG_CACHE_HOME=%s $LUDUS lua %s"):format(cache, fallback)
if check.run(native) == "native\t1\n" then
  check.run(("for f in %s/ludus/*.so; do echo damaged > $f; done"):format(cache))
  out, err = check.run(native)
  check.equal("damaged native code is built again", out .. err, "native\t1\n")
  -- Cut short it once ended the process by SIGBUS, with pages of zeros by SIGSEGV.
  for _, harm in ipairs { "truncate -s 0 $f", "truncate -s 1000 $f",
    "truncate -s 4096 $f", "truncate -s 14000 $f", "truncate -s -1 $f",
    "dd if=/dev/zero of=$f bs=4096 seek=1 count=1 conv=notrunc",
    "dd if=/dev/zero of=$f bs=4096 seek=2 count=1 conv=notrunc",
    "dd if=/dev/zero of=$f bs=1 seek=5000 count=1 conv=notrunc", "echo more >> $f" } do
    check.run(("for f in %s/ludus/*.so; do %s; done"):format(cache, harm))
    out, err, status = check.run(native)
    check.equal("native code after " .. harm, out .. err .. status, "native\t1\n0")
  end
end

-- Whatever is in the way of native code, it is said, and the game is played.
local function no_native(environment, reason)
  local o, e, s = check.run(("env %s $LUDUS lua %s"):format(environment, fallback))
  check.equal("bytecode for " .. environment:sub(1, 60), o .. s, "bytecode\t1\n0")
  e = e:gsub("rules%-%x+%.so", "rules-HASH.so")
  check.equal("because", e, "rules: bytecode instead of native code: "
    .. reason:gsub("@", folder) .. "\n")
end
local function tool(name, text)
  write(name, "#!/bin/sh\n" .. text .. "\n")
  os.execute(("chmod +x %s/%s"):format(folder, name))
  return ("LUDUS_CC=%s/%s XDG_CACHE_HOME=%s"):format(folder, name, folder)
end
os.execute(("cd %s && mkdir home file open open/ludus && touch file/ludus && "
  .. "chmod 777 open/ludus"):format(folder))
no_native("XDG_CACHE_HOME=" .. folder .. "/none/cache",
  "@/none/cache: No such file or directory")
no_native("XDG_CACHE_HOME=" .. folder .. "/file", "@/file/ludus: not a folder")
no_native("XDG_CACHE_HOME=" .. folder .. "/open", "@/open/ludus: others may write there")
no_native("-u XDG_CACHE_HOME HOME=" .. folder .. "/none",
  "@/none/.cache: No such file or directory")
no_native("-u HOME XDG_CACHE_HOME=relative",
  "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set")
no_native("-u XDG_CACHE_HOME HOME=/" .. ("x"):rep(1100),
  "the name of the cache folder is too long")
no_native(tool("fails", "exit 1"), "the C compiler '@/fails' failed")
no_native(tool("missing", "exit 127"), "there is no C compiler '@/missing'")
no_native(tool("idle", "exit 0"), "@/ludus/rules-HASH.so: No such file or directory")
no_native(tool("junk", "while [ $1 != -o ]; do shift; done; echo junk >$2"),
  "@/ludus/rules-HASH.so: cannot be loaded")
if os.execute "command -v cc >/dev/null" then
  out, err = check.run(("env -u XDG_CACHE_HOME HOME=%s/home $LUDUS lua %s; "
    .. "ls %s/home/.cache/ludus | wc -l"):format(folder, fallback, folder))
  check.equal("the cache at home", out .. err, "native\t1\n1\n")
  local counting = tool("counts", "echo built >>" .. folder .. [[/builds; exec cc "$@"]])
  for _ = 1, 2 do check.run(("env %s $LUDUS lua %s"):format(counting, fallback)) end
  check.equal("native code is built once", (check.run("cat " .. folder .. "/builds")),
    "built\n")
end

check.refused("a few constants are all named", function()
  rules.game { rules = "constants 1 5 9 ADD(a, b) { a + b } score { value }",
    engine = "bytecode" }:read("(ADD 7 1)", "p")
end, "p:1:6: '7' is not a constant of rules (1, 5, 9)\n  (ADD 7 1)\n       ^")
check.error("a wrong case is named", function()
  rules.game { rules = "var x grid g[2, 2] A { x } score { g[0, 0] }",
    engine = "bytecode", cases = { { x = 1 }, { g = { 1, 2, 3 } } } }
end, ("tests/lua/test_rules.lua:%d: rules.game: field 'cases': case 2, 'g': "
  .. "expected a list of 4 numbers, got 3"):format(
  debug.getinfo(1, "l").currentline - 3))

check.error("a misspelt variable of a case", function()
  rules.game { rules = "var said A { 1 } score { said }", engine = "bytecode",
    cases = { { sad = 1 } } }
end, ("tests/lua/test_rules.lua:%d: rules.game: field 'cases': case 1, 'sad': the "
  .. "rules have no such variable or grid; did you mean 'said'?"):format(
  debug.getinfo(1, "l").currentline - 3))
check.ok("a sign that rules do not have", tostring(select(2, pcall(rules.game,
  { rules = "var x A { x @ 2 } score { x }" }))):find(
  "found '@', which no rules have", 1, true))
-- Each with the message behind the place; `first` is the first of two cases.
local function refused(message, first, more)
  local fields = { rules = "var x grid g[2, 3] A { x } score { g[0, 0] }",
    engine = "bytecode", cases = { first, {} } }
  for key, value in pairs(more or {}) do fields[key] = value end
  local _, text = pcall(rules.game, fields)
  check.equal("refused", (tostring(text):gsub("^.-rules%.game: ", "", 1)), message)
end
local function wrong_case(what, first) refused("field 'cases': case 1" .. what, first) end
wrong_case(", 'x': expected a whole number", { x = 1.5 })
wrong_case(", 'x': the number has over 32 bits", { x = 2147483648 })
wrong_case(", 'x': the number has over 32 bits", { x = -2147483649 })
wrong_case(", 'other': the rules have no such variable or grid", { other = 1 })
wrong_case(", 'value': the rules have no such variable or grid", { value = 1 })
wrong_case(": expected names of variables and grids", { 5 })
wrong_case(" is not a table", 5)
wrong_case(", 'g': expected a list, a list of rows or a picture", { g = 1 })
wrong_case(", 'g': a picture has blanks, dots, '#' and digits", { g = "x" })
wrong_case(", 'g': the picture is larger than the grid", { g = "..#" })
wrong_case(", 'g': the picture is larger than the grid", { g = ".\n.\n.\n1" })
wrong_case(", 'g': expected 3 rows, got 2", { g = { { 1, 2 }, { 1, 2 } } })
wrong_case(", 'g': expected a row", { g = { { 1, 2 }, 3, 4 } })
wrong_case(", 'g': expected a list of 2 numbers, got 1", { g = { { 1 }, { 2 }, { 3 } } })
local blocks = {}
for i = 1, 17 do blocks[i] = { "B" .. i, 5 } end
refused("field 'blocks': at most 16", {}, { blocks = blocks })
refused("field 'blocks': expected rows { name, lines }", {}, { blocks = { "B" } })
refused("field 'blocks': expected rows { name, lines of 1 to 1000 }", {},
  { blocks = { { "B", 1001 } } })
refused("field 'blocks': expected rows { name, lines of 1 to 1000 }", {},
  { blocks = { { 5, 10 } } })
refused("block '5': a name has letters, digits and _, 1 to 31 of them, no digit first",
  {}, { blocks = { { "5", 10 } } })
check.error("the core has no other engine", function()
  require "ludus.core.rules".new { cases = {}, minimise = false, budget = 1, passes = 1,
    seed = 1, engine = "fast" }
end, ("tests/lua/test_rules.lua:%d: field 'engine': expected auto, columns, lanes, "
  .. "native, bytecode or plain, got 'fast'"):format(debug.getinfo(1, "l").currentline - 3))

-- ---- cases ------------------------------------------------------------------

local kept = rules.game { engine = "bytecode", cases = { { x = -2147483648 },
    { x = 2147483647 }, { x = true }, { x = false, g = "1.  \r\n.2\n\n   " } },
  rules = "var x = 9 grid g[2, 2] A { 1 } score { x + g[0, 0] * 10 + g[1, 1] }" }
local all = kept:score(kept:read "(A)").cases
check.equal("values at their limits, truths, pictures", ("%d %d %d %d"):format(
  all[1].raw, all[2].raw, all[3].raw, all[4].raw), "-2147483648 2147483647 1 12")

local lights = rules.game { engine = "bytecode", max = 6,
  rules = "var x = 9 grid g[3, 2] A { 1 } score { x + g[2, 0] * 10 + g[0, 1] }",
  cases = { { x = 1 }, { g = "  #\n7" }, { g = { { 0, 0, 1 }, { 2, 0, 0 } } },
    { g = { 0, 0, 3, 4, 0, 0 } } } }
local s = lights:score(lights:read "(A)")
check.equal("first values", ("%d %d %d %d"):format(s.cases[1].raw, s.cases[2].raw,
  s.cases[3].raw, s.cases[4].raw), "1 26 21 43")
check.equal("the state at the end", lights:play(lights:read "(A)", 2).state.g[2][1],
  7)

-- ---- looking ----------------------------------------------------------------

local grow = rules.game { engine = "bytecode", cases = { {}, { n = 5 } },
  rules = 'constants 1 2 var n A(a) "grow" { n = n + a } B { n } score { n }' }
local grown = grow:read "(A (A 2))"
local nodes, points = grow:measure({ grown, grow:read "(B)" }, 3)
check.equal("nodes of a measurement", nodes, 3 * (2 * 3 + 2 * 1))
check.equal("its points", points, 3 * ((2 + 0) + (5 + 2 + 0) + 0 + 5))
check.equal("the bytecode", grow:listing(), [[
A
    0  +            0     1     1   512
    1  RETURN       0     0    64     0
B
    2  RETURN       0     0     1     0
score
    3  RETURN       0     0     1     0
]])
check.ok("the C file", grow:listing "c":find "^/%* Written by Ludus from the rules of a game")
check.error("no other listing", function() grow:listing "fortran" end,
  ("tests/lua/test_rules.lua:%d: bad argument #1 to 'listing' (invalid option 'fortran')")
  :format(debug.getinfo(1, "l").currentline - 2))
check.equal("a record has a mark per node", #grow:record(grown, 1, 3).marks, 3)
check.error("and a limit", function() grow:record(grown, 1, 2) end, "more than 2 steps")
local rows = {}
for i, row in ipairs(grow:prims()) do
  rows[i] = row.name .. row.arity .. " " .. row.help
end
check.equal("the primitives", table.concat(rows, ","), "A1 grow,B0 ")
local forms = {}
for i, op in ipairs(require "ludus.core.rules".ops()) do forms[i] = op.form end
check.equal("the operations", table.concat(forms, "; "), "a == b; a != b; a < b; a <= b; "
  .. "a > b; a >= b; a + b; a - b; a * b; a / b; a % b; a | b; a ~ b; a & b; a << b; "
  .. "a >> b; wrap(a, b); min(a, b); max(a, b); abs(a); neg(a); not(a); random(a); "
  .. "sqrt(a); exp(a); log(a); sin(a); cos(a); tanh(a); floor(a); real(a); whole(a)")
check.error("a case that is not there", function() grow:play(grown, 3) end,
  ("tests/lua/test_rules.lua:%d: bad argument #2 to 'play' (case must be 1 to 2, got 3)")
  :format(debug.getinfo(1, "l").currentline - 2))

-- ---- runs -------------------------------------------------------------------

local ant = write("ant.lua", [=[
local ludus = require "ludus"
local ant   = require "ludus.ant.rules"
local trail = require "ludus.santafe".trail
return ludus.experiment {
  game = ludus.game { rules = ant.text, cases = { { food = trail } },
    repeats = true, budget = 400, max = 89 },
  program = ludus.tree { adfs = { 1 }, nodes = 60 }, population = 200,
  generations = 6 }
]=])
local function digest(options)
  local text = check.run(("$LUDUS run %s --json --seed 3 --store %s/x.db %s")
    :format(ant, folder, options))
  return text:match '"digest":"(%x+)"'
end
local first = digest "--threads 1 --rules bytecode"
check.ok("a run has a digest", first)
for _, options in ipairs { "--threads 2 --rules bytecode",
  "--threads 3 --rules auto", "--threads 2 --rules plain" } do
  check.equal("the same run with " .. options, digest(options), first)
end
out, err, status = check.run("$LUDUS run " .. ant .. " --rules fast")
check.equal("an unknown engine", err:match "[^\n]*", "ludus: --rules: expected auto, "
  .. "columns, lanes, native, bytecode, plain, got 'fast'")
check.equal("is wrong usage", status, 2)

check.error("fields are checked", function()
  require "ludus".game { rules = "A { 1 } score { 1 }", budgte = 4 }
end, ("tests/lua/test_rules.lua:%d: ludus.game: unknown field 'budgte'; did you "
  .. "mean 'budget'?"):format(debug.getinfo(1, "l").currentline - 2))

-- ---- linear programs --------------------------------------------------------

local ship = require "ludus.battleship.rules"
local sea = { ship = {}, length = { 0, 3, 0, 0, 0, 0, 0, 0, 0 }, left = 1 }
for i = 1, 100 do sea.ship[i] = (i == 38 or i == 48 or i == 58) and 1 or 0 end
local guns = rules.game { rules = ship.text, blocks = ship.blocks, cases = { sea },
  budget = 5000, engine = "bytecode" }
local gun = guns:read("Targeting\nTarget\nShoot\nIfHit\nJump\nLocking\nVertDir\n"
  .. "MoveFwd\nShoot\nIfMiss\nJump\nSinking\nOppDir\nMoveFwd\nShoot\nJump")
local shot = guns:play(gun, 1)
check.equal("a linear program plays by rules", shot["end"], "done")
check.equal("and sinks the ship", shot.state.left, 0)
local e = require "ludus.core.evolve".new(rules.linear {}:species(guns), guns,
  { population = 50, seed = 1, threads = 2, cache = 0 })
e:start(false)
for _ = 1, 3 do
  e:step { select = { method = "tournament", param = 4, parsimony = false },
    elite = 1, vary = { { 0.7, "chunk", {} }, { 0.3, "mutate", {} } } }
end
check.ok("such programs evolve", e:stats().raw >= 100 - 100)
check.equal("what is printed is read", tostring(guns:read(e:text(1))), e:text(1))

-- ---- what score() gives is made when somebody looks at it --------------------------

local four = rules.game { cases = { {}, {}, {} }, repeats = true, budget = 6, max = 18,
  rules = [[ var n  UP cost 1 { n = n + 1 }  TWO(a, b) { b }
    done { n == 4 }  won { n > 3 }  score { n } ]] }
local both = four:read "(TWO (UP) (UP))"
local ALL = "adjusted cases done free max raw standardized steps timed_out won"

local function keys(t)
  local list = {}
  for key in pairs(t) do list[#list + 1] = key end
  table.sort(list)
  return table.concat(list, " ")
end

check.equal("all fields in a loop", keys(four:score(both)), ALL)
local one = four:score(both)
check.equal("it is a table", ("%s %s"):format(type(one), tostring(one):match "^%a+"),
  "table table")
check.equal("and no list", ("%d %s"):format(#one, one[1]), "0 nil")
for _ in ipairs(four:score(both)) do check.ok("nothing to go through", false) end
one = four:score(both)
check.equal("a field", ("%d %d %d %d %d %d"):format(one.raw, one.steps, one.free,
  one.done, one.won, one.timed_out), "12 18 0 3 3 0")
check.equal("then it is a table like any other", ("%s %s"):format(getmetatable(one),
  next(one) ~= nil), "nil true")
one = four:score(both)
one.raw, one.mine = 7, 8
check.equal("who sets a field keeps the others", keys(one),
  (ALL:gsub("max raw", "max mine raw")))
check.equal("and what was set", one.raw + one.mine, 15)
check.equal("a case at once", ("%d %d"):format(four:score(both).cases[2].raw,
  four:score(both).cases[1].steps), "4 6")
one = four:score(both).cases
check.equal("cases", ("%d %s %d %s"):format(#one, one[2]["end"], one[3].raw, one[4]),
  "3 done 4 nil")
local names = {}
for _, field in ipairs(require "ludus.repl.names".fields(four:score(both))) do
  names[#names + 1] = field.name
end
table.sort(names)
check.equal("Tab names the fields", table.concat(names, " "), ALL)
local short = rules.game { cases = { {}, {}, {}, {}, {} }, budget = 3, repeats = true,
  rules = "var n  UP cost 1 { n = n + 1 }  score { n }" }
one = short:score(short:read "(UP)")
check.equal("ends are counted apart", ("%d %d %s"):format(one.timed_out, one.done,
  one.won), "5 0 nil")

-- ---- docs/rules.md ----------------------------------------------------------------

local page = assert(io.open "docs/rules.md"):read "a"
local number = 0
for block in page:gmatch "```lua\n(.-)```" do
  number = number + 1
  local want = {}
  for text in block:gmatch "%-%-> ([^\n]*)" do
    want[#want + 1] = (text:gsub("%s+", " "))
  end
  local printed, errors = check.run("$LUDUS lua " .. write("block.lua", block))
  check.equal("block " .. number .. " of the page",
    ((printed .. errors):gsub("[ \t]+", " ")), table.concat(want, "\n") .. "\n")
end
check.ok("the page has blocks", number >= 3)

-- What programs see is declared like any variable.
for rules, words in pairs { ["input x, x  A { 1 } score { 1 }"] = "'x' is already declared",
  ["var x  input x  A { 1 } score { 1 }"] = "'x' is already declared",
  ["input 3  A { 1 } score { 1 }"] = "expected a name after 'var', found '3'" } do
  local ok, why = pcall(require "ludus".game, { rules = rules })
  check.ok(rules .. ": " .. words, not ok and tostring(why):find(words, 1, true))
end

os.execute("rm -r " .. folder)
return check.done()
