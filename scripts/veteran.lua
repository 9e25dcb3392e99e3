-- veteran.lua -- who does well against strangers? The veteran beside Tit For Tat, the
-- explorer and Laran, on opponents it does not know.
--
--     ludus run scripts/veteran.lua
--     ludus run scripts/veteran.lua --set laran_runs=3 --set repetitions=20
--
-- Four fields: (1) the 43 machines of ipd.known(), each met by a veteran that knows the
-- other four fifths; (2) strategies that count, which no machine does; (3) opponents that
-- play by chance or change their mind; (4) the paper's twenty, in years.

local ludus = require "ludus"
local ipd   = require "ludus.ipd"
local stats = require "ludus.stats"

local settings = {
  turns = { "integer", 200, min = 1, max = 100000, help = "turns of a match" },
  folds = { "integer", 5, min = 2, max = 43, help = "parts of the known; one is left out" },
  repetitions = { "integer", 10, min = 1, max = 1000,
    help = "matches against those who play by chance" },
  end_known = { "boolean", true, help = "all know the last turn" },
  laran_runs = { "integer", 0, min = 0, max = 1000, help = "Laran's matches; 0: none" },
}

local function match(s, player, opponent, seed)
  return ipd.match(player, opponent, { turns = s.turns, seed = seed, threads = 1,
    payoff = "axelrod", end_known = s.end_known }).own / s.turns
end

-- A player of each opponent's number: the veteran that does not know it.
local function strangers(folds, known)
  local veterans = {}
  for fold = 1, folds do
    local others = {}
    for i, m in ipairs(known) do
      if (i - 1) % folds ~= fold - 1 then others[#others + 1] = m end
    end
    veterans[fold] = ipd.veteran { known = others }
  end
  return function(i) return veterans[(i - 1) % folds + 1] end
end

local function every(player) return function() return player end end

-- { name, player by number of the opponent, matches, at least one }
local function players(s, veteran)
  local list = { { "veteran", veteran }, { "explorer", every(ipd.explorer()) },
    { "TFT", every(ipd.player "TFT") } }
  if s.laran_runs > 0 then
    list[4] = { "Laran", every(ipd.laran()), s.laran_runs }
  end
  return list
end

-- Points a turn against every opponent: a list by player, each a list by opponent.
local function meet(s, opponents, list, runs)
  local points = {}
  for p, player in ipairs(list) do
    points[p] = {}
    for i, opponent in ipairs(opponents) do
      local sum, n = 0, player[3] or runs
      for k = 1, n do sum = sum + match(s, player[2](i), opponent, s.seed + k - 1) end
      points[p][i] = sum / n
    end
  end
  return points
end

local function header(s, title, list)
  local words = {}
  for p, player in ipairs(list) do words[p] = ("%9s"):format(player[1]) end
  s.say("\n%-36s%s", title, table.concat(words))
end

local function row(s, name, values)
  local words = {}
  for p, v in ipairs(values) do words[p] = ("%9.3f"):format(v) end
  s.say("%-36s%s", name, table.concat(words))
end

-- One field: a row per opponent if `each`, the means, and how much better than TFT the
-- veteran is, with its interval over opponents.
local function field(s, title, opponents, list, options)
  local points = meet(s, opponents, list, options.runs)
  header(s, title, list)
  local means = {}
  for p in ipairs(list) do means[p] = stats.mean(points[p]) end
  for i, o in ipairs(options.each and opponents or {}) do
    local values = {}
    for p in ipairs(list) do values[p] = points[p][i] end
    row(s, o.name, values)
  end
  row(s, ("mean of %d"):format(#opponents), means)
  local more = {}
  for i in ipairs(opponents) do more[i] = points[1][i] - points[3][i] end
  s.say("the veteran beside TFT: %+.3f (%+.3f to %+.3f)", stats.interval(more))
  return means
end

-- Plays one way for a part of the match, then another.
local function changing(name, first, turn, second)
  return ipd.player(function(mine, theirs)
    return (#mine < turn and first or second)(mine, theirs)
  end, name)
end

local function tft(_, theirs) return theirs:sub(-1) == "d" and "d" or "c" end
local function always(move) return function() return move end end

local function unsteady()
  local list = {}
  for _, p in ipairs(ipd.everybody()) do
    if p.row.kind == "memory" then list[#list + 1] = p end
  end
  list[#list + 1] = changing("TFT, from turn 51 on AD", tft, 50, always "d")
  list[#list + 1] = changing("AD, from turn 51 on TFT", always "d", 50, tft)
  list[#list + 1] = changing("AC, from turn 51 on TFT", always "c", 50, tft)
  return list
end

local function longer()
  local list = {}
  for i, r in ipairs(require "ludus.ipd.longer") do list[i] = ipd.player(r[2], r[1]) end
  return list
end

local function years(s)
  local sum = 0
  for _, p in ipairs(ipd.paper()) do
    sum = sum + ipd.match(ipd.veteran(), p, { turns = 100, seed = s.seed }).own
  end
  s.say("\nyears on the paper's twenty, 100 turns: %.0f (the paper's Laran: 6349; the "
    .. "least there can be: 2578)", sum)
  return sum
end

return ludus.study { name = "veteran", settings = settings, run = function(s)
  local known = ipd.known()
  local machines = {}
  for i, m in ipairs(known) do machines[i] = ipd.player(m) end
  local r = {}
  r.strangers = field(s, ("machines it does not know, %d turns"):format(s.turns), machines,
    players(s, strangers(s.folds, known)), { runs = 1 })
  local whole = players(s, every(ipd.veteran()))
  r.longer = field(s, "strategies that count", longer(), whole, { runs = 1, each = true })
  r.unsteady = field(s, "by chance, or changing", unsteady(), whole,
    { runs = s.repetitions, each = true })
  r.years = years(s)
  return r
end }
