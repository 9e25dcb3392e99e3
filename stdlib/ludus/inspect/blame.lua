-- blame.lua -- which ancestor brought what of a program, and what it gained by it.
--
--     local b = r:blame()               -- of a run's best; p:blame() of a run's program
--     b  b:of(42)  b.events  b:innovations()  b:svg "lineage.svg"
--
-- All ancestors are made again from the births a run has kept, and the last of them must
-- be the stored program. An event is an ancestor that brought units (nodes, lines, states
-- or genes) which are still there, in the place it put them: a node came when it was put
-- below the node that is above it now, any other unit when it came into the line of
-- mothers. `before` is the score of that ancestor's mother, `after` its own.

local evolve   = require "ludus.core.evolve"
local inherit  = require "ludus.inspect.inherit"
local look     = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local trees    = require "ludus.inspect.tree"

local blame = {}

local Blame = show.speaks { __name = "ludus.blame" }
Blame.__index = Blame

-- ---- scores ----------------------------------------------------------------

-- The raw score of an ancestor in the run's game.
function Blame:score(generation, slot)
  local text = self.past:member(generation, slot).text
  if not self.scores[text] then
    self.scores[text] = self.game:results(self.species, text).raw
  end
  return self.scores[text]
end

-- Is raw score a better than b?
function Blame:better(a, b)
  if self.minimise then return a < b end
  return a > b
end

-- ---- events ----------------------------------------------------------------

local function event_of(self, generation, slot)
  local m = self.past:member(generation, slot)
  return { generation = generation, slot = slot, operator = m.operator,
    mother = m.mother, father = m.father, at = m.at, removed = m.removed,
    added = m.added, units = {},
    after = self:score(generation, slot),
    before = m.mother and self:score(generation - 1, m.mother) or nil }
end

-- The ancestors that brought units, the oldest first.
local function events_of(self)
  local list, by = {}, {}
  for i, unit in ipairs(self.units) do
    local slot = unit.way[unit.joined][1]
    local key = unit.joined << 24 | slot
    if not by[key] then
      by[key] = event_of(self, unit.joined, slot)
      list[#list + 1] = by[key]
    end
    table.insert(by[key].units, i)
    unit.event = by[key]
  end
  table.sort(list, function(a, b)
    if a.generation ~= b.generation then return a.generation < b.generation end
    return a.slot < b.slot
  end)
  return list
end

-- The events whose program was better than its mother: what they brought is still
-- there. The greatest gain first.
function Blame:innovations()
  local list = {}
  for _, e in ipairs(self.events) do
    if e.before and self:better(e.after, e.before) then list[#list + 1] = e end
  end
  table.sort(list, function(a, b)
    local x, y = math.abs(a.after - a.before), math.abs(b.after - b.before)
    if x ~= y then return x > y end
    return a.generation < b.generation
  end)
  return list
end

-- ---- words -----------------------------------------------------------------

local function made_by(e)
  if not e.before then
    return e.operator == "planted" and "planted" or "made by chance"
  end
  return e.operator .. (e.father and (" of %d with %d"):format(e.mother, e.father)
    or (" of %d"):format(e.mother))
end

local function scores_text(e)
  if not e.before then return "raw " .. progress.number(e.after) end
  return ("raw %s -> %s"):format(progress.number(e.before), progress.number(e.after))
end

-- What a unit is, in so many columns: its subtree, line, state or gene.
local function unit_text(unit, width)
  if unit.node then return trees.short(unit.node, width) end
  return show.cut(unit.label, width)
end

-- ---- one unit --------------------------------------------------------------

local One = show.speaks { __name = "ludus.blame.unit" }
One.__index = One

-- The newest of a subtree's nodes: since then it has been whole.
local function whole_since(self, i)
  local newest, node = self.units[i], self.units[i].node
  for k = i, i + (node and node.span or 1) - 1 do
    if k ~= i and self.units[k].joined > newest.joined then newest = self.units[k] end
  end
  return newest
end

-- The event by which the unit came into the line of mothers.
local function entered(self, i)
  local unit = self.units[i]
  local g = self.generation
  while g > unit.born and unit.way[g - 1][1] == self.line[g - 1] do g = g - 1 end
  return event_of(self, g, self.line[g])
end

-- Which ancestors brought unit i: a node's number as p:node(i) has it, a line, a state or
-- a gene, from 1. `brought`, `whole` (when the subtree below it was complete) and
-- `mothers` (when it came into the line of mothers) are events, `born` is the generation
-- in which it was first seen.
function Blame:of(i)
  if math.type(i) ~= "integer" or not self.units[i] then
    error(("b:of: expected a %s, 1 to %d, got %s"):format(self.noun, #self.units,
      tostring(i)), 2)
  end
  local unit = self.units[i]
  return setmetatable({ blame = self, number = i, born = unit.born,
    brought = unit.event, whole = whole_since(self, i).event,
    mothers = entered(self, i) }, One)
end

function One:__show(view)
  local b, unit = self.blame, self.blame.units[self.number]
  local function told(lead, e)
    return ("%s generation %d: program %d, %s, %s"):format(lead, e.generation,
      e.slot, made_by(e), scores_text(e))
  end
  local lead = unit.state and "state " or ("%s %d: "):format(b.noun, self.number)
  local lines = { view.paint("head", lead) .. unit_text(unit, view.width - 12),
    told(unit.node and unit.parent and ("put below %s (%d) in"):format(
      b.units[unit.parent].word, unit.parent) or "brought in", self.brought) }
  if self.whole ~= self.brought then
    lines[#lines + 1] = told("whole since", self.whole)
  end
  if self.mothers.generation > self.brought.generation then
    lines[#lines + 1] = told("came into the line of mothers in", self.mothers)
  end
  if self.born < self.brought.generation then
    lines[#lines + 1] = ("first seen, elsewhere, in generation %d"):format(self.born)
  end
  return show.wrap(table.concat(lines, "\n"), view.width)
end

-- ---- showing ---------------------------------------------------------------

local LEVELS = 5
local kinds = { "dim", "key", "name", "warm", "hot" }

-- The age of a unit as a level, 1 (oldest) to 5.
local function level_of(self, unit)
  return math.min(LEVELS, unit.joined * LEVELS // (self.generation + 1) + 1)
end

-- What the levels mean: generations from to.
local function scale_text(self, view)
  local words, last = {}, self.generation + 1
  for level = 1, LEVELS do
    local from = -((level - 1) * last // -LEVELS)
    local to = -(level * last // -LEVELS) - 1
    if to >= from then
      local text = from == to and tostring(from) or ("%d-%d"):format(from, to)
      words[#words + 1] = { kinds[level], "'" .. level, text }
    end
  end
  return show.legend("came in generation:", words, view)
end

-- Marks a word by its age.
local function aged(self, unit, text, view)
  local level = level_of(self, unit)
  return view.colour and view.paint(kinds[level], text) or text .. "'" .. level
end

local function program_lines(self, view)
  local out = {}
  if self.kind == "tree" then
    return trees.render(trees.lines(self.model, view.width,
        function() return view.colour and 0 or 2 end),
      function(node, text) return aged(self, self.units[node.index], text, view) end)
  end
  for i, unit in ipairs(self.units) do
    out[i] = ("%5d %s"):format(unit.joined, aged(self, unit, unit.label, view))
  end
  return out
end

local SHOWN = 8                       -- innovations

function Blame:__show(view)
  local out = { ("%s of run %d's best of generation %d, raw %s: brought by %s, of %s")
    :format(progress.counted(#self.units, self.noun), self.run.id, self.generation,
      progress.number(self:score(self.generation, self.slot)),
      progress.counted(#self.events, "ancestor"), progress.thousands(self.ancestors)) }
  local stuck = self:innovations()
  out[#out + 1] = view.paint("head", #stuck == 0 and "no innovation that stuck"
    or ("%s that stuck%s"):format(progress.counted(#stuck, "innovation"),
      #stuck > 1 and ", the greatest gain first" or ""))
  for i = 1, math.min(#stuck, SHOWN) do
    local e = stuck[i]
    out[#out + 1] = show.cut(("%5d  %s, %s: %s, %s"):format(e.generation,
      scores_text(e), made_by(e), progress.counted(#e.units, self.noun),
      unit_text(self.units[e.units[1]], view.width)), view.width)
  end
  if #stuck > SHOWN then
    out[#out + 1] = ("  and %d more: b:innovations()"):format(#stuck - SHOWN)
  end
  out[1] = show.wrap(out[1], view.width)
  out[#out + 1] = scale_text(self, view)
  for _, line in ipairs(program_lines(self, view)) do out[#out + 1] = line end
  out[#out + 1] = "b:of(n) tells one, b:svg \"file.svg\" draws the ancestors"
  return table.concat(out, "\n")
end

-- ---- drawing ---------------------------------------------------------------

-- Writes a picture of the ancestors, generation by generation; see ludus.inspect.descent.
-- Returns the file's name, or nil and why there is none.
function Blame:svg(file)
  if type(file) ~= "string" then error("b:svg needs the name of a file", 2) end
  local opened, why = io.open(file, "wb")
  if not opened then return nil, why end
  opened:write(require "ludus.inspect.descent".svg(self))
  opened:close()
  return file
end

-- ---- the verb --------------------------------------------------------------

-- The slots of the line of mothers, by generation.
local function mothers(past, last, slot)
  local line = { [last] = slot }
  for g = last, 1, -1 do
    slot = past:member(g, slot).mother
    line[g - 1] = slot
  end
  return line
end

-- Which ancestor and operator brought what of the best program of a run's generation (the
-- last): units, events, innovations(), of(n), svg(file).
function blame.of(run, generation)
  local family, last, slot = run:family(generation)
  local e = run:experiment()
  local game, kind = e.game, evolve.species_kind(e.species)
  local function read(text) return game:read(text) end
  local past = inherit.trace(family, kind, read, last, slot)
  local self = setmetatable({ run = run, game = game, kind = kind,
    species = e.species, past = past, units = past.units, generation = last, slot = slot, scores = {},
    noun = inherit.nouns[kind], minimise = game:goal().minimise, ancestors = 0,
    line = mothers(past, last, slot) }, Blame)
  for g = 0, last do self.ancestors = self.ancestors + #family:slots(g) end
  if kind == "tree" then
    self.model = {}
    for i, unit in ipairs(self.units) do self.model[i] = unit.node end
    self.model.branches = read(past:member(last, slot).text):branches()
  end
  self.events = events_of(self)
  return self
end

-- The same for a program that a run gave: p:blame().
function blame.program(p)
  local run, generation = look.source(p)
  if not run then
    error("p:blame: only a program that a run gave has ancestors: "
      .. "ludus.run(12):program():blame()", 0)
  end
  return blame.of(run, generation)
end

return blame
