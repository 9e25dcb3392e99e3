-- fields.lua -- the plain fields of a state as text, and back: how traces tell what
-- changed in a game whose states are a script's own tables.
--
--     fields.text { x = 3, name = "ant", food = { ... } }   --> "name=ant\nx=3\n"
--     fields.read "name=ant\nx=3\n"                         --> { name = "ant", x = 3 }
--
-- Numbers, truth values and short texts are plain, and so are lists of them up to
-- `items_max` items, written with commas. What else a state holds its game's `show`
-- must tell.

local fields = {}

fields.items_max = 64
fields.bytes_max = 200                -- of a text

local function plain(value)
  local kind = type(value)
  if kind == "number" or kind == "boolean" then return tostring(value) end
  if kind == "string" and #value <= fields.bytes_max and not value:find("%c") then
    return value
  end
  return nil
end

-- A list of plain values, or nil.
local function list(value)
  if type(value) ~= "table" or #value == 0 or #value > fields.items_max then
    return nil
  end
  local words = {}
  for i = 1, #value do
    words[i] = plain(value[i])
    if not words[i] then return nil end
  end
  return "{" .. table.concat(words, ",") .. "}"
end

-- The plain fields of a state in the order of their names, one a line; a state that
-- is no table is one plain value, or nothing.
function fields.text(state)
  if type(state) ~= "table" then return plain(state) or "" end
  local names, lines = {}, {}
  for key in next, state do
    if type(key) == "string" and key:find "^[%a_][%w_]*$" then
      names[#names + 1] = key
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local value = rawget(state, name)
    local text = plain(value) or list(value)
    if text then lines[#lines + 1] = name .. "=" .. text .. "\n" end
  end
  return table.concat(lines)
end

local function value_of(text)
  if text == "true" or text == "false" then return text == "true" end
  return math.tointeger(tonumber(text)) or tonumber(text) or text
end

-- The fields that a text tells, and their names in order.
function fields.read(text)
  local state, order = {}, {}
  for name, value in text:gmatch "([%a_][%w_]*)=([^\n]*)\n" do
    state[name] = value_of(value)
    order[#order + 1] = name
  end
  return state, order
end

return fields
