-- person.lua -- a person, or a function, plays a game, move by move, in any terminal or
-- by a pipe.
--
-- For games in Lua the engine asks for moves (g:sit): `moves` of the game lists them;
-- without it a person gives instructions of a linear game, moves of a machine, or an
-- expression of a tree, as of trees by rules. A linear game by rules is played by
-- replaying what was typed so far as a program. Other games give hands:
--
--     { intro = text, prompt = text, show = function() return picture end,
--       move = function(text) return nil, or what was wrong; and what is seen then end,
--       over = function() return what to say at the end, or nil end,
--       state = function() return what a function gets end,
--       line = function(...) return what a function gave, as a person types it end }

local cli     = require "ludus.cli"
local native  = require "ludus.script.native"
local recipes = require "ludus.script.recipes"
local record  = require "ludus.inspect.record"
local rng     = require "ludus.core.rng"
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
local function moved(hands, player, said)
  local given = table.pack(pcall(player, hands.state(), hands.seat or 1, said))
  if not given[1] then cli.fail("%s", given[2]) end
  if given[2] == nil then return false end
  local line = typed(hands, table.unpack(given, 2, given.n))
  print("> " .. line)
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
    if made < MOVES then goes_on, said = moved(hands, player, said) end
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

-- ---- linear games by rules -----------------------------------------------------------

local LINES = 200                     -- instructions that a person may give

-- What a person's instructions lead to: the case as it was recorded, and as it ended.
local function replayed(game, lines, case)
  local again = recipes.again(game, { blocks = { { "Hands", LINES } },
    budget = math.max(1, #lines), engine = "plain" })
  local text = { ("Hands state (%d/%d)"):format(#lines, LINES) }
  for i, name in ipairs(lines) do text[i + 1] = ("%d. %s"):format(i, name) end
  local p = again:read(table.concat(text, "\n") .. "\n")
  return again:play(p, case), again:record(p, case, LINES)
end

-- The state of a game of rules as text: its picture, or its numbers.
local function told(settings, state)
  if settings.show then return tostring(settings.show(state)) end
  return record.state_text(state)
end

-- How a case that was played by hand ended, in words.
local function told_end(hands)
  local result = hands:finish()
  return ("the case is over, %s: raw %g"):format((result["end"]:gsub("_", " ")),
    result.raw)
end

-- The hands of a person at a game of trees by rules: each move is an expression, which
-- runs once; without `repeats` there is one.
local function expressions(game, settings, case)
  local hands, ended = game:hands(case), nil
  local left = settings.repeats == true and math.huge or settings.repeats or 1
  local names = {}
  for i, prim in ipairs(game:prims()) do
    names[i] = prim.arity == 0 and ("(%s)"):format(prim.name)
      or ("(%s%s)"):format(prim.name, (" ..."):rep(prim.arity))
  end
  local function move(line)
    local ok, p = pcall(game.read, game, line, "(move)")
    if not ok then
      return ("a move is an expression of %s"):format(table.concat(names, " "))
    end
    left = left - 1
    local goes_on = hands:move(p)
    if goes_on and left > 0 then return end
    ended = told_end(hands)
  end
  return { move = move, prompt = "your move (q ends): ",
    intro = ("%s, case %d: an expression a move, of %s"):format(settings.name, case,
      table.concat(names, " ")),
    show = function() return told(settings, hands:state()) end,
    state = function() return hands:state() end,
    over = function() return ended end }
end

-- What a case is before it begins, by name.
local function start_of(game, case)
  local start = {}
  for _, row in ipairs(game:describe(case)) do start[row[1]] = row[2] end
  return start
end

-- The hands of a person at a game of vectors by rules: all genes at once.
local function genes(game, settings, case)
  local played
  return { prompt = "your genes (q ends): ",
    intro = ("%s, case %d: %d genes, such as %s"):format(settings.name, case,
      #game:genes(), tostring(game:genes():random(rng.new(case)))),
    show = function() return played and told(settings, played.state) or "" end,
    move = function(line)
      local ok, p = pcall(game.read, game, line, "(genes)")
      if not ok then return p end
      played = game:play(p, case)
    end,
    state = function() return start_of(game, case) end,
    line = function(list)
      if type(list) ~= "table" then return list end
      local words = {}
      for i, gene in ipairs(list) do words[i] = tostring(gene) end
      return ("(%s)"):format(table.concat(words, ", "))
    end,
    over = function()
      return played and ("the case is over: raw %g"):format(played.raw) or nil
    end }
end

-- The hands of a person at a game of machines by rules: a name a move.
local function moves(game, settings, case, seat, guest)
  local hands, seen, ended = game:hands(case, seat, guest), nil, nil
  local names, known = game:alphabet().moves, {}
  for _, name in ipairs(names) do known[name:lower()] = name end
  local function move(line)
    local name = known[line:lower()]
    if not name then return "a move is one of " .. table.concat(names, ", ") end
    seen = hands:move(name)
    if seen then return nil, seen end
    ended = told_end(hands)
  end
  return { move = move, prompt = ("your move (%s; q): "):format(table.concat(names, ", ")),
    intro = ("%s, case %d: one move a turn"):format(settings.name, case), seat = seat,
    show = function()
      return (seen and ("you see %s\n"):format(seen) or "") .. told(settings, hands:state())
    end,
    state = function() return hands:state() end,
    over = function() return ended end }
end

local function list_of(names)
  local words = table.concat(names, " ")
  return words ~= "" and words or "none"
end

-- What a person types in a match by rules: how it becomes a move, and what there is. A
-- move gives what was wrong; or whether the match goes on, and an answer that is told.
local typed_as = {}

function typed_as.tree(game)
  local names = {}
  for i, prim in ipairs(game:prims()) do
    names[i] = ("(%s%s)"):format(prim.name, (" ..."):rep(prim.arity))
  end
  local what = "an expression a move, of " .. list_of(names)
  return function(hands, line)
    local ok, p = pcall(game.read, game, line, "(move)")
    if not ok then return "a move is " .. what end
    return nil, hands:move(p)
  end, what
end

function typed_as.linear(_, set)
  local names, known = {}, {}
  for _, row in ipairs(set:rows()) do
    if row.kind == "act" or row.kind == "test" then
      names[#names + 1], known[row.name:lower()] = row.name, row
    end
  end
  local what = "one instruction a move, of " .. list_of(names)
  return function(hands, line)
    local row = known[line:lower()]
    if not row then return "an instruction is one of " .. table.concat(names, ", ") end
    local on, gave = hands:move(row.name)
    if row.kind ~= "test" then return nil, on end
    return nil, on, gave
  end, what
end

function typed_as.vector(game)
  local what = ("your %d genes, such as %s"):format(#game:genes(),
    tostring(game:genes():random(rng.new(1))))
  return function(hands, line)
    local ok, p = pcall(game.read, game, line, "(genes)")
    if not ok then return p end
    local on
    repeat on = hands:move(p) until not on
    return nil, false
  end, what
end

-- The hands of a person on a seat against a guest, a program, at a game for two by rules.
local function against(game, settings, case, how)
  local hands, on = game:hands(case, how.seat, how.guest)
  local ended = not on and told_end(hands) or nil
  local play, what = typed_as[how.kind](game, how.set)
  return { prompt = "your move (q ends): ", seat = how.seat,
    intro = ("%s, case %d, you are player %d: %s"):format(settings.name, case, how.seat,
      what),
    show = function() return told(settings, hands:state()) end,
    state = function() return hands:state() end,
    line = how.kind == "vector" and genes(game, settings, case).line or nil,
    over = function() return ended end,
    move = function(line)
      local wrong, goes_on, answer = play(hands, line)
      if wrong then return wrong end
      if not goes_on then ended = told_end(hands) end
      if answer ~= nil then return answer and "it is so" or "it is not so", answer end
    end }
end

-- The hands of a person at a game by rules; with a guest, a program, on a seat.
function person.ruled(game, case, kind, set, guest, seat)
  local settings = recipes.recipe(game).settings
  if guest and kind == "machine" then return moves(game, settings, case, seat, guest) end
  if guest then
    return against(game, settings, case, { kind = kind, set = set, guest = guest,
      seat = seat })
  end
  if kind == "tree" then return expressions(game, settings, case) end
  if kind == "vector" then return genes(game, settings, case) end
  if kind == "machine" then return moves(game, settings, case) end
  return person.instructions(game, case, set)
end

-- The hands of a person at a linear game by rules.
function person.instructions(game, case, set)
  local settings = recipes.recipe(game).settings
  local lines, kinds, names, ended = {}, {}, {}, nil
  for _, row in ipairs(set:rows()) do
    if row.kind ~= "jump" then
      kinds[row.name:lower()] = row
      names[#names + 1] = row.name
    end
  end
  -- Before anything was typed one Nop stands for nothing done.
  local function look() return replayed(game, #lines > 0 and lines or { "Nop" }, case) end
  local function show()
    local played = look()
    if played.picture then return played.picture end
    local words = {}
    for name, value in pairs(played.state) do
      if type(value) == "number" then words[#words + 1] = ("%s %s"):format(name, value) end
    end
    table.sort(words)
    return table.concat(words, "  ")
  end
  local function move(text)
    local row = kinds[text:lower()]
    if not row then return "an instruction is one of " .. table.concat(names, ", ") end
    lines[#lines + 1] = row.name
    local played, record = look()
    if row.kind == "test" then
      lines[#lines] = nil
      local so = record.marks[#record.marks].value ~= 0
      return so and "it is so" or "it is not so", so
    end
    if played["end"] == "done" then ended = "the case is over" end
    if #lines == LINES or #lines == settings.budget then
      ended = ended or "no more steps are left"
    end
  end
  return { show = show, move = move, prompt = "your move (? lists, q): ",
    intro = ("%s, case %d: one instruction a move."):format(settings.name, case),
    state = function() return (look()).state end,
    over = function()
      return ended and ("%s: raw %g"):format(ended, (look()).raw) or nil
    end }
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
  if not show then return end
  local text = tostring(show(state))
  if text ~= self.drawn then print(text) end
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
  if not ok then cli.fail("%s", result) end
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
