-- fields.lua -- what the functions of Battleship let a caller say: rows of checks
-- that several of them share.

local core = require "ludus.core.battleship"
local spec = require "ludus.script.spec"
local system = require "ludus.core.system"

local limits = core.limits

local fields = {}

fields.targets, fields.sinkings, fields.placements = core.names()

-- The names of a list of rows.
function fields.names(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

-- A placement, and what it is for.
function fields.placement(help)
  return { "choice", "random", choices = fields.names(fields.placements),
    help = help }
end

-- The same where a Lua function(rng, board), which gives a list of ships, will do.
function fields.placing(help)
  local names = fields.names(fields.placements)
  return { "any", "random", help = help, check = function(value)
    if type(value) == "function" then return value end
    for _, name in ipairs(names) do if name == value then return value end end
    local near = type(value) == "string" and system.near(value, names)
    return nil, ("a function, or one of %s"):format(table.concat(names, ", ")),
      near and ("; did you mean '%s'?"):format(near)
  end }
end

-- The rows of a board.
fields.board = {
  rows  = { "integer", 10, min = 1, max = limits.side, help = "rows of the board" },
  cols  = { "integer", 10, min = 1, max = limits.side, help = "columns of the board" },
  ships = { "list", { 5, 4, 3, 3, 2 },
    each = { "integer", min = 1, max = limits.ship },
    help = "lengths of the ships" },
}

local games = {
  games   = { "integer", 10000, min = 1, max = limits.games, help = "games" },
  seed    = { "integer", 1, help = "the seed" },
  threads = spec.threads "0 for all cores",
  fleet   = { "any", help = "the board, from bs.fleet" },
}

-- The rows of all that plays games, and more.
function fields.games(more)
  local all = {}
  for key, row in pairs(games) do all[key] = row end
  for key, row in pairs(more) do all[key] = row end
  return all
end

return fields
