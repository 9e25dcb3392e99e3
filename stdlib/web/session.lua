-- web/session.lua -- what a page asks of the Lua state in its worker.
--
--     session.ask '{"op":"start","source":"return ludus.experiment ...","seed":1}'
--     session.ask '{"op":"next"}'      -- one more generation
--
-- Questions and answers are JSON. A run is a coroutine that stops after each generation,
-- so that a page can pause it, go on by one step or look at it meanwhile. It is the run
-- of `ludus run` with one thread: the same launch, store and digest. No limits of time
-- hold inside it, since nothing could stop between two calls of C: a page ends a worker
-- that takes too long. What is looked at is in ludus.web.view.

local experiment = require "ludus.script.experiment"
local json       = require "ludus.json"
local launch     = require "ludus.run.launch"
local limit      = require "ludus.core.limit"
local rules      = require "ludus.rules"
local runs       = require "ludus.run"
local script     = require "ludus.script"
local stores     = require "ludus.run.store"
local studies    = require "ludus.run.studies"
local study      = require "ludus.script.study"
local view       = require "ludus.web.view"

local session = {}

local OWN = "script.lua"              -- what a text is called that came from no file
session.path = OWN

local ops = {}                        -- by the names that pages use

-- The run in the foreground: { thread=, run=, kind= }.
local current

-- ---- coroutines that stop in the middle of a run -----------------------------------

-- Calls without a level of limits: a level is a call of C, which nobody can leave and
-- come back to.
local function open_limits()
  local function plain(_, f, ...) return f(...) end
  limit.trace, limit.stoppable = plain, plain
  function limit.catch(f, ...) return pcall(f, ...) end
  function limit.interrupt(value) error(value, 0) end
end

-- What a page keeps of the generations of one run, in bytes; what one takes besides the
-- births of its programs, seven bytes each; and how many there is always room for.
session.room = 16e6
local ROW, BIRTH, LEAST = 4000, 7, 100

-- Every run that is made from now on stops after each generation and keeps no more of
-- them than there is room for.
local function open_runs()
  local new = runs.new
  function runs.new(value, options)
    options.history = math.max(LEAST, session.room // (ROW + BIRTH * value.population))
    options.observe = function(run, stats)
      if coroutine.isyieldable() then coroutine.yield(run, stats) end
    end
    return new(value, options)
  end
end

-- ---- mistakes ----------------------------------------------------------------------

-- The mistakes of a message, each with the line of the script that it names, if any.
local function mistakes(message)
  local list = {}
  message = tostring(message):gsub("\nstack traceback:.*", "")
  for line in message:gmatch "[^\n]+" do
    local at, text = line:match("^%s*" .. session.path:gsub("%p", "%%%0") .. ":(%d+):%s*(.*)")
    if at then list[#list + 1] = { line = tonumber(at), text = text }
    elseif #list > 0 then list[#list].text = list[#list].text .. "\n" .. line
    else list[1] = { text = line } end
  end
  return json.list(list)
end

-- The script's value, and whether it is an experiment or a study. What lies beside the
-- file it came from can be required.
local function load_script(source, path)
  session.path = type(path) == "string" and path:find "^[%w_./-]+%.lua$" and path or OWN
  local value = script.load(session.path, source)
  if experiment.is(value) then return value, "experiment" end
  if study.is(value) then return value, "study" end
  error(("%s:1: the script returns a %s; it must return an experiment or a study"):format(
    session.path, type(value)), 0)
end

-- What a lesson says before and after its runs, or nil.
local function lesson_of(value)
  local l = study.lesson(value)
  if not l then return nil end
  local page = require "ludus.lesson.page"
  return { title = ("Lesson %d: %s"):format(l.number, l.question),
    about = json.list(page.paragraphs(l.about)), ask = l.predict[1],
    choices = json.list(page.choices(l)), notice = json.list(l.notice),
    exercises = json.list(l.exercises), reference = l.reference }
end

-- Are there mistakes in the script? What `ludus run` would say before it starts.
function ops.check(q)
  local ok, value, kind = pcall(load_script, q.source, q.path)
  if not ok then return { ok = false, mistakes = mistakes(value) } end
  return { ok = true, kind = kind, mistakes = json.list {}, lesson = lesson_of(value) }
end

-- ---- runs --------------------------------------------------------------------------

-- What the page should know of a run before its first generation.
local function about(value, kind)
  if kind == "study" then return { ok = true, kind = kind, name = value.name } end
  return { ok = true, kind = kind, name = value.name, population = value.population,
    generations = value.bounded and value.generations or nil }
end

local function words_of(sets)
  local list = {}
  for i, set in ipairs(sets or {}) do list[i] = { key = set[1], value = set[2] } end
  return #list > 0 and list or nil
end

-- Begins a run; nothing is bred before the first `next`.
function ops.start(q)
  current = nil
  local ok, value, kind = pcall(load_script, q.source, q.path)
  if not ok then return { ok = false, mistakes = mistakes(value) } end
  local options = { seed = q.seed or 1, threads = 1, set = words_of(q.set) }
  local start = kind == "study" and studies.start or launch.start
  current = { kind = kind, thread = coroutine.create(function()
    return start(session.path, value, options)
  end) }
  return about(value, kind)
end

-- What the store has of a run's course.
local function course_of(store, run)
  local rows = {}
  for i, row in ipairs(store:generations(run.id)) do
    rows[i] = { generation = row.generation, best = row.raw, mean = row.raw_mean,
      deviation = row.raw_deviation, size_mean = row.size_mean, distinct = row.distinct,
      population = run.population }
  end
  return json.list(rows)
end

-- Goes on with a run of the store.
function ops.resume(q)
  current = nil
  local ok, row, rows = pcall(function()
    local store = stores.open()
    local row = store:get_run(q.run)
    session.path = row.script
    return row, course_of(store, row)
  end)
  if not ok then return { ok = false, mistakes = mistakes(row) } end
  current = { kind = row.kind, thread = coroutine.create(function()
    return launch.resume(q.run, { threads = 1 })
  end) }
  return { ok = true, kind = row.kind or "experiment", name = row.script,
    source = row.source, seed = row.seed, rows = rows }
end

local function figures(run, stats)
  local goal = run:judged():goal()
  return { generation = stats.generation, best = stats.raw, mean = stats.raw_mean,
    deviation = stats.raw_deviation, size = stats.size, size_mean = stats.size_mean,
    size_max = stats.size_max, distinct = stats.distinct, evaluations = stats.evaluations,
    seconds = stats.seconds, population = run.experiment.population, max = goal.max,
    minimise = goal.minimise, cases = goal.cases, kind = run.experiment.program.kind,
    generations = run.experiment.bounded and run.experiment.generations or nil,
    slot = stats.slot }
end

-- How a run of an experiment ended.
local function ending(run)
  if not run or not run.digest then return {} end
  local r = run:result()
  return { digest = r.digest, solved = r.solved, ended = r.ended, best = r.best.raw,
    generations = r.generations, text = r.best.text, id = r.run }
end

-- One more generation: its figures, or how the run ended.
function ops.next()
  if not current then return { ok = false, mistakes = mistakes "there is no run" } end
  local ok, run, stats = coroutine.resume(current.thread)
  if not ok then
    current.failed = true
    return { ok = false, over = true, mistakes = mistakes(run) }
  end
  if coroutine.status(current.thread) == "dead" then
    return { ok = true, over = true, kind = current.kind, result = ending(current.run) }
  end
  local another = run ~= current.run
  current.run = run
  return { ok = true, another = another, figures = figures(run, stats) }
end

-- The runs of the store.
function ops.runs()
  local list = {}
  for i, row in ipairs(stores.open():runs()) do
    list[i] = { id = row.id, script = row.script, seed = row.seed, status = row.status,
      generation = row.generation, best = row.best, digest = row.digest }
  end
  return { ok = true, runs = json.list(list) }
end

-- What the state holds, in bytes.
function ops.held() return { ok = true, bytes = math.ceil(collectgarbage "count" * 1024) } end

-- ---- looking -----------------------------------------------------------------------

for name, look in pairs(view.ops) do
  ops[name] = function(q)
    if not current or not current.run then
      return { ok = false, mistakes = mistakes "nothing has been bred yet" }
    end
    local ok, answer = pcall(look, current, q)
    if not ok then return { ok = false, mistakes = mistakes(answer) } end
    answer.ok = true
    return answer
  end
end

-- ---- the door ----------------------------------------------------------------------

local opened

-- The answer to a question, both as JSON.
function session.ask(text)
  if not opened then
    open_limits()
    open_runs()
    rules.tells = false               -- there is no compiler, and everybody knows
    opened = true
  end
  local q = json.decode(text)
  local op = ops[q.op]
  if not op then error(("no question '%s'"):format(tostring(q.op))) end
  return json.encode(op(q))
end

return session
