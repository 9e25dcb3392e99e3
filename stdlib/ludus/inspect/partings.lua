-- partings.lua -- where the games of a program part: the traces of all cases read side by
-- side become one tree.
--
--     local tree = partings.tree { partings.reader(trace, case), ... }
--
-- Each step is read when it is complete: those below a node come before it. Games part
-- where not all do the same or go to the same step next. What they parted on is the last
-- step before whose values tell the ways apart, followed back to where its value was
-- made; if no value does, it is what the step did or where it went.
--
-- Then the tree is folded: cases that do the same to the same end are one leaf, and ways
-- after which all is alike are one.

local partings = {}

local BACK = 50                       -- steps that are searched for what was read

-- ---- reading a trace ------------------------------------------------------

-- Changes of a state: numbers by how much, others by what they are now.
local function changes_text(changes)
  local words = {}
  for i, c in ipairs(changes) do
    if math.type(c.before) and math.type(c.after) then
      words[i] = ("%s %s%s"):format(c.name, c.after < c.before and "" or "+",
        tostring(c.after - c.before))
    else
      words[i] = ("%s = %s"):format(c.name, tostring(c.after))
    end
  end
  return table.concat(words, " ")
end

-- What an event did: where, unless places are chance (d.chance), or what changed, or who
-- did it.
local function act_of(d, row)
  if row.turn then return "plays " .. tostring(d:answer(row.step)) end
  if row.row and row.col and d.chance then return row.event end
  if row.row and row.col then
    return ("%s %d,%d"):format(row.event, row.row, row.col)
  end
  local s = d:state(math.min(row.step, d:count()))
  return s.mine or row.changes and changes_text(row.changes) or s.name or row.event
end

-- A case to be compared: its steps in the order in which they are complete and where each
-- is in the program, its acts with the place of their step in that order, acts by place,
-- places by step, and all that it did as one text.
function partings.reader(trace, case)
  local d = trace.driver
  local r = { driver = d, number = case.number, acts = {}, done = {},
    ended = case.ended or trace:at(#trace + 1).ended or "over" }
  local place, words, before
  r.order, r.where, place = d:finished()
  words = {}
  for _, row in ipairs(trace:events()) do
    if row.event == "set" and row.name == "value" or row.rival then
      goto continue                    -- not what the program does
    end
    local act, k = act_of(d, row), place[row.step] or #r.order
    if row.step ~= before or r.done[k] ~= act then   -- all that one step sets is one
      r.acts[#r.acts + 1] = { act, k }
      words[#words + 1] = act
      r.done[k] = r.done[k] and r.done[k] .. ", " .. act or act
    end
    before = row.step
    ::continue::
  end
  r.place = place
  r.whole = table.concat(words, "; ") .. " -> " .. r.ended
  return r
end

-- The state of the k-th step that is complete, and what it gave; nothing at the end.
local function state_at(r, k)
  local n = r.order[k]
  if not n then return nil end
  return r.driver:state(n)
end

local function value_at(r, k)
  local n = r.order[k]
  return n and r.driver:answer(n)
end

-- ---- the tree -------------------------------------------------------------

-- The acts of a case from step `from` till before `till`, in order.
local function acts_between(r, from, till)
  local list = {}
  for _, act in ipairs(r.acts) do
    if act[2] >= from and act[2] < till then list[#list + 1] = act[1] end
  end
  return list
end

-- A step in words: "NUM (264)", "Sinking 3 IfHit", "state 2".
local function step_text(s)
  if not s then return "the end" end
  if s.node then return ("%s (%d)"):format(s.name, s.node) end
  if s.block then return ("%s %d %s"):format(s.block, s.line, s.name) end
  return s.state and ("state %d"):format(s.state) or tostring(s.name)
end

local function alike(list)
  for i = 2, #list do
    if list[i].whole ~= list[1].whole then return false end
  end
  return true
end

-- The first place from k on at which not all cases have the same step and act; nil if
-- there is none.
local function parting(list, k)
  while true do
    local place, act = list[1].where[k], list[1].done[k]
    for i = 2, #list do
      local r = list[i]
      if r.where[k] ~= place or r.done[k] ~= act then return k end
    end
    if place == nil then return nil end
    k = k + 1
  end
end

-- The values at j by the ways that they lead to, { { value, ... }, ... }; nil if one
-- leads to two ways.
local function values_at(ways, j)
  local way_of, values = {}, {}
  for i, way in ipairs(ways) do
    values[i] = {}
    for _, r in ipairs(way.list) do
      local value = value_at(r, j)
      if value == nil or way_of[value] and way_of[value] ~= i then return nil end
      if not way_of[value] then table.insert(values[i], value) end
      way_of[value] = i
    end
  end
  return values
end

-- The step before k whose values tell the ways apart: its place in the order and the
-- values; nil if there is none among the last.
local function asked(ways, k)
  local r, j, values = ways[1].list[1], k, nil
  repeat
    j = j - 1
    values = j >= 1 and values_at(ways, j)
  until values or j < 1 or j < k - BACK
  if not values then return nil end
  for _ = 1, BACK do                  -- back to where the value was made
    local n = r.driver:jump(r.order[j], "origin")
    local made = n and r.place[n]
    local theirs = made and made < k and values_at(ways, made)
    if not theirs then break end
    j, values = made, theirs
  end
  return j, values
end

local function label_of(values)
  table.sort(values, function(a, b)
    if math.type(a) and math.type(b) then return a < b end
    return tostring(a) < tostring(b)
  end)
  for i, value in ipairs(values) do values[i] = tostring(value) end
  return "= " .. table.concat(values, " or ")
end

-- The cases by what they have at k: ways { label, list }, and what they parted on.
local function part(list, k)
  local first, same, ways, by = list[1].where[k], true, {}, {}
  for i = 2, #list do same = same and list[i].where[k] == first end
  for _, r in ipairs(list) do
    local label = same and "does " .. (r.done[k] or "nothing") or "then " .. step_text(state_at(r, k))
    if not by[label] then
      by[label] = { label = label, list = {} }
      ways[#ways + 1] = by[label]
    end
    table.insert(by[label].list, r)
  end
  local j, values = asked(ways, k)
  for i, way in ipairs(ways) do
    if values then way.label = label_of(values[i]) end
  end
  table.sort(ways, function(a, b) return a.label < b.label end)
  local at = j or same and k or k - 1
  return ways, at == 0 and "at first" or step_text(state_at(list[1], at))
end

-- The ends of cases that nothing tells apart: one, or several.
local function ends_of(list)
  local ends, seen = {}, {}
  for _, r in ipairs(list) do
    if not seen[r.ended] then ends[#ends + 1] = r.ended end
    seen[r.ended] = true
  end
  table.sort(ends)
  return table.concat(ends, " or ")
end

local function numbers_of(list)
  local out = {}
  for i, r in ipairs(list) do out[i] = r.number end
  return out
end

-- A number for what a node looks like, whichever cases come to it.
local function shape_of(node, shapes)
  local words = { table.concat(node.acts, "; "), node.on or node.ended }
  for _, way in ipairs(node.ways) do
    words[#words + 1] = way.label .. " " .. way.node.shape
  end
  local text = table.concat(words, "\n")
  if not shapes[text] then
    shapes.count = shapes.count + 1
    shapes[text] = shapes.count
  end
  return shapes[text]
end

-- Adds the cases of b to a, which looks the same.
local function merge(a, b)
  table.move(b.cases, 1, #b.cases, #a.cases + 1, a.cases)
  table.sort(a.cases)
  for i, way in ipairs(b.ways) do merge(a.ways[i].node, way.node) end
end

-- Ways after which all is alike become one; a node with one way left becomes what comes
-- after it.
local function fold(node)
  local kept, by = {}, {}
  for _, way in ipairs(node.ways) do
    local other = by[way.node.shape]
    if other then
      merge(other.node, way.node)
      other.label = other.label .. " or " .. way.label:gsub("^= ", "")
    else
      by[way.node.shape] = way
      kept[#kept + 1] = way
    end
  end
  node.ways = kept
  if #kept ~= 1 then return end
  local below = kept[1].node
  table.move(below.acts, 1, #below.acts, #node.acts + 1, node.acts)
  node.ways, node.on, node.ended = below.ways, below.on, below.ended
end

local build
function build(list, from, shapes)
  local k = not alike(list) and parting(list, from) or nil
  local node = { cases = numbers_of(list), ways = {},
    acts = acts_between(list[1], from, k or math.huge) }
  if k then
    local ways
    ways, node.on = part(list, k)
    for i, way in ipairs(ways) do
      node.ways[i] = { label = way.label, node = build(way.list, k, shapes) }
    end
    fold(node)
  else
    node.ended = ends_of(list)
  end
  node.shape = shape_of(node, shapes)
  return node
end

-- The tree of these cases: { cases, acts, on, ways = { { label, node } }, ended }.
function partings.tree(readers) return build(readers, 1, { count = 0 }) end

return partings
