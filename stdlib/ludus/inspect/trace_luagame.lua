-- trace_luagame.lua -- traces of tree programs that play a game declared in Lua.
--
-- The game's functions are called as the engine calls them, by a walker that
-- writes everything down. States are the person's own tables, so what is kept
-- of them is the picture that the game's `show` gives.

local recipes = require "ludus.script.recipes"
local native = require "ludus.script.native"
local trace  = require "ludus.inspect.trace"
local trees  = require "ludus.inspect.tree"

local own = {}

own.steps_max = 100000                -- nodes of one trace

-- ---- walking ---------------------------------------------------------------

local Walk = {}
Walk.__index = Walk
local Over = {}                       -- raised to end a case

function Walk:done()
  local f = self.settings.done
  return f and f(self.state)
end

function Walk:note()
  local f = self.settings.show
  if not f then return end
  local text = tostring(f(self.state))
  if text ~= self.pictures[#self.pictures].text then
    self.pictures[#self.pictures + 1] = { from = #self.steps, text = text }
  end
end

function Walk:cost(node)
  local row = self.settings.primitives[node.name]
  return row and row.cost or self.settings.cost
end

-- The value of a node, with its arguments in `frame`.
function Walk:eval(node, frame, parent)
  local cost, budget = self:cost(node), self.settings.budget
  if self.spent >= budget or self.spent + cost > budget then error(Over, 0) end
  if #self.steps >= own.steps_max then
    error(("g:trace: more than %d nodes"):format(own.steps_max), 0)
  end
  self.spent = self.spent + cost
  local me = #self.steps + 1
  local step = { node = node.index, parent = parent, spent = self.spent }
  self.steps[me] = step
  local value = self:value(node, frame, me)
  step.value, step.last = value, #self.steps
  return value
end

function Walk:value(node, frame, me)
  local name, argument = node.name, node.name:match("^ARG(%d+)$")
  if argument then return frame[tonumber(argument) + 1] end
  local branch = self.branches[name]
  if branch then
    local args = {}
    for i, child in ipairs(node.children) do
      args[i] = self:eval(child, frame, me)
    end
    return self:eval(branch, args, me)
  end
  local row = self.settings.primitives[name]
  if not row then return math.tointeger(tonumber(name)) or tonumber(name) end
  local args, lazy = {}, row.lazy or native.is_lazy(row[2])
  for i, child in ipairs(node.children) do
    if lazy then
      args[i] = function() return self:eval(child, frame, me) end
    else
      args[i] = self:eval(child, frame, me)
    end
  end
  local value = row[2](self.state, table.unpack(args, 1, #node.children))
  self:note()
  if self:cost(node) > 0 and self:done() then error(Over, 0) end
  return value
end

-- Plays a case; steps, pictures, and whether it ended early.
local function play(model, settings, case, number)
  local state = case
  if settings.start then state = settings.start(case, number) end
  local self = setmetatable({ settings = settings, state = state, steps = {},
    spent = 0,
    branches = {}, pictures = { { from = 0,
      text = settings.show and tostring(settings.show(state)) or "" } } }, Walk)
  for i = 2, #model.branches do
    self.branches[model.branches[i].name] = model[model.branches[i].first]
  end
  if self:done() then return self end
  local ok, message = pcall(function()
    repeat
      local before = self.spent
      local value = self:eval(model[1], {}, nil)
      if not settings.repeats then self.result = value end
      if settings.turn then
        settings.turn(self.state, value)
        self:note()
        if self:done() then break end
      end
    until not settings.repeats or self.spent == before
  end)
  if not ok and message ~= Over then error(message, 0) end
  for _, step in ipairs(self.steps) do step.last = step.last or #self.steps end
  return self
end

local function case_of(settings, number)
  if type(settings.cases) == "table" then return settings.cases[number] end
  return number
end

local function count_of(settings)
  return type(settings.cases) == "table" and #settings.cases or settings.cases
end

-- ---- the driver ------------------------------------------------------------

local Driver = { lazy = {} }
Driver.__index = Driver
own.Driver = Driver                   -- games of rules have more to show

function Driver:count() return #self.walk.steps end

function Driver:picture(n)
  local text = ""
  for _, p in ipairs(self.walk.pictures) do
    if p.from >= n then break end
    text = p.text
  end
  return text
end

function Driver:state(n)
  local step, node = self.walk.steps[n], nil
  node = self.model[step.node]
  return { node = step.node, name = node.name, branch = node.branch,
    value = step.value,
    parent = step.parent, last = step.last, spent = step.spent,
    event = self.changed[n] and "change" or nil }
end

function Driver:events()
  local list = {}
  for n in pairs(self.changed) do
    local step = self.walk.steps[n]
    list[#list + 1] = { step = n, event = "change",
      name = self.model[step.node].name,
      spent = step.spent }
  end
  table.sort(list, function(a, b) return a.step < b.step end)
  return list
end

function Driver:jump(n, what)
  local steps = self.walk.steps
  local step = steps[n]
  if what == "up" then return step.parent end
  if what == "over" then return step.last < #steps and step.last + 1 or nil end
  local by = what == "node" and 1 or what == "back" and -1
  for k = n + (by or 1), by and by > 0 and #steps or 1, by or -1 do
    if by and steps[k].node == step.node then return k end
  end
end

Driver.lazy.picture = function(self, s) return self:picture(s.step) end

function Driver:show(s, view)
  local lines = { view.paint("head", ("step %d of %d, case %d"):format(s.step,
    self:count(), self.case)),
    ("node %d, %s: %s"):format(s.node, s.branch,
      trees.short(self.model[s.node], view.width - 24)),
    ("value %s; %d steps spent"):format(tostring(s.value), s.spent) }
  for line in s.picture:gmatch("[^\n]+") do
    if #lines > view.lines - 8 then break end
    lines[#lines + 1] = line
  end
  local text = trees.lines(self.model, view.width - 5)
  local at, room = trees.line_of(text, s.node),
    math.max(3, view.lines - #lines - 1)
  local first = math.max(1, math.min(at - room // 2, #text - room + 1))
  for i = first, math.min(#text, first + room - 1) do
    lines[#lines + 1] = (i == at and "=> " or "   ")
      .. trees.render({ text[i] },
      function(node, word)
        if node.index ~= s.node then return word end
        return view.colour and view.paint("mark", word) or "{" .. word .. "}"
      end)[1]
  end
  return table.concat(lines, "\n")
end

-- ---- making ----------------------------------------------------------------

local function one(model, settings, case)
  local walk = play(model, settings, case_of(settings, case), case)
  local changed = {}
  for i = 2, #walk.pictures do
    changed[math.max(1, walk.pictures[i].from)] = true
  end
  return trace.new(setmetatable({ walk = walk, model = model, case = case,
    changed = changed, lazy = Driver.lazy,
    title = ("case %d of %d, %d nodes; %d steps spent"):format(case,
      count_of(settings),
      #model, walk.spent) }, Driver))
end

-- The trace of one case; of all cases, as a list, if none is named.
function own.trace(game, p, case)
  local settings = recipes.recipe(game).settings
  local cases = count_of(settings)
  if settings.program == "machine" then
    error("g:trace: machines are traced by m:trace(opponent, turns)", 0)
  end
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases,
      tostring(case)), 0)
  end
  if settings.program == "linear" then
    return require "ludus.inspect.trace_lines".trace(game, p, case)
  end
  local model = trees.model(game:read(tostring(p)))
  if case then return one(model, settings, case) end
  local list = {}
  for i = 1, cases do list[i] = one(model, settings, i) end
  return list
end

-- How often each node runs over all cases, and the nodes run in all.
function own.visits(game, p)
  local settings = recipes.recipe(game).settings
  local model, counts, total = trees.model(game:read(tostring(p))), {}, 0
  for i = 1, #model do counts[i] = 0 end
  for i = 1, count_of(settings) do
    for _, step in ipairs(play(model, settings, case_of(settings, i),
      i).steps) do
      counts[step.node] = counts[step.node] + 1
      total = total + 1
    end
  end
  return counts, total
end

-- What a program achieves: the score of each case.
function own.behaviour(game, p)
  local words = {}
  for i, case in ipairs(game:score(p).cases) do
    words[i] = tostring(case.raw)
  end
  return table.concat(words, " ")
end

own.what = "the scores of the cases"

function own.behaves(game, p, behaviour) return own.behaviour(game,
  p) == behaviour end

return own
