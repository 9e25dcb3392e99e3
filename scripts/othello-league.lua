-- othello-league.lua -- who plays Othello best? Everyone against everyone.
--
--     ludus run scripts/othello-league.lua --set games=200
--     ludus run scripts/othello-league.lua --set players=hand,squares,my.vec
--
-- The four teachers and what evolution found: weights by the paper's algorithm,
-- weights by coevolution, a program by genetic programming. Random openings,
-- each with both colours; ratings with 95% intervals.

local ludus   = require "ludus"
local cli     = require "ludus.cli"
local othello = require "ludus.othello"
local system  = require "ludus.core.system"

-- Files beside this script, found wherever it is run from.
local here = debug.getinfo(1, "S").source:match("^@(.*)/") or "."
local evolved = { "othello-weights.vec", "othello-coevolved.vec", "othello-gp.gp" }

local function everyone()
  local list = { "discs", "squares", "mobility", "hand" }
  for _, name in ipairs(evolved) do
    local path = here .. "/programs/" .. name
    if system.exists(path) then list[#list + 1] = path end
  end
  return list
end

local settings = {
  players = { "list", help = "teachers by name, files of weights or programs" },
  games   = { "integer", 1000, min = 2, max = 100000, help = "of each pairing" },
  plies   = { "integer", 8, min = 0, max = 40, help = "random ones at the start" },
  depth   = { "any", "3>40 4>12 5", help = "plies searched" },
  solve   = { "integer", 0, min = 0, max = 24, help = "perfect from so many empties" },
}

local function short(path)
  return (path:gsub("^.*/", ""):gsub("^othello%-", ""):gsub("%.%w+$", ""))
end

-- How each evolved player did against each teacher.
local function against_teachers(s, list, t)
  local rows = {}
  for i, p in ipairs(list) do
    for j, q in ipairs(list) do
      if not p.help and q.help then
        local m = othello.meeting(t, i, j)
        s.say("  %-10s %-9s %5d won %4d drawn %5d lost  %.1f%% (%.1f to %.1f)%s",
          p.name, q.name, m.wins, m.draws, m.losses, 100 * m.share, 100 * m.low,
          100 * m.high, m.low > 0.5 and "" or "  not beaten")
        rows[#rows + 1] = { player = p.name, teacher = q.name, games = m.games,
          share = m.share, low = m.low, high = m.high }
      end
    end
  end
  return rows
end

local function run(s)
  local list = {}
  for i, word in ipairs(s.players or everyone()) do
    local ok, p = pcall(othello.player, word, { depth = s.depth, solve = s.solve })
    if not ok then cli.fail("%s", p) end
    list[i] = p
    list[i].name = short(list[i].name)
  end
  local before = system.clock()
  local t = othello.tournament(list, { games = s.games, plies = s.plies,
    seed = s.seed, threads = s.threads })
  s.say("%s\n\n%s\n", othello.table(t), othello.cross_table(t))
  local rows = against_teachers(s, list, t)
  s.say("%.1f s", system.clock() - before)
  local standing = {}
  for i, row in ipairs(t.rows) do
    standing[i] = { name = row.name, elo = row.elo, low = row.low, high = row.high,
      wins = row.wins, draws = row.draws, losses = row.losses, share = row.share }
  end
  return { rows = standing, meetings = rows, games = t.games }
end

return ludus.study { name = "othello-league", settings = settings, run = run }
