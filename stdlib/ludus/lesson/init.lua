-- lesson/init.lua -- a lesson: a question, a prediction, an experiment in groups, claims.
--
--     return ludus.lesson {
--       number = 2, name = "pressure", question = "How hard should selection press?",
--       about = "A tournament of k draws k programs and takes the best.",
--       predict = { "Which k is best?", "1", "7", "64" },
--       groups = { { "k = 1", experiment(1) }, { "k = 7", experiment(7) } },
--       claims = { { "Some pressure is better than none",
--         function(r) return r.mean "k = 7" - r.mean "k = 1" end, "points", held = 100 } },
--       notice = { ... }, exercises = { ... }, reference = "...",
--     }
--
-- A lesson is a study: each group is a step, each run of it a part, so that it is stored,
-- resumed, compared and reported as studies are. Run i of group g has the seed 10000 s +
-- 1000 (g - 1) + i, s being the lesson's: no two lessons of different seeds share a run.
-- Whatever else --set names is a field of every group's experiment.
--
-- A claim is a margin, found from the results: it holds if that is above 0. `held` says on
-- how many of the seeds 1 to 100 it did, which `make lessons` counts.

local experiment = require "ludus.script.experiment"
local files      = require "ludus.script.files"
local found      = require "ludus.lesson.found"
local json       = require "ludus.json"
local spec       = require "ludus.script.spec"
local study      = require "ludus.script.study"

-- Threads, which load a lesson again, need neither.
local function cli() return require "ludus.cli" end
local function page() return require "ludus.lesson.page" end

local lesson = {}

lesson.runs_max, lesson.groups_max = 999, 9
lesson.exercises = 3

-- ---- what is declared ----------------------------------------------------------------

local function each(list, test, expected)
  for _, row in ipairs(list) do if not test(row) then return nil, expected end end
  return #list > 0 and list or nil, expected
end

local function is_name(text) return type(text) == "string" and text ~= "" end

local function check_groups(list)
  local taken = {}
  if #list > lesson.groups_max then return nil, "at most 9 groups" end
  return each(list, function(row)
    local fine = type(row) == "table" and is_name(row[1]) and experiment.is(row[2])
      and not taken[row[1]]
    if fine then taken[row[1]] = true end
    return fine
  end, "rows { name, ludus.experiment { ... } }, each name once")
end

local function check_measures(list)
  return each(list, function(row)
    return type(row) == "table" and is_name(row[1]) and is_name(row[2])
      and type(row[3]) == "function"
  end, "rows { name, words, function(run), less = true where less is better, share = true "
    .. "where it is 1 or 0 }")
end

local function check_claims(list)
  return each(list, function(row)
    return type(row) == "table" and is_name(row[1]) and type(row[2]) == "function"
      and is_name(row[3]) and math.type(row.held) == "integer"
  end, "rows { sentence, function(results), unit, held = seeds of 100 }")
end

local function check_texts(list)
  return each(list, is_name, "a list of sentences")
end

local function check_exercises(list)
  if #list ~= lesson.exercises then return nil, "three of them" end
  return check_texts(list)
end

-- The best raw score: what is measured where nothing else is said.
local function best(run) return run.stats.raw end

lesson.fields = {
  number = { "integer", required = true, min = 1, max = 99, help = "its place in the course" },
  name = { "string", required = true, help = "a word or two" },
  question = { "string", required = true, help = "what is asked" },
  about = { "string", required = true, help = "what is done and why; a blank line ends a "
    .. "paragraph" },
  predict = { "list", required = true, check = check_texts,
    help = "what to guess before one looks: the question, then answers to choose from" },
  runs = { "integer", 10, min = 2, max = lesson.runs_max, help = "runs of each group" },
  groups = { "list", required = true, check = check_groups,
    help = "what is compared: rows { name, experiment }" },
  measures = { "list", { { "best", "best raw score", best } }, check = check_measures,
    help = "what is measured of a run: rows { name, words, function(run), less = true where "
      .. "less is better }; the first is drawn" },
  course = { "list", check = check_texts,
    help = "a figure of each generation that is drawn, too: { field of run.rows, words }" },
  claims = { "list", required = true, check = check_claims,
    help = "what is found: rows { sentence, function(results) that gives a margin, unit of "
      .. "it, held = on how many of 100 seeds it was above 0 }" },
  notice = { "list", required = true, check = check_texts, help = "what to look at" },
  exercises = { "list", required = true, check = check_exercises, help = "three of them" },
  reference = { "string", required = true, help = "where to read more" },
}

-- ---- settings ------------------------------------------------------------------------

-- What the groups differ in cannot be set for all of them.
local function check_compared(self, set)
  for _, group in ipairs(self.groups) do
    if group[2].given[set.key] ~= self.groups[1][2].given[set.key] then
      cli().fail("--set %s=%s: that is what the lesson compares", set.key, set.value)
    end
  end
end

-- The words of --set: those of the lesson itself and those of its experiments.
local function parted(self, words)
  local own, others = {}, {}
  for _, set in ipairs(words or {}) do
    if set.key == "runs" then own[#own + 1] = set
    else
      check_compared(self, set)
      others[#others + 1] = set
    end
  end
  return own, others
end

-- The experiment of a group with those words.
local function with(group, words)
  if #words == 0 then return group[2] end
  local ok, value = pcall(group[2].with, group[2], words)
  if not ok then cli().fail("%s", tostring(value)) end
  return value
end

-- The settings of the study, as a table.
function lesson.settings(self, words)
  local own, others = parted(self, words)
  local given = cli().settings(self.study_settings, own, "setting")
  local ok, wrong = pcall(spec.check, "lesson", given, self.study_settings)
  if not ok then cli().fail("%s", (tostring(wrong):gsub("^.-lesson: ", ""))) end
  with(self.groups[1], others)
  given.words = others
  return given
end

-- The experiment of the group of that name, as these words of --set make it; or nil.
function lesson.experiment(self, name, words)
  local _, others = parted(self, words)
  for _, group in ipairs(self.groups) do
    if group[1] == name then return with(group, others) end
  end
end

-- ---- a run of it -----------------------------------------------------------------------

-- The seed of run i of group g.
function lesson.seed(s, g, i) return s * 10000 + (g - 1) * 1000 + i end

-- What is kept of a run.
local function record(self, run)
  local row = { digest = run.digest, seed = run.seed }
  for _, measure in ipairs(self.measures) do row[measure[1]] = measure[3](run) end
  if self.course then
    local points = {}
    for i, figures in ipairs(run.rows) do
      points[i] = figures[self.course[1]] or figures.measures[self.course[1]]
    end
    row.course = points
  end
  return row
end

local function group_runs(self, s, g, evolve)
  local value, list = with(self.groups[g], s.words), {}
  for i = 1, s.runs do
    list[i] = record(self, evolve(value, { seed = lesson.seed(s.seed, g, i),
      threads = s.threads }))
  end
  return list
end

-- What a lesson has found: the margin of each claim, means of each group, one digest.
local function result(self, r, runs)
  local digests, groups, claims = {}, {}, {}
  for _, group in ipairs(self.groups) do
    local means = {}
    for _, measure in ipairs(self.measures) do
      means[measure[1]] = r.mean(group[1], measure[1])
    end
    groups[group[1]] = means
    for _, row in ipairs(r.records(group[1])) do digests[#digests + 1] = row.digest end
  end
  for i, claim in ipairs(self.claims) do claims["claim " .. i] = claim[2](r) end
  return { lesson = self.name, runs = runs, groups = groups, claims = claims,
    digest = files.hash("lesson", table.concat(digests, " ")) }
end

local function run(self, s)
  local records = {}
  s.say("%s", page().head(self, s))
  for g, group in ipairs(self.groups) do
    records[group[1]] = s.step(group[1], function()
      return group_runs(self, s, g, require "ludus".evolve)
    end)
  end
  local r = found.of(self, records)
  local value = result(self, r, s.runs)
  s.say("%s", page().body(self, r, value))
  return value
end

-- A lesson without store and words: results as claims get them, and the value it gives.
-- options: seed, threads.
function lesson.play(self, words, options)
  local s, records = lesson.settings(self, words), {}
  s.runs, s.seed, s.threads = s.runs or self.runs, options.seed, options.threads or 0
  for g, group in ipairs(self.groups) do
    records[group[1]] = group_runs(self, s, g, require "ludus".evolve)
  end
  local r = found.of(self, records)
  return r, result(self, r, s.runs)
end

-- What a stored lesson has found: results as claims get them, and the value it gave; nil
-- where steps are missing.
function lesson.stored(self, steps, value)
  local records = {}
  for _, step in ipairs(steps) do records[step.name] = json.decode(step.value) end
  for _, group in ipairs(self.groups) do if not records[group[1]] then return nil end end
  return found.of(self, records), value and json.decode(value)
end

-- ---- the word of scripts -----------------------------------------------------------------

function lesson.lesson(given)
  local self = spec.check("ludus.lesson", given, lesson.fields)
  self.study_settings = {
    runs = { "integer", self.runs, min = 2, max = lesson.runs_max,
      help = "runs of each group" },
    words = { "list", {}, help = "fields of the experiments" },
  }
  return study.of_lesson({ name = ("lesson %d"):format(self.number),
    settings = self.study_settings, run = function(s) return run(self, s) end }, {
    lesson = self,
    settings = function(words) return lesson.settings(self, words) end,
    part = function(name, words) return lesson.experiment(self, name, words) end })
end

return lesson
