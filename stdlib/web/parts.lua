-- web/parts.lua -- programs of every kind as lists of parts, for a page to draw.
--
--     local kind = parts.kind(p)          -- of { name, list, without, at, noun }
--     kind.list(p, game)                  -- its parts, numbered from 1
--     kind.without(p, game, 3)            -- the program with part 3 knocked out
--     kind.at(p, state)                   -- the part that runs in a state of a trace
--
-- Parts are nodes of a tree, lines of a linear program, states of a machine, genes of a
-- vector. What knocking out means is what `p:impact(g)` measures: a node gives way to a
-- number or a leaf, a line goes, a state plays another move, a gene becomes 0.

local lines    = require "ludus.inspect.lines"
local machines = require "ludus.inspect.machines"
local trees    = require "ludus.inspect.tree"
local vectors  = require "ludus.inspect.vectors"
local verbs    = require "ludus.inspect.verbs"

local parts = {}

-- ---- trees -----------------------------------------------------------------------------

local tree = { name = "tree", noun = "node" }

-- name, the parent's number (0: none) and the branch.
function tree.list(p)
  local list = {}
  for i, node in ipairs(trees.model(p)) do
    list[i] = { name = node.name, parent = node.parent and node.parent.index or 0,
      branch = node.branch }
  end
  return list
end

function tree.without(p, game, i) return verbs.without(p, game, i) end

function tree.at(_, state) return state.node end

-- ---- lines -----------------------------------------------------------------------------

local linear = { name = "linear", noun = "line" }

-- name, the block, the line's number in it, whether it is a test, and what it does.
function linear.list(p)
  local list, rows = {}, {}
  for _, row in ipairs(p:set():rows()) do rows[row.name] = row end
  for _, block in ipairs(lines.blocks(p)) do
    for line, name in ipairs(block.lines) do
      local row = rows[name] or {}
      list[#list + 1] = { name = name, branch = block.name, line = line,
        test = row.kind == "test", help = row.help }
    end
  end
  return list
end

-- Block and line of a part.
local function place(p, i)
  for b, block in ipairs(lines.blocks(p)) do
    if i <= #block.lines then return b, i end
    i = i - #block.lines
  end
end

function linear.without(p, _, i)
  local block, line = place(p, i)
  local ok, q = pcall(lines.without, p, block, line)
  return ok and q or nil
end

function linear.at(p, state)
  local before = 0
  for _, block in ipairs(lines.blocks(p)) do
    if block.name == state.block then
      return state.line <= #block.lines and before + state.line or nil
    end
    before = before + #block.lines
  end
end

-- ---- machines --------------------------------------------------------------------------

local machine = { name = "machine", noun = "state" }

-- name (the move), and for each thing it may see the state that follows, from 1.
function machine.list(p)
  local list = {}
  for i = 0, #p - 1 do
    local row = { p:state(i) }
    local to = {}
    for k = 2, #row do to[k - 1] = row[k] + 1 end
    list[i + 1] = { name = row[1], state = i, to = to, start = i == p:start() }
  end
  return list
end

function machine.without(p, _, i)
  local ok, q = pcall(machines.changed, p, i - 1)
  return ok and q or nil
end

function machine.at(_, state) return state.state and state.state + 1 end

function machine.more(p) return { sees = p:alphabet().sees } end

-- ---- vectors ---------------------------------------------------------------------------

local vector = { name = "vector", noun = "gene" }

function vector.list(p, game)
  local list, names = {}, vectors.names(game)
  for i = 1, #p do list[i] = { name = names[i] or tostring(i), value = p[i] } end
  return list
end

function vector.without(p, _, i) return vectors.without(p, i) end

function vector.at(_, state) return state.gene end

-- ---- any -------------------------------------------------------------------------------

local kinds = { ["ludus.tree"] = tree, ["ludus.linear.program"] = linear,
  ["ludus.machine"] = machine, ["ludus.vector"] = vector }

function parts.kind(p) return kinds[debug.getmetatable(p).__name] end

return parts
