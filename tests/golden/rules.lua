-- rules.lua -- games in rules, for engines.txt: an ant, or linear programs that shoot.
local ludus      = require "ludus"
local ant        = require "ludus.ant.rules"
local battleship = require "ludus.battleship.rules"

-- A fleet of two: a ship of three squares and one of two.
local function fleet(first, second)
  local ship, length = {}, { 0, 3, 2, 0, 0, 0, 0, 0, 0 }
  for square = 1, 100 do ship[square] = 0 end
  for i = 0, 2 do ship[first + i] = 1 end
  for i = 0, 1 do ship[second + 10 * i] = 2 end
  return { ship = ship, length = length, left = 2 }
end

-- To sink both counts here, too: a program that never shoots would be perfect.
local text = battleship.text:gsub("score { 100", "score { 400 - 150 * left")

local ships = ludus.game { rules = text, blocks = battleship.blocks, budget = 2000,
  cases = { fleet(23, 61), fleet(85, 8), fleet(1, 90) }, max = 400 }

return ludus.experiment {
  game        = ant.game {},
  program     = ludus.tree { nodes = 60 },
  population  = 200,
  generations = 5,
  variants    = { ships = { game = ships, program = ludus.linear {},
    vary = ludus.linear.operators(), population = 60 } },
}
