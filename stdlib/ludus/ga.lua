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
-- taken step by step, or scored by Lua (`score`, or pending() and tell()), and
-- ga.batch() makes thousands of runs on all cores.

local core   = require "ludus.core.ga"
local spec   = require "ludus.script.spec"
local words  = require "ludus.script.words"

local ga = {}

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

ga.schemes, ga.selects, ga.stops = core.schemes, core.selects, core.stops

ga.fields = {
  game       = { "any", help = "what scores the programs" },
  games      = { "list", {}, help = "batch: run r plays game r, in turn" },
  score      = { "function", help = "scores one program in Lua, less is better" },
  program    = { "any", required = true, help = "the species: ludus.vector {...}" },
  first      = { "list", {}, help = "programs of the first population" },
  population = { "integer", 100, min = 1, max = core.limits.population,
    help = "members" },
  scheme     = { "choice", "generational", choices = names_of(core.schemes),
    help = "who stays" },
  select     = { "choice", "tournament", choices = names_of(core.selects),
    help = "how parents are chosen" },
  pressure   = { "number", 2, min = 0, max = core.limits.pressure,
    help = "size of a tournament; share for truncation" },
  apart      = { "boolean", false, help = "the parents of a pair are two members" },
  scaling    = { "number", 0, min = 0, max = core.limits.scaling,
    help = "linear scaling: the best gets so many times the mean; 0 for none" },
  adjusted   = { "boolean", false,
    help = "fitness is 1 / (1 + standardized) instead of the raw score" },
  elite      = { "integer", 0, min = 0, help = "generational: members that stay" },
  gap        = { "number", 0.2, min = 0, max = 1,
    help = "crowding: children per member, unless the brood says" },
  crowd      = { "integer", 3, min = 1, max = core.limits.crowd,
    help = "crowding: members compared" },
  young      = { "boolean", false, help = "plus: ties favour children" },
  distinct   = { "integer", 0, min = 0, max = core.limits.distinct,
    help = "times that a copy of a member is bred again" },
  unlike     = { "boolean", false,
    help = "plus: of members that behave the same only one stays" },
  brood      = { "list", {}, help = "parts: { children = N, step, ... }" },
  vary       = { "list", {}, help = "the steps of a brood of one part" },
  climb      = { "any", help = "the step of a local search on each child" },
  tries      = { "integer", 0, min = 0, max = core.limits.tries,
    help = "variants the local search tries" },
  generations = { "integer", 0, min = 0, help = "stop: generations; 0 for none" },
  evaluations = { "integer", 0, min = 0, help = "stop: evaluations; 0 for none" },
  seconds    = { "number", 0, min = 0, help = "stop: seconds; 0 for none" },
  target     = { "number", 0, help = "stop: a standardized score good enough" },
  converged  = { "boolean", false, help = "stop: all members score the same" },
  stalled    = { "integer", 0, min = 0,
    help = "stop: generations without a better best; 0 for none" },
  seed       = { "integer", 1, help = "the seed; run r of a batch has seed + r" },
  threads    = spec.threads "0 for all cores",
  runs       = { "integer", 1, min = 1, max = 10000000, help = "batch: runs" },
  trace      = { "boolean", false, help = "batch: best by generation" },
  programs   = { "boolean", false, help = "batch: the best program of each run" },
}

-- Children of a brood that does not say how many.
local function usual_children(s)
  if s.scheme == "generational" then return math.max(1, s.population - s.elite) end
  if s.scheme == "steady" then return 2 end
  if s.scheme == "crowding" then
    return math.max(1, math.floor(s.gap * s.population + 0.5))
  end
  return s.population
end

local function complete(name, given)
  local s = spec.check(name, given, ga.fields)
  if words.is_program(s.program) then s.program = s.program:species(s.game) end
  if #s.vary > 0 then s.brood = { s.vary } end
  if #s.brood == 0 then s.brood = { { "onepoint", "point" } } end
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
    part = table.move(part, 1, #part, 1, { children = part.children })
    part.children = part.children or usual_children(s)
    s.brood[i] = part
  end
  if s.climb and s.tries == 0 then s.tries = 1 end
  if s.generations == 0 and s.evaluations == 0 and s.seconds == 0
    and not s.converged and s.stalled == 0 then
    s.generations = 100
  end
  return s
end

local function guarded(name, f, ...)
  local results = table.pack(pcall(f, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  error(("%s%s: %s"):format(spec.where(spec.place(name)), name, results[2]), 0)
end

-- ---- one run --------------------------------------------------------------------

local Run = {}
Run.__index = Run
Run.__name = "ludus.ga.run"

-- A run at its beginning. Its methods are those of the core (start, step, score,
-- advance, pending, tell, birth, member, best, state), and those below.
function ga.new(given)
  local s = complete("ga.new", given)
  local run = setmetatable({ settings = s, generation = 0 }, Run)
  run.core = guarded("ga.new", core.new, s.program, s.game, s, s.threads)
  run.core:start(s.seed, s.first)
  return run
end

for _, name in ipairs { "advance", "pending", "tell", "birth", "member", "best",
  "state" } do
  Run[name] = function(self, ...) return self.core[name](self.core, ...) end
end

-- Scores what waits: by the game, or by the function `score`.
function Run:score()
  local score = self.settings.score
  if not score then self.core:score() return self end
  local scores = {}
  for i, program in ipairs(self.core:pending()) do scores[i] = score(program) end
  self.core:tell(scores)
  return self
end

-- Goes on for n generations (1); true while no stop has been reached.
function Run:step(n)
  if not self.settings.score then return self.core:step(n or 1) end
  for _ = 1, n or 1 do
    self:score()
    if not self.core:advance() then return false end
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
  return guarded("ga.batch", core.batch, s.program, games, s, s.seed, s.runs,
    s.threads, { trace = s.trace, programs = s.programs })
end

return require "ludus.script.closed".module(ga, "ludus.ga")
