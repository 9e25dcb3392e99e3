-- descent.lua -- a picture of a program's ancestors, generation by generation, as SVG.
--
-- From left to right the generations. A circle is an ancestor of whose units some are
-- still there; its colour is its score, a ring around it says that it was better than its
-- mother and that what it brought has stuck. The thick line are the mothers, thin ones
-- lead from other mothers, dashed ones from fathers. The grey band below is how many
-- ancestors there are in all.

local html     = require "ludus.report.html"
local progress = require "ludus.run.progress"
local scale    = require "ludus.report.scale"

local descent = {}

local STEP, ROW, LEFT, TOP, BAND = 26, 16, 60, 56, 60
local WIDTH_MAX = 4000

-- The ancestors that carried a unit to the last program: by generation a list of slots,
-- that of the mother first.
local function carriers(b)
  local list = {}
  for g = 0, b.generation do
    local seen = { [b.line[g]] = true }
    list[g] = { b.line[g] }
    for _, unit in ipairs(b.units) do
      local at = unit.way[g]
      if at and not seen[at[1]] then
        seen[at[1]] = true
        table.insert(list[g], at[1])
      end
    end
  end
  return list
end

-- How far below the line of mothers each carrier is drawn: near its child.
local function places(b, list)
  local row = { [b.generation] = { [b.line[b.generation]] = 0 } }
  local most = 0
  for g = b.generation - 1, 0, -1 do
    local wish, taken = {}, { [0] = true }
    row[g] = { [b.line[g]] = 0 }
    for slot, at in pairs(row[g + 1]) do
      local m = b.past:member(g + 1, slot)
      for _, parent in ipairs { m.mother, m.father } do
        wish[parent] = math.min(wish[parent] or math.huge, at)
      end
    end
    local rest = table.move(list[g], 2, #list[g], 1, {})
    table.sort(rest, function(x, y)
      local p, q = wish[x] or math.huge, wish[y] or math.huge
      if p ~= q then return p < q end
      return x < y
    end)
    for _, slot in ipairs(rest) do
      local at = math.max(1, wish[slot] or 1)
      while taken[at] do at = at + 1 end
      taken[at], row[g][slot] = true, at
      most = math.max(most, at)
    end
  end
  return row, most
end

-- From blue, the worst, to red, the best.
local function colour(share)
  return ("hsl(%d, 75%%, 48%%)"):format(math.floor(240 - 240 * share + 0.5))
end

local function span_of(b, list)
  local low, high = math.huge, -math.huge
  for g = 0, b.generation do
    for _, slot in ipairs(list[g]) do
      local raw = scale.bounded(b:score(g, slot))
      low, high = math.min(low, raw), math.max(high, raw)
    end
  end
  return low, high
end

local function line(out, x1, y1, x2, y2, style)
  out[#out + 1] = ('<path d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f" fill="none" '
    .. 'stroke="#888" %s/>'):format(x1, y1, (x1 + x2) / 2, y1, (x1 + x2) / 2, y2, x2, y2,
    style)
end

-- Lines from the parents of a generation's carriers.
local function draw_lines(out, b, list, row, g, x, y)
  for _, slot in ipairs(list[g]) do
    local m, at = b.past:member(g, slot), row[g][slot]
    for _, who in ipairs { "mother", "father" } do
      local from = m[who] and row[g - 1][m[who]]
      local main = slot == b.line[g] and who == "mother"
      if from then
        line(out, x(g - 1), y(from), x(g), y(at), main and 'stroke-width="3"'
          or who == "father" and 'stroke-dasharray="3 2"' or "")
      end
    end
  end
end

local function draw_circles(out, b, list, row, x, y)
  local low, high = span_of(b, list)
  local rings = {}
  for _, e in ipairs(b:innovations()) do rings[e.generation << 24 | e.slot] = #e.units end
  for g = 0, b.generation do
    for _, slot in ipairs(list[g]) do
      local raw, m = b:score(g, slot), b.past:member(g, slot)
      local stuck = rings[g << 24 | slot]
      local share = high > low and (scale.bounded(raw) - low) / (high - low) or 1
      if b.minimise then share = 1 - share end
      out[#out + 1] = ('<circle cx="%.1f" cy="%.1f" r="5" fill="%s"%s><title>%s</title>'
        .. '</circle>'):format(x(g), y(row[g][slot]), colour(share),
        stuck and ' stroke="black" stroke-width="2"' or "",
        html.escape(("generation %d, program %d: raw %s, %d %ss, %s%s"):format(g, slot,
          progress.number(raw), #m.units, b.noun, m.operator, stuck
          and (", brought %d that stuck"):format(stuck) or "")))
    end
  end
  return low, high
end

-- How many ancestors there are in each generation.
local function draw_band(out, b, x, base)
  local most, points = 1, {}
  for g = 0, b.generation do most = math.max(most, #b.past.family:slots(g)) end
  for g = 0, b.generation do
    points[#points + 1] = ("%.1f,%.1f"):format(x(g),
      base - BAND * #b.past.family:slots(g) / most)
  end
  out[#out + 1] = ('<polygon points="%.1f,%.1f %s %.1f,%.1f" fill="#ddd"/>'):format(x(0),
    base, table.concat(points, " "), x(b.generation), base)
  out[#out + 1] = ('<text x="4" y="%.1f">%d</text>'):format(base - BAND + 4, most)
  out[#out + 1] = ('<text x="4" y="%.1f">ancestors</text>'):format(base - BAND / 2)
end

local function draw_axis(out, b, x, base)
  for g = 0, b.generation, math.max(1, -(-b.generation // 20)) do
    out[#out + 1] = ('<text x="%.1f" y="%.1f" text-anchor="middle">%d</text>'):format(
      x(g), base + 14, g)
  end
  out[#out + 1] = ('<text x="4" y="%.1f">generation</text>'):format(base + 14)
end

local function draw_legend(out, b, low, high)
  local best, worst = progress.number(b.minimise and low or high),
    progress.number(b.minimise and high or low)
  out[#out + 1] = ('<text x="4" y="16" font-size="13">The ancestors of run %d\'s best of '
    .. 'generation %d</text>'):format(b.run.id, b.generation)
  out[#out + 1] = ('<text x="4" y="34">raw score %s</text>'):format(worst)
  local at = 74 + 6 * #worst
  for i = 0, 9 do
    out[#out + 1] = ('<rect x="%d" y="26" width="10" height="9" fill="%s"/>'):format(
      at + 10 * i, colour(i / 9))
  end
  out[#out + 1] = ('<text x="%d" y="34">%s; black ring: better than its mother, and what '
    .. 'it brought has stuck; thick: mothers; dashed: fathers</text>'):format(at + 106,
    best)
end

-- The picture of what r:blame() gives.
function descent.svg(b)
  local list = carriers(b)
  local row, most = places(b, list)
  local step = math.min(STEP, WIDTH_MAX / (b.generation + 1))
  local width = math.max(760, LEFT + step * (b.generation + 1) + 20)
  local base = TOP + ROW * (most + 1) + BAND + 20
  local function x(g) return LEFT + step * (g + 0.5) end
  local function y(at) return TOP + ROW * at end
  local out = { ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
    .. 'viewBox="0 0 %d %d" font-family="sans-serif" font-size="10">'):format(width, base + 24,
    width, base + 24),
    '<rect width="100%" height="100%" fill="white"/>' }
  draw_band(out, b, x, base)
  draw_axis(out, b, x, base)
  for g = 1, b.generation do draw_lines(out, b, list, row, g, x, y) end
  draw_legend(out, b, draw_circles(out, b, list, row, x, y))
  out[#out + 1] = "</svg>\n"
  return table.concat(out, "\n")
end

return descent
