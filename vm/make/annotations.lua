-- annotations.lua FOLDER -- writes definitions in the format of LuaCATS, by which editors
-- with lua-language-server complete the words and fields of scripts, show their help and
-- mark those that are misspelt: FOLDER/ludus.lua and a file for each game, from the rows
-- by which fields are checked.

local forms     = require "ludus.repl.forms"
local games     = require "ludus.script.games"
local ludus     = require "ludus"
local operators = require "ludus.script.operators"
local rules     = require "ludus.rules"
local spec      = require "ludus.script.spec"

local folder = assert(arg[1], "annotations.lua needs a folder")

local types = { list = "any[]", any = "any", table = "table", ["function"] = "function" }

local function type_of(row)
  if row[1] == "choice" then
    local quoted = {}
    for i, choice in ipairs(row.choices) do quoted[i] = ('"%s"'):format(choice) end
    return table.concat(quoted, "|")
  end
  return types[row[1]] or row[1]
end

local function sentence(text) return (text:gsub("%s+", " ")) end

local Page = {}
Page.__index = Page

local function page(module)
  local self = setmetatable({}, Page)
  self:line("---@meta %s", module)
  self:line ""
  return self
end

function Page:line(format, ...)
  self[#self + 1] = select("#", ...) > 0 and format:format(...) or format
end

-- A class whose fields are those and no others.
function Page:class(name, fields)
  self:line("---@class (exact) %s", name)
  for _, field in ipairs(spec.sorted_keys(fields)) do
    local row = fields[field]
    self:line("---@field %s%s %s %s", field, row.required and "" or "?", type_of(row),
      sentence(row.help or ""))
  end
  self:line ""
end

function Page:write(path)
  local file = assert(io.open(folder .. "/" .. path, "w"))
  file:write(table.concat(self, "\n"), "\n")
  assert(file:close())
end

-- ---- ludus -------------------------------------------------------------------------

local main, described = page "ludus", {}

main:line "---@class ludus"
main:line("local ludus = {}\n")
main:class("ludus.game.rules.fields", rules.fields)
for _, form in ipairs(forms.list()) do
  local name = form.name:match "%w+$"
  local class = "ludus." .. name .. ".fields"
  described[name] = true
  main:class(class, form.fields)
  main:line("---%s", sentence(form.text))
  local parameter = form.usage:match "%(([%w_]+), {"
  if parameter == "nil" then parameter = nil end
  if parameter then main:line("---@param %s? number", parameter) end
  local first = form.usage:find "%(" and (parameter or "_") .. ", fields" or "fields"
  main:line("---@param fields? %s%s", class, name == "game" and "|ludus.game.rules.fields" or "")
  main:line("function ludus.%s(%s) end\n", name, first)
end

-- One word may stand for operators of several kinds of programs, each with its parameters.
local function parameters(name)
  local fields, help = {}, {}
  for _, row in ipairs(operators.rows) do
    if row.name == name then
      help[#help + 1] = ("of %s: %s"):format(operators.noun(row), sentence(row.help))
      for _, p in ipairs(row.params) do
        fields[p.name] = { "number", help = p.help or ("%g unless given"):format(p.default) }
      end
    end
  end
  return fields, table.concat(help, "; ")
end

for _, row in ipairs(operators.rows) do
  if not described[row.name] then
    described[row.name] = true
    local fields, help = parameters(row.name)
    main:class("ludus." .. row.name .. ".fields", fields)
    main:line("---%s", help)
    main:line("---@param fields? ludus.%s.fields", row.name)
    main:line("function ludus.%s(fields) end\n", row.name)
  end
end
local all = {}
for name in next, ludus do all[name] = true end
for _, name in ipairs(spec.sorted_keys(all)) do
  if not described[name] then main:line("---@type any\nludus.%s = nil\n", name) end
end
main:line "return ludus"
main:write "ludus.lua"

-- ---- games -------------------------------------------------------------------------

for _, row in ipairs(games.rows) do
  local fields = games.fields(row)
  local self = page("ludus." .. row.name)
  self:line("---%s\n---@class ludus.%s\nlocal %s = {}\n", sentence(row.help), row.name,
    row.name)
  if fields then
    self:class("ludus." .. row.name .. ".game.fields", fields)
    self:line("---@param fields? ludus.%s.game.fields", row.name)
    self:line("function %s.game(fields) end\n", row.name)
  end
  self:line("return %s", row.name)
  self:write("ludus/" .. row.name .. ".lua")
end
