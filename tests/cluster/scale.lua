-- scale.lua -- what a generation would take on up to 1,024 ranks, from costs measured here.
--
--     make cluster-scale [LATENCY=0.00005] [BANDWIDTH=1.25e9] [THREADS=1]
--
-- Measured, on one thread: what a program costs to breed and score, what every rank does
-- for each member of the population whoever bred it (figures, places, hashes), and bytes of
-- a genome. Assumed: the
-- network, LATENCY seconds a message and BANDWIDTH bytes a second; records go round a ring
-- (all-gather), parents by one exchange. It is a model, not a measurement of 1,024 ranks.
local system = require "ludus.core.system"

local latency = tonumber(os.getenv "LATENCY") or 50e-6
local bandwidth = tonumber(os.getenv "BANDWIDTH") or 1.25e9
local threads = tonumber(os.getenv "THREADS") or 1
local LUDUS = system.program()

local RECORD = 64                       -- bytes told of a child

local function run(words)
  local store = os.tmpname()
  local pipe = assert(io.popen(("%s run scripts/minesweeper.lua --threads 1 --checkpoint "
    .. "100000 --set generations=9 --json --store %s %s"):format(LUDUS, store, words)))
  local last, first, n = nil, nil, 0
  for line in pipe:lines() do
    local seconds = tonumber(line:match '"generation":%d+.-"seconds":([%d.e-]+)')
    local size = tonumber(line:match '"size_mean":([%d.e-]+)')
    if seconds and size then
      first, last, n = first or seconds, { seconds = seconds, size = size }, n + 1
    end
  end
  pipe:close()
  os.remove(store)
  return (last.seconds - first) / (n - 1), last.size
end

-- A generation of one child costs what every rank does for each member, whoever bred it.
local many = 20000
local whole, size = run("--set population=" .. many)
local rest = run(("--set population=%d --set scheme=plus --set children=1 --set "
  .. "keep_better=false --set 'select=tournament(7)'"):format(many))
local each, idle = whole / many, rest / many
local genome = 16 + size * 1.2          -- bytes: nodes and the table of branches

print(("measured: %.2f us a program bred and scored, %.2f us a program on every rank, "
  .. "%.0f bytes a genome"):format((each - idle) * 1e6, idle * 1e6, genome))
print(("assumed: %.0f us a message, %.2f GB/s, %d threads a rank\n"):format(latency * 1e6,
  bandwidth / 1e9, threads))
print "programs     ranks   work s   every rank s   network s   generation s   speed-up"
for _, n in ipairs { 1e6, 1e7 } do
  local one
  for _, ranks in ipairs { 1, 4, 16, 64, 256, 1024 } do
    local work = (each - idle) * n / ranks / threads
    local every = idle * n
    local foreign = 2 * n / ranks * (ranks - 1) / ranks
    local network = ranks == 1 and 0 or (ranks - 1) * latency + n * RECORD / bandwidth
      + ranks * latency / 8 + foreign * genome / bandwidth
    local all = work + every + network
    one = one or all
    print(("%-11.0f %6d %8.3f %14.3f %11.3f %14.3f %10.1f"):format(n, ranks, work, every,
      network, all, one / all))
  end
end
