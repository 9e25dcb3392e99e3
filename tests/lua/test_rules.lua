-- Games of rules from Lua: messages point into the script, engines agree, the
-- number of threads changes nothing, the ant is the ant.

local check  = dofile "tests/lua/check.lua"
local rules  = require "ludus.rules"

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
  return folder .. "/" .. name
end

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
end

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
  { rules = "var x A { x ^ 2 } score { x }" }))):find(
  "found '^', which no rules have", 1, true))

-- ---- cases ------------------------------------------------------------------

local lights = rules.game { engine = "bytecode", max = 6,
  rules = "var x = 9 grid g[3, 2] A { 1 } score { x + g[2, 0] * 10 + g[0, 1] }",
  cases = { { x = 1 }, { g = "  #\n7" }, { g = { { 0, 0, 1 }, { 2, 0, 0 } } },
    { g = { 0, 0, 3, 4, 0, 0 } } } }
local s = lights:score(lights:read "(A)")
check.equal("first values", ("%d %d %d %d"):format(s.cases[1].raw, s.cases[2].raw,
  s.cases[3].raw, s.cases[4].raw), "1 26 21 43")
check.equal("the state at the end", lights:play(lights:read "(A)", 2).state.g[2][1],
  7)

-- ---- runs -------------------------------------------------------------------

local ant = write("ant.lua", [=[
local ludus = require "ludus"
local ant   = require "ludus.rules.ant"
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
  .. "native, bytecode, plain, got 'fast'")
check.equal("is wrong usage", status, 2)

check.error("fields are checked", function()
  require "ludus".game { rules = "A { 1 } score { 1 }", budgte = 4 }
end, ("tests/lua/test_rules.lua:%d: ludus.game: unknown field 'budgte'; did you "
  .. "mean 'budget'?"):format(debug.getinfo(1, "l").currentline - 2))

-- ---- linear programs --------------------------------------------------------

local ship = require "ludus.rules.battleship"
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

os.execute("rm -r " .. folder)
return check.done()
