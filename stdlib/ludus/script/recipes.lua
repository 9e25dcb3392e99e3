-- recipes.lua -- remembers how games were made, so that `--set game.rows=8` can make
-- one again with a field changed.

local recipes = {}

local kept = setmetatable({}, { __mode = "k" })

-- Notes that `object` came from maker(settings) with these fields, and under which key
-- it can be found again, if it has one; returns it.
function recipes.remember(object, maker, settings, fields, key)
  kept[object] = { maker = maker, settings = settings, fields = fields, key = key }
  return object
end

-- The recipe { maker, settings, fields, key } of a game, or nil.
function recipes.recipe(object) return kept[object] end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do if not same(value, b[key]) then return false end end
  for key in pairs(b) do if a[key] == nil then return false end end
  return true
end

-- Were both objects made with the same value of that setting?
function recipes.agree(a, b, key)
  local x, y = kept[a], kept[b]
  return x ~= nil and y ~= nil and same(x.settings[key], y.settings[key])
end

-- The object again, with some settings changed.
function recipes.again(object, changes)
  local recipe = kept[object]
  local settings = {}
  for key, value in pairs(recipe.settings) do settings[key] = value end
  for key, value in pairs(changes) do settings[key] = value end
  return recipe.maker(settings)
end

-- game:with { field = value, ... } of every game.
function recipes.with(object, changes)
  if not kept[object] then error("this game has no fields to change", 0) end
  if type(changes) ~= "table" then
    error("game:with: expected a table of fields, got " .. type(changes), 0)
  end
  return recipes.again(object, changes)
end

return recipes
