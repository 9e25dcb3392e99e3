-- fitness.lua -- the fitness of a case, said in Lua, for any game.
--
--     fitness = function(case) return 2 * case.uncovered - (case.won and 0 or 5) end
--     fitness = { function(case) return case.shots end, minimise = true,
--                 total = function(values) return math.max(table.unpack(values)) end }
--
-- An experiment with a fitness is scored by a game of its own (ludus.core.fitness)
-- that lets the experiment's game play and asks the functions. Each thread loads the
-- script again and finds them by the place of the experiment in it.

local core     = require "ludus.core.fitness"
local game     = require "ludus.script.game"
local registry = require "ludus.script.registry"
local script   = require "ludus.script"
local spec     = require "ludus.script.spec"

local fitness = {}

fitness.fields = {
  total = { "function", help = "function(values, score): the fitness of a program, from "
    .. "that of its cases and the game's own score; without it their sum" },
  minimise = { "boolean", help = "less is better; without it as the game has it" },
  max = { "number", min = -1e300, max = 1e300, help = "the greatest fitness of a case, of a program where there is "
    .. "a total: who has it in all cases has solved the game" },
}

local EXPECTED = "function(case), or { function(case), minimise = true, max = 10, "
  .. "total = function(values) }"

-- { case=, total=, minimise=, max= } of what a script gives; or nil and what was
-- expected.
function fitness.check(value)
  if type(value) == "function" then return { case = value } end
  if type(value) ~= "table" or type(value[1]) ~= "function" then return nil, EXPECTED end
  local named = {}
  for key, item in pairs(value) do if key ~= 1 then named[key] = item end end
  local result, mistakes = spec.complete("fitness", named, fitness.fields)
  if #mistakes > 0 then return nil, EXPECTED .. " (" .. mistakes[1] .. ")" end
  result.case = value[1]
  return result
end

-- Notes the fields of the experiment made at that place; the key by which threads find
-- its functions.
function fitness.note(place, given) return registry.add(place, given) end

-- The game scored by the functions. `found` is what check() gave; seconds is the CPU
-- time of one call.
function fitness.wrap(inner, found, key, variant, seconds)
  local from = script.current
  return core.new(inner, { key = key, variant = variant or "", seconds = seconds,
    script = from and from.path, source = from and from.source,
    minimise = found.minimise, max = found.max },
    { case = found.case, total = found.total })
end

-- ---- in a thread's own state ---------------------------------------------------------

-- The functions of the experiment with that key.
function fitness.find(key, variant)
  local given = registry.find(key)
  local set = variant ~= "" and given.variants[variant] or {}
  return fitness.check(set.fitness or given.fitness)
end

-- The same, loading the script first. math.random starts anew in each case.
function fitness.worker(key, variant, path, source, fresh)
  game.seed_each_case(fresh)          -- first: a script may keep math.random
  script.load(path, source)
  return fitness.find(key, variant)
end

return fitness
