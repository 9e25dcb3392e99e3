-- words.lua -- the words experiments are written in: kinds of programs, ways
-- to select, operators.
--
--     ludus.tree { adfs = { 3, 2, 1 }, nodes = 200 }
--     ludus.tournament(7, { parsimony = true })
--     ludus.crossover { leaves = 1/9 }      ludus.copy

local evolve    = require "ludus.core.evolve"
local operators = require "ludus.script.operators"
local spec      = require "ludus.script.spec"
local trees     = require "ludus.core.tree".limits

local words = {}

-- Those that scripts write as ludus.NAME: the ones here and, below, every way to
-- select and every operator there is in C.
words.names = { "tree", "operator", "niche", "solved", "reaches", "within", "all_won", "never" }

-- ---- kinds of programs -----------------------------------------------------------

local Program = {}
Program.__index = Program
Program.__name = "ludus.program"

-- A kind of program: its fields, a function (game, settings) that makes the species,
-- and one that gives the operators of an experiment that names none. Games of that
-- kind then accept it.
function words.program(kind, fields, make, vary)
  return function(given)
    local settings = spec.check("ludus." .. kind, given, fields)
    return setmetatable({ kind = kind, fields = fields, settings = settings,
      make = make, vary = vary }, Program)
  end
end

function words.is_program(value) return getmetatable(value) == Program end

-- A species as a kind of program, or nil if the value is none.
function words.of_species(value)
  local ok, kind = pcall(evolve.species_kind, value)
  if not ok then return nil end
  local vary = function() return words.usual_vary(kind) end
  return words.program(kind, {}, function() return value end, vary) {}
end

-- The operators of experiments that name none, by the kind of program.
function words.usual_vary(kind)
  if kind == "vector" then
    return { { 0.9, words.operator "onepoint" }, { 0.1, words.operator "point" } }
  elseif kind == "tree" then
    return { { 0.9, words.operator "crossover" }, { 0.1, words.operator "copy" } }
  end
  return require("ludus." .. kind).operators()
end

-- A copy with some settings changed.
function Program:with(changes)
  local given = {}
  for key, value in pairs(self.settings) do given[key] = value end
  for key, value in pairs(changes) do given[key] = value end
  return words.program(self.kind, self.fields, self.make, self.vary)(given)
end

-- At the prompt.
function Program:__show(view)
  return ("ludus.%s %s"):format(self.kind,
    require "ludus.repl.show".text(self.settings, view))
end

function Program:species(game) return self.make(game, self.settings) end

local function depths(value)
  if math.type(value[1]) == "integer" and math.type(value[2]) == "integer"
    and #value == 2 and value[1] >= 1 and value[1] <= value[2]
    and value[2] <= trees.depth then
    return value
  end
  return nil, ("two numbers of 1 to %d, the lesser first"):format(trees.depth)
end

local function arities(value)
  for _, n in ipairs(value) do
    if math.type(n) ~= "integer" or n < 0 or n > trees.arguments then
      return nil, ("a list of numbers of 0 to %d"):format(trees.arguments)
    end
  end
  if #value > trees.adfs then return nil, ("at most %d ADFs"):format(trees.adfs) end
  return value
end

words.tree = words.program("tree", {
  adfs = { "list", {}, check = arities,
    help = "arguments of each automatically defined function" },
  nodes = { "integer", 200, min = 1, max = trees.nodes, help = "most nodes of a branch" },
  depth = { "list", { 1, 5 }, check = depths,
    help = "least and greatest depth of the first branches, within max_depth" },
  max_depth = { "integer", trees.max_depth, min = 1, max = trees.max_depth,
    help = "most levels of a branch, at first and later" },
  method = { "choice", "ramped", choices = { "ramped", "grow", "full" },
    help = "how first branches are grown" },
}, function(game, settings) return game:species(settings) end)

-- ---- selection -------------------------------------------------------------------

local Selection = {}
Selection.__name = "ludus.selection"

-- Selections that read the scores of cases, by name.
local cases = {}

function words.reads_cases(selection) return cases[selection.method] == true end

-- At the prompt.
function Selection:__show()
  local more = {}
  if self.near > 0 then more[#more + 1] = ("near = %d"):format(self.near) end
  if self.adjusted then more[#more + 1] = "adjusted = true" end
  if self.parsimony then more[#more + 1] = "parsimony = true" end
  if self.smaller then more[#more + 1] = ("smaller = %g"):format(self.smaller) end
  if self.tarpeian then more[#more + 1] = ("tarpeian = %g"):format(self.tarpeian) end
  if self.covariant then more[#more + 1] = "covariant = true" end
  if self.epsilon then more[#more + 1] = ("epsilon = %q"):format(self.epsilon) end
  if self.sample then more[#more + 1] = ("sample = %d"):format(self.sample) end
  if self.batch then more[#more + 1] = ("batch = %d"):format(self.batch) end
  if self.informed then
    more[#more + 1] = ("informed = %g, every = %d"):format(self.informed, self.every)
  end
  if cases[self.method] then
    return ("ludus.%s%s"):format(self.method,
      #more > 0 and " { " .. table.concat(more, ", ") .. " }" or "")
  end
  return ("ludus.%s(%s%s)"):format(self.method,
    self.param and ("%g"):format(self.param) or #more > 0 and "nil" or "",
    #more > 0 and ", { " .. table.concat(more, ", ") .. " }" or "")
end

function words.is_selection(value) return getmetatable(value) == Selection end

local function is_smaller(value)
  if value == 0 or value >= 1 and value <= 2 then return value end
  return nil, "1 to 2, or 0 for one winner"
end

-- What the second argument of a selection may say.
words.selection_fields = {
  parsimony = { "boolean", false,
    help = "of equal programs the smaller is chosen" },
  near = { "integer", 0, min = 0, max = evolve.limits.population,
    help = "tournaments are held among the programs at most so many slots from "
      .. "the child's, round a ring; 0: among all" },
  adjusted = { "boolean", false, help = "roulette, remainder, universal: fitness is "
    .. "1 / (1 + standardized) instead of the raw score" },
  smaller = { "number", 0, min = 0, max = 2, check = is_smaller,
    help = "tournaments: of two winners the smaller one is chosen with half that chance, "
      .. "1 to 2 (double tournament); 0: there is one winner" },
  tarpeian = { "number", 0, min = 0, max = 1,
    help = "tournaments: the chance that a program larger than the mean never wins" },
  covariant = { "boolean", false, help = "tournaments: the better is told by its rank, less "
    .. "as much for its size as rank and size go along (covariant parsimony)" },
}

-- Those of tournaments alone that look at sizes.
local by_size = { "smaller", "tarpeian", "covariant" }

-- What a selection by cases may say.
words.case_fields = {
  epsilon = { "choice", "none", choices = evolve.epsilons,
    help = "how near the best is good enough: the median distance from the median of a "
      .. "case's scores, of the population, from its best (static) or from the best who "
      .. "remain (semi), or all of those who remain (dynamic)" },
  sample = { "integer", 0, min = 0, max = evolve.limits.cases,
    help = "cases that a generation looks at, drawn anew each time; 0: all" },
  batch = { "integer", 1, min = 1, max = evolve.limits.cases,
    help = "cases that are looked at together, by the sum of their scores" },
  informed = { "number", 0, min = 0, max = 1,
    help = "the sample is of cases that such a share of the programs solve differently; 0: "
      .. "it is drawn by chance" },
  every = { "integer", 10, min = 1, max = evolve.limits.sample_every,
    help = "generations after which an informed sample learns anew who solves what" },
}

local function shown(x)
  local whole = math.tointeger(x)
  return whole and ("%d"):format(whole) or ("%g"):format(x)
end

-- A word may be the name of an operator as well, as `uniform` is: then the operator's
-- word stands for both, and where a selection is wanted it is one.
local selects = {}

-- Functions that make a selection or a success, and are none themselves.
local makers = {}

-- The selection that a word stands for which is written without brackets, or nil: all
-- have a default for what they are told.
function words.bare_selection(value)
  for _, make in pairs(selects) do
    if make == value then return make() end
  end
end

function words.is_maker(value) return makers[value] == true end

-- A selection by cases, whose one argument says how.
local function by_cases(name)
  return function(given, more)
    if more ~= nil and next(more) ~= nil then
      error(("%sludus.%s takes one table, ludus.%s { sample = 20 }"):format(
        spec.where(spec.place(name)), name, name), 0)
    end
    local options = spec.check("ludus." .. name, given or {}, words.case_fields)
    local informed = options.informed > 0
    if informed and options.sample == 0 or given and given.every and not informed then
      error(("%sludus.%s: field '%s': only a sample can be informed, { sample = 20, informed "
        .. "= 0.1 }"):format(spec.where(spec.place(name)), name, informed and "informed"
        or "every"), 0)
    end
    return setmetatable({ method = name, near = 0, parsimony = false, adjusted = false,
      epsilon = options.epsilon ~= "none" and options.epsilon or nil,
      sample = options.sample > 0 and options.sample or nil,
      batch = options.batch > 1 and options.batch or nil,
      informed = informed and options.informed or nil,
      every = informed and options.every or nil }, Selection)
  end
end

-- A selection by scores.
local function by_score(row)
  return function(param, more)
    if row.param and param == nil then param = row.default end
    if row.param and not (type(param) == "number" and param >= row.min
      and param <= row.max) then
      error(("%sludus.%s: %s must be %s to %s, got %s"):format(
        spec.where(spec.place(row.name)), row.name, row.param, shown(row.min),
        shown(row.max), tostring(param)), 0)
    end
    local options = spec.check("ludus." .. row.name, more or {},
      words.selection_fields)
    if options.near > 0 and row.name ~= "tournament" then
      error(("%sludus.%s: field 'near': only tournaments can be near"):format(
        spec.where(spec.place(row.name)), row.name), 0)
    end
    if options.adjusted and row.param ~= "scaling" then
      error(("%sludus.%s: field 'adjusted': only roulette, remainder and universal go by "
        .. "fitness"):format(spec.where(spec.place(row.name)), row.name), 0)
    end
    local selection = { method = row.name, param = param, adjusted = options.adjusted,
      parsimony = options.parsimony, near = options.near }
    for _, name in ipairs(by_size) do
      local value = options[name]
      local asked = value and value ~= 0
      if asked and row.name ~= "tournament" then
        error(("%sludus.%s: field '%s': only tournaments look at sizes so"):format(
          spec.where(spec.place(row.name)), row.name, name), 0)
      end
      selection[name] = asked and value or nil
    end
    return setmetatable(selection, Selection)
  end
end

for _, row in ipairs(evolve.selections()) do
  cases[row.name] = row.cases
  selects[row.name] = row.cases and by_cases(row.name) or by_score(row)
  words[row.name] = selects[row.name]
  makers[words[row.name]] = true
  words.names[#words.names + 1] = row.name
end

-- The selection of that name.
function words.select(name, param, more) return selects[name](param, more) end

-- The selection that an operator's word is the name of, or nil.
function words.selection_of(value)
  local make = words.is_operator(value) and next(value.params) == nil
    and selects[value.name]
  return make and make() or nil
end

-- ---- niches ----------------------------------------------------------------------

local Niche = {}
Niche.__name = "ludus.niche"

words.niche_fields = {
  near = { "integer", 100, min = 1, max = evolve.limits.population,
    help = "programs at most so many slots away, round a ring, are neighbours" },
  score = { "integer", 5, min = 0, max = evolve.limits.niche,
    help = "no child comes where so many neighbours have its score; 0: any number" },
  steps = { "integer", 1, min = 0, max = evolve.limits.niche,
    help = "or its score and its steps; 0: any number" },
  cases = { "integer", 0, min = 0, max = evolve.limits.niche,
    help = "or the same in every case; 0: any number" },
}

-- How many of a kind may live side by side.
function words.niche(given)
  local niche = spec.check("ludus.niche", given, words.niche_fields)
  if niche.score + niche.steps + niche.cases == 0 then
    error(spec.where(spec.place "niche") .. "ludus.niche: there is no limit: score, steps "
      .. "or cases must be 1 or more", 0)
  end
  return setmetatable(niche, Niche)
end

makers[words.niche] = true

function words.is_niche(value) return getmetatable(value) == Niche end

-- At the prompt.
function Niche:__show()
  return ("ludus.niche { near = %d, score = %d, steps = %d, cases = %d }"):format(
    self.near, self.score, self.steps, self.cases)
end

-- ---- operators -------------------------------------------------------------------

local Operator = {}
Operator.__name = "ludus.operator"

-- At the prompt.
function Operator:__show(view)
  return "ludus." .. self.name .. (next(self.params)
    and " " .. require "ludus.repl.show".text(self.params, view) or "")
end

function words.is_operator(value) return getmetatable(value) == Operator end

-- The operator of that name, of whatever kind of program; called with a table, the
-- same operator with those parameters. Names are checked with the experiment.
function words.operator(name, params)
  return setmetatable({ name = name, params = params or {} }, Operator)
end

function Operator:__call(params, more)
  if more ~= nil and selects[self.name] then return selects[self.name](params, more) end
  return words.operator(self.name, params or {})
end

for _, name in ipairs(operators.names()) do
  if not words[name] then words.names[#words.names + 1] = name end
  words[name] = words.operator(name)
end

-- ---- success ---------------------------------------------------------------------

-- Functions (stats, goal) of the figures of one generation and of what the game asks
-- for (g:goal()), which remember nothing: true in `success` for those that tell success.
local steady = setmetatable({}, { __mode = "k" })
local success = setmetatable({}, { __mode = "k" })

function words.is_steady(f) return steady[f] == true end
function words.is_success(f) return success[f] == true end

local function succeeds(f)
  steady[f], success[f] = true, true
  return f
end

local function checked_number(name, value)
  if type(value) == "number" and value == value then return value end
  error(("%sludus.%s: expected a number, got %s"):format(
    spec.where(spec.place(name)), name, spec.shown(value)), 0)
end

-- A perfect score.
words.solved = succeeds(function(stats) return stats.standardized <= 0 end)

-- That raw score or a better one; less is better where the game counts errors.
function words.reaches(raw)
  checked_number("reaches", raw)
  return succeeds(function(stats, goal)
    if goal and goal.minimise then return stats.raw <= raw end
    return stats.raw >= raw
  end)
end

-- At most so far from a perfect score.
function words.within(tolerance)
  checked_number("within", tolerance)
  return succeeds(function(stats) return stats.standardized <= tolerance end)
end

-- Every case counts as won.
words.all_won = succeeds(function(stats, goal) return stats.hits >= goal.cases end)

makers[words.reaches], makers[words.within] = true, true

-- Nothing is success; as `stop`, success does not end the run.
function words.never() return false end

steady[words.never] = true

return words
