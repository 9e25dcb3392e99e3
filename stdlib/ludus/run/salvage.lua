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

local salvage = {}

local RUNS_TRIED = 10000             -- where the number of runs is lost, too

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

-- Stores the row if all its values are of the right kinds; true if it did.
local function put(to, name, row)
  if not try(to.sound, to, { row }, name, "") then return false end
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

local function copy_run(db, to, row, kept, short)
  for g = 0, math.tointeger(row.generation) or -1 do
    local found = ask(db, "SELECT * FROM generations WHERE run = ? "
      .. "AND generation = ?", row.id, g)
    if found and put(to, "generations", found) then
      kept.generations = kept.generations + 1
    elseif found ~= nil then kept.lost = kept.lost + 1 end
  end
  -- SQLite does not miss the last page of a long value.
  local state = ask(db, "SELECT * FROM checkpoints WHERE run = ?"
    .. (short and " AND substr(state, -1) <> x'00'" or ""), row.id)
  if state and not stores.is_sound(state.state) then state = nil end
  if not (state and put(to, "checkpoints", state)) and row.generation >= 0 then
    kept.lost = kept.lost + 1
  end
end

local function copy_knowledge(db, to)
  local name, row = "", nil
  repeat
    row = ask(db, "SELECT * FROM knowledge WHERE name > ? "
      .. "ORDER BY name LIMIT 1", name)
    if row then
      put(to, "knowledge", row)
      name = row.name
    end
  until not row
end

-- Copies runs 1 to `top` and the knowledge to a new store at `path`.
local function fill(db, path, top, short)
  local to, kept = stores.open(path), { runs = 0, generations = 0, lost = 0 }
  to:transaction(function()
    for id = 1, top do
      local row = ask(db, "SELECT * FROM runs WHERE id = ?", id)
      if row and put(to, "runs", row) then
        kept.runs = kept.runs + 1
        copy_run(db, to, row, kept, short)
      elseif row ~= nil then kept.lost = kept.lost + 1 end
    end
    copy_knowledge(db, to)
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
  local top = last and math.tointeger(last.seq) or RUNS_TRIED
  local first = ask(db, "SELECT count(*) AS n FROM sqlite_master")
  if not first or first.n == 0 then
    error(from .. ": nothing can be read", 0)
  end
  local ok, kept = pcall(fill, db, path, top, is_short(from))
  db:close()
  if ok then return kept end
  os.remove(path)
  os.remove(path .. "-journal")
  error(kept, 0)
end

return salvage
