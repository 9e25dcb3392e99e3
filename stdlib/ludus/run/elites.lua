-- elites.lua -- the programs that a population was searched for: its front by several
-- objectives, or the elites of its map.
--
--     elites.front(evolution, plan)   --> { { values = { 0.1, 7 }, program =, raw = }, ... }
--     elites.map(evolution, plan)     --> { axes = { { from, to, cells }, ... }, { cell =,
--                                           values =, program =, raw = }, ... }
--     elites.stored(evolution, plan)  --> either as the store keeps it, or nil

local json = require "ludus.json"

local elites = {}

local FRONT_MOST = 500                -- points of a front that are stored

-- Numbers that JSON has; others as words.
local function plain(point)
  local values = {}
  for k = 1, #point do
    values[k] = math.abs(point[k]) < math.huge and point[k] or tostring(point[k])
  end
  return json.list(values)
end

-- Those whom nobody beats, by the first objective, each point once and FRONT_MOST of them.
function elites.front(evolution, plan)
  local list, seen = {}, {}
  for _, point in ipairs(evolution:front(plan)) do
    local key = table.concat(point, " ")
    if not seen[key] then
      seen[key] = true
      list[#list + 1] = point
    end
  end
  table.sort(list, function(a, b)
    for k = 1, #a do if a[k] ~= b[k] then return a[k] < b[k] end end
    return a.slot < b.slot
  end)
  if #list > FRONT_MOST then
    local some = {}
    for i = 1, FRONT_MOST do
      some[i] = list[1 + (i - 1) * (#list - 1) // (FRONT_MOST - 1)]
    end
    list = some
  end
  for i, point in ipairs(list) do
    list[i] = { values = plain(point), program = evolution:text(point.slot),
      raw = evolution:score(point.slot).raw }
  end
  return list
end

-- The elite of each cell that is filled, by cells: of two axes of 10 cells, cell 12 is the
-- second along the first axis and the second along the other.
function elites.map(evolution, plan)
  local map = { axes = {} }
  for i, axis in ipairs(plan.map) do map.axes[i] = json.list { table.unpack(axis) } end
  for i, point in ipairs(evolution:map(plan)) do
    map[i] = { cell = point.cell, values = plain(point),
      program = evolution:text(point.slot), raw = evolution:score(point.slot).raw }
  end
  return map
end

function elites.stored(evolution, plan)
  if plan.objectives then
    return json.encode { front = json.list(elites.front(evolution, plan)) }
  elseif plan.map then
    local map = elites.map(evolution, plan)
    local axes = json.list(map.axes)
    map.axes = nil
    return json.encode { axes = axes, map = json.list(map) }
  end
end

return elites
