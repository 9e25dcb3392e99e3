-- hanabi/init.lua -- Hanabi: cooperation of two to five players who see all cards but
-- their own.
--
--     local hanabi = require "ludus.hanabi"
--     local game   = hanabi.game { players = 3, cases = 1000 }
--     print(game:score(hanabi.player "piers").summary)
--     local guest  = hanabi.game { players = 3, partners = { "iggi", "piers" } }
--     print(guest:score(game:read "order play-safe tell-useful drop-oldest").summary)
--
-- A program is an order of rules (`ludus.vector {}`), or with program = "tree" a tree
-- that rates every legal move. Without partners it plays at all seats.

local core    = require "ludus.core.hanabi"
local fresh   = require "ludus.script.fresh"
local order   = require "ludus.hanabi.order"
local recipes = require "ludus.script.recipes"
local spec    = require "ludus.script.spec"
local system  = require "ludus.core.system"

local hanabi = { name = "hanabi", order = order, players = core.players,
  tactics = core.tactics, conditions = core.conditions }

-- ---- players ----------------------------------------------------------------------

local names = {}
for i, row in ipairs(core.players) do names[i] = row.name end

-- The order of a player of the literature, or nil.
function hanabi.named(name)
  for _, row in ipairs(core.players) do
    if row.name == name then
      return order.species(#row):of(table.move(row, 1, #row, 1, {}))
    end
  end
end

-- The same; an error with the nearest name if there is none.
function hanabi.player(name)
  local p = hanabi.named(name)
  if p then return p end
  local near = system.near(tostring(name), names)
  error(("hanabi.player: unknown player '%s'%s"):format(tostring(name),
    near and ("; did you mean '%s'?"):format(near)
    or "; there are: " .. table.concat(names, ", ")), 0)
end

-- A partner: a player's name, a file, a text of rules, or an order.
local function partner_of(entry)
  if type(entry) ~= "string" then return entry end
  local known = hanabi.named(entry)
  if known then return known end
  if order.is(entry) then return order.read(entry, "(partner)") end
  if system.exists(entry) then
    return order.read(require "ludus.script.program".text(entry), entry)
  end
  return hanabi.player(entry)
end

-- What the field `partners` takes: a list, or words with commas between them.
local function partners_of(value)
  local list = {}
  if type(value) == "string" then
    for word in value:gmatch "[^,%s]+" do list[#list + 1] = word end
  elseif type(value) == "table" then
    table.move(value, 1, #value, 1, list)
  else
    list[1] = value
  end
  if #list > core.limits.partners then
    error(("hanabi.game: field 'partners': at most %d"):format(core.limits.partners), 0)
  end
  for i, entry in ipairs(list) do list[i] = partner_of(entry) end
  return list
end

-- ---- the game ---------------------------------------------------------------------

-- What the field `cases` takes.
local function cases_of(value)
  local n = fresh.is(value) and value.count
    or math.type(value) == "integer" and value
  if n and n >= 1 and n <= core.limits.cases then return value end
  return nil, ("1 to %d, or ludus.fresh(n)"):format(core.limits.cases)
end

hanabi.fields = {
  program = { "choice", "vector", choices = { "vector", "tree" },
    help = "what is scored: orders of rules, or trees that rate moves" },
  players = { "integer", 2, min = 2, max = 5, help = "players at the table" },
  partners = { "any", {}, help = "who sits at the other seats: players by name, files, "
    .. "orders; nobody: the program itself" },
  cases = { "any", 100, check = cases_of,
    help = "games; ludus.fresh(n): other ones in each generation" },
  case_seed = { "integer", 1, help = "the seed of the decks, and of chance in play" },
  lost = { "choice", "points", choices = { "points", "zero" },
    help = "what a game counts in which all lives are lost: its points, or nothing" },
  rules = { "integer", 12, min = 1, max = core.limits.order,
    help = "rules of an order that is evolved" },
}

-- A game; fields as in hanabi.fields.
function hanabi.game(given)
  local settings = spec.check("hanabi.game", given, hanabi.fields)
  local made = {}
  for key, value in pairs(settings) do made[key] = value end
  made.partners = partners_of(settings.partners)
  if fresh.is(made.cases) then
    made.cases, made.case_seed = made.cases.count, made.cases:case_seed()
  end
  return recipes.remember(core.new(made), hanabi.game, settings, hanabi.fields)
end

-- A program of a game of orders from its text.
function core.methods.read(_, text, name) return order.read(text, name or "(text)") end

-- The species of orders that `ludus.vector {}` means.
function core.methods.genes(game) return order.species(recipes.recipe(game).settings.rules) end

-- What reads programs of either kind.
function hanabi.reader()
  local trees = hanabi.game { program = "tree" }
  return { prims = function() return trees:prims() end,
    read = function(_, text, name)
      if order.is(text) then return order.read(text, name or "(text)") end
      return trees:read(text, name)
    end }
end

-- `ludus ops hanabi`, besides the primitives of trees.
function hanabi.ops()
  local cli = require "ludus.cli"
  print "\nrules of orders:"
  for _, row in ipairs(core.tactics) do
    print(("  %-16s %s"):format(row.name, cli.wrap(row.help, 19)))
  end
  print "\nconditions of rules (if CONDITION RULE):"
  for i = 2, #core.conditions do
    print(("  %-16s %s"):format(core.conditions[i].name, core.conditions[i].help))
  end
  print "\nplayers:"
  for _, row in ipairs(core.players) do
    print(("  %-16s %s"):format(row.name, cli.wrap(row.help, 19)))
  end
end

-- The rules and players by name, for help.
hanabi.words = {}
for _, row in ipairs(core.tactics) do
  hanabi.words[#hanabi.words + 1] = { row.name, "a rule of orders: " .. row.help }
end
for _, row in ipairs(core.players) do
  hanabi.words[#hanabi.words + 1] = { row.name, "a player: " .. row.help }
end

hanabi.play = require "ludus.inspect.watch".command(hanabi,
  "watch a player among its partners, or play with them",
  require "ludus.hanabi.hands")

return require "ludus.script.closed".module(hanabi, "ludus.hanabi",
  { table = "ludus.hanabi.table" })
