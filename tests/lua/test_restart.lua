-- test_restart.lua -- runs that begin again: programs drawn anew, the same on any number of
-- threads, killed and resumed; their lineages; what a run is known by then.

local check   = dofile "tests/lua/check.lua"
local history = require "ludus.run.history"
local ludus   = require "ludus"
local runs    = require "ludus.run"
local promises = dofile "tests/lua/promises.lua"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end

-- ---- every kind of program and scheme -----------------------------------------------

local games = promises.games
local kinds = {
  tree = { games.number, "keep_better = true, niche = ludus.niche { near = 9 }" },
  linear = { games.linear, 'scheme = "plus", distinct = 2, unlike = true' },
  machine = { games.machine, "elite = 3, unique = true, select = function(rng, all) "
    .. "return rng:range(1, all.count) end" },
  vector = { games.bits, 'scheme = "steady", climb = "flip", '
    .. "brood = { { children = 3, ludus.uniform } }" },
  cases = { games.bits, "select = ludus.lexicase" },
  fresh = { games.fresh, "keep_better = true, unique = true" },
}

local function script(kind, more)
  local game, fields = kinds[kind][1], kinds[kind][2]
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 20, solved = ludus.never,
  %s, schedule = function(run)
    run:evolve(3)
    run:restart()
    run:evolve(3)
    run:restart()
    run:evolve(2)
  end%s }]]):format(game[1], game[2], fields, more)
end

for _, kind in ipairs { "tree", "linear", "machine", "vector", "cases", "fresh" } do
  local _, file, out, again = promises.hold(check, kind, function(more)
    return script(kind, more)
  end, 6)
  check.equal(kind .. ": the same best", again:match '"best":(%b{})', out:match '"best":(%b{})')
  if kind ~= "vector" then              -- what climbed has no lineage
    for _, last in ipairs { 10, 6, 3 } do
      local past = history.open(3, file)
      local line = past:lineage(last)
      check.equal(kind .. ": its lineage", line[#line].text, past:best(last))
      check.equal(kind .. ": begins by chance", line[1].operator, "random")
      check.equal(kind .. ": in the last restart", line[1].generation,
        ({ [10] = 8, [6] = 4, [3] = 0 })[last])
      check.equal(kind .. ": has no mother there", line[1].mother, nil)
    end
  end
end

-- ---- what is drawn -------------------------------------------------------------------

local functions = require "ludus.functions"

local function trap(fields)
  local e = { game = functions.game "trap", population = 30, solved = ludus.never,
    program = ludus.vector { type = "bits", length = 40 } }
  for key, value in pairs(fields) do e[key] = value end
  return ludus.experiment(e)
end

-- Programs of the generations in which a run begins.
local function begun(times, seed, fields)
  local all = {}
  local e = { schedule = function(r)
    for i = 0, times do
      if i > 0 then r:restart() end
      local pop = r:population()
      for slot = 1, #pop do all[i * 30 + slot] = tostring(pop[slot]) end
      r:evolve(2)
    end
  end }
  for key, value in pairs(fields or {}) do e[key] = value end
  runs.new(trap(e), { seed = seed, threads = 1 }):execute()
  return all
end

local function distinct(list)
  local seen, n = {}, 0
  for _, text in ipairs(list) do
    if not seen[text] then seen[text], n = true, n + 1 end
  end
  return n
end
check.equal("each restart draws others", distinct(begun(3, 1)), 120)
local two = begun(1, 1)
table.move(begun(1, 2), 1, 60, 61, two)
check.equal("so does each seed", distinct(two), 120)
local planted = "(" .. ("11111111 "):rep(5):sub(1, -2) .. ")"
local all = begun(1, 1, { plant = { planted } })
check.equal("planted at first", all[1], planted)
check.ok("not again", all[31] ~= planted)

-- ---- what a run is known by ----------------------------------------------------------

local counts = {}
local e = trap { schedule = function(r)
  for _ = 1, 6 do
    r:evolve(10)
    counts[#counts + 1] = r.stats.evaluations
    r:restart()
    counts[#counts + 1] = r.stats.evaluations
  end
end }
local long = runs.new(e, { seed = 4, threads = 2 }):execute()
local best = math.huge
for _, row in ipairs(long.rows) do best = math.min(best, row.standardized) end
check.equal("the best of all tries", long:result().best.standardized, best)
check.ok("not of the last", long.stats.standardized > best)
check.equal("restarts", long.restarts, 6)
for i = 2, #counts, 2 do
  check.equal("a restart scores all once", counts[i] - counts[i - 1], 30)
end
local solved = runs.new(trap { solved = 1, schedule = function(r)
  check.equal("a restart of a run that is over", r:restart(), true)
  check.equal("makes nothing", r.generation, 0)
end }, { seed = 1, threads = 1 }):execute()
check.equal("solved at once", solved:result().solved, true)
local budget = runs.new(trap { evaluations = 100, schedule = function(r)
  repeat until r:restart()
end }, { seed = 1, threads = 1 }):execute()
check.equal("a budget ends it", budget.ended .. budget.stats.evaluations, "evaluations120")

-- ---- a variant with a schedule of its own ----------------------------------------------

local paths = write("variants.lua", [[local ludus = require "ludus"
return ludus.experiment { game = require "ludus.functions".game "trap", population = 50,
  program = ludus.vector { type = "bits", length = 40 }, solved = ludus.never,
  variants = { tries = { population = 40, evaluations = 200, schedule = function(run)
    repeat until run:restart()
  end } } }]])
local function evaluations(sets)
  local out = run(("run %s --json --set variant=tries %s --store %s/v.db"):format(paths, sets,
    folder))
  return out:match '.*"evaluations":(%d+)'
end
check.equal("as it says", evaluations "", "200")
check.equal("what is set holds for it, too", evaluations "--set population=30", "210")
check.equal("in any order", evaluations "--set evaluations=90", "120")

return check.done()
