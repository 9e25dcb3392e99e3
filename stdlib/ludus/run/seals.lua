-- seals.lua -- seals of a run store: is every row what was written, is none missing?
--
-- Every row carries a seal (see ludus.run.tables). A run knows how many generations
-- are stored and what their seals are, the ledger the same of runs and knowledge.
-- `seals.methods` are methods of a store.

local evolve  = require "ludus.core.evolve"
local tables  = require "ludus.run.tables"
local trouble = require "ludus.run.trouble"

local methods = {}
local seals = { methods = methods }

-- What the ledger says of a table: how many rows, and their seals, xor.
local function ledger(self, name)
  local row = self:query("SELECT rows, seals FROM ledger WHERE name = ?", name)[1]
    or { rows = 0, seals = 0 }
  if math.type(row.rows) ~= "integer" or math.type(row.seals) ~= "integer" then
    trouble.damage(self.path, "the ledger of %s", name)
  end
  return row.rows, row.seals
end

-- Notes in the ledger that a row came, changed or went: its seals before and after.
function methods:note(name, before, after)
  local rows, seals = ledger(self, name)
  self:run_sql("INSERT OR REPLACE INTO ledger VALUES (?, ?, ?)", name,
    rows + (after and 1 or 0) - (before and 1 or 0),
    seals ~ (before or 0) ~ (after or 0))
end

-- Are so many rows of the table, with these seals, all that there were?
function methods:is_complete(name, rows, seals)
  local all, theirs = ledger(self, name)
  return rows == all and seals == theirs
end

-- The seals of rows, xor.
function seals.xor(rows)
  local all = 0
  for _, row in ipairs(rows) do all = all ~ (row.seal or 0) end
  return all
end

-- The best of the generations since the game last changed; `best` is that of those
-- before them, if there are any.
function seals.better(best, row)
  if not best or row.before or row.standardized < best.standardized then return row end
  return best
end

-- Seals everything as it is: what an older version wrote, what was saved of a damaged
-- store.
function methods:trust()
  self:run_sql [[UPDATE generations SET births_seal =
    CASE WHEN births IS NULL THEN NULL ELSE seal('births', births) END]]
  for _, name in ipairs { "generations", "checkpoints", "steps", "knowledge",
    "contents" } do
    self:run_sql(("UPDATE %s SET seal = %s"):format(name, tables.seal(name)))
  end
  for _, run in ipairs(self:query "SELECT id FROM runs") do
    local rows = self:query([[SELECT seal, raw, standardized, before FROM generations
      WHERE run = ? ORDER BY generation]], run.id)
    local best
    for _, row in ipairs(rows) do best = seals.better(best, row) end
    self:run_sql([[UPDATE runs SET kept = ?2, kept_seals = ?3, reached = ?4,
      reached_raw = ?5 WHERE id = ?1]], run.id, #rows, seals.xor(rows),
      best and best.standardized, best and best.raw)
  end
  self:run_sql("UPDATE runs SET seal = " .. tables.seal "runs")
  for _, name in ipairs { "runs", "knowledge" } do
    local rows = self:query("SELECT seal FROM " .. name)
    self:run_sql("INSERT OR REPLACE INTO ledger VALUES (?, ?, ?)", name, #rows,
      seals.xor(rows))
  end
end

-- Is the state of a checkpoint what was written?
function seals.is_sound(state)
  return type(state) == "string" and evolve.sound(state)
end

-- What --check looks for: rows that a statement gives, and what is told of each.
local flaws = {
  { "SELECT id FROM runs WHERE seal IS NOT " .. tables.seal "runs", "run %s", "id" },
  { "SELECT run, generation FROM generations WHERE seal IS NOT "
    .. tables.seal "generations", "generation %s of run %s", "generation", "run" },
  { "SELECT run, generation FROM generations WHERE births IS NOT NULL AND "
    .. "births_seal IS NOT seal('births', births)", "the births of generation %s of "
    .. "run %s", "generation", "run" },
  { "SELECT run FROM checkpoints WHERE seal IS NOT " .. tables.seal "checkpoints",
    "the checkpoint of run %s", "run" },
  { "SELECT run, name FROM steps WHERE seal IS NOT " .. tables.seal "steps",
    "step '%s' of run %s", "name", "run" },
  { "SELECT name FROM knowledge WHERE seal IS NOT " .. tables.seal "knowledge",
    "what is known as '%s'", "name" },
  { "SELECT hash FROM contents WHERE seal IS NOT " .. tables.seal "contents",
    "the file that was kept as %s", "hash" },
}

local FLAWS_MAX = 10

function methods:find_flaws(problems)
  for _, flaw in ipairs(flaws) do
    for _, row in ipairs(self:query(flaw[1] .. " LIMIT " .. FLAWS_MAX)) do
      problems[#problems + 1] = flaw[2]:format(row[flaw[3]], row[flaw[4] or flaw[3]])
    end
  end
  for _, run in ipairs(self:query "SELECT id, kept, kept_seals FROM runs") do
    local rows = self:query("SELECT seal FROM generations WHERE run = ?", run.id)
    if #rows ~= run.kept or seals.xor(rows) ~= run.kept_seals then
      problems[#problems + 1] = ("the list of generations of run %s"):format(run.id)
    end
  end
  for _, name in ipairs { "runs", "knowledge" } do
    local rows = self:query("SELECT seal FROM " .. name)
    if not self:is_complete(name, #rows, seals.xor(rows)) then
      problems[#problems + 1] = "the list of " .. name
    end
  end
end

-- Reads every page, every row and every checkpoint; an error that lists what is
-- damaged, and the way out.
function methods:inspect()
  local problems = {}
  for _, row in ipairs(self:query "PRAGMA integrity_check(10)") do
    problems[#problems + 1] = row.integrity_check
  end
  if problems[1] == "ok" then problems = {} end
  if self.version >= 2 then self:moment(function() self:find_flaws(problems) end) end
  for _, row in ipairs(self:query "SELECT run FROM checkpoints ORDER BY run") do
    local found = self:query("SELECT state FROM checkpoints WHERE run = ?", row.run)[1]
    local told = ("the checkpoint of run %s"):format(row.run)
    if not (found and seals.is_sound(found.state)) and problems[#problems] ~= told then
      problems[#problems + 1] = told
    end
  end
  if #problems == 0 then return end
  trouble.raise(("%s: damaged\n  %s\n%s"):format(self.path,
    table.concat(problems, "\n  ", 1, math.min(#problems, FLAWS_MAX)),
    trouble.way_out(self.path)))
end

return seals
