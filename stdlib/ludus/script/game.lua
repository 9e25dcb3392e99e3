-- game.lua -- games of one's own, declared in Lua.
--
--     local game = ludus.game {
--       cases = { { x = 1, y = 1 }, { x = 2, y = 4 } },
--       primitives = {
--         X   = { 0, function(case) return case.x end, help = "the input" },
--         MUL = { 2, function(_, a, b) return a * b end, help = "product" },
--       },
--       score = function(case, value) return math.abs(value - case.y) end,
--       minimise = true,
--     }
--
-- A primitive is { arity, function(state, ...) }. The arguments are values, or with
-- `lazy = true` functions that evaluate the argument when they are called. Each node
-- costs `cost` steps (1); the case ends when the budget is spent, when `done` says
-- so, or when the program has ended and does not repeat.

local core     = require "ludus.core.luagame"
local fresh    = require "ludus.script.fresh"
local fields   = require "ludus.script.fields"
local linear   = require "ludus.script.game.linear"
local machine  = require "ludus.script.game.machine"
local recipes  = require "ludus.script.recipes"
local registry = require "ludus.script.registry"
local script   = require "ludus.script"
local spec     = require "ludus.script.spec"
local tree     = require "ludus.script.game.tree"
local vectors  = require "ludus.script.game.vector"

local game = {}

local limits = core.limits

-- ---- fields ----------------------------------------------------------------------

local function is_cases(value)
  if fresh.is(value) or type(value) == "table" and #value > 0 then return value end
  if math.type(value) == "integer" and value >= 1 and value <= 1000000 then
    return value
  end
  return nil, "a list of cases, or their number"
end

local function is_max(value)
  if type(value) == "number" and value == value then return value end
  return nil, "a number"
end

game.fields = {
  name = { "string", "game", help = "what the game is called" },
  cases = { "any", required = true, check = is_cases,
    help = "the list of cases, or their number: what is played, one after another" },
  program = { "choice", "tree", choices = { "tree", "linear", "machine", "vector" },
    help = "the kind of programs: trees of primitives, linear ones of instructions, "
      .. "machines, which need turn(state, move) for the other player's move, vectors "
      .. "of genes" },
  alphabet = { "table", {}, check = machine.alphabet,
    help = "machines: the names of their moves, which are what they see of the other "
      .. "player, too; or { moves = names, sees = names }; without it c and d" },
  primitives = { "table",
    help = "what programs are made of: NAME = { arity, function }" },
  constants = { "table", {},
    help = "numbers programs may contain; with kinds: { kind = { numbers } }" },
  kind = { "string", "value", help = "the kind of value a program gives" },
  start = { "function",
    help = "function(case, number): the state a case begins with; without it, the "
      .. "case itself" },
  done = { "function", help = "function(state): is the case over?" },
  turn = { "function",
    help = "function(state, value, player): called each time a tree has run through, "
      .. "with each move of a machine, and with what a vector gives" },
  score = { "function", required = true,
    help = "function(state, value, case): the points of a case; value is what the tree "
      .. "gave, or the genes of a vector" },
  won = { "function", help = "function(state, value, case): counts as won?" },
  rivals = { "list", {}, check = function(list)
      if #list <= limits.rivals then return list end
      return nil, ("at most %d programs"):format(limits.rivals)
    end,
    help = "texts of programs to play against: in each case each is met twice, once "
      .. "from each seat; the programs take turns, state.player (1 or 2) says whose "
      .. "turn it is, and score's fourth argument which player is judged" },
  show = { "function", help = "function(state): a picture of it, as text" },
  key = { "string", help = "what the signs of its pictures mean, for whoever reads a report" },
  cells = require "ludus.script.cells".field,
  fresh = { "function", help = "function(rng, number): a case that nobody has seen, to "
    .. "check programs on" },
  moves = { "function", help = "function(state, player): the moves a person may make, a "
    .. "list of values for turn, or of { text, value } or { text, function(state) }" },
  rates = { "boolean", false, help = "a tree rates moves: it runs once for each of `moves`, which "
    .. "is state.move then, and turn gets the one it gives most for, the first of equals" },
  budget = { "integer", 10000, min = 1, max = limits.budget,
    help = "steps of a case" },
  cost = { "integer", 1, min = 0, max = limits.cost,
    help = "steps a node costs where its primitive does not say" },
  repeats = { "boolean", false,
    help = "the program runs again until the case is over" },
  minimise = { "boolean", false, help = "points are errors: 0 is perfect, less is "
    .. "refused" },
  max = { "any", check = is_max, help = "the greatest score of a case; more is refused" },
  memory = { "integer", 256, min = 1, max = limits.memory,
    help = "megabytes a thread may use" },
  seconds = { "integer", 5, min = 1, max = limits.seconds,
    help = "CPU time one call of a function may take" },
}

for _, kind in ipairs { linear, vectors } do
  for name, row in pairs(kind.fields) do game.fields[name] = row end
end

-- ---- kinds of programs ----------------------------------------------------------------

local kinds = { tree = tree, linear = linear, machine = machine, vector = vectors }

-- Fields that only one kind of program has.
local owner = { primitives = "tree", constants = "tree", kind = "tree",
  alphabet = "machine", blocks = "linear", registers = "linear",
  instructions = "linear", nested = "linear", genes = "vector", plan = "vector",
  move = "vector" }

local function check_rates(given, kind, mistake)
  if given.rates ~= true then return end
  if kind ~= "tree" then
    mistake("rates", 'field \'rates\' is for program = "tree", not "%s"', kind)
  end
  for _, name in ipairs { "moves", "turn" } do
    if not given[name] then
      mistake("rates", "field 'rates': needs field '%s'", name)
    end
  end
end

local function check_owners(given, kind, mistake)
  for _, field in ipairs(spec.sorted_keys(owner)) do
    if given[field] ~= nil and owner[field] ~= kind then
      mistake(field, 'field \'%s\' is for program = "%s", not "%s"', field,
        owner[field], kind)
    end
  end
  if given.repeats ~= nil and (kind == "linear" or kind == "machine") then
    mistake("repeats", 'field \'repeats\' is for program = "tree", not "%s"', kind)
  end
  if kind == "linear" and given.turn then
    mistake("turn", 'field \'turn\' is for trees and machines, not for program = '
      .. '"linear": an instruction that gives true ends a turn')
  end
end

-- ---- making a game -----------------------------------------------------------------

local function list_of_cases(cases)
  if fresh.is(cases) then return cases:rows() end
  if type(cases) == "table" then return cases end
  local list = {}
  for i = 1, cases do list[i] = i end
  return list
end

-- What players need of a game: its functions, in a fixed order.
local function parts_of(settings, rows)
  local calls = {}
  for i, row in ipairs(rows) do calls[i] = row.call end
  return { primitives = calls, cases = list_of_cases(settings.cases),
    start = settings.start, done = settings.done, score = settings.score,
    won = settings.won, turn = settings.turn, show = settings.show,
    move = settings.move, moves = settings.rates and settings.moves or nil,
    look = fields.text }
end

-- Checks everything; returns settings, rows and what the engine is told, or raises
-- all mistakes.
local function check(given, place)
  if type(given) ~= "table" then
    error(("%sludus.game: expected a table of fields, got %s"):format(
      spec.where(place), given == nil and "nothing" or "a " .. type(given)), 0)
  end
  local settings, mistakes = spec.complete("ludus.game", given, game.fields, place)
  local function mistake(field, format, ...)
    mistakes[#mistakes + 1] = spec.where(place, field) .. "ludus.game: "
      .. format:format(...)
  end
  local rows, told, fields_wrong = nil, nil, #mistakes
  if settings.program then
    check_owners(given, settings.program, mistake)
    check_rates(given, settings.program, mistake)
    rows, told = kinds[settings.program].check(settings, mistake)
  end
  spec.raise(mistakes, #mistakes > fields_wrong)
  return settings, rows, told
end

-- `from` has the script that makes it when it is loaded again and the key it is known
-- by there; `changes` is Lua text of what --set or game:with has changed since the
-- script gave `first`.
local at_home = setmetatable({}, { __mode = "k" })
local make

function make(given, place, from, changes, first)
  local settings, rows, told = check(given, place)
  local parts = parts_of(settings, rows)
  for _, name in ipairs { "name", "rivals", "minimise", "max", "cost", "budget",
    "memory", "seconds", "repeats" } do
    told[name] = settings[name]
  end
  told.machines = settings.program == "machine"
  told.count, told.key, told.changes = #parts.cases, from.key, changes
  told.script, told.source = from.path, from.source
  local new = core.new(told, parts)
  at_home[new] = function()
    return from.path and (make(given, place, { key = from.key }, changes, first)) or new
  end
  return recipes.remember(new, function(changed)
    return game.again(first or given, place, from, changed)
  end, settings, game.fields, from.key), parts
end

-- ---- changed games -----------------------------------------------------------------

-- Plain values as Lua text: what can be told to another state, exactly.
local function literal(value)
  if fresh.is(value) then
    return ("{fresh={%d,%d}}"):format(value.seed, value.generation)
  end
  if type(value) ~= "table" then return ("%q"):format(value) end
  local items, listed = {}, #value
  for i = 1, listed do items[i] = literal(value[i]) end
  local named = {}
  for key, item in pairs(value) do
    if not (math.type(key) == "integer" and key >= 1 and key <= listed) then
      named[#named + 1] = ("[%s]=%s"):format(literal(key), literal(item))
    end
  end
  table.sort(named)
  return "{" .. table.concat(table.move(named, 1, #named, listed + 1, items), ",") .. "}"
end

local plain_types = { ["nil"] = true, boolean = true, number = true, string = true }

-- Is the value made of numbers, texts, truth values and tables of them, none of which
-- is inside itself (`above`)?
local function plain(value, above)
  if fresh.is(value) then return true end
  if type(value) ~= "table" then return plain_types[type(value)] == true end
  above = above or {}
  if above[value] or getmetatable(value) ~= nil then return false end
  above[value] = true
  for key, item in pairs(value) do
    if not plain(key, above) or not plain(item, above) then return false end
  end
  above[value] = nil
  return true
end

-- The game again with other settings. What differs from the script's must be plain.
function game.again(given, place, from, settings)
  local changed, words = {}, {}
  for name, value in pairs(given) do changed[name] = value end
  for _, name in ipairs(spec.sorted_keys(settings)) do
    local value = settings[name]
    local default = game.fields[name] and game.fields[name][2]
    local before = given[name]
    if before == nil then before = default end
    if value ~= before and not (type(value) == "table" and given[name] == nil
      and next(value) == nil) then
      if not plain(value) then
        error(("field '%s': only numbers, texts, true, false and tables of them can "
          .. "be changed"):format(name), 0)
      end
      changed[name] = value
      words[#words + 1] = name .. "=" .. literal(value)
    end
  end
  return (make(changed, place, from, "{" .. table.concat(words, ",") .. "}", given))
end

-- ---- in a thread's own state ---------------------------------------------------------

-- math.random starts anew in each case: the same draws whoever plays it.
function game.seed_each_case(fresh)
  local random, randomseed = math.random, math.randomseed
  math.random = function(...)
    if fresh() then randomseed(1) end
    return random(...)
  end
end

-- Loads the script again and returns the functions of the game with that key.
function game.worker(path, source, key, changes, fresh)
  game.seed_each_case(fresh)          -- first: a script may keep math.random
  script.load_again(path, source)
  local entry = registry.find(key)
  local given = {}
  for name, value in pairs(entry) do given[name] = value end
  for name, value in pairs(load("return " .. changes, "=changes")()) do
    local drawn = type(value) == "table" and value.fresh
    given[name] = drawn and given[name]:at(drawn[1], drawn[2]) or value
  end
  local settings, rows = check(given, nil)
  return parts_of(settings, rows)
end

-- A game whose primitives are rules runs natively: see ludus.rules.
function game.game(given)
  if type(given) == "table" and given.rules ~= nil then
    return (require "ludus.rules".game(given, "ludus.game"))
  end
  local place = spec.place("ludus.game")
  local key = registry.add(place, given)
  local home = registry.home(key) or {}
  return (make(given, place, { key = key, path = home.path, source = home.source },
    "{}"))
end

-- The same game, played in the state it is asked in: functions may sit at it.
function core.methods:at_home() return at_home[self]() end

return game
