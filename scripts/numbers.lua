-- Do players get better by beating each other, or do they only go round in circles?
--
--     ludus run scripts/numbers.lua
--
-- The intransitive numbers game (R. A. Watson, J. B. Pollack, Coevolutionary Dynamics in a
-- Minimal Substrate, GECCO 2001): a player is two numbers, how many of its first and of its
-- last fifty bits are ones. Two players compare the number in which they differ less, and the
-- greater one wins; so a player may lose to one that it is better than on the whole, and be
-- better than nobody it meets. Mutation pulls towards half the ones. What players are worth,
-- the sum of both numbers, is the yardstick, which nobody is chosen by.
local ludus = require "ludus"
local stats = require "ludus.stats"

local HALF = 50
local genes = { type = "bits", length = 2 * HALF }

local function ones(bits, from)
  local n = 0
  for i = from, from + HALF - 1 do n = n + bits[i] end
  return n
end

local function worth(bits) return ones(bits, 1) + ones(bits, HALF + 1) end

local game = ludus.game { program = "vector", genes = genes, cases = 1, max = 1, repeats = true,
  start = function() return {} end,
  turn = function(s, bits, player)
    s[player] = { ones(bits, 1), ones(bits, HALF + 1) }
  end,
  done = function(s) return s[1] ~= nil and s[2] ~= nil end,
  score = function(s, _, _, me)
    local a, b = s[me], s[3 - me]
    local x, y = a[1] - b[1], a[2] - b[2]
    local by = math.abs(x) < math.abs(y) and x or y
    return by > 0 and 1 or by == 0 and 0.5 or 0
  end }

local ways = {
  { "1 other", { 1 } },
  { "8 others", { 8 } },
  { "8 others, shared", { 8, shared = true } },
  { "4 others, 4 of a hall", { 4, hall = 4 } },
  { "a Swiss tournament", { "swiss", rounds = 8 } },
  { "everyone", { "all" } },
}

-- The mean worth of the champions of a run's second half.
local function champions_worth(s, meet, seed)
  local sum, n = 0, 0
  ludus.evolve({ game = game, program = ludus.vector(genes),
    population = 25, generations = s.generations, select = ludus.tournament(3),
    vary = { { 1, ludus.flip { rate = 0.01 } } }, meet = meet,
    measures = { worth = function(score)
      local bits = {}
      for bit in score.program:gmatch "[01]" do bits[#bits + 1] = tonumber(bit) end
      if 2 * score.generation >= s.generations then
        sum, n = sum + worth(bits), n + 1
      end
      return worth(bits)
    end } }, { seed = seed, threads = s.threads })
  return sum / n
end

return ludus.study {
  name = "numbers",
  settings = {
    runs        = { "integer", 20, min = 2, max = 200, help = "runs of each" },
    generations = { "integer", 151, min = 2, max = 10000, help = "generations" },
  },
  pieces = #ways,
  run = function(s)
    local result = {}
    s.say("%-24s %s", "each meets", "worth of the champions, of 100 (95%)")
    for _, way in ipairs(ways) do
      local found = s.step(way[1], function()
        local list = {}
        for i = 1, s.runs do list[i] = champions_worth(s, way[2], s.seed + i) end
        return list
      end)
      local mean, low, high = stats.interval(found)
      s.say("%-24s %8.1f (%.1f to %.1f)", way[1], mean, low, high)
      result[way[1]] = { worth = mean, low = low, high = high }
    end
    return result
  end,
}
