-- record.lua -- what was written down of a case, alike for every game.
--
--     local r = record.walked(game:record(p, case))
--     r.count  r.raw  r.ended  r.spent
--     r:step(n)       place, value, parent (0: none), last step below it, spent, answer
--     r:picture(n)    of the state when step n begins; n = r.count + 1: at the end
--     r:state(n)      its fields by name, as far as they are known
--     r:events(model) { step, when, event, text, ... } in the order of effect
--     r:visit(place, from, by)   the next step at that place, or nil
--
-- Three makers: of a record in C (bind_trace.c), of one of a game in Lua, whose notes
-- are the fields of its states, and of the tables that rules give.

local fields = require "ludus.script.fields"

local record = {}

-- ---- records in C --------------------------------------------------------------

local Walked = {}
Walked.__index = Walked
record.Walked = Walked

-- The record of a userdata that bind_trace.c made; a game that keeps more in it has a
-- class of its own.
function record.walked(core, class)
  local raw, spent, ended = core:result()
  return setmetatable({ core = core, count = #core, raw = raw, spent = spent,
    ended = ended }, class or Walked)
end

function Walked:step(n) return self.core:step(n) end
function Walked:picture(n) return self.core:picture(n) end
function Walked.state() return {} end
function Walked:visit(place, from, by) return self.core:visit(place, from, by) end

function Walked:finished() return self.core:finished() end

function Walked:visits(counts) self.core:visits(counts) end

-- What the game noted.
function Walked:events()
  local list = {}
  for i = 1, self.core:notes() do
    local step, text, when = self.core:note(i)
    if text ~= "" then
      list[#list + 1] = { step = math.max(step, 1), when = when, event = text }
    end
  end
  return list
end

-- ---- games in Lua --------------------------------------------------------------

local Own = setmetatable({}, { __index = Walked })
Own.__index = Own

-- `seat` is the program's, where there is another player.
function record.own(core, seat)
  local self = record.walked(core, Own)
  self.free = true                    -- values are whatever the script's functions give
  self.notes, self.seat = {}, seat
  for i = 1, core:notes() do
    local step, text, when, after = core:note(i)
    self.notes[i] = { step = step, text = text, when = when, after = after }
  end
  return self
end

-- Places count from 1 in trees; a line's place or a state is as it was noted.
function record.placed(core, seat)
  local self = record.own(core, seat)
  self.from_zero = true
  return self
end

function Own:step(n)
  local place, value, parent, last = self.core:step(n)
  local said = self.core:said(n)
  if self.from_zero then return place - 1, value, parent, last, nil, said end
  return place, said, parent, last
end

function Own:visit(place, from, by)
  return self.core:visit(self.from_zero and place + 1 or place, from, by)
end

-- The note that holds when step n begins.
function Own:note_at(n)
  local low, high = 0, #self.notes
  while low < high do                 -- the last with when < n
    local mid = (low + high + 1) // 2
    if self.notes[mid].when < n then low = mid else high = mid - 1 end
  end
  return self.notes[low]
end

function Own:state(n)
  local note = self:note_at(n)
  if not note then return {} end
  if not note.state then note.state = fields.read(note.text) end
  return note.state
end

-- What differs between two states: { { name, before, after }, ... } by name. Whose turn
-- it is, `player`, the engine sets.
local function differences(a, b)
  local names, seen, list = {}, {}, {}
  for _, state in ipairs { a, b } do
    for name in pairs(state) do
      if not seen[name] then names[#names + 1] = name end
      seen[name] = true
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    if a[name] ~= b[name] and name ~= "player" then
      list[#list + 1] = { name = name, before = a[name], after = b[name] }
    end
  end
  return list
end

local function change_text(list)
  local words = {}
  for i, c in ipairs(list) do
    words[i] = ("%s %s -> %s"):format(c.name, tostring(c.before), tostring(c.after))
  end
  return #words > 0 and table.concat(words, ", ") or "another picture"
end

-- The step of the tree's root above step n: its value is what the game was given.
function Own:root(n)
  while true do
    local _, _, parent = self.core:step(n)
    if parent == 0 then return n end
    n = parent
  end
end

-- An event of a note: whose doing it is, what changed. What the game does with the value
-- of a tree is the doing of its root (`turn`); what the other player does is `rival`.
local function event_of(self, note, changes, model)
  local step = math.max(note.step, 1)
  local turn = note.after and note.step > 0 and not self.from_zero
  if turn then step = self:root(step) end
  local other = self.seat ~= nil and note.state.player ~= nil
    and note.state.player ~= self.seat
  local place = note.step > 0 and (self:step(step))
  return { step = step, when = note.when, event = "change", changes = changes,
    name = place and model[place] and model[place].name or nil,
    turn = turn and not other or nil, rival = other or nil,
    text = (other and "the other: " or "") .. change_text(changes) }
end

-- Every note but the first, which tells how the case began.
function Own:events(model)
  local list = {}
  for i = 2, #self.notes do
    local note, before = self.notes[i], self.notes[i - 1]
    note.state = note.state or fields.read(note.text)
    before.state = before.state or fields.read(before.text)
    local changes = differences(before.state, note.state)
    if #changes > 0 or note.text == before.text then
      list[#list + 1] = event_of(self, note, changes, model)
    end
  end
  return list
end

-- ---- rules ---------------------------------------------------------------------

local Ruled = {}
Ruled.__index = Ruled

-- The record of the tables that a game of rules gives; `show` is the game's.
function record.ruled(tables, show)
  return setmetatable({ tables = tables, count = #tables.marks, raw = tables.raw,
    spent = tables.steps, ended = (tables["end"]:gsub("_", " ")), show = show },
    Ruled)
end

function Ruled:step(n)
  local mark = self.tables.marks[n]
  return mark.node - (self.from_zero and 1 or 0), mark.value, mark.parent or 0,
    mark.last, mark.spent, self.sees and self.sees[mark.value + 1]
end

-- May a change matter to a rule? Its text names what it reads.
function Ruled:concerns(name, row)
  local body = self.bodies and self.bodies[name]
  if not body or not row.name then return true end
  return (" " .. body .. " "):find("[^%w_]" .. row.name .. "[^%w_]") ~= nil
end

function Ruled:visit(place, from, by)
  for n = from, by > 0 and self.count or 1, by do
    if (self:step(n)) == place then return n end
  end
end

function Ruled:visits(counts)
  for _, mark in ipairs(self.tables.marks) do
    counts[mark.node] = counts[mark.node] + 1
  end
end

-- The state when step n begins: variables by name, grids as lists of rows.
function Ruled:state(n)
  local state = {}
  for name, value in pairs(self.tables.start) do
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
  for _, change in ipairs(self.tables.changes) do
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

-- Variables on one line, then the grids, as pictures are written in cases.
function record.state_text(state)
  local words, lines = {}, {}
  for i, name in ipairs(sorted(state, "number")) do
    words[i] = ("%s %s"):format(name, tostring(state[name]))
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

-- The state as text, unless the game shows its states itself.
function Ruled:picture(n)
  local state = self:state(n)
  return self.show and tostring(self.show(state)) or record.state_text(state)
end

-- Where the first grid is drawn in a picture of ours, the cell of the variables x and
-- y: a player's place in most games. Row and column, or nil.
function Ruled:place(n)
  local state = self:state(n)
  local grid = state[sorted(state, "table")[1]]
  if self.show or not grid or not math.tointeger(state.x)
    or not math.tointeger(state.y) then return nil end
  if state.y < 0 or state.y >= #grid or state.x < 0 or state.x >= #grid[1] then
    return nil
  end
  return state.y + 3, state.x + 1
end

-- The step whose doing a change is; what `turn` does belongs to the last one.
local function step_of(change)
  return change.step > 0 and change.step or math.max(1, change.after)
end

function Ruled:events()
  local list = {}
  for _, c in ipairs(self.tables.changes) do
    local place = c.x and ("[%d, %d]"):format(c.x, c.y) or ""
    if c.by ~= "the engine" then
      list[#list + 1] = { step = step_of(c), when = c.after, event = "set", name = c.name,
        x = c.x, y = c.y, value = c.value, rival = c.by and true or nil,
        text = ("%sset %s%s to %s"):format(c.by and c.by .. ": " or "", c.name or "a value",
          place, tostring(c.value)) }
    end
  end
  return list
end

return record
