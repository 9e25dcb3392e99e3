-- What is written from the tables of commands and fields for other programs: manual pages,
-- completions of shells, definitions and colours for editors.
local check = dofile "tests/lua/check.lua"
local cli   = require "ludus.cli"
local games = require "ludus.script.games"
local json  = require "ludus.json"
local luacats = dofile "tests/lua/luacats.lua"

local folder = check.folder()

local function make(generator, ...)
  local command = ('mkdir -p "%s/%s" && '):rep(select("#", ...))
  local parts = {}
  for _, part in ipairs { ... } do parts[#parts + 1] = folder parts[#parts + 1] = part end
  local _, err, status = check.run(command:format(table.unpack(parts))
    .. ('"$LUDUS" lua vm/make/%s.lua "%s"'):format(generator, folder))
  check.equal(generator .. ": is written", err .. status, "0")
end

local function text(name)
  local file = assert(io.open(folder .. "/" .. name))
  local all = file:read "a"
  file:close()
  return all
end

-- ---- manual pages --------------------------------------------------------------------

make("manpages", ".")
check.ok("the page of ludus names all commands", (function()
  local page = text "ludus.1"
  for _, name in ipairs(cli.commands) do
    if not page:find(".BR ludus\\-" .. name .. " (1)", 1, true) then return false end
  end
  return true
end)())
for _, name in ipairs(cli.commands) do
  local page, command = text("ludus-" .. name .. ".1"), require("ludus.cli." .. name)
  local missing = {}
  for option in pairs(command.options or {}) do
    if not page:find("\n.B \\-\\-" .. option:gsub("%-", "\\-"), 1, true) then
      missing[#missing + 1] = option
    end
  end
  check.equal(name .. ": every option is in its page", table.concat(missing, " "), "")
end

-- ---- completions ---------------------------------------------------------------------

make("completions", "bash", "zsh", "fish")
local function completed(words)
  local list, n = {}, 0
  for word in words:gmatch "%S+" do list[#list + 1] = word n = n + 1 end
  if words:find " $" then list[#list + 1] = "''" n = n + 1 end
  return (check.run(([[cd / && bash -c 'source "%s/bash/ludus"
    COMP_WORDS=(%s) COMP_CWORD=%d; _ludus; echo "${COMPREPLY[*]}"']]):format(folder,
    table.concat(list, " "):gsub("''", '""'), n - 1)))
end
check.equal("a command", completed "ludus resu", "resume\n")
check.equal("options of a command", completed "ludus run --se", "--seed --seeds --set\n")
check.equal("a game", completed "ludus score min", "minesweeper\n")
check.equal("a kind", completed "ludus new reg", "regression\n")
check.equal("no option of another command", completed "ludus resume --seeds", "\n")
for shell, file in pairs { bash = "bash/ludus", zsh = "zsh/_ludus", fish = "fish/ludus.fish" } do
  local there = check.run("command -v " .. shell) ~= ""
  if there then
    local _, err = check.run(('%s -n "%s/%s"'):format(shell, folder, file))
    check.equal(shell .. " can read its file", err, "")
  end
end

-- ---- a folder of one's own ---------------------------------------------------------------

-- What is installed in a folder works there, and leaves nothing when it is removed.
do
  local made = folder .. "/a place"
  local command = ('unset MAKEFLAGS MAKELEVEL; make -s MODE=%s PREFIX="%s" ')
    :format(os.getenv "LUDUS_OUT":match "[^/]*$", made)
  local _, err, status = check.run("mkdir '" .. made .. "' && " .. command .. "install")
  check.equal("make install" .. err, status, 0)
  local out = check.run(("cd / && '%s/bin/ludus' check '%s/share/doc/ludus/scripts/first.lua'")
    :format(made, made))
  check.ok("it works there: " .. out, out:find "no mistake found")
  for _, name in ipairs { "share/man/man1/ludus-run.1", "lib/lua/5.4/ludus.so",
    "share/bash-completion/completions/ludus", "share/doc/ludus/language.md" } do
    check.ok("there is " .. name, io.open(made .. "/" .. name))
  end
  _, err, status = check.run(command .. "uninstall")
  check.equal("make uninstall" .. err, status, 0)
  check.equal("nothing is left", check.run(("cd '%s' && find . -mindepth 1"):format(made)), "")
end

-- ---- editors -------------------------------------------------------------------------

make("annotations", "ludus")

local files, texts = { "ludus.lua" }, {}
for _, row in ipairs(games.rows) do files[#files + 1] = "ludus/" .. row.name .. ".lua" end
for i, name in ipairs(files) do
  texts[i] = text(name)
  check.ok(name .. " is Lua", load(texts[i]))
end
local definitions = luacats.read(texts)
local all, missing = definitions.classes, {}
for name in pairs(require "ludus.script.experiment".fields) do
  if not all["ludus.experiment.fields"][name] then missing[#missing + 1] = name end
end
check.equal("every field of an experiment", table.concat(missing, " "), "")
check.equal("the type of a number", all["ludus.experiment.fields"].population, "integer")
check.ok("a choice lists its words",
  all["ludus.experiment.fields"].scheme:find('"generational"|', 1, true))
check.equal("fields of a game", all["ludus.minesweeper.game.fields"].rows, "integer")

-- A checker that goes by these definitions marks what is misspelt, and nothing else.
local function marked(script)
  local list = {}
  for i, m in ipairs(definitions:marks(script)) do list[i] = ("%d %s"):format(m.line, m.field) end
  return table.concat(list, ", ")
end
check.equal("misspelt fields are marked", marked [[
local ludus = require "ludus"
local mines = require("ludus.minesweeper")
local small = { rowz = 3 }            -- popsize = 7 is said here, too
return ludus.experiment {
  game = mines.game { rowz = 6, cols = 6 }, popsize = 50,
  program = ludus.tree { nodes = 9, deep = { 1, 5 } },
  select = ludus.tournament(7, { near = 3, nere = 5 }),
  on_generation = function(run) local t = { popsize = run } return t end,
  test = { game = "popsize = 3" },
}]], "5 popsize, 5 rowz, 6 deep, 7 nere")
for path in check.run "find scripts -name '*.lua' -not -path '*/programs/*'":gmatch "%S+" do
  local file = assert(io.open(path))
  check.equal(path .. ": every field is defined", marked(file:read "a"), "")
  file:close()
end

make("syntax", "vim/after/syntax", "vscode")
local grammar = json.decode(text "vscode/rules.json")
check.equal("VS Code: where it applies", grammar.injectionSelector,
  "L:source.lua -string -comment")
check.ok("VS Code: words of rules", text "vscode/rules.json":find("constants", 1, true))
check.ok("VS Code: functions of rules", text "vscode/rules.json":find("|sqrt|", 1, true))
check.ok("Vim: words of rules",
  text "vim/after/syntax/lua.vim":find "syntax keyword ludusWord contained const var grid")

return check.done()
