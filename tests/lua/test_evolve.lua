-- test_evolve.lua -- plans, planting and lineages below what experiments check.
local check   = dofile "tests/lua/check.lua"
local bs      = require "ludus.battleship"
local evolve  = require "ludus.core.evolve"
local lineage = require "ludus.core.lineage"
local ludus   = require "ludus"
local mines   = require "ludus.minesweeper"

local game = mines.game {}
local function species(fields)
  local s = { adfs = {}, nodes = 60, depth = { 1, 3 }, max_depth = 5, method = "ramped" }
  for key, value in pairs(fields or {}) do s[key] = value end
  return game:species(s)
end
local trees = species()
local settings = { population = 10, seed = 1, threads = 1, cache = 0 }

local function begin()
  local e = evolve.new(trees, game, settings)
  e:start(false)
  return e
end

-- A step with these fields of the plan besides the right ones.
local function step(e, fields)
  local plan = { select = { method = "tournament", param = 4 }, elite = 0,
    vary = { { 1, "copy" } } }
  for key, value in pairs(fields) do plan[key] = value end
  return e:step(plan)
end

local function wrong(message, fields)
  check.refused(message, function() step(begin(), fields) end, message)
end

-- ---- the first programs -----------------------------------------------------------

for _, method in ipairs { "grow", "full", "ramped" } do
  for most = 1, 4 do
    local e = evolve.new(species { depth = { 1, 5 }, max_depth = most, method = method },
      game, { population = 100, seed = 1, threads = 1, cache = 0 })
    e:start(false)
    local deepest = 0
    for slot = 1, 100 do
      deepest = math.max(deepest, game:read(e:text(slot)):depth())
    end
    check.equal(("%s: at most %d levels"):format(method, most), deepest, most)
  end
end
check.refused("first programs that are too deep", function()
  ludus.experiment { game = game, program = ludus.tree { depth = { 4, 6 },
    max_depth = 3 } }
end, "ludus.experiment: field 'program': field 'depth': the first branches have 4 "
  .. "levels or more, but max_depth is 3")

local planted = evolve.new(species { depth = { 1, 2 }, max_depth = 2 }, game, settings)
planted:plant(1, "RPB (UNC 1)", "plant 1")
check.refused("a planted program that is too deep", function()
  planted:plant(1, "RPB (UNC (UNC (UNC 1)))", "plant 1")
end, "plant 1: RPB has 4 levels, but max_depth is 2")

-- ---- plans ------------------------------------------------------------------------

wrong("unknown selection 'roulet'", { select = { method = "roulet" } })
wrong("tournament: size must be 1 to 1000000, got 0",
  { select = { method = "tournament", param = 0 } })
check.ok("a size that is no number", not pcall(step, begin(),
  { select = { method = "tournament", param = 0/0 } }))
wrong("truncation: share must be 1e-09 to 1, got 1.5",
  { select = { method = "truncation", param = 1.5 } })
wrong("vary must list 1 to 16 operators, got none", { vary = {} })
local rows = {}
for i = 1, 16 do rows[i] = { 1, "copy" } end
step(begin(), { vary = rows })
rows[17] = { 1, "copy" }
wrong("vary has at most 16 steps, not 17", { vary = rows })
wrong("crossover: leaves must be 0.0 to 1.0, got 2.0",
  { vary = { { 1, "crossover", { leaves = 2 } } } })
wrong("no operator 'crosover' for tree programs; did you mean 'crossover'?",
  { vary = { { 1, "crosover" } } })
check.refused("a size of experiments, too", function() return ludus.tournament(0/0) end,
  "ludus.tournament: size must be 1 to 1000000, got " .. tostring(0/0))
for _, share in ipairs { -1, 0/0, math.huge } do
  check.refused("a share of " .. share, function()
    ludus.experiment { game = game, program = ludus.tree {},
      vary = { { share, ludus.copy } } }
  end, "ludus.experiment: field 'vary': expected rows { share, operator }, for instance "
    .. "{ 0.9, ludus.crossover }, got a table")
end

-- ---- operators in Lua -------------------------------------------------------------

local function all(e)
  local texts = {}
  for i = 1, settings.population do texts[i] = e:text(i) end
  return table.concat(texts)
end

-- What an operator makes of (NOT (NOT ... 1)), so many levels in all.
local function grown(levels)
  local e = begin()
  for i = 1, settings.population do e:plant(i, "RPB 1") end
  e:start(false)
  local text = "RPB " .. ("(NOT "):rep(levels - 1) .. "1" .. (")"):rep(levels - 1)
  step(e, { vary = { { 1, function() return game:read(text) end } } })
  return all(e)
end
check.equal("an operator's child within the limits", grown(5),
  ("RPB (NOT (NOT (NOT (NOT 1))))\n"):rep(10))
check.equal("one that is too deep leaves the mother", grown(6), ("RPB 1\n"):rep(10))
local e = begin()
local before = all(e)
step(e, { vary = { { 1, function(_, mother) return mother end } },
  select = { method = "truncation", param = 0.1 } })
check.ok("the mother is a child, too", before:find(e:text(1), 1, true))
wrong("the program is one of another game or shape\n  in operator 1 of 'vary'",
  { vary = { { 1, function() return ludus.parse "RPB (ADF0 1 2 3) ADF0 1" end } } })
wrong("an operator must give a program or nil, gave a number\n  in operator 1 of 'vary'",
  { vary = { { 1, function() return 5 end } } })
local guns = bs.game { cases = 2 }
local linear = evolve.new(guns:species(), guns, settings)
linear:start(false)

-- Operators in Lua for the other kinds of programs: what they give is the child, and
-- what breaks the limits, or nil, leaves the mother.
local ipd, vector = require "ludus.ipd", require "ludus.vector"
local prison = ipd.game { opponents = { "TFT", "AD" }, turns = 10 }
local four = vector.new { length = 4, max = 9 }
local five = vector.new { length = 5, max = 9 }
for _, row in ipairs {
  { "linear", linear, function(rng, mother) return mother:vary(rng, "replace") end },
  { "machine", evolve.new(ludus.machine { states = 4 }:species(prison), prison, settings),
    function() return ludus.machine.parse "c12 d20 d01" end },
  { "vector", evolve.new(four, nil, settings),
    function(_, mother, father) return four:of { mother[1], father[2], 7, 8 } end },
} do
  local kind, e, operator = table.unpack(row)
  local function bred(f)
    e:draw()
    local scores = {}
    for i = 1, settings.population do scores[i] = i end
    e:tell(scores)
    local plan = { select = { method = "uniform" }, vary = { { 1, f } } }
    e:settle(plan)
    local before = {}
    for i = 1, settings.population do before[tostring((e:member(i)))] = true end
    e:breed(plan)
    return e:pending(), before
  end
  local children, before = bred(operator)
  check.ok(kind .. ": children are programs", type(children[1]) == "userdata")
  check.ok(kind .. ": of the operator", not before[tostring(children[1])]
    or not before[tostring(children[2])] or not before[tostring(children[3])])
  children, before = bred(function() end)
  for i, child in ipairs(children) do
    check.ok(kind .. ": nothing leaves the mother " .. i, before[tostring(child)])
  end
  local ok, message = pcall(bred, function() return 5 end)
  check.ok(kind .. ": a program is wanted", not ok and message:find(
    "an operator must give a program or nil, gave a number\n  in operator 1 of 'vary'", 1,
    true))
  ok, message = pcall(bred, function() return ludus.parse "RPB (UNC 0)" end)
  check.ok(kind .. ": of that kind", not ok and message:find("expected, got", 1, true))
end
local vectors = evolve.new(four, nil, settings)
vectors:draw()
local mothers = {}
for i, p in ipairs(vectors:pending()) do mothers[tostring(p)] = i end
vectors:tell { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }
local longer = { select = { method = "uniform" },
  vary = { { 1, function() return five:of { 1, 2, 3, 4, 5 } end } } }
vectors:settle(longer)
vectors:breed(longer)
for _, p in ipairs(vectors:pending()) do
  check.ok("a vector of another length leaves the mother", mothers[tostring(p)])
end

-- ---- planting and lineages ----------------------------------------------------------

check.refused("planted programs are read", function() begin():plant(1, "RPB (UNC", "p") end,
  "p:1:9: the '(' of line 1, column 5 is not closed\n  RPB (UNC\n          ^")
check.refused("a game of another kind", function() evolve.new(trees, guns, settings) end,
  "battleship scores linear programs, not tree programs")
check.refused("at most 8 ADFs", function() species { adfs = { 1, 1, 1, 1, 1, 1, 1, 1, 1 } } end,
  "field 'adfs': at most 8 ADFs, got 9")
check.refused("of at most 8 arguments", function() species { adfs = { 8, 9 } } end,
  "field 'adfs': an ADF has 0 to 8 arguments, got 9")
check.ok("8 of 8 are fine", species { adfs = { 8, 8, 8, 8, 8, 8, 8, 8 } })

local first = { population = 2, seed = 1, plans = {},
  births = { [0] = ("\0"):rep(5) .. "\0\255" .. ("\0"):rep(3) .. "\1\0\0\255" } }
local function replay(generation, slot)
  return lineage.replay(trees, first, generation, slot)
end
check.refused("no generation before the first", function() replay(-1, 1) end,
  "there is no generation -1")
check.refused("no program behind the last", function() replay(0, 3) end,
  "there is no program 3")
check.equal("a random one", replay(0, 1)[1].operator, "random")
first.planted = { nil, "RPB (NOT 3)" }
local line = replay(0, 2)
check.equal("a planted one", line[1].operator .. " " .. line[1].text,
  "planted RPB (NOT 3)\n")
first.planted = { nil, "RPB (NOT" }
check.refused("that cannot be read", function() replay(0, 2) end, "(planted program):1:9: "
  .. "the '(' of line 1, column 5 is not closed\n  RPB (NOT\n          ^")

-- ---- subtrees -----------------------------------------------------------------------

local p = ludus.parse "RPB (PROGN (UNC 0) (MOV 3))"
check.equal("depths of subtrees", p:subtree(1):depth() .. p:subtree(2):depth()
  .. p:subtree(3):depth(), "321")
check.equal("sizes", p:subtree(1):size() .. p:subtree(2):size() .. p:subtree(3):size(),
  "521")

return check.done()
