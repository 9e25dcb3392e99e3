-- matches.lua -- games of one player, of two, of all against all.

local core    = require "ludus.core.battleship"
local fields  = require "ludus.battleship.fields"
local fleets  = require "ludus.battleship.fleets"
local players = require "ludus.battleship.players"
local show    = require "ludus.repl.show"
local spec    = require "ludus.script.spec"
local stats   = require "ludus.stats"

local matches = {}

-- Mean, interval and more of a histogram of shots.
function matches.summary(histogram)
  local n, sum, ties = 0, 0, 0
  local least, most
  for shots, count in ipairs(histogram) do
    n, sum = n + count, sum + shots * count
    if count > 0 then least, most = least or shots, shots end
  end
  local mean, squares, below, median = sum / n, 0, 0, nil
  for shots, count in ipairs(histogram) do
    squares = squares + count * (shots - mean) ^ 2
    below = below + count
    if not median and 2 * below >= n then median = shots end
    ties = ties + (count / n) ^ 2
  end
  local deviation = math.sqrt(squares / n)
  return { games = n, mean = mean, half = 1.96 * deviation / math.sqrt(n),
    deviation = deviation, median = median, least = least, most = most,
    edge = 100 * ties, histogram = histogram }
end

local solo_fields = fields.games {
  player  = { "any", required = true, help = "who shoots" },
  against = fields.placing "how the other side places its ships",
}

-- One player's shots to finish: mean, half the 95% interval, median, edge
-- (points by which the first mover wins against itself), histogram.
function matches.solo(given)
  local s = spec.check("battleship.solo", given, solo_fields)
  return matches.summary(core.solo(fleets.of(s.fleet), players.player(s.player),
    s.against, s.seed, s.games, s.threads))
end

local match_fields = fields.games {
  a = { "any", required = true, help = "one player" },
  b = { "any", required = true, help = "the other" },
  a_places = fields.placing "how a places its ships",
  b_places = fields.placing "how b places its ships",
}

-- Games between two, first move alternating: a's share of wins with Wilson's
-- interval, the first mover's share, both sides' shots.
function matches.match(given)
  local s = spec.check("battleship.match", given, match_fields)
  local won, first, a, b = core.match(fleets.of(s.fleet), players.player(s.a),
    s.a_places, players.player(s.b), s.b_places, s.seed, s.games, s.threads)
  local share, lower, upper = stats.wilson(won, s.games)
  return { games = s.games, won = won, share = share, lower = lower, upper = upper,
    first = first / s.games, a = matches.summary(a), b = matches.summary(b) }
end

local tournament_fields = fields.games {
  players = { "list", required = true, help = "two or more players" },
}

local Tournament = show.speaks { __name = "ludus.battleship.tournament",
  __about = "all against all, by battleship.tournament { ... }: a list of { name, mean, "
    .. "shares } in the order of the players" }

function Tournament:__show() return matches.table(self) end

-- All against all. Rows sorted by mean share: { name, mean, shares = {...} }.
function matches.tournament(given)
  local s = spec.check("battleship.tournament", given, tournament_fields)
  local who, rows = {}, {}
  for i, what in ipairs(s.players) do
    who[i] = players.player(what)
    rows[i] = { name = who[i].name, shares = {}, mean = 0 }
  end
  for i = 1, #who do
    for j = i + 1, #who do
      local m = matches.match { a = who[i], b = who[j], games = s.games,
        seed = s.seed, threads = s.threads, fleet = s.fleet }
      rows[i].shares[j], rows[j].shares[i] = m.share, 1 - m.share
    end
  end
  for i, row in ipairs(rows) do
    for j = 1, #who do
      if i ~= j then row.mean = row.mean + row.shares[j] / (#who - 1) end
    end
  end
  return setmetatable(rows, Tournament)
end

-- The tournament as text.
function matches.table(rows)
  local order, lines = {}, {}
  for i = 1, #rows do order[i] = i end
  table.sort(order, function(a, b)
    if rows[a].mean ~= rows[b].mean then return rows[a].mean > rows[b].mean end
    return a < b
  end)
  for k, i in ipairs(order) do
    local cells = {}
    for n, j in ipairs(order) do
      cells[n] = i == j and "    -" or ("%5.1f"):format(100 * rows[i].shares[j])
    end
    lines[k] = ("%2d  %-22s %5.1f |%s"):format(k, rows[i].name,
      100 * rows[i].mean, table.concat(cells, " "))
  end
  return table.concat(lines, "\n")
end

-- The first `lines` steps of a program in game `number`, with its registers;
-- its shots, steps and loops.
function matches.trace(player, given)
  local s = spec.check("battleship.trace", given, {
    number = { "integer", 0, help = "the game" },
    lines  = { "integer", 40, min = 0, help = "steps shown" },
    seed   = { "integer", 1, help = "the seed" },
    fleet  = { "any", help = "the board" },
  })
  local fleet = fleets.of(s.fleet)
  return core.trace(fleet, players.player(player),
    core.draw(fleet, "random", s.seed, s.number), s.seed, s.number, s.lines)
end

return matches
