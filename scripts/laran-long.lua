-- laran-long.lua -- does Laran overcome its start in 1000 turns, as its paper says?
--
--     ludus run scripts/laran-long.lua --set runs=10
--
-- The paper claims 16 wins, 1 draw, 2 losses and one uncertain; the optimum shows
-- which of these are possible at all.

local ludus  = require "ludus"
local ipd    = require "ludus.ipd"
local report = require "ludus.ipd.report"

local settings = {
  turns = { "integer", 1000, min = 1, max = 100000, help = "turns of a match" },
  runs = { "integer", 10, min = 1, max = 10000, help = "runs" },
  player = { "choice", "laran", choices = { "laran", "veteran", "explorer" }, help = "who" },
}

local function impossible(rows)
  local names = {}
  for _, r in ipairs(rows) do
    if r.lead <= 0 then names[#names + 1] = r.name end
  end
  return table.concat(names, ", ")
end

return ludus.study { name = "laran-long", settings = settings, run = function(s)
  local rows = report.against(ipd.player(s.player), ipd.paper(), { turns = s.turns,
    runs = s.runs, seed = s.seed, threads = s.threads })
  local sums = report.sums(rows)
  s.say("%s, %d runs of %d turns:\n%s", s.player, s.runs, s.turns,
    report.table(rows))
  s.say("\noptimum: sustained %.0f, lead %.0f; nobody can win against %s", sums.best,
    sums.lead, impossible(rows))
  s.say("won %d, drew %d, lost %d by average (paper: 16, 1, 2 and one uncertain)",
    sums.wins, sums.draws, sums.losses)
  return { rows = report.plain(rows), sums = sums }
end }
