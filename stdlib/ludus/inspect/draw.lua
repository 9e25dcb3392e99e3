-- draw.lua -- tree programs drawn: in the terminal, and by Graphviz.

local graphviz = require "ludus.report.graphviz"
local trees    = require "ludus.inspect.tree"

local draw = {}

draw.depth_max = 60                   -- levels drawn in the terminal

-- Bars are drawn as the letters L, T and I, which take one byte, and replaced
-- at the end.
local function drawn(model, levels)
  local lines = {}
  local function walk(node, prefix, mark, level)
    local text = node.name
    local whole = node.arity == 0 or node.span <= 6 or level >= levels
    if whole then
      text = level >= levels and trees.short(node, 40) or trees.text(node)
    end
    lines[#lines + 1] = prefix .. mark .. text
    if whole then return end
    local below = prefix .. (mark == "" and "" or mark == "L " and "  " or "I ")
    for i, child in ipairs(node.children) do
      walk(child, below, i == #node.children and "L " or "T ", level + 1)
    end
  end
  for _, branch in ipairs(model.branches) do
    lines[#lines + 1] = ("%s  %d nodes, depth %d"):format(branch.name,
      branch.nodes,
      branch.depth)
    walk(model[branch.first], "", "", 1)
  end
  return lines
end

local bars = { L = "└", T = "├", I = "│" }

-- The program as a drawing for the terminal; options: depth = levels to draw.
function draw.tree(p, options)
  local lines = drawn(trees.model(p), options and options.depth
    or draw.depth_max)
  for i, line in ipairs(lines) do
    local lead = line:match("^[LTI ]*%s") or ""
    if lead:find("[LTI]") then
      lines[i] = lead:gsub("[LTI]", bars) .. line:sub(#lead + 1)
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- Graphviz --------------------------------------------------------------

-- The program in Graphviz's language; options: sideways = roots at the left, which
-- is taller than wide.
function draw.dot(p, options)
  local model = trees.model(p)
  local sideways = options and options.sideways
  local out = { "digraph program {",
    "  ordering=out;"
    .. (sideways and " rankdir=LR; nodesep=0.06; ranksep=0.25;" or ""),
    '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", '
    .. 'fontsize=10, height=0.25, margin="0.06,0.03"];',
      "  edge [arrowsize=0.4];" }
  local count = #model.branches
  for at = 1, count do                -- sideways, the first one drawn is lowest
    local branch = model.branches[sideways and count + 1 - at or at]
    out[#out + 1] = ('  subgraph "cluster_%s" { label="%s"; fontname="sans-serif";')
      :format(branch.name, branch.name)
    local first, last, by = branch.first, branch.first + branch.nodes - 1, 1
    if sideways then first, last, by = last, first, -1 end
    for i = first, last, by do
      local node = model[i]
      local fill = node.name:find("^ADF") and "lightblue" or node.arity == 0
        and "gray95" or "white"
      out[#out + 1] = ('    n%d [label="%s", fillcolor=%s];'):format(i,
        node.name, fill)
      if node.parent then
        out[#out + 1] = ("    n%d -> n%d;"):format(node.parent.index, i)
      end
    end
    out[#out + 1] = "  }"
  end
  out[#out + 1] = "}\n"
  return table.concat(out, "\n")
end

-- Writes a drawing by Graphviz; the format is the file's ending (svg, png,
-- pdf). Returns the file's name, or nil and why there is none.
function draw.svg(p, file)
  if type(file) ~= "string" then error("p:svg needs the name of a file", 2) end
  return graphviz.write(draw.dot(p), file)
end

return draw
