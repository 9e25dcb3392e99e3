-- fleets.lua -- boards, and fleets drawn on them.

local core   = require "ludus.core.battleship"
local fields = require "ludus.battleship.fields"
local spec   = require "ludus.spec"

local fleets = {}

-- A board and its ships.
function fleets.fleet(given)
  local s = spec.check("battleship.fleet", given, fields.board)
  return core.fleet(s.rows, s.cols, s.ships)
end

local classic = core.fleet(10, 10, { 5, 4, 3, 3, 2 })

-- That board, or the classic one.
function fleets.of(fleet) return fleet or classic end

-- Fleet number `number` of a seed: a list of ships, each a list of squares.
function fleets.draw(placement, seed, number, fleet)
  return core.draw(fleets.of(fleet), placement, seed, number)
end

-- How often each square is covered by so many fleets of a placement.
function fleets.counts(given)
  local s = spec.check("battleship.counts", given, {
    placement = fields.placement "whose fleets",
    fleets  = { "integer", 1000000, min = 1, help = "fleets drawn" },
    seed    = { "integer", 1, help = "the seed" },
    threads = { "integer", 0, min = 0, max = 256, help = "0 for all cores" },
    fleet   = { "any", help = "the board" },
  })
  return core.counts(fleets.of(s.fleet), s.placement, s.seed, s.fleets, s.threads)
end

return fleets
