-- history.lua -- a stored run, to look at.
--
--     local r = ludus.run(12)
--     r:generations()  r:best(40)  r:lineage()

local json_decode -- set below: plans are stored as JSON
local experiments = require "ludus.experiment"
local lineage = require "ludus.core.lineage"
local stores  = require "ludus.store"

local history = {}
local History = {}
History.__index = History
History.__name = "ludus.history"

-- Run number `id` of the store at `path` (default: the usual one).
function history.open(id, path)
  local store = stores.open(path, "read")
  return setmetatable({ store = store, id = id, row = store:get_run(id) }, History)
end

function History:generations()
  self.rows = self.rows or self.store:generations(self.id)
  return self.rows
end

-- The text of the best program of a generation (default: the last one).
function History:best(generation)
  local rows = self:generations()
  local row = rows[(generation or rows[#rows].generation) + 1]
  if not row then
    error(("run %d has generations 0 to %d, not %s"):format(self.id,
      rows[#rows].generation, tostring(generation)), 2)
  end
  return row.program
end

-- The experiment, loaded again from the stored script.
function History:experiment()
  self.loaded = self.loaded or require("ludus.launch").experiment_of(self.row)
  return self.loaded
end

-- The line of mothers of the best program of a generation (default: the last):
-- a list, generation 0 first, of { generation, slot, operator, mother, father,
-- part, at, from, removed, added, size, ancestors, text }. Every ancestor is made
-- again from the seed and the births, and the last text is the stored program.
function History:lineage(generation)
  local rows = self:generations()
  generation = generation or rows[#rows].generation
  local value = self:experiment()
  local plans, last_text, last_plan = {}, nil, nil
  for _, row in ipairs(rows) do
    if row.plan ~= last_text then
      last_text, last_plan = row.plan, row.plan
        and experiments.whole_plan(json_decode(row.plan), value)
    end
    plans[row.generation] = last_plan
  end
  local planted = {}
  for slot, entry in ipairs(value.plant) do planted[slot] = tostring(entry) end
  local line = lineage.replay(value.species, { seed = self.row.seed,
    population = self.row.population, births = self.store:births(self.id),
    plans = plans, planted = planted }, generation, rows[generation + 1].slot)
  return line
end

-- Looking at it: plot(), program(generation), population(), walk(generation).
for _, name in ipairs { "plot", "program", "population", "walk" } do
  History[name] = function(...) return require("ludus.look.past")[name](...) end
end

function History:__show() return require("ludus.look.past").show(self) end

-- ---- reading plans back ------------------------------------------------------------

-- Reads the JSON that json.encode writes.
function json_decode(text)
  local at = 1
  local value
  local function skip() at = text:find("[^%s]", at) or #text + 1 end
  local function expect(c)
    skip()
    if text:sub(at, at) ~= c then error("damaged plan: " .. text, 0) end
    at = at + 1
  end
  local function peek()
    skip()
    return text:sub(at, at)
  end
  local function string()
    expect '"'
    local stop = text:find('"', at, true)
    local s = text:sub(at, stop - 1)
    at = stop + 1
    return s
  end
  local function items(close, read)
    local t = {}
    at = at + 1
    if peek() == close then
      at = at + 1
      return t
    end
    repeat
      read(t)
      local c = peek()
      at = at + 1
      if c ~= "," and c ~= close then error("damaged plan: " .. text, 0) end
    until c == close
    return t
  end
  function value()
    local c = peek()
    if c == "{" then
      return items("}", function(t)
        local key = string()
        expect ":"
        t[key] = value()
      end)
    elseif c == "[" then
      return items("]", function(t) t[#t + 1] = value() end)
    elseif c == '"' then
      return string()
    end
    local word = text:match("^[%w.+-]+", at) or error("damaged plan: " .. text, 0)
    at = at + #word
    if word == "true" then return true elseif word == "false" then return false end
    return math.tointeger(tonumber(word)) or tonumber(word)
  end
  return value()
end

return history
