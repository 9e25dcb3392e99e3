-- hanabi.lua -- how many games of Hanabi a second on one core, by orders and by a tree.

local hanabi = require "ludus.hanabi"
local system = require "ludus.core.system"

local PASSES, GAMES = 5, 2000
local TREE = "RPB (IF (GT (PLAYS) 60) (ADD (PLAYS) 100) (IF (TELL) (ADD (FITS) (NEWS)) "
  .. "(SUB (DROPS) (LAST))))"

-- Games a second of CPU time, the best of some passes.
local function rate(game, p)
  local best = 0
  for _ = 1, PASSES do
    local _, before = system.clock()
    game:score(p)
    local _, after = system.clock()
    best = math.max(best, GAMES / (after - before))
  end
  return best
end

local function run()
  local rows = {}
  for players = 2, 5 do
    local orders = hanabi.game { players = players, cases = GAMES }
    local trees = hanabi.game { players = players, cases = GAMES, program = "tree" }
    for _, name in ipairs { "random", "piers" } do
      rows[#rows + 1] = { name = ("%s, %d players"):format(name, players),
        value = rate(orders, hanabi.player(name)), unit = "games/s" }
    end
    rows[#rows + 1] = { name = ("a tree, %d players"):format(players),
      value = rate(trees, trees:read(TREE)), unit = "games/s" }
  end
  return rows
end

return { summary = "games of Hanabi a second, one core", run = run }
