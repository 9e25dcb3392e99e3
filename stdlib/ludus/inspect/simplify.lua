-- simplify.lua -- a smaller program that does the same.
--
-- Where the game's driver says so (Minesweeper) first by rules, which hold on every
-- board: what is never used and does nothing is dropped, what is always the same
-- number becomes that number, branches never taken go. Then by trial: a subtree is
-- replaced by a part of itself, an argument or a number, and that stays if all cases
-- of the game, and fresh ones where its driver makes some, are played the same.
-- Steps differ, they become fewer; a program that runs out of steps is therefore
-- left to the trials alone.
--
-- What a driver must have (see inspect/trace.lua): behaviour(game, p), behaves(game,
-- p, behaviour), what (a text, or a function of the game); it may have rules = true
-- and fresh(game, count, seed), a list of games.

local rules = require "ludus.inspect.rewrite"
local spec  = require "ludus.script.spec"
local trees = require "ludus.inspect.tree"

local simplify = {}
local Result = {}
Result.__index = Result
Result.__name = "ludus.simplified"

local fields = {
  fresh  = { "integer", 300, min = 0, max = 100000,
    help = "fresh random boards that must be played the same, too" },
  seed   = { "integer", 1, help = "of the fresh boards" },
  rounds = { "integer", 20, min = 0, max = 1000,
    help = "most rounds of trials" },
}

-- ---- what must stay ---------------------------------------------------------

-- What must stay: { game, behaviour } of the cases, then of the fresh boards.
local function expectations(p, game, driver, fresh)
  local list = { { game = game, behaviour = driver.behaviour(game, p) } }
  for _, g in ipairs(fresh) do
    list[#list + 1] = { game = g, behaviour = driver.behaviour(g, p) }
  end
  return list
end

local function same(q, expected, driver)
  for _, e in ipairs(expected) do
    if not driver.behaves(e.game, q, e.behaviour) then return false end
  end
  return true
end

-- ---- trials ----------------------------------------------------------------

local function leaf(name) return { name = name, arity = 0, children = {} } end

-- The leaves that occur anywhere in a program.
local function leaves_of(branches)
  local list, seen = {}, {}
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

-- What may stand instead of a node, smallest first.
local function candidates(node, arity, leaves)
  local list = {}
  for i, name in ipairs(leaves) do list[i] = leaf(name) end
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
local function round(branches, leaves, try)
  local better = false
  for _, branch in ipairs(branches) do
    local function visit(node, parent, place)
      local n = size(node)
      for _, new in ipairs(n > 1 and candidates(node, branch.arity, leaves)
        or {}) do
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
  local ok, p = pcall(game.read, game, head .. trees.program_text(branches))
  if not ok then p = game:read(trees.program_text(branches)) end
  return p
end

-- The program that the rules alone make of p.
function simplify.by_rules(p, game)
  return program_of(game, rules.apply(branches_of(p), game))
end

-- Both: see above. Returns { program, by_rule, before, after, ... }.
function simplify.run(p, game, driver, given)
  local s = spec.check("p:simplify", given, fields)
  p = game:read(tostring(p))
  local fresh = s.fresh > 0 and driver.fresh and driver.fresh(game, s.fresh, s.seed)
    or {}
  local expected = expectations(p, game, driver, fresh)
  local before = game:score(p)
  local branches = branches_of(p)
  local leaves = leaves_of(branches)
  local proven = driver.rules and before.timed_out == 0
  if proven then rules.apply(branches, game) end
  local by_rule = proven and program_of(game, branches) or p
  if not same(by_rule, expected, driver) then
    -- The budget is part of the game: on some board it made the difference.
    branches, by_rule, proven = branches_of(p), p, false
  end
  local q = by_rule
  for _ = 1, s.rounds do
    local better = round(branches, leaves, function()
      local ok, new = pcall(program_of, game, branches)
      if not ok or not same(new, expected, driver) then return false end
      q = new
      return true
    end)
    if better and proven then
      rules.apply(branches, game)
      q = program_of(game, branches)
    end
    if not better then break end
  end
  local boards = 0
  for _, g in ipairs(fresh) do boards = boards + g:facts().cases end
  local after = game:score(q)
  return setmetatable({ program = q, original = p, by_rule = by_rule,
    before = #p, after = #q, has_rules = driver.rules, proven = #p - #by_rule, checked = #by_rule - #q,
    equal = same(q, expected, driver), cases = game:facts().cases,
      fresh = boards,
    what = type(driver.what) == "function" and driver.what(game) or driver.what,
      raw_before = before.raw, raw_after = after.raw,
      steps_before = before.steps,
    steps_after = after.steps }, Result)
end

function Result:__show(view)
  local n = require "ludus.run.progress".thousands
  local same = self.equal and "are the same" or "DIFFER"
  local lines = {
    ("%d nodes instead of %d (%.0f%% removed)"):format(self.after, self.before,
      100 * (self.before - self.after) / self.before),
    ("  %d removed by rules that hold on every board: .by_rule has %d nodes"):format(
      self.proven, #self.by_rule),
    ("  %d %sremoved by trial, checked on %d cases%s"):format(self.checked,
      self.has_rules and "more " or "", self.cases, self.fresh > 0
        and (" and %d fresh random boards"):format(self.fresh) or ""),
    ("  equal: %s %s on all of them; raw %s and %s"):format(self.what, same,
      n(self.raw_before), n(self.raw_after)),
    ("  steps differ: %s before, %s after"):format(n(self.steps_before),
      n(self.steps_after)),
    trees.show(self.program, view) }
  if not self.has_rules then table.remove(lines, 2) end
  return table.concat(lines, "\n")
end

return simplify
