-- distil.lua -- the smallest program or machine found that does the same in all cases.
--
--     p:distil(g)  p:distil(g, { trials = 5000, seed = 2 })
--
-- First what p:simplify does: rules that hold everywhere, then parts left out one by one.
-- Then a short evolution against behaviour: children of the smallest program so far, made
-- by the operators of its kind, with itself or with the original as father, take its place
-- if they are not larger and behave the same in all cases and in fresh ones; of equal size
-- they make it drift, so that steps which need two changes are found. Everything follows
-- from the seed. What was proven and what was checked is told apart.

local evolve   = require "ludus.core.evolve"
local look     = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local rng      = require "ludus.core.rng"
local sandbox  = require "ludus.script.sandbox"
local show     = require "ludus.repl.show"
local simplify = require "ludus.inspect.simplify"
local spec     = require "ludus.script.spec"

local distil = {}

local Distilled = show.speaks { __name = "ludus.distilled" }
Distilled.__index = Distilled

distil.fields = {
  trials = { "integer", 1000, min = 0, max = 10000000, help = "children that are tried" },
  fresh = { "integer", 300, min = 0, max = 1000000, help = "fresh cases, if the game "
    .. "can make some" },
  seed = { "integer", 1, min = 0, max = math.maxinteger, help = "of all chance" },
}

local nouns = { tree = "node", linear = "line", machine = "state" }

-- The kind of a program and the species that its children are of: those of the game, no
-- larger than it is.
local function species_of(p, game)
  local class = debug.getmetatable(p).__name
  if class == "ludus.tree" then
    local adfs = {}
    for i, branch in ipairs(p:branches()) do
      if i > 1 then adfs[i - 1] = branch.arity end
    end
    return "tree", require "ludus".tree { nodes = math.max(2, #p), depth = { 1, 4 },
      adfs = adfs, max_depth = math.max(4, p:depth()) }:species(game)
  elseif class == "ludus.linear.program" then
    return "linear", require "ludus".linear {}:species(game)
  elseif class == "ludus.machine" then
    return "machine", require "ludus".machine { states = #p, first = { 1, #p } }
      :species(game)
  end
  error("p:distil: a vector has nothing to be left out; v:simplify(g) sets genes to 0", 0)
end

-- The operators that change one program, and those of two.
local function ways(species)
  local list = {}
  for _, row in ipairs(evolve.operators(species)) do
    if row.name ~= "copy" then list[#list + 1] = row end
  end
  return list
end

local function read(game, kind, text)
  if kind == "machine" then return require "ludus.machine".parse(text) end
  return game:read(text)
end

-- A child of q, whose father is q or the original; nil if the operator refuses.
local function child_of(q, p, way, species, chance)
  local father = chance:below(2) == 0 and p or q
  local ok, text, new = sandbox.try(evolve.vary, species, way.name, {}, chance, tostring(q),
    tostring(father))
  return ok and new and text or nil
end

-- Tries so many children; the smallest that behaves as expected, and how many were
-- tried and taken.
local function search(p, q, game, expected, s)
  local kind, species = species_of(p, game)
  local list, chance, taken = ways(species), rng.new(s.seed), 0
  local best, current = q, q
  for _ = 1, s.trials do
    local text = child_of(current, p, list[chance:below(#list) + 1], species, chance)
    local ok, child = sandbox.try(read, game, kind, text or "")
    if text and ok and #child <= #current and tostring(child) ~= tostring(current)
      and look.behaves(child, expected) then
      current, taken = child, taken + 1
      if #child < #best then best = child end
    end
  end
  return best, taken
end

-- The smallest program found that behaves as p does in all cases: program, before,
-- simplified, after (sizes), proven (how many rules removed), equal. Options: trials,
-- fresh, seed.
function distil.of(p, ...)
  local game, options = look.settle("distil", p, ...)
  local s = spec.check("p:distil", options, distil.fields)
  p = look.read(game, p, "distil")
  local kind = species_of(p, game)
  local first = p:simplify(game, kind ~= "machine" and { fresh = s.fresh } or nil)
  local q = first.program
  local games, why = simplify.games(game, s)
  local expected = look.expect(p, games)
  if not look.behaves(q, expected) then q = p end
  local best, taken = search(p, q, game, expected, s)
  if #best < #q then                  -- what is smaller may be made simpler still
    local again = best:simplify(game, kind ~= "machine" and { fresh = s.fresh } or nil)
    if #again.program < #best and look.behaves(again.program, expected) then
      best = again.program
    end
  end
  local told = simplify.told(p, best, games, why)
  return setmetatable({ program = best, original = p, noun = nouns[kind], before = #p,
    simplified = #q, after = #best, trials = s.trials, taken = taken,
    proven = first.proven, by_proof = first.by_proof, equal = told.equal,
    cases = told.cases, fresh = told.fresh, no_fresh = why, what = told.what }, Distilled)
end

function Distilled:__show(view)
  local lines = { ("%d %s%s instead of %d; %d after simplifying, %d after %s children of "
    .. "it were tried"):format(self.after, self.noun, self.after == 1 and "" or "s",
    self.before, self.simplified, self.after, progress.thousands(self.trials)) }
  if (self.proven or 0) > 0 then
    lines[#lines + 1] = ("proven: %d removed by rules that hold everywhere"):format(
      self.proven)
  end
  lines[#lines + 1] = ("checked: %s %s in %d cases and %s; not proven for others, nor "
    .. "that there is none smaller"):format(self.what, self.equal and "the same"
    or "DIFFER", self.cases, self.fresh > 0 and ("%d fresh ones"):format(self.fresh)
    or "no fresh ones (" .. tostring(self.no_fresh) .. ")")
  for i, line in ipairs(lines) do lines[i] = show.wrap(line, view.width) end
  lines[#lines + 1] = show.text(self.program, view)
  return table.concat(lines, "\n")
end

return distil
