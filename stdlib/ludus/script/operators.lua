-- operators.lua -- the operators of all kinds of programs, from the rows in C.
--
-- A row is { name, kind, parents, help, params }. The three types of vectors share
-- most of theirs: a row of vectors stands once, and `types` lists whose it is unless
-- it is everybody's.

local evolve = require "ludus.core.evolve"
local spec   = require "ludus.script.spec"

local operators = {}

-- What programs of a kind are called.
operators.nouns = { tree = "trees", linear = "linear programs", machine = "machines",
  vector = "vectors" }

-- What the programs are called on which a row works: "vectors of bits".
function operators.noun(row)
  return operators.nouns[row.kind]
    .. (row.types and " of " .. table.concat(row.types, " and ") or "")
end

local function gather()
  local rows, place, types = {}, {}, {}
  for _, row in ipairs(evolve.operators()) do
    local key = row.kind .. " " .. row.name
    if row.type then types[row.type] = true end
    if not place[key] then
      rows[#rows + 1], place[key] = row, row
      row.types = row.type and {}
    end
    if row.type then table.insert(place[key].types, row.type) end
  end
  local count = 0
  for _ in pairs(types) do count = count + 1 end
  for _, row in ipairs(rows) do
    row.type = nil
    if row.types and #row.types == count then row.types = nil end
  end
  return rows
end

operators.rows = gather()

-- Their names, each once, in the order of the rows.
function operators.names()
  local names, seen = {}, {}
  for _, row in ipairs(operators.rows) do
    if not seen[row.name] then names[#names + 1] = row.name end
    seen[row.name] = true
  end
  return names
end

-- ---- steps -----------------------------------------------------------------------

local function row_of(rows, name)
  for _, row in ipairs(rows) do if row.name == name then return row end end
end

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

-- What is wrong with a parameter of an operator, or nil.
local function wrong_param(row, key, value)
  local param = row_of(row.params, key)
  if not param then
    local names = names_of(row.params)
    names[#names + 1] = "chance"
    return ("operator '%s' has no parameter '%s'%s"):format(row.name, tostring(key),
      spec.hint(key, names))
  elseif type(value) ~= "number" then
    return ("operator '%s', parameter '%s': expected a number, got %s"):format(row.name,
      key, type(value))
  elseif not (value >= param.min and value <= param.max) then
    return ("operator '%s', parameter '%s': must be %g to %g, got %g"):format(row.name,
      key, param.min, param.max, value)
  end
end

-- The parts of a step: the operator (a name, a word of ludus, or a function) and a
-- table of its fields.
local function parts_of(step)
  if type(step) ~= "table" then return step, {} end
  if step.name and step.params then return step.name, step.params end     -- a word
  local fields, first = {}, step[1]
  if type(first) == "table" then
    for key, value in pairs(first.params or {}) do fields[key] = value end
    first = first.name
  end
  for key, value in pairs(step) do if key ~= 1 then fields[key] = value end end
  return first, fields
end

-- A step as the engine takes it, { chance, operator, params }, or nil and what is wrong
-- with it. `rows` are the operators of programs called `kind`.
function operators.step(step, rows, kind)
  local operator, fields = parts_of(step)
  local chance, params = 1, {}
  if type(operator) ~= "string" and type(operator) ~= "function" then
    return nil, ("a step is an operator's name, or a table that begins with it; got %s")
      :format(type(operator))
  end
  local row = row_of(rows, operator)
  if row and row.lacks then return nil, row.lacks end
  if type(operator) == "string" and not row then
    return nil, ("no operator '%s' for %s programs%s"):format(operator, kind,
      spec.hint(operator, names_of(rows)))
  end
  for _, key in ipairs(spec.sorted_keys(fields)) do
    local value, wrong = fields[key], nil
    if key == "chance" then
      chance = value
      if type(value) ~= "number" or not (value >= 0 and value <= 1) then
        wrong = ("operator '%s': chance must be 0 to 1"):format(row and row.name or "lua")
      end
    elseif row then
      params[key], wrong = value, wrong_param(row, key, value)
    else
      wrong = ("an operator in Lua has no parameter '%s'"):format(tostring(key))
    end
    if wrong then return nil, wrong end
  end
  return { chance, operator, params }
end

-- The kind of the programs of a species: "vector".
operators.kind = evolve.species_kind

return operators
