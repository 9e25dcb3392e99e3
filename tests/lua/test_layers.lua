-- test_layers.lua -- layers of age: what every run promises, for every kind of program; ages,
-- limits and new blood told again from births; what is shown; and layers that make no sense.

local check     = dofile "tests/lua/check.lua"
local promises  = dofile "tests/lua/promises.lua"
local evolve    = require "ludus.core.evolve"
local functions = require "ludus.functions"
local ludus     = require "ludus"
local plans     = require "ludus.script.plan"
local folder    = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end

local _, file = promises.kept(check, "tree", "layers = { 3, gap = 2 }, elite = 1")
promises.kept(check, "linear", [[layers = { 4, gap = 2, growth = "linear" }, elite = 2,
  select = ludus.lexicase, distinct = 2]])
promises.kept(check, "machine", [[layers = { 3, gap = 3, growth = "fibonacci" }, brood = {
  { children = 6, "crossover", "flip" }, { children = 5, "add" } }, scheme = "comma"]])
promises.kept(check, "vector", [[layers = { 2, gap = 4, growth = "exponential" }, elite = 1,
  select = ludus.tournament(2, { near = 3 })]])

-- A schedule turns them on, changes them, and turns them off.
promises.kept(check, "tree", [[elite = 1, schedule = function(run)
  run:evolve(2)
  run:set { layers = { 3, gap = 2 } }
  run:evolve(3)
  run:set { layers = { 2, gap = 1 } }
  run:evolve(2)
  run:set { layers = false }
  run:evolve(1)
end]])

-- ---- the plain rule ----------------------------------------------------------------------

local FIRST, KEPT = 255, 254          -- as births are packed

local function births_of(engine, count)
  local bytes = engine:births()
  local wide, list = #bytes // count, {}
  for i = 1, count do
    local at = (i - 1) * wide + 1
    list[i] = { mother = (string.unpack("<I3", bytes, at)) + 1,
      father = (string.unpack("<I3", bytes, at + 3)) + 1, vary = bytes:byte(at + 6) }
  end
  return list
end

local growths = {
  linear = function(i) return i end,
  fibonacci = function(i) return ({ 1, 2, 3, 5, 8, 13 })[i] end,
  polynomial = function(i) return i < 3 and i or (i - 1) ^ 2 end,
  exponential = function(i) return 2 ^ (i - 1) end,
}

-- Follows a population of 60 and tells how often programs moved up and layers were drawn
-- anew; all that layers promise is checked on the way.
local function follow(name, layers, gap, growth, generations)
  local COUNT = 60
  local e = ludus.experiment { game = functions.game "trap", population = COUNT, elite = 1,
    program = ludus.vector { type = "bits", length = 40 }, select = ludus.tournament(3),
    vary = { { 0.6, ludus.twopoint }, { 0.4, ludus.flip } },
    layers = { layers, gap = gap, growth = growth } }
  local plan = plans.make(e)
  local engine = evolve.new(e.species, e.game, { population = COUNT, seed = 3, threads = 2, cache = 0 })
  engine:start(false, plan)
  local size = COUNT // layers
  local function layer_of(place) return (place - 1) // size + 1 end
  local function limit(layer)
    return layer == layers and math.huge or gap * growths[growth](layer)
  end
  local since, moved, renewed, below = {}, 0, 0, 0
  for i = 1, COUNT do since[i] = 0 end
  local function is_old(place, layer, g) return g + 1 - since[place] >= limit(layer) end
  for g = 1, generations do
    local old, all_old = {}, {}
    for i = 1, COUNT do
      local layer = layer_of(i)
      old[i] = is_old(i, layer, g - 1)
      if all_old[layer] == nil then all_old[layer] = true end
      all_old[layer] = all_old[layer] and old[i]
    end
    engine:step(plan)
    local births, before = births_of(engine, COUNT), since
    since = {}
    local arrived = {}
    for i, b in ipairs(births) do
      if b.vary == FIRST then
        since[i] = g
        check.ok(name .. ": drawn in time and below", g % gap == 0
          and (layer_of(i) == 1 or gap == 1))
        renewed = renewed + 1
        arrived[i] = layer_of(i) > 1          -- too old at once
      else
        since[i] = before[b.mother]
        if b.vary == 0 then since[i] = math.min(since[i], before[b.father]) end
        local home = layer_of(b.mother)
        check.ok(name .. ": mothers are not too old", not old[b.mother] or all_old[home])
        if b.vary == 0 then
          local other = layer_of(b.father)
          check.ok(name .. ": fathers are not too old", not old[b.father] or all_old[other])
          check.ok(name .. ": of this layer or the one below", other == home
            or other == home - 1 and (other > 1 or g % gap > 0))
          below = below + (other == home - 1 and home - other or 0)
        end
        if layer_of(i) ~= home then
          check.equal(name .. ": one layer up", layer_of(i), home + 1)
          check.ok(name .. ": who moves is too old", is_old(i, home, g))
          arrived[i], moved = true, moved + 1
        end
      end
    end
    check.ok(name .. ": the lowest is new in time", g % gap ~= 0 or births[1].vary == FIRST)
    -- who is too old and is not above finds nobody there to replace
    for i = 1, COUNT do
      local layer = layer_of(i)
      if layer < layers and is_old(i, layer, g) then
        local here, found, room = engine:score(i).standardized, false, false
        for q = layer * size + 1, (layer + 1) * size do
          if arrived[q] and engine:text(q) == engine:text(i) then found = true end
          room = room or not arrived[q] and (is_old(q, layer + 1, g)
            or engine:score(q).standardized > here)
        end
        check.ok(name .. ": nobody is left below in vain", found or not room)
      end
    end
  end
  return moved, renewed, below
end

for growth in pairs(growths) do
  local moved, renewed, below = follow(growth, 5, 3, growth, 40)
  check.ok(growth .. ": some fathers are of the layer below", below > 300)
  check.ok(growth .. ": some moved", moved > 50)
  check.equal(growth .. ": the lowest was drawn 13 times", renewed, 13 * 12)
end
local moved, renewed = follow("a gap of one", 3, 1, "linear", 10)
check.ok("with a gap of one they move, too", moved > 20 and renewed >= 200)

-- ---- what is shown -----------------------------------------------------------------------

local text = run("show 1 --store " .. file)
check.ok("shown in the terminal", text:find("best raw score of each layer", 1, true)
  and text:find("layer 3", 1, true))
local _, _, status = run("report 1 --store " .. file .. " --out " .. folder .. "/r.html")
check.equal("a report", status, 0)
local page = assert(io.open(folder .. "/r.html")):read "a"
check.ok("with a line for each layer", page:find("Best raw score of each layer", 1, true)
  and page:find("layer 3", 1, true))

-- ---- what makes no sense -----------------------------------------------------------------

local function refused(name, fields, message)
  check.refused(name, function()
    local all = { game = functions.game "onemax", population = 40,
      program = ludus.vector { type = "bits", length = 30 } }
    for key, value in pairs(fields) do all[key] = value end
    return ludus.experiment(all)
  end, "ludus.experiment: " .. message)
end

local expected = "field 'layers': expected 2 to 256 layers, for instance { 6, gap = 10 }, got "
refused("one layer", { layers = 1 }, expected .. "1")
refused("too many", { layers = 257 }, expected .. "257")
refused("no number", { layers = { gap = 3 } }, expected .. "a table")
refused("more than programs", { layers = 41 },
  "field 'islands': 41 islands in a population of 40")
refused("no gap", { layers = { 3, gap = 0 } },
  "field 'layers': field 'gap': expected 1 to 1000000, got 0")
refused("a slip", { layers = { 3, growht = "linear" } },
  "field 'layers': unknown field 'growht'; did you mean 'growth'?")
refused("islands as well", { layers = 3, islands = 2 },
  "field 'layers': either islands or layers")
refused("plus", { layers = 3, scheme = "plus" }, "field 'layers': only for the schemes "
  .. "'generational' and 'comma', not for 'plus'")
refused("the better stays", { layers = 3, keep_better = true },
  "field 'layers': not with 'keep_better': who is too old makes room")
refused("niches", { layers = 3, niche = ludus.niche {} },
  "field 'layers': not with 'niche': who is too old makes room")
refused("a function", { layers = 3, select = function() return 1 end },
  "field 'layers': not with a function that chooses parents: it knows no ages")
local engine = evolve.new(ludus.vector { type = "bits", length = 30 }:species
  (functions.game "onemax"), functions.game "onemax", { population = 40, seed = 1,
  threads = 1, cache = 0 })
engine:start(false)
local plan = { select = { method = "uniform" }, vary = { { 1, "flip", {} } }, elite = 0,
  scheme = "steady", children = 2, islands = { count = 2, every = 0, migrate = 0,
    route = "ring", leave = "best", replace = "worst", gap = 3, growth = "linear" } }
check.refused("the engine's word", function() engine:step(plan) end, "island 1: a layer of age "
  .. "needs the scheme generational, without keep_better and niche, or comma")

check.done()
