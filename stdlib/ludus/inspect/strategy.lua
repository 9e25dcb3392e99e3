-- strategy.lua -- one decision tree over all cases: where games part, what is done then,
-- how they end.
--
--     p:strategy(g)
--     p:strategy(g):svg "strategy.svg"
--
-- The tree is made by ludus.inspect.partings. One that would be longer than a screen is
-- shown as a table along its main line: at each parting the way that most cases go is
-- followed, and each other way is a line, with how its cases end. s[3] is line 3 as a
-- strategy of its own, s:after(15) the main line from there on, s:unfold() the whole tree.

local cases    = require "ludus.inspect.cases"
local graphviz = require "ludus.report.graphviz"
local look     = require "ludus.inspect.look"
local partings = require "ludus.inspect.partings"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local trace    = require "ludus.inspect.trace"

local strategy = {}

-- ---- showing --------------------------------------------------------------

local Strategy = show.speaks { __name = "ludus.strategy" }

-- Adds up ways that end and partings.
local function tally(node, sums)
  if #node.ways == 0 then sums.leaves = sums.leaves + 1
  else sums.partings = sums.partings + 1 end
  for _, way in ipairs(node.ways) do tally(way.node, sums) end
  return sums
end

local FEW = 2                         -- different ends that are all told

-- Many ends that are amounts of one thing: "34 to 94 shots, mean 65.6"; else nil.
local function amounts_text(order, counts)
  if #order <= FEW then return nil end
  local least, most, sum, n, noun = math.huge, -math.huge, 0, 0, nil
  for _, word in ipairs(order) do
    local x, rest = word:match "^(%-?[%d.]+) (.+)$"
    x = tonumber(x)
    if not x or noun and noun ~= rest then return nil end
    noun, least, most = rest, math.min(least, x), math.max(most, x)
    sum, n = sum + x * counts[word], n + counts[word]
  end
  return ("%g to %g %s, mean %.4g"):format(least, most, noun, sum / n)
end

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
  local amounts = amounts_text(order, counts)
  if amounts then return ("%d cases, %s"):format(#node.cases, amounts) end
  for i, word in ipairs(order) do
    words[i] = (word:find "^%d" and "%d x %s" or "%d %s"):format(counts[word], word)
  end
  return table.concat(words, ", ")
end

-- The acts, those that follow each other and are the same told once.
local function acts_text(node, most, rest)
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
    words[#words + 1] = (rest or "... %d more"):format(left)
  end
  return table.concat(words, ", ")
end

local function node_text(self, node, most)
  local acts = acts_text(node, most)
  return ends_text(self, node) .. (acts ~= "" and ": " .. acts or "")
end

-- The end of a lead that would take more than half of the width.
local function short_lead(lead, width)
  local over = show.columns(lead) - width // 2
  if over <= 0 then return lead end
  return "…" .. lead:sub(utf8.offset(lead, over + 2))
end

-- The tree line by line, each way below the one it parts from.
local function nested(self, view)
  local out, most = {}, view.width < 60 and 2 or 4
  local function walk(node, lead)
    for i, way in ipairs(node.ways) do
      local last = i == #node.ways
      out[#out + 1] = show.short(("%s%s%s %s  %s"):format(
        short_lead(lead, view.width), last and "└ " or "├ ",
        view.paint("name", node.on), way.label, node_text(self, way.node, most)),
        view.width)
      walk(way.node, lead .. (last and "  " or "│ "))
    end
  end
  walk(self.tree, "")
  table.insert(out, 1, show.short(node_text(self, self.tree, most), view.width))
  return out
end

-- ---- the main line --------------------------------------------------------

-- The way that most cases go; of equal ones that which parts most, then the first.
local function main_way(node)
  local best, size
  for _, way in ipairs(node.ways) do
    local mine = #way.node.cases + (#way.node.ways > 0 and 0.5 or 0)
    if not best or mine > size then best, size = way, mine end
  end
  return best
end

-- The lines of the table: { acts (of all who are left, since the line before), on, label,
-- node, from (the node whose ways part there) }; the last is how the main line ends.
local function rows_of(tree)
  local rows, node = {}, tree
  while #node.ways > 0 do
    local main, acts = main_way(node), node.acts
    for _, way in ipairs(node.ways) do
      if way ~= main then
        rows[#rows + 1] = { acts = acts, on = node.on, label = way.label,
          node = way.node, from = node }
        acts = {}
      end
    end
    node = main.node
  end
  rows[#rows + 1] = { acts = node.acts, node = node, from = node }
  return rows
end

-- How its cases end, and in how many ways if that is told in counts.
local function whole_ends(self, node)
  local ends, sums = ends_text(self, node), tally(node, { leaves = 0, partings = 0 })
  if sums.leaves == 1 or ends:find ", mean " then return ends end
  return ("%s in %d ways"):format(ends, sums.leaves)
end

-- The acts within so many columns.
local function short_acts(node, width)
  local text
  for most = 6, 1, -1 do
    text = acts_text(node, most, "+%d")
    if show.columns(text) <= width then return text end
  end
  return show.cut(text, width)
end

local function padded(text, width)
  return text .. (" "):rep(width - show.columns(text))
end

local NARROW = 60                     -- columns: below, acts of the others are not told

-- A line of the table in its columns.
local function table_line(view, number, widths, cells)
  local lead = ("%3s  %s"):format(number, widths[1] > 0
    and padded(cells[1], widths[1] + 2) or "")
  return lead .. view.paint("name", padded(show.short(cells[2], widths[2]), widths[2]))
    .. "  " .. show.short(cells[3], view.width - show.columns(lead) - widths[2] - 2)
end

-- The first `room` lines of the table as texts, below their heading.
local function table_lines(self, rows, room, view)
  local lines, widths = {}, { 0, 15, 7 }
  local function widen(i, text)
    widths[i] = math.max(widths[i], show.columns(text))
    return text
  end
  for i = 1, math.min(room, #rows) do
    local row = rows[i]
    lines[i] = { "",
      widen(2, row.on and row.on .. " " .. row.label:gsub("^does ", "") or "the rest"),
      widen(3, whole_ends(self, row.node)) }
  end
  local ends = math.min(widths[3], view.width // 2)
  widths[2] = math.min(widths[2], math.max(view.width // 3, view.width - ends - 9))
  local left = view.width - widths[2] - ends - 9
  for i, line in ipairs(lines) do
    if view.width >= NARROW then line[1] = widen(1, short_acts(rows[i], left)) end
  end
  for i, line in ipairs(lines) do lines[i] = table_line(view, i, widths, line) end
  table.insert(lines, 1, view.paint("head", table_line(show.view { width = view.width },
    "", widths, { "all do", "until some part", "and end" })))
  return lines
end

local SCREEN = 21                     -- lines that a person sees at once; `room` is more

-- The table, and what is said of it, in so many lines.
local function folded(self, view, room)
  local hint = show.wrap("s[3] is line 3 as a strategy of its own, s:unfold() the whole "
    .. "tree", view.width)
  local _, breaks = hint:gsub("\n", "")
  local rows = rows_of(self.tree)
  room = room - 3 - breaks            -- without the head, the ends and the hint
  local shown = #rows <= room and #rows or room - 1
  local out = table_lines(self, rows, shown, view)
  table.insert(out, 1, show.short(ends_text(self, self.tree), view.width))
  if #rows > shown then
    out[#out + 1] = ("... %d more lines: s:after(%d)"):format(#rows - shown, shown)
  end
  out[#out + 1] = view.paint("dim", hint)
  return out
end

function Strategy:__show(view)
  local room = self.room or math.max(10, math.min(view.lines, SCREEN))
  local head = show.wrap(("%s, %s of playing; games part at %s"):format(
    progress.counted(#self.tree.cases, "case"), progress.counted(self.leaves, "way"),
    progress.counted(self.partings, "observation")), view.width)
  local _, breaks = head:gsub("\n", "")
  room = room - 1 - breaks
  local lines = nested(self, view)
  if #lines > room and not self.whole then lines = folded(self, view, room) end
  return head .. "\n" .. table.concat(lines, "\n")
end

-- The strategy of one node of another's tree.
local function part_of(self, tree, whole)
  local part = { tree = tree, ended = self.ended, plays = self.plays, game = self.game,
    whole = whole, leaves = 0, partings = 0 }
  return setmetatable(tally(tree, part), Strategy)
end

local function row_of(self, n, verb)
  local rows = rows_of(self.tree)
  if math.type(n) ~= "integer" or n < 1 or n > #rows then
    error(("%s: line must be 1 to %d, got %s"):format(verb, #rows, tostring(n)), 0)
  end
  return rows[n], rows[n + 1]
end

function Strategy:__index(key)
  if math.type(key) ~= "integer" then return Strategy[key] end
  return part_of(self, row_of(self, key, ("s[%d]"):format(key)).node)
end

Strategy.methods = Strategy           -- for help and Tab

function Strategy:__len() return #rows_of(self.tree) end

-- The main line from behind line n of the table on.
function Strategy:after(n)
  local row, next_row = row_of(self, n, "s:after")
  return part_of(self, next_row and next_row.from or row.node)
end

-- The whole tree, however long it is.
function Strategy:unfold() return part_of(self, self.tree, true) end

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

-- One decision tree over all cases of the game: on which observations games part, what
-- is done then and how they end. tree is its root: { cases, acts, on, ways, ended };
-- s:unfold() shows all of it, s:svg(file) draws it.
function strategy.of(p, ...)
  local game = look.settle("strategy", p, ...)
  look.need("strategy", game, "trace")
  p = look.read(game, p, "strategy")
  local list, readers, ended, plays = cases.of("strategy", game, p), {}, {}, {}
  local traces = game:trace(p)
  if trace.is(traces) then traces = { traces } end   -- a game of one case
  for i, case in ipairs(list) do
    readers[i] = partings.reader(traces[i], case)
    ended[i] = readers[i].ended
    plays[i] = { raw = case.raw, won = case.won }
    for k, act in ipairs(readers[i].acts) do plays[i][k] = act[1] end
  end
  local tree = partings.tree(readers)
  return part_of({ ended = ended, plays = plays, game = game }, tree)
end

return strategy
