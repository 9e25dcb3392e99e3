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
local made     = require "ludus.made"
local native   = require "ludus.native"
local registry = require "ludus.registry"
local script   = require "ludus.script"
local spec     = require "ludus.spec"
local system   = require "ludus.core.system"

local game = {}

local ARGS_MAX, ROWS_MAX, KINDS_MAX = 8, 64, 8
local NAME_MAX = 31

-- ---- fields ----------------------------------------------------------------------

local function is_cases(value)
  if type(value) == "table" and #value > 0 then return value end
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
  program = { "choice", "tree", choices = { "tree", "machine" },
    help = "the kind of programs; machines need turn(state, move), which gives the "
      .. "other player's move, and no primitives" },
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
    help = "function(state, value): called each time the program has run through" },
  score = { "function", required = true,
    help = "function(state, value, case): the points of a case" },
  won = { "function", help = "function(state, value, case): counts as won?" },
  rivals = { "list", {}, check = function(list)
      if #list <= 100 then return list end
      return nil, "at most 100 programs"
    end,
    help = "texts of programs to play against: in each case each is met twice, once "
      .. "from each seat; the programs take turns, state.player (1 or 2) says whose "
      .. "turn it is, and score's fourth argument which player is judged" },
  show = { "function", help = "function(state): a picture of it, as text" },
  budget = { "integer", 10000, min = 1, max = 1000000000,
    help = "steps of a case" },
  cost = { "integer", 1, min = 0, max = 1000000,
    help = "steps a node costs where its primitive does not say" },
  repeats = { "boolean", false,
    help = "the program runs again until the case is over" },
  minimise = { "boolean", false, help = "points are errors: 0 is perfect" },
  max = { "any", check = is_max, help = "the greatest score of a case" },
  memory = { "integer", 256, min = 1, max = 65536,
    help = "megabytes a thread may use" },
  seconds = { "integer", 5, min = 1, max = 1000000,
    help = "CPU time one call of a function may take" },
}

-- ---- primitives ------------------------------------------------------------------

local row_fields = { kind = "string", args = "table", lazy = "boolean",
  cost = "number", help = "string" }

local function sorted_names(rows)
  local names = {}
  for key in pairs(rows) do names[#names + 1] = key end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  return names
end

local function suggestion(name, names)
  local near = system.near(tostring(name), names)
  return near and ("; did you mean '%s'?"):format(near) or ""
end

local function check_extras(name, row, mistake)
  for _, key in ipairs(sorted_names(row)) do
    if key ~= 1 and key ~= 2 then
      local want = row_fields[key]
      if not want then
        mistake(name, "primitive '%s': unknown field '%s'%s", name, tostring(key),
          suggestion(key, sorted_names(row_fields)))
      elseif type(row[key]) ~= want then
        mistake(name, "primitive '%s': field '%s': expected a %s, got %s", name,
          key, want, type(row[key]))
      end
    end
  end
  local cost = row.cost
  if type(cost) == "number" and not (math.type(cost) == "integer" and cost >= 0
    and cost <= 1000000) then
    mistake(name, "primitive '%s': field 'cost': expected 0 to 1000000, got %s",
      name, tostring(cost))
  end
end

-- One row as the engine wants it, or nil after mistakes.
local function check_row(name, row, settings, mistake)
  if type(name) ~= "string" then
    mistake("primitives", "primitives are named: NAME = { arity, function }")
    return nil
  end
  if not name:find("^[%a_*/%%<>=!?&|^~.@#$+-][%w_*/%%<>=!?&|^~.@#$+-]*$")
    or #name > NAME_MAX or name:find("^[+-]?%d") or name:find("^ARG%d")
    or name:find("^ADF%d") or name == "RPB" then
    mistake(nil, "'%s' cannot be the name of a primitive", name)
  end
  if type(row) ~= "table" then
    mistake(name, "primitive '%s': expected { arity, function }, got a %s", name,
      type(row))
    return nil
  end
  local arity, f = row[1], row[2]
  if math.type(arity) ~= "integer" or arity < 0 or arity > ARGS_MAX then
    mistake(name, "primitive '%s': expected its number of arguments, 0 to %d, "
      .. "first, got %s", name, ARGS_MAX, tostring(arity))
    arity = nil
  end
  if type(f) ~= "function" then
    mistake(name, "primitive '%s': expected a function after the arity, got %s",
      name, f == nil and "nothing" or "a " .. type(f))
  end
  check_extras(name, row, mistake)
  local args = type(row.args) == "table" and row.args or {}
  if arity and row.args and #args ~= arity then
    mistake(name, "primitive '%s': field 'args': expected %d kinds, got %d", name,
      arity, #args)
  end
  local own = native.find(f)
  if own and arity and not own.fits(arity) then
    mistake(name, "primitive '%s': %s takes %s, got %d", name, own.name, own.takes,
      arity)
  end
  local kinds = {}
  for i = 1, arity or 0 do kinds[i] = args[i] or settings.kind end
  return { name = name, arity = arity or 0, call = own and own.call or f,
    how = own and own.how or row.lazy and "lazy" or "strict",
    help = row.help or "", kind = row.kind or settings.kind, args = kinds,
    cost = row.cost or settings.cost }
end

local function check_primitives(settings, mistake)
  local rows = {}
  local names = sorted_names(settings.primitives)
  if #names == 0 then
    mistake("primitives", "field 'primitives': expected at least one")
  elseif #names > ROWS_MAX then
    mistake("primitives", "field 'primitives': at most %d, got %d", ROWS_MAX, #names)
  end
  for _, name in ipairs(names) do
    rows[#rows + 1] = check_row(name, settings.primitives[name], settings, mistake)
  end
  return rows
end

-- ---- constants -------------------------------------------------------------------

local function check_constants(settings, mistake)
  local list = {}
  local function add(kind, values)
    if type(values) ~= "table" then
      mistake("constants", "field 'constants': expected a list of numbers")
      return
    end
    for _, value in ipairs(values) do
      if type(value) ~= "number" or value ~= value or math.abs(value) == math.huge
      then
        mistake("constants", "field 'constants': expected numbers, got %s",
          tostring(value))
        return
      end
      list[#list + 1] = { value, kind }
    end
  end
  for _, key in ipairs(sorted_names(settings.constants)) do
    if type(key) == "string" then add(key, settings.constants[key]) end
  end
  add(settings.kind, settings.constants)
  if #list > 200 then
    mistake("constants", "field 'constants': at most 200, got %d", #list)
  end
  return list
end

-- ---- kinds -----------------------------------------------------------------------

-- The names of kinds, that of whole programs first.
local function kinds_of(settings, rows, constants, mistake)
  local names, numbers = {}, {}
  local function add(kind)
    if type(kind) ~= "string" or numbers[kind] then return end
    names[#names + 1] = kind
    numbers[kind] = #names - 1
  end
  add(settings.kind)
  for _, row in ipairs(rows) do
    add(row.kind)
    for _, kind in ipairs(row.args) do add(kind) end
  end
  for _, constant in ipairs(constants) do add(constant[2]) end
  if #names > KINDS_MAX then
    mistake("primitives", "at most %d kinds, got %d: %s", KINDS_MAX, #names,
      table.concat(names, ", "))
  end
  return names, numbers
end

-- Which kinds a finite tree can give: those of leaves, then of functions all of
-- whose arguments can be given, until nothing is added.
local function reachable(rows, constants)
  local can, changed = {}, true
  for _, constant in ipairs(constants) do can[constant[2]] = true end
  while changed do
    changed = false
    for _, row in ipairs(rows) do
      local all = true
      for _, kind in ipairs(row.args) do all = all and can[kind] end
      if all and not can[row.kind] then
        can[row.kind], changed = true, true
      end
    end
  end
  return can
end

local function check_kinds(settings, rows, constants, mistake)
  local can = reachable(rows, constants)
  local way = "add a primitive without arguments, or constants, of that kind"
  if #rows > 0 and not can[settings.kind] then
    mistake("kind", "no program can be built: nothing gives kind '%s'; %s",
      settings.kind, way)
  end
  local told = { [settings.kind] = true }
  for _, row in ipairs(rows) do
    for i, kind in ipairs(row.args) do
      if not can[kind] and not told[kind] then
        told[kind] = true
        mistake(row.name, "argument %d of '%s' cannot be built: nothing gives kind "
          .. "'%s'; %s", i, row.name, kind, way)
      end
    end
  end
end

-- ---- making a game -----------------------------------------------------------------

local function list_of_cases(cases)
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
    won = settings.won, turn = settings.turn, show = settings.show }
end

local function numbered(rows, constants, numbers)
  local prims, list = {}, {}
  for i, row in ipairs(rows) do
    local args = {}
    for k, kind in ipairs(row.args) do args[k] = numbers[kind] end
    prims[i] = { name = row.name, arity = row.arity, help = row.help,
      kind = numbers[row.kind], args = args, cost = row.cost, how = row.how }
  end
  for i, constant in ipairs(constants) do
    list[i] = { constant[1], numbers[constant[2]] }
  end
  return prims, list
end

-- Checks everything; returns settings, rows, constants, kinds or raises all mistakes.
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
  local rows, constants, numbers = {}, {}, {}
  if settings.program == "machine" then
    if not given.turn then
      mistake("program", "field 'turn' is missing: machines need its answers")
    end
    if given.primitives then
      mistake("primitives", "field 'primitives': machines have none")
    end
    settings.primitives = nil
  elseif not given.primitives then
    mistake(nil, "field 'primitives' is missing: %s", game.fields.primitives.help)
  end
  if settings.primitives and settings.constants and settings.kind then
    rows = check_primitives(settings, mistake)
    constants = check_constants(settings, mistake)
    if #mistakes == 0 then
      numbers = select(2, kinds_of(settings, rows, constants, mistake))
      check_kinds(settings, rows, constants, mistake)
    end
  end
  if #mistakes > 0 then error(spec.message(mistakes), 0) end
  return settings, rows, constants, numbers
end

-- `changes` is Lua text of what --set or game:with has changed since the script.
local function make(given, place, key, changes)
  local settings, rows, constants, numbers = check(given, place)
  local prims, list = numbered(rows, constants, numbers)
  local parts = parts_of(settings, rows)
  local from = script.current
  local new = core.new({ name = settings.name, primitives = prims,
    constants = list, count = #parts.cases, rivals = settings.rivals, minimise = settings.minimise,
    max = settings.max, cost = settings.cost, budget = settings.budget,
    machines = settings.program == "machine",
    memory = settings.memory, seconds = settings.seconds, repeats = settings.repeats, key = key,
    changes = changes, script = from and from.path, source = from and from.source },
    parts)
  return made.remember(new, function(changed)
    return game.again(given, place, key, changed)
  end, settings, game.fields), parts
end

-- ---- changed games -----------------------------------------------------------------

-- Plain values as Lua text: what can be told to another state.
local function literal(value)
  if type(value) == "table" then
    local items = {}
    for i, item in ipairs(value) do items[i] = literal(item) end
    return "{" .. table.concat(items, ",") .. "}"
  elseif type(value) == "string" or type(value) == "number" then
    return ("%q"):format(value)
  end
  return tostring(value)
end

local function plain(value)
  if type(value) ~= "table" then return type(value) ~= "function" end
  for _, item in pairs(value) do if not plain(item) then return false end end
  return getmetatable(value) == nil
end

-- The game again with other settings. What differs from the script's must be plain.
function game.again(given, place, key, settings)
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
        error(("field '%s': only numbers, texts and lists of them can be changed"):format(name), 0)
      end
      changed[name] = value
      words[#words + 1] = name .. "=" .. literal(value)
    end
  end
  return (make(changed, place, key, "{" .. table.concat(words, ",") .. "}"))
end

-- ---- in a thread's own state ---------------------------------------------------------

-- math.random starts anew in each case: the same draws whoever plays it.
local function seed_each_case(fresh)
  local random, randomseed = math.random, math.randomseed
  math.random = function(...)
    if fresh() then randomseed(1) end
    return random(...)
  end
end

-- Loads the script again and returns the functions of the game with that key.
function game.worker(path, source, key, changes, fresh)
  seed_each_case(fresh)               -- first: a script may keep math.random
  script.load(path, source)
  local entry = registry.find(key)
  local given = {}
  for name, value in pairs(entry) do given[name] = value end
  for name, value in pairs(load("return " .. changes, "=changes")()) do
    given[name] = value
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
  return (make(given, place, key, "{}"))
end

-- A copy of the game with some fields changed: game:with { budget = 600 }.
function core.methods:with(changes)
  return made.again(self, changes)
end

return game
