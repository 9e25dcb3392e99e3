-- laran.lua -- can a player understand its opponent while it plays? Piccolo and
-- Squillero 2011, Table 3, beside the paper, the veteran, the explorer and the exact optimum.
--
--     ludus run scripts/laran.lua
--     ludus run scripts/laran.lua --set pools=3 --seed 42      -- unseen machines too
--     ludus run scripts/laran.lua --set population=100 --set depth=8

local ludus  = require "ludus"
local ipd    = require "ludus.ipd"
local report = require "ludus.ipd.report"

local settings = {
  turns = { "integer", 100, min = 1, max = 100000, help = "turns of a match" },
  runs = { "integer", 100, min = 1, max = 100000, help = "Laran's runs" },
  explorer_runs = { "integer", 10, min = 0, max = 100000,
    help = "the explorer's runs; 0: leave both learners out" },
  bold = { "number", 0.4, min = 0, max = 1,
    help = "optimism of a second explorer, which tries things out sooner" },
  pools = { "integer", 0, min = 0, max = 100,
    help = "pools of random machines, made from the seed" },
  size = { "integer", 20, min = 1, max = 1000, help = "machines of a pool" },
}
for name, row in pairs(ipd.laran_fields) do settings[name] = row end

local function laran_of(s)
  local given = {}
  for name in pairs(ipd.laran_fields) do given[name] = s[name] end
  return ipd.laran(given)
end

local function measure(s, player, opponents, runs)
  return report.against(player, opponents, { turns = s.turns, runs = runs,
    seed = s.seed, threads = s.threads })
end

-- The same as a step of the study, which keeps figures, not players.
local function measured(s, name, player, opponents, runs)
  return s.step(name, function()
    local rows = measure(s, player, opponents, runs)
    for _, row in ipairs(rows) do row.opponent, row.records = nil, nil end
    return rows
  end)
end

-- ---- the twenty ---------------------------------------------------------------------

local function beside_the_paper(s, rows)
  s.say("\nbeside the paper (averages):\n%-7s %17s %17s %9s %9s", "",
    "sustained", "imposed", "optimum", "greatest")
  s.say("%-7s %8s %8s %8s %8s %9s %9s", "", "paper", "here", "paper", "here",
    "sustained", "lead")
  for _, r in ipairs(rows) do
    local p = report.paper[r.name]
    s.say("%-7s %8.1f %8.1f %8.1f %8.1f %9.0f %9.0f", r.name, p[3], r.own.mean,
      p[6], r.other.mean, r.best, r.lead)
  end
  local sums = report.sums(rows)
  s.say("%-7s %8.1f %8.1f %8.1f %8.1f %9.0f %9.0f", "sum", 6348.6, sums.own, 8990.5,
    sums.other, sums.best, sums.lead)
  local same, differ = report.agreement(rows)
  s.say("\nwon %d, drew %d, lost %d by average (paper: 12, 1, 7); the sign of imposed "
    .. "- sustained\nis the paper's on %d of 20 rows%s", sums.wins, sums.draws,
    sums.losses, same, #differ > 0 and ", not on " .. table.concat(differ, ", ")
    or "")
  return same
end

local function the_twenty(s)
  local twenty = ipd.paper()
  local rows = measured(s, "Laran", laran_of(s), twenty, s.runs)
  s.say("Laran, %d runs of %d turns:\n%s", s.runs, s.turns, report.table(rows))
  local result = { laran = report.plain(rows), sums = report.sums(rows) }
  if s.turns == 100 then result.agreement = beside_the_paper(s, rows) end
  if s.explorer_runs > 0 then
    local veteran = measured(s, "veteran", ipd.veteran(), twenty, 1)
    s.say("\nThe veteran, which leaves nothing to chance:\n%s", report.table(veteran))
    result.veteran = report.plain(veteran)
    result.veteran_sums = report.sums(veteran)
    local learnt = measured(s, "explorer", ipd.explorer(), twenty, s.explorer_runs)
    s.say("\nThe explorer, %d runs:\n%s", s.explorer_runs, report.table(learnt))
    result.explorer = report.plain(learnt)
    result.explorer_sums = report.sums(learnt)
    local bold = report.sums(measured(s, "bold explorer",
      ipd.explorer { optimism = s.bold }, twenty, s.explorer_runs))
    s.say("\nThe bold explorer (optimism %g), %d runs: sustained %.1f, imposed %.1f",
      s.bold, s.explorer_runs, bold.own, bold.other)
    result.bold_sums = bold
  end
  return result
end

-- ---- machines nobody was tuned on -----------------------------------------------------

local function random_pools(s)
  local found = {}
  if s.pools > 0 then
    s.say("\n%d pools of %d random machines, 2 to 5 states, summed sustained:\n"
      .. "%8s %9s %9s %9s %9s %9s %9s %9s %9s", s.pools, s.size, "seed", "optimum", "Laran",
      "veteran", "less by", "explorer", "less by", "bold", "less by")
  end
  for k = 1, s.pools do
    local seed = s.seed + k - 1
    local pool = ipd.random_pool(seed, s.size)
    local function sum(player, runs)
      local sums = report.sums(measure(s, player, pool, math.max(1, runs)))
      return sums.own, sums.best
    end
    found[k] = s.step("pool " .. k, function()
      local laran, best = sum(laran_of(s), math.min(s.runs, 20))
      local veteran = sum(ipd.veteran(), 1)
      local explorer = sum(ipd.explorer(), s.explorer_runs)
      local bold = sum(ipd.explorer { optimism = s.bold }, s.explorer_runs)
      return { seed = seed, laran = laran, veteran = veteran, explorer = explorer,
        bold = bold, optimum = best, veteran_less = 1 - veteran / laran,
        less = 1 - explorer / laran, bold_less = 1 - bold / laran }
    end)
    local row = found[k]
    s.say("%8d %9.0f %9.1f %9.1f %8.1f%% %9.1f %8.1f%% %9.1f %8.1f%%", seed, row.optimum,
      row.laran, row.veteran, 100 * row.veteran_less, row.explorer, 100 * row.less, row.bold,
      100 * row.bold_less)
  end
  return found
end

local function pieces(s) return 1 + (s.explorer_runs > 0 and 3 or 0) + s.pools end

return ludus.study { name = "laran", settings = settings, pieces = pieces, run = function(s)
  local result = the_twenty(s)
  result.pools = random_pools(s)
  return result
end }
