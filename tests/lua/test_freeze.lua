-- test_freeze.lua -- every script does what it always did.
--
-- A golden text holds commands and what they print:
--
--     $ ludus run scripts/ant.lua --set population=200 --set generations=5
--     gen   0/4  best 27  mean 3.2  size 28
--     ...
--
-- tests/golden/scripts/NAME.txt belongs to scripts/NAME.lua; the texts beside that
-- folder are about programs, primitives, engines and options. Times and rates are left
-- out. Of a long output the first lines are kept, and a hash of all of it.
--
-- LUDUS_FREEZE=1 writes the texts anew instead of comparing. A new script needs a text
-- with the line of its command; LUDUS_FREEZE=1 adds what it prints.
local check = dofile "tests/lua/check.lua"

local FREEZE = os.getenv "LUDUS_FREEZE" == "1"
local GOLDEN = "tests/golden/"
local LINES, BYTES = 40, 6000          -- a longer output is kept in part:
local SHOWN, WIDTH = 20, 100           -- so many lines, so many characters of each

local folder = check.folder()

-- ---- files -----------------------------------------------------------------------

-- The files below `where` whose names end in `suffix`, in alphabetical order: what is
-- between the two.
local function listed(where, suffix)
  local names = {}
  for path in check.run("find " .. where .. " -type f"):gmatch "[^\n]+" do
    local name = path:sub(#where + 1)
    if name:sub(-#suffix) == suffix then names[#names + 1] = name:sub(1, -#suffix - 1) end
  end
  table.sort(names)
  return names
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  return lines
end

-- Blanks behind lines and blank lines at the end tell nothing.
local function trimmed(text)
  return ((text .. "\n"):gsub("[ \t]+\n", "\n"):gsub("\n*$", "\n"):gsub("^\n$", ""))
end

-- The commands of a golden text, each with what it prints.
local function parts_of(text)
  local parts = {}
  for _, line in ipairs(lines_of(text)) do
    local command = line:match "^%$ (.+)$"
    if command then
      parts[#parts + 1] = { command = command, lines = {} }
    elseif #parts > 0 then
      table.insert(parts[#parts].lines, line)
    end
  end
  for _, part in ipairs(parts) do
    part.want = trimmed(table.concat(part.lines, "\n"))
  end
  return parts
end

-- ---- running ---------------------------------------------------------------------

-- What differs from run to run: { pattern, what stands there instead }.
local times = {
  { "  [%d,]+/s\n", "\n" },                             -- progress
  { " evaluations?, %d+%.%d s\n", " evaluations\n" },   -- the closing words
  { " evaluations?, %d+%.%d s: ", " evaluations: " },
  { "\n%d+%.%d s\n", "\n" },                            -- othello*.lua
  { "\nwe thought for %d+%.%d s, they for %d+%.%d s\n", "\n" },
  { "\nthat is %d+%.%d%d s of CPU time, theirs %d+%.%d%d s\n", "\n" },
  { ", %d+%.%d%d%d%d s\n", "\n" },                      -- puzzle-exact.lua
  { "us each\n", "\n" },                                -- puzzle-solvers.lua
  { "(%d+%-[ %d.]+ +%d+%.%d%d +%d+ +[%d.-]+) +%d+%.%d\n", "%1\n" },
  { '"([%a_]*seconds)":[%d.e+-]+', '"%1":0' },
}

local function without_times(text)
  for _, row in ipairs(times) do text = text:gsub(row[1], row[2]) end
  if not text:find "milliseconds" then return text end
  local kept = {}                      -- puzzle-figures.lua draws times as well
  for block in (text .. "\n"):gmatch "(.-\n)\n+" do
    if not block:find("milliseconds", 1, true) then kept[#kept + 1] = block end
  end
  return table.concat(kept, "\n")
end

-- FNV-1a, 64 bits.
local function hash(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  return ("%016x"):format(h)
end

local function shortened(text)
  local lines, shown = lines_of(text), {}
  if #lines <= LINES and #text <= BYTES then return text end
  for i = 1, math.min(#lines, SHOWN) do
    shown[i] = lines[i]:sub(1, (utf8.offset(lines[i], WIDTH + 1) or 0) - 1)
  end
  return ("%s\n... %d lines, %d bytes in all, hash %s\n"):format(
    table.concat(shown, "\n"), #lines, #text, hash(text))
end

-- What a command prints, with as many threads if it can have them; and did it succeed?
local function printed(command, threads)
  local store = folder .. "/ludus.db"
  os.remove(store)
  local line = command:gsub("^ludus", '"$LUDUS"')
  if command:find "^ludus run " then line = line .. " --threads " .. threads end
  local out, err, status = check.run(("LUDUS_STORE=%s %s </dev/null"):format(store, line))
  err = err:gsub("rules: %a+ instead of native code: [^\n]*\n", "")  -- no compiler
  local ok = status == 0 and err == ""
  if not ok then out = ("%sstatus %d\n%s"):format(out, status, err) end
  return shortened(trimmed(without_times(out))), ok
end

-- ---- comparing -------------------------------------------------------------------

-- One check; where texts differ, it shows the first line that does.
local function same(name, got, want)
  if got == want then return check.ok(name, true) end
  local a, b = lines_of(got), lines_of(want)
  local at = 1
  while a[at] and a[at] == b[at] do at = at + 1 end
  return check.equal(("%s, line %d"):format(name, at), a[at] or "(no more)",
    b[at] or "(no more)")
end

-- Writes a golden text anew, unless a command fails.
local function frozen(path, parts)
  local texts = {}
  for i, part in ipairs(parts) do
    local one, ok = printed(part.command, 1)
    if not check.ok(part.command .. " succeeds", ok) then return end
    same(part.command .. ": two threads and one", printed(part.command, 2), one)
    texts[i] = ("$ %s\n%s"):format(part.command, one)
  end
  write(path, table.concat(texts, "\n"))
end

local turns = 0                        -- one thread and two by turns

local function compare(name)
  local path = GOLDEN .. name .. ".txt"
  local parts = parts_of(read(path))
  if FREEZE then return frozen(path, parts) end
  check.ok(name .. " has a command", #parts > 0)
  for _, part in ipairs(parts) do
    turns = turns + 1
    same(("%s: %s"):format(name:gsub("^scripts/", ""), part.command),
      printed(part.command, turns % 2 + 1), part.want)
  end
end

-- ---- everything has a golden text --------------------------------------------------

local function set_of(list)
  local set = {}
  for _, item in ipairs(list) do set[item] = true end
  return set
end

local scripts, texts = listed("scripts/", ".lua"), listed(GOLDEN .. "scripts/", ".txt")
local has_script, has_text = set_of(scripts), set_of(texts)
check.ok("there are scripts", #scripts > 0)
for _, name in ipairs(scripts) do
  check.ok(("scripts/%s.lua has a golden text"):format(name), has_text[name])
end
for _, name in ipairs(texts) do
  check.ok(("golden text scripts/%s.txt has a script"):format(name), has_script[name])
  for _, part in ipairs(parts_of(read(GOLDEN .. "scripts/" .. name .. ".txt"))) do
    check.equal(("golden text scripts/%s.txt runs it"):format(name),
      part.command:match "^ludus run (%S+)", ("scripts/%s.lua"):format(name))
  end
end

local scored = {}
for _, part in ipairs(parts_of(read(GOLDEN .. "programs.txt"))) do
  scored[part.command:match "^ludus score %S+ (%S+)" or ""] = true
end
for _, name in ipairs(listed("scripts/programs/", "")) do
  check.ok(name .. " has a golden score", scored["scripts/programs/" .. name])
end

-- What is printed of each game makes up what is printed of all.
local games = {}
for i, part in ipairs(parts_of(read(GOLDEN .. "ops.txt"))) do
  games[i] = check.run((part.command:gsub("^ludus", '"$LUDUS"')))
end
check.equal("every game has its primitives frozen", table.concat(games, "\n"),
  (check.run '"$LUDUS" ops'))

for _, name in ipairs(listed(GOLDEN, ".txt")) do compare(name) end

os.execute("rm -r " .. folder)
return check.done()
