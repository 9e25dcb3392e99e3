-- drawn.lua -- strategies of the prisoner's dilemma that nobody wrote: tables and networks
-- drawn from a generator, and teams of simple rules that vote. No table of anybody's is here.

local habits = require "ludus.ipd.habits"
local rng    = require "ludus.core.rng"

local count, last, yes = habits.count, habits.last, habits.yes

-- A table of the last turns of both; cooperators' entries are kept where all was c.
local function table_of(seed, depth)
  local draw, moves = rng.keyed(seed, depth, 77), {}
  local nice = draw:real() < 0.7
  return function(mine, theirs)
    if #mine < depth then return "c" end
    local key = last(mine, depth) .. last(theirs, depth)
    if not moves[key] then
      local sum = 0
      for i = 1, #key do sum = sum * 2 + (key:sub(i, i) == "d" and 1 or 0) end
      local even = rng.keyed(seed, sum, 78):real()
      local likely = last(theirs) == "c" and 0.7 or 0.25
      moves[key] = sum == 0 and nice and "c" or yes(even < likely)
    end
    return moves[key]
  end
end

-- One hidden layer over what the last turns and the shares were.
local function net_of(seed)
  local draw = rng.keyed(seed, 0, 79)
  local function weight() return 2 * draw:real() - 1 end
  local hidden, out = {}, {}
  for h = 1, 4 do
    hidden[h], out[h] = {}, weight()
    for i = 1, 8 do hidden[h][i] = weight() end
  end
  local bias = 0.4 + 0.4 * weight()
  local function is(s, k, m) return s:sub(-k, -k) == m and 1 or 0 end
  return function(mine, theirs)
    local t = math.max(1, #mine)
    local x = { 1, is(theirs, 1, "d"), is(theirs, 2, "d"), is(mine, 1, "d"),
      is(mine, 2, "d"), count(theirs, "d") / t, count(mine, "d") / t,
      math.min(#mine, 20) / 20 }
    local sum = bias - 0.8 * x[2] - 0.5 * x[6]
    for h = 1, 4 do
      local v = 0
      for i = 1, 8 do v = v + hidden[h][i] * x[i] end
      sum = sum + out[h] * math.max(0, v)
    end
    return yes(sum > 0)
  end
end

-- Majority, minority, or the one that would have got most.
local TEAM = { habits.tft, habits.grim(1), habits.always "c", habits.always "d",
  habits.majority(nil, "c"), habits.cycle "cd", habits.forgiving }

local function vote(more)
  return function(mine, theirs, info)
    local c = 0
    for _, rule in ipairs(TEAM) do
      if rule(mine, theirs, info) == "c" then c = c + 1 end
    end
    return yes((2 * c > #TEAM) == more)
  end
end

local function winner(nice)
  return function()
    local worth, said = {}, {}
    return function(mine, theirs, info)
      local best, move
      for i, rule in ipairs(TEAM) do
        if #mine > 0 then worth[i] = (worth[i] or 0) + habits.worth[said[i] .. last(theirs)] end
        said[i] = rule(mine, theirs, info)
        if (worth[i] or 0) > (best or -1) then best, move = worth[i] or 0, said[i] end
      end
      if nice and not theirs:find "d" then return "c" end
      return move
    end
  end
end

local tables, nets = {}, {}
for k = 1, 10 do
  tables[k] = { ("Table %d"):format(k), table_of(k, k <= 4 and 1 or k <= 8 and 2 or 3) }
  nets[k] = { ("Net %d"):format(k), net_of(k) }
end

local teams = {
  { "Vote", vote(true) }, { "Minority", vote(false) }, { "Winner", { new = winner(false) } },
  { "Nice Winner", { new = winner(true) } },
}

return { table = tables, net = nets, team = teams }
