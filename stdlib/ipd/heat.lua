-- heat.lua -- a table of numbers as a picture: shades of text, or coloured SVG.
--
--     print(heat.text(rows))
--     heat.svg("picture.svg", rows, { rows = names, columns = names, title = "..." })
--
-- The first row is drawn at the top.

local system = require "ludus.core.system"

local heat = {}

local SHADES = { " ", "░", "▒", "▓", "█" }
local CELL = 14                          -- points per square

local function bounds(rows)
  local lo, hi = math.huge, -math.huge
  for _, row in ipairs(rows) do
    for _, v in ipairs(row) do lo, hi = math.min(lo, v), math.max(hi, v) end
  end
  return lo, hi
end

local function share(v, lo, hi) return hi > lo and (v - lo) / (hi - lo) or 0.5 end

-- Two characters per value; the brightest shade is the greatest.
function heat.text(rows)
  local lo, hi = bounds(rows)
  local out = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for j, v in ipairs(row) do
      local shade = SHADES[math.min(#SHADES, share(v, lo, hi) * #SHADES // 1 + 1)]
      cells[j] = shade .. shade
    end
    out[i] = table.concat(cells)
  end
  out[#out + 1] = ("' ' is %.3g, '█' is %.3g"):format(lo, hi)
  return table.concat(out, "\n")
end

-- From dark blue over teal to yellow; even steps look even.
local STOPS = { { 68, 1, 84 }, { 59, 82, 139 }, { 33, 145, 140 }, { 94, 201, 98 },
  { 253, 231, 37 } }

local function colour(x)
  local place = x * (#STOPS - 1)
  local i = math.min(#STOPS - 2, place // 1)
  local a, b, t = STOPS[i + 1], STOPS[i + 2], place - i
  local rgb = {}
  for k = 1, 3 do rgb[k] = (a[k] + (b[k] - a[k]) * t + 0.5) // 1 end
  return ("#%02x%02x%02x"):format(rgb[1] // 1 | 0, rgb[2] // 1 | 0, rgb[3] // 1 | 0)
end

local function escaped(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

local function legend(out, x, y, lo, hi)
  for k = 0, 49 do
    out[#out + 1] = ('<rect x="%d" y="%d" width="14" height="3" fill="%s"/>')
      :format(x, y + 3 * (49 - k), colour(k / 49))
  end
  out[#out + 1] = ('<text x="%d" y="%d">%.3g</text><text x="%d" y="%d">%.3g</text>')
    :format(x + 18, y + 9, hi, x + 18, y + 150, lo)
end

local function longest(names)
  local most = 0
  for _, name in ipairs(names or {}) do most = math.max(most, #name) end
  return most
end

local function labels(out, options, left, top)
  for i, name in ipairs(options.rows or {}) do
    out[#out + 1] = ('<text x="%d" y="%d" text-anchor="end">%s</text>')
      :format(left - 4, top + i * CELL - 4, escaped(name))
  end
  for j, name in ipairs(options.columns or {}) do
    local x, y = left + j * CELL - 4, top - 4
    out[#out + 1] = ('<text transform="translate(%d %d) rotate(-90)">%s</text>')
      :format(x, y, escaped(name))
  end
end

-- Writes the picture; returns the file's name, or nil and why not.
function heat.svg(file, rows, options)
  options = options or {}
  local lo, hi = bounds(rows)
  local left = 20 + 6 * longest(options.rows)
  local top = 34 + 6 * longest(options.columns)
  local width = left + math.max(CELL * #rows[1] + 90, 7 * #(options.title or ""))
  local height = math.max(top + CELL * #rows + 40, top + 190)
  local out = { ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
    .. 'font-family="sans-serif" font-size="10" shape-rendering="crispEdges">')
    :format(width, height),
    '<rect width="100%" height="100%" fill="white"/>',
    ('<text x="%d" y="18" font-size="13">%s</text>'):format(left,
      escaped(options.title or "")) }
  for i, row in ipairs(rows) do
    for j, v in ipairs(row) do
      out[#out + 1] = ('<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>')
        :format(left + (j - 1) * CELL, top + (i - 1) * CELL, CELL, CELL,
          colour(share(v, lo, hi)))
    end
  end
  labels(out, options, left, top)
  legend(out, left + CELL * #rows[1] + 16, top, lo, hi)
  if options.xlabel then
    out[#out + 1] = ('<text x="%d" y="%d">%s</text>'):format(left,
      top + CELL * #rows + 14, escaped(options.xlabel))
  end
  out[#out + 1] = "</svg>"
  local written, why = system.write(file, table.concat(out, "\n") .. "\n")
  return written and file, why
end

-- Bars with a name and a number each, the first at the top: rows of { name, value }.
function heat.bars(file, rows, title)
  local lo, hi, names = 0, 0, {}
  for i, row in ipairs(rows) do
    lo, hi, names[i] = math.min(lo, row[2]), math.max(hi, row[2]), row[1]
  end
  local left, full = 20 + 6 * longest(names), 400
  local scale = hi > lo and full / (hi - lo) or 0
  local out = { ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
    .. 'font-family="sans-serif" font-size="10">'):format(left + full + 70,
      40 + CELL * #rows), '<rect width="100%" height="100%" fill="white"/>',
    ('<text x="%d" y="18" font-size="13">%s</text>'):format(left, escaped(title)) }
  for i, row in ipairs(rows) do
    local y, from, to = 16 + CELL * i, math.min(0, row[2]), math.max(0, row[2])
    out[#out + 1] = ('<text x="%d" y="%d" text-anchor="end">%s</text>')
      :format(left - 4, y + 10, escaped(row[1]))
    out[#out + 1] = ('<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="#21918c"/>')
      :format(left + (from - lo) * scale, y, (to - from) * scale, CELL - 3)
    out[#out + 1] = ('<text x="%.1f" y="%d">%.3f</text>')
      :format(left + (to - lo) * scale + 4, y + 10, row[2])
  end
  out[#out + 1] = "</svg>"
  local written, why = system.write(file, table.concat(out, "\n") .. "\n")
  return written and file, why
end

return heat
