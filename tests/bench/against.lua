-- against.lua OLD NEW [NAME...] -- two binaries beside each other, by `ludus bench`.
--
-- They take turns, TIMES times (5), so that what the machine does meanwhile meets both.
-- A row is told by the median of each and by the speed of the new one over that of the
-- old one: below 1 the new one is slower. Rows that are neither rates nor times are
-- shown, and do not count for the last line.

local json = require "ludus.json"

local old, new = ...
local times = tonumber(os.getenv "TIMES") or 5
local names = { select(3, ...) }
if not new then error("usage: against.lua OLD NEW [NAME...]", 0) end
if #names == 0 then names = { "engines", "paper", "breed", "ga", "ant" } end

-- The rows a binary prints, in order, by their names.
local function measure(binary, name)
  local rows = {}
  for line in io.popen(("%s bench %s --json"):format(binary, name)):lines() do
    local row = json.decode(line)
    rows[#rows + 1] = row
  end
  return rows
end

local function median(list)
  table.sort(list)
  local n = #list
  return n % 2 == 1 and list[n // 2 + 1] or (list[n // 2] + list[n // 2 + 1]) / 2
end

-- Of a time less is faster.
local function is_time(unit) return unit:find "^[mun]?s$" or unit:find "^[mun]?s[ /]" end

local worst = math.huge
for _, name in ipairs(names) do
  local seen, order = {}, {}
  for _ = 1, times do
    for which, binary in ipairs { old, new } do
      for _, row in ipairs(measure(binary, name)) do
        local found = seen[row.name]
        if not found then
          found = { {}, {}, unit = row.unit or "" }
          seen[row.name], order[#order + 1] = found, row.name
        end
        table.insert(found[which], row.value)
      end
    end
  end
  print(name)
  for _, row in ipairs(order) do
    local found = seen[row]
    if #found[1] > 0 and #found[2] > 0 then
      local before, after = median(found[1]), median(found[2])
      local speed = is_time(found.unit) and before / after or after / before
      if is_time(found.unit) or found.unit:find "/s$" then
        worst = math.min(worst, speed)
      end
      print(("  %-40s %12.4g %12.4g %-14s %6.3f"):format(row, before, after,
        found.unit, speed))
    end
  end
end
print(("slowest row beside the old binary: %.3f"):format(worst))
