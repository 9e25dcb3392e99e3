-- pdf.lua -- a chart's SVG as a PDF of one page, for \includegraphics.
--
--     pdf.of(svg)                  --> the text of the file
--
-- Knows what charts.lua draws and no more: lines, polygons, polylines, texts and the paths
-- of marks. Colours, dashes and widths are read out of the style of reports, so that there
-- is one of it. Letters are Helvetica, which every reader of PDF has; what it lacks is "?".

local html = require "ludus.report.html"

local pdf = {}

local SIZE = 13                              -- of letters
local BEND <const> = 0.5523                  -- of a quarter circle as a Bezier curve

-- The widths of Helvetica's letters from the blank on, in thousandths (Adobe's metrics).
local widths = {}
for w in ([[278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556
  556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500
  667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556
  556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500
  500 500 334 260 334 584]]):gmatch "%d+" do
  widths[#widths + 1] = tonumber(w)
end

local function width_of(text)
  local sum = 0
  for i = 1, #text do sum = sum + widths[text:byte(i) - 31] end
  return sum * SIZE / 1000
end

-- ---- the style -------------------------------------------------------------------------

local function colour(name)
  local r, g, b = html.style:match("%-%-" .. name .. ": #(%x%x)(%x%x)(%x%x);")
  if not r then
    r, g, b = html.style:match("%-%-" .. name .. ": #(%x)(%x)(%x);")
    r, g, b = r .. r, g .. g, b .. b
  end
  return ("%.3f %.3f %.3f"):format(tonumber(r, 16) / 255, tonumber(g, 16) / 255,
    tonumber(b, 16) / 255)
end

local function dashes(class)
  local rule = html.style:match("%." .. class:gsub("%.", "%%.") .. " {[^}]*stroke%-dasharray: ([%d ]+);")
  return rule and ("[%s] 0 d"):format(rule) or "[] 0 d"
end

-- ---- elements --------------------------------------------------------------------------

local drawn = {}

local function attribute(tag, name) return tag:match("%f[%w]" .. name .. '="([^"]*)"') end

local function points(tag)
  local out = {}
  for x, y in attribute(tag, "points"):gmatch "(%-?[%d.]+),(%-?[%d.]+)" do
    out[#out + 1] = ("%s %s %s"):format(x, y, #out == 0 and "m" or "l")
  end
  return table.concat(out, " ")
end

local function style_of(tag) return attribute(tag, "class"):match "c(%d)" end

function drawn.line(tag)
  local goal = attribute(tag, "class") == "goal"
  return ("%s RG 1 w %s %s %s m %s %s l S"):format(colour(goal and "ink" or "rule"),
    dashes(goal and "goal" or "grid"), attribute(tag, "x1"), attribute(tag, "y1"),
    attribute(tag, "x2"), attribute(tag, "y2"))
end

function drawn.polygon(tag)
  return ("/G1 gs %s rg %s h f /G0 gs"):format(colour("c" .. style_of(tag)), points(tag))
end

function drawn.polyline(tag)
  local c = style_of(tag)
  return ("%s RG 2.2 w %s %s S"):format(colour("c" .. c), dashes("line.c" .. c), points(tag))
end

-- A circle around a place that is reached from the left.
local function circle(x, y, r)
  local k = r * BEND
  local out = { ("%.2f %.2f m"):format(x - r, y) }
  for _, c in ipairs { { -r, -k, -k, -r, 0, -r }, { k, -r, r, -k, r, 0 }, { r, k, k, r, 0, r },
    { -k, r, -r, k, -r, 0 } } do
    out[#out + 1] = ("%.2f %.2f %.2f %.2f %.2f %.2f c"):format(x + c[1], y + c[2], x + c[3],
      y + c[4], x + c[5], y + c[6])
  end
  return table.concat(out, " ")
end

-- The outline of a mark: M, then small steps h, v, l, or the two arcs of a circle.
local function outline(d)
  local x, y = d:match "^M(%-?[%d.]+) (%-?[%d.]+)"
  x, y = tonumber(x), tonumber(y)
  if d:find "a4 4" then return circle(x, y, 4) end
  local out = { ("%.2f %.2f m"):format(x, y) }
  for step, a, b in d:gmatch "([hvl])(%-?[%d.]+) ?(%-?[%d.]*)" do
    if step == "h" then x = x + a
    elseif step == "v" then y = y + a
    else x, y = x + a, y + b
    end
    out[#out + 1] = ("%.2f %.2f l"):format(x, y)
  end
  return table.concat(out, " ")
end

function drawn.path(tag)
  return ("1 1 1 RG %s rg 1 w [] 0 d %s b"):format(colour("c" .. style_of(tag)),
    outline(attribute(tag, "d")))
end

local entities = { amp = "&", lt = "<", gt = ">", quot = '"' }

local function plain(text)
  return (text:gsub("&(%a+);", entities):gsub("[\194-\244][\128-\191]*", "?")
    :gsub("[^\32-\126]", "?"))
end

local function quoted(text) return "(" .. plain(text):gsub("[\\()]", "\\%0") .. ")" end

function drawn.text(tag, words)
  local x, anchor = tonumber(attribute(tag, "x")), attribute(tag, "text%-anchor")
  local shift = anchor == "end" and 1 or anchor == "middle" and 0.5 or 0
  return ("BT %s rg /F1 %d Tf 1 0 0 -1 %.2f %s Tm %s Tj ET"):format(colour "quiet", SIZE,
    x - shift * width_of(plain(words)), attribute(tag, "y"), quoted(words))
end

-- ---- the file --------------------------------------------------------------------------

-- The numbered objects as a file, the first being the catalogue, the last what it is about.
local function file(objects)
  local out, at, length = { "%PDF-1.4\n" }, {}, 9
  for i, object in ipairs(objects) do
    at[i] = length
    out[#out + 1] = ("%d 0 obj\n%s\nendobj\n"):format(i, object)
    length = length + #out[#out]
  end
  out[#out + 1] = ("xref\n0 %d\n0000000000 65535 f \n"):format(#objects + 1)
  for i = 1, #objects do out[#out + 1] = ("%010d 00000 n \n"):format(at[i]) end
  out[#out + 1] = ("trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n")
    :format(#objects + 1, #objects, length)
  return table.concat(out)
end

function pdf.of(svg)
  local wide, high = svg:match 'viewBox="0 0 (%d+) (%d+)"'
  local page = { ("1 0 0 -1 0 %s cm 1 j"):format(high) }
  for tag, name, words in svg:gmatch "(<(%l+)[^>]*>)([^<]*)" do
    if drawn[name] then page[#page + 1] = drawn[name](tag, words) end
  end
  local stream = table.concat(page, "\n")
  return file {
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources "
      .. "<< /Font << /F1 5 0 R >> /ExtGState << /G0 6 0 R /G1 7 0 R >> >> >>"):format(wide, high),
    ("<< /Length %d >>\nstream\n%s\nendstream"):format(#stream, stream),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /ExtGState /ca 1 >>", "<< /Type /ExtGState /ca 0.16 >>",
    ("<< /Title %s >>"):format(quoted(svg:match "<title>([^<]*)</title>")),
  }
end

return pdf
