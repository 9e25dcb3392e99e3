-- study.lua -- scripts that measure or show instead of evolving.
--
--     return ludus.study {
--       name = "axelrod",
--       settings = { turns = { "integer", 200, min = 1, help = "turns a match" } },
--       run = function(s) s.say("turns: %d", s.turns) end,
--     }
--
-- `ludus run SCRIPT --set turns=50 --seed 3 --threads 2` calls run(s) with the
-- settings, and with s.seed, s.threads, s.quiet, s.json and s.say(format, ...),
-- which is silent with --quiet and --json. What run returns, a table, is stored, and
-- printed as one JSON object with --json.
--
-- s.step("name", function() ... end) gives what the function gives: numbers, texts,
-- booleans and tables of them. It is stored, so that a study that is resumed does not do
-- the step again.

local harmless = require "ludus.script.harmless"
local json     = require "ludus.json"
local sandbox  = require "ludus.core.sandbox"
local spec     = require "ludus.script.spec"

-- The classes of studies and of what a study's function gets, `s`. Scripts cannot
-- reach them: a metatable that they could change would change what the host calls.
local Study = { __name = "ludus.study", __metatable = "ludus.study" }
local Settings = { __metatable = "ludus.study.settings" }

local function is_count(value)
  if type(value) == "function" or math.type(value) == "integer" and value >= 1 then
    return value
  end
  return nil, "a whole number of 1 or more, or a function"
end

local fields = {
  name     = { "string", required = true, help = "what the study is called" },
  settings = { "table", {}, help = "rows of settings, as in ludus.script.spec" },
  run      = { "function", required = true, help = "does the work" },
  pieces   = { "any", check = is_count, help = "how many steps it has, and runs outside of "
    .. "them: a number, or a function of the settings; for the time that is left" },
}

-- What is known of the studies that are lessons, see ludus.lesson: { lesson=, settings =
-- function(words), part = function(name, words) }. Out of reach of scripts.
local lessons = setmetatable({}, { __mode = "k" })

local kinds = { "integer", "number", "boolean", "string", "function", "table", "list",
  "any", "choice" }
local parts = { "min", "max", "help", "check", "required", "choices", "each" }

local function one_of(list, value)
  for _, item in ipairs(list) do if item == value then return true end end
  return false
end

-- A setting is a row of ludus.script.spec: { kind, default, min=, max=, help= ... }.
local function check_setting(row, mistake)
  if type(row) ~= "table" then
    mistake("expected a row { kind, default, help = ... }, got %s", spec.shown(row))
    return
  end
  if not one_of(kinds, row[1]) then
    mistake("expected a kind first (%s), got %s%s", table.concat(kinds, ", "),
      spec.shown(row[1]), spec.hint(row[1], kinds))
  end
  for _, key in ipairs(spec.sorted_keys(row)) do
    if key ~= 1 and key ~= 2 and not one_of(parts, key) then
      mistake("unknown field '%s'%s", tostring(key), spec.hint(key, parts))
    end
  end
end

-- What `s` has besides the settings.
local taken = { "seed", "threads", "quiet", "json", "say", "step" }

local function study(given)
  local result = spec.check("ludus.study", given, fields)
  local place, mistakes = spec.place("ludus.study"), {}
  for _, name in ipairs(spec.sorted_keys(result.settings)) do
    local function mistake(format, ...)
      mistakes[#mistakes + 1] = ("%sludus.study: setting '%s': "):format(
        spec.where(place, name), tostring(name)) .. format:format(...)
    end
    if one_of(taken, name) then mistake("s.%s is there already; choose another name", name) end
    check_setting(result.settings[name], mistake)
  end
  spec.raise(mistakes, true)
  return setmetatable(result, Study)
end

-- A lesson as a study: { name, settings, run }.
local function of_lesson(value, about)
  setmetatable(value, Study)
  lessons[value] = about
  return value
end

-- The lesson that a study is, or nil.
local function lesson_of(value)
  local about = value ~= nil and lessons[value]
  return about and about.lesson
end

-- The words of --set ({ key=, value= }) as settings.
local function settings_of(value, words)
  local about = lessons[value]
  if about then return about.settings(words) end
  return require "ludus.cli".settings(value.settings, words, "setting")
end

-- The experiment that the parts of a step are runs of: only lessons know.
local function experiment_of(value, step, words)
  return lessons[value] and lessons[value].part(step, words)
end

-- ---- steps ---------------------------------------------------------------------------

local NEST_MAX = 50

-- What of a value cannot be stored, in words, or nil. `at` is where in it.
local function unstorable(value, at, depth)
  local kind = type(value)
  if kind == "number" then
    if value ~= value or value == math.huge or value == -math.huge then
      return ("%s is %s"):format(at, tostring(value))
    end
  elseif kind == "string" then
    if not utf8.len(value) then return at .. " holds bytes that are no text" end
  elseif kind == "table" then
    if depth > NEST_MAX then return at .. " is nested too deep" end
    local list = #value
    for key, item in next, value do
      local is_item = math.type(key) == "integer" and key >= 1 and key <= list
      if list > 0 and not is_item or type(key) ~= "string" and not is_item then
        return ("%s has the key %s: a table is a list or has names"):format(at,
          tostring(key))
      end
      local wrong = unstorable(item, ("%s%s"):format(at, is_item
        and ("[%d]"):format(key) or "." .. key), depth + 1)
      if wrong then return wrong end
    end
  elseif kind ~= "boolean" and kind ~= "nil" then
    return ("%s is a %s"):format(at, kind)
  end
end

-- The result of a step as JSON, or an error.
local function encode(name, value)
  local wrong = unstorable(value, "it", 1)
  if wrong then
    error(("step '%s': what it gives cannot be stored: %s"):format(name, wrong), 0)
  end
  return json.encode(value)
end

-- s.step, by a function (name, f) that gives the result as JSON.
local function stepper(store)
  local taken = {}
  return function(name, f)
    if type(name) ~= "string" or name == "" or type(f) ~= "function" then
      error(spec.where(spec.place "step") .. "s.step: expected a name and a function", 0)
    elseif taken[name] then
      error(("%ss.step: there is a step '%s' already; each needs a name of its own"):format(
        spec.where(spec.place "step"), name), 0)
    end
    taken[name] = true
    return json.decode(store(name, f))
  end
end

-- How many pieces the study says it has, or nil: what is not a whole number is no number.
local function pieces_of(value, s)
  local n = value.pieces
  if type(n) == "function" then n = n(s) end
  return math.tointeger(n)
end

-- Runs a study with these settings (a plain table) and options: seed, threads, quiet
-- and json; step(name, f), which does a step or knows its result, as JSON; clear(), called
-- before something is said; expect(n), called with the number of its pieces if it tells one.
-- No method, which a script could replace by a field of its own.
local function start(value, given, options)
  local s = spec.check(value.name, given, value.settings)
  s.seed, s.threads = options.seed or 1, options.threads or 0
  s.quiet, s.json = options.quiet, options.json
  function s.say(format, ...)
    if s.quiet or s.json then return end
    if options.clear then options.clear() end
    local text = select("#", ...) > 0 and format:format(...) or format
    print(sandbox.inside() and harmless(tostring(text)) or text)
  end
  s.step = stepper(options.step or function(name, f) return encode(name, f()) end)
  if value.pieces and options.expect then options.expect(pieces_of(value, s)) end
  return value.run(setmetatable(s, Settings))
end

return { study = study, start = start, fields = fields, encode = encode,
  of_lesson = of_lesson, lesson = lesson_of, settings = settings_of,
  experiment = experiment_of,
  is = function(v) return debug.getmetatable(v) == Study end,
  is_settings = function(v) return debug.getmetatable(v) == Settings end }
