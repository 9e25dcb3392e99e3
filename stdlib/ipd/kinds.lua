-- kinds.lua -- strategies of the prisoner's dilemma written by hand, a list for each kind.
--
-- All leave nothing to chance. Those with a name of the literature are what it says in words:
-- Axelrod 1980; Beaufils, Delahaye and Mathieu 1997; Li, Hingston and Kendall 2011; Stewart
-- and Plotkin 2012; the descriptions in the Axelrod library's manual
-- (https://axelrod.readthedocs.io). A row is a name and a machine's text or a rule (see
-- habits.lua).

local habits = require "ludus.ipd.habits"

local count, last, yes        = habits.count, habits.last, habits.yes
local after, always, cycle    = habits.after, habits.always, habits.cycle
local escalate, grim, tft     = habits.escalate, habits.grim, habits.tft
local forgiving, majority     = habits.forgiving, habits.majority

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

local function inverse_morse(mine) return yes(habits.odd(#mine)) end

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

-- Once hurt, for ever or for long. For so many turns, then as before.
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
local function retaliate(share, limit)
  return function()
    local left, on = limit, false
    return function(mine, theirs)
      local given, taken = habits.exploited(mine, theirs)
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

-- Each new run of defections by one more.
local function begins(_, theirs)
  return last(theirs) == "d" and (#theirs < 2 or theirs:sub(-2, -2) == "c")
end

local punish = {
  { "Gradual, calm 1", escalate(1, habits.hit) },
  { "Gradual, calm 3", escalate(3, habits.hit) },
  { "Tideman and Chieruzzi, plain", escalate(0, begins) },
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

-- What it has got from c and from d, of late.
local function reckon(window, opening)
  return after(opening, function(mine, theirs)
    local sum, n = habits.brought(mine, theirs, math.max(1, #mine - window + 1))
    if n.c == 0 then return "c" elseif n.d == 0 then return "c" end
    return yes(sum.c / n.c >= sum.d / n.d)
  end)
end

local function mean_of(mine, theirs)
  local sum = 0
  for t = 1, #mine do sum = sum + habits.worth[mine:sub(t, t) .. theirs:sub(t, t)] end
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
    local good, n = habits.answered(mine, theirs)
    local a, b = n.c > 0 and good.c / n.c or 1, n.d > 0 and good.d / n.d or 0.5
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

return { blind = blind, mirror = mirror, grudge = grudge, punish = punish, probe = probes,
  count = counts, hunt = hunters }
