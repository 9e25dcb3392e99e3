-- recipes.lua -- remembers how games were made, so that `--set game.rows=8` can make
-- one again with a field changed.

local recipes = {}

local kept = setmetatable({}, { __mode = "k" })

-- Notes that `object` came from maker(settings) with these fields; returns it.
function recipes.remember(object, maker, settings, fields)
  kept[object] = { maker = maker, settings = settings, fields = fields }
  return object
end

-- The recipe { maker, settings, fields } of a game, or nil.
function recipes.recipe(object) return kept[object] end

-- The object again, with some settings changed.
function recipes.again(object, changes)
  local recipe = kept[object]
  local settings = {}
  for key, value in pairs(recipe.settings) do settings[key] = value end
  for key, value in pairs(changes) do settings[key] = value end
  return recipe.maker(settings)
end

return recipes
