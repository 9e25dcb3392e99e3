-- trace_vector.lua -- the adapter of traces of vectors that play a game of one's own:
-- turn by turn, which gene it was, if the vector is a plan, and what was given.

local recipes = require "ludus.script.recipes"
local trace   = require "ludus.inspect.trace"

local Vector = trace.adapter {}

function Vector:count() return self.record.count end

function Vector:state(n)
  local place, _, _, _, spent, said = self.record:step(n)
  local gene = self.plan and place + 1 or nil
  return { gene = gene, value = said,
    name = not gene and "turn" or self.names[gene] or "gene " .. gene,
    reads = gene and self.of[gene] or "all genes", spent = spent }
end

function Vector:ending()
  return { raw = self.record.raw, ended = self.record.ended }
end

function Vector:events() return self.record:events(self) end

function Vector:picture(n) return self.record:picture(n) end

Vector.lazy = {
  fields = function(d, s) return d.record:state(s.step) end,
}

function Vector:jump(n, what)
  local place = self.record:step(n)
  if what == "node" then return self.record:visit(place, n + 1, 1) end
  if what == "back" then return self.record:visit(place, n - 1, -1) end
  if what == "over" then return n + 1 end
end

-- A turn depends on the genes, and on what happened before.
function Vector.sources() return {} end

function Vector:label(n)
  local s = self:state(n)
  return s.value == nil and s.name or ("%s = %s"):format(s.name, tostring(s.value))
end

-- ---- what if ---------------------------------------------------------------

-- A turn gives what `move` gave, or a gene; genes that fill a case give nothing.
function Vector:supposed(n, value)
  local was = self:state(n).value
  if was == nil then
    error("t:what_if: the turns of this vector give nothing, its genes are part of the "
      .. "case: give { program = q }", 0)
  elseif type(was) ~= type(value) then
    error(("t:what_if: field 'value': expected a %s, got %s"):format(type(was) == "string"
      and "word" or type(was), tostring(value)), 0)
  end
  return value
end

-- ---- drawing ---------------------------------------------------------------

function Vector:head(s)
  if s.over then return trace.Driver.head(self, s) end
  return ("turn %d of %d, case %d"):format(s.step, self:count(), self.case)
end

function Vector:words(s, view)
  local list = s.over and { ("raw %s, %s"):format(tostring(s.raw), s.ended) } or {
    s.gene and ("%s is %s"):format(s.name, tostring(self.of[s.gene]))
      or s.value ~= nil and "all genes give " .. tostring(s.value) or "by all genes" }
  for _, row in ipairs(s.changed) do
    list[#list + 1] = view.paint("head", "does: " .. self:told(row))
  end
  return list
end

-- The genes around the one that is read.
function Vector:program(s, view, room)
  local out = {}
  for i = 1, #self.of do
    local line = ("%4s  %s"):format(self.names[i] or i, tostring(self.of[i]))
    out[i] = i == s.gene and "=>" .. view.paint("mark", line) or "  " .. line
  end
  if #out <= room then return out end
  local first = math.max(1, math.min((s.gene or 1) - room // 2, #out - room + 1))
  return table.move(out, first, first + room - 1, 1, {})
end

-- ---- making ----------------------------------------------------------------

function Vector.prepare(d, p)
  local settings = recipes.recipe(d.game).settings
  d.of, d.plan, d.names = p, settings.plan, settings.genes.names or {}
end

function Vector.size(d) return ("%d genes"):format(#d.of) end

return Vector
