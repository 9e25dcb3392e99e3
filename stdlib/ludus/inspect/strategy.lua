-- strategy.lua -- one decision tree over all cases: where games part, what is done then,
-- how they end.
--
--     p:strategy(g)
--     p:strategy(g):svg "strategy.svg"
--
-- The traces of all cases are read side by side, each step when it is complete: those
-- below a node come before it. Games part where not all do the same or go to the same
-- step next. What they parted on is the last step before whose values tell the ways
-- apart, followed back to where its value was made; if no value does, it is what the
-- step did or where it went.
--
-- Then the tree is folded: cases that do the same to the same end are one leaf, and ways
-- after which all is alike are one.

local cases    = require "ludus.inspect.cases"
local graphviz = require "ludus.report.graphviz"
local look     = require "ludus.inspect.look"
local show     = require "ludus.repl.show"

local strategy = {}

local BACK = 50                       -- steps that are searched for what was read

-- ---- reading a trace ------------------------------------------------------

-- The steps in the order in which they are complete.
local function completed(d)
  local order, open = {}, {}
  for n = 1, d:count() do
    open[#open + 1] = { n, d:state(n).last or n }
    while #open > 0 and open[#open][2] <= n do
      order[#order + 1] = table.remove(open)[1]
    end
  end
  while #open > 0 do order[#order + 1] = table.remove(open)[1] end
  return order
end

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

-- What an event did: where, or what changed, or who did it.
local function act_of(d, row)
  if row.row and row.col then
    return ("%s %d,%d"):format(row.event, row.row, row.col)
  end
  local s = d:state(math.min(row.step, d:count()))
  return s.mine or row.changes and changes_text(row.changes) or s.name or row.event
end

-- A case to be compared: its steps in order, its acts with the place of their step in
-- that order, acts by place, places by step, and all that it did as one text.
local function reader(trace, case)
  local d = trace.driver
  local r = { driver = d, number = case.number, order = completed(d), acts = {},
    done = {}, ended = case.ended or trace:at(#trace + 1).ended or "over" }
  local place, words, before = {}, {}, nil
  for k, n in ipairs(r.order) do place[n] = k end
  for _, row in ipairs(trace:events()) do
    if row.event == "set" and row.name == "value" then goto continue end  -- no act
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

-- Place, value and state of the k-th step that is complete; nothing at the end.
local function look_at(r, k)
  local n = r.order[k]
  if not n then return nil end
  local s = r.driver:state(n)
  local value = s.theirs
  if value == nil then value = s.value end
  if value == nil then
    local mine = r.driver:book().by_step[n]
    value = mine and mine[1].event
  end
  return s.node or s.state or s.place or s.name, value, s
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
    local place, act = look_at(list[1], k), list[1].done[k]
    for i = 2, #list do
      if look_at(list[i], k) ~= place or list[i].done[k] ~= act then return k end
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
      local _, value = look_at(r, j)
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
  local first, same, ways, by = look_at(list[1], k), true, {}, {}
  for i = 2, #list do same = same and look_at(list[i], k) == first end
  for _, r in ipairs(list) do
    local _, _, s = look_at(r, k)
    local label = same and "does " .. (r.done[k] or "nothing") or "then " .. step_text(s)
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
  local _, _, step = look_at(list[1], j or same and k or k - 1)
  return ways, step_text(step)
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

local function build(list, from, shapes)
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

-- ---- showing --------------------------------------------------------------

local Strategy = show.speaks { __name = "ludus.strategy" }
Strategy.__index = Strategy

-- How the cases of a node end: "26 won, 1 exploded".
local function ends_text(self, node)
  local counts, order, words = {}, {}, {}
  for _, number in ipairs(node.cases) do
    local ended = self.ended[number]
    if not counts[ended] then order[#order + 1] = ended end
    counts[ended] = (counts[ended] or 0) + 1
  end
  table.sort(order, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  for i, word in ipairs(order) do
    words[i] = (word:find "^%d" and "%d x %s" or "%d %s"):format(counts[word], word)
  end
  return table.concat(words, ", ")
end

-- The acts, those that follow each other and are the same told once.
local function acts_text(node, most)
  local words, i = {}, 1
  while i <= #node.acts do
    local n = 1
    while node.acts[i + n] == node.acts[i] do n = n + 1 end
    words[#words + 1] = n > 1 and ("%d x %s"):format(n, node.acts[i]) or node.acts[i]
    i = i + n
  end
  local left = #words - most
  if left > 0 then
    words = table.move(words, 1, most, 1, {})
    words[#words + 1] = ("... %d more"):format(left)
  end
  return table.concat(words, ", ")
end

local function node_text(self, node, most)
  local acts = acts_text(node, most)
  return ends_text(self, node) .. (acts ~= "" and ": " .. acts or "")
end

local function counted(n, noun)
  return ("%d %s%s"):format(n, noun, n == 1 and "" or "s")
end

-- The end of a lead that would take more than half of the width.
local function short_lead(lead, width)
  local over = show.columns(lead) - width // 2
  if over <= 0 then return lead end
  return "…" .. lead:sub(utf8.offset(lead, over + 2))
end

function Strategy:__show(view)
  local out = { ("%s, %s of playing; games part at %s"):format(
    counted(#self.tree.cases, "case"), counted(self.leaves, "way"),
    counted(self.partings, "observation")) }
  local most = view.width < 60 and 2 or 4
  local function walk(node, lead)
    for i, way in ipairs(node.ways) do
      local last = i == #node.ways
      out[#out + 1] = show.cut(("%s%s%s %s  %s"):format(
        short_lead(lead, view.width), last and "└ " or "├ ",
        view.paint("name", node.on), way.label, node_text(self, way.node, most)),
        view.width)
      walk(way.node, lead .. (last and "  " or "│ "))
    end
  end
  out[1] = show.wrap(out[1], view.width)
  out[2] = show.cut(node_text(self, self.tree, most), view.width)
  walk(self.tree, "")
  return table.concat(out, "\n")
end

-- ---- two strategies -------------------------------------------------------

-- How two programs play the same cases: see ludus.inspect.versus.
function Strategy:compare(other)
  return require "ludus.inspect.versus".of(self, other)
end

-- ---- Graphviz -------------------------------------------------------------

local function quoted(text) return (text:gsub('[\\"]', "\\%0")) end

-- The tree in Graphviz's language.
function Strategy:dot()
  local out, count = { "digraph strategy {", "  ordering=out;",
    '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=10];',
    '  edge [fontname="sans-serif", fontsize=9, arrowsize=0.5];' }, 0
  local function walk(node)
    count = count + 1
    local me = count
    local lines = { ends_text(self, node), acts_text(node, 6) }
    if node.on then lines[#lines + 1] = node.on .. "?" end
    out[#out + 1] = ('  n%d [label="%s"];'):format(me,
      quoted(table.concat(lines, "\n")):gsub("\n", "\\n"))
    for _, way in ipairs(node.ways) do
      local below = walk(way.node)
      out[#out + 1] = ('  n%d -> n%d [label="%s"];'):format(me, below,
        quoted(way.label))
    end
    return me
  end
  walk(self.tree)
  out[#out + 1] = "}\n"
  return table.concat(out, "\n")
end

-- Writes a drawing by Graphviz; the format is the file's ending. Returns the file's
-- name, or nil and why there is none.
function Strategy:svg(file)
  if type(file) ~= "string" then error("s:svg needs the name of a file", 2) end
  return graphviz.write(self:dot(), file)
end

-- ---- the verb -------------------------------------------------------------

local function tally(node, sums)
  if #node.ways == 0 then sums.leaves = sums.leaves + 1
  else sums.partings = sums.partings + 1 end
  for _, way in ipairs(node.ways) do tally(way.node, sums) end
  return sums
end

-- One decision tree over all cases of the game: on which observations games part, what
-- is done then and how they end. tree is its root: { cases, acts, on, ways, ended };
-- s:svg(file) draws it.
function strategy.of(p, ...)
  local game = look.settle("strategy", p, ...)
  look.need("strategy", game, "trace")
  p = look.read(game, p, "strategy")
  local list, readers, ended, plays = cases.of("strategy", game, p), {}, {}, {}
  for i, case in ipairs(list) do
    readers[i] = reader(game:trace(p, i), case)
    ended[i] = readers[i].ended
    plays[i] = { raw = case.raw, won = case.won }
    for k, act in ipairs(readers[i].acts) do plays[i][k] = act[1] end
  end
  local tree = build(readers, 1, { count = 0 })
  local self = { tree = tree, ended = ended, plays = plays, game = game, leaves = 0, partings = 0 }
  return setmetatable(tally(tree, self), Strategy)
end

return strategy
