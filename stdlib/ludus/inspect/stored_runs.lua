-- stored_runs.lua -- stored runs, to look at: curves, populations, the walk through a
-- program's ancestors.

local evolve   = require "ludus.core.evolve"
local look     = require "ludus.inspect.look"
local operators = require "ludus.script.operators"
local plot     = require "ludus.plot"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local spec     = require "ludus.script.spec"
local steps    = require "ludus.inspect.steps"

local past = {}

-- The curves of a run as text of a width and height, or drawn by gnuplot into the
-- file of that name: `r:plot "curves.svg"` gives the name, or nil and why not.
function past.plot(run, options)
  options = options or {}
  if type(options) ~= "table" and type(options) ~= "string" then
    error(("r:plot: expected a file, or { width =, height = }, got %s"):format(
      tostring(options)), 0)
  end
  local x, best, mean = {}, {}, {}
  for i, row in ipairs(run:generations()) do
    x[i], best[i], mean[i] = row.generation, row.raw, row.raw_mean
  end
  if #x < 2 then return "a run of one generation has no curve\n" end
  local name = run.id and ("run %d, %s: "):format(run.id, run.row.script) or ""
  local curves = { title = name .. "raw score by generation",
    xlabel = "generation", series = { { name = "best", x = x, y = best },
      { name = "mean", x = x, y = mean } } }
  if type(options) == "string" then
    local ok, why = plot.svg(options, curves)
    if not ok then return nil, why end
    return options
  end
  local size = spec.check("r:plot", options, {
    width = { "integer", min = 30, max = 1000, help = "columns" },
    height = { "integer", min = 4, max = 1000, help = "rows of the curves" } })
  curves.width, curves.height = size.width, size.height
  return plot.text(curves)
end

-- The best program of a generation (the last) as a program, which knows its game.
function past.program(run, generation)
  local e = run:experiment()
  local row = run:generation(generation)
  return look.remember(e:read(row.program, e.game, ("run %d"):format(run.id)), e.game, run,
    row.generation)
end

-- ---- populations -----------------------------------------------------------

local Population = show.speaks {}
Population.__name = "ludus.population"

function Population:__index(key)
  if math.type(key) ~= "integer" then return Population[key] end
  if key < 1 or key > self.count then return nil end
  if not self.game.read then return (self.evolution:member(key)) end
  return look.remember(self.game:read(self.evolution:text(key), "slot " .. key),
    self.game)
end

Population.methods = Population       -- for help and Tab

function Population:__len() return self.count end

-- The score of a slot.
function Population:score(slot) return self.evolution:score(slot) end

-- What each case gave the program, as a list; the game is asked where no selection did.
function Population:cases(slot) return self.evolution:cases(slot) end

local function crowd() return require "ludus.inspect.crowd" end

-- Who does the same in all cases: a list of groups with slots, and their entropy.
function Population:behaviours() return crowd().behaviours(self) end

-- Which kinds of players there are: groups whose scores differ from a leader's in few
-- cases, { near = 0.1 }.
function Population:clusters(options) return crowd().clusters(self, options) end

-- What those that score well have in common: parts that many programs have, with the mean
-- score with and without them, { least = 2, most = 8, share = 0.02 }.
function Population:schemata(options) return crowd().schemata(self, options) end

local function operator_name(row) return type(row[2]) == "function" and "lua" or row[2] end

-- What made a child of that row or part of a plan, or nil.
function past.maker(plan, row)
  if plan.vary then return plan.vary[row] and operator_name(plan.vary[row]) end
  if not plan.brood then return nil end          -- drawn from a distribution
  local names = {}
  for i, step in ipairs(plan.brood[row] and plan.brood[row].steps or {}) do
    names[i] = operator_name(step)
  end
  return plan.brood[row] and table.concat(names, " ")
end

-- Has a child so made two parents?
local function has_father(name)
  for word in name:gmatch "%S+" do
    if word == "lua" then return true end
    for _, row in ipairs(operators.rows) do
      if row.name == word and row.parents == 2 then return true end
    end
  end
  return false
end

-- Where the program of a slot comes from: { operator=, mother=, father= }, slots of the
-- generation before. Who stayed was "kept"; one that was drawn or planted has no parents.
function Population:birth(slot)
  local births = self.evolution:births()
  local each = #births // self.count
  if math.type(slot) ~= "integer" or slot < 1 or slot > self.count then return nil end
  local mother, father, vary = string.unpack("<I3I3B", births, each * (slot - 1) + 1)
  if vary == 255 then return { operator = father == 1 and "planted" or "random" } end
  if vary == 254 then return { operator = "kept", mother = mother + 1 } end
  local name = past.maker(self.plan, vary + 1)
  if not name then return { operator = self.plan.scheme or "?" } end
  return { operator = name, mother = mother + 1,
    father = has_father(name) and father + 1 or nil }
end

-- Slots from the best on.
function Population:order()
  local order, score = {}, {}
  for i = 1, self.count do
    order[i], score[i] = i, self.evolution:score(i).standardized
  end
  table.sort(order, function(a, b)
    if score[a] ~= score[b] then return score[a] < score[b] end
    return a < b
  end)
  return order
end

function Population:__show(view)
  local s = self.evolution:stats()
  local lines = { ("generation %d: %d programs, %d distinct; raw best %s, mean %.1f")
    :format(s.generation, self.count, s.distinct, progress.number(s.raw), s.raw_mean),
    view.paint("head", " slot       raw  program") }
  for k, slot in ipairs(self:order()) do
    if k > 10 then break end
    local text = self.evolution:text(slot):gsub("\n", " ")
    lines[#lines + 1] = ("%5d %9s  %s"):format(slot,
      progress.number(self.evolution:score(slot).raw),
        text:sub(1, view.width - 18))
  end
  return table.concat(lines, "\n")
end

-- A population over an evolution of the engine; `plan` made it.
function past.population_of(evolution, game, count, plan)
  return setmetatable({ evolution = evolution, game = game, count = count, plan = plan },
    Population)
end

-- The programs of the run's last checkpoint: #pop, pop[slot], pop:score(slot),
-- pop:order().
function past.population(run)
  local saved = run.store:get_checkpoint(run.id)
  if not saved then error(("run %d has no checkpoint"):format(run.id), 0) end
  local e = run:experiment()
  local evolution = evolve.new(e.species, e.game,
    { population = run.row.population,
    seed = run.row.seed, threads = 0, cache = 0 })
  evolution:restore(saved.state)
  return past.population_of(evolution, e.game, run.row.population, e:plan())
end

-- ---- ancestors -------------------------------------------------------------

-- What made an ancestor, where nothing was cut out or put in: by chance, as a copy, or by an
-- operator that changes states or genes in place; else nil.
local function whole_text(a)
  if a.operator == "random" then return "made by chance" end
  if a.operator == "planted" or a.operator == "copy" or a.operator == "kept" then
    return a.operator
  end
  if a.removed + a.added > 0 then return nil end
  return a.operator .. (a.father and (" with program %d"):format(a.father) or "")
end

local function step_text(a)
  return whole_text(a) or ("%s at node %d: %d out, %d in%s"):format(a.operator, a.at, a.removed,
    a.added,
    a.father and (", from program %d, node %d"):format(a.father, a.from) or "")
end

local Lineage = show.speaks {}
Lineage.__name = "ludus.lineage"

-- The same in the width of a table's last column.
local function step_short(a)
  return whole_text(a) or ("%s at %d, %d out, %d in%s"):format(a.operator, a.at, a.removed, a.added,
    a.father and (", from %d at %d"):format(a.father, a.from) or "")
end

function Lineage:__show(view)
  local lines = { view.paint("head",
    " gen program  size ancestors  made by (places in the program)") }
  local last
  for _, a in ipairs(self) do
    if a.text ~= last then
      local row = ("%4d %7d %5d %9d  %s"):format(a.generation, a.slot, a.size,
        a.ancestors, step_short(a))
      lines[#lines + 1] = show.cut(row, view.width)
    end
    last = a.text
  end
  return table.concat(lines, "\n")
end

-- Lets a line of mothers show itself as a table; copies are left out of it.
function past.lineage(line) return setmetatable(line, Lineage) end

-- The ancestors of a generation's best program from mother to mother, each with
-- its score and what changed: a trace, so :step walks it. Ancestors that were
-- only copied are passed over.
function past.walk(run, generation)
  local e = run:experiment()
  local game = e.game
  local states, last = {}, nil
  for _, a in ipairs(run:lineage(generation)) do
    if not last or a.text ~= last.text then
      local p = look.remember(e:read(a.text, game), game)
      local score = game:score(p)
      states[#states + 1] = { generation = a.generation, slot = a.slot,
        raw = score.raw,
        size = a.size, operator = a.operator, program = p, how = step_text(a),
        before = last and last.program, text = a.text,
        change = last and score.raw - last.raw or 0,
        event = last and score.raw > last.raw and "better"
          or last and score.raw < last.raw and "worse" or nil }
      last = states[#states]
    end
  end
  return steps.trace { states = states, place = "operator",
    columns = { "generation", "raw", "change", "operator" },
    title = ("%d ancestors of run %d's best, raw %s to %s"):format(#states,
      run.id,
      progress.number(states[1].raw), progress.number(last.raw)),
    ending = { program = last.program, raw = last.raw, ended = "the best" },
    paint = function(s, view)
      if s.over then
        return view.paint("head", ("the best, raw %s"):format(progress.number(s.raw)))
          .. "\n" .. show.text(s.program, view)
      end
      local lines = { view.paint("head",
        ("ancestor %d, generation %d, program %d"):format(
        s.step, s.generation, s.slot)),
        ("raw %s (%+g), size %d"):format(progress.number(s.raw), s.change,
          s.size), s.how }
      local more = s.before and s.before.diff and s.before:diff(s.program)
        or s.program
      lines[#lines + 1] = show.text(more, view)
      return table.concat(lines, "\n")
    end }
end

-- ---- showing ---------------------------------------------------------------

function past.show(run)
  local row = run.row
  return ("run %d: %s, seed %d, population %d\n"
    .. "%s: %s, %s, best %s\n"
    .. "r:plot()  r:program(g)  r:lineage()  r:walk()  r:blame()  r:population()"):format(row.id,
    row.script, row.seed, row.population, row.status,
    progress.counted(row.generation + 1, "generation"),
    progress.counted(row.evaluations, "evaluation"), progress.of(row.best, row.max))
end

return past
