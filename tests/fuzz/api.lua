-- api.lua -- bytes as calls: of every function of the library's modules, every method
-- and metamethod of every class, with values of every kind.
--
--     local api = dofile "tests/fuzz/api.lua"
--     api.run(bytes)               -- some calls, all errors caught
--     ludus lua tests/fuzz/api.lua SEED INPUTS [aloud]
--
-- It demands nothing but that the process lives: a crash, a sanitizer's report or a
-- hang is what it looks for. How functions should be called is learnt from tests. A byte
-- chooses what is called, the next ones its arguments: objects of every class, fresh,
-- used or closed; the edges of integers; what is no number; long texts; tables of the
-- fields that the library itself declares, with one of them wrong; functions that call
-- back into an object that is at work.

local evolve  = require "ludus.core.evolve"
local ga      = require "ludus.ga"
local limit   = require "ludus.core.limit"
local ludus   = require "ludus"
local public  = require "ludus.script.public"
local registry = require "ludus.script.registry"
local script  = require "ludus.script"
local spec    = require "ludus.script.spec"

local api = {}

-- ---- bytes as decisions ---------------------------------------------------------

local input, at = "", 1

local function byte()
  local b = input:byte(at) or 0
  at = at + 1
  return b
end

local function below(n) return (n > 256 and byte() * 256 + byte() or byte()) % n end
local function one_of(list) return list[below(#list) + 1] end

-- ---- what is called --------------------------------------------------------------

-- Not called: what opens files, ends the process, waits for a person or measures for
-- minutes; and what counts as Ctrl-C, which ends the calls themselves.
local spared = { "^ludus%.core%.sandbox%.enter", "^ludus%.core%.system%.write",
  "^ludus%.core%.system%.catch", "^ludus%.core%.terminal", "^ludus%.core%.store%.open",
  "^ludus%.core%.process", "^ludus%.core%.limit", "%.bench%.", "%.play%.", "%.play$", "%.svg$", "%.watch",
  "^ludus%.othello%.league", "^ludus%.othello%.coevolve", "^ludus%.othello%.course",
  "^ludus%.othello%.experiments", "^ludus%.battleship%.captain",
  "^ludus%.ipd%.laran", "^ludus%.ipd%.report", "^ludus%.core%.ant%.measure" }

local function is_spared(name)
  for _, pattern in ipairs(spared) do if name:find(pattern) then return true end end
  return false
end

local functions, seen = {}, {}        -- rows { name, function }

local function note(name, f)
  if seen[f] or is_spared(name) then return end
  seen[f] = true
  functions[#functions + 1] = { name, f }
  return f
end

-- ---- calls as they should be ------------------------------------------------------

-- While `learning`, functions note what they are called with: `calls[f]` are lists of
-- arguments. A call is made like one of them, with something changed.
local learning, calls, TEMPLATES = false, {}, 6

-- `f` as it is, but what it is called with is noted.
local function spied(f)
  calls[f] = {}
  return function(...)
    local known = calls[f]
    if learning and #known < TEMPLATES then known[#known + 1] = table.pack(...) end
    return f(...)
  end
end

local function sorted(t)
  local keys = {}
  for key in pairs(t) do if type(key) == "string" then keys[#keys + 1] = key end end
  table.sort(keys)
  return keys
end

local fields = {}                     -- the tables of fields that were met

local function is_fields(t)
  local _, row = next(t)
  return type(row) == "table" and type(rawget(row, 1)) == "string"
    and rawget(row, "help") ~= nil   -- a module may be closed to other words
end

local function walk(t, path, depth)
  if seen[t] or depth > 3 or is_spared(path) then return end
  seen[t] = true
  if is_fields(t) then fields[#fields + 1] = t end
  for _, key in ipairs(sorted(t)) do
    local value, name = rawget(t, key), path .. "." .. key
    if type(value) == "function" then
      if note(name, value) and not key:find "^__" then rawset(t, key, spied(value)) end
    elseif type(value) == "table" then walk(value, name, depth + 1) end
  end
end

local methods = {}                    -- by class: what can be called, by name

local function classes()
  local registry = debug.getregistry()
  for _, name in ipairs(sorted(registry)) do
    local meta = registry[name]
    if type(meta) == "table" and meta.__name == name and name:find "^%a+%.%a" then
      local own = {}
      for key, f in pairs(meta.methods or {}) do own[key] = f end
      methods[name] = own
      walk(meta.methods or {}, name, 2)
      walk(meta, name, 2)
    end
  end
end

-- ---- objects ----------------------------------------------------------------------

local mines, bs = require "ludus.minesweeper", require "ludus.battleship"
local ipd, othello = require "ludus.ipd", require "ludus.othello"
local puzzle, functions_game = require "ludus.puzzle", require "ludus.functions"
local hanabi = require "ludus.hanabi"

local function lua_game()
  return ludus.game { cases = { 1, 2 }, max = 9, budget = 50, constants = { 1, 2 },
    primitives = { X = { 0, function(s) return s.x end },
      ADD = { 2, function(_, a, b) return a + b end },
      IF = { 3, lazy = true, function(_, a, b, c) return a() > 1 and b() or c() end } },
    start = function(case) return { x = case } end,
    score = function(_, value) return math.min(value, 9) end }
end

local function linear_game()
  return ludus.game { program = "linear", cases = { 1, 2 }, max = 9, budget = 20,
    blocks = { { "Main", 4 } }, registers = { "x" },
    instructions = { { "Step", function(s) s.x = s.x + 1 end },
      { "IfOdd", test = function(s) return s.x % 2 == 1 end } },
    start = function(case) return { x = case } end,
    score = function(s) return math.min(s.x, 9) end }
end

local function rules_game()
  return ludus.game { budget = 20, max = 5, engine = "bytecode", rules = "var x "
    .. "STEP { x = x + 1 } IF(a?, b?) { if x < 3 { a } else { b } } score { x }" }
end

local function evolution(game, species, plan)
  local e = evolve.new(species, game, { population = 6, seed = 1, threads = 1, cache = 2 })
  e:start()
  if plan then e:step(plan) end
  return e
end

local function tree_evolution()
  local value = ludus.experiment { game = lua_game(), program = ludus.tree { nodes = 20 },
    population = 6 }
  return evolution(value.game, value.species, value:plan())
end

local function ga_run()
  return ga.new { game = functions_game.game "onemax", population = 6, threads = 1,
    program = ludus.vector { type = "bits", length = 8 }, generations = 3 }
end

-- One of each class that can be had, each made anew for every input.
local makers = {
  lua_game, linear_game, rules_game, tree_evolution, ga_run,
  function() return ga_run().core end,
  function() return mines.game { rows = 2, cols = 2 } end,
  function() return mines.game { rows = 3, cols = 3, cases = 2, engine = "reference" } end,
  function() return bs.game { cases = 2 } end,
  function() return bs.set end,
  function() return bs.set:random(ludus.rng(1)) end,
  function() return ipd.game { turns = 5 } end,
  function() return puzzle.game {} end,
  function() return functions_game.game "onemax" end,
  function() return ludus.rng(7) end,
  function() return ludus.parse "RPB (UNC 0)" end,
  function() return ludus.parse "RPB (UNC 0)":subtree(1) end,
  function() return lua_game():read "RPB (ADD (X) (X))" end,
  function() return lua_game():species(ludus.tree { nodes = 9 }.settings) end,
  function() return rules_game():read "RPB (IF (STEP) (STEP))" end,
  function() return require "ludus.core.machine".random(ludus.rng(1), 4) end,
  function() return require "ludus.vector".new { type = "integers", length = 4,
    min = 0, max = 3 } end,
  function() return require "ludus.vector".new { type = "reals", length = 3,
    min = 0, max = 1 }:random(ludus.rng(1)) end,
  function() return require "ludus.core.othello".start() end,
  function() return require "ludus.core.battleship".fleet end,
  function() return require "ludus.core.ipd".player "tft" end,
  function() return mines.game {}:trace(ludus.parse "RPB (UNC 0)", 1) end,
  function() return lua_game():trace(lua_game():read "RPB (ADD (X) (X))", 1) end,
  function() return ludus.experiment { game = lua_game(), population = 4,
    program = ludus.tree { nodes = 9 }, generations = 2 } end,
  function() return hanabi.game { cases = 2, partners = { "iggi" } } end,
  function() return hanabi.game { cases = 2, program = "tree" } end,
  function() return hanabi.player "piers" end,
  function() return require "ludus.core.hanabi".match(hanabi.game { cases = 2 }, nil, 1) end,
  function() return othello.game { program = "strategy", openings = 1, depth = 1 } end,
  function() return othello.player { 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8 } end,
  function() return ipd.bookkeeper { horizon = 5 } end,
  function() return ludus.tree {} end,
  function() return ludus.tournament(3) end,
  function() return ludus.evolve({ game = lua_game(), population = 4,
    program = ludus.tree { nodes = 9 }, generations = 2 }, { threads = 1 }) end,
}

local objects = {}

local function keep(value)
  local kind = type(value)
  if kind ~= "userdata" and kind ~= "table" and kind ~= "string" then return end
  if #objects < 64 then objects[#objects + 1] = value
  else objects[below(64) + 1] = value end
end

local function object()
  if #objects == 0 or below(4) == 0 then
    local ok, value = pcall(one_of(makers))
    if ok and value ~= nil then keep(value) return value end
  end
  return #objects > 0 and one_of(objects) or nil
end

-- ---- values -----------------------------------------------------------------------

-- Between small and far too large there is nothing: what is merely large takes time.
local integers = { 0, 1, -1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 63, 64, 127, 128, 255, 256, 257,
  2^31 - 1, 2^31, 2^32 - 1, 2^32, 2^53, 2^53 + 1, math.maxinteger, math.maxinteger - 1,
  math.mininteger, math.mininteger + 1, -2^31, -2^31 - 1 }
for i, n in ipairs(integers) do integers[i] = math.tointeger(n) or n end

local numbers = { 0.0, -0.0, 0.5, -0.5, 1/0, -1/0, 0/0, 1e308, -1e308, 5e-324, 2.0^63,
  1 + 2^-52, 1e17 }

local words = { "", "a", "x", "\0", "\255\254", "%s%n%d", "RPB (UNC 0)", "RPB (ADD (X) (X))",
  "(1 2 3)", ("x"):rep(300), ("("):rep(5000), ("9"):rep(400), "tournament", "simt", "auto",
  "all", "bits", "integers", "reals", "permutation", "onemax", "tft", "Step\nStep\n",
  "start 0\n0 C 0 0\n", "-1", "1e999", "nan", "crossover", "onepoint", "point" }

local value

local function self_reference()
  local t = {}
  t[1], t.self, t[t] = t, t, t
  return setmetatable(t, { __index = t })
end

local function odd_table()
  return setmetatable({}, one_of {
    { __index = function() return 1 end }, { __index = function() error "no" end },
    { __len = function() return one_of(integers) end },
    { __len = function() return "x" end },
    { __tostring = function() return 1 end }, { __pairs = function() return nil end },
    { __name = 7 }, { __call = function() return 1 end }, { __close = print } })
end

-- A function that calls back: closes an object, uses one, raises, gives nonsense.
local function callback()
  local kind, given, other = below(6), object(), below(256)
  return function(...)
    if kind == 0 then return other end
    if kind == 1 then error(given, 0) end
    if kind == 2 then return ... end
    local meta = type(given) == "userdata" and debug.getmetatable(given)
    if kind == 3 and meta and meta.__close then pcall(meta.__close, given) end
    if kind == 4 and meta and methods[meta.__name] then
      local own = methods[meta.__name]
      local names = sorted(own)
      local name = names[other % math.max(1, #names) + 1]
      if name and not is_spared("x." .. name) then pcall(own[name], given, ...) end
    end
    if kind == 5 then return given end
    return 1
  end
end

-- A table of fields that the library declares, mostly right, one of them not.
local function settings()
  if #fields == 0 then return {} end
  local rows, t = one_of(fields), {}
  local keys = sorted(rows)
  for _ = 1, below(4) + 1 do
    local row = rows[keys[below(#keys) + 1]]
    local key = keys[below(#keys) + 1]
    local edge = one_of { row.min or 1, row.max or 3, row[2] or 1, 2 }
    if type(edge) == "number" and edge > 300 then edge = 3 end
    t[key] = below(3) > 0 and edge or value(1)
  end
  if below(2) == 0 then t.population, t.generations, t.threads = 4, 2, 1 end
  return t
end

local function list(depth)
  local t = {}
  for i = 1, below(4) do t[i] = value(depth + 1) end
  if below(4) == 0 then t[one_of(words)] = value(depth + 1) end
  return t
end

local kinds = {
  object, object, object, object, function() return one_of(integers) end,
  function() return one_of(integers) end, function() return one_of(numbers) end,
  function() return one_of(words) end, function() return below(2) == 0 end,
  function() return nil end, callback, settings, settings, self_reference, odd_table,
  function() return coroutine.create(callback()) end,
  function() return io.stdout end,
}

function value(depth)
  if (depth or 0) < 3 and below(5) == 0 then return list(depth or 0) end
  return one_of(kinds)()
end

-- ---- calls ------------------------------------------------------------------------

-- Arguments: `first`, then anything.
local function arguments(first)
  local args = { first, n = first ~= nil and 1 or 0 }
  for _ = 1, below(5) do
    args.n = args.n + 1
    args[args.n] = value(0)
  end
  return args
end

-- A table of a call with one of its fields changed.
local function changed(t)
  if type(t) ~= "table" or getmetatable(t) or below(3) == 0 then return value(0) end
  local copy, keys = {}, {}
  for key, item in next, t do
    copy[key] = item
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  if #keys > 0 then
    local key = one_of(keys)
    copy[key] = below(4) > 0 and value(1) or nil
  end
  return copy
end

-- Arguments like those that the function was called with before.
local function like(f, first)
  local known = calls[f]
  if not known or #known == 0 or below(8) == 0 then return arguments(first) end
  local args = one_of(known)
  args = table.move(args, 1, args.n, 1, { n = args.n })
  if first ~= nil and below(2) == 0 then args[1] = first end
  for _ = 1, below(3) do
    local i = below(args.n + 1) + 1
    args[i] = changed(args[i])
    args.n = math.max(args.n, i)
  end
  return args
end

local function of_class(o)
  local meta = type(o) == "userdata" and debug.getmetatable(o)
  return meta, meta and methods[meta.__name]
end

-- Something to call: a name, a function and its arguments.
local function chosen()
  local kind = below(8)
  if kind <= 3 then                     -- a method of an object, by its own class
    local o = object()
    local meta, own = of_class(o)
    local names = own and sorted(own)
    if names and #names > 0 then
      local name = one_of(names)
      return meta.__name .. "." .. name, own[name], like(own[name], o)
    end
  elseif kind == 4 then                 -- a closed object stays among the others
    local o = object()
    local meta = of_class(o)
    if meta and meta.__close then return "close", meta.__close, { o, n = 1 } end
  end
  local row = one_of(functions)
  return row[1], row[2], like(row[2], nil)
end

-- By hand, with `debug`, a finaliser is given what it is not for; to free an object
-- that others still use is as good as to write over memory, and nobody's business.
local function frees(f, o)
  local meta = of_class(o)
  return meta and rawequal(meta.__gc, f) and not meta.__close
end

-- Makes a call; is it one that the function takes?
local function called(f, args)
  local results = table.pack(limit.catch(limit.call, 1, f,
    table.unpack(args, 1, args.n)))
  if not results[1] then return false end
  for i = 2, math.min(results.n, 6) do keep(results[i]) end
  return true
end

-- Does something without a word on the terminal.
local function quietly(f, ...)
  local write, say, stdout, stderr, exit = io.write, print, io.stdout, io.stderr, os.exit
  local deaf = { write = function(self) return self end, flush = print }
  io.write, print = function() return deaf end, function() end
  io.stdout, io.stderr = deaf, deaf
  os.exit = function() error("the end", 0) end
  local results = table.pack(pcall(f, ...))
  io.write, print, io.stdout, io.stderr, os.exit = write, say, stdout, stderr, exit
  return table.unpack(results, 1, results.n)
end

local function run(bytes, tell)
  input, at, objects = bytes, 1, {}
  local made, taken = 0, 0
  while at <= #input do
    local name, f, args = chosen()
    if not is_spared(name) and not frees(f, args[1]) then
      if tell then tell(name, args) end
      made = made + 1
      if called(f, args) then taken = taken + 1 end
    end
  end
  return made, taken
end

-- Makes the calls that the bytes say: how many, and how many of them were taken. `tell`
-- is told of each before it is made.
function api.run(bytes, tell)
  return select(2, quietly(run, bytes, tell))
end

-- Learns from a file, run with its own words, how functions are called.
function api.learn(path)
  script.current, spec.script = nil, nil
  registry.reset()
  learning = true
  quietly(dofile, path)
  learning = false
end

-- ---- once ---------------------------------------------------------------------------

for _, name in ipairs(public.modules()) do
  if not is_spared(name) then require(name) end
end
for _, name in ipairs(sorted(package.loaded)) do
  if name:find "^ludus%.core%." then walk(package.loaded[name], name, 1) end
end
for _, name in ipairs(public.modules()) do
  local module = package.loaded[name]
  if type(module) == "table" then walk(module, name, 0) end
end
classes()

-- Tests that call much and take little time.
for _, name in ipairs { "stats", "plot", "functions", "machine", "program", "look_kinds",
  "look_rules", "ga", "ipd", "othello", "evolve", "abilities", "game_kinds", "table",
  "columns", "strategy", "outcomes" } do
  api.learn("tests/lua/test_" .. name .. ".lua")
end

-- From now on nothing opens a file or starts a program, whatever it is called with.
local function refused() error("not while fuzzing", 2) end
for name, f in pairs { open = io.open, popen = io.popen, tmpfile = io.tmpfile,
  lines = io.lines, output = io.output, input = io.input } do io[name] = f and refused end
for _, name in ipairs { "execute", "remove", "rename", "tmpname", "exit" } do
  os[name] = refused
end
for _, name in ipairs { "ludus.core.store", "ludus.run.store", "ludus.core.process" } do
  require(name).open = refused
end
require "ludus.core.system".write = refused

-- ---- by itself ----------------------------------------------------------------------

local function shown(args)
  local texts = {}
  for i = 1, args.n do
    local ok, text = pcall(tostring, args[i])
    texts[i] = ok and text:sub(1, 60) or "?"
  end
  return table.concat(texts, ", ")
end

local arg = rawget(_G, "arg")
if arg and arg[0]:find "api%.lua$" then
  local rng, log = ludus.rng(tonumber(arg[1]) or 1), io.stderr
  local calls, taken = 0, 0
  local tell = arg[3] and function(name, args)
    log:write(name, "(", shown(args), ")\n")
  end
  for _ = 1, tonumber(arg[2]) or 100 do
    local bytes = {}
    for k = 1, 200 do bytes[k] = string.char(rng:below(256)) end
    local made, good = api.run(table.concat(bytes), tell)
    calls, taken = calls + made, taken + good
  end
  print(("%d functions, %d classes, %d calls, %d taken"):format(#functions,
    #sorted(methods), calls, taken))
end

return api
