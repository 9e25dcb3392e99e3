-- goals.lua -- what a plan looks at besides the score: objectives, and measures of
-- behaviour for a map or for novelty.
--
--     objectives = { "score", "size" }
--     map        = { { "size", 1, 60, 20 }, { function(p) return p.steps / 9 end, 0, 1, 10 } }
--     novelty    = { 1, 2, near = 15, add = 0.05, archive = 1000 }

local evolve = require "ludus.core.evolve"
local spec   = require "ludus.script.spec"
local words  = require "ludus.script.words"

local limits = evolve.limits

local goals = {}

-- ---- fields ------------------------------------------------------------------------

local function is_goal(value)
  if type(value) == "function" then return not words.is_maker(value) end
  if math.type(value) == "integer" then return value >= 1 end
  for _, name in ipairs(evolve.goals) do if name == value then return true end end
  return false
end

local ONES = table.concat(evolve.goals, ", ") .. ", numbers of cases and functions of a "
  .. "program's figures"

goals.ONES = ONES

-- Is it a list of measures?
function goals.are_measures(list)
  local ok = #list >= 1 and #list <= limits.objectives
  for _, item in ipairs(list) do ok = ok and is_goal(item) end
  return ok
end

local function accept_objectives(value)
  local list = type(value) == "table" and value or { value }
  local ok = value == "cases" or #list >= 1 and #list <= limits.objectives
  for _, item in ipairs(list) do ok = ok and (value == "cases" or is_goal(item)) end
  if ok then return value == "cases" and value or list end
  return nil, ("1 to %d of %s; or 'cases'"):format(limits.objectives, ONES)
end

local function is_axis(row)
  if type(row) ~= "table" or not is_goal(row[1]) or #row ~= 4 then return false end
  local low, high, cells = row[2], row[3], row[4]
  return type(low) == "number" and type(high) == "number" and low < high
    and high - low < math.huge and math.type(cells) == "integer" and cells >= 1
    and cells <= limits.map
end

local function accept_map(value)
  local ok = type(value) == "table" and #value >= 1 and #value <= limits.axes
  local cells = 1
  for key, row in pairs(ok and value or {}) do
    ok = ok and math.type(key) == "integer" and is_axis(row)
    cells = ok and cells <= limits.map and cells * row[4] or cells
  end
  if not ok then
    return nil, ("1 to %d rows { measure, from, to, cells }, a measure being one of %s")
      :format(limits.axes, ONES)
  elseif cells > limits.map then
    return nil, ("at most %d cells"):format(limits.map)
  end
  return value
end

local novelty_fields = {
  near = { "integer", 15, min = 1, max = limits.near,
    help = "nearest whose distance counts" },
  add = { "number", 0.05, min = 0, max = 1,
    help = "chance of a child's behaviour to enter the archive" },
  archive = { "integer", 1000, min = 0, max = limits.archive,
    help = "behaviours in the archive; a new one takes the place of the oldest" },
}
goals.novelty_fields = novelty_fields

-- The fields with their defaults, what is `wrong` of them, and the list of measures; or nil
-- and what was expected.
local function accept_novelty(value)
  if value == false then return value end
  local list, named = {}, {}
  for key, item in pairs(type(value) == "table" and value or {}) do
    if math.type(key) == "integer" then list[key] = item else named[key] = item end
  end
  if not goals.are_measures(list) then
    return nil, ("{ measures ..., near =, add =, archive = }, 1 to %d measures of %s")
      :format(limits.objectives, ONES)
  end
  local x, wrong = spec.complete("novelty", named, novelty_fields)
  x.wrong = wrong
  table.move(list, 1, #list, 1, x)
  return x
end

goals.fields = {
  objectives = { "any", check = accept_objectives,
    help = "parents are chosen by fronts of several objectives, less being better: score, "
      .. "size, steps, misses, numbers of cases, functions; or 'cases', see pareto.md" },
  map = { "any", check = accept_map,
    help = "map: rows { measure, from, to, cells }, measures being those of objectives, "
      .. "see maps.md" },
  novelty = { "any", false, check = accept_novelty,
    help = "parents are chosen by how unlike others they behave: { measures ..., near =, "
      .. "add =, archive = }, see maps.md" },
}

-- ---- checking ----------------------------------------------------------------------

-- The field that has the measures of an experiment, and they; or nil.
local function listed(e)
  if e.objectives then
    return "objectives", e.objectives == "cases" and { 1 } or e.objectives
  elseif e.map then
    local list = {}
    for i, row in ipairs(e.map) do list[i] = row[1] end
    return "map", list
  elseif e.novelty then
    return "novelty", e.novelty
  elseif e.sharing and e.sharing.by == "measures" then
    return "sharing", e.sharing
  end
end

-- Numbers of cases, of a game that has them.
local function check_cases(e, field, list, mistake)
  for _, item in ipairs(list) do
    if math.type(item) == "integer" then
      local ok, why = pcall(e.game.need, e.game, "cases")
      local cases = ok and e.game:goal().cases
      if not ok then
        why = why:match "^bad argument #%d to '.-' %((.*)%)$" or why
        mistake(field, "field '%s': %s", field, why)
        return
      elseif item > cases then
        mistake(field, "field '%s': case %d of a game of %d", field, item, cases)
        return
      elseif e.objectives == "cases" and cases > limits.objectives then
        mistake(field, "field 'objectives': %d cases; there are at most %d "
          .. "objectives", cases, limits.objectives)
        return
      end
    end
  end
end

-- Cells of the map of an experiment.
function goals.cells(map)
  local cells = 1
  for _, row in ipairs(map) do cells = cells * row[4] end
  return cells
end

local function check_map(e, mistake)
  if e.scheme ~= "map" then
    mistake("map", "field 'map': only for the scheme 'map', not for '%s'",
      tostring(e.scheme))
  elseif e.population and goals.cells(e.map) > e.population then
    mistake("map", "field 'map': %d cells in a population of %d: each cell needs a place",
      goals.cells(e.map), e.population)
  end
  if type(e.select) == "function" then
    mistake("select", "field 'select': a function cannot choose among the elites of a map")
  end
end

-- What goes with what, and cases that there are. `given` is what the script wrote.
function goals.check(e, given, makes_itself, mistake)
  if e.scheme == "pareto" and not e.objectives and given.objectives == nil then
    mistake("scheme", "field 'scheme': 'pareto' needs 'objectives', for instance { "
      .. "\"score\", \"size\" }")
  elseif e.scheme == "map" and not e.map and given.map == nil then
    mistake("scheme", "field 'scheme': 'map' needs a 'map', for instance "
      .. "{ { \"size\", 1, 60, 20 } }")
  end
  local field, list = listed(e)
  if not field then return end
  if makes_itself then
    mistake(field, "field '%s': not for the scheme '%s'", field, e.scheme)
  end
  if e.map then check_map(e, mistake) end
  for _, other in ipairs { "objectives", "map", "novelty" } do
    if other ~= field and e[other] then
      mistake(other, "field '%s': not together with '%s'", other, field)
    end
  end
  for _, text in ipairs(field == "novelty" and e.novelty.wrong or {}) do
    mistake(field, "field 'novelty': %s", (text:gsub("^novelty: ", "")))
  end
  check_cases(e, field, list, mistake)
end

-- Does it look at single cases?
function goals.read_cases(e)
  local _, list = listed(e)
  for _, item in ipairs(list or {}) do
    if math.type(item) == "integer" then return true end
  end
  return false
end

-- ---- plans -------------------------------------------------------------------------

-- Puts them into a plan.
function goals.settle(plan, e)
  local field, list = listed(e)
  if field == "objectives" and e.objectives == "cases" then
    for i = 1, e.game:goal().cases do list[i] = i end
  end
  if field == "objectives" then
    plan.objectives = list
  elseif field then
    plan.measures = table.move(list, 1, #list, 1, {})
  end
  if field == "map" then
    plan.map = {}
    for i, row in ipairs(e.map) do plan.map[i] = { row[2], row[3], row[4] } end
  elseif field == "novelty" then
    plan.novelty = { near = e.novelty.near, add = e.novelty.add,
      archive = e.novelty.archive }
  end
end

-- A stored plan whose functions are not there; a replay chooses nobody.
function goals.forget(plan)
  if plan.objectives then plan.objectives = { "score" } end
  for i in ipairs(plan.measures or {}) do plan.measures[i] = "score" end
end

return goals
