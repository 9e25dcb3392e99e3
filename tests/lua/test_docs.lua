-- Every code block of README.md, CONTRIBUTING.md and docs/ does what the page says;
-- docs/hacking.md tells how blocks are marked. Sessions of docs/repl.md are
-- test_docs_repl.lua's, blocks with a second word behind their language
-- test_hacking.lua's.
local check = dofile "tests/lua/check.lua"
local repl  = require "ludus.repl"

local folder, write = check.folder()
for _, name in ipairs { "scripts", "Makefile", "vm", "stdlib", "grammar", "tests",
  ".clang-format", ".clang-tidy" } do
  os.execute(("ln -s $PWD/%s %s/%s"):format(name, folder, name))
end
local here = io.popen("pwd"):read "l"

-- Each page has a store of its own.
local function shell(command, path)
  return check.run(("cd %s && unset MAKEFLAGS MAKELEVEL && export LUDUS_STORE=%s.db "
    .. "PATH=%s:$PATH && {\n%s\n} </dev/null"):format(folder,
    path and path:match "(%w+)%.md$" or "block", folder, command))
end

local function spaced(text) return (text:gsub("%s+", " ")) end

-- Numbers and what is drawn of them may differ.
local function vague(text) return spaced((text:gsub("%d[%d,.]*", "N"))) end

-- Times and rates may differ, and blanks at the end of lines.
local function timeless(text)
  return (text:gsub("[%d,]+/s%f[%s]", "N/s"):gsub("%d+%.%d s%f[%s,]", "N s"):gsub(" +\n", "\n"))
end

-- Is `text` what a page says, line by line? `...` stands for any lines. What is shown of a
-- command that the tests run in a smaller setting is compared by its words alone.
local function is_printed(text, rows)
  text = timeless(text)
  local at, gap = 1, false
  for _, row in ipairs(rows) do
    if row == "..." then gap = true
    elseif row ~= "" then
      local line = timeless(row .. "\n")
      local first, last = text:find(line, at, true)
      if not first or not gap and first ~= at and text:sub(at, first - 1):find "[^\n]" then
        return false, row
      end
      at, gap = last + 1, false
    end
  end
  return gap or not text:find("[^\n]", at), "the end"
end

local blocks = {}

function blocks.lua(name, text)
  local file = text:match("^%-%- file: (%S+)\n")
  if file then
    write(file, text)
    check.ok(name .. ": " .. file .. " parses", load(text, "@" .. file))
    return
  end
  write("block.lua", text)
  local out, err, status = shell('"$LUDUS" lua block.lua')
  check.equal(name .. ": errors", err, "")
  check.equal(name .. ": status", status, 0)
  local at, printed = 1, spaced(out)
  for promised in text:gmatch "%-%->%s*([^\n]+)" do
    local _, last = printed:find(spaced(promised), at, true)
    if not check.ok(name .. ": prints " .. promised, last) then return end
    at = last + 1
  end
end

-- What a session shows for what is typed after `> `.
function blocks.repl(name, text, page)
  if page.path == "docs/repl.md" then return end
  page.session = page.session or repl.new { width = 80, lines = 100,
    write = function(...) page.out = page.out .. table.concat { ... } end }
  local typed, wanted
  local function settle()
    if not typed then return end
    page.out = ""
    page.session:feed(typed)
    check.equal(name .. ": > " .. typed, spaced(page.out), spaced(wanted))
  end
  for row in text:gmatch "([^\n]*)\n" do
    if row:find "^> " then
      settle()
      typed, wanted = row:sub(3), ""
    else
      wanted = wanted .. row .. "\n"
    end
  end
  settle()
end

-- The command as the tests run it: `# quick: WORDS` adds words, make does nothing,
-- a benchmark is only looked up.
local function quickened(command)
  local words, note = command:match "^(.-)%s+#%s(.*)$"
  words = (words or command) .. " " .. (note and note:match "quick: (.*)$" or "")
  local bench = words:match "^ludus bench (%w+) *$"
  if bench then return "ludus help bench | grep -qw " .. bench end
  return (words:gsub("^make ", "make -n "))
end

-- Runs each command; gives what it printed and what was promised.
local function each_command(text, path, judge)
  local command, promised
  for row in (text .. "$ \n"):gmatch "([^\n]*)\n" do
    local next_command = row:match("^%$ (.*)$")
    if next_command then
      if command then
        local out, err, status = shell(quickened(command), path)
        judge(command, out, err, status, promised)
      end
      command, promised = next_command, {}
    elseif promised then
      promised[#promised + 1] = row
    end
  end
end

function blocks.sh(name, text, page)
  each_command(text, page.path, function(command, out, err, status, promised)
    check.equal(name .. ": " .. command, err, "")
    check.equal(name .. ": status of " .. command, status, 0)
    if not command:find " # quick: " and #table.concat(promised) > 0 then
      local same, where = is_printed(out, promised)
      check.ok(("%s: %s prints what the page says, to %s"):format(name, command, where), same)
    end
    for _, row in ipairs(promised) do
      if row ~= "" and row ~= "..." then
        check.ok(name .. ": " .. command .. " prints " .. row,
          vague(out):find(vague(row), 1, true))
      end
    end
  end)
end

blocks["sh-fails"] = function(name, text, page)
  each_command(text, page.path, function(command, _, err, status, promised)
    check.equal(name .. ": " .. command, err, table.concat(promised, "\n") .. "\n")
    check.ok(name .. ": " .. command .. " fails", status ~= 0)
  end)
end

function blocks.c(name, text)
  write("block.c", text)
  local out, err, status = check.run(("gcc -std=c11 -Wall -Wextra -Wpedantic -Wshadow "
    .. "-Werror -fsyntax-only -I%s/vm %s/block.c"):format(here, folder))
  check.equal(name, out .. err, "")
  check.equal(name .. ": compiles", status, 0)
end

-- Pictures and what was printed at some other time.
function blocks.text() end

local function page(path)
  local language, word, rows, number, count, first = nil, nil, {}, 0, 0, nil
  local about = { path = path }
  for row in io.lines(path) do
    number = number + 1
    local fence, second = row:match("^```(%S*) ?(%S*)$")
    if not fence then
      rows[#rows + 1] = row
    elseif first then
      count = count + 1
      local name = ("%s:%d"):format(path, first)
      local text = table.concat(rows, "\n") .. "\n"
      if word ~= "" then
        check.equal(name .. ": done by test_hacking.lua", path, "docs/hacking.md")
      elseif check.ok(name .. ": a language the tests know", blocks[language]) then
        blocks[language](name, text, about)
      end
      first = nil
    else
      language, word, rows, first = fence, second, {}, number
    end
  end
  check.ok(path .. ": its last block is closed", not first)
  return count
end

os.execute(('ln -s "$LUDUS" %s/ludus'):format(folder))
local all = 0
for path in io.popen("ls README.md CONTRIBUTING.md docs/*.md"):lines() do all = all + page(path) end
check.ok("the pages have blocks", all >= 60)

-- `make docs` works, and the reference in the tree is what it writes.
local out = check.run '"$LUDUS" lua vm/make/docs.lua'
local file = assert(io.open "docs/language.md")
local reference = file:read "a"
file:close()
for name in pairs(require("ludus.script.game").fields) do
  check.ok("make docs lists " .. name, out:find("| `" .. name .. "` |", 1, true))
end
check.ok("docs/language.md is what 'make docs' writes", reference == out)

-- Every word there is has its place in the manual.
local function section(heading)
  local from = reference:find("\n" .. heading .. "\n", 1, true)
  if not check.ok("the manual has " .. heading, from) then return "" end
  local level = heading:match "^#+"
  return reference:sub(from, reference:find("\n" .. level .. " ", from + #heading, true))
end
local function all_in(heading, names, form)
  local text, missing = section(heading), {}
  for _, name in ipairs(names) do
    if not text:find(form:format(name), 1, true) then missing[#missing + 1] = name end
  end
  check.equal(heading .. " has all", table.concat(missing, " "), "")
end
do
  local evolve, spec = require "ludus.core.evolve", require "ludus.script.spec"
  local games, operators = require "ludus.script.games", require "ludus.script.operators"
  local function named(rows)
    local names = {}
    for i, row in ipairs(rows) do names[i] = row.name end
    return names
  end
  all_in("## Selections", named(evolve.selections()), "| `ludus.%s` |")
  all_in("## Selections", named(evolve.schemes), "| `%s` |")
  all_in("## Operators", operators.names(), "| `%s` |")
  for name, fields in pairs { machine = require "ludus.machine" {}.fields,
    vector = require "ludus.vector".fields } do
    all_in("## ludus." .. name, spec.sorted_keys(fields), "| `%s` |")
  end
  for _, row in ipairs(games.rows) do
    local module, heading = games.module(row), "### ludus." .. row.name
    all_in(heading, spec.sorted_keys(games.fields(row) or {}), "| `%s` |")
    local reader = require "ludus.script.closed".find(module, "reader")
    if reader and reader().prims then all_in(heading, named(reader():prims()), "(%s") end
  end
  all_in("### ludus.battleship", named(require "ludus.battleship".set:rows()), "  %s ")
  all_in("### ludus.functions", named(require "ludus.functions".rows), "  %s ")
  all_in("### ludus.ipd", named(require "ludus.ipd".rows), "  %s ")
  for _, name in ipairs(require "ludus.cli".commands) do
    local command = require("ludus.cli." .. name)
    all_in("### ludus " .. command.usage, spec.sorted_keys(command.options or {}), "- `--%s")
  end
end

-- ---- commands within sentences -----------------------------------------------------------

-- `ludus play lawn.lua --player run:1` in a line of text: there is such a command, with such
-- options, and its scripts and programs are there. What is in capitals stands for a word.
local cli, games = require "ludus.cli", require "ludus.script.games"
local function options_of(name, words)
  local command = require("ludus.cli." .. name)
  if name ~= "play" then return command.options or {}, math.huge end
  local row = games.row(table.remove(words, 1) or "")
  return row and games.module(row).play.options or command.scripts, 0
end

local function wrong_with(text)
  local words, name = {}, nil
  for word in text:gsub("%s+", " "):gsub("'", ""):gmatch "%S+" do
    if word:find "^[|>&<]" then break end
    if word:find "^scripts/" and not io.open(word) then return "no " .. word end
    words[#words + 1] = word:find "^%u[%u%d.-]*$" and "1" or word
  end
  name = table.remove(words, 1)
  if not name or not name:find "^%l" then return true end         -- options of ludus itself
  local known = false
  for _, command in ipairs(cli.commands) do known = known or command == name end
  if not known then return "no such command" end
  if #words == 0 or name == "lua" then return true end
  local options, most = options_of(name, words)
  local ok, rest, more = pcall(cli.parse, options, words)
  if not ok then return tostring(rest) end
  return #more <= most or "words: " .. table.concat(more, " ")
end

local spans = 0
for path in io.popen("ls README.md CONTRIBUTING.md SECURITY.md docs/*.md"):lines() do
  local file = assert(io.open(path))
  local prose = ("\n" .. file:read "a"):gsub("\n```.-\n```", "")
  file:close()
  for text in prose:gmatch "`ludus ([^`]+)`" do
    check.equal(path .. ": ludus " .. text, wrong_with(text), true)
    spans = spans + 1
  end
end
check.ok("the pages name commands", spans > 150)

os.execute("rm -rf " .. folder)
return check.done()
