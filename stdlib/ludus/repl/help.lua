-- help.lua -- what name? and name?? show.
--
-- Nothing is written twice: the texts are the comments above functions and at
-- the head of modules, the rows of the primitives, operators and selections,
-- and the help of option tables.

local classes   = require "ludus.repl.classes"
local closed    = require "ludus.script.closed"
local evolve    = require "ludus.core.evolve"
local forms     = require "ludus.repl.forms"
local games     = require "ludus.script.games"
local inspect   = require "ludus.inspect"
local names     = require "ludus.repl.names"
local operators = require "ludus.script.operators"
local recipes   = require "ludus.script.recipes"
local show      = require "ludus.repl.show"
local spec      = require "ludus.script.spec"
local system    = require "ludus.core.system"
local words     = require "ludus.script.words"

local help = {}

-- ---- sources ---------------------------------------------------------------

-- The text of the file a function was defined in, or nil. Modules of games are named as
-- if they lay below ludus.
local function file_text(chunk)
  if chunk:sub(1, 1) ~= "@" then return nil end
  local path = chunk:sub(2)
  return system.library(path) or system.library((path:gsub("^ludus/", "")))
    or system.read(path, 4 * 1024 * 1024)
end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- Lines of running text as one, so that it is broken where the screen ends; what is
-- indented, a list or code stays a line.
local function joined(list)
  local out = {}
  for _, line in ipairs(list) do
    local last = out[#out]
    if last and last ~= "" and line ~= "" and not line:find "^[%s*-]"
      and not last:find "^%s" then
      out[#out] = last .. " " .. line
    else
      out[#out + 1] = line
    end
  end
  return table.concat(out, "\n")
end

-- The comment right above a line, without its dashes.
local function comment_above(lines, at)
  local first = at
  while first > 1 and lines[first - 1]:find("^%s*%-%-") do first = first - 1 end
  local out = {}
  for i = first, at - 1 do
    local text = lines[i]:gsub("^%s*%-%- ?", "")
    if not text:find("^%-%-%-%- ") and not text:find("^[- ]*%-%-%-%-") then
      out[#out + 1] = text
    end
  end
  return joined(out)
end

-- The comment at the head of a file.
local function head_comment(text)
  local out = {}
  for line in text:gmatch("[^\n]*\n?") do
    local body = line:match("^%-%- ?(.-)\n?$")
    if not body then break end
    out[#out + 1] = body
  end
  return table.concat(out, "\n")
end

local function function_lines(f)
  local info = debug.getinfo(f, "S")
  local text = info.what ~= "C" and file_text(info.source)
  if not text then return nil end
  return lines_of(text), info
end

-- The parameters of a function; of a method without the value it is asked of.
local function parameters(f, name)
  local info, list = debug.getinfo(f, "u"), {}
  local first = info.what ~= "C" and name:find ":" and 2 or 1
  for i = first, info.nparams do list[#list + 1] = debug.getlocal(f, i) end
  if info.isvararg then list[#list + 1] = "..." end
  return "(" .. table.concat(list, ", ") .. ")"
end

-- ---- functions -------------------------------------------------------------

-- Methods that are written in C have their sentences here.
local built_in = require "ludus.repl.manual"

-- `class` is that of the value whose method it is, if it is known.
local function about_function(name, f, class)
  f = inspect.origin(f)
  local short = name:match("[%w_]+$") or name
  local row = class and built_in[class .. "." .. short] or built_in[short]
  local lines, info = function_lines(f)
  if not lines then
    if row and debug.getinfo(f, "S").what == "C" then
      return row[1] .. "\n  " .. row[2]
    end
    return name .. parameters(f, name) .. "\n  built in"
  end
  local doc = comment_above(lines, info.linedefined)
  if doc == "" then doc = row and row[2] or "(no comment)" end
  return ("%s%s  %s\n  %s"):format(name, parameters(f, name),
    info.short_src .. ":" .. info.linedefined, (doc:gsub("\n", "\n  ")))
end

-- ---- tables, games, classes ------------------------------------------------

local function module_file(value)
  for name, loaded in pairs(package.loaded) do
    if loaded == value and type(name) == "string" and name:find("^ludus") then
      for _, row in ipairs(system.library()) do
        if row.module == name then return row.path end
      end
    end
  end
end

local function member_list(value)
  local functions, others = {}, {}
  for _, entry in ipairs(names.fields(value)) do
    if entry.name:sub(1, 2) ~= "__" then
      local list = type(entry.value) == "function" and functions or others
      list[#list + 1] = entry.name
    end
  end
  table.sort(functions)
  table.sort(others)
  local out = {}
  if #functions > 0 then
    out[#out + 1] = "functions: " .. table.concat(functions, " ")
  end
  if #others > 0 then
    out[#out + 1] = "fields: " .. table.concat(others, " ")
  end
  return table.concat(out, "\n")
end

-- The value of a field that is not given, as text.
local function default_text(row, value)
  if value == nil then value = row[2] end
  if value == nil then return row.required and "(needed)" or "(none)" end
  if type(value) == "string" then return value end
  for name, known in next, words do
    if known == value then return "ludus." .. name end
  end
  return (show.text(value, show.view { width = 1000 }):gsub("%s+", " "))
end

-- The rows of an option table with their values.
function help.fields(fields, values)
  local out = {}
  for _, name in ipairs(spec.sorted_keys(fields)) do
    local row = fields[name]
    out[#out + 1] = ("  %-12s %-10s %s"):format(name,
      default_text(row, values and values[name]), row.help or "")
  end
  return table.concat(out, "\n")
end

-- A word of scripts that takes a table, an operator, or nil.
local function about_word(value)
  local form = forms.of(value)
  if form then
    return ("%s%s\n  %s\nfields:\n%s"):format(form.usage,
      form.kind and ", " .. form.kind or "", form.text, help.fields(form.fields))
  end
  if not words.is_operator(value) then return nil end
  local out = {}
  for _, row in ipairs(operators.rows) do
    if row.name == value.name then
      out[#out + 1] = ("ludus.%s { ... }, operator of %s\n  %s%s"):format(row.name,
        operators.noun(row), row.help, help.params(row))
    end
  end
  return #out > 0 and table.concat(out, "\n") or nil
end

local function about_value(name, value, class)
  local word = about_word(value)
  if word and type(value) == "function" then return word end
  if words.is_operator(value) and word then return word end
  if type(value) == "function" then return about_function(name, value, class) end
  local recipe = (type(value) == "userdata" or type(value) == "table")
    and recipes.recipe(value)
  local file = type(value) == "table" and module_file(value)
  local out = {}
  if file then
    out[1] = head_comment(system.library(file))
  else
    local meta = debug.getmetatable(value)
    out[1] = name .. ": " .. (type(meta) == "table" and meta.__name
      or type(value))
    local about = type(meta) == "table" and (classes[meta.__name] or meta.__about)
    if about then out[2] = "  " .. about end
  end
  if recipe then
    out[#out + 1] = "made with:\n" .. help.fields(recipe.fields,
      recipe.settings)
  end
  if type(value) == "table" or type(value) == "userdata" then
    out[#out + 1] = member_list(value)
  end
  if file and type(closed.find(value, "fields")) == "table" then
    out[#out + 1] = "options:\n" .. help.fields(value.fields)
  end
  if word then out[#out + 1] = word end          -- a module that can be called
  return table.concat(out, "\n")
end

-- ---- rows of tables --------------------------------------------------------

-- Primitives of all games: { name, arity, help, game }.
function help.primitives()
  local list = {}
  for _, game in ipairs(games.rows) do
    local reader = game.reads and games.module(game).reader()
    for _, row in ipairs(reader and reader.prims and reader:prims() or {}) do
      row.game = game.name
      list[#list + 1] = row
    end
  end
  return list
end

local function form(row)
  local words = { row.name }
  for i = 1, row.arity do words[#words + 1] = ("abcdefgh"):sub(i, i) end
  return "(" .. table.concat(words, " ") .. ")"
end

-- The parameters of an operator.
function help.params(row)
  local out = {}
  for _, p in ipairs(row.params or {}) do
    out[#out + 1] = forms.param(p.name, p.default or p.normal or 0, p.min, p.max)
      .. "  " .. (p.help or "")
  end
  return table.concat(out)
end

-- Each gives add(name, kind, text) all rows of one table.
local tables = {
  function(add)
    for _, row in ipairs(games.rows) do
      add(row.name, "game of " .. games.programs(row), row.help)
    end
  end,
  function(add)
    for _, row in ipairs(help.primitives()) do
      add(row.name, "primitive of " .. row.game, form(row) .. "  " .. row.help)
    end
  end,
  function(add)
    for _, row in ipairs(operators.rows) do
      add(row.name, "operator of " .. operators.noun(row), row.help .. help.params(row))
    end
  end,
  function(add)
    for _, row in ipairs(evolve.selections()) do
      add(row.name, "way to select", row.help .. (row.param
        and forms.param(row.param, row.default, row.min, row.max) or ""))
    end
  end,
  function(add)
    for _, row in ipairs(evolve.schemes) do add(row.name, "scheme", row.help) end
    for _, row in ipairs(evolve.ends) do add(row.name, "stop of ludus.ga", row.help) end
  end,
  function(add)
    for _, game in ipairs(games.rows) do
      local fields = closed.find(games.module(game), "fields") or {}
      for _, name in ipairs(spec.sorted_keys(fields)) do
        add(name, "option of " .. game.name, ("%s (default %s)"):format(
          fields[name].help or "", default_text(fields[name])))
      end
    end
  end,
  function(add)
    for _, game in ipairs(games.rows) do
      for _, row in ipairs(closed.find(games.module(game), "words") or {}) do
        add(row[1], "word of " .. game.name, row[2])
      end
    end
  end,
  function(add)
    for _, form in ipairs(forms.list()) do
      local told = not form.kind or form.name == "ludus.tournament"  -- all have the same
      for _, name in ipairs(told and spec.sorted_keys(form.fields) or {}) do
        local row = form.fields[name]
        local value = default_text(row)
        add(name, "field of " .. form.name, (row.help or "") .. (value:find "^%("
          and " " .. value or (" (default %s)"):format(value)))
      end
    end
  end,
  function(add)
    for _, row in ipairs(require("ludus.repl.commands").rows) do
      add(":" .. row.name, "command", row.usage .. "  " .. row.help)
    end
  end,
  function(add)
    for _, row in ipairs(inspect.verbs()) do
      add(row.name, "verb of " .. (#row.kinds == 4 and "programs"
        or table.concat(row.kinds, ", ")), about_function("p:" .. row.name, row.method))
    end
    local methods = require "ludus.inspect.trace".methods
    for _, name in ipairs { "at", "events", "find", "order", "what_if", "why" } do
      add(name, "method of traces", about_function("t:" .. name, methods[name]))
    end
  end,
  function(add)
    for _, name in ipairs(spec.sorted_keys(built_in)) do
      add(name:match "[%w_]+$", "method", built_in[name][1] .. "\n  " .. built_in[name][2])
    end
  end,
}

-- Every row that has a name and a help: { name, kind, text }.
function help.rows()
  local list = {}
  local function add(name, kind, text)
    list[#list + 1] = { name = name, kind = kind, text = text }
  end
  for _, rows in ipairs(tables) do rows(add) end
  return list
end

-- ---- questions -------------------------------------------------------------

-- The name of the class of what stands before the last name of a path, or nil.
local function class_before(session, path)
  local owner = path:match "^(.+)[.:][%w_]+$"
  local meta = owner and debug.getmetatable(names.value(session, owner))
  return type(meta) == "table" and meta.__name or nil
end

-- Help on a name: of the session, or a row of a table.
function help.about(session, what)
  local value = what:find("^[%a_][%w_.:]*$") and names.value(session, what)
  local out, called = {}, what
  if value == nil then
    value, called = closed.find(require "ludus", what), "ludus." .. what
  end
  if value ~= nil and value ~= false then
    out[1] = about_value(called, value, class_before(session, what))
  end
  local known = {}
  for _, row in ipairs(help.rows()) do
    known[#known + 1] = row.name
    if (row.name == what or row.name == ":" .. what)
      and not (value ~= nil and (row.kind == "method" or out[1]:find(row.kind, 1, true)))
    then
      out[#out + 1] = ("%s, %s:\n  %s"):format(row.name, row.kind, row.text)
    end
  end
  if #out > 0 then return table.concat(out, "\n") end
  local near = system.near(what, known)
  error(("no help on '%s'%s"):format(what,
    near and ("; did you mean '%s'?"):format(near) or ""), 0)
end

-- The source of a function or module.
function help.source(session, what)
  local value = names.value(session, what)
  if type(value) == "table" and module_file(value) then
    return system.library(module_file(value))
  end
  if type(value) ~= "function" then
    error(("'%s' is no function with a source"):format(what), 0)
  end
  local lines, info = function_lines(inspect.origin(value))
  if not lines then error(("'%s' is written in C"):format(what), 0) end
  local first = info.linedefined
  while first > 1 and lines[first - 1]:find("^%s*%-%-") do first = first - 1 end
  return table.concat(lines, "\n", first, info.lastlinedefined)
end

-- Names and texts that contain a word, as rows.
function help.search(word)
  local found, seen = {}, {}
  word = word:lower()
  local function offer(name, kind, text)
    local key = name .. kind
    if not seen[key] and (name .. " " .. text):lower():find(word, 1, true) then
      seen[key] = true
      found[#found + 1] = { name = name, kind = kind,
        text = text:match("^[^\n]*") }
    end
  end
  for _, row in ipairs(help.rows()) do offer(row.name, row.kind, row.text) end
  for _, row in ipairs(system.library()) do
    local lines = lines_of(system.library(row.path))
    for i, line in ipairs(lines) do
      local name = line:match("^function ([%w_.:]+)")
      if name then offer(name, row.path, comment_above(lines, i)) end
    end
  end
  return found
end

return help
