-- Battleship's engines: the density player, hand-written players, programs.

local bs     = require "ludus.battleship"
local core   = require "ludus.core.battleship"
local system = require "ludus.core.system"

local PASSES = 3                     -- the fastest of so many counts

-- The least CPU seconds of several passes, and what the work gave.
local function timed(work)
  local least, result = math.huge, nil
  for _ = 1, PASSES do
    local _, before = system.clock()
    result = work()
    local _, after = system.clock()
    least = math.min(least, after - before)
  end
  return least, result
end

local function games_row(name, player, games)
  local seconds = timed(function()
    return bs.solo { player = player, games = games, threads = 1 }
  end)
  return { name = name, value = games / seconds, unit = "games/s",
    note = "random placement, one core" }
end

local function steps_row(name, fleet, player, games, plain, baseline)
  local seconds, steps = timed(function()
    return core.steps(fleet, player, 1, games, plain)
  end)
  local rate = steps / seconds / 1e6
  return { name = name, value = rate, unit = "M instr/s",
    ratio = baseline and rate / baseline,
    note = ("Figure 8 repaired, %.0f games/s"):format(games / seconds) }
end

local function run()
  local fleet, repaired = bs.fleet {}, bs.player "repaired"
  local rows = {
    games_row("density player", "density", 5000),
    games_row("random", "random", 20000),
    games_row("random + three states", "random+three", 20000),
    games_row("largest lattice + three states", "largest+three", 20000),
  }
  local plain = steps_row("linear programs, reference", fleet, repaired, 5000, true)
  rows[#rows + 1] = plain
  rows[#rows + 1] = steps_row("linear programs, fast", fleet, repaired, 20000, false,
    plain.value)
  return rows
end

return { summary = "games and instructions per second", run = run }
