-- crowd.lua -- a population by what its programs do: who does the same, which kinds of
-- players there are, what those that score well have in common.
--
--     pop = r:population()
--     pop:behaviours()  pop:schemata()  pop:clusters()  r:diversity()
--
-- Programs are the same if they behave alike in all cases, as exactly as the game tells
-- it (ludus.inspect.look). Clusters are made of programs whose scores differ in few cases:
-- from the largest group on, each group joins the first cluster whose leader is near, or
-- leads one of its own. Entropy is that of the groups, in bits: 0 if all do the same.

local evolve   = require "ludus.core.evolve"
local inherit  = require "ludus.inspect.inherit"
local look     = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local spec     = require "ludus.script.spec"
local trees    = require "ludus.inspect.tree"

local crowd = {}

-- ---- groups ----------------------------------------------------------------

-- What each program does, as a key; programs of one text are asked once.
local function keys_of(pop)
  local by_text, keys = {}, {}
  for slot = 1, #pop do
    local text = pop.evolution:text(slot)
    if not by_text[text] then by_text[text] = look.behaviour(pop.game, pop[slot]) end
    keys[slot] = by_text[text]
  end
  return keys
end

local function entropy_of(groups, total)
  local bits = 0
  for _, group in ipairs(groups) do
    local share = #group.slots / total
    bits = bits - share * math.log(share, 2)
  end
  return math.max(0, bits)
end

local Groups = show.speaks { __name = "ludus.behaviours" }
Groups.__index = Groups

-- Programs that do the same in all cases, the largest group first: a list of { slots,
-- raw, share, texts (how many different) }, with distinct, entropy (bits), programs.
function crowd.behaviours(pop)
  local keys, by = keys_of(pop), {}
  local self = setmetatable({ programs = #pop, pop = pop, texts = 0 }, Groups)
  local all = {}
  for slot = 1, #pop do
    local group, text = by[keys[slot]], pop.evolution:text(slot)
    if not group then
      group = { slots = {}, raw = pop:score(slot).raw, texts = 0, seen = {} }
      by[keys[slot]] = group
      self[#self + 1] = group
    end
    table.insert(group.slots, slot)
    if not group.seen[text] then group.texts = group.texts + 1 end
    if not all[text] then self.texts = self.texts + 1 end
    group.seen[text], all[text] = true, true
  end
  table.sort(self, function(a, b)
    if #a.slots ~= #b.slots then return #a.slots > #b.slots end
    return a.slots[1] < b.slots[1]
  end)
  for _, group in ipairs(self) do
    group.seen, group.share = nil, #group.slots / #pop
  end
  self.distinct, self.entropy = #self, entropy_of(self, #pop)
  self.what = look.what(pop.game)
  return self
end

local function first_line(pop, slot, width)
  return show.cut((pop.evolution:text(slot):gsub("%s+", " ")), math.max(8, width))
end

local SHOWN = 10

function Groups:__show(view)
  local out = { show.wrap(("%d programs, %d texts, %d behaviours (%s); entropy %.2f of at "
    .. "most %.2f bits"):format(self.programs, self.texts, self.distinct, self.what,
    self.entropy, math.log(self.programs, 2)), view.width),
    view.paint("head", "programs  texts        raw  the first of them") }
  for i = 1, math.min(#self, SHOWN) do
    local g = self[i]
    out[#out + 1] = show.cut(("%8d %6d %10s  %s"):format(#g.slots, g.texts,
      progress.number(g.raw), first_line(self.pop, g.slots[1], view.width - 28)),
      view.width)
  end
  if #self > SHOWN then out[#out + 1] = ("... %d more"):format(#self - SHOWN) end
  return table.concat(out, "\n")
end

-- ---- clusters ---------------------------------------------------------------

local Clusters = show.speaks { __name = "ludus.clusters" }
Clusters.__index = Clusters

-- The share of cases in which two lists of scores differ.
local function distance(a, b)
  local differ = 0
  for i = 1, #a do if a[i] ~= b[i] then differ = differ + 1 end end
  return #a > 0 and differ / #a or 0
end

local cluster_fields = {
  near = { "number", 0.1, min = 0, max = 1,
    help = "the greatest share of cases whose scores differ" },
}

-- Kinds of players: programs whose scores differ from their leader's in few cases; a
-- list of { leader, slots, raw (mean) }, the largest first. Options: near = 0.1.
function crowd.clusters(pop, options)
  local s = spec.check("pop:clusters", options, cluster_fields)
  if not pop.game:can "cases" then pop.game:need "cases" end
  local groups, list = crowd.behaviours(pop), {}
  for _, group in ipairs(groups) do
    local scores = pop.evolution:cases(group.slots[1])
    local mine
    for _, cluster in ipairs(list) do
      if distance(scores, cluster.scores) <= s.near then mine = cluster break end
    end
    if not mine then
      mine = { leader = group.slots[1], slots = {}, scores = scores, sum = 0 }
      list[#list + 1] = mine
    end
    for _, slot in ipairs(group.slots) do
      table.insert(mine.slots, slot)
      mine.sum = mine.sum + pop:score(slot).raw
    end
  end
  table.sort(list, function(a, b)
    if #a.slots ~= #b.slots then return #a.slots > #b.slots end
    return a.leader < b.leader
  end)
  for _, c in ipairs(list) do c.raw, c.sum = c.sum / #c.slots, nil end
  list.pop, list.near, list.behaviours = pop, s.near, #groups
  return setmetatable(list, Clusters)
end

function Clusters:__show(view)
  local out = { show.wrap(("%d programs, %d behaviours, %d clusters whose scores differ "
    .. "from their leader's in at most %g%% of the cases"):format(#self.pop,
    self.behaviours, #self, 100 * self.near), view.width),
    view.paint("head", "programs   mean raw  leader") }
  for i = 1, math.min(#self, SHOWN) do
    local c = self[i]
    out[#out + 1] = show.cut(("%8d %10s  %d: %s"):format(#c.slots, progress.number(c.raw),
      c.leader, first_line(self.pop, c.leader, view.width - 28)), view.width)
  end
  if #self > SHOWN then out[#out + 1] = ("... %d more"):format(#self - SHOWN) end
  return table.concat(out, "\n")
end

-- ---- schemata -----------------------------------------------------------------

local Schemata = show.speaks { __name = "ludus.schemata" }
Schemata.__index = Schemata

local schema_fields = {
  least = { "integer", 2, min = 1, max = 100, help = "nodes or lines of a part" },
  most = { "integer", 8, min = 1, max = 100, help = "the most of them" },
  share = { "number", 0.02, min = 0, max = 1,
    help = "of the programs that must have the part" },
}

-- Calls f(text) once for each part of a program: subtrees, lines that follow each other,
-- states, genes at their places.
local function each_part(kind, units, s, f)
  local seen = {}
  local function tell(text)
    if not seen[text] then f(text) end
    seen[text] = true
  end
  if kind == "tree" then
    for _, unit in ipairs(units) do
      local n = unit.node.span
      if n >= s.least and n <= s.most then tell(trees.text(unit.node)) end
    end
  elseif kind == "linear" then
    for i in ipairs(units) do
      for n = s.least, math.min(s.most, #units - i + 1) do
        if units[i + n - 1].block ~= units[i].block then break end
        local words = {}
        for k = 0, n - 1 do words[k + 1] = units[i + k].word end
        tell(units[i].block .. ": " .. table.concat(words, " "))
      end
    end
  else
    for _, unit in ipairs(units) do tell(unit.label) end
  end
end

-- Parts that programs have in common, with the mean score of those that have them and of
-- those that have not: a list of { text, programs, raw, without, gain }, the greatest gain
-- first. Options: least, most (nodes), share (of the programs that have it).
function crowd.schemata(pop, options)
  local s = spec.check("pop:schemata", options, schema_fields)
  if s.least > s.most then
    error("pop:schemata: field 'least' is more than field 'most'", 0)
  end
  local kind = evolve.kind(pop.game)
  local function read(text) return pop.game:read(text) end
  local by, list, sum = {}, {}, 0
  for slot = 1, #pop do
    local raw = pop:score(slot).raw
    sum = sum + raw
    each_part(kind, inherit.units(kind, pop.evolution:text(slot), read), s, function(text)
      local row = by[text] or { text = text, programs = 0, sum = 0 }
      by[text] = row
      row.programs, row.sum = row.programs + 1, row.sum + raw
    end)
  end
  local minimise = pop.game:goal().minimise
  for _, row in pairs(by) do
    local others = #pop - row.programs
    if row.programs >= s.share * #pop and row.programs >= 2 and others > 0 then
      row.raw, row.without = row.sum / row.programs, (sum - row.sum) / others
      row.gain = (row.raw - row.without) * (minimise and -1 or 1)
      row.sum = nil
      list[#list + 1] = row
    end
  end
  table.sort(list, function(a, b)
    if a.gain ~= b.gain then return a.gain > b.gain end
    return a.text < b.text
  end)
  list.pop, list.share = pop, s.share
  return setmetatable(list, Schemata)
end

function Schemata:__show(view)
  local out = { show.wrap(("%d parts that at least %g%% of %d programs have, not all; the "
    .. "greatest difference of mean scores first"):format(#self, 100 * self.share,
    #self.pop), view.width),
    view.paint("head", "programs  raw with    without  part") }
  for i = 1, math.min(#self, SHOWN) do
    local row = self[i]
    out[#out + 1] = show.cut(("%8d %9s %10s  %s"):format(row.programs,
      progress.number(row.raw), progress.number(row.without), row.text), view.width)
  end
  if #self > SHOWN then out[#out + 1] = ("... %d more"):format(#self - SHOWN) end
  return table.concat(out, "\n")
end

-- ---- over time -----------------------------------------------------------------

local Course = show.speaks { __name = "ludus.diversity" }
Course.__index = Course

local course_fields = {
  every = { "integer", min = 1, max = 1000000000,
    help = "generations from look to look (a tenth of the run)" },
}

-- How diverse a run was: it is bred again from its seed, and every so many generations the
-- programs are counted by what they do. A list of { generation, texts, behaviours, entropy,
-- raw }. Options: every.
function crowd.diversity(run, options)
  local s = spec.check("r:diversity", options, course_fields)
  if run:experiment().schedule then
    error(("r:diversity: run %d has a schedule, which cannot be gone through generation "
      .. "by generation"):format(run.id), 0)
  end
  local last = run.row.generation
  local every = s.every or math.max(1, last // 10)
  local class = require "ludus.inspect.classroom".new(run:experiment(),
    { seed = run.row.seed })
  local list = setmetatable({ run = run, programs = run.row.population }, Course)
  for g = 0, last do
    if g > 0 then class:next() end
    if g % every == 0 or g == last then
      local pop = class:population()
      local b = crowd.behaviours(pop)
      list[#list + 1] = { generation = g, texts = b.texts, behaviours = b.distinct,
        entropy = b.entropy, raw = class.run.stats.raw }
    end
  end
  return list
end

function Course:__show(view)
  local most = math.log(math.max(2, self.programs), 2)
  local out = { ("%d programs; entropy of behaviour in bits, at most %.2f"):format(
    self.programs, most), view.paint("head", " gen  texts  behaviours  entropy   best raw") }
  local room = math.max(0, math.min(40, view.width - 48))
  for _, row in ipairs(self) do
    out[#out + 1] = show.cut(("%4d %6d %11d %8.2f %10s  %s"):format(row.generation,
      row.texts, row.behaviours, row.entropy, progress.number(row.raw),
      ("#"):rep(math.floor(room * row.entropy / most + 0.5))), view.width)
  end
  return table.concat(out, "\n")
end

return crowd
