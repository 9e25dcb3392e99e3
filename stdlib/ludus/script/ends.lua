-- ends.lua -- when a run is over, why, and whether it has succeeded.
--
--     local judge = ends.new(experiment)
--     judge:look(stats, goal, ask)          -- the figures of each generation, in order
--     judge.over                            --> nil, "solved", "evaluations", ...
--     judge.success                         --> nil, { generation = 7, evaluations = 800 }
--
-- Success and budgets are different things. A run succeeds when `solved` holds, and
-- that is remembered even if it goes on; `generations`, `evaluations`, `seconds`,
-- `stalled` and `converged` are budgets, which end a run and say nothing of success;
-- a `stop` function is neither. All of it is decided from figures that are stored,
-- the seconds too: a resumed run comes to the same end.

local words = require "ludus.script.words"

local ends = {}

-- Why a run ended, as the store keeps it, and in words.
ends.reasons = {
  solved = "solved", generations = "all generations are done",
  evaluations = "the evaluations are used up", seconds = "the seconds are used up",
  stalled = "no better best for too long", converged = "all programs score the same",
  stop = "stopped by the script", schedule = "the schedule is done",
  interrupted = "interrupted", failed = "failed",
}

-- Besides `generations`, which has a default.
ends.budgets = { "evaluations", "seconds", "stalled", "converged" }

-- A deviation that is nothing but the rounding of sums.
local NOISE = 1e-12

-- Generations without a new program to score, after which there will be none.
local IDLE = 100

local Ends = {}
Ends.__index = Ends

function ends.new(experiment)
  return setmetatable({ experiment = experiment, counts = true }, Ends)
end

-- The budget that is used up, or nil.
local function spent(self, stats)
  local e = self.experiment
  if e.bounded and stats.generation + 1 >= e.generations then return "generations" end
  if e.evaluations and stats.evaluations >= e.evaluations then return "evaluations" end
  if stats.spent or e.converged and stats.raw_deviation <= NOISE * math.abs(stats.raw)
    or e.evaluations and stats.generation - self.scored >= IDLE then
    return "converged"
  end
  if e.stalled and stats.generation - self.improved >= e.stalled then return "stalled" end
  if e.seconds and stats.seconds >= e.seconds then return "seconds" end
end

-- Looks at a generation; `goal` is that of the game it played, and ask(field, ...) calls
-- a function of the experiment.
function Ends:look(stats, goal, ask)
  local e = self.experiment
  if not self.best or stats.standardized < self.best then
    self.best, self.improved = stats.standardized, stats.generation
  end
  if self.evaluations ~= stats.evaluations then
    self.evaluations, self.scored = stats.evaluations, stats.generation
  end
  local solved = ask("solved", stats, goal)
  if solved and self.counts and not self.success then
    self.success = { generation = stats.generation, evaluations = stats.evaluations }
  end
  local stop = not (solved and e.ends_solved) and e.stop and ask("stop", stats, goal)
  self.budget = nil
  if solved and e.ends_solved then self.over = "solved"
  elseif stop then self.over = "stop"
  else
    self.budget = spent(self, stats)
    self.over = self.budget
  end
end

-- Another game is played from now on: what was reached in the last one does not count.
-- Without a `solved` of its own an experiment is solved by its own game alone.
function Ends:change(game)
  self.best, self.success, self.over, self.budget = nil, nil, nil, nil
  self.counts = self.experiment.own_solved or game == self.experiment.game
end

-- What must be kept so that a run can go on from one generation alone.
local kept = { "best", "improved", "evaluations", "scored", "success" }

function Ends:save()
  local course = {}
  for _, name in ipairs(kept) do course[name] = self[name] end
  return course
end

-- What was kept may be a stranger's.
function Ends:restore(course)
  local success = type(course) == "table" and course.success
  if type(course) ~= "table" or success and not (type(success) == "table"
    and type(success.generation) == "number" and type(success.evaluations) == "number") then
    error("the stored course is damaged", 0)
  end
  for _, name in ipairs(kept) do
    local value = course[name]
    if name ~= "success" and value ~= nil and type(value) ~= "number" then
      error(("the stored course is damaged: '%s' is no number"):format(name), 0)
    end
    self[name] = value
  end
end

-- Why a run ends that has come to its end: a stage that was solved is not a run that
-- was.
function Ends:reason()
  if self.over == "solved" and not self.success then return "schedule" end
  return self.over or self.experiment.schedule and "schedule" or "stop"
end

-- ---- what an experiment says ---------------------------------------------------------

-- Settles the ends of a checked experiment `e`, written as `given`; or says what is wrong
-- with them. A `stop` that is ludus.solved or ludus.reaches(x) has always meant success.
function ends.settle(e, given)
  e.own_solved = given.solved ~= nil
  if e.own_solved and words.is_success(e.stop) then
    return "field 'stop': this is success, and there is a 'solved': write it there"
  elseif words.is_success(e.stop) then
    e.solved, e.stop, e.own_solved = e.stop, nil, true
  end
  if type(e.solved) == "number" then e.solved = words.reaches(e.solved) end
  e.ends_solved = e.stop == nil or e.own_solved and e.stop ~= words.never
  local others = false
  for _, name in ipairs(ends.budgets) do others = others or e[name] end
  if given.generations == nil and others then e.generations = ends.most end
  e.bounded = given.generations ~= nil or not e.schedule
end

ends.most = 1000000000                -- generations

-- Do the functions look at one generation alone, so that a resumed run need not go
-- through all of them again?
function ends.is_steady(e)
  return words.is_steady(e.solved) and (e.stop == nil or words.is_steady(e.stop))
end

return ends
