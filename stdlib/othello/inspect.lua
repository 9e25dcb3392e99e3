-- inspect.lua -- the verbs for Othello players: what an evaluator sees and
-- wants.

local show  = require "ludus.repl.show"
local steps = require "ludus.inspect.steps"

local evaluator = {}

local function othello() return require "ludus.othello" end

-- Names of the eight features, short enough for a table.
local function feature_names()
  local list = {}
  for i, row in ipairs(othello().features) do
    list[i] = type(row) == "table" and row.name or tostring(row)
  end
  return list
end

local function opponent_of(given) return othello().player(given or "hand") end

-- ---- games -----------------------------------------------------------------

-- A game move by move; calls see(position, mover is the player, move).
local function play(p, other, see, start)
  local position, black = start or othello().start(), true
  local first = position:side()
  while not position:over() do
    black = position:side() == first
    local mover = black and p or other
    local move = mover.core:think(position)
    see(position, black, move)
    position = position:play(move)
  end
  return position
end

-- What each weight adds to the value of a position; nil for other players.
local function parts(p, position)
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

-- ---- trace -----------------------------------------------------------------

local function draw_state(s, view)
  if s.over then
    return view.paint("head", ("the end: %s"):format(s.ended)) .. "\n"
      .. othello().draw(s.position)
  end
  local lines = { view.paint("head",
    ("move %d: %s plays %s, value %.1f"):format(s.step,
    s.side, s.move, s.value)) }
  local facts = {}
  for i, row in ipairs(s.ranking) do
    if i > 6 then break end
    facts[i] = ("%s %s %9.1f"):format(row.square == s.move and ">" or " ",
      row.square,
      row.value)
  end
  if s.parts then
    facts[#facts + 1] = "what the weights add here:"
    for i, name in ipairs(feature_names()) do
      facts[#facts + 1] = ("  %-14s %9.1f"):format(name:sub(1, 14),
        (s.parts[i] or 0) + 0.0)       -- no -0.0
    end
  end
  local board = {}
  for line in othello().draw(s.position):gmatch("[^\n]+") do
    board[#board + 1] = line
  end
  local wide = 0
  for _, line in ipairs(board) do
    wide = math.max(wide, show.columns(line))
  end
  for i = 1, math.max(#board, #facts) do
    local left = board[i] or ""
    lines[#lines + 1] = (left .. (" "):rep(wide + 3
      - show.columns(left))
        .. (facts[i] or "")):gsub("%s+$", "")
  end
  return table.concat(lines, "\n")
end

-- A game against an opponent (the hand-made teacher), the player moving first:
-- each of its moves with the values of the others, and what the weights add.
function evaluator.trace(p, other)
  other = opponent_of(other)
  local states = {}
  local last = play(p, other, function(position, own, move)
    local mover = own and p or other
    local rank = ranking(mover, position)
    local value = 0
    for _, row in ipairs(rank) do if row.square == move then value =
      row.value end end
    states[#states + 1] = { position = position, side = position:side(),
      picture = othello().draw(position), reads = rank,
      move = move,
      value = value, own = own, ranking = rank, parts = own
        and parts(p, position) or nil,
      event = own and "move" or nil }
  end)
  local black, white = last:count()
  return steps.trace { states = states, place = "move", paint = draw_state, of = p,
    again = function(_, q) return q:trace(other) end,
    columns = { "move", "value" },
    ending = { position = last, picture = othello().draw(last),
      ended = ("%d black to %d white discs"):format(black, white) },
    title = ("%s against %s, %d moves; %s to %s discs"):format(p.name,
      other.name,
      #states, tostring(black), tostring(white)) }
end

-- ---- profile and impact ----------------------------------------------------

local Weights = show.speaks { __name = "ludus.othello.weights" }

function Weights:__show(view)
  local lines = { view.paint("head", self.title) }
  for _, row in ipairs(self) do
    lines[#lines + 1] = ("  %-16s weight %7.1f  %s"):format(row.name,
      row.weight, row.text)
  end
  return table.concat(lines, "\n")
end

local function need_weights(p, verb)
  if not p.weights then
    error(("player:%s: '%s' is no player of eight weights"):format(verb,
      p.name), 3)
  end
end

-- How much each weight decides: the mean size of what it adds, over the
-- player's positions in a game against each teacher.
function evaluator.profile(p)
  need_weights(p, "profile")
  local sums, positions, total = {}, 0, 0
  for _, teacher in ipairs(othello().teachers) do
    play(p, opponent_of(teacher.name), function(position, own)
      if not own then return end
      positions = positions + 1
      for i, x in ipairs(parts(p, position)) do
        sums[i] = (sums[i] or 0) + math.abs(x)
        total = total + math.abs(x)
      end
    end)
  end
  local list = { title =
    ("share of the value, mean over %d positions"):format(positions) }
  for i, name in ipairs(feature_names()) do
    local share = total > 0 and (sums[i] or 0) / total or 0
    list[i] = { name = name, weight = p.weights[i], share = share,
      text = ("%5.1f%%%s"):format(100 * share, share == 0 and "  never matters"
        or "") }
  end
  return setmetatable(list, Weights)
end

local function with_weight(p, which, value)
  local w = table.move(p.weights, 1, #p.weights, 1, {})
  w[which] = value
  return othello().player(w, nil, p.name)
end

-- Each weight set to 0 in turn: the share of games won against an opponent,
-- before and after; options: games (40), seed.
function evaluator.impact(p, other, options)
  need_weights(p, "impact")
  options = options or {}
  other = opponent_of(other)
  local games = options.games or 40
  local function share(player)
    return othello().match(player, other, { games = games,
      seed = options.seed }).share
  end
  local full = share(p)
  local list = { full = full,
    title = ("share of %d games against %s without a weight; "
    .. "%.3f in full"):format(games, other.name, full) }
  for i, name in ipairs(feature_names()) do
    local s = p.weights[i] == 0 and full or share(with_weight(p, i, 0))
    list[i] = { name = name, weight = p.weights[i], loss = full - s,
      text = ("%.3f  (%+.3f)"):format(s, s - full) }
  end
  return setmetatable(list, Weights)
end

-- ---- simplify, words -------------------------------------------------------

local Result = show.speaks { __name = "ludus.simplified" }

function Result:__show()
  local words = {}
  for i, w in ipairs(self.program.weights) do words[i] = ("%g"):format(w) end
  return ("%d weights instead of %d: (%s)\n  checked, not proven: the same move in all "
    .. "%d positions of games against the teachers"):format(self.after,
      self.before,
    table.concat(words, ", "), self.positions)
end

local function count(p)
  local n = 0
  for _, w in ipairs(p.weights) do if w ~= 0 then n = n + 1 end end
  return n
end

-- The same player without the weights that never changed a move, checked on the
-- positions of a game against each teacher.
function evaluator.simplify(p)
  need_weights(p, "simplify")
  local seen = {}
  for _, teacher in ipairs(othello().teachers) do
    play(p, opponent_of(teacher.name), function(position, own, move)
      if own then seen[#seen + 1] = { position, move } end
    end)
  end
  local function same(q)
    for _, row in ipairs(seen) do
      if q.core:think(row[1]) ~= row[2] then return false end
    end
    return true
  end
  local q = p
  for i = 1, #p.weights do
    if q.weights[i] ~= 0 then
      local r = with_weight(q, i, 0)
      if same(r) then q = r end
    end
  end
  return setmetatable({ program = q, before = count(p), after = count(q),
    positions = #seen, equal = same(q) }, Result)
end

-- What the player wants, strongest wish first.
function evaluator.explain(p)
  if not p.weights then
    return ("%s, a player of kind %s\n"):format(p.name, p.kind)
  end
  local rows, names = {}, feature_names()
  for i, w in ipairs(p.weights) do rows[i] = { names[i], w } end
  table.sort(rows, function(a, b)
    if math.abs(a[2]) ~= math.abs(b[2]) then
      return math.abs(a[2]) > math.abs(b[2])
    end
    return a[1] < b[1]
  end)
  local out = { p.name .. " wants, the most important first:" }
  for _, row in ipairs(rows) do
    if row[2] ~= 0 then
      out[#out + 1] = ("  %s %s (%g)"):format(row[2] > 0 and "more" or "less",
        row[1], row[2])
    else
      out[#out + 1] = ("  does not care for %s"):format(row[1])
    end
  end
  return table.concat(out, "\n") .. "\n"
end

-- How a player looks at the prompt.
function evaluator.show(p, view)
  local text = ("Othello player '%s', %s"):format(p.name, p.kind)
  if not p.weights then return text end
  local words = {}
  for i, w in ipairs(p.weights) do words[i] = ("%g"):format(w) end
  return view.paint("dim", text) .. "\n(" .. table.concat(words, ", ") .. ")"
end

-- The weights in which two players differ.
function evaluator.diff(p, q)
  need_weights(p, "diff")
  local list, names = { title = "weights that differ" }, feature_names()
  for i, w in ipairs(p.weights) do
    if q.weights[i] ~= w then
      list[#list + 1] = { name = names[i], weight = w,
        text = ("-> %g"):format(q.weights[i]) }
    end
  end
  return setmetatable(list, Weights)
end

return evaluator
