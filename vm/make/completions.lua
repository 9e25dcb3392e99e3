-- completions.lua FOLDER -- writes what shells complete after `ludus`: FOLDER/bash/ludus,
-- zsh/_ludus and fish/ludus.fish, from the tables that the commands are parsed by.

local cli   = require "ludus.cli"
local games = require "ludus.script.games"
local spec  = require "ludus.script.spec"

local folder = assert(arg[1], "completions.lua needs a folder")

-- What a command takes besides options: words, and whether files are among them.
local function words_of(name, command)
  if name == "help" then return cli.commands, false end
  if command.kinds then return command.kinds(), true end
  if command.usage:find "GAME" then return games.names, true end
  return {}, command.usage:find "SCRIPT" ~= nil or command.usage:find "FILE" ~= nil
end

local function each()
  local rows = {}
  for i, name in ipairs(cli.commands) do
    local command = require("ludus.cli." .. name)
    local words, files = words_of(name, command)
    rows[i] = { name = name, summary = command.summary, options = command.options or {},
      words = words, files = files }
  end
  return rows
end

local function write(name, lines)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  assert(file:close())
end

local function quoted(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

local function option_words(row)
  local words = {}
  for _, name in ipairs(spec.sorted_keys(row.options)) do words[#words + 1] = "--" .. name end
  return table.concat(words, " ")
end

-- Options whose value is a file.
local function takes_file(o) return o.kind == "store" or o.value == "FILE" end

local function bash(rows)
  local out = { "# completions of ludus for bash", "_ludus() {",
    '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}',
    "    local options= words= files=",
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
    ("        COMPREPLY=($(compgen -W %s -- \"$word\"))"):format(
      quoted(table.concat(cli.commands, " "))),
    "        return", "    fi", "    case ${COMP_WORDS[1]} in" }
  for _, row in ipairs(rows) do
    out[#out + 1] = ("    %s) options=%s words=%s files=%s ;;"):format(row.name,
      quoted(option_words(row)), quoted(table.concat(row.words, " ")), row.files and "1" or "")
  end
  table.move({ "    esac", "    case $before in",
    "    --store | --out | --player | --against) files=1 options= words= ;;", "    esac",
    '    COMPREPLY=($(compgen -W "$options $words" -- "$word"))',
    '    [ -z "$files" ] || COMPREPLY+=($(compgen -f -- "$word"))', "}",
    "complete -o filenames -F _ludus ludus" }, 1, 8, #out + 1, out)
  write("bash/ludus", out)
end

local function zsh(rows)
  local out = { "#compdef ludus", "local -a commands", "commands=(" }
  local function label(text) return (text:gsub("[:%[%]]", "\\%0")) end
  for _, row in ipairs(rows) do
    out[#out + 1] = "    " .. quoted(row.name .. ":" .. label(row.summary))
  end
  out[#out + 1] = ")"
  out[#out + 1] = "if (( CURRENT == 2 )); then _describe command commands; return; fi"
  out[#out + 1] = "case $words[2] in"
  for _, row in ipairs(rows) do
    local parts = {}
    for _, name in ipairs(spec.sorted_keys(row.options)) do
      local o = row.options[name]
      parts[#parts + 1] = quoted(("%s--%s%s[%s]%s"):format(o.many and "*" or "", name,
        o.value and "=" or "", label(o.help or ""),
        o.value and (":%s:%s"):format(label(o.value), takes_file(o) and "_files" or "") or ""))
    end
    if #row.words > 0 then
      parts[#parts + 1] = quoted("*:word:(" .. table.concat(row.words, " ") .. ")")
    elseif row.files then
      parts[#parts + 1] = quoted "*:file:_files"
    end
    out[#out + 1] = ("%s) _arguments %s ;;"):format(row.name, table.concat(parts, " "))
  end
  out[#out + 1] = "esac"
  write("zsh/_ludus", out)
end

local function fish(rows)
  local out = { "# completions of ludus for fish" }
  for _, row in ipairs(rows) do
    out[#out + 1] = ("complete -c ludus -n __fish_use_subcommand -f -a %s -d %s"):format(
      row.name, quoted(row.summary))
    local seen = "-n '__fish_seen_subcommand_from " .. row.name .. "'"
    for _, name in ipairs(spec.sorted_keys(row.options)) do
      local o = row.options[name]
      out[#out + 1] = ("complete -c ludus %s -l %s%s -d %s"):format(seen, name,
        o.value and (takes_file(o) and " -r -F" or " -x") or "", quoted(o.help or ""))
    end
    if #row.words > 0 then
      out[#out + 1] = ("complete -c ludus %s -a %s"):format(seen,
        quoted(table.concat(row.words, " ")))
    end
  end
  write("fish/ludus.fish", out)
end

local rows = each()
bash(rows)
zsh(rows)
fish(rows)
