-- Reports for reading: studies, errors, goals, paper and phone.
local check = dofile "tests/lua/check.lua"
local values = require "ludus.report.values"

local folder, write = check.folder()
local function run(words) return check.run(('"$LUDUS" %s --store %s/s.db'):format(words, folder)) end

local function page(id)
  local path = ("%s/r%d.html"):format(folder, id)
  local out, err = run(("report %s --out %s"):format(id, path))
  check.equal("a report of " .. id, out .. err, "wrote " .. path .. "\n")
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

local function has(text, name, words) return check.ok(name, text:find(words, 1, true)) end
local function lacks(text, name, words) return check.ok(name, not text:find(words, 1, true)) end

-- ---- what studies give -----------------------------------------------------------------

local SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Data">'
check.equal("what is plain", values.html("x", '"a < b"'), "<p>a &lt; b</p>")
check.equal("no JSON", values.html("x", "a < b"), "<pre>a &lt; b</pre>")
check.equal("names and values", values.html("x", '{"shots":44.3,"who":"me"}'), SCROLL
  .. '<table><tr><th scope="col">name</th><th scope="col">value</th></tr><tr><td>shots</td>'
  .. '<td class="n">44.3</td></tr><tr><td>who</td><td>me</td></tr></table></div>')
check.equal("records: texts first, gaps", values.html("x",
  '[{"n":1,"who":"a"},{"n":2,"of":[1,2]},{"of":{"a":1,"b":2}}]'), SCROLL
  .. '<table><tr><th scope="col">who</th><th scope="col">n</th><th scope="col">of</th></tr>'
  .. '<tr><td>a</td><td class="n">1</td><td></td></tr>'
  .. '<tr><td></td><td class="n">2</td><td>1, 2</td></tr>'
  .. '<tr><td></td><td></td><td>a 1, b 2</td></tr></table></div>')
has(values.html("x", '{"k = 1":{"best":3},"k = 7":{"best":4}}'), "records by name",
  '<th scope="col">of</th><th class="n" scope="col">best</th></tr><tr><td>k = 1</td>'
    .. '<td class="n">3</td>')
has(values.html("x", '{"share":0.12569246719803}'), "as many digits as people read",
  '<td class="n">0.1257</td>')
has(values.html("x", '{"a":1,"deep":{"b":2}}'), "below its name", "<h4>deep</h4>")
has(values.html("x", ("{\"a\":"):rep(6) .. "1" .. ("}"):rep(6)), "too deep: as it is",
  '<pre tabindex="0" role="group" aria-label="a">{&quot;a&quot;:{&quot;a&quot;:1}}</pre>')
local many = {}
for i = 1, 61 do many[i] = ('{"n":%d}'):format(i) end
has(values.html("rows", "[" .. table.concat(many, ",") .. "]"), "61 records are folded",
  'download="rows.csv"')
table.remove(many)
lacks(values.html("rows", "[" .. table.concat(many, ",") .. "]"), "60 are not", "download=")

write("study.lua", [[
-- study.lua -- is seven more than six?
local ludus = require "ludus"
return ludus.study { name = "six", settings = { n = { "integer", 1, help = "one" } }, run = function(s)
  local six = s.step("six", function() return { value = 6 } end)
  return { answer = "yes", difference = 7 - six.value * s.n }
end }]])
run(("run %s/study.lua --seed 4 --set n=1 --quiet"):format(folder))
local html = page(1)
has(html, "a study asks", "<p><em>is seven more than six?</em></p>")
has(html, "how it is made again", ('>ludus run %s/study.lua --set n=1 --seed 4</pre>'):format(folder))
has(html, "what it gave", '<td>answer</td><td>yes</td></tr><tr><td>difference</td><td class="n">1</td>')
has(html, "its steps, not on paper", '<details class="screen"><summary>Step six, ')
has(html, "its script", '<details class="screen"><summary>The script</summary>')

-- A part is made again with its study, and has no empty script.
run "run scripts/lessons/14-cheating.lua --seed 3 --set runs=2 --set population=20 --set generations=3 --quiet"
html = page(2)
has(html, "the part of a study", "To make it again, with all of study 2:")
has(html, "by the study's command", '>ludus run scripts/lessons/14-cheating.lua')
lacks(html, "not by its own seed", "--seed 30001")
check.equal("one script", select(2, html:gsub("<summary>The script", "")), 1)
has(html, "what has no goal does not miss it", "They had no goal to reach.")
lacks(html, "nor is it solved or not", "<th class=\"n\" scope=\"col\">solved</th>")

-- ---- errors ----------------------------------------------------------------------------

write("error.lua", [[
-- Which line goes through four points?
local ludus = require "ludus"
local cases = {}
for i = 1, 4 do cases[i] = { x = i, target = 2 * i + 1 } end
return ludus.experiment {
  game = ludus.game { name = "line", minimise = true, cases = cases,
    rules = "input real x  var real target  constants -3.0 to 3.0  X { x }"
      .. " ADD(a, b) { a + b }  score { abs(value - target) }" },
  program = ludus.tree { nodes = 9 }, population = 20, generations = 4, solved = 0.125,
}]])
run(("run %s/error.lua --seed 1 --quiet"):format(folder))
local last = tonumber((run "runs --json"):match '.*"id":(%d+)')
html = page(last)
local lines = last
has(html, "less is better", ">raw score, lower is better</text>")
has(html, "the goal is what 'solved' says", 'text-anchor="end">goal</text>')
has(html, "errors are no losses", "<p class=\"key\">its worst case</p>")
lacks(html, "nor are there points", " points<")
lacks(html, "nor wins", "0 won")
has(html, "an error of a case", " (less is better)</figcaption>")
has(html, "and the answer that was given", "\nthe program says ")

-- A script's game says what its signs mean, in Lua as by rules.
for _, made in ipairs {
  "start = function() return { n = 0 } end, primitives = { ONE = { 0, function(s) s.n = 1 "
    .. "return 1 end } }, score = function(s) return s.n end",
  'rules = "var n  ONE { n = 1  1 }  score { n }"',
} do
  write("key.lua", ([[
local ludus = require "ludus"
return ludus.experiment { population = 4, generations = 2, program = ludus.tree { nodes = 3 },
  game = ludus.game { name = "one", cases = 1, max = 2, key = "# a <stone>",
    show = function() return "#" end, %s } }]]):format(made))
  run(("run %s/key.lua --quiet"):format(folder))
  last = tonumber((run "runs --json"):match '.*"id":(%d+)')
  has(page(last), "with its key", '<p class="key">Key: # a &lt;stone&gt;.</p>')
  has(page(last), "one case is one game", "<h4>The game it plays</h4>")
end

-- ---- paper and phone -------------------------------------------------------------------

has(html, "on paper listings stay folded", ".csv, details.screen { display: none; }")
has(html, "ancestors fit on it", '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="')
check.ok("for they can be scaled", html:find 'width="760" height="(%d+)" viewBox="0 0 760 %1"')
has(html, "words of charts are large on a phone", ".chart:not(.small) text, .heat.wide text { font-size: 23px; }")
lacks(html, "nothing is wider than a phone", "min-width: 30rem")
has(html, "few columns are no wide map", '<svg class="heat" ')

-- Where `make web-test` has been: in chromium, light, dark, on a phone, on paper.
if io.open "build/web/npm/node_modules/axe-core/axe.min.js"
  and check.run "command -v chromium && command -v node" ~= "" then
  check.equal("a lesson and a run in a browser", check.run(("node tests/web/report.cjs %s/r2.html "
    .. "%s/r%d.html"):format(folder, folder, lines)), "looked at 2 pages\n")
else
  print "there is no chromium, or `make web-test` was not made: no browser looked"
end

-- ---- for a paper -----------------------------------------------------------------------

local charts, pdf = require "ludus.report.charts", require "ludus.report.pdf"
local groups = {}
for i = 1, 6 do
  groups[i] = { label = i == 1 and "a (b) & \u{e9}" or "g" .. i, style = i,
    histories = { { { generation = 0, raw = i }, { generation = 1, raw = 2 * i } } } }
end
local svg = charts.svg(groups, "raw", "Best", { goal = 14, less = false, legend = true })
check.ok("a legend of six rows", svg:find('viewBox="0 0 720 472"', 1, true)
  and svg:find(">g6</text>", 1, true))
lacks(charts.svg(groups, "raw", "Best", { less = false }), "none on the page", ">g6</text>")
local still = { { label = "a", style = 1, histories = { { { generation = 0, size = 8 },
  { generation = 1, size = 8 } } } } }
check.equal("what never changes is not drawn", charts.chart(still, "size", "Size",
  { varies = true }), "")
has(charts.chart(still, "size", "Size"), "unless it counts", "<figure>")
local text = pdf.of(svg)
check.ok("a page of that size", text:find("/MediaBox [0 0 720 472]", 1, true))
check.equal("the stream is as long as it says", #text:match "stream\n(.*)\nendstream",
  tonumber(text:match "/Length (%d+)"))
local found = 0
for at, number in text:match "xref\n(.*)trailer":gmatch "(%d+) 00000 (n)" do
  found = found + 1
  check.equal("object " .. found .. " is where it should be " .. number,
    text:match("^%d+ 0 obj", tonumber(at) + 1), found .. " 0 obj")
end
check.equal("eight objects", found, 8)
check.equal("and so is the table", text:sub(tonumber(text:match "startxref\n(%d+)") + 1):sub(1, 5),
  "xref\n")
has(text, "brackets are quoted, other letters not known", "(a \\(b\\) & ?) Tj")
has(text, "numbers end where they should", "1 0 0 -1 69.77 ")
has(text, "the first colour of the page", "0.000 0.447 0.698 RG 2.2 w [] 0 d 84")
has(text, "the second has dashes", "0.702 0.361 0.000 RG 2.2 w [8 4] 0 d 84")
has(text, "the goal is dotted", "0.110 0.141 0.188 RG 1 w [2 4] 0 d 84 36.0 m 704 36.0 l S")
check.equal("bands are pale", select(2, text:gsub("/G1 gs", "")), 6)
check.equal("seven marks of each style, one of them in the legend", select(2, text:gsub(" b\n", "")),
  6 * 7)
os.execute("rm -rf " .. folder)
return check.done()
