-- report/init.lua -- one self-contained HTML file about some runs.
--
-- First in words, then in figures: for each script what compare.lua says, curves with
-- their spread over the runs of a group, and for the best run of each group its program
-- in short and in full, the games it plays, how its cases end, case by case over the
-- generations, its ancestors, its settings, and the command that makes it again. Every
-- figure has its data below it. report.paper() writes the same for LaTeX.

local champion = require "ludus.report.champion"
local charts   = require "ludus.report.charts"
local compare  = require "ludus.stats.compare"
local fronts   = require "ludus.report.fronts"
local heat     = require "ludus.report.heat"
local html     = require "ludus.report.html"
local launch   = require "ludus.run.launch"
local maps     = require "ludus.report.maps"
local measures = require "ludus.script.measures"
local pdf      = require "ludus.report.pdf"
local progress = require "ludus.run.progress"
local said     = require "ludus.report.groups"
local script   = require "ludus.script"
local study    = require "ludus.script.study"
local values   = require "ludus.report.values"

local report = {}
local escape = html.escape
local try = champion.try

local ANCESTORS_MAX = 300                    -- generations whose ancestors are drawn

-- ---- the best run of a group ----------------------------------------------------------

local quoted = launch.quoted

-- The command that makes a run again; the part of a study is made with all of that.
local function command(row, store)
  if row.kind == "part" then row = store:get_run(row.parent) end
  local words = { "ludus run " .. quoted(row.script) }
  for line in row.settings:gmatch "[^\n]+" do
    words[#words + 1] = "--set " .. quoted(line)
  end
  words[#words + 1] = "--seed " .. row.seed
  return table.concat(words, " ")
end

-- The course of each island of a run, where there are some.
local function islands(history, less)
  local lines = {}
  local courses, what = measures.islands(history)
  for i, rows in ipairs(courses) do
    lines[i] = { histories = { rows }, label = what .. " " .. i,
      style = (i - 1) % charts.styles + 1 }
  end
  if #lines < 2 then return "" end
  return charts.chart(lines, "best", "Best raw score of each " .. what, { less = less })
end

-- Who the best program descends from, drawn; "" where that cannot be made again.
local function ancestors(store, row)
  if row.generation > ANCESTORS_MAX or row.generation < 1
    or type(store.path) ~= "string" then
    return ""
  end
  local ok, svg = try(function()
    local run = require "ludus.run.history".open(row.id, store.path)
    local blame = run:blame()
    run.store:close()
    return require "ludus.inspect.descent".svg(blame)
  end)
  if not ok or type(svg) ~= "string" then return "" end
  return '<details><summary>Its ancestors</summary><div class="drawing made" tabindex="0" '
    .. 'role="group" aria-label="Its ancestors">' .. svg:gsub("^<%?xml[^>]*>%s*", "")
    .. '</div><p class="key">From left to right the generations. A circle is an ancestor of '
    .. "which something is still there, its colour its score; the thick line are the mothers, "
    .. "dashed ones lead from fathers.</p></details>"
end

-- What the script calls its objectives, or the measures of its map: a list of words, with false
-- for functions. Empty where the script is not at hand.
local function named(value, field)
  local list, names = value and value.given and value.given[field], {}
  if type(list) ~= "table" then return names end
  for k, item in ipairs(list) do
    local what = type(item) == "table" and item[1] or item
    names[k] = type(what) == "string" and what
      or math.type(what) == "integer" and "case " .. what or false
  end
  return names
end

local function group_section(store, group)
  local row, history = said.best_run(group)
  local last, less = history[#history], said.is_less(group)
  local ok, value = try(launch.experiment_of, row, store)
  value = ok and value or nil
  local cases = ""
  if value and type(value.game) == "userdata" then
    ok, cases = try(heat.figure, value, history, less)
    cases = ok and cases or ""
  end
  return ([[<section><h3>%s</h3>
<p>Best of %d: run %d, seed %d, raw score %s%s after %d generations and %s evaluations,
%.1f s. Population %d. Digest <code>%s</code>. Ludus %s.</p>
<p class="key above">To make it again%s:</p><pre class="command">%s</pre>
%s%s%s%s</section>]]):format(
    escape(group.label), #group.runs, row.id, row.seed, progress.number(row.best),
    row.max and (" (perfect: %s)"):format(progress.number(row.max)) or "",
    row.generation + 1,
    progress.thousands(row.evaluations), row.seconds, row.population,
    escape(row.digest or "-"), escape(row.version),
    row.kind == "part" and (", with all of study %d"):format(row.parent) or "",
    escape(command(row, store)),
    islands(history, less) .. fronts.figure(row, named(value, "objectives"))
    .. maps.figure(row, named(value, "map")),
    champion.section(value, last.program, less),
    cases, ancestors(store, row))
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
    local step = compare.step_of(group.runs[1])
    local name = #own > 0 and table.concat(own, " ") or step ~= "" and step
      or #groups == 1 and groups.name or "as written"
    seen[name] = (seen[name] or 0) + 1
    group.label = seen[name] > 1 and name .. " #" .. seen[name] or name
    group.style = (i - 1) % charts.styles + 1
  end
end

-- The share of programs that differ, beside what the store keeps.
local function with_shares(rows, population)
  for _, row in ipairs(rows) do
    row.share = row.distinct and population > 0 and 100 * row.distinct / population or nil
  end
  return rows
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
    for i, id in ipairs(group.ids) do
      group.histories[i] = with_shares(store:generations(id), group.runs[1].population)
    end
  end
  for _, script in ipairs(scripts) do label(script) end
  return scripts
end

-- The raw score that a success needs, where it is one: given, or a perfect one.
local function goal_of(groups, store)
  local ok, value = try(launch.experiment_of, groups[1].runs[1], store)
  local solved = ok and value.given.solved
  if type(solved) == "number" then return solved end
  return groups[1].runs[1].max
end

-- The charts of a script's groups: { field, title, options }.
local function courses(groups, store)
  local less, goal = said.is_less(groups[1]), nil
  for _, group in ipairs(groups) do
    if said.is_less(group) ~= less then less = nil end
  end
  if less ~= nil then goal = goal_of(groups, store) end
  return {
    { "raw", "Best raw score of each generation", { less = less, goal = goal } },
    { "raw_mean", "Mean raw score of the population", { less = less } },
    { "size_mean", "Mean size of the programs", { name = "size", varies = true } },
    { "share", "Programs that differ from all others", { name = "percent", varies = true } },
  }
end

-- What the script asks in its first line, if that is a question.
local function question(source)
  local first = source:match "^%-%-%s*([^\n]*%?)"
  first = first and first:gsub("^%S+%.lua%s+%-%-%s+", "")
  return first and #first < 300 and "<p><em>" .. escape(first) .. "</em></p>" or ""
end

local function listing(source, whose)
  return ('<details class="screen"><summary>The script%s</summary>%s</details>'):format(
    escape(whose), champion.block(source, "The script"))
end

-- The texts of the groups' scripts, each once; parts of studies have none.
local function sources(groups)
  local out, seen = {}, { [""] = true }
  for _, group in ipairs(groups) do
    local source = group.runs[1].source
    if not seen[source] then
      out[#out + 1] = listing(source, #out > 0 and " of " .. group.label or "")
      seen[source] = true
    end
  end
  return table.concat(out)
end

local function script_section(store, groups, titled)
  local common = table.concat(groups.common, " ")
  local out = { "<section>", ("<h2>%s</h2>"):format(titled and escape(groups.name) or "In short"),
    question(groups[1].runs[1].source), '<p class="lead">' .. said.lead(groups) .. "</p>",
    common ~= "" and "<p>All runs with " .. escape(common) .. ".</p>" or "",
    said.figures(groups), said.runs(groups) }
  for _, c in ipairs(courses(groups, store)) do
    out[#out + 1] = charts.chart(groups, table.unpack(c))
  end
  out[#out + 1] = sources(groups)
  out[#out + 1] = "</section>"
  for _, group in ipairs(groups) do out[#out + 1] = group_section(store, group) end
  return table.concat(out, "\n")
end

-- The section of a lesson, or nil: its script may fail, its runs may be unfinished.
local function lesson_section(store, row)
  local ok, section = try(function()
    local l = study.lesson(script.load(row.script, row.source))
    if not l then return nil end
    local r, value = require "ludus.lesson".stored(l, store:steps(row.id), row.result)
    return r and value and require "ludus.report.lesson".section(l, r, value, row) or nil
  end)
  return ok and section or nil
end

-- A study: its settings, what its steps gave, its result.
local function study_section(store, row)
  local section = row.result and lesson_section(store, row)
  if section then return section:gsub("</section>$", function(last)
      return listing(row.source, "") .. last
    end) end
  local out = { ("<section><h2>Study %d: %s, seed %d</h2>"):format(row.id, escape(row.script),
    row.seed), question(row.source) }
  if row.settings ~= "" then
    out[#out + 1] = "<p>With " .. escape((row.settings:gsub("\n", ", "))) .. ".</p>"
  end
  out[#out + 1] = ('<p>%s after %.1f s.</p><p class="key above">To make it again:</p>'
    .. '<pre class="command">%s</pre>'):format(escape(row.status:gsub("^%l", string.upper)),
    row.seconds, escape(command(row, store)))
  if row.result then
    out[#out + 1] = "<h3>What it gave</h3>" .. values.html("result", row.result)
  end
  for _, step in ipairs(store:steps(row.id)) do
    out[#out + 1] = ("<details%s><summary>Step %s, %.1f s</summary>%s</details>"):format(
      row.result and ' class="screen"' or "", escape(step.name), step.seconds, values.html(step.name, step.value))
  end
  out[#out + 1] = listing(row.source, "") .. "</section>"
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
    "<style>" .. html.style .. "</style>", "<main><h1>" .. title .. "</h1>" }
  table.move(studies, 1, #studies, #out + 1, out)
  for _, script in ipairs(scripts) do
    out[#out + 1] = script_section(store, script, #scripts > 1)
  end
  return table.concat(out, "\n") .. "\n</main></html>\n"
end

-- What a paper needs of the same runs: { file name = text }. Tables for LaTeX, and the
-- charts as PDF and as SVG with colours of their own.
function report.paper(store, ids)
  local _, rest = without_studies(store, ids)
  local files = {}
  for _, groups in ipairs(by_script(compare.groups(store, rest), store)) do
    local name = groups.name:gsub("[^%w-]", "-")
    files[name .. ".tex"] = said.latex(groups)
    for _, c in ipairs(courses(groups, store)) do
      c[3].legend = true
      local svg = charts.svg(groups, table.unpack(c))
      if svg then
        local stem = ("%s-%s"):format(name, (c[1]:gsub("_", "-")))
        files[stem .. ".pdf"] = pdf.of(svg)
        files[stem .. ".svg"] = svg:gsub("^<svg ",
          '<svg xmlns="http://www.w3.org/2000/svg" '):gsub("</title>", "%0<style>"
          .. html.style:gsub("@media.*", ""):gsub("%%", "%%%%") .. "</style>", 1) .. "\n"
      end
    end
  end
  return files
end

return report
