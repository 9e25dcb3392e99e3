-- ludus ops [GAME] -- the primitives, from the table the engines use; without a game
-- those of all that `ludus score` takes.

local cli    = require "ludus.cli"
local closed = require "ludus.script.closed"
local games  = require "ludus.script.games"
local spec   = require "ludus.script.spec"

local function show_fields(module)
  if not closed.find(module, "fields") then return end
  print("\nfields (--set field=value):")
  for _, name in ipairs(spec.sorted_keys(module.fields)) do
    local row = module.fields[name]
    local default = type(row[2]) == "table" and "{}" or tostring(row[2])
    print(("  %-12s %-9s %s"):format(name, default, cli.wrap(row.help, 25)))
  end
end

local function show(name)
  local module, unknown = games.find(name)
  if not module then cli.fail("%s", unknown) end
  print(name)
  local reader = closed.find(module, "reader") and module.reader()
  if reader and reader.prims then
    for _, p in ipairs(reader:prims()) do
      local args = {}
      for i = 1, p.arity do args[i] = ("abcdefgh"):sub(i, i) end
      local form = "(" .. table.concat({ p.name, table.unpack(args) }, " ") .. ")"
      print(("  %-16s %s"):format(form, cli.wrap(p.help, 19)))
    end
  elseif closed.find(module, "ops") then
    module.ops()
  end
  show_fields(module)
end

local function run(_, words)
  if #words > 1 then cli.fail("'ludus ops' takes one game") end
  if words[1] then return show(words[1]) end
  for i, name in ipairs(games.which "scores") do
    if i > 1 then print() end
    show(name)
  end
end

return {
  usage   = "ops [GAME]",
  summary = "the primitives and fields of the games",
  options = {},
  run     = run,
}
