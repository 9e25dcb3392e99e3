-- One run on several ranks: the same digest, whatever happens to them. Where there is no
-- Open MPI, or the module was not built, only what is said without it.
local check = dofile "tests/lua/check.lua"

local folder, write = check.folder()
local _, out, err, status

local game = [[ludus.game { cases = { 1, 2, 3, 4 }, constants = { 1, 2, 3 },
  minimise = true, primitives = { X = { 0, function(s) return s end },
    ADD = { 2, function(_, a, b) return a + b end },
    MUL = { 2, function(_, a, b) return a * b % 1000 end },
    SUB = { 2, function(_, a, b) return a - b end } },
  score = function(s, value) return math.abs(value - 137 * s) end }]]

-- An experiment that stops at nothing.
local function script(name, fields)
  return write(name .. ".lua", ("local ludus = require 'ludus'\nlocal game = %s\n"
    .. "return ludus.experiment { game = game, program = ludus.tree { nodes = 40 },\n"
    .. "population = 61, generations = 6, stop = ludus.never, %s }\n"):format(game, fields))
end

local plain = script("plain", "")
local ludus = check.run

-- ---- without a module ---------------------------------------------------------------

_, err, status = ludus(("cp $LUDUS %s/alone; %s/alone run %s --cluster"):format(folder,
  folder, plain))
check.equal("no module", err, "ludus: --cluster: there is no ludus-mpi.so beside the "
  .. "program; 'make cluster' builds it, and LUDUS_CLUSTER may name it\n")
check.equal("is told by the status", status, 2)
_, err = ludus(("LUDUS_CLUSTER=%s $LUDUS run %s --cluster"):format(plain, plain))
check.ok("a module that is none", err:find("plain.lua: ", 1, true))
_, err = ludus(("$LUDUS run %s --cluster --sandbox"):format(plain))
check.equal("no sandbox", err, "ludus: --cluster and --sandbox: a sandbox has no "
  .. "network\n")

local built = os.getenv "LUDUS_OUT"
local can = not built:find "san" and not built:find "cover"
  and io.open(built .. "/ludus-mpi.so") and os.execute "command -v mpirun >/dev/null"
if not can then return check.done() end

-- ---- the same bits ------------------------------------------------------------------

local MPIRUN = "mpirun --allow-run-as-root --oversubscribe --bind-to none "
  .. "--mca mpi_yield_when_idle 1 --mca orte_tmpdir_base " .. folder .. " "  -- its own
local count = 0

local function store()
  count = count + 1
  return ("%s/%d.db"):format(folder, count)
end

local function digest_of(text) return text:match "digest (%x+)" end

local function alone(path, words)
  return digest_of((ludus(("$LUDUS run %s %s --threads 1 --store %s"):format(path,
    words or "", store()))))
end

local function on_ranks(n, path, words)
  return ludus(("%s -n %d $LUDUS run %s %s --threads 1 --cluster --store %s"):format(
    MPIRUN, n, path, words or "", store()))
end

local function same(name, path, words, ranks)
  local want = alone(path, words)
  check.ok(name .. ": a digest", want)
  for _, n in ipairs(ranks) do
    local o, e = on_ranks(n, path, words)
    if not check.equal(("%s on %d ranks"):format(name, n), digest_of(o), want) then
      print(o, e)
    end
  end
end

out = on_ranks(2, plain)
check.ok("a plain line for each generation where nobody looks",
  select(2, out:gsub("gen +%d/5  best [^\r\n]*\r?\n", "")) == 6 and not out:find "\27")

local kinds = {
  { "a Lua game", plain },
  { "a game of rules", "scripts/cartpole.lua", "--set population=40 --set generations=4" },
  { "trees", "scripts/minesweeper.lua", "--set population=300 --set generations=4" },
  { "linear", "scripts/linear-robot.lua", "--set population=60 --set generations=4" },
  { "machines", "scripts/evolve-machine.lua", "--set population=60 --set generations=4" },
  { "vectors", "scripts/weights.lua", "--set population=60 --set generations=4" },
  { "stages", "scripts/staged.lua", "--set population=100" },
}
for _, row in ipairs(kinds) do same(row[1], row[2], row[3], { 1, 2, 3, 4 }) end

local schemes = {
  plus = "scheme = 'plus', children = 40", comma = "scheme = 'comma', children = 200",
  steady = "scheme = 'steady', children = 20",
  crowding = "scheme = 'crowding', children = 20",
  elite = "elite = 5, keep_better = true, select = ludus.tournament(3, { near = 5 })",
  few_islands = "islands = { 2, migrate = 2, every = 2 }",
  many_islands = "islands = { 7, migrate = 1, every = 2 }, elite = 1",
  distinct = "distinct = 3", unlike = "scheme = 'plus', unlike = true",
  lexicase = "select = ludus.lexicase", roulette = "select = ludus.roulette(), unique = true",
  pareto = "scheme = 'pareto', objectives = { 'score', 'size' }",
  evaluations = "evaluations = 300", climb = "climb = ludus.point, tries = 4",
  parts = "brood = { { children = 31, ludus.crossover }, { children = 30, ludus.point } }",
  niches = "keep_better = true, niche = ludus.niche { near = 9, score = 2 }",
  operator = [[vary = { { 1, function(rng, mother, father)
    return mother:graft(rng:node(mother), father:subtree(rng:node(father))) end },
    { 1, ludus.subtree } }]],
  chooser = "select = function(rng, all) return rng:below(all.count // 2) + 1 end",
  restart = "schedule = function(run) run:evolve(2) run:restart() run:evolve(3) end",
  another_game = [[schedule = function(run) run:evolve(2)
    run:set { game = game, scheme = 'plus' } run:evolve(2)
    run:set { scheme = 'generational', select = ludus.lexicase } run:evolve(2) end]],
  looks = [[on_generation = function(run) local p = run:population()
    run.seen = (run.seen or "") .. tostring(p[7]) .. p:score(61).raw end]],
}
local names = {}
for name in pairs(schemes) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  same(name, script(name, schemes[name]), "", { 3 })
end

-- What looks at others, or at what each case gave, in games of its own; all of them are in
-- tests/cluster/digests.lua.
local promises = dofile "tests/lua/promises.lua"
for _, row in ipairs {
  { "map", "number", "scheme = 'map', map = { { 'size', 1, 30, 8 }, { 1, 0, 10, 3 } }" },
  { "novelty", "number", "novelty = { 1, 2, near = 3, add = 0.3, archive = 9 }, elite = 2" },
  { "hall", "machine", "meet = { 3, hall = 2 }" },
  { "swiss", "tree", "meet = { 'swiss', rounds = 3 }, elite = 2" },
  { "sides", "linear", "meet = { 3, hall = 1, sides = true, shared = true }, "
    .. "islands = { 2, every = 0 }" },
  { "cma", "vector", "scheme = 'cma'" },
  { "differential", "vector", "scheme = 'differential', base = 'best'" },
  { "fresh", "fresh", "elite = 2, select = ludus.lexicase" },
  { "layers", "bits", "layers = { 3, gap = 2 }, select = ludus.tournament(3), elite = 1" },
} do
  same(row[1], write(row[1] .. ".lua", promises.script(row[2], row[3])), "", { 3 })
end

-- Two hosts.
out, err, status = ludus(("tests/cluster/hosts.sh -n 3 $LUDUS run %s --threads 1 --cluster "
  .. "--store %s"):format(plain, store()))
if status ~= 77 then
  check.equal("on two hosts", digest_of(out), alone(plain))
end

-- ---- ranks that end -----------------------------------------------------------------

local dies = script("dies", [[on_generation = function(run)
  if run.generation == 3 and os.getenv "DIES" == (os.getenv "OMPI_COMM_WORLD_RANK" or 0) then
    os.execute "kill -9 $PPID" end end]])
local want = alone(dies)
for rank = 0, 2 do
  local path = store()
  _, err, status = ludus(("DIES=%d %s -n 3 $LUDUS run %s --threads 1 --cluster "
    .. "--checkpoint 0 --store %s"):format(rank, MPIRUN, dies, path))
  check.ok("rank " .. rank .. " is killed: status", status ~= 0)
  check.ok("mpirun names it", err:find(("process rank %d .* signal 9"):format(rank)))
  local words = rank == 0 and "$LUDUS resume 1"
    or ("%s -n %d $LUDUS resume 1 --cluster"):format(MPIRUN, 2 * rank)
  out = ludus(("%s --threads 1 --store %s"):format(words, path))
  check.equal("and the run goes on, with others", digest_of(out), want)
end

-- ---- sweeps -------------------------------------------------------------------------

local function digests(path)
  local list = {}
  for _, row in ipairs(require "ludus.run.store".open(path, "read"):runs()) do
    list[#list + 1] = ("%d %s %s %s"):format(row.seed, row.settings, row.status, row.digest)
  end
  table.sort(list)
  return table.concat(list, "\n")
end
local one, ranks = store(), store()
local sweep = ("run %s --seeds 1..4 --sweep 'population=20|30' --threads 1"):format(plain)
local said = ludus(("$LUDUS %s --store %s"):format(sweep, one))
out, err = ludus(("%s -n 3 $LUDUS %s --cluster --store %s"):format(MPIRUN, sweep, ranks))
check.equal("a sweep over ranks", digests(ranks), digests(one))
check.equal("its table", out:match "\n\n(.*)$", said:match "\n\n(.*)$")
ludus(("%s -n 2 $LUDUS %s --cluster --quiet --store %s"):format(MPIRUN, sweep, ranks))
check.equal("nothing is made twice", digests(ranks), digests(one))
check.ok("soundly", (ludus("$LUDUS runs --check --store " .. ranks)):find "sound; 8 runs")
_, err = ludus(("%s -n 3 $LUDUS run %s --seeds 1..4 --threads 1 --cluster --store %s"):format(
  MPIRUN, script("breaks", "on_generation = function(run) error 'not this one' end"), store()))
check.ok("an error of a run, with the rank's name",
  err:find "ludus: rank [12] %(%S+%): [^\n]*breaks.lua:%d+: not this one")

-- ---- mistakes -----------------------------------------------------------------------

_, err, status = ludus(("%s -n 3 $LUDUS run %s --cluster --checkpont 1"):format(MPIRUN, plain))
check.equal("a wrong option, once", select(2, err:gsub("ludus: unknown option '%-%-checkpont'; "
  .. "did you mean '%-%-checkpoint'%?\n", "")), 1)
check.equal("its status", status, 2)
_, err = ludus(([[%s -n 3 sh -c 'test $OMPI_COMM_WORLD_RANK = 2 && export LUDUS_CLUSTER=%s
  exec $LUDUS run %s --cluster --store %s']]):format(MPIRUN, plain, plain, store()))
check.ok("a rank without the module says so", err:find("ludus: rank 2: " .. plain .. ": ", 1,
  true))
_, err = ludus(("%s -n 2 $LUDUS run %s --quiet --threads 1 --store %s"):format(MPIRUN, plain,
  store()))
check.equal("--cluster was forgotten", err, "ludus: each of the 2 ranks makes this run for "
  .. "itself; with --cluster they make it together\n")

local function once(name, path, message)
  _, err, status = on_ranks(3, path)
  check.equal(name .. ", once", select(2, err:gsub(message:gsub("%p", "%%%0"), "")), 1)
  check.ok(name .. ": status", status ~= 0)
  return err
end
once("a wrong script", write("wrong.lua", "return require 'ludus'.experiment { gme = 1 }"),
  "unknown field 'gme'")
err = once("an error of a game", script("fails", [[ on_generation = function(run)
  if run.generation == 2 then error "on the way" end end]]), "on the way")
check.ok("of rank 0 first", err:find "ludus: [^\n]*fails.lua:%d+: on the way")
err = once("an error of one rank alone", script("one", [[ on_generation = function(run)
  if run.generation == 2 and os.getenv "OMPI_COMM_WORLD_RANK" == "2" then
    error "only here" end end]]), "only here")
check.ok("with its name", err:find "ludus: rank 2 %(%S+%): [^\n]*one.lua:%d+: only here")
err = once("a script that differs", write("differs.lua", ([[
if os.getenv "OMPI_COMM_WORLD_RANK" == "1" then error "no such disk" end
return dofile %q]]):format(plain)), "no such disk")
check.ok("names the rank, too", err:find "ludus: rank 1 %(%S+%): ")
os.execute("mkdir " .. folder .. "/other")
write("other/plain.lua", (io.open(plain):read "a":gsub("137", "138")))
_, err = ludus(([[cd %s && %s -n 3 sh -c 'test $OMPI_COMM_WORLD_RANK = 2 && cd other
  exec $LUDUS run plain.lua --cluster --threads 1 --store %s']]):format(folder, MPIRUN, store()))
check.ok("another text of the script", err:find(
  "ludus: rank 2 %(%S+%) has another text of the script than rank 0\n"))
_, err = ludus(([[cp $LUDUS %s/other && echo >>%s/other/ludus && cp %s/ludus-mpi.so %s/other &&
  %s -n 2 sh -c 'test $OMPI_COMM_WORLD_RANK = 1 && LUDUS=%s/other/ludus
  exec $LUDUS run %s --cluster --threads 1 --store %s']]):format(folder, folder, built, folder,
  MPIRUN, folder, plain, store()))
check.ok("another build", err:find(
  "ludus: rank 1 %(%S+%) has another build of Ludus than rank 0: the bytes of the program "
  .. "differ\n"))
_, err = on_ranks(2, "scripts/zdt.lua")
check.ok("no studies", err:find("ludus: --cluster: a study is not spread over ranks, only "
  .. "its seeds are: --seeds", 1, true))

return check.done()
