-- history.lua -- a stored run, to look at.
--
--     local r = ludus.run(12)
--     r:generations()  r:best(40)  r:lineage()  r:blame()

local json    = require "ludus.json"
local lineage = require "ludus.core.lineage"
local stored_plan = require "ludus.run.stored_plan"
local program = require "ludus.script.program"
local stores  = require "ludus.run.store"

local history = {}
local History = {}
History.__index = History
History.__name = "ludus.history"

-- Run number `id` of the store at `path` (default: the usual one).
function history.open(id, path)
  local store = stores.open(path, "read")
  return setmetatable({ store = store, id = id, row = store:get_run(id) }, History)
end

-- The rows of all generations that are stored, the oldest first.
function History:generations()
  self.rows = self.rows or self.store:generations(self.id)
  return self.rows
end

-- The row of a generation (default: the last one); a long run keeps only some.
function History:generation(generation)
  local rows = self:generations()
  local last = rows[#rows]
  if not last then error(("run %d has no generation yet"):format(self.id), 0) end
  if generation == nil then return last end
  local nearest = last
  for _, row in ipairs(rows) do
    if row.generation == generation then return row end
    if math.type(generation) == "integer" and row.generation < generation then
      nearest = row
    end
  end
  if math.type(generation) == "integer" and generation >= 0
    and generation < last.generation then
    error(("run %d did not keep generation %d, but %d"):format(self.id,
      generation, nearest.generation), 3)
  end
  error(("run %d has generations 0 to %d, not %s"):format(self.id,
    last.generation, tostring(generation)), 3)
end

-- The text of the best program of a generation (default: the last one).
function History:best(generation)
  local row = self:generation(generation)
  return row.program
end

-- A plan as the store keeps it, with the experiment's functions in it again.
function history.plan(text, value)
  local ok, plan = pcall(json.decode, text)
  if ok then ok, plan = pcall(stored_plan.whole, plan, value) end
  if not ok then error("a damaged plan: " .. tostring(plan), 0) end
  return plan
end

-- The experiment, loaded again from the stored script.
function History:experiment()
  self.loaded = self.loaded or require("ludus.run.launch").experiment_of(self.row,
    self.store)
  return self.loaded
end

-- What ancestors of a generation's best program are made again from: the species, what
-- the run has kept, the generation and the slot.
local function pedigree(self, generation)
  local rows, best = self:generations(), self:generation(generation)
  generation = best.generation
  if #rows <= rows[#rows].generation then
    error(("run %d kept %d of its %d generations; a lineage needs all of them "
      .. "(field 'history' of the experiment)"):format(self.id, #rows,
      rows[#rows].generation + 1), 0)
  end
  local value = self:experiment()
  local plans, last_text, last_plan = {}, nil, nil
  for _, row in ipairs(rows) do
    if not row.plan then
      error(("run %d: generation %d has no plan"):format(self.id,
        row.generation), 0)
    elseif row.plan ~= last_text then
      last_text, last_plan = row.plan, history.plan(row.plan, value)
    end
    plans[row.generation] = last_plan
  end
  local planted = {}
  for slot, entry in ipairs(value.plant) do planted[slot] = program.planted(entry) end
  return value.species, { seed = self.row.seed, population = self.row.population,
    births = self.store:births(self.id), plans = plans, planted = planted },
    generation, best.slot
end

local function made_again(self, ok, what)
  if ok then return what end
  error(("run %d: its ancestors cannot be made again: %s"):format(self.id,
    tostring(what)), 0)
end

-- The line of mothers of the best program of a generation (default: the last):
-- a list, generation 0 first, of { generation, slot, operator, mother, father,
-- part, at, from, removed, added, size, ancestors, text }. Every ancestor is made
-- again from the seed and the births, and the last text is the stored program.
function History:lineage(generation)
  local line = made_again(self, pcall(lineage.replay, pedigree(self, generation)))
  return require("ludus.inspect.stored_runs").lineage(line)
end

-- All its ancestors, with the generation and the slot of the program itself:
-- f:slots(generation), f:member(generation, slot) as in a lineage. The program that
-- comes out must be the stored one.
function History:family(generation)
  local species, kept, last, slot = pedigree(self, generation)
  local family = made_again(self, pcall(lineage.family, species, kept, last, slot))
  if family:member(last, slot).text ~= self:best(last) then
    error(("run %d: what its ancestors make is not its best program of generation %d")
      :format(self.id, last), 0)
  end
  return family, last, slot
end

-- Which ancestor brought what of a generation's best program; see ludus.inspect.blame.
function History:blame(generation)
  return require("ludus.inspect.blame").of(self, generation)
end

-- How diverse its programs were, generation by generation; see ludus.inspect.crowd.
function History:diversity(options)
  return require("ludus.inspect.crowd").diversity(self, options)
end

local function past() return require "ludus.inspect.stored_runs" end

-- The curves as text, or drawn into a file: r:plot "curves.svg", r:plot { width = 60 }.
function History:plot(options) return past().plot(self, options) end

-- The best program of a generation (default: the last one); it knows its game.
function History:program(generation) return past().program(self, generation) end

-- The programs of the last checkpoint: pop[i], #pop, pop:score(i), pop:behaviours().
function History:population() return past().population(self) end

-- The ancestors of a generation's best program from mother to mother, for :step.
function History:walk(generation) return past().walk(self, generation) end

function History:__show() return require("ludus.inspect.stored_runs").show(self) end
function History:__tostring() return History.__show(self) end

return history
