-- heat.lua -- what the best program of each generation got in each case, as a picture.
--
-- A column is a generation, a row a case; the lighter, the better, in five steps from the
-- worst to the best of all that are drawn. Only some generations and cases are drawn where
-- there are many.

local html     = require "ludus.report.html"
local progress = require "ludus.run.progress"
local scale    = require "ludus.report.scale"

local heat = {}
local escape = html.escape

local COLUMNS, ROWS = 48, 60
local CELL, LEFT, TOP, BOTTOM = 14, 56, 24, 46
local WIDE = 400                             -- is made smaller on a phone, its words are not

-- At most so many of 1..n, the first and the last among them.
local function some(n, most)
  local list = {}
  if n <= most then
    for i = 1, n do list[i] = i end
    return list
  end
  for k = 0, most - 1 do list[k + 1] = 1 + k * (n - 1) // (most - 1) end
  return list
end

-- { columns = { { generation =, raws } }, cases = numbers }, by playing again.
local function played(e, history)
  local game, columns = e:judged(e.game), {}
  if not game:can "cases" or game:goal().cases < 2 then return nil end
  local cases = some(game:goal().cases, ROWS)
  for k, i in ipairs(some(#history, COLUMNS)) do
    local _, rows = game:results(e.species, history[i].program)
    local raws = {}
    for r, number in ipairs(cases) do raws[r] = scale.bounded(rows[number].raw) end
    columns[k] = { generation = history[i].generation, raws = raws }
  end
  return { columns = columns, cases = cases }
end

local function level(v, low, high, less)
  if low == high then return 4 end
  local t = (v - low) / (high - low)
  return math.max(0, math.min(4, math.floor(5 * (less and 1 - t or t))))
end

local function range(columns)
  local low, high = math.huge, -math.huge
  for _, column in ipairs(columns) do
    for _, v in ipairs(column.raws) do low, high = math.min(low, v), math.max(high, v) end
  end
  return low, high
end

local function drawn(d, low, high, less)
  local width = LEFT + CELL * #d.columns + 8
  local height = TOP + CELL * #d.cases + BOTTOM
  local out = { ('<svg class="heat%s" width="%d" height="%d" viewBox="0 0 %d %d" role="img">'
    .. '<title>Scores by case and generation, from %s to %s</title>'):format(
    width > WIDE and " wide" or "", width, height, width, height,
    escape(progress.number(low)), escape(progress.number(high))) }
  for k, column in ipairs(d.columns) do
    for r, v in ipairs(column.raws) do
      out[#out + 1] = ('<rect class="h%d" x="%d" y="%d" width="%d" height="%d"/>'):format(
        level(v, low, high, less), LEFT + CELL * (k - 1), TOP + CELL * (r - 1), CELL - 1,
        CELL - 1)
    end
  end
  for k = 1, #d.columns, math.max(1, #d.columns // 6) do
    out[#out + 1] = ('<text x="%d" y="%d" text-anchor="middle">%d</text>'):format(
      LEFT + CELL * k - CELL // 2, height - BOTTOM + 18, d.columns[k].generation)
  end
  for r = 1, #d.cases, math.max(1, #d.cases // 12) do
    out[#out + 1] = ('<text x="%d" y="%d" text-anchor="end">%d</text>'):format(LEFT - 6,
      TOP + CELL * r - 3, d.cases[r])
  end
  out[#out + 1] = ('<text x="%d" y="%d" text-anchor="middle">generation</text>'
    .. '<text x="2" y="16">case</text></svg>'):format((LEFT + width) // 2, height - 6)
  return table.concat(out)
end

local function data(d)
  local rows = {}
  for _, column in ipairs(d.columns) do
    for r, v in ipairs(column.raws) do rows[#rows + 1] = { column.generation, d.cases[r], v } end
  end
  return html.data("cases", { "generation", "case", "raw" }, rows)
end

-- The five steps side by side, the worst first.
local function steps(low, high, less)
  local out = { '<span class="scale">', escape(progress.number(less and high or low)),
    ' <svg class="heat steps" width="72" height="14" aria-hidden="true">' }
  for k = 0, 4 do
    out[#out + 1] = ('<rect class="h%d" x="%d" y="1" width="12" height="12"/>'):format(k, 1 + 14 * k)
  end
  out[#out + 1] = "</svg> " .. escape(progress.number(less and low or high)) .. "</span>"
  return table.concat(out)
end

-- The figure of an experiment's run; raises what keeps it from being played again.
function heat.figure(e, history, less)
  local d = #history > 1 and played(e, history)
  if not d then return "" end
  local low, high = range(d.columns)
  return ('<h4>Case by case</h4><figure><div class="scroll" tabindex="0" role="group" '
    .. 'aria-label="Case by case">%s</div><figcaption>What the best of each generation got in '
    .. 'each case; the lighter, the better: %s</figcaption>%s</figure>'):format(
    drawn(d, low, high, less), steps(low, high, less), data(d))
end

return heat
