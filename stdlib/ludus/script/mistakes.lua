-- mistakes.lua -- every mistake of a script, each with its place: what `ludus check` prints
-- and editors underline.
--
-- A script that is run ends at the first call that is wrong. To find the others it is loaded
-- once more with defaults in place of what is wrong (spec.gathered). A mistake is
--
--     { file=, line=, column=, last=, message= }
--
-- with columns counted from 1; `last` is that of the last character, and both are nil
-- where the mistake has no line.

local experiment = require "ludus.script.experiment"
local script     = require "ludus.script"
local spec       = require "ludus.script.spec"
local study      = require "ludus.script.study"

local mistakes = {}

local LINE_MAX = 10000                -- characters of a line that are looked through

local function line_of(text, number)
  local n = 0
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    n = n + 1
    if n == number then return line:sub(1, LINE_MAX) end
  end
end

-- The word a message is about: a field, an unknown name, what stands near a slip of syntax.
local function subject(message)
  return message:match "unknown %a+ '([^']+)'" or message:match "^[^:]*: field '([^']+)'"
    or message:match "near '(.-)'$" or message:match "'([%w_.]+)'"
end

-- First and last column of the mistake in its line: the word, or all but the blanks.
local function range(line, message, column)
  local word = subject(message)
  if column then
    local name = line:match("^[%w_]+", column)
    return column, column + math.max(#(name or ""), 1) - 1
  end
  if word then
    local from, to = line:find(word, 1, true)
    if from then return from, to end
  end
  local from, to = line:match "^%s*()", #line:match "^(.-)%s*$"
  return math.min(from, math.max(to, 1)), math.max(to, 1)
end

-- A line of an error message as a mistake: `FILE:LINE: ...`, of rules `FILE:LINE:COLUMN: ...`.
local function place(text)
  local file, line, column, message = text:match "^([^:]+):(%d+):(%d+): (.*)$"
  if not file then file, line, message = text:match "^(.-):(%d+): (.*)$" end
  if not file then return { message = text } end
  local m = { file = file, line = tonumber(line), message = message }
  local source = spec.text(file)
  local words = source and line_of(source, m.line)
  if words then m.column, m.last = range(words, message, tonumber(column)) end
  return m
end

-- Adds the mistakes of an error message: a line each. Those that begin with a blank show
-- the line of the script.
local function add(list, text)
  for line in text:gmatch "[^\n]+" do
    if not line:find "^%s" or #list == 0 then list[#list + 1] = place(line) end
  end
end

local function in_order(list)
  for i, m in ipairs(list) do m.at = i end
  table.sort(list, function(a, b)
    if a.file ~= b.file then return (a.file or "") < (b.file or "") end
    if a.line ~= b.line then return (a.line or 0) < (b.line or 0) end
    if a.column ~= b.column then return (a.column or 0) < (b.column or 0) end
    return a.at < b.at
  end)
  local kept, seen = {}, {}
  for _, m in ipairs(list) do
    local key = ("%s:%s:%s"):format(m.file, m.line, m.message)
    if not seen[key] then kept[#kept + 1] = m end
    seen[key], m.at = true, nil
  end
  return kept
end

-- Loads the script, the settings (a list of { key=, value= }) in place: its value, or nil
-- and an error. `source` is its text if the file has not that one.
local function attempt(path, settings, source)
  return pcall(function()
    local value = script.load(path, source)
    if study.is(value) then return value end
    if not experiment.is(value) then
      error(("%s: the script returns a %s; it must return an experiment or a study"):format(
        path, type(value)), 0)
    end
    if settings and #settings > 0 then value = value:with(settings) end
    value:check_plants()
    return value
  end)
end

-- The text of an error, without the trace behind it.
local function text_of(e)
  return (tostring(e):gsub("\nstack traceback:.*", ""))
end

-- All mistakes of the script at `path`, in the order of their lines; an empty list if it
-- would start.
function mistakes.find(path, settings, source)
  local ok, e = attempt(path, settings, source)
  if ok then return {} end
  local first, list = text_of(e), {}
  spec.gathered = {}
  local again, more = attempt(path, settings, source)
  local found = spec.gathered
  spec.gathered = nil
  for _, text in ipairs(found) do add(list, text) end
  if not again then add(list, text_of(more)) end
  if #list == 0 then add(list, first) end       -- gone the second time: tell the first
  return in_order(list)
end

return mistakes
