-- ga.lua -- every scheme, selection and operator of ludus.ga, for ga.txt.
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"

local function text_of(v)
  local words = {}
  for i = 1, #v do words[i] = ("%.6g"):format(v[i]) end
  return table.concat(words, " ")
end

local function show(s, name, fields)
  fields.population, fields.generations, fields.target = 12, 6, -1
  fields.seed, fields.threads = s.seed, s.threads
  local run = ga.new(fields):finish()
  local state = run:state()
  local best, score = run:best()
  s.say("%-22s %8.4f %9.5f %3d %4d  %s", name, score.standardized, state.mean,
    state.distinct, state.evaluations, text_of(best))
end

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

-- How far the genes are from 0.3 of their range, those at the end counting more.
local function distance(most)
  return function(v)
    local sum = 0
    for i = 1, #v do sum = sum + i * math.abs(v[i] / most - 0.3) end
    return sum
  end
end

local types = { { "integers", 18 }, { "bits", 1 }, { "reals", 2 } }

local pressures = { truncation = 0.5, rank = 1.5 }

local parts = {}

-- Those whose survivors go by one score of vectors of any type.
local schemes = { "generational", "plus", "comma", "steady", "crowding" }

local function every_scheme(s, game, selects)
  for _, scheme in ipairs(schemes) do
    for _, select in ipairs(selects) do
      show(s, scheme .. " " .. select, { game = game, scheme = scheme, select = select,
        program = puzzle.plans(game, 6), pressure = pressures[select] or 3, scaling = 2 })
    end
  end
end

function parts.schemes(s, game)
  every_scheme(s, game, { "uniform", "shuffle", "tournament", "roulette", "remainder",
    "universal", "truncation" })
end

function parts.others(s, game)
  every_scheme(s, game, { "proportionate", "overselect", "rank" })
end

function parts.operators(s, game)
  for _, row in ipairs(types) do
    local kind, most = row[1], row[2]
    local species = ludus.vector { type = kind, length = 6, max = most }
    for _, name in ipairs(names_of(species:species(game):operators())) do
      show(s, kind .. " " .. name, { program = species, score = distance(most),
        vary = { { name }, { "point", chance = 0.2 } } })
    end
  end
end

return ludus.study {
  name = "ga",
  settings = { part = { "choice", "schemes", choices = { "schemes", "others", "operators" },
    help = "what is shown" } },
  run = function(s) parts[s.part](s, puzzle.game {}) end,
}
