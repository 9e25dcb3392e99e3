-- test_progress.lua -- the progress bar, in a real terminal.

local check  = dofile "tests/lua/check.lua"
local screen = dofile "tests/lua/screen.lua"

local script = check.tmpname()
local f = assert(io.open(script, "w"))
f:write [[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game {}, program = ludus.tree {},
  population = 300, generations = 100000, stop = ludus.never }
]]
f:close()

for _, size in ipairs { { 80, 24 }, { 200, 60 }, { 40, 24 } } do
  local name = ("%d columns"):format(size[1])
  local s = screen.open { width = size[1], height = size[2],
    words = ("run %s --store %s.db"):format(script, script) }
  local text = s:wait "gen +%d%d+/99999"
  check.ok(name .. ": the bar appears", text)
  local bar = (text or ""):match("[^\n]*gen +%d+/99999[^\n]*") or ""
  check.ok(name .. ": redrawn in place",
    text and select(2, text:gsub("gen +%d+/", "")) == 1)
  check.ok(name .. ": fits the screen", #bar < size[1])
  check.ok(name .. ": best and mean", size[1] < 80 or bar:find("best %d+  mean "))
  check.ok(name .. ": time left", size[1] < 80 or bar:find("%d left$"))
  s:type "C-c"
  text = s:wait "status 0"
  check.ok(name .. ": Ctrl-C ends it well", text)
  check.ok(name .. ": how to go on", text and text:find("to go on: ludus resume %d"))
  check.ok(name .. ": the bar is gone", text and not text:find("gen +%d+/99999"))
  s:close()
end

-- The table of runs fits, with its dates where there is room.
for _, size in ipairs { { 80, false }, { 100, true } } do
  local s = screen.open { width = size[1], words = ("runs --store %s.db"):format(script) }
  local text = s:wait "status 0" or ""
  check.ok(size[1] .. " columns: one line a run", select(2, text:gsub("\n +%d+  ", "")) == 3)
  check.equal(size[1] .. " columns: dates", text:find("started", 1, true) ~= nil, size[2])
  s:close()
end

-- The first generation has no rate yet.
local out = check.run(('"$LUDUS" run %s --set generations=1 --store %s.db'):format(script,
  script))
check.ok("no rate at first", out:find "^gen   0/0  best %d+  mean [%d.]+  size %d+\n")

os.remove(script)
os.remove(script .. ".db")
return check.done()
