-- lesson/strips.lua -- a number of each run as a mark on its group's line, in text.
--
--     k = 1   o oo[==|====]o    o
--     k = 7                oo o [=|===]  o
--             200       300       400
--
-- Brackets are quartiles, the bar is the median: the spread is seen before any test.

local progress = require "ludus.run.progress"
local scale    = require "ludus.report.scale"
local stats    = require "ludus.stats"

local strips = {}

local NAME_MAX = 24                   -- columns of a group's name

-- A round step that cuts the span into about `want` parts.
function strips.step(span, want)
  local base = 10 ^ math.floor(math.log(span / want, 10))
  for _, m in ipairs { 1, 2, 5 } do if span / (m * base) <= want then return m * base end end
  return 10 * base
end

-- The ends of an axis with room for all values, and its step.
function strips.axis(groups, want)
  local low, high = math.huge, -math.huge
  for _, group in ipairs(groups) do
    for _, v in ipairs(group.values) do
      v = scale.bounded(v)
      low, high = math.min(low, v), math.max(high, v)
    end
  end
  low, high = scale.widened(low, high)
  local step = strips.step(high - low, want)
  return math.floor(low / step) * step, math.ceil(high / step) * step, step
end

local function line_of(values, width, place)
  local cells = {}
  for i = 1, width do cells[i] = " " end
  local low, high = place(stats.quantile(values, 0.25)), place(stats.quantile(values, 0.75))
  for i = low, high do cells[i] = "=" end
  for _, v in ipairs(values) do cells[place(v)] = "o" end
  cells[low], cells[high] = "[", "]"
  cells[place(stats.median(values))] = "|"
  return (table.concat(cells):gsub(" +$", ""))
end

-- groups: { { name=, values= }, ... }; words for the axis; columns in all.
function strips.text(groups, words, width)
  local widest = 0
  for _, group in ipairs(groups) do
    widest = math.max(widest, math.min(NAME_MAX, utf8.len(group.name)))
  end
  local room = width - widest - 4
  local low, high, step = strips.axis(groups, 5)
  local function place(v)
    return 1 + math.floor((scale.bounded(v) - low) / (high - low) * (room - 1) + 0.5)
  end
  local lines = { words .. " of each run; [ ] quartiles, | median" }
  for _, group in ipairs(groups) do
    lines[#lines + 1] = ("  %s%s  %s"):format(group.name,
      (" "):rep(widest - utf8.len(group.name)), line_of(group.values, room, place))
  end
  local numbers = ""
  for i = 0, math.floor((high - low) / step + 0.5) do
    local text = progress.number(low + i * step)
    local from = math.max(0, math.min(place(low + i * step) - 1 - #text // 2, room - #text))
    if from >= #numbers + (i > 0 and 1 or 0) then
      numbers = numbers .. (" "):rep(from - #numbers) .. text
    end
  end
  lines[#lines + 1] = (" "):rep(widest + 4) .. numbers
  return table.concat(lines, "\n")
end

return strips
