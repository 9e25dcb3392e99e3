-- html.lua -- what reports need to write HTML: escapes, the policy, the look.
--
-- The look is that of the page for browsers (stdlib/web/page/style.css): its paper, ink and
-- colours, after Okabe and Ito, in light and dark, on a phone and on paper. Lines of
-- charts differ by dashes and marks as well as by colour. On paper everything folded is
-- open but what is of the class `screen`: data, listings, large drawings.

local progress = require "ludus.run.progress"

local html = {}

-- What a browser may do with the page: show it in its colours. Runs come from
-- strangers, too; whatever they bring, nothing is executed, loaded or sent.
html.policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
  .. "form-action 'none'"

html.style = [[
:root { --paper: #f5f3ee; --card: #fff; --ink: #1c2430; --quiet: #5a6472; --rule: #d9d6cd;
  --accent: #0b5d94; --soft: #e8eff5; --good: #14663f; --wrong: #a3260f;
  --c1: #0072b2; --c2: #b35c00; --c3: #00765a; --c4: #9a3f76; --c5: #6a5300; --c6: #444b55;
  --h0: #1c2058; --h1: #23588c; --h2: #288c8c; --h3: #78be64; --h4: #fae13c;
  color-scheme: light; }
@media (prefers-color-scheme: dark) { :root { --paper: #12171e; --card: #1b222c;
  --ink: #e9edf2; --quiet: #a3afbd; --rule: #364150; --accent: #6cb8ee; --soft: #253140;
  --good: #7fd6a8; --wrong: #ff9d87; --c1: #56b4e9; --c2: #f0a63a; --c3: #3fc79a;
  --c4: #e29bc4; --c5: #d8c060; --c6: #b9c2cd; color-scheme: dark; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 "Segoe UI", system-ui, -apple-system, "DejaVu Sans", sans-serif;
  max-width: 60rem; margin: 0 auto; padding: 1rem; color: var(--ink);
  background: var(--paper); }
h1, h2, h3, h4 { font-family: Georgia, "DejaVu Serif", serif; line-height: 1.25; }
h1 { font-size: 1.7rem; margin: .4rem 0 1rem; } h2 { font-size: 1.35rem; margin: 0 0 .6rem; }
h3 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; } h4 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
section > :first-child { margin-top: 0; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 12px;
  padding: 1rem 1.2rem; margin: 0 0 1rem; }
.lead { font-size: 1.08rem; } p { margin: .4rem 0 .8rem; }
pre { background: var(--paper); border-radius: 9px; padding: .7rem .9rem; overflow-x: auto;
  max-height: 30rem; overflow-y: auto; font: .86rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
pre.command, pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: 0 0 1rem; }
td, th { padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--rule); } td.n, th.n { text-align: right;
  font-variant-numeric: tabular-nums; } td.n { white-space: nowrap; } th { color: var(--quiet); font-weight: 500; }
th[scope=row] { min-width: 9rem; } .map th[scope=row], .pairs th[scope=row] { min-width: 0; }
figure { margin: 0 0 1.2rem; } figcaption, .key, small { color: var(--quiet); font-size: .92rem; }
svg { max-width: 100%; height: auto; } .chart { width: 100%; } .whose { white-space: nowrap; }
.chart.small { max-width: 32rem; }
.chart text, .heat text { fill: var(--quiet); font: 13px "Segoe UI", system-ui, "DejaVu Sans", sans-serif; }
.chart text { paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
.grid { stroke: var(--rule); } .goal { stroke: var(--ink); stroke-dasharray: 2 4; }
.line { fill: none; stroke-width: 2.2; } .band { opacity: .16; } .dot { stroke: var(--card); }
.c1 { --it: var(--c1); } .c2 { --it: var(--c2); } .c3 { --it: var(--c3); }
.c4 { --it: var(--c4); } .c5 { --it: var(--c5); } .c6 { --it: var(--c6); }
.line { stroke: var(--it); } .band, .dot { fill: var(--it); }
.box { fill: var(--it); opacity: .18; } .median { stroke: var(--ink); stroke-width: 2.5; }
.line.c2 { stroke-dasharray: 8 4; } .line.c3 { stroke-dasharray: 2 4; }
.line.c4 { stroke-dasharray: 11 3 2 3; } .line.c5 { stroke-dasharray: 5 2; }
.line.c6 { stroke-dasharray: 1 2; } .mark { display: inline-block; vertical-align: middle; }
.heat .h0 { fill: var(--h0); } .heat .h1 { fill: var(--h1); } .heat .h2 { fill: var(--h2); }
.heat .h3 { fill: var(--h3); } .heat .h4 { fill: var(--h4); } .scale { white-space: nowrap; }
.scale svg { vertical-align: -2px; } .scale rect { stroke: var(--rule); }
.boards { display: flex; flex-wrap: wrap; gap: 1.2rem; }
.boards figure { margin: 0; max-width: 100%; }
.boards pre { font-size: 1rem; line-height: 1.2; margin: 0 0 .3rem; max-height: none; }
.map td { width: 1.9rem; height: 1.9rem; text-align: center; vertical-align: middle; padding: 0;
  border: 1px solid var(--rule); } .map th { padding: 0 .4rem; text-align: center; }
.map .good { background: color-mix(in srgb, var(--good) 22%, var(--card)); }
.map .bad { background: color-mix(in srgb, var(--wrong) 26%, var(--card)); font-weight: 700; }
.drawing { overflow-x: auto; margin: .5rem 0 1rem; }
.drawing.made { background: #fff; color: #111; border-radius: 9px; padding: .4rem;
  width: fit-content; max-width: 100%; }
.drawing.made svg { max-width: none; }
.pairs td { line-height: 1.2; } .pairs td.n, .pairs th.n { padding: .2rem .45rem; }
details { margin: 0 0 .8rem; } summary { cursor: pointer; color: var(--accent); }
summary:focus-visible, a:focus-visible, .scroll:focus-visible, pre:focus-visible,
.drawing:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); } footer { color: var(--quiet); font-size: .9rem; }
@media (max-width: 40rem) { body { padding: .5rem; } section { padding: .7rem .7rem; }
  h1 { font-size: 1.35rem; } td, th { font-size: .88rem; padding-right: .5rem; }
  .chart:not(.small) text, .heat.wide text { font-size: 23px; } }
@media print { :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #333; --rule: #bbb;
    --soft: #fff; --c1: #00568a; --c2: #8a4700; --c3: #00543f; --c4: #7a2f5c; }
  body { max-width: none; font-size: 10.5pt; } section { border: 0; padding: 0; }
  figure, tr, li, .map, .boards, .drawing { break-inside: avoid; }
  h2, h3, h4, .above, h4 + p, summary { break-after: avoid; } figcaption, .key { break-before: avoid; }
  pre { white-space: pre-wrap; border: 1px solid #bbb; max-height: none; font-size: 8pt; }
  .chart { display: block; width: 86%; margin: 0 auto; } .chart.small { max-width: 11cm; } .csv, details.screen { display: none; }
  .drawing { overflow: hidden; } .drawing.made svg { max-width: 100%; }
  summary { color: inherit; list-style: none; font-weight: 600; }
  details::details-content { content-visibility: visible; display: block; height: auto; } }]]

function html.escape(text)
  return (tostring(text):gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;",
    [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- A link that saves rows of cells as a CSV file of that name. The data are in the link.
function html.csv(name, rows)
  local out = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for k, cell in ipairs(row) do
      local text = tostring(cell)
      cells[k] = text:find '[",\n]' and '"' .. text:gsub('"', '""') .. '"' or text
    end
    out[i] = table.concat(cells, ",")
  end
  local text = (table.concat(out, "\r\n") .. "\r\n"):gsub("[^%w.,_ -]", function(c)
    return ("%%%02X"):format(c:byte())
  end):gsub(" ", "%%20")
  return ('<a class="csv" download="%s.csv" href="data:text/csv;charset=utf-8,%s">%s.csv</a>')
    :format(html.escape(name), text, html.escape(name))
end

-- A number as people read it; CSV has all its digits.
local function shown(cell)
  if type(cell) ~= "number" then return cell end
  return math.type(cell) == "integer" and tostring(cell) or progress.number(cell)
end

local function all_numbers(rows, k)
  for _, row in ipairs(rows) do if type(row[k]) ~= "number" then return false end end
  return #rows > 0
end

-- A table of these heads and rows, numbers to the right.
function html.table(heads, rows)
  local out = { '<div class="scroll" tabindex="0" role="group" aria-label="Data"><table><tr>' }
  for k, head in ipairs(heads) do
    out[#out + 1] = ('<th%s scope="col">%s</th>'):format(
      all_numbers(rows, k) and ' class="n"' or "", html.escape(head))
  end
  out[#out + 1] = "</tr>"
  for _, row in ipairs(rows) do
    out[#out + 1] = "<tr>"
    for _, cell in ipairs(row) do
      out[#out + 1] = ('<td%s>%s</td>'):format(type(cell) == "number" and ' class="n"' or "",
        html.escape(shown(cell)))
    end
    out[#out + 1] = "</tr>"
  end
  out[#out + 1] = "</table></div>"
  return table.concat(out)
end

-- The data of a figure, folded: a table of at most so many rows, and all of them as CSV.
local SHOWN = 60
function html.data(name, heads, rows)
  local some, every = {}, math.max(1, -(-#rows // SHOWN))
  for i = 1, #rows, every do some[#some + 1] = rows[i] end
  return ("<details class=\"screen\"><summary>The data%s</summary>%s<p>%s</p></details>"):format(
    every > 1 and (", one row in %d"):format(every) or "", html.table(heads, some),
    html.csv(name, { heads, table.unpack(rows) }))
end

return html
