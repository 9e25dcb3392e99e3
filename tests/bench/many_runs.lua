-- many_runs.lua -- a store with very many runs, to measure what looks at all of them.
--
--     ludus lua tests/bench/many_runs.lua STORE [RUNS]      -- 10,000 runs
--
-- One run of 50 generations is made and copied under other numbers and seeds; then the
-- commands are timed by the caller: time ludus runs --store STORE

local launch = require "ludus.run.launch"
local script = require "ludus.script"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

local path, wanted = arg[1], math.tointeger(arg[2] or 10000)
local file = path .. ".lua"
assert(system.write(file, [[
local ludus = require "ludus"
return ludus.experiment { game = require "ludus.minesweeper".game { cases = 4 },
  program = ludus.tree { adfs = { 2 }, nodes = 20 }, population = 20,
  generations = 50, stop = ludus.never }]]))
launch.start(file, script.load(file), { store = path, quiet = true, threads = 1 })
os.remove(file)

-- The columns of a table, those given by name replaced by expressions.
local function columns(store, name, changes)
  local names, values = {}, {}
  for column in pairs(store:query(("SELECT * FROM %s LIMIT 1"):format(name))[1]) do
    names[#names + 1] = '"' .. column .. '"'
    values[#values + 1] = changes[column] or '"' .. column .. '"'
  end
  return table.concat(names, ", "), table.concat(values, ", ")
end

local store = stores.open(path)
store:transaction(function()
  local have = 1
  while have < wanted do
    local more = math.min(have, wanted - have)
    for name, key in pairs { runs = "id", generations = "run", checkpoints = "run" } do
      local names, values = columns(store, name, { [key] = key .. " + " .. have,
        seed = "seed + " .. have })
      store:run_sql(("INSERT INTO %s (%s) SELECT %s FROM %s WHERE %s <= %d"):format(name,
        names, values, name, key, more))
    end
    have = have + more
  end
  store:trust()
end)
print(("%s: %d runs, %d MB"):format(path, #store:runs(),
  store:query "PRAGMA page_count"[1].page_count
    * store:query "PRAGMA page_size"[1].page_size // 1000000))
store:close()
