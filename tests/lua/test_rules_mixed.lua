-- Rules and Lua functions in one game: the same scores as rules alone, on every
-- engine and any number of threads; what functions do wrong is told.

local ant    = require "ludus.ant.rules"
local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local rules  = require "ludus.rules"
local santafe = require "ludus.santafe"
local words  = require "ludus.script.words"

-- ---- the ant, half in Lua ---------------------------------------------------

local dx, dy = { [0] = 0, 1, 0, -1 }, { [0] = -1, 0, 1, 0 }

local function move(s)
  s.x, s.y = (s.x + dx[s.dir]) % 32, (s.y + dy[s.dir]) % 32
  if s.food:get(s.x, s.y) == 1 then
    s.food:set(s.x, s.y, 0)
    s.eaten = s.eaten + 1
  end
end

-- The rules of the ant, with MOVE and LEFT declared only.
local mixed_text = ant.text
  :gsub("MOVE  cost 1 (%b\"\") %b{}", "lua MOVE cost 1 %1")
  :gsub("LEFT  cost 1 (%b\"\")  %b{}", "lua LEFT cost 1 %1")
check.ok("both are declared", mixed_text:find "lua MOVE cost 1 \"moves ahead"
  and mixed_text:find "lua LEFT cost 1 \"turns left\"\n")

local function mixed(engine)
  return rules.game { rules = mixed_text, cases = { { food = santafe.trail } },
    repeats = true, budget = 400, max = 89, engine = engine,
    functions = { MOVE = move, LEFT = function(s) s.dir = (s.dir + 3) % 4 end } }
end

local function ended(game, text)
  local c = game:play(game:read(text), 1)
  return ("%d %d %d %s at %d %d"):format(c.raw, c.steps, c.free, c["end"],
    c.state.x, c.state.y)
end

local pure = ant.game { engine = "plain" }
local species = words.tree { nodes = 60, depth = { 2, 6 } }:species(pure)
local drawn = evolve.new(species, pure, { population = 60, seed = 5, threads = 1,
  cache = 0 })
drawn:start(false)
for _, engine in ipairs { "plain", "bytecode", "native" } do
  local game, different = mixed(engine), 0
  for i = 1, 60 do
    local text = drawn:text(i)
    if ended(game, text) ~= ended(pure, text) then different = different + 1 end
  end
  check.equal(engine .. ": the mixed ant is the ant", different, 0)
end

-- ---- runs -------------------------------------------------------------------

local folder, write = check.folder()
local script = write("leaps.lua", [==[
local ludus = require "ludus"
local game = ludus.game {
  rules = [[
    var x, best, looked
    grid seen[8, 4]
    constants 1 2
    STEP cost 1 { x = x + 1  best = max(best, x) }
    ADD(a, b)   { a + b }
    lua LEAP(n) cost 2 "leaps about so far"
    lua LOOK
    done  { best > 100 }
    score { best * 10 + looked }
  ]],
  functions = {
    LEAP = function(s, n)
      s.x = s.x + 2 * n + s.random(3) - math.random(2)
      s.best = math.max(s.best, s.x)
      s.seen:set(s.x, 1, s.seen:get(s.x, 1) + 1)
      return n + 1
    end,
    LOOK = function(s) s.looked = s.looked + s.seen:get(s.x, 1) end,
  },
  cases = { {}, { x = 5 }, { x = -3 } },
  repeats = true, budget = 60,
}
return ludus.experiment { game = game, program = ludus.tree { nodes = 60 },
  population = 100, generations = 4 }
]==])

local function digest(options)
  local out = check.run("cd " .. folder .. " && $LUDUS run leaps.lua --store leaps.db "
    .. options)
  return out:match "digest (%x+)"
end

local first = digest "--threads 1 --rules plain"
check.ok("a run has a digest", first)
for _, options in ipairs { "--threads 2 --rules plain",
  "--threads 1 --rules bytecode", "--threads 3 --rules bytecode",
  "--threads 2 --rules native", "--threads 2 --set game.seconds=9" } do
  check.equal("the same run with " .. options, digest(options), first)
end

-- ---- linear programs --------------------------------------------------------

for _, engine in ipairs { "plain", "bytecode", "auto" } do
  local game = rules.game { engine = engine, budget = 50, cases = { {}, { n = 1 } },
    blocks = { { "Main", 5 } }, functions = { GO = function(s) s.n = s.n * 2 end },
    rules = "var n = 3  lua GO  test ODD { n % 2 }  UP { n = n + 1 }  "
      .. "done { n > 20 }  score { n }" }
  -- 3 6 7 14 15 30, and 1 2 3 6 7 14 15 30
  local s = game:score(game:read "Main\nODD\nGO\nUP")
  check.equal("functions are instructions, " .. engine, s.raw .. " " .. s.steps, "60 24")
end

-- ---- mistakes ---------------------------------------------------------------

local function declared(functions, text)
  return rules.game { rules = text or "var x, count  grid g[3]  lua GO(n)  "
    .. "constants 1 2  score { x * 100 + count }", functions = functions,
    engine = "bytecode", seconds = 1 }
end

check.error("a function may not be missing", function() declared {} end,
  "rules.game: field 'functions': the rules declare 'lua GO': a function of that "
    .. "name is missing")
check.error("nor be one too many", function()
  declared { GO = print, WENT = print }
end, "rules.game: field 'functions': 'WENT' is not declared in the rules: write "
  .. "'lua WENT' there")
check.error("nor take arguments on demand", function()
  declared({}, "lua GO(n?) score { 1 }")
end, "rules:1:5: the arguments of Lua functions are values: only rules evaluate "
  .. "theirs on demand\n  lua GO(n?) score { 1 }\n      ^")

-- What scoring (GO (GO 1)) with that function gives, or its first line of error
-- without the place.
local function outcome(go)
  local game = declared { GO = go }
  local ok, result = pcall(function() return game:score(game:read "(GO (GO 1))") end)
  if ok then return result.raw end
  return (result:gsub("^%S+:%d+: ", "", 1))
end

local where = "\n  in primitive 'GO', case 1"
check.equal("values come and go", outcome(function(s, n)
  s.x = s.x + n
  s.g:set(-1, n)
  s.count = s.count + s.g:get(2)
  return n + 4
end), 606)
check.equal("nothing is 0, true is 1, numbers wrap", outcome(function(s, n)
  s.x = s.x * 10 + n + (1 << 32)
  return n == 1 or nil
end), 1100)
check.equal("an unknown name", outcome(function(s) s.cuont = 1 end),
  "the rules have no variable or grid 'cuont'; did you mean 'count'?" .. where)
check.equal("a name that is like none", outcome(function(s) return s.xyzzy end),
  "the rules have no variable or grid 'xyzzy'" .. where)
check.equal("half a number", outcome(function(s) s.x = 1.5 end),
  "x: expected a whole number, got 1.5" .. where)
check.equal("a whole grid", outcome(function(s) s.g = 1 end),
  "'g' is no variable: use state.g:set(x, y, value)" .. where)
check.equal("a value that is none", outcome(function() return "five" end),
  "the value of the function: expected a whole number, got string" .. where)
check.equal("an error", outcome(function() error "boo" end), "boo" .. where)
if check.rings then
  check.equal("an endless loop", outcome(function() while true do end end),
    "runs for more than 1 s: an endless loop?" .. where)
end

local _, message = pcall(function()
  local game = declared { GO = function() end }
  local e = require "ludus.core.evolve".new(game:species { adfs = {}, nodes = 20,
    depth = { 1, 3 }, max_depth = 9, method = "grow" }, game,
    { population = 10, seed = 1, threads = 2, cache = 0 })
  e:start(false)
end)
check.equal("two threads cannot play a game of no script", message:match ": (.*)",
  "this game was declared outside a script, so one thread alone can play it: use "
  .. "--threads 1 or a script")

local kept, grid
outcome(function(s) kept, grid = s, s.g end)
collectgarbage()
local late = "the state can be used only while a primitive of its game is called: "
  .. "do not keep it"
check.ok("a state that was kept", not pcall(function() return kept.x end)
  and select(2, pcall(function() return kept.x end)):find(late, 1, true))
check.ok("a grid that was kept", select(2, pcall(function() return grid:get(1) end))
  :find(late, 1, true))

os.execute("rm -r " .. folder)
return check.done()
