-- test_abilities.lua -- a game says what it can, and what is lacking is refused by name.

local check = dofile("tests/lua/check.lua")
local bs    = require "ludus.battleship"
local ipd   = require "ludus.ipd"
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local show  = require "ludus.repl.show"
require "ludus.inspect"

local function words(list) return table.concat(list, " ") end

-- ---- what games can ----------------------------------------------------------------

local lua_game = ludus.game { cases = { 1, 2, 3 }, budget = 10,
  start = function(case) return { sum = case } end,
  primitives = { INC = { 0, function(s) s.sum = s.sum + 1 return s.sum end } },
  score = function(s) return s.sum end }
local by_rules = ludus.game { cases = { {}, {} }, rules = [[ var x
  INC { x = x + 1; x }
  score { x } ]], budget = 10 }
local of_genes = ludus.game { program = "vector", cases = 2,
  genes = { type = "reals", length = 3, min = 0, max = 1 },
  score = function(_, v) return v[1] end }
local of_states = ludus.game { program = "machine", cases = 1, budget = 3,
  start = function() return { n = 0 } end,
  turn = function(s, move) s.n = s.n + 1 return move end,
  score = function(s) return s.n end }
local of_lines = ludus.game { program = "linear", cases = 2, budget = 9,
  blocks = { { "Main", 4 } }, instructions = { { "Up", function(s) s.n = s.n + 1 end } },
  start = function() return { n = 0 } end, score = function(s) return s.n end }
local plan = require "ludus.puzzle".game {}
local battle = bs.game { cases = 3 }

for name, row in pairs {
  minesweeper = { mines.game {}, "cases trace summary play behaviour describe" },
  ["a game in Lua"] = { lua_game, "cases trace play describe" },
  ["one for vectors"] = { of_genes, "cases trace play describe" },
  ["one for machines"] = { of_states, "cases trace play describe" },
  ["one for lines"] = { of_lines, "cases trace play describe" },
  ["a game of rules"] = { by_rules, "cases trace play describe" },
  puzzle = { plan, "cases trace" },
  battleship = { battle, "cases trace" },
} do
  check.equal(name .. " can", words(row[1]:abilities()), row[2])
  for _, ability in ipairs { "cases", "trace", "summary", "play", "behaviour",
    "describe" } do
    check.equal(name .. " can " .. ability, row[1]:can(ability),
      (" " .. row[2] .. " "):find(" " .. ability .. " ", 1, true) ~= nil)
  end
end

check.equal("need gives the game", plan:need "trace", plan)
check.error("and else says what there is", function() plan:need "play" end,
  "puzzle has no play; it has cases, trace")
check.refused("such an ability there is not", function() plan:can "trase" end,
  "bad argument #1 to 'can' (unknown ability 'trase'; did you mean 'trace'?)")
local sphere = require "ludus.functions".game "sphere"
check.error("a trace is refused by name", function() sphere:trace("x", 1) end,
  "functions has no trace; it has cases")
check.error("so is a summary", function() lua_game:summary {} end,
  "game has no summary; it has cases, trace, play, describe")

local tree = mines.game {}:read "RPB (UNC 0)"
check.refused("a verb names itself", function() tree:profile(sphere) end,
  "p:profile: functions has no trace; it has cases")
check.refused("a puzzle plays no trees", function() tree:simplify(plan) end,
  "p:simplify: it is no program of puzzle: (text):1:1: expected '(', got 'RPB'")
check.refused("a number is no game", function() tree:profile(3) end,
  "p:profile: expected a game, for instance minesweeper.game {}, got a number")

-- ---- scores in the game's words ----------------------------------------------------

local game = mines.game {}
check.equal("a summary", game:summary(game:score(tree)), "0 won, 1 exploded, 0 timed out")
check.equal("how it is shown is not for scripts to change",
  getmetatable(game:score(tree)), "ludus.score")
check.equal("a score at the prompt", show.text(game:score(tree), show.view {}),
  "raw 69 of 2,449, 1 exploded, 72 steps")

-- ---- scripts that need something -----------------------------------------------------

local function experiment(game, needs)
  return function()
    return ludus.experiment { game = game, program = ludus.tree {}, needs = needs }
  end
end

check.ok("a game that can is taken", experiment(game, { "trace", "cases" })())
check.refused("one that cannot is refused at once", experiment(lua_game, { "summary" }),
  "ludus.experiment: field 'needs': game has no summary; it has cases, trace, play, describe")
check.refused("nobody can that", experiment(game, { "casses" }),
  "ludus.experiment: field 'needs': unknown ability 'casses'; did you mean 'cases'?")
check.refused("nor is such a game taken later", function()
  local e = ludus.experiment { game = game, program = ludus.tree {}, population = 10,
    generations = 2, needs = { "behaviour" },
    schedule = function(run) run:set { game = lua_game } end }
  local _, why = pcall(function()
    require "ludus.run".new(e, { seed = 1, threads = 1 }):execute()
  end)
  error(why:match "^[^\n]*", 0)
end, "run:set: game has no behaviour; it has cases, trace, play, describe")

-- ---- linear programs of one's own game ---------------------------------------------

local walker = ludus.game { program = "linear", name = "walker",
  blocks = { { "Walk", 6 }, { "Turn", 4 } }, cases = { 3, 5 }, budget = 12,
  start = function(case) return { x = 0, goal = case } end,
  registers = { "x" },
  instructions = {
    { "Step", function(s) s.x = s.x + 1 end }, { "Stay", function() end },
    { "Back", function(s) s.x = s.x - 1 end }, { "Go", jump = true },
  },
  done = function(s) return s.x == s.goal end,
  score = function(s) return s.x end }
local text = "Walk state (3/6)\n1. Step\n2. Stay\n3. Go\n\nTurn state (2/4)\n"
  .. "1. Step\n2. Go\n"
local p = walker:read(text)

local stray = p:set():parse(text)     -- the same lines, which no game has read
for _, verb in ipairs { "trace", "profile", "impact", "simplify" } do
  check.error(verb .. " asks for the game", function() stray[verb](stray) end,
    ("p:%s: name the game it plays: p:%s(g)"):format(verb, verb))
end
check.equal("its score", walker:score(p).raw, 8)
local profile = p:profile(walker)
check.equal("visits", words(profile.visits[1]) .. ", " .. words(profile.visits[2]),
  "5 3 3, 3 3")
check.equal("all steps", profile.steps, #p:trace(walker, 1) + #p:trace(walker, 2))
local impact = p:impact(walker)
check.equal("what the first line is worth", impact.loss[1][1], 2)
check.equal("and one that does nothing", impact.loss[1][2], 0)
local simple = p:simplify(walker)
check.equal("the same score", walker:score(simple.program).raw, 8)
check.equal("with fewer lines", simple.after, 1)
check.ok("and it is shown", show.text(simple, show.view {}):find(
  "  4 removed by trial, checked on 2 cases; 'walker' says nothing of fresh ones\n"
  .. "    (field 'fresh')\n", 1, true))

local lgp = bs.read "scripts/programs/battleship-figure8-repaired.lgp"
check.equal("a program of Battleship is at home", #lgp:trace(0) > 0, true)
local own = lgp:impact(battle)
check.ok("and plays a game that is given", own.title:find(
  "what the raw score loses without a line", 1, true))
check.equal("all of it", lgp:profile(battle).steps, battle:score(lgp).steps)

-- ---- primitives that are switched on -------------------------------------------------

local function off(game)
  local names = {}
  for _, row in ipairs(game:prims()) do
    if not row.enabled then names[#names + 1] = row.name end
  end
  return table.concat(names, " ")
end
check.equal("a game says which primitives it leaves out",
  off(require "ludus.minesweeper".game {}), "MINES ROWS COLS ITER LOAD STORE MUL DIV DIR SUM "
  .. "MOST IDLE REST SHUT MORE OWN OTHER MRKOWN UNCOWN MOREDIR OWNDIR "
  .. "OTHERDIR MRKOWNDIR UNCOWNDIR")
check.equal("and which it was given",
  off(require "ludus.minesweeper".game { extras = { "MINES", "ITER" } }),
  "ROWS COLS LOAD STORE MUL DIV DIR SUM "
  .. "MOST IDLE REST SHUT MORE OWN OTHER MRKOWN UNCOWN MOREDIR OWNDIR "
  .. "OTHERDIR MRKOWNDIR UNCOWNDIR")

-- ---- every game --------------------------------------------------------------------

local library = require "ludus.core.system".library
local init = library "ludus/inspect/init.lua" .. library "ludus/inspect/verbs.lua"
for _, name in ipairs(require "ludus.script.games".names) do
  check.ok("the inspector does not name " .. name,
    not init:find('"ludus.' .. name, 1, true) and not init:find('"' .. name .. ".", 1, true))
end
check.ok("machines have their verbs", ipd and require "ludus.machine".parse "d00".trace)

return check.done()
