-- catalog.lua FILE... -- the scripts of the page as JSON: what a person can choose, and
-- the files that scripts read, by their paths. Run by any Lua 5.4.

local function quote(s)
  return '"' .. s:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local FIRST = "scripts/ant.lua"       -- what the page begins with

-- A script's first comment is its question.
local function title_of(path, text)
  local title = (text:match "^%-%- ?([^\n]*)" or path):gsub("^[%w.-]+%.lua %-+ ", "")
  local name = path:match "([^/]*)%.lua$"
  return path:find "/lessons/" and title or ("%s: %s"):format(name, title)
end

local scripts, files = {}, {}
for _, path in ipairs(arg) do
  local text = read(path)
  files[#files + 1] = ("[%s,%s]"):format(quote(path), quote(text))
  if path:find "%.lua$" then
    local lesson = path:find "/lessons/" ~= nil
    scripts[#scripts + 1] = { lesson, ('{"path":%s,"group":%s,"title":%s}'):format(
      quote(path), quote(lesson and "Lessons" or "Experiments and studies"),
      quote(title_of(path, text))) }
  end
end

local rows = {}
for _, lesson in ipairs { true, false } do
  for _, row in ipairs(scripts) do
    if row[1] == lesson then rows[#rows + 1] = row[2] end
  end
end
print(('{"first":%s,"scripts":[%s],"files":[%s]}'):format(quote(FIRST),
  table.concat(rows, ","), table.concat(files, ",")))
