-- ant.lua -- the ant in Lua callbacks beside the same ant in DEAP, in one run.
--
--     make bench-peers        (needs Debian's python3-deap)
--
-- Both score the same programs: random ones, and those an evolution arrives at.
-- Both must count the same pellets. CPU time of one core, best of three passes.

local evolve = require "ludus.core.evolve"
local rng    = require "ludus.core.rng"
local script = require "ludus.script"

local python = os.getenv "PYTHON" or "/usr/bin/python3"
local experiment = script.load "scripts/ant.lua"
local game = experiment.game

-- Random programs, and the best ones of a short evolution.
local function programs(n)
  local texts, chance = {}, rng.new(1)
  for i = 1, n do texts[i] = evolve.random(experiment.species, chance) end
  local evolution = evolve.new(experiment.species, game, { population = 500, seed = 1,
    threads = 1, cache = 16 })
  evolution:start(false)
  for _ = 1, 20 do evolution:step(experiment:plan()) end
  for i = 1, n do texts[n + i] = evolution:text(i) end
  return texts
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

local function deap(texts)
  local trail, list = os.tmpname(), os.tmpname()
  write(trail, script.source("scripts/ant.lua"):match("trail = %[%[\n(.-)%]%]"))
  local lines = {}
  for i, text in ipairs(texts) do lines[i] = for_deap(text) end
  write(list, table.concat(lines, "\n") .. "\n")
  local pipe = assert(io.popen(("%s tests/peers/ant.py %s %s"):format(python, trail,
    list)))
  local eaten, seconds = {}, nil
  for word in pipe:read("l"):gmatch "%d+" do eaten[#eaten + 1] = tonumber(word) end
  seconds = tonumber(pipe:read "l")
  pipe:close()
  os.remove(trail)
  os.remove(list)
  return eaten, seconds
end

local function ours(texts)
  local read, eaten = {}, {}
  for i, text in ipairs(texts) do read[i] = game:read(text) end
  local start = os.clock()
  for i, p in ipairs(read) do eaten[i] = game:score(p).raw end
  return eaten, os.clock() - start
end

local function measure(name, texts)
  local mine, theirs, agree = math.huge, math.huge, true
  for _ = 1, 3 do
    local a, s = ours(texts)
    local b, t = deap(texts)
    mine, theirs = math.min(mine, s), math.min(theirs, t)
    for i = 1, #texts do agree = agree and a[i] == b[i] end
  end
  print(("%-10s ludus %8.0f/s   deap %8.0f/s   %5.2fx   %s"):format(name,
    #texts / mine, #texts / theirs, theirs / mine,
    agree and "same pellets" or "PELLETS DIFFER"))
  return agree
end

if not os.execute(python .. " -c 'import deap' 2>/dev/null") then
  print "python3-deap is not installed: apt install python3-deap"
  return 0
end
local all = programs(500)
local random, evolved = table.move(all, 1, 500, 1, {}), table.move(all, 501, 1000, 1, {})
local ok = measure("random", random)
return measure("evolved", evolved) and ok and 0 or 1
