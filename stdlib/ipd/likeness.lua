-- likeness.lua -- how far a player's model is the machine it has met.
--
--     local likeness = require "ludus.ipd.likeness"
--     local l = likeness.of(truth, model, mine, theirs)
--     print(l.right, l.shown, l.transitions, l.foretold)
--
-- Equal machines are more than a game can teach: a transition that was never taken
-- is anybody's guess. So a model is also judged as far as the game went. There it is
-- `right` if it makes all the moves that were made and each of its states, whenever
-- the game passed through it, stood for the same state of the true machine. States
-- that the game never met do not count, nor does it count if several stand for one:
-- these are the "spurious nodes" of Piccolo and Squillero's Figure 4.

local likeness = {}

likeness.depth = 6                    -- moves looked ahead, as Laran does

-- After how many of the mover's next sequences both machines have moved alike.
local function alike(a, at_a, b, at_b, depth)
  local out_a, c_a, d_a = a:state(at_a)
  local out_b, c_b, d_b = b:state(at_b)
  if out_a ~= out_b then return 0 end
  if depth == 1 then return 1 end
  return alike(a, c_a, b, c_b, depth - 1) + alike(a, d_a, b, d_b, depth - 1)
end

-- `mine` are the moves of the player whose model it is. Gives `right`, the
-- transitions of the true machine `shown` by the game of all its `transitions`, and
-- the share of the next sequences of moves whose answers are `foretold`.
function likeness.of(truth, model, mine)
  truth = truth:minimise()
  local t, m, right = truth:start(), model:start(), true
  local stands, taken, shown = {}, {}, 0
  for i = 1, #mine do
    local defect = mine:sub(i, i) == "d"
    local out_t, c_t, d_t = truth:state(t)
    local out_m, c_m, d_m = model:state(m)
    stands[m] = stands[m] or t
    right = right and out_t == out_m and stands[m] == t
    local link = 2 * t + (defect and 1 or 0)
    if i < #mine and not taken[link] then        -- nobody sees where the last leads
      taken[link], shown = true, shown + 1
    end
    if defect then t, m = d_t, d_m else t, m = c_t, c_m end
  end
  return { right = right, shown = shown, transitions = 2 * #truth,
    foretold = alike(truth, t, model, m, likeness.depth) / 2 ^ (likeness.depth - 1) }
end

-- The same over several games: how often `right`, `complete` (every transition was
-- shown), `whole` (both: the model holds all of the true machine), and the means of `shown`
-- and `foretold`.
function likeness.over(truth, records)
  local sum = { right = 0, complete = 0, whole = 0, shown = 0, foretold = 0 }
  for _, record in ipairs(records) do
    local l = likeness.of(truth, record.model, record.mine)
    sum.right = sum.right + (l.right and 1 or 0)
    local complete = l.shown == l.transitions
    sum.complete = sum.complete + (complete and 1 or 0)
    sum.whole = sum.whole + (complete and l.right and 1 or 0)
    sum.shown, sum.foretold = sum.shown + l.shown, sum.foretold + l.foretold
    sum.transitions = l.transitions
  end
  sum.shown, sum.foretold = sum.shown / #records, sum.foretold / #records
  return sum
end

return likeness
