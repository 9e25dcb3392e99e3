-- test_program.lua -- programs and games as Lua values; the strict state; the
-- module in stock lua5.4.

local check = dofile("tests/lua/check.lua")
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

-- ---- programs --------------------------------------------------------------------

local best = ludus.read "scripts/programs/quartetti-best.gp"
check.equal("size", best:size(), 307)
check.equal("length", #best, 307)
check.equal("depth", best:depth(), 15)
local branches = best:branches()
check.equal("branches", #branches, 4)
check.equal("second branch", branches[2].name .. branches[2].nodes, "ADF081")
check.equal("reads back", ludus.parse(tostring(best)), best)
check.equal("same text", tostring(ludus.parse(tostring(best))), tostring(best))

local p = ludus.parse "RPB (PROGN (UNC 0) (MOV 3))"
check.equal("node", p:node(2).name .. p:node(2).branch .. p:node(2).span, "UNCRPB2")
check.equal("subtree", tostring(p:subtree(4)), "(MOV 3)")
local q = p:graft(2, p:subtree(1))
check.equal("graft", tostring(q), "RPB (PROGN (PROGN (UNC 0) (MOV 3)) (MOV 3))\n")
check.equal("the mother is as it was", tostring(p), "RPB (PROGN (UNC 0) (MOV 3))\n")
check.ok("unequal", p ~= q)
check.equal("pretty", p:pretty(20), "RPB (PROGN\n    (UNC 0)\n    (MOV 3))\n")

-- A text that no language reads is judged by the one that understood most of it.
check.error("of Othello but for a name", function()
  ludus.parse "RPB (MUL (C1) (C9))"
end, "(text):1:16: unknown name 'C9'; did you mean 'C1'?\n  RPB (MUL (C1) (C9))\n"
  .. (" "):rep(17) .. "^")

-- Errors of arguments begin with the place in this file.
local function here(up)
  return ("tests/lua/test_program.lua:%d: "):format(
    debug.getinfo(2, "l").currentline - up)
end

check.error("node past the end", function() return p:subtree(6) end,
  here(1) .. "bad argument #1 to 'subtree' (node must be 1 to 5, got 6)")
check.error("node 0", function() return p:node(0) end,
  here(1) .. "bad argument #1 to 'node' (node must be 1 to 5, got 0)")
check.error("graft needs a subtree", function() return p:graft(1, "x") end,
  here(1) .. "bad argument #2 to 'graft' (ludus.subtree expected, got string)")
local with_adf = ludus.parse "RPB (ADF0 1 2 3)\nADF0 (ARG0)"
check.error("an ARG in RPB", function()
  return with_adf:graft(2, with_adf:subtree(5))
end, here(1) .. "bad argument #2 to 'graft' ('ARG0' may not stand in RPB)")
check.error("another shape", function() return with_adf:graft(1, p:subtree(2)) end,
  here(1) .. "bad argument #2 to 'graft' (is of another language or shape)")
check.error("read wants a path", function() return ludus.read() end,
  "bad argument #1 to 'read' (string expected, got nil)")

-- ---- games -----------------------------------------------------------------------

local game = mines.game {}
local score = game:score(best)
check.equal("raw", score.raw, 2449)
check.equal("case 15", score.cases[15].steps, 4097)
check.equal("summary", mines.summary(score),
  "raw 2449 of 2449, 35 won, 1 exploded, 0 timed out, 91648 steps")
local played = game:play(ludus.read "scripts/programs/quartetti-gen0.gp", 36)
check.equal("picture", played.picture:sub(1, 36),
  "m c c c 0 0\n0 0 0 0 0 0\n0 0 0 c 0 0\n")
check.error("case 37", function() return game:play(best, 37) end,
  here(1) .. "bad argument #2 to 'play' (case must be 1 to 36, got 37)")

local small = ludus.parse "RPB (UNC 0)"
local seconds, steps = game:time { best, small, best }
check.equal("what is timed is played", steps, 2 * score.steps + game:score(small).steps)
check.ok("in time", seconds > 0)

local core = require "ludus.core.minesweeper".trace
check.refused("no trace of case 37", function() core.new(game, small, 37) end,
  "bad argument #3 to 'new' (case must be 1 to 36, got 37)")
local trace = core.new(game, small, 1)
check.refused("no step 0", function() trace:step(0) end,
  "bad argument #1 to 'step' (step must be 1 to 2, got 0)")
check.refused("no step 3", function() trace:step(3) end,
  "bad argument #1 to 'step' (step must be 1 to 2, got 3)")

local iterating = ludus.parse "RPB (ITER 3 (MOV 1))"
check.error("a primitive the game has not", function() return game:score(iterating) end,
  "'ITER' is not a primitive of this game (minesweeper)")
check.equal("a game that has it",
  mines.game { extras = { "ITER" } }:score(iterating).steps, 36 * 8)

local file = "tests/lua/test_program.lua"
local line = debug.getinfo(1, "l").currentline + 2
check.error("all mistakes at once", function()
  local _ = mines.game { row = 5, cols = "x",
    truth = "two" }
end, ("%s:%d: mines.game: field 'cols': expected a whole number, got 'x'\n"
  .. "%s:%d: mines.game: unknown field 'row'; did you mean 'rows'?\n"
  .. "%s:%d: mines.game: field 'truth': expected one, nonzero or positive, got 'two'"
  ):format(file, line, file, line, file, line + 1))
line = debug.getinfo(1, "l").currentline + 1
check.error("mines", function() local _ = mines.game { cols = 2, rows = 2, mines = 4 } end,
  ("%s:%d: mines.game: field 'mines': must be 1 to 3, got 4"):format(file, line))
line = debug.getinfo(1, "l").currentline + 1
check.error("extras", function() local _ = mines.game { extras = { "JUMP" } } end,
  ("%s:%d: mines.game: field 'extras': unknown primitive 'JUMP'; there are MINES, "
  .. "ROWS, COLS, ITER, LOAD, STORE, MUL, DIV, DIR, SUM, MOST, IDLE, REST, SHUT, MORE, OWN, OTHER, "
  .. "MRKOWN, UNCOWN, MOREDIR, OWNDIR, OTHERDIR, MRKOWNDIR and UNCOWNDIR"):format(file, line))

-- ---- chance ----------------------------------------------------------------------

local a, b = ludus.rng(42), ludus.rng(42)
check.equal("same seed", a:below(1000000), b:below(1000000))
check.error("below 0", function() return a:below(0) end,
  here(1) .. "bad argument #1 to 'below' (must be in 1..2^32-1)")
math.randomseed(7)
local first = math.random(1000)
math.randomseed(7)
check.equal("math.random is ours", math.random(1000), first)

local restored = require "ludus.core.rng".restore(a:state())
check.equal("a generator from its state", restored:below(1000000), a:below(1000000))
check.refused("not from another", function()
  require "ludus.core.rng".restore(a:state() .. "x")
end, "bad argument #1 to 'restore' (is not the state of a generator)")

-- ---- the strict state ------------------------------------------------------------

check.error("reading a global", function() return undeclared end,
  file .. ":" .. debug.getinfo(1, "l").currentline - 1
  .. ": undeclared global 'undeclared' is read")
check.error("writing a global", function() undeclared = 1 end,
  file .. ":" .. debug.getinfo(1, "l").currentline - 1
  .. ": undeclared global 'undeclared' is written; use 'local undeclared'")
local ok, message = load("\27Lua")
check.ok("no bytecode", not ok and message:find("attempt to load a binary chunk"))
check.equal("no string.dump", string.dump, nil)

-- ---- stock lua5.4 ----------------------------------------------------------------

local sanitized = os.getenv("LUDUS_OUT"):find("san") ~= nil
if not sanitized then
  local out = check.run([[LUA_CPATH="$LUDUS_OUT/?.so" lua5.4 -e '
    local ludus = require "ludus"
    local mines = require "ludus.minesweeper"
    local p = ludus.read "scripts/programs/quartetti-best.gp"
    print(mines.game({}):score(p).raw)']])
  check.equal("as a module", out, "2449\n")
end

-- ---- what is no game --------------------------------------------------------------

check.refused("a name is no game", function()
  ludus.parse("RPB (UNC 0)", "minesweeper")
end, "bad argument #2 to 'parse' (a game expected, got string)")
check.refused("nor is a number", function()
  ludus.read("scripts/programs/quartetti-best.gp", 3)
end, "bad argument #2 to 'read' (a game expected, got number)")
check.refused("impact needs a game", function()
  ludus.parse "RPB (UNC 0)":impact()
end, "p:impact: name the game it plays: p:impact(g)")

return check.done()
