-- salvage.lua -- what can still be read of a damaged store, in a new one.
--
--     local kept = salvage.copy("ludus.db", "saved.db")
--     print(kept.runs, kept.generations, kept.lost)
--
-- Every row is asked for by its key, one at a time, so a damaged page costs
-- only the rows on it. A run whose row is lost is lost; one whose checkpoint or
-- some of whose generations are lost begins again when it is resumed, to the
-- same bits.

local core   = require "ludus.core.store"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"
local tables = require "ludus.run.tables"

local salvage = {}

local ROWS_TRIED = 10000             -- where the number of rows is lost, too

-- Calls f: true and its result, or false if the row is to blame. A lack of memory, or
-- of room for what is saved, says nothing about the row and is raised.
local function try(f, ...)
  local ok, result = pcall(f, ...)
  if not ok then
    local text = tostring(result)
    if text:find("memory$") or text:find("is kept$") then error(result, 0) end
  end
  return ok, result
end

-- The first row that the statement gives, nil if none, false if it is damaged.
local function ask(db, sql, ...)
  local ok, rows = try(db.query, db, sql, ...)
  if not ok then return false end
  return rows[1]
end

-- Is the row what was written? In a store without seals nobody knows.
local function is_sealed(name, row)
  local copy = {}
  for column, value in pairs(row) do copy[column] = value end
  local seal, births_seal = row.seal, row.births_seal
  tables.sealed(name, copy)
  return copy.seal == seal and copy.births_seal == births_seal
end

-- Stores the row if all its values are of the right kinds, and what was written;
-- true if it did.
local function put(to, name, row, sealed)
  if not try(to.sound, to, { row }, name, "") then return false end
  if sealed and not is_sealed(name, row) then return false end
  local columns, marks, values = {}, {}, {}
  for column, value in pairs(row) do
    columns[#columns + 1] = '"' .. column .. '"'
    marks[#marks + 1], values[#values + 1] = "?", value
  end
  return (try(to.run_sql, to, ("INSERT OR IGNORE INTO %s (%s) VALUES (%s)")
    :format(name, table.concat(columns, ", "), table.concat(marks, ", ")),
    table.unpack(values)))
end

-- Is the file shorter than it says? What is missing reads as zeros then.
local function is_short(path)
  local file = io.open(path, "rb")
  local head = file and file:read(32) or ""
  local size = file and file:seek "end"
  if file then file:close() end
  if #head < 32 then return true end
  local page, pages = (">I2"):unpack(head, 17), (">I4"):unpack(head, 29)
  return size < pages * (page == 1 and 65536 or page)
end

-- Opened so that SQLite reads a file that is shorter than it should be.
local function open_damaged(path)
  local db = stores.guarded(path, core.open, path, "read")
  try(db.run, db, "PRAGMA writable_schema = ON")
  return db
end

-- The number, unless it is far beyond the greatest that the statement knows of: then
-- it is that one's neighbour which is damaged.
local function plausible(number, db, sql, ...)
  local row = ask(db, sql, ...)
  local known = row and math.tointeger(row.last) or 0
  return math.min(math.tointeger(number) or -1, known + ROWS_TRIED)
end

local function copy_run(db, to, row, kept, file)
  local last = plausible(row.generation, db,
    "SELECT max(generation) AS last FROM generations WHERE run = ?", row.id)
  for g = 0, last do
    local found = ask(db, "SELECT * FROM generations WHERE run = ? "
      .. "AND generation = ?", row.id, g)
    if found and put(to, "generations", found, file.sealed) then
      kept.generations = kept.generations + 1
    elseif found ~= nil then kept.lost = kept.lost + 1 end
  end
  -- SQLite does not miss the last page of a long value.
  local state = ask(db, "SELECT * FROM checkpoints WHERE run = ?"
    .. (file.short and " AND substr(state, -1) <> x'00'" or ""), row.id)
  if state and not stores.is_sound(state.state) then state = nil end
  if not (state and put(to, "checkpoints", state, file.sealed)) and row.generation >= 0 then
    kept.lost = kept.lost + 1
  end
end

-- The steps of a study; one that is lost is done again when it is resumed.
local function copy_steps(db, to, row, kept, file)
  local name, step = "", nil
  repeat
    step = ask(db, "SELECT * FROM steps WHERE run = ? AND name > ? "
      .. "ORDER BY name LIMIT 1", row.id, name)
    if step then
      if not put(to, "steps", step, file.sealed) then kept.lost = kept.lost + 1 end
      name = step.name
    end
  until not step
end

-- Copies a table whose rows have names, in the column `key`.
local function copy_named(db, to, kept, file, name, key)
  local at, row = "", nil
  repeat
    row = ask(db, ("SELECT * FROM %s WHERE %s > ? ORDER BY %s LIMIT 1"):format(name, key,
      key), at)
    if row then
      if not put(to, name, row, file.sealed) then kept.lost = kept.lost + 1 end
      at = row[key]
    end
  until not row
end

-- Copies runs 1 to `top` and the knowledge to a new store at `path`; `file` says how
-- the old one is: short, sealed.
local function fill(db, path, top, file)
  local to, kept = stores.open(path), { runs = 0, generations = 0, lost = 0 }
  to:transaction(function()
    for id = 1, top do
      local row = ask(db, "SELECT * FROM runs WHERE id = ?", id)
      if row and put(to, "runs", row, file.sealed) then
        kept.runs = kept.runs + 1
        copy_run(db, to, row, kept, file)
        if row.kind == "study" then copy_steps(db, to, row, kept, file) end
      elseif row ~= nil then kept.lost = kept.lost + 1 end
    end
    copy_named(db, to, kept, file, "knowledge", "name")
    if file.sealed then copy_named(db, to, kept, file, "contents", "hash") end
    to:trust()
  end)
  to:close()
  return kept
end

-- Copies the store at `from` to a new one at `path`; the numbers of what was
-- kept, and of rows that are there but cannot be read. Leaves nothing if it fails.
function salvage.copy(from, path)
  if not system.exists(from) then error(from .. ": no such store", 0) end
  if system.exists(path) then error(path .. ": is there already", 0) end
  local db = open_damaged(from)
  local last = ask(db, "SELECT seq FROM sqlite_sequence WHERE name = 'runs'")
  local top = plausible(last and last.seq or ROWS_TRIED, db,
    "SELECT max(id) AS last FROM runs")
  local first = ask(db, "SELECT count(*) AS n FROM sqlite_master")
  if not first or first.n == 0 then
    error(from .. ": nothing can be read", 0)
  end
  local file = { short = is_short(from),
    sealed = ask(db, "SELECT seal FROM runs LIMIT 1") ~= false }
  local ok, kept = pcall(fill, db, path, top, file)
  db:close()
  if ok then return kept end
  os.remove(path)
  os.remove(path .. "-journal")
  error(kept, 0)
end

return salvage
