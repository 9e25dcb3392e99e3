-- courier.lua -- vectors in Lua: weights decide at each step whether a courier goes on,
-- turns back or rests; parcels wait at the ends of a street.
local ludus = require "ludus"

local game = ludus.game {
  name = "courier", program = "vector",
  genes = { type = "reals", min = -2, max = 2, names = { "parcel", "tired", "bias" } },
  cases = { { length = 3 }, { length = 5 }, { length = 7 } },
  repeats = true, budget = 24, max = 24,
  fresh = function(rng) return { length = rng:range(2, 9) } end,
  start = function(case) return { at = 1, heading = 1, length = case.length, tired = 0,
    parcels = 0 } end,
  move = function(s, w)
    local ahead = s.heading == 1 and s.length - s.at or s.at - 1
    local worth = w[1] * ahead + w[2] * s.tired + w[3]
    return worth > 1 and "on" or worth > -1 and "rest" or "back"
  end,
  moves = function() return { "on", "back", "rest" } end,
  turn = function(s, word)
    if word == "back" then s.heading = -s.heading end
    if word == "rest" then s.tired = math.max(0, s.tired - 2) return end
    s.tired = s.tired + 1
    if s.tired > 6 then return end
    local to = s.at + s.heading
    if to < 1 or to > s.length then return end
    s.at = to
    if to == 1 or to == s.length then
      s.parcels, s.heading = s.parcels + 1, -s.heading
    end
  end,
  show = function(s)
    return ("."):rep(s.at - 1) .. (s.heading == 1 and ">" or "<")
      .. ("."):rep(s.length - s.at) .. ("  %d parcels, tired %d"):format(s.parcels, s.tired)
  end,
  score = function(s) return s.parcels end,
}

return ludus.experiment { game = game, program = ludus.vector {}, population = 40,
  generations = 10, vary = { { 0.5, ludus.blend }, { 0.5, ludus.gaussian } } }
