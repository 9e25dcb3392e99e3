-- fronts.lua -- the front of a run with several objectives, read from the store and drawn.
--
--     fronts.points(row)    --> { { values = { 0.1, 7 }, program =, raw = }, ... } or nil
--     fronts.figure(row, names)    --> an SVG figure of the first two objectives, or "";
--                                      names[k] of objectives, where they have one

local html   = require "ludus.report.html"
local json   = require "ludus.json"
local progress = require "ludus.run.progress"
local scale  = require "ludus.report.scale"

local fronts = {}

local WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 500, 342, 84, 44, 34, 22

-- The points of a stored front; nil if the run has none.
function fronts.points(row)
  if row.kind == "study" or not row.result then return nil end
  local ok, result = pcall(json.decode, row.result)
  local points = ok and type(result) == "table" and result.front
  if type(points) ~= "table" then return nil end
  for _, p in ipairs(points) do
    if type(p) ~= "table" or type(p.values) ~= "table" or type(p.program) ~= "string" then
      return nil
    end
    for k, v in ipairs(p.values) do p.values[k] = tonumber(v) or math.huge end
  end
  return points
end

local function span(points, k)
  local low, high = math.huge, -math.huge
  for _, p in ipairs(points) do
    local v = scale.bounded(p.values[k])
    low, high = math.min(low, v), math.max(high, v)
  end
  return scale.widened(low, high)
end

local function data(points)
  local heads, rows = {}, {}
  for k = 1, #points[1].values do heads[k] = "objective " .. k end
  heads[#heads + 1] = "program"
  for i, p in ipairs(points) do
    rows[i] = table.move(p.values, 1, #p.values, 1, {})
    rows[i][#heads] = p.program
  end
  return html.data("front", heads, rows)
end

local function name_of(names, k)
  return type(names[k]) == "string" and names[k] or "objective " .. k
end

-- An end of an axis, short enough to stand beside it.
local function mark(v)
  local whole = progress.number(v)
  return html.escape(#whole <= 6 and whole or ("%.2g"):format(v))
end

function fronts.figure(row, names)
  local points = fronts.points(row)
  if not points or #points < 2 or #points[1].values < 2 then return "" end
  local x1, x2 = span(points, 1)
  local y1, y2 = span(points, 2)
  local out = { ('<figure><svg class="chart small" viewBox="0 0 %d %d" role="img">'
    .. '<title>The front</title>'):format(WIDTH,
    HEIGHT) }
  local right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
  out[#out + 1] = ('<path d="M%d %dV%dH%d" fill="none" class="grid"/>'):format(LEFT, TOP,
    bottom, right)
  for _, end_ in ipairs { { LEFT, bottom + 16, "start", x1 }, { right, bottom + 16, "end",
    x2 }, { LEFT - 6, bottom, "end", y1 }, { LEFT - 6, TOP + 8, "end", y2 } } do
    out[#out + 1] = ('<text x="%d" y="%d" text-anchor="%s">%s</text>'):format(end_[1],
      end_[2], end_[3], mark(end_[4]))
  end
  out[#out + 1] = ('<text x="%d" y="%d" text-anchor="middle">%s</text><text x="2" y="17">%s</text>')
    :format((LEFT + right) // 2, HEIGHT - 6, html.escape(name_of(names, 1)),
    html.escape(name_of(names, 2)))
  for _, p in ipairs(points) do
    local x = LEFT + (scale.bounded(p.values[1]) - x1) / (x2 - x1) * (right - LEFT)
    local y = TOP + (y2 - scale.bounded(p.values[2])) / (y2 - y1) * (bottom - TOP)
    out[#out + 1] = ('<circle cx="%.1f" cy="%.1f" r="3.5" class="dot c1"><title>%s, %s'
      .. '</title></circle>'):format(x, y, html.escape(progress.number(p.values[1])),
      html.escape(progress.number(p.values[2])))
  end
  out[#out + 1] = ("</svg><figcaption>The front: %d programs whom none beats in all "
    .. "objectives</figcaption>%s</figure>"):format(#points, data(points))
  return table.concat(out, "\n")
end

return fronts
