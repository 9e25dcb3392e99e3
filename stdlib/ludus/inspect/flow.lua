-- flow.lua -- linear programs drawn as control flow: what a failed test passes
-- over, where jumps go, which lines are never reached. In the terminal, and by
-- Graphviz.
--
-- A block behind its last line starts again; that place is drawn as one line
-- more. With nested = true a failed test passes over a whole chain of tests, as
-- in the game the program is for.

local graphviz = require "ludus.report.graphviz"
local spec     = require "ludus.script.spec"

local flow = {}

local fields = {
  nested = { "boolean", false, help = "a skipped test skips its line, too" },
}

-- ---- where lines lead --------------------------------------------------------

-- Does a combined instruction jump: "always", "maybe" or not at all?
local function jumps(parts, kinds)
  for i, name in ipairs(parts) do
    if kinds[name] == "jump" then
      return kinds[parts[i - 1]] == "test" and "maybe" or "always"
    end
  end
end

local function past_tests(lines, at)
  while lines[at] and lines[at].kind == "test" do at = at + 1 end
  return at
end

-- Marks what can be reached from line 1 of the first block.
local function reach(blocks)
  local function go(b, at)
    local line = blocks[b].lines[at] or blocks[b].last
    if line.reached then return end
    line.reached = true
    if line == blocks[b].last then return go(b, 1) end
    if line.skip then go(b, line.skip) end
    if line.jump then go(b % #blocks + 1, 1) end
    if line.jump ~= "always" then return go(b, at + 1) end
  end
  go(1, 1)
end

-- The blocks of a program, { name, capacity, next, lines, last }. A line has
-- name, kind, reached, for a test `skip` (where it goes if it fails, at most one
-- behind the last line), for a jump `jump` ("always" or "maybe").
function flow.blocks(p, nested)
  local kinds, parts, blocks = {}, {}, {}
  for _, row in ipairs(p:set():rows()) do
    kinds[row.name], parts[row.name] = row.kind, row.parts
  end
  for i, row in ipairs(p:set():blocks()) do
    local lines = {}
    for k, name in ipairs(p:block(i)) do
      lines[k] = { name = name, kind = kinds[name],
        jump = kinds[name] == "jump" and "always"
          or parts[name] and jumps(parts[name], kinds) or nil }
    end
    for k, line in ipairs(lines) do
      if line.kind == "test" then
        local over = nested and past_tests(lines, k + 1) or k + 1
        line.skip = math.min(over + 1, #lines + 1)
      end
    end
    blocks[i] = { name = row.name, capacity = row.capacity, lines = lines, last = {} }
  end
  for i, block in ipairs(blocks) do block.next = blocks[i % #blocks + 1].name end
  reach(blocks)
  return blocks
end

local function options_of(options, verb)
  return spec.check("p:" .. verb, options, fields)
end

-- ---- in the terminal -----------------------------------------------------------

-- Gives each test a lane for its arc: no two that share a row are in one lane,
-- unless they end in the same row. Returns how many lanes there are.
local function give_lanes(lines)
  local lanes = {}                    -- of each the row and end of its last arc
  for at, line in ipairs(lines) do
    if line.skip then
      local lane = 1
      while lanes[lane] and lanes[lane] >= at and lanes[lane] ~= line.skip do
        lane = lane + 1
      end
      line.lane, lanes[lane] = lane, line.skip
    end
  end
  return #lanes
end

-- What the arcs draw in a row: per lane whether one comes from above, goes on
-- below, or turns to the line here.
local function row_of(lines, at, count)
  local row = {}
  for lane = 1, count do row[lane] = {} end
  for from, line in ipairs(lines) do
    local cell = line.skip and row[line.lane]
    if cell and from <= at and at <= line.skip then
      cell.above = cell.above or from < at
      cell.below = cell.below or at < line.skip
      cell.turns = cell.turns or from == at or at == line.skip
    end
  end
  return row
end

-- By above, below, left, right: bits 8, 4, 2, 1.
local glyphs = { [0] = " ", [3] = "─", [5] = "┌", [7] = "┬", [9] = "└", [11] = "┴",
  [12] = "│", [13] = "├", [15] = "┼" }

-- Lanes are drawn from the right: the first is next to the line.
local function gutter(lines, at, count)
  local row, out, left = row_of(lines, at, count), {}, 0
  for lane = count, 1, -1 do
    local cell = row[lane]
    local right = (left > 0 or cell.turns) and 1 or 0
    out[#out + 1] = glyphs[(cell.above and 8 or 0) + (cell.below and 4 or 0)
      + left * 2 + right]
    left = right
  end
  local target = false
  for _, line in ipairs(lines) do target = target or line.skip == at end
  return table.concat(out) .. (target and "►" or left > 0 and "─" or " ")
end

local function leads(block, line)
  if line.skip then
    return line.skip > #block.lines and "if not: again"
      or "if not: " .. line.skip
  end
  if not line.jump then return "" end
  return (line.jump == "maybe" and "may jump to " or "to ") .. block.next
end

local function draw_block(block, out)
  local lines, wide = block.lines, 0
  local count = give_lanes(lines)
  for _, line in ipairs(lines) do wide = math.max(wide, #line.name) end
  local function put(at, text, line)
    out[#out + 1] = (" %s%s%s"):format(gutter(lines, at, count),
      line.reached and " " or "~", text):gsub("%s+$", "")
  end
  out[#out + 1] = ("%s  %d of %d lines"):format(block.name, #lines, block.capacity)
  for at, line in ipairs(lines) do
    put(at, ("%2d %s%s  %s"):format(at, line.name, (" "):rep(wide - #line.name),
      leads(block, line)), line)
  end
  if #lines == 0 or block.last.reached then
    put(#lines + 1, #lines == 0 and " - nothing, again and again"
      or " ↺ again from 1", block.last)
  end
end

-- The program as a drawing for the terminal; options: nested.
function flow.tree(p, options)
  local out, unreached = {}, false
  for _, block in ipairs(flow.blocks(p, options_of(options, "tree").nested)) do
    draw_block(block, out)
    for _, line in ipairs(block.lines) do
      unreached = unreached or not line.reached
    end
  end
  if unreached then out[#out + 1] = "~: never reached" end
  return table.concat(out, "\n") .. "\n"
end

-- ---- Graphviz ------------------------------------------------------------------

-- Lines that run one after another are a box: where each box begins.
local function starts_of(block)
  local starts = { [1] = true }
  for at, line in ipairs(block.lines) do
    if line.skip then starts[line.skip] = true end
    if line.skip or line.jump then starts[at + 1] = true end
  end
  return starts
end

local function draw_box(out, id, block, first, last)
  local label, reached = {}, block.lines[first].reached
  for at = first, last do
    label[#label + 1] = ("%d  %s\\l"):format(at, block.lines[at].name)
  end
  local line = block.lines[last]
  local fill = not reached and "gray90" or line.skip and "lightyellow"
    or line.jump and "lightblue" or "white"
  out[#out + 1] = ('    %s [label="%s", fillcolor=%s%s];'):format(id,
    table.concat(label), fill, reached and "" or ", fontcolor=gray50")
end

local Edges = {}
Edges.__index = Edges

-- An edge to a line of a block; behind the last one, back to the first.
function Edges:add(from, b, at, label, style)
  local again = at > #self.blocks[b].lines
  local words = {}
  if label then words[1] = ('label=" %s "'):format(label) end
  if again then words[#words + 1] = "style=dashed, constraint=false" end
  if style then words[#words + 1] = style end
  self[#self + 1] = ("  %s -> b%d_%d%s;"):format(from, b, again and 1 or at,
    #words > 0 and " [" .. table.concat(words, ", ") .. "]" or "")
end

-- A jump to the next block, which is drawn below; from the last one up again.
function Edges:jump(from, b)
  local to = b % #self.blocks + 1
  self[#self + 1] = ("  %s -> b%d_1 [color=blue, penwidth=1.4%s];"):format(from, to,
    to <= b and ", constraint=false" or "")
end

-- Keeps one box below another.
function Edges:below(from, b, at)
  self[#self + 1] = ("  %s -> b%d_%d [style=invis];"):format(from, b, at)
end

local function draw_edges(edges, b, last)
  local block, id = edges.blocks[b], ("b%d_%d"):format(b, last.first)
  local line = block.lines[last.at]
  local follows = line.jump ~= "always"
  if line.skip then
    edges:add(id, b, last.at + 1, "yes", "weight=4")
    edges:add(id, b, line.skip, "no")
  elseif follows then
    edges:add(id, b, last.at + 1, line.jump and "stay", "weight=4")
  end
  if line.jump then edges:jump(id, b) end
  if not follows and block.lines[last.at + 1] then edges:below(id, b, last.at + 1) end
  return id
end

local function draw_cluster(out, edges, b)
  local block = edges.blocks[b]
  local starts, first, id = starts_of(block), 1, ("b%d_1"):format(b)
  out[#out + 1] = ('  subgraph cluster_%d { label="%s"; labeljust=r; '
    .. 'fontname="sans-serif"; style=rounded; color=gray60;'):format(b, block.name)
  for at = 1, #block.lines do
    if starts[at + 1] or at == #block.lines then
      draw_box(out, ("b%d_%d"):format(b, first), block, first, at)
      id = draw_edges(edges, b, { first = first, at = at })
      first = at + 1
    end
  end
  if #block.lines == 0 then
    out[#out + 1] = ('    %s [label="nothing", fillcolor=gray90];'):format(id)
    edges:add(id, b, 1)
  end
  out[#out + 1] = "  }"
  if edges.blocks[b + 1] then edges:below(id, b + 1, 1) end
end

-- The program in Graphviz's language: a box for lines that run one after another,
-- dashed edges where a block starts again, blue ones for jumps. Options: nested.
function flow.dot(p, options)
  local blocks = flow.blocks(p, options_of(options, "dot").nested)
  local edges = setmetatable({ blocks = blocks }, Edges)
  local out = { "digraph program {", "  nodesep=0.35; ranksep=0.3;",
    '  node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=10, '
    .. 'height=0.25, margin="0.1,0.04"];',
    '  edge [arrowsize=0.5, fontname="sans-serif", fontsize=9];',
    "  start [shape=point, width=0.1, height=0.1];", "  start -> b1_1;" }
  for b in ipairs(blocks) do draw_cluster(out, edges, b) end
  table.move(edges, 1, #edges, #out + 1, out)
  out[#out + 1] = "}\n"
  return table.concat(out, "\n")
end

-- Writes a drawing by Graphviz; the format is the file's ending (svg, png, pdf).
-- Returns the file's name, or nil and why there is none. Options: nested.
function flow.svg(p, file, options)
  if type(file) ~= "string" then error("p:svg needs the name of a file", 2) end
  return graphviz.write(flow.dot(p, options), file)
end

return flow
