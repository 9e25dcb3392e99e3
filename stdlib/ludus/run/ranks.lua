-- ranks.lua -- ranks of a cluster that make the runs of a sweep, each run on one rank.
--
--     local crew = ranks.open(handle, store)     -- on rank 0; see ludus.run.crew
--     ranks.serve(handle, function(run, store) ... return answer end)   -- on the others
--
-- A rank makes its run in a store of its own, in a file for the time, and sends that back
-- with its answer; rank 0 adds it to the sweep's store as `ludus merge` does. A run that
-- was begun earlier is sent along, and goes on. So no rank but the first needs the store,
-- and every run that was sent back is kept, whatever happens to the job.

local json   = require "ludus.json"
local merge  = require "ludus.run.merge"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

local ranks = {}
local Crew = {}
Crew.__index = Crew

local STORE_MOST = 1 << 31              -- bytes of a store that is sent

-- A message is a text and a store, or the store's place is empty.
local function pack(about, bytes) return string.pack("s8s8", json.encode(about), bytes) end

local function unpack_message(text)
  local about, bytes = string.unpack("s8s8", text)
  return json.decode(about), bytes
end

-- ---- stores as bytes -----------------------------------------------------------------

-- Calls f(path) with the name of a file that is gone afterwards: what f gives.
local function with_file(f)
  local path = os.tmpname()
  local ok, result = pcall(f, path)
  for _, ending in ipairs { "", "-journal", "-wal", "-shm" } do os.remove(path .. ending) end
  if not ok then error(result, 0) end
  return result
end

local function bytes_of(path)
  local bytes, why = system.read(path, STORE_MOST)
  return bytes or error(why, 0)
end

-- The bytes of a store with one run, or "" if the store has no such run.
local function run_alone(store, key, seed)
  local row = store:find_run(key, seed)
  if not row then return "" end
  return with_file(function(path)
    local to = stores.open(path)
    merge.one(store, to, row)
    to:close()
    return bytes_of(path)
  end)
end

local function add(store, bytes)
  if bytes == "" then return end
  with_file(function(path)
    assert(system.write(path, bytes))
    merge.add(store, path)
  end)
end

-- ---- the first rank ------------------------------------------------------------------

function ranks.open(handle, store)
  local self = setmetatable({ handle = handle, store = store, idle = {}, jobs = {},
    busy = 0 }, Crew)
  for r = handle.ranks - 1, 1, -1 do self.idle[#self.idle + 1] = r end
  return self
end

function Crew:is_idle() return #self.idle > 0 end
function Crew:is_busy() return self.busy > 0 end

function Crew:give(job, about)
  local rank = table.remove(self.idle)
  self.handle:send(rank, pack(about, run_alone(self.store, about.key, about.seed)))
  self.jobs[rank], self.busy = job, self.busy + 1
end

-- An answer, and the run that came with it is in the store.
function Crew:wait()
  local rank, text = self.handle:receive()
  local answer, bytes = unpack_message(text)
  local job = self.jobs[rank]
  self.jobs[rank], self.busy = nil, self.busy - 1
  self.idle[#self.idle + 1] = rank
  add(self.store, bytes)
  local found = bytes ~= "" and self.store:find_run(job.key, job.seed)
  answer.id = found and found.id or nil
  return job, answer
end

function Crew:stop() end                -- a signal reaches every rank

function Crew:close()
  for rank = 1, self.handle.ranks - 1 do self.handle:send(rank, "") end
end

-- ---- the others ----------------------------------------------------------------------

-- Makes runs as long as there are any; work(run, store) gives the answer.
function ranks.serve(handle, work)
  while true do
    local _, text = handle:receive()
    if text == "" then return end
    local run, before = unpack_message(text)
    local answer = { }
    local bytes = with_file(function(path)
      if before ~= "" then assert(system.write(path, before)) end
      local store = stores.open(path)
      local ok, result = pcall(work, run, store, path)
      store:close()
      answer = ok and result or { failed = ("rank %d (%s): %s"):format(handle.rank,
        handle.host, tostring(result)) }
      return bytes_of(path)
    end)
    handle:send(0, pack(answer, bytes))
  end
end

return ranks
