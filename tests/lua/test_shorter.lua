-- test_shorter.lua -- ludus.simplify, the operator: what it writes shorter and what it
-- leaves, that programs score as before in every game of trees, what runs with it promise.

local check    = dofile "tests/lua/check.lua"
local promises = dofile "tests/lua/promises.lua"
local evolve   = require "ludus.core.evolve"
local ludus    = require "ludus"
local mines    = require "ludus.minesweeper"
local script   = require "ludus.script"

local function shorter(species, text)
  local child, new = evolve.vary(species, "simplify", {}, ludus.rng(1), text)
  return (child:gsub("%s+", " ")), new
end

-- What becomes of programs: text, text; the same text stays.
local function becomes(title, game, tree, rows)
  local species = tree:species(game)
  for i = 1, #rows, 2 do
    local got, new = shorter(species, rows[i])
    check.equal(title .. ": " .. rows[i], got, (tostring(game:read(rows[i + 1])):gsub("%s+", " ")))
    check.equal(title .. ": new? " .. rows[i], new, rows[i] ~= rows[i + 1])
  end
end

-- ---- a game of whole numbers that acts --------------------------------------------------

local wholes = {}
for i = 1, 6 do wholes[i] = { x = i * 3 - 7 } end
local acting = ludus.game { name = "acting", cases = wholes, budget = 100000, rules = [[
  var x = 3, n  grid g[4, 4]  constants 0 1 2 7 2147483647 -2147483648
  X { x }  N { n }  PUT(a) { n = n + a  a }  SET(a, b) { g[a, b] = n  b }  G(a, b) { g[a, b] }
  ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
  EQ(a, b) { a == b }  GT(a, b) { a > b }  LT(a, b) { a < b }  MORE(a, b) { b < a }
  AND(a, b) { a and b }  NOT(a) { not a }  RANDOM(a) { random(5) }
  IF(c, a, b) { if c { a } else { b } }  LATER(c, a?, b?) { if c { a } else { b } }
  PROG(a?, b?) { a b }  SECOND(a, b) { b }  TWICE(a?) { a a }
  ODD(a?, b?) { if n % 2 == 1 { a } else { b } }  EVEN(a, b) { if n % 2 == 0 { a } else { b } }
  score { n * 31 + value + g[1, 2] * 7 + g[0, 0] } ]] }
becomes("acting", acting, ludus.tree { nodes = 60 }, {
  "(SUB (X) (X))", "0",
  "(SUB (PUT 1) (PUT 1))", "(SUB (PUT 1) (PUT 1))",
  "(SUB (RANDOM 7) (RANDOM 7))", "(SUB (RANDOM 7) (RANDOM 7))",
  "(EQ (G 1 (X)) (G 1 (X)))", "1",
  "(ADD 0 (PUT 2))", "(PUT 2)",
  "(SUB (PUT 2) 0)", "(PUT 2)",
  "(SUB 0 (X))", "(SUB 0 (X))",
  "(MUL 0 (X))", "0",
  "(MUL 0 (PUT 1))", "(MUL 0 (PUT 1))",
  "(MUL (X) 1)", "(X)",
  "(ADD 2147483647 1)", "-2147483648",            -- it wraps at 32 bits
  "(ADD 1 2)", "(ADD 1 2)",                       -- 3 is none of the constants
  "(GT 2 (NOT 7))", "1",
  "(NOT (NOT (X)))", "(NOT (NOT (X)))",           -- of numbers that is not the number
  "(MORE (X) (X))", "(MORE (X) (X))",             -- not one of the forms that are known
  "(AND (X) 0)", "(AND (X) 0)",                   -- of numbers `and` is asked for nothing
  "(IF 1 (X) (PUT 1))", "(IF 1 (X) (PUT 1))",     -- both arguments are there before
  "(IF 1 (PUT 2) (X))", "(PUT 2)",
  "(LATER 0 (PUT 2) (X))", "(X)",
  "(LATER (PUT 1) (X) (X))", "(LATER (PUT 1) (X) (X))",
  "(LATER (X) (PUT 1) (PUT 1))", "(PUT 1)",
  "(LATER (X) (LATER (X) (PUT 1) (PUT 2)) 7)", "(LATER (X) (PUT 1) 7)",
  "(LATER (X) 7 (LATER (X) (PUT 1) (PUT 2)))", "(LATER (X) 7 (PUT 2))",
  "(LATER (X) (LATER (G 1 1) (PUT 1) 7) 7)", "(LATER (X) (LATER (G 1 1) (PUT 1) 7) 7)",
  "(ODD (ODD (PUT 1) 2) 7)", "(ODD (PUT 1) 7)",
  "(ODD (PROG (PUT 1) (ODD 1 2)) 7)", "(ODD (PROG (PUT 1) (ODD 1 2)) 7)",
  "(IF (N) (IF (N) 2 7) (PUT 1))", "(IF (N) 2 (PUT 1))",
  "(IF (N) (PUT 1) (IF (N) 2 7))", "(IF (N) (PUT 1) (IF (N) 2 7))",   -- asked when n is another
  "(EVEN (EVEN 2 7) (PUT 1))", "(EVEN (EVEN 2 7) (PUT 1))",
  "(EVEN (PUT 1) (EVEN 2 7))", "(EVEN (PUT 1) 7)",
  "(EVEN (X) (EVEN (X) 7))", "(EVEN (X) 7)",
  "(PROG (X) (PUT 1))", "(PUT 1)",
  "(PROG (PUT 1) (X))", "(PROG (PUT 1) (X))",
  "(SECOND (G 1 1) 7)", "7",
  "(TWICE 7)", "(TWICE 7)",
})
becomes("ADFs", acting, ludus.tree { nodes = 60, adfs = { 1, 0 } }, {
  "ARITY 1 0\nRPB (SECOND (ADF0 7) 2)\nADF0 (SUB ARG0 ARG0)\nADF1 (PUT 1)",
  "ARITY 1 0\nRPB 2\nADF0 0\nADF1 (PUT 1)",
  "ARITY 1 0\nRPB (SECOND (ADF0 7) 2)\nADF0 (ADF1)\nADF1 (PUT 1)",
  "ARITY 1 0\nRPB (SECOND (ADF0 7) 2)\nADF0 (ADF1)\nADF1 (PUT 1)",
})

-- ---- truth values: what was asked is known below ----------------------------------------

local rows = {}
for i = 0, 15 do
  rows[i + 1] = { p = i & 1 > 0, q = i & 2 > 0, r = i & 4 > 0, s = i & 8 > 0,
    want = i * 7 % 3 == 0 }
end
local truths = ludus.game { name = "truths", cases = rows, rules = [[
  input truth p, q, r, s  var truth want
  AND(a, b) { a and b }  OR(a, b) { a or b }  NOT(a) { not a }  EQ(a, b) { a == b }
  IF(t, a, b) { if t { a } else { b } }  score { value == want } ]] }
becomes("truths", truths, ludus.tree { nodes = 60 }, {
  "(NOT (NOT (p)))", "(p)",
  "(AND (p) (p))", "(p)",
  "(IF (p) (AND (q) (IF (p) (r) (s))) (IF (NOT (p)) (r) (s)))", "(IF (p) (AND (q) (r)) (r))",
  "(IF (NOT (p)) (AND (q) (IF (p) (r) (s))) (r))", "(IF (NOT (p)) (AND (q) (s)) (r))",
  "(AND (p) (OR (q) (p)))", "(p)",
  "(OR (p) (AND (p) (q)))", "(p)",
  "(OR (p) (AND (q) (NOT (p))))", "(OR (p) (q))",
  "(AND (OR (q) (p)) (p))", "(AND (OR (q) (p)) (p))",     -- only from left to right
  "(EQ (p) (p))", "(EQ (p) (p))",                         -- `true` is no constant here
})

-- ---- reals: only what keeps every bit -----------------------------------------------------

local points = {}
for i = 1, 9 do points[i] = { x = i - 5, y = i % 3 } end
local reals = ludus.game { name = "reals", cases = points, rules = [[
  input real x, y  constants 0 1 2  constants own -1.0 to 1.0
  ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }
  DIV(a, b) { if abs(b) < 0.1 { 1.0 } else { a / b } }  EXP(a) { exp(a) }
  LESS(real a, real b) { a < b }  EQ(real a, real b) { a == b }
  NOT(truth a) { not a }  OR(truth a, truth b) { a or b }
  IF(truth c, a, b) { if c { a } else { b } }  score { value } ]] }
becomes("reals", reals, ludus.tree { nodes = 60 }, {
  "(SUB (x) (x))", "(SUB (x) (x))",               -- infinite less infinite is no 0
  "(ADD (x) 0)", "(ADD (x) 0)",                   -- -0 + 0 is 0
  "(SUB (x) 0)", "(x)",
  "(MUL 1 (ADD (x) 0.25))", "(ADD (x) 0.25)",
  "(IF (LESS (x) (y)) (IF (LESS (x) (y)) 0.5 0.25) 0.75)", "(IF (LESS (x) (y)) 0.5 0.75)",
})

-- ---- every game of trees scores as before ----------------------------------------------

local games = {
  { "acting", acting, ludus.tree { nodes = 150, depth = { 2, 6 }, adfs = { 2, 1 } } },
  { "truths", truths, ludus.tree { nodes = 150, depth = { 2, 7 } } },
  { "reals", reals, ludus.tree { nodes = 150, depth = { 2, 7 }, adfs = { 2 } } },
  { "Minesweeper", mines.game {}, ludus.tree { adfs = { 3, 2, 1 }, depth = { 2, 6 } } },
  { "where tests are positive", mines.game { truth = "positive" },
    ludus.tree { depth = { 2, 6 } } },
  { "where tests are 1", mines.game { truth = "one" }, ludus.tree { depth = { 2, 6 } } },
  { "Minesweeper by rules", require "ludus.minesweeper.rules".game {},
    ludus.tree { adfs = { 3, 2, 1 }, depth = { 2, 6 } } },
  { "an ant by rules", ludus.game { rules = require "ludus.ant.rules".text, cases = { { x = 1 } },
    budget = 100000 }, ludus.tree { nodes = 150, depth = { 2, 7 } } },
}
for _, row in ipairs(games) do
  local name, game, species = row[1], row[2], row[3]:species(row[2])
  local rng, changed, wrong = ludus.rng(7), 0, nil
  for _ = 1, 200 do
    local before = evolve.random(species, rng)
    local after, new = evolve.vary(species, "simplify", {}, rng, before)
    local old, now = game:score(game:read(before)), game:score(game:read(after))
    local again = evolve.vary(species, "simplify", {}, rng, after)
    changed = changed + (new and 1 or 0)
    if old.raw ~= now.raw or now.steps > old.steps or new == (before == after)
      or again ~= after then wrong = before end
  end
  check.equal(name .. ": programs score as before, in no more steps", wrong, nil)
  check.ok(name .. ": some become shorter", changed > 8)
end

-- ---- runs, and who is refused ------------------------------------------------------------

promises.games.kinds = { [[ludus.game { max = 3,
  cases = { { x = true, y = true }, { x = false, y = true }, { x = true, y = false } },
  rules = "input truth x, y  AND(a, b) { a and b } OR(a, b) { a or b } NOT(a) { not a } "
    .. "score { value == (x and not y) }" }]], "ludus.tree { nodes = 60, adfs = { 1 } }" }
promises.kept(check, "kinds", [[elite = 1, vary = { { 0.5, ludus.crossover },
  { 0.2, ludus.subtree }, { 0.3, ludus.simplify } }]])

local folder, write = check.folder()
local path = write("functions.lua", [=[local ludus = require "ludus"
return ludus.experiment { program = ludus.tree {}, vary = { { 1, ludus.simplify } },
  game = ludus.game { name = "functions", cases = 1, constants = { 1 },
    primitives = { ADD = { 2, function(_, a, b) return a + b end } },
    score = function(_, value) return value end } }
]=])
local _, why = pcall(script.load, path)
check.equal("functions are refused", why, path .. ":2: ludus.experiment: field 'vary': simplify: "
  .. "what primitives in Lua do is not known: state them as rules")
os.execute("rm -r " .. folder)

-- Where memory runs out while a program is taken apart it is told: what would be left out
-- is left out without a word.
local function starves(title, library, name, f)
  local kept = library[name]
  library[name] = function() error("not enough memory", 0) end
  check.error("without memory: " .. title, f, "not enough memory")
  library[name] = kept
end
local lines = require "ludus.inspect.lines"
starves("fresh boards", require "ludus.script.recipes", "again", function()
  require("ludus.minesweeper.trace").fresh(mines.game {}, 300, 1)
end)
starves("a line less", lines, "without", function()
  lines.shorten(ludus.read "scripts/programs/battleship-figure8.lgp", function() return true end)
end)
starves("a child", evolve, "vary", function()
  ludus.read("scripts/programs/quartetti-best.gp"):distil(mines.game {}, { trials = 3 })
end)
return check.done()
