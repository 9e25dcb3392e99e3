-- test_niche.lua -- how many of a kind live side by side: the same as by the plain rule,
-- for every kind of program; the same run on any number of threads, killed and resumed;
-- and what makes no sense.

local check   = dofile "tests/lua/check.lua"
local evolve  = require "ludus.core.evolve"
local ludus   = require "ludus"
local plans   = require "ludus.script.plan"
local script  = require "ludus.script"
local show    = require "ludus.repl.show"
local promises = dofile "tests/lua/promises.lua"
local folder, write = check.folder()

local function run(command) return check.run('"$LUDUS" ' .. command) end
local digest = promises.digest

-- ---- games, all but two declared in the script alone --------------------------------

local games = promises.games
local kinds = { tree = games.number, linear = games.linear, machine = games.machine,
  vector = games.bits, fresh = games.fresh,
  rules = { [[ludus.game { cases = { { x = 1 }, { x = 2 }, { x = 3 } }, budget = 50,
    rules = "var x var y  X { x }  ADD(a, b) { a + b }  turn { y = 0 - abs(value - 3 * x) }"
      .. "  score { y }" }]], "ludus.tree {}" } }

local names = { "tree", "rules", "linear", "machine", "vector", "fresh" }

local function experiment(kind, fields)
  local game, program = table.unpack(kinds[kind])
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, generations = 9,
  solved = ludus.never, %s }]]):format(game, program, fields)
end

-- ---- the plain rule ----------------------------------------------------------------

-- What there is to know of each living program.
local function look(engine, count)
  local all = {}
  for slot = 1, count do
    local score = engine:score(slot)
    all[slot] = { text = engine:text(slot), score = score.standardized,
      steps = score.steps, cases = table.concat(engine:cases(slot), " ") }
  end
  return all
end

-- May the child come where `new` are the places before and `old` those behind?
local function admits(niche, child, old, new, place)
  local here, count = old[place], #old
  local same = child.score == here.score and child.steps == here.steps
  if same and (niche.cases == 0 or child.cases == here.cases) then return true end
  local found = { score = 0, steps = 0, cases = 0 }
  for i = 1, count do
    local away = math.abs(i - place)
    away = math.min(away, count - away)
    local other = i < place and new[i] or old[i]
    if i ~= place and away <= niche.near and other.score == child.score then
      found.score = found.score + 1
      if other.steps == child.steps then found.steps = found.steps + 1 end
      if other.cases == child.cases then found.cases = found.cases + 1 end
    end
  end
  for kind, n in pairs(found) do
    if niche[kind] > 0 and n >= niche[kind] then return false end
  end
  return true
end

local function settle(niche, keep_better, old, children)
  local new = {}
  for i, child in ipairs(children) do
    local worse = keep_better and child.score > old[i].score
    new[i] = not worse and admits(niche, child, old, new, i) and child or old[i]
  end
  return new
end

-- One generation after another by the engine, beside the plain rule: all children take
-- their places where there are no niches, so these are known.
local function compare(kind, count, niche, keep_better)
  local text = ("population = %d, keep_better = %s, niche = ludus.niche { %s }")
    :format(count, keep_better, niche)
  local e = script.load(write(kind .. count .. ".lua", experiment(kind, text)))
  local free = e:with { { key = "niche", value = "false" },
    { key = "keep_better", value = "false" } }
  local full = e.niche
  local function engine()
    return evolve.new(e.species, e.game, { population = count, seed = 5, threads = 2,
      cache = 8 })
  end
  local one, all = engine(), engine()
  one:start(false, plans.make(e))
  local refused = 0
  for generation = 1, 8 do
    all:restore(one:save())
    all:step(plans.make(free))
    local children, old = look(all, count), look(one, count)
    local want = settle(full, keep_better, old, children)
    one:step(plans.make(e))
    local now, same = look(one, count), 0
    for i = 1, count do
      if now[i].text == want[i].text then same = same + 1 end
      if now[i].text ~= children[i].text then refused = refused + 1 end
    end
    if same < count then return ("generation %d: %d of %d"):format(generation, same, count) end
  end
  return refused > 0 and "equal" or "nothing was refused"
end

kinds.still = { 'require "ludus.minesweeper".game { rows = 3, cols = 3 }',
  "ludus.tree { adfs = { 1 } }" }
for i, kind in ipairs { "tree", "rules", "linear", "machine", "vector", "still" } do
  local near = ({ 1, 5, 17 })[i % 3 + 1]
  check.equal(kind .. ": by score", compare(kind, 60,
    "score = 2, steps = 0, near = " .. near, true), "equal")
  check.equal(kind .. ": by score and steps", compare(kind, 61,
    "score = 4, steps = 1, near = " .. near, true), "equal")
  check.equal(kind .. ": by cases, worse children too", compare(kind, 40,
    "score = 0, steps = 0, cases = 1, near = " .. near, false), "equal")
end
for _, count in ipairs { 1, 2, 3, 6, 7 } do
  check.equal("all are neighbours among " .. count, compare("vector", count,
    "near = 3, score = 1, steps = 0", count % 2 == 0),
    count == 1 and "nothing was refused" or "equal")
end

-- ---- runs --------------------------------------------------------------------------

local how = { tree = "ludus.niche()", rules = "ludus.niche { near = 7, score = 2 }",
  linear = "ludus.niche { near = 20, score = 0, steps = 2 }",
  machine = "ludus.niche { near = 9, cases = 1 }, elite = 3",
  vector = "ludus.niche { near = 40, score = 3, steps = 0 }, keep_better = true",
  fresh = "ludus.niche { near = 5, cases = 2 }, keep_better = true, elite = 1" }

local function with_niche(kind, niche, more)
  return experiment(kind, ("population = 40, select = ludus.tournament(3, { near = 10 }), "
    .. "niche = %s%s"):format(niche, more or ""))
end

for _, kind in ipairs(names) do
  local past, file, out = promises.hold(check, kind, function(more)
    return with_niche(kind, how[kind], more)
  end)
  promises.lineage(check, kind, past)
  write(kind .. ".lua", with_niche(kind, how[kind]))
  local store, want = " --store " .. file, digest(out)
  local path = write(kind .. "-other.lua", with_niche(kind, "false"))
  check.ok(kind .. ": not as without niches",
    digest((run("run " .. path .. " --json" .. store))) ~= want)
end
local set = (" --json --store %s/set.db --set niche="):format(folder)
local off = run("run " .. folder .. "/tree.lua" .. set .. "false")
check.equal("--set turns them off", digest(off),
  digest((run("run " .. folder .. "/tree-other.lua --json --store " .. folder .. "/o.db"))))
check.equal("--set has the words of a script",
  digest((run("run " .. folder .. "/tree.lua" .. set .. "'niche { near = 100 }'"))),
  digest((run("run " .. folder .. "/tree.lua --json --store " .. folder .. "/o.db"))))

-- ---- what makes no sense -----------------------------------------------------------

check.equal("at the prompt", show.text(ludus.niche { cases = 2 },
  show.view { width = 80, lines = 24 }),
  "ludus.niche { near = 100, score = 5, steps = 1, cases = 2 }")

local functions = require "ludus.functions"

local function refused(name, fields, message)
  check.refused(name, function()
    local e = { game = functions.game "trap", population = 20,
      program = ludus.vector { type = "bits", length = 20 } }
    for key, value in pairs(fields) do e[key] = value end
    ludus.experiment(e)
  end, "ludus.experiment: " .. message)
end
refused("a number", { niche = 5 },
  "field 'niche': expected ludus.niche { near = 100, score = 5, steps = 1 } or false, got 5")
refused("no neighbours", { niche = ludus.niche {}, scheme = "plus" },
  "field 'niche': only for the scheme 'generational', not for 'plus'")
check.ok("false is no niche, under any scheme", ludus.experiment {
  game = functions.game "trap", program = ludus.vector { type = "bits", length = 20 },
  scheme = "plus", niche = false })

local function word(name, given, message)
  check.refused(name, function() return ludus.niche(given) end, "ludus.niche: " .. message)
end
word("no limit", { score = 0, steps = 0 },
  "there is no limit: score, steps or cases must be 1 or more")
word("an unknown field", { scores = 1 }, "unknown field 'scores'; did you mean 'score'?")
word("nobody near", { near = 0 }, "field 'near': expected 1 to 10000000, got 0")
word("too far", { near = 10000001 }, "field 'near': expected 1 to 10000000, got 10000001")
for _, name in ipairs { "score", "steps", "cases" } do
  word("few " .. name, { [name] = -1 },
    ("field '%s': expected 0 to 1000000, got -1"):format(name))
  word("many " .. name, { [name] = 1000001 },
    ("field '%s': expected 0 to 1000000, got 1000001"):format(name))
  check.ok("most " .. name, ludus.niche { [name] = 1000000 })
end
check.ok("as far as can be", ludus.niche { near = 10000000 })

return check.done()
