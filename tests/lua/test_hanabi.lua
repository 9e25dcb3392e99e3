-- test_hanabi.lua -- Hanabi from Lua: orders as words, games, partners, verbs, a person at
-- the table, the programs that were evolved.
local check  = dofile "tests/lua/check.lua"
local hanabi = require "ludus.hanabi"
local ludus  = require "ludus"
local show   = require "ludus.repl.show"
require "ludus.inspect"

local folder = check.folder()

local function ludus_out(words, input)
  return (check.run(("%s $LUDUS %s"):format(input and ("printf '%s' |"):format(input)
    or "", words)))
end

-- ---- orders as words --------------------------------------------------------------

local game = hanabi.game { cases = 200 }
local text = "order\n  play-safe\n  if lives>1 play-60 // risky\n  tell-useful, drop-oldest\n"
local p = game:read(text)
check.equal("rules are codes", tostring(p), ("(1, %d, 9, 31)"):format(#hanabi.tactics + 3))
check.equal("codes are rules", hanabi.order.text(p),
  "order\n  play-safe\n  if lives>1 play-60\n  tell-useful\n  drop-oldest\n")
check.equal("and read back", tostring(game:read(hanabi.order.text(p))), tostring(p))
check.equal("on one line", tostring(game:read "order play-safe if lives>1 play-60"),
  ("(1, %d)"):format(#hanabi.tactics + 3))
check.equal("lists of codes are orders", tostring(game:read(tostring(p))), tostring(p))
check.equal("known by their first word", tostring(ludus.parse(text)), tostring(p))
for name, row in pairs {
  ["an unknown rule"] = { "order\nplay-save", "(text):2: unknown rule 'play-save'; did "
    .. "you mean 'play-safe'?" },
  ["an unknown condition"] = { "order if lifes>1 any", "(text):1: unknown condition "
    .. "'lifes>1'; did you mean 'lives>1'?" },
  ["a condition without a rule"] = { "order\n  any\n  if lives>1", "(text):3: expected a "
    .. "rule behind 'if'" },
  ["a condition behind a condition"] = { "order if lives>1 if hints<4 any", "(text):1: expected "
    .. "a rule behind 'if'" },
  ["no rules"] = { "order", "(text): an order has 1 to 64 rules, this one has 0" },
  ["too many"] = { "order" .. (" any"):rep(65), "(text): an order has 1 to 64 rules, this "
    .. "one has 65" },
} do
  check.error(name, function() game:read(row[1]) end, row[2])
end
check.error("no text", function() game:read(7) end, "expected the text of an order, got number")
check.equal("64 are an order", #game:read("order" .. (" any"):rep(64)), 64)

-- Every rule and condition reads back.
local all = true
for code = 0, #hanabi.tactics * #hanabi.conditions - 1 do
  all = all and game:read("order " .. hanabi.order.words(code))[1] == code
end
check.ok("all codes have words of their own", all)

-- ---- games ------------------------------------------------------------------------

local piers = hanabi.player "piers"
local score = game:score(piers)
check.equal("the sum of the cases", score.raw, (function()
  local sum = 0
  for _, case in ipairs(score.cases) do sum = sum + case.raw end
  return sum
end)())
check.equal("what the game says", score.summary, ("%.3f points a game, %d perfect"):format(
  score.raw / 200, score.won))
check.equal("what it can", table.concat(game:abilities(), " "),
  "cases trace summary play behaviour describe")
local trees = game:with { program = "tree" }
check.equal("trees, too", table.concat(trees:abilities(), " "),
  "cases trace summary play behaviour describe")
check.error("an unknown partner", function() hanabi.game { partners = { "pierce" } } end,
  "hanabi.player: unknown player 'pierce'; did you mean 'piers'?")
for _, partners in ipairs { 5, { 5 } } do
  check.error("a partner that is none", function() hanabi.game { partners = partners } end,
    "hanabi.game: field 'partners': expected players by name, files, texts of rules or orders, "
    .. "got a number")
end
check.error("lists that lie", function()
  require "ludus.core.hanabi".new { program = "vector", players = 2, cases = 1, case_seed = 1,
    lost = "points", partners = setmetatable({}, { __len = function() return -1 end }) }
end, "tests/lua/test_hanabi.lua:78: a list cannot have -1 items")
check.ok("at most 32", not pcall(hanabi.game, { partners = ("iggi "):rep(33) }))
check.ok("32 are", pcall(hanabi.game, { partners = ("iggi "):rep(32) }))
check.ok("six players are refused", not pcall(hanabi.game, { players = 6 }))
check.equal("partners may be texts", game:with { partners = { "order any" } }:score(piers)
  .raw, game:with { partners = "random" }:score(piers).raw)

-- A tree that does what a short order does.
local tree = trees:read "RPB (IF (GT (PLAYS) 99) (ADD 100 100) (IF (DROP) (AGE) 0))"
check.ok("a tree plays", trees:score(tree).raw > 0)
local t = trees:trace(tree, 3)
check.equal("its trace ends as the game", t:at(#t + 1).raw, trees:play(tree, 3).raw)

-- Threads make no difference, nor does who asked before.
local script = folder .. "/small.lua"
local file = assert(io.open(script, "w"))
file:write [[
local ludus, hanabi = require "ludus", require "ludus.hanabi"
return ludus.experiment { game = hanabi.game { players = 3, cases = ludus.fresh(10) },
  program = ludus.vector {}, population = 60, generations = 4, stop = ludus.never,
  select = ludus.tournament(3), vary = { { 1, ludus.uniform } } }
]]
file:close()
local function digest(words)
  return ludus_out(("run %s --store %s/a.db %s"):format(script, folder, words))
    :match "digest (%x+)"
end
local one = digest "--threads 1"
check.ok("a run", one)
check.equal("on two threads", digest "--threads 2", one)
check.equal("in the sandbox", digest "--threads 2 --sandbox", one)

-- ---- verbs ------------------------------------------------------------------------

local few = game:with { cases = 20 }
t = few:trace(piers, 1)
check.equal("turns of the case", t:at(#t + 1).raw, few:play(piers, 1).raw)
check.equal("its last picture", t:at(#t + 1).picture, few:play(piers, 1).picture)
check.ok("a turn names its rule", t:at(1).value and t:at(1).event)
local profile = piers:profile(few)
local moves = 0
for _, row in ipairs(profile) do moves = moves + row.count end
check.ok("rules have counts", moves > 0 and #profile == #piers)
check.ok("shown", show.text(profile, show.view { width = 80, lines = 30 }))
local impact = piers:impact(few)
check.equal("what a rule is worth", impact[2].loss, few:score(piers).raw
  - few:score(few:read(hanabi.order.text(piers):gsub("  play%-safe\n", "", 1))).raw)
local long = few:read(hanabi.order.text(piers) .. " any any any")
local simple = long:simplify(few)
check.ok("what never acts goes", simple.after < #long)
check.equal("and nothing changes", few:behaviour(simple.program), few:behaviour(long))
check.ok("in words", piers:explain(few):find "play a card that fits for sure")
check.error("a turn is not supposed", function() t:what_if(1, { value = 3 }) end,
  "t:what_if: of an order another one alone can be supposed: give { program = q }")
check.ok("another order is", t:what_if(1, { program = hanabi.player "iggi" }))

-- ---- at the command line ----------------------------------------------------------

check.ok("players by name", ludus_out "score hanabi piers --set cases=50"
  :find "points a game")
check.ok("partners", ludus_out "score hanabi piers --set cases=50 --set partners=iggi,outer"
  :find "points a game")
check.equal("json", ludus_out "score hanabi piers --set cases=3 --json":match '"max":(%d+)',
  "75")
check.ok("watched", ludus_out "play hanabi --player piers --set players=3"
  :find "case 1, an order of 9 rules")
local played = ludus_out("play hanabi --player human --set players=3",
  "play 99999999999999999999\\ntell 1e999 red\\ntell 2 1e999\\nplay 1\\ntell 2 9\\nfly\\nq\\n")
check.ok("a person is asked", played:find("You are player 1", 1, true))
check.ok("does not see its own cards", played:find("* player 1   -- ??", 1, true))
check.ok("and is told what a move is", played:find("a move is: play 3", 1, true))
check.ok("and what cannot be", played:find("this cannot be done now", 1, true))
check.ok("partners move", played:find "player 2 %a+" and played:find "player 3 %a+")
check.ok("ops", ludus_out "ops hanabi":find "tell%-useful")
check.ok("help", ludus_out "help tell-useful":find "a rule of orders")

-- A function at the table, to the end.
local person = folder .. "/person.lua"
file = assert(io.open(person, "w"))
file:write "return function(s) return s.hints > 0 and 'drop 1' or 'play 1' end\n"
file:close()
check.ok("a function that cannot do that is told",
  select(2, check.run(("$LUDUS play hanabi --player %s"):format(person)))
  :find "this cannot be done now")
file = assert(io.open(person, "w"))
file:write "return function(s) return s.hints < 8 and 'drop 1' or 'play 1' end\n"
file:close()
check.ok("a function plays on", ludus_out("play hanabi --player " .. person)
  :find "%d+ points\n$")

-- ---- the programs that were evolved ------------------------------------------------

-- The points of a player in games that the page does not tell of.
local function points(seats, player, partners)
  local settings = { players = seats, cases = 300, case_seed = 4242 }
  if partners then return hanabi.table.among(player, partners, settings).mean end
  return hanabi.table.alone({ player }, settings)[1].mean
end
for name, seats in pairs { two = 2, three = 3, four = 4, five = 5 } do
  local path = ("scripts/programs/hanabi-%s.order"):format(name)
  local own = hanabi.game { players = seats, cases = 1 }
  local best = ludus.read(path, own)
  check.equal(name .. " reads back", tostring(own:read(hanabi.order.text(best))),
    tostring(best))
  check.ok(name .. " is better than Piers by two points", points(seats, path)
    > points(seats, "piers") + 2)
end
check.ok("so is the tree for two", points(2, "scripts/programs/hanabi-tree.gp")
  > points(2, "piers") + 1)
local strangers = { "outer", "piers", "cautious", "canaan" }
check.ok("strangers get more from whom evolved for others", points(2,
  "scripts/programs/hanabi-strangers.order", strangers) > points(2, "canaan", strangers))

return check.done()
