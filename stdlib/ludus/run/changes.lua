-- run/changes.lua -- what a schedule may change of a run on its way: does it make sense, with
-- --set, with the programs, and all together?

local experiments = require "ludus.script.experiment"
local plans   = require "ludus.script.plan"
local recipes = require "ludus.script.recipes"
local spec    = require "ludus.script.spec"

local changes = {}

local can_change = { game = true, rescore = true }
for _, name in ipairs(plans.names) do can_change[name] = true end

-- What was given by --set holds for the whole run: a schedule that knows nothing of it
-- would store what it made under a wrong name. The word that would be lost, as a message.
local function lost_set(run, sets, fields)
  for _, set in ipairs(sets) do
    local field = set.key:match "^game%.(.*)$"
    local lost
    if field then
      lost = fields.game
        and not recipes.agree(fields.game, run.experiment.game, field)
    else
      lost = fields[set.key] ~= nil
    end
    if lost then
      return ("--set %s=%s would be lost%s"):format(set.key, set.value, field
        and "; make the game by run.experiment.game:with { ... }, without that field"
        or ": the script sets that field itself")
    end
  end
end

-- What is wrong with them before they are looked at one by one.
local function refusal(run, sets, fields)
  local lacking = fields.game and experiments.lacks(fields.game, run.experiment.needs)
  if lacking then return lacking end
  for key in pairs(fields) do
    if not can_change[key] then
      return ("'%s' cannot be changed during a run; game, %s can"):format(tostring(key),
        table.concat(plans.names, ", "))
    end
  end
  if fields.game and run.plan.meet then
    return "'game' cannot be changed where programs meet each other"
  end
  return lost_set(run, sets, fields)
end

-- The experiment as it is after the changes, which run.current keeps.
local function changed_by(run, fields)
  local given, place = {}, spec.place("run:set")
  for key, value in pairs(fields) do
    if key ~= "game" and key ~= "rescore" then given[key] = value end
  end
  local accepted, mistakes = spec.complete("run:set", given, plans.fields, place)
  for key in pairs(given) do run.current[key] = accepted[key] end
  if given.vary then run.current.brood = nil end
  local now = {}
  for _, name in ipairs(plans.names) do now[name] = run.current[name] end
  setmetatable(now, { __index = run.experiment })
  plans.check(now, given, run.experiment.species, function(field, format, ...)
    mistakes[#mistakes + 1] = spec.where(place, field) .. "run:set: " .. format:format(...)
  end)
  spec.raise(mistakes, true)
  return now
end

-- The plan of a run after run:set(fields), which calls this; `sets` are the words of --set.
function changes.plan(run, sets, fields)
  local why = refusal(run, sets, fields)
  if why then error("run:set: " .. why, 3) end
  return run.experiment.plan(changed_by(run, fields))
end

return changes
