-- test_limit.lua -- a limit of size that grows with what is gained: what every run promises, for
-- every kind of program; the same as by the plain rule; and limits that make no sense.

local check    = dofile "tests/lua/check.lua"
local promises = dofile "tests/lua/promises.lua"
local evolve   = require "ludus.core.evolve"
local ludus    = require "ludus"
local plans    = require "ludus.script.plan"
local script   = require "ludus.script"
local _, write = check.folder()

promises.kept(check, "tree", "limit = { depth = 2 }, elite = 1")
promises.kept(check, "tree", [[limit = { size = 3 }, layers = { 2, gap = 3 }, brood = {
  { children = 9, ludus.sizefair, ludus.subtree }, { children = 6, ludus.subtree } }]])
promises.kept(check, "linear", "limit = { size = 2 }, scheme = 'comma', select = ludus.lexicase")
promises.kept(check, "machine", "limit = { size = 2 }, keep_better = true")

-- ---- the plain rule ------------------------------------------------------------------------

-- Levels of a tree program of one branch.
local function depth_of(text)
  local depth, most = 0, 0
  for token in text:gsub("^RPB", ""):gmatch "[()]|?[^%s()]*" do
    if token:find "^%(" then
      depth = depth + 1
      most = math.max(most, depth)
    end
    if token:find "^%)" then depth = depth - 1 end
  end
  for before in text:gsub("^RPB", ""):gmatch "()%f[%w%-]%-?%d+" do
    local open = select(2, text:sub(4, before + 2):gsub("%(", ""))
      - select(2, text:sub(4, before + 2):gsub("%)", ""))
    most = math.max(most, open + 1)
  end
  return most
end

local function size_of(engine, slot) return #(engine:member(slot)) end

local COUNT = 50

-- Follows a population and counts refused children and rises of the limit; or tells where it
-- differs from the rule.
local function follow(kind, how, limit, measure)
  local game, program = table.unpack(promises.games[kind])
  local source = ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = %d, limit = { %s = %d } }]])
    :format(game, program, COUNT, how, limit)
  local e = script.load(write(kind .. how .. ".lua", source))
  local plan, free = plans.make(e), plans.make(e:with { { key = "limit", value = "false" } })
  local function engine()
    return evolve.new(e.species, e.game, { population = COUNT, seed = 4, threads = 2, cache = 8 })
  end
  local one, all, refused, rises = engine(), engine(), 0, 0
  one:start(false, plan)
  local best = math.huge
  for i = 1, COUNT do best = math.min(best, one:score(i).standardized) end
  for g = 1, 12 do
    all:restore(one:save())
    all:step(free)
    local want, births = {}, all:births()
    local wide = #births // COUNT
    for i = 1, COUNT do
      local cost, n = all:score(i).standardized, measure(all, i)
      local mother = string.unpack("<I3", births, (i - 1) * wide + 1) + 1
      if n > limit and not (cost < best) then
        want[i], refused = one:text(mother), refused + 1
      else
        want[i] = all:text(i)
        if n > limit then limit, rises = n, rises + 1 end
        best = math.min(best, cost)
      end
    end
    one:step(plan)
    for i = 1, COUNT do
      if one:text(i) ~= want[i] then return ("generation %d, place %d differs"):format(g, i) end
    end
    if one:limit() ~= limit then
      return ("generation %d: limit %d, not %d"):format(g, one:limit(), limit)
    end
  end
  return refused > 20 and rises > 0 and "equal" or refused .. " refused, " .. rises .. " rises"
end

promises.games.formula = { [[ludus.game { minimise = true, cases = { { x = 1, y = 5 },
  { x = 2, y = 31 }, { x = 3, y = 121 }, { x = 0.5, y = 1.9375 } },
  rules = "input real x  var real y  constants 1  ADD(a, b) { a + b } MUL(a, b) { a * b } "
    .. "score { abs(value - y) }" }]], "ludus.tree { nodes = 200, depth = { 1, 3 } }" }
check.equal("trees by size", follow("formula", "size", 4, size_of), "equal")
check.equal("trees by depth", follow("formula", "depth", 2, function(engine, slot)
  return depth_of(engine:text(slot))
end), "equal")
check.equal("linear programs by size", follow("linear", "size", 2, size_of), "equal")
check.equal("machines by size", follow("machine", "size", 2, size_of), "equal")

-- ---- what makes no sense -----------------------------------------------------------------------

local functions = require "ludus.functions"
local function refused(name, fields, message)
  check.refused(name, function()
    local all = { game = functions.game "onemax", population = 40,
      program = ludus.vector { type = "bits", length = 30 } }
    for key, value in pairs(fields) do all[key] = value end
    return ludus.experiment(all)
  end, "ludus.experiment: " .. message)
end

local want = "field 'limit': expected { size = 40 } or { depth = 6 }, 1 to 1000000, or false, got "
refused("a number", { limit = 5 }, want .. "5")
refused("none", { limit = {} }, want .. "an empty table")
refused("both", { limit = { size = 3, depth = 3 } }, want .. "a table")
refused("nothing is allowed", { limit = { size = 0 } }, want .. "a table")
refused("too much", { limit = { size = 1000001 } }, want .. "a table")
refused("the depth of a vector", { limit = { depth = 3 } }, "field 'limit': vectors have no depth")
refused("plus", { limit = { size = 3 }, scheme = "plus" }, "field 'limit': only for the schemes "
  .. "'generational' and 'comma', not for 'plus'")

check.done()
