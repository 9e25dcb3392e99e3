-- flips.lua -- one bit of a store is flipped, anywhere: is it told, or is all as it was?
--
--     ludus lua tests/faults/flips.lua 10000       -- so many bits; `make flips`
--
-- Stores of several kinds are made, each with a run that has finished and one that was
-- stopped half way. For every flip a copy is listed, shown, compared, searched,
-- resumed and salvaged. Each of them must end with what it gave before, or with a
-- message; what was salvaged must be rows as they were. The last line counts.

local compare = require "ludus.stats.compare"
local history = require "ludus.run.history"
local json    = require "ludus.json"
local launch  = require "ludus.run.launch"
local salvage = require "ludus.run.salvage"
local stores  = require "ludus.run.store"
local system  = require "ludus.core.system"

local flips = {}

-- ---- stores --------------------------------------------------------------------------

local START = [[
local ludus = require "ludus"
local stop = function(s) return s.generation == package.loaded["flips.stop"] end
]]

-- Scripts by kind; a run stops where package.loaded["flips.stop"] says.
local scripts = {
  mines = START .. [[
return ludus.experiment { game = require "ludus.minesweeper".game { cases = 4 },
  program = ludus.tree { adfs = { 2 }, nodes = 40 }, population = 12, generations = 6,
  stop = stop, elite = 1 }]],
  lua = START .. [[
return ludus.experiment { population = 10, generations = 6, stop = stop,
  program = ludus.tree { nodes = 15 }, game = ludus.game { cases = { 1, 2, 5 },
    constants = { 1, 2 }, minimise = true,
    primitives = { X = { 0, function(x) return x end },
      MUL = { 2, function(_, a, b) return a * b end },
      ADD = { 2, function(_, a, b) return a + b end } },
    score = function(x, value) return math.abs(value - x * x - x) end } }]],
  linear = START .. [[
return ludus.experiment { population = 10, generations = 6, stop = stop,
  program = require "ludus.linear".program {}, game = ludus.game {
    program = "linear", cases = 3, blocks = { { "main", 6 } }, budget = 30,
    start = function(case) return { at = 0, goal = case } end,
    instructions = { { "Up", function(s) s.at = s.at + 1 end },
      { "Down", function(s) s.at = s.at - 1 end },
      { "Low", test = function(s) return s.at < s.goal end } },
    score = function(s) return -math.abs(s.at - s.goal) end } }]],
  machine = START .. [[
return ludus.experiment { population = 12, generations = 6, stop = stop,
  game = require "ludus.ipd".game { turns = 10 },
  program = ludus.machine { states = 4, first = { 1, 4 } } }]],
  vector = START .. [[
return ludus.experiment { population = 10, generations = 6, stop = stop,
  game = require "ludus.functions".game "sphere",
  program = ludus.vector { type = "reals", length = 3, min = -5, max = 5 } }]],
  map = START .. [[
return ludus.experiment { population = 12, generations = 6, stop = stop, scheme = "map",
  game = require "ludus.minesweeper".game { cases = 4 }, program = ludus.tree { nodes = 20 },
  map = { { "size", 1, 21, 3 }, { "steps", 0, 400, 4 } } }]],
  novelty = START .. [[
return ludus.experiment { population = 10, generations = 6, stop = stop,
  game = require "ludus.functions".game "sphere", islands = { 2, every = 2 },
  program = ludus.vector { type = "reals", length = 3, min = -5, max = 5 },
  novelty = { 1, function(p) return p.program[1] end, near = 3, add = 1, archive = 9 } }]],
  meet = START .. [[
return ludus.experiment { population = 8, generations = 6, stop = stop,
  meet = { 2, hall = 3 }, program = ludus.tree { nodes = 15 }, game = ludus.game {
    cases = { 1, 2 }, max = 2, repeats = true, constants = { 0, 1, 2 },
    start = function() return { 0, 0, turns = 0 } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      SEEN = { 0, function(s) return s[3 - s.player] end } },
    turn = function(s, value, player)
      s[player], s.turns = (s[player] + value) % 7, s.turns + 1
    end,
    done = function(s) return s.turns >= 4 end,
    score = function(s, _, _, me) return s[me] > s[3 - me] and 2 or 0 end } }]],
  cma = START .. [[
return ludus.experiment { population = 8, generations = 6, stop = stop, scheme = "cma",
  game = require "ludus.functions".game "rastrigin", restarts = 2,
  program = ludus.vector { type = "reals", length = 3, min = -5, max = 5 } }]],
}

flips.kinds = { "mines", "lua", "linear", "machine", "vector", "map", "novelty", "meet", "cma" }

local function bytes_of(path)
  local text, why = system.read(path, 1 << 30)
  return text or error(why, 0)
end

local quiet = { quiet = true, threads = 1, checkpoint = 0 }

local function options(path)
  local o = { store = path }
  for key, value in pairs(quiet) do o[key] = value end
  return o
end

local function make(path, kind)
  local script = require "ludus.script"
  local file = path .. "." .. kind .. ".lua"    -- what was loaded by a name is known by it
  assert(system.write(file, scripts[kind]))
  for _, stop in ipairs { false, 3 } do
    package.loaded["flips.stop"] = stop
    launch.start(file, script.load(file), options(path))
  end
  package.loaded["flips.stop"] = false
  local s = stores.open(path)
  s:remember("a rival", "what is known of it")
  s:close()
  os.remove(file)
end

-- ---- looking -------------------------------------------------------------------------

-- Time passes, whatever the bits.
local function timeless(row)
  row.seconds, row.started = nil, nil
  return row
end

local function with_store(path, f)
  local s = stores.open(path, "read")
  local result = table.pack(pcall(f, s))
  s:close()
  if not result[1] then error(result[2], 0) end
  return result[2]
end

local function course(s, id)
  local parts = { json.encode(timeless(s:get_run(id))) }
  for _, row in ipairs(s:generations(id)) do
    parts[#parts + 1] = json.encode(timeless(row))
  end
  local births = s:births(id)
  for g = 0, 9 do parts[#parts + 1] = ("%q"):format(births[g] or "") end
  return table.concat(parts, "\n")
end

-- What a person may do with a store; each gives a text.
local looks = {
  runs = function(path)
    return with_store(path, function(s)
      local list = {}
      for i, row in ipairs(s:runs()) do list[i] = json.encode(timeless(row)) end
      return table.concat(list, "\n")
    end)
  end,
  show = function(path)
    return with_store(path, function(s) return course(s, 1) .. course(s, 2) end)
  end,
  best = function(path)
    local r = history.open(2, path)
    local ok, text = pcall(r.best, r)
    r.store:close()
    return ok and text or error(text, 0)
  end,
  compare = function(path)
    return with_store(path, function(s)
      return compare.table(compare.groups(s, { 1, 2 }))
    end)
  end,
  recall = function(path)
    return with_store(path, function(s) return s:recall "a rival" or "" end)
  end,
  resume = function(path)
    launch.resume(2, options(path))
    return with_store(path, function(s) return course(s, 2) end)
  end,
}

local order = { "runs", "show", "best", "compare", "recall", "resume" }

-- Rows that salvage gave, each as it was or not there.
local function salvaged(path, whole)
  local to = path .. ".saved"
  os.remove(to)
  local ok, message = pcall(salvage.copy, path, to)
  if not ok then return nil, message end
  local wrong = with_store(to, function(s)
    s:inspect()
    for _, run in ipairs(s:runs()) do
      local row = timeless(s:get_run(run.id))
      row.reached, row.reached_raw = nil, nil
      if not whole.rows[json.encode(row)] then return "run " .. run.id end
      for _, g in ipairs(s:generations(run.id)) do
        if not whole.rows[run.id .. json.encode(timeless(g))] then
          return ("generation %d of run %d"):format(g.generation, run.id)
        end
      end
      local c = s:get_checkpoint(run.id)
      if c and not whole.rows[run.id .. c.state] then return "a checkpoint" end
    end
    local known = s:recall "a rival"
    return known and known ~= "what is known of it" and "what is known"
  end)
  os.remove(to)
  return not wrong, wrong
end

-- What all looks give of a sound store, and its rows.
local function record(path)
  local whole = { bytes = bytes_of(path), rows = {} }
  with_store(path, function(s)
    for id = 1, 2 do
      local row = timeless(s:get_run(id))
      row.reached, row.reached_raw = nil, nil
      whole.rows[json.encode(row)] = true
      for _, g in ipairs(s:generations(id)) do
        whole.rows[id .. json.encode(timeless(g))] = true
      end
      whole.rows[id .. s:get_checkpoint(id).state] = true
    end
  end)
  for _, name in ipairs(order) do whole[name] = looks[name](path) end
  return whole
end

-- ---- flips ---------------------------------------------------------------------------

local function flipped(bytes, bit)
  local at = bit // 8 + 1
  return bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ 1 << bit % 8)
    .. bytes:sub(at + 1)
end

local function remove(path)
  for _, tail in ipairs { "", "-journal", "-wal", "-shm" } do os.remove(path .. tail) end
end

-- A message is for a person: it names no mistake in the library.
local function is_told(message)
  local text = tostring(message)
  return text ~= "" and not text:find "attempt to" and not text:find "stack traceback"
end

-- Flips one bit and looks; gives "same" or "told", or nil and what is wrong.
local function try(path, whole, bit)
  local told
  for _, name in ipairs(order) do
    if name == "runs" or name == "resume" then
      remove(path)
      assert(system.write(path, flipped(whole.bytes, bit)))
    end
    if name == "resume" then
      local fine, wrong = salvaged(path, whole)
      if fine == nil and not is_told(wrong) or fine == false then
        return nil, "salvage: " .. tostring(wrong)
      end
    end
    local ok, got = pcall(looks[name], path)
    if not ok and not is_told(got) then return nil, name .. ": " .. tostring(got) end
    if ok and got ~= whole[name] then return nil, name .. " gives something else" end
    told = told or not ok
  end
  return told and "told" or "same"
end

-- A store of that kind, and what all looks give of it.
local function prepare(path, kind)
  remove(path)
  make(path, kind)
  local whole = record(path)
  remove(path)
  assert(system.write(path, whole.bytes))
  whole.resume = looks.resume(path)
  whole.check = with_store(path, function(s) return s:inspect() end)
  return whole
end

local function count_one(count, path, whole, bit, tell)
  local result, wrong = try(path, whole, bit)
  count.tried = count.tried + 1
  count[result or "wrong"] = count[result or "wrong"] + 1
  if not result then tell(("bit %d of %s: %s"):format(bit, whole.kind, wrong)) end
end

-- Flips n bits of stores of each kind in turn; `tell` gets what is wrong. The numbers
-- { tried, same, told, wrong }, and `kinds`: how many different results there were to keep.
function flips.run(folder, n, seed, tell)
  local rng = require "ludus.core.rng".new(seed)
  local wholes, count = {}, { tried = 0, same = 0, told = 0, wrong = 0 }
  local path = folder .. "/flips.db"
  local seen = {}
  count.kinds = 0
  for _, kind in ipairs(flips.kinds) do
    wholes[kind] = prepare(path, kind)
    wholes[kind].kind = kind
    count.kinds = count.kinds + (seen[wholes[kind].best] and 0 or 1)
    seen[wholes[kind].best] = true
  end
  for i = 1, n do
    local whole = wholes[flips.kinds[i % #flips.kinds + 1]]
    count_one(count, path, whole, rng:range(0, 8 * #whole.bytes - 1), tell)
  end
  remove(path)
  return count
end

-- The same for the names of columns: the first letter of each becomes a capital.
function flips.capitals(folder, tell)
  local count = { tried = 0, same = 0, told = 0, wrong = 0 }
  local path = folder .. "/flips.db"
  local whole = prepare(path, "linear")
  whole.kind = "linear"
  for at in whole.bytes:gmatch '\n  "()%l[%l_]+" %u' do
    count_one(count, path, whole, 8 * (at - 1) + 5, tell)
  end
  remove(path)
  return count
end

if arg and (arg[0] or ""):find "faults/flips%.lua$" then
  local folder = os.tmpname()
  os.remove(folder)
  if system.exists "/dev/shm" == "folder" then folder = "/dev/shm" .. folder:match "/[^/]*$" end
  os.execute("mkdir -p " .. folder)
  local count = flips.run(folder, math.tointeger(arg[1]) or 1000,
    math.tointeger(arg[2]) or 1, print)
  os.execute("rm -rf " .. folder)
  print(("%d bits flipped: %d told, %d without effect, %d changed something silently")
    :format(count.tried, count.told, count.same, count.wrong))
  return count.wrong == 0 and 0 or 1
end

return flips
