-- report.lua -- how a player fares against a list of machines, run after run.
--
--     local rows = report.against(ipd.laran(), ipd.paper(), { turns = 100, runs = 100 })
--     print(report.table(rows))
--
-- A row is an opponent: least, greatest and mean of both sentences over the runs,
-- wins, draws and losses, the optimum, and how often the opponent was understood.

local ipd   = require "ludus.ipd"
local spec  = require "ludus.script.spec"
local stats = require "ludus.stats"

local report = {}

-- Table 3 of Piccolo and Squillero 2011: least, greatest, mean sustained, the same
-- imposed. G's least is printed as 697, which cannot be; 597 is meant.
report.paper = {
  AC = { 0, 1, 0.3, 694, 700, 698 },
  AD = { 600, 605, 602, 570, 600, 588.6 },
  BA = { 303, 348, 323.3, 362, 632, 510 },
  ["E-BA"] = { 300, 348, 318, 362, 650, 542 },
  G = { 597, 600, 598.3, 565, 583, 575 },
  SG = { 198, 226, 208.3, 184, 212, 196.5 },
  TFT = { 134, 344, 209, 141, 351, 216 },
  ["E-TFT"] = { 190, 285, 243.3, 190, 285, 243.3 },
  ["A-TFT"] = { 0, 14, 4.7, 686, 700, 695.3 },
  TF2T = { 591, 595, 592.7, 560, 584, 574.4 },
  ["5TM"] = { 201, 298, 265.3, 368, 633, 543 },
  GC = { 212, 276, 242.7, 408, 584, 492.3 },
  P = { 139, 194, 165.7, 146, 201, 172.7 },
  ["2TT"] = { 223, 598, 472.3, 202, 589, 456.4 },
  ["E-2TT"] = { 559, 606, 588.7, 496, 594, 551.3 },
  ["2TB"] = { 402, 588, 486.7, 458, 602, 553.3 },
  ["E-2TB"] = { 89, 126, 108.7, 189, 349, 293 },
  TTP = { 160, 268, 204.3, 265, 492, 360.7 },
  ["T/D"] = { 310, 590, 404.3, 292, 595, 444 },
  EGET = { 168, 531, 310, 147, 524, 284.7 },
}

local fields = ipd.fields_with {
  runs = { "integer", 100, min = 1, max = 100000, help = "matches per opponent" },
}

local function least(list) return math.min(table.unpack(list)) end
local function most(list) return math.max(table.unpack(list)) end

local function row_of(opponent, tallies, records, rules)
  local row = { name = opponent.name, opponent = opponent, wins = 0, draws = 0,
    losses = 0, learnt = 0, foreseen = 0, records = records }
  local own, other = {}, {}
  for k, tally in ipairs(tallies) do
    own[k], other[k] = ipd.worth(tally, rules.payoff)
    local lead = other[k] - own[k]
    if not rules.payoff.minimise then lead = -lead end
    local verdict = lead > 0 and "wins" or lead == 0 and "draws" or "losses"
    row[verdict] = row[verdict] + 1
    if records[k].learnt then row.learnt = row.learnt + 1 end
    if records[k].foreseen then row.foreseen = row.foreseen + 1 end
  end
  row.own = { least = least(own), most = most(own), mean = stats.mean(own) }
  row.other = { least = least(other), most = most(other), mean = stats.mean(other) }
  row.best = ipd.optimum(opponent.machine, { turns = rules.turns,
    payoff = rules.payoff })
  local a, b = ipd.optimum(opponent.machine, { turns = rules.turns,
    payoff = rules.payoff }, "difference")
  row.lead = math.abs(b - a)
  row.regret = math.abs(row.own.mean - row.best)
  return row
end

-- Rows for every opponent; match numbers are opponent * runs + run.
function report.against(player, opponents, given)
  local rules = spec.check("report.against", given, fields)
  local players, list = { player }, {}
  for i, p in ipairs(opponents) do
    players[i + 1] = p
    for run = 1, rules.runs do list[#list + 1] = { 1, i + 1, i * rules.runs + run } end
  end
  local tallies, records = ipd.matches(players, list, rules, true)
  local rows = {}
  for i, p in ipairs(opponents) do
    local from, to = (i - 1) * rules.runs + 1, i * rules.runs
    rows[i] = row_of(p, table.move(tallies, from, to, 1, {}),
      table.move(records, from, to, 1, {}), rules)
  end
  return rows
end

local function sign(x) return x > 0.5 and 1 or x < -0.5 and -1 or 0 end

-- On how many rows the sign of (imposed - sustained) is the paper's, and which
-- rows differ.
function report.agreement(rows)
  local same, differ = 0, {}
  for _, r in ipairs(rows) do
    local p = report.paper[r.name]
    if sign(r.other.mean - r.own.mean) == sign(p[6] - p[3]) then same = same + 1
    else differ[#differ + 1] = r.name end
  end
  return same, differ
end

-- Sums over the rows, and how many were won, drawn and lost on average.
function report.sums(rows)
  local s = { own = 0, other = 0, best = 0, lead = 0, regret = 0, wins = 0, draws = 0,
    losses = 0 }
  for _, r in ipairs(rows) do
    s.own, s.other = s.own + r.own.mean, s.other + r.other.mean
    s.best, s.lead, s.regret = s.best + r.best, s.lead + r.lead, s.regret + r.regret
    local v = sign(r.other.mean - r.own.mean)
    local name = v > 0 and "wins" or v == 0 and "draws" or "losses"
    s[name] = s[name] + 1
  end
  return s
end

local HEAD = "%-7s %22s   %22s   %15s %7s %7s"
local LINE = "%-7s %6.0f %6.0f %8.1f   %6.0f %6.0f %8.1f   %5d %4d %4d %7.0f %7.1f"

-- The table of the paper with wins, optimum and regret.
function report.table(rows)
  local out = { HEAD:format("", "sustained", "imposed", "", "", ""),
    HEAD:format("", "min    max  average", "min    max  average",
      "won draw lost", "optimum", "regret") }
  for _, r in ipairs(rows) do
    out[#out + 1] = LINE:format(r.name, r.own.least, r.own.most, r.own.mean,
      r.other.least, r.other.most, r.other.mean, r.wins, r.draws, r.losses, r.best,
      r.regret)
  end
  local s = report.sums(rows)
  out[#out + 1] = ("%-7s %22.1f   %22.1f   %5d %4d %4d %7.0f %7.1f"):format("sum",
    s.own, s.other, s.wins, s.draws, s.losses, s.best, s.regret)
  return table.concat(out, "\n")
end

-- Rows as plain numbers, for JSON.
function report.plain(rows)
  local out = {}
  for i, r in ipairs(rows) do
    out[i] = { opponent = r.name, sustained = r.own, imposed = r.other,
      wins = r.wins, draws = r.draws, losses = r.losses, optimum = r.best,
      greatest_lead = r.lead, regret = r.regret, learnt = r.learnt,
      foreseen = r.foreseen }
  end
  return out
end

return report
