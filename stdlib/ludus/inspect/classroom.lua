-- classroom.lua -- class mode: a run, one generation at a time, with everything to
-- see.
--
--     c = ludus.class "scripts/minesweeper.lua"
--     c:next()  c:next(5)  c:parents()  c:cross()  c:set { elite = 1 }  c:plot()
--
-- It is the same run that `ludus run` does with that seed; nothing is stored.

local evolve   = require "ludus.core.evolve"
local past     = require "ludus.inspect.stored_runs"
local progress = require "ludus.run.progress"
local rng      = require "ludus.core.rng"
local runs     = require "ludus.run"
local script   = require "ludus.script"
local show     = require "ludus.repl.show"
local study    = require "ludus.script.study"
local trees    = require "ludus.inspect.tree"

local class = {}
local Class = show.speaks {}
Class.__index = Class
Class.__name = "ludus.class"

-- What a lesson compares: the experiment of that group, or of its first.
local function group_of(lesson, name)
  local names = {}
  for i, group in ipairs(lesson.groups) do
    if name == nil or group[1] == name then return group[2] end
    names[i] = group[1]
  end
  error(("ludus.class: the lesson has no group '%s'; there are: %s"):format(tostring(name),
    table.concat(names, ", ")), 3)
end

-- Starts a class with a script, or an experiment itself; options: seed (1), threads,
-- group of a lesson (its first), set = { population = 200, ... } for fields of the
-- experiment.
function class.new(what, options)
  options = options or {}
  local experiment = type(what) == "string" and script.load(what) or what
  local lesson = study.lesson(experiment)
  if lesson then experiment = group_of(lesson, options.group) end
  if type(experiment) ~= "table" or not experiment.species then
    error("ludus.class needs a script that returns an experiment", 0)
  end
  local sets = {}
  for _, key in ipairs(require "ludus.script.spec".sorted_keys(options.set or {})) do
    sets[#sets + 1] = { key = key, value = tostring(options.set[key]) }
  end
  if #sets > 0 then experiment = experiment:with(sets) end
  local self = setmetatable({ experiment = experiment, draws = 0 }, Class)
  self.run = runs.new(experiment, { seed = options.seed or 1,
    threads = options.threads or 0 })
  self.run:advance()
  return self
end

-- A class over a run that has begun already.
function class.of(run)
  return setmetatable({ experiment = run.experiment, draws = 0, run = run }, Class)
end

-- Breeds n (1) more generations.
function Class:next(n)
  for _ = 1, n or 1 do
    self.run:advance()
  end
  return self
end

-- Changes select, vary, elite, keep_better or game from the next generation on.
function Class:set(changes)
  self.run:set(changes)
  return self
end

-- The living programs: #pop, pop[slot], pop:score(slot).
function Class:population()
  return past.population_of(self.run:engine(), self.run.current.game,
    self.experiment.population, self.run.plan)
end

-- The best program.
function Class:best()
  local game = self.run.current.game
  return require "ludus.inspect.look".remember(self.experiment:read(self.run:best(), game),
    game)
end

function Class:__show(view)
  local s = self.run.stats
  return view.paint("head", ("generation %d"):format(s.generation))
    .. (": raw best %s, mean %.1f; nodes %d, mean %.1f; %d of %d distinct\n"):format(
      progress.number(s.raw), s.raw_mean, s.size, s.size_mean, s.distinct,
      self.experiment.population)
    .. "c:next()  c:parents()  c:cross()  c:set{}  c:best()  c:population()  c:plot()"
end

-- The curves so far.
function Class:plot(options) return self.run:plot(options) end

-- ---- parents ---------------------------------------------------------------

local Parents = show.speaks { __name = "ludus.parents" }

function Parents:__show(view)
  if self.first then return "generation 0 has no parents" end
  local lines = { ("%d of %d programs became parents"):format(self.used,
    self.count),
    "children by operator: " .. self.operators,
    view.paint("head", " parent  children") }
  for k, row in ipairs(self) do
    if k > 10 then break end
    lines[#lines + 1] = ("%7d  %8d  %s"):format(row.slot, row.children,
      ("#"):rep(math.min(view.width - 20, row.children)))
  end
  return table.concat(lines, "\n")
end

-- Who became a parent of the living generation, and of how many children.
function Class:parents()
  local births, counts, kinds = self.run:engine():births(), {}, {}
  local result = setmetatable({ count = self.experiment.population, used = 0 },
    Parents)
  local each = #births // result.count          -- bytes of a birth
  for i = 0, result.count - 1 do
    local a, b, vary = string.unpack("<I3I3B", births, each * i + 1)
    local kind = vary == 254 and "kept" or past.maker(self.run.plan, vary + 1)
    if not kind then
      result.first = true
      return result
    end
    kinds[kind] = (kinds[kind] or 0) + 1
    counts[a + 1] = (counts[a + 1] or 0) + 1
    if kind == "crossover" and b ~= a then
      counts[b + 1] = (counts[b + 1] or 0) + 1
    end
  end
  for slot, children in pairs(counts) do
    result.used = result.used + 1
    result[#result + 1] = { slot = slot, children = children }
  end
  table.sort(result, function(x, y)
    if x.children ~= y.children then return x.children > y.children end
    return x.slot < y.slot
  end)
  local words = {}
  for _, kind in ipairs(require "ludus.script.spec".sorted_keys(kinds)) do
    words[#words + 1] = ("%s %d"):format(kind, kinds[kind])
  end
  result.operators = table.concat(words, ", ")
  return result
end

-- ---- one crossover ---------------------------------------------------------

local Cross = show.speaks { __name = "ludus.cross" }

-- A program's lines with the subtree from node `at` of that span painted.
local function cut_lines(p, at, span, kind, view)
  local out = {}
  for i, line in ipairs(trees.render(trees.lines(trees.model(p),
    view.width - 16),
    function(node, text)
      local inside = node.index >= at and node.index < at + span
      if not inside then return text end
      return view.colour and view.paint(kind, text) or text .. "*"
    end)) do
    out[i] = line
  end
  return out
end

function Cross:__show(view)
  local lines = {}
  local function part(title, p, at, span, kind)
    lines[#lines + 1] = view.paint("head", title)
    local all = cut_lines(p, at, span, kind, view)
    for i = 1, math.min(#all, math.max(8, view.lines // 3)) do
      lines[#lines + 1] = all[i]
    end
    if #all > math.max(8, view.lines // 3) then lines[#lines + 1] = "  ..." end
  end
  part(("mother, program %d, raw %s: %d nodes at node %d go out"):format(self.mother_slot,
    progress.number(self.mother_raw), self.removed, self.at), self.mother,
      self.at,
    self.removed, "cut")
  part(("father, program %d, raw %s: %d nodes at node %d go in"):format(self.father_slot,
    progress.number(self.father_raw), self.added, self.from), self.father,
      self.from,
    self.added, "add")
  part(("child, raw %s"):format(progress.number(self.raw)), self.child, self.at,
    self.added,
    "add")
  if not view.colour then
    lines[#lines + 1] = "* behind a name: what was exchanged"
  end
  return table.concat(lines, "\n")
end

-- The better of a few drawn by chance, as a tournament does.
local function drawn(self, draw)
  local engine, best = self.run:engine(), nil
  local among = math.tointeger(self.run.current.select.param) or 2
  for _ = 1, math.max(1, math.min(among, 50)) do
    local slot = draw:below(self.experiment.population) + 1
    if not best or engine:score(slot).standardized < engine:score(best).standardized then
      best = slot
    end
  end
  return best
end

-- Crosses two parents drawn as the experiment selects them, for show: both
-- cuts, the child, its score. The run goes on as if nothing had happened.
function Class:cross()
  self.draws = self.draws + 1
  local draw = rng.keyed(self.run.seed, self.draws)
  local mother, father = drawn(self, draw), drawn(self, draw)
  local engine, game = self.run:engine(), self.run.current.game
  local params = {}
  for _, row in ipairs(self.run.plan.vary or {}) do
    if row[2] == "crossover" then params = row[3] or {} end
  end
  local text, _, cut = evolve.vary(self.experiment.species, "crossover", params,
    draw,
    engine:text(mother), engine:text(father))
  local m, f, child = game:read(engine:text(mother)),
    game:read(engine:text(father)),
    game:read(text)
  return setmetatable({ mother = m, father = f, child = child,
    mother_slot = mother,
    father_slot = father, mother_raw = engine:score(mother).raw,
    father_raw = engine:score(father).raw, raw = game:score(child).raw,
      at = cut.at,
    from = cut.from, removed = cut.removed, added = cut.added,
      part = cut.part }, Cross)
end

return class
