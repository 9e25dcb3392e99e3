-- Constants of programs' own: drawn, nudged, tuned, printed to the bit.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"

local folder, write = check.folder()

-- A game of one variable whose goal is that program's value.
local RULES = [[
  input real x  var real y  constants own -3.0 to 3.0
  ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
  DIV(a, b) { if abs(b) < 0.001 { 1 } else { a / b } }  OVER(a, b) { a / b }
  MIN(a, b) { min(a, b) }  MAX(a, b) { max(a, b) }  ABS(a) { abs(a) }  NEG(a) { -a }
  SQRT(a) { sqrt(a) }  EXP(a) { exp(a) }  LOG(a) { log(a) }  SIN(a) { sin(a) }
  COS(a) { cos(a) }  TANH(a) { tanh(a) }  LESS(a, b) { a < b }
  IF(truth c, a, b) { if c { a } else { b } }
]]
local SQUARE = "score { (value - y) * (value - y) }"

local function points(goal)
  local cases = {}
  for i = 1, 90 do cases[i] = { x = i / 30, y = 0.0 } end
  if not goal then return cases end
  local g = ludus.game { rules = RULES .. "score { value + 0 * y }", cases = cases }
  for i, case in ipairs(g:score(g:read(goal)).cases) do cases[i].y = case.raw end
  return cases
end

local function game(goal, score, engine)
  return ludus.game { rules = RULES .. (score or SQUARE), cases = points(goal),
    minimise = true, engine = engine }
end

-- ---- very many ------------------------------------------------------------------------

-- A population has more constants than are put together at once; its programs are scored
-- as each of them alone.
do
  local evolve, plans = require "ludus.core.evolve", require "ludus.script.plan"
  local e = ludus.experiment { game = game "(MUL 2.5 (x))", population = 512,
    program = ludus.tree { nodes = 100, depth = { 4, 7 } } }
  local all = evolve.new(e.species, e.game, { population = 512, seed = 4, threads = 1,
    cache = 8 })
  all:start(false, plans.make(e))
  local plain, numbers, differ, count = game("(MUL 2.5 (x))", nil, "plain"), {}, 0, 0
  for slot = 1, 512 do
    local text = all:text(slot)
    for number in text:gmatch "%-?%d[%w.+-]*" do
      if not numbers[number] then numbers[number], count = true, count + 1 end
    end
    if plain:score(plain:read(text)).raw ~= all:score(slot).raw then differ = differ + 1 end
  end
  check.ok("more constants than fit: " .. count, count > 600)
  check.equal("scored as alone", differ, 0)
end

-- ---- tuning -------------------------------------------------------------------------

-- { the goal, where tuning begins }: each operation has its derivative.
local models = {
  { "(ADD (MUL 2.5 (x)) 1.25)", "(ADD (MUL 1 (x)) 0)" },
  { "(SUB (NEG (MUL 2.5 (x))) 0.75)", "(SUB (NEG (MUL 1 (x))) 0.1)" },
  { "(DIV 2.5 (ADD (x) 1.25))", "(DIV 2 (ADD (x) 1))" },
  { "(OVER (x) (ADD 2.5 (MUL 0.75 (x))))", "(OVER (x) (ADD 2 (MUL 1 (x))))" },
  { "(EXP (MUL -0.75 (x)))", "(EXP (MUL -0.5 (x)))" },
  { "(LOG (ADD 0.5 (MUL 2.5 (x))))", "(LOG (ADD 1 (MUL 2 (x))))" },
  { "(SIN (MUL 1.25 (x)))", "(SIN (MUL 1.1 (x)))" },
  { "(COS (ADD (x) 0.75))", "(COS (ADD (x) 0.5))" },
  { "(TANH (MUL 0.75 (x)))", "(TANH (MUL 0.5 (x)))" },
  { "(SQRT (ADD 2.5 (x)))", "(SQRT (ADD 2 (x)))" },
  { "(ABS (SUB (x) 1.25))", "(ABS (SUB (x) 1.3))" },
  { "(MIN (MUL 0.75 (x)) (SUB 2.5 (x)))", "(MIN (MUL 0.7 (x)) (SUB 2.4 (x)))" },
  { "(MAX (MUL 0.75 (x)) (SUB 2.5 (x)))", "(MAX (MUL 0.7 (x)) (SUB 2.4 (x)))" },
  { "(IF (LESS (x) 1.25) (MUL 2.5 (x)) 0.75)", "(IF (LESS (x) 1.25) (MUL 2 (x)) 0.5)" },
}
for _, model in ipairs(models) do
  local g = game(model[1])
  local tuned = g:tune(g:read(model[2]), 30)
  check.ok(("%s is found"):format(model[1]), g:score(tuned).raw < 1e-20)
  local by_abs = game(model[1], "score { abs(value - y) }")
  check.ok("also where sizes are added up",
    by_abs:score(by_abs:tune(by_abs:read(model[2]), 30)).raw < 1e-8)
end

local g = game(models[1][1])
local start = g:read(models[1][2])
local plain = game(models[1][1], nil, "plain")
check.ok("a line is found in few steps", g:score(g:tune(start, 4)).raw < 1e-25)
check.equal("the program itself stays", tostring(start), "RPB (ADD (MUL 1 (x)) 0)\n")
check.equal("without constants there is nothing to tune",
  tostring(g:tune(g:read "(ADD (x) (x))")), "RPB (ADD (x) (x))\n")
check.ok("it never becomes worse",
  g:score(g:tune(g:read "(LOG (MUL -1 (x)))")).raw
    == g:score(g:read "(LOG (MUL -1 (x)))").raw)
check.refused("steps are counted", function() g:tune(start, 0) end,
  "bad argument #2 to 'tune' (must be 1 to 1000)")
check.refused("so many at most", function() g:tune(start, 1001) end,
  "bad argument #2 to 'tune' (must be 1 to 1000)")
check.refused("lines have no constants to tune", function()
  local lines = ludus.game { blocks = { { "Main", 4 } }, rules = "var x  Inc { x = x + 1 } "
    .. "score { x }" }
  lines:tune(lines:read "Main (1/4)\nInc", 3)
end, "calling 'tune' on bad self (is no game of trees)")
check.refused("the engine must be that of columns", function()
  plain:tune(plain:read "(x)")
end, "only pure rules can be tuned, on columns")
check.refused("there must be a residual", function()
  local other = game(nil, "score { value + y }")
  other:tune(other:read "(x)")
end, "the score is neither the square nor the size of a difference")
check.refused("and constants", function()
  local none = ludus.game { rules = "input real x ADD(a, b) { a + b } score { abs(value) }" }
  none:tune(none:read "(x)")
end, "programs have no constants of their own: see 'constants own'")

-- ---- scaling ------------------------------------------------------------------------

local function parabola(more)
  local cases = {}
  for i = 1, 40 do cases[i] = { x = i / 10, y = 3.25 * (i / 10) ^ 2 - 1.75 } end
  return ludus.game { cases = cases, minimise = true, rules = [[
    input real x  var real y  ADD(a, b) { a + b }  MUL(a, b) { b * a }
    SQ(a) { a * a }  ]] .. (more or "constants own 0.0 spread 2.0") .. [[
    score { (value - y) * (value - y) } ]] }
end
local curve = parabola()
local function rounded(p)
  return (tostring(p):gsub("-?%d+%.%d+", function(n) return ("%.6g"):format(n) end))
end
local scaled = curve:scale(curve:read "(SQ (x))")
check.equal("a program is scaled by numbers of its own", rounded(scaled),
  "RPB (ADD -1.75 (MUL 3.25 (SQ (x))))\n")
check.ok("which fit", curve:score(scaled).raw < 1e-20)
check.equal("and not twice", rounded(curve:scale(scaled)), rounded(scaled))
local pair = curve:read("ARITY 1\nRPB (ADF0 (x))\nADF0 (SQ ARG0)\n")
check.equal("calls are scaled, too", rounded(curve:scale(pair)),
  "ARITY 1\nRPB (ADD -1.75 (MUL 3.25 (ADF0 (x))))\nADF0 (SQ (ARG0))\n")
local function many(count)
  local text = "(x)"
  for i = 1, count do text = ("(ADD %.17g %s)"):format(i / 7, text) end
  return curve:read(text)
end
check.equal("where there is room for two numbers",
  tostring(curve:scale(many(14), 1)):match "^RPB %(ADD %S+ %(MUL", "RPB (ADD " ..
    tostring(curve:scale(many(14), 1)):match "ADD (%S+)" .. " (MUL")
check.equal("and else not", select(2, tostring(curve:scale(many(15), 1)):gsub("MUL", "")), 0)
check.refused("without constants of their own programs stay", function()
  local fixed = parabola "constants 2"
  fixed:scale(fixed:read "(x)")
end, "programs have no constants of their own: see 'constants own'")
check.refused("it takes a sum and a product", function()
  local bare = ludus.game { rules =
    "input real x constants own 0.0 to 1.0 NEG(a) { -a } score { abs(value) }" }
  bare:scale(bare:read "(x)")
end, "only programs of pure rules are scaled, with a primitive that adds and one that "
  .. "multiplies")
check.refused("steps are counted here, too", function() curve:scale(scaled, 1001) end,
  "bad argument #2 to 'scale' (must be 1 to 1000)")

-- ---- simplifying --------------------------------------------------------------------

local function simple(g, text)
  return (tostring(g:read(text):simplify(g).program):gsub("\n", ""))
end
check.equal("what is made of numbers becomes one", simple(curve,
  "(ADD (MUL 2.5 (ADD 0.25 0.5)) (x))"), "RPB (ADD 1.875 (x))")
check.equal("to the bit", simple(curve, "(ADD (ADD 0.1 0.2) (x))"),
  "RPB (ADD 0.30000000000000004 (x))")
local fixed = parabola "constants 1 DIV(a, b) { if b == 0 { 1 } else { a / b } }"
check.equal("a quotient of equals is one", simple(fixed, "(ADD (DIV (x) (x)) (x))"),
  "RPB (ADD 1 (x))")
check.equal("what is no constant of the game stays", simple(fixed, "(MUL (x) (ADD 1 1))"),
  "RPB (MUL (x) (ADD 1 1))")

-- ---- reading ------------------------------------------------------------------------

local odd = g:read "(ADD 0.1 (MUL 1e-310 (ADD 0.1 -0.30000000000000004)))"
check.equal("numbers are printed to the bit", tostring(odd),
  "RPB (ADD 0.1 (MUL 9.99999999999997e-311 (ADD 0.1 -0.30000000000000004)))\n")
check.equal("a part has its numbers", tostring(odd:subtree(3)),
  "(MUL 9.99999999999997e-311 (ADD 0.1 -0.30000000000000004))")
check.equal("and takes them along",
  tostring(g:read "(ADD 7 (x))":graft(3, odd:subtree(5))),
  "RPB (ADD 7 (ADD 0.1 -0.30000000000000004))\n")
check.equal("a node tells its number", odd:node(2).name, "0.1")

for text, message in pairs {
  ["constants own 1.0 to -1.0"] = "expected the lesser number first",
  ["constants own 1.0 spread 0.0"] = "expected a spread above 0",
  ["constants own 1.0 2.0"] = "expected 'to' or 'spread', found '2.0'",
  ["constants own 0.0 to 1.0 constants own 0.0 to 1.0"] = "'constants own' is there twice",
} do
  local _, why = pcall(ludus.game, { rules = "input real x " .. text
    .. " ADD(a, b) { a + b } score { value }" })
  check.equal(text .. " is refused", why:match ":%d+:%d+: ([^\n]*)", message)
end

-- ---- evolving -----------------------------------------------------------------------

local script = write("own.lua", [=[
local ludus = require "ludus"
local cases = {}
for i = 1, 40 do local x = i / 10 cases[i] = { x = x, y = 3.3 * x * x - 1.7 * x } end
local game = ludus.game { cases = cases, minimise = true, rules = [[
  input real x  var real y  constants own 0.0 spread 2.0
  ADD(a, b) { a + b }  MUL(a, b) { a * b }
  score { (value - y) * (value - y) } ]] }
local function tuned(_, mother) return game:tune(mother, 3) end
return ludus.experiment { game = game, program = ludus.tree { nodes = 30 },
  population = 150, generations = 12,
  vary = { { 0.5, ludus.crossover }, { 0.2, ludus.nudge }, { 0.1, ludus.subtree },
    { 0.1, ludus.point }, { 0.1, tuned } } }
]=])
local function run(options)
  local out, err = check.run(("$LUDUS run %s --quiet --json %s"):format(script, options))
  return out:match '"digest":"(%x+)"' or out .. err, tonumber(out:match '"raw":([%d.e+-]+)')
end
local first, raw = run "--threads 1"
check.ok("a run has a digest", first:find "^%x+$")
check.ok("and finds constants", raw and raw < 1e-6)
check.equal("the same with two threads", (run "--threads 2"), first)

-- What insert puts above a program leaves its numbers as they are; new ones are drawn.
local inserting = write("insert.lua", [=[
local ludus = require "ludus"
local game = ludus.game { cases = { { x = 1, y = 2 } }, minimise = true, rules = [[
  input real x  var real y  constants own 0.0 spread 2.0
  ADD(a, b) { a + b }  MUL(a, b) { a * b }  score { (value - y) * (value - y) } ]] }
local texts = {}
for i = 1, 40 do texts[i] = "RPB (MUL x 7.25)" end
return ludus.experiment { game = game, program = ludus.tree { nodes = 30 }, plant = texts,
  population = 40, generations = 2, solved = ludus.never, vary = { { 1, ludus.insert } },
  report = function(run)
    local pop, kept, drawn = run:population(), 0, 0
    for slot = 1, #pop do
      local text = tostring(pop[slot])
      if #pop[slot] > 3 and text:find("7.25", 1, true) then kept = kept + 1 end
      if text:gsub("7%.25", ""):find "%d%.%d" then drawn = drawn + 1 end
    end
    print("kept", #pop, kept, drawn > 5)
  end }
]=])
local out, err = check.run("$LUDUS run " .. inserting)
check.equal("insert keeps a program's numbers", (out .. err):match "kept[^\n]*", "kept\t40\t40\ttrue")

os.execute("rm -r " .. folder)
return check.done()
