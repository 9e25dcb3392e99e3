-- inherit.lua -- what of a program comes from which ancestor.
--
--     local b = inherit.trace(family, last, slot, reader)
--     b.units[7].way[12]     slot and place of unit 7 in generation 12
--
-- A program is a list of units: nodes, lines, states or genes. A child's units are those
-- of its mother, of its father, or new. Where the operator says where it cut, and what it
-- says holds of the units, that decides; else what the lists have in common does: place
-- by place for machines and vectors, whose units do not move, and by the longest common
-- sequence for trees and lines.

local trees = require "ludus.inspect.tree"

local inherit = {}

-- ---- units -----------------------------------------------------------------

-- Units are { word =, parent = (of trees), branch = or block =, line = }; `offset` has
-- the units before each part of the program, as origins count.
local function tree_units(text, read)
  local units = { offset = {} }
  for i, node in ipairs(trees.model(read(text))) do
    units[i] = { word = node.name, parent = node.parent and node.parent.index,
      branch = node.branch, node = node }
  end
  return units
end

local function line_units(text)
  local units, block, part = { offset = {} }, nil, 0
  for line in text:gmatch "[^\n]+" do
    local head = line:match "^(.-) state %("
    local number, word = line:match "^(%d+)%. (.*)$"
    if head then
      block, part = head, part + 1
      units.offset[part] = #units
    elseif word then
      units[#units + 1] = { word = word, block = block, line = tonumber(number),
        label = ("%s %s"):format(block, line) }
    end
  end
  return units
end

local function state_units(text)
  local units = { offset = {}, fixed = true }
  for line in text:gmatch "[^\n]+" do
    local number, word = line:match "^%s*(%d+):%s*(.*)$"
    if word then
      units[#units + 1] = { word = word, state = tonumber(number),
        label = ("%s: %s"):format(number, word) }
    end
  end
  return units
end

local function gene_units(text)
  local units = { offset = {}, fixed = true }
  for word in text:gmatch "[^%s,()]+" do
    units[#units + 1] = { word = word, label = ("%d: %s"):format(#units + 1, word) }
  end
  return units
end

local makers = { tree = tree_units, linear = line_units, machine = state_units,
  vector = gene_units }

-- The units of a program of that kind; read(text) makes a tree of it.
function inherit.units(kind, text, read) return makers[kind](text, read) end

inherit.nouns = { tree = "node", linear = "line", machine = "state", vector = "gene" }

-- ---- child and parents -----------------------------------------------------

local MOTHER, FATHER = "mother", "father"

local function same_slice(a, i, b, j, n)
  if i < 1 or j < 1 or i + n - 1 > #a or j + n - 1 > #b then return false end
  for k = 0, n - 1 do
    local x, y = a[i + k], b[j + k]
    if x.word ~= y.word or x.block ~= y.block then return false end
  end
  return true
end

local function put(map, at, from, index, n)
  for k = 0, n - 1 do map[at + k] = { from, index + k } end
end

-- By where the operator cut; nil if the units say otherwise.
local function by_origin(child, mother, father, made)
  local shift = mother.offset[made.part] or 0
  local at, out, into = made.at + shift, made.removed, made.added
  local rest = #mother - (at - 1) - out
  if rest < 0 or at - 1 + into + rest ~= #child then return nil end
  if not same_slice(child, 1, mother, 1, at - 1)
    or not same_slice(child, at + into, mother, at + out, rest) then return nil end
  local map = {}
  put(map, 1, MOTHER, 1, at - 1)
  put(map, at + into, MOTHER, at + out, rest)
  if father then
    local from = made.from + (father.offset[made.part] or 0)
    if not same_slice(child, at, father, from, into) then return nil end
    put(map, at, FATHER, from, into)
  elseif made.from > made.at and made.from + into <= made.at + out
    and same_slice(child, at, mother, made.from + shift, into) then
    put(map, at, MOTHER, made.from + shift, into)     -- a part took the place of all
  end
  return map
end

local function by_place(child, mother, father)
  local map = {}
  for i = 1, #child do
    if mother[i] and mother[i].word == child[i].word then map[i] = { MOTHER, i }
    elseif father and father[i] and father[i].word == child[i].word then
      map[i] = { FATHER, i }
    end
  end
  return map
end

-- Matches the units i..j of child with those of other, in order, as many as can be.
local function common(child, i, j, other, from, map)
  local n, m = j - i + 1, #other
  local best = {}
  for a = n + 1, 1, -1 do
    best[a] = {}
    for b = m + 1, 1, -1 do
      best[a][b] = a > n and 0 or b > m and 0
        or same_slice(child, i + a - 1, other, b, 1) and best[a + 1][b + 1] + 1
        or math.max(best[a + 1][b], best[a][b + 1])
    end
  end
  local a, b = 1, 1
  while a <= n and b <= m do
    if same_slice(child, i + a - 1, other, b, 1)
      and best[a][b] == best[a + 1][b + 1] + 1 then
      map[i + a - 1] = map[i + a - 1] or { from, b }
      a, b = a + 1, b + 1
    elseif best[a + 1][b] >= best[a][b + 1] then a = a + 1
    else b = b + 1 end
  end
end

local function by_content(child, mother, father)
  local map, first, last = {}, 1, 0
  while same_slice(child, first, mother, first, 1) do first = first + 1 end
  while last < #child - first + 1 and last < #mother - first + 1
    and same_slice(child, #child - last, mother, #mother - last, 1) do
    last = last + 1
  end
  put(map, 1, MOTHER, 1, first - 1)
  put(map, #child - last + 1, MOTHER, #mother - last + 1, last)
  if first <= #child - last then
    common(child, first, #child - last, father or mother, father and FATHER or MOTHER,
      map)
    if father then common(child, first, #child - last, mother, MOTHER, map) end
  end
  return map
end

-- Where the units of a child come from: by unit { "mother" or "father", place }; nil
-- for new ones. `made` is how it was made, as in r:lineage().
function inherit.map(child, mother, father, made)
  local steps = made.operator:find " "                -- the origin is of the last alone
  if made.operator == "copy" or made.operator == "kept" then
    return by_place(child, mother, nil)
  end
  return not steps and not child.fixed and by_origin(child, mother, father, made)
    or child.fixed and by_place(child, mother, father)
    or by_content(child, mother, father)
end

-- ---- back through all ancestors ---------------------------------------------

local Past = {}
Past.__index = Past

-- An ancestor with its units: as family:member() gives it.
function Past:member(generation, slot)
  local key = generation << 24 | slot
  local m = self.kept[key]
  if not m then
    m = self.family:member(generation, slot)
    m.units = inherit.units(self.kind, m.text, self.read)
    self.kept[key] = m
  end
  return m
end

-- Where the units of that ancestor come from, in its parents.
function Past:map(generation, slot)
  local m = self:member(generation, slot)
  if not m.map then
    m.map = inherit.map(m.units, self:member(generation - 1, m.mother).units,
      m.father and self:member(generation - 1, m.father).units, m)
  end
  return m.map, m
end

-- Follows a unit of the last program back to where it was born.
local function follow(past, last, slot, i)
  local way, at = { [last] = { slot, i } }, i
  for g = last, 1, -1 do
    local map, m = past:map(g, slot)
    local from = map[at]
    if not from then return way, g end
    slot, at = m[from[1]], from[2]
    way[g - 1] = { slot, at }
  end
  return way, 0
end

-- The generation in which a unit came to its place: below its parent in a tree, else
-- into the line of mothers.
local function joined(past, units, i, last)
  local unit = units[i]
  for g = last, unit.born + 1, -1 do
    local slot, at = table.unpack(unit.way[g])
    local map, m = past:map(g, slot)
    if past.kind ~= "tree" then
      if map[at][1] == FATHER then return g end
    else
      local before = past:member(g - 1, unit.way[g - 1][1])
      local was, above = before.units[unit.way[g - 1][2]], unit.parent
      local theirs = above and units[above].way[g - 1]
      local same = not above and not was.parent and was.branch == unit.branch
        or theirs and theirs[1] == before.slot and was.parent == theirs[2]
      if not same or not m then return g end
    end
  end
  return unit.born
end

-- The units of the program in `slot` of generation `last`, each with `way` (by
-- generation { slot, place }), `born` and `joined` (generations), and the past itself.
function inherit.trace(family, kind, read, last, slot)
  local past = setmetatable({ family = family, kind = kind, read = read, kept = {},
    last = last }, Past)
  local units = past:member(last, slot).units
  for i, unit in ipairs(units) do unit.way, unit.born = follow(past, last, slot, i) end
  for i, unit in ipairs(units) do unit.joined = joined(past, units, i, last) end
  past.units = units
  return past
end

return inherit
