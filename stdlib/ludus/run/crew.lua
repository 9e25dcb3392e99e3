-- crew.lua -- processes on this machine that make the runs of a sweep.
--
--     local crew = crews.open(4, { ludus, "run", "scripts/ant.lua", "--worker" })
--     crew:give(job, { seed = 7 })     -- what is sent of it, to one who is idle
--     local job, answer = crew:wait()  -- of whoever is done first
--     crew:close()
--
-- A worker is this very program. It reads a job a line from its standard input and
-- answers each by a line; both are JSON. What goes wrong in a run is part of the answer;
-- a worker that is gone is an error.

local json    = require "ludus.json"
local output  = require "ludus.run.output"
local process = require "ludus.core.process"
local system  = require "ludus.core.system"

local crews = {}
local Crew = {}
Crew.__index = Crew

crews.most = 256                      -- workers
local LOOK = 0.02                     -- seconds that one worker is listened to

function crews.open(n, words)
  local self = setmetatable({ idle = {}, busy = {} }, Crew)
  for i = 1, n do self.idle[i] = { process = process.open(words) } end
  return self
end

function Crew:is_idle() return #self.idle > 0 end
function Crew:is_busy() return #self.busy > 0 end

-- Gives a job to one who is idle: sends it what the job is about.
function Crew:give(job, about)
  local worker = table.remove(self.idle)
  local sent, why = worker.process:send(json.encode(about))
  if not sent then error("a process that makes runs: " .. why, 0) end
  worker.job = job
  self.busy[#self.busy + 1] = worker
end

-- All who work are to end their runs soon, and keep them.
function Crew:stop()
  if self.stopped then return end
  self.stopped = true
  for _, worker in ipairs(self.busy) do worker.process:stop() end
end

-- Waits for an answer: the job and what was answered.
function Crew:wait()
  while true do
    for i, worker in ipairs(self.busy) do
      if system.interrupted() > 0 then self:stop() end
      local line, why = worker.process:receive(LOOK)
      if line then
        self.idle[#self.idle + 1] = table.remove(self.busy, i)
        return worker.job, json.decode(line)
      elseif not why:find "^no answer" then
        error("a process that made a run: " .. why, 0)
      end
    end
  end
end

function Crew:close()
  for _, list in ipairs { self.idle, self.busy } do
    for _, worker in ipairs(list) do worker.process:close() end
  end
end

-- ---- a worker ------------------------------------------------------------------------

-- Does every job that comes; `work(job)` gives the answer. The rest of what is printed
-- goes to standard error.
function crews.serve(work)
  for line in io.lines() do
    local ok, answer = pcall(work, json.decode(line))
    output.json(ok and answer or { failed = tostring(answer) })
  end
end

return crews
