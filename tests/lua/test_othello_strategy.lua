-- Whole strategies, weights over all features, CMA-ES on them, fresh openings.

local check   = dofile "tests/lua/check.lua"
local climb   = require "ludus.othello.climb"
local othello = require "ludus.othello"

local start = othello.start()

-- ---- features and traits ----------------------------------------------------

check.equal("more features", #othello.more, 15)
check.equal("traits of a move", #othello.traits, 18)
local me, you = 0x0000000810000000, 0x0000001008000000
check.equal("as many values", select("#", othello.measure_more(me, you)), 15)
local row = { othello.measure_move(me, you, "d3") }
check.equal("a move turns one disc over", row[6], 1.0)
check.equal("and leaves three", row[8], 3.0)
check.equal("ahead by three", row[17], 3.0)
check.refused("no legal move", function() othello.measure_move(me, you, "a1") end,
  "bad argument #3 to 'measure_move' (is no legal move)")

-- ---- players ----------------------------------------------------------------

local greedy = othello.player "RPB (FLIPS)"
check.equal("a program over traits is a strategy", greedy.kind, "strategy")
check.equal("one over features is none", othello.player("RPB (ADD D1 C2)").kind, "program")
check.equal("nor is one whose remarks alone name a trait",
  othello.player("; EDGES\nRPB (C1)").kind, "program")
check.error("both in one", function() othello.player "RPB (ADD FLIPS C1)" end,
  "program:1:16: unknown name 'C1'\n  RPB (ADD FLIPS C1)\n"
  .. "                 ^")
local square, value, nodes = greedy.core:think(start:play "f5")
check.equal("it looks at three moves", nodes, 3)
check.equal("and turns one disc", value, 1.0)
local flips = {}
for i = 1, 36 do flips[i] = (i == 6 or i == 24) and 5 or 0 end
check.equal("weights of a strategy choose alike",
  othello.play_out(othello.player(flips), greedy),
  (othello.play_out(greedy, greedy)))
check.equal("18 for the whole game, too", othello.play_out(
  othello.player(table.move(flips, 1, 18, 1, {})), greedy), (othello.play_out(greedy, greedy)))
local wide = { -10, 60, 0, -30, -10, -20, 100, 110 }
for i = 9, 46 do wide[i] = i > 23 and i < 32 and wide[i - 23] or 0 end
check.equal("46 weights can say what 8 do", othello.play_out(othello.player(wide), greedy),
  (othello.play_out(othello.player "hand", greedy)))
check.error("47 weights", function()
  wide[47] = 0
  othello.player(wide)
end, "a player has 8, 18, 23, 36 or 46 weights or 64 square values, got 47 numbers")
check.equal("chance is a player", othello.player("random").core:think(start),
  (othello.player("random").core:think(start)))
check.ok("and none is easier to beat",
  othello.match(othello.player "hand", othello.player "random", { games = 20 }).share > 0.9)

-- ---- games ------------------------------------------------------------------

local teachers = { teachers = { "discs" }, depth = 1, teacher_depth = 1, openings = 2, plies = 6 }
local function game(program, openings)
  local given = { program = program, openings = openings }
  for name, set in pairs(teachers) do given[name] = given[name] or set end
  return othello.game(given)
end

local function ending(trace) return trace:at(#trace + 1) end

for program, text in pairs { strategy = "RPB (SUB CORNER REPLIES)", wide = "RPB (ADD C2 D1)",
  tree = "RPB (C2)" } do
  local g = game(program)
  local p = g:read(text)
  check.equal(program .. " is printed as read", tostring(p), (tostring(g:read(tostring(p)))))
  local score, raw = g:score(p), 0
  for i = 1, 4 do raw = raw + ending(g:trace(p, i)).raw end
  check.equal(program .. ": traces give the points", raw, score.raw)
  check.equal(program .. " is found by its text", tostring(othello.reader():read(text)),
    tostring(p))
end
check.error("features in a strategy", function() game "strategy":read "RPB (C1)" end,
  "(text):1:6: unknown name 'C1'\n  RPB (C1)\n       ^")
local vector = game "vector"
check.equal("36 weights are scored", vector:score(vector:read("(" .. table.concat(flips, " ")
  .. ")")).raw, game("strategy"):score(game("strategy"):read "RPB (FLIPS)").raw)

local ludus = require "ludus"
local drawn = game("strategy", ludus.fresh(2))
check.equal("fresh openings are as many", drawn:facts().cases, 4)
local p = drawn:read "RPB (SUB CORNER REPLIES)"
check.equal("and traced as they are scored", ending(drawn:trace(p, 3)).raw, drawn:score(p).cases[3].raw)
check.refused("too many", function() game("strategy", 10001) end,
  "othello.contest: field 'openings': expected 1 to 10000, or ludus.fresh(n), got 10001")

-- ---- climbing ---------------------------------------------------------------

local few = { weights = 36, generations = 6, every = 2, openings = 2, population = 6, final = 4,
  yardstick = 4, seed = 3 }
local function text(threads)
  few.threads = threads
  local r = climb.run(few)
  local lines = { table.concat(r.best, " "), r.games, r.nodes }
  for _, h in ipairs(r.history) do lines[#lines + 1] = ("%d %.6f"):format(h.generation, h.yardstick) end
  return table.concat(lines, "\n")
end
check.equal("the same on any number of threads", text(2), text(1))
check.equal("proportions are what counts", table.concat(climb.rounded { 1, -0.5, 0.26 }, " "),
  "100 -50 26")
check.equal("nothing stays nothing", table.concat(climb.rounded { 0, 0 }, " "), "0 0")
check.refused("so many weights", function() climb.run { weights = 9 } end,
  "othello.climb: field 'weights': expected 8, 18, 23, 36 or 46 weights, got 9")

return check.done()
