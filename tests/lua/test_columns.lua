-- Pure rules from Lua: the engine that plays them, the bits of Lua functions, the
-- same run with any number of threads and any engine.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"

local folder, write = check.folder()

local rng, cases = ludus.rng(5), {}
for i = 1, 150 do
  local x, z = rng:real() * 8 - 4, rng:real() * 8 - 4
  if i % 10 == 0 then z = 0.0 end
  cases[i] = { x = x, z = z, y = x * x - z / 3 }
end

local text = [[
  input real x, z  var real y  constants 1 0.5
  ADD(a, b) { a + b }  MUL(a, b) { a * b }
  DIV(a, b) { if b == 0 { 1 } else { a / b } }
  EXP(a) { exp(a) }  LOG(a) { log(abs(a)) }  SIN(a) { sin(a) }
  SQRT(a) { sqrt(abs(a)) }  TANH(a) { tanh(a) }
  score { abs(value - y) }
  won { abs(value - y) < 0.5 }
]]
local function rules(engine)
  return ludus.game { rules = text, cases = cases, minimise = true, engine = engine }
end

local m = ludus.math
local functions = ludus.game { cases = cases, minimise = true, constants = { 1, 0.5 },
  primitives = {
    x = { 0, function(case) return case.x end }, z = { 0, function(case) return case.z end },
    ADD = { 2, function(_, a, b) return a + b end },
    MUL = { 2, function(_, a, b) return a * b end },
    DIV = { 2, function(_, a, b) if b == 0 then return 1.0 end return a / b end },
    EXP = { 1, function(_, a) return m.exp(a) end },
    LOG = { 1, function(_, a) return m.log(math.abs(a)) end },
    SIN = { 1, function(_, a) return m.sin(a) end },
    SQRT = { 1, function(_, a) return m.sqrt(math.abs(a)) end },
    TANH = { 1, function(_, a) return m.tanh(a) end },
  },
  score = function(case, value) return math.abs(value - case.y) end,
  won = function(case, value) return math.abs(value - case.y) < 0.5 end }

local columns, plain = rules "auto", rules "plain"
check.equal("pure rules are columns", columns:engine(), "columns")
check.equal("unless one wants the reference", plain:engine(), "plain")

local programs = { "(ADD (x) (MUL (x) 0.5))", "(DIV (EXP (x)) (z))",
  "(SIN (ADD (LOG (x)) (SQRT (z))))", "(TANH (MUL (x) (z)))",
  "(EXP (EXP (EXP (EXP (x)))))", "(LOG (DIV (z) (x)))" }
local wrong = 0
for _, program in ipairs(programs) do
  local a, b = columns:score(columns:read(program)), plain:score(plain:read(program))
  local c = functions:score(functions:read(program))
  if a.raw ~= b.raw or a.raw ~= c.raw or a.won ~= b.won or a.steps ~= b.steps then
    wrong = wrong + 1
  end
  for i = 1, #cases do
    if a.cases[i].raw ~= b.cases[i].raw or a.cases[i].raw ~= c.cases[i].raw then
      wrong = wrong + 1
    end
  end
end
check.equal("columns, the reference and Lua functions agree to the bit", wrong, 0)

local broken = ludus.game { rules = [[ input real x
  BAD { 0.0 / 0 }  score { value } ]], minimise = true, cases = { { x = 1 } } }
check.equal("no number is as bad as can be", broken:score(broken:read "(BAD)").raw, 1e30)

-- What is no number, infinite or beyond 1e30 is the worst, of either sign, whether less
-- or more is better, whoever plays.
local wild = [[ input real x  NAN { 0.0 / 0 }  INF { 1.0 / 0 }  LOW { -1.0 / 0 }
  HUGE { 1e31 }  DEEP { -1e31 }  MOST { 1e30 }  LEAST { -1e30 }  score { value } ]]
local as_lua = {
  NAN = { 0, function() return 0 / 0 end },
  INF = { 0, function() return 1 / 0 end },
  LOW = { 0, function() return -1 / 0 end },
  HUGE = { 0, function() return 1e31 end },
  DEEP = { 0, function() return -1e31 end },
  MOST = { 0, function() return 1e30 end },
  LEAST = { 0, function() return -1e30 end },
}
local names = { "NAN", "INF", "LOW", "HUGE", "DEEP", "MOST", "LEAST" }
local errors = { table.unpack(names, 1, 6) }         -- Lua games have none below 0
for _, minimise in ipairs { false, true } do
  local worst = minimise and 1e30 or -1e30
  local want = { worst, worst, worst, worst, worst, 1e30, not minimise and -1e30 or nil }
  local lua = ludus.game { primitives = as_lua, cases = { {}, {} }, minimise = minimise,
    score = function(_, value) return value end }
  local players = { lua = lua }
  for _, engine in ipairs { "plain", "columns" } do
    players[engine] = ludus.game { rules = wild, minimise = minimise, engine = engine,
      cases = { { x = 1 }, { x = 2 } } }
  end
  for who, game in pairs(players) do
    local got = {}
    for i, name in ipairs(minimise and errors or names) do
      got[i] = game:score(game:read("(" .. name .. ")")).cases[2].raw
    end
    check.equal(("wild scores of %s, minimise = %s"):format(who, minimise),
      table.concat(got, " "), table.concat(want, " "))
  end
end

-- ---- runs -----------------------------------------------------------------------------

local script = write("line.lua", [=[
local ludus = require "ludus"
local cases = {}
for i = 1, 70 do cases[i] = { x = i / 10, y = i / 10 * (i / 10) - 1 } end
return ludus.experiment {
  game = ludus.game { cases = cases, minimise = true, rules = [[
    input real x  var real y  constants -1.0 to 1.0
    ADD(a, b) { a + b }  MUL(a, b) { a * b }  DIV(a, b) { if b == 0 { 1 } else { a / b } }
    LESS(a, b) { a < b }  IF(truth c, a, b) { if c { a } else { b } }
    score { abs(value - y) }  won { abs(value - y) < 0.01 } ]] },
  program = ludus.tree { nodes = 60, adfs = { 2 } },
  population = 100, generations = 8,
}
]=])
local function digest(options)
  local out, err = check.run(("$LUDUS run %s --quiet --json %s"):format(script, options))
  return out:match '"digest":"(%x+)"' or out .. err
end
local first = digest "--threads 1"
check.ok("a run has a digest", first:find "^%x+$")
for _, options in ipairs { "--threads 2", "--threads 3 --rules plain",
  "--threads 1 --rules columns" } do
  check.equal("the same run with " .. options, digest(options), first)
end

-- ---- scores: the list of cases is made when it is looked at -------------------------

local function scored() return columns:score(columns:read(programs[1])) end
local want = {}
for i, case in ipairs(scored().cases) do want[i] = case.raw end
check.equal("ipairs sees every case", #want, #cases)
check.equal("so does #", #scored().cases, #cases)
local seen = 0
for i, case in pairs(scored().cases) do
  if math.type(i) == "integer" and case.raw == want[i] then seen = seen + 1 end
end
check.equal("and pairs, which sees nothing else", seen, #cases)
check.equal("table.unpack takes them", select("#", table.unpack(scored().cases)), #cases)
local changed = scored().cases
changed[1] = "mine"
check.ok("a case may be written over", changed[1] == "mine" and changed[2].raw == want[2])
check.equal("then it is a list like any other", getmetatable(changed), nil)
check.equal("JSON has it",
  select(2, require "ludus.json".encode(scored()):gsub('"raw"', "")), #cases + 1)

local points = scored()
local raw = points.raw
check.ok("the points are there before the rest", math.type(raw) and points.raw == raw)
check.equal("which is there then", points.steps > 0 and #points.cases, #cases)
check.equal("and says the same", points.raw, raw)
points = scored()
points.raw = "mine"
check.ok("they may be written over", points.raw == "mine" and points.steps > 0)

-- What a score is made of later is its program's own game, or another one that reads it.
local other = ludus.game { minimise = true, cases = { { x = 1, y = 3 }, { x = 4, y = 5 } },
  rules = [[ input real x  var real y  ADD(a, b) { a + b }
    score { abs(value - y) }  won { value == 8 } ]] }
local mine = ludus.game { minimise = true, cases = { { x = 2, y = 7 } },
  rules = "input real x var real y ADD(a, b) { a + b } score { y - value }" }
local sum = mine:read "(ADD (x) (x))"
local late, guest = mine:score(sum), other:score(sum)
mine, sum = nil, nil
collectgarbage()
collectgarbage()
check.equal("of its own game, which is no longer held",
  late.raw .. " " .. late.steps .. " " .. tostring(late.won) .. " " .. #late.cases, "3 3 nil 1")
check.equal("of a game that reads it, with more to tell", guest.raw .. " " .. guest.steps
  .. " " .. guest.won .. " " .. guest.cases[2].raw, "4 6 1 3")

local trees = {}
for i, program in ipairs(programs) do trees[i] = columns:read(program) end
trees[#trees + 1] = columns:read "ARITY 1\nRPB (ADF0 (x))\nADF0 (MUL ARG0 ARG0)"
trees[#trees + 1] = columns:read(programs[1])
local together, alone = columns:scores(trees), {}
for i, tree in ipairs(trees) do alone[i] = columns:score(tree).raw end
check.equal("many programs have the scores of each", table.concat(together, " "),
  table.concat(alone, " "))
check.equal("none have none", #columns:scores {}, 0)
check.refused("scores takes a list", function() columns:scores(5) end,
  "bad argument #1 to 'scores' (table expected, got number)")
check.refused("of programs", function() columns:scores { trees[1], 5 } end,
  "program 2 of the list is no tree but a number")

local counter = write("counter.lua", [=[
local game = require "ludus.rules".game { engine = "columns",
  rules = "var n A { n = n + 1 } score { n }" }
print(game:engine(), game:score(game:read "(A)").raw)
]=])
local out, err = check.run("$LUDUS lua " .. counter)
check.equal("rules that act are played otherwise", out, "bytecode\t1\n")
check.equal("and it is said why", err, "rules: bytecode instead of columns: these rules "
  .. "cannot be columns: programs give whole numbers\n")

os.execute("rm -r " .. folder)
return check.done()
