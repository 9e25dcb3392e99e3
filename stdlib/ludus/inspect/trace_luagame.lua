-- trace_luagame.lua -- how games declared in Lua are traced: the player that scores
-- their programs writes down what it does (luagame/written.c), rivals and all.

local record = require "ludus.inspect.record"
local tracer = require "ludus.inspect.tracer"

local function made(game, p, case, suppose)
  local ok, core = pcall(game.record, game, p, case, suppose)
  if not ok then error("g:trace: " .. core, 0) end
  if debug.getmetatable(p).__name == "ludus.tree" then return record.own(core) end
  return record.placed(core)
end

return tracer.module { record = made, texts = true }
