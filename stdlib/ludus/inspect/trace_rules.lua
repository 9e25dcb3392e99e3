-- trace_rules.lua -- traces of tree programs that play by rules.
--
-- The plain interpreter plays the case once and writes everything down: each
-- node, and each change of a variable or a cell. The state at any step is made
-- of the first values and the changes before it.

local recipes = require "ludus.script.recipes"
local own   = require "ludus.inspect.trace_luagame"
local trace = require "ludus.inspect.trace"
local trees = require "ludus.inspect.tree"

local ruled = {}

ruled.steps_max = 100000              -- nodes of one trace

-- ---- states ----------------------------------------------------------------

-- The state when step n begins: variables by name, grids as lists of rows.
local function state_at(record, n)
  local state = {}
  for name, value in pairs(record.start) do
    state[name] = value
    if type(value) == "table" then
      local rows = {}
      for y = 0, value.height - 1 do
        rows[y + 1] = table.move(value, y * value.width,
          (y + 1) * value.width - 1, 1, {})
      end
      state[name] = rows
    end
  end
  for _, change in ipairs(record.changes) do
    if change.after >= n then break end
    local name, value = change.name, change.value
    if change.x then state[name][change.y + 1][change.x + 1] = value
    else state[name] = value end
  end
  return state
end

local function letter(value)
  if value == 0 then return "." end
  if value == 1 then return "#" end
  return value > 1 and value < 10 and tostring(value) or "*"
end

local function sorted(state, kind)
  local names = {}
  for name, value in pairs(state) do
    if type(value) == kind and name ~= "value" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Variables on one line, then the grids, as pictures are written in cases; unless
-- the game shows its states itself.
local function picture(state, show)
  if show then return tostring(show(state)) end
  local words, lines = {}, {}
  for i, name in ipairs(sorted(state, "number")) do
    words[i] = ("%s %d"):format(name, state[name])
  end
  lines[1] = table.concat(words, "  ")
  for _, name in ipairs(sorted(state, "table")) do
    lines[#lines + 1] = name
    for _, row in ipairs(state[name]) do
      local cells = {}
      for x, value in ipairs(row) do cells[x] = letter(value) end
      lines[#lines + 1] = table.concat(cells)
    end
  end
  return table.concat(lines, "\n")
end

-- ---- the driver ------------------------------------------------------------

local Driver = setmetatable({}, { __index = own.Driver })
Driver.__index = Driver

-- The step whose doing a change is; what `turn` does belongs to the last one.
local function step_of(change)
  return change.step > 0 and change.step or math.max(1, change.after)
end

function Driver:events()
  local list = {}
  for i, c in ipairs(self.record.changes) do
    list[i] = { step = step_of(c), event = "set", name = c.name,
      x = c.x, y = c.y, value = c.value }
  end
  return list
end

Driver.lazy = {
  state = function(self, s) return state_at(self.record, s.step) end,
  picture = function(self, s)
    return picture(state_at(self.record, s.step), self.drawn_by)
  end,
}

-- ---- making ----------------------------------------------------------------

local function record_of(game, p, case)
  local ok, record = pcall(game.record, game, p, case, ruled.steps_max)
  if not ok then error("g:trace: " .. record, 0) end
  return record
end

local function one(game, p, model, case)
  local record, changed = record_of(game, p, case), {}
  for _, c in ipairs(record.changes) do changed[step_of(c)] = true end
  local recipe = recipes.recipe(game)
  return trace.new(setmetatable({ record = record, model = model, case = case,
    drawn_by = recipe and recipe.settings.show,
    walk = { steps = record.marks }, changed = changed,
    title = ("case %d of %d, %d nodes; raw %d, %d steps, %s"):format(case,
      game:facts().cases, #model, record.raw, record.steps,
      (record["end"]:gsub("_", " "))) }, Driver))
end

-- The trace of one case; of all cases, as a list, if none is named.
function ruled.trace(game, p, case)
  local cases = game:facts().cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases,
      tostring(case)), 0)
  end
  p = game:read(tostring(p))
  local model = trees.model(p)
  if case then return one(game, p, model, case) end
  local list = {}
  for i = 1, cases do list[i] = one(game, p, model, i) end
  return list
end

-- How often each node runs over all cases, and the nodes run in all.
function ruled.visits(game, p)
  p = game:read(tostring(p))
  local counts, total = {}, 0
  for i = 1, #trees.model(p) do counts[i] = 0 end
  for case = 1, game:facts().cases do
    for _, mark in ipairs(record_of(game, p, case).marks) do
      counts[mark.node] = counts[mark.node] + 1
      total = total + 1
    end
  end
  return counts, total
end

ruled.behaviour, ruled.behaves = own.behaviour, own.behaves
ruled.what = own.what

return ruled
