-- values.lua -- what a study gave, as people read it: tables for lists of records, names
-- and values for one record, text for what is plain.
--
--     values.html '{"shots":44.3,"rows":[{"n":1},{"n":2}]}'
--
-- Any JSON will do: a script may return what it likes.

local html     = require "ludus.report.html"
local json     = require "ludus.json"
local progress = require "ludus.run.progress"
local spec     = require "ludus.script.spec"

local values = {}
local escape = html.escape

local ROWS_OPEN, COLUMNS_MAX, DEPTH_MAX = 60, 12, 4
local TEXT_MAX = 200                         -- of a list that stands in a cell

local function is_plain(value) return type(value) ~= "table" end

local function all(list, test)
  for _, value in pairs(list) do if not test(value) then return false end end
  return true
end

local function is_record(value) return type(value) == "table" and #value == 0 end

local function text(value)
  if type(value) == "number" then return progress.number(value) end
  if is_plain(value) then return tostring(value) end
  local words = {}
  if not all(value, is_plain) then words[1] = json.encode(value)
  elseif is_record(value) then
    for i, key in ipairs(spec.sorted_keys(value)) do words[i] = key .. " " .. text(value[key]) end
  else
    for i, item in ipairs(value) do words[i] = text(item) end
  end
  local whole = table.concat(words, ", ")
  return #whole > TEXT_MAX and whole:sub(1, TEXT_MAX) .. " ..." or whole
end

-- Names and values of plain things, a line each.
local function pairs_table(record, names)
  local rows = {}
  for i, name in ipairs(names) do
    local value = record[name]
    rows[i] = { name, type(value) == "number" and value or text(value) }
  end
  return #rows > 0 and html.table({ "name", "value" }, rows) or ""
end

-- The heads of some records, those of texts first.
local function heads_of(list)
  local texts, others = {}, {}
  for _, record in ipairs(list) do
    for key, value in pairs(record) do
      local known = type(value) == "string" and texts or others
      known[key] = true
    end
  end
  local heads = spec.sorted_keys(texts)
  for _, key in ipairs(spec.sorted_keys(others)) do
    if not texts[key] then heads[#heads + 1] = key end
  end
  return heads
end

-- Records as rows; `keys` are what they are called, or nil. Nil if they are too wide.
local function records_table(name, list, keys)
  local heads, rows = heads_of(list), {}
  if #heads > COLUMNS_MAX then return nil end
  for i, record in ipairs(list) do
    local row = { keys and keys[i] }
    for _, head in ipairs(heads) do
      local value = record[head]
      row[#row + 1] = value == nil and "" or type(value) == "number" and value or text(value)
    end
    rows[i] = row
  end
  if keys then table.insert(heads, 1, "of") end
  return #rows <= ROWS_OPEN and html.table(heads, rows) or html.data(name, heads, rows)
end

local shown

-- What is plain comes first, then everything else below its name.
local function record_shown(name, record, depth)
  local plain, rest, out = {}, {}, {}
  for _, key in ipairs(spec.sorted_keys(record)) do
    local value = record[key]
    table.insert((is_plain(value) or #value > 0 and all(value, is_plain)) and plain or rest, key)
  end
  if #plain == 0 and #rest > 1 and all(record, is_record) then
    local list = {}
    for i, key in ipairs(rest) do list[i] = record[key] end
    local element = records_table(name, list, rest)
    if element then return element end
  end
  out[1] = pairs_table(record, plain)
  for _, key in ipairs(rest) do
    out[#out + 1] = "<h4>" .. escape(key) .. "</h4>" .. shown(key, record[key], depth + 1)
  end
  return table.concat(out)
end

function shown(name, value, depth)
  if is_plain(value) then return "<p>" .. escape(text(value)) .. "</p>" end
  if depth > DEPTH_MAX then
    return '<pre tabindex="0" role="group" aria-label="' .. escape(name) .. '">'
      .. escape(json.encode(value)) .. "</pre>"
  end
  if #value > 0 and all(value, is_record) then
    local element = records_table(name, value)
    if element then return element end
  end
  if is_record(value) then return record_shown(name, value, depth) end
  return "<p>" .. escape(text(value)) .. "</p>"
end

-- The JSON text as HTML; a text that is no JSON as it stands.
function values.html(name, given)
  local ok, value = pcall(json.decode, given)
  if not ok then return "<pre>" .. escape(given) .. "</pre>" end
  return shown(name, value, 1)
end

return values
