-- kills.lua -- kills random ranks at random moments, KILLS times in all: does every run
-- that is resumed, each time on another number of ranks, come to the digest of one process?
--
--     make cluster-kills KILLS=100 SEED=1
--
-- A run is begun on some ranks; one of them is killed; the run is resumed on others, and
-- so on, until it has come to its end. Told at the end: kills, runs, wrong digests, and the
-- longest time that mpirun took to end a job that had lost a rank.

local LUDUS = os.getenv "LUDUS" or "./ludus"
local kills = tonumber(os.getenv "KILLS") or 100
local state = tonumber(os.getenv "SEED") or 1

local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407) & math.maxinteger
  return (state >> 33) % n
end

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir " .. folder)

local MPIRUN = "exec mpirun --allow-run-as-root --oversubscribe --bind-to none "
  .. "--mca mpi_yield_when_idle 1 --mca orte_tmpdir_base " .. folder .. " -n %d"

local subjects = {
  "scripts/minesweeper.lua --set population=3000 --set generations=14",
  "scripts/minesweeper.lua --set population=2000 --set generations=14 --set islands=3",
  "scripts/linear-robot.lua --set population=400 --set generations=25",
  "scripts/multiplexer.lua --set population=600 --set generations=20 --set select=lexicase",
}

local function shell(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read "a"
  pipe:close()
  return text
end

local function digest_of(text) return text:match "digest (%x+)" end

-- Runs the words on n ranks, kills one after some milliseconds: what was printed, whether
-- one was killed, and the milliseconds until the job had ended.
local function attempt(n, words)
  local out = folder .. "/out"
  local text = shell(([[
(%s %s %s --threads 1 --cluster --checkpoint 0 --store %s/s.db) >%s 2>&1 &
job=$!
sleep %d.%03d
victim=$(pgrep -P $job | sed -n %dp)
if [ -n "$victim" ] && kill -9 $victim; then
  start=$(date +%%s%%3N)
  wait $job
  echo "killed $(($(date +%%s%%3N) - start))"
else
  wait $job
fi]]):format(MPIRUN:format(n), LUDUS, words, folder, out, random(3),
    random(1000), random(n) + 1))
  local file = assert(io.open(out))
  local printed = file:read "a"
  file:close()
  local took = math.tointeger(tonumber(text:match "killed (%d+)"))
  return printed, took ~= nil and digest_of(printed) == nil, took or 0
end

local done, runs, wrong, longest = 0, 0, 0, 0
while done < kills do
  local subject = subjects[runs % #subjects + 1]
  local want = digest_of(shell(("%s run %s --threads 1 --store %s/one.db"):format(LUDUS,
    subject, folder)))
  os.execute(("rm -f %s/*.db*"):format(folder))
  local printed, killed, took
  local words = "run " .. subject
  for _ = 1, 60 do
    printed, killed, took = attempt(2 + random(3), words)
    if killed then done, longest = done + 1, math.max(longest, took) end
    if digest_of(printed) then break end
    -- Killed before the run was there: it is begun again.
    local stored = shell(("%s runs --store %s/s.db --json"):format(LUDUS, folder))
    words = stored:find '"id":1' and stored:find '"generation":%d' and "resume 1" or words
    if words == "run " .. subject then os.execute(("rm -f %s/*.db*"):format(folder)) end
  end
  runs = runs + 1
  if digest_of(printed) ~= want then
    wrong = wrong + 1
    print(("%s: digest %s, expected %s\n%s"):format(subject, tostring(digest_of(printed)),
      tostring(want), printed))
  end
end
os.execute("rm -rf " .. folder)
print(("%d kills, %d runs, %d wrong, a job ended at most %d ms after a kill"):format(done,
  runs, wrong, longest))
return wrong == 0 and 0 or 1
