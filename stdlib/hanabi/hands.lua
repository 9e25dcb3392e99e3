-- hands.lua -- a person at the table, among partners: see ludus.inspect.person.
--
-- Moves are "play 3", "drop 1", "tell 2 red", "tell 2 4": cards by their place, the
-- oldest first, players by their number, a colour by its name or first letter. Where
-- the game has no partners they are Piers.

local core    = require "ludus.core.hanabi"
local recipes = require "ludus.script.recipes"

local colours = { "red", "yellow", "green", "blue", "white" }

local MOVES = "a move is: play 3, drop 1, tell 2 red, tell 2 4"

-- The game among partners.
local function among(game)
  local settings = recipes.recipe(game).settings
  local own = settings.partners
  local none = type(own) == "table" and #own == 0 or own == ""
  return game:with { program = "vector", partners = none and { "piers" } or own }
end

local function colour_of(word)
  for i, name in ipairs(colours) do
    if name == word or name:sub(1, 1) == word then return i end
  end
end

-- A whole number; 0, which is no place, for others.
local function whole(word) return math.tointeger(tonumber(word)) or 0 end

-- The act, the seat and what of a line; nil if it is no move.
local function parse(line)
  local verb, place = line:match "^%s*(%a+)%s+(%d+)%s*$"
  if verb == "play" or verb == "drop" then return verb, 1, whole(place) end
  local seat, what = line:match "^%s*tell%s+(%d+)%s+(%w+)%s*$"
  if not seat then return nil end
  if what:find "^%d" then return "number", whole(seat), whole(what) end
  return "colour", whole(seat), colour_of(what:lower())
end

-- The hands of a person in a case.
return function(game, case)
  local match = core.match(among(game), nil, case)
  local seat, told = match:seat(), {}
  -- The partners move until it is the person's turn.
  local function partners()
    while not match:over() do
      local who, own = match:turn()
      if own then return end
      told[#told + 1] = ("player %d %s"):format(who, (match:next()))
    end
  end
  partners()
  local function move(line)
    local act, to, what = parse(line)
    if not act or not what then return MOVES end
    local text = match:move(act, to, what)
    if not text then return "this cannot be done now" end
    told = { ("you: %s"):format(text) }
    partners()
  end
  return { move = move, prompt = "your move (play 3, drop 1, tell 2 red, tell 2 4, q): ",
    intro = ("You are player %d, and the only one who does not see your cards."):format(seat),
    show = function()
      local lines = table.move(told, 1, #told, 1, {})
      lines[#lines + 1] = match:draw(not match:over() and seat or nil)
      return table.concat(lines, "\n")
    end,
    state = function() return match:state(seat) end,
    seat = seat,
    line = function(...) return table.concat({ ... }, " ") end,
    over = function()
      local ended = match:over()
      return ended and ("%s, %d points"):format(ended, match:state().points)
    end }
end
