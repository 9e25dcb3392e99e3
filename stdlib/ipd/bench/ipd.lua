-- The prisoner's dilemma: matches between machines, Laran, the veteran, the explorer.

local core    = require "ludus.core.ipd"
local ipd     = require "ludus.ipd"
local system  = require "ludus.core.system"

local TURNS, PASSES = 200, 3

-- The fastest of several passes, in matches per second of CPU time.
local function matches(way, machines, turns, repeats)
  local best = 0
  for _ = 1, PASSES do
    local seconds = core.measure({ machines = machines, turns = turns,
      repeats = repeats }, way)
    best = math.max(best, repeats * (#machines) ^ 2 / seconds)
  end
  return best
end

local function cpu() return select(2, system.clock()) end

-- Turns per second and core of a player against the twenty.
local function turns_row(name, player, turns, runs)
  local players, list = { player }, {}
  for i, p in ipairs(ipd.paper()) do
    players[i + 1] = p
    for r = 1, runs do list[#list + 1] = { 1, i + 1, r } end
  end
  local best = 0
  for _ = 1, PASSES do
    local before = cpu()
    ipd.matches(players, list, { turns = turns, end_known = true, noise = 0,
      payoff = ipd.payoffs.paper, seed = 1, threads = 1 })
    best = math.max(best, #list * turns / (cpu() - before))
  end
  return { name = name, value = best, unit = "turns/s",
    note = ("%d matches of %d turns, one core"):format(#list, turns) }
end

local function run()
  local machines = {}
  for i, p in ipairs(ipd.paper()) do machines[i] = p.machine end
  local rows = {}
  local plain = matches("plain", machines, TURNS, 200)
  for _, way in ipairs { { "plain", "turn by turn, the meaning" },
    { "many", "turn by turn, eight abreast" }, { "cycle", "closed form" } } do
    local rate = way[1] == "plain" and plain
      or matches(way[1], machines, TURNS, way[1] == "many" and 600 or 1000)
    rows[#rows + 1] = { name = "200-turn matches, " .. way[1], value = rate / 1e6,
      unit = "M matches/s", ratio = rate / plain, note = way[2] .. ", one core" }
  end
  rows[#rows + 1] = { name = "1,000,000-turn matches, cycle",
    value = matches("cycle", machines, 1000000, 200) / 1e6, unit = "M matches/s",
    note = "closed form, one core" }
  local laran = turns_row("Laran", ipd.laran(), 100, 2)
  local slow = turns_row("Laran, no shortcuts",
    ipd.laran { lazy = false, cache = false }, 100, 1)
  laran.ratio = laran.value / slow.value
  rows[#rows + 1] = slow
  rows[#rows + 1] = laran
  rows[#rows + 1] = turns_row("Laran, 1000 turns", ipd.laran(), 1000, 1)
  rows[#rows + 1] = turns_row("veteran", ipd.veteran(), 100, 1)
  rows[#rows + 1] = turns_row("explorer", ipd.explorer(), 100, 1)
  return rows
end

return { summary = "matches between machines, and players that learn", run = run }
