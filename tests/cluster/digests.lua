-- digests.lua -- does every way to evolve come to the digest of one process on ranks?
--
--     make cluster-digests [RANKS="2 3"] [WORD=meet]      only rows with the word
--
-- The quick ones of these are in tests/lua/test_cluster.lua, too. Every second number of
-- ranks has two threads each. Each row is also killed on 3 ranks in generation 4, and
-- resumed on 2. Told at the end: runs, digests that differ.
local LUDUS = os.getenv "LUDUS" or "./ludus"
local promises = dofile "tests/lua/promises.lua"
local games = promises.games

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir " .. folder)

-- ---- games of one's own besides those ------------------------------------------------

games.points = { [[ludus.game { minimise = true, cases = ludus.table(40, {
    x = function(i) return (i - 20) / 10 end,
    y = function(i) local x = (i - 20) / 10 return x * x * x - 2 * x + 1 end }),
  rules = "input real x  var real y  constants 1"
    .. " ADD(a, b) { a + b }  SUB(a, b) { a - b }  MUL(a, b) { a * b }"
    .. " score { abs(value - y) }" }]], "ludus.tree { nodes = 60 }" }
games.valley = { 'require "ludus.functions".game "rosenbrock"',
  'ludus.vector { type = "reals", length = 5, min = -5, max = 5 }' }
games.steps = { 'require "ludus.functions".game "sphere"',
  'ludus.vector { type = "reals", length = 5, min = -5, max = 5, steps = 0.1 }' }
games.cart = { "dofile \"scripts/cartpole.lua\".game", "ludus.tree { nodes = 40 }" }
games.duel, games.arms = promises.duels.machine, promises.duels.tree
games.mines = { 'require "ludus.minesweeper".game { rows = 4, cols = 4, mines = 2,\n'
  .. "cases = ludus.fresh(8) }", "ludus.tree { nodes = 60, adfs = { 1 } }" }
games.board = { 'require "ludus.minesweeper".game { rows = 4, cols = 4, mines = 1 }',
  "ludus.tree { nodes = 60, adfs = { 1 } }" }

-- ---- ways to evolve ------------------------------------------------------------------

local rows = {
  -- parents
  { "number", "select = ludus.lexicase { sample = 2 }" },
  { "points", "select = ludus.lexicase { epsilon = 'semi' }" },
  { "points", "select = ludus.lexicase { epsilon = 'dynamic', batch = 4 }, elite = 3" },
  { "board", "select = ludus.lexicase, keep_better = true" },
  { "number", "select = ludus.lexicase { sample = 2, informed = 0.3, every = 2 }" },
  { "points", "weights = 'rare', keep_better = true" },
  { "points", "weights = 'shared', islands = 3" },
  { "number", "weights = { 'stepwise', every = 2 }, elite = 2" },
  { "number", "sharing = { 'cases', radius = 2 }" },
  { "bits", "sharing = { 'program', radius = 9 }, elite = 1" },
  { "number", "sharing = { 'size', 1, radius = 4 }, layers = { 3, gap = 2 }" },
  { "linear", "select = ludus.overselect(), apart = true" },
  { "machine", "select = ludus.universal(), unique = true" },
  { "bits", "select = ludus.truncation(0.3), vary = { { 0.9, ludus.twopoint },"
    .. " { 0.1, ludus.flip } }" },
  { "tree", "select = ludus.tournament(3, { near = 4 }), keep_better = true" },
  { "tree", "select = ludus.tournament(5, { smaller = 1.4 })" },
  { "tree", "select = ludus.tournament(5, { tarpeian = 0.3 })" },
  { "tree", "select = ludus.tournament(5, { covariant = true })" },
  { "tree", "select = function(rng, all) return rng:below(all.count // 2) + 1 end,"
    .. " islands = 2" },
  -- children
  { "points", "vary = { { 0.8, ludus.sizefair }, { 0.1, ludus.homologous },"
    .. " { 0.1, ludus.onepoint } }" },
  { "vector", "brood = { { children = 50, ludus.average }, { children = 11,"
    .. " ludus.gaussian or ludus.average } }" },
  { "steps", "scheme = 'comma', select = ludus.uniform,"
    .. " brood = { { children = 183, ludus.average, ludus.adapt } }" },
  { "tree", "vary = { { 1, function(rng, mother, father) return mother:graft("
    .. "rng:node(mother), father:subtree(rng:node(father))) end } }, elite = 2" },
  { "tree", "limit = { depth = 4 }, elite = 1" },
  { "linear", "limit = { size = 6 }, keep_better = true" },
  { "number", "climb = ludus.point, tries = 3, select = ludus.lexicase" },
  -- who stays
  { "valley", "scheme = 'cma'", 12 },
  { "valley", "scheme = 'cma', restarts = 2, generations = 60", 8 },
  { "valley", "scheme = 'differential'" },
  { "valley", "scheme = 'differential', base = 'best', evaluations = 500" },
  { "vector", "scheme = 'pareto', objectives = { 1, 2 }" },
  { "number", "objectives = 'cases', elite = 2" },
  { "number", "scheme = 'map', map = { { 'size', 1, 30, 8 }, { 1, 0, 10, 4 } }" },
  { "vector", "scheme = 'map', map = { { 1, 0, 1, 6 }, { 2, 0, 4, 6 } },"
    .. " select = ludus.lexicase" },
  { "number", "novelty = { 1, 2, near = 3, add = 0.2, archive = 20 }, elite = 2" },
  { "vector", "novelty = { 1, 2, near = 3, add = 0.5 }, scheme = 'plus'" },
  { "number", "keep_better = true, niche = ludus.niche { near = 5, score = 2, steps = 1 }" },
  { "tree", "scheme = 'crowding', children = 9, crowd = 5" },
  { "tree", "scheme = 'plus', unlike = true, young = true" },
  -- where
  { "linear", "islands = { 3, migrate = 2, every = 2, settings ="
    .. " { [2] = { select = ludus.tournament(2), elite = 3 } } }" },
  { "number", "islands = { 3, migrate = 1, every = 1 }, select = ludus.lexicase" },
  { "points", "islands = { 5, route = 'complete', every = 1 }, keep_better = true" },
  { "number", "islands = 2, scheme = 'pareto', objectives = { 'score', 'size' }" },
  { "bits", "layers = { 3, gap = 2 }, elite = 1, select = ludus.tournament(3)" },
  { "number", "layers = { 4, gap = 2 }, select = ludus.lexicase" },
  { "tree", "layers = { 5, gap = 3, growth = 'polynomial' }, elite = 1" },
  -- meetings
  { "duel", "meet = { 4, hall = 2 }" },
  { "duel", "meet = 'all', elite = 2, keep_better = true" },
  { "duel", "meet = { 'swiss', rounds = 3 }, scheme = 'plus'" },
  { "arms", "meet = { 5, shared = true }, evaluations = 400" },
  { "duel", "meet = { 3, hall = 2, sides = true, shared = true }, islands = { 2, every = 0 }" },
  -- fresh cases, stages
  { "mines", "keep_better = true" },
  { "mines", "elite = 4, select = ludus.lexicase" },
  { "mines", "scheme = 'plus', islands = 3" },
  { "fresh", "scheme = 'steady', children = 12" },
  { "cart", "test = { dofile 'scripts/cartpole.lua'.game, every = 2 }" },
  { "number", "schedule = function(run) for _ = 1, 3 do run:evolve(2) run:restart() end end" },
  { "number", [[schedule = function(run) run:evolve(2)
    run:set { select = ludus.lexicase, islands = 3 } run:evolve(2)
    run:set { scheme = 'crowding', islands = 1, select = ludus.tournament(2) } run:evolve(2)
    run:set { scheme = 'plus', keep_better = false } run:evolve(2) end]] },
  { "rivals", "measures = { twice = function(s) return 2 * s.raw end }, stalled = 4" },
}

local function shell(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read "a"
  pipe:close()
  return text
end

local count, wrong, compared = 0, 0, 0

local function mpirun(ranks)
  return ("mpirun --allow-run-as-root --oversubscribe --bind-to none "
    .. "--mca mpi_yield_when_idle 1 --mca orte_tmpdir_base %s -n %d"):format(folder, ranks)
end

local function digest_of(path, start, words)
  count = count + 1
  local text = shell(("%s %s run %s %s --store %s/%d.db"):format(start, LUDUS, path, words,
    folder, count))
  return text:match "digest (%x+)", text
end

local function check(row, how, own, want, text)
  compared = compared + 1
  if own == want then return end
  wrong = wrong + 1
  print(("%s: %s\n  %s: digest %s, expected %s\n%s"):format(row[1], row[2], how,
    tostring(own), want, own and "" or text))
end

local function write_script(path, row, more)
  local game = games[row[1]]
  local file = assert(io.open(path, "w"))
  file:write(("local ludus = require 'ludus'\nlocal game = %s\nreturn ludus.experiment { "
    .. "game = game, program = %s,\npopulation = %d, generations = 7, stop = ludus.never, "
    .. "%s%s }\n"):format(game[1], game[2], row[3] or 61, row[2], more))
  file:close()
end

-- One or more of three ranks kill themselves; two go on.
local function kill_and_resume(path, row, want)
  write_script(path, row, (", on_generation = function(run) %s end"):format(promises.death(
    path .. ".killed", 4)))
  digest_of(path, mpirun(3), "--cluster --threads 1 --checkpoint 0")
  local text = shell(("%s %s resume 1 --cluster --threads 1 --store %s/%d.db"):format(
    mpirun(2), LUDUS, folder, count))
  check(row, "killed on 3 ranks, resumed on 2", text:match "digest (%x+)", want, text)
end

local function compare(number, row)
  local path = ("%s/row%d.lua"):format(folder, number)
  write_script(path, row, "")
  local want, said = digest_of(path, "", "--threads 1")
  if not want then
    wrong = wrong + 1
    print(("%s: %s\n%s"):format(row[1], row[2], said))
    return
  end
  local threads = 1
  for ranks in (os.getenv "RANKS" or "2 3"):gmatch "%d+" do
    local own, text = digest_of(path, mpirun(ranks), "--cluster --threads " .. threads)
    threads = 3 - threads
    check(row, ("on %s ranks"):format(ranks), own, want, text)
  end
  kill_and_resume(path, row, want)
end

local word = os.getenv "WORD" or ""
for number, row in ipairs(rows) do
  if (row[1] .. " " .. row[2]):find(word, 1, true) then compare(number, row) end
end
os.execute("rm -rf " .. folder)
print(("%d runs compared, %d wrong"):format(compared, wrong))
return wrong == 0 and 0 or 1
