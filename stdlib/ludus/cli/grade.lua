-- ludus grade FILE... -- lessons that were handed in, each made again and compared.
--
-- A file is a run store, or a table (.csv) with the columns name, lesson (its number), seed,
-- digest and, if there were any, settings as in --set, with blanks between. Of a store only
-- the name of the lesson counts, never the path of its script: the lesson is made again from
-- the one that lies here, by a process of its own in the sandbox, because settings are
-- a stranger's words, too.

local cli     = require "ludus.cli"
local json    = require "ludus.json"
local launch  = require "ludus.run.launch"
local output  = require "ludus.run.output"
local sandbox = require "ludus.core.sandbox"
local stores  = require "ludus.run.store"
local system  = require "ludus.core.system"

local BYTES = 1 << 20                 -- of a table
local SEED_MAX = 1 << 40
local TIME, MEMORY = 600, 512       -- seconds and MB of a lesson
local FOLDER = "scripts/lessons"

-- ---- what was handed in ----------------------------------------------------------------

-- The file of the lesson with that number or name in the folder, and its number; or
-- nil and what is wrong.
local function script_of(lesson, folder)
  local text = tostring(lesson)
  local files = math.type(lesson) == "integer" and ("/%02d-*.lua"):format(lesson)
    or text:find "^[%w-]+$" and "/[0-9][0-9]-" .. text .. ".lua"
  local path
  if files then
    local pipe = assert(io.popen("ls -d " .. launch.quoted(folder) .. files .. " 2>/dev/null"))
    path = pipe:read "l"
    pipe:close()
  end
  if not path then return nil, ("there is no lesson %s in %s"):format(text, folder) end
  return path, math.tointeger(tonumber(path:match "/(%d%d)%-[^/]*$"))
end

-- The lessons of a store: { who, lesson, seed, settings, digest, hash of the script }.
local function of_store(path, rows)
  local store = stores.open(path, "read")
  for _, run in ipairs(store:runs()) do
    local row = run.kind == "study" and store:get_run(run.id)
    local ok, value = pcall(json.decode, row and row.result or "")
    if ok and type(value) == "table" and value.lesson then
      rows[#rows + 1] = { who = ("%s, run %d"):format(path, row.id),
        lesson = type(value.lesson) == "string" and value.lesson or "?", seed = row.seed,
        settings = row.settings, digest = tostring(value.digest), hash = row.identity }
    end
  end
  store:close()
end

-- A whole number of a table, at most so great.
local function number(text, most, where)
  local n = math.tointeger(tonumber(text))
  if n and n >= 0 and n <= most then return n end
  cli.fail("%s: expected a whole number from 0 to %d, got '%s'", where, most, text or "")
end

-- The cells of a line of a table; between marks may be commas.
local function cells_of(line)
  local cells = {}
  line = line:gsub('"([^"]*)"', function(text) return (text:gsub(",", "\0")) end)
  for cell in (line .. ","):gmatch "([^,]*)," do
    cells[#cells + 1] = (cell:match "^%s*(.*%S)" or ""):gsub("%z", ",")
  end
  return cells
end

-- The rows of a table; its first line names the columns.
local function of_table(path, rows)
  local text, why = system.read(path, BYTES)
  if not text then cli.fail("%s", why) end
  local at, line = nil, 0
  for row in text:gsub("^\xEF\xBB\xBF", ""):gmatch "([^\r\n]*)\r?\n?" do
    line = line + 1
    if row == "" then goto next end
    local cells = cells_of(row)
    if not at then
      at = {}
      for i, name in ipairs(cells) do at[name] = i end
      for _, name in ipairs { "name", "lesson", "seed", "digest" } do
        if not at[name] then cli.fail("%s: there is no column '%s'", path, name) end
      end
    else
      local where = ("%s:%d: "):format(path, line)
      rows[#rows + 1] = { who = cells[at.name] or "", digest = cells[at.digest] or "",
        lesson = number(cells[at.lesson], 99, where .. "lesson"),
        seed = number(cells[at.seed], SEED_MAX, where .. "seed"),
        settings = (at.settings and cells[at.settings] or ""):gsub("%s+", "\n") }
    end
    ::next::
  end
  if not at then cli.fail("%s: the table is empty", path) end
end

-- ---- made again --------------------------------------------------------------------------

-- The command that makes a row's lesson again, in the store of that name.
local function command(path, row, options, store)
  local words = { launch.quoted(system.program()), "run", launch.quoted(path),
    ("--sandbox --time %d --memory %d --threads %d --seed %d --json --store"):format(
      options.time or TIME, options.memory or MEMORY, options.threads or 0, row.seed),
    launch.quoted(store) }
  for _, set in ipairs(launch.settings_of(row.settings)) do
    words[#words + 1] = launch.quoted("--set=" .. set.key .. "=" .. set.value)
  end
  return table.concat(words, " ") .. " 2>&1"
end

-- The value that a lesson has given, and the hash of what it was made from.
local function stored(path)
  local store = stores.open(path, "read")
  local row = store:get_run(1)
  store:close()
  return json.decode(row.result), row.identity
end

-- What the lesson of a row gives: { value, hash, number } or { wrong }.
local function made(row, options)
  local path, n = script_of(row.lesson, options.lessons or FOLDER)
  if not path then return { wrong = n } end
  local named, words = pcall(command, path, row, options, "?")
  if not named then return { wrong = words } end
  local name = os.tmpname()
  local pipe = assert(io.popen(command(path, row, options, name .. ".db")))
  local said = pipe:read "a"
  local ended = pipe:close()
  local ok, value, hash = pcall(stored, name .. ".db")
  os.remove(name)
  os.remove(name .. ".db")
  if not ended then
    return { wrong = said:match "ludus: ([^\n]*)" or "its process has died" }
  elseif not ok or type(value) ~= "table" or type(value.claims) ~= "table" then
    return { wrong = path .. " is no lesson" }
  end
  return { value = value, hash = hash, number = n }
end

-- How many claims hold of how many.
local function holding(value)
  local held, all = 0, 0
  for _, margin in pairs(value.claims) do
    held, all = held + (tonumber(margin) and margin > 0 and 1 or 0), all + 1
  end
  return held, all
end

local function told(row, result, options)
  local settings = row.settings:gsub("\n", " ")
  if result.wrong then
    if options.json then
      output.json { who = row.who, seed = row.seed, settings = row.settings, same = false,
        wrong = result.wrong }
    else
      cli.say(("%-28s lesson %s  seed %6d%s  CANNOT BE MADE: %s"):format(row.who, row.lesson,
        row.seed, settings ~= "" and "  " .. settings or "", result.wrong))
    end
    return false
  end
  local same = row.digest == result.value.digest
  local changed = row.hash ~= nil and row.hash ~= result.hash
  local held, all = holding(result.value)
  if options.json then
    output.json { who = row.who, lesson = result.number, seed = row.seed,
      settings = row.settings, same = same, changed = changed, holds = held, claims = all }
  else
    cli.say(("%-28s lesson %2d  seed %6d%s  %s  %d of %d claims hold%s"):format(row.who,
      result.number, row.seed, settings ~= "" and "  " .. settings or "",
      same and "digest equal" or "DIGEST DIFFERS", held, all,
      changed and "; another script or version" or ""))
  end
  return same
end

local function run(options, words)
  if #words == 0 then cli.fail("'ludus grade' needs what was handed in: stores or tables") end
  local rows, known, equal = {}, {}, 0
  for _, path in ipairs(words) do
    if system.exists(path) ~= "file" then cli.fail("%s: there is no such file", path) end
    if path:find "%.csv$" then of_table(path, rows) else of_store(path, rows) end
  end
  if options.json then output.divert() end
  for _, row in ipairs(rows) do
    local key = table.concat({ row.lesson, row.seed, row.settings }, "\0")
    known[key] = known[key] or made(row, options)
    equal = equal + (told(row, known[key], options) and 1 or 0)
  end
  if not options.json then cli.say(("%d of %d digests equal"):format(equal, #rows)) end
  return 0
end

return {
  usage   = "grade FILE...",
  summary = "make lessons again that were handed in, and compare",
  help    = "A file is a run store, or a table (.csv) with the columns name, lesson, seed, "
    .. "digest\nand perhaps settings (as in --set, blanks between). Each lesson is made again "
    .. "from the\nscript of that name or number that lies here, in the sandbox; nothing that "
    .. "was handed in\nis executed. What cannot be made is told, and the next one is made.",
  options = {
    lessons = { kind = "string", value = "FOLDER",
      help = "where the lessons are (default scripts/lessons)" },
    threads = { kind = "integer", value = "N", min = 0, max = system.limits.threads,
      help = "threads (default: all cores)" },
    time    = { kind = "integer", value = "SECONDS", min = 1, max = sandbox.limits.time,
      help = "that a lesson may take (default 600)" },
    memory  = { kind = "integer", value = "MB", min = 1, max = sandbox.limits.memory,
      help = "that a lesson may take (default 512)" },
    json    = { kind = "flag", help = "one JSON object per lesson" },
  },
  run = run,
}
