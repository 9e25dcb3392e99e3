-- plan.lua -- how an experiment makes its next generation: the fields that say so, what
-- makes no sense of them, and the plan the engine gets.
--
--     select = ludus.tournament(7), vary = { { 0.9, ludus.crossover }, { 0.1, ludus.copy } }
--
--     scheme = "plus", select = ludus.uniform, young = true,
--     brood = { { children = 36, ludus.onepoint }, { children = 4, ludus.point } },
--
-- Children are made one by one, each by an operator drawn by its share (`vary`), or in
-- pairs by the parts of a `brood`, each with a number of children and the steps that make
-- a pair. The scheme says who of the living and the children stays.

local evolve    = require "ludus.core.evolve"
local goals     = require "ludus.script.goals"
local islands   = require "ludus.script.islands"
local layers    = require "ludus.script.layers"
local meetings  = require "ludus.script.meetings"
local operators = require "ludus.script.operators"
local reals     = require "ludus.script.reals"
local spec      = require "ludus.script.spec"
local weights   = require "ludus.script.weights"
local words     = require "ludus.script.words"

local limits = evolve.limits

local plans = {}

-- ---- fields ----------------------------------------------------------------------

local function is_selection(value)
  if words.is_selection(value) or type(value) == "function"
    and not words.is_maker(value) then
    return value
  end
  local selection = words.selection_of(value) or words.bare_selection(value)
  if selection then return selection end
  return nil, "a way to select, for instance ludus.tournament(7)"
end

local function is_vary(value)
  if #value < 1 or #value > limits.vary then
    return nil, ("a list of 1 to %d operators"):format(limits.vary)
  end
  for _, row in ipairs(value) do
    if type(row) ~= "table" or type(row[1]) ~= "number"
      or not (row[1] >= 0 and row[1] < math.huge)
      or not (words.is_operator(row[2]) or type(row[2]) == "function") then
      return nil, "rows { share, operator }, for instance { 0.9, ludus.crossover }"
    end
  end
  return value
end

local function is_brood(value)
  if #value < 1 or #value > limits.parts then
    return nil, ("a list of 1 to %d parts"):format(limits.parts)
  end
  for _, part in ipairs(value) do
    if type(part) ~= "table" or words.is_operator(part) then
      return nil, "parts { children = N, step, ... }, for instance { children = 40, "
        .. "ludus.onepoint }"
    end
  end
  return value
end

local function is_niche(value)
  if value == false or words.is_niche(value) then return value end
  if value == words.niche then return words.niche {} end
  return nil, "ludus.niche { near = 100, score = 5, steps = 1 } or false"
end

local function is_limit(value)
  if value == false then return value end
  local what, n
  if type(value) == "table" then what, n = next(value) end
  if (what == "size" or what == "depth") and next(value, what) == nil
    and math.type(n) == "integer" and n >= 1 and n <= limits.limit then
    return value
  end
  return nil, ("{ size = 40 } or { depth = 6 }, 1 to %d, or false"):format(limits.limit)
end

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

plans.fields = {
  select = { "any", words.tournament(7), check = is_selection,
    help = "how parents are chosen" },
  apart = { "boolean", false, help = "the two parents of a child are two programs" },
  scheme = { "choice", "generational", choices = names_of(evolve.schemes),
    help = "who stays: children instead of all but the elite (generational), the best of "
      .. "both (plus) or of the children (comma), a child as good as the worst instead of "
      .. "it (steady), a child instead of the most similar of a few (crowding), those of "
      .. "the first fronts of objectives (pareto), the best of each cell of a map (map); "
      .. "of vectors "
      .. "of reals, those drawn from a distribution that learns (cma), and a child by "
      .. "differences instead of a program no better (differential)" },
  vary = { "list", { { 0.9, words.crossover }, { 0.1, words.copy } },
    check = is_vary, help = "operators and their shares of the children, which add up to "
      .. "1 or are whole numbers; without it those of trees, or of the kind of program" },
  children = { "integer", min = 1, max = limits.children,
    help = "children of a generation bred by shares; without it as many as there are "
      .. "places, 2 for steady and a fifth of the population for crowding and map" },
  brood = { "list", check = is_brood, help = "instead of `vary`: parts { children = N, "
    .. "step, ... }; their children are made in pairs, by an operator after the other, "
    .. "each applied by its `chance`" },
  elite = { "integer", 0, min = 0, max = limits.population,
    help = "generational: the best so many survive unchanged" },
  keep_better = { "boolean", false,
    help = "generational: a child worse than the program in its slot does not replace it" },
  niche = { "any", false, check = is_niche,
    help = "generational: a child does not replace the program in its slot where too many "
      .. "neighbours are of the child's kind, ludus.niche {}" },
  limit = { "any", false, check = is_limit,
    help = "generational, comma: { size = 40 } or { depth = 6 } (of trees): a child above it is a "
      .. "copy of its mother instead, unless it is better than all before; then the limit "
      .. "rises to it" },
  crowd = { "integer", 3, min = 1, max = limits.crowd,
    help = "crowding: programs compared" },
  young = { "boolean", false, help = "plus: ties favour children" },
  unlike = { "boolean", false,
    help = "plus: of programs that behave the same only one stays" },
  distinct = { "integer", 0, min = 0, max = limits.distinct,
    help = "times that a copy of a living program or of a child is bred again" },
  islands = { "any", check = islands.accept,
    help = "so many populations side by side: a number, or { number, migrate =, every =, "
      .. "route =, leave =, replace =, settings = }, see islands.md" },
  layers = { "any", check = layers.accept,
    help = "layers of age, a number or { number, gap =, growth = }: who is too old for a layer "
      .. "moves up, and the lowest is drawn anew in every gap, see layers.md" },
  meet = meetings.field,
  climb = { "any", help = "the step of a local search on each child" },
  tries = { "integer", 0, min = 0, max = limits.tries,
    help = "variants that the local search tries; 1 if there is a `climb`" },
}

for name, row in pairs(reals.fields) do plans.fields[name] = row end
for name, row in pairs(goals.fields) do plans.fields[name] = row end
for name, row in pairs(weights.fields) do plans.fields[name] = row end

-- Those that can be changed during a run.
plans.names = spec.sorted_keys(plans.fields)

-- ---- checking --------------------------------------------------------------------

-- The nearest name; if none is near and `all` is given, all of them.
local function suggestion(name, names, all)
  local near = spec.hint(name, names)
  return near ~= "" and near or all and all .. table.concat(names, ", ") or ""
end

local function row_of(rows, name)
  for _, row in ipairs(rows) do if row.name == name then return row end end
end

-- The parameters of an operator that is one of the rows.
local function check_params(operator, row, mistake)
  for _, key in ipairs(spec.sorted_keys(operator.params)) do
    local param, value = row_of(row.params, key), operator.params[key]
    if not param then
      mistake(key, "%s: unknown field '%s'%s", operator.name, tostring(key),
        suggestion(tostring(key), names_of(row.params),
          #row.params > 0 and "; there are: "))
    elseif type(value) ~= "number" or value < param.min or value > param.max then
      mistake(key, "%s: field '%s': expected %g to %g, got %s", operator.name,
        key, param.min, param.max, tostring(value))
    end
  end
end

-- Shares are parts of a whole; a sum of decimals may miss it by its rounding. Whole
-- numbers are proportions, { 3, crossover }, { 1, copy }.
local ROUNDING = 1e-6

local function check_shares(vary, mistake)
  local sum, whole = 0, true
  for _, entry in ipairs(vary) do
    sum, whole = sum + entry[1], whole and math.tointeger(entry[1]) ~= nil
  end
  if sum == 0 or not whole and math.abs(sum - 1) > ROUNDING then
    mistake("vary", "field 'vary': the shares add up to %g, not to 1", sum)
  end
end

local function check_vary(vary, rows, mistake)
  for i, entry in ipairs(vary) do
    local operator = entry[2]
    for _, key in ipairs(spec.sorted_keys(entry)) do
      if key ~= 1 and key ~= 2 then
        mistake(key, "field 'vary': row %d: unknown field '%s'; a row is { share, "
          .. "operator }", i, tostring(key))
      end
    end
    local row = type(operator) == "table" and row_of(rows, operator.name)
    if row and row.lacks then
      mistake("vary", "field 'vary': %s", row.lacks)
    elseif row then
      check_params(operator, row, mistake)
    elseif type(operator) == "table" then
      mistake("vary", "field 'vary': no operator '%s' for these programs%s",
        operator.name, suggestion(operator.name, names_of(rows), "; there are: "))
    end
  end
  check_shares(vary, mistake)
end

-- A step as the engine takes it, or nil after a mistake in `field`.
local function step_of(step, field, rows, species, mistake)
  local row, wrong = operators.step(step, rows, operators.kind(species))
  if not row then mistake(field, "field '%s': %s", field, wrong) end
  return row
end

local function check_brood(brood, rows, species, mistake)
  for i, part in ipairs(brood) do
    for _, key in ipairs(spec.sorted_keys(part)) do
      if math.type(key) ~= "integer" and key ~= "children" then
        mistake(key, "field 'brood': part %d: unknown field '%s'%s", i, tostring(key),
          spec.hint(key, { "children" }))
      end
    end
    local n = part.children
    if n ~= nil and not (math.type(n) == "integer" and n >= 1
      and n <= limits.children) then
      mistake("brood", "field 'brood': part %d: expected 1 to %d children, got %s", i,
        limits.children, spec.shown(n))
    end
    if #part > limits.steps then
      mistake("brood", "field 'brood': part %d: at most %d steps, got %d", i,
        limits.steps, #part)
    end
    for _, step in ipairs(part) do step_of(step, "brood", rows, species, mistake) end
  end
end

local function check_climb(e, rows, species, mistake)
  if e.tries > 0 and e.climb == nil then
    mistake("tries", "field 'tries': there is no step to try, field 'climb'")
  end
  if e.climb == nil then return end
  local row = step_of(e.climb, "climb", rows, species, mistake)
  local operator = row and row_of(rows, row[2])
  if row and not (operator and operator.parents == 1) then
    mistake("climb", "field 'climb': a local search needs an operator of one parent that "
      .. "is not a function")
  end
end

-- Fields that are of no use, but for one scheme.
local of_scheme = { elite = "generational", keep_better = "generational",
  niche = "generational", crowd = "crowding", young = "plus",
  unlike = "plus" }
for name, scheme in pairs(reals.of_scheme) do of_scheme[name] = scheme end

-- What was given although it can have no effect, or excludes something else.
local function check_sense(e, given, mistake)
  reals.check(e.scheme, given, mistake)
  for _, name in ipairs(spec.sorted_keys(of_scheme)) do
    local scheme = of_scheme[name]
    if given[name] and given[name] ~= 0 and e.scheme and e.scheme ~= scheme then
      mistake(name, "field '%s': only for the scheme '%s', not for '%s'", name, scheme,
        e.scheme)
    end
  end
  if given.vary and given.brood then
    mistake("brood", "field 'brood': there is a 'vary', too; children are made by shares "
      .. "or in parts, not both")
  end
  if given.children and given.brood then
    mistake("children", "field 'children': the parts of the brood say how many there are")
  end
  if type(e.select) == "table" and e.select.near > 0 and e.scheme ~= "generational" then
    mistake("select", "field 'select': programs keep their neighbours only under the "
      .. "scheme 'generational', not '%s'", tostring(e.scheme))
  end
end

-- Can the game tell the cases that `field`, by the word `ludus.name`, reads?
local function check_cases(e, field, name, mistake)
  local ok, why = pcall(e.game.need, e.game, "cases")
  if ok then return end
  why = why:match "^bad argument #%d to '.-' %((.*)%)$" or why
  mistake(field, "field '%s': ludus.%s: %s", field, name, why)
end

-- Does it choose parents by the scores of cases? A function does if the script says
-- that it needs them.
local function reads_cases(e)
  if type(e.select) == "table" then return words.reads_cases(e.select) end
  for _, ability in ipairs(e.needs) do
    if ability == "cases" then return true end
  end
  return false
end

local function check_readers(e, given, mistake)
  if type(e.select) == "table" and words.reads_cases(e.select) then
    check_cases(e, "select", e.select.method, mistake)
  end
  goals.check(e, given, reals.makes(e.scheme), mistake)
  if e.niche and e.niche.cases > 0 then check_cases(e, "niche", "niche", mistake) end
  weights.check(e, reals.makes(e.scheme), mistake)
  meetings.check(e, given, reads_cases(e) or e.niche and e.niche.cases > 0
    or goals.read_cases(e) or weights.read_cases(e), mistake)
end

-- Do the children fill the places where they must?
local function check_fill(e, mistake)
  local n, elite = plans.count(e), e.scheme == "generational" and e.elite or 0
  local field = e.brood and "brood" or "children"
  if (e.scheme == "generational" or e.scheme == "comma") and n + elite < e.population then
    mistake(field, "field '%s': %d children%s do not fill a population of %d", field, n,
      elite > 0 and (" and an elite of %d"):format(elite) or "", e.population)
  end
end

-- Can the scheme make such vectors, and so many?
local function check_reals(e, species, mistake)
  if not (e.population and e.elite and e.distinct) then return end
  local ok, why = pcall(evolve.check, species, plans.make(e), e.population)
  if not ok then mistake("scheme", "field 'scheme': %s", tostring(why)) end
end

-- Programs of an experiment, written as `given`, that does not say how many.
function plans.settle(e, given)
  meetings.settle(e)
  layers.settle(e)
  if given.population == nil and e.scheme == "map" and e.map then
    e.population = goals.cells(e.map)
  end
  if given.population ~= nil or not reals.makes(e.scheme) or not e.species
    or evolve.species_kind(e.species) ~= "vector" then
    return
  end
  e.population = reals.population(e.scheme, #e.species)
end

-- Can a child above the limit become its mother?
local function check_limit(e, species, mistake)
  if e.scheme ~= "generational" and e.scheme ~= "comma" then
    mistake("limit", "field 'limit': only for the schemes 'generational' and 'comma', not for "
      .. "'%s'", tostring(e.scheme))
  elseif e.limit.depth and evolve.species_kind(species) ~= "tree" then
    mistake("limit", "field 'limit': %s have no depth", operators.nouns[
      evolve.species_kind(species)])
  end
end

-- The fields of an experiment without islands, or of one of them.
local function check_one(e, given, species, mistake)
  check_sense(e, given, mistake)
  if e.elite and e.population and e.elite > e.population then
    mistake("elite", "field 'elite': %d is more than the population of %d",
      e.elite, e.population)
    return
  end
  if not species then return end
  check_readers(e, given, mistake)
  local rows = evolve.operators(species)
  if reals.makes(e.scheme) then
    check_reals(e, species, mistake)
    return
  end
  if e.limit then check_limit(e, species, mistake) end
  if e.brood then check_brood(e.brood, rows, species, mistake)
  elseif e.vary then check_vary(e.vary, rows, mistake) end
  if e.tries then check_climb(e, rows, species, mistake) end
  if e.population and e.elite and e.scheme then check_fill(e, mistake) end
end

-- Checks the fields of an experiment, written as `given`, against its species (if there
-- is one); mistake(field, format, ...) is called for each mistake.
function plans.check(e, given, species, mistake)
  meetings.check_sides(e, mistake)
  layers.settle(e)
  layers.check(e, mistake)
  if not e.islands or not e.population then return check_one(e, given, species, mistake) end
  local x = islands.complete(e.islands, e.population, plans.fields, mistake)
  if not x then return end
  for _, i in ipairs(islands.different(e, x)) do
    local set = setmetatable({}, { __index = given })
    for name, value in pairs(x.sets[i] or {}) do set[name] = value end
    if x.sets[i] and x.sets[i].vary then set.brood = false end
    local view = islands.view(e, x, i)
    if reals.makes(view.scheme) or view.scheme == "map" then
      mistake("islands", "field 'islands': the scheme '%s' has one population", view.scheme)
      return
    end
    check_one(view, set, species, function(field, format, ...)
      mistake(field, "%s%s", format:format(...),
        i > 1 and (" (on island %d)"):format(i) or "")
    end)
  end
end

-- ---- plans -----------------------------------------------------------------------

-- Children of a brood, or of a part of one, that does not say how many.
local function usual_children(e)
  if e.scheme == "generational" then return e.population - e.elite end
  if e.scheme == "steady" then return math.min(2, e.population) end
  if e.scheme == "crowding" or e.scheme == "map" then
    return math.max(1, math.floor(0.2 * e.population + 0.5))
  end
  return e.population
end

-- Children of a whole brood.
function plans.count(e)
  if not e.brood then return e.children or usual_children(e) end
  local n = 0
  for _, part in ipairs(e.brood) do
    n = n + (part.children or math.max(1, usual_children(e)))
  end
  return n
end

-- The plan of a population without islands, or of one of them.
local function make_one(e)
  local rule = e.select
  if type(rule) == "table" then
    rule = { method = rule.method, param = rule.param, parsimony = rule.parsimony,
      near = rule.near, adjusted = rule.adjusted or nil, smaller = rule.smaller,
      tarpeian = rule.tarpeian, covariant = rule.covariant, epsilon = rule.epsilon,
      sample = rule.sample, batch = rule.batch, informed = rule.informed,
      every = rule.every }
  end
  local plan = { select = rule, elite = e.elite, keep_better = e.keep_better,
    seconds = e.patience, apart = e.apart or nil, young = e.young or nil,
    unlike = e.unlike or nil, distinct = e.distinct > 0 and e.distinct or nil,
    cases = reads_cases(e) or nil, meet = meetings.plan(e) }
  if e.niche then
    plan.niche = { near = e.niche.near, score = e.niche.score, steps = e.niche.steps,
      cases = e.niche.cases }
  end
  if e.limit then
    plan.limit = { start = e.limit.size or e.limit.depth, depth = e.limit.depth and true }
  end
  if e.scheme ~= "generational" then plan.scheme = e.scheme end
  goals.settle(plan, e)
  weights.settle(plan, e)
  if e.scheme == "crowding" then plan.crowd = e.crowd end
  if reals.makes(e.scheme) then
    reals.settle(plan, e)
    return plan
  end
  local rows, kind = evolve.operators(e.species), operators.kind(e.species)
  if e.brood then
    plan.brood, plan.evaluations = {}, e.evaluations
    for i, part in ipairs(e.brood) do
      local steps = {}
      for k, step in ipairs(part) do steps[k] = operators.step(step, rows, kind) end
      plan.brood[i] = { steps = steps,
        children = part.children or math.max(1, usual_children(e)) }
    end
  else
    plan.vary = {}
    for i, row in ipairs(e.vary) do
      plan.vary[i] = type(row[2]) == "function" and { row[1], row[2] }
        or { row[1], row[2].name, row[2].params }
    end
    if e.children or e.scheme ~= "generational" then plan.children = plans.count(e) end
  end
  if e.climb ~= nil then
    plan.climb, plan.tries = operators.step(e.climb, rows, kind), math.max(1, e.tries)
    plan.target = 0
  end
  return plan
end

-- What the engine needs to breed a generation of the experiment `e`.
function plans.make(e)
  if not e.islands then return make_one(e) end
  local function mistake(_, format, ...) error(format:format(...), 0) end
  return islands.plan(e, islands.complete(e.islands, e.population, plans.fields, mistake),
    make_one)
end

-- The plan by which a generation is drawn anew, not bred.
function plans.restart(plan, unique)
  local again = {}
  for key, value in pairs(plan) do again[key] = value end
  again.restart, again.unique = true, unique or nil
  return again
end

return plans
