-- studies.lua -- studies as runs: stored with their settings, steps, parts and result.
--
--     local id = studies.start("scripts/axelrod.lua", study, options)
--     studies.resume(row, options)          -- goes on with a stored one
--
-- A study is a function, so it is resumed by calling it again: a step (s.step) whose
-- result is stored is not done again, and a part (a run that ludus.evolve makes inside
-- a study) goes on from its last checkpoint. Both are known by where they stand: a step
-- by its name, a part by the step it is in and its number there.
--
-- Scripts get closures only: neither the store nor the table of the study that is
-- running is within their reach.

local ends   = require "ludus.script.ends"
local json   = require "ludus.json"
local identity = require "ludus.run.identity"
local launch = require "ludus.run.launch"
local limit  = require "ludus.core.limit"
local output = require "ludus.run.output"
local pieces = require "ludus.run.pieces"
local runs   = require "ludus.run"
local script = require "ludus.script"
local stores = require "ludus.run.store"
local study  = require "ludus.script.study"
local system = require "ludus.core.system"

local studies = {}

-- The study that is running: { store=, id=, row=, options=, steps = stored ones by
-- name, parts = stored ones by place, taken = names of steps so far, step = the one that
-- is running, count = parts in it so far, work = its pieces, see ludus.run.pieces, lesson =
-- is it one? whose parts keep births }.
local current

local Stopped = {}                    -- raised to leave a study

-- ---- steps -----------------------------------------------------------------------

-- Calls f and leaves the step again, however it ends.
local function inside(self, name, f)
  local step, count = self.step, self.count
  local _ <close> = setmetatable({}, { __close = function()
    self.step, self.count = step, count
  end })
  self.step, self.count = name, 0
  return f()
end

-- What s.step(name, f) gives: the stored result of the step, or that of f, which is
-- stored. Both have been JSON in between, so they are the same.
local function step(self, name, f)
  self.taken = self.taken + 1
  local number, stored = self.taken, self.steps[name]
  if stored then
    if self.step == "" then self.work:skip() end
    return stored.value
  end
  local before = system.clock()
  if self.step == "" then self.work:begin(name) end
  local text = study.encode(name, inside(self, name, f))
  if self.step == "" then self.work:finish() end
  limit.trace(0, self.store.add_step, self.store, self.id, { name = name, value = text,
    number = number, seconds = system.clock() - before })
  return text
end

-- ---- parts -----------------------------------------------------------------------

-- The stored beginning of the part at that place, or nil.
local function beginning(self, place, value, options)
  local row = self.parts[place]
  if not row then return nil end
  if row.seed ~= options.seed or row.population ~= value.population then
    error(("run %d: its part %s is not what it was (run %d): it has another seed or "
      .. "population"):format(self.id, place, row.id), 0)
  end
  return { row = row, rows = self.store:generations(row.id),
    checkpoint = self.store:get_checkpoint(row.id) }
end

local function add_part(self, place, value, options)
  value:check_plants()
  local row = launch.about(value.game, self.row.script)
  row.script, row.source, row.settings = self.row.script, "", self.row.settings
  row.seed, row.population = options.seed, value.population
  row.kind, row.parent, row.place = "part", self.id, place
  return self.store:add_run(row)
end

local function part(self, value, options)
  self.count = self.count + 1
  local place = ("%s/%d"):format(self.step, self.count)
  local stored = beginning(self, place, value, options)
  local id = stored and stored.row.id or add_part(self, place, value, options)
  local outside = self.step == ""
  if outside then self.work:begin("run " .. self.count) end
  local bar = self.work:run(value.bounded and value.generations < ends.most
    and value.generations or nil)
  local run = runs.new(value, { seed = options.seed, threads = options.threads,
    store = self.store, id = id, checkpoint = self.options.checkpoint,
    stored = stored, lineage = self.lesson,
    observe = bar and function(_, stats) bar:show(stats) end })
  local _ <close> = setmetatable({}, { __close = function()
    if bar then bar:done() end
    if outside then self.work:finish() end
  end })
  return run:execute()
end

-- ludus.evolve: inside a study, the run is a part of it.
function studies.evolve(value, options)
  if not current then return runs.new(value, options):execute() end
  local run = limit.trace(0, part, current, value, options)
  if run.interrupted then limit.interrupt(Stopped) end
  return run
end

-- ---- whole studies -----------------------------------------------------------------

local function by(list, key)
  local map = {}
  for _, row in ipairs(list) do map[row[key]] = row end
  return map
end

-- Calls the study's function: its result, or nil and true if it was interrupted.
local function call(self, value, given)
  system.catch(true)
  current = self
  local ok, result, interrupted = limit.catch(limit.stoppable, 0, study.start, value,
    given, { seed = self.row.seed, threads = self.options.threads,
      quiet = self.options.quiet, json = self.options.json,
      clear = function() self.work:clear() end,
      expect = function(n) self.work.total = n end,
      step = function(name, f) return step(self, name, f) end })
  current = nil
  self.work:clear()
  local ended = interrupted and system.interrupted() > 0
  system.catch(false)
  if ok then return result end
  if ended then return nil, true end
  pcall(self.store.end_study, self.store, self.id, { status = "failed",
    ended = "failed", message = tostring(result), seconds = self:seconds() })
  error(result, 0)
end

local function execute(self, value)
  local before, started = self.row.seconds, system.clock()
  function self.seconds() return before + system.clock() - started end
  local given = study.settings(value, launch.settings_of(self.row.settings))
  local result, interrupted = call(self, value, given)
  self.store:end_study(self.id, { status = interrupted and "interrupted" or "finished",
    ended = interrupted and "interrupted" or nil, seconds = self.seconds(),
    result = not interrupted and json.encode(result or {}) or nil })
  if interrupted and not self.options.quiet and not self.options.json then
    print("interrupted; to go on: " .. launch.resume_command(self.id, self.options))
  elseif self.options.json then
    output.json(interrupted and { interrupted = true, run = self.id } or result or {})
  end
  return self.id, interrupted
end

local function new(store, row, value, options)
  return { store = store, id = row.id, row = row, options = options,
    steps = by(store:steps(row.id), "name"), parts = by(store:parts(row.id), "place"),
    taken = 0, step = "", count = 0, work = pieces.new(options),
    lesson = study.lesson(value) ~= nil }
end

-- Starts the study that the script at `path` returned: its number, and whether it was
-- interrupted.
function studies.start(path, value, options)
  study.settings(value, options.set)                        -- mistakes come first
  local store = options.opened or stores.open(options.store)
  local settings = launch.settings_text(options.set)
  local id = store:add_run { script = path, source = script.source(path),
    settings = settings, seed = options.seed or 1, population = 0, kind = "study",
    identity = identity.of_experiment(value, settings) }
  return execute(new(store, store:get_run(id), value, options), value)
end

-- Goes on with a stored study.
function studies.resume(row, options)
  local store = options.opened or stores.open(options.store)
  local value = script.load(row.script, row.source)
  if not study.is(value) then
    error(("run %d: its script does not return a study"):format(row.id), 0)
  end
  identity.demand(store, row, value)
  return execute(new(store, row, value, options), value)
end

return studies
