-- tournament.lua -- everybody against everybody.
--
--     local t = ipd.tournament { players = ipd.everybody(), turns = 200,
--       repetitions = 5, noise = 0.01, payoff = "axelrod" }
--     print(t)                     -- the ranking
--     print(t:matrix())            -- payoff per turn of row against column
--     t:csv "matches.csv"   t:svg "matrix.svg"   t:plot "ranking.svg"
--
-- Matches are numbered by pair and repetition, so each has its own chance whatever
-- the number of threads. Without chance in it a match is played once.

local csv  = require "ludus.csv"
local heat = require "ludus.ipd.heat"
local ipd  = require "ludus.ipd"
local plot = require "ludus.plot"
local spec = require "ludus.script.spec"
local system = require "ludus.core.system"

local Tournament = { __name = "ludus.ipd.tournament",
  __about = "who met whom, by ipd.tournament { ... }: ranking is a list of rows, the best "
    .. "first; payoffs, wins, draws and coop are by player and opponent" }
Tournament.__index = Tournament

local fields = ipd.fields_with {
  players = { "list", required = true, help = "names, machines, functions" },
  repetitions = { "integer", 1, min = 1, max = 100000,
    help = "matches of each pair" },
  itself = { "boolean", true, help = "each also meets itself" },
}

local function schedule(t)
  local list, n = {}, #t.players
  for i = 1, n do
    for j = t.itself and i or i + 1, n do
      for r = 1, t.repetitions do
        list[#list + 1] = { i, j, ((i - 1) * n + j - 1) * t.repetitions + r }
      end
    end
  end
  return list
end

local function square(n)
  local m = {}
  for i = 1, n do
    m[i] = {}
    for j = 1, n do m[i][j] = 0.0 end
  end
  return m
end

-- Adds the tallies up: mean payoff, wins and share of c by pair, from both seats.
local function collect(t, list, tallies)
  local n = #t.players
  t.payoffs, t.wins, t.draws, t.coop = square(n), square(n), square(n), square(n)
  local each = t.repetitions
  for k, m in ipairs(list) do
    local i, j = m[1], m[2]
    local a, b = ipd.worth(tallies[k], t.payoff)
    local cc, cd, dc = table.unpack(tallies[k])
    if t.payoff.minimise then a, b = -a, -b end
    local function add(from, x, y, c)
      t.payoffs[from[1]][from[2]] = t.payoffs[from[1]][from[2]]
        + (t.payoff.minimise and -x or x) / each
      t.coop[from[1]][from[2]] = t.coop[from[1]][from[2]] + c / t.turns / each
      local kind = x > y and t.wins or x == y and t.draws
      if kind then kind[from[1]][from[2]] = kind[from[1]][from[2]] + 1 end
    end
    add({ i, j }, a, b, cc + cd)
    if i ~= j then add({ j, i }, b, a, cc + dc) end
  end
end

local function rank(t)
  local rows, n = {}, #t.players
  for i, p in ipairs(t.players) do
    local row = { name = p.name, number = i, payoff = 0, wins = 0, coop = 0 }
    local met = 0
    for j = 1, n do
      if i ~= j or t.itself then
        met = met + 1
        row.payoff = row.payoff + t.payoffs[i][j] / t.turns
        row.wins = row.wins + (i ~= j and t.wins[i][j] or 0)
        row.coop = row.coop + t.coop[i][j]
      end
    end
    row.payoff, row.coop = row.payoff / met, row.coop / met
    rows[i] = row
  end
  table.sort(rows, function(a, b)
    if a.payoff ~= b.payoff then
      return (a.payoff < b.payoff) == t.payoff.minimise
    end
    return a.number < b.number
  end)
  return rows
end

local function tournament(given)
  local t = spec.check("ipd.tournament", given, fields)
  local players = {}
  for i, p in ipairs(t.players) do players[i] = ipd.player(p) end
  t.players = players
  local list = schedule(t)
  local tallies = ipd.matches(players, list, t)
  t.matches = #list
  setmetatable(t, Tournament)
  collect(t, list, tallies)
  t.ranking = rank(t)
  return t
end

-- ---- showing ---------------------------------------------------------------------

function Tournament:__tostring()
  local out = { ("%4s  %-26s %14s %8s %6s"):format("rank", "player",
    self.payoff.minimise and "sentence/turn" or "points/turn", "wins", "c") }
  for i, r in ipairs(self.ranking) do
    out[#out + 1] = ("%4d  %-26s %14.3f %8d %5.0f%%"):format(i, r.name, r.payoff,
      r.wins // 1, 100 * r.coop)
  end
  return table.concat(out, "\n")
end

-- The players in the order of their ranks.
local function order(t)
  local places = {}
  for i, r in ipairs(t.ranking) do places[i] = r.number end
  return places
end

-- The payoff per turn of each against each, as text, the best player first.
function Tournament:matrix()
  local places, out = order(self), {}
  local head = { ("%-10s"):format "" }
  for k in ipairs(places) do head[#head + 1] = ("%5d"):format(k) end
  out[1] = table.concat(head)
  for k, i in ipairs(places) do
    local row = { ("%3d %-6s"):format(k, self.players[i].name:sub(1, 6)) }
    for _, j in ipairs(places) do
      row[#row + 1] = ("%5.2f"):format(self.payoffs[i][j] / self.turns)
    end
    out[#out + 1] = table.concat(row)
  end
  return table.concat(out, "\n")
end

-- Writes a line per pair: player, opponent, payoff, wins, draws, cooperation.
function Tournament:csv(file)
  local lines = { "player,opponent,matches,payoff,payoff_per_turn,wins,draws,"
    .. "cooperation\n" }
  for i, a in ipairs(self.players) do
    for j, b in ipairs(self.players) do
      if i ~= j or self.itself then
        lines[#lines + 1] = ("%s,%s,%d,%.10g,%.10g,%d,%d,%.10g\n"):format(
          csv.field(a.name), csv.field(b.name), self.repetitions, self.payoffs[i][j],
          self.payoffs[i][j] / self.turns, self.wins[i][j] // 1,
          self.draws[i][j] // 1, self.coop[i][j])
      end
    end
  end
  local written, why = system.write(file, table.concat(lines))
  return written and file, why
end

-- The payoff matrix as a picture, best player first.
function Tournament:svg(file)
  local places, rows, names = order(self), {}, {}
  for k, i in ipairs(places) do
    rows[k], names[k] = {}, self.players[i].name
    for l, j in ipairs(places) do rows[k][l] = self.payoffs[i][j] / self.turns end
  end
  return heat.svg(file, rows, { rows = names, columns = names,
    title = "payoff per turn of the row's player" })
end

-- The ranking as a figure for ludus.plot.
function Tournament:figure()
  local x, y = {}, {}
  for i, r in ipairs(self.ranking) do x[i], y[i] = i, r.payoff end
  return { title = "Ranking", xlabel = "rank", ylabel = self.payoff.minimise
    and "sentence per turn" or "points per turn",
    series = { { name = "mean payoff", x = x, y = y } } }
end

-- The ranking: as text, or as bars with names in an SVG file.
function Tournament:plot(file)
  if not file then return plot.text(self:figure()) end
  local rows = {}
  for i, r in ipairs(self.ranking) do rows[i] = { r.name, r.payoff } end
  return heat.bars(file, rows, self.payoff.minimise and "sentence per turn"
    or "points per turn")
end

return tournament
