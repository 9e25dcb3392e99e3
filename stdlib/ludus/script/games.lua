-- games.lua -- the games, by the names people type: the rows of stdlib/games.def.
--
--     games.rows           -- { name=, kinds=, help=, reads=, scores=, plays=, open= }
--     games.find "othello" -- the module, or nil and why there is none
--     games.which "plays"  -- the names of those that can

local closed    = require "ludus.script.closed"
local operators = require "ludus.script.operators"
local recipes   = require "ludus.script.recipes"
local system    = require "ludus.core.system"

local games = {}

games.all = system.games()

-- Those with a module of their name: the ones people know.
games.rows, games.names = {}, {}

for _, row in ipairs(games.all) do
  if system.library(row.name .. "/init.lua") then
    games.rows[#games.rows + 1] = row
    games.names[#games.names + 1] = row.name
  end
end

-- The names of the games that have an ability, in order.
function games.which(ability)
  local names = {}
  for _, row in ipairs(games.rows) do
    if row[ability] then names[#names + 1] = row.name end
  end
  return names
end

-- The row of a game, or nil and a message with the nearest name.
function games.row(name)
  for _, row in ipairs(games.rows) do
    if row.name == name then return row end
  end
  local near = system.near(name, games.names)
  return nil, ("unknown game '%s'%s"):format(name,
    near and ("; did you mean '%s'?"):format(near)
      or "; there are: " .. table.concat(games.names, ", "))
end

-- What the programs of a row are called: "trees and vectors".
function games.programs(row)
  local nouns = {}
  for i, kind in ipairs(row.kinds) do nouns[i] = operators.nouns[kind] end
  return table.concat(nouns, " and ")
end

-- The module of a row.
function games.module(row) return require("ludus." .. row.name) end

-- The rows of fields that `game { ... }` of a row's module takes, or nil if it takes no fields.
function games.fields(row)
  local module = games.module(row)
  local make = closed.find(module, "game")
  local ok, game = pcall(make, {})
  local recipe = ok and recipes.recipe(game)
  return recipe and recipe.fields or make and closed.find(module, "fields") or nil
end

-- The module that made a game, and its name; nil for games of one's own.
function games.maker(game)
  local recipe = recipes.recipe(game)
  for _, row in ipairs(recipe and games.rows or {}) do
    local module = games.module(row)
    if closed.find(module, "game") == recipe.maker then return module, row.name end
  end
end

-- The module of a name, and its row; or nil and a message with the nearest name.
function games.find(name)
  local row, unknown = games.row(name)
  if not row then return nil, unknown end
  return games.module(row), row
end

return games
