-- store.lua -- the run store: one SQLite file that keeps every run.
--
--     local s = store.open()                -- ludus.db, or LUDUS_STORE
--     for _, run in ipairs(s:runs()) do print(run.id, run.script, run.status) end
--
-- A run is a row with its script, settings, seed and version; each generation is a
-- row with its figures, its best program and, for the lineage, the births of all
-- its programs (seven bytes each) and the plan that made it; the state of the
-- whole population is kept once per run, as of the last checkpoint. A checkpoint
-- is one transaction: a run killed at any moment goes on from the last one.
--
-- The file may come from anywhere: rows are checked when they are read, so that
-- a value of the wrong kind is told as damage and never reaches a run.

local core   = require "ludus.core.store"
local evolve = require "ludus.core.evolve"
local system = require "ludus.core.system"

local store = {}
local Store = {}
Store.__index = Store
Store.__name = "ludus.store"

-- Raised whenever the tables change; a store of a newer version is left alone.
store.version = 1

local schema = {
  [[CREATE TABLE IF NOT EXISTS runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      script TEXT NOT NULL,        -- path, for people
      source TEXT NOT NULL,        -- the script's text: what a resume runs
      settings TEXT NOT NULL,      -- the words of --set, one a line
      seed INTEGER NOT NULL,
      population INTEGER NOT NULL,
      version TEXT NOT NULL,       -- of Ludus
      status TEXT NOT NULL,        -- running, interrupted, finished, failed
      message TEXT,                -- why it failed
      generation INTEGER NOT NULL,
      evaluations INTEGER NOT NULL,
      best REAL, max REAL,         -- raw score, and the greatest there is
      solved INTEGER NOT NULL DEFAULT 0,
      seconds REAL NOT NULL,
      digest TEXT,
      started TEXT NOT NULL)]],
  [[CREATE TABLE IF NOT EXISTS generations (
      run INTEGER NOT NULL REFERENCES runs(id),
      generation INTEGER NOT NULL,
      raw REAL NOT NULL, standardized REAL NOT NULL,       -- of the best
      raw_mean REAL NOT NULL, raw_deviation REAL NOT NULL,
      standardized_mean REAL NOT NULL,
      size INTEGER NOT NULL, size_mean REAL NOT NULL, size_max INTEGER NOT NULL,
      "distinct" INTEGER NOT NULL, hits INTEGER NOT NULL, steps INTEGER NOT NULL,
      evaluations INTEGER NOT NULL, total_steps INTEGER NOT NULL,
      seconds REAL NOT NULL,
      slot INTEGER NOT NULL, program TEXT NOT NULL,        -- the best one
      plan TEXT,                   -- how this generation was made
      births BLOB,
      PRIMARY KEY (run, generation)) WITHOUT ROWID]],
  [[CREATE TABLE IF NOT EXISTS checkpoints (
      run INTEGER PRIMARY KEY REFERENCES runs(id),
      generation INTEGER NOT NULL,
      state BLOB NOT NULL)]],
  [[CREATE TABLE IF NOT EXISTS knowledge (
      name TEXT PRIMARY KEY, value BLOB NOT NULL)]],
}

-- What each column holds when it is read; `?` if it may be empty.
local shapes = {
  runs = { id = "integer", script = "text", source = "text",
    settings = "text", seed = "integer", population = "integer",
    version = "text", status = "text", message = "text?",
    generation = "integer", evaluations = "integer", best = "number?",
    max = "number?", solved = "integer", seconds = "number", digest = "text?",
    started = "text" },
  generations = { generation = "integer", raw = "number", standardized = "number",
    raw_mean = "number", raw_deviation = "number", standardized_mean = "number",
    size = "integer", size_mean = "number", size_max = "integer",
    distinct = "integer", hits = "integer", steps = "integer",
    evaluations = "integer", total_steps = "integer", seconds = "number",
    slot = "integer", program = "text", plan = "text?", births = "bytes?" },
  births = { generation = "integer", births = "bytes?" },
  knowledge = { name = "text", value = "bytes" },
  checkpoints = { run = "integer", generation = "integer", state = "bytes" },
}

-- The same as lists by name, so that messages are always the same.
for name, shape in pairs(shapes) do
  local list = {}
  for column, kind in pairs(shape) do list[#list + 1] = { column, kind } end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  shapes[name] = list
end

function store.path() return os.getenv "LUDUS_STORE" or "ludus.db" end

-- Is the value of that kind?
local function holds(value, kind)
  if kind:sub(-1) == "?" then
    if value == nil then return true end
    kind = kind:sub(1, -2)
  end
  if kind == "bytes" then return type(value) == "string" end
  if kind == "text" then
    return type(value) == "string" and not value:find("\0", 1, true)
  end
  return math.type(value) == kind or type(value) == kind
end

-- The version of the store's tables, 0 if it has none yet. A file of another
-- program is not ours to write to.
local function check_version(db, path, mode)
  local row = db:query([[SELECT user_version AS version,
    (SELECT count(*) FROM sqlite_master) AS tables FROM pragma_user_version]])[1]
  local found = row.version
  if found < 1 and (mode == "read" or row.tables > 0) then
    error(path .. ": a database, but no Ludus store; nothing was changed", 0)
  end
  if found > store.version then
    error(("%s: written by a newer version of Ludus (store version %d, this one "
      .. "knows %d); nothing was changed"):format(path, found, store.version), 0)
  end
  return found
end

-- What can go wrong with the file is the machine's doing, not the script's: an
-- object, so that nobody adds a traceback to it.
local Trouble = { __tostring = function(self) return self.text end }

local function way_out(path)
  return ("to save what can be saved: ludus runs --store %s --salvage saved.db")
    :format(path)
end

local function tidy(message, path)
  message = tostring(message)
  if message:find("file is not a database") or message:find("malformed") then
    return ("%s: damaged or not a Ludus store (%s)\n%s"):format(path,
      message:match("[^:]*$"):gsub("^%s+", ""), way_out(path))
  elseif message:find("database or disk is full") then
    return path .. ": the disk is full; what was stored before is kept"
  elseif message:find("readonly database") then
    return path .. ": cannot be written; what was stored before is kept"
  elseif message:find("disk I/O error") then
    return path .. ": the disk refuses (disk I/O error; is it full?); what was "
      .. "stored before is kept"
  elseif message:find("string or blob too big") then
    return path .. ": the population takes more bytes than a store can keep (1 GB): "
      .. "it has too many programs, or too large ones"
  end
  return (message:gsub("^.-%.lua:%d+: ", ""))
end

-- Calls f with all errors of SQLite put into words.
function store.guarded(path, f, ...)
  local result = table.pack(pcall(f, ...))
  if not result[1] then
    error(setmetatable({ text = tidy(result[2], path) }, Trouble), 0)
  end
  return table.unpack(result, 2, result.n)
end

local guarded = store.guarded

local function kind_of(value)
  if value == nil then return "nothing" end
  return math.type(value) or type(value) == "string" and "bytes" or type(value)
end

local DAMAGE = "%s: damaged: '%s' of %s holds %s, expected %s\n"
  .. "to look at it: sqlite3 %s"

-- The rows, every one of the shape of that name; `what` is whose they are.
function Store:sound(rows, name, what)
  for _, row in ipairs(rows) do
    for _, pair in ipairs(shapes[name]) do
      local column, kind = pair[1], pair[2]
      local value = row[column]
      if not holds(value, kind) then
        error(setmetatable({ text = DAMAGE:format(self.path, column, what,
          kind_of(value), kind:gsub("%?", ""), self.path) }, Trouble), 0)
      end
    end
  end
  return rows
end

-- An error if there is no such store; without a path, the usual one.
function store.demand(path)
  path = path or store.path()
  if path ~= "" and not system.exists(path) then
    error(path .. ": no such store; 'ludus run' makes one", 0)
  end
end

-- Opens the store for "write" (made if it is missing) or "read".
function store.open(path, mode)
  path = path or store.path()
  mode = mode or "write"
  if mode == "read" then store.demand(path) end
  local db = guarded(path, function()
    local db = core.open(path, mode)
    if check_version(db, path, mode) < store.version and mode == "write" then
      db:run "BEGIN IMMEDIATE"
      for _, statement in ipairs(schema) do db:run(statement) end
      db:run("PRAGMA user_version = " .. store.version)
      db:run "COMMIT"
    end
    if mode == "write" then db:run "PRAGMA synchronous = NORMAL" end
    db:run "PRAGMA temp_store = MEMORY"     -- no files but the store's own
    return db
  end)
  return setmetatable({ db = db, path = path }, Store)
end

function Store:close() self.db:close() end

function Store:query(sql, ...)
  return guarded(self.path, self.db.query, self.db, sql, ...)
end

function Store:run_sql(sql, ...)
  return guarded(self.path, self.db.run, self.db, sql, ...)
end

-- Runs f inside one transaction: all of it is stored, or nothing.
function Store:transaction(f)
  self:run_sql "BEGIN IMMEDIATE"
  local ok, message = pcall(f)
  if ok then ok, message = pcall(self.run_sql, self, "COMMIT") end
  if not ok then
    pcall(self.db.run, self.db, "ROLLBACK")
    error(message, 0)
  end
end

-- Is the state of a checkpoint what was written?
function store.is_sound(state)
  return type(state) == "string" and evolve.sound(state)
end

-- Reads every page and every checkpoint; an error that lists what is damaged, and
-- the way out.
function Store:inspect()
  local problems = {}
  for _, row in ipairs(self:query "PRAGMA integrity_check(10)") do
    problems[#problems + 1] = row.integrity_check
  end
  if problems[1] == "ok" then problems = {} end
  for _, row in ipairs(self:query "SELECT run FROM checkpoints ORDER BY run") do
    local state = self:query("SELECT state FROM checkpoints WHERE run = ?",
      row.run)[1].state
    if not store.is_sound(state) then
      problems[#problems + 1] = ("the checkpoint of run %s"):format(row.run)
    end
  end
  if #problems == 0 then return end
  error(setmetatable({ text = ("%s: damaged\n  %s\n%s"):format(self.path,
    table.concat(problems, "\n  "), way_out(self.path)) }, Trouble), 0)
end

-- ---- runs ----------------------------------------------------------------------

-- Adds a run and returns its number. `run` has script, source, settings (text),
-- seed, population, max.
function Store:add_run(run)
  return (self:run_sql([[INSERT INTO runs (script, source, settings, seed,
      population, version, status, generation, evaluations, max, seconds, started)
      VALUES (?, ?, ?, ?, ?, ?, 'running', -1, 0, ?, 0, datetime('now'))]],
    run.script, run.source, run.settings, run.seed, run.population,
    system.version, run.max))
end

function Store:runs()
  return self:sound(self:query "SELECT * FROM runs ORDER BY id", "runs", "a run")
end

-- One run, or an error that says which there are.
function Store:get_run(id)
  local rows = self:sound(self:query("SELECT * FROM runs WHERE id = ?", id),
    "runs", "run " .. tostring(id))
  if rows[1] then return rows[1] end
  local last = self:query("SELECT max(id) AS last FROM runs")[1].last
  error(last and ("%s: no run %s; the last one is %d"):format(self.path,
    tostring(id), last) or ("%s: no run %s; the store is empty")
    :format(self.path, tostring(id)), 0)
end

local columns = { "raw", "standardized", "raw_mean", "raw_deviation",
  "standardized_mean", "size", "size_mean", "size_max", "distinct", "hits",
  "steps", "evaluations", "total_steps", "seconds", "slot", "program", "plan",
  "births" }

local insert = ([[INSERT OR REPLACE INTO generations (run, generation, %s)
  VALUES (?, ?%s)]]):format('"' .. table.concat(columns, '", "') .. '"',
  (", ?"):rep(#columns))

-- Removes rows off the stride but that of `last`: all of them, or only that of
-- the checkpoint before.
function Store:thin(id, last, stride, all)
  if stride == 1 then return end
  local which = all and "" or [[ AND generation =
    (SELECT generation FROM checkpoints WHERE run = generations.run)]]
  self:run_sql([[DELETE FROM generations
    WHERE run = ? AND generation <> ? AND generation % ? <> 0]] .. which, id, last,
    stride)
end

-- Stores the rows of some generations, the state of the last of them and the
-- run's figures, all or nothing. One row in `stride` is kept besides the last;
-- `all` says that the stride has changed.
function Store:checkpoint(id, rows, state, status, figures, stride, all)
  self:transaction(function()
    self:thin(id, figures.generation, stride, all)
    for _, row in ipairs(rows) do
      local values = {}
      for i, column in ipairs(columns) do values[i] = row[column] end
      self:run_sql(insert, id, row.generation,
        table.unpack(values, 1, #columns))
    end
    self:run_sql("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)", id,
      figures.generation, state)
    self:run_sql([[UPDATE runs SET status = ?, generation = ?, evaluations = ?,
        best = ?, solved = ?, seconds = ?, digest = ?, message = NULL
        WHERE id = ?]],
      status, figures.generation, figures.evaluations, figures.best,
      figures.solved, figures.seconds, figures.digest, id)
  end)
end

function Store:fail(id, message)
  self:run_sql("UPDATE runs SET status = 'failed', message = ? WHERE id = ?",
    message, id)
end

-- All generations of a run that were kept, without the births.
function Store:generations(id)
  return self:sound(self:query([[SELECT generation, raw, standardized, raw_mean,
      raw_deviation, standardized_mean, size, size_mean, size_max, "distinct",
      hits, steps, evaluations, total_steps, seconds, slot, program, plan
      FROM generations WHERE run = ? ORDER BY generation]], id), "generations",
    "a generation of run " .. id)
end

function Store:births(id)
  local births = {}
  for _, row in ipairs(self:sound(self:query(
    "SELECT generation, births FROM generations WHERE run = ?", id), "births",
    "a generation of run " .. id)) do
    births[row.generation] = row.births
  end
  return births
end

-- The last checkpoint, { generation, state }, or nil.
function Store:get_checkpoint(id)
  return self:sound(self:query("SELECT * FROM checkpoints WHERE run = ?", id),
    "checkpoints", "the checkpoint of run " .. id)[1]
end

-- ---- knowledge: named bytes, for players that learn about opponents ---------------

function Store:remember(name, value)
  self:run_sql("INSERT OR REPLACE INTO knowledge VALUES (?, ?)", name, value)
end

function Store:recall(name)
  local row = self:query("SELECT value FROM knowledge WHERE name = ?", name)[1]
  return row and row.value
end

return store
