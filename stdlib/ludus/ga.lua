-- ga.lua -- genetic algorithms, with every choice a field.
--
--     local ga  = require "ludus.ga"
--     local run = ga.run {
--       game = puzzle.game {}, program = ludus.vector { length = 15, max = 18 },
--       population = 35, scheme = "plus", generations = 40,
--       brood = { { children = 36, { "onepoint" } }, { children = 4, { "point" } } },
--     }
--     print(run.program, run.score.raw, run.evaluations, run.stop)
--
-- A brood is a list of parts, each with a number of children and the steps that
-- make one: an operator's name, with its parameters and the `chance` that it is
-- applied. `vary` is short for a brood of one part. ga.new() gives a run to be
-- taken step by step, or scored by Lua (`score`, or pending() and tell()),
-- ga.batch() makes thousands of runs on all cores, and ga.experiment() is the same
-- algorithm as an experiment, with all that a stored run has.

local evolve    = require "ludus.core.evolve"
local operators = require "ludus.script.operators"
local reals     = require "ludus.script.reals"
local spec      = require "ludus.script.spec"
local system    = require "ludus.core.system"
local words     = require "ludus.script.words"

local limits = evolve.limits

local ga = {}

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

ga.schemes, ga.selects, ga.stops = evolve.schemes, evolve.selections(), evolve.ends

-- Numbers that the ways to select share here.
local PRESSURE_MAX, SCALING_MAX = 10000, 100

ga.fields = {
  game       = { "any", help = "what scores the programs" },
  games      = { "list", {}, help = "batch: run r plays game r, in turn" },
  score      = { "function", help = "scores one program in Lua; less is better" },
  program    = { "any", required = true, help = "the species: ludus.vector {...}" },
  first      = { "list", {}, help = "programs of the first population" },
  population = { "integer", 100, min = 1, max = limits.population,
    help = "members" },
  scheme     = { "choice", "generational", choices = names_of(ga.schemes),
    help = "who stays" },
  select     = { "choice", "tournament", choices = names_of(ga.selects),
    help = "how parents are chosen" },
  pressure   = { "number", 2, min = 0, max = PRESSURE_MAX,
    help = "size of a tournament; share for truncation; best to mean for rank" },
  apart      = { "boolean", false, help = "the parents of a pair are two members" },
  scaling    = { "number", 0, min = 0, max = SCALING_MAX,
    help = "linear scaling: the best gets so many times the mean; 0 for none" },
  adjusted   = { "boolean", false,
    help = "fitness is 1 / (1 + standardized) instead of the raw score" },
  elite      = { "integer", 0, min = 0, help = "generational: members that stay" },
  gap        = { "number", 0.2, min = 0, max = 1,
    help = "crowding: children per member, unless the brood says" },
  crowd      = { "integer", 3, min = 1, max = limits.crowd,
    help = "crowding: members compared" },
  young      = { "boolean", false, help = "plus: ties favour children" },
  distinct   = { "integer", 0, min = 0, max = limits.distinct,
    help = "times that a copy of a member is bred again" },
  unlike     = { "boolean", false,
    help = "plus: of members that behave the same only one stays" },
  brood      = { "list", {}, help = "parts: { children = N, step, ... }" },
  vary       = { "list", {}, help = "the steps of a brood of one part" },
  climb      = { "any", help = "the step of a local search on each child" },
  tries      = { "integer", 0, min = 0, max = limits.tries,
    help = "variants the local search tries" },
  generations = { "integer", 0, min = 0, help = "stop: generations; 0 for none" },
  evaluations = { "integer", 0, min = 0, help = "stop: evaluations; 0 for none" },
  seconds    = { "number", 0, min = 0, help = "stop: seconds; 0 for none" },
  target     = { "number", help = "stop: a standardized score good enough; 0, which is "
    .. "perfect, with a game; none with `score`" },
  converged  = { "boolean", false, help = "stop: all members score the same" },
  stalled    = { "integer", 0, min = 0,
    help = "stop: generations without a better best; 0 for none" },
  seed       = { "integer", 1, help = "the seed; run r of a batch has seed + r" },
  threads    = spec.threads "0 for all cores",
  runs       = { "integer", 1, min = 1, max = 10000000, help = "batch: runs" },
  trace      = { "boolean", false, help = "batch: best by generation" },
  programs   = { "boolean", false, help = "batch: the best program of each run" },
}

for name, row in pairs(reals.fields) do ga.fields[name] = row end

local function guarded(name, f, ...)
  local results = table.pack(pcall(f, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  error(("%s%s: %s"):format(spec.where(spec.place(name)), name, results[2]), 0)
end

-- Children of a brood that does not say how many.
local function usual_children(s)
  if s.scheme == "generational" then return math.max(1, s.population - s.elite) end
  if s.scheme == "steady" then return 2 end
  if s.scheme == "crowding" then
    return math.max(1, math.floor(s.gap * s.population + 0.5))
  end
  return s.population
end

-- The parts of the brood as the engine takes them.
local function brood_of(name, s)
  local species = s.program
  local rows, kind = evolve.operators(species), operators.kind(species)
  local function step_of(step)
    local row, wrong = operators.step(step, rows, kind)
    return row or error(("%s%s: %s"):format(spec.where(spec.place(name)), name, wrong), 0)
  end
  local brood = {}
  for i, part in ipairs(s.brood) do
    if type(part) ~= "table" then
      error(("%s: part %d of the brood: expected a table"):format(name, i), 0)
    end
    for _, key in ipairs(spec.sorted_keys(part)) do
      if math.type(key) ~= "integer" and key ~= "children" then
        error(("%s%s: part %d of the brood: unknown field '%s'%s"):format(
          spec.where(spec.place(name), key), name, i, tostring(key),
          spec.hint(key, { "children" })), 0)
      end
    end
    local steps = {}
    for k, step in ipairs(part) do steps[k] = step_of(step) end
    brood[i] = { children = part.children or usual_children(s), steps = steps }
  end
  return brood, s.climb and step_of(s.climb)
end

-- The number of a way to select: its pressure, or the factor of scaling.
local function param_of(s)
  for _, row in ipairs(ga.selects) do
    if row.name == s.select then
      if row.param == "scaling" then return s.scaling end
      return row.param and (row.param == "size" and math.ceil(s.pressure) or s.pressure)
    end
  end
end

local function plan_of(name, s)
  if reals.makes(s.scheme) then
    local plan = { select = { method = "uniform" }, scheme = s.scheme, target = s.target,
      evaluations = s.evaluations }
    reals.settle(plan, s)
    return plan
  end
  local brood, climb = brood_of(name, s)
  return { select = { method = s.select, param = param_of(s), adjusted = s.adjusted },
    scheme = s.scheme, apart = s.apart, crowd = s.crowd, young = s.young,
    distinct = s.distinct, unlike = s.unlike, brood = brood, climb = climb or nil,
    elite = s.scheme == "generational" and s.elite or 0, tries = s.tries,
    target = s.target, evaluations = s.evaluations }
end

local function ends_of(s)
  return { generations = s.generations, evaluations = s.evaluations,
    seconds = s.seconds, target = s.target, converged = s.converged,
    stalled = s.stalled }
end

-- An error if a field is of no use under a scheme that makes its children itself.
local function check_reals(name, s, given)
  reals.check(s.scheme, given, function(field, format, ...)
    error(("%s%s: %s"):format(spec.where(spec.place(name), field), name,
      format:format(...)), 0)
  end)
end

local function complete(name, given)
  local s = spec.check(name, given, ga.fields)
  check_reals(name, s, given)
  if words.is_program(s.program) then s.program = s.program:species(s.game) end
  if #s.vary > 0 then s.brood = { s.vary } end
  if #s.brood == 0 then s.brood = { { "onepoint", "point" } } end
  if s.climb and s.game == nil and #s.games == 0 then
    error(("%s%s: field 'climb': a local search needs a game to score by"):format(
      spec.where(spec.place(name), "climb"), name), 0)
  end
  if s.climb and s.tries == 0 then s.tries = 1 end
  if s.generations == 0 and s.evaluations == 0 and s.seconds == 0
    and not s.converged and s.stalled == 0 then
    s.generations = 100
  end
  if s.game ~= nil then guarded(name, evolve.fits, s.program, s.game) end
  if not s.target and not s.score and (s.game or s.games[1]) then s.target = 0 end
  s.plan, s.ends = plan_of(name, s), ends_of(s)
  return s
end

-- ---- one run --------------------------------------------------------------------

local Run = {}
Run.__index = Run
Run.__name = "ludus.ga.run"

-- A run at its beginning, whose first programs wait for their scores.
function ga.new(given)
  local s = complete("ga.new", given)
  local run = setmetatable({ settings = s }, Run)
  run.core = guarded("ga.new", evolve.new, s.program, s.game, { seed = s.seed,
    population = s.population, threads = s.threads, cache = 0, plan = s.plan })
  for i, program in ipairs(s.first) do
    if i > s.population then break end
    run.core:plant(i, program)
  end
  run.core:draw()
  s.ends.started = system.clock()
  return run
end

-- The programs that wait for a score, and their scores from outside.
function Run:pending() return self.ended and {} or self.core:pending() end

function Run:tell(scores)
  self.core:tell(scores)
  return self
end

-- How the i-th that waits was made; nil for the first ones.
function Run:birth(i)
  if self.ended then return nil end
  return self.core:birth(i, self.settings.plan)
end

function Run:member(i) return self.core:member(i) end

-- The best program so far and its score.
function Run:best()
  local program, score = self.core:best()
  return program, score
end

local unscored = { standardized = math.huge, raw = 0 }

-- Figures of the run so far. The generation is that of the programs that wait.
function Run:state()
  local stats, best = self.core:stats(), unscored
  if self.begun then best = select(2, self.core:best()) end
  return { generation = stats.generation + (self.ended and 0 or self.begun and 1 or 0),
    evaluations = stats.evaluations, best = best.standardized, raw = best.raw,
    mean = stats.standardized_mean, distinct = stats.distinct,
    stop = self.ended or "running", digest = self.core:digest() }
end

-- Scores what waits: by the game, or by the function `score`.
function Run:score()
  local score = self.settings.score
  if not score then self.core:evaluate(self.settings.plan) return self end
  local scores = {}
  for i, program in ipairs(self.core:pending()) do scores[i] = score(program) end
  self.core:tell(scores)
  return self
end

-- Lets those that were scored take their places and breeds the next; false once a stop
-- has been reached.
function Run:advance()
  if self.ended then return false end
  local s = self.settings
  self.core:settle(s.plan)
  self.begun = true
  self.ended = self.core:ended(s.ends)
  if not self.ended then self.core:breed(s.plan) end
  return not self.ended
end

-- Goes on for n generations (1); true while no stop has been reached.
function Run:step(n)
  local s = self.settings
  if self.ended then return false end
  if not s.score then
    self.ended = self.core:follow(s.plan, s.ends, n or 1)
    self.begun = true
    return not self.ended
  end
  for _ = 1, n or 1 do
    if not self:score():advance() then return false end
  end
  return true
end

-- Goes on to the end.
function Run:finish()
  while self:step(self.settings.score and 1 or 1000) do end
  return self
end

function Run:members()
  local list = {}
  for i = 1, self.settings.population do
    local program, score = self.core:member(i)
    list[i] = { program = program, score = score }
  end
  return list
end

-- A whole run: the best program and its score, and how it ended.
function ga.run(given)
  local run = ga.new(given):finish()
  local result = run:state()
  result.program, result.score = run:best()
  return result
end

-- ---- many runs ------------------------------------------------------------------

-- Lists by run: best (standardized), raw, evaluations, generations, seconds, stop;
-- trace[g + 1] = { mean=, deviation= } and programs if asked for.
function ga.batch(given)
  local s = complete("ga.batch", given)
  local games = #s.games > 0 and s.games or { s.game }
  return guarded("ga.batch", evolve.batch, s.program, games, { plan = s.plan,
    ends = s.ends, population = s.population, seed = s.seed, runs = s.runs,
    threads = s.threads, trace = s.trace, programs = s.programs })
end

-- ---- as an experiment ------------------------------------------------------------

-- Fields that an experiment has by the same name and with the same meaning.
local same = { "game", "program", "population", "scheme", "apart", "young", "distinct",
  "unlike", "climb", "tries" }

-- Fields of runs and batches that a script has no use for: `ludus run` has them as
-- options.
local elsewhere = { seed = "--seed", threads = "--threads", runs = "--seeds" }

-- What an experiment cannot have, or nil.
local function wrong_field(given)
  for _, name in ipairs(spec.sorted_keys(given)) do
    if elsewhere[name] then
      return name, ("field '%s': it is an option of ludus run: %s"):format(name,
        elsewhere[name])
    elseif name == "score" or name == "games" or name == "trace" or name == "programs" then
      return name, ("field '%s': an experiment has one game, which scores its programs")
        :format(name)
    end
  end
end

-- The ends of the algorithm as those of an experiment.
local function set_ends(e, s, given)
  if s.generations > 0 then e.generations = s.generations + 1 end
  for _, name in ipairs { "evaluations", "seconds", "stalled" } do
    if s[name] > 0 then e[name] = s[name] end
  end
  e.converged = s.converged or nil
  local target = given.target or 0
  if target < 0 then e.stop = words.never
  elseif target > 0 then e.solved = words.within(target) end
end

-- The same of a scheme that makes its children itself.
local function own_children(s, e, given)
  check_reals("ga.experiment", s, given)
  for _, name in ipairs { "game", "program", "population", "scheme" } do e[name] = s[name] end
  for name, scheme in pairs(reals.of_scheme) do
    if scheme == s.scheme then e[name] = s[name] end
  end
  e.plant = {}
  for i, program in ipairs(s.first) do e.plant[i] = tostring(program) end
  set_ends(e, s, given)
  return require "ludus.script.experiment".experiment(e)
end

-- The algorithm as an experiment, for a script to return: its runs are stored, resumed,
-- compared and reported, and have lineages. Fields are those of ga.run() but for `score`,
-- `seed` and `threads`; others, such as `name` and `report`, are those of
-- ludus.experiment.
function ga.experiment(given)
  local own, e = {}, {}
  for key, value in pairs(given) do
    if ga.fields[key] and key ~= "score" then own[key] = value else e[key] = value end
  end
  local field, wrong = wrong_field(given)
  if wrong then
    error(("%sga.experiment: %s"):format(spec.where(spec.place("ga.experiment"), field),
      wrong), 0)
  end
  local s = spec.check("ga.experiment", own, ga.fields)
  if reals.makes(s.scheme) then return own_children(s, e, given) end
  for _, name in ipairs(same) do e[name] = s[name] end
  e.climb, e.plant = s.climb, {}
  for i, program in ipairs(s.first) do e.plant[i] = tostring(program) end
  e.select = words.select(s.select, param_of(s), { adjusted = s.adjusted or nil })
  if s.scheme == "generational" then e.elite = s.elite
  elseif s.scheme == "crowding" then e.crowd = s.crowd end
  if s.scheme ~= "plus" then e.young, e.unlike = nil, nil end
  if #s.vary > 0 then s.brood = { s.vary } end
  if #s.brood == 0 then s.brood = { { "onepoint", "point" } } end
  e.brood = {}
  for i, part in ipairs(s.brood) do
    local children = part.children or usual_children(s)
    e.brood[i] = table.move(part, 1, #part, 1, { children = children })
  end
  set_ends(e, s, given)
  return require "ludus.script.experiment".experiment(e)
end

return require "ludus.script.closed".module(ga, "ludus.ga")
