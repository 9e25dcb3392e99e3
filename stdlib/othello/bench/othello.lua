-- Othello's engines: perft, search, programs, Lua functions, endgames.

local core        = require "ludus.core.othello"
local experiments = require "ludus.othello.experiments"
local othello     = require "ludus.othello"
local system      = require "ludus.core.system"

local HAND = { -10, 60, 0, -30, -10, -20, 100, 110 }
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

local function perft_row(name, engine, baseline)
  local seconds, leaves = timed(function()
    return othello.start():perft(11, engine)
  end)
  local rate = leaves / seconds / 1e6
  return { name = name, value = rate, unit = "M leaves/s",
    ratio = baseline and rate / baseline,
    note = "depth 11, one core" }
end

-- Nodes per second of games between two players from random openings.
local function game_row(name, a, b, games, baseline)
  local list = {}
  for k = 1, games // 2 do
    table.move({ 1, 2, k, 2, 1, k }, 1, 6, #list + 1, list)
  end
  local seconds, nodes = timed(function()
    local _, n = core.match { players = { a.core, b.core }, games = list, seed = 1,
      plies = 6, threads = 1 }
    return n
  end)
  local rate = nodes / seconds / 1e6
  return { name = name, value = rate, unit = "M nodes/s",
    ratio = baseline and rate / baseline,
    note = ("%.0f games/s of %.0f nodes, one core"):format(games / seconds,
      nodes / games) }
end

local function depth_row(depth)
  local p = othello.player(HAND, { depth = depth })
  local seconds, nodes = timed(function()
    local sum = 0
    for k = 1, 10 do
      local _, position = othello.opening(5, k, 20)
      sum = sum + select(3, p.core:think(position))
    end
    return sum
  end)
  return { name = ("search to depth %d, 40 empty"):format(depth),
    value = nodes / seconds / 1e6, unit = "M nodes/s",
    note = ("%.2f M nodes for 10 positions, one core"):format(nodes / 1e6) }
end

local ENDGAMES = {
  [13] = "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X",
  [37] = "--OOOO--O-OOOO--OXXXOOO-OXXOXO--OOXXOXX-OOXXXX--O-XXX-----XX-O-- X",
}

local function endgame_row(number)
  local p = othello.position(ENDGAMES[number])
  local seconds, nodes = timed(function() return select(3, p:solve()) end)
  return { name = ("FFO problem %d, exact"):format(number), value = 1000 * seconds,
    unit = "ms", note = ("%.2f M nodes, one core"):format(nodes / 1e6) }
end

-- The paper's experiment 2, 100 individuals for 23 generations, on all cores.
local function experiment_row()
  local wall, cpu = system.clock()
  local run = experiments.run(2, {})
  local wall_after, cpu_after = system.clock()
  return { name = "experiment 2, whole", value = wall_after - wall, unit = "s",
    note = ("%d games, %.0f M nodes, %.1f CPU s, all cores"):format(run.games,
      run.nodes / 1e6, cpu_after - cpu) }
end

local function run()
  local rows = {}
  local function add(row) rows[#rows + 1] = row return row.value end
  local plain = add(perft_row("perft, plain engine", "plain"))
  add(perft_row("perft, " .. othello.engine .. " engine", "best", plain))
  local linear = othello.player(HAND)
  local base = add(game_row("alpha-beta, eight features", linear,
    othello.player { 30, 20, -10, 60, 5, -40, 90, 15 }, 100))
  add(depth_row(6))
  add(depth_row(8))
  add(game_row("a tree program of 21 nodes",
    othello.player("(ADD (ADD (MUL C2 5) (SUB C8 C4)) (ADD (MUL C7 10) "
      .. "(IFGT EMPTY 10 (SUB 0 C6) (MUL C1 2))))"), linear, 40, base))
  add(game_row("a Lua function", othello.player(
    function(c1, c2, _, c4, c5, c6, c7, c8)
      return -10 * c1 + 60 * c2 - 30 * c4 - 10 * c5 - 20 * c6 + 100 * c7 + 110 * c8
    end), othello.player(function(c1, c2, _, _, _, _, c7) return c7 + c2 - c1 end),
    4, base))
  add(endgame_row(13))
  add(endgame_row(37))
  add(experiment_row())
  return rows
end

return { summary = "Othello's engines on this machine", run = run }
