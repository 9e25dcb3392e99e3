-- look.lua -- the verbs that take programs apart: trace, profile, impact,
-- simplify, diff, tree, svg, explain. Loading it gives them to every kind of
-- program; what they need is loaded when they are first used.

local look = {}

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
    return require("ludus.look." .. module)[name](...)
  end
  origins[method] = { module, name }
  return method
end

-- The function behind a method of this kind, or the function itself: for help.
function look.origin(f)
  local row = origins[f]
  return row and require("ludus.look." .. row[1])[row[2]] or f
end

-- The first argument of a method must be a program of that class.
function look.demand(p, class_name, method)
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
  profile = { "verbs", "profile" }, impact = { "verbs", "impact" },
  simplify = { "verbs", "simplify" }, explain = { "verbs", "explain" },
  diff = { "diff", "programs" }, tree = { "draw", "tree" },
  dot = { "draw", "dot" }, svg = { "draw", "svg" },
})
class("ludus.tree", { __show = later("tree", "show") })

-- ---- Minesweeper -----------------------------------------------------------

local mines = require "ludus.core.minesweeper".methods
add(mines, { trace = { "mines", "trace" } })

local Score = {}
function Score:__show(view) return require "ludus.look.verbs".score(self,
  view) end

local plain_score = mines.score
function mines.score(game, p)
  look.demand(p, "ludus.tree", "score")
  return setmetatable(plain_score(game, p), Score)
end

-- ---- games of one's own ----------------------------------------------------

require "ludus.core.luagame"
add(registry["ludus.game"].methods, { trace = { "own", "trace" } })
add(require "ludus.core.rules".methods, { trace = { "ruled", "trace" } })

-- ---- machines, vectors -----------------------------------------------------

add(require "ludus.core.machine".methods, {
  trace = { "machine", "trace" }, profile = { "machine", "profile" },
  impact = { "machine", "impact" }, simplify = { "machine", "simplify" },
  diff = { "machine", "diff" }, explain = { "machine", "explain" },
  tree = { "machine", "tree" },
})
class("ludus.machine", { __show = later("machine", "show") })

require "ludus.core.puzzle"
add(registry["ludus.vector"].methods, {
  profile = { "plan", "profile" }, impact = { "plan", "impact" },
  simplify = { "plan", "simplify" }, diff = { "plan", "diff" },
  explain = { "plan", "explain" },
})
add(require "ludus.core.puzzle".methods, { trace = { "plan", "trace" } })

-- ---- linear programs -------------------------------------------------------

require "ludus.core.linear"
add(registry["ludus.linear.program"].methods, {
  trace = { "linear", "trace" }, profile = { "linear", "profile" },
  impact = { "linear", "impact" }, simplify = { "linear", "simplify" },
  diff = { "linear", "diff" }, explain = { "linear", "explain" },
  tree = { "flow", "tree" }, dot = { "flow", "dot" }, svg = { "flow", "svg" },
})
class("ludus.linear.program", { __show = later("linear", "show") })

return look
