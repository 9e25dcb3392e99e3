-- test_plot.lua -- text plots keep to their width; SVG needs gnuplot.
local check = dofile "tests/lua/check.lua"
local plot  = require "ludus.plot"

local function widest(text)
  local most = 0
  for line in text:gmatch("[^\n]+") do most = math.max(most, utf8.len(line)) end
  return most
end

local curve = { name = "a", x = { 1, 2, 3, 4 }, y = { 1, 4, 9, 16 } }

check.equal("a small plot is drawn to the letter", plot.text {
  title = "squares", xlabel = "x", ylabel = "y", width = 30, height = 5,
  series = { curve },
}, table.concat({
  "           squares",
  "y",
  "20 ┤",
  "   │                       ··o",
  "10 ┤                 ··o···",
  "   │          ···o···",
  " 0 ┤      o···",
  "   └┬────────────┬───────────┬",
  "    0            2           4",
  "              x",
  "             o a",
}, "\n"))
check.equal("ticks of whole numbers are whole", plot.text { width = 30, height = 4,
  series = { { name = "a", x = { 0, 1, 2 }, y = { 0, 1, 2 } } } }:match(
  "\n *(0 [ %d.]*)\n"), "0            1            2")
check.ok("past the suffixes a power of ten is told", plot.text { width = 40, height = 4,
  series = { { name = "a", x = { 0, 1 }, y = { 0, 2e30 } } } }:find("2e+30 ┤", 1, true))
for _, width in ipairs { 30, 60, 80, 120 } do
  local text = plot.text { width = width, title = "t", series = { curve, curve } }
  check.ok("fits " .. width .. " columns", widest(text) <= width)
end
check.ok("too narrow is widened", widest(plot.text { width = 3, series = { curve } }) <= 30)
check.ok("no points", plot.text { series = {} }:find("(no points)", 1, true))
check.ok("one point", plot.text { series = { { x = { 1 }, y = { 1 } } } }:find("o"))
check.ok("values that are not finite are left out", plot.text {
  series = { { x = { 1, 2, 3 }, y = { 0/0, 1/0, 2 } } } }:find("o"))
check.ok("zero is left out of a logarithmic axis", plot.text {
  ylog = true, series = { { x = { 1, 2 }, y = { 0, 100 } } } }:find("100"))

-- Numbers of any size get an axis that can be read: equal ones, neighbours, the
-- greatest and the least there are.
do
  local charts = require "ludus.report.charts"
  local limit  = require "ludus.core.limit"
  local SECONDS = 20                  -- for a loop that would not end
  local function drawn(values)
    return limit.call(SECONDS, plot.text, { width = 40, height = 4,
      series = { { name = "a", x = { 0, 1 }, y = values } } })
  end
  local function chart(values)
    local rows = {}
    for i, v in ipairs(values) do rows[i] = { generation = i - 1, raw = v } end
    return limit.call(SECONDS, charts.chart, { { histories = { rows }, label = "a",
      colour = "#000" } }, "raw", "t")
  end
  for _, values in ipairs { { 0, 0 }, { 1, 1 + 2 ^ -52 }, { 1e17, 1e17 },
    { 1e17, 1e17 + 16 }, { 2e30, 2e30 }, { -1e300, -1e300 }, { 1e308, 1e308 },
    { -1.7e308, 1.7e308 }, { 0, 5e-324 }, { 1e-15, 5e-15 },
    { math.mininteger, math.maxinteger }, { math.maxinteger - 1, math.maxinteger } } do
    local name = ("%s and %s: "):format(values[1], values[2])
    local text = drawn(values)
    local _, ticks = text:gsub("┤", "")
    check.ok(name .. "ticks", ticks >= 1 and ticks <= 4)
    check.equal(name .. "both points", select(2, text:gsub("o", "")), 3)
    local svg = chart(values)
    local _, lines = svg:gsub('class="grid"', "")
    check.ok(name .. "lines of a chart", lines >= 1 and lines <= 7)
    check.equal(name .. "no place that is none", svg:find "nan" or svg:find '"%-?inf', nil)
    check.equal(name .. "bars", utf8.len(plot.spark(values)), 2)
  end
  check.equal("the widest span", plot.spark { math.mininteger, 0, math.maxinteger },
    "▁▅█")
  local places = {}
  for v in chart { -3, 7 }:gmatch 'text%-anchor="end">([^<]*)<' do
    places[#places + 1] = v
  end
  check.equal("round numbers beside a chart", table.concat(places, " "), "-2 0 2 4 6")
end
check.error("lists must match", function()
  plot.text { series = { { x = { 1 }, y = {} } } }
end, "plot: series 1: 'x' and 'y' must be lists of one length")

check.equal("a spark line", plot.spark { 1, 2, 3, 4, 5, 6, 7, 8 }, "▁▂▃▄▅▆▇█")
check.equal("a spark line keeps to its width", utf8.len(plot.spark({ 1, 2, 3 }, 2)), 2)

check.ok("quotes in titles are doubled",
  plot.gnuplot("f.svg", { title = "it's", series = { curve } }):find("'it''s'", 1, true))
check.ok("the axis begins where the data do",
  plot.gnuplot("f.svg", { series = { { x = { 3, 4 }, y = { 1, 2 } } } }):find(
    "\nset xrange [3:*]\n", 1, true))
check.ok("logarithmic axes have no such beginning",
  not plot.gnuplot("f.svg", { xlog = true, series = { { x = { 3, 4 }, y = { 1, 2 } } } })
    :find("xrange", 1, true))
if os.execute("command -v gnuplot >/dev/null 2>&1") then
  local file = check.tmpname()
  os.remove(file)
  file = file .. ".svg"
  check.equal("an SVG is written", plot.svg(file, { series = { curve } }), true)
  local f = io.open(file)
  check.ok("it is SVG", f and f:read("a"):find("<svg", 1, true))
  if f then f:close() end
  os.remove(file)
  local ok, why = plot.svg("/no/such/f.svg", { series = { curve } })
  check.equal("a folder that is not there", ok, nil)
  check.equal("says so", why, "/no/such/f.svg: No such file or directory")
end
local ok, why = plot.svg("f.svg", { series = {} })
check.equal("nothing to draw", ok, nil)
check.equal("nothing to draw: says so", why, "nothing to draw: no points")

check.refused("a run's curves of a wrong size", function()
  require "ludus.inspect.stored_runs".plot({ generations = function()
    return { { generation = 0, raw = 1, raw_mean = 1 },
      { generation = 1, raw = 1, raw_mean = 1 } }
  end }, { widht = 50 })
end, "r:plot: unknown field 'widht'; did you mean 'width'?")

return check.done()
