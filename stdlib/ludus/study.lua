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

local spec = require "ludus.spec"

local Study = {}
Study.__index = Study
Study.__name = "ludus.study"

local fields = {
  name     = { "string", required = true, help = "what the study is called" },
  settings = { "table", {}, help = "rows of settings, as in ludus.spec" },
  run      = { "function", required = true, help = "does the work" },
}

-- The class of what a study's function gets, `s`.
local Settings = {}

local function study(given)
  return setmetatable(spec.check("ludus.study", given, fields), Study)
end

-- Runs it with these settings (a plain table) and options of the command line.
function Study:start(given, options)
  local s = spec.check(self.name, given, self.settings)
  s.seed, s.threads = options.seed or 1, options.threads or 0
  s.quiet, s.json = options.quiet, options.json
  function s.say(format, ...)
    if s.quiet or s.json then return end
    print(select("#", ...) > 0 and format:format(...) or format)
  end
  return self.run(setmetatable(s, Settings))
end

return { study = study, is = function(v) return getmetatable(v) == Study end,
  is_settings = function(v) return getmetatable(v) == Settings end }
