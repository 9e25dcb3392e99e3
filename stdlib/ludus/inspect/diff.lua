-- diff.lua -- what changed between two programs.
--
-- Both are walked together; where names differ, the two subtrees are one
-- change, so a child of crossover differs from its mother by the one subtree it
-- got.

local show  = require "ludus.repl.show"
local trees = require "ludus.inspect.tree"

local diff = {}
local Diff = show.speaks { __name = "ludus.diff" }
Diff.__index = Diff

local function same(a, b) return a.name == b.name and a.arity == b.arity end

local function compare(a, b, list)
  if not same(a, b) then
    list[#list + 1] = { branch = a.branch, node = a.index, at = b.index,
      before = trees.text(a), after = trees.text(b), removed = a.span,
        added = b.span }
    return
  end
  for i, child in ipairs(a.children) do compare(child, b.children[i], list) end
end

-- The changes that make q of p: a list of { branch, node, before, after,
-- removed, added }; empty if they are the same.
function diff.programs(p, q)
  local a, b = trees.model(p), trees.model(q)
  local list = setmetatable({ before = #a, after = #b }, Diff)
  for i, branch in ipairs(a.branches) do
    local other = b.branches[i]
    if other then
      compare(a[branch.first], b[other.first], list)
    else
      list[#list + 1] = { branch = branch.name, node = branch.first,
        before = trees.text(a[branch.first]), after = "",
          removed = branch.nodes,
        added = 0 }
    end
  end
  for i = #a.branches + 1, #b.branches do
    local branch = b.branches[i]
    list[#list + 1] = { branch = branch.name, node = 0, before = "",
      after = trees.text(b[branch.first]), removed = 0, added = branch.nodes }
  end
  return list
end

local function cut(text, width)
  return #text <= width and text or text:sub(1, width - 3) .. "..."
end

function Diff:__show(view)
  if #self == 0 then return "the same program" end
  local lines = { ("%d change%s, %d nodes before, %d after"):format(#self,
    #self == 1 and "" or "s", self.before, self.after) }
  for _, c in ipairs(self) do
    lines[#lines + 1] = view.paint("head",
      ("%s, node %d: %d out, %d in"):format(
      c.branch, c.node, c.removed, c.added))
    if c.before ~= "" then
      lines[#lines + 1] = view.paint("cut", "- "
        .. cut(c.before, view.width - 2))
    end
    if c.after ~= "" then
      lines[#lines + 1] = view.paint("add", "+ "
        .. cut(c.after, view.width - 2))
    end
  end
  return table.concat(lines, "\n")
end

return diff
