-- ludus ops [GAME|SCRIPT] -- the primitives, from the table the engines use; without a
-- game those of all that `ludus score` takes.

local cli     = require "ludus.cli"
local closed  = require "ludus.script.closed"
local games   = require "ludus.script.games"
local recipes = require "ludus.script.recipes"
local spec    = require "ludus.script.spec"
local subject = require "ludus.cli.subject"

local function show_fields(fields, lead)
  if not fields then return end
  print(("\nfields (--set %sfield=value):"):format(lead))
  for _, name in ipairs(spec.sorted_keys(fields)) do
    local row = fields[name]
    local default = type(row[2]) == "table" and "{}" or tostring(row[2])
    print(("  %-12s %-9s %s"):format(name, default, cli.wrap(row.help, 25)))
  end
end

-- The primitives; `headings` are lines above those of that name, from which on a game has
-- them only if a field says so.
local function show_prims(reader, headings)
  for _, p in ipairs(reader:prims()) do
    if headings[p.name] then print(headings[p.name]) end
    local args = {}
    for i = 1, p.arity do args[i] = ("abcdefgh"):sub(i, i) end
    local form = "(" .. table.concat({ p.name, table.unpack(args) }, " ") .. ")"
    print(("  %-16s %s"):format(form, cli.wrap(p.help, 19)))
  end
end

local function show(name)
  local module, unknown = games.find(name)
  if not module then cli.fail("%s", unknown) end
  print(name)
  local reader = closed.find(module, "reader") and module.reader()
  if reader and reader.prims then
    show_prims(reader, closed.find(module, "headings") or {})
  end
  if closed.find(module, "ops") then module.ops() end
  show_fields(closed.find(module, "fields"), "")
end

local function show_instructions(set)
  for _, row in ipairs(set:rows()) do
    print((("  %-12s %-8s %s"):format(row.name, row.kind, row.help or "")
      :gsub("%s+$", "")))
  end
  if #set:registers() == 0 then return end
  print "\nregisters:"
  for _, row in ipairs(set:registers()) do
    print((("  %-10s %s"):format(row.name, row.help or ""):gsub("%s+$", "")))
  end
end

local function show_moves(game)
  local a = recipes.recipe(game).settings.alphabet or {}
  local moves = a.moves or #a > 0 and a or { "c", "d" }
  print("  moves         " .. table.concat(moves, ", "))
  print("  observations  " .. table.concat(a.sees or moves, ", "))
end

local function show_genes(game)
  local settings = recipes.recipe(game).settings
  local names, genes = settings.genes.names or {}, game:genes()
  print(("  %d %s, %s"):format(#genes, settings.genes.type or "integers",
    settings.plan and "read one after the other" or "read at once"))
  for i, name in ipairs(names) do print(("  %-4d %s"):format(i, name)) end
end

-- The game of a script: what its programs are made of, and its plain fields.
local function show_script(s)
  print(("%s, %s"):format(s.name, s.path))
  if s.kind == "linear" then show_instructions(subject.set(s))
  elseif s.kind == "machine" then show_moves(s.game)
  elseif s.kind == "vector" and s.game.genes then show_genes(s.game)
  elseif s.game.prims then show_prims(s.game, {}) end
  local recipe, plain = recipes.recipe(s.game), {}
  for name, row in pairs(recipe and recipe.fields or {}) do
    if row[1] == "integer" or row[1] == "number" or row[1] == "boolean"
      or row[1] == "choice" then plain[name] = { row[1], recipe.settings[name],
        help = row.help } end
  end
  show_fields(plain, "game.")
end

local function run(options, words)
  if #words > 1 then cli.fail("'ludus ops' takes one game") end
  if words[1] then
    if games.row(words[1]) then return show(words[1]) end
    return show_script(subject.open(words[1], options))
  end
  for i, name in ipairs(games.which "scores") do
    if i > 1 then print() end
    show(name)
  end
end

return {
  usage   = "ops [GAME]",
  summary = "the primitives and fields of the games",
  help    = "GAME is a name, or a script: then the game of its experiment.",
  options = {},
  run     = run,
}
