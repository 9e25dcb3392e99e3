-- players.lua -- who shoots: names, programs, functions and tables as players.

require "ludus.core.linear"          -- the classes of programs and their sets
local core     = require "ludus.core.battleship"
local fields   = require "ludus.battleship.fields"
local programs = require "ludus.battleship.programs"
local spec     = require "ludus.script.spec"
local system   = require "ludus.core.system"

local set = core.set()

local players = { set = set }

players.fields = {
  name     = { "string", "", help = "what tables call it" },
  target   = { "choice", "random", choices = fields.names(fields.targets),
    help = "where to shoot while no ship is known" },
  sink     = { "choice", "none", choices = fields.names(fields.sinkings),
    help = "hand-written logic after a hit" },
  program  = { "any", help = "a linear program instead of hand-written logic" },
  play     = { "function", help = "a function(view) that returns a square" },
  density  = { "boolean", false, help = "the probability-density player" },
  spaced   = { "boolean", false,
    help = "a density prefers the lattice of the shortest ship" },
  foresight = { "boolean", false,
    help = "explains its hits exactly, and looks ahead while there is none" },
  nested   = { "boolean", false, help = "a skipped If skips its own line, too" },
  restart  = { "boolean", false, help = "a sinking goes back to the first state" },
  patience = { "integer", 400, min = 1, max = 1000000,
    help = "steps without a new shot that are a loop" },
}

local Player = { __name = "ludus.battleship.player",
  __about = "who shoots, by battleship.player: kind is density, foresight, program, call or chase" }

local function player_from(given, name)
  local p = spec.check("battleship.player", given, players.fields)
  p.kind = p.density and "density" or p.foresight and "foresight"
    or p.play and "call" or p.program and "program" or "chase"
  p.call = p.play
  if p.name == "" then p.name = name end
  return setmetatable(p, Player)
end

local built_in = {
  density  = { density = true },
  spaced   = { density = true, spaced = true },
  foresight = { foresight = true },
  figure8  = { program = set:parse(programs.figure8, "figure8") },
  repaired = { program = set:parse(programs.repaired, "repaired") },
  pretrained = { program = set:parse(programs.pretrained, "pretrained") },
}

local function unknown_player(name)
  local known = fields.names(fields.targets)
  for key in pairs(built_in) do known[#known + 1] = key end
  table.sort(known)
  local near = system.near(name, known)
  error(("battleship: no player '%s'%s"):format(name,
    near and ("; did you mean '%s'?"):format(near)
      or "; there are: " .. table.concat(known, ", ")
      .. ", each target also with +three or +memory, and program files"), 0)
end

-- `largest+three`, `repaired:checkerboard` (a program with that target), a
-- file.
local function player_by_name(name)
  local program, target = name:match("^([%w%-]+):([%w%-]+)$")
  local base = built_in[program or name]
  if base then
    return player_from({ program = base.program, density = base.density,
      spaced = base.spaced, foresight = base.foresight, target = target }, name)
  end
  local hunt, sink = name:match("^([%w%-]+)%+([%w%-]+)$")
  hunt = hunt or name
  for _, row in ipairs(fields.targets) do
    if row.name == hunt and hunt ~= "density" then
      return player_from({ target = hunt, sink = sink }, name)
    end
  end
  if system.exists(name) == "file" then
    return player_from({ program = set:read(name) }, name)
  end
  unknown_player(name)
end

-- The player that a name, a program, a function or a table describes.
function players.player(what)
  if type(what) == "table" and what.kind then return what end
  if type(what) == "string" then return player_by_name(what) end
  if type(what) == "function" then return player_from({ play = what }, "function") end
  if type(what) == "userdata" then
    return player_from({ program = what }, "program")
  end
  return player_from(what, "player")
end

-- The program of a built-in player.
function players.program(name) return built_in[name].program end

return players
