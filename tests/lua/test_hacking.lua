-- test_hacking.lua -- docs/hacking.md builds what it says: a whole game in C, a
-- primitive, a selection and an operator, in a copy of the tree.
--
-- The copy has the objects that are built already, so only what the page adds or
-- changes is compiled. Blocks with a second word are done in the order of the page:
-- files are written, changes made, commands and a session run, and what those print
-- must be what the page says, to the letter. LUDUS_FREEZE=1 writes it into the page.
local check = dofile "tests/lua/check.lua"

local PAGE = "docs/hacking.md"
local freeze = os.getenv "LUDUS_FREEZE" == "1"
local built = os.getenv "LUDUS_OUT"
local mode = built:match "[^/]+$"
local folder, write = check.folder()

-- ---- the copy ----------------------------------------------------------------------

local function copy()
  return check.run(([[mkdir -p %s/build/%s && cp -a Makefile vm stdlib grammar %s &&
    cp -a "$LUDUS_OUT"/vm "$LUDUS_OUT"/stdlib "$LUDUS_OUT"/gen %s/build/%s &&
    ln -s build/%s/ludus %s/ludus]]):format(folder, mode, folder, folder, mode, mode,
    folder))
end

-- Runs a command in the copy: what it printed, and its status. (The leak sanitizer
-- looks at a process by another one, which the sandbox forbids.)
local function shell(command)
  local leaks = command:find("--sandbox", 1, true) and "export ASAN_OPTIONS=detect_leaks=0"
    or ":"
  local out, err, status = check.run(("cd %s && unset MAKEFLAGS MAKELEVEL MFLAGS LUDUS_STORE "
    .. "&& "
    .. "export LC_ALL=C PATH=%s:$PATH && %s && {\n%s\n} </dev/null"):format(folder,
    folder, leaks, command == "make" and "make -j2 MODE=" .. mode or command))
  return out .. err, status
end

-- ---- the page ----------------------------------------------------------------------

-- Its parts: lines between blocks, and blocks { language, word, text, line }.
local function parts_of(path)
  local parts, rows, block = {}, {}, nil
  local number = 0
  for row in io.lines(path) do
    number = number + 1
    local language, word = row:match "^```(%S*) ?(%S*)$"
    if not language then
      rows[#rows + 1] = row
    else
      local text = #rows > 0 and table.concat(rows, "\n") .. "\n" or ""
      if block then
        block.text = text
        parts[#parts + 1], block = block, nil
      else
        parts[#parts + 1] = { text = text }
        block = { language = language, word = word, line = number }
      end
      rows = {}
    end
  end
  parts[#parts + 1] = { text = table.concat(rows, "\n") .. "\n" }
  return parts
end

local function page_text(parts)
  local out = {}
  for i, part in ipairs(parts) do
    out[i] = not part.language and part.text or ("```%s%s\n%s```\n"):format(part.language,
      part.word ~= "" and " " .. part.word or "", part.text)
  end
  return table.concat(out)
end

-- ---- blocks ------------------------------------------------------------------------

local does = {}

-- Files, whole; folders are made.
local function put(part)
  shell("mkdir -p $(dirname " .. part.word .. ")")
  write(part.word, part.text)
  return part.text
end
does.c, does.lua = put, put

-- Changes: each place is known by its lines, those that stay and those that go.
function does.diff(part, name)
  local file = assert(io.open(folder .. "/" .. part.word))
  local text = file:read "a"
  file:close()
  for place in (part.text .. "@@\n"):gmatch "(.-)@@\n" do
    local old, new = {}, {}
    for sign, line in place:gmatch "([-+ ])([^\n]*\n)" do
      if sign ~= "+" then old[#old + 1] = line end
      if sign ~= "-" then new[#new + 1] = line end
    end
    local from, to = text:find(table.concat(old), 1, true)
    if check.ok(name .. ": the lines are in " .. part.word, from) then
      check.ok(name .. ": once", not text:find(table.concat(old), to, true))
      text = text:sub(1, from - 1) .. table.concat(new) .. text:sub(to + 1)
    end
  end
  write(part.word, text)
  return part.text
end

-- Each command with what it printed.
local function commands(part, judge)
  local out = {}
  for command in part.text:gmatch "%f[^\n\0]%$ ([^\n]*)\n" do
    local printed, status = shell(command)
    judge(command, printed, status)
    out[#out + 1] = "$ " .. command .. "\n" .. (command == "make" and "" or printed)
  end
  return table.concat(out)
end

function does.sh(part, name)
  return commands(part, function(command, printed, status)
    check.equal(name .. ": " .. command, status == 0 and "" or printed, "")
  end)
end

-- The compiler says more than the page, which has one line of it.
does["sh-fails"] = function(part, name)
  local compiler = part.text:match "^%$ make\n(.*)$"
  local said = commands(part, function(command, printed, status)
    check.ok(name .. ": " .. command .. " fails", status ~= 0)
    if compiler then
      check.ok(name .. ": " .. compiler, printed:find((compiler:gsub("\n", "")), 1, true))
    end
  end)
  return compiler and part.text or said
end

function does.repl(part)
  local lines = {}
  for line in part.text:gmatch "%f[^\n\0]> ([^\n]*)" do lines[#lines + 1] = line end
  write("typed.txt", table.concat(lines, "\n") .. "\n")
  write("typed.lua", [[
    local session = require "ludus.repl".new { width = 80, lines = 100, write = io.write }
    for line in io.lines "typed.txt" do
      print("> " .. line)
      session:feed(line)
    end]])
  return (shell "ludus lua typed.lua")
end

-- ---- doing it ----------------------------------------------------------------------

local _, why, status = copy()
check.equal("the tree is copied", status == 0 and "" or why, "")

local function names_in(text)
  local names = {}
  for name in text:gmatch "`([^`]+)`" do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " ")
end

-- What a section says it touches, and what its blocks did.
local promised, touched, section

local function settle()
  if not promised then return end
  local names = {}
  for name in pairs(touched) do names[#names + 1] = name end
  table.sort(names)
  check.equal(section .. ": the files it touches", table.concat(names, " "), promised)
end

-- The keys of :step and the stack of calls, by the driver of all games for trees: five
-- steps a column, 35 a move, and the other begins.
local function by_keys()
  write("keys.lua", [[
    local step = require "ludus.repl.step"
    local game = require "ludus.connect4".game {}
    local t = game:trace(game:read
      "ARITY 1\nRPB (ADF0 (OWN))\nADF0 (ADD (ARG0) (OTHER))", 3)
    local n = 1
    for key in ("down home right s right o v V u s"):gmatch "%a+" do
      n = step.press(t, n, key)
      io.write(n, " ")
    end
    local call = t:at(4).stack[1]
    io.write(call.name, " ", #call.args, " ", call.args[1])]])
  check.equal("a walk by keys", (shell "ludus lua keys.lua"),
    "36 1 2 3 4 2 7 2 1 6 ADF0 1 1")
end

-- The copy differs from the tree by the game's folder and its row, and by no more.
local function only_the_game()
  local out = check.run(("{ diff -rq vm %s/vm; diff -rq stdlib %s/stdlib; "
    .. "diff -q Makefile %s/Makefile; diff -rq grammar %s/grammar; } | sort"):format(folder, folder,
    folder, folder))
  check.equal("a game is one folder and one row", out,
    ("Files stdlib/games.def and %s/stdlib/games.def differ\n"
      .. "Only in %s/stdlib: connect4\n"):format(folder, folder))
  local said = check.run(('LUDUS=%s/ludus %s/ludus lua tests/lua/test_games.lua'):format(
    folder, folder))
  check.ok("its row tells the truth: " .. said, said:find " passed, 0 failed\n$")
end

local parts = parts_of(PAGE)
local blocks = 0
for _, part in ipairs(parts) do
  if not part.language then
    local title = part.text:match "\n## ([^\n]+)\n[^#]*$" or part.text:match "^.*\n## ([^\n]+)"
    if title then
      settle()
      if section == "A whole game in C" then
        only_the_game()
        by_keys()
      end
      section, promised, touched = title, nil, {}
    end
    local files = part.text:match "\nFiles: (.-)\n\n"
    if files then promised = names_in(files) end
  elseif part.word ~= "" then
    blocks = blocks + 1
    local name = ("%s:%d"):format(PAGE, part.line)
    local does_it = does[part.language]
    if check.ok(name .. ": a language this test knows", does_it) then
      if part.word:find "/" then touched[part.word] = true end
      local text = does_it(part, name)
      if freeze then part.text = text
      else check.equal(name .. ": what is printed", text, part.text) end
    end
  end
end
settle()
check.ok("the page has its blocks", blocks >= 20)

if freeze then
  local file = assert(io.open(PAGE, "w"))
  file:write(page_text(parts))
  file:close()
end
os.execute("rm -rf " .. folder)
return check.done()
