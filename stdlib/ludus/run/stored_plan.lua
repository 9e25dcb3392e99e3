-- stored_plan.lua -- plans as the store keeps them: functions of a script by their places.
--
-- What bred a generation is kept with it, so that its births can be replayed. A function
-- cannot be kept; when the script is loaded again it is found by where it stands.

local goals   = require "ludus.script.goals"
local islands = require "ludus.script.islands"
local reals   = require "ludus.script.reals"

local stored = {}

-- How the store names a function: by its place in the script.
local function function_name(f)
  local info = debug.getinfo(f, "S")
  return ("lua:%s:%d"):format(info.short_src, info.linedefined)
end

local function plain_row(row)
  return type(row[2]) == "function" and { row[1], function_name(row[2]) } or row
end

local function mapped(list, f)
  local result = {}
  for i, item in ipairs(list) do result[i] = f(item) end
  return result
end

-- A plan with functions named, which can be stored.
function stored.plain(plan)
  local plain = {}
  for key, value in pairs(plan) do plain[key] = value end
  plain.seconds, plain.evaluations, plain.climb, plain.target = nil, nil, nil, nil
  if plan.vary then plain.vary = mapped(plan.vary, plain_row) end
  if plan.brood then
    plain.brood = mapped(plan.brood, function(part)
      return { children = part.children, steps = mapped(part.steps, plain_row) }
    end)
  end
  if type(plan.select) == "function" then
    plain.select = { method = function_name(plan.select) }
  end
  for _, name in ipairs { "objectives", "measures" } do
    plain[name] = plan[name] and mapped(plan[name], function(item)
      return type(item) == "function" and function_name(item) or item
    end)
  end
  plain.islands = islands.mapped(plan, stored.plain)
  return plain
end

local function demand(ok, what)
  if not ok then error("expected " .. what, 0) end
end

local function check_rows(rows, what)
  demand(type(rows) == "table", what)
  for _, row in ipairs(rows) do
    demand(type(row) == "table" and type(row[1]) == "number"
      and type(row[2]) == "string", "a share and an operator")
    for _, param in pairs(type(row[3]) == "table" and row[3] or {}) do
      demand(type(param) == "number", "numbers for an operator")
    end
  end
end

-- A stored plan has the form that stored.plain() gives it, or is refused.
local function check_stored(plan)
  demand(type(plan) == "table" and type(plan.select) == "table"
    and type(plan.select.method) == "string", "a selection")
  demand(type(plan.select.param or 0) == "number", "a number for the selection")
  demand(math.type(plan.elite) == "integer", "a number of survivors")
  if reals.makes(plan.scheme) then return end
  if plan.brood == nil then
    demand(type(plan.vary) == "table" and #plan.vary > 0, "operators")
    check_rows(plan.vary, "operators")
    return
  end
  demand(type(plan.brood) == "table" and #plan.brood > 0, "the parts of a brood")
  for _, part in ipairs(plan.brood) do
    demand(type(part) == "table" and math.type(part.children) == "integer",
      "a number of children")
    check_rows(part.steps, "steps")
  end
end

-- The functions of the fields of an experiment, by their names in the store.
local gather

function gather(fields, known)
  if type(fields.islands) == "table" then
    for _, set in pairs(fields.islands.settings or {}) do gather(set, known) end
  end
  local function add(f) if type(f) == "function" then known[function_name(f)] = f end end
  for _, row in ipairs(fields.vary or {}) do add(row[2]) end
  for _, part in ipairs(fields.brood or {}) do
    for _, step in ipairs(part) do
      add(step)
      if type(step) == "table" then add(step[1]) end
    end
  end
end

-- Puts the functions of an experiment into a stored plan.
local function fill_in(plan, known)
  local lists = plan.brood and mapped(plan.brood, function(p) return p.steps end)
    or { plan.vary }
  for _, rows in ipairs(lists) do
    for _, row in ipairs(rows) do
      local name = row[2]
      if name:find("^lua:") then
        row[2] = known[name] or error(("the operator at %s was set by a schedule: what "
          .. "it made cannot be replayed"):format(name:sub(5)), 0)
      end
    end
  end
  if plan.select.method:find("^lua:") then plan.select = { method = "tournament" } end
  goals.forget(plan)
  return plan
end

-- The plan as it was stored, with the experiment's functions in it again.
function stored.whole(plan, value)
  check_stored(plan)
  if (plan.tries or 0) ~= 0 then
    error("what a local search made cannot be replayed: its tries are not kept", 0)
  elseif plan.planted then
    error("the script planted programs during the run: what came of them cannot be "
      .. "replayed", 0)
  elseif plan.scheme == "cma" then
    error("what a distribution made cannot be replayed: it has no parents, but all that "
      .. "lived before", 0)
  end
  local known = {}
  for _, set in pairs(value.variants) do gather(set, known) end
  gather(value, known)
  plan.islands = islands.mapped(plan, function(one)
    check_stored(one)
    return fill_in(one, known)
  end)
  return fill_in(plan, known)
end

return stored
