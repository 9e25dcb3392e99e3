-- pieces.lua -- how work in pieces looks while it is done: the steps of a study, the runs of a
-- sweep, benchmarks, the rows of papers.
--
--     local work = pieces.new(options, 15)      -- so many pieces, or nil if nobody knows
--     work:begin "pool 3"                       -- 3/15 pool 3  [###.....]  2:10 left
--     work:finish()                             -- that was one; or begin the next
--
-- On a terminal one line is redrawn in place, and removed before anything is printed
-- (work:clear()); elsewhere there is nothing. The time left is what the pieces done here took,
-- for those that are not done: known ones, which took none, are passed by work:skip(). A run
-- inside a piece has a line of its own meanwhile, which names the piece: work:run(total).

local progress = require "ludus.run.progress"
local system   = require "ludus.core.system"

local pieces = {}
local Work = {}
Work.__index = Work

-- options: quiet, json.
function pieces.new(options, total)
  return setmetatable({ total = total, at = 0, made = 0, started = system.clock(),
    live = not options.quiet and not options.json and progress.is_live() }, Work)
end

-- Seconds left if the rest takes as long as what was done, or nil.
function Work:left()
  local rest = self.total and self.total - self.at + (self.name and 1 or 0)
  if not rest or rest < 0 or self.made == 0 then return nil end
  return (system.clock() - self.started) / self.made * rest
end

-- "3/15 pool 3", or "3. pool 3" where nobody knows how many.
function Work:place()
  local count = self.total and ("%d/%d"):format(self.at, self.total) or self.at .. "."
  return self.name and count .. " " .. self.name or count
end

function Work:line(width)
  local left = self:left()
  local tail = left and "  " .. progress.clock(left) .. " left" or ""
  local text = self:place()
  local room = width - #text - #tail - 5
  if self.total and room >= 10 then
    local passed = self.at - (self.name and 1 or 0)
    text = text .. "  " .. progress.bar(passed / math.max(1, self.total), math.min(room, 30))
  end
  return (text .. tail):sub(1, width - 1)
end

local function draw(self)
  if not self.live then return end
  io.write("\r\27[K", self:line(system.screen()))
  io.flush()
  self.drawn = true
end

-- Removes the line, before something is printed.
function Work:clear()
  if not self.drawn then return end
  io.write("\r\27[K")
  io.flush()
  self.drawn = false
end

-- The next piece; the one before is done if nobody said so.
function Work:begin(name)
  if self.name then self:finish() end
  self.at, self.name = self.at + 1, name
  draw(self)
end

function Work:finish()
  self.made, self.name = self.made + 1, nil
  self:clear()
end

-- A piece that was known already.
function Work:skip() self.at = self.at + 1 end

-- One of several that are made side by side is done.
function Work:count()
  self.at, self.made = self.at + 1, self.made + 1
  draw(self)
end

-- What shows a run of so many generations inside the piece, or nil where nothing is drawn.
function Work:run(total)
  if not self.live then return nil end
  self.drawn = false                    -- drawn over by the run's own line
  local bar = progress.new({}, total)
  function bar.lead() return self:place() .. ": " end
  function bar.rest() return self:left() end
  return bar
end

return pieces
