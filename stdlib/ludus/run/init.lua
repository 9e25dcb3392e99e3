-- run/init.lua -- an experiment with a seed, from the first generation to the last.
--
-- The loop people read: each generation is bred and scored by one call into C, its
-- figures are kept, now and then all is checkpointed in the store. A resumed run
-- goes through its schedule again; generations that are stored already are passed
-- over with their stored figures, then the saved population takes over. So
-- schedules and callbacks may look at figures, but not at the clock.
--
-- A run without schedule, callback, and `solved` or `stop` of its own needs no such
-- replay. It goes on from the checkpoint at once, and it may be as long as one likes: of
-- more than `history` generations it keeps every 2nd, 4th, 8th ... one, here and
-- in the store, so neither memory nor the file grows with its length.

local changes = require "ludus.run.changes"
local cluster = require "ludus.run.cluster"
local elites  = require "ludus.run.elites"
local ends    = require "ludus.script.ends"
local evolve  = require "ludus.core.evolve"
local fresh   = require "ludus.script.fresh"
local json    = require "ludus.json"
local limit   = require "ludus.core.limit"
local measures = require "ludus.script.measures"
local plans   = require "ludus.script.plan"
local stored_plan = require "ludus.run.stored_plan"
local program = require "ludus.script.program"
local progress = require "ludus.run.progress"
local spec    = require "ludus.script.spec"
local steady  = require "ludus.script.steady"
local system  = require "ludus.core.system"

local Run = {}                        -- methods

-- The metatable, out of reach of scripts: see ludus.study.
local Class = { methods = Run, __name = "ludus.run", __metatable = "ludus.run" }

local Stopped = {}                    -- raised to leave a schedule early

-- What scripts do not get to see, or may not change, of each run: its store, its
-- number there (id), the words of --set, and what is not stored yet: { store=, id=,
-- sets=, unsaved = rows, before = figures with games set in this generation,
-- saved_at=, saved_stride= }.
local hidden = setmetatable({}, { __mode = "k" })

-- Fields that a run has not from the beginning.
local later = {}
for name in ([[evolution stats top digest ended interrupted missing observe replay_to
  replay_rows replay_state sent silent test]]):gmatch "%S+" do
  later[name] = true
end

-- A method that is misspelt is told; other names are nil, as in any table.
function Class:__index(key)
  if key == "id" then return hidden[self].id end
  local value = Run[key]
  if value ~= nil or later[key] or type(key) ~= "string" then return value end
  local near = system.near(key, spec.sorted_keys(Run))
  if near then error(("a run has no '%s'; did you mean '%s'?"):format(key, near), 2) end
end

function Class:__newindex(key, value)
  if key == "id" then
    error("run.id is the run's number in the store and cannot be changed", 2)
  end
  rawset(self, key, value)
end

-- options: seed, threads, store (a Store) and id, checkpoint (seconds), sets (the words
-- of --set, which a schedule may not undo), lineage (false: births are not kept), stored =
-- { row=, rows=, checkpoint= } of an earlier part, observe(run, stats) for progress.
local function new(experiment, options)
  local self = setmetatable({
    experiment = experiment, seed = options.seed or 1,
    threads = options.threads or 0,
    interval = options.checkpoint or 5, observe = options.observe,
    generation = -1, restarts = 0, rows = {}, current = { game = experiment.game },
    started = system.clock(), seconds_before = 0,
  }, Class)
  hidden[self] = { store = options.store, id = options.id, sets = options.sets or {},
    lineage = options.lineage ~= false, unsaved = {}, before = {},
    history = options.history or math.huge }
  for _, name in ipairs(plans.names) do self.current[name] = experiment[name] end
  self.plan = experiment:plan()
  self.ends = ends.new(experiment)
  self.thins = not experiment.schedule and not experiment.on_generation
    and ends.is_steady(experiment)
  local stored = options.stored
  if stored and stored.checkpoint then self:take_up(stored) end
  return self
end

-- Prepares to go on from what is stored. Where a row is missing that is needed
-- for it (a damaged store) the run begins again, to the same bits. So does one whose
-- script has looked at the living programs: those of past generations are gone.
function Run:take_up(stored)
  local rows, to = {}, stored.checkpoint.generation
  for _, row in ipairs(stored.rows) do
    rows[row.generation] = row
    if row.plan and row.plan:find('"opened":true', 1, true) then return end
  end
  for g = self.thins and to or 0, to do
    if not rows[g] then
      self.missing = g
      return
    end
  end
  self.replay_to, self.replay_rows = to, rows
  self.replay_state = stored.checkpoint.state
  if self.thins and stored.row.course then
    self.ends:restore(json.decode(stored.row.course))
  end
  self.seconds_before = rows[to] and rows[to].seconds or 0
end

-- ---- which generations are kept ------------------------------------------------------

-- One generation of so many is kept once `generation` has been reached.
function Run:stride(generation)
  local stride = 1
  if not self.thins then return stride end
  local most = math.min(self.experiment.history, hidden[self].history)
  while generation // stride >= most do stride = stride * 2 end
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

-- The game that is played: that of the experiment or schedule, with the cases of
-- `generation` (default: the last one made) if it has fresh ones.
function Run:played(generation)
  local game, own = self.current.game, hidden[self]
  generation = generation or math.max(self.generation, 0)
  if own.played_of ~= game or own.played_at ~= generation then
    local new = fresh.renewed(game, self.seed, generation)
    if own.played_of ~= game or new ~= game then own.played_game = new end
    own.played_of, own.played_at = game, generation
  end
  return own.played_game
end

-- The game that programs are scored by.
function Run:judged()
  local game, own = self:played(), hidden[self]
  if own.judged_of ~= game then
    own.judged_of, own.judged_game = game, self.experiment:judged(game)
  end
  return own.judged_game
end

-- The evolution that breeds its programs, made when it is first asked for.
function Run:engine()
  if not self.evolution then
    self.evolution = evolve.new(self.experiment.species, self:judged(), {
      population = self.experiment.population, seed = self.seed,
      threads = self.threads, cache = self.experiment.cache, plan = self.plan,
      cluster = cluster.current() ~= nil })
  end
  return self.evolution
end

-- Makes and scores generation 0: what is planted, the others by chance.
function Run:first_generation()
  local engine = self:engine()
  for slot, entry in ipairs(self.experiment.plant) do
    if slot > self.experiment.population then break end
    local text, name = program.planted(entry)
    engine:plant(slot, text, name)
  end
  engine:start(self.experiment.unique, self.plan)
end

-- Seconds this run has taken, all its parts together.
function Run:seconds()
  return self.seconds_before + system.clock() - self.started
end

-- ---- one generation ------------------------------------------------------------------

-- Is it time to save? Generation 0 is saved at once, later ones every few seconds.
local function is_due(self)
  local own = hidden[self]
  return own.store and not (own.saved_at
    and system.clock() - own.saved_at < self.interval)
end

-- The figures of the generation just made.
function Run:measure(plan_text)
  local stats = self.evolution:stats()
  local own = hidden[self]
  stats.seconds, own.due, own.ending = cluster.agree(self:seconds(), is_due(self))
  stats.program = self.evolution:text(stats.slot)
  stats.plan = plan_text
  stats.measures = measures.take(self.experiment, stats, self:played(stats.generation),
    self.evolution, self.plan)
  if own.store and own.lineage and self.generation < own.history
    and self:stride(self.generation) == 1 then
    stats.births = self.evolution:births()
  end
  return stats
end

-- Is it going again through generations that are stored already?
function Run:replaying() return self.replay_to and self.generation < self.replay_to end

-- Calls a function of the experiment, which may not take too long.
function Run:ask(field, ...)
  return limit.trace(self.experiment.patience, self.experiment[field], ...)
end

-- Looks at the newest figures: is the run over, has it succeeded?
function Run:judge(stats)
  self.ends:look(stats, self:judged():goal(), function(...) return self:ask(...) end)
end

-- The same for one that need not come to its end: once Ctrl-C was pressed it is left.
-- Not while the run is replayed: there is no population to save yet; and not on one rank
-- of several.
function Run:ask_at_leisure(field)
  local call = (self:replaying() or cluster.current()) and limit.trace or limit.stoppable
  return call(self.experiment.patience, self.experiment[field], self)
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
  local now = self.evolution:stats()
  local found = now.generation
  stats.spent = now.spent             -- not a figure that is stored
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

-- The plan of the next row, and whether the script has looked at the living programs so
-- far, or planted others among them.
local function plain_plan(self)
  local own = hidden[self]
  local plan = stored_plan.plain(own.restart and plans.restart(self.plan,
    self.experiment.unique) or self.plan)
  plan.opened, plan.planted = own.opened, own.planted
  own.planted = nil
  return plan
end

-- Is a game in Lua the same for every thread?
function Run:look_twice()
  if self.plan.meet or not steady.is_due(self.generation) then return end
  local texts = {}
  for i, slot in ipairs(steady.sample(self.experiment.population)) do
    texts[i] = self.evolution:text(slot)
  end
  steady.check(self:played(), texts)
end

-- Breeds the next generation, which meets fresh cases if the game has them.
function Run:step()
  local before = self:played()
  local game = self:played(self.generation + 1)
  if game ~= before then
    local own = hidden[self]
    own.judged_of, own.judged_game = game, self.experiment:judged(game)
    self.evolution:renew(own.judged_game)
  end
  self.evolution:step(hidden[self].restart and plans.restart(self.plan,
    self.experiment.unique) or self.plan)
end

local function advance(self)
  local stats
  local replayed = self:replaying()
  if replayed then stats = self:replay()
  else
    if self.generation < 0 then self:first_generation()
    else self:step() end
    self.generation = self.generation + 1
    self:look_twice()
    stats = self:measure(json.encode(plain_plan(self)))
    local before = hidden[self].before
    if before.changed then
      stats.before = json.encode(json.list(table.move(before, 1, #before, 1, {})))
    end
    hidden[self].unsaved = Run.keep(self, hidden[self].unsaved, stats)
  end
  hidden[self].before, hidden[self].restart = {}, nil
  self.rows = self:keep(self.rows, stats)
  if not self.top or stats.standardized < self.top.standardized then self.top = stats end
  self:judge(stats)
  if not replayed then self:maybe_checkpoint() end
  self.stats = stats
  if self.observe then self.observe(self, stats) end
  if self.experiment.on_generation then self:ask_at_leisure "on_generation" end
  local ending = system.interrupted() > 0
  if cluster.current() then ending = hidden[self].ending end
  if ending and not self:replaying() then
    limit.interrupt(Stopped)
  end
end

-- Goes to the next generation, by replay or by breeding. The time this takes is not
-- that of the schedule that asked for it.
function Run:advance() limit.trace(0, advance, self) end

-- The figures that a run is known by: those of the last generation or, where it has
-- begun again, of its best.
local function final(self)
  return self.restarts > 0 and self.top or self.rows[#self.rows]
end

-- ---- checkpoints -------------------------------------------------------------------

-- How far it has come: generation, evaluations, best, solved and what the store keeps.
function Run:figures()
  local last, success = self.rows[#self.rows], self.ends.success
  return { generation = self.generation, evaluations = last.evaluations,
    best = final(self).raw, solved = success ~= nil, ended = self.ended,
    test = self.test and json.encode(self.test),
    result = elites.stored(self.evolution, self.plan),
    solved_at = success and success.evaluations,
    course = self.thins and json.encode(self.ends:save()) or nil, seconds = self:seconds(),
    digest = self.evolution:digest() }
end

-- Those whom nobody beats in all objectives, see run/elites.lua.
function Run:front()
  if not self.plan.objectives then error("run:front: there are no objectives", 2) end
  return elites.front(self.evolution, self.plan)
end

-- The elites of a map.
function Run:map()
  if not self.plan.map then error("run:map: there is no map", 2) end
  return elites.map(self.evolution, self.plan)
end

-- Stores all that it needs to go on from here, with its status.
function Run:checkpoint(status)
  local own = hidden[self]
  if not own.store and not cluster.current() then return end
  local stride, state, figures = self:stride(self.generation), self.evolution:save(),
    self:figures()
  if own.store then
    own.store:checkpoint(own.id, own.unsaved, state, status, figures, stride,
      stride ~= own.saved_stride)
  end
  for _, row in ipairs(own.unsaved) do row.births = nil end
  own.unsaved = {}
  own.saved_at, own.saved_stride = system.clock(), stride
end

-- Saves if it is time to. The row of this generation counts already, although callbacks
-- have not seen it yet: a resumed run calls them again.
function Run:maybe_checkpoint()
  if hidden[self].due then self:checkpoint("running") end
end

-- ---- what schedules call ----------------------------------------------------------

-- Is the evolution to end here? A budget that is used up ends a schedule, too.
local function is_over(self)
  if self.ends.budget and self.experiment.schedule and not self:replaying() then
    error(Stopped, 0)
  end
  return self.ends.over ~= nil
end

-- Breeds n more generations, or fewer if the run is over; true if it is.
function Run:evolve(n)
  for _ = 1, n do
    if is_over(self) then return true end
    self:advance()
  end
  return is_over(self)
end

-- Goes to the next generation, whose programs are all drawn anew, as the first ones were;
-- what is planted is not. True if the run is over.
function Run:restart()
  if is_over(self) then return true end
  if self.generation < 0 then error("run:restart: the run has not begun", 2) end
  hidden[self].restart, self.restarts = true, self.restarts + 1
  self:advance()
  return is_over(self)
end

-- The figures of the living programs with a game that has just been set: those stored
-- with the generation that came after, or, if there is none yet, as they are scored now.
-- None if they are to `keep` the scores they have.
local function figures_with(self, game, keep)
  local before = hidden[self].before
  before.changed = true
  if keep then
    if self.evolution and not self:replaying() then
      limit.trace(0, self.evolution.game, self.evolution, game, true)
    end
    return nil
  end
  if self:replaying() then
    local row = self.replay_rows[self.generation + 1]
    before[#before + 1] = row and row.before and json.decode(row.before)[#before + 1]
    return before[#before]
  end
  if not self.evolution then return nil end
  limit.trace(0, self.evolution.game, self.evolution, game)
  local stats = self:measure(nil)
  stats.births = nil
  before[#before + 1] = stats
  return stats
end

-- Changes what a plan has, and the game, from the next generation on. A new game scores the
-- living programs anew, unless `rescore = false`: then they keep the scores by which
-- they are chosen as parents, and all children are scored with the new game.
function Run:set(fields)
  self.plan = changes.plan(self, hidden[self].sets, fields)
  if not fields.game then return end
  self.current.game, self.top = fields.game, nil
  self.ends:change(fields.game)
  local stats = figures_with(self, self:judged(), fields.rescore == false)
  self.stats = stats or self.stats
  if self.stats then self:judge(self.stats) end
end

-- The living programs, for a script to look at: #pop, pop[slot], pop:score(slot),
-- pop:birth(slot), pop:order().
function Run:population()
  if self:replaying() or self.generation < 0 then
    error("run:population: there are no living programs yet", 2)
  end
  hidden[self].opened = true
  return require("ludus.inspect.stored_runs").population_of(self:engine(),
    self.current.game, self.experiment.population, self.plan)
end

-- Puts a program, or its text, in the place of a living one, from wherever it comes:
-- another run, for instance. It is scored at once; gives its score.
function Run:plant(slot, entry)
  if self:replaying() or self.generation < 0 then
    error("run:plant: there are no living programs yet", 2)
  end
  if self.plan.meet then
    error("run:plant: programs that meet each other have no score of their own", 2)
  end
  hidden[self].opened, hidden[self].planted = true, true
  local score = limit.trace(0, self.evolution.replace, self.evolution, slot, entry)
  return score
end

-- Ends the run.
function Run:stop()
  self.ends.over, self.ends.budget = "stop", nil
  error(Stopped, 0)
end

-- The text of the best program so far of the current generation.
function Run:best() return self.stats.program end

-- ---- the whole run -----------------------------------------------------------------

-- The curves of the generations so far, as text or into a file (see r:plot of stored runs).
function Run:plot(options)
  return require "ludus.inspect.stored_runs".plot(
    { generations = function() return self.rows end }, options)
end

local function default_schedule(run)
  repeat until run:evolve(1)
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
  self.ended = self.interrupted and "interrupted" or self.ends:reason()
  if self.experiment.test and not self.interrupted then
    self.test = measures.test(self.experiment, self:result().best.text)
  end
  self:checkpoint(self.interrupted and "interrupted" or "finished")
  self.digest = self.evolution:digest()
  if self.experiment.report and not self.interrupted then
    self:guide(function() self:ask_at_leisure "report" end)
  end
  return self
end

-- What the last line of `ludus run` says.
function Run:result()
  local s = self.restarts > 0 and final(self) or self.stats
  return { seed = self.seed, generations = self.generation + 1,
    evaluations = self.stats.evaluations, seconds = self:seconds(), digest = self.digest,
    solved = self.ends.success ~= nil, ended = self.ended,
    interrupted = self.interrupted or false, test = self.test, measures = s.measures,
    run = hidden[self].id,
    best = { text = s.program, score = s.raw, raw = s.raw,
      standardized = s.standardized,
      adjusted = 1 / (1 + s.standardized), steps = s.steps, hits = s.hits,
      size = s.size } }
end

-- At the prompt.
function Class:__show()
  if not self.stats then return "run that has not begun" end
  local r, facts = self:result(), self:judged().facts
  local max = facts and facts(self:judged()).max
  return ("run, seed %d: %s, %s; best raw %s, size %d%s\n"
    .. "run:best()  run:plot()  run.rows  run.stats  run.digest"):format(r.seed,
    progress.counted(r.generations, "generation"),
    progress.counted(r.evaluations, "evaluation"), progress.of(r.best.raw, max), r.best.size,
    r.solved and ", solved" or "")
end

function Class:__tostring() return Class.__show(self) end

-- The store of a run and its number there, whatever the script has made of the run:
-- for the host, not for scripts in a sandbox.
local function store_of(run) return hidden[run].store end
local function id_of(run) return hidden[run].id end

return { new = new, store = store_of, id = id_of }
