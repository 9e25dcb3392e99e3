-- strangers.lua -- strategies of the prisoner's dilemma by kind, to judge who learns.
--
--     for _, s in ipairs(require "ludus.ipd.strangers".list()) do print(s.kind, s.name) end
--
-- Those of kinds.lua are written by hand, mostly after the literature; those of drawn.lua and
-- large machines are our own, drawn from a generator. All leave nothing to chance.

local drawn = require "ludus.ipd.drawn"
local kinds = require "ludus.ipd.kinds"
local rng   = require "ludus.core.rng"

local strangers = {}

-- In this order they are divided: see halve().
local KINDS = { "blind", "mirror", "grudge", "punish", "probe", "count", "hunt", "table", "net",
  "team", "machine" }

-- Every other of a kind is seen, chosen by chance once and for all; the rest is hidden from
-- whoever tunes.
local function halve(list, key)
  local order = {}
  for i in ipairs(list) do order[i] = { rng.keyed(2026, key, i):real(), i } end
  table.sort(order, function(a, b) return a[1] < b[1] end)
  local seen = {}
  for place, row in ipairs(order) do seen[row[2]] = (place + key) % 2 == 0 end
  return seen
end

local function machines()
  local rows = {}
  for i, p in ipairs(require "ludus.ipd".random_pool(2027, 12, 3, 12)) do
    rows[i] = { ("Machine %d"):format(i), p.machine }
  end
  return rows
end

-- Rows with kind, name, player and whether it may be seen while tuning.
function strangers.list()
  local ipd = require "ludus.ipd"
  local machine = require "ludus.machine"
  local all = {}
  for key, kind in ipairs(KINDS) do
    local rows = kinds[kind] or drawn[kind] or machines()
    local seen = halve(rows, key)
    for i, row in ipairs(rows) do
      local given = row[2]
      if type(given) == "string" then given = machine.parse(given, row[1]) end
      all[#all + 1] = { kind = kind, name = row[1], seen = seen[i],
        player = ipd.player(given, row[1]) }
    end
  end
  return all
end

-- The machines of ipd.known(), each with those of the other parts: a player who knows those
-- does not know it.
function strangers.known(parts)
  local ipd = require "ludus.ipd"
  local rows, all = require "ludus.ipd.known", ipd.known()
  local list, others = {}, {}
  for part = 1, parts do
    others[part] = {}
    for i, m in ipairs(all) do
      if (i - 1) % parts + 1 ~= part then table.insert(others[part], m) end
    end
  end
  for i, m in ipairs(all) do
    list[i] = { name = rows[i][1], player = ipd.player(m), others = others[(i - 1) % parts + 1] }
  end
  return list
end

return strangers
