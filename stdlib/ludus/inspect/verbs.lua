-- verbs.lua -- the verbs for tree programs, whatever game they play: traces, profiles,
-- knock-outs; and how scores are shown.

local look     = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local trees    = require "ludus.inspect.tree"

local verbs = {}

-- A case of the game, step by step.
function verbs.trace(p, ...)
  local game, case = look.settle("trace", p, ...)
  return look.need("trace", game, "trace"):trace(p, case)
end

-- ---- scores ----------------------------------------------------------------

-- One line about a score: raw, what the game says of it, steps.
function verbs.score_line(s, summary)
  local words = { s.max and ("raw %s of %s"):format(progress.thousands(s.raw),
    progress.thousands(s.max)) or "raw " .. progress.number(s.raw) }
  if summary and summary ~= "" then words[#words + 1] = summary end
  words[#words + 1] = progress.thousands(s.steps) .. " steps"
  return table.concat(words, ", ")
end

-- The same for what game:score() gives.
function verbs.score(s) return verbs.score_line(s, s.summary) end

-- ---- profile ---------------------------------------------------------------

local Profile = show.speaks { __name = "ludus.profile" }
Profile.__index = Profile

-- How often each node runs over all cases of the game: visits (a list by node),
-- steps, dead (nodes that never run).
function verbs.profile(p, ...)
  local game = look.settle("profile", p, ...)
  p = look.read(game, p, "profile")
  local counts, steps = look.visits(game, p)
  local visits, dead = {}, 0
  for i = 1, #p do
    visits[i] = counts[i]
    if visits[i] == 0 then dead = dead + 1 end
  end
  return setmetatable({ program = p, visits = visits, steps = steps,
    dead = dead,
    cases = game:facts().cases }, Profile)
end

-- Heat 0 to 4 by the share of the most.
local function heat(x, most)
  if x <= 0 or most <= 0 then return 0 end
  return math.max(1, math.min(4, math.ceil(4 * x / most)))
end

local kinds = { [0] = "dim", "key", "name", "warm", "hot" }

-- Whole numbers with commas, others short.
local function number(x)
  return x == math.floor(x) and progress.thousands(x) or progress.number(x)
end

-- Marks of heats where there are no colours; what is most common has none.
local visit_marks = { [0] = "~", "", "'2", "'3", "'4" }
local cost_marks = { [0] = "", "'1", "'2", "'3", "'4" }

-- What the heats mean: "to 25  to 50  to 75  to 100", each in its colour or by its mark;
-- before them what no heat is, unless it has neither.
local function scale(lead, none, marks, most, view)
  local entries = {}
  if view.colour or marks[0] ~= "" then entries[1] = { kinds[0], marks[0], none } end
  for h = 1, 4 do
    entries[#entries + 1] = { kinds[h], marks[h],
      "to " .. number(most < 100 and h * most / 4 or h * most / 4 // 1) }
  end
  return show.legend(lead, entries, view)
end

-- Adds the program to lines, each node in the colour of the heat of its value, or with its
-- mark.
local function add_heated(lines, model, values, marks, view)
  local most = math.max(1, table.unpack(values))
  local function mark(node) return marks[heat(values[node.index], most)] end
  local function room(node) return view.colour and 0 or #mark(node) end
  for _, line in ipairs(trees.render(trees.lines(model, view.width, room),
    function(node, text)
      local h = heat(values[node.index], most)
      if view.colour then return view.paint(kinds[h], text) end
      return h > 0 and text .. mark(node) or mark(node) .. text
    end)) do
    lines[#lines + 1] = line
  end
end

local function hottest(values, model, count, width, unit)
  local order, lines = {}, {}
  for i in ipairs(values) do order[i] = i end
  table.sort(order, function(a, b)
    if values[a] ~= values[b] then return values[a] > values[b] end
    return a < b
  end)
  for k = 1, math.min(count, #order) do
    local node = model[order[k]]
    if values[node.index] <= 0 then break end
    lines[#lines + 1] = ("%9s %s  %-4s %4d  %s"):format(
      number(values[node.index]), unit, node.branch, node.index,
      trees.short(node, width - 30))
  end
  return lines
end

function Profile:__show(view)
  local model = trees.model(self.program)
  local lines = { ("%s steps over %d cases; %d of %d nodes never run"):format(
    progress.thousands(self.steps), self.cases, self.dead, #model) }
  for _, branch in ipairs(model.branches) do
    local sum, dead = 0, 0
    for i = branch.first, branch.first + branch.nodes - 1 do
      sum = sum + self.visits[i]
      if self.visits[i] == 0 then dead = dead + 1 end
    end
    lines[#lines + 1] = ("  %-5s %5.1f%% of the steps, %3d nodes, %3d never run"):format(
      branch.name, 100 * sum / math.max(1, self.steps), branch.nodes, dead)
  end
  lines[#lines + 1] = view.paint("head", "most visited:")
  table.move(hottest(self.visits, model, 5, view.width, "x"), 1, 5, #lines + 1,
    lines)
  local most = math.max(table.unpack(self.visits))
  lines[#lines + 1] = scale("visits:", "never", visit_marks, most, view)
  add_heated(lines, model, self.visits, visit_marks, view)
  return table.concat(lines, "\n")
end

-- ---- impact ----------------------------------------------------------------

local Impact = show.speaks { __name = "ludus.impact" }
Impact.__index = Impact

-- Subtrees to knock nodes out with: 0 and 1 first, then leaves of the program, for
-- languages without such numbers and for nodes of other kinds.
local function knock_outs(p, game)
  local list, seen = {}, {}
  local function offer(word)
    if #list == 8 or seen[word] then return end
    seen[word] = true
    local ok, q = pcall(game.read, game, (tostring(p):gsub("(RPB )[^\n]*", "%1"
      .. word)))
    if ok then list[#list + 1] = q:subtree(1) end
  end
  offer "0"
  offer "1"
  for i = 1, #p do
    local node = p:node(i)
    if node.arity == 0 and node.branch == "RPB" then
      offer("(" .. node.name .. ")")
    end
  end
  return list
end

-- The program without node i: the first knock-out that fits there and is something
-- else; nil if there is none.
local function without(p, i, outs)
  local was = tostring(p:subtree(i))
  for _, out in ipairs(outs) do
    if tostring(out) ~= was then
      local ok, q = pcall(p.graft, p, i, out)   -- kinds may not fit
      if ok then return q end
    end
  end
end

-- The program without node i, or nil if nothing else can stand there.
function verbs.without(p, game, i) return without(p, i, knock_outs(p, game)) end

-- Each node's subtree replaced by 0 (a 0 by 1; or by a leaf), one after
-- another: what the raw score loses. loss is a list by node; less than 0 is a
-- gain. What nothing else can stand for is in `fixed`: its loss is not known.
function verbs.impact(p, ...)
  local game = look.settle("impact", p, ...)
  p = look.read(game, p, "impact")
  local outs = knock_outs(p, game)
  local full = look.score(game, p).raw
  local loss, fixed, count = {}, {}, 0
  for i = 1, #p do
    local q = without(p, i, outs)
    loss[i] = q and full - look.score(game, q).raw or 0
    fixed[i] = not q
    if not q then count = count + 1 end
  end
  return setmetatable({ program = p, loss = loss, fixed = fixed, fixed_count = count,
    raw = full, full = full, by = outs[1] and tostring(outs[1]) or "nothing",
    max = game.facts and game:facts().max }, Impact)
end

function Impact:__show(view)
  local model, none, gains = trees.model(self.program), 0, 0
  for i, x in ipairs(self.loss) do
    if x == 0 and not self.fixed[i] then none = none + 1
    elseif x < 0 then gains = gains + 1 end
  end
  local lines = { ("knocked out one by one (replaced by %s): raw %s%s in full")
    :format(self.by, number(self.raw), self.max and " of " .. number(self.max) or ""),
    ("%d of %d nodes cost nothing%s%s"):format(none, #model,
      gains > 0 and (", %d would be a gain"):format(gains) or "", self.fixed_count > 0
      and (", %d have nothing to replace them"):format(self.fixed_count) or ""),
    view.paint("head", "most costly:") }
  table.move(hottest(self.loss, model, 5, view.width, "raw"), 1, 5, #lines + 1,
    lines)
  local most = math.max(1, table.unpack(self.loss))
  lines[#lines + 1] = scale("what a node costs:", "nothing", cost_marks, most, view)
  add_heated(lines, model, self.loss, cost_marks, view)
  return table.concat(lines, "\n")
end

-- ---- elsewhere -------------------------------------------------------------

-- A smaller program that behaves the same; see ludus.inspect.simplify.
function verbs.simplify(p, ...)
  local game, options = look.settle("simplify", p, ...)
  return require "ludus.inspect.simplify".run(p, game, options)
end

-- The program in words, those of the game if one is known.
function verbs.explain(p, ...)
  local game, options = look.find(p, ...)
  return require "ludus.inspect.explain".tree(p, game, options)
end

return verbs
