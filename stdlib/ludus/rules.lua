-- rules.lua -- games stated in rules, a small language that runs natively.
--
--     local game = ludus.game {
--       rules = [[ var n  INC "adds one" { n = n + 1 }  score { n } ]],
--       repeats = true, budget = 10, max = 10,
--     }
--
-- docs/rules.md teaches the language. Messages point into the script that holds
-- the text.

local core   = require "ludus.core.rules"
local fresh  = require "ludus.script.fresh"
local machine = require "ludus.script.game.machine"
local recipes = require "ludus.script.recipes"
local registry = require "ludus.script.registry"
local script = require "ludus.script"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"
local vectors = require "ludus.script.game.vector"

local rules = {}

local FOREVER = 2^32 // 1 | 0         -- passes of a program that repeats

local function is_cases(value)
  local kind = getmetatable(value)
  if kind and kind.__name == "ludus.table" or fresh.is(value) then return value end
  if type(value) == "table" and not kind and #value > 0 then return value end
  return nil, "a list of cases, or ludus.table"
end

local function is_repeats(value)
  if type(value) == "boolean" then return value end
  if math.type(value) == "integer" and value >= 1 and value < FOREVER then
    return value
  end
  return nil, "true, false or how often the program runs at most"
end

-- Without names no machines play.
local function is_alphabet(value)
  if next(value) == nil then return value end
  return machine.alphabet(value)
end

-- How rules are executed unless a game says so itself: `ludus run --rules`.
rules.engines = { "auto", "columns", "lanes", "native", "bytecode", "plain" }
rules.engine = "auto"
rules.tells = true                    -- that another engine had to do; not in a browser

-- Chooses that for all games to come; false if there is no such engine.
function rules.use(engine)
  for _, known in ipairs(rules.engines) do
    if known == engine then
      rules.engine = engine
      return true
    end
  end
  return false
end

rules.fields = {
  rules = { "string", required = true, help = "the text of the rules" },
  name = { "string", "rules", help = "what the game is called" },
  show = { "function", help = "function(state): a picture of it, as text" },
  key = { "string", help = "what the signs of its pictures mean, for whoever reads a report" },
  cells = require "ludus.script.cells".field,
  fresh = { "function", help = "function(rng, number): a case that nobody has seen, to "
    .. "check programs on" },
  cases = { "any", { {} }, check = is_cases,
    help = "a table per case: first values of variables and grids by name; or "
      .. "ludus.table, whose columns are variables" },
  target = { "string", help = "the column of the table that fills the variable target" },
  budget = { "integer", 1000, min = 1, max = core.limits.budget,
    help = "what a program may spend in a case" },
  repeats = { "any", false, check = is_repeats,
    help = "run the program again until the budget is spent, or so often" },
  seed = { "integer", 1, help = "of the random draws, keyed by the case" },
  max = { "number", help = "the greatest score of a case, if known" },
  minimise = { "boolean", false, help = "scores are errors: 0 is perfect" },
  functions = { "table", {}, help = "Lua functions, function(state, ...), of the "
    .. "primitives that the rules declare by 'lua'" },
  seconds = { "integer", 5, min = 1, max = core.limits.seconds,
    help = "CPU time one call of a Lua function may take" },
  blocks = { "list", {},
    help = "rows { name, lines }: the rules are instructions of linear programs" },
  genes = { "table", {}, help = "vectors play: what they are, as in ludus.vector; each "
    .. "gene fills the variable of its name in `names`, or all fill the grid genes" },
  alphabet = { "table", {}, check = is_alphabet, help = "machines play: the names "
    .. "of their moves, which are what they see, too; or { moves = names, sees = names }. "
    .. "The rules know each name as its number, from 0; 'turn' gives what is seen" },
  rivals = { "list", {}, help = "texts of programs to play against: in each case each is "
    .. "met twice, once from each seat. The rules need 'var judged', the player whose score "
    .. "is asked for, and 'var player', whose turn it is (1 or 2), or of machines 'var "
    .. "other', the move of player 2" },
  nested = { "boolean", false,
    help = "linear programs: a skipped test skips its own line, too" },
  engine = { "choice", "default", choices = { "default", "auto", "columns", "lanes",
    "native", "bytecode", "plain" }, help = "how the rules are executed" },
}

-- Fields of other games that the rules state instead.
local stated = { score = "score { ... }", start = "start { ... }",
  turn = "turn { ... }", done = "done { ... }", constants = "constants 0 to 8",
  cost = "cost 1", primitives = "NAME(a, b) { ... }" }

local function in_rules(key)
  local name = stated[key] and key
    or type(key) == "string" and system.near(key, spec.sorted_keys(stated))
  return name and ("; did you mean '%s' in the rules?"):format(stated[name])
end

-- ---- places -----------------------------------------------------------------

-- Where the text stands: the script that holds it and its offset there. A long
-- string loses its first line end; a text that is put together is its own script.
local function locate(text, place)
  local script = place and spec.text(place.file)
  if script then
    script = script:gsub("\r\n", "\n")
    local from = script:find(text, 1, true)
    if from then return script, from - 1, place.file end
  end
  return text, 0, "rules"
end

-- ---- games ------------------------------------------------------------------

local noticed = {}                    -- each notice is given once

local function notice(text)
  if noticed[text] then return end
  noticed[text] = true
  io.stderr:write(text, "\n")
end

local function passes(repeats)
  if repeats == true then return FOREVER - 1 end
  return repeats or 1
end

-- Vectors and machines play by a program that does nothing (rules_vector.h): behind the
-- rules stands a primitive for it, where no message points. Gives the script with it,
-- how long it is, and the species of the vectors.
local READS = { genes = " READ_GENES { 0 }", alphabet = " READ_MACHINE { 0 }" }

-- The field that says who plays: blocks, genes, alphabet, or nil for trees.
local function player_of(settings, called, place)
  local found
  for _, field in ipairs { "blocks", "genes", "alphabet" } do
    if next(settings[field]) ~= nil then
      if found then
        error(("%s%s: 'blocks' are for linear programs, 'genes' for vectors, 'alphabet' "
          .. "for machines: one of them"):format(spec.where(place, field), called), 0)
      end
      found = field
    end
  end
  return found
end

local function with_player(settings, text, from, called, place)
  local player = player_of(settings, called, place)
  local reads = READS[player] or ""
  local species = player == "genes" and vectors.species(settings.genes,
    function(field, format, ...)
      error(("%s%s: %s"):format(spec.where(place, field), called, format:format(...)), 0)
    end) or nil
  local last = from + #settings.rules
  return text:sub(1, last) .. reads .. text:sub(last + 1), #settings.rules + #reads,
    species
end

-- A game; fields as in rules.fields. `called` is what the script called; `key` is
-- that of the game this one is a change of.
function rules.game(given, called, key)
  called = called or "rules.game"
  local settings = spec.check(called, given, rules.fields, in_rules)
  local place = spec.place(called)
  local text, from, name = locate(settings.rules, place)
  local loaded = script.current
  local length, species
  text, length, species = with_player(settings, text, from, called, place)
  local machines = next(settings.alphabet) ~= nil
  key = key or registry.add(place, settings.functions)
  local engine = settings.engine == "default" and rules.engine or settings.engine
  local ok, game, warnings, missing = pcall(core.new, { script = text,
    from = from, len = length, name = name, title = settings.name,
    vectors = species, gene_names = settings.genes.names,
    show = settings.show, target = settings.target,
    cases = fresh.is(settings.cases) and settings.cases:list() or settings.cases,
    alphabet = machines and settings.alphabet or nil, budget = settings.budget,
    passes = passes(settings.repeats or machines),
    seed = settings.seed, max = settings.max, minimise = settings.minimise,
    blocks = settings.blocks, nested = settings.nested, engine = engine,
    rivals = settings.rivals, functions = settings.functions, seconds = settings.seconds, key = key,
    script_path = loaded and loaded.path,
    script_source = loaded and loaded.source })
  if not ok then
    if game:find("^field ") then
      local field = game:match("^field '(%w+)'")
      game = ("%s%s: %s"):format(spec.where(place, field), called, game)
    end
    error(game, 0)
  end
  if warnings ~= "" then notice((warnings:gsub("\n$", ""))) end
  if missing and rules.tells then
    local got = game:engine()
    local instead = ("%s instead of %s"):format(got, engine)
    if engine ~= "columns" and (got == "bytecode" or got == "lanes") then
      instead = "bytecode instead of native code"
    end
    notice(("rules: %s: %s"):format(instead, missing))
  end
  local function again(changed)
    if changed.functions ~= settings.functions then
      error("field 'functions': it cannot be changed, every thread takes it from the "
        .. "script", 0)
    end
    return rules.game(changed, called, key)
  end
  return recipes.remember(game, again, settings, rules.fields)
end

-- ---- in a thread's own state ------------------------------------------------

-- math.random draws from the generator of the case that is played, if there is one.
local function draw_by_case(draw)
  local random = math.random
  math.random = function(m, n)
    if not m then
      local x = draw(2^30 // 1 | 0)
      return x and x / 2^30 or random()
    end
    if not n then m, n = 1, m end
    local x = draw(n - m + 1)
    return x and m + x or random(m, n)
  end
end

-- Loads the script again; the functions of the game with that key.
function rules.worker(path, source, key, draw)
  draw_by_case(draw)                  -- first: a script may keep math.random
  script.load_again(path, source)
  return registry.find(key)
end

-- The kind of program for games with blocks: program = rules.linear {}.
rules.linear = require "ludus.linear".program

return rules
