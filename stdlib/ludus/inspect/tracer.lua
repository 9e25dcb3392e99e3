-- tracer.lua -- traces any game that writes its cases down.
--
--     return tracer.module { record = function(game, p, case) ... end }
--
-- A game's class names a module (bind_game.h) that says how a case is written down;
-- tracer.module() makes of it what all verbs need: trace(game, p, case) and
-- visits(game, p). The kind of the program chooses the adapter. A module may have
-- besides `more`, a table that is an adapter of its own for trees, `texts` if programs
-- may be given as texts, `fresh` and `rules` (see ludus.inspect.simplify).

local inspect = require "ludus.inspect"
local trace   = require "ludus.inspect.trace"

local tracer = {}

-- By the class of programs: their kind and adapter.
local kinds = {
  ["ludus.tree"] = { "tree", "ludus.inspect.trace_tree" },
  ["ludus.linear.program"] = { "linear", "ludus.inspect.trace_lines" },
  ["ludus.machine"] = { "machine", "ludus.inspect.trace_machine" },
  ["ludus.vector"] = { "vector", "ludus.inspect.trace_vector" },
}

local function kind_of(p)
  local meta = debug.getmetatable(p)
  local kind = type(meta) == "table" and kinds[meta.__name]
  if kind then return kind[1], kind[2] end
  inspect.demand(p, "ludus.tree", "trace")
end

local function check_case(case, cases)
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases, tostring(case)), 0)
  end
end

-- The trace of a program that is one of the game's.
local one
function one(module, game, p, case, suppose)
  local _, adapter = kind_of(p)
  local class = module.more or require(adapter)
  local driver = setmetatable({ game = game, case = case, of = p }, class)
  driver.record = module.record(game, p, case, suppose)
  function driver.again(_, q, change)
    q = q and (kind_of(q) == "machine" and q or game:read(tostring(q))) or p
    return one(module, game, q, case, change)
  end
  class.prepare(driver, p)
  driver.title = ("case %d of %d, %s; raw %s, %d steps, %s%s"):format(case,
    game:facts().cases, class.size(driver), tostring(driver.record.raw),
    driver.record.spent, driver.record.ended,
    class.warning and class.warning(driver) or "")
  return trace.new(driver)
end

-- Visits by the places of a program.
local function visits(module, game, p)
  local counts, steps = setmetatable({}, { __index = function() return 0 end }), 0
  for case = 1, game:facts().cases do
    local r = module.record(game, p, case)
    if r.visits and not r.from_zero then r:visits(counts) end
    for n = 1, r.visits and not r.from_zero and 0 or r.count do
      local place = r:step(n)
      counts[place] = counts[place] + 1
    end
    steps = steps + r.count
  end
  return counts, steps
end

-- The module with what follows from its record().
function tracer.module(module)
  -- The program as one that the game reads.
  local function settled(game, p)
    if kind_of(p) == "machine" then return p end
    return game:read(tostring(p))
  end
  -- The trace of one case; of all cases, as a list, if none is named.
  function module.trace(game, p, case)
    local cases = game:facts().cases
    if module.texts and type(p) == "string" then p = game:read(p) end
    kind_of(p)
    check_case(case, cases)
    p = settled(game, p)
    if case then return one(module, game, p, case) end
    local list = {}
    for i = 1, cases do list[i] = one(module, game, p, i) end
    return list
  end
  -- How often each node, line or state is visited over all cases, by its place, and
  -- the steps in all.
  function module.visits(game, p) return visits(module, game, settled(game, p)) end
  return module
end

return tracer
