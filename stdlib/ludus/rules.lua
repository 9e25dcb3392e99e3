-- rules.lua -- games stated in rules, a small language that runs natively.
--
--     local rules = require "ludus.rules"
--     local game = rules.game {
--       rules = [[ var n  INC "adds one" { n = n + 1 }  score { n } ]],
--       repeats = true, budget = 10, max = 10,
--     }
--
-- docs/rules.md teaches the language. Messages point into the script that holds
-- the text.

local core   = require "ludus.core.rules"
local made   = require "ludus.made"
local spec   = require "ludus.spec"
local system = require "ludus.core.system"

local rules = {}

local SCRIPT_MAX = 1024 * 1024        -- bytes of a script that is looked through
local FOREVER = 2^32 // 1 | 0         -- passes of a program that repeats

local function is_repeats(value)
  if type(value) == "boolean" then return value end
  if math.type(value) == "integer" and value >= 1 and value < FOREVER then
    return value
  end
  return nil, "true, false or how often the program runs at most"
end

-- How rules are executed unless a game says so itself: `ludus run --rules`.
rules.engine = "auto"

rules.fields = {
  rules = { "string", required = true, help = "the text of the rules" },
  cases = { "list", { {} },
    help = "a table per case: first values of variables and grids by name" },
  budget = { "integer", 1000, min = 1, max = 1000000000,
    help = "what a program may spend in a case" },
  repeats = { "any", false, check = is_repeats,
    help = "run the program again until the budget is spent, or so often" },
  seed = { "integer", 1, help = "of the random draws, keyed by the case" },
  max = { "number", help = "the greatest raw score over all cases, if known" },
  engine = { "choice", "default", choices = { "default", "auto", "native",
    "bytecode", "plain" }, help = "how the rules are executed" },
}

-- ---- places ------------------------------------------------------------------------

-- Where the text stands: the script that holds it and its offset there. A long
-- string loses its first line end; a text that is put together is its own script.
local function locate(text, place)
  local script = place and system.read(place.file, SCRIPT_MAX)
  if script then
    script = script:gsub("\r\n", "\n")
    local from = script:find(text, 1, true)
    if from then return script, from - 1, place.file end
  end
  return text, 0, "rules"
end

-- ---- games -------------------------------------------------------------------------

local noticed = {}                    -- each notice is given once

local function notice(text)
  if noticed[text] then return end
  noticed[text] = true
  io.stderr:write(text, "\n")
end

local function passes(repeats)
  if repeats == true then return FOREVER - 1 end
  return repeats or 1
end

-- A game; fields as in rules.fields.
function rules.game(given)
  local settings = spec.check("rules.game", given, rules.fields)
  local place = spec.place("rules.game")
  local script, from, name = locate(settings.rules, place)
  local engine = settings.engine == "default" and rules.engine or settings.engine
  local ok, game, warnings, missing = pcall(core.new, { script = script,
    from = from, len = #settings.rules, name = name, cases = settings.cases,
    budget = settings.budget, passes = passes(settings.repeats),
    seed = settings.seed, max = settings.max, engine = engine })
  if not ok then
    if game:find("^field ") then
      game = spec.where(place, "cases") .. "rules.game: " .. game
    end
    error(game, 0)
  end
  if warnings ~= "" then notice((warnings:gsub("\n$", ""))) end
  if missing then
    notice("rules: bytecode instead of native code: " .. missing)
  end
  return made.remember(game, rules.game, settings, rules.fields)
end

return rules
