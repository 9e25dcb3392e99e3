-- ant.lua -- the ant in Lua callbacks beside the same ant in DEAP, in one run.
--
--     make bench-peers        (needs Debian's python3-deap)
--
-- Both score the same programs: random ones, and those an evolution arrives at;
-- both must count the same pellets. Then each makes a run of its own: what is bred
-- and scored, by the second. CPU time of one core, best of some passes.

local evolve  = require "ludus.core.evolve"
local rng     = require "ludus.core.rng"
local santafe = require "ludus.santafe"
local script  = require "ludus.script"

local python = os.getenv "PYTHON" or "/usr/bin/python3"
local experiment = script.load "scripts/ant.lua"
local game = experiment.game

local PASSES, PROGRAMS = 5, 500
local RUNS, POPULATION, GENERATIONS = 3, 500, 21

local function evolved()
  local evolution = evolve.new(experiment.species, game, { population = POPULATION,
    seed = 1, threads = 1, cache = 16 })
  evolution:start(false)
  for _ = 2, GENERATIONS do evolution:step(experiment:plan()) end
  return evolution
end

-- Random programs, and the last ones of a short evolution.
local function programs()
  local random, last, chance = {}, {}, rng.new(1)
  for i = 1, PROGRAMS do random[i] = evolve.random(experiment.species, chance) end
  local evolution = evolved()
  for i = 1, PROGRAMS do last[i] = evolution:text(i) end
  return random, last
end

-- RPB (PROGN2 (LEFT) (MOVE)) -> PROGN2(LEFT,MOVE)
local function for_deap(text)
  local words = {}
  local function tree(at)
    local name, rest = text:match("^%s*%(%s*([%w_]+)%s*()", at)
    words[#words + 1] = name
    local first = true
    while text:find("^%s*%(", rest) do
      words[#words + 1] = first and "(" or ","
      first = false
      rest = tree(rest)
    end
    if not first then words[#words + 1] = ")" end
    return (select(2, assert(text:find("^%s*%)", rest)))) + 1
  end
  tree(text:find("%("))
  return table.concat(words)
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

-- What ant.py prints: its first line, and the seconds it took.
local function deap(words)
  local trail = os.tmpname()
  write(trail, santafe.trail)
  local pipe = assert(io.popen(("%s tests/peers/ant.py %s %s"):format(python, trail,
    words)))
  local line, seconds = pipe:read "l", tonumber(pipe:read "l")
  pipe:close()
  os.remove(trail)
  return line, seconds
end

local function theirs(texts)
  local list, lines, eaten = os.tmpname(), {}, {}
  for i, text in ipairs(texts) do lines[i] = for_deap(text) end
  write(list, table.concat(lines, "\n") .. "\n")
  local line, seconds = deap(list)
  os.remove(list)
  for word in line:gmatch "%d+" do eaten[#eaten + 1] = tonumber(word) end
  return eaten, seconds
end

local function ours(texts)
  local read, eaten = {}, {}
  for i, text in ipairs(texts) do read[i] = game:read(text) end
  local start = os.clock()
  for i, p in ipairs(read) do eaten[i] = game:score(p).raw end
  return eaten, os.clock() - start
end

local function report(name, count, mine, other, note)
  print(("%-10s ludus %8.0f/s   deap %8.0f/s   %5.2fx   %s"):format(name,
    count / mine, count / other, other / mine, note))
end

local function same(name, texts)
  local mine, other, agree = math.huge, math.huge, true
  for _ = 1, PASSES do
    local a, s = ours(texts)
    local b, t = theirs(texts)
    mine, other = math.min(mine, s), math.min(other, t)
    for i = 1, #texts do agree = agree and a[i] == b[i] end
  end
  report(name, #texts, mine, other, agree and "same pellets" or "PELLETS DIFFER")
  return agree
end

local function whole()
  local mine, other = math.huge, math.huge
  for _ = 1, RUNS do
    local start = os.clock()
    evolved()
    mine = math.min(mine, os.clock() - start)
    local _, seconds = deap(("run %d %d"):format(POPULATION, GENERATIONS - 1))
    other = math.min(other, seconds)
  end
  report("whole run", POPULATION * GENERATIONS, mine, other,
    ("%d programs, %d generations"):format(POPULATION, GENERATIONS))
end

if not os.execute(python .. " -c 'import deap' 2>/dev/null") then
  print "python3-deap is not installed: apt install python3-deap"
  return 0
end
local random, last = programs()
local ok = same("random", random)
ok = same("evolved", last) and ok
whole()
return ok and 0 or 1
