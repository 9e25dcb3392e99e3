-- report/lesson.lua -- a lesson for the page of a report, for slides and for worksheets.

local charts = require "ludus.report.charts"
local html   = require "ludus.report.html"
local page   = require "ludus.lesson.page"
local strips = require "ludus.report.strips"

local lesson = {}
local escape = html.escape

-- ---- words -------------------------------------------------------------------------

function lesson.paragraphs(text)
  local out = {}
  for i, part in ipairs(page.paragraphs(text)) do out[i] = "<p>" .. escape(part) .. "</p>" end
  return table.concat(out, "\n")
end

function lesson.list(items, tag)
  local out = {}
  for i, item in ipairs(items) do out[i] = "<li>" .. escape(item) .. "</li>" end
  return ("<%s>%s</%s>"):format(tag, table.concat(out, "\n"), tag)
end

-- The question to predict and its answers.
function lesson.prediction(l)
  local answers = {}
  for i = 2, #l.predict do answers[i - 1] = l.predict[i] end
  return "<p><strong>Predict first.</strong> " .. escape(l.predict[1]) .. "</p>"
    .. lesson.list(answers, 'ol type="a"'):gsub("</ol type=\"a\">", "</ol>")
end

-- ---- what was found ----------------------------------------------------------------

-- A row a group, a column a measure.
function lesson.figures(l, r)
  local out = { '<div class="scroll" tabindex="0" role="group" aria-label="What the groups '
    .. 'got"><table><tr><td></td>' }
  for _, measure in ipairs(l.measures) do
    out[#out + 1] = ('<th class="n" scope="col">%s</th>'):format(escape(page.heading(measure)))
  end
  for i, group in ipairs(l.groups) do
    out[#out + 1] = ('</tr><tr><th scope="row">%s %s</th>'):format(
      charts.mark { style = (i - 1) % charts.styles + 1 }, escape(group[1]))
    for _, measure in ipairs(l.measures) do
      out[#out + 1] = ('<td class="n">%s</td>'):format(escape(page.figure(measure,
        r.list(group[1], measure[1]))))
    end
  end
  out[#out + 1] = "</tr></table></div>"
  return table.concat(out)
end

-- The marks of all runs at the first measure.
function lesson.spread(l, r)
  local groups, first = {}, l.measures[1]
  for i, group in ipairs(l.groups) do
    groups[i] = { name = group[1], values = r.list(group[1], first[1]) }
  end
  return groups, first[2] .. (first.less and ", less is better" or ""), first[1]
end

-- The course of the groups as charts.lua wants it, or nil.
local function courses(l, r)
  if not l.course then return nil end
  local groups = {}
  for i, group in ipairs(l.groups) do
    local histories = {}
    for k, row in ipairs(r.records(group[1])) do
      local points = {}
      for g, value in ipairs(row.course) do points[g] = { generation = g - 1, figure = value } end
      histories[k] = points
    end
    groups[i] = { histories = histories, label = group[1],
      style = (i - 1) % charts.styles + 1 }
  end
  return groups
end

function lesson.course(l, r)
  local groups = courses(l, r)
  return groups and charts.chart(groups, "figure", l.course[2], { name = l.course[2] }) or ""
end

-- The same, bare.
function lesson.course_svg(l, r)
  local groups = courses(l, r)
  return groups and (charts.svg(groups, "figure", l.course[2], { name = l.course[2] })), groups
end

function lesson.claims(l, value)
  local out = {}
  for i, claim in ipairs(l.claims) do
    local margin = value.claims["claim " .. i]
    out[i] = ('<li class="%s">%s</li>'):format(margin > 0 and "held" or "open",
      escape(page.claim(claim, margin)))
  end
  return "<ul>" .. table.concat(out, "\n") .. "</ul>"
end

-- The whole lesson as a section of a page; `value` and `r` as ludus.lesson.stored gives.
function lesson.section(l, r, value, row)
  return table.concat({ ("<section><h2>Lesson %d: %s</h2>"):format(l.number,
      escape(l.question)), lesson.paragraphs(l.about), lesson.prediction(l),
    "<details><summary>What came out</summary>",
    ("<p>%d runs of each group, seed %d; run %d of the store; digest <code>%s</code>.</p>")
      :format(value.runs, row.seed, row.id, escape(value.digest)),
    lesson.figures(l, r), strips.figure(lesson.spread(l, r)), lesson.course(l, r),
    "<h3>What is claimed</h3>", lesson.claims(l, value), "</details>",
    "<details><summary>What to notice</summary>", lesson.list(l.notice, "ul"), "</details>",
    "<h3>Exercises</h3>", lesson.list(l.exercises, "ol"),
    "<p>Read: " .. escape(l.reference) .. "</p></section>" }, "\n")
end

return lesson
