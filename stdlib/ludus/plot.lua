-- plot.lua -- curves for the terminal, and as SVG files.
--
--     print(plot.text {
--       title = "Failures by depth", xlabel = "depth", ylabel = "failures",
--       series = { { name = "N=10", x = { 1, 2, 3 }, y = { 9, 7.1, 5.7 } } },
--     })
--     local ok, why = plot.svg("failures.svg", same_table)
--
-- A series may have `low` and `high`, the ends of an interval per point, which
-- the SVG draws as bars. `xlog` and `ylog` make an axis logarithmic. Points that
-- are not finite (or not positive on a logarithmic axis) are left out. Text is
-- drawn by hand; SVG (or PNG, by the file's ending) needs gnuplot.

local scale  = require "ludus.report.scale"
local show   = require "ludus.repl.show"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"

local plot = {}

plot.markers = { "o", "x", "+", "*", "#", "@", "%", "&", "=", "s", "v", "z" }

local WIDTH, HEIGHT = 80, 20          -- of the whole text, of the area for curves
local WIDTH_MIN, HEIGHT_MIN = 30, 4
local AROUND = 10                     -- lines: axis, legend, title, prompts

-- The size of a text that does not say: on a terminal all of it can be seen.
local function room()
  if not system.terminal "out" then return WIDTH, HEIGHT end
  local columns, rows = system.screen()
  return math.min(WIDTH, columns), math.min(HEIGHT, rows - AROUND)
end

-- ---- axes ---------------------------------------------------------------------

local function finite(v, log)
  return type(v) == "number" and v == v and math.abs(v) < math.huge
    and not (log and v <= 0)
end

-- The smallest and largest value of `field` (and its interval) in all series.
local function bounds(t, fields, log)
  local lo, hi = math.huge, -math.huge
  for _, s in ipairs(t.series) do
    for _, field in ipairs(fields) do
      for _, v in ipairs(s[field] or {}) do
        if finite(v, log) then lo, hi = math.min(lo, v), math.max(hi, v) end
      end
    end
  end
  return lo, hi
end

-- The step among 1, 2, 5 times a power of ten that gives about `want` ticks.
local function nice_step(span, want)
  local base = 10 ^ math.floor(math.log(span / want, 10))
  for _, m in ipairs { 1, 2, 5 } do
    if span / (m * base) <= want then return m * base end
  end
  return 10 * base
end

-- Of whole numbers only, ticks are whole, too: there is no generation 0.2.
local function linear_axis(lo, hi, want, whole)
  local step = nice_step(hi - lo, want)
  if whole then step = math.max(1, step) end
  local first, last = math.floor(lo / step + 1e-9), math.ceil(hi / step - 1e-9)
  local axis = { lo = first * step, hi = last * step, ticks = {} }
  for i = first, last do axis.ticks[#axis.ticks + 1] = i * step end
  axis.of = scale.bounded
  return axis
end

local function log_axis(lo, hi, want)
  local function of(v) return math.log(v, 10) end
  local first, last = math.floor(of(lo) + 1e-9), math.ceil(of(hi) - 1e-9)
  if first == last then last = first + 1 end
  local axis = { lo = first, hi = last, ticks = {}, of = of }
  local every = math.ceil((last - first) / want)
  for i = first, last, every do axis.ticks[#axis.ticks + 1] = 10.0 ^ i end
  return axis
end

local function all_whole(t, field)
  for _, s in ipairs(t.series) do
    for _, v in ipairs(s[field]) do
      if finite(v) and not math.tointeger(v) then return false end
    end
  end
  return true
end

local function axis_of(t, fields, log, want)
  local lo, hi = bounds(t, fields, log)
  if lo > hi then return nil end
  if log then return log_axis(lo, hi, want) end
  lo, hi = scale.bounded(lo), scale.bounded(hi)
  if lo > 0 and lo < 0.4 * hi then lo = 0.0 end   -- curves near 0 show it
  lo, hi = scale.widened(lo, hi)
  return linear_axis(lo, hi, want, fields[1] == "x" and all_whole(t, "x"))
end

-- Where a value lies on an axis, as a fraction of its length.
local function place(axis, v)
  return (axis.of(v) - axis.lo) / (axis.hi - axis.lo)
end

-- From which value on a suffix is used, and what it stands for.
local suffixes = { { 1e9, 1e9, "G" }, { 1e6, 1e6, "M" }, { 1e4, 1e3, "k" } }

local function label(v)
  if math.abs(v) >= 1e15 then return ("%.4g"):format(v) end
  for _, s in ipairs(suffixes) do
    if math.abs(v) >= s[1] then return ("%.4g%s"):format(v / s[2], s[3]) end
  end
  return ("%.4g"):format(math.abs(v) < 1e-12 and 0 or v)
end

-- ---- text ---------------------------------------------------------------------

local known = { "title", "xlabel", "ylabel", "series", "xlog", "ylog", "width",
  "height" }
local known_of_series = { "name", "x", "y", "low", "high" }

local function check_names(t, names, what)
  local is = {}
  for _, name in ipairs(names) do is[name] = true end
  for _, key in ipairs(spec.sorted_keys(t)) do
    if not is[key] then
      error(("%s: unknown field '%s'%s"):format(what, tostring(key),
        spec.hint(key, names)), 0)
    end
  end
end

local function check(t)
  assert(type(t) == "table" and type(t.series) == "table",
    "plot: expected a table with a list 'series'")
  check_names(t, known, "plot")
  for i, s in ipairs(t.series) do
    if type(s) == "table" then
      check_names(s, known_of_series, ("plot: series %d"):format(i))
    end
    if type(s.x) ~= "table" or type(s.y) ~= "table" or #s.x ~= #s.y then
      error(("plot: series %d: 'x' and 'y' must be lists of one length"):format(i), 0)
    end
  end
end

local function centred(text, width)
  return (" "):rep(math.max(0, (width - utf8.len(text)) // 2)) .. text
end

-- The points of a series as columns and rows (from 1) of the area.
local function cells_of(t, s, xs, ys, width, height)
  local cells = {}
  for i = 1, #s.x do
    local x, y = s.x[i], s.y[i]
    if finite(x, t.xlog) and finite(y, t.ylog) then
      cells[#cells + 1] = {
        math.floor(place(xs, x) * (width - 1) + 1.5),
        height - math.floor(place(ys, y) * (height - 1) + 0.5),
      }
    else
      cells[#cells + 1] = false                   -- a gap in the line
    end
  end
  return cells
end

local function dot(grid, column, row, mark)
  if grid[row][column] == " " then grid[row][column] = mark end
end

local function draw_line(grid, a, b)
  local steps = math.max(math.abs(b[1] - a[1]), math.abs(b[2] - a[2]))
  for i = 1, steps - 1 do
    local f = i / steps
    dot(grid, math.floor(a[1] + (b[1] - a[1]) * f + 0.5),
      math.floor(a[2] + (b[2] - a[2]) * f + 0.5), "·")
  end
end

local function draw(t, xs, ys, width, height)
  local grid, all = {}, {}
  for row = 1, height do
    grid[row] = {}
    for column = 1, width do grid[row][column] = " " end
  end
  for i, s in ipairs(t.series) do
    all[i] = cells_of(t, s, xs, ys, width, height)
    local mark = plot.markers[(i - 1) % #plot.markers + 1]
    for _, c in ipairs(all[i]) do
      if c then dot(grid, c[1], c[2], mark) end
    end
  end
  for _, cells in ipairs(all) do                  -- lines go below the marks
    for i = 2, #cells do
      if cells[i - 1] and cells[i] then draw_line(grid, cells[i - 1], cells[i]) end
    end
  end
  return grid
end

-- The labels of the y axis by row, and the width of the widest.
local function y_labels(ys, height)
  local labels, widest = {}, 0
  for _, v in ipairs(ys.ticks) do
    local row = height - math.floor(place(ys, v) * (height - 1) + 0.5)
    labels[row] = label(v)
    widest = math.max(widest, #labels[row])
  end
  return labels, widest
end

-- The line below the area and the numbers below that line.
local function x_lines(xs, width, margin)
  local rule = {}
  for column = 1, width do rule[column] = "─" end
  local text, free = "", 0
  for _, v in ipairs(xs.ticks) do
    local column = math.floor(place(xs, v) * (width - 1) + 1.5)
    local name = label(v)
    local from = math.max(margin + column - #name // 2, 1)
    from = math.min(from, margin + width - #name + 1)
    rule[column] = "┬"
    if from > free then
      text = text .. (" "):rep(from - 1 - #text) .. name
      free = from + #name
    end
  end
  return table.concat(rule), text
end

local function legend(t, width)
  local lines, line = {}, ""
  for i, s in ipairs(t.series) do
    local mark = plot.markers[(i - 1) % #plot.markers + 1]
    local item = mark .. " " .. (s.name or ("series " .. i))
    if line ~= "" and utf8.len(line) + 3 + utf8.len(item) > width then
      lines[#lines + 1], line = line, ""
    end
    line = line == "" and item or line .. "   " .. item
  end
  lines[#lines + 1] = line
  return lines
end

-- The curves as text of at most `width` columns, ending without a newline.
function plot.text(t)
  check(t)
  local usual_width, usual_height = room()
  local width = math.max(t.width or usual_width, WIDTH_MIN)
  local height = math.max(t.height or usual_height, HEIGHT_MIN)
  local lines = {}
  for line in (t.title and show.wrap(t.title, width) or ""):gmatch "[^\n]+" do
    lines[#lines + 1] = centred(line:gsub("^ +", ""), width)
  end
  local xs = axis_of(t, { "x" }, t.xlog, math.max(3, width // 8))
  local ys = axis_of(t, { "y" }, t.ylog, math.max(2, height // (t.ylog and 2 or 3)))
  if not xs or not ys then
    lines[#lines + 1] = centred("(no points)", width)
    return table.concat(lines, "\n")
  end
  local labels, widest = y_labels(ys, height)
  local inner = width - widest - 2
  local grid = draw(t, xs, ys, inner, height)
  if t.ylabel then lines[#lines + 1] = t.ylabel end
  for row = 1, height do
    local tick = labels[row]
    local line = ("%" .. widest .. "s %s"):format(tick or "", tick and "┤" or "│")
    lines[#lines + 1] = (line .. table.concat(grid[row])):gsub("%s+$", "")
  end
  local rule, numbers = x_lines(xs, inner, widest + 2)
  lines[#lines + 1] = (" "):rep(widest + 1) .. "└" .. rule
  lines[#lines + 1] = numbers
  if t.xlabel then lines[#lines + 1] = centred(t.xlabel, width) end
  for _, line in ipairs(legend(t, width)) do
    lines[#lines + 1] = centred(line, width)
  end
  return table.concat(lines, "\n")
end

-- ---- one line -----------------------------------------------------------------

local BARS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }

-- A list of numbers as one line of bars, at most `width` (80) columns.
function plot.spark(values, width)
  local lo, hi, out = math.huge, -math.huge, {}
  for _, v in ipairs(values) do
    if finite(v) then
      v = scale.bounded(v)
      lo, hi = math.min(lo, v), math.max(hi, v)
    end
  end
  local n = math.min(#values, width or WIDTH)
  for i = 1, n do
    local v = values[n == 1 and 1 or 1 + (i - 1) * (#values - 1) // (n - 1)]
    local f = hi > lo and finite(v) and (scale.bounded(v) - lo) / (hi - lo) or 0.5
    out[i] = finite(v) and BARS[math.min(8, math.floor(f * 8) + 1)] or " "
  end
  return table.concat(out)
end

-- ---- files --------------------------------------------------------------------

local colours = { "#1b6ca8", "#d1495b", "#2e8b57", "#8d5fb3", "#e08e2b", "#4a4a4a",
  "#17a2a2", "#a0522d", "#c23b9e", "#7a8b00", "#3b3bc2", "#888888" }

local function quoted(text)
  return "'" .. tostring(text):gsub("[%c]", " "):gsub("'", "''") .. "'"
end

local function number(v) return ("%.10g"):format(v) end

local function data_of(t, i)
  local s, lines = t.series[i], { ("$d%d << EOD"):format(i) }
  for k = 1, #s.x do
    local x, y = s.x[k], s.y[k]
    local low, high = s.low and s.low[k] or y, s.high and s.high[k] or y
    if finite(x, t.xlog) and finite(y, t.ylog) and finite(low) and finite(high) then
      if t.ylog and low <= 0 then low = y end
      lines[#lines + 1] = table.concat(
        { number(x), number(y), number(low), number(high) }, " ")
    end
  end
  lines[#lines + 1] = "EOD"
  return table.concat(lines, "\n")
end

local function curve(t, i)
  local s, colour = t.series[i], quoted(colours[(i - 1) % #colours + 1])
  local shape = (i - 1) % 6 + 4
  local parts = { ("$d%d using 1:2 with linespoints lw 1.6 pt %d ps 0.6 "
    .. "lc rgb %s title %s"):format(i, shape, colour,
      quoted(s.name or "series " .. i)) }
  if s.low and s.high then
    parts[2] = ("$d%d using 1:3:(0):($4-$3) with vectors nohead lw 2.5 "
      .. "lc rgb %s notitle"):format(i, colour)
  end
  return table.concat(parts, ", ")
end

-- The gnuplot program that draws `t` into `file`; also good to look at.
function plot.gnuplot(file, t)
  check(t)
  local png = file:match("%.png$")
  local lines = {
    ("set terminal %s size 860,520 noenhanced font 'sans-serif,12'%s"):format(
      png and "pngcairo" or "svg", png and "" or " background rgb 'white'"),
    "set output " .. quoted(file),
    "set title " .. quoted(t.title or ""),
    "set xlabel " .. quoted(t.xlabel or ""),
    "set ylabel " .. quoted(t.ylabel or ""),
    "set grid lc rgb '#dddddd' lt 1",
    "set border 3 lc rgb '#555555'",
    "set tics nomirror",
    "set key outside right top samplen 2",
    "set offsets graph 0.02, graph 0.02, graph 0.03, 0",
  }
  if t.xlog then lines[#lines + 1] = "set logscale x" end
  if t.ylog then lines[#lines + 1] = "set logscale y" end
  local from = bounds(t, { "x" }, t.xlog)
  if not t.xlog and from < math.huge then
    lines[#lines + 1] = ("set xrange [%.17g:*]"):format(from)       -- no -2nd generation
  end
  local lo = bounds(t, { "y", "low" }, t.ylog)
  if not t.ylog and lo >= 0 and lo < math.huge then
    lines[#lines + 1] = "set yrange [0:*]"
  end
  local curves = {}
  for i = 1, #t.series do
    lines[#lines + 1] = data_of(t, i)
    curves[i] = curve(t, i)
  end
  lines[#lines + 1] = "plot " .. table.concat(curves, ", \\\n  ")
  return table.concat(lines, "\n") .. "\n"
end

-- Draws into a file ending in .svg or .png. Returns true, or nil and why not.
function plot.svg(file, t)
  local program = plot.gnuplot(file, t)
  if not bounds(t, { "y" }, t.ylog) or bounds(t, { "y" }, t.ylog) == math.huge then
    return nil, "nothing to draw: no points"
  end
  if not os.execute("command -v gnuplot >/dev/null 2>&1") then
    return nil, "gnuplot is not installed"
  end
  local out, why = io.open(file, "wb")            -- a clear message first
  if not out then return nil, why end
  out:close()
  local pipe = assert(io.popen("gnuplot >/dev/null 2>&1", "w"))
  pipe:write(program)
  if not pipe:close() then return nil, file .. ": gnuplot failed" end
  return true
end

return require "ludus.script.closed".module(plot, "ludus.plot")
