-- test_crowd.lua -- populations by what they do: behaviours, clusters, schemata,
-- diversity, two strategies. Games that only exist in scripts.

local check   = dofile "tests/lua/check.lua"
local history = require "ludus.run.history"
local look    = require "ludus.inspect.look"
local show    = require "ludus.repl.show"
require "ludus.inspect"

local function text(value, width)
  return show.text(value, show.view { width = width or 80, lines = 1000 })
end

local function fits(name, value)
  for _, width in ipairs { 40, 80, 200 } do
    for line in text(value, width):gmatch "[^\n]+" do
      check.ok(name .. ": fits " .. width .. ": " .. line, show.columns(line) <= width)
    end
  end
end

local function run(name)
  local store = check.tmpname()
  check.run(('"$LUDUS" run tests/lua/own/%s.lua --seed 1 --quiet --store %s'):format(name,
    store))
  return history.open(1, store)
end

for _, name in ipairs { "nim", "trail", "mower", "pennies" } do
  local r = run(name)
  local pop = r:population()
  local b, seen, sum, bits = pop:behaviours(), {}, 0, 0
  for i, group in ipairs(b) do
    local first = look.behaviour(pop.game, pop[group.slots[1]])
    for _, slot in ipairs(group.slots) do
      check.ok(name .. ": in one group", not seen[slot])
      check.equal(name .. ": the same", look.behaviour(pop.game, pop[slot]), first)
      seen[slot] = true
    end
    check.ok(name .. ": by size", i == 1 or #b[i - 1].slots >= #group.slots)
    sum = sum + #group.slots
    bits = bits - group.share * math.log(group.share, 2)
  end
  check.equal(name .. ": all of them", sum, #pop)
  check.near(name .. ": entropy", b.entropy, bits, 1e-9)
  check.ok(name .. ": texts", b.texts >= b.distinct and b.texts <= #pop)
  fits(name, b)

  local c, members = pop:clusters(), 0
  for _, cluster in ipairs(c) do members = members + #cluster.slots end
  check.equal(name .. ": clusters have all", members, #pop)
  check.ok(name .. ": clusters are fewer", #c <= b.distinct)
  check.ok(name .. ": all are near", #pop:clusters { near = 1 } == 1)
  fits(name .. " clusters", c)

  local parts = pop:schemata { share = 0.1 }
  for i, row in ipairs(parts) do
    check.ok(name .. ": by gain", i == 1 or parts[i - 1].gain >= row.gain)
    check.ok(name .. ": a share", row.programs >= 0.1 * #pop and row.programs < #pop)
  end
  fits(name .. " schemata", parts)

  local d = r:diversity { every = 2 }
  check.equal(name .. ": the last is the checkpoint's", d[#d].entropy, b.entropy)
  check.equal(name .. ": texts of it", d[#d].texts, b.texts)
  check.equal(name .. ": from the first on", d[1].generation, 0)
  fits(name .. " diversity", d)

  local p, q = r:program(), r:program(0)
  local v = p:strategy():compare(q:strategy())
  check.equal(name .. ": every case", #v, pop.game:goal().cases)
  check.equal(name .. ": with itself", p:strategy():compare(p:strategy()).same, #v)
  check.ok(name .. ": counts", v.better + v.worse <= #v)
  fits(name .. " two strategies", v)
end

-- By hand: what a part is worth.
local pop = run "nim":population()
local parts = pop:schemata { least = 1, most = 1, share = 0 }
local with, n, without = 0, 0, 0
for slot = 1, #pop do
  local raw = pop:score(slot).raw
  if pop.evolution:text(slot):find("(STICKS)", 1, true) then with, n = with + raw, n + 1
  else without = without + raw end
end
for _, row in ipairs(parts) do
  if row.text == "(STICKS)" then
    check.equal("programs with it", row.programs, n)
    check.near("their mean", row.raw, with / n, 1e-9)
    check.near("that of the others", row.without, without / (#pop - n), 1e-9)
  end
end
check.refused("bounds", function() pop:schemata { least = 0 } end,
  "pop:schemata: field 'least': expected 1 to 100, got 0")
check.refused("bounds", function() pop:schemata { most = 101 } end,
  "pop:schemata: field 'most': expected 1 to 100, got 101")
check.error("no range", function() pop:schemata { least = 3, most = 2 } end,
  "pop:schemata: field 'least' is more than field 'most'")
check.refused("bounds", function() pop:clusters { near = 1.5 } end,
  "pop:clusters: field 'near': expected 0 to 1, got 1.5")
-- Operators that cut nothing out of a machine say no place.
local machines = run "pennies"
check.equal("the line of a machine", text(machines:lineage()), [[
 gen program  size ancestors  made by (places in the program)
   0      15     4         1  made by chance
   2      38     3         1  delete
   3      24     3         1  redirect
   4      19     2         1  delete
   5      10     3         1  add]])
check.equal("an ancestor", text(machines:walk():at(3)), [[
ancestor 3, generation 3, program 24
raw 26 (+0), size 3
redirect
1 state differs; they behave differently
- 0: D c->2 d->1
+ 0: D c->1 d->1]])
local p = run "nim":program()
check.error("no strategy", function() p:strategy():compare(3) end,
  "s:compare: expected a strategy, p:strategy(g), got a number")

return check.done()
