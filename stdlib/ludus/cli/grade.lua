-- ludus grade FILE... -- lessons that were handed in, each made again and compared.
--
-- A file is a run store, or a table (.csv) with the columns name, lesson (its number), seed,
-- digest and, if there were any, settings as in --set, with blanks between. The lesson is made
-- again from the script that lies here: nothing that was handed in is executed.

local cli    = require "ludus.cli"
local identity = require "ludus.run.identity"
local json   = require "ludus.json"
local launch = require "ludus.run.launch"
local lesson = require "ludus.lesson"
local output = require "ludus.run.output"
local script = require "ludus.script"
local stores = require "ludus.run.store"
local study  = require "ludus.script.study"
local system = require "ludus.core.system"

local BYTES = 1 << 20                 -- of a table
local FOLDER = "scripts/lessons"

-- ---- what was handed in ----------------------------------------------------------------

-- The lessons of a store: { who, path, seed, words, digest, hash of the script }.
local function of_store(path, rows)
  local store = stores.open(path, "read")
  for _, run in ipairs(store:runs()) do
    local row = run.kind == "study" and store:get_run(run.id)
    local ok, value = pcall(json.decode, row and row.result or "")
    if ok and type(value) == "table" and value.lesson then
      rows[#rows + 1] = { who = ("%s, run %d"):format(path, row.id), path = row.script,
        seed = row.seed, settings = row.settings, digest = tostring(value.digest),
        hash = row.identity }
    end
  end
  store:close()
end

local function number(text, path, line, what)
  return math.tointeger(tonumber(text)) or cli.fail("%s:%d: %s: expected a whole number, got "
    .. "'%s'", path, line, what, text or "")
end

-- The file of the lesson with that number in the folder.
local function script_of(n, folder)
  local pipe = assert(io.popen(("ls %s/%02d-*.lua 2>/dev/null"):format(launch.quoted(folder), n)))
  local path = pipe:read "l"
  pipe:close()
  return path or cli.fail("there is no lesson %d in %s", n, folder)
end

-- The rows of a table; its first line names the columns.
local function of_table(path, rows, folder)
  local text, why = system.read(path, BYTES)
  if not text then cli.fail("%s", why) end
  local at, line = nil, 0
  for row in text:gmatch "([^\r\n]*)\r?\n?" do
    line = line + 1
    local cells = {}
    for cell in (row .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell:match "^%s*(.-)%s*$" end
    if row == "" then goto next end
    if not at then
      at = {}
      for i, name in ipairs(cells) do at[name] = i end
      for _, name in ipairs { "name", "lesson", "seed", "digest" } do
        if not at[name] then cli.fail("%s: there is no column '%s'", path, name) end
      end
    else
      rows[#rows + 1] = { who = cells[at.name], seed = number(cells[at.seed], path, line, "seed"),
        path = script_of(number(cells[at.lesson], path, line, "lesson"), folder),
        settings = (at.settings and cells[at.settings] or ""):gsub("%s+", "\n"),
        digest = cells[at.digest] }
    end
    ::next::
  end
  if not at then cli.fail("%s: the table is empty", path) end
end

-- ---- made again --------------------------------------------------------------------------

-- What the lesson of that file gives: its value and the lesson.
local function made(row, threads)
  local value = script.load(row.path)
  local l = study.lesson(value)
  if not l then cli.fail("%s: is no lesson", row.path) end
  local words = launch.settings_of(row.settings)
  local hash = identity.of_experiment(value, row.settings).hash
  local _, result = lesson.play(l, words, { seed = row.seed, threads = threads })
  return { lesson = l, value = result, hash = hash }
end

-- How many claims hold of how many.
local function holding(result)
  local held = 0
  for i in ipairs(result.lesson.claims) do
    held = held + (result.value.claims["claim " .. i] > 0 and 1 or 0)
  end
  return held, #result.lesson.claims
end

local function told(row, result, options)
  local same = row.digest == result.value.digest
  local changed = row.hash ~= nil and row.hash ~= result.hash
  local held, all = holding(result)
  if options.json then
    output.json { who = row.who, lesson = result.lesson.number, seed = row.seed,
      settings = row.settings, same = same, changed = changed, holds = held, claims = all }
    return same
  end
  cli.say(("%-28s lesson %2d  seed %6d%s  %s  %d of %d claims hold%s"):format(row.who,
    result.lesson.number, row.seed, row.settings ~= "" and "  "
    .. row.settings:gsub("\n", " ") or "", same and "digest equal" or "DIGEST DIFFERS", held, all,
    changed and "; another script or version" or ""))
  return same
end

local function run(options, words)
  if #words == 0 then cli.fail("'ludus grade' needs what was handed in: stores or tables") end
  local rows, known, equal = {}, {}, 0
  for _, path in ipairs(words) do
    if system.exists(path) ~= "file" then cli.fail("%s: there is no such file", path) end
    if path:find "%.csv$" then of_table(path, rows, options.lessons or FOLDER)
    else of_store(path, rows) end
  end
  if options.json then output.divert() end
  for _, row in ipairs(rows) do
    local key = table.concat({ row.path, row.seed, row.settings }, "\0")
    known[key] = known[key] or made(row, options.threads)
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
    .. "from the\nscript that lies here; nothing that was handed in is executed.",
  options = {
    lessons = { kind = "string", value = "FOLDER",
      help = "where the lessons of tables are (default scripts/lessons)" },
    threads = { kind = "integer", value = "N", min = 0, max = system.limits.threads,
      help = "threads (default: all cores)" },
    json    = { kind = "flag", help = "one JSON object per lesson" },
  },
  run = run,
}
