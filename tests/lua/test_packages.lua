-- What is written from the tables of commands and fields for other programs: manual pages,
-- completions of shells, definitions and colours for editors.
local check = dofile "tests/lua/check.lua"
local cli   = require "ludus.cli"
local json  = require "ludus.json"

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

-- ---- editors -------------------------------------------------------------------------

make("annotations", "ludus")

-- The fields of each class of a file of definitions: `---@field name? type help`.
local function classes(all)
  local found, class = {}, nil
  for line in all:gmatch "[^\n]+" do
    local name = line:match "^%-%-%-@class %(exact%) (%S+)$"
    if name then
      class = {}
      found[name] = class
    elseif line:find "^%-%-%-@field" then
      local field, kind = line:match "^%-%-%-@field ([%a_][%w_]*)%?? (%S+)"
      if not field then return nil, line end
      class[field] = kind
    elseif not line:find "^%-%-%-" then
      class = nil
    end
  end
  return found
end

local definitions = text "ludus.lua"
check.ok("definitions are Lua", load(definitions))
local all, odd = classes(definitions)
check.equal("every line of a field is read", odd, nil)
local known = require "ludus.script.experiment".fields
local missing = {}
for name in pairs(known) do
  if not all["ludus.experiment.fields"][name] then missing[#missing + 1] = name end
end
check.equal("every field of an experiment", table.concat(missing, " "), "")
check.equal("the type of a number", all["ludus.experiment.fields"].population, "integer")
check.ok("a choice lists its words",
  all["ludus.experiment.fields"].scheme:find('"generational"|', 1, true))
check.equal("a misspelt field is none", all["ludus.experiment.fields"].popsize, nil)
local mines = classes(text "ludus/minesweeper.lua")
check.equal("fields of a game", mines["ludus.minesweeper.game.fields"].rows, "integer")

make("syntax", "vim/after/syntax", "vscode")
local grammar = json.decode(text "vscode/rules.json")
check.equal("VS Code: where it applies", grammar.injectionSelector,
  "L:source.lua -string -comment")
check.ok("VS Code: words of rules", text "vscode/rules.json":find("constants", 1, true))
check.ok("VS Code: functions of rules", text "vscode/rules.json":find("|sqrt|", 1, true))
check.ok("Vim: words of rules",
  text "vim/after/syntax/lua.vim":find "syntax keyword ludusWord contained const var grid")

return check.done()
