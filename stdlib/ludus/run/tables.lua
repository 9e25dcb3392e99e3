-- tables.lua -- what a run store is made of: its tables, what their columns hold, and
-- how a store of an older version gets what it lacks.
--
--     for _, sql in ipairs(tables.upgrade(1)) do db:run(sql) end
--     db:query("SELECT " .. tables.seal "runs" .. " FROM runs")
--
-- A column is { name, type in SQL, what it holds when it is read (`?`: or nothing) }.
-- `since` is the version of stores that brought it; such a column may be empty. Every
-- row that results depend on carries a seal, a hash of its other columns with their
-- names; a column that is `apart` has a seal of its own, NAME_seal, so that it need not
-- be read with the rest.

local core = require "ludus.core.store"

local tables = {}

-- Raised whenever the tables change; a store of a newer version is left alone.
tables.version = 2

local columns = {
  runs = {
    { "id", "INTEGER PRIMARY KEY AUTOINCREMENT", "integer" },
    { "script", "TEXT NOT NULL", "text" },           -- path, for people
    { "source", "TEXT NOT NULL", "text" },           -- its text: what a resume runs
    { "settings", "TEXT NOT NULL", "text" },         -- the words of --set, one a line
    { "seed", "INTEGER NOT NULL", "integer" },
    { "population", "INTEGER NOT NULL", "integer" },
    { "version", "TEXT NOT NULL", "text" },          -- of Ludus
    { "status", "TEXT NOT NULL", "text" },           -- running, interrupted ...
    { "message", "TEXT", "text?" },                  -- why it failed
    { "generation", "INTEGER NOT NULL", "integer" },
    { "evaluations", "INTEGER NOT NULL", "integer" },
    { "best", "REAL", "number?" },                   -- raw score,
    { "max", "REAL", "number?" },                    -- and the greatest there is
    { "solved", "INTEGER NOT NULL DEFAULT 0", "integer" },
    { "seconds", "REAL NOT NULL", "number" },
    { "digest", "TEXT", "text?" },
    { "started", "TEXT NOT NULL", "text" },
    { "ended", "TEXT", "text?", since = 2 },         -- why: see ludus.script.ends
    { "solved_at", "INTEGER", "integer?", since = 2 },        -- evaluations to success
    { "course", "TEXT", "text?", since = 2 },        -- what its ends go by: JSON
    { "game", "TEXT", "text?", since = 2 },          -- what was played, for people
    { "minimise", "INTEGER", "integer?", since = 2 },         -- less is better there
    { "kind", "TEXT", "text?", since = 2 },          -- study, part (of one); else none
    { "parent", "INTEGER", "integer?", since = 2 },  -- of a part: its study,
    { "place", "TEXT", "text?", since = 2 },         -- and where in it
    { "result", "TEXT", "text?", since = 2 },        -- of a study, or a front: JSON
    { "test", "TEXT", "text?", since = 2 },          -- its best program there: JSON
    { "reached", "REAL", "number?", since = 2 },     -- least standardized score since
    { "reached_raw", "REAL", "number?", since = 2 }, -- the game last changed, its raw one
    { "kept", "INTEGER", "integer?", since = 2 },    -- generations that are stored,
    { "kept_seals", "INTEGER", "integer?", since = 2 },       -- their seals, xor
    { "identity", "TEXT", "text?", since = 2 },      -- a hash: see ludus.run.identity
    { "files", "TEXT", "text?", since = 2 },         -- what that is made of
    { "seal", "INTEGER", "integer?", since = 2 },
  },
  generations = {
    { "run", "INTEGER NOT NULL REFERENCES runs(id)", "integer" },
    { "generation", "INTEGER NOT NULL", "integer" },
    { "raw", "REAL NOT NULL", "number" },            -- of the best
    { "standardized", "REAL NOT NULL", "number" },
    { "raw_mean", "REAL NOT NULL", "number" },
    { "raw_deviation", "REAL NOT NULL", "number" },
    { "standardized_mean", "REAL NOT NULL", "number" },
    { "size", "INTEGER NOT NULL", "integer" },
    { "size_mean", "REAL NOT NULL", "number" },
    { "size_max", "INTEGER NOT NULL", "integer" },
    { "distinct", "INTEGER NOT NULL", "integer" },
    { "hits", "INTEGER NOT NULL", "integer" },
    { "steps", "INTEGER NOT NULL", "integer" },
    { "evaluations", "INTEGER NOT NULL", "integer" },
    { "total_steps", "INTEGER NOT NULL", "integer" },
    { "seconds", "REAL NOT NULL", "number" },
    { "slot", "INTEGER NOT NULL", "integer" },       -- of the best one,
    { "program", "TEXT NOT NULL", "text" },          -- and its text
    { "plan", "TEXT", "text?" },                     -- how this generation was made
    { "measures", "TEXT", "text?", since = 2 },      -- of the script's own: JSON
    { "before", "TEXT", "text?", since = 2 },        -- figures with games just set
    { "births_seal", "INTEGER", "integer?", since = 2 },
    { "seal", "INTEGER", "integer?", since = 2 },
    { "births", "BLOB", "bytes?", apart = true },
    key = "run, generation",
  },
  checkpoints = {
    { "run", "INTEGER PRIMARY KEY REFERENCES runs(id)", "integer" },
    { "generation", "INTEGER NOT NULL", "integer" },
    { "seal", "INTEGER", "integer?", since = 2 },
    { "state", "BLOB NOT NULL", "bytes" },
  },
  -- What the steps of a study gave.
  steps = {
    { "run", "INTEGER NOT NULL REFERENCES runs(id)", "integer" },
    { "name", "TEXT NOT NULL", "text" },
    { "number", "INTEGER NOT NULL", "integer" },
    { "value", "TEXT NOT NULL", "text" },            -- JSON
    { "seconds", "REAL NOT NULL", "number" },
    { "seal", "INTEGER", "integer?" },
    key = "run, name", since = 2,
  },
  knowledge = {
    { "name", "TEXT PRIMARY KEY", "text" },
    { "value", "BLOB NOT NULL", "bytes" },
    { "seal", "INTEGER", "integer?", since = 2 },
  },
  -- Files that scripts have read, by the hash of their bytes.
  contents = {
    { "hash", "TEXT PRIMARY KEY", "text" },
    { "bytes", "BLOB NOT NULL", "bytes" },
    { "seal", "INTEGER", "integer?", since = 2 },
    since = 2,
  },
  -- Of a table whose rows nothing else counts: how many there are, their seals, xor.
  ledger = {
    { "name", "TEXT PRIMARY KEY", "text" },
    { "rows", "INTEGER NOT NULL", "integer" },
    { "seals", "INTEGER NOT NULL", "integer" },
    since = 2,
  },
}

tables.names = { "runs", "generations", "checkpoints", "steps", "knowledge", "contents",
  "ledger" }

-- ---- in SQL ------------------------------------------------------------------------

local function quoted(name) return '"' .. name .. '"' end

local function create(name)
  local rows, list = columns[name], {}
  for i, row in ipairs(rows) do list[i] = quoted(row[1]) .. " " .. row[2] end
  if rows.key then list[#list + 1] = ("PRIMARY KEY (%s)"):format(rows.key) end
  return ("CREATE TABLE IF NOT EXISTS %s (%s)%s"):format(name,
    table.concat(list, ",\n  "), rows.key and " WITHOUT ROWID" or "")
end

-- The statements that make the tables of a store of that version (0: it has none)
-- those of this one.
function tables.upgrade(version)
  local list = {}
  for _, name in ipairs(tables.names) do
    if version < (columns[name].since or 1) then
      list[#list + 1] = create(name)
    else
      for _, row in ipairs(columns[name]) do
        if version < (row.since or 1) then
          list[#list + 1] = ("ALTER TABLE %s ADD COLUMN %s %s"):format(name,
            quoted(row[1]), row[2])
        end
      end
    end
  end
  if version < 2 then
    list[#list + 1] = "CREATE INDEX runs_identity ON runs (identity, seed)"
  end
  return list
end

-- The columns of a table that a store of that version has, as a list for SQL; `without`
-- is a set of names that are left out.
function tables.list(name, version, without)
  local list = {}
  for _, row in ipairs(columns[name]) do
    if version >= (row.since or 1) and not (without and without[row[1]]) then
      list[#list + 1] = quoted(row[1])
    end
  end
  return table.concat(list, ", ")
end

-- What the seal covers, in the order of the names: one may add to the columns.
local function covered(name)
  local list = {}
  for _, row in ipairs(columns[name]) do
    if row[1] ~= "seal" and not row.apart then list[#list + 1] = row[1] end
  end
  table.sort(list)
  return list
end

-- The expression for the seal of a row.
function tables.seal(name)
  local list = {}
  for i, column in ipairs(covered(name)) do
    list[i] = ("'%s', %s"):format(column, quoted(column))
  end
  return ("seal(%s)"):format(table.concat(list, ", "))
end

-- ---- in Lua ------------------------------------------------------------------------

-- A statement that puts a row into the table, and its values.
function tables.insert(name, row)
  local names, marks, values, n = {}, {}, {}, 0
  for _, column in ipairs(columns[name]) do
    local value = row[column[1]]
    if value ~= nil then
      n = n + 1
      names[n], marks[n], values[n] = quoted(column[1]), "?", value
    end
  end
  return ("INSERT OR REPLACE INTO %s (%s) VALUES (%s)"):format(name,
    table.concat(names, ", "), table.concat(marks, ", ")), values
end

-- Gives the row, which is not stored yet, its seals.
function tables.sealed(name, row)
  for _, column in ipairs(columns[name]) do
    local value = row[column[1]]
    if column.apart then
      row[column[1] .. "_seal"] = value and core.seal(column[1], value) or nil
    end
  end
  local list, n = {}, 0
  for _, column in ipairs(covered(name)) do
    list[n + 1], list[n + 2] = column, row[column]
    n = n + 2
  end
  row.seal = core.seal(table.unpack(list, 1, n))
  return row
end

-- What a row that was read must hold: pairs { column, kind } by name, so that messages
-- are always the same; of some columns only, if a set of names is given.
function tables.shape(name, only)
  local list = {}
  for _, row in ipairs(columns[name]) do
    if not only or only[row[1]] then list[#list + 1] = { row[1], row[3] } end
  end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

return tables
