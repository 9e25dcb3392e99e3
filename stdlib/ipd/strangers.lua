-- strangers.lua -- strategies of the prisoner's dilemma by kind, to judge who learns.
--
--     for _, s in ipairs(require "ludus.ipd.strangers".list()) do print(s.kind, s.name) end
--
-- All leave nothing to chance. Those with a name of the literature are what it says in words:
-- Axelrod 1980; Beaufils, Delahaye and Mathieu 1997; Li, Hingston and Kendall 2011; Stewart
-- and Plotkin 2012; the descriptions in the Axelrod library's manual
-- (https://axelrod.readthedocs.io). Tables, networks and large machines are our own, drawn
-- from a generator: no table of anybody's is here. A strategy is a machine's text or a
-- function of both histories, or { new = } that keeps count.

local rng = require "ludus.core.rng"

local strangers = {}

local function count(s, move) return select(2, s:gsub(move, "")) end
local function last(s, n) return s:sub(-(n or 1)) end
local function yes(condition) return condition and "c" or "d" end

-- Plays an opening, then `rule`.
local function after(opening, rule)
  return function(mine, theirs, info)
    local t = #mine + 1
    if t <= #opening then return opening:sub(t, t) end
    return rule(mine, theirs, info)
  end
end

local function tft(_, theirs) return last(theirs) == "d" and "d" or "c" end
local function always(move) return function() return move end end

-- Over and over the same.
local function cycle(text)
  return function(mine)
    local k = #mine % #text + 1
    return text:sub(k, k)
  end
end

-- ---- kinds ----------------------------------------------------------------------------

-- Blind: sequences that take no notice.
local function anti_cycle(mine)
  local t, block = #mine, 1              -- d after 1, 2, 3 ... times c
  while t > block do t, block = t - block - 1, block + 1 end
  return yes(t < block)
end

local function ratio_of(constant)
  return function(mine, theirs)
    if #mine == 0 then return "c" end
    local d = count(mine, "d") + count(theirs, "d")
    local c = 2 * #mine - d
    return yes(d > 0 and c / d <= constant)
  end
end

local function inverse_morse(mine)
  local t, odd = #mine, true
  while t > 0 do odd, t = odd ~= (t & 1 == 1), t >> 1 end
  return yes(not odd)
end

local blind = {
  { "Cycler DC", cycle "dc" }, { "Cycler CCCDCD", cycle "cccdcd" },
  { "Cycler CCDD", cycle "ccdd" }, { "Cycler CDD", cycle "cdd" },
  { "Cycler CCCCCCCCCD", cycle "cccccccccd" }, { "Anti Cycler", anti_cycle },
  { "Golden", ratio_of((1 + 5 ^ 0.5) / 2) }, { "Pi", ratio_of(math.pi) },
  { "e", ratio_of(math.exp(1)) }, { "Inverse Thue-Morse", inverse_morse },
}

-- Answers like with like, nearly.
local function contrite()
  local sorry, forgive = false, false
  return function(mine, theirs)
    if #mine == 0 then return "c" end
    if sorry and last(mine) == "c" then sorry = false end
    forgive = last(mine) == "d" and last(theirs) == "d" and sorry
    if last(theirs) == "d" and not forgive and not sorry then return "d" end
    return "c"
  end
end

-- m times d after n times d within the last turns.
local function tits_for_tats(m, n)
  return function()
    local left = 0
    return function(_, theirs)
      if last(theirs, n) == ("d"):rep(n) then left = m end
      if left == 0 then return "c" end
      left = left - 1
      return "d"
    end
  end
end

local function adaptive_tft(rate)
  return function()
    local world = 1
    return function(_, theirs)
      if #theirs == 0 then return "c" end
      if last(theirs) == "c" then world = world + rate * (1 - world)
      else world = world - rate * world end
      return yes(world >= 0.5)
    end
  end
end

-- Tit For Tat that sees through echoes and through play at random.
local function omega()
  local deadlock, random = 0, 0
  return function(mine, theirs)
    if #mine < 2 then return #mine == 0 and "c" or last(theirs) end
    if deadlock >= 3 then
      if deadlock == 4 then deadlock = 0 else deadlock = 4 end
      return "c"
    end
    if last(theirs, 2) == "cc" then random = random - 1 end
    if last(theirs) ~= theirs:sub(-2, -2) then random = random + 1 end
    if last(theirs) ~= mine:sub(-1) then random = random + 1 end
    if random >= 8 then return "d" end
    deadlock = last(theirs) ~= theirs:sub(-2, -2) and deadlock + 1 or 0
    return last(theirs)
  end
end

local function to_the_end(rule, patience)
  return function(mine, theirs, info)
    if info.turns and #mine == info.turns - 1 then return "d" end
    if count(theirs, "d") >= patience then return "d" end
    return rule(mine, theirs, info)
  end
end

local mirror = {
  { "Contrite Tit For Tat", { new = contrite } }, { "Hard Tit For Tat", "c01 d21 d31 d01" },
  { "Suspicious Tit For Tat", "d10 c10" }, { "Anti Tit For Tat", "c10 d10" },
  { "Omega Tit For Tat", { new = omega } },
  { "Adaptive Tit For Tat", { new = adaptive_tft(0.5) } },
  { "Slow Adaptive Tit For Tat", { new = adaptive_tft(0.2) } },
  { "Three Tits For Two Tats", { new = tits_for_tats(3, 2) } },
  { "Two Tits For Three Tats", { new = tits_for_tats(2, 3) } },
  { "Eugine Nier", to_the_end(tft, 5) }, { "Alexei", to_the_end(tft, math.huge) },
  { "Slow Tit For Two Tats", "c01 c02 d32 d02" }, { "Tit For Three Tats", "c01 c02 c03 d03" },
  { "Pavlov", "c01 d10" }, { "Doubler", function(_, theirs)
    local d = count(theirs, "d")
    return yes(last(theirs) ~= "d" or #theirs - d >= 2 * d)
  end },
}

-- Once hurt, for ever or for long.
local function grim(patience, opening)
  return after(opening or "", function(_, theirs) return yes(count(theirs, "d") < patience) end)
end

-- For so many turns, then as before.
local function sulk(pattern, answer)
  return function()
    local left = ""
    return function(_, theirs)
      if left == "" and last(theirs, #pattern) == pattern then left = answer end
      if left == "" then return "c" end
      local move = left:sub(1, 1)
      left = left:sub(2)
      return move
    end
  end
end

local function grim_run(n)
  return function(_, theirs) return theirs:find(("d"):rep(n), 1, true) and "d" or "c" end
end

local function grim_share(share, least)
  return function(_, theirs)
    return yes(#theirs < least or count(theirs, "d") <= share * #theirs)
  end
end

local grudge = {
  { "Grudger", "c01 d11" }, { "Aggravater", grim(1, "ddd") }, { "Second Chance", grim(2) },
  { "Three Strikes", grim(3) }, { "Five Strikes", grim(5) }, { "Grim For Two", grim_run(2) },
  { "Grim For Three", grim_run(3) },
  { "Opposite Grudger", function(_, theirs) return theirs:find "c" and "c" or "d" end },
  { "Once Bitten", { new = sulk("d", ("d"):rep(10)) } },
  { "Twice Bitten", { new = sulk("dd", ("d"):rep(10)) } },
  { "General Soft Grudger", { new = sulk("d", "ddddcc") } },
  { "Long Grudge", { new = sulk("d", ("d"):rep(25)) } },
  { "Trust Twenty", after(("c"):rep(20), grim(1)) },
  { "Fool Me Once", "c01 c12 d22" }, { "Tired Of A Tenth", grim_share(0.1, 20) },
  { "Tired Of A Third", grim_share(1 / 3, 6) },
}

-- Measures its answer.
local function gradual(calm)
  return function()
    local n, blows, peace = 0, 0, 0
    return function(_, theirs)
      if blows == 0 and peace == 0 and last(theirs) == "d" then
        n = n + 1
        blows, peace = n, calm
      end
      if blows > 0 then
        blows = blows - 1
        return "d"
      end
      if peace > 0 then peace = peace - 1 end
      return "c"
    end
  end
end

local function retaliate(share, limit)
  return function()
    local left, on = limit, false
    return function(mine, theirs)
      local given, taken = 0, 0
      for t = 1, #mine do
        local a, b = mine:sub(t, t), theirs:sub(t, t)
        if a == "d" and b == "c" then given = given + 1 end
        if a == "c" and b == "d" then taken = taken + 1 end
      end
      if given >= share * taken or left == 0 then
        if on then on, left = false, limit end
        return "c"
      end
      on, left = true, left - 1
      return "d"
    end
  end
end

local function level(_, theirs)
  return yes(#theirs < 10 or count(theirs, "d") <= 0.2 * #theirs)
end

local function tricky_level(_, theirs)
  local t, d = #theirs, count(theirs, "d")
  if t < 10 then return "c" end
  return yes(d <= (t > 100 and 0.05 or t > 50 and 0.1 or 0.2) * t)
end

-- As long as it was punished less than it was nice to.
local function inverse_punish()
  local left = 0
  return function(_, theirs)
    if left == 0 and last(theirs) == "d" then
      left = math.max(1, math.floor(20 * (#theirs - count(theirs, "d")) / #theirs))
    end
    if left == 0 then return "c" end
    left = left - 1
    return "d"
  end
end

local function tideman()
  local strikes, left = 0, 0
  return function(mine, theirs)
    local t = #mine
    if left == 0 and last(theirs) == "d" and (t < 2 or theirs:sub(-2, -2) == "c") then
      strikes = strikes + 1
      left = strikes
    end
    if left > 0 then
      left = left - 1
      return "d"
    end
    return "c"
  end
end

local punish = {
  { "Gradual, calm 1", { new = gradual(1) } }, { "Gradual, calm 3", { new = gradual(3) } },
  { "Tideman and Chieruzzi, plain", { new = tideman } },
  { "Retaliate 2", { new = retaliate(0.08, math.huge) } },
  { "Limited Retaliate", { new = retaliate(0.1, 20) } },
  { "Limited Retaliate 2", { new = retaliate(0.08, 15) } },
  { "Level Punisher", level }, { "Tricky Level Punisher", tricky_level },
  { "Inverse Punisher", { new = inverse_punish } },
  { "Gradual Killer", after("dddddcc", function(_, theirs)
    return yes(theirs:sub(6, 7) ~= "dd")
  end) },
}

-- Tries what one puts up with.
local function probe(opening, judge, good, bad)
  return after(opening, function(mine, theirs, info)
    return (judge(theirs:sub(1, #opening)) and good or bad)(mine, theirs, info)
  end)
end

local function at(answers) return function(theirs) return theirs:find(answers) ~= nil end end

local function handshake(opening, friend, foe)
  return probe(opening, at("^" .. opening .. "$"), friend, foe)
end

local function stein(mine, theirs, info)
  if #mine < 4 then return "c" end
  if info.turns and #mine >= info.turns - 2 then return "d" end
  local d = count(theirs, "d")
  if #mine >= 15 and d > 0.35 * #mine and d < 0.65 * #mine then return "d" end
  return last(theirs)
end

local function peek(period)              -- a defection every so often, sorry if punished
  return function()
    local sorry = 0
    return function(mine, theirs)
      if sorry > 0 then
        sorry = sorry - 1
        return "c"
      end
      if #mine > 1 and mine:sub(-2, -2) == "d" and last(theirs) == "d" then
        sorry = 2
        return "c"
      end
      if #mine > 0 and #mine % period == 0 then return "d" end
      return tft(mine, theirs)
    end
  end
end

local function exploit(mine, theirs)     -- d as long as nobody minds
  if #mine < 1 then return "d" end
  return yes(theirs:find "d" and last(theirs) == "c" or last(theirs, 2) == "dd")
end

local probes = {
  { "Prober", probe("dcc", at "cc$", always "d", tft) },
  { "Prober 2", probe("dcc", at "dc$", always "c", tft) },
  { "Hard Prober", probe("ddcc", at "cc$", always "d", tft) },
  { "Detective", probe("cdcc", at "d", tft, always "d") },
  { "Long Prober", probe("ccdcddccc", function(theirs) return count(theirs, "d") < 3 end,
    always "d", tft) },
  { "Calculator", probe(("c"):rep(20), function(theirs)
    return theirs:sub(1, 10) == theirs:sub(11) end, always "d", tft) },
  { "Handshake", handshake("cd", always "c", always "d") },
  { "Collective", handshake("cd", grim(1), always "d") },
  { "Slow Handshake", handshake("ccd", tft, always "d") },
  { "Stein and Rapoport, plain", stein }, { "Peek by Seven", { new = peek(7) } },
  { "Peek by Twenty", { new = peek(20) } }, { "Exploiter", exploit },
  { "Naive Prober by Ten", function(mine, theirs)
    return #mine % 10 == 9 and "d" or tft(mine, theirs) end },
}

-- Counts.
local function majority(n, tie)
  return function(_, theirs)
    local seen = n and last(theirs, n) or theirs
    local d = count(seen, "d")
    if 2 * d == #seen then return tie end
    return yes(2 * d < #seen)
  end
end

local function forgiving(_, theirs)
  return yes(count(theirs, "d") <= 0.1 * #theirs or last(theirs) == "c")
end

local function short_memory(_, theirs)
  if #theirs < 10 then return "c" end
  local d = count(last(theirs, 10), "d")
  if 10 - 2 * d >= 3 then return "c" end
  if 2 * d - 10 >= 3 then return "d" end
  return last(theirs)
end

local function weiner()
  local flag = false
  return function(_, theirs)
    if last(theirs) == "d" then
      flag = not (flag and theirs:sub(-2, -2) == "c")
      return yes(not flag)
    end
    return yes(count(last(theirs, 12), "d") <= 5)
  end
end

local function credit(start, gain, cost, limit)
  return function()
    local sum = start
    return function(_, theirs)
      if #theirs > 0 then
        sum = math.min(limit, sum + (last(theirs) == "c" and gain or -cost))
      end
      return yes(sum >= 0)
    end
  end
end

local function grofman(_, theirs)
  if #theirs < 2 then return "c" end
  if #theirs < 7 then return last(theirs) end
  return yes(count(last(theirs, 7), "d") <= 2 or last(theirs) == "c")
end

local WORTH = { cc = 3, cd = 0, dc = 5, dd = 1 }

-- What it has got from c and from d, of late.
local function reckon(window, opening)
  return after(opening, function(mine, theirs)
    local sum, n = { c = 0, d = 0 }, { c = 0, d = 0 }
    for t = math.max(1, #mine - window + 1), #mine do
      local m = mine:sub(t, t)
      sum[m], n[m] = sum[m] + WORTH[m .. theirs:sub(t, t)], n[m] + 1
    end
    if n.c == 0 then return "c" elseif n.d == 0 then return "c" end
    return yes(sum.c / n.c >= sum.d / n.d)
  end)
end

local function mean_of(mine, theirs)
  local sum = 0
  for t = 1, #mine do sum = sum + WORTH[mine:sub(t, t) .. theirs:sub(t, t)] end
  return sum / #mine
end

local counts = {
  { "Majority of 10", majority(10, "c") }, { "Hard Majority of 10", majority(10, "d") },
  { "Majority of 20", majority(20, "c") }, { "Hard Majority of 20", majority(20, "d") },
  { "Forgiving Tit For Tat", forgiving }, { "Short Memory", short_memory },
  { "Weiner, plain", { new = weiner } }, { "Mikkelson, plain", { new = credit(7, 1, 2, 8) } },
  { "Rowsam, plain", { new = credit(3, 0.5, 2, 5) } },
  { "Patient Credit", { new = credit(15, 1, 3, 20) } }, { "Grofman, plain", grofman },
  { "Reckoner", reckon(1000, "cccddd") }, { "Late Reckoner", reckon(20, "ccccccddd") },
  { "Satisfied", function(mine, theirs)
    if #mine == 0 then return "c" end
    local other = { c = "d", d = "c" }
    return mean_of(mine, theirs) >= 2 and last(mine) or other[last(mine)]
  end },
  { "Yamachi, plain", function(mine, theirs)
    if #theirs < 2 then return "c" end
    local context, good, bad = last(mine) .. last(theirs), 0, 0
    for t = 2, #mine do
      if mine:sub(t - 1, t - 1) .. theirs:sub(t - 1, t - 1) == context then
        if theirs:sub(t, t) == "c" then good = good + 1 else bad = bad + 1 end
      end
    end
    return yes(good >= bad)
  end },
  { "Downing, trusting", function(mine, theirs)
    local c, d, n, m = 0, 0, 0, 0
    for t = 2, #mine do
      local hit = theirs:sub(t, t) == "c" and 1 or 0
      if mine:sub(t - 1, t - 1) == "c" then c, n = c + hit, n + 1
      else d, m = d + hit, m + 1 end
    end
    local a, b = n > 0 and c / n or 1, m > 0 and d / m or 0.5
    return yes(3 * a >= 4 * b + 1)
  end },
}

-- Looks for prey.
local function period_of(s, most)
  for p = 1, most do
    local same = true
    for t = #s, p + 1, -1 do
      if s:sub(t, t) ~= s:sub(t - p, t - p) then same = false break end
    end
    if same then return p end
  end
end

local function hunt(wait, found)
  return function(mine, theirs)
    return #mine >= wait and found(theirs) and "d" or "c"
  end
end

local hunters = {
  { "Defector Hunter", hunt(4, function(s) return not s:find "c" end) },
  { "Cycle Hunter", hunt(24, function(s) return period_of(s, 12) and s:find "d" end) },
  { "Eventual Cycle Hunter", hunt(20, function(s)
    return s:find "d" and period_of(last(s, 20), 6) end) },
  { "Even Hunter", hunt(40, function(s)
    return math.abs(count(s:sub(1, #s // 2), "d") - count(s:sub(#s // 2 + 1), "d")) <= 2
      and s:find "d" end) },
  { "Nice Hunter", hunt(15, function(s) return not s:find "d" end) },
  { "Hunter of the Meek", after("dcc", function(_, theirs)
    return yes(theirs:sub(1, 3):find "d" ~= nil and last(theirs) == "c") end) },
}

-- ---- drawn from a generator -----------------------------------------------------------

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
local TEAM = { tft, grim(1), always "c", always "d", majority(nil, "c"), cycle "cd", forgiving }

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
        if #mine > 0 then worth[i] = (worth[i] or 0) + WORTH[said[i] .. last(theirs)] end
        said[i] = rule(mine, theirs, info)
        if (worth[i] or 0) > (best or -1) then best, move = worth[i] or 0, said[i] end
      end
      if nice and not theirs:find "d" then return "c" end
      return move
    end
  end
end

local tables, nets, machines = {}, {}, {}
for k = 1, 10 do
  tables[k] = { ("Table %d"):format(k), table_of(k, k <= 4 and 1 or k <= 8 and 2 or 3) }
  nets[k] = { ("Net %d"):format(k), net_of(k) }
end

local teams = {
  { "Vote", vote(true) }, { "Minority", vote(false) }, { "Winner", { new = winner(false) } },
  { "Nice Winner", { new = winner(true) } },
}

local KINDS = {
  { "blind", blind }, { "mirror", mirror }, { "grudge", grudge }, { "punish", punish },
  { "probe", probes }, { "count", counts }, { "hunt", hunters }, { "table", tables },
  { "net", nets }, { "team", teams }, { "machine", machines },
}

-- Every other of a kind is seen, chosen by chance once and for all; the rest is hidden from
-- whoever tunes.
local function halve(list, key)
  local order = {}
  for i in ipairs(list) do order[i] = { rng.keyed(2026, key, i):real(), i } end
  table.sort(order, function(a, b) return a[1] < b[1] end)
  local seen = {}
  for place, row in ipairs(order) do seen[row[2]] = (place + key) % 2 == 0 end
  return seen
end

-- Rows with kind, name, player and whether it may be seen while tuning.
function strangers.list()
  local ipd = require "ludus.ipd"
  local machine = require "ludus.machine"
  local all = {}
  for key, kind in ipairs(KINDS) do
    local rows = kind[2]
    if kind[1] == "machine" then
      rows = {}
      for i, p in ipairs(ipd.random_pool(2027, 12, 3, 12)) do
        rows[i] = { ("Machine %d"):format(i), p.machine }
      end
    end
    local seen = halve(rows, key)
    for i, row in ipairs(rows) do
      local given = row[2]
      if type(given) == "string" then given = machine.parse(given, row[1]) end
      all[#all + 1] = { kind = kind[1], name = row[1], seen = seen[i],
        player = ipd.player(given, row[1]) }
    end
  end
  return all
end

-- The machines of ipd.known(), each with those of the other parts: a player who knows those
-- does not know it.
function strangers.known(parts)
  local ipd = require "ludus.ipd"
  local rows, all = require "ludus.ipd.known", ipd.known()
  local list, others = {}, {}
  for part = 1, parts do
    others[part] = {}
    for i, m in ipairs(all) do
      if (i - 1) % parts + 1 ~= part then table.insert(others[part], m) end
    end
  end
  for i, m in ipairs(all) do
    list[i] = { name = rows[i][1], player = ipd.player(m), others = others[(i - 1) % parts + 1] }
  end
  return list
end

return strangers
