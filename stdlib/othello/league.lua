-- league.lua -- matches and tournaments of Othello players.
--
--     local m = league.match(a, b, { games = 1000 })
--     m.wins, m.draws, m.losses, m.share, m.low, m.high, m.elo
--     print(league.text(league.tournament({ a, b, c }, { games = 200 })))
--
-- Players do not use chance, so games start from random openings; every opening
-- is played twice, colours swapped. Intervals (95%) are over openings, since
-- the two games of one are not independent. Same seed, same result, any number
-- of threads.

local core  = require "ludus.core.othello"
local elo   = require "ludus.elo"
local rng   = require "ludus.core.rng"
local show  = require "ludus.repl.show"
local spec  = require "ludus.script.spec"
local stats = require "ludus.stats"

local league = {}

league.fields = {
  games   = { "integer", 1000, min = 2, max = 1000000,
    help = "games of each pairing, rounded up to an even number" },
  plies   = { "integer", 8, min = 0, max = core.limits.plies,
    help = "random plies at the start" },
  seed    = { "integer", 1, help = "of the openings" },
  threads = spec.threads "0 for one per core",
  draws   = { "integer", 200, min = 20, max = 10000,
    help = "resamplings for the intervals of ratings" },
}

local function points(lead) return lead > 0 and 1 or lead == 0 and 0.5 or 0 end

-- ---- a match ----------------------------------------------------------------

local function tally(row, lead)
  if lead > 0 then row.wins = row.wins + 1
  elseif lead < 0 then row.losses = row.losses + 1
  else row.draws = row.draws + 1 end
  row.discs = row.discs + lead
end

local function add_pairings(games, i, j, openings)
  for k = 1, openings do
    table.move({ i, j, k, j, i, k }, 1, 6, #games + 1, games)
  end
end

-- Adds up leads[from...] of `openings` double games: a row with the points per
-- opening.
local function summary(leads, from, openings)
  local row = { wins = 0, draws = 0, losses = 0, discs = 0, pairs = {} }
  for k = 1, openings do
    local first, second = leads[from + 2 * k - 2], -leads[from + 2 * k - 1]
    tally(row, first)
    tally(row, second)
    row.pairs[k] = (points(first) + points(second)) / 2
  end
  row.games = 2 * openings
  row.discs = row.discs / row.games
  row.share, row.low, row.high = stats.interval(row.pairs)
  if not row.low then row.low, row.high = 0, 1 end
  row.low, row.high = math.max(0, row.low), math.min(1, row.high)
  row.elo = elo.difference(row.share)
  row.elo_low, row.elo_high = elo.difference(row.low), elo.difference(row.high)
  return row
end

-- Plays a against b; everything is seen from a. share is points per game.
function league.match(a, b, given)
  local s = spec.check("othello.match", given or {}, league.fields)
  local openings = (s.games + 1) // 2
  local games = {}
  add_pairings(games, 1, 2, openings)
  local leads, nodes = core.match { players = { a.core, b.core }, games = games,
    seed = s.seed, plies = s.plies, threads = s.threads }
  local row = summary(leads, 1, openings)
  row.nodes = nodes
  return row
end

-- ---- a tournament -----------------------------------------------------------

-- All results from one opening, as blocks for the bootstrap.
local function blocks_of(meetings, openings)
  local blocks = {}
  for k = 1, openings do
    local block = {}
    for i, m in ipairs(meetings) do
      block[i] = { m.i, m.j, 2 * m.row.pairs[k], 2 }
    end
    blocks[k] = block
  end
  return blocks
end

local function pairings_of(n, openings)
  local games, meetings = {}, {}
  for i = 1, n do
    for j = i + 1, n do
      meetings[#meetings + 1] = { i = i, j = j, from = #games // 3 + 1 }
      add_pairings(games, i, j, openings)
    end
  end
  return games, meetings
end

local function standings(list, meetings)
  local rows = {}
  for i, p in ipairs(list) do
    rows[i] = { name = p.name, number = i, wins = 0, draws = 0, losses = 0,
      discs = 0, games = 0, against = {} }
  end
  local function add(row, other, m, sign)
    row.wins = row.wins + (sign > 0 and m.wins or m.losses)
    row.losses = row.losses + (sign > 0 and m.losses or m.wins)
    row.draws = row.draws + m.draws
    row.discs = row.discs + sign * m.discs * m.games
    row.games = row.games + m.games
    row.against[other] = sign > 0 and m.share or 1 - m.share
  end
  for _, m in ipairs(meetings) do
    add(rows[m.i], m.j, m.row, 1)
    add(rows[m.j], m.i, m.row, -1)
  end
  return rows
end

local Tournament = show.speaks { __name = "ludus.othello.tournament",
  __about = "all against all, by othello.tournament(players, { ... }): rows, the best "
    .. "first, with elo, wins, draws, losses, share; meetings of each pair" }

function Tournament:__show() return league.text(self) end

-- Everyone against everyone; rows sorted by rating. Each row has name, elo,
-- low, high, wins, draws, losses, share, discs (mean lead) and against[number].
function league.tournament(list, given)
  local s = spec.check("othello.tournament", given or {}, league.fields)
  if #list < 2 then error("a tournament needs two players or more", 2) end
  local openings = (s.games + 1) // 2
  local games, meetings = pairings_of(#list, openings)
  local objects = {}
  for i, p in ipairs(list) do objects[i] = p.core end
  local leads, nodes = core.match { players = objects, games = games,
    seed = s.seed, plies = s.plies, threads = s.threads }
  for _, m in ipairs(meetings) do m.row = summary(leads, m.from, openings) end
  local rows = standings(list, meetings)
  local ratings, low, high = elo.bootstrap(rng.keyed(s.seed, 1), #list,
    blocks_of(meetings, openings), s.draws)
  for i, row in ipairs(rows) do
    row.elo, row.low, row.high = ratings[i], low[i], high[i]
    row.discs = row.discs / row.games
    row.share = (row.wins + row.draws / 2) / row.games
  end
  table.sort(rows, function(a, b)
    if a.elo ~= b.elo then return a.elo > b.elo end
    return a.number < b.number
  end)
  return setmetatable({ rows = rows, games = #games // 3, nodes = nodes, plies = s.plies,
    meetings = meetings }, Tournament)
end

-- What player number i got against number j, as league.match() tells it: games,
-- wins, draws, losses, share, low, high.
function league.meeting(t, i, j)
  for _, m in ipairs(t.meetings) do
    local r = m.row
    if m.i == i and m.j == j then return r end
    if m.i == j and m.j == i then
      return { games = r.games, wins = r.losses, losses = r.wins, draws = r.draws,
        share = 1 - r.share, low = 1 - r.high, high = 1 - r.low, discs = -r.discs }
    end
  end
end

-- Points of each row against each column, in per cent.
function league.cross_table(t)
  local head, width = {}, 6
  for i, row in ipairs(t.rows) do
    head[i] = ("%5d"):format(i)
    width = math.max(width, #row.name)
  end
  local lines = { (" "):rep(width + 4) .. table.concat(head, " ") }
  for i, row in ipairs(t.rows) do
    local cells = {}
    for k, column in ipairs(t.rows) do
      local share = row.against[column.number]
      cells[k] = share and ("%5.1f"):format(100 * share) or "    -"
    end
    lines[#lines + 1] = ("%2d %-" .. width .. "s %s"):format(i, row.name,
      table.concat(cells, " "))
  end
  return table.concat(lines, "\n")
end

-- A tournament's table as text.
function league.text(t)
  local width = 6
  for _, row in ipairs(t.rows) do width = math.max(width, #row.name) end
  local lines = { ("%-" .. width .. "s   Elo      95%%        won drawn  lost "
    .. "points discs"):format("player") }
  for _, row in ipairs(t.rows) do
    lines[#lines + 1] = ("%-" .. width .. "s %+5.0f %+5.0f %+5.0f %6d %5d %5d "
      .. "%5.1f%% %+5.1f"):format(row.name, row.elo, row.low, row.high, row.wins,
      row.draws, row.losses, 100 * row.share, row.discs)
  end
  lines[#lines + 1] = ("%d games from random openings of %d plies, colours swapped")
    :format(t.games, t.plies)
  return table.concat(lines, "\n")
end

return league
