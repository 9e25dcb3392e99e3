-- look.lua -- a game, as the verbs that take programs apart see it.
--
--     local game, case = look.settle("trace", p, ...)
--     look.need("trace", game, "trace")
--     look.behaviour(game, p)  look.what(game)  look.fresh(game, 200, 1)
--
-- Every verb works with the game that it is given. Without one it takes the game that
-- the program was made in, if a run gave it; a program that nobody knows is refused.
-- No game ever stands in for another.

local recipes = require "ludus.script.recipes"
local rng     = require "ludus.core.rng"
local sandbox = require "ludus.script.sandbox"

local look = {}

-- ---- whose program ---------------------------------------------------------------

local homes = setmetatable({}, { __mode = "k" })
local sources = setmetatable({}, { __mode = "k" })

-- The program, known from now on to be one of the game; runs do that. A stored run says
-- of which of its generations it is the best.
function look.remember(p, game, run, generation)
  homes[p] = game
  sources[p] = run and { run, generation }
  return p
end

-- The stored run whose best program it is, and of which generation; or nil.
function look.source(p)
  if sources[p] then return table.unpack(sources[p]) end
end

-- Is it a game?
function look.is_game(value)
  local meta = debug.getmetatable(value)
  return type(meta) == "table" and meta.ludus_game == true
end

-- Is it a game of one's own, in Lua or by rules?
function look.is_own(game)
  local recipe = game and recipes.recipe(game)
  return recipe ~= nil and (recipe.fields.primitives ~= nil
    or recipe.fields.rules ~= nil)
end

-- Where programs keep the game that read them: a tree has its vocabulary, and that its
-- game; other kinds have it in a user value of this number.
local kept = { ["ludus.machine"] = 1, ["ludus.linear.program"] = 2, ["ludus.vector"] = 2 }

-- The game that read a program, or nil. Of trees a game in C may be any of its kind, made
-- for reading; one of one's own is the very game.
function look.reader(p)
  local meta = debug.getmetatable(p)
  local slot = type(meta) == "table" and kept[meta.__name]
  local owner = type(p) == "userdata" and debug.getuservalue(p, slot or 1) or nil
  if not slot then owner = type(owner) == "userdata" and debug.getuservalue(owner, 1) end
  return type(owner) == "userdata" and look.is_game(owner) and owner or nil
end

local function home_of(p)
  local reader = homes[p] or look.reader(p)
  return homes[p] or look.is_own(reader) and reader or nil
end

-- What a game is called in messages.
function look.name(game)
  local recipe = recipes.recipe(game)
  local own = recipe and recipe.settings.name
  return own or (debug.getmetatable(game).__name:gsub("^ludus%.", ""))
end

-- The game of a verb's first argument, or the one of the program, and the other
-- arguments; nil and all of them if there is none.
function look.find(p, first, ...)
  if look.is_game(first) then return first, ... end
  if first == nil then return home_of(p), ... end
  return home_of(p), first, ...
end

-- The same; the verb is refused if there is none.
function look.settle(verb, p, ...)
  local function found(game, ...)
    if game then return game, ... end
    local given = ...
    if given ~= nil and type(given) ~= "table" then
      error(("p:%s: expected a game, for instance minesweeper.game {}, got a %s"):format(
        verb, type(given)), 0)
    end
    error(("p:%s: name the game it plays: p:%s(g)"):format(verb, verb), 0)
  end
  return found(look.find(p, ...))
end

-- Refuses a verb whose game lacks an ability.
function look.need(verb, game, ability)
  local ok, why = pcall(game.need, game, ability)
  if not ok then error(("p:%s: %s"):format(verb, why), 0) end
  return game
end

-- The program as one of the game's own; else the verb is refused.
function look.read(game, p, verb)
  local class = debug.getmetatable(p).__name
  if class == "ludus.machine" or class == "ludus.vector" or not game.read then
    return p
  end
  local ok, q = sandbox.try(game.read, game, tostring(p))
  if ok then return q end
  error(("p:%s: it is no program of %s: %s"):format(verb, look.name(game),
    q:match "[^\n]*"), 0)
end

-- ---- what it does ----------------------------------------------------------------

-- The module that writes the game's cases down, or nil.
function look.tracer(game)
  return game:can "trace" and require(game:tracer()) or nil
end

-- How often the parts of a program run, by place, and the steps in all; a profile is
-- refused where the game's traces do not tell.
function look.visits(game, p)
  local module = look.need("profile", game, "trace") and look.tracer(game)
  if module.visits then return module.visits(game, p) end
  error(("p:profile: the traces of %s do not tell which parts of a program run"):format(
    look.name(game)), 0)
end

-- The score of a program as a table, whatever the game gives.
function look.score(game, p)
  local score = game:score(p)
  return type(score) == "number" and { raw = score } or score
end

-- The raw scores of the cases; of the whole, if the game does not tell them.
function look.scores(game, p)
  local score = look.score(game, p)
  local list = {}
  for i, case in ipairs(score.cases or {}) do
    list[i] = type(case) == "table" and case.raw or case
  end
  if #list == 0 then list[1] = score.raw end
  return list, score
end

-- How many cases there are.
function look.cases(game, p)
  local facts = game.facts and game:facts()
  return facts and facts.cases or #look.scores(game, p)
end

-- What a program does, as exactly as the game tells it: what it does in each case,
-- else the scores of the cases, else the score.
function look.behaviour(game, p)
  local module = look.tracer(game)
  if module and module.behaviour then return module.behaviour(game, p) end
  if game:can "behaviour" then return game:behaviour(p) end
  local words = {}
  for i, raw in ipairs(look.scores(game, p)) do words[i] = ("%.17g"):format(raw) end
  return table.concat(words, " ")
end

-- What behaviour() compares, in words.
function look.what(game)
  local module = look.tracer(game)
  if module and module.what then return module.what end
  return game:can "behaviour" and "the acts in all cases"
    or game:can "cases" and "the scores of the cases" or "the score"
end

-- ---- fresh cases -------------------------------------------------------------------

-- Games with a field for the seed of their cases have others of another seed.
local function reseeded(game, recipe, count, seed)
  local changes = { case_seed = recipe.settings.case_seed + 1000 + seed }
  if recipe.fields.cases then changes.cases = count end
  return recipes.again(game, changes)
end

-- So have matches from random openings, each opening being several cases.
local function reopened(game, recipe, count, seed)
  local s = recipe.settings
  if s.plies == 0 then error("they all begin alike (field 'plies')", 0) end
  return recipes.again(game, { opening_seed = s.opening_seed + 1000 + seed,
    openings = math.max(1, count * s.openings // game:goal().cases) })
end

-- Cases made by the game's own function fresh(rng, number).
local function made(game, recipe, count, seed)
  local chance, cases = rng.new(seed), {}
  for i = 1, count do cases[i] = recipe.settings.fresh(chance, i) end
  return recipes.again(game, { cases = cases })
end

-- Games that have so many cases that the given one has not, as a list; an empty list
-- and the reason if it says nothing of how to make some.
function look.fresh(game, count, seed)
  if count == 0 then return {}, "none were asked for" end
  local module = look.tracer(game)
  if module and module.fresh then return module.fresh(game, count, seed) end
  local recipe = recipes.recipe(game)
  local maker = recipe and (recipe.settings.fresh and made
    or recipe.fields.case_seed and reseeded or recipe.fields.opening_seed and reopened)
  if not maker then
    return {}, ("'%s' says nothing of fresh ones (field 'fresh')"):format(look.name(game))
  end
  local ok, fresh = sandbox.try(maker, game, recipe, count, seed)
  if ok then return { fresh } end
  return {}, "fresh ones could not be made: " .. fresh
end

-- ---- the same? ---------------------------------------------------------------------

-- What must stay: the behaviour of p in the game and in those with fresh cases.
function look.expect(p, games)
  local list = { cases = 0 }
  for i, game in ipairs(games) do
    list[i] = { game = game, behaviour = look.behaviour(game, p) }
  end
  return list
end

-- Does q behave as was expected? Else the number of the game in which it does not.
function look.behaves(q, expected)
  for i, e in ipairs(expected) do
    local module = look.tracer(e.game)
    local same
    if module and module.behaves then
      same = module.behaves(e.game, q, e.behaviour)
    else
      same = look.behaviour(e.game, q) == e.behaviour
    end
    if not same then return false, i end
  end
  return true
end

return look
