-- trace.lua -- games of Othello move by move: of othello.game, whose cases are its
-- teachers, openings and colours, and of two players alone (ludus.othello.inspect).
--
-- A step of the player tells what it thinks of each move; one of the other is what the
-- player sees. What nodes of a program do inside a search is not written down.

local core    = require "ludus.core.othello"
local players = require "ludus.othello.players"
local recipes = require "ludus.script.recipes"
local show    = require "ludus.repl.show"
local steps   = require "ludus.inspect.steps"

local traces = {}

local function othello() return require "ludus.othello" end

-- Names of the eight features, short enough for a table.
function traces.feature_names()
  local list = {}
  for i, row in ipairs(othello().features) do
    list[i] = type(row) == "table" and row.name or tostring(row)
  end
  return list
end

-- ---- games -----------------------------------------------------------------

-- A game move by move: { player, other, first (does the player begin?), start, suppose =
-- { step, value } }; calls see(position, mover is the player, move). The last position.
function traces.play(game, see)
  local position, n = game.start or core.start(), 0
  local first = position:side()
  while not position:over() do
    local own = (position:side() == first) == game.first
    n = n + 1
    local suppose = game.suppose
    local move = suppose and suppose.step == n and suppose.value
      or (own and game.player or game.other).core:think(position)
    see(position, own, move)
    position = position:play(move)
  end
  return position
end

-- What each weight adds to the value of a position; nil for other players.
function traces.parts(p, position)
  if not p.weights then return nil end
  local list = {}
  for i, x in ipairs({ position:features() }) do
    if type(x) == "table" then
      for k, v in ipairs(x) do list[k] = p.weights[k] * v end
      return list
    end
    list[i] = p.weights[i] * x
  end
  return list
end

local function ranking(p, position)
  local squares, values = p.core:rank(position)
  local order = {}
  for i, square in ipairs(squares) do
    order[i] = { square = square, value = values[i] }
  end
  table.sort(order, function(a, b)
    if a.value ~= b.value then return a.value > b.value end
    return a.square < b.square
  end)
  return order
end

-- ---- drawing ---------------------------------------------------------------

-- The best moves, and what the weights add.
local function facts_of(s)
  local facts = {}
  for i, row in ipairs(s.ranking) do
    if i > 6 then break end
    facts[i] = ("%s %s %9.1f"):format(row.square == s.move and ">" or " ", row.square,
      row.value)
  end
  if s.parts then
    facts[#facts + 1] = "what the weights add here:"
    for i, name in ipairs(traces.feature_names()) do
      facts[#facts + 1] = ("  %-14s %9.1f"):format(name:sub(1, 14),
        (s.parts[i] or 0) + 0.0)       -- no -0.0
    end
  end
  return facts
end

local function draw_state(s, view)
  if s.over then
    return view.paint("head", ("the end: %s"):format(s.discs)) .. "\n"
      .. othello().draw(s.position)
  end
  local lines = { view.paint("head", ("move %d: %s plays %s, value %.1f"):format(s.step,
    s.side, s.move, s.value)) }
  local facts, board, wide = facts_of(s), {}, 0
  for line in othello().draw(s.position):gmatch("[^\n]+") do
    board[#board + 1] = line
    wide = math.max(wide, show.columns(line))
  end
  if wide + 3 + 26 > view.width then    -- one below the other
    table.move(board, 1, #board, #lines + 1, lines)
    table.move(facts, 1, #facts, #lines + 1, lines)
    return table.concat(lines, "\n")
  end
  for i = 1, math.max(#board, #facts) do
    local left = board[i] or ""
    lines[#lines + 1] = (left .. (" "):rep(wide + 3 - show.columns(left))
      .. (facts[i] or "")):gsub("%s+$", "")
  end
  return table.concat(lines, "\n")
end

-- ---- why, and what if --------------------------------------------------------

local function label(d, n)
  local s = d.states[n]
  return ("%s plays %s, value %.1f"):format(s.side, s.move, s.value)
end

-- A move answers the one before.
local function sources(d, n)
  if n == 1 then return {} end
  return { { step = n - 1, role = d.states[n - 1].own and "after one's own"
    or "the other's" } }
end

local function concerns() return false end

local function told(_, row) return row.move end

-- A legal move of that position.
local function supposed(d, n, value)
  local squares = {}
  for i, row in ipairs(d.states[n].ranking) do squares[i] = row.square end
  table.sort(squares)
  for _, square in ipairs(squares) do if square == value then return value end end
  error(("t:what_if: field 'value': expected a move, %s, got %s"):format(
    table.concat(squares, ", "), tostring(value)), 0)
end

-- ---- traces ------------------------------------------------------------------

local function state_of(game, position, own, move)
  local mover = own and game.player or game.other
  local rank, value = ranking(mover, position), 0
  for _, row in ipairs(rank) do if row.square == move then value = row.value end end
  local side = position:side()
  return { position = position, side = side, picture = othello().draw(position),
    reads = rank, move = move, value = value, own = own, ranking = rank,
    parts = own and traces.parts(game.player, position) or nil,
    name = own and move or side .. " plays", theirs = not own and move or nil,
    event = own and "move" or nil }
end

local function ending_of(last, own_side)
  local black, white = last:count()
  local lead = own_side == "black" and black - white or white - black
  return { position = last, picture = othello().draw(last), lead = lead,
    discs = ("%d black to %d white discs"):format(black, white),
    ended = lead > 0 and "won" or lead < 0 and "lost" or "drawn" }, black, white
end

-- The trace of a game (see play); with `case` and `cases` of othello.game, `raw` being
-- its points by the lead.
function traces.of(game)
  local states = {}
  local last = traces.play(game, function(position, own, move)
    states[#states + 1] = state_of(game, position, own, move)
  end)
  local first = (game.start or core.start()):side()
  local ending, black, white = ending_of(last, game.first and first
    or first == "black" and "white" or "black")
  ending.raw = game.points and game.points(ending.lead) or ending.lead
  local function again(_, q, change)
    local other = {}
    for key, value in pairs(game) do other[key] = value end
    other.player, other.suppose = q and game.as_player(q) or game.player, change
    return traces.of(other)
  end
  game.as_player = game.as_player or function(q) return q end
  return steps.trace { states = states, place = "move", paint = draw_state,
    of = game.program or game.player, again = again, case = game.case, label = label,
    sources = sources, concerns = concerns, supposed = supposed, told = told,
    columns = { "move", "value" }, ending = ending,
    title = ("%s%s against %s, %d moves; %d to %d discs"):format(game.case
      and ("case %d of %d, "):format(game.case, game.cases) or "", game.player.name,
      game.other.name, #states, black, white) }
end

-- ---- othello.game ------------------------------------------------------------

-- What a case is: teacher, opening and colour, as contest.c counts them; the settings first.
local function case_of(game, number)
  local s = setmetatable({}, { __index = recipes.recipe(game).settings })
  s.openings, s.opening_seed = require "ludus.othello.contest".openings(s)
  local games = 2 * s.openings
  return s, s.teachers[(number - 1) // games + 1], (number - 1) % games // 2,
    number % 2 == 1
end

-- The player that a program of the game is.
local function player_of(s, p)
  local settings = {}
  for name in pairs(players.fields) do settings[name] = s[name] end
  return players.parse(tostring(p), "it", settings, s.program == "strategy")
end

local function one(game, p, number)
  local s, teacher, opening, black = case_of(game, number)
  local _, start = core.opening(s.opening_seed, opening, s.plies)
  return traces.of { player = player_of(s, p), program = p, other = teacher,
    first = black == (start:side() == "black"), start = start, case = number,
    cases = game:facts().cases, as_player = function(q) return player_of(s, q) end,
    points = function(lead)
      return (lead > 0 and s.win or lead == 0 and s.draw or 0) + lead + s.shift
    end }
end

-- The trace of one case of othello.game; of all, as a list, if none is named.
function traces.trace(game, p, case)
  local cases = game:facts().cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases, tostring(case)), 0)
  end
  if case then return one(game, p, case) end
  local list = {}
  for i = 1, cases do list[i] = one(game, p, i) end
  return list
end

-- What a case is before anyone plays it.
function traces.describe(game, number)
  local s, teacher, opening, black = case_of(game, number)
  local list = { { "teacher", teacher.name }, { "colour", black and "black" or "white" } }
  if s.openings > 1 then list[3] = { "opening", opening + 1 } end
  return list
end

return traces
