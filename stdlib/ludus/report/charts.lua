-- charts.lua -- the course of runs, drawn as SVG for reports.
--
-- Each group of runs is a line, its median, in a band from quartile to quartile.

local html     = require "ludus.report.html"
local progress = require "ludus.run.progress"
local scale    = require "ludus.report.scale"
local stats    = require "ludus.stats"

local charts = {}
local escape = html.escape

-- A square in a colour.
function charts.mark(colour)
  return ('<span style="color:%s">&#9632;</span>'):format(colour)
end

local POINTS_MAX = 1000                      -- of a curve

-- By generation: median and quartiles of a figure over the group's runs. A run that
-- has ended, or has not kept a generation, shows its last figure before.
local function course(histories, field)
  local longest, points, at = 0, {}, {}
  for i, rows in ipairs(histories) do
    at[i] = 1
    if #rows > 0 then longest = math.max(longest, rows[#rows].generation) end
  end
  for g = 0, longest, math.max(1, -(-longest // POINTS_MAX)) do
    local values = {}
    for i, rows in ipairs(histories) do
      while at[i] < #rows and rows[at[i] + 1].generation <= g do at[i] = at[i] + 1 end
      if rows[at[i]] then
        values[#values + 1] = scale.bounded(rows[at[i]][field])
      end
    end
    points[#points + 1] = { stats.quantile(values, 0.25), stats.median(values),
      stats.quantile(values, 0.75), generation = g }
  end
  return points
end

-- A round step of about a fifth of the span.
local function step_of(span)
  local power = 10 ^ math.floor(math.log(span, 10))
  for _, factor in ipairs { 0.1, 0.2, 0.5, 1 } do
    if span / (power * factor) <= 6 then return power * factor end
  end
  return power * 2
end

local WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 300, 70, 40, 12, 12

local function scales(curves)
  local longest, low, high = 2, math.huge, -math.huge
  for _, points in ipairs(curves) do
    longest = math.max(longest, points[#points].generation + 1)
    for _, p in ipairs(points) do
      low, high = math.min(low, p[1]), math.max(high, p[3])
    end
  end
  low, high = scale.widened(low, high)
  local function x(g) return LEFT + (g - 1) / (longest - 1) * (WIDTH - LEFT - RIGHT) end
  local function y(v)
    return TOP + (high - v) / (high - low) * (HEIGHT - TOP - BOTTOM)
  end
  return x, y, longest, low, high
end

local function axes(out, x, y, longest, low, high)
  local step = step_of(high - low)
  for i = math.ceil(low / step), math.floor(high / step) do
    local v = i * step
    out[#out + 1] = ('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/>'
      .. '<text x="%d" y="%.1f" text-anchor="end">%s</text>'):format(LEFT,
      WIDTH - RIGHT, y(v), y(v), LEFT - 6, y(v) + 4, progress.number(v))
  end
  local every = math.max(1, math.floor(step_of(longest - 1)))
  for g = 0, longest - 1, every do
    out[#out + 1] = ('<text x="%.1f" y="%d" text-anchor="middle">%d</text>'):format(
      x(g + 1), HEIGHT - BOTTOM + 18, g)
  end
  out[#out + 1] = ('<text x="%d" y="%d" text-anchor="middle">generation</text>')
    :format((LEFT + WIDTH) // 2, HEIGHT - 4)
end

local function curve(out, points, x, y, colour)
  local line, band = {}, {}
  for i, p in ipairs(points) do
    line[i] = ("%.1f,%.1f"):format(x(p.generation + 1), y(p[2]))
    band[i] = ("%.1f,%.1f"):format(x(p.generation + 1), y(p[3]))
  end
  for i = #points, 1, -1 do
    local p = points[i]
    band[#band + 1] = ("%.1f,%.1f"):format(x(p.generation + 1), y(p[1]))
  end
  out[#out + 1] = ('<polygon points="%s" fill="%s" opacity=".15"/><polyline points="%s"'
    .. ' fill="none" stroke="%s" stroke-width="2"/>'):format(table.concat(band, " "),
    colour, table.concat(line, " "), colour)
end

-- What is drawn, and which colour is whose where there are several.
local function key(groups)
  local words, most = {}, 1
  for i, group in ipairs(groups) do
    words[i] = charts.mark(group.colour) .. "&nbsp;" .. escape(group.label)
    most = math.max(most, #group.histories)
  end
  return (most > 1 and ", median and quartiles of the runs" or "")
    .. (#groups > 1 and ": " .. table.concat(words, ", ") or "")
end

-- One picture: the course of `field` in every group (with `histories`, `colour` and
-- `label`).
function charts.chart(groups, field, title)
  local curves = {}
  for i, group in ipairs(groups) do curves[i] = course(group.histories, field) end
  local x, y, longest, low, high = scales(curves)
  local out = { ('<figure><svg viewBox="0 0 %d %d" role="img" font-size="12" '
    .. 'font-family="sans-serif" fill="#444"><title>%s</title>'):format(WIDTH, HEIGHT,
    escape(title)) }
  axes(out, x, y, longest, low, high)
  for i, points in ipairs(curves) do
    curve(out, points, x, y, groups[i].colour)
  end
  out[#out + 1] = "</svg><figcaption>" .. escape(title) .. key(groups)
    .. "</figcaption></figure>"
  return table.concat(out, "\n")
end

return charts
