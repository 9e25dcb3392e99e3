-- race.lua -- racing over settings, iterated (M. Lopez-Ibanez, J. Dubois-Lacoste, L. Perez
-- Caceres, M. Birattari, T. Stuetzle, The irace Package: Iterated Racing for Automatic
-- Algorithm Configuration, Operations Research Perspectives 3, 2016).
--
-- In a race all settings meet the same seeds, one after the other. After the first five,
-- and after each further one, those that are worse than the best drop out: by Friedman's
-- test and its comparisons of pairs (W. J. Conover, Practical Nonparametric Statistics), of
-- two by Wilcoxon's of signed ranks. Who is left is the middle from which the next race
-- draws, nearer each time. What comes out follows from the seed and the results alone.
--
-- Results come from play(settings, seeds): a list by setting of lists by seed, each a number,
-- less being better. What was played once is not paid again.

local space = require "ludus.script.space"
local stats = require "ludus.stats"

local race = {}

local FIRST = 5                       -- seeds before the first test
local ALPHA = 0.05
local DRAWS = 50                      -- for a setting that is new and makes sense
race.seeds_most = 1000

local function log2(x) return math.log(x) / math.log(2) end

-- Races for so many fields, and settings that end one.
local function races_of(fields) return 2 + math.floor(log2(#fields)) end
local function least_of(fields) return 2 + math.floor(log2(#fields)) end

-- The smallest budget that gives each race a few settings more than it ends with.
function race.least(fields)
  return races_of(fields) * (least_of(fields) + 1) * 2 * FIRST
end

-- ---- settings of a race ----------------------------------------------------------------

-- One that is in no list yet and that makes sense, or nil.
local function fresh(draw, known, sensible)
  for _ = 1, DRAWS do
    local s = draw()
    if not known[s.text] and sensible(s) then
      known[s.text] = true
      s.results = {}
      return s
    end
  end
end

-- A survivor, better ones more often.
local function choose(elites, rng)
  local n = #elites
  local x = rng:real() * n * (n + 1) / 2
  for i = 1, n do
    x = x - (n + 1 - i)
    if x < 0 then return elites[i] end
  end
  return elites[n]
end

-- ---- who drops out ---------------------------------------------------------------------

-- The results of the settings on the first n seeds, by seed.
local function blocks_of(alive, n)
  local blocks = {}
  for t = 1, n do
    blocks[t] = {}
    for i, s in ipairs(alive) do blocks[t][i] = s.results[t] end
  end
  return blocks
end

-- The settings by their mean ranks, the best first; p that they do not differ; and the gap
-- from the best rank on that makes one worse.
local function judge(alive, n)
  local blocks = blocks_of(alive, n)
  local f = stats.friedman(blocks)
  for i, s in ipairs(alive) do s.rank = f.ranks[i] end
  local order = table.move(alive, 1, #alive, 1, {})
  table.sort(order, function(a, b)
    if a.rank ~= b.rank then return a.rank < b.rank end
    return a.number < b.number
  end)
  local p, gap = f.p, f.gap
  if #alive == 2 then
    local a, b = {}, {}
    for t = 1, n do a[t], b[t] = blocks[t][1], blocks[t][2] end
    p, gap = stats.wilcoxon(a, b).p, 0
  end
  return order, p, gap
end

-- Who remains: those not clearly worse than the best, and those who have met more seeds.
local function drop(alive, n)
  local order, p, gap = judge(alive, n)
  if p >= ALPHA then return order, p end
  local kept = {}
  for i, s in ipairs(order) do
    local worse = s.rank - order[1].rank > gap
    if not worse or i == 1 or s.met and s.met > n then kept[#kept + 1] = s end
  end
  return kept, p
end

-- ---- racing ------------------------------------------------------------------------------

-- Runs that are missing of the settings on the seeds from first to last.
local function missing(alive, first, last)
  local n = 0
  for _, s in ipairs(alive) do
    for t = first, last do if s.results[t] == nil then n = n + 1 end end
  end
  return n
end

local function fill(alive, first, last, play)
  local todo = {}
  for t = first, last do
    for _, s in ipairs(alive) do
      if s.results[t] == nil then todo[#todo + 1] = { setting = s, seed = t } end
    end
  end
  for i, result in ipairs(play(todo)) do
    todo[i].setting.results[todo[i].seed] = result
  end
end

-- One race within so many runs: who remains, the best first, and the runs it took; nil if
-- it was interrupted.
local function run_race(alive, budget, least, play, tell)
  local used, n = 0, 0
  while #alive > 1 and n < race.seeds_most do
    local last = n == 0 and FIRST or n + 1
    local cost = missing(alive, n + 1, last)
    if n > 0 and (used + cost > budget or #alive <= least) then break end
    fill(alive, n + 1, last, play)
    used, n = used + cost, last
    local before, p = #alive, nil
    alive, p = drop(alive, n)
    tell { first = n == FIRST, seeds = n, before = before, remain = #alive, p = p, best = alive[1] }
  end
  for _, s in ipairs(alive) do s.met = math.max(s.met or 0, n) end
  return alive, used
end

-- Settings of race number j: survivors, and new ones near them; before the first race the
-- script's own and any.
local function gather(about, j, elites, count)
  local fields, rng = about.fields, about.rng
  local list = table.move(elites, 1, #elites, 1, {})
  local new = math.max(1, count - #list)
  about.deviation = j == 1 and 0.5
    or about.deviation * (1 / new) ^ (1 / #fields)
  local loose = 1 - (j - 1) / about.races
  for _ = 1, new do
    local s = fresh(function()
      if j == 1 then return space.draw(fields, rng) end
      return space.near(fields, rng, choose(elites, rng), about.deviation, loose)
    end, about.known, about.sensible)
    if not s then break end
    about.made = about.made + 1
    s.number = about.made
    list[#list + 1] = s
  end
  return list
end

-- about = { fields, budget, rng, play, sensible, tell }: the best setting (without `sets` if
-- it is the script's own), all that remained, and the runs that were paid.
function race.run(about)
  local own = { text = "as the script says", sets = {}, results = {}, number = 0 }
  about.known, about.made, about.races = {}, 0, races_of(about.fields)
  local elites, used, least = { own }, 0, least_of(about.fields)
  for j = 1, about.races do
    local budget = (about.budget - used) // (about.races - j + 1)
    local count = budget // (FIRST + math.min(FIRST, j))
    local list = gather(about, j, elites, math.max(count, #elites + 1))
    about.tell { race = j, races = about.races, settings = #list, old = #elites }
    local alive, paid = run_race(list, budget, least, about.play, about.tell)
    used = used + paid
    elites = table.move(alive, 1, math.min(#alive, least), 1, {})
  end
  return elites[1], elites, used
end

return race
