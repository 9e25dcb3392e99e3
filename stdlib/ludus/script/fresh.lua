-- fresh.lua -- cases that are drawn anew in each generation.
--
--     cases = ludus.fresh(100)                          -- Minesweeper, Battleship
--     cases = ludus.fresh(20, list)                     -- 20 of the list, or rows of
--                                                          a ludus.table, or
--     cases = ludus.fresh(20, function(rng) return { x = rng:real() } end)
--
-- The cases depend on the run's seed and the generation alone, so threads and resuming
-- make no difference. All programs of a generation meet the same cases, each is scored
-- once; who survives is scored on the new ones before it is compared with the children.

local recipes = require "ludus.script.recipes"
local rng     = require "ludus.core.rng"
local spec    = require "ludus.script.spec"

local fresh = {}

local Fresh = { __name = "ludus.fresh" }
Fresh.__index = Fresh

fresh.most = 100000                   -- cases

local function is_data(value)
  local kind = getmetatable(value)
  return type(value) == "userdata" and kind and kind.__name == "ludus.table" or false
end

function fresh.is(value) return getmetatable(value) == Fresh end

-- `seed` and `generation` say which cases these are; a game that is not played by a run
-- has those of seed 1, generation 0.
local function new(count, source, seed, generation)
  return setmetatable({ count = count, source = source, seed = seed,
    generation = generation }, Fresh)
end

function fresh.fresh(count, source)
  local where = spec.where(spec.place("ludus.fresh")) .. "ludus.fresh: "
  if math.type(count) ~= "integer" or count < 1 or count > fresh.most then
    error(("%sexpected 1 to %d cases, got %s"):format(where, fresh.most,
      spec.shown(count)), 0)
  end
  local data = is_data(source)
  if source ~= nil and type(source) ~= "function" and type(source) ~= "table"
    and not data then
    error(("%sexpected a list of cases, a ludus.table or function(rng), got %s"):format(
      where, spec.shown(source)), 0)
  end
  if (data or type(source) == "table") and #source < count then
    error(("%s%d cases of a %s of %d"):format(where, count, data and "table" or "list",
      #source), 0)
  end
  return new(count, source, 1, 0)
end

-- The same, of another run and generation.
function Fresh:at(seed, generation)
  return new(self.count, self.source, seed, generation)
end

-- A seed of its own for games whose cases are made of one.
function Fresh:case_seed()
  return rng.keyed(self.seed, self.generation, 1):below(0xffffffff)
end

-- The cases, for games that have a list of them.
function Fresh:list()
  local list = {}
  if is_data(self.source) then return self.source:sample(self.count, self:case_seed()) end
  if type(self.source) == "function" then
    for i = 1, self.count do
      list[i] = self.source(rng.keyed(self.seed, self.generation, i + 1))
      if list[i] == nil then
        error("field 'cases': the function of ludus.fresh must give a case, gave nothing", 0)
      end
    end
    return list
  elseif not self.source then
    error("field 'cases': ludus.fresh needs a list of cases, a ludus.table or function(rng) here", 0)
  end
  local chance, all = rng.keyed(self.seed, self.generation, 0),
    table.move(self.source, 1, #self.source, 1, {})
  for i = 1, self.count do
    local k = i + chance:below(#all - i + 1)
    all[i], all[k] = all[k], all[i]
    list[i] = all[i]
  end
  return list
end

-- The same as a list, whatever they come from.
function Fresh:rows()
  local cases = self:list()
  if not is_data(cases) then return cases end
  local list = {}
  for i = 1, #cases do list[i] = cases:row(i) end
  return list
end

-- The game with the cases of that generation, whatever its field for them is called; itself
-- if it has no fresh ones.
function fresh.renewed(game, seed, generation)
  local recipe, changes = recipes.recipe(game), {}
  for name, value in pairs(recipe and recipe.settings or {}) do
    if fresh.is(value) then changes[name] = value:at(seed, generation) end
  end
  return next(changes) and recipes.again(game, changes) or game
end

return fresh
