-- judge.lua -- the score of a function in Lua at a game, as programs are scored.
--
--     judge.score(s, function(state, player) ... end)      --> { raw, max, cases }
--
-- In games in Lua the function has a seat, in games by rules it gives what a person would
-- type, case by case and against each rival from both seats. What functions are worth at a
-- game of a module its function judge(game, f) says, if it has one.

local closed  = require "ludus.script.closed"
local games   = require "ludus.script.games"
local hands   = require "ludus.inspect.hands"
local look    = require "ludus.inspect.look"
local person  = require "ludus.inspect.person"
local recipes = require "ludus.script.recipes"
local subject = require "ludus.cli.subject"

local judge = {}

local MOVES = 10000                   -- that a function may make in a case

-- Calls play(case, rival, seat) for each case of a game, as its score does.
local function each_case(game, settings, play)
  local rivals, list, raw = settings.rivals or {}, {}, 0
  local matches = math.max(1, 2 * #rivals)
  for case = 1, game:facts().cases // matches do
    for match = 1, matches do
      local rival = rivals[(match + 1) // 2]
      local one = play(case, rival and game:read(rival), 2 - match % 2)
      list[#list + 1] = one
      raw = raw + one.raw
    end
  end
  return { raw = raw, max = game:facts().max, cases = list }
end

-- A function has a seat in a game in Lua.
local function in_lua(game, f)
  game = game:at_home()
  return each_case(game, recipes.recipe(game).settings, function(case, rival, seat)
    return game:sit(f, rival, case, seat)
  end)
end

-- One case by rules: the function's moves, as a person's. Who leaves it, or moves too
-- often, has what was reached.
local function by_hand(held, f)
  local goes_on, said = true, nil
  for _ = 1, MOVES do
    if not goes_on or held.over() then break end
    goes_on, said = person.moved(held, f, said)
  end
  return { raw = held.raw() }
end

local function by_rules(s, f)
  local game = s.game
  return each_case(game, recipes.recipe(game).settings, function(case, rival, seat)
    local held = hands.of(game, case, { kind = s.kind, set = subject.set(s), guest = rival,
      seat = seat })
    held.silent = true
    return by_hand(held, f)
  end)
end

-- The score of a function at the game of a subject (ludus.cli.subject); nil and the reason
-- where nobody can say.
function judge.score(s, f)
  local game, recipe = s.game, recipes.recipe(s.game)
  if not look.is_own(game) then
    local module = games.maker(game)
    local own = module and closed.find(module, "judge")
    if own then return own(game, f) end
    return nil, "a function has no score at this game"
  end
  if recipe.fields.primitives then return in_lua(game, f) end
  return by_rules(s, f)
end

return judge
