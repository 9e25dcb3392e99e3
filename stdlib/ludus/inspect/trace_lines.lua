-- trace_lines.lua -- traces of linear programs that play a game declared in Lua.
--
-- The program is walked as linear_run.c says, in Lua, and every step is written
-- down: block, line, instruction, the registers before it and the picture that
-- the game's `show` gives.

local linear = require "ludus.inspect.lines"
local recipes = require "ludus.script.recipes"
local steps  = require "ludus.inspect.steps"
local system = require "ludus.core.system"

local lines = {}

lines.steps_max = 100000

-- ---- walking ---------------------------------------------------------------

local Walk = {}
Walk.__index = Walk

local function walk_of(settings, p, number)
  local case = type(settings.cases) == "table" and settings.cases[number] or number
  local self = setmetatable({ settings = settings, rows = {}, blocks = {},
    states = {}, known = {}, block = 1, line = 1, spent = 0,
    state = settings.start and settings.start(case, number) or case }, Walk)
  for _, row in ipairs(settings.instructions) do self.rows[row[1]:lower()] = row end
  for i, block in ipairs(p:set():blocks()) do
    self.blocks[i] = { name = block.name, lines = p:block(i) }
  end
  return self
end

function Walk:row(line)
  local name = self.blocks[self.block].lines[line]
  return name and (self.rows[name:lower()] or { name, nop = true })
end

function Walk:jump() self.block, self.line = self.block % #self.blocks + 1, 1 end

-- Passes over a line; with `nested` over a chain of tests and theirs.
function Walk:skip()
  if self.settings.nested then
    while self:row(self.line) and self:row(self.line).test do
      self.line = self.line + 1
    end
  end
  self.line = self.line + 1
end

-- The parts of a combined instruction; true if the case is over.
function Walk:combined(names)
  local i = 1
  while i <= #names do
    local part = self.rows[names[i]:lower()]
    if part.jump then self:jump() return false end
    if part.test and not part.test(self.state) then i = i + 1 end
    if part[2] and part[2](self.state) then return true end
    i = i + 1
  end
  return false
end

-- Executes the next line; true if the case is over.
function Walk:step()
  local row = self:row(self.line)
  if not row then self.line = 1 return false end
  self.line = self.line + 1
  if row.jump then self:jump()
  elseif row.test then if not row.test(self.state) then self:skip() end
  elseif row.combine then return self:combined(row.combine)
  elseif not row.nop then return row[2](self.state) end
  return false
end

function Walk:note(row)
  local registers = {}
  for _, name in ipairs(self.settings.registers) do
    registers[name] = tostring(self.state[name])
    self.known[name] = self.known[name] or self.state[name] ~= nil
  end
  local show = self.settings.show
  local picture = show and tostring(show(self.state)) or ""
  local before = self.states[#self.states]
  if before and before.picture ~= picture then before.event = "change" end
  self.states[#self.states + 1] = { block = self.blocks[self.block].name,
    line = self.line, name = row and row[1] or "(again)", registers = registers,
    order = self.settings.registers, picture = picture, spent = self.spent,
    place = self.block * 1000 + self.line }
end

-- Is there something left to spend on it? Then it is spent.
function Walk:pay(row)
  local cost = row and row.cost or self.settings.cost
  if self.spent + math.max(cost, 1) > self.settings.budget
    or #self.states >= lines.steps_max then
    return nil
  end
  self:note(row)
  self.spent = self.spent + cost
  return cost
end

function Walk:play()
  local done = self.settings.done or function() return false end
  local over = done(self.state)
  while not over do
    local row = self:row(self.line)
    local cost = self:pay(row)
    if not cost then break end
    over = self:step()
    if cost > 0 and row and (row.combine or row[2]) then
      over = over or done(self.state)
    end
  end
  return self
end

-- What to say of registers that no step had a value for: misspelt, most likely.
function Walk:unknown()
  local fields, words = {}, {}
  for key in pairs(type(self.state) == "table" and self.state or {}) do
    if type(key) == "string" then fields[#fields + 1] = key end
  end
  table.sort(fields)
  for _, name in ipairs(self.settings.registers) do
    if #self.states > 0 and not self.known[name] then
      local near = system.near(name, fields)
      words[#words + 1] = ("\nregister '%s': the state has no such field%s"):format(name,
        near and ("; did you mean '%s'?"):format(near) or "")
    end
  end
  return table.concat(words)
end

-- ---- showing ---------------------------------------------------------------

local function draw(p, s, states, view)
  local out = { view.paint("head", ("step %d of %d: %s %d, %s"):format(s.step,
    #states, s.block, s.line, s.name)) }
  local names = p:set():blocks()
  table.move(linear.side_by_side(p, function(block, line, text)
    local here = names[block].name == s.block and line == s.line
    if not here then return "  " .. text end
    return "=>" .. (view.colour and view.paint("mark", text) or text)
  end, view), 1, view.lines, 2, out)
  if #s.order > 0 then
    out[#out + 1] = linear.register_lines(s, states[s.step - 1], view)
  end
  if s.picture ~= "" then out[#out + 1] = s.picture end
  return table.concat(out, "\n")
end

-- The trace of one case (the first).
function lines.trace(game, p, case)
  local settings = recipes.recipe(game).settings
  p = game:read(tostring(p))
  local walk = walk_of(settings, p, case or 1):play()
  return steps.trace { states = walk.states, place = "place",
    columns = { "block", "line", "name" },
    title = ("case %d, a linear program of %d lines; %d steps spent%s"):format(
      case or 1, #p, walk.spent, walk:unknown()),
    draw = function(s, view) return draw(p, s, walk.states, view) end }
end

return lines
