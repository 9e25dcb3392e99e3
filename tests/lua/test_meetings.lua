-- test_meetings.lua -- programs that are scored by meeting each other: the same run on any
-- number of threads, killed and resumed, for every kind of program; scores as the plain
-- definition gives them; and settings that make no sense.

local check    = dofile "tests/lua/check.lua"
local functions = require "ludus.functions"
local ludus    = require "ludus"
local promises = dofile "tests/lua/promises.lua"
local runs     = require "ludus.run"

for _, way in ipairs {
  { "tree", "meet = 4, elite = 2" },
  { "tree", 'meet = { 3, hall = 5, shared = true }, scheme = "plus"' },
  { "tree", "meet = { 4, sides = true, hall = 3 }, keep_better = true" },
  { "linear", 'meet = { "swiss", rounds = 3, hall = 2 }, population = 29' },
  { "linear", 'meet = "all", population = 9, islands = 2' },
  { "machine", "meet = { 6, shared = true }, schedule = function(run) "
    .. "run:evolve(3) run:restart() run:evolve(9) end" },
  { "machine", "meet = { 2, sides = true }, islands = { 2, every = 0, settings = "
    .. "{ [2] = { select = ludus.tournament(2), elite = 1 } } }" },
  { "vector", 'meet = { 5, hall = 2 }, scheme = "differential"' },
  { "vector", 'meet = 5, objectives = { "score", function(p) return p.program[1] end }, '
    .. 'scheme = "pareto"' },
} do
  promises.kept(check, way[1], way[2])
end
promises.kept(check, "vector", 'meet = { 3 }, scheme = "cma"', false)

-- ---- what a meeting gives ----------------------------------------------------------

-- Numbers of 0 to 9, of which the greater wins; the first program of a generation is told by
-- its own.
local function numbers(more)
  local fields = { program = "vector", genes = { type = "integers", length = 1, min = 0,
    max = 9 }, cases = 1, max = 1, repeats = true,
    start = function() return {} end,
    turn = function(s, v, player) s[player] = v[1] end,
    done = function(s) return s[1] ~= nil and s[2] ~= nil end,
    score = function(s, _, _, me)
      return s[me] > s[3 - me] and 1 or s[me] == s[3 - me] and 0.5 or 0
    end }
  for name, value in pairs(more or {}) do fields[name] = value end
  return ludus.game(fields)
end

local ten = {}
for i = 1, 10 do ten[i] = ("(%d)"):format(i - 1) end

local function first(meet, more)
  local fields = { game = numbers(), population = 10, generations = 1, plant = ten,
    program = ludus.vector { type = "integers", length = 1, min = 0, max = 9 }, meet = meet }
  for name, value in pairs(more or {}) do fields[name] = value end
  return runs.new(ludus.experiment(fields), { seed = 1, threads = 1 }):execute()
end

local all = first "all".evolution
for i = 1, 10 do
  check.equal("everyone meets everyone", all:score(i).raw, (i - 1) / 9)
  check.near("and misses the rest", all:score(i).standardized, 1 - (i - 1) / 9, 1e-12)
end

-- Whoever beats the number k shares it with 9 - k others; ten numbers, each met once.
local shared = first({ "all", shared = true }).evolution
for i = 1, 10 do
  local mine = 0
  for k = 0, i - 2 do mine = mine + 1 / (9 - k) end
  check.near("what is gained is shared", shared:score(i).standardized, 9 - mine, 1e-12)
  check.equal("the raw score is as it was", shared:score(i).raw, (i - 1) / 9)
end

-- On two sides the numbers 0 to 4 meet 5 to 9 alone.
local sides = first({ "all", sides = true }).evolution
for i = 1, 10 do
  check.equal("two sides meet each other", sides:score(i).raw, i > 5 and 1 or 0)
end

-- After four rounds of a Swiss tournament the best has won all, the worst none.
local swiss = first({ "swiss", rounds = 4 }).evolution
local sum = 0
for i = 1, 10 do sum = sum + swiss:score(i).raw end
check.near("every round gives a point for two", sum, 5, 1e-12)
check.equal("the best wins every round", swiss:score(10).raw, 1)
check.equal("the worst none", swiss:score(1).raw, 0)

-- Whoever meets the number k gains 2^k: nobody meets anyone twice but the last two of the
-- table, who have nobody else left.
local known = first({ "swiss", rounds = 3 }, { game = numbers { max = 1024,
  score = function(s, _, _, me) return 2 ^ s[3 - me] end } }).evolution
for i = 3, 10 do
  local met, n = math.tointeger(3 * known:score(i).raw), 0
  for k = 0, 9 do n = n + (met >> k & 1) end
  check.equal(("the number %d meets three others"):format(i - 1), n, 3)
end

-- The hall holds the best of each generation: whoever meets one other and three of the hall
-- wins against one of them at most, since all of the hall are nines.
local hall = ludus.evolve({ game = numbers(), population = 10, plant = ten, generations = 4,
  program = ludus.vector { type = "integers", length = 1, min = 0, max = 9 },
  vary = { { 1, ludus.copy } }, meet = { 1, hall = 3 } }, { seed = 2, threads = 1 })
check.equal("nobody beats a hall of nines", hall.stats.raw <= 0.625, true)

-- A number falls by one from mother to child: after nines and eights there are sevens alone,
-- who tie with each other and lose to both of the hall.
local nines, reader = {}, numbers()
for i = 1, 6 do nines[i] = "(9)" end
local falling = ludus.evolve({ game = numbers(), population = 6, plant = nines,
  generations = 3, program = ludus.vector { type = "integers", length = 1, min = 0, max = 9 },
  vary = { { 1, function(_, m) return reader:read(("(%d)"):format(m[1] - 1)) end } },
  meet = { 1, hall = 2 } }, { seed = 2, threads = 1 })
check.equal("they are sevens", falling:best(), "(7)\n")
check.near("they meet all of the hall", falling.stats.raw, 0.5 / 3, 1e-12)

-- A yardstick is measured beside it.
local test = ludus.evolve({ game = numbers(), population = 10, generations = 5,
  program = ludus.vector { type = "integers", length = 1, min = 0, max = 9 },
  vary = { { 1, ludus.reset } }, meet = 4, test = { numbers { rivals = { "(4)" } },
    every = 1 } }, { seed = 3, threads = 1 })
check.ok("a fixed rival", test.stats.measures.test <= 2 and test.test.raw <= 2)

-- ---- what makes no sense -----------------------------------------------------------

local function refused(name, fields, message)
  check.refused(name, function()
    fields.game = fields.game or numbers()
    fields.program = fields.program
      or ludus.vector { type = "integers", length = 1, min = 0, max = 9 }
    fields.population = 20
    return ludus.experiment(fields)
  end, "ludus.experiment: field 'meet': " .. message)
end
local what = "expected 1 to 10000 others, 'all', 'swiss', or { one of them, rounds =, "
  .. "hall =, shared =, sides = }, got "
refused("nobody", { meet = 0 }, what .. "0")
refused("too many", { meet = 10001 }, what .. "10001")
refused("a misspelt word", { meet = "al" }, what .. "'al'")
refused("a misspelt field", { meet = { 3, hal = 2 } },
  "unknown field 'hal'; did you mean 'hall'?")
refused("a hall too large", { meet = { 3, hall = 1001 } },
  "field 'hall': expected 0 to 1000, got 1001")
refused("rounds of no tournament", { meet = { 3, rounds = 2 } }, "only 'swiss' has rounds")
refused("a tournament of two sides", { meet = { "swiss", sides = true } },
  "a Swiss tournament has one side")
refused("a shared tournament", { meet = { "swiss", shared = true } },
  "a Swiss tournament has no shared scoring")
refused("three sides", { meet = { 3, sides = true }, islands = 3 },
  "two sides are two islands without travellers, islands = { 2, every = 0 }")
refused("a game without meetings", { meet = 3, game = functions.game "sphere",
  program = ludus.vector { type = "reals", length = 3, min = 0, max = 1 } },
  "programs of functions do not meet; programs meet in games for two of one's own, in Lua "
    .. "or by rules")
refused("a game with rivals", { meet = 3, game = numbers { rivals = { "(3)" } } },
  "the game has rivals already")
refused("errors that are shared", { meet = { 3, shared = true },
  game = ludus.game { program = "vector", cases = 1, minimise = true,
    genes = { type = "integers", length = 1, min = 0, max = 9 },
    score = function(_, v) return v[1] end } },
  "what is shared is gained, but scores of this game are errors")
refused("cases", { meet = 3, select = ludus.lexicase },
  "programs that meet each other have no cases to be chosen by")
check.refused("a climb", function()
  return ludus.experiment { game = numbers(), meet = 3, population = 5,
    program = ludus.vector { type = "integers", length = 1, min = 0, max = 9 },
    climb = ludus.reset }
end, "ludus.experiment: field 'climb': not where programs meet each other")
for _, change in ipairs { { "set", "run:set: 'game' cannot be changed where programs meet "
  .. "each other" }, { "plant", "run:plant: programs that meet each other have no score of "
  .. "their own" } } do
  local _, why = pcall(function()
    ludus.evolve({ game = numbers(), meet = 3, population = 5, generations = 2,
      program = ludus.vector { type = "integers", length = 1, min = 0, max = 9 },
      schedule = function(run)
        if change[1] == "set" then run:set { game = numbers() }
        else run:plant(1, "(3)") end
      end }, { threads = 1 })
  end)
  check.equal("no " .. change[1], tostring(why):match "run:[^\n]*", change[2])
end

check.done()
