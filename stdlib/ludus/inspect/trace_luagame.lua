-- trace_luagame.lua -- how games declared in Lua are traced: the player that scores
-- their programs writes down what it does (luagame/written.c), rivals and all.

local recipes = require "ludus.script.recipes"
local record  = require "ludus.inspect.record"
local tracer  = require "ludus.inspect.tracer"

local function made(game, p, case, suppose)
  local ok, core = pcall(game.record, game, p, case, suppose)
  if not ok then error("g:trace: " .. core, 0) end
  local rivals = recipes.recipe(game).settings.rivals
  local seat = rivals and #rivals > 0 and (case - 1) % 2 + 1 or nil
  if debug.getmetatable(p).__name == "ludus.tree" then return record.own(core, seat) end
  return record.placed(core, seat)
end

return tracer.module { record = made, texts = true }
