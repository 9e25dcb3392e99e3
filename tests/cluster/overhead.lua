-- overhead.lua -- what ranks cost: 2 ranks x 1 thread beside 1 process x 2 threads.
--
--     make cluster-overhead [TURNS=3] [GENERATIONS=60] [POPULATION=50000]
--
-- The paper's Minesweeper, made in turns by either; of each the least counts. Seconds are
-- those of the run itself, without the start of mpirun; CPU seconds are of the whole job,
-- and a rank that waits for another looks for it, which counts. On a machine with other
-- work seconds say little. Both must come to one digest.
local LUDUS = os.getenv "LUDUS" or "./ludus"

local function number(name, default) return tonumber(os.getenv(name) or default) end

local turns = number("TURNS", 3)
local words = ("run scripts/minesweeper.lua --set population=%d --set generations=%d --json")
  :format(number("POPULATION", 50000), number("GENERATIONS", 60))
local store = os.tmpname()

local ways = {
  { name = "1 process x 2 threads", command = ("%s %s --threads 2 --store %s"):format(LUDUS,
    words, store) },
  { name = "2 ranks x 1 thread", command = ("mpirun --allow-run-as-root --oversubscribe "
    .. "--bind-to none -n 2 %s %s --threads 1 --cluster --store %s"):format(LUDUS, words,
    store) },
}

-- Runs it once: its seconds, its CPU seconds, its digest.
local function measure(way)
  local pipe = assert(io.popen(("bash -c 'time -p %s' 2>&1"):format(way.command)))
  local text = pipe:read "a"
  pipe:close()
  for _, ending in ipairs { "", "-wal", "-shm" } do os.remove(store .. ending) end
  local digest = text:match '"digest":"(%x+)"'
  if not digest then error(text, 0) end
  local seconds
  for s in text:gmatch '"seconds":([%d.e-]+)' do seconds = tonumber(s) end
  return seconds, text:match "user ([%d.]+)" + text:match "sys ([%d.]+)", digest
end

local digest
for turn = 1, turns do
  for _, way in ipairs(ways) do
    local seconds, cpu, own = measure(way)
    digest = digest or own
    if own ~= digest then error(("digest %s, expected %s"):format(own, digest), 0) end
    way.seconds = math.min(way.seconds or math.huge, seconds)
    way.cpu = math.min(way.cpu or math.huge, cpu)
    print(("%d  %-22s %7.2f s  %7.2f s of CPU"):format(turn, way.name, seconds, cpu))
  end
end
local a, b = ways[1], ways[2]
print(("least: %.2f s and %.2f s: ranks take %.2f times as long; %.2f times the CPU"):format(
  a.seconds, b.seconds, b.seconds / a.seconds, b.cpu / a.cpu))
