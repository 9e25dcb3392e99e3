-- vectors.lua -- the verbs for vectors, whatever game they play.
--
--     v:trace(g)  v:profile(g)  v:impact(g)  v:simplify(g)  v:diff(w)  v:explain(g)
--
-- A game may know its vectors from inside: the module that traces it (the puzzle's, as
-- a plan of moves) then has the verbs. For the others a vector is a list of numbers:
-- each is set to 0 in turn.

local look = require "ludus.inspect.look"
local recipes = require "ludus.script.recipes"
local show = require "ludus.repl.show"

local vectors = {}

-- The verb of the module that knows the game's vectors from inside, or nil.
local function own_verb(game, name)
  local module = look.tracer(game)
  return module and module[name]
end

-- The names of the genes, as far as the game has any.
function vectors.names(game)
  local recipe = game and recipes.recipe(game)
  local genes = recipe and recipe.settings.genes
  return genes and genes.names or {}
end

local function genes(p)
  local list = {}
  for i = 1, #p do list[i] = p[i] end
  return list
end

-- The vector with one gene at 0, or as near to it as its species allows; nil if that
-- is what it is already.
function vectors.without(p, i)
  if p[i] == 0 then return nil end
  local list = genes(p)
  list[i] = 0
  local ok, q = pcall(function() return p:species():of(list) end)
  return ok and q or nil
end

-- ---- verbs -----------------------------------------------------------------------

-- What the vector does, step by step, if the game goes by steps.
function vectors.trace(p, ...)
  local game, case = look.settle("trace", p, ...)
  return look.need("trace", game, "trace"):trace(p, case)
end

local Profile = show.speaks { __name = "ludus.vector.profile" }
Profile.__index = Profile

function Profile:__show(view)
  local lines = { view.paint("head", ("%d turns over %d cases; %s"):format(self.steps,
    self.cases, self.visits and "how often each gene was read:"
    or "all genes are read at once")) }
  for i = 1, self.visits and #self.program or 0 do
    lines[#lines + 1] = ("  %-12s %12.6g  %d x"):format(self.names[i] or "gene " .. i,
      self.program[i], self.visits[i])
  end
  return table.concat(lines, "\n")
end

-- What each gene does, if the game goes by steps.
function vectors.profile(p, ...)
  local game = look.settle("profile", p, ...)
  look.need("profile", game, "trace")
  local verb = own_verb(game, "profile")
  if verb then return verb(p, game) end
  local counts, steps = look.visits(game, p)
  local visits = recipes.recipe(game).settings.plan and {} or nil
  for i = 1, visits and #p or 0 do visits[i] = counts[i - 1] end
  return setmetatable({ program = p, steps = steps, cases = game:facts().cases,
    visits = visits, names = vectors.names(game) }, Profile)
end

local Genes = show.speaks { __name = "ludus.vector.genes" }

function Genes:__show(view)
  local lines = { view.paint("head", self.title) }
  for i, value in ipairs(genes(self.program)) do
    local loss = self.loss[i]
    lines[#lines + 1] = ("  %4s  %12.6g  %s"):format(self.names[i] or i, value, not loss and "(is 0, or "
      .. "cannot be)" or loss == 0 and "costs nothing" or ("%+.6g"):format(loss))
  end
  return table.concat(lines, "\n")
end

-- Each gene set to 0 in turn: what the raw score loses; false where it is 0 or may
-- not be.
function vectors.impact(p, ...)
  local game = look.settle("impact", p, ...)
  local verb = own_verb(game, "impact")
  if verb then return verb(p, game) end
  local full, loss = look.score(game, p).raw, {}
  for i = 1, #p do
    local q = vectors.without(p, i)
    loss[i] = q and full - look.score(game, q).raw or false
  end
  return setmetatable({ program = p, loss = loss, full = full,
    names = vectors.names(game),
    title = ("what the raw score loses with a gene at 0; %.6g in full"):format(full) },
    Genes)
end

local function count(p)
  local n = 0
  for i = 1, #p do if p[i] ~= 0 then n = n + 1 end end
  return n
end

-- The vector with as many genes at 0 as change nothing; options as for trees.
function vectors.simplify(p, ...)
  local game, options = look.settle("simplify", p, ...)
  local verb = own_verb(game, "simplify")
  if verb then return verb(p, game) end
  local simplify = require "ludus.inspect.simplify"
  local s = require "ludus.script.spec".check("p:simplify", options, simplify.fields)
  local games, why = simplify.games(game, s)
  local expected, q = look.expect(p, games), p
  for i = 1, #p do
    local r = vectors.without(q, i)
    if r and look.behaves(r, expected) then q = r end
  end
  local result = simplify.told(p, q, games, why)
  result.noun, result.how = "genes that are not 0", "set to 0 by trial"
  result.before, result.after = math.max(count(p), 1), count(q)
  result.checked = count(p) - count(q)
  return simplify.result(result)
end

local Diff = show.speaks { __name = "ludus.diff" }

function Diff:__show(view)
  if #self == 0 then return "the same vector" end
  local lines = { ("%d genes differ"):format(#self) }
  for _, row in ipairs(self) do
    lines[#lines + 1] = ("  %3d  %s %s"):format(row.at,
      view.paint("cut", "- " .. tostring(row.before)),
      view.paint("add", "+ " .. tostring(row.after)))
  end
  return table.concat(lines, "\n")
end

-- The genes in which two vectors differ.
function vectors.diff(p, q)
  local list = setmetatable({}, Diff)
  for i = 1, math.max(#p, #q) do
    local a, b = i <= #p and p[i] or nil, i <= #q and q[i] or nil
    if a ~= b then list[#list + 1] = { at = i, before = a, after = b } end
  end
  return list
end

-- A plan turn by turn, equal turns that follow each other at once.
local function plan_words(p, repeats)
  local out, i = { ("a plan of %d turns:"):format(#p) }, 1
  while i <= #p do
    local last = i
    while last < #p and p[last + 1] == p[i] do last = last + 1 end
    out[#out + 1] = last == i and ("  turn %d: %s"):format(i, tostring(p[i]))
      or ("  turns %d to %d: %s"):format(i, last, tostring(p[i]))
    i = last + 1
  end
  out[#out + 1] = repeats and "  and again from turn 1" or nil
  return table.concat(out, "\n") .. "\n"
end

-- The vector in words: those of the game, of a plan its turns, else its greatest genes.
function vectors.explain(p, ...)
  local game = look.find(p, ...)
  local verb = game and own_verb(game, "explain")
  if verb then return verb(p, game) end
  local names = vectors.names(game)
  local recipe = game and recipes.recipe(game)
  if recipe and recipe.settings.plan then return plan_words(p, recipe.settings.repeats) end
  local order, out = {}, { ("a vector of %d numbers, the greatest first:"):format(#p) }
  for i = 1, #p do order[i] = i end
  table.sort(order, function(a, b)
    local x, y = math.abs(p[a]), math.abs(p[b])
    if x ~= y then return x > y end
    return a < b
  end)
  for k = 1, math.min(#order, 20) do
    out[#out + 1] = ("  %s is %s"):format(names[order[k]] or "gene " .. order[k],
      tostring(p[order[k]]))
  end
  if #order > 20 then out[#out + 1] = ("  and %d more"):format(#order - 20) end
  return table.concat(out, "\n") .. "\n"
end

-- A bar for each gene.
function vectors.tree(p)
  local most, out = 0, {}
  for i = 1, #p do most = math.max(most, math.abs(p[i])) end
  for i = 1, #p do
    local bar = ("#"):rep(most > 0 and math.floor(40 * math.abs(p[i]) / most + 0.5) or 0)
    out[i] = (("%4d %10.6g %s%s"):format(i, p[i], p[i] < 0 and "-" or " ", bar)
      :gsub("%s+$", ""))
  end
  return table.concat(out, "\n") .. "\n"
end

return vectors
