-- regression.lua -- a regression on columns beside numpy, in one run.
--
--     make bench-peers        (needs Debian's python3-numpy)
--
-- Both score the same programs of generation 20 on 1,000 rows of five reals, numpy by a
-- stack of whole columns; both must come to the same errors (numpy adds in another order,
-- so to nine digits). CPU time of one core, the best of some passes.

local bench  = require "ludus.rules.bench.columns"
local system = require "ludus.core.system"

local python = os.getenv "PYTHON" or "/usr/bin/python3"
local PASSES, PROGRAMS = 5, 200

local function write(path, lines)
  local file = assert(io.open(path, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
end

local function cpu() return (select(2, system.clock())) end

if not os.execute(python .. " -c 'import numpy' 2>/dev/null") then
  print "regression: there is no numpy here (python3-numpy)"
  return
end

local game, cases, all = bench.regression()
local programs, texts, nodes = {}, {}, 0
for i = 1, PROGRAMS do
  local text = all[i * (#all // PROGRAMS)]
  programs[i] = game:read(text)
  nodes = nodes + #programs[i]
  texts[i] = text:gsub("^RPB", ""):gsub("[()\n]", " ")
end
local rows = {}
for i, c in ipairs(cases) do
  rows[i] = ("%.17g %.17g %.17g %.17g %.17g %.17g"):format(c.x1, c.x2, c.x3, c.x4, c.x5,
    c.y)
end
local data, list = os.tmpname(), os.tmpname()
write(data, rows)
write(list, texts)

local best, raw = math.huge, nil
for _ = 1, 3 * PASSES do
  local before = cpu()
  raw = game:scores(programs)
  best = math.min(best, cpu() - before)
end
local pipe = assert(io.popen(("%s tests/peers/regression.py %s %s %d"):format(python, data,
  list, PASSES)))
local theirs, last = {}, nil
for line in pipe:lines() do
  theirs[#theirs + 1] = last
  last = tonumber(line)
end
pipe:close()
os.remove(data)
os.remove(list)

local apart = 0
for i = 1, PROGRAMS do
  local gap = math.abs(theirs[i] - raw[i])
  if not (gap <= 1e-9 * math.abs(raw[i])) and raw[i] < 1e30 then apart = apart + 1 end
end
local function rate(seconds) return nodes * #cases / seconds / 1e6 end
print(("regression, %d programs, %d nodes, %d rows; errors that differ: %d"):format(PROGRAMS,
  nodes, #cases, apart))
print(("  numpy                  %8.0f M node-rows/s"):format(rate(last)))
print(("  columns, one graph     %8.0f M node-rows/s  %.1fx"):format(rate(best), last / best))
