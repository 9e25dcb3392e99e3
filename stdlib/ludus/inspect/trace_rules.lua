-- trace_rules.lua -- how games of rules are traced: the plain interpreter plays the
-- case once and writes everything down, each node or line, and each change of a
-- variable or a cell.

local recipes = require "ludus.script.recipes"
local record  = require "ludus.inspect.record"
local tracer  = require "ludus.inspect.tracer"

local STEPS_MAX = 100000              -- nodes or lines of one trace

-- The text of each rule by its name, with those of the functions it may call.
local function bodies(rules)
  local list = {}
  for name, body in rules:gmatch "([%a_][%w_]*)[^{}]-(%b{})" do list[name] = body end
  for head, body in rules:gmatch "([^{}]*)(%b{})" do
    for name in head:gmatch "[%a_][%w_]*" do list[name] = list[name] or body end
  end
  return list
end

local function made(game, p, case, suppose)
  local ok, tables = pcall(game.record, game, p, case, STEPS_MAX, suppose)
  if not ok then error("g:trace: " .. tables, 0) end
  local recipe = recipes.recipe(game)
  local r = record.ruled(tables, recipe and recipe.settings.show)
  local rules = recipe and recipe.settings.rules
  r.bodies = type(rules) == "string" and bodies(rules) or nil
  r.from_zero = debug.getmetatable(p).__name ~= "ludus.tree"
  r.sees = game:alphabet() and game:alphabet().sees
  return r
end

return tracer.module { record = made, texts = true }
