-- test_distil.lua -- p:distil: the smallest program found that does the same. Own games.

local check = dofile "tests/lua/check.lua"
local look  = require "ludus.inspect.look"
local show  = require "ludus.repl.show"
require "ludus.inspect"

local function game_of(name) return dofile(("tests/lua/own/%s.lua"):format(name)).game end

local function text(value)
  return show.text(value, show.view { width = 80, lines = 200 })
end

local function is_sound(name, p, game, options)
  local d, again = p:distil(game, options), p:distil(game, options)
  check.equal(name .. ": it does the same", look.behaviour(game, d.program),
    look.behaviour(game, p))
  check.ok(name .. ": equal", d.equal)
  check.ok(name .. ": no larger", d.after <= d.simplified and d.simplified <= d.before)
  check.equal(name .. ": sizes", d.after, #d.program)
  check.equal(name .. ": the same each time", tostring(again.program),
    tostring(d.program))
  for _, width in ipairs { 40, 80, 200 } do
    for line in show.text(d, show.view { width = width }):gmatch "[^\n]+" do
      check.ok(name .. ": fits " .. width .. ": " .. line, show.columns(line) <= width)
    end
  end
  return d
end

local nim = game_of "nim"
local d = is_sound("nim", nim:read
  "RPB (IF (SUB (STICKS) (STICKS)) 3 (ADD (MOD (STICKS) 4) (SUB 1 1)))", nim,
  { trials = 200, fresh = 20 })
check.equal("what is behind it", tostring(d.program), "RPB (MOD (STICKS) 4)\n")
check.equal("told", text(d), [[
3 nodes instead of 12; 3 after simplifying, 3 after 200 children of it were
  tried
checked: the scores of the cases the same in 16 cases and 80 fresh ones; not
  proven for others, nor that there is none smaller
tree program, 3 nodes (RPB 3), depth 2
RPB (MOD (STICKS) 4)]])
local pennies = game_of "pennies"
d = is_sound("pennies", require "ludus.machine".parse "c01 d10 c01 d33", pennies,
  { trials = 200, fresh = 20 })
check.equal("two states", d.after, 2)
local mower = game_of "mower"
is_sound("mower", mower:read
  "Cut state (3/8)\n1. IfGrass\n2. Mow\n3. Right\nTurn state (0/8)\n", mower,
  { trials = 100, fresh = 5 })

-- Two changes at once, which leaving out alone does not find.
local trail = game_of "trail"
is_sound("trail", trail:read
  "RPB (BOTH (BOTH (RIGHT) (RIGHT)) (BOTH (BOTH (RIGHT) (RIGHT)) (MOVE)))", trail,
  { trials = 100, fresh = 5 })

check.refused("bounds", function() nim:read "RPB 1":distil(nim, { trials = -1 }) end,
  "p:distil: field 'trials': expected 0 to 10000000, got -1")
check.equal("no trials", nim:read "RPB 1":distil(nim, { trials = 0, fresh = 0 }).after, 1)
check.error("a program of nobody", function()
  require "ludus.machine".parse "c01 d10":distil()
end, "p:distil: name the game it plays: p:distil(g)")

return check.done()
