-- format.lua [--fix] FILE... -- do lines of C break and indent as clang-format says?
--
-- Columns inside a line are people's: comments in the right margin, aligned members.
-- So are the tables and enumerations of a file, and text between `clang-format off` and
-- `on`. Everything else is .clang-format's. Where they differ, the lines are told, or
-- with --fix written as it says.

-- Versions of clang-format differ: the tree is laid out as this one says. Where there is
-- another, nothing is looked at.
local VERSION = "14"

local fix = arg[1] == "--fix"
if fix then table.remove(arg, 1) end

local function read(pipe)
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

-- Does a list begin in that line? Only where clang-format breaks the line alike.
local function begins_list(line)
  return line:find "^[%a#].*=%s*{$" or line:find "^[%a#].*=%s*{%s*/%*.*%*/$"
    or line:find "^typedef enum [%w_]+ {$" or line:find "^enum {$"
end

-- The line in which the braces that line `i` opens are closed.
local function list_end(lines, i)
  local depth = 0
  while lines[i] do
    local bare = lines[i]:gsub('"[^"]*"', ""):gsub("'.'", "")
    depth = depth + select(2, bare:gsub("{", "")) - select(2, bare:gsub("}", ""))
    if depth <= 0 then return i end
    i = i + 1
  end
  return #lines
end

-- Lines in which only what is clang-format's shows; a list is a single line. Gives
-- them and, for each, the first and last line of the file it stands for.
local function essence(lines)
  local shown, places, i = {}, {}, 1
  while i <= #lines do
    local line, first = lines[i], i
    if begins_list(line) then
      i = list_end(lines, i)
      line = "list"
    elseif line:find "clang%-format off" then
      while lines[i] and not lines[i]:find "clang%-format on" do i = i + 1 end
      line = "hands off"
    end
    local margin, rest = line:match "^(%s*)(.-)%s*$"
    if rest:find "^/?%*" then margin = "" end   -- inside a comment
    shown[#shown + 1] = margin .. rest:gsub("%s+", " ")
    places[#places + 1] = { first, math.min(i, #lines) }
    i = i + 1
  end
  return shown, places
end

local function write(path, lines)
  local file = assert(io.open(path, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
end

-- The hunks in which two lists of lines differ, as diff counts them.
local function hunks(a, b)
  local one, other = os.tmpname(), os.tmpname()
  write(one, a)
  write(other, b)
  local found = {}
  for _, line in ipairs(read(io.popen(("diff %s %s"):format(one, other)))) do
    local a1, a2, what, b1, b2 = line:match "^(%d+),?(%d*)([acd])(%d+),?(%d*)$"
    if a1 then
      a1, b1 = tonumber(a1), tonumber(b1)
      found[#found + 1] = { what = what, a = { a1, tonumber(a2) or a1 },
        b = { b1, tonumber(b2) or b1 } }
    end
  end
  os.remove(one)
  os.remove(other)
  return found
end

-- The hunks as ranges of lines of the two files.
local function ranges(hunk, mine, theirs)
  local a = { mine[hunk.a[1]] and mine[hunk.a[1]][1] or 1, mine[hunk.a[2]][2] }
  local b = { theirs[hunk.b[1]] and theirs[hunk.b[1]][1] or 1, theirs[hunk.b[2]][2] }
  if hunk.what == "a" then a = { a[2] + 1, a[2] } end
  if hunk.what == "d" then b = { b[2] + 1, b[2] } end
  return a, b
end

local function check(path)
  local lines = read(assert(io.open(path)))
  local should = read(assert(io.popen("clang-format " .. path)))
  local a, mine = essence(lines)
  local b, theirs = essence(should)
  local found = hunks(a, b)
  if fix then
    for i = #found, 1, -1 do
      local old, new = ranges(found[i], mine, theirs)
      for _ = old[1], old[2] do table.remove(lines, old[1]) end
      for n = new[2], new[1], -1 do table.insert(lines, old[1], should[n]) end
    end
    if #found > 0 then write(path, lines) end
    return 0
  end
  for _, hunk in ipairs(found) do
    local old, new = ranges(hunk, mine, theirs)
    print(("%s:%d: .clang-format breaks or indents otherwise:"):format(path, old[1]))
    for n = new[1], new[2] do print("    " .. should[n]) end
  end
  return #found
end

local pipe = io.popen "clang-format --version"
local version = pipe:read "a":match "version (%d+)"
pipe:close()
if version ~= VERSION then
  print(("layout is checked by clang-format %s; here is %s"):format(VERSION,
    version or "none"))
  os.exit(true)
end

local wrong = 0
for _, path in ipairs(arg) do wrong = wrong + check(path) end
if wrong > 0 then
  print(("%d places; 'make format' writes them as it says"):format(wrong))
end
os.exit(wrong == 0)
