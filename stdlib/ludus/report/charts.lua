-- charts.lua -- the course of runs, drawn as SVG for reports.
--
-- Each group of runs is a line, its median, in a band from quartile to quartile; groups
-- have a style each (1 to 6): a colour, dashes and a mark. Axes have names, a goal is a
-- dotted line, and the numbers stand below, folded.

local html     = require "ludus.report.html"
local progress = require "ludus.run.progress"
local scale    = require "ludus.report.scale"
local stats    = require "ludus.stats"

local charts = {}
local escape = html.escape

charts.styles = 6

-- The shape of a style's mark around a place.
local function shape(style, x, y, class)
  local r = 4
  local path = ({
    ("M%.1f %.1fm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0"):format(x, y),
    ("M%.1f %.1fh8v8h-8z"):format(x - r, y - r),
    ("M%.1f %.1fl5 8h-10z"):format(x, y - 5),
    ("M%.1f %.1fl5 5l-5 5l-5 -5z"):format(x, y - 5),
    ("M%.1f %.1fl5 -8h-10z"):format(x, y + 5),
    ("M%.1f %.1fh3v3h3v3h-3v3h-3v-3h-3v-3h3z"):format(x - 1.5, y - 4.5) })[style]
  return ('<path class="dot c%d %s" d="%s"/>'):format(style, class or "", path)
end

charts.shape = shape

-- A group's line, small, for keys and tables.
function charts.mark(group)
  local style = group.style or 1
  return ('<svg class="mark" width="34" height="12" aria-hidden="true"><path class="line c%d" '
    .. 'd="M1 6H33"/>%s</svg>'):format(style, shape(style, 17, 6))
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
      local value = rows[at[i]] and rows[at[i]][field]
      if value then values[#values + 1] = scale.bounded(value) end
    end
    if #values > 0 then
      points[#points + 1] = { stats.quantile(values, 0.25), stats.median(values),
        stats.quantile(values, 0.75), generation = g }
    end
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

local WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 340, 84, 50, 36, 16

local function scales(curves, goal)
  local longest, low, high = 2, goal or math.huge, goal or -math.huge
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
  return x, y, { longest = longest, low = low, high = high }
end

local function axes(out, x, y, range, name)
  local step = step_of(range.high - range.low)
  for i = math.ceil(range.low / step), math.floor(range.high / step) do
    local v = i * step
    out[#out + 1] = ('<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>'
      .. '<text x="%d" y="%.1f" text-anchor="end">%s</text>'):format(LEFT,
      WIDTH - RIGHT, y(v), y(v), LEFT - 7, y(v) + 4, escape(progress.number(v)))
  end
  local every = math.max(1, math.floor(step_of(range.longest - 1)))
  for g = 0, range.longest - 1, every do
    out[#out + 1] = ('<text x="%.1f" y="%d" text-anchor="middle">%d</text>'):format(
      x(g + 1), HEIGHT - BOTTOM + 20, g)
  end
  out[#out + 1] = ('<text x="%d" y="%d" text-anchor="middle">generation</text>'
    .. '<text x="2" y="17">%s</text>'):format((LEFT + WIDTH) // 2, HEIGHT - 6, escape(name))
end

local MARKS = 6                              -- of a line

local function curve(out, points, x, y, style)
  local line, band = {}, {}
  for i, p in ipairs(points) do
    line[i] = ("%.1f,%.1f"):format(x(p.generation + 1), y(p[2]))
    band[i] = ("%.1f,%.1f"):format(x(p.generation + 1), y(p[3]))
  end
  for i = #points, 1, -1 do
    local p = points[i]
    band[#band + 1] = ("%.1f,%.1f"):format(x(p.generation + 1), y(p[1]))
  end
  out[#out + 1] = ('<polygon class="band c%d" points="%s"/><polyline class="line c%d" '
    .. 'points="%s"/>'):format(style, table.concat(band, " "), style,
    table.concat(line, " "))
  for k = 1, MARKS do
    local p = points[1 + (#points - 1) * k // MARKS]
    out[#out + 1] = shape(style, x(p.generation + 1), y(p[2]))
  end
end

-- What is drawn, and which line is whose where there are several.
local function key(groups)
  local words, most = {}, 1
  for i, group in ipairs(groups) do
    words[i] = ('<span class="whose">%s %s</span>'):format(charts.mark(group),
      escape(group.label))
    most = math.max(most, #group.histories)
  end
  return (most > 1 and "; line: median, band: quartiles of the runs" or "")
    .. (#groups > 1 and ". " .. table.concat(words, ", ") or "")
end

-- The numbers behind the lines.
local function data(groups, curves, name)
  local rows = {}
  for i, points in ipairs(curves) do
    for _, p in ipairs(points) do
      rows[#rows + 1] = { groups[i].label, p.generation, p[1], p[2], p[3] }
    end
  end
  return html.data(name, { "group", "generation", "lower quartile", "median",
    "upper quartile" }, rows)
end

local function last_words(groups, curves)
  local words = {}
  for i, points in ipairs(curves) do
    words[i] = ("%s ends at %s"):format(groups[i].label, progress.number(points[#points][2]))
  end
  return table.concat(words, "; ")
end

local ROW = 22                               -- of a legend

-- Which line is whose, below the axis.
local function legend(out, groups)
  for i, group in ipairs(groups) do
    local y, style = HEIGHT + ROW * (i - 1) + ROW // 2, group.style or 1
    out[#out + 1] = ('<polyline class="line c%d" points="%d,%d %d,%d"/>%s<text x="%d" y="%d">'
      .. "%s</text>"):format(style, LEFT, y, LEFT + 34, y, shape(style, LEFT + 17, y),
      LEFT + 44, y + 4, escape(group.label))
  end
end

-- The <svg> of the course of `field` in every group (with `histories`, `label`, `style`),
-- and its curves; nil where no run has the figure. options: name of the figure, goal,
-- less (is less better?), legend (say in the picture which line is whose?).
function charts.svg(groups, field, title, options)
  local kept, curves = {}, {}
  for _, group in ipairs(groups) do
    local points = course(group.histories, field)
    if #points > 0 then kept[#kept + 1], curves[#curves + 1] = group, points end
  end
  if #curves == 0 then return nil end
  local goal = options.goal and scale.bounded(options.goal)
  local x, y, range = scales(curves, goal)
  local told = options.legend and #kept > 1
  local out = { ('<svg class="chart" viewBox="0 0 %d %d" role="img"><title>%s: %s</title>')
    :format(WIDTH, HEIGHT + (told and ROW * #kept or 0), escape(title),
    escape(last_words(kept, curves))) }
  axes(out, x, y, range, (options.name or "raw score") .. (options.less == nil and ""
    or options.less and ", lower is better" or ", higher is better"))
  if goal then
    out[#out + 1] = ('<line class="goal" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" '
      .. 'y="%.1f" text-anchor="end">goal</text>'):format(LEFT, WIDTH - RIGHT, y(goal),
      y(goal), WIDTH - RIGHT, y(goal) + (y(goal) < TOP + 24 and 19 or -6))
  end
  for i, points in ipairs(curves) do curve(out, points, x, y, kept[i].style or 1) end
  if told then legend(out, kept) end
  out[#out + 1] = "</svg>"
  return table.concat(out, "\n"), kept, curves
end

local function is_constant(curves)
  for _, points in ipairs(curves) do
    local first = points[1][2]
    for _, p in ipairs(points) do
      if p[1] ~= first or p[2] ~= first or p[3] ~= first then return false end
    end
  end
  return true
end

-- The same as a figure with its key and its data; "" where there is nothing to draw, and
-- where nothing changes if options.varies.
function charts.chart(groups, field, title, options)
  options = options or {}
  local svg, kept, curves = charts.svg(groups, field, title, options)
  if not svg or options.varies and is_constant(curves) then return "" end
  return ('<figure><div class="scroll" tabindex="0" role="group" aria-label="%s">%s</div>'
    .. '<figcaption>%s%s</figcaption>%s</figure>'):format(escape(title), svg, escape(title),
    key(kept), data(kept, curves, field))
end

return charts
