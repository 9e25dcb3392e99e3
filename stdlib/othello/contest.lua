-- contest.lua -- how good is a player? Games against teachers, as in the paper.
--
--     local c = contest.new { teachers = { "discs", "squares" } }
--     local scores = c:score { players.new { ... }, players.new "best.vec" }
--     scores[1].raw, scores[1].won, scores[1].games
--
-- Each teacher is played once with either colour, from the usual start or from
-- random openings. A game gives a bonus for a win or a draw plus the disc
-- difference shifted by 64. Teachers may be anything players.new() takes, Lua
-- functions included: those games are played on one thread.

local core    = require "ludus.core.othello"
local fresh   = require "ludus.script.fresh"
local recipes = require "ludus.script.recipes"
local players = require "ludus.othello.players"
local spec    = require "ludus.script.spec"
local vector  = require "ludus.vector"

local contest = {}

local Contest = {}
Contest.__index = Contest
Contest.__name = "othello.contest"

local function teacher_list(list, depth)
  if type(list) ~= "table" then return nil, "a list of teachers" end
  for i = 1, #list do
    local ok, p = pcall(players.new, list[i], { depth = depth })
    if not ok then return nil, ("teachers (%s)"):format(p) end
    list[i] = p
  end
  if #list < 1 or #list > 64 then return nil, "1 to 64 teachers" end
  return list
end

contest.fields = {
  teachers = { "list", { "discs", "squares", "mobility", "hand" },
    help = "who is played against: names, files, weights, functions" },
  teacher_depth = { "any", "3>40 4>12 5", check = players.depth,
    help = "plies the teachers search, given by name or file" },
  win      = { "number", 1000, help = "bonus for a win" },
  draw     = { "number", 500, help = "bonus for a draw" },
  shift    = { "number", 64, help = "added to the disc difference of a game" },
  openings = { "integer", 1, min = 1, max = core.limits.openings,
    help = "openings, each played with both colours" },
  plies    = { "integer", 0, min = 0, max = core.limits.plies,
    help = "random plies of an opening; 0 is the usual start" },
  opening_seed = { "integer", 1, help = "of the openings" },
}
for name, row in pairs(players.fields) do contest.fields[name] = row end

-- Those of a contest as a game for evolution.
local kinds = { vector = 0, tree = 1, wide = 2, strategy = 3 }       -- see contest.h
contest.game_fields = { program = { "choice", "tree",
  choices = { "tree", "vector", "wide", "strategy" },
  help = "what is evolved: trees over the eight features; vectors, as many numbers as "
    .. "players have weights (64 bits spell eight); wide, trees over all features; strategy, "
    .. "trees that rate moves, without search" } }
for name, row in pairs(contest.fields) do contest.game_fields[name] = row end

local function openings(value)
  if fresh.is(value) and value.count <= core.limits.openings
    or math.type(value) == "integer" and value >= 1 and value <= core.limits.openings then
    return value
  end
  return nil, ("1 to %d, or ludus.fresh(n)"):format(core.limits.openings)
end

contest.game_fields.openings = { "any", 1, check = openings,
  help = "openings, each played with both colours; ludus.fresh(n): others in each generation" }

-- How many openings a game has, and their seed.
function contest.openings(s)
  local drawn = fresh.is(s.openings) and s.openings
  return drawn and drawn.count or s.openings, drawn and drawn:case_seed() or s.opening_seed
end

-- The settings that belong to the players who are scored.
local function player_settings(s)
  local own = {}
  for name in pairs(players.fields) do own[name] = s[name] end
  own.depth = players.depth(own.depth)
  return own
end

local function checked(given, fields)
  local s = spec.check("othello.contest", given or {}, fields)
  local list, expected = teacher_list(table.move(s.teachers, 1, #s.teachers, 1, {}),
    s.teacher_depth)
  if not list then error("othello.contest: expected " .. expected, 0) end
  s.teachers = list
  return s
end

function contest.new(given)
  local self = setmetatable({ rules = checked(given, contest.fields) }, Contest)
  self.games = 2 * self.rules.openings * #self.rules.teachers
  self.max = self.games * self:points(64)
  return self
end

-- The points of a game that ended with that lead.
function Contest:points(lead)
  local r = self.rules
  return (lead > 0 and r.win or lead == 0 and r.draw or 0) + lead + r.shift
end

-- A player of these weights under the contest's settings.
function Contest:player(weights)
  return (#weights == 8 and core.linear or core.broad)(weights, player_settings(self.rules))
end

local function pairings(pupils, teachers, openings)
  local games = {}
  for i = 1, pupils do
    for t = 1, teachers do
      for k = 1, openings do
        table.move({ i, pupils + t, k, pupils + t, i, k }, 1, 6, #games + 1, games)
      end
    end
  end
  return games
end

-- Scores a list of players (or their C objects) on all cores; a list of { raw,
-- standardized, won, drawn, discs, games, leads }.
function Contest:score(list, threads)
  local r, objects = self.rules, {}
  for i, p in ipairs(list) do objects[i] = type(p) == "table" and p.core or p end
  for i, t in ipairs(r.teachers) do objects[#list + i] = t.core end
  local leads, nodes = core.match { players = objects,
    games = pairings(#list, #r.teachers, r.openings), seed = r.opening_seed,
    plies = r.plies, threads = threads or 0 }
  local scores = {}
  for i = 1, #list do
    local s = { raw = 0, won = 0, drawn = 0, discs = 0, games = self.games,
      leads = {} }
    for g = 1, self.games do
      local lead = leads[(i - 1) * self.games + g]
      if g % 2 == 0 then lead = -lead end
      s.leads[g] = lead
      s.raw = s.raw + self:points(lead)
      s.won = s.won + (lead > 0 and 1 or 0)
      s.drawn = s.drawn + (lead == 0 and 1 or 0)
      s.discs = s.discs + lead
    end
    s.discs = s.discs / self.games
    s.standardized = self.max - s.raw
    scores[i] = s
  end
  return scores, nodes
end

-- The contest as a game for the evolution of tree programs over the features, or of
-- weights. With a Lua function among the teachers one thread plays.
function contest.game(given)
  local s = checked(given, contest.game_fields)
  local options = player_settings(s)
  for _, name in ipairs { "win", "draw", "shift", "plies" } do options[name] = s[name] end
  options.openings, options.seed = contest.openings(s)
  options.kind = kinds[s.program]
  options.teachers = {}
  for i, t in ipairs(s.teachers) do options.teachers[i] = t.core end
  return recipes.remember(core.contest(options), contest.game, s, contest.game_fields)
end

-- What a function in Lua that values positions is worth at the game, as programs are.
function contest.judge(game, f)
  local given, s = {}, recipes.recipe(game).settings
  for name in pairs(contest.fields) do given[name] = s[name] end
  given.openings, given.opening_seed = contest.openings(s)
  local c = contest.new(given)
  local score = c:score { players.new(f, player_settings(s)) }[1]
  local cases = {}
  for g, lead in ipairs(score.leads) do cases[g] = { raw = c:points(lead) } end
  return { raw = score.raw, max = c.max, cases = cases }
end

-- A program of the game from its text: of a contest of weights a list of numbers, or of 64
-- bits.
local read_tree = core.methods.read
function core.methods.read(game, text, name)
  local recipe = recipes.recipe(game)
  if not recipe or recipe.settings.program ~= "vector" then
    return read_tree(game, text, name)
  end
  local p = players.parse(text, name or "(text)")
  local weights = p.weights or p.numbers
  if not weights then
    error(("%s: expected eight weights, (-10, 60, ...)"):format(name or "(text)"), 0)
  end
  local least, most = -127, 128         -- what 64 bits can spell, and beyond if asked
  for _, w in ipairs(weights) do
    least, most = math.min(least, w), math.max(most, w)
  end
  return vector.new { type = "reals", length = #weights, min = least, max = most }:of(weights)
end

-- What reads any program: over the eight features if it is one, else over all, else over the
-- traits of a move; a mistake is told of the first.
function contest.reader()
  local reader = { prims = function() return contest.game {}:prims() end }
  function reader.read(_, text, name)
    local mistake
    for _, program in ipairs { "tree", "wide", "strategy" } do
      local ok, p = pcall(read_tree, contest.game { program = program }, text, name)
      if ok then return p end
      mistake = mistake or p
    end
    error(mistake, 0)
  end
  return reader
end

return contest
