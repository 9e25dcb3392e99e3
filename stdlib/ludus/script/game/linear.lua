-- linear.lua -- what linear programs of a game in Lua are made of: blocks of lines,
-- instructions that are functions of the state, registers that traces show.

local linear = require "ludus.linear"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"

local instructions = {}

local ROWS_MAX, LINES_MAX = 64, 1000

local row_fields = { test = "function", combine = "table", jump = "boolean",
  cost = "number", help = "string" }

local function check_extras(row, mistake)
  local name = row[1]
  for _, key in ipairs(spec.sorted_keys(row)) do
    local want = row_fields[key]
    if key ~= 1 and key ~= 2 and type(row[key]) ~= want then
      if want then
        mistake(spec.row(name), "instruction '%s': field '%s': expected a %s, got %s",
          name, key, want, spec.shown(row[key]))
      else
        local near = system.near(tostring(key), spec.sorted_keys(row_fields))
        mistake(spec.row(name), "instruction '%s': unknown field '%s'%s", name,
          tostring(key), near and ("; did you mean '%s'?"):format(near) or "")
      end
    end
  end
  local cost = row.cost
  if cost and not (math.type(cost) == "integer" and cost >= 0 and cost <= 1000000) then
    mistake(spec.row(name), "instruction '%s': field 'cost': expected 0 to 1000000, "
      .. "got %s", name, tostring(cost))
  end
end

-- The rows of the game's instructions, each with its function as `call` (or false),
-- and what the engine is told of them; nil after mistakes.
function instructions.check(settings, mistake)
  local clean = true
  local function tell(...)
    clean = false
    mistake(...)
  end
  for _, field in ipairs { "blocks", "instructions" } do
    if settings[field] and #settings[field] == 0 then
      tell(nil, "field '%s' is missing: %s", field, instructions.fields[field].help)
    end
  end
  for _, row in ipairs(settings.blocks or {}) do
    if type(row) ~= "table" or type(row[1]) ~= "string"
      or math.type(row[2]) ~= "integer" or row[2] < 1 or row[2] > LINES_MAX then
      tell("blocks", "field 'blocks': expected rows { name, lines }, 1 to %d lines, got %s",
        LINES_MAX, spec.shown(row))
    end
  end
  for i, row in ipairs(settings.instructions or {}) do
    if type(row) == "table" and type(row[1]) == "string" then
      check_extras(row, tell)
    else
      tell("instructions", "field 'instructions': item %d: expected { name, ... }, "
        .. "got %s", i, spec.shown(row))
    end
  end
  if settings.instructions and #settings.instructions >= ROWS_MAX then
    tell("instructions", "field 'instructions': at most %d, got %d", ROWS_MAX - 1,
      #settings.instructions)
  end
  if not (clean and settings.blocks and settings.registers and settings.name) then
    return
  end
  local ok, set = pcall(linear.set, { name = settings.name, blocks = settings.blocks,
    registers = settings.registers, instructions = settings.instructions })
  if not ok then
    local message = tostring(set):gsub("^linear%.set: ", "")
    local name = message:match("^instruction '(.-)'")
    mistake(name and spec.row(name) or "instructions", "%s", message)
    return
  end
  local rows, prims = {}, {}
  for i, row in ipairs(set.species:rows()) do
    local given = settings.instructions[i - 1] or {}
    rows[i] = { call = set.functions[i] or false }
    prims[i] = { name = row.name, arity = 0, help = given.help or "", kind = 0,
      args = {}, cost = given.cost or settings.cost }
  end
  return rows, { primitives = prims, constants = {}, set = set.species,
    nested = settings.nested }
end

instructions.fields = {
  blocks = { "list", {}, help = "blocks of linear programs: rows { name, lines }" },
  registers = { "list", {}, help = "fields of the state that traces of linear "
    .. "programs show" },
  instructions = { "list", {}, help = "instructions of linear programs: rows "
    .. "{ name, function }, { name, test = function }, { name, combine = { names } }, "
    .. "{ name, jump = true }" },
  nested = { "boolean", false,
    help = "linear programs: a skipped test skips its own line, too" },
}

return instructions
