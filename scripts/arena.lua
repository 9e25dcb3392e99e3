-- arena.lua -- who does well against strategies nobody here was tuned on? A round robin by
-- the rules of the Axelrod library: 200 turns, 5/3/1/0, everybody also meets itself.
--
--     ludus run scripts/arena.lua                              -- the part that may be seen
--     ludus run scripts/arena.lua --set part=hidden            -- the other half
--     ludus run scripts/arena.lua --set part=all --set rank=true --set laran=true
--     ludus run scripts/arena.lua --set each=true --set end_known=false
--     ludus run scripts/arena.lua --set file=machines.txt --set rank=true
--
-- Players are measured one by one: each joins the field and meets all of it. The field is of
-- ludus.ipd.strangers, by kind; `others` adds the 43 machines of ipd.known() (for the veteran
-- each is played by one that does not know it) and the strategies of ludus.ipd.longer. A file
-- of machines, as ludus.machine prints them, with blank lines between, is a field instead; the
-- first line of a comment above a machine is its name.

local ludus     = require "ludus"
local ipd       = require "ludus.ipd"
local machine   = require "ludus.machine"
local stats     = require "ludus.stats"
local strangers = require "ludus.ipd.strangers"

-- The machines of a text, by the names in its comments.
local function machines_of(text, path)
  local list = {}
  for at, block in (text .. "\n\n"):gmatch "()(.-)\n%s*\n" do
    if ("\n" .. block):find "\n%s*[^%s/]" then
      local name = block:match "//%s*([^\n]-)%s*\n" or ("machine %d"):format(#list + 1)
      local _, above = text:sub(1, at - 1):gsub("\n", "")
      list[#list + 1] = { kind = "file", name = name,
        player = ipd.player(machine.parse(("\n"):rep(above) .. block, path), name) }
    end
  end
  return list
end

local function readable(path)
  local file = type(path) == "string" and io.open(path)
  local text = file and file:read "a"
  if file then file:close() end
  if not text then return nil, "a file that can be read" end
  local ok, list = pcall(machines_of, text, path)
  if not ok then return nil, "machines: " .. tostring(list) end
  return #list > 0 and path or nil, "a file with machines"
end

local settings = {
  turns = { "integer", 200, min = 1, max = 100000, help = "turns of a match" },
  part = { "choice", "seen", choices = { "seen", "hidden", "all" },
    help = "half that settings may be chosen on, the other one, or both" },
  file = { "any", check = readable, help = "machines to meet instead, with blank lines between" },
  others = { "boolean", false, help = "known machines and strategies that count, too" },
  end_known = { "boolean", true, help = "all know the last turn" },
  rank = { "boolean", false, help = "the whole round robin, and each player's place in it" },
  each = { "boolean", false, help = "a row for every opponent" },
  laran = { "boolean", false, help = "Laran, too" },
  acquainted = { "boolean", true,
    help = "the veteran knows the 43 machines; false: it has met nobody" },
  explorer = { "boolean", true, help = "the explorer, too" },
}
for name, row in pairs(ipd.veteran_fields) do
  if row[1] ~= "list" then settings[name] = row end
end

-- ---- who ------------------------------------------------------------------------------

local function veteran_of(s, known)
  local given = { known = known }
  if not s.acquainted then given.known = {} end
  for name, row in pairs(ipd.veteran_fields) do
    if row[1] ~= "list" then given[name] = s[name] end
  end
  return ipd.veteran(given)
end

local function read(path)
  local file <close> = assert(io.open(path))
  return machines_of(file:read "a", path)
end

-- { kind, name, player, the veteran that may meet it }
local function field_of(s)
  local list, whole = {}, veteran_of(s)
  for _, o in ipairs(s.file and read(s.file) or {}) do
    o.veteran = whole
    list[#list + 1] = o
  end
  for _, o in ipairs(s.file and {} or strangers.list()) do
    if s.part == "all" or o.seen == (s.part == "seen") then
      list[#list + 1] = { kind = o.kind, name = o.name, player = o.player, veteran = whole }
    end
  end
  if not s.others then return list end
  for _, o in ipairs(strangers.known(5)) do
    list[#list + 1] = { kind = "known", name = o.name, player = o.player,
      veteran = veteran_of(s, o.others) }
  end
  for _, row in ipairs(require "ludus.ipd.longer") do
    list[#list + 1] = { kind = "longer", name = row[1], player = ipd.player(row[2], row[1]),
      veteran = whole }
  end
  return list
end

local function players_of(s)
  local list = { { name = "veteran", of = function(o) return o.veteran end } }
  local function add(name)
    local p = ipd.player(name)
    list[#list + 1] = { name = name, of = function() return p end }
  end
  if s.explorer then add "explorer" end
  if s.laran then add "laran" end
  add "TFT"
  return list
end

-- ---- matches --------------------------------------------------------------------------

local function rules_of(s, number)
  return { turns = s.turns, payoff = "axelrod", end_known = s.end_known, threads = 1,
    seed = s.seed + number }
end

-- What a player gets of each, and each of it, in points a turn.
local function meet(s, player, field)
  local own, other = {}, {}
  for i, o in ipairs(field) do
    local m = ipd.match(player.of(o), o.player, rules_of(s, i))
    own[i], other[i] = m.own / s.turns, m.other / s.turns
  end
  return { own = own, other = other }
end

-- Sums of the field's own round robin, by opponent.
local function round_robin(s, field)
  local sums = {}
  for i in ipairs(field) do sums[i] = 0 end
  for i, a in ipairs(field) do
    for j = i, #field do
      local m = ipd.match(a.player, field[j].player, rules_of(s, i * #field + j))
      sums[i] = sums[i] + m.own / s.turns
      if j ~= i then sums[j] = sums[j] + m.other / s.turns end
    end
  end
  return sums
end

local function place(s, player, field, met, sums)
  local itself = player.of { veteran = veteran_of(s) }
  local own = ipd.match(itself, itself, rules_of(s, 0)).own / s.turns
  for _, x in ipairs(met.own) do own = own + x end
  local rank, best = 1, 0
  for i, sum in ipairs(sums) do
    if sum + met.other[i] > own then rank = rank + 1 end
    best = math.max(best, (sum + met.other[i]) / (#field + 1))
  end
  return rank, own / (#field + 1), best
end

-- ---- tables ---------------------------------------------------------------------------

local function line(s, name, n, values)
  local words = {}
  for p, x in ipairs(values) do words[p] = ("%9.3f"):format(x) end
  s.say("%-32s%5s%s", name, n, table.concat(words))
end

local function by_kind(field, points)
  local kinds, lists = {}, {}
  for i, o in ipairs(field) do
    if not lists[o.kind] then kinds[#kinds + 1], lists[o.kind] = o.kind, {} end
    table.insert(lists[o.kind], points[i])
  end
  return kinds, lists
end

local function tell(s, field, players, met)
  local words = {}
  for p, player in ipairs(players) do words[p] = ("%9s"):format(player.name) end
  s.say("%-32s%5s%s", ("%d turns, %s"):format(s.turns, s.file or s.part), "",
    table.concat(words))
  if s.each then
    for i, o in ipairs(field) do
      local values = {}
      for p in ipairs(players) do values[p] = met[p].own[i] end
      line(s, o.name, "", values)
    end
    s.say("")
  end
  local kinds, means = nil, {}
  for p in ipairs(players) do kinds, means[p] = by_kind(field, met[p].own) end
  for _, kind in ipairs(kinds) do
    local values = {}
    for p in ipairs(players) do values[p] = stats.mean(means[p][kind]) end
    line(s, kind, #means[1][kind], values)
  end
  local all = {}
  for p in ipairs(players) do all[p] = stats.mean(met[p].own) end
  line(s, "all", #field, all)
  return all
end

-- How much better than Tit For Tat, the last of the players, and where much worse.
local function compare(s, field, players, met)
  local tft, found = met[#players].own, {}
  for p = 1, #players - 1 do
    local more, worse = {}, {}
    for i, o in ipairs(field) do
      more[i] = met[p].own[i] - tft[i]
      if more[i] < -0.25 then worse[#worse + 1] = ("%s %.2f"):format(o.name, more[i]) end
    end
    found[p] = table.pack(stats.interval(more))
    s.say("%s beside TFT: %+.3f (%+.3f to %+.3f); worse by a quarter against %d%s",
      players[p].name, found[p][1], found[p][2], found[p][3], #worse,
      #worse > 0 and p == 1 and ": " .. table.concat(worse, ", ") or "")
  end
  return found
end

return ludus.study { name = "arena", settings = settings, run = function(s)
  local field, players, met = field_of(s), players_of(s), {}
  for p, player in ipairs(players) do
    met[p] = s.step(player.name, function() return meet(s, player, field) end)
  end
  local r = { means = tell(s, field, players, met) }
  s.say("")
  r.more = compare(s, field, players, met)
  if s.rank then
    local sums = s.step("field", function() return round_robin(s, field) end)
    s.say("")
    for p, player in ipairs(players) do
      local rank, mean, best = place(s, player, field, met[p], sums)
      s.say("%-8s %3d. of %d with %.3f points a turn; the best of the field has %.3f",
        player.name, rank, #field + 1, mean, best)
    end
  end
  return r
end }
