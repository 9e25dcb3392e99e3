-- notebook.lua -- a session for a notebook: requests in, answers out, a JSON object a line.
--
--     {"do":"execute","code":"1 + 1"}            what is to be done
--     {"display":{"text/plain":"2"}}             a value, in several forms
--     {"stream":"text"}                          what was printed
--     {"error":"undeclared name 'x'"}            what went wrong
--     {"done":"ok"}                              the last answer: ok, failed or quit
--
-- "complete" (code, cursor), "inspect" (code, cursor) and "is_complete" (code) are answered
-- by one object. Cursors and places count characters from 0. A cell is Lua as at the prompt;
-- if it ends with an expression its values are shown. What has a picture is shown as one:
-- whatever knows :svg(file), or :plot(file); a list of records is shown as a table.

local help   = require "ludus.repl.help"
local json   = require "ludus.json"
local names  = require "ludus.repl.names"
local repl   = require "ludus.repl"
local show   = require "ludus.repl.show"
local system = require "ludus.core.system"

local notebook = {}
local Notebook = {}
Notebook.__index = Notebook

notebook.rows_max = 200                  -- of a table
notebook.picture_max = 4 * 1024 * 1024   -- bytes
notebook.wide = 1200                     -- pixels: a notebook has some 900

-- ---- forms of a value ------------------------------------------------------

-- The method that draws a value, or nil. Modules have functions of these names, too.
local function drawer(value)
  if not debug.getmetatable(value) then return nil end
  for _, name in ipairs { "svg", "plot" } do
    local method = names.field(value, name)
    if type(method) == "function" then return method end
  end
  return nil
end

-- The picture of a value as SVG, or nil: there is none, or what draws it is not installed.
local function picture(value)
  local kind = type(value)
  local draw = (kind == "table" or kind == "userdata") and drawer(value)
  if not draw then return nil end
  local file = os.tmpname() .. ".svg"
  local drawn = pcall(draw, value, file)
  local text = drawn and system.read(file, notebook.picture_max)
  os.remove(file)
  os.remove((file:gsub("%.svg$", "")))
  return text and text:match "<svg.*</svg>" or nil
end

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escape(text) return (text:gsub('[&<>"]', escapes)) end

-- The keys of a list of records in alphabetical order, or nil if it is none: a table
-- without a class whose items are tables of texts, numbers and truth values.
local function record_keys(list)
  if type(list) ~= "table" or debug.getmetatable(list) or #list == 0 then return nil end
  for key in next, list do
    if math.type(key) ~= "integer" or key < 1 or key > #list then return nil end
  end
  local keys, seen = {}, {}
  for i = 1, math.min(#list, notebook.rows_max) do
    local row = list[i]
    if type(row) ~= "table" or debug.getmetatable(row) then return nil end
    for key, value in next, row do
      local kind = type(value)
      if type(key) ~= "string" or kind == "table" or kind == "function"
        or kind == "userdata" then return nil end
      if not seen[key] then seen[key] = true keys[#keys + 1] = key end
    end
  end
  table.sort(keys)
  return keys[1] and keys
end

-- A list of records as a table of HTML, or nil.
local function html(value)
  local keys = record_keys(value)
  if not keys then return nil end
  local out = { "<table><thead><tr>" }
  for _, key in ipairs(keys) do out[#out + 1] = "<th>" .. escape(key) .. "</th>" end
  out[#out + 1] = "</tr></thead><tbody>"
  for i = 1, math.min(#value, notebook.rows_max) do
    out[#out + 1] = "<tr>"
    for _, key in ipairs(keys) do
      local cell = value[i][key]
      out[#out + 1] = "<td>" .. (cell == nil and "" or escape(tostring(cell))) .. "</td>"
    end
    out[#out + 1] = "</tr>"
  end
  out[#out + 1] = "</tbody></table>"
  local left = #value - notebook.rows_max
  if left > 0 then out[#out + 1] = ("<p>... %d more rows</p>"):format(left) end
  return table.concat(out)
end

-- The width of a picture in pixels; Graphviz counts in points.
local function width_of(svg)
  local number, unit = svg:match '^<svg[^>]-%swidth="([%d.]+)(%a*)"'
  return (tonumber(number) or 0) * (unit == "pt" and 4 / 3 or 1)
end

-- The text of a picture that would be too small to read where it is made to fit, and the
-- picture folded, in a box that scrolls.
local function scrolled(svg, text)
  return "<pre>" .. escape(text) .. "</pre><details><summary>drawn</summary>"
    .. '<div style="overflow: auto; max-height: 40em"><div style="width: max-content">' .. svg
    .. "</div></div></details>"
end

-- A value in all forms it has, by their MIME types.
function notebook.forms(value, view)
  local text, svg, page = show.text(value, view), picture(value), html(value)
  if svg and width_of(svg) > notebook.wide then svg, page = nil, scrolled(svg, text) end
  return { ["text/plain"] = text, ["image/svg+xml"] = svg, ["text/html"] = page }
end

-- ---- cells -----------------------------------------------------------------

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  return lines
end

-- A cell as statements and the expression it ends with; either may be empty.
function notebook.split(code)
  local lines = lines_of(code)
  for at = #lines, 1, -1 do
    local tail = table.concat(lines, "\n", at)
    local head = table.concat(lines, "\n", 1, at - 1)
    if tail:find "%S" and load("return " .. tail, "=", "t", {})
      and load(head, "=", "t", {}) then return head, tail end
  end
  return code, ""
end

-- Is it one line that Lua does not know: a command, or a question?
local function is_prompt_line(code)
  return not code:find "\n" and (code:find "^%s*:%a" or code:find "^[^\"'%[-]*%?%??%s*$")
end

function Notebook:execute(request)
  local code, status = request.code, "done"
  if is_prompt_line(code) then
    status = self.session:feed(code)
  else
    local head, tail = notebook.split(code)
    local _, above = code:sub(1, #code - #tail):gsub("\n", "\n")
    if head:find "%S" then status = self.session:feed(head) end
    if status == "done" and tail ~= "" then     -- whose lines keep their numbers
      status = self.session:feed(("\n"):rep(above) .. tail)
    end
  end
  if status == "more" then
    self.session:finish()
    status = "failed"
  end
  return { done = status == "done" and "ok" or status }
end

-- The bytes before character n.
local function before(code, n)
  local at = utf8.offset(code, math.max(0, n) + 1)
  return at and code:sub(1, at - 1) or code
end

function Notebook:complete(request)
  local text = before(request.code, request.cursor)
  local line = text:match "[^\n]*$"
  local list, given = names.choices(self.session, line)
  local cursor = utf8.len(text) or #text
  return { done = "ok", matches = json.list(list), start = cursor - given,
    finish = cursor }
end

function Notebook:inspect(request)
  local code = request.code
  local head = before(code, request.cursor)
  local name = (head:match "[%w_.:]*$" .. code:sub(#head + 1):match "^[%w_]*")
  name = name:gsub("^[.:%d]+", ""):gsub("[.:]+$", "")
  local ok, text = pcall(help.about, self.session, name)
  return { done = "ok", text = ok and name ~= "" and show.wrap(text, 80) or nil }
end

function Notebook:is_complete(request)
  local code = request.code
  if is_prompt_line(code) then return { done = "complete" } end
  local head, tail = notebook.split(code)
  if tail ~= "" or load(head, "=", "t", {}) then return { done = "complete" } end
  return { done = self.session:is_more(code) and "incomplete" or "invalid" }
end

local requests = { execute = true, complete = true, inspect = true, is_complete = true }

-- Answers one line; the last answer's `done`.
function Notebook:answer(line)
  local ok, request = pcall(json.decode, line)
  local last
  if not ok or type(request) ~= "table" or not requests[request["do"]]
    or type(request.code) ~= "string"
    or request.cursor ~= nil and math.type(request.cursor) ~= "integer" then
    self.send { error = "expected an object with 'do' (execute, complete, inspect or "
      .. "is_complete), 'code' and 'cursor'" }
    last = { done = "failed" }
  else
    request.cursor = request.cursor or utf8.len(request.code) or #request.code
    last = self[request["do"]](self, request)
  end
  self.send(last)
  return last.done
end

-- A notebook whose answers are given to send(object); call(f, handler, ...) runs cells.
function notebook.new(send, call)
  local self = setmetatable({ send = send }, Notebook)
  self.session = repl.new {
    write = function(...) send { stream = table.concat({ ... }) } end,
    complain = function(...)
      send { error = (table.concat({ ... }):gsub("^error: ", ""):gsub("\n+$", "")) }
    end,
    width = 100, lines = 200, call = call }
  self.session.show = function(session, value)
    session.last = value
    send { display = notebook.forms(value, session:view()) }
  end
  return self
end

return notebook
