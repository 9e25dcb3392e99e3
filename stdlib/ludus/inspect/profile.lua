-- profile.lua -- where the time of a script's game goes.
--
-- Random programs of the experiment are scored twice: at full speed, for the total,
-- and with every call into Lua timed. Times of single calls include what it costs to
-- look at the clock, so they are shown as shares.

local evolve     = require "ludus.core.evolve"
local experiment = require "ludus.script.experiment"
local rng        = require "ludus.core.rng"
local script     = require "ludus.script"

local profile = {}

local PROGRAMS = 200

local function programs(e)
  local list, chance = {}, rng.new(1)
  for i = 1, PROGRAMS do
    list[i] = e.game:read(evolve.random(e.species, chance))
  end
  return list
end

local function full_speed(game, list)
  local steps, start = 0, os.clock()
  for _, p in ipairs(list) do steps = steps + game:score(p).steps end
  return os.clock() - start, steps
end

local function tallies(game, list)
  local calls, seconds, names = {}, {}, {}
  for _, p in ipairs(list) do
    for _, row in ipairs(game:tally(p)) do
      if not calls[row.name] then
        names[#names + 1] = row.name
        calls[row.name], seconds[row.name] = 0, 0
      end
      calls[row.name] = calls[row.name] + row.calls
      seconds[row.name] = seconds[row.name] + row.seconds
    end
  end
  table.sort(names, function(a, b) return seconds[a] > seconds[b] end)
  return names, calls, seconds
end

-- Rows for `ludus bench SCRIPT`.
function profile.rows(path)
  local e = script.load(path)
  if not experiment.is(e) then error(path .. ": returns no experiment", 0) end
  local list = programs(e)
  full_speed(e.game, list)
  local seconds, steps = full_speed(e.game, list)
  local rows = {
    { name = "programs", value = PROGRAMS / seconds, unit = "per second",
      note = "random ones, one thread" },
    { name = "steps", value = steps / seconds, unit = "per second" },
  }
  if not e.game.tally then
    rows[#rows].note = "a game in C: nothing of it runs in Lua"
    return rows
  end
  local names, calls, times = tallies(e.game, list)
  local all = 0
  for _, name in ipairs(names) do all = all + times[name] end
  for _, name in ipairs(names) do
    rows[#rows + 1] = { name = name, value = 100 * times[name] / all, unit = "% of Lua",
      note = ("%.1f calls a program"):format(calls[name] / PROGRAMS) }
  end
  return rows
end

return profile
