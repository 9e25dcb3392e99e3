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
-- Every row carries a seal (see ludus.run.tables). A run knows how many generations
-- are stored and what their seals are, the ledger the same of runs and knowledge: a
-- row that has changed, that is missing or comes twice is told as damage when it is
-- read, and never reaches a result. The file may come from anywhere: seals are no
-- signatures, so values of the wrong kind are told, too.

local core    = require "ludus.core.store"
local json    = require "ludus.json"
local seals   = require "ludus.run.seals"
local system  = require "ludus.core.system"
local tables  = require "ludus.run.tables"
local trouble = require "ludus.run.trouble"

local store = {}
local Store = {}
Store.__index = Store
Store.__name = "ludus.store"
for name, method in pairs(seals.methods) do Store[name] = method end

store.version = tables.version
store.guarded, store.better = trouble.guarded, seals.better
store.is_sound = seals.is_sound

local guarded, damage = trouble.guarded, trouble.damage

function store.path() return os.getenv "LUDUS_STORE" or "ludus.db" end

-- Is the value of that kind?
local tests = {
  bytes = function(value) return type(value) == "string" end,
  text = function(value)
    return type(value) == "string" and not value:find("\0", 1, true)
  end,
  integer = function(value) return math.type(value) == "integer" end,
  number = function(value) return type(value) == "number" end,
}

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

local function kind_of(value)
  if value == nil then return "nothing" end
  return math.type(value) or type(value) == "string" and "bytes" or type(value)
end

local DAMAGE = "%s: damaged: '%s' of %s holds %s, expected %s\n"
  .. "to look at it: sqlite3 %s"

-- The rows, every one of the shape of that name; `what` is whose they are, `only` a
-- set of the columns that were read.
function Store:sound(rows, name, what, only)
  for _, pair in ipairs(tables.shape(name, only)) do
    local column, kind = pair[1], pair[2]:gsub("%?", "")
    local test, optional = tests[kind], kind ~= pair[2]
    for _, row in ipairs(rows) do
      local value = row[column]
      if not (test(value) or value == nil and optional) then
        trouble.raise(DAMAGE:format(self.path, column, what, kind_of(value), kind,
          self.path))
      end
    end
  end
  return rows
end

-- Rows of a table, every one as it was written, and their seals, xor; `rest` follows
-- the table's name in the statement, `what` is whose the rows are.
function Store:read(name, without, what, rest, ...)
  local sealed = self.version >= 2
  local list = tables.list(name, self.version, without)
  local rows = self:query(("SELECT %s%s FROM %s %s"):format(list, sealed
    and ", " .. tables.seal(name) .. " AS written" or "", name, rest), ...)
  local only, seals = {}, 0
  for column in list:gmatch '"([^"]+)"' do only[column] = true end
  self:sound(rows, name, what, only)
  if not sealed then return rows end
  for _, row in ipairs(rows) do
    if row.seal ~= row.written then
      damage(self.path, "%s is not what was written", what)
    end
    seals = seals ~ row.seal
    row.seal, row.written = nil, nil
  end
  return rows, seals
end

-- An error if there is no such store; without a path, the usual one.
function store.demand(path)
  path = path or store.path()
  if path ~= "" and not system.exists(path) then
    error(path .. ": no such store; 'ludus run' makes one", 0)
  end
end

-- Makes the tables of this version, and seals what an older one has written.
local function upgrade(path)
  local self = setmetatable({ path = path, db = core.open(path, "upgrade"),
    version = store.version }, Store)
  self:transaction(function()
    local found = check_version(self.db, path, "write")
    if found == store.version then return end       -- another process was quicker
    for _, statement in ipairs(tables.upgrade(found)) do self:run_sql(statement) end
    self:trust()
    self:run_sql("PRAGMA user_version = " .. store.version)
  end)
  self:close()
end

-- Opens the store for "write" (made if it is missing) or "read".
function store.open(path, mode)
  path = path or store.path()
  mode = mode or "write"
  if mode == "read" then store.demand(path) end
  local self = setmetatable({ path = path }, Store)
  guarded(path, function()
    self.db = core.open(path, mode)
    self.version = check_version(self.db, path, mode)
    if mode == "write" and self.version < store.version then
      upgrade(path)
      self.version = store.version
    end
    if mode == "write" then self.db:run "PRAGMA synchronous = NORMAL" end
    self.db:run "PRAGMA temp_store = MEMORY"     -- no files but the store's own
  end)
  return self
end

function Store:close() self.db:close() end

function Store:query(sql, ...)
  return guarded(self.path, self.db.query, self.db, sql, ...)
end

function Store:run_sql(sql, ...)
  return guarded(self.path, self.db.run, self.db, sql, ...)
end

-- Runs f inside one transaction: all of it is stored, or nothing; and what it reads is
-- of one moment. In a transaction f is just called.
function Store:transaction(f, begin)
  if self.inside then return f() end
  self:run_sql(begin or "BEGIN IMMEDIATE")
  self.inside = true
  local ok, result = pcall(f)
  self.inside = false
  if ok then
    local ended, message = pcall(self.run_sql, self, "COMMIT")
    if not ended then ok, result = false, message end
  end
  if not ok then
    pcall(self.db.run, self.db, "ROLLBACK")
    error(result, 0)
  end
  return result
end

-- Runs f, which only reads.
function Store:moment(f) return self:transaction(f, "BEGIN") end

-- ---- runs ----------------------------------------------------------------------

-- Seals the row of a run again, which was sound before it changed.
function Store:seal_run(id, before)
  self:run_sql(("UPDATE runs SET seal = %s WHERE id = ?"):format(tables.seal "runs"),
    id)
  self:note("runs", before, self:query("SELECT seal FROM runs WHERE id = ?",
    id)[1].seal)
end

-- Changes columns of a run: "status = ?2, message = ?3".
function Store:change_run(id, changes, ...)
  local row = self:query(("SELECT seal, %s AS written FROM runs WHERE id = ?"):format(
    tables.seal "runs"), id)[1]
  if not row or row.seal ~= row.written then
    damage(self.path, "run %s is not what was written", id)
  end
  self:run_sql(("UPDATE runs SET %s WHERE id = ?1"):format(changes), id, ...)
  self:seal_run(id, row.seal)
end

-- Keeps files that a script has read, as ludus.script.files gives them.
local function keep_files(self, list)
  for _, file in ipairs(list) do
    if file.text and not self:content(file.hash) then
      local sql, values = tables.insert("contents", tables.sealed("contents",
        { hash = file.hash, bytes = file.text }))
      self:run_sql(sql, table.unpack(values))
    end
  end
end

-- Adds a run and returns its number. `run` has script, source, settings (text),
-- seed, population; max, game, minimise, kind, parent, place, identity (as
-- ludus.run.identity gives it) where they are known.
function Store:add_run(run)
  local who = run.identity or { seen = {} }
  return self:transaction(function()
    local id = self:run_sql([[INSERT INTO runs (script, source, settings, seed,
        population, version, max, game, minimise, kind, parent, place, identity, files,
        status, generation, evaluations, solved, seconds, started, kept, kept_seals)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', -1, 0, 0, 0,
        datetime('now'), 0, 0)]], run.script, run.source, run.settings, run.seed,
      run.population, system.version, run.max, run.game, run.minimise, run.kind,
      run.parent, run.place, who.hash, who.files)
    keep_files(self, who.seen)
    self:seal_run(id)
    return id
  end)
end

-- The text of a file that a script has read, or nil if it is not kept.
function Store:content(hash)
  if self.version < 2 then return nil end
  local row = self:read("contents", nil, "a file that was kept", "WHERE hash = ?",
    hash)[1]
  return row and row.bytes
end

-- The run of that identity and seed that went furthest, or nil.
function Store:find_run(identity, seed)
  return self:read("runs", nil, "a run", [[WHERE identity = ? AND seed = ?
    AND status <> 'failed' ORDER BY status = 'finished' DESC, generation DESC LIMIT 1]],
    identity, seed)[1]
end

-- The last run of that script and those settings that is of another identity, or nil.
function Store:other_run(script, settings, identity)
  return self:read("runs", nil, "a run", [[WHERE script = ? AND settings = ?
    AND identity IS NOT ? ORDER BY id DESC LIMIT 1]], script, settings, identity)[1]
end

-- Columns of runs that are for the store alone.
local inner = { kept = true, kept_seals = true }

local function without_inner(rows)
  for _, row in pairs(rows) do
    for name in pairs(inner) do row[name] = nil end
  end
  return rows
end

-- All runs, without their scripts.
function Store:runs()
  return self:moment(function()
    local rows, seals = self:read("runs", { source = true }, "a run", "ORDER BY id")
    if seals and not self:is_complete("runs", #rows, seals) then
      damage(self.path, "runs are missing")
    end
    return without_inner(rows)
  end)
end

-- The runs with these numbers, by number, read at once; `reached` and `reached_raw` only
-- where every generation is stored, else they depend on when it was saved.
function Store:some_runs(ids)
  local first, last, found = math.huge, -math.huge, {}
  for _, id in ipairs(ids) do
    first, last = math.min(first, id), math.max(last, id)
  end
  for _, row in ipairs(self:read("runs", nil, "a run", "WHERE id BETWEEN ? AND ?", first,
    last)) do
    if row.kept ~= row.generation + 1 then row.reached = nil end
    found[row.id] = row
  end
  without_inner(found)
  for _, id in ipairs(ids) do
    if not found[id] then self:get_run(id) end           -- says which there are
  end
  return found
end

-- One run, or an error that says which there are.
function Store:get_run(id)
  local rows = self:read("runs", nil, "run " .. tostring(id), "WHERE id = ?", id)
  if rows[1] then return without_inner(rows)[1] end
  local last = self:query("SELECT max(id) AS last FROM runs")[1].last
  error(last and ("%s: no run %s; the last one is %d"):format(self.path,
    tostring(id), last) or ("%s: no run %s; the store is empty")
    :format(self.path, tostring(id)), 0)
end

-- ---- generations -------------------------------------------------------------------

-- Of the generations of a run that are about to be removed or written over: how many,
-- and their seals, xor.
local function leaving(self, condition, ...)
  local rows = self:query("SELECT seal FROM generations WHERE " .. condition, ...)
  return #rows, seals.xor(rows)
end

-- Removes rows off the stride but that of `last`: all of them, or only that of
-- the checkpoint before. How many, and their seals.
function Store:thin(id, last, stride, all)
  if stride == 1 then return 0, 0 end
  local which = "run = ? AND generation <> ? AND generation % ? <> 0"
    .. (all and "" or [[ AND generation =
    (SELECT generation FROM checkpoints WHERE run = generations.run)]])
  local n, seals = leaving(self, which, id, last, stride)
  if n > 0 then
    self:run_sql("DELETE FROM generations WHERE " .. which, id, last, stride)
  end
  return n, seals
end

-- Stores the rows of some generations, the state of the last of them and the
-- run's figures, all or nothing. One row in `stride` is kept besides the last;
-- `all` says that the stride has changed.
function Store:checkpoint(id, rows, state, status, figures, stride, all)
  self:transaction(function()
    local run = self:read("runs", { source = true }, "run " .. id, "WHERE id = ?",
      id)[1] or damage(self.path, "run %s is missing", id)
    local gone, seals = self:thin(id, figures.generation, stride, all)
    local kept, best = run.kept - gone, run.reached
      and { standardized = run.reached, raw = run.reached_raw }
    seals = run.kept_seals ~ seals
    for _, row in ipairs(rows) do
      local before
      row = setmetatable({ run = id, measures = row.measures
        and json.encode(row.measures) }, { __index = row })
      gone, before = leaving(self, "run = ? AND generation = ?", id, row.generation)
      local sql, values = tables.insert("generations", tables.sealed("generations", row))
      self:run_sql(sql, table.unpack(values))
      kept, seals = kept - gone + 1, seals ~ before ~ row.seal
      best = store.better(best, row)
    end
    local sql, values = tables.insert("checkpoints", tables.sealed("checkpoints",
      { run = id, generation = figures.generation, state = state }))
    self:run_sql(sql, table.unpack(values))
    self:change_run(id, [[status = ?2, generation = ?3, evaluations = ?4, best = ?5,
        solved = ?6, seconds = ?7, digest = ?8, kept = ?9, kept_seals = ?10,
        reached = ?11, reached_raw = ?12, ended = ?13, solved_at = ?14, course = ?15,
        test = ?16, result = ?17, message = NULL]],
      status, figures.generation, figures.evaluations, figures.best, figures.solved,
      figures.seconds, figures.digest, kept, seals, best and best.standardized,
      best and best.raw, figures.ended, figures.solved_at, figures.course, figures.test,
      figures.result)
  end)
end

function Store:fail(id, message)
  self:transaction(function()
    self:change_run(id, "status = 'failed', ended = 'failed', message = ?2", message)
  end)
end

-- All generations of a run that were kept, without the births.
function Store:generations(id)
  local without = { births = true }
  return self:moment(function()
    local rows, seals = self:read("generations", without, "a generation of run " .. id,
      "WHERE run = ? ORDER BY generation", id)
    local run = seals and self:read("runs", { source = true }, "run " .. id,
      "WHERE id = ?", id)[1]
    if run and (run.kept ~= #rows or run.kept_seals ~= seals) then
      damage(self.path, "generations of run %s are missing", id)
    end
    for _, row in ipairs(rows) do
      row.run, row.births_seal = nil, nil
      row.measures = row.measures and store.figures(row.measures)
    end
    return rows
  end)
end

-- Named numbers from JSON; what is none of them is left out.
function store.figures(text)
  local ok, given = pcall(json.decode, text)
  local figures = {}
  for name, value in pairs(ok and type(given) == "table" and given or {}) do
    if type(name) == "string" and type(value) == "number" then figures[name] = value end
  end
  return figures
end

-- The script's own figures of the last generation of a run that is kept, or nil.
function Store:measures(id)
  if self.version < 2 then return nil end
  local row = self:query("SELECT measures FROM generations WHERE run = ? "
    .. "ORDER BY generation DESC LIMIT 1", id)[1]
  return row and row.measures and store.figures(tostring(row.measures))
end

-- The births of all generations of a run, by generation.
function Store:births(id)
  local births = {}
  local sealed = self.version >= 2
  for _, row in ipairs(self:query(("SELECT generation, births%s FROM generations "
    .. "WHERE run = ?"):format(sealed and ", births_seal AS seal, seal('births', "
    .. "births) AS written" or ""), id)) do
    local what = ("generation %s of run %s"):format(row.generation, id)
    self:sound({ row }, "generations", what, { generation = true, births = true })
    if sealed and row.births and row.seal ~= row.written then
      damage(self.path, "the births of %s are not what was written", what)
    end
    births[row.generation] = row.births
  end
  return births
end

-- The last checkpoint, { generation, state }, or nil.
function Store:get_checkpoint(id)
  return self:read("checkpoints", nil, "the checkpoint of run " .. id,
    "WHERE run = ?", id)[1]
end

-- ---- studies -----------------------------------------------------------------------

-- The steps of a study that are done, in their order.
function Store:steps(id)
  return self:read("steps", nil, "a step of run " .. id,
    "WHERE run = ? ORDER BY number", id)
end

-- Stores a step: name, number, value (JSON) and seconds.
function Store:add_step(id, row)
  row.run = id
  local sql, values = tables.insert("steps", tables.sealed("steps", row))
  self:transaction(function() self:run_sql(sql, table.unpack(values)) end)
end

-- The runs that are parts of a study.
function Store:parts(id)
  return without_inner((self:read("runs", { source = true }, "a part of run " .. id,
    "WHERE parent = ? AND kind = 'part' ORDER BY id", id)))
end

-- How a study ended: status, ended, seconds, result (JSON) and message where there are.
function Store:end_study(id, figures)
  self:transaction(function()
    self:change_run(id, "status = ?2, ended = ?3, seconds = ?4, result = ?5, "
      .. "message = ?6", figures.status, figures.ended, figures.seconds, figures.result,
      figures.message)
  end)
end

-- ---- knowledge: named bytes, for players that learn about opponents ---------------

-- The row of that name, found without the index: a damaged one would miss it. Nothing
-- is known only if nothing is missing.
local function known(self, name)
  local rows = self:read("knowledge", nil, ("what is known as '%s'"):format(name),
    "NOT INDEXED WHERE name = ?", name)
  local all, seals = self:read("knowledge", nil, "what is known", "NOT INDEXED")
  if #rows > 1 or seals and not self:is_complete("knowledge", #all, seals) then
    damage(self.path, "something that was known is missing")
  end
  return rows[1]
end

function Store:remember(name, value)
  self:transaction(function()
    local before = known(self, name)
    local row = tables.sealed("knowledge", { name = name, value = value })
    local sql, values = tables.insert("knowledge", row)
    self:run_sql(sql, table.unpack(values))
    if before then tables.sealed("knowledge", before) end
    self:note("knowledge", before and before.seal, row.seal)
  end)
end

function Store:recall(name)
  return self:moment(function()
    local row = known(self, name)
    return row and row.value
  end)
end

return store
