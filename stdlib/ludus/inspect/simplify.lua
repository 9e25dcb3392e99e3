-- simplify.lua -- a smaller program that does the same.
--
-- Where the game's tracer says so (Minesweeper) first by rules, which hold on every
-- board: what is never used and does nothing is dropped, what is always the same
-- number becomes that number, branches never taken go. Then by trial: a subtree is
-- replaced by the number that it is, a part of itself, an argument or a leaf, and that
-- stays if all cases of the game, and fresh ones where it makes some, are played the
-- same (ludus.inspect.look).
-- Steps differ, they become fewer; a program that runs out of steps is therefore
-- left to the trials alone.
--
-- A tracer may have behaviour(game, p), behaves(game, p, behaviour), what (a text),
-- rules = true and fresh(game, count, seed), a list of games.

local look  = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local rules = require "ludus.inspect.rewrite"
local sandbox = require "ludus.script.sandbox"
local show  = require "ludus.repl.show"
local spec  = require "ludus.script.spec"
local trees = require "ludus.inspect.tree"

local simplify = {}
local Result = {}
Result.__index = Result
Result.__name = "ludus.simplified"

simplify.fields = {
  fresh  = { "integer", 300, min = 0, max = 100000,
    help = "fresh random cases that must be played the same, too" },
  seed   = { "integer", 1, help = "of the fresh cases" },
  rounds = { "integer", 20, min = 0, max = 1000,
    help = "most rounds of trials" },
}

-- ---- trials ----------------------------------------------------------------

local function leaf(name) return { name = name, arity = 0, children = {} } end

-- The leaves that occur anywhere in a program, and 0 and 1 where the game has them.
local function leaves_of(branches, game)
  local list, seen = {}, {}
  for _, number in ipairs { "0", "1" } do
    if sandbox.try(game.read, game, number) then
      list[#list + 1], seen[number] = number, true
    end
  end
  local function visit(node)
    if node.arity == 0 and not seen[node.name]
      and not node.name:find("^ARG%d") then
      seen[node.name] = true
      list[#list + 1] = node.name
    end
    for _, child in ipairs(node.children) do visit(child) end
  end
  for _, branch in ipairs(branches) do visit(branch.root) end
  table.sort(list)
  return list
end

-- Is it made of numbers alone?
local function is_fixed(node)
  if node.arity == 0 then return tonumber(node.name) ~= nil end
  for _, child in ipairs(node.children) do
    if not is_fixed(child) then return false end
  end
  return true
end

-- The number that a node is which is made of numbers alone, as a leaf; nothing if the
-- game cannot say what it is.
local function folded(node, game)
  if not is_fixed(node) then return end
  local ok, value = sandbox.try(function()
    return game:play(game:read(trees.text(node)), 1).state.value
  end)
  return ok and math.type(value) == "float" and leaf(("%.17g"):format(value)) or nil
end

-- What may stand instead of a node, smallest first.
local function candidates(node, arity, leaves, game)
  local list = { folded(node, game) }
  for _, name in ipairs(leaves) do list[#list + 1] = leaf(name) end
  for i = 0, arity - 1 do list[#list + 1] = leaf("ARG" .. i) end
  for _, child in ipairs(node.children) do
    list[#list + 1] = child
    for _, grandchild in ipairs(child.children) do
      list[#list + 1] = grandchild
    end
  end
  return list
end

local function size(node)
  local n = 1
  for _, child in ipairs(node.children) do n = n + size(child) end
  return n
end

-- Puts `new` in the place of node; returns what undoes it.
local function swap(branch, node, parent, place, new)
  if parent then parent.children[place] = new else branch.root = new end
  return function()
    if parent then parent.children[place] = node else branch.root = node end
  end
end

-- Tries every node once, from the root down; true if something became smaller.
local function round(branches, leaves, game, try)
  local better = false
  for _, branch in ipairs(branches) do
    local function visit(node, parent, place)
      local n = size(node)
      for _, new in ipairs(n > 1 and candidates(node, branch.arity, leaves,
        game) or {}) do
        if size(new) < n then
          local undo = swap(branch, node, parent, place, new)
          if try() then
            better = true
            return visit(new, parent, place)
          end
          undo()
        end
      end
      for i = 1, #node.children do visit(node.children[i], node, i) end
    end
    visit(branch.root)
  end
  return better
end

-- ---- the whole -------------------------------------------------------------

-- Nested copies of the branches.
local function copy_of(node)
  local copy = { name = node.name, arity = node.arity, children = {} }
  for i, child in ipairs(node.children) do copy.children[i] = copy_of(child) end
  return copy
end

local function branches_of(p)
  local model, list = trees.model(p), {}
  for i, branch in ipairs(model.branches) do
    list[i] = { name = branch.name, arity = branch.arity,
      root = copy_of(model[branch.first]) }
  end
  return list
end

local function program_of(game, branches)
  local arities = {}
  for i = 2, #branches do arities[i - 1] = branches[i].arity end
  local head = #arities > 0 and "ARITY " .. table.concat(arities, " ") .. "\n"
    or ""
  local ok, p = sandbox.try(game.read, game, head .. trees.program_text(branches))
  if not ok then p = game:read(trees.program_text(branches)) end
  return p
end

-- The program that the rules alone make of p.
function simplify.by_rules(p, game)
  return program_of(game, rules.apply(branches_of(p), game))
end

-- Something to show of what was made of p: fields of a result.
function simplify.result(fields) return setmetatable(fields, Result) end

-- The games on which a program must stay as it is: the given one and those with fresh
-- cases, and why there are none.
function simplify.games(game, s)
  local fresh, why = look.fresh(game, s.fresh, s.seed)
  return { game, table.unpack(fresh) }, #fresh == 0 and why or nil
end

-- What is told of a simplification whatever the kind of program; `size` counts.
function simplify.told(p, q, games, why)
  local cases = 0
  for i = 2, #games do cases = cases + look.cases(games[i], p) end
  local before, after = look.score(games[1], p), look.score(games[1], q)
  if not rawequal(p, q) then look.remember(q, games[1]) end
  return { program = q, original = p, before = #p, after = #q,
    equal = look.behaves(q, look.expect(p, games)),
    cases = look.cases(games[1], p), fresh = cases, no_fresh = why,
    what = look.what(games[1]), raw_before = before.raw, raw_after = after.raw,
    steps_before = before.steps, steps_after = after.steps }
end

-- Both: see above. Returns { program, by_rule, before, after, ... }.
function simplify.run(p, game, given)
  local s = spec.check("p:simplify", given, simplify.fields)
  p = look.read(game, p, "simplify")
  local games, why = simplify.games(game, s)
  local expected = look.expect(p, games)
  local branches = branches_of(p)
  local leaves = leaves_of(branches, game)
  local module = look.tracer(game)
  local has_rules = module and module.rules
  local proven = has_rules and game:score(p).timed_out == 0
  if proven then rules.apply(branches, game) end
  local by_rule = proven and program_of(game, branches) or p
  if not look.behaves(by_rule, expected) then
    -- The budget is part of the game: on some board it made the difference.
    branches, by_rule, proven = branches_of(p), p, false
  end
  local q = by_rule
  for _ = 1, s.rounds do
    local better = round(branches, leaves, game, function()
      local ok, new = sandbox.try(program_of, game, branches)
      if not ok or not look.behaves(new, expected) then return false end
      q = new
      return true
    end)
    if better and proven then
      rules.apply(branches, game)
      local new = program_of(game, branches)
      if look.behaves(new, expected) then q = new
      else branches, proven = branches_of(q), false end
    end
    if not better then break end
  end
  local result = simplify.told(p, q, games, why)
  result.by_rule, result.has_rules = by_rule, has_rules
  result.proven, result.checked = #p - #by_rule, #by_rule - #q
  result.noun, result.fresh_noun = "nodes", has_rules and "fresh random boards" or nil
  return simplify.result(result)
end

-- The cases that it was checked on, in words.
local function checked_on(self)
  local cases = ("%d case%s"):format(self.cases, self.cases == 1 and "" or "s")
  if self.fresh > 0 then
    return ("%s and %d %s"):format(cases, self.fresh, self.fresh_noun or "fresh ones")
  end
  return ("%s; %s"):format(cases, self.no_fresh or "no fresh ones")
end

local function raw_text(x)
  return x == math.floor(x) and progress.thousands(x) or progress.number(x)
end

function Result:__show(view)
  local same = self.equal and "are the same" or "DIFFER"
  local lines = {
    ("%d %s instead of %d (%.0f%% removed)"):format(self.after, self.after == 1
      and self.noun:gsub("s", "", 1) or self.noun, self.before,
      100 * (self.before - self.after) / self.before) }
  if self.has_rules then
    lines[2] = ("  %d removed by rules that hold on every board: .by_rule has %d nodes")
      :format(self.proven, #self.by_rule)
  end
  if self.by_proof then
    lines[#lines + 1] = "  " .. self.by_proof
  end
  lines[#lines + 1] = ("  %d %s%s, checked on %s"):format(self.checked,
    self.has_rules and "more " or "", self.how or "removed by trial", checked_on(self))
  lines[#lines + 1] = ("  equal: %s %s on all of them; raw %s and %s"):format(self.what,
    same, raw_text(self.raw_before), raw_text(self.raw_after))
  if self.steps_before and self.steps_before ~= self.steps_after then
    lines[#lines + 1] = ("  steps differ: %s before, %s after"):format(
      progress.thousands(self.steps_before), progress.thousands(self.steps_after))
  end
  lines[#lines + 1] = show.text(self.program, setmetatable({ lines = math.maxinteger },
    { __index = view }))
  return table.concat(lines, "\n")
end

show.speaks(Result)

return simplify
