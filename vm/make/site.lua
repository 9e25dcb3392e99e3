-- site.lua FOLDER -- the manual as a site of static pages: `make site`.
--
-- Every page of docs/, README.md and CHANGES.md, a chapter on C written from the headers and
-- a gallery whose pictures are made here. Pages are made by pandoc; the search works on an
-- index that is written beside them, without a server and without asking another host.

local json   = require "ludus.json"
local system = require "ludus.core.system"

local OUT = ... or error("usage: site.lua FOLDER", 0)

-- The order of the chapters; pages that are in no list come last.
local chapters = {
  { "Begin", "README", "tutorial", "cookbook", "coming", "web", "notebooks", "gallery" },
  { "Teaching", "teaching", "lessons", "answers", "glossary" },
  { "Language", "language", "rules", "verbs", "repl", "protocol", "json", "editors" },
  { "Algorithms", "ga", "cases", "islands", "pareto", "reals" },
  { "Papers", "papers", "minesweeper", "battleship", "laran", "puzzle", "othello",
    "hanabi" },
  { "Inside", "engines", "hacking", "api", "CONTRIBUTING", "reliability",
    "SECURITY", "CHANGES" },
}

-- ---- files ---------------------------------------------------------------------------

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  assert(pipe:close(), command)
  return list
end

local function run(command) assert(os.execute(command), command) end

-- ---- pages that are written here -------------------------------------------------------

-- The comment a header opens with, without its stars, and the rest.
local function parted(header)
  local comment, rest = header:match "^/%*(.-)%*/\n(.*)$"
  comment = comment:gsub("\n %* ?", "\n"):gsub("^%s*[%w_./]+ %-%- ", ""):gsub("%s+$", "")
  rest = rest:gsub("^#ifndef [%w_]+\n#define [%w_]+\n+", ""):gsub("\n#endif\n*$", "\n")
  return comment, rest
end

local function api()
  local out = { "# The C behind it\n", "Headers are the manual: each opens with its design, "
    .. "and every function has its contract. This chapter is written from them, layer by "
    .. "layer, from the ground up.\n" }
  for _, folder in ipairs { "vm/base", "vm/program", "vm/engine", "vm/evolve", "vm/lua" } do
    out[#out + 1] = "## " .. folder .. "\n"
    for _, path in ipairs(lines_of("find " .. folder .. " -name '*.h' | sort")) do
      local comment, rest = parted(read(path))
      out[#out + 1] = ("### %s\n\n```text\n%s\n```\n\n```c\n%s```\n"):format(path, comment, rest)
    end
  end
  return table.concat(out, "\n")
end

-- The gallery: a picture, what it shows, and what is typed for it.
local function gallery()
  local out = { "# Gallery\n", "Each picture was made when these pages were, by the lines "
    .. "below it.\n" }
  for i, shown in ipairs(dofile "docs/gallery.lua") do
    local file = ("gallery-%d.svg"):format(i)
    shown.draw(OUT .. "/" .. file)
    out[#out + 1] = ("## %s\n\n[![%s](%s)](%s)\n\n```lua\n%s\n```\n"):format(shown.title,
      shown.title, file, file, shown.code)
  end
  return table.concat(out, "\n")
end

-- ---- the index of the search -------------------------------------------------------------

-- The names pandoc has given to the places of the headings, in order.
local function places_of(file)
  local list = {}
  for place in read(("%s/%s.html"):format(OUT, file)):match "<article>(.*)</article>"
    :gmatch '<h%d[^>]- id="([^"]*)"' do list[#list + 1] = place end
  return list
end

-- Sections of a page as rows { page, place, heading, text }.
local function sections(page, rows)
  local places, n, row, fenced = places_of(page.file), 0, nil, false
  for line in (page.text .. "\n"):gmatch "(.-)\n" do
    if line:find "^```" then fenced = not fenced end
    local heading = not fenced and line:match "^#+ (.+)$"
    if heading then
      n = n + 1
      row = { page.file, n > 1 and places[n] or "", (heading:gsub("`", "")), {} }
      rows[#rows + 1] = row
    elseif row and line:find "%S" and not line:find "^|[-|]+$" then
      table.insert(row[4], (line:gsub("[`*|]", " "):gsub("%s+", " ")))
    end
  end
  assert(n == #places, page.file .. ": headings and places differ")
end

-- ---- all of it ---------------------------------------------------------------------------

local function pages()
  local list, seen = {}, {}
  local function add(chapter, name)
    seen[name] = true
    list[#list + 1] = { chapter = chapter, name = name, file = name == "README" and "index"
      or name }
  end
  local rest = {}
  for _, chapter in ipairs(chapters) do
    for i = 2, #chapter do add(chapter[1], chapter[i]) end
  end
  for _, path in ipairs(lines_of "ls docs/*.md") do
    local name = path:match "([^/]+)%.md$"
    if not seen[name] then rest[#rest + 1] = name end
  end
  for _, name in ipairs(rest) do add("More", name) end
  return list
end

local made = { api = api, gallery = gallery }

local function source(name)
  if made[name] then return made[name]() end
  return read((name:find "%l" and "docs/" or "") .. name .. ".md")
end

local function title_of(text) return (text:match "^#%s+([^\n]+)":gsub("`", "")) end

local function escape(text) return (text:gsub("&", "&amp;"):gsub("<", "&lt;")) end

local function navigation(list)
  local out, chapter = {}, nil
  for _, page in ipairs(list) do
    if page.chapter ~= chapter then
      if chapter then out[#out + 1] = "</ul>" end
      chapter = page.chapter
      out[#out + 1] = ("<h2>%s</h2><ul>"):format(chapter)
    end
    out[#out + 1] = ('<li><a href="%s.html">%s</a></li>'):format(page.file, escape(page.title))
  end
  return table.concat(out, "\n") .. "</ul>"
end

run(("rm -rf '%s' && mkdir -p '%s'"):format(OUT, OUT))
local list, rows = pages(), {}
for _, page in ipairs(list) do
  page.text = source(page.name)
  page.title = title_of(page.text)
end
write(OUT .. "/navigation.html", navigation(list))
for _, page in ipairs(list) do
  local markdown = OUT .. "/" .. page.file .. ".md"
  write(markdown, page.text)
  run(("pandoc -f gfm+attributes -t html5 --standalone --toc --toc-depth=2 --wrap=none "
    .. "--no-highlight --lua-filter vm/make/site/links.lua --template vm/make/site/page.html "
    .. "-M title='%s' -M version=%s -V navigation=\"$(cat '%s/navigation.html')\" '%s' "
    .. "-o '%s/%s.html'"):format(page.title:gsub("'", "&#39;"), system.version, OUT, markdown,
    OUT, page.file))
  os.remove(markdown)
  sections(page, rows)
end
os.remove(OUT .. "/navigation.html")
for _, row in ipairs(rows) do row[4] = table.concat(row[4], " "):sub(1, 4000) end
write(OUT .. "/index.js", "const SECTIONS = " .. json.encode(rows) .. ";\n")
run(("cp vm/make/site/style.css vm/make/site/search.js docs/*.jpg '%s'"):format(OUT))
print(("%s/index.html: %d pages, %d sections"):format(OUT, #list, #rows))
