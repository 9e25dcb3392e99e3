-- cases.lua -- what the cases of a game are, and how a program ended in each.
--
--     local list = cases.of("outcomes", game, p)
--     list[3].won  list[3].ended  list[3].raw  list[3].fields["mine.row"]
--     list[3].lost  list.names  list.won  list.lost  list.known
--
-- Fields are what the game tells of a case before anyone plays it (g:describe): in C
-- what its class says, in Lua and in rules the fields of the case as it was declared,
-- "mine.row" being the field row of the field mine. A case is won if the game says so.
-- Of some games nothing is ever won, as where shots are counted: `known` is false then.

local look    = require "ludus.inspect.look"
local recipes = require "ludus.script.recipes"

local cases = {}

local FIELDS_MAX, DEPTH_MAX = 256, 4  -- of one case

-- ---- what a case is -------------------------------------------------------

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do
    if type(key) == "string" or math.type(key) == "integer" then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  return keys
end

local scalars = { number = true, string = true, boolean = true }

local function flatten(value, name, depth, out)
  if #out == FIELDS_MAX then return end
  if scalars[type(value)] then out[#out + 1] = { name, value } return end
  if type(value) ~= "table" or depth == DEPTH_MAX then return end
  for _, key in ipairs(sorted_keys(value)) do
    local below = type(key) == "string" and (name == "" and key or name .. "." .. key)
      or ("%s[%d]"):format(name == "" and "case" or name, key)
    flatten(value[key], below, depth + 1, out)
  end
end

-- What case `number` of a game of a script is: { { name, value }, ... }. With rivals,
-- who the other is and on which seat the program sits belong to it.
function cases.own(game, number)
  local recipe = recipes.recipe(game)
  local given, out, at = recipe and recipe.settings.cases, {}, number
  if type(given) ~= "table" or #given == 0 then return out end
  local matches = game:goal().cases // #given
  if matches > 1 then at = (number - 1) // matches + 1 end
  local value = given[at]
  flatten(value, scalars[type(value)] and "case" or "", 0, out)
  if matches > 1 then
    out[#out + 1] = { "rival", (number - 1) % matches // 2 + 1 }
    out[#out + 1] = { "seat", (number - 1) % 2 + 1 }
  end
  return out
end

-- ---- how it ended ---------------------------------------------------------

-- What the cases gave where a score says nothing of them: by the species of one.
local function results(game, p)
  local ok, list = pcall(function()
    local class = debug.getmetatable(p).__name
    local species = class == "ludus.machine"
      and require "ludus.machine".program { states = #p, first = { 1, #p } }
        :species(game)
      or class == "ludus.vector" and p:species()
    return (select(2, game:results(species, class == "ludus.vector" and p
      or tostring(p))))
  end)
  return ok and list or nil
end

-- Rows of the cases as the game gives them, and the score of all.
local function rows_of(game, p)
  local score = look.score(game, p)
  local list = score.cases or game:can "cases" and results(game, p)
    or { { raw = score.raw } }
  local rows = {}
  for i, row in ipairs(list) do
    rows[i] = type(row) == "table" and row or { raw = row }
  end
  return rows, score
end

local victories = { won = true, done = true, solved = true }

-- Does the game say what is won? One in Lua, or matches by rules, do by 'won', or by a
-- score than which there is no better.
local function judges(game)
  local recipe = recipes.recipe(game)
  local s = recipe and recipe.settings or {}
  local matches = s.rules and s.rivals and #s.rivals > 0
    and not s.rules:find "%f[%w_]won%s*{"
  if not matches and (not recipe or recipe.fields ~= require "ludus.script.game".fields) then
    return true
  end
  return s.won ~= nil or s.max ~= nil or s.minimise == true
end

-- How the case ended, in a word, and whether it was won (nil: nobody says).
local function ending(game, p, row, number)
  local how = row["end"]
  if not how and row.won == nil and game:can "play" and game.play then
    how = game:play(p, number)["end"]
  end
  local won = row.won
  if won == nil and row.hit ~= nil then won = row.hit end
  if won == nil and how then won = victories[how] == true end
  if won == nil then return nil, nil end
  how = how and how:gsub("_", " ")
  if won then return "won", true end
  if how == nil or victories[how] or how == "finished" and row.won ~= nil then
    return "lost", false
  end
  return how, false
end

-- One case alone is won if it has the greatest score there is.
local function by_score(list, goal)
  if #list ~= 1 or not goal.max or goal.minimise then return end
  list[1].won = list[1].raw >= goal.max
  list[1].ended = list[1].won and "won" or "lost"
  list.known = true
end

-- What the game tells of its cases, or the module that traces it.
local function teller(game)
  if game:can "describe" then return game.describe end
  local module = look.tracer(game)
  return module and module.describe or function() return {} end
end

local function add_fields(list, game)
  local seen, describe = {}, teller(game)
  list.names = {}
  for i, case in ipairs(list) do
    case.fields = {}
    for _, pair in ipairs(describe(game, i)) do
      case.fields[pair[1]] = pair[2]
      if not seen[pair[1]] then list.names[#list.names + 1] = pair[1] end
      seen[pair[1]] = true
    end
  end
end

-- All cases: a list of { number, raw, won, lost, ended, fields } with names (of the
-- fields, in order), won and lost (how many), known, minimise.
function cases.of(verb, game, p)
  p = look.read(game, p, verb)
  local rows = rows_of(game, p)
  local goal, judged = game:goal(), judges(game)
  local list = { won = 0, lost = 0, known = false, minimise = goal.minimise,
    game = look.name(game) }
  for i, row in ipairs(rows) do
    local ended, won
    if judged then ended, won = ending(game, p, row, i) end
    list[i] = { number = i, raw = row.raw, won = won, ended = ended }
    list.known = list.known or won ~= nil
  end
  if not list.known then by_score(list, goal) end
  for _, case in ipairs(list) do
    if case.won then list.won = list.won + 1
    elseif case.won == false and case.ended ~= "drawn" then
      case.lost = true
      list.lost = list.lost + 1
    end
  end
  add_fields(list, game)
  return list
end

return cases
