-- gtp.lua -- Othello by the Go Text Protocol: meet other engines, or be one.
--
--     local gtp = require "ludus.othello.gtp"
--     local rhino = gtp.open { "gtp-rhino", "-b", "0", "-m", "4" }
--     gtp.match(othello.player("hand", { depth = 4 }), rhino, { openings = 50 })
--
-- Squares are those of Othello, a1 in the upper left; engines that count rows from below,
-- as in Go, are found out by the moves they may make at the start. `gtp.serve` is the
-- other side, `ludus play othello --gtp`.

local core     = require "ludus.core.othello"
local external = require "ludus.external"
local spec     = require "ludus.script.spec"
local stats    = require "ludus.stats"
local system   = require "ludus.core.system"

local gtp = {}

-- ---- another engine ------------------------------------------------------------------

local Engine = {}
Engine.__index = Engine
Engine.__name = "ludus.othello.gtp"

-- Sends a command; the text of the answer, lines joined, or nil and why it was refused.
-- An answer begins with = or ? and ends with an empty line.
function Engine:try(line)
  self.program:tell(line)
  local lines, answered = {}, false
  repeat
    local text = self.program:hear()
    if text:find "^[=?]" then answered = true end
    if answered and text ~= "" then lines[#lines + 1] = text end
  until answered and text == ""
  local answer = table.concat(lines, "\n")
  local told = answer:match "^%?%d*%s*(.*)$"
  if told then return nil, told end
  return (answer:gsub("^=%d*%s*", ""))
end

-- The same for a command that must not be refused.
function Engine:command(line)
  local answer, told = self:try(line)
  if not answer then self.program:fail("refused '%s': %s", line, told) end
  return answer
end

-- A square in the engine's own way of counting rows, and back.
function Engine:turned(square)
  if not self.from_below or square == "pass" then return square end
  return square:sub(1, 1) .. 9 - tonumber(square:sub(2, 2))
end

function Engine:clear() self:command "clear_board" end

function Engine:play(side, square)
  self:command(("play %s %s"):format(side, self:turned(square):upper()))
end

-- Tells that a side cannot move. Some engines refuse to hear it: they know.
function Engine:pass(side)
  if self.knows_passes then return end
  self.knows_passes = not self:try(("play %s pass"):format(side))
end

-- Its move for that side, which it makes: a square or "pass".
function Engine:move(side)
  local answer = self:command("genmove " .. side):lower()
  if answer ~= "pass" and not answer:find "^[a-h][1-8]$" then
    self.program:fail("plays '%s', which is no square", answer)
  end
  return self:turned(answer)
end

function Engine:close() self.program:close() end
Engine.__gc, Engine.__close = Engine.close, Engine.close

-- Starts an engine and finds out how it counts rows.
function gtp.open(given)
  local program = external.start(given)
  local self = setmetatable({ program = program, from_below = false }, Engine)
  self.name = self:command "name"
  self:command "boardsize 8"
  self:clear()
  local first = self:move "black"
  local legal = { d3 = true, c4 = true, f5 = true, e6 = true }
  self.from_below = not legal[first]
  self:clear()
  return self
end

-- ---- matches -------------------------------------------------------------------------

gtp.fields = {
  openings = { "integer", 50, min = 1, max = 100000,
    help = "openings, each played with both colours" },
  plies = { "integer", 8, min = 0, max = core.limits.plies,
    help = "random plies of an opening" },
  seed = { "integer", 1, help = "of the openings" },
}

-- The position after a move, of which the engine is told that the other passes.
local function after(position, square, engine)
  local mover = position:side()
  local next_position = position:play(square)
  if not next_position:over() and next_position:side() == mover then
    engine:pass(mover == "black" and "white" or "black")
  end
  return next_position
end

-- One game from an opening; the lead of `player`, who has that side, and the moves. `spent`
-- adds up the seconds that each thought, `spent.cpu` the CPU seconds of our thoughts.
local function game(player, engine, side, opening, spent)
  local position, moves = core.start(), opening
  engine:clear()
  for square in opening:gmatch ".." do
    engine:play(position:side(), square)
    position = after(position, square, engine)
  end
  while not position:over() do
    local mover, square, before, used = position:side(), nil, system.clock()
    if mover == side then
      square = player.core:think(position)
      local now, used_now = system.clock()
      spent.ours, spent.cpu = spent.ours + now - before, spent.cpu + used_now - used
      engine:play(mover, square)
    else
      square = engine:move(mover)
      spent.theirs = spent.theirs + system.clock() - before
      if not pcall(position.play, position, square) then
        engine.program:fail("plays %s, which is not legal after %s", square, moves)
      end
    end
    position, moves = after(position, square, engine), moves .. square
  end
  local black, white = position:count()
  return (side == "black" and 1 or -1) * (black - white), moves
end

-- A match; { won, drawn, lost, games, share, low, high, discs, records, seconds = { ours,
-- theirs, by the clock }, cpu = { ours, theirs, where that can be told } }. Both games of an
-- opening are one observation of the interval: they are not independent.
function gtp.match(player, engine, given)
  local s = spec.check("gtp.match", given or {}, gtp.fields)
  local result = { won = 0, drawn = 0, lost = 0, games = 0, discs = 0, records = {},
    seconds = { ours = 0, theirs = 0, cpu = 0 } }
  local shares, used = {}, engine.program:cpu()
  for number = 1, s.openings do
    local opening = core.opening(s.seed, number, s.plies)
    local points = 0
    for _, side in ipairs { "black", "white" } do
      local lead, moves = game(player, engine, side, opening, result.seconds)
      local field = lead > 0 and "won" or lead < 0 and "lost" or "drawn"
      result[field] = result[field] + 1
      result.games, result.discs = result.games + 1, result.discs + lead
      result.records[result.games] = moves
      points = points + (lead > 0 and 1 or lead == 0 and 0.5 or 0) / 2
    end
    shares[number] = points
  end
  result.discs = result.discs / result.games
  result.cpu = { ours = result.seconds.cpu,
    theirs = used and engine.program:cpu() - used or nil }
  result.seconds.cpu = nil
  result.share = stats.mean(shares)
  if s.openings > 1 then
    local _, low, high = stats.interval(shares)
    result.low, result.high = math.max(0, low), math.min(1, high)
  end
  return result
end

-- ---- being an engine -----------------------------------------------------------------

local Server = {}
Server.__index = Server

local commands = {}

function commands.protocol_version() return "2" end
function commands.name() return "Ludus" end
function commands.version() return require "ludus".version end

function commands.list_commands()
  local names = {}
  for name in pairs(commands) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, "\n")
end

function commands.known_command(_, name) return commands[name] and "true" or "false" end

function commands.boardsize(_, size)
  if size ~= "8" then return nil, "unacceptable size" end
  return ""
end

function commands.clear_board(self)
  self.positions = { core.start() }
  return ""
end

local colours = { b = "black", black = "black", w = "white", white = "white" }

-- The side of a command, or nil and what is wrong with it.
local function side_of(word)
  return colours[(word or ""):lower()], "syntax error: expected black or white"
end

local function now(self) return self.positions[#self.positions] end

function commands.play(self, colour, square)
  local side, why = side_of(colour)
  if not side then return nil, why end
  square = (square or ""):lower()
  local position = now(self)
  if square == "pass" and (position:over() or position:side() ~= side) then return "" end
  if square == "pass" or position:over() or position:side() ~= side then
    return nil, "illegal move"
  end
  local ok, next_position = pcall(position.play, position, square)
  if not ok then return nil, "illegal move" end
  self.positions[#self.positions + 1] = next_position
  return ""
end

function commands.genmove(self, colour)
  local side, why = side_of(colour)
  if not side then return nil, why end
  local position = now(self)
  if position:over() or position:side() ~= side then return "PASS" end
  local square = self.player.core:think(position)
  self.positions[#self.positions + 1] = position:play(square)
  return square:upper()
end

function commands.undo(self)
  if #self.positions == 1 then return nil, "cannot undo" end
  self.positions[#self.positions] = nil
  return ""
end

function commands.showboard(self)
  return "\n" .. require "ludus.othello.board".draw(now(self))
end

function commands.final_score(self)
  local black, white = now(self):count()
  if black == white then return "0" end
  return ("%s+%d"):format(black > white and "B" or "W", math.abs(black - white))
end

function commands.quit(self)
  self.done = true
  return ""
end

-- The answer to a line, or nil for one that asks nothing.
function Server:answer(line)
  line = line:gsub("#.*", ""):gsub("%c", " ")
  local id, rest = line:match "^%s*(%d*)%s*(.-)%s*$"
  if rest == "" then return end
  local words = {}
  for word in rest:gmatch "%S+" do words[#words + 1] = word end
  local command = commands[words[1]]
  local result, why
  if command then result, why = command(self, table.unpack(words, 2))
  else why = "unknown command" end
  return ("%s%s %s"):format(result and "=" or "?", id, result or why)
end

-- Answers lines of `input` on `output` until it is told to quit.
function gtp.serve(player, input, output)
  local self = setmetatable({ player = player, positions = { core.start() } }, Server)
  for line in input:lines() do
    local answer = self:answer(line)
    if answer then
      output:write(answer, "\n\n")
      output:flush()
    end
    if self.done then return end
  end
end

return require "ludus.script.closed".module(gtp, "ludus.othello.gtp")
