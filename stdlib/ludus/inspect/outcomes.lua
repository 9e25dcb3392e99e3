-- outcomes.lua -- how a program ended in all cases: drawn where cases have places, else
-- as a table.
--
--     p:outcomes(g)
--     p:outcomes(g).cases[3].ended
--
-- A case has a place if it has a field `row` and a field `col`, or `x` and `y`, both
-- whole numbers, by themselves or below one name (mine.row, mine.col).

local cases    = require "ludus.inspect.cases"
local look     = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"

local outcomes = {}

local Outcomes = show.speaks { __name = "ludus.outcomes" }
Outcomes.__index = Outcomes

-- ---- totals ---------------------------------------------------------------

local function number(x)
  return x == math.floor(x) and progress.thousands(math.tointeger(x) or x)
    or progress.number(x)
end

-- Endings and how many there are of each: won first, then as they come.
local function tally(list)
  local counts, order = {}, {}
  for _, case in ipairs(list) do
    local word = case.ended
    if word and not counts[word] then
      table.insert(order, word == "won" and 1 or #order + 1, word)
    end
    if word then counts[word] = (counts[word] or 0) + 1 end
  end
  return order, counts
end

-- ---- places ---------------------------------------------------------------

-- Have all cases a whole number there, not too large to draw?
local function is_whole(list, name)
  for _, case in ipairs(list) do
    local value = math.tointeger(case.fields[name])
    if not value or value < -999 or value > 999 then return false end
  end
  return true
end

local pairs_of = { { "row", "col" }, { "y", "x" } }

-- The names of the fields that are a row and a column: the first that differ from case
-- to case; nil if there are none.
function outcomes.place(list)
  for _, name in ipairs(list.names) do
    for _, pair in ipairs(pairs_of) do
      local lead = name:match("^(.*)%f[%w]" .. pair[1] .. "$")
      local other = lead and lead .. pair[2]
      if other and #list > 1 and is_whole(list, name) and is_whole(list, other) then
        for _, case in ipairs(list) do
          if case.fields[name] ~= list[1].fields[name]
            or case.fields[other] ~= list[1].fields[other] then
            return name, other
          end
        end
      end
    end
  end
end

local function range(list, name)
  local low, high = math.huge, -math.huge
  for _, case in ipairs(list) do
    low = math.min(low, case.fields[name])
    high = math.max(high, case.fields[name])
  end
  return math.tointeger(low), math.tointeger(high)
end

local MIXED = "?"

-- A sign for each ending: + for won, else a letter of its own.
local function signs_of(order)
  local signs, taken = {}, { ["+"] = true, [MIXED] = true }
  for _, word in ipairs(order) do
    local sign = word == "won" and "+" or nil
    for letter in word:upper():gmatch "%a" do
      if sign then break end
      sign = not taken[letter] and letter or nil
    end
    for digit = 1, 9 do
      sign = sign or not taken[tostring(digit)] and tostring(digit)
    end
    signs[word] = sign or "#"
    taken[signs[word]] = true
  end
  return signs
end

-- ---- the map --------------------------------------------------------------

-- The ending of each place, by row and column; MIXED if its cases differ.
local function squares(list, row, col)
  local map, mixed = {}, 0
  for _, case in ipairs(list) do
    local r, c = math.tointeger(case.fields[row]), math.tointeger(case.fields[col])
    local line = map[r] or {}
    map[r] = line
    if not line[c] then line[c] = case.ended
    elseif line[c] ~= case.ended then
      if line[c] ~= MIXED then mixed = mixed + 1 end
      line[c] = MIXED
    end
  end
  return map, mixed
end

local function kind_of(word)
  return word == "won" and "good" or word == MIXED and "warm" or "bad"
end

-- The map as lines, or nil if the view is too narrow for it.
local function drawn(list, order, row, col, view)
  local top, bottom = range(list, row)
  local left, right = range(list, col)
  local wide = math.max(#tostring(top), #tostring(bottom))
  local cell = math.max(#tostring(left), #tostring(right)) + 1
  local heads = wide + cell * (right - left + 1) <= view.width
  if not heads then cell = 1 end      -- without the numbers of columns
  if wide + 1 + cell * (right - left + 1) > view.width then return nil end
  local map, mixed = squares(list, row, col)
  local signs, out = signs_of(order), {}
  if heads then
    local line = { (" "):rep(wide) }
    for c = left, right do line[#line + 1] = ("%" .. cell .. "d"):format(c) end
    out[1] = view.paint("dim", table.concat(line))
  end
  for r = top, bottom do
    local line = { view.paint("dim", ("%" .. wide .. "d"):format(r)),
      heads and "" or " " }
    for c = left, right do
      local word = map[r] and map[r][c]
      local sign = word == MIXED and MIXED or word and signs[word] or "."
      line[#line + 1] = (" "):rep(cell - 1) .. (word and view.paint(kind_of(word), sign)
        or view.paint("dim", sign))
    end
    out[#out + 1] = table.concat(line)
  end
  local legend = {}
  for i, word in ipairs(order) do legend[i] = ("%s %s"):format(signs[word], word) end
  if mixed > 0 then legend[#legend + 1] = MIXED .. " its cases end differently" end
  out[#out + 1] = show.wrap(("by %s and %s: %s"):format(row, col,
    table.concat(legend, ", ")), view.width)
  return out
end

-- ---- the table ------------------------------------------------------------

local COLUMNS_MAX = 12

local function text_of(value)
  if value == nil then return "" end
  return (tostring(value):gsub("%s+", " "):sub(1, 24))
end

-- A line a case: number, ending, raw score, as many fields as there is room for.
local function tabled(list, view)
  local heads, rows = { "case", "ended", "raw" }, {}
  for i = 1, math.min(#list.names, COLUMNS_MAX) do heads[#heads + 1] = list.names[i] end
  local widths = {}
  for k, head in ipairs(heads) do widths[k] = show.columns(head) end
  for i, case in ipairs(list) do
    local row = { tostring(i), case.ended or "-", number(case.raw) }
    for k = 4, #heads do row[k] = text_of(case.fields[heads[k]]) end
    for k, word in ipairs(row) do widths[k] = math.max(widths[k], show.columns(word)) end
    rows[i] = row
  end
  local fit, sum = 3, widths[1] + widths[2] + widths[3] + 4
  while fit < #heads and sum + 2 + widths[fit + 1] <= view.width do
    fit = fit + 1
    sum = sum + 2 + widths[fit]
  end
  local function line(row)
    local words = {}
    for k = 1, fit do
      local gap = (" "):rep(widths[k] - show.columns(row[k]))
      words[k] = (k == 1 or k == 3) and gap .. row[k] or row[k] .. gap
    end
    return (table.concat(words, "  "):gsub("%s+$", ""))
  end
  local out = { view.paint("head", line(heads)) }
  for i, row in ipairs(rows) do
    local text = line(row)
    out[i + 1] = list[i].lost and view.paint("bad", text) or text
  end
  if fit - 3 < #list.names then
    out[#out + 1] = view.paint("dim", ("%d of %d fields shown"):format(fit - 3,
      #list.names))
  end
  return out
end

-- ---- showing --------------------------------------------------------------

local function head_of(list)
  local order, counts = tally(list)
  local words, sum = {}, 0
  for i, word in ipairs(order) do words[i] = ("%d %s"):format(counts[word], word) end
  for _, case in ipairs(list) do sum = sum + case.raw end
  if list.known and not counts.won then table.insert(words, 1, "0 won") end
  return ("%d case%s: %s%sraw %s, mean %s"):format(#list, #list == 1 and "" or "s",
    table.concat(words, ", "), #words > 0 and "; " or "", number(sum),
    number(sum / #list))
end

function Outcomes:__show(view)
  local list = self.cases
  local out = { show.wrap(head_of(list), view.width) }
  local row, col = self.row, self.col
  local body = row and list.known and drawn(list, (tally(list)), row, col, view)
    or tabled(list, view)
  table.move(body, 1, #body, #out + 1, out)
  return table.concat(out, "\n")
end

-- How the program ended in each case: won, lost or in the game's words, drawn on the
-- board where cases have places, else as a table. cases is the list; won and lost are
-- how many.
function outcomes.of(p, ...)
  local game = look.settle("outcomes", p, ...)
  local list = cases.of("outcomes", game, p)
  local row, col = outcomes.place(list)
  return setmetatable({ cases = list, won = list.won, lost = list.lost, row = row,
    col = col }, Outcomes)
end

return outcomes
