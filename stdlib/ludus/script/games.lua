-- games.lua -- the built-in games, by the names people type.

local system = require "ludus.core.system"

local games = {}

games.names = { "battleship", "minesweeper", "othello", "puzzle", "ipd" }

-- The module of a game, or nil and a message with the nearest name.
function games.find(name)
  for _, known in ipairs(games.names) do
    if known == name then return require("ludus." .. name) end
  end
  local near = system.near(name, games.names)
  return nil, ("unknown game '%s'%s"):format(name,
    near and ("; did you mean '%s'?"):format(near)
      or "; there are: " .. table.concat(games.names, ", "))
end

return games
