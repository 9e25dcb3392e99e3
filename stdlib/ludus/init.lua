-- ludus -- evolve game players.
--
--     local ludus = require "ludus"
--     local p = ludus.read "scripts/programs/quartetti-best.gp"
--     print(#p, p:depth())
--
-- This table gathers what scripts use; each part is a module of its own.

require "ludus.inspect"

local experiment = require "ludus.script.experiment"
local game    = require "ludus.script.game"
local native  = require "ludus.script.native"
local program = require "ludus.script.program"
local rng     = require "ludus.core.rng"
local spec    = require "ludus.script.spec"
local study   = require "ludus.script.study"
local system  = require "ludus.core.system"
local words   = require "ludus.script.words"
local vector  = require "ludus.vector"

local ludus = {
  version = system.version,
  rng     = rng.new,
  read    = program.read,
  parse   = program.parse,
  study   = study.study,
  lesson  = require "ludus.lesson".lesson,
  game    = game.game,
  fresh   = require "ludus.script.fresh".fresh,
  race    = require "ludus.script.race".race,
  last    = native.last,
  choose  = native.choose,
  branch  = native.branch,
  experiment = experiment.experiment,
  vector  = vector.program,
  machine = require "ludus.machine",
  linear  = require "ludus.linear",
  math    = require "ludus.core.real",
}

-- Run number `id` of the store (default: the usual one), to look at.
function ludus.run(id, store) return require "ludus.run.history".open(id, store) end

-- Class mode: a script's run, one generation at a time; see ludus.inspect.classroom.
function ludus.class(script, options)
  return require "ludus.inspect.classroom".new(script, options)
end

for _, name in ipairs(words.names) do
  assert(ludus[name] == nil, name)     -- two things of one name
  ludus[name] = words[name]
end

local evolve_fields = {
  seed = { "integer", 1, help = "the seed" },
  threads = spec.threads "0: all cores",
}

-- Runs an experiment (or the fields of one) here and now, inside a study as a part that
-- is stored with it: gives the run, with `rows` (the figures of each generation), `stats` (of the last) and best().
-- options: seed, threads; or a study's settings, which have both.
function ludus.evolve(value, options)
  if study.is_settings(options) then
    options = { seed = options.seed, threads = options.threads }
  end
  options = spec.check("ludus.evolve", options or {}, evolve_fields)
  if not experiment.is(value) then value = experiment.experiment(value) end
  return require("ludus.run.studies").evolve(value, options)
end

local core = { table = require "ludus.core.table".read }      -- by its name in messages

-- Data as cases: of a file, whose content is part of a run's identity, or of a list.
function ludus.table(given, ...)
  require "ludus.script.files".note("data", given)
  local ok, data = pcall(function(...)
    local read = core.table(...)
    return read
  end, given, ...)
  if ok then return data end
  local words, ours = tostring(data):gsub("^ludus/init%.lua:%d+: ", "")
  if ours == 0 then error(data, 0) end
  error(spec.where(spec.place "ludus.table") .. words, 0)
end

return require "ludus.script.closed".module(ludus, "ludus")
