-- verbs.lua -- scores, profiles and knock-outs of tree programs.

local progress = require "ludus.run.progress"
local trees    = require "ludus.inspect.tree"

local verbs = {}

-- The metatable of what must be a game, of which `what` is asked.
local function demand(game, verb, what)
  local meta = debug.getmetatable(game)
  if type(meta) == "table" and meta.ludus_game then return meta end
  error(("p:%s: needs a game%s, for instance mines.game {}; got %s"):format(verb, what,
    type(meta) == "table" and meta.__name or type(game)), 4)
end

-- The module that knows the game's programs from inside, as the game names it.
local function driver_of(game, verb)
  local meta = demand(game, verb, " that can be traced")
  local ok, module = pcall(game.tracer, game)
  if not ok then error(("p:%s: %s"):format(verb, module), 3) end
  local driver = require(module)
  if not driver.visits then
    error(("p:%s: %s does not play tree programs"):format(verb, meta.__name), 3)
  end
  return driver
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

local Profile = {}
Profile.__index = Profile
Profile.__name = "ludus.profile"

-- How often each node runs over all cases of the game: visits (a list by node),
-- steps, dead (nodes that never run).
function verbs.profile(p, game)
  local visits, steps = driver_of(game, "profile").visits(game, p)
  local dead = 0
  for _, n in ipairs(visits) do if n == 0 then dead = dead + 1 end end
  return setmetatable({ program = p, visits = visits, steps = steps,
    dead = dead,
    cases = game:facts().cases }, Profile)
end

-- Heat 0 to 4 by the share of the most.
local function heat(x, most)
  if x <= 0 or most <= 0 then return 0 end
  return math.max(1, math.min(4, math.ceil(4 * x / most)))
end

local kinds = { [0] = "dim", "name", "number", "warm", "hot" }

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
      progress.thousands(values[node.index]), unit, node.branch, node.index,
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
  lines[#lines + 1] = view.paint("head", view.colour and "dim: never runs"
    or "~ before a name: never runs")
  local most = math.max(table.unpack(self.visits))
  for _, line in ipairs(trees.render(trees.lines(model, view.width - 8),
    function(node, text)
      local n = self.visits[node.index]
      if not view.colour then return n == 0 and "~" .. text or text end
      return view.paint(kinds[heat(n, most)], text)
    end)) do
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

-- ---- impact ----------------------------------------------------------------

local Impact = {}
Impact.__index = Impact
Impact.__name = "ludus.impact"

-- Subtrees to knock nodes out with: 0 and 1, or where the language has no such
-- numbers two leaves of the program.
local function knock_outs(p, game)
  local list, seen = {}, {}
  local function offer(word)
    if #list == 2 or seen[word] then return end
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

-- Each node's subtree replaced by 0 (a 0 by 1; or by a leaf), one after
-- another: what the raw score loses. loss is a list by node; less than 0 is a
-- gain.
function verbs.impact(p, game)
  demand(game, "impact", "")
  p = game:read(tostring(p))
  local outs = knock_outs(p, game)
  local full = game:score(p).raw
  local loss = {}
  for i = 1, #p do
    local by = tostring(p:subtree(i)) == tostring(outs[1]) and outs[2]
      or outs[1]
    local ok, q = pcall(p.graft, p, i, by)      -- kinds may not fit
    loss[i] = ok and full - game:score(q).raw or 0
  end
  return setmetatable({ program = p, loss = loss, raw = full,
    by = tostring(outs[1]),
    max = game:facts().max }, Impact)
end

function Impact:__show(view)
  local model, none, gains = trees.model(self.program), 0, 0
  for _, x in ipairs(self.loss) do
    if x == 0 then none = none + 1 elseif x < 0 then gains = gains + 1 end
  end
  local lines = { ("knocked out one by one (replaced by %s): raw %s%s in full")
    :format(self.by, progress.thousands(self.raw), self.max and " of "
      .. progress.thousands(self.max) or ""),
    ("%d of %d nodes cost nothing%s"):format(none, #model,
      gains > 0 and (", %d would be a gain"):format(gains) or ""),
    view.paint("head", "most costly:") }
  table.move(hottest(self.loss, model, 5, view.width, "raw"), 1, 5, #lines + 1,
    lines)
  lines[#lines + 1] = view.paint("head", view.colour
    and "heat: what a node costs"
      or "'1 to '4 behind a name: what it costs; none is 0")
  local most = math.max(1, table.unpack(self.loss))
  for _, line in ipairs(trees.render(trees.lines(model, view.width - 16),
    function(node, text)
      local h = heat(self.loss[node.index], most)
      if view.colour then return view.paint(kinds[h], text) end
      return h > 0 and text .. "'" .. h or text
    end)) do
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

-- ---- elsewhere -------------------------------------------------------------

-- A smaller program that behaves the same; see ludus.inspect.simplify.
function verbs.simplify(p, game, options)
  return require "ludus.inspect.simplify".run(p, game, driver_of(game, "simplify"),
    options)
end

-- The program in words.
function verbs.explain(p) return require "ludus.inspect.explain".tree(p) end

return verbs
