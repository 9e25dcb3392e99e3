-- trace_lines.lua -- the adapter of traces of linear programs, whatever game they
-- play: block, line, instruction, the registers before it, and if it is a test
-- whether it held.

local lines  = require "ludus.inspect.lines"
local system = require "ludus.core.system"
local trace  = require "ludus.inspect.trace"

local Lines = trace.adapter {}

function Lines:count() return self.record.count end

-- Places hold block and line, from 0, in halves of a word.
local function block_and_line(place) return (place >> 16) + 1, (place & 0xffff) + 1 end

function Lines:state(n)
  local place, value, _, _, spent = self.record:step(n)
  local b, line = block_and_line(place)
  local block = self.blocks[b]
  local name = block.lines[line] or "(again)"
  local held                          -- of a test
  if self.kinds[name] == "test" then held = value ~= 0 end
  return { block = block.name, line = line, name = name, place = b * 1000 + line,
    value = held, spent = spent, order = self.registers }
end

function Lines:ending()
  return { raw = self.record.raw, ended = self.record.ended, order = self.registers }
end

function Lines:events() return self.record:events(self) end

function Lines:picture(n) return self.record:picture(n) end

local function registers(d, s)
  local state, out = d.record:state(s.step), {}
  for _, name in ipairs(d.registers) do out[name] = tostring(state[name]) end
  return out
end

Lines.lazy = {
  registers = registers,
  reads = function(_, s) return s.registers end,
  state = function(d, s) return d.record:state(s.step) end,
}

function Lines:jump(n, what)
  local place = self.record:step(n)
  if what == "node" then return self.record:visit(place, n + 1, 1) end
  if what == "back" then return self.record:visit(place, n - 1, -1) end
  if what == "over" then return n + 1 end
end

-- ---- why -------------------------------------------------------------------

-- A line runs since the test before it held, or since a jump led to its block.
function Lines:sources(n)
  if n == 1 then return {} end
  local before, s = self:state(n - 1), self:state(n)
  if before.value and before.block == s.block then
    return { { step = n - 1, role = "it runs since" } }
  end
  local at = n - 1
  while at >= 1 and self:state(at).block == s.block do at = at - 1 end
  return at >= 1 and { { step = at, role = "the block was entered by" } } or {}
end

-- A test asks the game.
function Lines:question(n)
  local s = self:state(n)
  if s.value == nil then return nil end
  return s.name, s.value
end

function Lines:concerns(n, row)
  return not self.record.concerns or self.record:concerns(self:state(n).name, row)
end

function Lines:label(n)
  local s = self:state(n)
  return ("%s %d %s%s"):format(s.block, s.line, s.name, s.value == nil and ""
    or s.value and " holds" or " does not hold")
end

-- ---- drawing ---------------------------------------------------------------

function Lines:head(s)
  if s.over then return trace.Driver.head(self, s) end
  return ("step %d of %d: %s %d, %s"):format(s.step, self:count(), s.block, s.line,
    s.name)
end

function Lines:words(s, view)
  local list = {}
  if s.over then list[1] = ("raw %s, %s"):format(tostring(s.raw), s.ended) end
  if s.value ~= nil then
    list[#list + 1] = s.value and "holds" or "does not hold: passes over"
  end
  for i, row in ipairs(s.changed) do
    if i == 4 and #s.changed > 4 then
      list[4] = ("  and %d more"):format(#s.changed - 3)
      break
    end
    list[#list + 1] = view.paint("head", "does: " .. self:told(row))
  end
  if #self.registers > 0 then
    local before = s.step > 1 and { registers = registers(self, { step = s.step - 1 }) }
    for line in lines.register_lines(s, before, view):gmatch "[^\n]+" do
      list[#list + 1] = line
    end
  end
  return list
end

function Lines:program(s, view)
  return lines.side_by_side(self.of, function(block, line, text)
    local here = self.blocks[block].name == s.block and line == s.line
    if not here then return "  " .. text end
    return "=>" .. (view.colour and view.paint("mark", text) or text)
  end, view)
end

-- ---- making ----------------------------------------------------------------

function Lines.prepare(d, p)
  d.of, d.blocks, d.registers, d.kinds = p, lines.blocks(p), {}, {}
  for i, row in ipairs(p:set():registers()) do d.registers[i] = row.name end
  for _, row in ipairs(p:set():rows()) do d.kinds[row.name] = row.kind end
end

-- What to say of registers that no state had a value for: misspelt, most likely.
function Lines.warning(d)
  local known, fields, words = {}, {}, {}
  for n = 1, d:count() + 1 do
    for name in pairs(d.record:state(n)) do
      if not known[name] then fields[#fields + 1] = name end
      known[name] = true
    end
    if n > 1000 then break end
  end
  table.sort(fields)
  for _, name in ipairs(d.registers) do
    if d:count() > 0 and not known[name] then
      local near = system.near(name, fields)
      words[#words + 1] = ("\nregister '%s': the state has no such field%s"):format(
        name, near and ("; did you mean '%s'?"):format(near) or "")
    end
  end
  return table.concat(words)
end

function Lines.size(d) return ("%d lines"):format(#d.of) end

return Lines
