-- test_kills.lua -- runs of every kind are killed (SIGKILL) at random moments and gone on
-- with, again and again: each must come to the digest of the run that was left alone.
--
-- `make kills KILLS=1000` kills so often; `make test` a few times. SEED says when, KIND
-- which of them, by a word of its name.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

local wanted = math.tointeger(tonumber(os.getenv "KILLS" or "")) or 16
local loud = os.getenv "KILLS" ~= nil
local rng = ludus.rng(math.tointeger(tonumber(os.getenv "SEED" or "")) or 1)
local folder, write = check.folder()

-- ---- runs of every kind ---------------------------------------------------------------

-- What follows `local ludus = require "ludus"`; each takes some tenths of a second.
local scripts = {
  { "trees of a game in C", [[
return ludus.experiment { game = require "ludus.minesweeper".game {}, elite = 1,
  program = ludus.tree { adfs = { 3, 2, 1 } }, population = 150, generations = 60,
  stop = ludus.never }]] },
  { "trees of a game in Lua", [[
return ludus.experiment { program = ludus.tree { nodes = 30 }, population = 100,
  generations = 60, stop = ludus.never, game = ludus.game { cases = { 1, 2, 3 },
    constants = { 1, 2 }, primitives = { X = { 0, function(s) return s end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(s, v) return -math.abs(v - 7 * s - math.random(3)) end } }]] },
  { "trees of rules", [[
return ludus.experiment { program = ludus.tree { nodes = 40 }, population = 200,
  generations = 80, stop = ludus.never, game = ludus.game { budget = 60, max = 50,
    rules = "var x, y  STEP { x = x + 1 }  TURN { y = y + x } "
      .. "IF(a?, b?) { if x < y { a } else { b } }  score { if y > 50 { 50 } else { y } }" } }
]] },
  { "linear programs", [[
return ludus.experiment { program = ludus.linear {}, vary = ludus.linear.operators(),
  population = 100, generations = 60, stop = ludus.never, game = ludus.game {
    program = "linear", cases = { 1, 2 }, budget = 40, blocks = { { "Main", 6 } },
    registers = { "x" }, instructions = { { "Step", function(s) s.x = s.x + 1 end },
      { "Twice", function(s) s.x = s.x * 2 % 97 end },
      { "IfOdd", test = function(s) return s.x % 2 == 1 end } },
    start = function(case) return { x = case } end,
    score = function(s) return s.x end } }]] },
  { "machines", [[
return ludus.experiment { game = require "ludus.ipd".game { turns = 30 },
  program = ludus.machine { states = 16, first = { 1, 8 } }, population = 200,
  vary = require "ludus.machine".operators(0.2), generations = 60, stop = ludus.never }]] },
  { "vectors", [[
return ludus.experiment { game = require "ludus.functions".game "rastrigin",
  program = ludus.vector { type = "reals", length = 10, min = -5, max = 5 },
  vary = { { 0.5, ludus.blend }, { 0.5, ludus.gaussian } }, population = 200,
  generations = 80, stop = ludus.never }]] },
  { "a schedule and functions of a script", [[
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game { rows = 4, cols = 4 }, population = 150,
  program = ludus.tree { nodes = 40 }, generations = 60, stop = ludus.never,
  select = function(rng, all) return rng:range(1, all.count) end,
  schedule = function(run)
    run:evolve(20)
    run:set { game = mines.game { rows = 5, cols = 5 } }
    run:evolve(30)
  end }]] },
  { "the score kept in a cache, no two alike", [[
return ludus.experiment { game = require "ludus.minesweeper".game { rows = 4, cols = 4 },
  program = ludus.tree { adfs = { 1 } }, population = 200, generations = 60, unique = true,
  keep_better = true, select = ludus.tournament(4, { near = 20 }), cache = 10,
  stop = ludus.never }]] },
  { "pairs bred by parts, as a genetic algorithm", [[
local puzzle = require "ludus.puzzle"
local e = puzzle.paper(puzzle.game {}, { population = 35 })
e.generations, e.target = 400, -1
return require "ludus.ga".experiment(e)]] },
  { "lexicase, a fitness, measures and fresh cases", [[
return ludus.experiment { game = require "ludus.minesweeper".game { rows = 4, cols = 4,
    mines = 2, cases = ludus.fresh(12) }, select = ludus.lexicase { sample = 6 },
  program = ludus.tree { nodes = 40 }, population = 80, generations = 40,
  stop = ludus.never,
  fitness = function(case) return case.raw - case.steps / 1000 end,
  measures = { half = function(score) return score.raw / 2 end } }]] },
  { "rules on the columns of a table", [[
local data = ludus.table(200, { x = function(i) return i / 100 end,
  y = function(i) return (i / 100) ^ 2 + 1 end })
return ludus.experiment { program = ludus.tree { nodes = 40 }, population = 200,
  generations = 60, stop = ludus.never, game = ludus.game { cases = data, target = "y",
    minimise = true, rules = "input real x  var real target  ADD(a, b) { a + b } "
      .. "MUL(a, b) { a * b }  score { abs(value - target) }" } }]] },
  { "machines of three moves", [[
local beats = { rock = "scissors", paper = "rock", scissors = "paper" }
return ludus.experiment { program = ludus.machine { states = 6 }, population = 60,
  vary = require "ludus.machine".operators(0.2), generations = 40, stop = ludus.never,
  game = ludus.game { program = "machine", alphabet = { "rock", "paper", "scissors" },
    cases = { 1, 2, 3 }, budget = 20,
    start = function(case) return { n = case, won = 0 } end,
    turn = function(s, move)
      local other = ({ "rock", "paper", "scissors" })[s.n % 3 + 1]
      s.n = s.n * 5 + 1
      if beats[move] == other then s.won = s.won + 1 end
      return other
    end,
    score = function(s) return s.won end } }]] },
  { "islands", [[
return ludus.experiment { game = require "ludus.minesweeper".game { rows = 4, cols = 4 },
  program = ludus.tree { nodes = 40 }, population = 120, generations = 50,
  stop = ludus.never, islands = { 4, migrate = 3, every = 5, route = "torus",
    settings = { [2] = { select = ludus.lexicase }, [3] = { elite = 1 } } } }]] },
  { "a study of two runs and a genetic algorithm", [[
return ludus.study { name = "two", run = function(s)
  local function part(size)
    return ludus.evolve({ game = require "ludus.minesweeper".game { rows = size, cols = size },
      program = ludus.tree { nodes = 40 }, population = 150, generations = 30,
      stop = ludus.never }, s).digest
  end
  local first, second = part(4), part(5)
  local best = s.step("vectors", function()
    local r = require "ludus.ga".run { game = require "ludus.functions".game "trap",
      program = ludus.vector { type = "bits", length = 40 }, population = 60,
      vary = { { "twopoint" }, { "flip" } }, generations = 300, threads = 1, seed = s.seed }
    return { program = tostring(r.program), evaluations = r.evaluations }
  end)
  return { digest = first .. second .. ("%x"):format(best.evaluations) }
end }]] },
}

-- What is new.
local new = {
  { "Hanabi by orders, in a race of tries", [[
return ludus.experiment { game = require "ludus.hanabi".game { players = 3,
    cases = ludus.fresh(10), partners = { "iggi", "piers" } }, program = ludus.vector {},
  population = 40, vary = { { 1, ludus.uniform } }, solved = ludus.never,
  schedule = ludus.race { first = 400, last = 1600 }, generations = 80 }]] },
  { "moves that trees rate", [[
return ludus.experiment { program = ludus.tree { nodes = 20 }, population = 60,
  generations = 40, stop = ludus.never, game = ludus.game { rates = true, repeats = true,
    cases = { { 3, 4 }, { 2, 5 } }, max = 1, rivals = { "RPB (LEFT)" },
    start = function(case) return { heaps = { case[1], case[2] } } end,
    primitives = { LEFT = { 0, function(s) return s.move.left end },
      OTHER = { 0, function(s) return s.heaps[3 - s.move.heap] end },
      SUB = { 2, function(_, a, b) return a - b end },
      MUL = { 2, function(_, a, b) return a * b % 97 end } },
    moves = function(s)
      local list = {}
      for i = 1, 2 do
        for left = 0, s.heaps[i] - 1 do
          list[#list + 1] = { left, { heap = i, left = left } }
        end
      end
      return list
    end,
    turn = function(s, move, player) s.heaps[move.heap], s.last = move.left, player end,
    done = function(s) return s.heaps[1] + s.heaps[2] == 0 end,
    score = function(s, _, _, me) return s.last == me and 1 or 0 end } }]] },
  { "lexicase by a cache of cases, written shorter", [[
return ludus.experiment { program = ludus.tree { nodes = 60 }, population = 150,
  generations = 60, stop = ludus.never, select = ludus.lexicase, cache = 8,
  vary = { { 0.6, ludus.crossover }, { 0.2, ludus.subtree }, { 0.2, ludus.simplify } },
  game = ludus.game { max = 1, cases = (function()
      local rows = {}
      for i = 0, 15 do
        rows[i + 1] = { p = i & 1 > 0, q = i & 2 > 0, r = i & 4 > 0, s = i & 8 > 0,
          want = i * 7 % 3 == 0 }
      end
      return rows
    end)(), rules = "input truth p, q, r, s  var truth want  AND(a, b) { a and b }  "
      .. "OR(a, b) { a or b }  NOT(a) { not a }  IF(t, a, b) { if t { a } else { b } }  "
      .. "score { value == want }" } }]] },
  { "strategies of Othello", [[
return ludus.experiment { game = require "ludus.othello".game { program = "strategy",
    openings = ludus.fresh(3), plies = 6, teachers = { "random", "squares" }, depth = 1 },
  program = ludus.tree { nodes = 40 }, population = 40, generations = 12,
  stop = ludus.never }]] },
  { "sweeps over Minesweeper, beginning anew", [[
return ludus.experiment { game = require "ludus.minesweeper".game { rows = 5, cols = 5,
    mines = 4, cases = ludus.fresh(20), sweep = true, num_marked = -1, first = "safe",
    extras = { "MORE", "OWN", "OTHER", "REST", "SHUT", "MRKOWN", "UNCOWN" } },
  program = ludus.tree { nodes = 40 }, population = 80, generations = 40, stop = ludus.never,
  select = ludus.lexicase { sample = 8 }, cache = 8 }]] },
}

-- Kinds of search that have tests of their own for this; only where many kills are asked.
local more = {
  { "islands of several schemes", [[
return ludus.experiment { game = require "ludus.functions".game "trap",
  program = ludus.vector { type = "bits", length = 60 }, population = 120,
  generations = 60, stop = ludus.never, brood = { { children = 30, "uniform", "flip" } },
  scheme = "plus", islands = { 4, migrate = 2, every = 3, replace = "random",
    settings = { [2] = { scheme = "steady" }, [3] = { scheme = "crowding" } } } }]] },
  { "a map of elites", [[
return ludus.experiment { game = require "ludus.minesweeper".game { rows = 4, cols = 4 },
  program = ludus.tree { nodes = 40 }, population = 100, generations = 50,
  stop = ludus.never, scheme = "map", map = { { "size", 1, 41, 8 }, { "steps", 0, 900, 6 } } }]] },
  { "novelty with an archive", [[
return ludus.experiment { game = require "ludus.functions".game "rastrigin",
  program = ludus.vector { type = "reals", length = 4, min = -5, max = 5 },
  vary = { { 0.5, ludus.blend }, { 0.5, ludus.gaussian } }, population = 60,
  generations = 60, stop = ludus.never, novelty = { "score",
    function(p) return p.program[1] end, near = 5, add = 0.2, archive = 50 } }]] },
  { "several objectives", [[
return ludus.experiment { game = require "ludus.functions".game "zdt1", scheme = "pareto",
  program = ludus.vector { type = "reals", length = 6 }, population = 60,
  generations = 60, stop = ludus.never, objectives = "cases",
  brood = { { children = 60, { ludus.sbx, chance = 0.9 }, ludus.polynomial } } }]] },
  { "a distribution, with restarts", [[
return ludus.experiment { game = require "ludus.functions".game "rastrigin",
  program = ludus.vector { type = "reals", length = 6, min = -5, max = 5 },
  scheme = "cma", population = 8, restarts = 4, generations = 900, stop = ludus.never,
  solved = ludus.never }]] },
  { "differences of vectors", [[
return ludus.experiment { game = require "ludus.functions".game "rosenbrock",
  program = ludus.vector { type = "reals", length = 6, min = -5, max = 5 },
  scheme = "differential", population = 60, generations = 200, stop = ludus.never,
  solved = ludus.never }]] },
  { "programs that meet each other and a hall", [[
return ludus.experiment { program = ludus.tree { nodes = 20 }, population = 24,
  generations = 30, stop = ludus.never, meet = { 3, hall = 4 },
  game = ludus.game { cases = { 1, 2 }, max = 2, budget = 60, repeats = true,
    constants = { 0, 1 }, start = function(case) return { n = case, turns = 0, 0, 0 } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      SEEN = { 0, function(s) return s[3 - s.player] end } },
    turn = function(s, value, player)
      s[player], s.turns = (s[player] + value) % 11, s.turns + 1
    end,
    done = function(s) return s.turns >= 6 end,
    score = function(s, _, _, me) return s[me] > s[3 - me] and 2 or 0 end } }]] },
  { "niches and beginning again", [[
return ludus.experiment { game = require "ludus.minesweeper".game { rows = 4, cols = 4 },
  program = ludus.tree { nodes = 40 }, population = 150, solved = ludus.never,
  keep_better = true, niche = ludus.niche { near = 9 }, schedule = function(run)
    for _ = 1, 4 do
      run:evolve(12)
      run:restart()
    end
  end }]] },
  { "machines by rules", [[
return ludus.experiment { program = ludus.machine { states = 6 }, population = 200,
  vary = require "ludus.machine".operators(0.2), generations = 80, stop = ludus.never,
  game = ludus.game { alphabet = { "rock", "paper", "scissors" }, repeats = 20, max = 20,
    cases = { { n = 1 }, { n = 2 }, { n = 4 } }, rules = "var n, points  turn { "
      .. "if wrap(value + 1, 3) == wrap(n, 3) { points = points + 1 }  "
      .. "n = wrap(n * 5 + 1, 97)  wrap(n, 3) }  score { points }" } }]] },
}
if loud then
  table.move(more, 1, #more, #scripts + 1, scripts)
  table.move(new, 1, #new, #scripts + 1, scripts)
end

-- ---- killing --------------------------------------------------------------------------

local function digest(text) return text:match '"digest":"(%x+)"' end

-- Run 1 of the store: nil if there is none yet, or no store, or no table in it.
local function stored(path)
  if system.exists(path) ~= "file" then return nil end
  local ok, row = pcall(function()
    local store = stores.open(path, "read")
    local run = select(2, pcall(store.get_run, store, 1))
    store:close()
    return type(run) == "table" and run.status and run
  end)
  return ok and row or nil
end

-- Kills and goes on until it has been killed `times` times or has ended: the digest it
-- comes to, and how often it was killed.
local function hunted(path, db, times, seconds)
  local kills = 0
  os.execute("rm -f " .. db .. "*")
  while kills < times do
    local row = stored(db)
    if row and row.status == "finished" then break end
    local _, err, status = check.run(('timeout -s KILL %.4f "$LUDUS" %s --checkpoint 0 '
      .. '--quiet --threads %d --store %s'):format(0.01 + seconds * rng:real(),
      row and "resume 1" or "run " .. path, rng:range(1, 3), db))
    if status == 137 then kills = kills + 1
    elseif status ~= 0 then return err, kills end
  end
  local row = stored(db)
  local out, err = check.run(('"$LUDUS" %s --json --threads 2 --store %s')
    :format(row and "resume 1" or "run " .. path, db))
  row = stored(db)
  return digest(out) or row and row.digest or err, kills
end

local chosen, kinds = {}, {}
for _, script in ipairs(scripts) do
  if script[1]:find(os.getenv "KIND" or "", 1, true) then chosen[#chosen + 1] = script end
end
for i, script in ipairs(chosen) do
  local path = write("kind" .. i .. ".lua", 'local ludus = require "ludus"\n' .. script[2])
  local db = folder .. "/" .. i .. ".db"
  local begun = system.clock()
  local out, err = check.run(('"$LUDUS" run %s --json --checkpoint 0 --threads 1 --store %s')
    :format(path, db))
  kinds[i] = { name = script[1], path = path, db = db, want = digest(out), kills = 0,
    seconds = system.clock() - begun, runs = 0, wrong = 0 }
  check.ok(script[1] .. ": a digest to begin with " .. err, kinds[i].want)
end

local done, at, times = 0, 0, math.min(8, (wanted - 1) // #kinds + 1)
while done < wanted do
  at = at % #kinds + 1
  local kind = kinds[at]
  local got, kills = hunted(kind.path, kind.db, times, kind.seconds / 4)
  done, kind.kills, kind.runs = done + kills, kind.kills + kills, kind.runs + 1
  if got ~= kind.want then
    kind.wrong = kind.wrong + 1
    check.equal(kind.name .. ": the same digest", got, kind.want)
  end
  local _, _, status = check.run('"$LUDUS" runs --check --store ' .. kind.db)
  check.equal(kind.name .. ": the store is sound", status, 0)
end

for _, kind in ipairs(kinds) do
  check.equal(kind.name .. ": runs that came to another digest", kind.wrong, 0)
  if loud then print(("%-45s %4d kills, %3d runs, %d wrong"):format(kind.name, kind.kills,
    kind.runs, kind.wrong)) end
end
if loud then print(("%d kills in all"):format(done)) end

os.execute("rm -rf " .. folder)
return check.done()
