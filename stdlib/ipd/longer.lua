-- longer.lua -- strategies of the prisoner's dilemma that count, and so are no machines.
--
-- Each is { name, a function of both histories or a { new = } that keeps count, help,
-- source }. They are what their sources say in words; those of the Axelrod library
-- (https://axelrod.readthedocs.io) play without its draws by chance.

local habits = require "ludus.ipd.habits"

local by_share, escalate, majority = habits.by_share, habits.escalate, habits.majority

local function defections(s) return habits.count(s, "d") end

local function hit_for_nothing(mine, theirs)
  return theirs:sub(-1) == "d" and mine:sub(-1) == "c"
end

-- Six times c, five times d, then what has paid more.
local function adaptive(mine, theirs)
  local turn = #mine
  if turn < 6 then return "c" elseif turn < 11 then return "d" end
  local sum, count = habits.brought(mine, theirs, 1)
  return sum.d / count.d > sum.c / count.c and "d" or "c"
end

-- After its opening the best reply to how often the other answered c and d by c. What it
-- has not seen it guesses: c is answered, d is not.
local function downing(opening)
  return function(mine, theirs)
    local turn = #mine
    if turn < #opening then return opening:sub(turn + 1, turn + 1) end
    local good, count = habits.answered(mine, theirs)
    local after_c = count.c > 0 and good.c / count.c or 1
    local after_d = count.d > 0 and good.d / count.d or 0
    return 5 * after_d + (1 - after_d) > 3 * after_c and "d" or "c"
  end
end

-- Defects at first sight of a defection after `trust` turns, then for ever.
local function grudge_after(trust)
  return function(_, theirs)
    return #theirs >= trust and theirs:find "d" and "d" or "c"
  end
end

-- Answers by as many d, up to twenty, as the other has deserved by then.
local function punisher()
  local left = 0
  return function(_, theirs)
    if left > 0 then
      left = left - 1
      return "d"
    end
    if theirs:sub(-1) ~= "d" then return "c" end
    left = 20 * defections(theirs) // #theirs
    return "d"
  end
end

local function back_stabber(_, theirs, info)
  if info.turns and #theirs >= info.turns - 2 then return "d" end
  return defections(theirs) > 3 and "d" or "c"
end

local function grumpy()
  local sulks = false
  return function(_, theirs)
    local lead = 2 * defections(theirs) - #theirs
    if sulks then sulks = lead >= -10 else sulks = lead > 10 end
    return sulks and "d" or "c"
  end
end

-- Until the other has been exploited a tenth as often as it exploited.
local function retaliate(mine, theirs)
  local given, taken = habits.exploited(mine, theirs)
  return given < 0.1 * taken and "d" or "c"
end

local function thue_morse(mine) return habits.odd(#mine) and "d" or "c" end

local LIBRARY = "Axelrod library"

return {
  { "Go By Majority", by_share(0.5, "c"), "what the other did more often; c if even",
    LIBRARY },
  { "Hard Go By Majority", by_share(0.5, "d"), "the same; d if even", LIBRARY },
  { "Go By Majority: 40", majority(40, "c"), "of the last 40 turns", LIBRARY },
  { "Hard Go By Majority: 40", majority(40, "d"), "of the last 40 turns, hard", LIBRARY },
  { "Forgiver", by_share(0.1, "c"), "defects if the other did in over a tenth", LIBRARY },
  { "Gradual", escalate(2, habits.hit), "answers the n-th defection by n, then cc",
    "Beaufils, Delahaye and Mathieu 1997" },
  { "Shubik", escalate(0, hit_for_nothing), "one more defection for each unprovoked one",
    "Shubik, in Axelrod 1980" },
  { "Davis", grudge_after(10), "trusts for ten turns, then is a Grudger",
    "Davis, in Axelrod 1980" },
  { "Adaptive", adaptive, "six c, five d, then what paid more", LIBRARY },
  { "Downing", downing "dd", "replies best to the answers it counted; begins by dd",
    "Downing, in Axelrod 1980" },
  { "Revised Downing", downing "c", "the same, begins trusting", LIBRARY },
  { "Punisher", { new = punisher }, "defects for as long as the other has deserved",
    LIBRARY },
  { "BackStabber", back_stabber, "forgives three times; defects in the last two turns",
    LIBRARY },
  { "Grumpy", { new = grumpy }, "sulks while defections lead by ten", LIBRARY },
  { "Retaliate", retaliate, "until it exploited a tenth as often as it was", LIBRARY },
  { "Thue-Morse", thue_morse, "a fixed sequence that never repeats", LIBRARY },
}
