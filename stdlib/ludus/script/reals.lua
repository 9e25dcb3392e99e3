-- reals.lua -- schemes that make their children themselves, of vectors of reals: the fields
-- that say how, and what goes with them.
--
--     scheme = "cma", sigma = 0.3, restarts = 9
--     scheme = "differential", weight = 0.5, cross = 0.9

local evolve = require "ludus.core.evolve"

local limits = evolve.limits

local reals = {}

local function above_zero(value)
  if value > 0 then return value end
  return nil, "more than 0"
end

-- The fields, which ludus.experiment and ludus.ga share.
reals.fields = {
  sigma = { "number", 0.3, min = 0, max = 10, check = above_zero,
    help = "cma: the first step size, of the range of a gene" },
  restarts = { "integer", 0, min = 0, max = limits.restarts,
    help = "cma: times it begins again elsewhere once it has converged; after that the "
      .. "run ends" },
  growth = { "number", 2, min = 1, max = 10,
    help = "cma: at each restart so many times as many children (IPOP)" },
  weight = { "number", 0.6, min = 0, max = 2, check = above_zero,
    help = "differential: how much of a difference is added" },
  cross = { "number", 0.9, min = 0, max = 1,
    help = "differential: chance of a gene to be moved" },
  base = { "choice", "random", choices = evolve.bases,
    help = "differential: what the difference is added to: anyone (random), the best, or "
      .. "the program itself moved towards the best (towards)" },
}

-- Which scheme a field is for.
reals.of_scheme = { sigma = "cma", restarts = "cma", growth = "cma",
  weight = "differential", cross = "differential", base = "differential" }

local makes = { cma = true, differential = true }

-- Does a scheme make its children itself?
function reals.makes(scheme) return makes[scheme] == true end

-- Fields that say how others make children, or choose among them.
local others = { "vary", "brood", "children", "select", "apart", "climb", "tries",
  "distinct" }

-- Tells what was given although the scheme has no use for it.
function reals.check(scheme, given, mistake)
  if not makes[scheme] then return end
  for _, name in ipairs(others) do
    if given[name] ~= nil and given[name] ~= 0 and given[name] ~= false then
      mistake(name, "field '%s': the scheme '%s' makes its children itself", name, scheme)
    end
  end
end

-- Programs of an experiment that does not say how many, for so many genes; nil where the
-- scheme has no opinion. The usual numbers: Hansen 2016, Storn and Price 1997.
function reals.population(scheme, genes)
  if scheme == "cma" then return 4 + math.floor(3 * math.log(genes)) end
  if scheme == "differential" then return math.max(20, math.min(10 * genes, 1000)) end
end

-- Copies the settings of the scheme into a plan.
function reals.settle(plan, settings)
  plan.elite, plan.distinct = 0, nil
  for name, scheme in pairs(reals.of_scheme) do
    if scheme == settings.scheme then plan[name] = settings[name] end
  end
end

return reals
