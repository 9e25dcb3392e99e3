-- cma.lua -- the scheme `cma` beside pagmo's CMA-ES: evaluations for a success.
--
--     make bench-peers        (needs Debian's libpagmo-dev and libeigen3-dev)
--
-- Both begin at the best of a random population between -5 and 5, with the same number of
-- children and the same first step size, and are done with a value of 1e-8. A run that has
-- converged elsewhere is a failure whose evaluations count: evaluations of all runs by the
-- number of successes. Ours count to the end of a generation, pagmo's to the evaluation.
-- Intervals (95%) are those of resampled seeds.

local ludus     = require "ludus"
local ga        = require "ludus.ga"
local functions = require "ludus.functions"
local rng       = require "ludus.core.rng"
local stats     = require "ludus.stats"

local TARGET, SIGMA, DRAWS = 1e-8, 0.3, 2000
local program = (os.getenv "TMPDIR" or "/tmp") .. "/ludus-peer-cma"

-- function, genes, children, most evaluations of a run, seeds
local trials = {
  { "sphere", 10, 10, 20000, 100 }, { "sphere", 30, 14, 40000, 100 },
  { "rosenbrock", 10, 10, 100000, 200 }, { "rosenbrock", 30, 14, 300000, 100 },
  { "rastrigin", 10, 200, 200000, 400 }, { "rastrigin", 30, 800, 800000, 60 },
}

-- Lists of evaluations, below 0 where a run failed.
local function ours(name, genes, children, limit, seeds)
  local batch = ga.batch { game = functions.game(name), scheme = "cma", sigma = SIGMA,
    program = ludus.vector { type = "reals", length = genes, min = -5, max = 5 },
    population = children, evaluations = limit, target = TARGET, runs = seeds, seed = 10001 }
  local list = {}
  for i = 1, seeds do
    list[i] = batch.stop[i] == "solved" and batch.evaluations[i] or -batch.evaluations[i]
  end
  return list
end

local function theirs(name, genes, children, limit, seeds)
  local pipe = assert(io.popen(("%s %s %d %d %g %g %d 10001 %d"):format(program, name, genes,
    children, SIGMA, TARGET, limit, seeds)))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = tonumber(line) end
  pipe:close()
  return list
end

-- Evaluations by the number of successes, and those.
local function effort(list)
  local sum, solved = 0, 0
  for _, n in ipairs(list) do
    sum, solved = sum + math.abs(n), solved + (n > 0 and 1 or 0)
  end
  return sum / solved, solved
end

local function resampled(chance, list)
  local other = {}
  for i = 1, #list do other[i] = list[chance:range(1, #list)] end
  return effort(other)
end

local function compare(trial)
  local mine, other = ours(table.unpack(trial)), theirs(table.unpack(trial))
  local chance, a, b, ratios = rng.new(1), {}, {}, {}
  for i = 1, DRAWS do
    a[i], b[i] = resampled(chance, mine), resampled(chance, other)
    ratios[i] = a[i] / b[i]
  end
  local function ends(list) return stats.quantile(list, 0.025), stats.quantile(list, 0.975) end
  local x, n = effort(mine)
  local y, m = effort(other)
  print(("%-10s %2d genes  ludus %7.0f (%.0f to %.0f), %d of %d   pagmo %7.0f (%.0f to "
    .. "%.0f), %d of %d   %.2f (%.2f to %.2f)"):format(trial[1], trial[2], x, table.unpack(
    { (ends(a)), select(2, ends(a)), n, #mine, y, (ends(b)), select(2, ends(b)), m, #other,
      x / y, ends(ratios) })))
  return x <= 1.1 * y
end

if not os.execute("g++ -O2 -I/usr/include/eigen3 -o " .. program .. " tests/peers/cma.cpp "
  .. "-lpagmo -lboost_serialization -ltbb 2>/dev/null") then
  print "pagmo is not installed: apt install libpagmo-dev libeigen3-dev"
  return 0
end
local ok = true
for _, trial in ipairs(trials) do ok = compare(trial) and ok end
os.remove(program)
return ok and 0 or 1
