-- experiments.lua -- the eight experiments of Dabrowski, Kwasnicka and
-- Piasecki.
--
--     local run = experiments.run(2, { seed = 3 })
--
-- Each is a difference to the course's defaults; `from` names the experiment
-- whose last population it starts with, which is run first with the same seed.
-- What the paper leaves open is decided here and said in docs/othello.md.

local course = require "ludus.othello.course"

local experiments = {}

local TWO = { "discs", "squares" }
local FOUR = { "discs", "squares", "mobility", "hand" }

experiments.rows = {
  { title = "disc difference only, finished games not projected",
    reported = "no convergence",
    settings = { teachers = TWO, win = 0, draw = 0, raw_finals = true } },
  { title = "two teachers, bonus for a win",
    reported = "progress, diverse winners, fluctuation",
    settings = { teachers = TWO } },
  { title = "four teachers, from the population of 2", from = 2,
    reported = "similar to 2",
    settings = { teachers = FOUR } },
  { title = "De Jong's crowding",
    reported = "10 all-winners by generation 2, best 8949 at generation 11",
    settings = { teachers = FOUR, scheme = "crowding" } },
  { title = "little mutation, small population",
    reported = "nearly identical weights by generation 36",
    settings = { teachers = FOUR, population = 30, generations = 36,
      mutation = 0.0001 } },
  { title = "more mutation, from the population of 5", from = 5,
    reported = "diversity returns",
    settings = { teachers = FOUR, population = 30, generations = 36,
      mutation = 0.001 } },
  { title = "no teachers, all against all",
    reported = "no progress",
    settings = { teachers = false, population = 30, generations = 11,
      mutation = 0.0033, yardstick = 40 } },
  { title = "no teachers, from the population of 6", from = 6,
    reported = "no progress",
    settings = { teachers = false, population = 30, generations = 11,
      mutation = 0.0033, yardstick = 40 } },
}

local function settings_of(row, given)
  local s = {}
  for name, value in pairs(row.settings) do s[name] = value end
  for name, value in pairs(given) do s[name] = value end
  return s
end

-- Runs experiment n; `given` overrides its settings and those of the experiment
-- it starts from, which `given.from` names instead of its row. The earlier run is the
-- result's field `before`.
function experiments.run(n, given)
  local row, before = experiments.rows[n], nil
  local from = given.from or row.from
  if from then
    local quiet = {}
    for name, value in pairs(given) do quiet[name] = value end
    quiet.progress, quiet.teachers, quiet.from = nil, nil, nil
    quiet.yardstick, quiet.final = 0, 0
    before = experiments.run(from, quiet)
  end
  local s = settings_of(row, given)
  s.from = nil
  s.first = before and before.population or s.first
  local run = course.run(s)
  run.before, run.number, run.title = before, n, row.title
  run.reported = row.reported
  return run
end

return experiments
