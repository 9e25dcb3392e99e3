-- test_vectors.lua -- games of one's own for vectors: in Lua as a whole or as a plan, by
-- rules with genes in variables or in a grid.

local check  = dofile "tests/lua/check.lua"
local ludus  = require "ludus"
local vector = require "ludus.vector"
require "ludus.inspect"

-- ---- one game, stated twice ------------------------------------------------------

-- A walker reads its plan gene by gene; rules and Lua must agree on everything.
local W, N = 5, 9
local dx, dy = { [0] = 1, 0, -1, 0 }, { [0] = 0, 1, 0, -1 }
local cases = {}
for i = 1, 30 do
  local rng, grass = ludus.rng(i), {}
  for k = 1, W * W do grass[k] = rng:below(3) end
  cases[i] = { grass = grass, x = rng:below(W), y = rng:below(W) }
end

local in_lua = ludus.game {
  program = "vector", plan = true, genes = { length = N, max = 3 }, cases = cases,
  cost = 2, budget = 100,
  start = function(case)
    return { x = case.x, y = case.y, n = 0, grass = table.move(case.grass, 1, W * W, 1, {}) }
  end,
  turn = function(s, gene)
    s.x, s.y = (s.x + dx[gene]) % W, (s.y + dy[gene]) % W
    local at = s.y * W + s.x + 1
    s.n, s.grass[at] = s.n + s.grass[at], 0
  end,
  done = function(s) return s.n >= 8 end,
  score = function(s) return s.n end,
}

local text = [[
  grid genes[9]  grid grass[5, 5]  var x, y, n, next
  table dx = 1 0 -1 0  table dy = 0 1 0 -1
  turn {
    let d = genes[next]
    x = wrap(x + dx[d], 5)  y = wrap(y + dy[d], 5)
    n = n + grass[x, y]  grass[x, y] = 0  next = next + 1
  }
  done { n >= 8 or next == 9 }  score { n }
]]
local function by_rules(engine)
  return ludus.game { rules = text, genes = { length = N, max = 3 }, repeats = true,
    cases = cases, budget = 100, engine = engine }
end

local rules = {}
for _, engine in ipairs { "plain", "bytecode", "auto" } do rules[engine] = by_rules(engine) end
local differ = 0
for seed = 1, 40 do
  local p = in_lua:genes():random(ludus.rng(seed))
  local a = in_lua:score(p)
  for _, g in pairs(rules) do
    local b = g:score(g:read(tostring(p)))
    if a.raw ~= b.raw or a.steps ~= b.steps then differ = differ + 1 end
    for i, case in ipairs(a.cases) do
      if case.raw ~= b.cases[i].raw or case.steps ~= b.cases[i].steps then
        differ = differ + 1
      end
    end
  end
end
check.equal("a plan in Lua and by rules on three engines: scores and steps", differ, 0)

-- Traces end as cases were scored.
local p = in_lua:genes():random(ludus.rng(3))
for name, g in pairs { Lua = in_lua, rules = rules.plain } do
  local q = g:read(tostring(p))
  local t = g:trace(q, 4)
  check.equal(name .. ": a trace ends in the score", t:at(#t + 1).raw, g:score(q).cases[4].raw)
end
check.equal("which gene it is", in_lua:trace(p, 4):at(2).gene, 2)

-- ---- genes in variables ------------------------------------------------------------

local shot = ludus.game {
  rules = [[
    var real speed, rise, goal, x, y, fall
    start { fall = rise }
    turn  { x = x + speed  y = y + fall  fall = fall - 1.0 }
    done  { y < 0 }
    score { abs(x - goal) }
    won   { abs(x - goal) < 0.5 }
  ]],
  genes = { type = "reals", names = { "speed", "rise" }, ranges = { { 0, 5 }, { 0, 9 } } },
  cases = { { goal = 12 }, { goal = 30 } }, repeats = true, budget = 400, minimise = true,
}
local v = shot:read "(2, 2.5)"            -- in the air for seven turns
check.equal("reals", shot:score(v).raw, 2 + 16)
check.equal("won", shot:score(shot:read "(2, 2)").won, 1)
check.equal("the state at the end", shot:play(v, 1).state.speed, 2.0)
check.equal("names are used", shot:read "(2, 2)":explain(shot), "a vector of 2 numbers, the "
  .. "greatest first:\n  speed is 2.0\n  rise is 2.0\n")
local bits = ludus.game { rules = [[ var truth a, b  var n
    turn { if a and not b { n = n + 1 } }  score { n } ]],
  genes = { type = "bits", names = { "a", "b" } } }
check.equal("bits are truth values", bits:score(bits:read "(10)").raw
  .. bits:score(bits:read "(11)").raw, "10")

-- ---- as a whole --------------------------------------------------------------------

local sum = ludus.game { program = "vector", genes = { length = 3, max = 9 },
  cases = { 1, 2 }, score = function(case, genes)
    genes[1] = genes[1] + case            -- the list is made anew for each case
    return genes[1] + genes[2] + genes[3]
  end }
check.equal("score gets the genes", sum:score(sum:read "(1, 2, 3)").raw, 7 + 8)
check.equal("one turn", sum:score(sum:read "(1, 2, 3)").steps, 2)

-- Two vectors at Nim: weights of what is left; rivals are vectors, too.
local nim = ludus.game { program = "vector", genes = { length = 4, max = 3 },
  cases = { 9, 10 }, repeats = true, budget = 100, max = 1,
  start = function(n) return { left = n } end,
  move = function(s, genes) return genes[s.left % 4 + 1] end,
  moves = function() return { 1, 2, 3 } end,
  turn = function(s, take, player)
    s.left = s.left - math.max(1, math.min(3, take, s.left))
    if s.left == 0 then s.winner = player end
  end,
  done = function(s) return s.winner ~= nil end,
  score = function(s, _, _, me) return s.winner == me and 1 or 0 end,
  rivals = { "(1, 1, 1, 1)", "(3, 2, 1, 3)" } }
check.equal("rivals, from both seats", nim:score(nim:read "(1, 1, 2, 3)").raw, 8)
check.equal("a rival that wins more", nim:score(nim:read "(3, 3, 3, 3)").raw < 8, true)
local seated = nim:sit(nim:read "(1, 1, 2, 3)", function(s)
  return s.left == 9 and 2 or 1
end, 1, 2)
check.equal("a function sits opposite", seated.raw, 1)

-- ---- evolution: threads, resuming, lineage ------------------------------------------

local folder = check.folder()
for _, name in ipairs { "courier", "cannon" } do
  local digest = {}
  for i, words in ipairs { "--threads 1", "--threads 2" } do
    digest[i] = check.run(('"$LUDUS" run tests/lua/own/%s.lua --json %s --store %s/%d.db')
      :format(name, words, folder, i)):match '"digest":"(%x+)"'
  end
  check.ok(name .. ": it runs", digest[1])
  check.equal(name .. ": on one thread and two", digest[1], digest[2])
end
check.ok("lineage", check.run(('"$LUDUS" show 1 --lineage --store %s/1.db'):format(folder))
  :find("generation", 1, true))

-- ---- mistakes ------------------------------------------------------------------------

local function says(what, fn, message)
  local ok, got = pcall(fn)
  check.ok(what .. (ok and ": no error" or ": " .. tostring(got)), not ok
    and tostring(got):find(message, 1, true))
end

local score = function() return 1 end
local function refused(what, fields, message)
  fields.cases = fields.cases or { 1 }
  says(what, function() ludus.game(fields) end, message)
end
refused("no genes", { program = "vector", score = score }, "field 'genes' is missing: "
  .. "vectors: what they are, as in ludus.vector")
refused("no length", { program = "vector", score = score, genes = { max = 3 } },
  "field 'genes': field 'length' is missing: genes")
refused("too many genes", { program = "vector", score = score, genes = { length = 65537 } },
  "ludus.game: field 'genes': field 'length': expected 1 to 65536, got 65537")
refused("names that are too few", { program = "vector", score = score,
  genes = { length = 3, names = { "a" } } }, "field 'genes': 1 names for 3 genes")
refused("a plan without turns", { program = "vector", plan = true, score = score,
  genes = { length = 3 } }, "field 'turn' is missing: it is told the genes of a plan")
refused("genes of trees", { genes = { length = 3 }, score = score,
  primitives = { X = { 0, score } } }, 'field \'genes\' is for program = "vector", not "tree"')
refused("a variable that is not there", { rules = "var speed score { 1 }",
  cases = { {} }, genes = { names = { "sped" } } },
  "field 'genes': the rules have no variable 'sped'; did you mean 'speed'?")
refused("a variable of another kind", { rules = "var speed score { 1 }", cases = { {} },
  genes = { type = "reals", names = { "speed" } } },
  "field 'genes': variable 'speed' must be a real")
refused("no grid", { rules = "var x score { 1 }", cases = { {} }, genes = { length = 4 } },
  "field 'genes': the rules need 'grid genes[4]', or the field 'names', a variable for each")
refused("a grid of another size", { rules = "grid genes[3] score { genes[0] }",
  cases = { {} }, genes = { length = 4 } },
  "field 'genes': the grid 'genes' has 3 cells for 4 genes")
refused("a primitive", { rules = "grid genes[3] MOVE { 1 } score { genes[0] }",
  cases = { {} }, genes = { length = 3 } },
  "field 'genes': 'MOVE' is a primitive, and vectors have none: write 'def MOVE'")
refused("both", { rules = "grid genes[3] score { 0 }", cases = { {} },
  genes = { length = 3 }, blocks = { { "A", 3 } } },
  "'blocks' are for linear programs, 'genes' for vectors, 'alphabet' for machines: one of "
  .. "them")
says("a mistake in the rules is placed", function()
  ludus.game { rules = "grid genes[3] score { gene[0] }", genes = { length = 3 } }
end, "'gene'")
says("a vector of another shape", function()
  return in_lua:score(vector.new { length = 2 }:of { 0, 0 })
end, "has other genes than the game")
says("and of a game of rules", function()
  return rules.plain:score(vector.new { length = 2 }:of { 0, 0 })
end, "has other genes than the game")
says("an experiment without a length", function()
  return ludus.experiment { game = require "ludus.functions".game "onemax",
    program = ludus.vector {} }
end, "field 'program': field 'length' is missing: genes")
says("a person cannot give genes for moves", function()
  return ludus.game { rules = text, genes = { length = 9, max = 3 } }:hands(1)
end, "only trees and machines are played move by move")

-- ---- by hand -----------------------------------------------------------------------------

local trail = require "ludus.script".load "tests/lua/own/trail.lua".game
local hands = trail:hands(1)
check.equal("a move", hands:move(trail:read "(MOVE)"), true)
check.equal("and what it did", hands:state().x, 1)
check.equal("the end", type(hands:finish().raw), "number")
says("is the end", function() hands:move(trail:read "(MOVE)") end,
  "the case has ended")

os.execute("rm -r " .. folder)
return check.done()
