-- subject.lua -- what a command is about: a game by its name or by a script, and who
-- plays it.
--
--     local s = subject.open("scripts/ant.lua", options)     -- or "minesweeper"
--     s.game  s.name  s.fields
--     subject.player(s, "run:12@40", options)                -- a program of the game
--
-- A script's game is the one of its experiment, with --set as `ludus run` takes it. A
-- player is a file of a program, `run:12` (the best program of run 12), `run:12@40`
-- (that of generation 40), `human`, a file of Lua that returns a function(state, player),
-- or a name that a built-in game knows.

local cli        = require "ludus.cli"
local closed     = require "ludus.script.closed"
local experiment = require "ludus.script.experiment"
local games      = require "ludus.script.games"
local history    = require "ludus.run.history"
local look       = require "ludus.inspect.look"
local program    = require "ludus.script.program"
local recipes    = require "ludus.script.recipes"
local script     = require "ludus.script"
local system     = require "ludus.core.system"

local subject = {}

-- ---- games -------------------------------------------------------------------------

local function is_script(word)
  return word:find "%.lua$" or word:find("/", 1, true) ~= nil
    or system.exists(word) == "file"
end

-- The kind of programs of a game of one's own.
local function kind_of(game)
  local recipe = recipes.recipe(game)
  if not recipe or not look.is_own(game) then return nil end
  local s = recipe.settings
  if recipe.fields.primitives then return s.program end
  return next(s.blocks) and "linear" or next(s.genes) and "vector"
    or next(s.alphabet) and "machine" or "tree"
end

-- What linear programs of the game of a subject are made of; nil for other kinds.
function subject.set(s)
  return s.kind == "linear" and s.game:species {} or nil
end

local function of_script(path, options)
  local ok, value = pcall(script.load, path)
  if not ok then cli.fail("%s", value) end
  if look.is_game(value) then
    return { name = look.name(value), game = value, path = path, kind = kind_of(value) }
  end
  if not experiment.is(value) then
    cli.fail("%s: expected an experiment, whose game is meant; the script returns %s",
      path, require "ludus.script.study".is(value) and "a study" or "a " .. type(value))
  end
  if options.set then
    ok, value = pcall(value.with, value, options.set)
    if not ok then cli.fail("%s", value) end
  end
  return { name = look.name(value.game), game = value.game, experiment = value,
    path = path, kind = value.program.kind }
end

-- Makes the game of a module with the words of --set.
local function made(module, options, kind)
  if not closed.find(module, "game") then return nil end
  local ok, game = pcall(function()
    local given = cli.settings(closed.find(module, "fields") or {}, options.set)
    given.program = kind
    return module.game(given)
  end)
  if ok then return game end
  if cli.is_usage(game) then error(game, 0) end
  cli.fail("%s", game)
end

-- The game that a word means: { name, game, module and row of a built-in one, or path
-- and experiment of a script's }. The game of a module is made when it is asked for,
-- by subject.game().
function subject.open(word, options)
  if is_script(word) then return of_script(word, options) end
  local module, row = games.find(word)
  if not module then cli.fail("%s", row) end
  return { name = word, module = module, row = row, options = options,
    kind = row.kinds[1] }
end

-- The game itself.
function subject.game(s)
  s.game = s.game or made(s.module, s.options)
  if not s.game then cli.fail("%s has no game to play", s.name) end
  return s.game
end

-- ---- players -----------------------------------------------------------------------

local function of_run(word, id, generation, options)
  local ok, result = pcall(function()
    local run = history.open(math.tointeger(tonumber(id)), options.store)
    return run:best(generation and math.tointeger(tonumber(generation)))
  end)
  if not ok then cli.fail("%s: %s", word, result) end
  return result
end

-- Does the word name a file of Lua?
function subject.is_function(word) return word:find "%.lua$" ~= nil end

-- The function that a file of Lua returns, or nil for other words.
function subject.of_lua(path)
  if not subject.is_function(path) then return nil end
  local ok, source = pcall(script.source, path)
  if not ok then cli.fail("%s", source) end
  local chunk, message = load(source, "@" .. path, "t",
    require "ludus.script.sandbox".enter())
  if not chunk then cli.fail("%s", message) end
  local done, value = pcall(chunk)
  if not done then cli.fail("%s", value) end
  if type(value) ~= "function" then
    cli.fail("%s: a player in Lua is a file that returns a function(state, player), "
      .. "this one returns a %s", path, type(value))
  end
  return value
end

-- The text of a program that `run:N` or `run:N@G` names, or nil for other words.
function subject.stored(word, options)
  local id, generation = word:match "^run:(%d+)$", nil
  if not id then id, generation = word:match "^run:(%d+)@(%d+)$" end
  if id then return of_run(word, id, generation, options) end
  if word:find "^run:" then
    cli.fail("'%s': a program of a run is run:12, or run:12@40 for a generation", word)
  end
end

-- A program of the game; where a built-in game has several kinds of programs and the
-- first cannot be read, the game becomes one of the kind that can.
local function read_by(s, read)
  local game = subject.game(s)
  local ok, p = pcall(read, game)
  for i = 2, not ok and s.row and #s.row.kinds or 0 do
    local other = made(s.module, s.options, s.row.kinds[i])
    local read_it, q = pcall(read, other)
    if read_it then
      s.game, s.kind = other, s.row.kinds[i]
      return other, q
    end
  end
  if not ok then cli.fail("%s", p) end
  return game, p
end

-- The player that a built-in game knows by that name, if no file is called so.
local function named(s, word)
  local find = s.module and closed.find(s.module, "named")
  return find and not system.exists(word) and find(word) or nil
end

-- Is the word a player's name, of those that a built-in game knows?
function subject.is_named(s, word) return named(s, word) ~= nil end

-- Who a word means: a program of the game, a function, or "human".
function subject.player(s, word, options)
  if word == "human" then return "human" end
  local known = named(s, word)
  if known then return known end
  local text = subject.stored(word, options)
  local player = not text and subject.of_lua(word)
  if player then return player end
  local game, p = read_by(s, function(game)
    return text and game:read(text, word) or program.read(word, game)
  end)
  return look.remember(p, game)
end

-- The same, where only a program will do: no file of Lua is executed to no purpose.
function subject.program(s, word, options)
  local p = not subject.is_function(word) and subject.player(s, word, options)
  if type(p) ~= "userdata" then
    cli.fail("'%s' is no program: name a file, or run:12", word)
  end
  return p
end

-- What the size of a program counts.
local nouns = { ["ludus.tree"] = "node", ["ludus.linear.program"] = "line",
  ["ludus.machine"] = "state", ["ludus.vector"] = "gene" }

-- The size of a program in words: "12 nodes", "9, 3 nodes" of branches.
function subject.size(p)
  local noun = nouns[debug.getmetatable(p).__name] or "part"
  if noun ~= "node" then
    return ("%d %s%s"):format(#p, noun, #p == 1 and "" or "s")
  end
  local counts = {}
  for i, branch in ipairs(p:branches()) do counts[i] = branch.nodes end
  local words = table.concat(counts, ", ")
  return words .. (words == "1" and " node" or " nodes")
end

return subject
