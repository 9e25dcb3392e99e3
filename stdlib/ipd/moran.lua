-- moran.lua -- the Moran process: who takes a population over?
--
--     local m = ipd.moran { players = { "TFT", "AD", "AC" }, copies = 10, seed = 3 }
--     print(m.winner, m.steps)     print(m:plot())
--
-- Each step one individual, chosen by fitness, is copied over one chosen evenly.
-- Fitness is the mean payoff against all others. Payoffs come from one tournament,
-- so players with chance in them have their mean over the repetitions.

local ipd  = require "ludus.ipd"
local plot = require "ludus.plot"
local rng  = require "ludus.core.rng"
local spec = require "ludus.script.spec"

local Moran = {}
Moran.__index = Moran

local fields = ipd.fields_with {
  players = { "list", required = true, help = "names, machines, functions" },
  copies = { "integer", 5, min = 1, max = 10000, help = "of each at the start" },
  repetitions = { "integer", 1, min = 1, max = 10000, help = "matches per pair" },
  mutation = { "number", 0, min = 0, max = 1,
    help = "chance that a copy becomes any of the players" },
  steps = { "integer", 100000, min = 1, max = 100000000, help = "at most" },
  every = { "integer", 10, min = 1, max = 1000000, help = "steps between records" },
}

-- Payoffs as gains of at least 0, whatever their sign.
local function gains(t)
  local worst = math.huge
  local sign = t.payoff.minimise and -1 or 1
  for _, row in ipairs(t.payoffs) do
    for _, v in ipairs(row) do worst = math.min(worst, sign * v) end
  end
  local g = {}
  for i, row in ipairs(t.payoffs) do
    g[i] = {}
    for j, v in ipairs(row) do g[i][j] = sign * v - worst end
  end
  return g
end

local function pick(draw, weights, sum)
  local x = draw:real() * sum
  for i, w in ipairs(weights) do
    x = x - w
    if x < 0 then return i end
  end
  for i = #weights, 1, -1 do if weights[i] > 0 then return i end end
end

-- How likely each kind is to be copied: its number times its mean gain.
local function fitness(count, gain)
  local weights, sum = {}, 0
  for i = 1, #count do
    local w = 0
    for j = 1, #count do
      w = w + (count[j] - (i == j and 1 or 0)) * gain[i][j]
    end
    weights[i] = count[i] > 0 and count[i] * (w + 1e-9) or 0
    sum = sum + weights[i]
  end
  return weights, sum
end

local function record(m)
  m.history[#m.history + 1] = { step = m.steps,
    count = table.move(m.count, 1, #m.count, 1, {}) }
end

local function fixed(count, all)
  for i, n in ipairs(count) do if n == all then return i end end
end

local function moran(given)
  local s = spec.check("ipd.moran", given, fields)
  local t = ipd.tournament { players = s.players, turns = s.turns, noise = s.noise,
    payoff = s.payoff, seed = s.seed, threads = s.threads,
    end_known = s.end_known, repetitions = s.repetitions }
  local gain, draw, all = gains(t), rng.keyed(s.seed, 1, 1), 0
  local m = setmetatable({ players = t.players, count = {}, steps = 0,
    history = {} }, Moran)
  for i in ipairs(t.players) do
    m.count[i] = s.copies
    all = all + s.copies
  end
  record(m)
  while m.steps < s.steps and (s.mutation > 0 or not fixed(m.count, all)) do
    m.steps = m.steps + 1
    local born = pick(draw, fitness(m.count, gain))
    local dies = pick(draw, m.count, all)
    if s.mutation > 0 and draw:real() < s.mutation then
      born = draw:below(#m.count) + 1
    end
    m.count[born] = m.count[born] + 1
    m.count[dies] = m.count[dies] - 1
    if m.steps % s.every == 0 then record(m) end
  end
  record(m)
  local winner = fixed(m.count, all)
  m.winner = winner and t.players[winner].name or nil
  return m
end

function Moran:figure()
  local series = {}
  for i, p in ipairs(self.players) do
    local x, y = {}, {}
    for k, h in ipairs(self.history) do x[k], y[k] = h.step, h.count[i] end
    series[i] = { name = p.name, x = x, y = y }
  end
  return { title = "Moran process", xlabel = "step", ylabel = "individuals",
    series = series }
end

function Moran:plot(file)
  if not file then return plot.text(self:figure()) end
  return plot.svg(file, self:figure())
end

return moran
