-- scale.lua -- numbers of any size, made fit for an axis.
--
-- Differences of bounded numbers are finite, and between widened ends there are so
-- many other numbers that ticks can be told apart and be counted.

local scale = {}

local MOST, LEAST = 1e300, 1e-290
local NEAR = 1e-12                    -- of the greater one: ends that are the same
local ROOM = 1e-9                     -- of it: how far they are moved apart

-- The number as a float, within what can be drawn.
function scale.bounded(v)
  v = v + 0.0                         -- of whole numbers the least has no abs()
  if math.abs(v) < LEAST then return 0.0 end
  return math.max(-MOST, math.min(MOST, v))
end

-- The ends of an axis, moved apart if nothing is between them.
function scale.widened(low, high)
  local size = math.max(math.abs(low), math.abs(high))
  if high - low > NEAR * size then return low, high end
  local room = math.max(1, ROOM * size)
  return low - room, high + room
end

return scale
