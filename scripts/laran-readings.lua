-- laran-readings.lua -- which reading of what the paper leaves open gives its figures best?
-- Piccolo and Squillero 2011: Table 3, Figures 3 and 4, 1,000 turns.
--
--     ludus run scripts/laran-readings.lua
--     ludus run scripts/laran-readings.lua --set readings=0 --set show=100   -- ours alone
--     ludus run scripts/laran-readings.lua --set readings=2000 --set seed=7
--
-- A race: many readings by chance meet the twenty a few times, the better half goes on and
-- meets them as often again. From the winner one choice at a time is changed while that
-- helps. What comes out is shown on seeds that the race never sees.

local ludus    = require "ludus"
local ipd      = require "ludus.ipd"
local likeness = require "ludus.ipd.likeness"
local report   = require "ludus.ipd.report"
local rng      = require "ludus.core.rng"

local settings = {
  readings = { "integer", 64, min = 0, max = 100000, help = "readings drawn; 0: no search" },
  runs = { "integer", 3, min = 1, max = 1000, help = "runs of a reading in each heat" },
  fine = { "integer", 12, min = 1, max = 1000, help = "runs when one choice is changed" },
  rounds = { "integer", 1, min = 0, max = 100, help = "times through all choices" },
  show = { "integer", 20, min = 1, max = 1000, help = "runs that are shown" },
  long = { "integer", 3, min = 0, max = 1000, help = "runs of 1,000 turns; 0: none" },
}

-- What is printed stays: Table 1, the payoffs, tournaments of two. The first of each list is
-- Ludus's own choice.
local sixteen, few = {}, { "AC", "AD", "TFT" }
for i, p in ipairs(ipd.paper()) do if i > 4 then sixteen[#sixteen + 1] = p.name end end

local open = {
  { "strength", { "wins", "difference", "own", "imposed", "none" } },
  { "strength_turns", { 100, 10, 20, 50, 200 } },
  { "standards", { {}, sixteen, few } },
  { "states", { { 1, 8 }, { 1, 2 }, { 1, 4 }, { 2, 2 }, { 4, 4 }, { 8, 8 }, { 1, 16 },
    { 16, 16 }, { 1, 32 } } },
  { "max_states", { 32, 8, 16, 64 } },
  { "opening", { 10, 0, 100 } },
  { "weight", { 0, 1, 0.1, 0.01 } },
  { "replay", { "all", "first", "latest" } },
  { "grow", { "one", "shared", "split" } },
  { "modify", { "one", "both", "node" } },
  { "both_children", { true, false } },
  { "contest", { true, false } },
  { "ties", { "chance", "older", "newer", "smaller" } },
  { "twins", { false, true } },
  { "even_moves", { "c", "d", "chance" } },
  { "aim", { "own", "difference", "imposed" } },
  { "end_known", { true, false } },
}

local OURS = {}
for i in ipairs(open) do OURS[i] = 1 end

-- Ludus's own before the search that found the present one.
local EARLIER = { strength = 2, strength_turns = 4, twins = 2 }

local function chosen(reading, name)
  for i, choice in ipairs(open) do
    if choice[1] == name then return choice[2][reading[i]] end
  end
end

local function laran_of(reading)
  local given = {}
  for i, choice in ipairs(open) do given[choice[1]] = choice[2][reading[i]] end
  given.least_states, given.first_states = table.unpack(given.states)
  given.max_states = math.max(given.max_states, given.first_states)
  given.states, given.end_known = nil, nil
  return ipd.laran(given)
end

local function text_of(value)
  if type(value) ~= "table" then return tostring(value) end
  if #value == 0 then return "twenty" end
  if #value == 2 then return value[1] .. ".." .. value[2] end
  return #value .. " of them"
end

-- Where a reading is not ours.
local function describe(reading)
  local words = {}
  for i, choice in ipairs(open) do
    if reading[i] ~= 1 then
      words[#words + 1] = choice[1] .. " = " .. text_of(choice[2][reading[i]])
    end
  end
  return #words == 0 and "as Ludus" or table.concat(words, ", ")
end

local function play(s, reading, turns, runs, seed)
  return report.against(laran_of(reading), ipd.paper(), { turns = turns, runs = runs,
    seed = seed, threads = s.threads, end_known = chosen(reading, "end_known") })
end

-- ---- how far from print ---------------------------------------------------------------

local YEARS = 10                       -- added to both, since 0.3 and 5 years are alike

local function ratio(ours, printed)
  return math.abs(math.log((ours + YEARS) / (printed + YEARS)))
end

-- The mean logarithm of the ratio to the 40 printed means, and a 50th for each row of which
-- the sign differs.
local function misfit(rows)
  local sum = 0
  for _, r in ipairs(rows) do
    local p = report.paper[r.name]
    sum = sum + ratio(r.own.mean, p[3]) + ratio(r.other.mean, p[6])
  end
  return sum / (2 * #rows) + (#rows - report.agreement(rows)) / 50
end

-- On how many rows the own sentence is within a quarter of the printed one.
local function near(rows)
  local n = 0
  for _, r in ipairs(rows) do
    local p = report.paper[r.name][3]
    if math.abs(r.own.mean - p) <= p / 4 then n = n + 1 end
  end
  return n
end

-- ---- the race -------------------------------------------------------------------------

-- Every choice is ours in half of all readings.
local function drawn(seed, k)
  local draw, reading = rng.keyed(seed, k), {}
  for i, choice in ipairs(open) do
    reading[i] = draw:real() < 0.5 and 1 or draw:range(1, #choice[2])
  end
  return reading
end

local function race(s)
  local left = {}
  for k = 1, s.readings do
    left[k] = { reading = k == 1 and OURS or drawn(s.seed, k), sum = 0, heats = 0 }
  end
  local heat = 0
  while #left > 1 do
    heat = heat + 1
    for _, e in ipairs(left) do
      e.sum = e.sum + misfit(play(s, e.reading, 100, s.runs, s.seed * 1000 + heat))
      e.heats = e.heats + 1
    end
    table.sort(left, function(a, b) return a.sum < b.sum end)
    s.say("heat %d: %d readings, the best differs by %.3f: %s", heat, #left,
      left[1].sum / heat, describe(left[1].reading))
    left = table.move(left, 1, (#left + 1) // 2, 1, {})
    if #left == 2 then left[2] = nil end
  end
  return left[1].reading
end

-- One choice after the other, the best of its list.
local function polish(s, reading)
  local function judge(r) return misfit(play(s, r, 100, s.fine, s.seed * 1000 + 500)) end
  local best = judge(reading)
  for _ = 1, s.rounds do
    for i, choice in ipairs(open) do
      for k = 1, #choice[2] do
        local other = table.move(reading, 1, #reading, 1, {})
        other[i] = k
        local value = k ~= reading[i] and judge(other) or best
        if value < best then reading, best = other, value end
      end
    end
  end
  s.say("one choice at a time: %.3f: %s", best, describe(reading))
  return reading
end

local function search(s)
  return s.step("search", function() return polish(s, race(s)) end)
end

-- ---- what is shown --------------------------------------------------------------------

local function course_of(record)
  local lead, least, half = 0, 0, 0
  for t = 1, #record.mine do
    local mine, theirs = record.mine:sub(t, t), record.theirs:sub(t, t)
    if mine ~= theirs then lead = lead + (mine == "d" and 7 or -7) end
    if t <= 50 then least, half = math.min(least, lead), lead end
  end
  return least <= -14 and lead - half >= 70
end

-- Games against Trust/Distrust like Figure 3, and with a model like Figure 4's.
local function figures(rows)
  for _, row in ipairs(rows) do
    if row.name == "T/D" then
      local like = 0
      for _, record in ipairs(row.records) do if course_of(record) then like = like + 1 end end
      local l = likeness.over(row.opponent.machine, row.records)
      return like, l.right, row.learnt
    end
  end
end

local function shown(s, name, reading)
  return s.step(name, function()
    local rows = play(s, reading, 100, s.show, s.seed + 100000)
    local sums = report.sums(rows)
    local course, right, equal = figures(rows)
    local r = { misfit = misfit(rows), near = near(rows), signs = report.agreement(rows),
      own = sums.own, other = sums.other, wins = sums.wins, draws = sums.draws,
      losses = sums.losses, course = course, right = right, equal = equal, means = {} }
    for i, row in ipairs(rows) do r.means[i] = { row.name, row.own.mean, row.other.mean } end
    if s.long > 0 then
      local long = report.sums(play(s, reading, 1000, s.long, s.seed + 200000))
      r.long = { long.wins, long.draws, long.losses }
    end
    return r
  end)
end

local function tell(s, name, reading, r)
  s.say("\n%s: %s", name, describe(reading))
  s.say("  differs by %.3f; own sentences within a quarter on %d of 20 rows; signs as printed "
    .. "on %d\n  sustained %.1f, imposed %.1f (printed 6348.6, 8990.5); %d won, %d drawn, %d "
    .. "lost (12, 1, 7)", r.misfit, r.near, r.signs, r.own, r.other, r.wins, r.draws, r.losses)
  s.say("  Trust/Distrust, of %d games: %d with Figure 3's course; model equal in %d, right as "
    .. "far as played in %d", s.show, r.course, r.equal, r.right)
  if r.long then
    s.say("  1,000 turns: %d won, %d drawn, %d lost (printed: 16, 1, 2, one uncertain)",
      table.unpack(r.long))
  end
end

local function beside(s, a, b, name)
  s.say("\n%-7s %26s %26s", "", "sustained", "imposed")
  s.say("%-7s %8s %8s %8s %8s %8s %8s", "", "printed", "Ludus", name, "printed", "Ludus",
    name)
  for i, row in ipairs(a.means) do
    local p, other = report.paper[row[1]], b.means[i]
    s.say("%-7s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f", row[1], p[3], row[2], other[2], p[6],
      row[3], other[3])
  end
end

return ludus.study { name = "laran-readings", settings = settings, run = function(s)
  local best = table.move(OURS, 1, #OURS, 1, {})
  for i, choice in ipairs(open) do best[i] = EARLIER[choice[1]] or 1 end
  local name = s.readings > 0 and "found" or "earlier"
  if s.readings > 0 then best = search(s) end
  local ours, found = shown(s, "as Ludus", OURS), shown(s, name, best)
  tell(s, "Ludus's own", OURS, ours)
  tell(s, name, best, found)
  beside(s, ours, found, name)
  return { ours = ours, found = found, reading = describe(best) }
end }
