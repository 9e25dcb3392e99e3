-- json.lua -- values as JSON text, keys in alphabetical order.
--
--     json.encode { raw = 2449, cases = { 1, 2 } }   --> {"cases":[1,2],"raw":2449}
--
-- A table with a first element, or made by json.list, is an array; others are
-- objects. Numbers that JSON does not have (inf, nan) become null.

local json = {}

local List = {}

-- Marks a table as an array even if it is empty.
function json.list(t) return setmetatable(t, List) end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r",
  ["\t"] = "\\t", ["\b"] = "\\b", ["\f"] = "\\f" }

local function quote(s)
  s = s:gsub('[%c"\\\127]', function(c)
    return escapes[c] or ("\\u%04x"):format(c:byte())
  end)
  if not utf8.len(s) then
    s = s:gsub("[\128-\255]", function(c) return ("\\u%04x"):format(c:byte()) end)
  end
  return '"' .. s .. '"'
end

local function number(n)
  if math.type(n) == "integer" then return ("%d"):format(n) end
  if n ~= n or n == math.huge or n == -math.huge then return "null" end
  for digits = 15, 16 do
    local short = ("%." .. digits .. "g"):format(n)
    if tonumber(short) == n then return short end
  end
  return ("%.17g"):format(n)
end

local encode

local function array(t)
  local out = {}
  for i = 1, #t do out[i] = encode(t[i]) end
  return "[" .. table.concat(out, ",") .. "]"
end

local function object(t)
  local keys, out = {}, {}
  for key in pairs(t) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  for i, key in ipairs(keys) do out[i] = quote(key) .. ":" .. encode(t[key]) end
  return "{" .. table.concat(out, ",") .. "}"
end

function encode(value)
  local kind = type(value)
  if kind == "string" then return quote(value)
  elseif kind == "number" then return number(value)
  elseif kind == "boolean" then return tostring(value)
  elseif kind == "nil" then return "null"
  elseif kind == "table" then
    if getmetatable(value) == List or value[1] ~= nil then return array(value) end
    return object(value)
  end
  return quote(tostring(value))
end

json.encode = encode

return json
