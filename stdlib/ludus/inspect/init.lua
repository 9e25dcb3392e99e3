-- inspect/init.lua -- the verbs that take programs apart: trace, profile, impact,
-- simplify, same, diff, tree, svg, explain, outcomes, losses, strategy, blame, distil.
-- Loading it gives them to every kind of program; what they need is loaded when they are first used. No game is named here:
-- how a game is traced its class says (bind_game.h), and what else it adds its own
-- verbs.lua.

local games  = require "ludus.script.games"
local system = require "ludus.core.system"

local inspect = {}

local registry = debug.getregistry()

local origins = setmetatable({}, { __mode = "k" })

-- A method that is a function of a module, loaded at its first call.
local function later(module, name)
  local function method(...)
    return require("ludus." .. module)[name](...)
  end
  origins[method] = { module, name }
  return method
end

-- The function behind a method of this kind, or the function itself: for help.
function inspect.origin(f)
  local row = origins[f]
  return row and require("ludus." .. row[1])[row[2]] or f
end

-- The first argument of a method must be a program of that class.
function inspect.demand(p, class_name, method)
  local meta = debug.getmetatable(p)
  if meta ~= nil and meta == registry[class_name] then return end
  error(("bad argument #1 to '%s' (%s expected, got %s)"):format(method, class_name,
    p == nil and "no value" or type(meta) == "table" and meta.__name or type(p)), 0)
end

-- Gives verbs to a class: { verb = { module, function }, ... }. What it has already
-- stays; names that begin with __ are fields of its metatable.
local function add(class_name, rows)
  local meta = registry[class_name]
  if not meta then return end
  for name, row in pairs(rows) do
    local place = name:find("^__") and meta or meta.methods
    if place[name] == nil then place[name] = later(row[1], row[2]) end
  end
end

-- ---- every kind ------------------------------------------------------------

require "ludus.core.tree"
add("ludus.tree", {
  trace = { "inspect.verbs", "trace" }, same = { "inspect.same", "programs" },
  profile = { "inspect.verbs", "profile" }, impact = { "inspect.verbs", "impact" },
  simplify = { "inspect.verbs", "simplify" }, explain = { "inspect.verbs", "explain" },
  diff = { "inspect.diff", "programs" }, tree = { "inspect.draw", "tree" },
  dot = { "inspect.draw", "dot" }, svg = { "inspect.draw", "svg" },
  __show = { "inspect.tree", "show" },
})

require "ludus.core.linear"
add("ludus.linear.program", {
  same = { "inspect.same", "programs" },
  trace = { "inspect.lines", "trace" }, profile = { "inspect.lines", "profile" },
  impact = { "inspect.lines", "impact" }, simplify = { "inspect.lines", "simplify" },
  diff = { "inspect.lines", "diff" }, explain = { "inspect.lines", "explain" },
  tree = { "inspect.flow", "tree" }, dot = { "inspect.flow", "dot" },
  svg = { "inspect.flow", "svg" }, __show = { "inspect.lines", "show" },
})

require "ludus.core.machine"
add("ludus.machine", {
  trace = { "inspect.machines", "trace" }, profile = { "inspect.machines", "profile" },
  impact = { "inspect.machines", "impact" },
  simplify = { "inspect.machines", "simplify" }, same = { "inspect.same", "programs" },
  diff = { "inspect.machines", "diff" }, explain = { "inspect.machines", "explain" },
  tree = { "inspect.machines", "tree" }, __show = { "inspect.machines", "show" },
})

require "ludus.core.vector"
add("ludus.vector", {
  trace = { "inspect.vectors", "trace" }, profile = { "inspect.vectors", "profile" },
  impact = { "inspect.vectors", "impact" },
  simplify = { "inspect.vectors", "simplify" }, same = { "inspect.same", "programs" },
  diff = { "inspect.vectors", "diff" }, explain = { "inspect.vectors", "explain" },
  tree = { "inspect.vectors", "tree" },
})

for _, class in ipairs { "ludus.tree", "ludus.linear.program", "ludus.machine",
  "ludus.vector" } do
  add(class, { outcomes = { "inspect.outcomes", "of" },
    losses = { "inspect.losses", "of" }, strategy = { "inspect.strategy", "of" },
    blame = { "inspect.blame", "program" }, distil = { "inspect.distil", "of" } })
end

local nouns = { { "ludus.tree", "trees" }, { "ludus.linear.program", "linear programs" },
  { "ludus.machine", "machines" }, { "ludus.vector", "vectors" } }

-- The verbs, for help: { { name, method, kinds = { "trees", ... } }, ... } by name.
function inspect.verbs()
  local list, by = {}, {}
  for _, noun in ipairs(nouns) do
    for name, method in pairs(registry[noun[1]].methods) do
      if origins[method] then
        local row = by[name] or { name = name, method = method, kinds = {} }
        if not by[name] then list[#list + 1] = row end
        by[name] = row
        table.insert(row.kinds, noun[2])
      end
    end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

-- How a score is shown that game:score() gave.
local Score = registry["ludus.score"] or {}
registry["ludus.score"] = Score
Score.__name, Score.__metatable = "ludus.score", "ludus.score"  -- not for scripts
Score.__show = later("inspect.verbs", "score")

-- ---- what games add --------------------------------------------------------

-- A game may have a file verbs.lua: { open = bindings to be opened first, homes =
-- modules for inspect.at_home(), CLASS = verbs as add() takes them, ... }.
local function take(verbs)
  for _, module in ipairs(verbs.open or {}) do require(module) end
  for _, module in ipairs(verbs.homes or {}) do
    inspect.homes[#inspect.homes + 1] = module
  end
  for name, rows in pairs(verbs) do
    if name ~= "open" and name ~= "homes" then add(name, rows) end
  end
end

-- The module of the game that is home to programs like this one, or nil.
function inspect.home(p)
  for _, module in ipairs(inspect.homes) do
    local home = require(module)
    if home.knows(p) then return home end
  end
end

-- The verb of the game that is home to programs like this one, by its function
-- knows(p): for programs of which no game is known.
function inspect.at_home(verb, p, ...)
  local home = inspect.home(p)
  if home then return home[verb](p, ...) end
  error(("p:%s: name the game it plays: p:%s(g)"):format(verb, verb), 0)
end

inspect.homes = {}
for _, game in ipairs(games.names) do
  local module = "ludus." .. game .. ".verbs"
  if #system.modules(module) > 0 then take(require(module)) end
end

return inspect
