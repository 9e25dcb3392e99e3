-- kit.lua FOLDER [SEED] -- what a teacher prints and shows, made of the lessons themselves.
--
-- FOLDER/deck.html        slides: question and prediction, what came out, what to notice,
--                         exercises; a slide a page when printed
-- FOLDER/worksheets.html  a sheet for each lesson: prediction, table, answers to write
--
-- `make kit` runs it and prints both to PDF by chromium. Answers are in docs/answers.md.

local cards  = require "ludus.report.lesson"
local html   = require "ludus.report.html"
local lesson = require "ludus.lesson"
local page   = require "ludus.lesson.page"
local script = require "ludus.script"
local strips = require "ludus.report.strips"
local study  = require "ludus.script.study"
local system = require "ludus.core.system"

local folder, seed = arg[1] or "build/kit", math.tointeger(tonumber(arg[2] or 1))
local escape = html.escape

local lessons = {}
for path in io.popen "ls scripts/lessons/*.lua":lines() do
  local l = study.lesson(script.load(path))
  local r, value = lesson.play(l, {}, { seed = seed })
  lessons[#lessons + 1] = { path = path, lesson = l, r = r, value = value }
end

local function document(title, style, body)
  return table.concat({ "<!doctype html>", '<html lang="en"><meta charset="utf-8">',
    ('<meta http-equiv="Content-Security-Policy" content="%s">'):format(html.policy),
    '<meta name="viewport" content="width=device-width">', "<title>" .. title .. "</title>",
    "<style>" .. html.style .. style .. "</style>", body, "</html>\n" }, "\n")
end

local function save(name, text) assert(system.write(folder .. "/" .. name, text)) end

-- ---- slides ----------------------------------------------------------------------------

local DECK = [[
html { scroll-snap-type: y proximity; } body { max-width: none; padding: 0; }
.slide { min-height: 100vh; border-radius: 0; border: 0; border-bottom: 1px solid var(--rule);
  margin: 0; padding: 4vh 6vw; scroll-snap-align: start; display: flex; flex-direction: column;
  justify-content: center; font-size: clamp(1rem, 1.9vw, 1.6rem); }
.slide h1 { font-size: 2em; } .slide h2 { font-size: 1.5em; } .slide li { margin-bottom: .35em; }
.slide svg.chart { max-height: 58vh; max-width: 62rem; }
.slide > :first-child { margin-top: auto; } .slide .key { margin-top: auto; padding-top: 1em; }
.slide > :last-child:not(.key) { margin-bottom: auto; } .slide pre { font-size: .8em; }
.slide table { font-size: .72em; } .held::marker { content: "+ "; } .open::marker { content: "? "; }
.index { columns: 2; column-gap: 3.5rem; font-size: .8em; } .slide .chart text { font-size: 17px; }
@media (max-width: 40rem) { .index { columns: 1; } .slide .chart { min-width: 0; } }
@media print { @page { size: 297mm 167mm; margin: 0; }
  .slide { min-height: 0; height: 166mm; padding: 8mm 14mm; break-after: page; overflow: hidden;
    font-size: 17pt; border: 0; } .slide pre { font-size: 15pt; } .slide .chart { margin: 0; } .slide svg.chart { max-height: 88mm; } }
]]

local function slide(body, l, place)
  return ('<section class="slide"%s>%s%s</section>'):format(
    place and (' id="%s"'):format(place) or "", body, l and ('<p class="key">Lesson %d: %s</p>')
    :format(l.number, escape(l.question)) or "")
end

local function heading(text) return "<h2>" .. text .. "</h2>" end

-- The marks of the runs or, where a course is drawn, its curves.
local function figure(entry)
  local l, r = entry.lesson, entry.r
  local svg, groups = cards.course_svg(l, r)
  if not svg then return strips.svg(cards.spread(l, r)) end
  local words = {}
  for i, group in ipairs(groups) do
    words[i] = require "ludus.report.charts".mark(group) .. " " .. escape(group.label)
  end
  return svg .. '<p>' .. table.concat(words, " &nbsp; ") .. "</p>"
end

local function slides(entry)
  local l, r = entry.lesson, entry.r
  local marks = l.course and slide(heading "Run by run" .. strips.svg(cards.spread(l, r)), l) or ""
  return table.concat({
    slide("<p>Lesson " .. l.number .. "</p><h2>" .. escape(l.question) .. "</h2>"
      .. cards.paragraphs(l.about), nil, "lesson" .. l.number),
    slide(cards.prediction(l) .. '<pre class="command">ludus run ' .. entry.path .. "</pre>", l),
    slide(heading "What came out" .. figure(entry), l),
    marks,
    slide(heading(("What it says, seed %d, %d runs of each"):format(seed, entry.value.runs))
      .. cards.figures(l, r) .. cards.claims(l, entry.value), l),
    slide(heading "Notice" .. cards.list(l.notice, "ul"), l),
    slide(heading "Exercises" .. cards.list(l.exercises, "ol") .. "<p>Read: "
      .. escape(l.reference) .. "</p>", l),
  }, "\n")
end

local function deck()
  local index, all = {}, {}
  for i, entry in ipairs(lessons) do
    index[i] = ('<li><a href="#lesson%d">%s</a></li>'):format(entry.lesson.number,
      escape(entry.lesson.question))
    all[i] = slides(entry)
  end
  return document("Ludus: slides", DECK, "<main>" .. slide("<h1>Genetic programming in "
    .. #lessons .. " questions</h1><ol class=\"index\">" .. table.concat(index) .. "</ol>")
    .. table.concat(all, "\n") .. "</main>")
end

-- ---- worksheets ------------------------------------------------------------------------

local SHEET = [[
.sheet { break-after: page; } .sheet h2 { margin-bottom: .2rem; }
.fields { display: flex; gap: 1.5rem; flex-wrap: wrap; margin: .6rem 0; }
.fields span { flex: 1 1 9rem; border-bottom: 1px solid var(--quiet); }
.write { border-bottom: 1px solid var(--rule); height: 1.9rem; margin: 0; }
.blank td { height: 1.9rem; min-width: 7rem; border: 1px solid var(--rule); }
.sheet ul { list-style: none; padding-left: 1rem; } .blank th { padding: .25rem .8rem .25rem .4rem; } ol > li { margin-bottom: .3rem; }
@media print { @page { size: A4; margin: 16mm; } }
]]

local function lines(n) return ('<p class="write"></p>'):rep(n) end

local function blank_table(l)
  local out = { '<div class="scroll" tabindex="0" role="group" aria-label="Table to fill in">'
    .. '<table class="blank"><tr><td></td>' }
  for _, measure in ipairs(l.measures) do
    out[#out + 1] = ('<th scope="col">%s</th>'):format(escape(page.heading(measure)))
  end
  for _, group in ipairs(l.groups) do
    out[#out + 1] = ('</tr><tr><th scope="row">%s</th>%s'):format(escape(group[1]),
      ("<td></td>"):rep(#l.measures))
  end
  return table.concat(out) .. "</tr></table></div>"
end

local function boxes(l)
  local out = { "<p><strong>Before you run it:</strong> " .. escape(l.predict[1]) .. "</p><ul>" }
  for i = 2, #l.predict do out[i] = "<li>&#9744; " .. escape(l.predict[i]) .. "</li>" end
  return table.concat(out) .. "</ul><p>Because:</p>" .. lines(2)
end

local function sheet(entry)
  local l, tasks = entry.lesson, {}
  for i, text in ipairs(l.exercises) do
    tasks[i] = "<li>" .. escape(text) .. lines(i == 3 and 3 or 2) .. "</li>"
  end
  return table.concat({ ('<section class="sheet"><h2>Lesson %d: %s</h2>'):format(l.number,
      escape(l.question)),
    '<div class="fields"><span>Name</span><span>Seed (your own)</span><span>Date</span></div>',
    cards.paragraphs(l.about), boxes(l),
    '<pre class="command">ludus run ' .. entry.path .. " --seed YOUR-SEED</pre>",
    "<p><strong>What came out</strong>, with the intervals:</p>", blank_table(l),
    '<div class="fields"><span>Digest</span><span>Claims that hold</span></div>',
    "<p>Was your prediction right? What surprised you?</p>", lines(2),
    "<h3>Exercises</h3><ol>", table.concat(tasks), "</ol></section>" }, "\n")
end

local function worksheets()
  local all = {}
  for i, entry in ipairs(lessons) do all[i] = sheet(entry) end
  return document("Ludus: worksheets", SHEET, "<main><h1>Worksheets</h1>"
    .. table.concat(all, "\n") .. "</main>")
end

assert(system.folder(folder))
save("deck.html", deck())
save("worksheets.html", worksheets())
for _, name in ipairs { "deck", "worksheets" } do print(("wrote %s/%s.html"):format(folder, name)) end
