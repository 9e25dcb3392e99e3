-- vector.lua -- programs that are lists of numbers.
--
--     local plans = vector.new { type = "integers", length = 15, max = 18 }
--     local p = plans:read "(14, 4, 8, 0, 18, 17, 10, 12, 4, 6, 17, 17, 17, 14, 16)"
--     print(#p, p[1], p == plans:read(tostring(p)))
--
-- vector.new() makes a species, which has read(text), of(list), random(rng) and
-- operators(); `ludus.vector` takes the same fields and is what experiments and
-- ludus.ga call a program. `ranges` gives genes, from the first on, ranges of their
-- own.

local core = require "ludus.core.vector"
local spec = require "ludus.script.spec"
local words = require "ludus.script.words"

local vector = {}

vector.fields = {
  type   = { "choice", "integers", choices = { "integers", "bits", "reals" },
    help = "what the genes are" },
  length = { "integer", required = true, min = 1, max = core.limits.length,
    help = "genes" },
  min    = { "number", 0, help = "least value of a gene" },
  max    = { "number", 1, help = "greatest value of a gene" },
  steps  = { "number", 0, min = 0, max = 1,
    help = "reals: each gene carries a step size, at first so much of its range, by which "
      .. "ludus.adapt moves it; 0: none" },
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

-- The fields of programs: a game that says what its genes are needs none.
local wanted = {}
for name, row in pairs(vector.fields) do wanted[name] = row end
wanted.length = { "integer", min = 1, max = core.limits.length,
  help = "genes; needed unless the game says what they are" }

local function species(game, settings)
  if settings.length then return core.new(settings) end
  local own = game and game.genes and game:genes()
  if own then return own end
  error("field 'length' is missing: " .. vector.fields.length.help, 0)
end

-- The kind of program, for experiments.
vector.program = words.program("vector", wanted, species,
  function() return words.usual_vary "vector" end)

return vector
