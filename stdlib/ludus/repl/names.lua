-- names.lua -- completes names, fields, methods, files and :commands.

local system = require "ludus.core.system"

local names = {}

names.choices_max = 200               -- shown at once

local keywords = { "and", "break", "do", "else", "elseif", "end", "false",
  "for",
  "function", "if", "in", "local", "nil", "not", "or", "repeat", "return",
    "then",
  "true", "until", "while" }

-- ---- where a path leads ----------------------------------------------------

-- Looks a name up without running anything of the person's.
local function first(session, name)
  local value = rawget(session.env, name)
  if value ~= nil then return value end
  local ok, found = pcall(function() return session.env[name] end)
  return ok and found or nil
end

-- What a class inherits from: methods (a table, or a function that gives it, where
-- __index is a function), or __index.
local function parent_of(value)
  local meta = debug.getmetatable(value)
  if type(meta) ~= "table" then return nil end
  local methods = rawget(meta, "methods")
  if type(methods) == "function" then methods = methods() end
  return methods or rawget(meta, "__index")
end

-- Tables of C that are made when somebody looks at them say how.
local function made(value)
  local meta = type(value) == "table" and debug.getmetatable(value)
  local fill = type(meta) == "table" and rawget(meta, "__fill")
  if fill then fill(value) end
end

-- A field of a table or userdata, without calling functions written in Lua by
-- people: __index is followed only where it is a table.
local function field(value, key)
  if type(value) == "table" then
    made(value)
    local own = rawget(value, key)
    if own ~= nil then return own end
  end
  local index = parent_of(value)
  if type(index) == "table" and index ~= value then return field(index, key) end
  return nil
end

names.field = field

-- The value of `a.b.c` or `a:b`, or nil.
function names.value(session, path)
  local value
  for name in path:gmatch("[%a_][%w_]*") do
    if value == nil then value = first(session, name) else value =
      field(value, name) end
    if value == nil then return nil end
  end
  return value
end

-- All fields of a value and of what it inherits from.
function names.fields(value)
  local list, seen = {}, {}
  made(value)
  local function add(t)
    for key, v in next, t do
      if type(key) == "string" and key:find("^[%a_][%w_]*$")
        and not seen[key] and key ~= "methods" then
        seen[key] = true
        list[#list + 1] = { name = key, value = v }
      end
    end
  end
  for _ = 1, 10 do
    if type(value) == "table" then add(value) end
    value = parent_of(value)
    if type(value) ~= "table" then break end
  end
  return list
end

-- ---- choices ---------------------------------------------------------------

local function matching(list, start)
  local found, seen = {}, {}
  for _, word in ipairs(list) do
    if word:sub(1, #start) == start and not seen[word] then
      seen[word] = true
      found[#found + 1] = word
    end
  end
  table.sort(found)
  return found
end

local function file_choices(start)
  local folder, part = start:match("^(.*/)([^/]*)$")
  folder, part = folder or "", part or start
  local list = system.files(folder == "" and "." or folder) or {}
  local found = {}
  for _, name in ipairs(matching(list, part)) do
    if name:sub(1, 1) ~= "." or part:sub(1, 1) == "." then
      found[#found + 1] = folder .. name
    end
  end
  return found
end

local function member_choices(session, path, mark, start)
  local value = names.value(session, path)
  if value == nil then return {} end
  local list = {}
  for _, entry in ipairs(names.fields(value)) do
    if entry.name:sub(1, 2) ~= "__" and (mark == "."
      or type(entry.value) == "function") then
      list[#list + 1] = entry.name
    end
  end
  return matching(list, start)
end

local function name_choices(session, start)
  local list = require("ludus.repl").known_names()
  table.move(keywords, 1, #keywords, #list + 1, list)
  for name in pairs(session.declared) do list[#list + 1] = name end
  return matching(list, start)
end

-- The choices for the end of the text, and how many bytes of them are there.
function names.choices(session, text)
  local start = text:match("^%s*(:%a*)$")
  if start then
    return require("ludus.repl.commands").matching(start), #start
  end
  start = text:match("^%s*:load%s+(%S*)$") or text:match("[\"']([^\"']*)$")
  if start and select(2, text:gsub('"', "")) % 2 + select(2,
    text:gsub("'", "")) % 2 > 0
    or text:find("^%s*:load%s") then
    return file_choices(start or ""), #(start or "")
  end
  local path, mark, part = text:match("([%a_][%w_.]*)([.:])([%w_]*)$")
  if path then return member_choices(session, path, mark, part), #part end
  start = text:match("[%a_][%w_]*$")
  if not start then return {}, 0 end
  return name_choices(session, start), #start
end

local function common(list)
  local prefix = list[1]
  for _, word in ipairs(list) do
    while word:sub(1, #prefix) ~= prefix do prefix = prefix:sub(1, -2) end
  end
  return prefix
end

-- What to insert at the cursor, and a list to show (nil if one choice is left).
function names.complete(session, text)
  local list, given = names.choices(session, text)
  if #list == 0 then return nil end
  local insert = common(list):sub(given + 1)
  if #list == 1 or insert ~= "" then return insert end
  local view = session:view()
  local shown = table.move(list, 1, math.min(#list, names.choices_max), 1, {})
  local lines = require("ludus.repl.show").columns_of(shown, view.width)
  if #list > #shown then
    lines = lines .. ("\n... %d more"):format(#list - #shown)
  end
  return "", lines
end

return names
