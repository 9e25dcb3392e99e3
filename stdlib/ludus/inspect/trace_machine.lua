-- trace_machine.lua -- the adapter of traces of machines that play a game of one's
-- own, turn by turn: the state, its move, the answer, where that leads.

local trace = require "ludus.inspect.trace"

local Machine = trace.adapter {}

function Machine:count() return self.record.count end

function Machine:state(n)
  local place, _, _, _, spent, answer = self.record:step(n)
  return { state = place, mine = self.moves[place], value = self.moves[place],
    theirs = answer, reads = answer, spent = spent,
    to = n < self:count() and self.record:step(n + 1) or nil }
end

function Machine:ending()
  return { raw = self.record.raw, ended = self.record.ended }
end

function Machine:events() return self.record:events(self) end

function Machine:picture(n) return self.record:picture(n) end

Machine.lazy = {
  fields = function(d, s) return d.record:state(s.step) end,
}

function Machine:jump(n, what)
  local place = self.record:step(n)
  if what == "node" then return self.record:visit(place, n + 1, 1) end
  if what == "back" then return self.record:visit(place, n - 1, -1) end
  if what == "over" then return n + 1 end
end

-- ---- why -------------------------------------------------------------------

function Machine:sources(n)
  if n == 1 then return {} end
  return { { step = n - 1, role = ("%s led here from"):format(
    tostring(self:state(n - 1).theirs)) } }
end

function Machine.concerns() return false end

-- What the machine sees, as the engine counts it.
function Machine:supposed(_, value)
  local sees = self.of:alphabet().sees
  for i, name in ipairs(sees) do
    if name == value then return i - 1 end
  end
  error(("t:what_if: field 'value': expected %s, got %s"):format(
    table.concat(sees, ", "), tostring(value)), 0)
end

function Machine:label(n)
  local s = self:state(n)
  return ("state %d plays %s, sees %s"):format(s.state, s.mine, s.theirs or "nothing")
end

-- ---- drawing ---------------------------------------------------------------

function Machine:head(s)
  if s.over then return trace.Driver.head(self, s) end
  return ("turn %d of %d, case %d"):format(s.step, self:count(), self.case)
end

function Machine:words(s, view)
  local list = s.over and { ("raw %s, %s"):format(tostring(s.raw), s.ended) } or {
    ("state %d plays %s, the answer is %s"):format(s.state, s.mine,
      s.theirs or "none"),
    s.to and ("then state %d"):format(s.to) or "then the case is over" }
  for _, row in ipairs(s.changed) do
    list[#list + 1] = view.paint("head", "does: " .. self:told(row))
  end
  return list
end

-- The lines of the machine's table around the state it is in.
function Machine:program(s, view, room)
  local out, at = {}, 1
  for line in tostring(self.of):gmatch "[^\n]+" do
    local number = tonumber(line:match "^%s*(%d+):")
    if number then
      local here = number == s.state
      out[#out + 1] = here and "=>" .. view.paint("mark", line) or "  " .. line
      if here then at = #out end
    end
  end
  if #out <= room then return out end
  local first = math.max(1, math.min(at - room // 2, #out - room + 1))
  return table.move(out, first, first + room - 1, 1, {})
end

-- ---- making ----------------------------------------------------------------

function Machine.prepare(d, p)
  d.of, d.moves = p, {}
  for i = 0, #p - 1 do d.moves[i] = (p:state(i)) end
end

function Machine.size(d) return #d.of == 1 and "1 state" or ("%d states"):format(#d.of) end

return Machine
