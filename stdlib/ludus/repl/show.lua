-- show.lua -- values as people read them.
--
--     show.text({ 1, 2, name = "x" }, { width = 80, lines = 40, colour = false })
--
-- A class says how it looks by a function __show(value, view) in its metatable;
-- it returns text. view has width, lines (the cap), colour and paint(kind,
-- text).

local show = {}

show.items_max = 200                  -- of one table
show.depth_max = 5

-- ---- colour ----------------------------------------------------------------

local codes = { name = "36", number = "33", string = "32", good = "32",
  bad = "31",
  dim = "90", mark = "7", head = "1", warm = "33", hot = "31;1", add = "32",
  cut = "31", key = "34" }

-- A view of so many columns and lines.
function show.view(options)
  options = options or {}
  local view = { width = options.width or 80, lines = options.lines or 40,
    colour = options.colour or false, cut = options.cut or false }
  function view.paint(kind, text)
    if not view.colour or text == "" then return text end
    return "\27[" .. codes[kind] .. "m" .. text .. "\27[0m"
  end
  return view
end

-- Lets print and tostring say of a class with __show what the prompt shows, whole and
-- as wide as the screen.
function show.speaks(class)
  function class.__tostring(value)
    local system = require "ludus.core.system"
    local view = show.view { width = (system.screen()) }
    return (show.wrap(class.__show(value, view), view.width):gsub("\n+$", ""))
  end
  return class
end

-- Columns a text takes, colours and UTF-8 considered.
function show.columns(text)
  text = text:gsub("\27%[[%d;]*m", "")
  return utf8.len(text) or #text
end

-- ---- values ----------------------------------------------------------------

local function is_name(key)
  return type(key) == "string" and key:find("^[%a_][%w_]*$")
end

local function quoted(text)
  local body = ("%q"):format(text):gsub("\\\n", "\\n"):gsub("\r", "\\r")
  if #body > 300 then
    body = body:sub(1, 280) .. ('..." (%d bytes)'):format(#text)
  end
  return body
end

local function scalar(value, view)
  local kind = type(value)
  if kind == "string" then return view.paint("string", quoted(value)) end
  if kind == "number" or kind == "boolean" then
    return view.paint("number", tostring(value))
  end
  if kind == "nil" then return view.paint("dim", "nil") end
  if kind == "function" then
    local info = debug.getinfo(value, "S")
    return view.paint("dim", info.what == "C" and "function (built in)"
      or ("function (%s:%d)"):format(info.short_src, info.linedefined))
  end
  return nil
end

-- Keys in a fixed order: numbers, then texts, then the rest.
local function sorted_keys(t)
  local keys = {}
  for key in next, t do keys[#keys + 1] = key end
  local rank = { number = 1, string = 2 }
  table.sort(keys, function(a, b)
    local x, y = rank[type(a)] or 3, rank[type(b)] or 3
    if x ~= y then return x < y end
    if x == 3 then return tostring(a) < tostring(b) end
    return a < b
  end)
  return keys
end

local function key_text(key, view)
  if is_name(key) then return view.paint("key", key) end
  return "[" .. (scalar(key, view) or tostring(key)) .. "]"
end

local function custom(value, view)
  local meta = debug.getmetatable(value)
  if type(meta) ~= "table" then return nil end
  local shower = rawget(meta, "__show")
  if shower then return shower(value, view), not view.cut end
  if rawget(meta, "__tostring") then return tostring(value), not view.cut end
  return nil
end

local text_of

-- The items of a table as texts, at most items_max of them.
local function items(t, view, depth, seen)
  local list, n = {}, #t
  for i = 1, math.min(n, show.items_max) do
    list[#list + 1] = text_of(t[i], view, depth + 1, seen)
  end
  local left = math.max(0, n - show.items_max)
  for _, key in ipairs(sorted_keys(t)) do
    if not (math.type(key) == "integer" and key >= 1 and key <= n) then
      if #list >= show.items_max then
        left = left + 1
      else
        list[#list + 1] = key_text(key, view) .. " = "
          .. text_of(t[key], view, depth + 1, seen)
      end
    end
  end
  if left > 0 then
    list[#list + 1] = view.paint("dim", ("... %d more"):format(left))
  end
  return list
end

local function table_text(t, view, depth, seen)
  if seen[t] then return view.paint("dim", "(seen above)") end
  if depth > show.depth_max then return view.paint("dim", "{...}") end
  seen[t] = true
  local list = items(t, view, depth, seen)
  seen[t] = nil
  if #list == 0 then return "{}" end
  local line = "{ " .. table.concat(list, ", ") .. " }"
  if not line:find("\n", 1, true)
    and show.columns(line) + 2 * depth <= view.width then return line end
  local indent = ("  "):rep(depth + 1)
  return "{\n" .. indent .. table.concat(list, ",\n" .. indent) .. ",\n"
    .. ("  "):rep(depth) .. "}"
end

function text_of(value, view, depth, seen)
  local simple = scalar(value, view)
  if simple then return simple end
  local own, words = custom(value, view)
  if own then
    if depth == 0 then return words and show.wrap(own, view.width) or own end
    local first = own:match("^[^\n]*")
    if #own > #first + 1 then
      first = first .. (first:find "{%s*$" and " ... }" or " ...")
    end
    return first
  end
  if type(value) == "table" then return table_text(value, view, depth, seen) end
  local meta = debug.getmetatable(value)
  return view.paint("dim", (type(meta) == "table" and meta.__name
    or type(value)))
end

-- ---- capping ---------------------------------------------------------------

-- The first view.lines lines of a text, and how many were left out.
function show.cap(text, view)
  text = text:gsub("\n+$", "")
  local n, at = 0, 0
  repeat
    n = n + 1
    local found = text:find("\n", at + 1, true)
    if n == view.lines and found then
      local _, rest = text:sub(found + 1):gsub("\n", "")
      return text:sub(1, found - 1) .. "\n"
        .. view.paint("dim", ("... %d more line%s"):format(rest + 1,
          rest > 0 and "s" or ""))
    end
    at = found
  until not at
  return text
end

-- The text of a value, capped. A text of several lines is shown as it is, long lines
-- broken between words.
function show.text(value, view)
  if type(value) == "string" and value:find("\n") then
    return show.cap(show.wrap(value, view.width), view)
  end
  return show.cap(text_of(value, view, 0, {}), view)
end

-- The bytes that the first columns of a line take, with the colours among them.
local function bytes_of(line, columns)
  local at = 1
  while columns > 0 and at <= #line do
    local colour = line:match("^\27%[[%d;]*m", at)
    local part = colour or line:match("^" .. utf8.charpattern, at)
      or line:sub(at, at)
    if not colour then columns = columns - 1 end
    at = at + #part
  end
  return at - 1
end

-- Lines longer than the width broken between words, the rest indented two more.
function show.wrap(text, width)
  local out = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local indent = line:match("^ *")
    while show.columns(line) > width do
      local at = line:sub(1, bytes_of(line, width + 1)):match("^.*()%s")
      if not at or at <= #indent + 2 then break end
      out[#out + 1] = line:sub(1, at - 1)
      line = indent .. "  " .. line:sub(at + 1)
    end
    out[#out + 1] = line
  end
  return table.concat(out, "\n")
end

-- What colours or marks mean: the lead, then { kind, mark, text } each in its colour or,
-- without colours, behind its mark; lines end between them only.
function show.legend(lead, entries, view)
  local out, line, gap = {}, view.paint("head", lead), " "
  for _, entry in ipairs(entries) do
    local word = view.colour and view.paint(entry[1], entry[3])
      or entry[2] == "" and entry[3] or entry[2] .. " " .. entry[3]
    if show.columns(line .. gap .. word) > view.width then
      out[#out + 1] = line
      line, gap = " ", " "
    end
    line, gap = line .. gap .. word, "  "
  end
  out[#out + 1] = line
  return table.concat(out, "\n")
end

-- The first `width` columns of a line; colours take none and are all kept.
function show.cut(line, width)
  if show.columns(line) <= width then return line end
  local out, used, at = {}, 0, 1
  while at <= #line do
    local colour = line:match("^\27%[[%d;]*m", at)
    local part = colour or line:match("^" .. utf8.charpattern, at)
      or line:sub(at, at)
    if not colour then used = used + 1 end
    if colour or used <= width then out[#out + 1] = part end
    at = at + #part
  end
  return table.concat(out)
end

-- The line, or its beginning and a sign that there is more.
function show.short(line, width)
  if show.columns(line) <= width then return line end
  return show.cut(line, width - 1) .. "…"
end

-- Words in columns that fit the width.
function show.columns_of(words, width)
  local widest = 0
  for _, word in ipairs(words) do
    widest = math.max(widest, show.columns(word))
  end
  local per_line = math.max(1, (width + 1) // (widest + 2))
  local lines, line = {}, {}
  for i, word in ipairs(words) do
    line[#line + 1] = word .. (" "):rep(widest + 2 - show.columns(word))
    if #line == per_line or i == #words then
      lines[#lines + 1] = table.concat(line):gsub("%s+$", "")
      line = {}
    end
  end
  return table.concat(lines, "\n")
end

return show
