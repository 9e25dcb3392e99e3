-- The language of rules on one page, for :doc rules. docs/rules.md says more.

local core = require "ludus.core.rules"

local manual = {}

local declarations = {
  { "const side = 32", "a named number" },
  { "var x, dir = 1", "variables, and what they are when a case begins" },
  { "var real y, hit = false", "of another kind: real, truth, whole" },
  { "input real x, z", "variables that programs see, as primitives" },
  { "grid food[32, 32], row[8] = 1", "cells: food[x, y]; indices wrap" },
  { "table dx = 0 1 0 -1", "numbers that never change: dx[dir]; indices wrap" },
  { "constants 0 to 8", "leaves of programs" },
  { "cost 0", "what a node costs unless its rule says so (1)" },
  { "def ahead(d) { ... }", "a helper for later rules" },
  { "MOVE cost 1 \"help\" { ... }", "a primitive" },
  { "ADD(a, b) { a + b }", "arguments are evaluated first, in order" },
  { "IF(t, a?, b?) { ... }", "a?: evaluated each time the rule names it" },
  { "test IfHit { hit }", "an instruction that may skip the next line" },
  { "lua LEAP(n) cost 2 \"help\"", "a primitive that is a Lua function: `functions`" },
  { "start { ... }", "when a case begins" },
  { "turn cost 1 { ... }", "each time the program has run; `value` is what it gave" },
  { "done { ... }", "not 0 ends the case" },
  { "score { ... }", "what the case is worth" },
  { "won { ... }", "not 0 counts as a hit" },
}

local statements = {
  { "let n = 3", "a name of this block" },
  { "x = 4   food[x, y] = 0", "assignment" },
  { "if c { a } else { b }", "any number but 0 is true; it gives a value" },
  { "for i = 1 to n { ... }", "counts up; both ends are taken once" },
  { "a and b   a or b", "1 or 0; the second side only if it matters" },
}

local function add(out, title, rows)
  out[#out + 1] = title
  for _, row in ipairs(rows) do
    out[#out + 1] = ("  %-30s %s"):format(row[1], row[2])
  end
end

-- The page; operations come from the table that the engines use.
function manual.text()
  local out, operations = { "Rules: what primitives do to the state of a game, in "
    .. "whole numbers of 32 bits that wrap, truth values and reals." }, {}
  for i, op in ipairs(core.ops()) do operations[i] = { op.form, op.help } end
  add(out, "declarations, each before it is used", declarations)
  add(out, "statements; the last one is the value", statements)
  add(out, "operations", operations)
  return table.concat(out, "\n")
end

return manual
