-- tree.lua -- what tree programs of a game in Lua are made of: primitives, constants
-- and the kinds of their values. Every mistake is told by mistake(field, format, ...).

local native = require "ludus.script.native"
local spec   = require "ludus.script.spec"

local tree = {}

local ARGS_MAX, ROWS_MAX, KINDS_MAX, CONSTANTS_MAX = 8, 64, 8, 200
local NAME_MAX = 31

-- ---- primitives ------------------------------------------------------------------

local row_fields = { kind = "string", args = "table", lazy = "boolean",
  cost = "number", help = "string" }

local function sorted_names(rows)
  local names = {}
  for key in pairs(rows) do names[#names + 1] = key end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  return names
end

local function check_extras(name, row, mistake)
  for _, key in ipairs(sorted_names(row)) do
    if key ~= 1 and key ~= 2 then
      local want = row_fields[key]
      if not want then
        mistake(name, "primitive '%s': unknown field '%s'%s", name, tostring(key),
          spec.hint(tostring(key), sorted_names(row_fields)))
      elseif type(row[key]) ~= want then
        mistake(name, "primitive '%s': field '%s': expected a %s, got %s", name,
          key, want, spec.shown(row[key]))
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
    mistake(name, "'%s' cannot be the name of a primitive", name)
  end
  if type(row) ~= "table" then
    mistake(name, "primitive '%s': expected { arity, function }, got a %s", name,
      type(row))
    return nil
  end
  local arity, f = row[1], row[2]
  if math.type(arity) ~= "integer" or arity < 0 or arity > ARGS_MAX then
    mistake(name, "primitive '%s': expected its number of arguments, 0 to %d, "
      .. "first, got %s", name, ARGS_MAX, spec.shown(arity))
    arity = nil
  end
  if type(f) ~= "function" then
    mistake(name, "primitive '%s': expected a function after the arity, got %s",
      name, spec.shown(f))
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
  if #list > CONSTANTS_MAX then
    mistake("constants", "field 'constants': at most %d, got %d", CONSTANTS_MAX, #list)
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

-- ---- all together ------------------------------------------------------------------

-- Rows and constants as the engine wants them: kinds by number.
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

-- The rows of the game's primitives, each with its function as `call`, and what the
-- engine is told of them; nil after mistakes.
function tree.check(settings, mistake)
  if not settings.primitives then
    mistake(nil, "field 'primitives' is missing: what programs are made of: "
      .. "NAME = { arity, function }")
  end
  if not (settings.primitives and settings.constants and settings.kind) then return end
  local clean = true
  local function tell(...)
    clean = false
    mistake(...)
  end
  local rows = check_primitives(settings, tell)
  local constants = check_constants(settings, tell)
  if not clean then return end
  local numbers = select(2, kinds_of(settings, rows, constants, tell))
  check_kinds(settings, rows, constants, tell)
  if not clean then return end
  local prims, list = numbered(rows, constants, numbers)
  return rows, { primitives = prims, constants = list }
end

return tree
