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

-- ---- work in pieces --------------------------------------------------------------------

local pieces = require "ludus.run.pieces"
local work = pieces.new({}, 4)
work:begin "first"
check.equal("of the first piece no time is known", work:line(40),
  "1/4 first  [..........................]")
work:finish()
work:skip()
work:begin "third"
check.equal("half is done, a known piece took no time", work:line(50),
  "3/4 third  [#############............]  0:00 left")
check.equal("no room for the bar", work:line(20), "3/4 third  0:00 lef")
work:begin "fourth"
check.ok("whoever begins the next has done the one before",
  work:line(60):find("^4/4 fourth  %[#+%.+%]  0:00 left$"))
local unknown = pieces.new {}
unknown:begin "any"
unknown:begin "other"
check.equal("nobody knows how many", unknown:line(60), "2. other")
check.equal("nothing is drawn elsewhere", unknown:run(9), nil)

-- A study in a terminal: its runs and steps, each in turn, wait for a file.
local folder, file = check.folder()
local study = file("study.lua", ([[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local function wait(name) repeat until io.open("%s/" .. name) end
return ludus.study { name = "slow", settings = { n = { "integer", 2 } },
  pieces = function(s) return s.n end,
  run = function(s)
    ludus.evolve({ game = mines.game {}, program = ludus.tree {}, population = 50,
      generations = 30, stop = ludus.never, patience = 0,
      on_generation = function(r) if r.generation == 5 then wait "run" end end }, {})
    s.say "that was one"
    s.step("sum", function() wait "step" return 1 end)
    s.say "that was all"
  end }]]):format(folder))
local s = screen.open { width = 120, words = ("run %s --store %s/s.db"):format(study, folder) }
local text = s:wait "1/2 run 1: gen +%d/29 "
check.ok("the piece stands before the run's line", text)
file("run", "")
text = s:wait "2/2 sum  %[#+%.+%]  0:%d%d left"
check.ok("a step, and the time left", text)
check.ok("nothing is left of the run's line", text and text:find "^that was one\n2/2")
file("step", "")
text = s:wait "status 0"
check.equal("in the end there is what was said", text and text:match "^.-all\n",
  "that was one\nthat was all\n")
s:close()
check.refused("a count of pieces is a number", function()
  require "ludus".study { name = "x", run = print, pieces = 0 }
end, "ludus.study: field 'pieces': expected a whole number of 1 or more, or a function, got 0")

os.remove(script)
os.remove(script .. ".db")
return check.done()
