-- inspect.lua -- the verbs for Othello players: what an evaluator sees and
-- wants.

local look   = require "ludus.inspect.look"
local show   = require "ludus.repl.show"
local traces = require "ludus.othello.trace"

local evaluator = {}

local function othello() return require "ludus.othello" end

local feature_names = traces.feature_names

local function opponent_of(given) return othello().player(given or "hand") end

-- ---- games -----------------------------------------------------------------

-- A game move by move, the player first; calls see(position, mover is the player, move).
local function play(p, other, see)
  return traces.play({ player = p, other = other, first = true }, see)
end

-- ---- trace -----------------------------------------------------------------

-- A game against an opponent (the hand-made teacher), the player moving first:
-- each of its moves with the values of the others, and what the weights add.
function evaluator.trace(p, other)
  return traces.of { player = p, other = opponent_of(other), first = true }
end

-- ---- profile and impact ----------------------------------------------------

local Weights = show.speaks { __name = "ludus.othello.weights",
  __about = "a value of each weight, by profile, impact or diff" }

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
      for i, x in ipairs(traces.parts(p, position)) do
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

-- ---- all teachers ----------------------------------------------------------------

-- The game of a verb, or the one against the four teachers, and the weights as a vector
-- of it.
local function contest_of(p, verb, game, ...)
  need_weights(p, verb)
  if not look.is_game(game) then
    return othello().game { program = "vector" }, game, ...
  end
  return game, ...
end

for _, verb in ipairs { "outcomes", "losses", "strategy" } do
  -- The verb of programs of that name, over all cases of a game, hand:strategy(g), or of
  -- the one against the four teachers with both colours.
  evaluator[verb] = function(p, ...)
    local function with(game, ...)
      local v = game:read(("(%s)"):format(table.concat(p.weights, ", ")))
      return v[verb](v, game, ...)
    end
    return with(contest_of(p, verb, ...))
  end
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
