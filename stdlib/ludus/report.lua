-- report.lua -- one self-contained HTML file about some runs.
--
-- Curves with their spread over the runs of a group (drawn here as SVG), what
-- compare.lua says, and for the best run of each group its program, the games it
-- plays, its settings, and the command that makes it again.

local compare  = require "ludus.compare"
local launch   = require "ludus.launch"
local progress = require "ludus.progress"
local stats    = require "ludus.stats"

local report = {}

local CASES_SHOWN = 4
local colours = { "#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b8860b", "#555555" }

local style = [[
body { font: 16px/1.5 Georgia, serif; max-width: 54rem; margin: 2rem auto;
  padding: 0 1rem; color: #222; background: #fff; }
h1, h2, h3 { font-weight: normal; } h2 { border-bottom: 1px solid #ccc; }
pre { background: #f5f3ee; padding: .7rem; overflow-x: auto; line-height: 1.3; }
table { border-collapse: collapse; } td, th { padding: .2rem .7rem; text-align: left;
  border-bottom: 1px solid #ddd; } td.n, th.n { text-align: right; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; } figcaption { color: #666; }
figure { margin: 0; } svg { width: 100%; height: auto; } .key { color: #666; }]]

local function escape(text)
  return (tostring(text):gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;",
    [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- ---- curves ------------------------------------------------------------------------

-- By generation: median and quartiles of a figure over the group's runs. A run that
-- has ended keeps its last figure.
local function course(histories, field)
  local longest, points = 0, {}
  for _, rows in ipairs(histories) do longest = math.max(longest, #rows) end
  for g = 1, longest do
    local values = {}
    for _, rows in ipairs(histories) do
      local row = rows[math.min(g, #rows)]
      if row then values[#values + 1] = row[field] end
    end
    points[g] = { stats.quantile(values, 0.25), stats.median(values),
      stats.quantile(values, 0.75) }
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
    longest = math.max(longest, #points)
    for _, p in ipairs(points) do low, high = math.min(low, p[1]), math.max(high, p[3]) end
  end
  if high - low < 1e-12 then low, high = low - 1, high + 1 end
  local function x(g) return LEFT + (g - 1) / (longest - 1) * (WIDTH - LEFT - RIGHT) end
  local function y(v)
    return TOP + (high - v) / (high - low) * (HEIGHT - TOP - BOTTOM)
  end
  return x, y, longest, low, high
end

local function axes(out, x, y, longest, low, high)
  local step = step_of(high - low)
  for v = math.ceil(low / step) * step, high, step do
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
  for g, p in ipairs(points) do
    line[g] = ("%.1f,%.1f"):format(x(g), y(p[2]))
    band[g] = ("%.1f,%.1f"):format(x(g), y(p[3]))
  end
  for g = #points, 1, -1 do
    band[#band + 1] = ("%.1f,%.1f"):format(x(g), y(points[g][1]))
  end
  out[#out + 1] = ('<polygon points="%s" fill="%s" opacity=".15"/><polyline points="%s"'
    .. ' fill="none" stroke="%s" stroke-width="2"/>'):format(table.concat(band, " "),
    colour, table.concat(line, " "), colour)
end

-- One picture: a figure's course in every group.
local function chart(groups, field, title)
  local curves = {}
  for i, group in ipairs(groups) do curves[i] = course(group.histories, field) end
  local x, y, longest, low, high = scales(curves)
  local out = { ('<figure><svg viewBox="0 0 %d %d" role="img" font-size="12" '
    .. 'font-family="sans-serif" fill="#444"><title>%s</title>'):format(WIDTH, HEIGHT,
    escape(title)) }
  axes(out, x, y, longest, low, high)
  for i, points in ipairs(curves) do
    curve(out, points, x, y, colours[(i - 1) % #colours + 1])
  end
  out[#out + 1] = "</svg><figcaption>" .. escape(title) .. "</figcaption></figure>"
  return table.concat(out, "\n")
end

-- ---- text ---------------------------------------------------------------------------

local function figures(groups)
  local out = { '<table><tr><th></th><th class="n">runs</th><th class="n">solved</th>'
    .. '<th class="n">rate (95%)</th><th class="n">effort (95%)</th>'
    .. '<th class="n">best (median)</th></tr>' }
  for i, group in ipairs(groups) do
    local f = compare.figures(group)
    out[#out + 1] = ('<tr><td><span style="color:%s">&#9632;</span> %s</td>'
      .. '<td class="n">%d</td><td class="n">%d</td><td class="n">%.0f%% (%.0f to '
      .. '%.0f%%)</td><td class="n">%s</td><td class="n">%s</td></tr>'):format(
      colours[(i - 1) % #colours + 1], escape(f.group), f.runs, f.solved, 100 * f.rate,
      100 * f.rate_low, 100 * f.rate_high, f.effort and ("%s (%s to %s)"):format(
        progress.thousands(f.effort), progress.thousands(f.effort_low), f.effort_high
        and progress.thousands(f.effort_high) or "no bound") or "-",
      progress.number(f.best))
  end
  out[#out + 1] = "</table>"
  for i, a in ipairs(groups) do
    for j = i + 1, #groups do
      local pair = compare.pair(a, groups[j])
      out[#out + 1] = ("<p>%s against %s: a run of the first is better with chance "
        .. "%.2f (A12; Mann-Whitney p = %.3g).</p>"):format(escape(pair.first),
        escape(pair.second), pair.a12, pair.p)
    end
  end
  return table.concat(out, "\n")
end

-- The best run: least standardized, then first.
local function best_run(group)
  local at = 1
  for i, value in ipairs(group.standardized) do
    if value < group.standardized[at] then at = i end
  end
  return group.runs[at], group.histories[at]
end

local function command(row)
  local words = { "ludus run " .. row.script }
  for line in row.settings:gmatch "[^\n]+" do
    words[#words + 1] = line:find("[^%w_.=,-]") and "--set '" .. line .. "'"
      or "--set " .. line
  end
  words[#words + 1] = "--seed " .. row.seed
  return table.concat(words, " ")
end

-- Pictures of the first cases, where the game has any.
local function boards(game, program)
  if not game.play then return "" end
  local facts, out = game.facts and game:facts() or {}, {}
  for case = 1, math.min(CASES_SHOWN, facts.cases or 1) do
    local ok, played = pcall(game.play, game, program, case)
    if ok and played.picture then
      out[#out + 1] = ("<figure><pre>%s</pre><figcaption>case %d: %s points%s"
        .. "</figcaption></figure>"):format(escape(played.picture), case,
        progress.number(played.raw or 0), played["end"] and ", " .. played["end"] or "")
    end
  end
  if #out == 0 then return "" end
  return '<h3>Games it plays</h3><div class="boards">' .. table.concat(out) .. "</div>"
end

-- Program and games, as far as the script still makes them.
local function champion(row, text)
  local pretty, shown = text, ""
  local ok, value = pcall(launch.experiment_of, row)
  if ok and value.game.read then
    local read, program = pcall(value.game.read, value.game, text)
    if read then
      if program.pretty then pretty = program:pretty(78) end
      shown = boards(value.game, program)
    end
  end
  return "<h3>Best program</h3><pre>" .. escape(pretty) .. "</pre>" .. shown
end

local function group_section(group)
  local row, history = best_run(group)
  local last = history[#history]
  return ([[<h2>%s</h2>
<p>Best of %d: run %d, seed %d, raw score %s%s after %d generations and %s evaluations,
%.1f s. Population %d. Digest <code>%s</code>. Ludus %s.</p>
<p class="key">To make it again:</p><pre>%s</pre>
%s
<details><summary>The script</summary><pre>%s</pre></details>]]):format(
    escape(group.name), #group.runs, row.id, row.seed, progress.number(row.best),
    row.max and " of " .. progress.number(row.max) or "", row.generation + 1,
    progress.thousands(row.evaluations), row.seconds, row.population,
    escape(row.digest or "-"), escape(row.version), escape(command(row)),
    champion(row, last.program), escape(row.source))
end

-- The text of the HTML file about the runs with these numbers.
function report.html(store, ids)
  local groups = compare.groups(store, ids)
  if #groups == 0 then error("none of these runs has a generation yet", 0) end
  for _, group in ipairs(groups) do
    group.histories = {}
    for i, id in ipairs(group.ids) do group.histories[i] = store:generations(id) end
  end
  local out = { "<!doctype html>", '<html lang="en"><meta charset="utf-8">',
    "<title>Ludus: " .. escape(groups[1].name) .. "</title>",
    "<style>" .. style .. "</style>", "<h1>" .. escape(groups[1].name)
      .. (#groups > 1 and " and others" or "") .. "</h1>", figures(groups),
    chart(groups, "raw", "best raw score: median and quartiles of the runs"),
    chart(groups, "raw_mean", "mean raw score of the population"),
    chart(groups, "size_mean", "mean size of the programs") }
  for _, group in ipairs(groups) do out[#out + 1] = group_section(group) end
  return table.concat(out, "\n") .. "\n</html>\n"
end

return report
