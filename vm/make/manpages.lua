-- manpages.lua FOLDER -- writes a manual page for ludus and one for each command, from the
-- tables that the commands are parsed by.

local cli     = require "ludus.cli"
local sandbox = require "ludus.script.sandbox"
local spec    = require "ludus.script.spec"
local system  = require "ludus.core.system"

local folder = assert(arg[1], "manpages.lua needs a folder")

-- Text for troff: no line begins with a dot, a dash is a minus.
local function plain(text)
  return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n([.'])", "\n\\&%1")
    :gsub("^([.'])", "\\&%1"))
end

local Page = {}
Page.__index = Page

local function page(name, summary)
  local self = setmetatable({}, Page)
  self:line('.TH %s 1 "" "Ludus %s" "User commands"', plain(name:upper()), system.version)
  self:line(".SH NAME\n%s \\- %s", plain(name), plain(summary))
  return self
end

function Page:line(format, ...)
  self[#self + 1] = select("#", ...) > 0 and format:format(...) or format
end

function Page:section(title) self:line(".SH %s", title) end

function Page:item(form, text) self:line(".TP\n.B %s\n%s", plain(form), plain(text)) end

function Page:write(name)
  local file = assert(io.open(("%s/%s.1"):format(folder, name), "w"))
  file:write(table.concat(self, "\n"), "\n")
  assert(file:close())
end

-- The names in capitals of a usage are what a person puts in.
local function synopsis(usage)
  return (plain(usage):gsub("%f[%u]%u%u+", "\\fI%0\\fP"))
end

local function options_of(self, options)
  if not next(options or {}) then return end
  self:section "OPTIONS"
  for _, name in ipairs(spec.sorted_keys(options)) do
    local o = options[name]
    self:item("--" .. name .. (o.value and " " .. o.value or ""), o.help or "")
  end
end

local function command_page(name)
  local command = require("ludus.cli." .. name)
  local self = page("ludus-" .. name, command.summary)
  self:section "SYNOPSIS"
  self:line(".B ludus\n%s%s", synopsis(command.usage),
    next(command.options or {}) and " [\\fIoption\\fP ...]" or "")
  self:section "DESCRIPTION"
  self:line(plain(command.summary:gsub("^%l", string.upper) .. "."))
  if command.help then self:line(".PP\n%s", plain(command.help)) end
  options_of(self, command.options)
  self:section "SEE ALSO"
  self:line ".BR ludus (1)"
  self:write("ludus-" .. name)
end

local function main_page()
  local self = page("ludus", "evolve game players")
  self:section "SYNOPSIS"
  self:line ".B ludus\n[\\fICOMMAND\\fP] [\\fIoption\\fP ...] [\\fIword\\fP ...]"
  self:section "DESCRIPTION"
  self:line(plain [[Ludus runs experiments in genetic programming. An experiment is a Lua
script that returns a table; a C engine breeds and scores the programs on all cores. The
same seed gives the same run to the bit, on any number of threads, interrupted or not.
Without a command it is a prompt.]])
  self:section "COMMANDS"
  for _, name in ipairs(cli.commands) do
    local command = require("ludus.cli." .. name)
    self:line(".TP\n.BR ludus\\-%s (1)\n%s", name, plain(command.summary))
  end
  self:line(".PP\n%s", plain [['ludus help NAME' tells what a word of scripts, a field or a
primitive means.]])
  self:section "SCRIPTS OF STRANGERS"
  self:line(plain [[Commands that load a script take --sandbox: it then has no files,
processes or network, and may use so much:]])
  local limits = sandbox.with_options {}
  for _, name in ipairs(spec.sorted_keys(limits)) do
    local o = limits[name]
    self:item("--" .. name .. (o.value and " " .. o.value or ""), o.help)
  end
  self:section "FILES"
  self:item("ludus.db", "the run store, in the working folder: runs, generations, best "
    .. "programs, lineages, checkpoints")
  self:section "ENVIRONMENT"
  self:item("LUDUS_STORE", "the run store to use instead of ludus.db")
  self:item("LUDUS_PATH", "a folder with the Lua library, instead of the copy inside the "
    .. "program")
  self:item("NO_COLOR", "no colour on terminals")
  self:section "EXIT STATUS"
  self:line(plain [[0; 1 for a failed run; 2 for wrong usage or wrong input; 3 if a limit of
the sandbox ended the script.]])
  self:section "SIGNALS"
  self:line(plain [[An interrupt (Ctrl-C) finishes the generation, saves, and says how to
resume; a schedule, callback or report that is at work is left. At the prompt it stops the
line. A second one ends the program at once. A run killed at any moment goes on from its
last checkpoint.]])
  self:write "ludus"
end

main_page()
for _, name in ipairs(cli.commands) do command_page(name) end
