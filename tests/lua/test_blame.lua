-- test_blame.lua -- which ancestor brought what: r:blame(), b:of(), the picture. Runs of
-- games that only exist in scripts first.

local check   = dofile "tests/lua/check.lua"
local history = require "ludus.run.history"
local show    = require "ludus.repl.show"
local inherit = require "ludus.inspect.inherit"
require "ludus.inspect"

local folder, write = check.folder()

local function text(value, width)
  return show.text(value, show.view { width = width or 80, lines = 1000 })
end

local function run(script, words)
  local store = check.tmpname()
  local _, err, status = check.run(('"$LUDUS" run %s --seed 1 --quiet --store %s %s'):format(
    script, store, words or ""))
  check.equal(script .. " runs" .. err, status, 0)
  return history.open(1, store)
end

-- What is bred again is what was bred: the best of each generation as it was stored, with
-- its score, and every ancestor's score as the game gives it for its text.
local function replays(name, b)
  local texts, scores = 0, 0
  for g = 0, b.generation do
    local c = b.run:blame(g)
    local m = c.past:member(g, c.slot)
    if m.text:gsub("%s+", " ") ~= b.run:best(g):gsub("%s+", " ") then texts = texts + 1 end
    local given = b.game:score(b.game:read(m.text))
    if c:score(g, c.slot) ~= (type(given) == "table" and given.raw or given) then
      scores = scores + 1
    end
  end
  check.equal(name .. ": the best of each generation is bred again", texts, 0)
  check.equal(name .. ": with its score", scores, 0)
end

-- Every unit of every ancestor on the way is the same as the one it came from, and is
-- followed to where it is new; each event's scores are those of the ancestors.
local function is_sound(name, b, widths)
  local sum, wrong = 0, 0
  for i, unit in ipairs(b.units) do
    for g = b.generation, unit.born, -1 do
      local m = b.past:member(g, unit.way[g][1])
      local was = m.units[unit.way[g][2]]
      if was.word ~= unit.word or was.block ~= unit.block then wrong = wrong + 1 end
      if g > unit.born and b.past:map(g, m.slot)[unit.way[g][2]] == nil then
        wrong = wrong + 1
      end
    end
    if unit.born > 0 then
      local at = unit.way[unit.born]
      if b.past:map(unit.born, at[1])[at[2]] then wrong = wrong + 1 end
    end
    if unit.joined < unit.born or b:of(i).mothers.generation < unit.born then
      wrong = wrong + 1
    end
  end
  check.equal(name .. ": every unit's way", wrong, 0)
  replays(name, b)
  for _, e in ipairs(b.events) do
    sum = sum + #e.units
    check.equal(name .. ": a score", e.after, b:score(e.generation, e.slot))
  end
  check.equal(name .. ": every unit was brought once", sum, #b.units)
  for _, e in ipairs(b:innovations()) do
    check.ok(name .. ": an innovation is better", b:better(e.after, e.before))
  end
  local one, two = folder .. "/one.svg", folder .. "/two.svg"
  check.equal(name .. ": a picture", b:svg(one), one)
  if not widths then b = b.run:blame(b.generation) end
  b:svg(two)
  local first = assert(io.open(one)):read "a"
  check.ok(name .. ": the same each time", first == assert(io.open(two)):read "a")
  check.ok(name .. ": of the whole run", first:find("generation 0, program", 1, true)
    and first:find "</svg>\n$")
  for _, width in ipairs(widths or { 40, 80, 200 }) do
    for line in text(b, width):gmatch "[^\n]+" do
      check.ok(name .. ": fits " .. width .. ": " .. line, show.columns(line) <= width)
    end
  end
end

-- ---- every kind ------------------------------------------------------------

for _, name in ipairs { "nim", "trail", "mower", "pennies" } do
  is_sound(name, run(("tests/lua/own/%s.lua"):format(name)):blame())
end

-- Trees by every operator, and in pairs by several steps: origins of the last one only.
local head = [[
local ludus = require "ludus"
local game = dofile "tests/lua/own/nim.lua".game
return ludus.experiment { game = game, population = 40, generations = 12, solved = 1e9,
  program = ludus.tree { nodes = 40, depth = { 1, 4 } }, select = ludus.tournament(3), ]]
is_sound("all operators", run(write("all.lua", head .. [[vary = {
  { 0.3, ludus.crossover }, { 0.1, ludus.subtree }, { 0.2, ludus.point },
  { 0.2, ludus.hoist }, { 0.1, ludus.shrink }, { 0.1, ludus.copy } } }
]])):blame())
is_sound("steps", run(write("steps.lua", head .. [[brood = {
  { children = 40, ludus.crossover, ludus.point } } }
]])):blame())

-- ---- by hand ---------------------------------------------------------------

-- Where units come from, for children whose making is known.
local function units(words)
  local list = { offset = {} }
  for word in words:gmatch "%S+" do list[#list + 1] = { word = word } end
  return list
end
local function map(child, mother, father, made)
  local out = {}
  local m = inherit.map(units(child), units(mother), father and units(father), made)
  for i = 1, #units(child) do
    out[i] = m[i] and m[i][1]:sub(1, 1) .. m[i][2] or "new"
  end
  return table.concat(out, " ")
end
local cut = { operator = "crossover", part = 1, at = 2, from = 3, removed = 1, added = 2 }
check.equal("a slice of the father", map("a x y c", "a b c", "q r x y", cut),
  "m1 f3 f4 m3")
check.equal("even if the mother has the same", map("a b b c", "a b c", "q r b b", cut),
  "m1 f3 f4 m3")
check.equal("a part takes the place of all", map("a d", "a b c d", nil,
  { operator = "hoist", part = 1, at = 2, from = 4, removed = 3, added = 1 }), "m1 m4")
check.equal("a point is new, even if it is the root's", map("a a c", "a b c", nil,
  { operator = "point", part = 1, at = 2, from = 1, removed = 1, added = 1 }),
  "m1 new m3")
check.equal("an origin that does not hold", map("a x y d", "a b c d", "q x y", cut),
  "m1 f2 f3 m4")
check.equal("copies", map("a b", "a b", nil, { operator = "copy" }), "m1 m2")

-- ---- what is refused -------------------------------------------------------

local r = run "tests/lua/own/nim.lua"
local b = r:blame()
check.equal("a program knows its run", text(r:program():blame()), text(b))
check.equal("an earlier generation", r:blame(2).generation, 2)
check.equal("and its program", text(r:program(2):blame()), text(r:blame(2)))
check.refused("no such node", function() b:of(0) end,
  ("b:of: expected a node, 1 to %d, got 0"):format(#b.units))
check.refused("no such node", function() b:of(#b.units + 1) end,
  ("b:of: expected a node, 1 to %d, got %d"):format(#b.units, #b.units + 1))
check.refused("no number", function() b:of "x" end,
  ("b:of: expected a node, 1 to %d, got x"):format(#b.units))
check.refused("no file", function() b:svg() end, "b:svg needs the name of a file")
check.equal("a folder that is not there", select(2, b:svg(folder .. "/no/x.svg")),
  folder .. "/no/x.svg: No such file or directory")
check.error("a program of nobody", function()
  r:experiment().game:read "RPB 1":blame()
end, "p:blame: only a program that a run gave has ancestors: "
  .. "ludus.run(12):program():blame()")
check.refused("a generation too many", function() r:blame(99) end,
  ("run 1 has generations 0 to %d, not 99"):format(r.row.generation))

-- ---- the winner of the first run ---------------------------------------------

r = run "scripts/first.lua"
b = r:blame()
is_sound("first.lua", b, { 80 })
check.equal("the NUM that its games part on", text(b:of(303)), [[
node 303: (NUM (MOV (ARG0)))
put below MOV (302) in generation 0: program 650, made by chance, raw 264
came into the line of mothers in generation 22: program 2931, crossover of 1573
  with 3492, raw 2118 -> 2118]])
check.equal("what gained much", text(b:of(2)), [[
node 2: (MRK (ADF0 7 5 2))
put below ADD (1) in generation 20: program 121, crossover of 1704 with 2095,
  raw 1847 -> 2076
first seen, elsewhere, in generation 0]])
check.ok("the head", text(b):find("^305 nodes of run 1's best of generation 40, raw "
  .. "2239: brought by 70 ancestors,\n  of 19,483\n33 innovations that stuck"))

check.equal("the rule for its lost cases", text(r:program():losses()),
  "lost when mine.row = 1 or mine.col = 1 or (mine.row = 2 and mine.col = 2): 12 of\n"
  .. "  12, no other")

return check.done()
