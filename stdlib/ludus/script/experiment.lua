-- experiment.lua -- a table that says everything about a run.
--
--     return ludus.experiment {
--       game = mines.game {}, program = ludus.tree { adfs = { 3, 2, 1 } },
--       population = 1000, generations = 51, select = ludus.tournament(7),
--     }
--
-- A script returns it and does nothing else. It is checked whole: every mistake
-- is reported, with its line, before anything starts.

local ends   = require "ludus.script.ends"
local evolve = require "ludus.core.evolve"
local fitness = require "ludus.script.fitness"
local measures = require "ludus.script.measures"
local plans  = require "ludus.script.plan"
local program = require "ludus.script.program"
local recipes = require "ludus.script.recipes"
local space  = require "ludus.script.space"
local spec   = require "ludus.script.spec"
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
  local program = type(value) == "userdata" and words.of_species(value)
  if program then return program end
  return nil, "a kind of program, for instance ludus.tree {}"
end

local function is_stop(value)
  if not words.is_maker(value) then return value end
  return nil, "a function of a generation's figures, for instance ludus.reaches(100)"
end

local function is_solved(value)
  if type(value) == "number" and value == value or type(value) == "function"
    and not words.is_maker(value) then
    return value
  end
  return nil, "a raw score, ludus.all_won, ludus.within(0.01) or a function of a "
    .. "generation's figures"
end

local function is_seconds(value)
  if value > 0 and value < math.huge then return value end
  return nil, "seconds of a whole run, more than 0 (the time one call of a function may "
    .. "take is 'patience')"
end

local function is_tune(value)
  local found, wrong = space.fields(value)
  if found then return value end
  return nil, "name = \"LOW..HIGH\" or \"A|B\"; " .. wrong
end

local fields = {
  name = { "string", "", help = "what the experiment is called" },
  game = { "any", required = true, check = is_game, help = "what to play" },
  fitness = { "any", check = fitness.check,
    help = "function(case): the fitness of a case in place of its raw score, from what "
      .. "it gave; or { function, minimise=, max=, total= }" },
  measures = { "table", {}, check = measures.check,
    help = "name = function(score): figures of the best program of each generation, "
      .. "stored and compared" },
  program = { "any", required = true, check = is_program, help = "what to evolve" },
  test = { "any", check = function(value) return measures.check_test(value, is_game) end,
    help = "a game on which the best program is measured when the run has ended; or { "
      .. "game, every = 10 }, in every 10th generation, too" },
  population = { "integer", 1000, min = 1, max = limits.population, help = "programs" },
  solved = { "any", words.solved, check = is_solved,
    help = "success, which ends the run: a raw score, ludus.all_won, "
      .. "ludus.within(tolerance), a function of a generation's figures; without it a "
      .. "perfect score" },
  generations = { "integer", 51, min = 1, max = ends.most,
    help = "budget: generations, the random one included; without it 51, or as many as "
      .. "another budget allows" },
  evaluations = { "integer", min = 1, max = 1 << 53,
    help = "budget: no generation is begun once so many programs have been scored, or "
      .. "100 generations had no new one" },
  seconds = { "number", check = is_seconds,
    help = "budget: no generation is begun after so many seconds of all parts of the "
      .. "run; what is reached then depends on the machine" },
  stalled = { "integer", min = 1, max = ends.most,
    help = "budget: so many generations without a better best" },
  converged = { "boolean", false,
    help = "budget: ends when all programs score the same" },
  unique = { "boolean", false, help = "no two first programs are the same" },
  plant = { "list", {},
    help = "texts or files of programs that join the first generation" },
  stop = { "function", check = is_stop,
    help = "ends the run when it gives true for a generation's figures; neither success "
      .. "nor budget. ludus.never: not even success ends it" },
  schedule = { "function", help = "stages: called with the run instead of evolving "
    .. "all generations at once" },
  on_generation = { "function", help = "called with the run after each generation" },
  report = { "function", help = "called with the run when it has ended" },
  needs = { "list", {}, help = "what the script asks of the game besides scores: cases, "
    .. "trace, summary, play, behaviour, describe; a game without is refused" },
  patience = { "integer", 60, min = 0, max = limits.seconds,
    help = "seconds of CPU time one call of a function may take (operators, selections, "
      .. "solved, stop, on_generation, report, schedule between generations); 0: any" },
  cache = { "integer", 20, min = 0, max = limits.cache,
    help = "the score cache holds 2^cache scores; 0: none" },
  history = { "integer", 10000, min = 2, max = 1000000000,
    help = "generations kept at most: a longer run keeps every 2nd, 4th, ... of "
    .. "them, unless it has a schedule, on_generation, or a solved or stop of its own" },
  tune = { "table", {}, check = is_tune, help = "what ludus tune may change: name = "
    .. "\"LOW..HIGH\", \"LOW..HIGH log\" or \"A|B\", written as for --set" },
  variants = { "table", {}, help = "named sets of fields, for --set variant=NAME" },
  variant = { "string", "", help = "which of the variants" },
}

for name, row in pairs(plans.fields) do fields[name] = row end

Experiment.fields = fields

-- ---- checking --------------------------------------------------------------------

-- Why the game does not do for a script that needs so much, or nil.
local function lacks(game, needs)
  for _, ability in ipairs(needs) do
    local ok, why = pcall(game.need, game, tostring(ability))
    if not ok then return why:match "^bad argument #%d to '.-' %((.*)%)$" or why end
  end
end

-- The game as evolution scores by it: by the experiment's fitness, if it has one.
function Experiment:judged(game)
  if not self.fitness then return game end
  return fitness.wrap(game, self.fitness, self.key, self.variant, self.patience)
end

-- The program of a text, as one that plays the game (the experiment's own): vectors are
-- read by their species, whatever else the game could read.
function Experiment:read(text, game, name)
  game = game or self.game
  local species = self.species
  if self.program.kind == "vector" or not game.read then return species:read(text, name) end
  return game:read(text, name)
end

-- The same before anything starts; adds to the mistakes.
local function check_fitness(e, mistake)
  local ok, judged = pcall(Experiment.judged, e, e.game)
  if not ok then
    mistake("fitness", "field 'fitness': %s", tostring(judged))
  end
end

-- Can the programs play the test, and can it tell cases? Adds to the mistakes.
local function check_test(e, mistake)
  local ok, why = pcall(e.test.game.fits, e.test.game, e.species)
  if ok then ok, why = pcall(e.test.game.need, e.test.game, "cases") end
  if not ok then mistake("test", "field 'test': %s", tostring(why)) end
end

-- Can the game score such programs? Adds to the mistakes.
local function check_species(e, mistake)
  local ok, why = pcall(e.game.fits, e.game, e.species)
  if ok then return end
  mistake("program", "field 'program': %s%s", tostring(why), e.program.kind == "vector"
    and tostring(why):find "made for another game"
    and "; ludus.vector must say what the game's `genes` say" or "")
end

-- An error if something that is planted is no program of the experiment. Files may be
-- meant for settings of the command line, so this is asked for before a run starts, not
-- when the script is loaded.
function Experiment:check_plants()
  local mistakes = {}
  for i, entry in ipairs(self.plant) do
    if i > self.population then break end
    local ok, why = pcall(function()
      local text, name = program.planted(entry)
      evolve.reads(self.species, text, name)
    end)
    if not ok then
      mistakes[#mistakes + 1] = ("%sludus.experiment: field 'plant': number %d: %s")
        :format(spec.where(self.place, "plant"), i, tostring(why))
    end
  end
  spec.raise(mistakes, true)
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

local function make(given, place, key)
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
  if e.scheme == "pareto" and full.select == nil then e.select = words.tournament(2) end
  if e.scheme == "map" and full.select == nil then e.select = words.select "uniform" end
  if (e.objectives or e.map or e.meet) and full.solved == nil then e.solved = words.never end
  local wanted = e.game and e.program and evolve.kind(e.game)
  if wanted and wanted ~= e.program.kind then
    mistake("program", "field 'program': the game scores %s programs%s, not ludus.%s {}",
      wanted, wanted ~= "vector" and (", ludus.%s {}"):format(wanted) or "",
      e.program.kind)
  elseif wanted then
    local ok, species = pcall(e.program.species, e.program, e.game)
    if ok then
      e.species = species
      check_species(e, mistake)
    else
      mistake("program", "field 'program': %s", tostring(species))
    end
  end
  e.key = key or (given.fitness or given.variants) and fitness.note(place, given)
  if e.game and e.fitness then check_fitness(e, mistake) end
  if e.test and e.species then check_test(e, mistake) end
  local lacking = e.game and e.needs and lacks(e.game, e.needs)
  if lacking then mistake("needs", "field 'needs': %s", lacking) end
  plans.settle(e, full)
  plans.check(e, full, e.species, mistake)
  local contradiction = ends.settle(e, full)
  if contradiction then mistake("stop", "%s", contradiction) end
  spec.raise(mistakes, true)
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

-- Selections, operators, successes and stops are written as in a script, with or without
-- `ludus.`: tournament(4), never, or {{0.9, crossover{leaves=0.1}}, {0.1, copy}}.
local function evaluate(text)
  local known = {}
  for _, name in ipairs(words.names) do known[name] = words[name] end
  local chunk = load("return " .. text, "=--set", "t", setmetatable({}, {
    __index = function(env, key)
      if key == "ludus" then return env end
      if known[key] ~= nil then return known[key] end
      error(("unknown word '%s'%s"):format(key,
        spec.hint(key, spec.sorted_keys(known))), 0)
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
      spec.hint(key, spec.sorted_keys(rows)))
  end
  local value, expected = spec.parse(row, text)
  if value == nil then return ("expected %s, got '%s'"):format(expected, text) end
  local changes = self.changes[what] or {}
  changes[key] = value
  self.changes[what] = changes
  return nil, settings
end

-- Fields that are written as in a script.
local words_of = { select = true, vary = true, brood = true, climb = true, niche = true,
  stop = true, solved = true, islands = true, layers = true, limit = true,
  objectives = true, map = true, novelty = true, meet = true, weights = true, sharing = true }

local function set_field(given, key, text)
  local row = fields[key]
  if key == "game" or key == "program" then
    return ("the %s cannot be set as a whole, but its fields can: %s.FIELD=VALUE")
      :format(key, key)
  end
  local written = words_of[key]
  if row and not written and (row[1] == "function" or key == "variants") then
    return "it cannot be written on the command line"
  elseif key == "seed" or key == "threads" then
    return ("it is an option: --%s %s"):format(key, text)
  elseif not row then
    return ("unknown field '%s'%s"):format(key,
      spec.hint(key, spec.sorted_keys(fields)))
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

-- What was set by a word holds for the variant, too; gives a copy of it.
local function set_variant(given, sets)
  local variant = type(given.variants) == "table" and given.variants[given.variant]
  if type(variant) ~= "table" then return {} end
  local changed, variants = {}, {}
  for key, value in pairs(variant) do changed[key] = value end
  for _, set in ipairs(sets) do
    if changed[set.key] ~= nil then changed[set.key] = given[set.key] end
  end
  for key, value in pairs(given.variants) do variants[key] = value end
  variants[given.variant] = changed
  given.variants = variants
  return changed
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
  local variant, changes = set_variant(given, sets), collect.changes
  for _, fields in ipairs { given, variant } do
    if changes.game and fields.game then
      fields.game = recipes.again(fields.game, changes.game)
    end
    if changes.program and fields.program then
      fields.program = fields.program:with(changes.program)
    end
  end
  return make(given, self.place, self.key)
end

-- At the prompt: what was given.
function Class:__show(view)
  return "ludus.experiment " .. require "ludus.repl.show".text(self.given, view)
end

Experiment.plan = plans.make

return { experiment = experiment, fields = fields, lacks = lacks,
  is = function(v) return debug.getmetatable(v) == Class end }
