-- vector.lua -- what vectors of a game in Lua are made of: genes, read as a whole by
-- `move`, or one after the other as a plan.

local core = require "ludus.core.vector"
local spec = require "ludus.script.spec"
local word = require "ludus.vector"

local vectors = {}

local function is_names(value)
  if type(value) ~= "table" then return false end
  for _, name in ipairs(value) do
    if type(name) ~= "string" then return false end
  end
  return true
end

-- The genes of a game as a species, and their names; nil after mistakes.
function vectors.species(given, mistake)
  local genes = {}
  for key, value in pairs(given) do genes[key] = value end
  local names = genes.names or {}
  genes.names = nil
  if not is_names(names) then
    mistake("genes", "field 'genes': 'names' is a list of texts, got %s",
      spec.shown(names))
    return nil
  end
  genes.length = genes.length or #names > 0 and #names or nil
  if #names > 0 and genes.length ~= #names then
    mistake("genes", "field 'genes': %d names for %s genes", #names,
      tostring(genes.length))
    return nil
  end
  local settings, mistakes = spec.complete("genes", genes, word.fields)
  for _, text in ipairs(mistakes) do
    mistake("genes", "field 'genes':%s", (text:gsub("^genes:", "")))
  end
  if #mistakes > 0 then return nil end
  local ok, species = pcall(core.new, settings)
  if ok then return species, names end
  mistake("genes", "field 'genes': %s", species)
end

function vectors.check(settings, mistake)
  if settings.plan and settings.move then
    mistake("move", "field 'move' reads all genes: a plan is read gene by gene")
  end
  if settings.plan and not settings.turn then
    mistake("plan", "field 'turn' is missing: it is told the genes of a plan")
  end
  if settings.genes and next(settings.genes) == nil then
    mistake(nil, "field 'genes' is missing: %s", vectors.fields.genes.help)
    return
  end
  local species = settings.genes and vectors.species(settings.genes, mistake)
  if not species then return end
  return {}, { primitives = {}, constants = {}, vectors = species, plan = settings.plan }
end

vectors.fields = {
  genes = { "table", {}, help = "vectors: what they are, as in ludus.vector: { type=, "
    .. "length=, min=, max=, ranges= }; `names` names the genes" },
  plan = { "boolean", false, help = "vectors are read gene by gene: turn gets the next "
    .. "one each time" },
  move = { "function", help = "function(state, genes, player): what a vector does when "
    .. "it has the turn; without it turn gets the list of genes" },
}

return vectors
