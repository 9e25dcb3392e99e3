-- forms.lua -- the words of scripts that take tables of fields, for help.
--
-- A form is { name, usage, text, fields }. The fields are the rows that the words
-- check what they are given with, so nothing is written twice but the sentence.

local evolve = require "ludus.core.evolve"
local closed = require "ludus.script.closed"
local number = require "ludus.run.progress".number

local forms = {}

local sentences = {
  { "experiment", "what to evolve, on which game and for how long: what a script "
    .. "returns", function() return require "ludus.script.experiment".fields end },
  { "game", "a game of one's own; one with `rules` has other fields: see :doc rules",
    function() return require "ludus.script.game".fields end },
  { "study", "a script that measures or shows instead of evolving",
    function() return require "ludus.script.study".fields end },
  { "lesson", "a question, a prediction, groups of runs, claims: a study to teach with",
    function() return require "ludus.lesson".fields end },
  { "tree", "tree programs, with automatically defined functions",
    function() return require "ludus.script.words".tree {}.fields end },
  { "machine", "Moore machines", function() return require "ludus.machine" {}.fields end },
  { "vector", "programs that are lists of numbers",
    function() return require "ludus.vector".fields end },
  { "niche", "how many of a kind may live side by side",
    function() return require "ludus.script.words".niche_fields end },
  { "race", "a schedule of tries, most of which are left early",
    function() return require "ludus.script.race".fields end },
}

-- A parameter and what it may be, on a line of its own.
function forms.param(name, normal, min, max)
  return ("\n  %s = %s  (%s to %s)"):format(name, number(normal), number(min),
    number(max))
end

local function selection(row)
  if row.cases then
    return { name = "ludus." .. row.name, kind = "way to select",
      usage = ("ludus.%s { ... }"):format(row.name), text = row.help,
      fields = require "ludus.script.words".case_fields }
  end
  local fields = {}
  for name, field in pairs(require "ludus.script.words".selection_fields) do
    if name ~= "near" or row.name == "tournament" then fields[name] = field end
  end
  local given = row.param and forms.param(row.param, row.default, row.min, row.max)
    or ""
  return { name = "ludus." .. row.name, kind = "way to select",
    usage = ("ludus.%s(%s{ ... })"):format(row.name, row.param and row.param .. ", "
    or "nil, "), text = row.help .. given, fields = fields }
end

-- All of them, in the order of the manual.
function forms.list()
  local list = {}
  for i, row in ipairs(sentences) do
    list[i] = { name = "ludus." .. row[1], usage = ("ludus.%s { ... }"):format(row[1]),
      text = row[2], fields = row[3]() }
  end
  for _, row in ipairs(evolve.selections()) do list[#list + 1] = selection(row) end
  return list
end

-- The form whose word is that value, or nil.
function forms.of(value)
  local ludus = require "ludus"
  for _, form in ipairs(forms.list()) do
    if closed.find(ludus, form.name:match "%w+$") == value then return form end
  end
end

return forms
