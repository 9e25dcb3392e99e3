-- cluster.lua -- the ranks that make a run together.
--
--     cluster.join()                       -- for `mpirun -n 4 ludus run ... --cluster`
--     cluster.all_well(pcall(f))           -- an error if f failed on any rank
--     if cluster.is_first() then ... end   -- who keeps the store, and talks
--
-- Every rank loads the script and goes through the run; the evolution itself is spread
-- (see vm/evolve/spread.c). What the ranks could see differently, clocks and signals, is
-- agreed on here. The module that speaks MPI lies beside the program, or where
-- LUDUS_CLUSTER says.

local core   = require "ludus.core.cluster"
local files  = require "ludus.script.files"
local json   = require "ludus.json"
local system = require "ludus.core.system"

local cluster = {}

local current                          -- the ranks, once they have joined
local together = true                  -- they make one run

local function find_module()
  local folder = system.program():match "^(.*/)" or ""
  local given = os.getenv "LUDUS_CLUSTER"
  for _, path in ipairs { given or "", folder .. "ludus-mpi.so",
    folder .. "../lib/ludus/ludus-mpi.so" } do
    if path ~= "" and system.exists(path) then return path end
  end
  error("--cluster: there is no ludus-mpi.so beside the program; 'make cluster' builds it, "
    .. "and LUDUS_CLUSTER may name it", 0)
end

function cluster.join()
  if current then return current end
  local ok, opened = pcall(core.open, find_module())
  if not ok then error(opened, 0) end
  current = opened
  return current
end

-- The ranks that make this run, or nil if there are none.
function cluster.current() return together and current or nil end

-- From now on each rank makes runs of its own: the ranks.
function cluster.apart()
  together = false
  return current
end

-- Does this process keep the run's store? Does it talk?
function cluster.is_first() return not cluster.current() or current.rank == 0 end
function cluster.talks() return not current or current.rank == 0 end

-- What mpirun tells each process it starts, if it is one of several: its rank.
local function told_rank()
  local ranks = tonumber(os.getenv "OMPI_COMM_WORLD_SIZE" or "1")
  return ranks > 1 and tonumber(os.getenv "OMPI_COMM_WORLD_RANK") or nil, ranks
end

-- A command of such words has failed before it has joined the others: the name of the rank,
-- which stands before the reason. Where it is not the first it leaves that one the time to
-- fail as well, which ends all, so that a mistake of all is told once.
function cluster.who(words)
  local rank = told_rank()
  if current or not rank or rank == 0 then return "" end
  for _, word in ipairs(words) do
    if word == "--cluster" then
      os.execute "sleep 3"
      return ("rank %d: "):format(rank)
    end
  end
  return ""
end

-- Who started several ranks without --cluster hears that each makes a run of its own.
function cluster.check_alone()
  local rank, ranks = told_rank()
  if rank == 0 then
    io.stderr:write(("ludus: each of the %d ranks makes this run for itself; with --cluster "
      .. "they make it together\n"):format(ranks))
  end
end

local function named(rank, host) return ("rank %d (%s)"):format(rank, host) end

-- ---- agreeing ------------------------------------------------------------------------

-- What each rank says, by rank + 1: { host =, value = }.
local function ask_all(value)
  local list = current:gather(json.encode { host = current.host, value = value })
  for i, text in ipairs(list) do list[i] = json.decode(text) end
  return list
end

-- Takes what pcall gave; an error on all ranks if it failed on any.
function cluster.all_well(ok, result)
  if not cluster.current() then
    if not ok then error(result, 0) end
    return result
  end
  for i, said in ipairs(ask_all { failed = not ok and tostring(result) or nil }) do
    local failed = said.value.failed
    if failed then
      error(i == 1 and failed or named(i - 1, said.host) .. ": " .. failed, 0)
    end
  end
  return result
end

local PROGRAM_MOST = 1 << 30           -- bytes of a program file

-- What this process runs, so far as its file tells.
local function program_hash()
  local bytes = system.read(system.program(), PROGRAM_MOST)
  return bytes and files.hash("program", bytes) or ""
end

-- An error if the ranks would not make the same run; `id` is what it is: hash, files as
-- ludus.run.identity gives them, settings, seed.
function cluster.same_run(id)
  if not cluster.current() then return end
  local all = ask_all { hash = id.hash, files = id.files, seed = id.seed,
    version = system.version, program = program_hash() }
  local first = all[1].value
  for i, said in ipairs(all) do
    local own, what = said.value, nil
    if own.version ~= first.version then
      what = ("Ludus %s; rank 0 has %s"):format(own.version, first.version)
    elseif own.program ~= first.program then
      what = "another build of Ludus than rank 0: the bytes of the program differ"
    elseif own.hash ~= first.hash or own.seed ~= first.seed then
      what = "another run than rank 0"
      local theirs = {}
      for line in (first.files .. "\n"):gmatch "([^\n]*)\n" do theirs[line] = true end
      for line in (own.files .. "\n"):gmatch "([^\n]*)\n" do
        if not theirs[line] then
          local kind, path = line:match "^(%l+) %x+ %d+ (.*)$"
          what = kind == "script" and "another text of the script than rank 0"
            or ("another %s than rank 0"):format(path)
          break
        end
      end
    end
    if what then error(named(i - 1, said.host) .. " has " .. what, 0) end
  end
end

-- What the first rank's clock says, and whether it wants to save; interrupted if any is.
function cluster.agree(seconds, due)
  if not cluster.current() then return seconds, due, system.interrupted() > 0 end
  local first, interrupted
  for _, text in ipairs(current:gather(("%d %.17g %d"):format(due and 1 or 0, seconds,
    system.interrupted()))) do
    local d, s, n = text:match "^(%d) (%S+) (%d+)$"
    first = first or { tonumber(s), d == "1" }
    interrupted = interrupted or n ~= "0"
  end
  if interrupted and system.interrupted() == 0 then system.interrupt() end
  return first[1], first[2], interrupted or false
end

-- The first rank's text, on all of them; f() gives it there.
function cluster.first(f)
  if not cluster.current() then return f() end
  return current:broadcast(current.rank == 0 and f() or "")
end

-- Bytes that each rank has given away so far, by rank + 1.
function cluster.sent()
  local list = current:gather(tostring(current:sent()))
  for i, text in ipairs(list) do list[i] = math.tointeger(tonumber(text)) end
  return list
end

-- ---- the end -------------------------------------------------------------------------

-- The command has ended with that status. One that failed ends all ranks; of its words,
-- those of the first rank that comes to it are told, once.
function cluster.leave(status, text)
  if not current then return end
  if not text then
    current:close()
  elseif current.rank == 0 then
    current:abort(status)
  else
    current:fail(named(current.rank, current.host) .. ": " .. text)
  end
  current = nil
end

return cluster
