-- meetings.lua -- programs that are scored by meeting each other: what a script says of it,
-- what makes no sense of it, and what the engine gets.
--
--     meet = 8                               -- eight others, drawn for each
--     meet = "all"                           -- everyone meets everyone
--     meet = { "swiss", rounds = 6, hall = 4 }
--     meet = { 8, shared = true, sides = true }

local evolve = require "ludus.core.evolve"
local recipes = require "ludus.script.recipes"
local spec   = require "ludus.script.spec"

local limits = evolve.limits

local meetings = {}

meetings.fields = {
  rounds = { "integer", 5, min = 1, max = limits.meet,
    help = "swiss: rounds, in each of which programs meet who has done as well" },
  hall = { "integer", 0, min = 0, max = limits.hall,
    help = "best programs of generations past whom all meet, drawn anew each time" },
  shared = { "boolean", false,
    help = "what is gained from somebody is shared among all who gain from it" },
  sides = { "boolean", false,
    help = "two populations, on two islands: one has the first seat, the other the second" },
}

local WHAT = ("1 to %d others, 'all', 'swiss', or { one of them, rounds =, hall =, "
  .. "shared =, sides = }"):format(limits.meet)

-- { pairing=, count=, hall=, shared=, sides=, wrong = mistakes }; or nil and what was
-- expected.
local function accept(value)
  if value == false then return false end
  local how, named = value, {}
  if type(value) == "table" then
    how = value[1]
    for key, item in pairs(value) do if key ~= 1 then named[key] = item end end
  end
  local some = math.type(how) == "integer" and how >= 1 and how <= limits.meet
  if not (some or how == "all" or how == "swiss") then return nil, WHAT end
  local x, wrong = spec.complete("meet", named, meetings.fields)
  return { pairing = some and "some" or how, count = some and how or how == "swiss"
    and x.rounds or 0, hall = x.hall, shared = x.shared, sides = x.sides, wrong = wrong,
    rounds = named.rounds }
end

meetings.field = { "any", false, check = accept,
  help = "programs are scored by meeting each other in a game for two: so many others, "
    .. "'all', 'swiss'; { 8, hall = 4, shared = true, sides = true }, see meetings.md" }

-- Two sides are two islands between which nobody travels, unless the script says more.
function meetings.settle(e)
  if e.meet and e.meet.sides and not e.islands then e.islands = { 2, every = 0 } end
end

local function check_game(e, mistake)
  if not e.game then return end
  local recipe = recipes.recipe(e.game)
  local settings = recipe and recipe.settings or {}
  local letters = type(settings.alphabet) == "table" and settings.alphabet.moves
    and settings.alphabet
  local meets, why = evolve.meets(e.game)
  if not meets then
    mistake("meet", "field 'meet': %s; programs meet in games for two of one's own, in "
      .. "Lua or by rules", why)
  elseif settings.rivals and #settings.rivals > 0 then
    mistake("meet", "field 'meet': the game has rivals already")
  elseif letters and table.concat(letters.moves, " ") ~= table.concat(letters.sees, " ") then
    mistake("meet", "field 'meet': machines that meet see each other's moves: moves and "
      .. "sees of the alphabet must be the same")
  elseif e.fitness then
    mistake("meet", "field 'meet': not together with 'fitness'")
  elseif e.meet.shared and e.game:goal().minimise then
    mistake("meet", "field 'meet': what is shared is gained, but scores of this game are "
      .. "errors")
  end
end

-- Fields that need more than a score, which meetings do not give.
local others = { "climb", "tries", "unlike" }

-- The same of a population as a whole.
function meetings.check_sides(e, mistake)
  local islands = e.islands
  if e.meet and e.meet.sides and islands
    and (islands[1] ~= 2 or (islands.every or 10) ~= 0) then
    mistake("meet", "field 'meet': two sides are two islands without travellers, "
      .. "islands = { 2, every = 0 }")
  end
end

-- Tells what makes no sense of one island; reads_cases: parents are chosen by cases.
function meetings.check(e, given, reads_cases, mistake)
  local x = e.meet
  if not x then return end
  for _, text in ipairs(x.wrong) do
    mistake("meet", "field 'meet': %s", (text:gsub("^meet: ", "")))
  end
  check_game(e, mistake)
  if x.rounds and x.pairing ~= "swiss" then
    mistake("meet", "field 'meet': only 'swiss' has rounds")
  elseif x.pairing == "swiss" and (x.sides or x.shared) then
    mistake("meet", "field 'meet': a Swiss tournament has %s",
      x.sides and "one side" or "no shared scoring")
  end
  for _, name in ipairs(others) do
    if given[name] and given[name] ~= 0 then
      mistake(name, "field '%s': not where programs meet each other", name)
    end
  end
  if reads_cases then
    mistake("meet", "field 'meet': programs that meet each other have no cases to be "
      .. "chosen by")
  end
end

-- For the plan.
function meetings.plan(e)
  local x = e.meet
  return x and { pairing = x.pairing, count = x.count, hall = x.hall,
    shared = x.shared or nil, sides = x.sides or nil } or nil
end

return meetings
