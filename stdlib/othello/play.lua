-- play.lua -- `ludus play othello`: a person against a player, or two players.
--
-- The screen shows the board with the legal moves, the count, the evaluation
-- and, if wanted, what each move is worth. A session is a table with the moves
-- so far; every command changes that and draws again.

local core    = require "ludus.core.othello"
local board   = require "ludus.othello.board"
local players = require "ludus.othello.players"
local cli     = require "ludus.cli"
local subject = require "ludus.cli.subject"
local system  = require "ludus.core.system"

local FILE_MAX = 1 << 16             -- bytes of a saved game
local FINAL, DISC = 1000000, 10000   -- see kernel.h
local BESIDE_MIN = 60                -- columns that board and status need

local play = {}

-- ---- words ------------------------------------------------------------------

local function other(side) return side == "black" and "white" or "black" end

local function plural(n) return n == 1 and "1 disc" or n .. " discs" end

-- A search's value in words: a final lead, or the evaluation.
function play.value(v)
  if v >= FINAL then return "wins by " .. plural((v - FINAL) // DISC | 0) end
  if v <= -FINAL then return "loses by " .. plural((-v - FINAL) // DISC | 0) end
  return ("%+.0f"):format(v)
end

local function outcome(position)
  local black, white = position:count()
  if black == white then return ("a draw, %d each"):format(black) end
  return ("%s wins %d to %d"):format(black > white and "black" or "white",
    math.max(black, white), math.min(black, white))
end

-- ---- the session ------------------------------------------------------------

local Session = {}
Session.__index = Session

local function squares_of(moves)
  local list = {}
  for square in moves:gmatch("..") do list[#list + 1] = square end
  return list
end

-- The position after the first n moves (all of them if n is nil).
function Session:at(n)
  local position = self.start
  for i = 1, n or #self.moves do position = position:play(self.moves[i]) end
  return position
end

function Session:text() return table.concat(self.moves) end

function Session:add(square)
  self.moves[#self.moves + 1] = square
  self.position = self.position:play(square)
end

-- Takes back to the last turn of a person.
function Session:back()
  repeat
    if #self.moves == 0 then return false end
    self.moves[#self.moves] = nil
    self.position = self:at()
  until self.seats[self.position:side()] == "me"
  return true
end

-- Who is asked for evaluations and hints: the opponent of whoever is to move,
-- if that is a player, else the adviser.
function Session:adviser_now()
  local seat = self.seats[other(self.position:side())]
  if seat == "me" then seat = self.seats[self.position:side()] end
  return seat == "me" and self.adviser or seat
end

-- ---- drawing ----------------------------------------------------------------

local function seat_name(seat) return seat == "me" and "you" or seat.name end

local function hint_lines(session, lines)
  local adviser = session:adviser_now()
  local squares, values = adviser.core:rank(session.position)
  local order = {}
  for i = 1, #squares do order[i] = i end
  table.sort(order, function(a, b)
    if values[a] ~= values[b] then return values[a] > values[b] end
    return a < b
  end)
  lines[#lines + 1] = "what " .. adviser.name .. " thinks of the moves:"
  for i = 1, math.min(4, #order) do
    lines[#lines + 1] = ("  %s  %s"):format(squares[order[i]],
      play.value(values[order[i]]))
  end
  if #order > 4 then
    lines[#lines] = lines[#lines] .. ("   (and %d more)"):format(#order - 4)
  end
end

local function status(session)
  local p = session.position
  local black, white, empty = p:count()
  local lines = {
    ("X black %-12s %2d"):format(seat_name(session.seats.black), black),
    ("O white %-12s %2d"):format(seat_name(session.seats.white), white),
  }
  if p:over() then
    lines[4] = "the game is over: " .. outcome(p)
    lines[3] = ""
    return lines
  end
  lines[3] = ("move %d, %d empty, %s to move"):format(#session.moves + 1, empty,
    p:side())
  local adviser = session:adviser_now()
  local _, value = adviser.core:think(p)
  lines[4] = ("%s for %s, says %s"):format(play.value(value), p:side(),
    adviser.name)
  if session.hints then hint_lines(session, lines) end
  return lines
end

function Session:draw()
  local last = self.moves[#self.moves]
  print()
  local lines = status(self)
  if system.screen() >= BESIDE_MIN then
    print(board.draw(self.position, { beside = lines }))
  else
    print(board.draw(self.position))
    print(table.concat(lines, "\n"))
  end
  if last then print("last move: " .. last) end
end

-- ---- commands ---------------------------------------------------------------

local commands = {}

local function command(name, usage, help, run)
  commands[#commands + 1] = { name = name, usage = usage, help = help, run = run }
end

-- What people type for it in other programs.
local also = { ["?"] = "help", undo = "back", q = "quit", exit = "quit",
  resign = "quit" }

local function find_command(word)
  local names = {}
  word = also[word] or word
  for i, c in ipairs(commands) do
    if c.name == word then return c end
    names[i] = c.name
  end
  local near = system.near(word, names)
  print(("'%s' is neither a square nor a command%s"):format(
    word:gsub("%c", "?"):sub(1, 20), near
    and ("; did you mean '%s'?"):format(near) or "; try 'help'"))
end

command("hint", "hint", "show or hide what each move is worth", function(s)
  s.hints = not s.hints
  s:draw()
end)

command("moves", "moves", "list the legal moves and the game so far", function(s)
  print("legal: " .. table.concat(s.position:moves(), " "))
  print("game:  " .. s:text())
end)

command("features", "features", "the eight features of this position", function(s)
  local scaled = s.position:features()
  for i, f in ipairs(core.features) do
    local _, p, q = s.position:feature(f.symbol)
    print(("  %s %-10s %7.1f   %-9s %s"):format(f.symbol, f.name, scaled[i],
      p and ("%d : %d"):format(p, q) or "", f.help))
  end
end)

command("picture", "picture FEATURE", "what a feature counts, on the board",
  function(s, word)
    local ok, text = pcall(board.picture, s.position, word or "frontier")
    print(text)
  end)

command("best", "best", "let the adviser move for you", function(s)
  if s.position:over() then return print("the game is over") end
  s:add((s:adviser_now().core:think(s.position)))
  s.moved = true
end)

command("solve", "solve", "the perfect move and result, if few squares are empty",
  function(s)
    local ok, score, square = pcall(s.position.solve, s.position)
    if not ok then return print((tostring(score):gsub("^[^ ]*: ", ""))) end
    print(square and ("%s, %+d discs for %s"):format(square, score,
      s.position:side()) or "the game is over")
  end)

command("back", "back", "take your last move back", function(s)
  if not s:back() then print("there is nothing to take back") end
  s:draw()
end)

command("save", "save FILE", "write the game as f5d6c3...", function(s, word)
  if not word then return print("save needs a file") end
  local ok, why = play.save(word, s:text())
  print(ok and ("saved %d moves in %s"):format(#s.moves, word) or why)
end)

command("load", "load FILE", "go on with a saved game", function(s, word)
  if not word then return print("load needs a file") end
  local ok, moves = pcall(play.load, word, s.start)
  if not ok then return print(moves) end
  s.moves = squares_of(moves)
  s.position = s:at()
  s.moved = true
end)

command("quit", "quit", "end the session", function(s) s.done = true end)

command("help", "help", "this list", function()
  local width = math.max(36, math.min(80, (system.screen())))
  print("  f5               play on f5")
  for _, c in ipairs(commands) do
    print(("  %-16s %s"):format(c.usage, cli.wrap(c.help, 19, width)))
  end
end)

-- ---- files ------------------------------------------------------------------

function play.save(path, moves)
  return system.write(path, moves .. "\n")
end

function play.load(path, start)
  local text, why = system.read(path, FILE_MAX)
  if not text then error(why, 0) end
  return (core.read(text, path, start))
end

-- ---- the loop ---------------------------------------------------------------

local function obey(session, line)
  local word, rest = line:lower():match("^%s*(%S+)%s*(.-)%s*$")
  if not word then return end
  if word:match("^[a-h][1-8]$") then
    local ok = pcall(session.add, session, word)
    if ok then session.moved = true return end
    table.remove(session.moves)
    print(("%s cannot play on %s; legal: %s"):format(session.position:side(), word,
      table.concat(session.position:moves(), " ")))
    return
  end
  local c = find_command(word)
  if c then
    c.run(session, rest ~= "" and line:match("^%s*%S+%s+(.-)%s*$") or nil)
  end
end

-- Asks the person until a move was made; false at the end of input.
local function ask(session)
  session.moved = false
  repeat
    io.write(session.position:over() and "over> " or session.position:side() .. "> ")
    io.flush()
    local line = io.read "l"
    if not line then
      print()
      return false
    end
    obey(session, line)
  until session.moved or session.done
  return not session.done
end

local function machine_move(session, seat)
  local side, before = session.position:side(), session.position
  local square, value, nodes = seat.core:think(before)
  session:add(square)
  print(("%s (%s) plays %s: %s, %d nodes"):format(seat.name, side, square,
    play.value(value), nodes))
  if not session.position:over() and session.position:side() == side then
    print(other(side) .. " cannot move and passes")
  end
end

local function loop(session)
  local person = session.seats.black == "me" or session.seats.white == "me"
  if person then print "A square, as f5, plays on it; 'help' lists what else there is." end
  session:draw()
  while not session.done do
    local seat = session.seats[session.position:side()]
    if session.position:over() then
      if not person or not system.terminal("in") then break end
      if not ask(session) then break end
      session:draw()
    elseif seat == "me" then
      if not ask(session) then break end
      session:draw()
    else
      machine_move(session, seat)
      if not session.quick or session.position:over() then session:draw() end
    end
  end
  print("game: " .. session:text())
end

-- ---- the command line -------------------------------------------------------

local function seat_of(word, settings, options)
  if word == "me" or word == "human" then return "me" end
  local stored = subject.stored(word, options)
  local ok, p = pcall(function()
    return stored and players.parse(stored, word, settings)
      or players.new(subject.of_lua(word) or word, settings, word)
  end)
  if not ok then cli.fail("%s", p) end
  p.name = p.name:gsub("^.*/", ""):gsub("%.%w+$", ""):gsub("^othello%-", "")
  return p
end

local function settings_of(options)
  local depth = options.depth
  return { depth = depth, solve = options.solve }
end

local function run(options)
  local settings = settings_of(options)
  if options.gtp then
    local player = seat_of(options.player or options.white or "hand", settings,
      options)
    if player == "me" then cli.fail "--gtp needs a player: --player FILE" end
    require "ludus.othello.gtp".serve(player, io.stdin, io.stdout)
    return 0
  end
  local session = setmetatable({
    start = core.start(), moves = {}, hints = options.hints,
    quick = options.quick,
    seats = { black = seat_of(options.black or "me", settings, options),
      white = seat_of(options.white or options.player or "hand", settings, options) },
  }, Session)
  session.adviser = seat_of("hand", settings, options)
  if options.position then
    local ok, p = pcall(core.position, options.position)
    if not ok then cli.fail("%s", p) end
    session.start = p
  end
  if options.load then
    local ok, moves = pcall(play.load, options.load, session.start)
    if not ok then cli.fail("%s", moves) end
    session.moves = squares_of(moves)
  end
  session.position = session:at()
  loop(session)
  if options.save then
    local ok, why = play.save(options.save, session:text())
    if not ok then cli.fail("%s", why) end
  end
  return 0
end

play.command = {
  usage   = "play othello [--black P] [--white P] [--depth N] ...",
  summary = "play Othello against a player, or watch two of them",
  options = {
    black    = { kind = "string", value = "P",
      help = "who plays black: me (default; or human), a teacher, a file, a function's "
        .. "file.lua, run:12" },
    white    = { kind = "string", value = "P",
      help = "who plays white (default: hand)" },
    player   = { kind = "string", value = "P", help = "the same as --white" },
    depth    = { kind = "string", value = "D",
      help = "plies searched: 6, or by empty squares \"3>40 4>12 5\"" },
    solve    = { kind = "integer", value = "N",
      help = "players are perfect from N empty squares on" },
    hints    = { kind = "flag", help = "show what each move is worth" },
    load     = { kind = "string", value = "FILE", help = "go on with a saved game" },
    save     = { kind = "string", value = "FILE", help = "save the game at the end" },
    position = { kind = "string", value = "TEXT",
      help = "start from 64 squares and the side to move" },
    quick    = { kind = "flag", help = "between players, draw only the end" },
    gtp      = { kind = "flag",
      help = "--player answers the Go Text Protocol on standard input and output" },
    store    = { kind = "string", value = "FILE",
      help = "where run:12 is (default ludus.db)" },
  },
  run = run,
}

return play
