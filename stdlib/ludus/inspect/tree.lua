-- tree.lua -- a tree program as nodes that know each other, and as lines of
-- text in which every word knows its node.
--
--     local m = tree.model(p)
--     m[5].name  m[5].children[1].index  tree.lines(m, 80)

local tree = {}

-- Nodes in the program's order: { index, name, arity, branch, span, depth,
-- parent, children }; the field `branches` is p:branches().
function tree.model(p)
  local model = { branches = p:branches(), program = p }
  for _, branch in ipairs(model.branches) do
    local open = {}                   -- nodes that wait for arguments
    for i = branch.first, branch.first + branch.nodes - 1 do
      local row = p:node(i)
      local node = { index = i, name = row.name, arity = row.arity,
        branch = branch.name, span = row.span, children = {},
          depth = #open + 1 }
      local parent = open[#open]
      if parent then
        node.parent, node.place = parent, #parent.children + 1
        parent.children[node.place] = node
      end
      model[i] = node
      if node.arity > 0 then open[#open + 1] = node end
      while #open > 0 and #open[#open].children == open[#open].arity do
        open[#open] = nil
      end
    end
  end
  return model
end

-- The text of a node's subtree on one line.
function tree.text(node)
  if node.arity == 0 then
    return tonumber(node.name) and node.name or "(" .. node.name .. ")"
  end
  local words = { node.name }
  for i, child in ipairs(node.children) do words[i + 1] = tree.text(child) end
  return "(" .. table.concat(words, " ") .. ")"
end

-- The text cut to so many columns.
function tree.short(node, width)
  local text = tree.text(node)
  return #text <= width and text or text:sub(1, math.max(1, width - 3)) .. "..."
end

-- The text of a whole program from nested nodes { name, children }, by branch.
function tree.program_text(branches)
  local lines = {}
  for i, branch in ipairs(branches) do
    lines[i] = branch.name .. " " .. tree.text(branch.root)
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- lines -----------------------------------------------------------------

local function flat(pieces, node)
  if node.arity == 0 and tonumber(node.name) then
    pieces[#pieces + 1] = { node.name, node = node }
    return
  end
  pieces[#pieces + 1] = { "(" }
  pieces[#pieces + 1] = { node.name, node = node }
  for _, child in ipairs(node.children) do
    pieces[#pieces + 1] = { " " }
    flat(pieces, child)
  end
  pieces[#pieces + 1] = { ")" }
end

-- Columns of a node's text by node, its subtree's with it; `marks` is what paint adds.
local function widths_of(marks)
  local widths = {}
  local function width_of(node)
    if not widths[node] then
      local n = #node.name + (marks and marks(node) or 0)
      if node.arity > 0 or not tonumber(node.name) then n = n + 2 end
      for _, child in ipairs(node.children) do n = n + 1 + width_of(child) end
      widths[node] = n
    end
    return widths[node]
  end
  return width_of
end

-- Lines of at most `width` columns where they can be broken: lists of pieces
-- { text, node = }. marks(node), if it is given, is how many columns the word of a node
-- will have more when it is painted.
function tree.lines(model, width, marks)
  local lines, line
  local width_of = widths_of(marks)
  local function fresh(indent)
    line = { { (" "):rep(indent) } }
    lines[#lines + 1] = line
  end
  -- `closing` parentheses will follow the node on its line.
  local function put(node, column, closing)
    if column + width_of(node) + closing <= width or #node.children == 0 then
      flat(line, node)
      return
    end
    line[#line + 1] = { "(" }
    line[#line + 1] = { node.name, node = node }
    for i, child in ipairs(node.children) do
      local last = i == #node.children
      fresh(column + 2)
      put(child, column + 2, last and closing + 1 or 0)
    end
    line[#line + 1] = { ")" }
  end
  lines = {}
  for _, branch in ipairs(model.branches) do
    fresh(0)
    line[#line + 1] = { branch.name, head = true }
    line[#line + 1] = { " " }
    local root = model[branch.first]
    if #branch.name + 1 + width_of(root) > width then fresh(2) put(root, 2, 0)
    else put(root, #branch.name + 1, 0) end
  end
  return lines
end

-- Lines as texts; paint(node, text) may colour the word of a node.
function tree.render(lines, paint, head)
  local out = {}
  for i, line in ipairs(lines) do
    local words = {}
    for j, piece in ipairs(line) do
      local text = piece[1]
      if piece.node and paint then text = paint(piece.node, text) end
      if piece.head and head then text = head(text) end
      words[j] = text
    end
    out[i] = table.concat(words):gsub("%s+$", "")
  end
  return out
end

-- The number of the line a node's word is on.
function tree.line_of(lines, index)
  for i, line in ipairs(lines) do
    for _, piece in ipairs(line) do
      if piece.node and piece.node.index == index then return i end
    end
  end
  return 1
end

-- ---- showing ---------------------------------------------------------------

-- Colours by what a word is.
local function kind_of(node)
  if tonumber(node.name) then return "number" end
  if node.name:find("^ADF") or node.name:find("^ARG") then return "key" end
  return "name"
end

-- How a program looks at the prompt.
function tree.show(p, view)
  local model = tree.model(p)
  local counts = {}
  for i, branch in ipairs(model.branches) do
    counts[i] = ("%s %d"):format(branch.name, branch.nodes)
  end
  local head = ("tree program, %d nodes (%s), depth %d"):format(#model,
    table.concat(counts, ", "), p:depth())
  local lines = tree.render(tree.lines(model, view.width),
    function(node, text) return view.paint(kind_of(node), text) end,
    function(text) return view.paint("head", text) end)
  return view.paint("dim", head) .. "\n" .. table.concat(lines, "\n")
end

return tree
