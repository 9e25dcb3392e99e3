-- hostile.lua -- calls everything a script in the sandbox can reach with wrong things:
-- `ludus lua --sandbox --time 5 tests/lua/hostile.lua SEED CALLS MODULES [aloud]`, the
-- modules with commas between them. It proves nothing by itself: a crash, or a
-- sanitizer, is what it is looking for.

local seed, calls = tonumber(arg[1] or 1), tonumber(arg[2] or 1000)
math.randomseed(seed)

local functions, seen, objects = {}, {}, {}

-- Notes all functions below a table, its metatable included.
local function walk(t, path, depth)
  if seen[t] or depth > 4 then return end
  seen[t] = true
  local keys = {}
  for key in pairs(t) do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    local value = rawget(t, key)
    if type(value) == "function" then
      functions[#functions + 1] = { path .. "." .. key, value }
    elseif type(value) == "table" then
      walk(value, path .. "." .. key, depth + 1)
    end
  end
  local meta = getmetatable(t)
  if type(meta) == "table" then walk(meta, path .. "~", depth + 1) end
end

for name in arg[3]:gmatch "[^,]+" do
  local module = require(name)
  walk(type(module) == "table" and module or { call = module }, name, 0)
end

local values = { 0, 1, -1, 2, 3, 7, 64, 255, 256, 65536, 2^31, 2^53, math.maxinteger,
  math.mininteger, 0/0, 1/0, -1/0, 0.5, "", "a", "RPB (UNC 0)", "(1 2 3)",
  ("x"):rep(300), "\0\1\255", "tournament", "simt", true, false, print,
  function() return 1 end, function(...) return ... end, function() error "no" end,
  {}, { 1, 2, 3 }, { {} }, { rows = 2, cols = 2 }, { population = 5, seed = 1 },
  setmetatable({}, { __index = function() return 1 end }),
  coroutine.create(function() end) }

-- Methods of userdata cannot be listed, only guessed.
local methods = {}
for name in ([[read score play facts species prims graft subtree nodes depth text
  branches trace profile impact simplify diff tree svg explain pretty places at find
  step start stats digest save restore births plant game best run moves legal move
  undo side over features picture mutate cross minimal states equal canonical real
  below range node shuffle with tally engine close key random new distance set get
  copy name result count figures vector program]]):gmatch "%S+" do
  methods[#methods + 1] = name
end

local function any()
  if math.random(10) <= 3 and #objects > 0 then
    return objects[math.random(#objects)]
  end
  return values[math.random(#values)]
end

local function keep(value, name)
  if type(value) ~= "userdata" and type(value) ~= "table" then return end
  if #objects < 400 then objects[#objects + 1] = value end
  if type(value) == "table" then walk(value, name, 2) end
end

-- A function with its name, and arguments.
local function choose()
  local args = { n = math.random(0, 4) }
  for i = 1, args.n do args[i] = any() end
  if math.random(3) > 1 or #objects == 0 then
    local row = functions[math.random(#functions)]
    return row[1], row[2], args
  end
  local object, name = objects[math.random(#objects)], methods[math.random(#methods)]
  local ok, method = pcall(function() return object[name] end)
  table.insert(args, 1, object)
  args.n = args.n + 1
  return name, ok and method, args
end

local done = 0
for i = 1, calls do
  local name, f, args = choose()
  if type(f) == "function" then
    if arg[4] then print(i, name) end
    local results = table.pack(pcall(f, table.unpack(args, 1, args.n)))
    done = done + 1
    if results[1] then
      for k = 2, results.n do keep(results[k], name) end
    end
  end
end
print(("%d functions, %d calls, %d objects"):format(#functions, done, #objects))
