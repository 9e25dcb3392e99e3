-- layers.lua -- a population in layers of age: what a script says of them.
--
--     layers = 6,
--     layers = { 6, gap = 10, growth = "polynomial" },
--
-- Layers are islands between which nobody travels but those who are too old for theirs:
-- see ludus.script.islands and layers.md.

local evolve  = require "ludus.core.evolve"
local islands = require "ludus.script.islands"
local spec    = require "ludus.script.spec"

local layers = {}

local limits = evolve.limits

layers.fields = {
  gap = { "integer", 10, min = 1, max = limits.gap,
    help = "generations after which the lowest layer is drawn anew, and the unit of ages" },
  growth = { "choice", "polynomial", choices = evolve.growths,
    help = "how the limits of age grow from layer to layer, in gaps" },
}

-- What the field accepts: a number, a table that begins with one, or false for none. The rest is checked by
-- layers.check().
function layers.accept(value)
  if value == false then return false end
  local n = value
  if type(value) == "table" then n = value[1] end
  if math.type(n) == "integer" and n >= 2 and n <= limits.islands then
    return type(value) == "table" and value or { value }
  end
  return nil, ("2 to %d layers, for instance { 6, gap = 10 }"):format(limits.islands)
end

-- With defaults; and what is wrong.
local function complete(given)
  local named = {}
  for key, x in pairs(given) do if key ~= 1 then named[key] = x end end
  return spec.complete("layers", named, layers.fields)
end

-- Are the islands there for the layers?
local function are_own(e) return e.islands and islands.layered[e.islands] ~= nil end

-- Layers are islands. Where a script has both they stay as they are, a mistake.
function layers.settle(e)
  if e.islands and not are_own(e) then return end
  if not e.layers then
    if e.islands then e.islands = false end
    return
  end
  local x = complete(e.layers)
  e.islands = { e.layers[1], every = 0, migrate = 0 }
  islands.layered[e.islands] = { gap = x.gap, growth = x.growth }
end

-- Adds to the mistakes of an experiment.
function layers.check(e, mistake)
  if not e.layers then return end
  local _, wrong = complete(e.layers)
  for _, text in ipairs(wrong) do
    mistake("layers", "field 'layers': %s", (text:gsub("^layers: ", "")))
  end
  if not are_own(e) then
    mistake("layers", "field 'layers': either islands or layers")
  elseif e.meet and e.meet.sides then
    mistake("layers", "field 'layers': programs of two sides have no layers")
  elseif e.scheme ~= "generational" and e.scheme ~= "comma" then
    mistake("layers", "field 'layers': only for the schemes 'generational' and 'comma', not "
      .. "for '%s'", tostring(e.scheme))
  elseif e.keep_better or e.niche then
    mistake("layers", "field 'layers': not with '%s': who is too old makes room",
      e.keep_better and "keep_better" or "niche")
  elseif type(e.select) == "function" then
    mistake("layers", "field 'layers': not with a function that chooses parents: it knows no "
      .. "ages")
  end
end

return layers
