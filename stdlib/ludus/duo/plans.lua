-- plans.lua -- a game tree searched by plans of both sides, which coevolve.
--
-- After the genetic algorithm of Hwang, Hong and Lin for one player: a plan is a vector of
-- numbers, each of which stands for a move, and is as good as the board it leads to. Here both
-- sides have a population of plans. Two plans that meet say a line of play, whose last board is
-- evaluated; a plan is worth the least (or the mean) of what it gets from the best plans that
-- the other side had in the generation before. Half of each population stays, the rest are
-- children of one-point crossover and mutation of one gene.
--
-- A plan cannot know the replies it will get, so its genes are wishes: `code` gives moves
-- numbers that mean the same on every board, and of the legal moves that one is played whose
-- number is the next from the gene on, counted round; without it a gene counts along the list.

local rng = require "ludus.core.rng"

local plans = {}

plans.fields = {
  depth      = { "integer", 6, min = 1, max = 1000, help = "plies of a line" },
  population = { "integer", 12, min = 2, max = 10000, help = "plans of each side" },
  rivals     = { "integer", 2, min = 1, max = 10000,
    help = "the other side's best plans, whom everyone meets" },
  judge      = { "choice", "least", choices = { "least", "mean" },
    help = "what a plan is worth of what it gets from those" },
  crossover  = { "number", 0.1, min = 0, max = 1, help = "share of children by crossover" },
  breed      = { "boolean", true,
    help = "children have parents; else they are drawn by chance, for comparison" },
  choose     = { "choice", "plan", choices = { "plan", "tree" },
    help = "what is played: the first move of the best plan, or the best of all lines seen, "
      .. "backed up as a tree" },
  generations = { "integer", 1000, min = 1, max = 1000000, help = "generations at most" },
}

-- ---- lines ------------------------------------------------------------------

local function codes_of(game, node)
  local list = {}
  for k, move in ipairs(node.moves) do list[k] = game.code(move) end
  return list
end

-- The place in the list of the move that a gene stands for.
local function chosen(game, node, gene)
  if not game.code then return gene % #node.moves + 1 end
  local codes, least, at = node.codes or codes_of(game, node), math.huge, 1
  node.codes = codes
  for k = 1, #codes do
    local way = (codes[k] - gene) % game.codes
    if way < least then least, at = way, k end
  end
  return at
end

-- What two plans lead to, to side 1; nil if the boards have run out.
local function meeting(t, first, second, depth)
  local node, i, j = t.root, 0, 0
  for _ = 1, depth do
    if #node.moves == 0 then break end
    local gene
    if node.sign == 1 then
      i = i + 1
      gene = first[i]
    else
      j = j + 1
      gene = second[j]
    end
    node = t:child(node, chosen(t.game, node, gene))
    if not node then return nil end
  end
  return t:value(node)
end

-- ---- populations ------------------------------------------------------------

local Search = {}
Search.__index = Search

function Search:gene() return self.rng:below(self.tree.game.codes) end

function Search:drawn()
  local plan = { score = -math.huge }
  for i = 1, self.settings.depth do plan[i] = self:gene() end
  return plan
end

-- One of the better of two of those who stay, who stand in order.
function Search:parent(list, stay)
  return list[math.min(self.rng:below(stay), self.rng:below(stay)) + 1]
end

function Search:child(list, stay)
  local depth, plan = self.settings.depth, { score = -math.huge }
  local mother = self:parent(list, stay)
  table.move(mother, 1, depth, 1, plan)
  if self.rng:real() < self.settings.crossover then
    local cut = self.rng:below(depth) + 1
    table.move(self:parent(list, stay), cut, depth, cut, plan)
  else
    plan[self.rng:below(depth) + 1] = self:gene()
  end
  return plan
end

-- Puts the next generation in the place of the worse half.
function Search:renew(list)
  local stay = (#list + 1) // 2
  local children = {}
  for i = stay + 1, #list do
    children[i] = self.settings.breed and self:child(list, stay) or self:drawn()
  end
  for i = stay + 1, #list do list[i] = children[i] end
end

-- Plans in order, the best first; who was first stays first among equals.
local function sort(list)
  for i, plan in ipairs(list) do plan.place = i end
  table.sort(list, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.place < b.place
  end)
end

-- What a plan of that side is worth against the rivals; nil if the boards have run out.
function Search:judged(plan, sign, rivals)
  local least, sum = math.huge, 0
  for _, rival in ipairs(rivals) do
    local first, second = plan, rival
    if sign < 0 then first, second = rival, plan end
    local v = meeting(self.tree, first, second, self.settings.depth)
    if not v then return nil end
    least, sum = math.min(least, sign * v), sum + sign * v
  end
  return self.settings.judge == "least" and least or sum / #rivals
end

-- Scores everyone of both sides; false if the boards have run out before.
function Search:score()
  local rivals, scores = {}, { [1] = {}, [-1] = {} }
  for _, sign in ipairs { 1, -1 } do
    rivals[sign] = table.move(self[-sign], 1,
      math.min(self.settings.rivals, #self[-sign]), 1, {})
  end
  for _, sign in ipairs { 1, -1 } do
    for i, plan in ipairs(self[sign]) do
      scores[sign][i] = self:judged(plan, sign, rivals[sign])
      if not scores[sign][i] then return false end
    end
  end
  for _, sign in ipairs { 1, -1 } do
    for i, plan in ipairs(self[sign]) do plan.score = scores[sign][i] end
    sort(self[sign])
  end
  return true
end

-- ---- the search -------------------------------------------------------------

local STALE = 20                       -- generations without a new board: it has converged

local function evolve(self)
  local stale = 0
  for generation = 1, self.settings.generations do
    local before = self.tree.nodes
    if not self:score() then break end
    self.generation = generation
    stale = self.tree.nodes == before and stale + 1 or 0
    if stale == STALE then break end
    self:renew(self[1])
    self:renew(self[-1])
  end
end

-- The place of the best move in the list, its value to the side to move, the generations.
function plans.search(t, s)
  local self = setmetatable({ tree = t, settings = s, rng = rng.keyed(s.seed, 1),
    generation = 0, [1] = {}, [-1] = {} }, Search)
  for i = 1, s.population do self[1][i], self[-1][i] = self:drawn(), self:drawn() end
  evolve(self)
  if s.choose == "tree" then
    local value, at = t:backed(t.root)
    return at or 1, t.root.sign * value, self.generation
  end
  local best = self[t.root.sign][1]
  return chosen(t.game, t.root, best[1]), best.score, self.generation
end

return plans
