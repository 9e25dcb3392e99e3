-- luacats.lua -- definitions in the format of LuaCATS, read as its documentation describes
-- it, and the fields of scripts that they do not have.
--
--     local d = luacats.read { text_of_ludus_lua, text_of_a_game, ... }
--     d.classes["ludus.tree.fields"].nodes        -- the type of a field
--     d:marks(script)                             -- { { line=, field= }, ... }
--
-- Whatever is not of the format is an error: an annotation that is none, a type that
-- nothing defines, a parameter that the function has not.

local luacats = {}
local Definitions = {}
Definitions.__index = Definitions

local builtin = {}
for name in ("any boolean function integer nil number string table"):gmatch "%S+" do
  builtin[name] = true
end

local function complain(line, why) error(("%s: %s"):format(why, line), 0) end

-- The first type of a text and what follows it: "quoted", name or name[], parted by |.
local function read_type(text, line)
  local names, rest = {}, text
  repeat
    local quoted = rest:match '^"[^"]*"()'
    local name, list, behind = rest:match "^([%a_][%w_.]*)(%[?%]?)()"
    local after = quoted or behind
    if not after or list == "[" or list == "]" then complain(line, "a type is expected") end
    names[#names + 1] = name
    rest = rest:sub(after)
    local more = rest:match "^|()"
    rest = more and rest:sub(more) or rest
  until not more
  if rest ~= "" and not rest:find "^%s" then complain(line, "a type ends with a blank") end
  return text:sub(1, #text - #rest), names
end

local readers = {}

function readers.meta(d, text, line)
  d.module = text:match "^[%a_][%w_.]*$" or complain(line, "a module's name is expected")
end

function readers.class(d, text, line)
  local name = text:match "^%(exact%) ([%a_][%w_.]*)$" or text:match "^[%a_][%w_.]*$"
    or complain(line, "a class's name is expected")
  if d.classes[name] then complain(line, "this class is there already") end
  d.class = {}
  d.classes[name] = d.class
end

function readers.field(d, text, line)
  if not d.class then complain(line, "a field follows its class") end
  local name, rest = text:match "^([%a_][%w_]*)%??%s+(.*)$"
  if not name then complain(line, "a field's name is expected") end
  if d.class[name] then complain(line, "this field is there already") end
  d.class[name] = d:note(rest, line)
end

function readers.param(d, text, line)
  local name, rest = text:match "^([%a_][%w_]*)%??%s+(.*)$"
  if not name then complain(line, "a parameter's name is expected") end
  d.params[#d.params + 1] = { name = name, type = d:note(rest, line), line = line }
end

function readers.type(d, text, line) d:note(text, line) end
readers["return"] = readers.type

-- Notes which types are named, to be looked for when all is read.
function Definitions:note(text, line)
  local whole, names = read_type(text, line)
  for _, name in pairs(names) do self.named[name] = line end
  return whole
end

-- `function MODULE.NAME(PARAMETERS) end`: what its parameters are.
function Definitions:declare(line)
  local name, list = line:match "^function [%a_][%w_]*%.([%a_][%w_]*)%((.-)%) end$"
  if not name then complain(line, "a function is expected") end
  local places, types = {}, {}
  for parameter in list:gmatch "[%a_][%w_]*" do
    places[#places + 1] = parameter
    places[parameter] = #places
  end
  for _, p in ipairs(self.params) do
    if not places[p.name] then complain(p.line, "the function has no such parameter") end
    types[places[p.name]] = p.type
  end
  self.functions[self.module .. "." .. name] = types
end

local function take(self, line)
  local annotation, text = line:match "^%-%-%-@(%a+)%s*(.*)$"
  if annotation then
    (readers[annotation] or complain(line, "no such annotation"))(self, text, line)
    return
  elseif line:find "^%-%-%-" then
    return
  elseif line:find "^function " then
    self:declare(line)
  end
  self.class, self.params = nil, {}
end

-- The definitions of some files, by their texts.
function luacats.read(texts)
  local self = setmetatable({ classes = {}, functions = {}, named = {}, params = {} },
    Definitions)
  for _, text in ipairs(texts) do
    if not text:find "^%-%-%-@meta " then complain(text:sub(1, 40), "no file of definitions") end
    for line in text:gmatch "[^\n]*" do take(self, line) end
  end
  for name, line in pairs(self.named) do
    if not builtin[name] and not self.classes[name] then complain(line, "no type " .. name) end
  end
  return self
end

-- ---- scripts -----------------------------------------------------------------------

-- The words, texts and marks of a script with their lines; comments are left out.
local function tokens(text)
  local list, at, line = {}, 1, 1
  local function add(kind, word)
    list[#list + 1] = { kind = kind, text = word, line = line }
  end
  while at <= #text do
    local from = at
    local bars = text:match("^%-?%-?%[(=*)%[", at)
    if text:find("^%-%-", at) and not text:find("^%-%-%[=*%[", at) then
      at = text:find("\n", at, true) or #text + 1
    elseif bars then
      local _, last = text:find("]" .. bars .. "]", at, true)
      if text:sub(at, at) == "[" then add("text", "") end
      at = (last or #text) + 1
    elseif text:find("^[\"']", at) then
      local quote, last = text:sub(at, at), at + 1
      while text:sub(last, last) ~= quote do
        last = last + (text:sub(last, last) == "\\" and 2 or 1)
      end
      add("text", text:sub(at + 1, last - 1))
      at = last + 1
    elseif text:find("^[%a_]", at) then
      local word = text:match("^[%w_]+", at)
      add("word", word)
      at = at + #word
    else
      local mark = text:match("^[=~<>]=", at) or text:sub(at, at)
      if not mark:find "%s" then add("mark", mark) end
      at = at + #mark
    end
    line = line + select(2, text:sub(from, at - 1):gsub("\n", ""))
  end
  return list
end

local opens, closes = { ["("] = true, ["{"] = true, ["["] = true },
  { [")"] = true, ["}"] = true, ["]"] = true }

-- Blocks of words open and close, too: what is in a function is no field.
local begins = { ["function"] = true, ["do"] = true, ["then"] = true, ["repeat"] = true }
local ends = { ["end"] = true, ["elseif"] = true, ["until"] = true }

local function has_any(classes, field)
  for _, class in ipairs(classes) do if class[field] then return true end end
  return false
end

-- Adds the fields of the table that opens at token `i` which no class of the list has.
local function look_through(list, i, classes, found)
  local depth = 0
  repeat
    local t, next = list[i], list[i + 1]
    if t.kind == "mark" and opens[t.text] or t.kind == "word" and begins[t.text] then
      depth = depth + 1
    elseif t.kind == "mark" and closes[t.text] or t.kind == "word" and ends[t.text] then
      depth = depth - 1
    end
    local before = list[i - 1]
    if depth == 1 and t.kind == "word" and next.text == "=" and next.kind == "mark"
      and (before.text == "{" or before.text == "," or before.text == ";")
      and not has_any(classes, t.text) then
      found[#found + 1] = { line = t.line, field = t.text }
    end
    i = i + 1
  until depth == 0
end

-- The tables among the arguments that begin at token `i`: of f { ... } or f(1, { ... }).
local function tables(list, i)
  if list[i].text == "{" and list[i].kind == "mark" then return { [1] = i } end
  local found, depth, place = {}, 0, 1
  if list[i].text ~= "(" or list[i].kind ~= "mark" then return found end
  repeat
    local t = list[i]
    if t.kind == "mark" then
      if depth == 1 and t.text == "{" and (list[i - 1].text == "(" or list[i - 1].text == ",")
        then found[place] = i end
      if opens[t.text] then depth = depth + 1
      elseif closes[t.text] then depth = depth - 1
      elseif t.text == "," and depth == 1 then place = place + 1 end
    end
    i = i + 1
  until depth == 0
  return found
end

-- The fields of a script that are not in the definitions, in the order of their lines.
function Definitions:marks(script)
  local list, modules, found = tokens(script), {}, {}
  for i, t in ipairs(list) do
    if t.text == "require" and t.kind == "word" and list[i - 1] and list[i - 1].text == "=" then
      local module = list[i + 1].text == "(" and list[i + 2] or list[i + 1]
      modules[list[i - 2].text] = module.text
    end
    local module = t.kind == "word" and modules[t.text]
    if module and list[i + 1].text == "." and list[i + 3] then
      local types = self.functions[module .. "." .. list[i + 2].text] or {}
      for place, at in pairs(tables(list, i + 3)) do
        local classes = {}
        for name in (types[place] or ""):gmatch "[^|]+" do
          classes[#classes + 1] = self.classes[name]
        end
        if #classes > 0 then look_through(list, at, classes, found) end
      end
    end
  end
  table.sort(found, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.field < b.field
  end)
  return found
end

return luacats
