-- ranks.lua -- the runs of several groups by rank.
--
--     ranks.of({ a, b }, 0.5)   --> { { 1, 3, ... }, { 2, 2, ... } }, 1 the best
--
-- A group has `best`, raw scores, and `standardized` ones.

local ranks = {}

-- Scores that differ by less than this, or by less than this share of the largest, are
-- the same but for the rounding of sums.
local NOISE = 1e-12

-- Equal runs have the same rank: those whose raw scores are no further than `tie` (or what
-- rounding makes) from the first of them.
function ranks.of(groups, tie)
  local all, lists, scale = {}, {}, 1
  for which, group in ipairs(groups) do
    lists[which] = {}
    for i, raw in ipairs(group.best) do
      all[#all + 1] = { which = which, at = i, raw = raw,
        standardized = group.standardized[i] }
      scale = math.max(scale, math.abs(raw))
    end
  end
  table.sort(all, function(x, y) return x.standardized < y.standardized end)
  local near = math.max(NOISE * scale, tie or 0)
  local rank, first = 0, nil
  for _, run in ipairs(all) do
    if not first or run.standardized ~= first.standardized
      and math.abs(run.raw - first.raw) > near then
      rank, first = rank + 1, run
    end
    lists[run.which][run.at] = rank
  end
  return lists
end

return ranks
