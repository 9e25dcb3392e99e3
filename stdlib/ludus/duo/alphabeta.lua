-- alphabeta.lua -- the yardstick of searches: alpha-beta, a ply deeper each time.
--
-- Moves are tried in the order of the game's list, but for the one that was best at the depth
-- before. A depth that is not finished when the boards have run out counts for nothing.

local alphabeta = {}

alphabeta.fields = {
  depth = { "integer", 64, min = 1, max = 1000, help = "plies at most" },
}

local search

-- The value of the k-th move to the side to move, or nil.
local function value_of(t, node, k, depth, low, high)
  local child = t:child(node, k)
  if not child then return nil end
  if child.sign == node.sign then return search(t, child, depth - 1, low, high) end
  local v = search(t, child, depth - 1, -high, -low)
  return v and -v
end

-- The value to the side to move, or nil if the boards have run out. Notes the best move.
function search(t, node, depth, low, high)
  local count = #node.moves
  if depth == 0 or count == 0 then return node.sign * t:value(node) end
  local best, first, found = -math.huge, node.best or 1, nil
  for i = 0, count - 1 do
    local k = i == 0 and first or i <= first - 1 and i or i + 1
    local v = value_of(t, node, k, depth, math.max(low, best), high)
    if not v then return nil end
    if v > best or not found then best, found = v, k end
    if best >= high then break end
  end
  node.best = found
  return best
end

-- The place of the best move in the list, its value to the side to move, the depth reached.
function alphabeta.search(t, s)
  local found, value, reached = 1, nil, 0
  for depth = 1, s.depth do
    local before = t.nodes
    local v = search(t, t.root, depth, -math.huge, math.huge)
    if not v then break end
    found, value, reached = t.root.best, v, depth
    if t.nodes == before then break end     -- no line is longer
  end
  return found, value, reached
end

return alphabeta
