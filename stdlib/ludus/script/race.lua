-- race.lua -- a schedule of tries, most of which are left early:
--
--     schedule = ludus.race { first = 50000, factor = 2, keep = 0.5, last = 800000 }
--
-- What a try is worth shows before it has come far. Each is measured when it has scored
-- `first` programs, `factor` times as many, and so on: it goes on if it is among the best
-- share of all tries that came to that mark, or else the run begins again. No mark is a
-- score, so nothing is to be known of the game (asynchronous successive halving: L. Li
-- and others, A System for Massively Parallel Hyperparameter Tuning, MLSys 2020; there
-- tries that were left can be taken up again, here they cannot).

local spec = require "ludus.script.spec"

local race = {}

local most = 1 << 53                  -- as of the budget `evaluations`

race.fields = {
  first = { "integer", 50000, min = 1, max = most,
    help = "programs scored when a try is measured first" },
  factor = { "number", 2, min = 1.1, max = 1000,
    help = "from one mark to the next" },
  keep = { "number", 0.5, min = 0, max = 1,
    help = "a try goes on if it is among the best such share of those that came to that "
      .. "mark, rounded down, or the best" },
  last = { "integer", 800000, min = 1, max = most,
    help = "no try scores more; no marks are beyond" },
}

-- The marks before `last`.
local function marks_of(options)
  local marks, mark = {}, options.first
  while mark < options.last do
    marks[#marks + 1] = mark
    mark = mark * options.factor
  end
  return marks
end

-- Notes how good a try is at a mark; is it among the best share of those seen there?
local function goes_on(seen, best, keep)
  local better = 0
  for _, other in ipairs(seen) do
    if other < best then better = better + 1 end
  end
  seen[#seen + 1] = best
  return better < math.max(1, math.floor(#seen * keep))
end

-- One try, which began after so many evaluations, to its end; true if the run is over.
local function try(run, from, marks, seen, options)
  local best, next = run.stats.standardized, 1
  while true do
    local spent = run.stats.evaluations - from
    while marks[next] and spent >= marks[next] do
      if not goes_on(seen[next], best, options.keep) then return false end
      next = next + 1
    end
    if spent >= options.last then return false end
    if run:evolve(1) then return true end
    best = math.min(best, run.stats.standardized)
  end
end

-- The word of scripts.
function race.race(given)
  local options = spec.check("ludus.race", given or {}, race.fields)
  if options.last <= options.first then
    error(("%sludus.race: field 'last': no try comes to the first mark, %d"):format(
      spec.where(spec.place "race"), options.first), 0)
  end
  local marks = marks_of(options)
  return function(run)
    local seen, from = {}, 0
    for i = 1, #marks do seen[i] = {} end
    repeat
      if try(run, from, marks, seen, options) then return end
      from = run.stats.evaluations
    until run:restart()
  end
end

return race
