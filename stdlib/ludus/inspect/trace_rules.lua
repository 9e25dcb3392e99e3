-- trace_rules.lua -- how games of rules are traced: the plain interpreter plays the
-- case once and writes everything down, each node or line, and each change of a
-- variable or a cell.

local recipes = require "ludus.script.recipes"
local record  = require "ludus.inspect.record"
local tracer  = require "ludus.inspect.tracer"

local STEPS_MAX = 100000              -- nodes or lines of one trace

local function made(game, p, case)
  local ok, tables = pcall(game.record, game, p, case, STEPS_MAX)
  if not ok then error("g:trace: " .. tables, 0) end
  local recipe = recipes.recipe(game)
  local r = record.ruled(tables, recipe and recipe.settings.show)
  r.from_zero = debug.getmetatable(p).__name ~= "ludus.tree"
  return r
end

return tracer.module { record = made, texts = true }
