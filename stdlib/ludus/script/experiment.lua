-- experiment.lua -- a table that says everything about a run.
--
--     return ludus.experiment {
--       game = mines.game {}, program = ludus.tree { adfs = { 3, 2, 1 } },
--       population = 1000, generations = 51, select = ludus.tournament(7),
--     }
--
-- A script returns it and does nothing else. It is checked whole: every mistake
-- is reported, with its line, before anything starts.

local evolve = require "ludus.core.evolve"
local recipes = require "ludus.script.recipes"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"
local words  = require "ludus.script.words"

local limits = evolve.limits

local Experiment = {}                 -- methods

-- The metatable, out of reach of scripts: see ludus.study.
local Class = { __index = Experiment, __name = "ludus.experiment",
  __metatable = "ludus.experiment" }

local function is_game(value)
  local meta = type(value) == "userdata" and debug.getmetatable(value)
  if meta and meta.ludus_game then return value end
  return nil, "a game, for instance mines.game {}"
end

local function is_program(value)
  if words.is_program(value) then return value end
  return nil, "a kind of program, for instance ludus.tree {}"
end

local function is_selection(value)
  if words.is_selection(value) or type(value) == "function"
    and not words.is_maker(value) then
    return value
  end
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

local function is_stop(value)
  if not words.is_maker(value) then return value end
  return nil, "a function of a generation's figures, for instance ludus.reaches(100)"
end

local fields = {
  name = { "string", "", help = "what the experiment is called" },
  game = { "any", required = true, check = is_game, help = "what to play" },
  program = { "any", required = true, check = is_program, help = "what to evolve" },
  population = { "integer", 1000, min = 1, max = limits.population, help = "programs" },
  generations = { "integer", 51, min = 1, max = 1000000000,
    help = "generations, the random one included" },
  select = { "any", words.tournament(7), check = is_selection,
    help = "how parents are chosen" },
  vary = { "list", { { 0.9, words.crossover }, { 0.1, words.copy } },
    check = is_vary, help = "operators and their shares of the children; without it "
      .. "those of trees, or of the kind of program" },
  elite = { "integer", 0, min = 0, max = limits.population,
    help = "the best so many survive unchanged" },
  keep_better = { "boolean", false,
    help = "a child worse than the program in its slot does not replace it" },
  unique = { "boolean", false, help = "no two first programs are the same" },
  plant = { "list", {},
    help = "texts or files of programs that join the first generation" },
  stop = { "function", words.solved, check = is_stop,
    help = "ends the evolution when it gives true for a generation's figures" },
  schedule = { "function", help = "stages: called with the run instead of evolving "
    .. "all generations at once" },
  on_generation = { "function", help = "called with the run after each generation" },
  report = { "function", help = "called with the run when it has ended" },
  needs = { "list", {}, help = "what the script asks of the game besides scores: cases, "
    .. "trace, summary, play, behaviour; a game without is refused" },
  seconds = { "integer", 60, min = 0, max = limits.seconds,
    help = "CPU time one call of a function may take (operators, selections, stop, "
      .. "on_generation, report, schedule between generations); 0: any" },
  cache = { "integer", 20, min = 0, max = limits.cache,
    help = "the score cache holds 2^cache scores; 0: none" },
  history = { "integer", 10000, min = 2, max = 1000000000,
    help = "generations kept at most: a longer run keeps every 2nd, 4th, ... of "
    .. "them, unless it has a schedule, on_generation or a stop of its own" },
  variants = { "table", {}, help = "named sets of fields, for --set variant=NAME" },
  variant = { "string", "", help = "which of the variants" },
}

Experiment.fields = fields

-- ---- checking --------------------------------------------------------------------

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

-- The nearest name; if none is near and `all` is given, all of them.
local function suggestion(name, names, all)
  local near = system.near(name, names)
  return near and ("; did you mean '%s'?"):format(near)
    or all and all .. table.concat(names, ", ") or ""
end

-- Why the game does not do for a script that needs so much, or nil.
local function lacks(game, needs)
  for _, ability in ipairs(needs) do
    local ok, why = pcall(game.need, game, tostring(ability))
    if not ok then return why:match "^bad argument #%d to '.-' %((.*)%)$" or why end
  end
end

-- Checks operators against the species; adds to the mistakes.
local function check_operators(species, vary, mistake)
  local rows = evolve.operators(species)
  for i, entry in ipairs(vary) do
    local operator, row = entry[2], nil
    for _, key in ipairs(spec.sorted_keys(entry)) do
      if key ~= 1 and key ~= 2 then
        mistake(key, "field 'vary': row %d: unknown field '%s'; a row is { share, "
          .. "operator }", i, tostring(key))
      end
    end
    for _, r in ipairs(type(operator) == "table" and rows or {}) do
      if r.name == operator.name then row = r end
    end
    if type(operator) == "function" then goto next end
    if not row then
      mistake("vary", "field 'vary': no operator '%s' for these programs%s",
        operator.name, suggestion(operator.name, names_of(rows), "; there are: "))
    else
      for _, key in ipairs(spec.sorted_keys(operator.params)) do
        local param
        for _, p in ipairs(row.params) do if p.name == key then param = p end end
        local value = operator.params[key]
        if not param then
          mistake(key, "%s: unknown field '%s'%s", operator.name, tostring(key),
            suggestion(tostring(key), names_of(row.params),
              #row.params > 0 and "; there are: "))
        elseif type(value) ~= "number" or value < param.min
          or value > param.max then
          mistake(key, "%s: field '%s': expected %g to %g, got %s", operator.name,
            key, param.min, param.max, tostring(value))
        end
      end
    end
    ::next::
  end
end

-- The fields of the variant over the others.
local function apply_variant(given, mistake)
  local name = given.variant
  if name == nil or name == "" then return given end
  local variants = type(given.variants) == "table" and given.variants or {}
  local variant = variants[name]
  if type(variant) ~= "table" then
    local known = spec.sorted_keys(variants)
    mistake("variant", "field 'variant': unknown variant '%s'%s", tostring(name),
      #known > 0 and "; there are: " .. table.concat(known, ", ") or "")
    return given
  end
  local result = {}
  for key, value in pairs(given) do result[key] = value end
  for key, value in pairs(variant) do result[key] = value end
  return result
end

local function make(given, place)
  local mistakes = {}
  local function mistake(field, format, ...)
    mistakes[#mistakes + 1] = spec.where(place, field) .. "ludus.experiment: "
      .. format:format(...)
  end
  local full = apply_variant(given, mistake)
  local e, found = spec.complete("ludus.experiment", full, fields, place)
  table.move(found, 1, #found, #mistakes + 1, mistakes)
  if e.program and full.vary == nil and e.program.vary then
    e.vary = e.program.vary()
  end
  local wanted = e.game and e.program and evolve.kind(e.game)
  if wanted and wanted ~= e.program.kind then
    mistake("program", "field 'program': the game scores %s programs%s, not ludus.%s {}",
      wanted, wanted ~= "vector" and (", ludus.%s {}"):format(wanted) or "",
      e.program.kind)
  elseif wanted then
    local ok, species = pcall(e.program.species, e.program, e.game)
    if ok then
      e.species = species
      if e.vary then check_operators(species, e.vary, mistake) end
    else
      mistake("program", "field 'program': %s", tostring(species))
    end
  end
  local lacking = e.game and e.needs and lacks(e.game, e.needs)
  if lacking then mistake("needs", "field 'needs': %s", lacking) end
  if e.elite and e.population and e.elite > e.population then
    mistake("elite", "field 'elite': %d is more than the population of %d",
      e.elite, e.population)
  end
  if #mistakes > 0 then error(spec.message(mistakes), 0) end
  e.given, e.place = given, place
  return setmetatable(e, Class)
end

local function experiment(given)
  local place = spec.place("ludus.experiment")
  if type(given) ~= "table" then
    error(spec.where(place) .. "ludus.experiment: expected a table of fields", 0)
  end
  return make(given, place)
end

-- ---- settings from the command line ------------------------------------------------

-- Selections, operators and stops are written as in a script, with or without
-- `ludus.`: tournament(4), never, or {{0.9, crossover{leaves=0.1}}, {0.1, copy}}.
local function evaluate(text)
  local known = {}
  for _, name in ipairs(words.names) do known[name] = words[name] end
  local chunk = load("return " .. text, "=--set", "t", setmetatable({}, {
    __index = function(env, key)
      if key == "ludus" then return env end
      if known[key] ~= nil then return known[key] end
      error(("unknown word '%s'%s"):format(key,
        suggestion(key, spec.sorted_keys(known))), 0)
    end }))
  local ok, value = pcall(chunk or error)
  if not ok and chunk then      -- the place is the option's, not the script's
    local told = tostring(value):gsub("^[^:]+:%d+: ", "")
    if not told:find "^attempt to" then return nil, told end
  end
  if ok and value ~= nil then return value end
  return nil, ("expected an expression as in a script, got '%s'"):format(text)
end

local function set_nested(self, given, what, key, text)
  local object = given[what]
  local rows, settings
  if what == "game" then
    local recipe = recipes.recipe(object)
    if not recipe then return "this game has no fields to set" end
    rows, settings = recipe.fields, recipe
  else
    rows, settings = object.fields, object.settings
  end
  local row = rows[key]
  if not row then
    return ("unknown field '%s' of the %s%s"):format(key, what,
      suggestion(key, spec.sorted_keys(rows)))
  end
  local value, expected = spec.parse(row, text)
  if value == nil then return ("expected %s, got '%s'"):format(expected, text) end
  local changes = self.changes[what] or {}
  changes[key] = value
  self.changes[what] = changes
  return nil, settings
end

local function set_field(given, key, text)
  local row = fields[key]
  if key == "game" or key == "program" then
    return ("the %s cannot be set as a whole, but its fields can: %s.FIELD=VALUE")
      :format(key, key)
  end
  local written = key == "select" or key == "vary" or key == "stop"
  if row and not written and (row[1] == "function" or key == "variants") then
    return "it cannot be written on the command line"
  elseif key == "seed" or key == "threads" then
    return ("it is an option: --%s %s"):format(key, text)
  elseif not row then
    return ("unknown field '%s'%s"):format(key,
      suggestion(key, spec.sorted_keys(fields)))
  end
  local value, wrong
  if written then
    value, wrong = evaluate(text)
  else
    value, wrong = spec.parse(row, text)
    wrong = wrong and ("expected %s, got '%s'"):format(wrong, text)
  end
  if value == nil then return wrong end
  given[key] = value
end

-- A copy of the experiment with `--set` words ({ key=, value= }) applied.
function Experiment:with(sets)
  local given, mistakes, collect = {}, {}, { changes = {} }
  for key, value in pairs(self.given) do given[key] = value end
  for _, set in ipairs(sets) do
    local what, key = set.key:match("^(%a+)%.([%w_]+)$")
    local wrong
    if what == "game" or what == "program" then
      wrong = set_nested(collect, given, what, key, set.value)
    elseif what then
      wrong = ("unknown field '%s'; fields with a dot are game.* and program.*")
        :format(set.key)
    else
      wrong = set_field(given, set.key, set.value)
    end
    if wrong then
      mistakes[#mistakes + 1] = ("--set %s=%s: %s"):format(set.key, set.value, wrong)
    end
  end
  if #mistakes > 0 then error(table.concat(mistakes, "\n"), 0) end
  if collect.changes.game then
    given.game = recipes.again(given.game, collect.changes.game)
  end
  if collect.changes.program then
    given.program = given.program:with(collect.changes.program)
  end
  return make(given, self.place)
end

-- At the prompt: what was given.
function Class:__show(view)
  return "ludus.experiment " .. require "ludus.repl.show".text(self.given, view)
end

-- ---- plans -----------------------------------------------------------------------

-- What the engine needs to breed a generation.
function Experiment:plan()
  local vary = {}
  for i, row in ipairs(self.vary) do
    vary[i] = type(row[2]) == "function" and { row[1], row[2] }
      or { row[1], row[2].name, row[2].params }
  end
  local rule = self.select
  if type(rule) == "table" then
    rule = { method = rule.method, param = rule.param,
      parsimony = rule.parsimony, near = rule.near }
  end
  return { select = rule, vary = vary, elite = self.elite,
    keep_better = self.keep_better, seconds = self.seconds }
end

-- How the store names a function: by its place in the script.
local function function_name(f)
  local info = debug.getinfo(f, "S")
  return ("lua:%s:%d"):format(info.short_src, info.linedefined)
end

-- A plan with functions named, which can be stored.
local function plain_plan(plan)
  local vary = {}
  for i, row in ipairs(plan.vary) do
    vary[i] = type(row[2]) == "function" and { row[1], function_name(row[2]) } or row
  end
  local select = plan.select
  if type(select) == "function" then select = { method = function_name(select) } end
  return { select = select, vary = vary, elite = plan.elite,
    keep_better = plan.keep_better }
end

-- A stored plan has the form that plain_plan() gives it, or is refused.
local function check_plan(plan)
  local function demand(ok, what)
    if not ok then error("expected " .. what, 0) end
  end
  demand(type(plan) == "table" and type(plan.select) == "table"
    and type(plan.select.method) == "string", "a selection")
  demand(type(plan.select.param or 0) == "number", "a number for the selection")
  demand(math.type(plan.elite) == "integer", "a number of survivors")
  demand(type(plan.vary) == "table" and #plan.vary > 0, "operators")
  for _, row in ipairs(plan.vary) do
    demand(type(row) == "table" and type(row[1]) == "number"
      and type(row[2]) == "string", "a share and an operator")
    for _, param in pairs(type(row[3]) == "table" and row[3] or {}) do
      demand(type(param) == "number", "numbers for an operator")
    end
  end
end

-- The plan as it was stored, with the experiment's functions in it again.
local function whole_plan(plan, value)
  check_plan(plan)
  local known = {}
  for _, set in pairs(value.variants) do
    for _, row in ipairs(set.vary or {}) do
      if type(row[2]) == "function" then known[function_name(row[2])] = row[2] end
    end
  end
  for _, row in ipairs(value.vary) do
    if type(row[2]) == "function" then known[function_name(row[2])] = row[2] end
  end
  for _, row in ipairs(plan.vary) do
    local name = row[2]
    if name:find("^lua:") then
      row[2] = known[name] or error(("the operator at %s was set by a schedule: what "
        .. "it made cannot be replayed"):format(name:sub(5)), 0)
    end
  end
  if plan.select.method:find("^lua:") then plan.select = { method = "tournament" } end
  return plan
end

return { experiment = experiment, fields = fields, lacks = lacks, plain_plan = plain_plan,
  whole_plan = whole_plan,
  is = function(v) return debug.getmetatable(v) == Class end }
