-- strips.lua -- a number of each run as a mark on its group's line, drawn as SVG.

local charts   = require "ludus.report.charts"
local html     = require "ludus.report.html"
local page     = require "ludus.lesson.page"
local progress = require "ludus.run.progress"
local scale    = require "ludus.report.scale"
local stats    = require "ludus.stats"
local text     = require "ludus.lesson.strips"

local strips = {}
local escape = html.escape

local WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 720, 24, 24, 66, 4, 50
local NAME = 22                              -- of a row: for the name above its marks

local function row(out, group, style, y, x)
  local low, middle, high = stats.quantile(group.values, 0.25), stats.median(group.values),
    stats.quantile(group.values, 0.75)
  out[#out + 1] = ('<text x="2" y="%d">%s</text>'):format(y - 22, escape(group.name))
  out[#out + 1] = ('<rect class="box c%d" x="%.1f" y="%d" width="%.1f" height="24" rx="4"/>')
    :format(style, x(low) - 2, y - 12, x(high) - x(low) + 4)
  local taken = {}
  for _, v in ipairs(group.values) do       -- equal ones beside each other
    local at = math.floor(x(v) + 0.5)
    local k = taken[at] or 0
    taken[at] = k + 1
    out[#out + 1] = charts.shape(style, x(v), y + (k % 2 == 0 and 1 or -1)
      * math.min(15, 5 * ((k + 1) // 2)))
  end
  out[#out + 1] = ('<line class="median" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>'):format(
    x(middle), x(middle), y - 16, y + 16)
end

-- groups: { { name=, values= }, ... }; words name the axis; what a screen reader hears.
function strips.svg(groups, words)
  local low, high, step = text.axis(groups, 6)
  local height = TOP + ROW * #groups + BOTTOM
  local function x(v)
    return LEFT + (scale.bounded(v) - low) / (high - low) * (WIDTH - LEFT - RIGHT)
  end
  local heard = {}
  for i, group in ipairs(groups) do
    heard[i] = ("%s: median %s of %d runs"):format(group.name,
      page.number(stats.median(group.values)), #group.values)
  end
  local out = { ('<svg class="chart" viewBox="0 0 %d %d" role="img"><title>%s. %s</title>')
    :format(WIDTH, height, escape(words), escape(table.concat(heard, "; "))) }
  for i = 0, math.floor((high - low) / step + 0.5) do
    local v = low + i * step
    out[#out + 1] = ('<line class="grid" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/><text x="%.1f" '
      .. 'y="%d" text-anchor="middle">%s</text>'):format(x(v), x(v), TOP, height - BOTTOM + 5,
      x(v), height - BOTTOM + 23, escape(progress.number(v)))
  end
  for i, group in ipairs(groups) do
    row(out, group, (i - 1) % charts.styles + 1, TOP + ROW * (i - 1) + (ROW + NAME) // 2, x)
  end
  out[#out + 1] = ('<text x="%d" y="%d" text-anchor="middle">%s</text></svg>'):format(
    (LEFT + WIDTH - RIGHT) // 2, height - 6, escape(words))
  return table.concat(out, "\n")
end

-- The same as a figure with its data.
function strips.figure(groups, words, name)
  local rows = {}
  for _, group in ipairs(groups) do
    for i, v in ipairs(group.values) do rows[#rows + 1] = { group.name, i, v } end
  end
  return ('<figure><div class="scroll" tabindex="0" role="group" aria-label="%s">%s</div>'
    .. "<figcaption>%s: a mark for each run; box: quartiles, line: median</figcaption>%s"
    .. "</figure>"):format(escape(words), strips.svg(groups, words), escape(words),
    html.data(name, { "group", "run", name }, rows))
end

return strips
