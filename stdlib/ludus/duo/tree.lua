-- tree.lua -- the part of a game's tree that a search has seen, and what it cost.
--
-- A board is made and counted when a search first comes to it; who comes again finds it here.
-- So searches that are given as many boards may be compared, however often they go over the
-- same ground.
--
--     node   state, sign (1: side 1 is to move, -1: side 2), moves; [k] the board after move k;
--            what a search notes of it

local tree = {}

local Tree = {}
Tree.__index = Tree

local function node_of(game, state)
  return { state = state, sign = game.side(state) == 1 and 1 or -1, moves = game.moves(state) }
end

-- The tree below a state, of at most so many boards.
function tree.new(game, state, limit)
  return setmetatable({ game = game, limit = limit, nodes = 0, evaluations = 0,
    root = node_of(game, state) }, Tree)
end

-- The board after the k-th move; nil if no more may be made.
function Tree:child(node, k)
  local child = node[k]
  if child then return child end
  if self.nodes >= self.limit then return nil end
  self.nodes = self.nodes + 1
  child = node_of(self.game, self.game.play(node.state, node.moves[k]))
  node[k] = child
  return child
end

-- What a board is worth to side 1, without looking further.
function Tree:value(node)
  if not node.value then
    node.value = self.game.value(node.state)
    self.evaluations = self.evaluations + 1
  end
  return node.value
end

-- The best of what has been seen below a board, as if nothing else could be played: its value
-- to side 1, and the move's place in the list, nil where nothing was seen.
function Tree:backed(node)
  local best, at
  for k = 1, #node.moves do
    if node[k] then
      local v = self:backed(node[k])
      if not best or v * node.sign > best * node.sign then best, at = v, k end
    end
  end
  return best or self:value(node), at
end

return tree
