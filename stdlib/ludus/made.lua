-- made.lua -- remembers how games were made, so that `--set game.rows=8` can make
-- one again with a field changed.

local made = {}

local recipes = setmetatable({}, { __mode = "k" })

-- Notes that `object` came from maker(settings) with these fields; returns it.
function made.remember(object, maker, settings, fields)
  recipes[object] = { maker = maker, settings = settings, fields = fields }
  return object
end

-- The recipe { maker, settings, fields } of a game, or nil.
function made.recipe(object) return recipes[object] end

-- The object again, with some settings changed.
function made.again(object, changes)
  local recipe = recipes[object]
  local settings = {}
  for key, value in pairs(recipe.settings) do settings[key] = value end
  for key, value in pairs(changes) do settings[key] = value end
  return recipe.maker(settings)
end

return made
