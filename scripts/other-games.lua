-- other-games.lua -- does modelling by machines pay in other games than the dilemma?
-- Piccolo and Squillero 2011 wished to see it in "different domains".
--
--     ludus run scripts/other-games.lua
--     ludus run scripts/other-games.lua --set size=100 --seed 7
--
-- Repeated games of two moves against machines drawn by chance, which nobody knows: Laran, the
-- explorer and the veteran, who model machines, and the bookkeeper, who models chances, beside
-- players that take no notice, and beside the most there is.

local ludus = require "ludus"
local ipd   = require "ludus.ipd"
local stats = require "ludus.stats"

local settings = {
  turns = { "integer", 100, min = 1, max = 10000, help = "turns of a match" },
  size = { "integer", 30, min = 1, max = 1000, help = "machines met" },
  laran = { "boolean", true, help = "Laran plays, too" },
}

-- Points for both c, c alone, d alone, both d.
local GAMES = {
  { "dilemma", { R = 3, S = 0, T = 5, P = 1 } },
  { "chicken", { R = 3, S = 1, T = 5, P = 0 } },
  { "stag hunt", { R = 5, S = 0, T = 3, P = 1 } },
  { "leader", { R = 1, S = 3, T = 5, P = 0 } },
  { "pure coordination", { R = 1, S = 0, T = 0, P = 1 } },
  { "to be different", { R = 0, S = 1, T = 1, P = 0 } },
}

local function points(s, player, pool, payoff)
  local list = {}
  for i, p in ipairs(pool) do
    list[i] = ipd.match(player, p, { turns = s.turns, payoff = payoff, seed = s.seed + i,
      threads = 1 }).own / s.turns
  end
  return list
end

local function most(s, pool, payoff)
  local sum = 0
  for _, p in ipairs(pool) do
    sum = sum + ipd.optimum(p.machine, { turns = s.turns, payoff = payoff }) / s.turns
  end
  return sum / #pool
end

return ludus.study { name = "other-games", settings = settings, run = function(s)
  local pool = ipd.random_pool(s.seed, s.size)
  local players = { "explorer", "veteran", "bookkeeper", "AC", "AD", "TFT", "P" }
  if s.laran then table.insert(players, 1, "laran") end
  local words = {}
  for i, name in ipairs(players) do words[i] = ("%11s"):format(name) end
  s.say("%d turns against %d machines\n%-18s%s%9s", s.turns, s.size, "points a turn",
    table.concat(words), "most")
  local result = {}
  for _, game in ipairs(GAMES) do
    local got, cells = {}, {}
    for i, name in ipairs(players) do
      got[i] = points(s, ipd.player(name), pool, game[2])
      cells[i] = ("%11.3f"):format(stats.mean(got[i]))
    end
    local best = most(s, pool, game[2])
    s.say("%-18s%s%9.3f", game[1], table.concat(cells), best)
    local means = {}
    for i, name in ipairs(players) do means[name] = stats.mean(got[i]) end
    result[game[1]] = { means = means, most = best }
  end
  return result
end }
