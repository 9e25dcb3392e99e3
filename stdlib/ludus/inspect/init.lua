-- inspect/init.lua -- the verbs that take programs apart: trace, profile, impact,
-- simplify, diff, tree, svg, explain. Loading it gives them to every kind of
-- program; what they need is loaded when they are first used.

local inspect = {}

local registry = debug.getregistry()

-- Sets fields of a class's metatable, __show for the prompt.
local function class(name, fields)
  local meta = registry[name]
  if not meta then return end
  for key, value in pairs(fields) do meta[key] = value end
end

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

local function add(methods, rows)
  for name, row in pairs(rows) do
    if methods[name] == nil then methods[name] = later(row[1], row[2]) end
  end
end

-- ---- trees -----------------------------------------------------------------

add(require "ludus.core.tree".methods, {
  profile = { "inspect.verbs", "profile" }, impact = { "inspect.verbs", "impact" },
  simplify = { "inspect.verbs", "simplify" }, explain = { "inspect.verbs", "explain" },
  diff = { "inspect.diff", "programs" }, tree = { "inspect.draw", "tree" },
  dot = { "inspect.draw", "dot" }, svg = { "inspect.draw", "svg" },
})
class("ludus.tree", { __show = later("inspect.tree", "show") })

-- ---- Minesweeper -----------------------------------------------------------

local mines = require "ludus.core.minesweeper".methods
add(mines, { trace = { "minesweeper.trace", "trace" } })

local Score = {}
function Score:__show(view) return require "ludus.inspect.verbs".score(self,
  view) end

local plain_score = mines.score
function mines.score(game, p)
  inspect.demand(p, "ludus.tree", "score")
  return setmetatable(plain_score(game, p), Score)
end

-- ---- games of one's own ----------------------------------------------------

require "ludus.core.luagame"
add(registry["ludus.game"].methods, { trace = { "inspect.trace_luagame", "trace" } })
add(require "ludus.core.rules".methods, { trace = { "inspect.trace_rules", "trace" } })

-- ---- machines, vectors -----------------------------------------------------

add(require "ludus.core.machine".methods, {
  trace = { "ipd.inspect", "trace" }, profile = { "ipd.inspect", "profile" },
  impact = { "ipd.inspect", "impact" }, simplify = { "ipd.inspect", "simplify" },
  diff = { "ipd.inspect", "diff" }, explain = { "ipd.inspect", "explain" },
  tree = { "ipd.inspect", "tree" },
})
class("ludus.machine", { __show = later("ipd.inspect", "show") })

require "ludus.core.puzzle"
add(registry["ludus.vector"].methods, {
  profile = { "puzzle.inspect", "profile" }, impact = { "puzzle.inspect", "impact" },
  simplify = { "puzzle.inspect", "simplify" }, diff = { "puzzle.inspect", "diff" },
  explain = { "puzzle.inspect", "explain" },
})
add(require "ludus.core.puzzle".methods, { trace = { "puzzle.inspect", "trace" } })

-- ---- linear programs -------------------------------------------------------

require "ludus.core.linear"
add(registry["ludus.linear.program"].methods, {
  trace = { "battleship.inspect", "trace" }, profile = { "battleship.inspect", "profile" },
  impact = { "battleship.inspect", "impact" }, simplify = { "battleship.inspect", "simplify" },
  diff = { "battleship.inspect", "diff" }, explain = { "battleship.inspect", "explain" },
  tree = { "inspect.flow", "tree" }, dot = { "inspect.flow", "dot" }, svg = { "inspect.flow", "svg" },
})
class("ludus.linear.program", { __show = later("battleship.inspect", "show") })

return inspect
