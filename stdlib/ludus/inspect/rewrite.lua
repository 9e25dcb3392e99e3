-- rewrite.lua -- rewriting tree programs by rules that hold on every board.
--
-- For each node we know the least and the greatest value it can give (an
-- interval) and whether it does anything. `value` rewrites a node whose value
-- is used, `effect` one whose value is not: it returns nil where nothing is
-- left to do. What is done keeps its order; only pure parts disappear. Where a
-- program cannot see marks setting them is nothing done.

local recipes = require "ludus.script.recipes"

local rules = {}

local ALL = { -2147483648, 2147483647 }

local function leaf(name) return { name = tostring(name), arity = 0,
  children = {} } end

local function node(name, ...)
  local children = { ... }
  return { name = name, arity = #children, children = children }
end

-- ---- what is known ---------------------------------------------------------

local function hull(a, b) return { math.min(a[1], b[1]),
  math.max(a[2], b[2]) } end

local function only(range) return range[1] == range[2] and range[1] or nil end

-- An interval of a sum; all numbers if it could wrap around.
local function bounded(low, high)
  if low < ALL[1] or high > ALL[2] then return ALL end
  return { low, high }
end

-- Can IF's test be decided? true, false or nil.
local function truth(range, settings)
  local function is(x)
    if settings.truth == "one" then return x == 1 end
    if settings.truth == "positive" then return x > 0 end
    return x ~= 0
  end
  if only(range) then return is(range[1]) end
  if settings.truth == "one" and (range[1] > 1 or range[2] < 1) then
    return false
  end
  if settings.truth == "positive" and range[1] > 0 then return true end
  if settings.truth == "positive" and range[2] <= 0 then return false end
  if settings.truth == "nonzero" and (range[1] > 0 or range[2] < 0) then
    return true
  end
  return nil
end

local function compared(name, a, b)
  if name == "LT" then a, b, name = b, a, "GT" end
  if name == "GT" then
    if a[1] > b[2] then return { 1, 1 } end
    if a[2] <= b[1] then return { 0, 0 } end
  elseif only(a) and only(b) and a[1] == b[1] then
    return { 1, 1 }
  elseif a[2] < b[1] or b[2] < a[1] then
    return { 0, 0 }
  end
  return { 0, 1 }
end

-- The interval of a node; `known` has those of ADFs and, in `args`, of
-- arguments.
local function range_of(n, known)
  local c, s = n.children, known.settings
  local number = math.tointeger(tonumber(n.name))
  if number then return { number, number } end
  local argument = n.name:match("^ARG(%d+)$")
  if argument then
    return known.args and known.args[tonumber(argument) + 1] or ALL
  end
  if known.adf[n.name] then return known.adf[n.name].range end
  local function of(i) return range_of(c[i], known) end
  local name = n.name
  if name == "PROGN" then return of(2) end
  if name == "IF" then
    local test = truth(of(1), s)
    if test == true then return of(2) elseif test == false then return of(3) end
    return hull(of(2), of(3))
  end
  if name == "IFCOV" then return hull(of(1), of(2)) end
  if name == "ADD" then
    local a, b = of(1), of(2)
    return bounded(a[1] + b[1], a[2] + b[2])
  end
  if name == "SUB" then
    local a, b = of(1), of(2)
    return bounded(a[1] - b[2], a[2] - b[1])
  end
  if name == "EQ" or name == "GT" or name == "LT" then
    return compared(name, of(1), of(2))
  end
  if name == "NOT" then return compared("EQ", of(1), { 0, 0 }) end
  if name == "AND" then
    local a, b = of(1), of(2)
    if only(a) == 0 then return { 0, 0 } end
    if a[1] > 0 or a[2] < 0 then return b end
    return hull(b, { 0, 0 })
  end
  if name == "OR" then
    local a, b = of(1), of(2)
    if only(a) == 0 then return b end
    if a[1] > 0 or a[2] < 0 then return a end
    return hull(a, b)
  end
  if name == "MOV" then return { s.mov, s.mov } end
  if name == "MRK" then return { s.mrk, s.mrk } end
  if name == "UNMRK" then return { s.unmrk, s.unmrk } end
  if name == "NUM" then
    local range = hull({ 0, 8 }, { s.num_covered, s.num_covered })
    if s.num_marked == "covered" then return range end
    return hull(range, { s.num_marked, s.num_marked })
  end
  if name == "UNC" then
    local old = s.unc_old == "argument" and of(1) or { s.unc_old, s.unc_old }
    return hull({ s.unc_new, s.unc_new }, old)
  end
  return ALL
end

local always = { MOV = true, UNC = true, STORE = true, MRKOWN = true, UNCOWN = true,
  MRKOWNDIR = true, UNCOWNDIR = true }
local looks = { MORE = true, OWN = true, OTHER = true, MOREDIR = true, OWNDIR = true,
  OTHERDIR = true }                           -- these see marks

-- Do marks change anything for a program?
local function marks_matter(s)
  if s.protect or s.num_marked ~= "covered" then return true end
  for _, name in ipairs(s.extras) do
    if looks[name] or always[name] then return true end
  end
  return false
end

-- Does the node, or anything below it, change what the game can see?
local function acts(n, known)
  local name = n.name
  if always[name] then return true end
  if (name == "MRK" or name == "UNMRK") and marks_matter(known.settings) then
    return true
  end
  if known.adf[name] and known.adf[name].acts then return true end
  for _, child in ipairs(n.children) do if acts(child,
    known) then return true end end
  return false
end

-- ---- rewriting -------------------------------------------------------------

local value, effect

local function both(first, second)
  if not first then return second end
  if not second then return first end
  return node("PROGN", first, second)
end

local function is_constant(x) return x and x >= 0 and x <= 8 end

-- All children for what they do, one after another; nil if that is nothing.
local function effects(n, known)
  local result
  for _, child in ipairs(n.children) do
    result = both(result, effect(child, known))
  end
  return result
end

local function call(n, known)
  local args = {}
  for i, child in ipairs(n.children) do
    args[i] = value(child, known)
    if not known.adf[n.name].uses[i] and not acts(args[i], known) then
      args[i] = leaf(0)
    end
  end
  return node(n.name, table.unpack(args))
end

local again = { SUM = true, MOST = true }     -- evaluate what they have several times

-- A direction: what is not 1 to 8 means here, as 0 does.
local function direction(n, known)
  local d = value(n, known)
  local range = range_of(d, known)
  if (range[1] > 8 or range[2] < 1) and not acts(d, known) then
    return leaf(0)
  end
  return d
end

function effect(n, known)
  if not acts(n, known) then return nil end
  if n.arity == 0 then return n end
  local c, name = n.children, n.name
  if known.adf[name] then
    if not known.adf[name].acts then return effects(n, known) end
    return call(n, known)
  end
  if name == "IF" then
    local test = truth(range_of(c[1], known), known.settings)
    if test ~= nil then
      return both(effect(c[1], known), effect(c[test and 2 or 3], known))
    end
    local yes, no = effect(c[2], known), effect(c[3], known)
    if not yes and not no then return effect(c[1], known) end
    return node("IF", value(c[1], known), yes or leaf(0), no or leaf(0))
  end
  if name == "IFCOV" then
    local yes, no = effect(c[1], known), effect(c[2], known)
    if not yes and not no then return nil end
    return node("IFCOV", yes or leaf(0), no or leaf(0))
  end
  if name == "MOV" or name == "UNC" then
    return node(name, direction(c[1], known))
  end
  if (name == "MRK" or name == "UNMRK") and marks_matter(known.settings) then
    return node(name, direction(c[1], known))
  end
  if name == "STORE" or name == "ITER" then
    return node(name, value(c[1], known), value(c[2], known))
  end
  if again[name] or always[name] then return node(name, value(c[1], known)) end
  return effects(n, known)
end

function value(n, known)
  local x = only(range_of(n, known))
  if is_constant(x) then
    if n.arity == 0 then return n end
    return both(effect(n, known), leaf(x))
  end
  local c, name = n.children, n.name
  if n.arity == 0 then return n end
  if known.adf[name] then return call(n, known) end
  if name == "PROGN" then
    return both(effect(c[1], known), value(c[2], known))
  end
  if name == "IF" then
    local test = truth(range_of(c[1], known), known.settings)
    if test ~= nil then
      return both(effect(c[1], known), value(c[test and 2 or 3], known))
    end
  end
  if name == "MOV" then return node(name, direction(c[1], known)) end
  if name == "NUM" then return node(name, direction(c[1], known)) end
  if (name == "MRK" or name == "UNMRK") and not marks_matter(known.settings) then
    local d = value(c[1], known)
    if not acts(d, known) then d = leaf(0) end
    return node(name, d)
  end
  if name == "OR" and only(range_of(c[1], known)) == 0 then
    return both(effect(c[1], known), value(c[2], known))
  end
  if name == "AND" then
    local a = range_of(c[1], known)
    if a[1] > 0 or a[2] < 0 then
      return both(effect(c[1], known), value(c[2], known))
    end
  end
  if name == "ADD" or name == "SUB" then
    if only(range_of(c[2], known)) == 0 and not acts(c[2], known) then
      return value(c[1], known)
    end
    if name == "ADD" and only(range_of(c[1], known)) == 0 then
      return both(effect(c[1], known), value(c[2], known))
    end
  end
  local children = {}
  for i, child in ipairs(c) do children[i] = value(child, known) end
  return node(name, table.unpack(children))
end

-- ---- whole programs --------------------------------------------------------

local function each(n, f)
  f(n)
  for _, child in ipairs(n.children) do each(child, f) end
end

-- What is known of the ADFs, those called by others last: range, acts, uses.
local function study(branches, settings)
  local known = { settings = settings, adf = {} }
  for i = #branches, 2, -1 do
    local b = branches[i]
    local uses = {}
    each(b.root, function(n)
      local argument = n.name:match("^ARG(%d+)$")
      if argument then uses[tonumber(argument) + 1] = true end
    end)
    known.adf[b.name] = { range = range_of(b.root, known),
      acts = acts(b.root, known),
      uses = uses, calls = 0 }
  end
  -- The arguments a branch can get: the hull over all calls from earlier branches.
  for i, b in ipairs(branches) do
    local own = known.adf[b.name]
    known.args = own and own.args
    if i == 1 or own.calls > 0 then
      each(b.root, function(n)
        local adf = known.adf[n.name]
        if not adf then return end
        adf.calls = adf.calls + 1
        adf.args = adf.args or {}
        for k, child in ipairs(n.children) do
          local range = range_of(child, known)
          adf.args[k] = adf.args[k] and hull(adf.args[k], range) or range
        end
      end)
    end
  end
  for i = #branches, 2, -1 do
    local adf = known.adf[branches[i].name]
    known.args = adf.args
    adf.range = range_of(branches[i].root, known)
  end
  return known
end

local function size(n)
  local sum = 0
  each(n, function() sum = sum + 1 end)
  return sum
end

-- Is an ADF's value used anywhere?
local function value_used(branches, known)
  local used = {}
  local function walk(n, wanted)
    if known.adf[n.name] then
      if wanted then used[n.name] = true end
      for _, child in ipairs(n.children) do walk(child, true) end
    elseif n.name == "PROGN" then
      walk(n.children[1], false)
      walk(n.children[2], wanted)
    elseif n.name == "IF" then
      walk(n.children[1], true)
      walk(n.children[2], wanted)
      walk(n.children[3], wanted)
    elseif n.name == "IFCOV" then
      walk(n.children[1], wanted)
      walk(n.children[2], wanted)
    else
      for _, child in ipairs(n.children) do walk(child, true) end
    end
  end
  for i, b in ipairs(branches) do
    walk(b.root, i > 1 and (used[b.name] or false))
  end
  return used
end

-- The nodes below a nested node, and itself.
rules.size = size

-- Bounds of what each branch is given: a list of { least, greatest } by argument.
function rules.arguments(branches, game)
  local known, list = study(branches, recipes.recipe(game).settings), {}
  for i, b in ipairs(branches) do
    list[i] = known.adf[b.name] and known.adf[b.name].args or {}
  end
  return list
end

local function total(branches)
  local sum = 0
  for _, b in ipairs(branches) do sum = sum + size(b.root) end
  return sum
end

-- Rewrites the branches in place until nothing changes; RPB's value is not
-- used.
function rules.apply(branches, game)
  local settings = recipes.recipe(game).settings
  local before
  repeat
    before = total(branches)
    for i, b in ipairs(branches) do
      local known = study(branches, settings)
      local used = value_used(branches, known)
      local own = known.adf[b.name]
      known.args = own and own.args
      local new
      if i > 1 and own.calls == 0 then new = leaf(0)
      elseif i == 1 or not used[b.name] then new = effect(b.root, known)
        or leaf(0)
      else new = value(b.root, known) end
      if size(new) <= size(b.root) then b.root = new end
    end
  until total(branches) >= before
  return branches
end

return rules
