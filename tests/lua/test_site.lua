-- The manual as a site, where what makes it is installed: every page is there, no link leads
-- nowhere, the search knows places that exist, and no other host is asked.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"

if select(3, check.run "command -v pandoc dot gnuplot") ~= 0 then
  check.ok("there is a page to make a site of", io.open "docs/language.md")
  return check.done()
end

local folder = check.folder() .. "/site"
local out, err, status = check.run(('"$LUDUS" lua vm/make/site.lua "%s"'):format(folder))
check.equal("made", err .. status, "0")
check.ok("says what it made", out:find "^%S+/index%.html: %d+ pages, %d+ sections\n$")

local function read(name)
  local file = io.open(folder .. "/" .. name)
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

local pages, places = {}, {}
for name in check.run(('cd "%s" && ls *.html'):format(folder)):gmatch "%S+" do
  pages[name] = read(name)
  for id in pages[name]:gmatch ' id="([^"]+)"' do places[name .. "#" .. id] = true end
end
for path in check.run "ls docs/*.md":gmatch "%S+" do
  local name = path:match "([^/]+)%.md$"
  check.ok(name .. ": has a page", pages[name .. ".html"])
  check.ok(name .. ": is in the list of pages", pages["index.html"]:find(
    ('<li><a href="%s.html">'):format(name), 1, true))
end

local lost, far = {}, {}
for name, text in pairs(pages) do
  for url in text:gmatch '<a[^>]- href="([^"]+)"' do
    local page, place = url:match "^([^#]*)#?(.*)$"
    if page == "" then page = name end
    if not url:find "^%a+:" and (not pages[page] and not read(page)
      or place ~= "" and not places[page .. "#" .. place]) then
      lost[#lost + 1] = name .. " -> " .. url
    end
  end
  for _, url in text:gmatch '<(%a+)[^>]- src="([^"]+)"' do
    if url:find "^%a+:" or not read(url) then far[#far + 1] = name .. " -> " .. url end
  end
end
table.sort(lost)
check.equal("no link leads nowhere", table.concat(lost, "\n"), "")
check.equal("pictures and scripts are beside the pages", table.concat(far, "\n"), "")

local sections = json.decode(read "index.js":match "^const SECTIONS = (.*);\n$")
local missing = {}
for _, row in ipairs(sections) do
  if row[2] ~= "" and not places[row[1] .. ".html#" .. row[2]] then
    missing[#missing + 1] = row[1] .. "#" .. row[2]
  end
end
check.equal("the search knows places that exist", table.concat(missing, "\n"), "")
check.ok("the search knows fields", (function()
  for _, row in ipairs(sections) do
    if row[1] == "language" and row[4]:find("keep_better", 1, true) then return true end
  end
end)())
for i = 1, 6 do
  check.ok("picture " .. i, (read(("gallery-%d.svg"):format(i)) or ""):find "<svg")
end

return check.done()
