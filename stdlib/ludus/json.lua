-- json.lua -- values as JSON text, keys in alphabetical order; and back.
--
--     json.encode { raw = 2449, cases = { 1, 2 } }   --> {"cases":[1,2],"raw":2449}
--     json.decode '{"raw":2449}'                     --> a table
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

local NEST_MAX = 100

local encode

local function array(t, depth)
  local out = {}
  for i = 1, #t do out[i] = encode(t[i], depth) end
  return "[" .. table.concat(out, ",") .. "]"
end

local function object(t, depth)
  local keys, out = {}, {}
  for key in pairs(t) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  for i, key in ipairs(keys) do out[i] = quote(key) .. ":" .. encode(t[key], depth) end
  return "{" .. table.concat(out, ",") .. "}"
end

function encode(value, depth)
  local kind = type(value)
  if kind == "string" then return quote(value)
  elseif kind == "number" then return number(value)
  elseif kind == "boolean" then return tostring(value)
  elseif kind == "nil" then return "null"
  elseif kind == "table" then
    if depth == NEST_MAX then
      error(("a value is nested more than %d deep, or holds itself"):format(NEST_MAX), 0)
    end
    local write = (getmetatable(value) == List or value[1] ~= nil) and array or object
    return write(value, depth + 1)
  end
  return quote(tostring(value))
end

function json.encode(value) return encode(value, 0) end

-- ---- reading ----------------------------------------------------------------

local letters = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local words = { ["true"] = true, ["false"] = false }

local Reader = {}
Reader.__index = Reader

function Reader:fail(expected)
  error(("JSON: expected %s at byte %d"):format(expected, self.at), 0)
end

-- The next byte that is no blank, "" at the end.
function Reader:peek()
  self.at = self.text:find("[^ \t\r\n]", self.at) or #self.text + 1
  return self.text:sub(self.at, self.at)
end

function Reader:skip(c)
  if self:peek() ~= c then self:fail(("'%s'"):format(c)) end
  self.at = self.at + 1
end

-- What UTF-16 needs two words for is escaped as two; a half alone is no character.
local function join(s)
  s = s:gsub("\xED([\xA0-\xAF])([\x80-\xBF])\xED([\xB0-\xBF])([\x80-\xBF])",
    function(...)
      local a, b, c, d = string.byte(table.concat { ... }, 1, 4)
      return utf8.char(0x10000 + ((a & 15) << 16 | (b & 63) << 10 | (c & 15) << 6 | d & 63))
    end)
  return (s:gsub("\xED[\xA0-\xBF][\x80-\xBF]", "\u{FFFD}"))
end

local function unescape(s)
  local text = s:gsub("\\(.)(%x?%x?%x?%x?)", function(c, hex)
    if c == "u" and #hex == 4 then return utf8.char(tonumber(hex, 16)) end
    return (letters[c] or c) .. hex
  end)
  return s:find "\\u[dD]" and join(text) or text
end

function Reader:string()
  self:skip '"'
  local from = self.at
  repeat
    local at = self.text:find('["\\]', self.at)
    if not at then self:fail "the end of a string" end
    local quoted = self.text:sub(at, at) == "\\"
    self.at = at + (quoted and 2 or 1)
  until not quoted
  return unescape(self.text:sub(from, self.at - 2))
end

-- Items up to `close`, each read into the table by `read`.
function Reader:items(close, read)
  local t = {}
  self.at, self.depth = self.at + 1, self.depth + 1
  if self.depth > NEST_MAX then self:fail "less nesting" end
  if self:peek() ~= close then
    read(t)
    while self:peek() == "," do
      self.at = self.at + 1
      read(t)
    end
  end
  self:skip(close)
  self.depth = self.depth - 1
  return t
end

function Reader:value()
  local c = self:peek()
  if c == "{" then
    return self:items("}", function(t)
      self:peek()
      local key = self:string()
      self:skip ":"
      t[key] = self:value()
    end)
  elseif c == "[" then
    return self:items("]", function(t) t[#t + 1] = self:value() end)
  elseif c == '"' then
    return self:string()
  end
  local word = self.text:match("^[%w.+-]+", self.at) or ""
  local n = tonumber(word)
  if not n and words[word] == nil and word ~= "null" then
    self:fail "a value"
  end
  self.at = self.at + #word
  if n then return math.tointeger(n) or n end
  return words[word]
end

-- The value of a text; an error that names the byte if it is none.
function json.decode(text)
  local reader = setmetatable({ text = text, at = 1, depth = 0 }, Reader)
  local value = reader:value()
  if reader:peek() ~= "" then reader:fail "the end" end
  return value
end

return json
