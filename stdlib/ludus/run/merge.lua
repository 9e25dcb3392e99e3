-- merge.lua -- the runs of a store, added to another.
--
--     local told = merge.add(store, "node7.db")
--     print(told.new, told.known, told.better, #told.conflicts)
--
-- Runs of the same identity (see ludus.run.identity) and seed are the same run. Of those
-- the one that went further is kept, once. Two that differ where both have been, at the
-- end or in a generation that both have kept, are a conflict: it is told, and the run
-- that was there stays. Each run comes over in a transaction of its own, with all its
-- generations, its checkpoint, and the parts and steps of a study, so that a merge that
-- was cut short is simply repeated. What players know comes over, too, where nothing
-- else is known by that name.

local core    = require "ludus.core.store"
local stores  = require "ludus.run.store"
local tables  = require "ludus.run.tables"
local trouble = require "ludus.run.trouble"

local merge = {}

-- ---- the same run --------------------------------------------------------------------

-- The run of the store that is the same as `row` and went furthest, or nil. Runs of 0.1.0
-- have no identity: there the text of the script and the settings must be equal.
local function same_run(to, row)
  local which = [[WHERE seed = ?1 AND kind IS ?2 AND %s
    ORDER BY status = 'failed', status = 'finished' DESC, generation DESC LIMIT 1]]
  if row.identity then
    return to:read("runs", nil, "a run", which:format "identity = ?3", row.seed, row.kind,
      row.identity)[1]
  end
  return to:read("runs", nil, "a run", which:format(
    "identity IS NULL AND source = ?3 AND settings = ?4"), row.seed, row.kind, row.source,
    row.settings)[1]
end

local function rank_of(row)
  return row.status == "finished" and 2 or row.status == "failed" and 0 or 1
end

-- Is the first worth more than the second?
local function is_further(a, b)
  local x, y = rank_of(a), rank_of(b)
  return x > y or x == y and a.generation > b.generation
end

local function generation_of(store, id, generation)
  return store:read("generations", { births = true }, "a generation of run " .. id,
    "WHERE run = ? AND generation = ?", id, generation)[1]
end

-- The last generation that both have kept, of each.
local function common(a, b)
  local n = math.min(a.row.generation, b.row.generation)
  for g = n, 0, -1 do
    local x = generation_of(a.store, a.row.id, g)
    local y = x and generation_of(b.store, b.row.id, g)
    if y then return x, y end
  end
end

-- Where two runs that should be the same differ, in words, or nil.
local function difference(a, b)
  if rank_of(a.row) == 2 and rank_of(b.row) == 2 then
    if a.row.digest ~= b.row.digest then
      return ("digests %s and %s"):format(b.row.digest, a.row.digest)
    elseif a.row.kind == "study" and a.row.result ~= b.row.result then
      return "their results"
    end
  end
  local x, y = common(a, b)
  if x and (x.program ~= y.program or x.total_steps ~= y.total_steps) then
    return ("generation %d"):format(x.generation)
  end
end

-- ---- copying -------------------------------------------------------------------------

local function put(to, name, row)
  row.seal, row.births_seal = nil, nil
  local sql, values = tables.insert(name, tables.sealed(name, row))
  to:run_sql(sql, table.unpack(values))
  return row
end

-- The generations of a run one by one, for a run of another number.
local function copy_generations(from, to, old, new)
  local kept, seals = 0, 0
  for _, g in ipairs(from:query("SELECT generation FROM generations WHERE run = ? "
    .. "ORDER BY generation", old)) do
    local what = ("generation %s of run %s"):format(g.generation, old)
    local row = from:read("generations", nil, what, "WHERE run = ? AND generation = ?",
      old, g.generation)[1]
    if from.version >= 2 and row.births
      and row.births_seal ~= core.seal("births", row.births) then
      trouble.damage(from.path, "the births of %s are not what was written", what)
    end
    row.run = new
    kept, seals = kept + 1, seals ~ put(to, "generations", row).seal
  end
  return kept, seals
end

local function copy_files(from, to, row)
  for hash in (row.files or ""):gmatch "[^\n]* (%x+) %d+ [^\n]*" do
    local bytes = from:content(hash)
    if bytes and not to:content(hash) then put(to, "contents", { hash = hash, bytes = bytes }) end
  end
end

-- Copies a run; `parent` is the number of its study there, if it is a part. Its number.
local function copy_run(from, to, row, parent)
  local old, values = row.id, {}
  for column, value in pairs(row) do values[column] = value end
  values.id, values.parent, values.kept, values.kept_seals = nil, parent, 0, 0
  values.seal = nil
  local sql, list = tables.insert("runs", values)
  local new = to:run_sql(sql, table.unpack(list))
  to:seal_run(new)
  local kept, seals = copy_generations(from, to, old, new)
  if from.version >= 2 and (kept ~= row.kept or kept == 0 and row.kept_seals ~= 0) then
    trouble.damage(from.path, "generations of run %s are missing", old)
  end
  local point = from:get_checkpoint(old)
  if point then
    point.run = new
    put(to, "checkpoints", point)
  end
  to:change_run(new, "kept = ?2, kept_seals = ?3", kept, seals)
  copy_files(from, to, row)
  return new
end

-- The same with what belongs to it.
local function copy_whole(from, to, row)
  local new = copy_run(from, to, row)
  if row.kind ~= "study" then return end
  for _, step in ipairs(from:steps(row.id)) do
    step.run = new
    put(to, "steps", step)
  end
  for _, part in ipairs(from:read("runs", nil, "a part of run " .. row.id,
    "WHERE parent = ? AND kind = 'part' ORDER BY id", row.id)) do
    copy_run(from, to, part, new)
  end
end

local function remove_run(to, row)
  for _, name in ipairs { "generations", "checkpoints", "steps" } do
    to:run_sql(("DELETE FROM %s WHERE run = ?"):format(name), row.id)
  end
  local seal = to:query("SELECT seal FROM runs WHERE id = ?", row.id)[1].seal
  to:run_sql("DELETE FROM runs WHERE id = ?", row.id)
  to:note("runs", seal, nil)
  if row.kind ~= "study" then return end
  for _, part in ipairs(to:parts(row.id)) do remove_run(to, part) end
end

-- ---- whole stores --------------------------------------------------------------------

local CONFLICT = "run %d of %s is run %d of %s, and they differ: %s; not taken"

local function add_run(from, to, row, told)
  local there = same_run(to, row)
  if not there then
    copy_whole(from, to, row)
    told.new = told.new + 1
    return
  end
  local why = difference({ store = from, row = row }, { store = to, row = there })
  if why then
    told.conflicts[#told.conflicts + 1] = CONFLICT:format(row.id, from.path, there.id,
      to.path, why)
  elseif is_further(row, there) then
    remove_run(to, there)
    copy_whole(from, to, row)
    told.better = told.better + 1
  else
    told.known = told.known + 1
  end
end

local function add_knowledge(from, to, told)
  for _, row in ipairs(from:read("knowledge", nil, "what is known", "NOT INDEXED")) do
    local there = to:recall(row.name)
    if there == nil then to:remember(row.name, row.value)
    elseif there ~= row.value then
      told.conflicts[#told.conflicts + 1] = ("%s and %s know different things as '%s'; "
        .. "not taken"):format(from.path, to.path, row.name)
    end
  end
end

-- Copies one run to another open store, which has no such run.
function merge.one(from, to, row)
  to:transaction(function() copy_whole(from, to, row) end)
end

-- Adds the store at `path` to an open one: how many runs were new, known, better (they
-- went further than the run that was there), and the conflicts in words.
function merge.add(to, path)
  local from = stores.open(path, "read")
  local told = { new = 0, known = 0, better = 0, conflicts = {} }
  for _, run in ipairs(from:runs()) do
    if run.kind ~= "part" then
      local row = from:read("runs", nil, "run " .. run.id, "WHERE id = ?", run.id)[1]
      to:transaction(function() add_run(from, to, row, told) end)
    end
  end
  to:transaction(function() add_knowledge(from, to, told) end)
  from:close()
  return told
end

return merge
