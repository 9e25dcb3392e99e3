-- person.lua -- a person, or a function, plays a game, move by move, in any terminal or
-- by a pipe.
--
-- For games in Lua the engine asks for moves (g:sit): `moves` of the game lists them;
-- without it a person gives instructions of a linear game, moves of a machine, or an
-- expression of a tree. Other games give hands, those by rules have theirs from
-- ludus.inspect.hands:
--
--     { intro = text, prompt = text, show = function() return picture end,
--       move = function(text) return nil, or what was wrong; and what is seen then end,
--       over = function() return what to say at the end, or nil end,
--       state = function() return what a function gets end,
--       line = function(...) return what a function gave, as a person types it end }

local cli     = require "ludus.cli"
local fields  = require "ludus.script.fields"
local native  = require "ludus.script.native"
local recipes = require "ludus.script.recipes"
local trees   = require "ludus.inspect.tree"

local person = {}

-- ---- asking ----------------------------------------------------------------------

-- A line that the person types; nil at the end of input or for q.
local function ask(prompt)
  io.write(prompt)
  io.flush()
  local line = io.read "l"
  if not line or line:find "^%s*q%s*$" then return nil end
  return line:match "^%s*(.-)%s*$"
end

local MOVES = 10000                   -- moves that a function may make

-- What a function gave as the line that a person types.
local function typed(hands, ...)
  local line = hands.line and hands.line(...) or ...
  local is = type(line)
  if is == "string" or is == "number" then return tostring(line) end
  cli.fail("the player's function gave a %s: expected what a person types, or nil", is)
end

-- A move by a function(state, player, said): false where it leaves the game; else true, and
-- what it is told next, the answer to a test or what a machine would see.
function person.moved(hands, player, said)
  local given = table.pack(pcall(player, hands.state(), hands.seat or 1, said))
  if not given[1] then cli.fail("%s", given[2]) end
  if given[2] == nil then return false end
  local line = typed(hands, table.unpack(given, 2, given.n))
  if not hands.silent then print("> " .. line) end
  local wrong, answer = hands.move(line)
  if wrong and answer == nil then
    cli.fail("the player's function gave '%s': %s", line, wrong)
  end
  return true, answer
end

local function by_function(hands, player)
  print(hands.intro)
  local goes_on, said = true, nil
  for made = 0, MOVES do
    print(hands.show())
    local over = hands.over()
    if over then
      print(over)
      return 0
    end
    if made < MOVES then goes_on, said = person.moved(hands, player, said) end
    if not goes_on then break end
  end
  print(goes_on and ("the game is left after %d moves"):format(MOVES)
    or "the game is left")
  return 0
end

-- Plays with hands; `who` is "human" or a function.
function person.play(hands, who)
  if who ~= "human" then return by_function(hands, who) end
  print(hands.intro)
  while true do
    print(hands.show())
    local over = hands.over()
    if over then
      print(over)
      return 0
    end
    repeat
      local line = ask(hands.prompt)
      if not line then
        print "the game is left"
        return 0
      end
      local wrong = hands.move(line)
      if wrong then print("  " .. wrong) end
    until not wrong
  end
end

-- ---- moves of games in Lua ---------------------------------------------------------

-- Entries of `moves` as { text, value or function }.
local function listed(entries)
  local list = {}
  for i, entry in ipairs(entries) do
    local text, value = entry, entry
    if type(entry) == "table" then text, value = entry[1], entry[2] end
    list[i] = { tostring(text), value }
  end
  return list
end

-- The value of an expression of the game's language, with the game's own functions.
local function value_of(settings, node, state)
  local number = tonumber(node.name)
  if number then return math.tointeger(number) or number end
  local row = settings.primitives[node.name]
  local lazy, args = row.lazy or native.is_lazy(row[2]), {}
  for i, child in ipairs(node.children) do
    local function value() return value_of(settings, child, state) end
    args[i] = lazy and value or value()
  end
  return row[2](state, table.unpack(args, 1, #node.children))
end

-- How a line becomes a move where the game does not list any: by the kind of program.
-- Each gives done, value; or false and what was wrong.
local by_kind = {}

function by_kind.tree(game, settings, state, line)
  local ok, p = pcall(game.read, game, line, "(move)")
  if not ok then return false, p end
  return true, value_of(settings, trees.model(p)[1], state)
end

function by_kind.linear(_, settings, state, line)
  for _, row in ipairs(settings.instructions) do
    if row[1]:lower() == line:lower() then
      if row.test then
        return false, row.test(state) and "it is so" or "it is not so"
      elseif type(row[2]) == "function" then
        return true, row[2](state) or false
      end
      return false, ("%s is for programs"):format(row[1])
    end
  end
  local names = {}
  for i, row in ipairs(settings.instructions) do names[i] = row[1] end
  return false, "an instruction is one of " .. table.concat(names, ", ")
end

function by_kind.machine(_, settings, _, line)
  local a = settings.alphabet or {}
  local moves = a.moves or #a > 0 and a or { "c", "d" }
  for _, move in ipairs(moves) do
    if move:lower() == line:lower() then return true, move end
  end
  return false, "a move is one of " .. table.concat(moves, ", ")
end

-- A plan's next gene, or all genes of a game that judges them at once.
function by_kind.vector(game, settings, _, line)
  if settings.move then
    return false, "the game lists no moves (field 'moves'), and genes are no move"
  end
  if not settings.plan then
    local ok, p = pcall(game.read, game, line, "(genes)")
    if ok then return true, p:table() end
    return false, p
  end
  local gene = tonumber(line)
  if gene then return true, math.tointeger(gene) or gene end
  return false, "a gene is a number"
end

-- The entry that a line means: its text, or its number where no text is one.
local function chosen(list, line)
  for _, entry in ipairs(list) do
    if entry[1]:lower() == line:lower() then return entry end
  end
end

local function offered(list)
  local words = {}
  for i, entry in ipairs(list) do words[i] = entry[1] end
  return #words > 0 and table.concat(words, ", ") or "none"
end

-- ---- at the table --------------------------------------------------------------------

local Seat = {}
Seat.__index = Seat

function Seat:draw(state)
  local show = self.settings.show
  local text = show and tostring(show(state)) or fields.text(state):gsub("\n$", "")
    :gsub("\n", "  "):gsub("=", " ")
  if text ~= self.drawn and text ~= "" then print(text) end
  self.drawn = text
end

-- The person's move in a state; nil leaves the game.
function Seat:move(state, player)
  self.state = state
  self:draw(state)
  local list = self.settings.moves and listed(self.settings.moves(state, player))
  while true do
    local line = ask(list and ("your move (%s; q): "):format(offered(list))
      or "your move (q ends): ")
    if not line then
      self.left = true
      return nil
    end
    local entry = list and chosen(list, line)
    if entry then
      if type(entry[2]) ~= "function" then return entry[2] end
      local value = entry[2](state)
      return value == nil and true or value
    end
    local done, value = false, list and "moves are " .. offered(list)
    if not list then
      done, value = by_kind[self.settings.program](self.game, self.settings, state, line)
    end
    if done then return value == nil and true or value end
    print("  " .. tostring(value))
  end
end

-- A program's or a function's moves are told by what they did to the picture.
local function sit(game, settings, seats, options)
  local me = setmetatable({ game = game, settings = settings }, Seat)
  local function asked(state, player) return me:move(state, player) end
  local first, second = seats[1], seats[2]
  local seat = options.seat or 1
  local who, guest = first, second
  if first == "human" then who = asked end
  if second == "human" then guest = asked end
  if type(who) == "function" and type(guest) == "userdata" then
    who, guest, seat = guest, who, 3 - seat      -- the engine plays programs
  end
  local ok, result = pcall(game.sit, game, who, guest, options.case or 1, seat)
  if not ok and me.left then result = {} end       -- nothing to be judged
  if not ok and not me.left then cli.fail("%s", result) end
  return me, result, seat, who
end

-- Plays a game in Lua: seats[1] against seats[2], or alone; each a program, a function
-- or "human". options: case, seat (of seats[1], 1).
function person.sit(game, seats, options)
  game = game:at_home()
  local settings = recipes.recipe(game).settings
  for i, who in ipairs(seats) do
    if type(who) == "userdata" then seats[i] = game:read(tostring(who)) end
  end
  local me, result, seat, who = sit(game, settings, seats, options)
  if result.picture then print(result.picture) end
  if me.left then
    print "the game is left"
    return 0
  end
  print(("the end: raw %g%s"):format(result.raw, type(who) == "userdata"
    and (" for the program, player %d"):format(seat) or ""))
  return 0
end

return person
