-- Every code block of the docs does what the page says.
--
-- Lua blocks that begin with `-- file: NAME` are written to that file, other ones are
-- run; `sh` blocks are commands after `$ `, and lines below a command must appear in
-- what it prints (numbers may differ); `sh-fails` the same with a status other than 0
-- and exact lines; C blocks must compile. Blocks without a language are pictures.
local check = dofile "tests/lua/check.lua"

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder .. " && ln -s $PWD/scripts " .. folder .. "/scripts")
local here = io.popen("pwd"):read "l"

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

local function shell(command)
  return check.run(("cd %s && PATH=%s:$PATH && %s"):format(folder, folder, command))
end

-- Numbers and what is drawn of them may differ.
local function vague(text) return (text:gsub("%d[%d,.]*", "N"):gsub("%s+", " ")) end

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
  check.equal(name, out .. err, "")
  check.equal(name .. ": status", status, 0)
end

-- Runs each command; gives what it printed and what was promised.
local function each_command(text, judge)
  local command, promised
  for row in (text .. "$ \n"):gmatch "([^\n]*)\n" do
    local next_command = row:match("^%$ (.*)$")
    if next_command then
      if command then
        local out, err, status = shell(command)
        judge(command, out, err, status, promised)
      end
      command, promised = next_command, {}
    elseif promised then
      promised[#promised + 1] = row
    end
  end
end

function blocks.sh(name, text)
  each_command(text, function(command, out, err, status, promised)
    check.equal(name .. ": " .. command, err, "")
    check.equal(name .. ": status of " .. command, status, 0)
    for _, row in ipairs(promised) do
      if row ~= "" then
        check.ok(name .. ": " .. command .. " prints " .. row,
          vague(out):find(vague(row), 1, true))
      end
    end
  end)
end

blocks["sh-fails"] = function(name, text)
  each_command(text, function(command, _, err, status, promised)
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

local function page(path)
  local language, rows, number, count, first = nil, {}, 0, 0, nil
  for row in io.lines(path) do
    number = number + 1
    local fence = row:match("^```(%S*)$")
    if not fence then
      rows[#rows + 1] = row
    elseif first then
      count = count + 1
      local name = ("%s:%d"):format(path, first)
      local text = table.concat(rows, "\n") .. "\n"
      if language ~= "" then
        check.ok(name .. ": a language the tests know", blocks[language])
        blocks[language](name, text)
      end
      first = nil
    else
      language, rows, first = fence, {}, number
    end
  end
  check.ok(path .. " has blocks", count > 0)
end

os.execute(('ln -s "$LUDUS" %s/ludus'):format(folder))
for _, name in ipairs { "tutorial", "cookbook", "language", "hacking" } do
  page("docs/" .. name .. ".md")
end

-- `make docs` works, and the reference in the tree has every field of a game.
local out = check.run '"$LUDUS" lua vm/make/docs.lua'
local file = assert(io.open "docs/language.md")
local reference = file:read "a"
file:close()
for name in pairs(require("ludus.game").fields) do
  check.ok("make docs lists " .. name, out:find("| `" .. name .. "` |", 1, true))
  check.ok("docs/language.md lists " .. name .. " (run 'make docs')",
    reference:find("| `" .. name .. "` |", 1, true))
end

os.execute("rm -rf " .. folder)
return check.done()
