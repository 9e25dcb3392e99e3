-- elo.lua -- ratings from the results of games.
--
--     local elo = require "ludus.elo"
--     elo.fit(3, { { 1, 2, 70, 100 }, { 2, 3, 55, 100 } })  --> { 85.7, ... }
--
-- A result is { i, j, points of i, games }, a draw being half a point. Ratings
-- are the most likely ones under the logistic model, 400 points being odds of
-- ten to one, and add up to 0. A prior of one drawn game per pairing keeps the
-- rating of someone who won everything finite.

local elo = {}

local SCALE = math.log(10) / 400

elo.prior = 1                      -- drawn games added to each pairing

-- The expected points per game of one rated `difference` above the other.
function elo.expected(difference)
  return 1 / (1 + math.exp(-SCALE * difference))
end

-- The rating difference at which `share` of the points is expected.
function elo.difference(share)
  if share <= 0 then return -math.huge elseif share >= 1 then return math.huge end
  return math.log(share / (1 - share)) / SCALE
end

local function center(ratings)
  local sum = 0
  for _, r in ipairs(ratings) do sum = sum + r end
  for i, r in ipairs(ratings) do ratings[i] = r - sum / #ratings end
  return ratings
end

-- Newton's step for one player while the others stay; the size of the step.
local function improve(ratings, results, i)
  local slope, bend = 0, 0
  for _, r in ipairs(results) do
    local points, other = nil, nil
    if r[1] == i then points, other = r[3], r[2]
    elseif r[2] == i then points, other = r[4] - r[3], r[1] end
    if points then
      local p = elo.expected(ratings[i] - ratings[other])
      local games = r[4] + elo.prior
      slope = slope + points + elo.prior / 2 - games * p
      bend = bend + games * p * (1 - p)
    end
  end
  if bend == 0 then return 0 end
  local step = math.max(-200, math.min(200, slope / bend / SCALE))
  ratings[i] = ratings[i] + step
  return math.abs(step)
end

-- Ratings of players 1..n. Each result is rated together with its prior.
function elo.fit(n, results)
  local ratings = {}
  for i = 1, n do ratings[i] = 0.0 end
  for _ = 1, 500 do
    local largest = 0
    for i = 1, n do
      largest = math.max(largest, improve(ratings, results, i))
    end
    center(ratings)
    if largest < 0.001 then break end
  end
  return ratings
end

-- Ratings with 95% intervals by bootstrap: `blocks` is a list of lists of
-- results that belong together (such as all games from one opening), which are
-- drawn again with replacement `draws` times. Gives ratings, lower and upper
-- ends.
function elo.bootstrap(rng, n, blocks, draws)
  local function together(pick)
    local sums, list = {}, {}
    for b = 1, #blocks do
      for _, r in ipairs(blocks[pick(b)]) do
        local key = r[1] * (n + 1) + r[2]
        local sum = sums[key]
        if not sum then
          sum = { r[1], r[2], 0, 0 }
          sums[key] = sum
          list[#list + 1] = sum
        end
        sum[3], sum[4] = sum[3] + r[3], sum[4] + r[4]
      end
    end
    return elo.fit(n, list)
  end
  local ratings = together(function(b) return b end)
  local samples = {}
  for i = 1, n do samples[i] = {} end
  for d = 1, draws do
    local again = together(function() return rng:below(#blocks) + 1 end)
    for i = 1, n do samples[i][d] = again[i] end
  end
  local low, high = {}, {}
  for i = 1, n do
    table.sort(samples[i])
    low[i] = samples[i][math.max(1, math.floor(0.025 * draws + 0.5))]
    high[i] = samples[i][math.min(draws, math.ceil(0.975 * draws))]
  end
  return ratings, low, high
end

return elo
