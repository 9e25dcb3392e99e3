-- progress.lua -- how a run looks while it runs.
--
-- On a terminal one line is redrawn in place:
--
--     gen  37/151  best 2291  mean 1846.2  size 231  52,104/s  [#####....]  0:41 left
--
-- Elsewhere each generation is a plain line; with `json` it is one JSON object;
-- with `quiet` there is nothing.

local output = require "ludus.run.output"
local system = require "ludus.core.system"

local progress = {}
local Progress = {}
Progress.__index = Progress

-- Is colour wanted on standard output?
function progress.colour()
  local none = os.getenv "NO_COLOR"
  return system.terminal "out" and (none == nil or none == "")
    and os.getenv "TERM" ~= "dumb"
end

-- 1234567 -> 1,234,567
function progress.thousands(n)
  if math.abs(n) >= 1e18 then return ("%.4g"):format(n) end
  local s = ("%.0f"):format(n)
  local sign, digits = s:match("^(%-?)(%d+)$")
  if not digits then return s end
  digits = digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
  return sign .. digits
end

-- 1 -> "1 case", 1234 -> "1,234 cases"
function progress.counted(n, noun)
  return ("%s %s%s"):format(progress.thousands(n), noun, n == 1 and "" or "s")
end

function progress.clock(seconds)
  local s = math.floor(seconds + 0.5)
  if s >= 3600 then
    return ("%d:%02d:%02d"):format(s // 3600, s // 60 % 60, s % 60)
  end
  return ("%d:%02d"):format(s // 60, s % 60)
end

-- A number without needless decimals.
function progress.number(x)
  if x == math.floor(x) and math.abs(x) < 1e15 then return ("%.0f"):format(x) end
  return ("%.4g"):format(x)
end

-- A mean, with one decimal as long as it can be read.
function progress.mean(x)
  return (math.abs(x) < 1e9 and "%.1f" or "%.4g"):format(x)
end

-- A raw score beside the perfect one, if that is known: less is better where the
-- perfect score is the lesser.
function progress.of(raw, perfect)
  if not raw then return "-" end
  if not perfect then return progress.number(raw) end
  return progress.number(raw) .. (raw <= perfect and " of %s" or " (perfect: %s)"):format(
    progress.number(perfect))
end

-- Can a line be redrawn in place?
function progress.is_live() return system.terminal "out" and os.getenv "TERM" ~= "dumb" end

-- options: quiet, json; total = generations of the run, or nil. Where the run is a piece of
-- more work, lead() gives words before its line and rest() the seconds left of all, or nil.
function progress.new(options, total)
  return setmetatable({ total = total, quiet = options.quiet, json = options.json,
    live = progress.is_live(), notes = {}, drawn = -1 }, Progress)
end

function progress.bar(share, width)
  local full = math.floor(share * width + 0.5)
  return "[" .. ("#"):rep(full) .. ("."):rep(width - full) .. "]"
end

local WINDOW = 5                     -- seconds that count as now

-- Notes where the run is; the last note is as old as it is, those before it are some
-- time apart. Of the notes that are older than the window one stays.
function Progress:note(stats)
  local now, notes = system.clock(), self.notes
  local before = notes[#notes - 1]
  local at = before and now - before.time < WINDOW / 20 and #notes or #notes + 1
  notes[at] = { time = now, evaluations = stats.evaluations,
    generation = stats.generation }
  while #notes > 2 and notes[2].time <= now - WINDOW do table.remove(notes, 1) end
end

-- What the last seconds brought: evaluations, generations and the time they took.
function Progress:lately()
  local first, last = self.notes[1], self.notes[#self.notes]
  return last.evaluations - first.evaluations, last.generation - first.generation,
    last.time - first.time
end

-- Evaluations per second at present.
function Progress:rate()
  local evaluations, _, elapsed = self:lately()
  return elapsed > 0 and evaluations / elapsed or 0
end

-- Seconds left if the rest goes on as the last generations did.
function Progress:left(stats)
  local _, done, elapsed = self:lately()
  if not self.total or done < 1 then return nil end
  return elapsed / done * (self.total - 1 - stats.generation)
end

function Progress:line(stats, width)
  local of = self.total and "/" .. self.total - 1 or ""
  local rate = self:rate()                -- of the first one nothing is known yet
  local lost = stats.lost or 0            -- programs whose score is no number
  local text = ("gen %3d%s  best %s  mean %s%s  size %.0f%s"):format(
    stats.generation, of, progress.number(stats.raw), progress.mean(stats.raw_mean),
    lost > 0 and (" (%s no number)"):format(progress.thousands(lost)) or "",
    stats.size_mean, rate > 0 and "  " .. progress.thousands(rate) .. "/s" or "")
  if not width then return text end
  if self.lead then text = self.lead() .. text end
  local left, rest = self:left(stats), self.rest and self.rest()
  local tail = (left and "  " .. progress.clock(left) .. " left" or "")
    .. (rest and "  all: " .. progress.clock(rest) or "")
  local room = width - #text - #tail - 5
  if self.total and room >= 10 then
    text = text .. "  " .. progress.bar(stats.generation / math.max(1, self.total - 1),
      math.min(room, 30))
  end
  return (text .. tail):sub(1, width - 1)
end

-- Called after each generation.
function Progress:show(stats)
  self:note(stats)
  if self.quiet then return end
  if self.json then
    output.json { generation = stats.generation, best = stats.raw,
      mean = stats.raw_mean, deviation = stats.raw_deviation, size = stats.size,
      size_mean = stats.size_mean, distinct = stats.distinct,
      evaluations = stats.evaluations, standardized = stats.standardized,
      seconds = stats.seconds }
  elseif self.live then
    local now = system.clock()
    if now - self.drawn < 0.1 and stats.standardized > 0 then return end
    self.drawn = now
    local width = system.screen()
    io.write("\r\27[K", self:line(stats, width))
    io.flush()
  else
    print(self:line(stats))
    io.flush()
  end
end

-- Removes the line that was redrawn.
function Progress:done()
  if self.live and not self.quiet and not self.json then
    io.write("\r\27[K")
    io.flush()
  end
end

return progress
