-- spec.lua -- checks tables of named fields, whole.
--
--     local settings = spec.check("mines.game", given, {
--       rows = { "integer", 6, min = 2, max = 64, help = "rows of the board" },
--       wrap = { "boolean", true, help = "moves cross the edge" },
--     })
--
-- returns a copy with defaults filled in, or raises one error that lists every
-- mistake with the file and line of the field in the script, what was expected
-- and the nearest known name. A row is { type, default, min=, max=, help=,
-- check=, required= }; types are integer, number, boolean, string, function,
-- table, list, any, or choice (then `choices` lists the allowed strings). `each` of
-- a list is the row that all its items must meet. `check`
-- gets the value and returns the value to use, or nil and what was expected.

local system = require "ludus.core.system"

local spec = {}

-- ---- places in a script -------------------------------------------------------

-- The script that is being run, { path=, source= }, if any: `return
-- ludus.experiment {...}` is a tail call, which leaves no frame to ask, so the call
-- is then looked for in its text.
spec.script = nil

-- The function that loads scripts.
spec.loader = nil

-- In a session a script that was loaded has no part in what is typed later.
spec.session = false

local FILE_MAX = 4 * 1024 * 1024      -- bytes of a file that is looked through

-- The text of a file that places point into, or nil.
function spec.text(path)
  if spec.script and spec.script.path == path then return spec.script.source end
  local ok, text = pcall(system.read, path, FILE_MAX)
  return ok and text or nil
end

local function in_library(source)
  return source:find("^@ludus/") or source:find("stdlib/")
end

-- Where a text calls the function of that name first; else the line given.
local function call_in(path, source, name, line)
  local call, n = (name:match "[%w_]+$" or "study") .. "%s*[{(]", 0 -- a study has any name
  for text in (source .. "\n"):gmatch "([^\n]*)\n" do
    n = n + 1
    if text:gsub("%-%-.*", ""):find(call) then return { file = path, line = n } end
  end
  return { file = path, line = line }
end

-- Where the script called the library function of that name: file and line of the
-- nearest frame outside the library. Behind a tail call that may be the caller of who
-- called: where scripts are loaded, the call is looked for in its file. A script that is
-- being loaded is called by the library.
function spec.place(name)
  local lost = false
  for level = 2, 30 do
    local info = debug.getinfo(level, "Slft")
    if not info or lost and info.func == spec.loader then break end
    if info.source:sub(1, 1) == "@" and not in_library(info.source)
      and info.currentline > 0 then
      local file, line = info.source:sub(2), info.currentline
      if not lost then return { file = file, line = line } end
      return call_in(file, spec.text(file) or "", name, line)
    end
    lost = lost or info.istailcall
    if lost and not spec.script then break end
  end
  local script = spec.script
  return script and call_in(script.path, script.source, name, 1)
end

-- What the line has on which a field is given, as `name =` or `["name"] =`; of a row
-- (`spec.row "Go"`), as the first word in braces.
local function field_pattern(field)
  local row = type(field) == "table" and field.row
  local name = (row or field):gsub("%p", "%%%0")
  if row then return "{%s*[\"']" .. name .. "[\"']" end
  if field:find("^[%a_][%w_]*$") then return "%f[%w_]" .. name .. "%s*=[^=]" end
  return "%[%s*[\"']" .. name .. "[\"']%s*%]%s*=[^=]"
end

-- A row of a list that begins with this name, to say where it stands.
function spec.row(name) return { row = tostring(name) } end

-- The line on which `field` is given, looking from the call onwards.
local function field_line(place, field)
  local given = type(field) == "string" or type(field) == "table"
  local text = given and spec.text(place.file)
  if not text then return place.line end
  local pattern, n = field_pattern(field), 0
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    n = n + 1
    local code = line:gsub("%-%-.*", "")
    if n >= place.line and code:find(pattern) then
      return n
    end
    if n > place.line + 400 then break end
  end
  return place.line
end

-- `file:line: ` of a field, or nothing where no script is involved.
function spec.where(place, field)
  if not place then return "" end
  return ("%s:%d: "):format(place.file, field_line(place, field))
end

-- ---- values ---------------------------------------------------------------------

local shown

-- A value in a message: what stands in the script, if it is short.
function shown(value)
  if type(value) == "table" and #value > 0 and #value <= 8 and not getmetatable(value)
    then
    local items = {}
    for i, item in ipairs(value) do
      if type(item) == "table" or type(item) == "function" then return "a table" end
      items[i] = shown(item)
    end
    return "{ " .. table.concat(items, ", ") .. " }"
  end
  if type(value) == "string" then return ("'%s'"):format(value) end
  if type(value) == "number" or type(value) == "boolean" then
    return tostring(value)
  end
  if type(value) == "table" and next(value) == nil then return "an empty table" end
  return value == nil and "nothing" or "a " .. type(value)
end

spec.shown = shown

local names = {
  integer = "a whole number", number = "a number", boolean = "true or false",
  string = "a string", ["function"] = "a function", table = "a table",
  list = "a list",
}

local function in_bounds(value, row)
  if row.min and value < row.min or row.max and value > row.max then
    local low, high = row.min or "-inf", row.max or "inf"
    if not row.max then return ("at least %s"):format(low) end
    if not row.min then return ("at most %s"):format(high) end
    return ("%s to %s"):format(low, high)
  end
end

local function list_text(words)
  if #words == 1 then return words[1] end
  return table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
end

local accept

-- Returns the list, or nil and what was expected of its items.
local function accept_each(list, row)
  for _, item in ipairs(list) do
    local _, expected = accept(item, row)
    if expected then return nil, names.list .. ", each item " .. expected end
  end
  return list
end

-- Returns the value to use, or nil and what was expected.
function accept(value, row)
  local kind = row[1]
  if kind == "integer" then
    local n = type(value) == "number" and math.tointeger(value)
    if not n then return nil, names.integer end
    value = n
  elseif kind == "choice" then
    for _, c in ipairs(row.choices) do if c == value then return value end end
    local near = type(value) == "string" and system.near(value, row.choices)
    return nil, list_text(row.choices),
      near and ("; did you mean '%s'?"):format(near) or ""
  elseif kind == "list" then
    if type(value) ~= "table" then return nil, names.list end
    if row.each then
      local _, expected = accept_each(value, row.each)
      if expected then return nil, expected end
    end
  elseif kind ~= "any" and type(value) ~= kind then
    return nil, names[kind]
  end
  if type(value) == "number" then
    if value ~= value then return nil, names[kind] or names.number end
    local bounds = in_bounds(value, row)
    if bounds then return nil, bounds end
  end
  if row.check then
    local checked, expected, hint = row.check(value)
    if checked == nil then return nil, expected, hint end
    return checked
  end
  return value
end

-- ---- whole tables -----------------------------------------------------------------

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

spec.sorted_keys = sorted_keys

-- What other systems call it, without blanks and in small letters.
local elsewhere = { popsize = "population", populationsize = "population",
  pop = "population", mu = "population", individuals = "population",
  ngen = "generations", gens = "generations", maxgen = "generations",
  maxgenerations = "generations", iterations = "generations", epochs = "generations",
  selection = "select", selector = "select", breeding = "vary", operators = "vary",
  mutation = "vary", crossover = "vary", mutate = "vary", elitism = "elite",
  elites = "elite", terminate = "stop", termination = "stop",
  stopwhen = "stop", seeds = "plant", initial = "plant", inputs = "cases",
  fitnesscases = "cases", terminals = "primitives", functions = "primitives",
  evaluate = "score", fitnessfunction = "score", minimize = "minimise",
  maxnodes = "nodes", maxsize = "nodes", maxdepth = "max_depth" }

local function called_elsewhere(name, names)
  local ours = elsewhere[name:lower():gsub("[_%s-]", "")]
  for _, known in ipairs(names) do if known == ours then return ours end end
end

-- What to say of a name that is not among `names`: the nearest one, or the one that
-- means the same, or nothing.
function spec.hint(name, names)
  local near = type(name) == "string"
    and (called_elsewhere(name, names) or system.near(name, names))
  return near and ("; did you mean '%s'?"):format(near) or ""
end

-- A list while all the mistakes of a script are gathered (ludus.script.mistakes), else nil.
-- Defaults then stand in for what is wrong, so that the script goes on to its next one.
spec.gathered = nil

-- Raises the mistakes as one message, if there are any. Those that are gathered are only
-- noted, unless `fatal`: without what is lacking nothing can be made.
function spec.raise(mistakes, fatal)
  if #mistakes == 0 then return end
  if not spec.gathered or fatal or mistakes.fatal then
    error(spec.message(mistakes), 0)
  end
  table.move(mistakes, 1, #mistakes, #spec.gathered + 1, spec.gathered)
end

-- Returns the completed table and a list of mistakes (empty if there are none), with
-- `fatal` if a field that is needed is missing or wrong.
-- `hint(key)`, if given, says more about a field that is nowhere near a known one.
function spec.complete(name, given, fields, place, hint)
  local result, mistakes = {}, {}
  local function mistake(field, format, ...)
    mistakes[#mistakes + 1] = spec.where(place, field) .. name .. ": "
      .. format:format(...)
  end
  for _, key in ipairs(sorted_keys(given)) do
    local row = fields[key]
    if not row then
      local told = spec.hint(key, sorted_keys(fields))
      if told == "" and hint then told = hint(key) or "" end
      mistake(key, "unknown field '%s'%s", tostring(key), told)
    else
      local value, expected, hint = accept(given[key], row)
      if value == nil then
        mistake(key, "field '%s': expected %s, got %s%s", key, expected,
          shown(given[key]), hint or "")
        mistakes.fatal = mistakes.fatal or row.required
        if spec.gathered then value = row[2] end
      end
      result[key] = value
    end
  end
  for _, key in ipairs(sorted_keys(fields)) do
    if given[key] == nil then
      local default = fields[key][2]
      if default == nil and fields[key].required then
        mistake(nil, "field '%s' is missing: %s", key, fields[key].help)
        mistakes.fatal = true
      end
      if type(default) == "table" and getmetatable(default) == nil then
        default = table.move(default, 1, #default, 1, {})
      end
      result[key] = default
    end
  end
  return result, mistakes
end

-- The mistakes as one message, in the order of their lines in the script.
function spec.message(mistakes)
  local rows = {}
  for i, text in ipairs(mistakes) do
    rows[i] = { line = tonumber(text:match("^[^\n]-:(%d+): ")) or 0, at = i,
      text = text }
  end
  table.sort(rows, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.at < b.at
  end)
  for i, row in ipairs(rows) do rows[i] = row.text end
  return table.concat(rows, "\n")
end

function spec.check(name, given, fields, hint)
  local place = spec.place(name)
  if given == nil then given = {} end
  if type(given) ~= "table" then
    error(("%s%s: expected a table of fields, got %s")
      :format(spec.where(place), name, shown(given)), 0)
  end
  local result, mistakes = spec.complete(name, given, fields, place, hint)
  spec.raise(mistakes)
  return result
end

-- The row of a number of threads, which many things can use.
function spec.threads(help)
  return { "integer", 0, min = 0, max = system.limits.threads, help = help }
end

-- ---- values from the command line ---------------------------------------------------

-- Turns the text of `--set key=text` into a value for that field, or returns nil
-- and what was expected.
function spec.parse(row, text)
  local kind = row[1]
  if kind == "boolean" then
    if text == "true" then return true elseif text == "false" then return false end
    return nil, names.boolean
  elseif kind == "integer" or kind == "number" then
    local n = tonumber(text)
    if kind == "integer" then n = math.tointeger(n) end
    if n == nil then return nil, names[kind] end
    return n
  elseif kind == "list" then
    local list = {}
    text = text:match("^%s*{(.*)}%s*$") or text
    for word in text:gmatch("[^,%s]+") do list[#list + 1] = tonumber(word) or word end
    return list
  elseif kind == "any" then
    if text == "true" then return true elseif text == "false" then return false end
    return math.tointeger(tonumber(text)) or tonumber(text) or text
  elseif kind == "string" or kind == "choice" then
    return text
  end
  return nil, "a value that can be written on the command line"
end

return spec
