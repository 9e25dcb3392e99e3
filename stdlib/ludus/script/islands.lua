-- islands.lua -- a population parted into islands: what a script says of them, what makes
-- no sense of it, and the plan the engine gets.
--
--     islands = 4,
--     islands = { 4, migrate = 10, every = 10, route = "torus" },
--     islands = { 3, route = { { 1, 2 }, { 2, 3 } }, leave = "random", replace = "random",
--       settings = { [3] = { select = ludus.tournament(2) } } },
--
-- Every island is a population of its own, with all that the experiment says of parents,
-- children and survivors, or with its own settings instead. `elite`, `children` and the
-- children of a `brood` are numbers of one island.

local evolve = require "ludus.core.evolve"
local spec   = require "ludus.script.spec"

local islands = {}

local limits = evolve.limits
local ROUTES = "ring, torus, complete or a list of edges { from, to }"

islands.fields = {
  migrate = { "integer", min = 0, max = limits.population,
    help = "programs that travel along each edge; without it a twentieth of an island" },
  every = { "integer", 10, min = 0, max = 1000000000,
    help = "generations from one journey to the next; 0: nobody travels" },
  route = { "any", "ring", help = ROUTES },
  leave = { "choice", "best", choices = evolve.whoms, help = "whose copies travel" },
  replace = { "choice", "worst", choices = evolve.whoms, help = "whom they replace" },
  settings = { "table", {}, help = "by the number of an island: fields that differ there" },
}

-- Fields that an island may have of its own.
local own = { select = true, vary = true, brood = true, children = true, elite = true,
  keep_better = true, apart = true, scheme = true, crowd = true, young = true,
  distinct = true }

-- Of islands that are layers of age, their gap and growth: see ludus.script.layers.
islands.layered = setmetatable({}, { __mode = "k" })

-- What the field accepts: a number, or a table that begins with one. The rest is checked
-- by islands.complete().
function islands.accept(value)
  local n = value
  if type(value) == "table" then n = value[1] end
  if math.type(n) == "integer" and n >= 1 and n <= limits.islands then
    return type(value) == "table" and value or { value }
  end
  return nil, ("1 to %d islands, for instance { 4, migrate = 10, every = 10 }")
    :format(limits.islands)
end

-- Programs on island i, the larger ones first.
local function size_of(population, count, i)
  return population // count + (i <= population % count and 1 or 0)
end

-- ---- checking ----------------------------------------------------------------------

local function is_edge(edge, count)
  local function is_island(n) return math.type(n) == "integer" and n >= 1 and n <= count end
  return type(edge) == "table" and #edge == 2 and is_island(edge[1])
    and is_island(edge[2]) and edge[1] ~= edge[2]
end

-- The route and its edges, if they are listed; or nil after a mistake.
local function route_of(route, count, mistake)
  if type(route) ~= "table" then
    for _, name in ipairs(evolve.routes) do
      if route == name and name ~= "edges" then return name end
    end
    mistake("islands", "field 'islands': route: expected %s, got %s", ROUTES,
      spec.shown(route))
    return nil
  end
  for i, edge in ipairs(route) do
    if not is_edge(edge, count) then
      mistake("islands", "field 'islands': edge %d of the route: expected { from, to }, "
        .. "two different islands of 1 to %d", i, count)
      return nil
    end
  end
  return "edges", route
end

-- Immigrants of the island that most come to, for each that travels along an edge.
local function most_edges(route, edges, count)
  if route == "ring" then return 1 end
  if route == "complete" then return count - 1 end
  if route == "torus" then return math.min(4, count - 1) end
  local arrivals, most = {}, 0
  for _, edge in ipairs(edges) do
    arrivals[edge[2]] = (arrivals[edge[2]] or 0) + 1
    most = math.max(most, arrivals[edge[2]])
  end
  return most
end

local function check_settings(settings, count, mistake)
  for _, i in ipairs(spec.sorted_keys(settings)) do
    local set = settings[i]
    if math.type(i) ~= "integer" or i < 1 or i > count or type(set) ~= "table" then
      mistake("settings", "field 'islands': settings: expected [island] = { fields }, "
        .. "islands being 1 to %d", count)
      return
    end
    for _, name in ipairs(spec.sorted_keys(set)) do
      if not own[name] then
        mistake("settings", "field 'islands': settings of island %d: '%s' is not one of %s",
          i, tostring(name), table.concat(spec.sorted_keys(own), ", "))
      end
    end
  end
end

-- Do so many find room?
local function check_travel(x, population, mistake)
  local least = population // x.count
  local most = math.max(1, most_edges(x.route, x.edges, x.count)) * x.migrate
  if x.every > 0 and most > least then
    mistake("migrate", "field 'islands': %d programs come to an island of %d at once", most,
      least)
  end
end

-- The settings of each island as fields accept them.
local function accepted_sets(settings, rows, mistake)
  local sets = {}
  for i, set in pairs(settings) do
    local given = {}
    for name, value in pairs(type(set) == "table" and set or {}) do
      if own[name] then given[name] = value end
    end
    local accepted, wrong = spec.complete("island", given, rows)
    for _, text in ipairs(wrong) do
      mistake("settings", "field 'islands': island %s: %s", tostring(i),
        (text:gsub("^island: ", "")))
    end
    sets[i] = {}
    for name in pairs(given) do sets[i][name] = accepted[name] end
  end
  return sets
end

-- What the script says, with defaults and the `sets` of islands; or nil after mistakes.
-- `rows` are the fields of plans.
function islands.complete(given, population, rows, mistake)
  local named, count = {}, given[1]
  for key, value in pairs(given) do if key ~= 1 then named[key] = value end end
  local x, found = spec.complete("islands", named, islands.fields)
  for _, text in ipairs(found) do
    mistake("islands", "field 'islands': %s", (text:gsub("^islands: ", "")))
  end
  if count > population then
    mistake("islands", "field 'islands': %d islands in a population of %d", count,
      population)
  elseif #found == 0 then
    x.count, x.layers = count, islands.layered[given]
    x.migrate = x.migrate or math.max(1, population // count // 20)
    x.route, x.edges = route_of(x.route, count, mistake)
    check_settings(x.settings, count, mistake)
    if x.route then check_travel(x, population, mistake) end
    x.sets = accepted_sets(x.settings, rows, mistake)
    return x.route and x or nil
  end
end

-- ---- plans -------------------------------------------------------------------------

-- The experiment as island i sees it.
function islands.view(e, x, i)
  local view = { population = size_of(e.population, x.count, i), islands = false }
  for name, value in pairs(x.sets[i] or {}) do view[name] = value end
  if view.vary and not view.brood then view.brood = false end
  return setmetatable(view, { __index = e })
end

-- The islands that differ: by settings or size.
function islands.different(e, x)
  local list, last = {}, nil
  for i = 1, x.count do
    local size = size_of(e.population, x.count, i)
    if x.sets[i] or size ~= last then list[#list + 1] = i end
    last = not x.sets[i] and size or last
  end
  return list
end

-- The plan of all islands; make(view) gives that of one.
function islands.plan(e, x, make)
  local plan = make(islands.view(e, x, 1))
  plan.islands = { count = x.count, every = x.every, migrate = x.migrate, route = x.route,
    edges = x.edges, leave = x.leave, replace = x.replace }
  if x.layers then
    plan.islands.gap, plan.islands.growth = x.layers.gap, x.layers.growth
  end
  if #islands.different(e, x) == 1 and not x.sets[1]
    and type(plan.select) ~= "function" then
    return plan
  end
  local list = {}
  for i = 1, x.count do
    list[i] = make(islands.view(e, x, i))
    plan.cases = plan.cases or list[i].cases
  end
  plan.islands.plans = list
  return plan
end

-- A copy of a plan whose islands' plans are what f makes of them.
function islands.mapped(plan, f)
  if not (plan.islands and plan.islands.plans) then return plan.islands end
  local copy, list = {}, {}
  for key, value in pairs(plan.islands) do copy[key] = value end
  for i, one in ipairs(plan.islands.plans) do list[i] = f(one) end
  copy.plans = list
  return copy
end

return islands
