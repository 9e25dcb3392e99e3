-- maps.lua -- the map of a run with elites, read from the store and drawn.
--
--     maps.read(row)     --> { axes = { { from, to, cells }, ... }, { cell =, values =,
--                              program =, raw = }, ... } or nil
--     maps.text(row, width)   --> a picture for the terminal, or nil
--     maps.figure(row, names) --> an SVG figure, or ""; names[k] of measures, where they have one
--
-- Drawn are the first two axes; of cells that lie behind each other the best.

local html     = require "ludus.report.html"
local json     = require "ludus.json"
local progress = require "ludus.run.progress"

local maps = {}

local SHADES = { "░", "▒", "▓", "█" }  -- from the worst to the best quarter
local COLOURS = { "#d4e4f1", "#8fbbdc", "#3f86bd", "#0b4774" }
local SIDE, LEFT, BOTTOM, TOP, RIGHT = 320, 84, 44, 34, 16

local function is_axis(axis)
  return type(axis) == "table" and #axis == 3 and type(axis[1]) == "number"
    and type(axis[2]) == "number" and math.type(axis[3]) == "integer" and axis[3] >= 1
end

-- The elites of a stored map; nil if the run has none.
function maps.read(row)
  if row.kind == "study" or not row.result then return nil end
  local ok, result = pcall(json.decode, row.result)
  local map = ok and type(result) == "table" and result.map
  if type(map) ~= "table" or type(result.axes) ~= "table" or #result.axes < 1 then
    return nil
  end
  for _, axis in ipairs(result.axes) do if not is_axis(axis) then return nil end end
  for _, p in ipairs(map) do
    if type(p) ~= "table" or math.type(p.cell) ~= "integer" or p.cell < 1
      or type(p.program) ~= "string" or type(p.raw) ~= "number" then
      return nil
    end
  end
  map.axes = result.axes
  return map
end

-- Cells of a map, and those that are filled.
function maps.cells(map)
  local cells = 1
  for _, axis in ipairs(map.axes) do cells = cells * axis[3] end
  return cells, #map
end

-- The best raw score at each place of a picture of so many columns and rows at most:
-- { columns=, rows=, [y][x] = raw }, y upwards.
local function flat(map, minimise, columns, rows)
  local wide, high = map.axes[1][3], map.axes[2] and map.axes[2][3] or 1
  local view = { columns = math.min(wide, columns), rows = math.min(high, rows) }
  for y = 1, view.rows do view[y] = {} end
  for _, p in ipairs(map) do
    local x, y = (p.cell - 1) % wide, (p.cell - 1) // wide % high
    local line = view[1 + y * view.rows // high]
    local at = 1 + x * view.columns // wide
    local old = line[at]
    if not old or (minimise and p.raw < old or not minimise and p.raw > old) then
      line[at] = p.raw
    end
  end
  return view
end

-- The quarter of the scores that a raw score belongs to: 1 to 4, the best being 4.
local function quarters(view, minimise)
  local all = {}
  for y = 1, view.rows do
    for x = 1, view.columns do all[#all + 1] = view[y][x] end
  end
  table.sort(all, function(a, b)
    if minimise then return a > b end
    return a < b
  end)
  local first = {}
  for i, raw in ipairs(all) do first[raw] = first[raw] or 1 + (i - 1) * 4 // #all end
  return function(raw) return raw and first[raw] end, all[1], all[#all]
end

function maps.text(row, width)
  local map, minimise = maps.read(row), row.minimise == 1
  if not map or #map == 0 then return nil end
  local view = flat(map, minimise, math.max(8, width - 12), 30)
  local quarter, worst, best = quarters(view, minimise)
  local each = math.max(1, math.min(2, (width - 12) // view.columns))
  local x, y = map.axes[1], map.axes[2]
  local out = {}
  for k = view.rows, 1, -1 do
    local mark = y and (k == 1 and progress.number(y[1])
      or k == view.rows and progress.number(y[2])) or ""
    local line = {}
    for column = 1, view.columns do
      line[column] = (SHADES[quarter(view[k][column])] or "·"):rep(each)
    end
    out[#out + 1] = ("%8s ┤"):format(mark) .. table.concat(line)
  end
  local left, right = progress.number(x[1]), progress.number(x[2])
  out[#out + 1] = (" "):rep(10) .. left
    .. (" "):rep(math.max(1, view.columns * each - #left - #right)) .. right
  out[#out + 1] = ("· nobody   ░ worst quarter, from %s   █ best quarter, to %s"):format(
    progress.number(worst), progress.number(best))
  local cells, filled = maps.cells(map)
  return ("map: %d of %d cells filled\n"):format(filled, cells) .. table.concat(out, "\n")
end

-- The cells one by one, by their number along each axis.
local function data(map)
  local heads, rows = {}, {}
  for k in ipairs(map.axes) do heads[k] = "cell of measure " .. k end
  heads[#heads + 1], heads[#heads + 2] = "raw", "program"
  for i, p in ipairs(map) do
    local rest, line = p.cell - 1, {}
    for k, axis in ipairs(map.axes) do line[k], rest = 1 + rest % axis[3], rest // axis[3] end
    line[#line + 1], line[#line + 2] = p.raw, p.program
    rows[i] = line
  end
  return html.data("map", heads, rows)
end

local function name_of(names, k)
  return type(names[k]) == "string" and names[k] or "measure " .. k
end

function maps.figure(row, names)
  local map, minimise = maps.read(row), row.minimise == 1
  if not map or #map == 0 then return "" end
  local view = flat(map, minimise, 200, 200)
  local quarter, worst, best = quarters(view, minimise)
  local dx, dy = SIDE / view.columns, (map.axes[2] and SIDE or 24) / view.rows
  local bottom, right = TOP + dy * view.rows, LEFT + SIDE
  local out = { ('<figure><svg class="chart small" viewBox="0 0 %d %d" role="img">'
    .. '<title>The map</title>'):format(
    right + RIGHT, bottom + BOTTOM) }
  for y = 1, view.rows do
    for x = 1, view.columns do
      local q = quarter(view[y][x])
      if q then
        out[#out + 1] = ('<rect x="%.1f" y="%.1f" width="%.2f" height="%.2f" '
          .. 'fill="%s"><title>%s</title></rect>'):format(LEFT + (x - 1) * dx,
          bottom - y * dy, dx, dy, COLOURS[q], html.escape(progress.number(view[y][x])))
      end
    end
  end
  out[#out + 1] = ('<path d="M%d %dV%.1fH%d" fill="none" stroke="#999"/>'):format(LEFT, TOP,
    bottom, right)
  local x, y = map.axes[1], map.axes[2]
  local marks = { { LEFT, bottom + 16, "start", x[1] }, { right, bottom + 16, "end", x[2] } }
  if y then
    marks[3] = { LEFT - 6, bottom, "end", y[1] }
    marks[4] = { LEFT - 6, TOP + 8, "end", y[2] }
  end
  for _, mark in ipairs(marks) do
    out[#out + 1] = ('<text x="%d" y="%.1f" text-anchor="%s">%s</text>'):format(mark[1],
      mark[2], mark[3], html.escape(progress.number(mark[4])))
  end
  out[#out + 1] = ('<text x="%d" y="%.1f" text-anchor="middle">%s</text>'):format(
    (LEFT + right) // 2, bottom + 34, html.escape(name_of(names, 1)))
  if y then
    out[#out + 1] = ('<text x="2" y="17">%s</text>'):format(html.escape(name_of(names, 2)))
  end
  local cells, filled = maps.cells(map)
  out[#out + 1] = ("</svg><figcaption>The map of elites: %d of %d cells filled; raw scores from "
    .. "%s (light, the worst quarter) to %s (dark, the best)</figcaption>%s</figure>"):format(
    filled, cells, html.escape(progress.number(worst)), html.escape(progress.number(best)),
    data(map))
  return table.concat(out, "\n")
end

return maps
