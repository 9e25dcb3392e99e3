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
-- which is silent with --quiet and --json. What run returns, a table, is printed
-- as one JSON object with --json.

local spec = require "ludus.script.spec"

-- The classes of studies and of what a study's function gets, `s`. Scripts cannot
-- reach them: a metatable that they could change would change what the host calls.
local Study = { __name = "ludus.study", __metatable = "ludus.study" }
local Settings = { __metatable = "ludus.study.settings" }

local fields = {
  name     = { "string", required = true, help = "what the study is called" },
  settings = { "table", {}, help = "rows of settings, as in ludus.script.spec" },
  run      = { "function", required = true, help = "does the work" },
}

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

local function study(given)
  local result = spec.check("ludus.study", given, fields)
  local place, mistakes = spec.place("ludus.study"), {}
  for _, name in ipairs(spec.sorted_keys(result.settings)) do
    check_setting(result.settings[name], function(format, ...)
      mistakes[#mistakes + 1] = ("%sludus.study: setting '%s': "):format(
        spec.where(place, name), tostring(name)) .. format:format(...)
    end)
  end
  if #mistakes > 0 then error(spec.message(mistakes), 0) end
  return setmetatable(result, Study)
end

-- Runs a study with these settings (a plain table) and options: seed, threads, quiet
-- and json. No method, which a script could replace by a field of its own.
local function start(value, given, options)
  local s = spec.check(value.name, given, value.settings)
  s.seed, s.threads = options.seed or 1, options.threads or 0
  s.quiet, s.json = options.quiet, options.json
  function s.say(format, ...)
    if s.quiet or s.json then return end
    print(select("#", ...) > 0 and format:format(...) or format)
  end
  return value.run(setmetatable(s, Settings))
end

return { study = study, start = start, fields = fields,
  is = function(v) return debug.getmetatable(v) == Study end,
  is_settings = function(v) return debug.getmetatable(v) == Settings end }
