-- habits.lua -- what strategies of the prisoner's dilemma are put together from.
--
-- A rule is a function of both histories, `mine` and `theirs`, letters c and d, and of what
-- is known of the match; or { new = } that makes one, which keeps count.

local habits = {}

function habits.count(s, move) return select(2, s:gsub(move, "")) end
function habits.last(s, n) return s:sub(-(n or 1)) end
function habits.yes(condition) return condition and "c" or "d" end

local count, last, yes = habits.count, habits.last, habits.yes

-- What a turn is worth, by what both played.
habits.worth = { cc = 3, cd = 0, dc = 5, dd = 1 }

-- Plays an opening, then `rule`.
function habits.after(opening, rule)
  return function(mine, theirs, info)
    local t = #mine + 1
    if t <= #opening then return opening:sub(t, t) end
    return rule(mine, theirs, info)
  end
end

function habits.tft(_, theirs) return last(theirs) == "d" and "d" or "c" end
function habits.always(move) return function() return move end end

-- Over and over the same.
function habits.cycle(text)
  return function(mine)
    local k = #mine % #text + 1
    return text:sub(k, k)
  end
end

-- The sequence of Thue and Morse: whether the turn's number has an odd number of ones.
function habits.odd(turn)
  local odd = false
  while turn > 0 do odd, turn = odd ~= (turn & 1 == 1), turn >> 1 end
  return odd
end

-- Defects if the other did in more than a share of its turns; `tie` is played at it.
function habits.by_share(share, tie)
  return function(_, theirs)
    local d, limit = count(theirs, "d"), share * #theirs
    if d == limit then return tie end
    return yes(d < limit)
  end
end

-- What the other did more often in the last `n` turns, or in all.
function habits.majority(n, tie)
  local whole = habits.by_share(0.5, tie)
  if not n then return whole end
  return function(mine, theirs) return whole(mine, last(theirs, n)) end
end

function habits.forgiving(_, theirs)
  return yes(count(theirs, "d") <= 0.1 * #theirs or last(theirs) == "c")
end

-- Hurt that often, it defects for ever.
function habits.grim(patience, opening)
  return habits.after(opening or "", function(_, theirs)
    return yes(count(theirs, "d") < patience)
  end)
end

-- Answers the n-th offence by n defections, then `calm` times c.
function habits.escalate(calm, offends)
  return { new = function()
    local n, blows, peace = 0, 0, 0
    return function(mine, theirs)
      if blows == 0 and peace == 0 and offends(mine, theirs) then
        n = n + 1
        blows, peace = n, calm
      end
      if blows > 0 then
        blows = blows - 1
        return "d"
      end
      peace = math.max(peace - 1, 0)
      return "c"
    end
  end }
end

function habits.hit(_, theirs) return last(theirs) == "d" end

-- How often each was exploited: the other by me, and I by the other.
function habits.exploited(mine, theirs)
  local given, taken = 0, 0
  for t = 1, #mine do
    local a, b = mine:sub(t, t), theirs:sub(t, t)
    if a == "d" and b == "c" then given = given + 1 end
    if a == "c" and b == "d" then taken = taken + 1 end
  end
  return given, taken
end

-- What c and d have brought since that turn, and how often they were played.
function habits.brought(mine, theirs, from)
  local sum, n = { c = 0, d = 0 }, { c = 0, d = 0 }
  for t = from, #mine do
    local m = mine:sub(t, t)
    sum[m], n[m] = sum[m] + habits.worth[m .. theirs:sub(t, t)], n[m] + 1
  end
  return sum, n
end

-- How often c and d were answered by c, and how often they were played.
function habits.answered(mine, theirs)
  local good, n = { c = 0, d = 0 }, { c = 0, d = 0 }
  for t = 2, #mine do
    local m = mine:sub(t - 1, t - 1)
    good[m], n[m] = good[m] + (theirs:sub(t, t) == "c" and 1 or 0), n[m] + 1
  end
  return good, n
end

return habits
