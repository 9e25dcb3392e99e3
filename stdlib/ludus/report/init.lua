-- report/init.lua -- one self-contained HTML file about some runs.
--
-- For each script: what compare.lua says, curves with their spread over the runs of
-- a group, and for the best run of each group its program (drawn by Graphviz, where
-- that is installed), the games it plays, its settings, and the command that makes
-- it again.

local charts   = require "ludus.report.charts"
local compare  = require "ludus.stats.compare"
local fronts   = require "ludus.report.fronts"
local maps     = require "ludus.report.maps"
local graphviz = require "ludus.report.graphviz"
local html     = require "ludus.report.html"
local launch   = require "ludus.run.launch"
local measures = require "ludus.script.measures"
local recipes  = require "ludus.script.recipes"
local progress = require "ludus.run.progress"
local sandbox  = require "ludus.script.sandbox"
local spec     = require "ludus.script.spec"

local report = {}
local escape = html.escape

local CASES_SHOWN = 4
local NODES_OPEN, NODES_DRAWN = 60, 300      -- of a drawing: at once; at all
local colours = { "#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b8860b", "#555555" }

-- ---- text ---------------------------------------------------------------------------

-- Two groups in a sentence.
local function one_pair(a, b)
  local pair = compare.pair(a, b)
  if pair.refused then
    return ("<p>%s against %s: not compared: %s.</p>"):format(escape(a.label),
      escape(b.label), escape(pair.refused))
  end
  return ("<p>%s against %s: a run of the first is better with chance %.2f (A12; "
    .. "Mann-Whitney p = %.3g).</p>"):format(escape(a.label), escape(b.label), pair.a12,
    pair.p)
end

local function pair_cell(a, b)
  if a == b then return '<td class="n">&ndash;</td>' end
  local pair = compare.pair(a, b)
  if pair.refused then
    return ('<td class="n" title="%s">not compared</td>'):format(escape(pair.refused))
  end
  local chance = ("%.2f"):format(pair.a12)
  if pair.p < 0.05 then chance = "<b>" .. chance .. "</b>" end
  return ('<td class="n">%s<br><small>%.2g</small></td>'):format(chance, pair.p)
end

-- More groups in one table, a row and a column each.
local function all_pairs(groups)
  local out = { '<div class="drawing"><table class="pairs"><tr><th></th>' }
  for i, group in ipairs(groups) do
    out[#out + 1] = ('<th class="n">%s&nbsp;%d</th>'):format(charts.mark(group.colour), i)
  end
  for i, a in ipairs(groups) do
    out[#out + 1] = ("</tr>\n<tr><td>%d %s %s</td>"):format(i, charts.mark(a.colour),
      escape(a.label))
    for _, b in ipairs(groups) do out[#out + 1] = pair_cell(a, b) end
  end
  out[#out + 1] = "</tr></table></div>\n"
  return table.concat(out) .. '<p class="key">The chance (A12) that a run of the row is '
    .. "better than one of the column, and below it the p of the Mann-Whitney test, "
    .. ("not corrected for %d comparisons; bold: p &lt; 0.05.</p>"):format(
      #groups * (#groups - 1) // 2)
end

local function differences(groups)
  if #groups < 2 then return "" end
  return #groups == 2 and one_pair(groups[1], groups[2]) or all_pairs(groups)
end

-- The scripts' own measures, and what was got at tests: a row per measure of a group.
local function own_measures(groups)
  local out = {}
  for _, group in ipairs(groups) do
    local found = compare.figures(group).measures or {}
    for _, name in ipairs(spec.sorted_keys(found)) do
      local f = found[name]
      out[#out + 1] = ('<tr><td>%s %s</td><td>%s</td><td class="n">%s</td><td class="n">'
        .. '%s to %s</td></tr>'):format(charts.mark(group.colour), escape(group.label),
        escape(name), progress.number(f.median), progress.number(f.low),
        progress.number(f.high))
    end
  end
  if #out == 0 then return "" end
  return '<table><tr><th></th><th>measure</th><th class="n">median</th>'
    .. '<th class="n">quartiles</th></tr>\n' .. table.concat(out, "\n") .. "</table>"
end

local function figures(groups)
  local out = { '<table><tr><th></th><th class="n">runs</th><th class="n">solved</th>'
    .. '<th class="n">rate (95%)</th><th class="n">effort (95%)</th>'
    .. '<th class="n">best (median)</th></tr>' }
  for i, group in ipairs(groups) do
    local f = compare.figures(group)
    out[#out + 1] = ('<tr><td>%s%s %s</td>'
      .. '<td class="n">%d</td><td class="n">%d</td><td class="n">%.0f%% (%.0f to '
      .. '%.0f%%)</td><td class="n">%s</td><td class="n">%s</td></tr>'):format(
      #groups > 2 and i .. " " or "", charts.mark(group.colour), escape(group.label),
      f.runs, f.solved, 100 * f.rate, 100 * f.rate_low, 100 * f.rate_high,
      f.effort and ("%s (%s to %s)"):format(
        progress.thousands(f.effort), progress.thousands(f.effort_low), f.effort_high
        and progress.thousands(f.effort_high) or "no bound") or "-",
      progress.number(f.best))
  end
  out[#out + 1] = "</table>"
  local repeated = 0
  for _, group in ipairs(groups) do repeated = repeated + group.repeated end
  if repeated > 0 then
    out[#out + 1] = ("<p>Not counted: %d repeated with the same seed.</p>"):format(
      repeated)
  end
  out[#out + 1] = own_measures(groups)
  out[#out + 1] = differences(groups)
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

local quoted = launch.quoted

local function command(row)
  local words = { "ludus run " .. quoted(row.script) }
  for line in row.settings:gmatch "[^\n]+" do
    words[#words + 1] = "--set " .. quoted(line)
  end
  words[#words + 1] = "--seed " .. row.seed
  return table.concat(words, " ")
end

-- Calls f for something that the page can do without: true and its result, or false.
-- A lack of memory is raised; nobody would see what is missing.
local function try(f, ...)
  local ok, result = pcall(f, ...)
  if not ok and sandbox.starved(tostring(result)) then error(result, 0) end
  return ok, result
end

-- Can the game do that? A stranger's script may have put anything in its place.
local function can(game, ability)
  if not game.can then return game[ability] ~= nil end
  local ok, yes = try(game.can, game, ability)
  return ok and yes
end

-- Pictures of the first cases, where the game has any.
local function boards(game, program)
  if not can(game, "play") then return "" end
  local facts, out = game.facts and game:facts() or {}, {}
  for case = 1, math.min(CASES_SHOWN, facts.cases or 1) do
    local ok, played = try(game.play, game, program, case)
    if ok and played.picture then
      local ended = played["end"] and ", " .. escape(played["end"]) or ""
      out[#out + 1] = ("<figure><pre>%s</pre><figcaption>case %d: %s points%s"
        .. "</figcaption></figure>"):format(escape(played.picture), case,
        escape(progress.number(played.raw or 0)), ended)
    end
  end
  if #out == 0 then return "" end
  return '<h4>Games it plays</h4><div class="boards">' .. table.concat(out) .. "</div>"
end

-- The program drawn: by Graphviz, else as text; nothing for kinds without a drawing.
local function drawing(program, game)
  if not program.dot then return "" end
  local options                                     -- machines have none
  if program.branches then
    options = { sideways = true }
  elseif program.block then                         -- a linear program
    local recipe = recipes.recipe(game)
    options = { nested = recipe and recipe.settings.nested or false }
  end
  if #program > NODES_DRAWN then
    return ('<p class="key">Its %d %s are too many to draw.</p>'):format(#program,
      program.block and "lines" or "nodes")
  end
  local element, why = graphviz.element(program:dot(options))
  if not element and sandbox.starved(why) then error(why, 0) end
  local shown = element and '<div class="drawing">' .. element .. "</div>"
    or "<pre>" .. escape(program:tree(program.block and options)) .. "</pre>"
  return ("<details%s><summary>The program drawn</summary>%s</details>"):format(
    #program <= NODES_OPEN and " open" or "", shown)
end

-- What the game says of the program's score, where it has words for it.
local function summary(game, program)
  if not can(game, "summary") then return "" end
  local ok, words = try(function()
    return tostring(game:summary(game:score(program)))
  end)
  return ok and ("<p>%s.</p>"):format(escape(words)) or ""
end

-- Program and games, as far as the script still makes them.
local function champion(row, text)
  local pretty, drawn, shown = text, "", ""
  local ok, value = try(launch.experiment_of, row)
  if ok and value.game.read then
    local read, program = try(value.game.read, value.game, text)
    if read then
      if program.pretty then pretty = program:pretty(78) end
      drawn = drawing(program, value.game)
      shown = summary(value.game, program) .. boards(value.game, program)
    end
  end
  return "<h4>Best program</h4><pre>" .. escape(pretty) .. "</pre>" .. drawn .. shown
end

-- The course of each island of a run, where there are some.
local function islands(history)
  local lines = {}
  for i, rows in ipairs(measures.islands(history)) do
    lines[i] = { histories = { rows }, label = "island " .. i,
      colour = colours[(i - 1) % #colours + 1] }
  end
  if #lines < 2 then return "" end
  return charts.chart(lines, "best", "Best raw score of each island")
end

local function group_section(group)
  local row, history = best_run(group)
  local last = history[#history]
  return ([[<h3>%s</h3>
<p>Best of %d: run %d, seed %d, raw score %s%s after %d generations and %s evaluations,
%.1f s. Population %d. Digest <code>%s</code>. Ludus %s.</p>
<p class="key">To make it again:</p><pre class="command">%s</pre>
%s%s
<details><summary>The script</summary><pre>%s</pre></details>]]):format(
    escape(group.label), #group.runs, row.id, row.seed, progress.number(row.best),
    row.max and (" (perfect: %s)"):format(progress.number(row.max)) or "",
    row.generation + 1,
    progress.thousands(row.evaluations), row.seconds, row.population,
    escape(row.digest or "-"), escape(row.version), escape(command(row)),
    islands(history) .. fronts.figure(row) .. maps.figure(row), champion(row, last.program),
    escape(row.source))
end

-- ---- scripts ------------------------------------------------------------------------

local function settings_of(group)
  local list = {}
  for line in group.runs[1].settings:gmatch "[^\n]+" do list[#list + 1] = line end
  return list
end

-- Names the groups of a script by the settings in which they differ; the others are
-- `groups.common`. Groups that differ in nothing but the script's text are numbered.
local function label(groups)
  local count, seen = {}, {}
  for _, group in ipairs(groups) do
    for _, line in ipairs(settings_of(group)) do
      count[line] = (count[line] or 0) + 1
    end
  end
  groups.common = {}
  for i, group in ipairs(groups) do
    local own = {}
    for _, line in ipairs(settings_of(group)) do
      local list = count[line] == #groups and groups.common or own
      if list == own or i == 1 then list[#list + 1] = line end
    end
    local name = #own > 0 and table.concat(own, " ")
      or #groups == 1 and groups.name or "as written"
    seen[name] = (seen[name] or 0) + 1
    group.label = seen[name] > 1 and name .. " #" .. seen[name] or name
    group.colour = colours[(i - 1) % #colours + 1]
  end
end

-- The groups by script, ready to be shown.
local function by_script(groups, store)
  local scripts, known = {}, {}
  for _, group in ipairs(groups) do
    local name = group.runs[1].script:match("[^/]*$"):gsub("%.lua$", "")
    if not known[name] then
      known[name] = { name = name }
      scripts[#scripts + 1] = known[name]
    end
    table.insert(known[name], group)
    group.histories = {}
    for i, id in ipairs(group.ids) do group.histories[i] = store:generations(id) end
  end
  for _, script in ipairs(scripts) do label(script) end
  return scripts
end

local function script_section(groups, titled)
  local common = table.concat(groups.common, " ")
  local out = { titled and "<h2>" .. escape(groups.name) .. "</h2>" or "",
    common ~= "" and "<p>All runs with " .. escape(common) .. ".</p>" or "",
    figures(groups),
    charts.chart(groups, "raw", "Best raw score of each generation"),
    charts.chart(groups, "raw_mean", "Mean raw score of the population"),
    charts.chart(groups, "size_mean", "Mean size of the programs") }
  for _, group in ipairs(groups) do out[#out + 1] = group_section(group) end
  return table.concat(out, "\n")
end

-- A study: its settings, what its steps gave, its result.
local function study_section(store, row)
  local out = { ("<h2>Study %d: %s, seed %d</h2>"):format(row.id, escape(row.script),
    row.seed) }
  if row.settings ~= "" then
    out[#out + 1] = "<p>With " .. escape((row.settings:gsub("\n", ", "))) .. ".</p>"
  end
  out[#out + 1] = ("<p>%s, %.1f s.</p>"):format(escape(row.status), row.seconds)
  local steps = store:steps(row.id)
  if #steps > 0 then
    out[#out + 1] = '<table><tr><th>step</th><th class="n">seconds</th><th>gave</th></tr>'
    for _, step in ipairs(steps) do
      out[#out + 1] = ('<tr><td>%s</td><td class="n">%.1f</td><td>%s</td></tr>'):format(
        escape(step.name), step.seconds, escape(step.value))
    end
    out[#out + 1] = "</table>"
  end
  if row.result then out[#out + 1] = "<pre>" .. escape(row.result) .. "</pre>" end
  return table.concat(out, "\n")
end

-- The sections about the studies among the runs, and the numbers of all runs that are
-- none: studies give those of their parts.
local function without_studies(store, ids)
  local sections, rest, names = {}, {}, {}
  for _, id in ipairs(ids) do
    local row = store:get_run(id)
    if row.kind == "study" then
      sections[#sections + 1] = study_section(store, row)
      names[#names + 1] = row.script:match("[^/]*$"):gsub("%.lua$", "")
      for _, part in ipairs(store:parts(id)) do rest[#rest + 1] = part.id end
    else
      rest[#rest + 1] = id
    end
  end
  return sections, rest, names
end

-- The text of the HTML file about the runs with these numbers.
function report.html(store, ids)
  local studies, rest, names = without_studies(store, ids)
  local groups = compare.groups(store, rest)
  if #groups == 0 and #studies == 0 then
    error("none of these runs has a generation yet", 0)
  end
  local scripts = by_script(groups, store)
  if #studies == 0 then
    for i, script in ipairs(scripts) do names[i] = script.name end
  end
  local title = escape(table.concat(names, ", "))
  local out = { "<!doctype html>", '<html lang="en"><meta charset="utf-8">',
    ('<meta http-equiv="Content-Security-Policy" content="%s">'):format(html.policy),
    '<meta name="viewport" content="width=device-width">',
    "<title>Ludus: " .. title .. "</title>",
    "<style>" .. html.style .. "</style>", "<h1>" .. title .. "</h1>" }
  table.move(studies, 1, #studies, #out + 1, out)
  for _, script in ipairs(scripts) do
    out[#out + 1] = script_section(script, #scripts > 1)
  end
  return table.concat(out, "\n") .. "\n</html>\n"
end

return report
