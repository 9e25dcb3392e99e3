-- vector.lua -- programs that are lists of numbers.
--
--     local plans = ludus.vector { type = "integers", length = 15, max = 18 }
--     local p = plans:read "(14, 4, 8, 0, 18, 17, 10, 12, 4, 6, 17, 17, 17, 14, 16)"
--     print(#p, p[1], p == plans:read(tostring(p)))
--
-- A species of vectors has read(text), of(list), random(rng) and operators();
-- `ranges` gives genes, from the first on, ranges of their own.

local core = require "ludus.core.vector"
local spec = require "ludus.spec"

local vector = {}

vector.fields = {
  type   = { "choice", "integers", choices = { "integers", "bits", "reals" },
    help = "what the genes are" },
  length = { "integer", required = true, min = 1, max = 65536, help = "genes" },
  min    = { "number", 0, help = "least value of a gene" },
  max    = { "number", 1, help = "greatest value of a gene" },
  ranges = { "list", {}, help = "{ least, greatest } of single genes" },
}

function vector.new(given)
  local settings = spec.check("ludus.vector", given, vector.fields)
  local ok, species = pcall(core.new, settings)
  if not ok then
    error(spec.where(spec.place("ludus.vector")) .. "ludus.vector: " .. species, 0)
  end
  return species
end

return vector
