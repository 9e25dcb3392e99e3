-- Games that exist twice, by rules and otherwise: equal on random programs.

local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local mines  = require "ludus.minesweeper"
local spec   = require "ludus.minesweeper.rules"
local words  = require "ludus.script.words"

-- `count` random programs of a game, as texts.
local function programs(game, kind, count, seed)
  local e = evolve.new(kind:species(game), game, { population = count, seed = seed,
    threads = 1, cache = 0 })
  e:start(false)
  local list = {}
  for i = 1, count do list[i] = e:text(i) end
  return list
end

-- Both games give the same score and steps for every program and case.
local function compare(name, a, b, list)
  local same, different = 0, nil
  for _, text in ipairs(list) do
    local p, q = a:read(text), b:read(text)
    local s, t = a:score(p), b:score(q)
    local equal = s.raw == t.raw and s.steps == t.steps
    for i, case in ipairs(s.cases) do
      equal = equal and case.raw == t.cases[i].raw and case.steps == t.cases[i].steps
    end
    if equal then same = same + 1 else different = different or text end
  end
  check.equal(name .. (different and ": " .. different or ""), same, #list)
end

local tree = words.tree { adfs = { 3, 2, 1 }, nodes = 120, depth = { 2, 6 } }
for _, engine in ipairs { "bytecode", "auto" } do
  local small = { rows = 4, cols = 3, mines = 2 }
  for _, size in ipairs { {}, small } do
    local game = mines.game(size)
    local list = programs(game, tree, 300, 5)
    for i, text in ipairs(list) do
      if not text:find "^ARITY" then list[i] = "ARITY 3 2 1\n" .. text end
    end
    compare(("minesweeper by rules, %s, %d x %d"):format(engine, size.rows or 6,
      size.cols or 6), game, spec.game { rows = size.rows, cols = size.cols,
      mines = size.mines, engine = engine }, list)
  end
end

-- The ant by rules, by Lua functions and by hand.

local ant  = require "ludus.ant.rules"
local santafe = require "ludus.santafe"
local hand = require "ludus.core.ant"
local functions = require "ludus.ant.bench.ant".functions()
local by_rules, cells = ant.game { engine = "bytecode" }, santafe.cells()
local ants = programs(by_rules, words.tree { nodes = 100, depth = { 1, 6 } }, 200, 9)
local same = 0
for _, text in ipairs(ants) do
  local p = by_rules:read(text)
  local s, t = by_rules:score(p), functions:score(functions:read(text))
  local nodes, eaten = hand.measure({ p }, cells, 400, 1)
  if s.raw == t.raw and s.steps == t.steps and s.raw == eaten
    and math.abs(nodes - s.steps - s.free) <= 1 then same = same + 1 end
end
check.equal("the ant by rules, by Lua functions and by hand", same, #ants)
local ludus = require "ludus"
for _, case in ipairs {
  { "RPB (UNC 0)", "'0' is not for ants" },
  { "RPB (ADF0 1 2 3) ADF0 1", "an ant's program has no ADFs" },
} do
  check.error("not by hand", function()
    hand.measure({ ludus.parse(case[1]) }, cells, 400, 1)
  end, case[2])
end

return check.done()
