-- run/init.lua -- an experiment with a seed, from the first generation to the last.
--
-- The loop people read: each generation is bred and scored by one call into C, its
-- figures are kept, now and then all is checkpointed in the store. A resumed run
-- goes through its schedule again; generations that are stored already are passed
-- over with their stored figures, then the saved population takes over. So
-- schedules and callbacks may look at figures, but not at the clock.
--
-- A run without schedule, callback and stop of its own needs no such replay. It
-- goes on from the checkpoint at once, and it may be as long as one likes: of
-- more than `history` generations it keeps every 2nd, 4th, 8th ... one, here and
-- in the store, so neither memory nor the file grows with its length.

local evolve  = require "ludus.core.evolve"
local experiments = require "ludus.script.experiment"
local json    = require "ludus.json"
local limit   = require "ludus.core.limit"
local program = require "ludus.script.program"
local progress = require "ludus.run.progress"
local system  = require "ludus.core.system"
local words   = require "ludus.script.words"

local Run = {}                        -- methods

-- The metatable, out of reach of scripts: see ludus.study.
local Class = { methods = Run, __name = "ludus.run", __metatable = "ludus.run" }

local Stopped = {}                    -- raised to leave a schedule early

-- What scripts do not get to see, or may not change, of each run: its store, its
-- number there (id), and what is not stored yet: { store=, id=, unsaved = rows,
-- saved_at=, saved_stride= }.
local hidden = setmetatable({}, { __mode = "k" })

function Class:__index(key)
  if key == "id" then return hidden[self].id end
  return Run[key]
end

function Class:__newindex(key, value)
  if key == "id" then
    error("run.id is the run's number in the store and cannot be changed", 2)
  end
  rawset(self, key, value)
end

-- options: seed, threads, store (a Store) and id, checkpoint (seconds), stored =
-- { rows=, checkpoint= } of an earlier part, observe(run, stats) for progress.
local function new(experiment, options)
  local self = setmetatable({
    experiment = experiment, seed = options.seed or 1,
    threads = options.threads or 0,
    interval = options.checkpoint or 5, observe = options.observe,
    generation = -1, rows = {}, current = {
      game = experiment.game, select = experiment.select, vary = experiment.vary,
      elite = experiment.elite, keep_better = experiment.keep_better },
    started = system.clock(), seconds_before = 0,
  }, Class)
  hidden[self] = { store = options.store, id = options.id, unsaved = {} }
  self.plan = experiment:plan()
  self.thins = not experiment.schedule and not experiment.on_generation
    and words.is_steady(experiment.stop)
  local stored = options.stored
  if stored and stored.checkpoint then self:take_up(stored) end
  return self
end

-- Prepares to go on from what is stored. Where a row is missing that is needed
-- for it (a damaged store) the run begins again, to the same bits.
function Run:take_up(stored)
  local rows, to = {}, stored.checkpoint.generation
  for _, row in ipairs(stored.rows) do rows[row.generation] = row end
  for g = self.thins and to or 0, to do
    if not rows[g] then
      self.missing = g
      return
    end
  end
  self.replay_to, self.replay_rows = to, rows
  self.replay_state = stored.checkpoint.state
  self.seconds_before = rows[to] and rows[to].seconds or 0
end

-- ---- which generations are kept ------------------------------------------------------

-- One generation of so many is kept once `generation` has been reached.
function Run:stride(generation)
  local stride = 1
  if not self.thins then return stride end
  while generation // stride >= self.experiment.history do stride = stride * 2 end
  return stride
end

-- The rows on the stride and the last one.
local function thinned(rows, stride)
  local kept = {}
  for i, row in ipairs(rows) do
    if row.generation % stride == 0 or i == #rows then kept[#kept + 1] = row end
  end
  return kept
end

-- Adds the row of the newest generation to a list that is kept within bounds.
function Run:keep(list, row)
  local last = list[#list]
  local stride, before = self:stride(row.generation),
    last and self:stride(last.generation) or 1
  if stride > before then list = thinned(list, stride) end
  last = list[#list]
  if last and last.generation % stride ~= 0 then list[#list] = nil end
  list[#list + 1] = row
  return list
end

-- ---- the engine --------------------------------------------------------------------

function Run:engine()
  if not self.evolution then
    self.evolution = evolve.new(self.experiment.species, self.current.game, {
      population = self.experiment.population, seed = self.seed,
      threads = self.threads, cache = self.experiment.cache })
  end
  return self.evolution
end

function Run:first_generation()
  local engine = self:engine()
  for slot, entry in ipairs(self.experiment.plant) do
    if slot > self.experiment.population then break end
    local text, name = program.planted(entry)
    engine:plant(slot, text, name)
  end
  engine:start(self.experiment.unique)
end

-- Seconds this run has taken, all its parts together.
function Run:seconds()
  return self.seconds_before + system.clock() - self.started
end

-- ---- one generation ------------------------------------------------------------------

-- The figures of the generation just made.
function Run:measure(plan_text)
  local stats = self.evolution:stats()
  stats.seconds = self:seconds()
  stats.program = self.evolution:text(stats.slot)
  stats.plan = plan_text
  if hidden[self].store and self:stride(self.generation) == 1 then
    stats.births = self.evolution:births()
  end
  return stats
end

function Run:replaying() return self.replay_to and self.generation < self.replay_to end

-- Calls a function of the experiment, which may not take too long.
function Run:ask(field, ...)
  return limit.trace(self.experiment.seconds, self.experiment[field], ...)
end

-- The same for one that need not come to its end: once Ctrl-C was pressed it is left.
-- Not while the run is replayed: there is no population to save yet.
function Run:ask_at_leisure(field)
  local call = self:replaying() and limit.trace or limit.stoppable
  return call(self.experiment.seconds, self.experiment[field], self)
end

-- The stored figures of the next generation, or of the last one where those
-- between need not be gone through.
function Run:replay()
  local next = self.thins and self.replay_to or self.generation + 1
  local stats = self.replay_rows[next]
  self.generation = next
  if next < self.replay_to then return stats end
  self:engine():restore(self.replay_state)
  self.replay_state = nil
  local found = self.evolution:stats().generation
  if found ~= next then
    error(("the checkpoint of generation %d holds generation %d"):format(next,
      found), 0)
  end
  if self.thins then
    for g = 0, next - 1 do
      local row = self.replay_rows[g]
      if row then self.rows = self:keep(self.rows, row) end
    end
  end
  return stats
end

local function advance(self)
  local stats
  local replayed = self:replaying()
  if replayed then stats = self:replay()
  else
    if self.generation < 0 then self:first_generation()
    else self.evolution:step(self.plan) end
    self.generation = self.generation + 1
    stats = self:measure(json.encode(experiments.plain_plan(self.plan)))
    hidden[self].unsaved = Run.keep(self, hidden[self].unsaved, stats)
  end
  self.rows = self:keep(self.rows, stats)
  if not replayed then self:maybe_checkpoint() end
  self.stats = stats
  if self.observe then self.observe(self, stats) end
  if self.experiment.on_generation then self:ask_at_leisure "on_generation" end
  if system.interrupted() > 0 and not self:replaying() then
    limit.interrupt(Stopped)
  end
end

-- Goes to the next generation, by replay or by breeding. The time this takes is not
-- that of the schedule that asked for it.
function Run:advance() limit.trace(0, advance, self) end

-- ---- checkpoints -------------------------------------------------------------------

-- A perfect program, or one that is good enough for `stop`.
function Run:is_solved(stats)
  return stats.standardized <= 0 or self:ask("stop", stats) == true
end

function Run:figures()
  local last = self.rows[#self.rows]
  return { generation = self.generation, evaluations = last.evaluations,
    best = last.raw, solved = self:is_solved(last), seconds = self:seconds(),
    digest = self.evolution:digest() }
end

function Run:checkpoint(status)
  local own = hidden[self]
  if not own.store then return end
  local stride = self:stride(self.generation)
  own.store:checkpoint(own.id, own.unsaved, self.evolution:save(), status,
    self:figures(), stride, stride ~= own.saved_stride)
  for _, row in ipairs(own.unsaved) do row.births = nil end
  own.unsaved = {}
  own.saved_at, own.saved_stride = system.clock(), stride
end

-- Saves generation 0 at once, later ones every few seconds. The row of this
-- generation counts already, although callbacks have not seen it yet: a resumed
-- run calls them again.
function Run:maybe_checkpoint()
  local own = hidden[self]
  if not own.store then return end
  if own.saved_at and system.clock() - own.saved_at < self.interval then return end
  self:checkpoint("running")
end

-- ---- what schedules call ----------------------------------------------------------

-- Breeds n more generations, or fewer if `stop` says so; true if it did.
function Run:evolve(n)
  for _ = 1, n do
    if self:ask("stop", self.stats) then return true end
    self:advance()
  end
  return self:ask("stop", self.stats)
end

local can_change = { game = true, select = true, vary = true, elite = true,
  keep_better = true }

-- Changes what `can_change` lists from the next generation on.
function Run:set(changes)
  local lacking = changes.game and experiments.lacks(changes.game, self.experiment.needs)
  if lacking then error("run:set: " .. lacking, 2) end
  for key, value in pairs(changes) do
    if not can_change[key] then
      error(("run:set: '%s' cannot be changed during a run; game, select, vary, "
        .. "elite and keep_better can"):format(tostring(key)), 2)
    end
    self.current[key] = value
  end
  local current = self.current
  local changed = setmetatable({ select = current.select, vary = current.vary,
    elite = current.elite, keep_better = current.keep_better },
    { __index = self.experiment })
  self.plan = self.experiment.plan(changed)
  if changes.game and self.evolution and not self:replaying() then
    limit.trace(0, self.evolution.game, self.evolution, changes.game)
    self.stats = self:measure(nil)
  end
end

function Run:stop() error(Stopped, 0) end

-- The text of the best program so far of the current generation.
function Run:best() return self.stats.program end

-- ---- the whole run -----------------------------------------------------------------

local function default_schedule(run)
  run:evolve(run.experiment.generations - 1 - run.generation)
end

-- Calls f(run). A wish to end, of the script or of the person, is no error; others
-- are told to `failed` and raised.
function Run:guide(f, failed)
  local ok, message, interrupted = limit.catch(f, self)
  if ok or message == Stopped and not interrupted then return end
  self.interrupted = interrupted and system.interrupted() > 0
  if self.interrupted then return end
  if failed then failed(message) end
  if interrupted then limit.interrupt(message) end         -- at the prompt
  error(message, 0)
end

local function all_generations(self)
  self:advance()
  if self.experiment.schedule then self:ask_at_leisure "schedule"
  else default_schedule(self) end
  if self:replaying() then
    error(("the store has generation %d, but the schedule ends at %d"):format(
      self.replay_to, self.generation), 0)
  end
end

-- Runs to the end, or to an interrupt; returns the run. Errors of the script are
-- noted in the store.
function Run:execute()
  local own = hidden[self]
  self:guide(all_generations, own.store and function(message)
    pcall(own.store.fail, own.store, own.id, tostring(message))
  end)
  self:engine()
  self:checkpoint(self.interrupted and "interrupted" or "finished")
  self.digest = self.evolution:digest()
  if self.experiment.report and not self.interrupted then
    self:guide(function() self:ask_at_leisure "report" end)
  end
  return self
end

-- What the last line of `ludus run` says.
function Run:result()
  local s = self.stats
  return { seed = self.seed, generations = self.generation + 1,
    evaluations = s.evaluations, seconds = self:seconds(), digest = self.digest,
    solved = self:is_solved(s), interrupted = self.interrupted or false,
    run = hidden[self].id,
    best = { text = s.program, score = s.raw, raw = s.raw,
      standardized = s.standardized,
      adjusted = 1 / (1 + s.standardized), steps = s.steps, hits = s.hits,
      size = s.size } }
end

-- At the prompt.
function Class:__show()
  if not self.stats then return "run that has not begun" end
  local r, facts = self:result(), self.current.game.facts
  local max = facts and facts(self.current.game).max
  return ("run, seed %d: %d generations, %s evaluations; best raw %s, size %d%s\n"
    .. "run:best()  run.rows  run.stats  run.digest"):format(r.seed, r.generations,
    progress.thousands(r.evaluations), progress.of(r.best.raw, max), r.best.size,
    r.solved and ", solved" or "")
end

-- The store of a run and its number there, whatever the script has made of the run:
-- for the host, not for scripts in a sandbox.
local function store_of(run) return hidden[run].store end
local function id_of(run) return hidden[run].id end

return { new = new, store = store_of, id = id_of }
