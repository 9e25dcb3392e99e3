-- ludus play GAME|SCRIPT -- watch a program play, or play oneself.
--
-- A game's module has play = { usage=, summary=, options=, run= }. The game of a
-- script's experiment is played by the options below.

local cli     = require "ludus.cli"
local closed  = require "ludus.script.closed"
local evolve  = require "ludus.core.evolve"
local games   = require "ludus.script.games"
local hands   = require "ludus.inspect.hands"
local look    = require "ludus.inspect.look"
local person  = require "ludus.inspect.person"
local recipes = require "ludus.script.recipes"
local subject = require "ludus.cli.subject"
local watch   = require "ludus.inspect.watch"

local options_of_scripts = {
  player  = watch.options.player,
  against = { kind = "string", value = "WHO",
    help = "the other player, of a game of two: a program, a function's file, human" },
  case    = watch.options.case,
  seat    = { kind = "integer", value = "N", min = 1, max = 2,
    help = "which player --player is (default 1)" },
  set     = watch.options.set,
  store   = watch.options.store,
}

-- Two programs: the other one becomes the only rival, and the match is watched.
local function watch_two(s, p, other, options)
  s.game = recipes.again(s.game, { rivals = { tostring(other) } })
  local case = (options.case or 1) * 2 - (options.seat == 2 and 0 or 1)
  return watch.play(s, subject.game(s):read(tostring(p)), { case = case })
end

-- A person or a function at a game by rules, alone or against a program.
local function play_rules(s, first, second, options)
  local settings, seat = recipes.recipe(s.game).settings, options.seat or 1
  local matches = math.max(1, 2 * #settings.rivals)
  local case, cases = options.case or 1, s.game:facts().cases // matches
  if case < 1 or case > cases then cli.fail("--case must be 1 to %d", cases) end
  if not second and settings.rivals[1] then
    print(("against the first of the game's rivals: %s"):format(
      settings.rivals[1]:gsub("\n$", "")))
    second = s.game:read(settings.rivals[1])
  end
  if type(first) == "userdata" then first, second, seat = second, first, 3 - seat end
  if second and type(second) ~= "userdata" then
    cli.fail("by rules a person or a function plays against a program: name one by "
      .. "--against FILE or run:12")
  end
  return person.play(hands.of(s.game, case, { kind = s.kind, set = subject.set(s),
    guest = second, seat = seat }), first)
end

-- The same at a game of a module, whose function hands(game, case) it is.
local function play_made(s, first, options)
  local module, name = games.maker(s.game)
  local own = module and closed.find(module, "hands")
  if not own then
    cli.fail("people and functions play this game by 'ludus play %s'; watch %s by --player "
      .. "FILE or run:12", name or s.name, s.name)
  end
  local case, cases = options.case or 1, s.game:facts().cases
  if case < 1 or case > cases then cli.fail("--case must be 1 to %d", cases) end
  return person.play(own(s.game, case), first)
end

local function play_script(word, words)
  local options, rest = cli.parse(options_of_scripts, words)
  if rest[1] then cli.fail("'ludus play %s' takes no more words, only options", word) end
  local s = subject.open(word, options)
  local first = subject.player(s, options.player or "human", options)
  local second = options.against and subject.player(s, options.against, options)
  local people = type(first) ~= "userdata" or second and type(second) ~= "userdata"
  local recipe = recipes.recipe(s.game)
  local in_lua = look.is_own(s.game) and recipe.fields.primitives ~= nil
  if second and not (look.is_own(s.game) and evolve.meets(s.game)) then
    cli.fail("--against: %s is not a game for two", s.name)
  end
  if not people and second then return watch_two(s, first, second, options) end
  if not people then return watch.play(s, first, options) end
  if not in_lua and look.is_own(s.game) then
    return play_rules(s, first, second, options)
  end
  if not in_lua then return play_made(s, first, options) end
  local settings = recipe.settings
  local cases = type(settings.cases) == "table" and #settings.cases or settings.cases
  if options.case and (options.case < 1 or options.case > cases) then
    cli.fail("--case must be 1 to %d", cases)
  end
  if not second and settings.rivals[1] then
    print(("against the first of the game's rivals: %s"):format(
      tostring(settings.rivals[1]):gsub("\n$", "")))
    second = s.game:read(tostring(settings.rivals[1]))
  end
  return person.sit(s.game, { first, second or nil }, options)
end

local function run(_, words)
  local name = table.remove(words, 1)
    or cli.fail("'ludus play' needs a game; there are: %s",
      table.concat(games.which "plays", ", "))
  if not games.row(name) and (name:find "%.lua$" or name:find "/") then
    return play_script(name, words)
  end
  local module, row = games.find(name)
  if not module then cli.fail("%s", row) end
  if not row.plays then cli.fail("%s cannot be played in the terminal", name) end
  local options, rest = cli.parse(module.play.options, words)
  if rest[1] then
    cli.fail("'ludus play %s' takes no words, only options: --player %s", name, rest[1])
  end
  return module.play.run(options)
end

return {
  usage   = "play GAME ...",
  summary = "watch a program play, or play against it",
  raw     = true,
  scripts = options_of_scripts,
  help    = "GAME is a name, or a script: then the game of its experiment, with --player WHO (human), --against WHO in "
    .. "games of two, --case N, --seat 1|2. WHO is a program's file, run:12, run:12@40, "
    .. "human, or a file of Lua that returns a function(state, player), which in games not "
    .. "in Lua gives what a person types. While watching: "
    .. "space pauses, arrows step back and on, + and - change the speed, q ends.",
  topics  = function(words)             -- what --help is asked about
    local row = words[1] and games.row(words[1])
    return row and row.plays and row.name or nil
  end,
  run     = run,
}
