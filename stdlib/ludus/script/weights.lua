-- weights.lua -- what stands in the place of scores where parents are chosen: cases that
-- are weighted as the population stands, and fitness that is shared with who is alike.
--
--     weights = "rare"                       -- or "shared"
--     weights = { "stepwise", every = 10, add = 1 }
--     sharing = { "size", "steps", radius = 20, power = 1 }
--     sharing = { "cases", radius = 5 }      -- or "program"

local evolve  = require "ludus.core.evolve"
local goals   = require "ludus.script.goals"
local recipes = require "ludus.script.recipes"
local fresh   = require "ludus.script.fresh"
local spec    = require "ludus.script.spec"
local words   = require "ludus.script.words"

local limits = evolve.limits

local weights = {}

local function above_zero(value)
  if value > 0 then return value end
  return nil, "more than 0"
end

weights.weight_fields = {
  every = { "integer", 10, min = 1, max = limits.weights_every,
    help = "stepwise: generations from one step to the next" },
  add = { "number", 1, min = 0, max = 1e6, check = above_zero,
    help = "stepwise: what a step adds to the weight of a case, 1 at first" },
}

weights.sharing_fields = {
  radius = { "number", required = true, min = 0, max = 1e300, check = above_zero,
    help = "who is nearer is alike" },
  power = { "number", 1, min = 0, max = 100, check = above_zero,
    help = "how likeness falls with the distance: 1 - (distance / radius) ^ power" },
}

-- The items of a list and its named fields.
local function parted(value)
  local list, named = {}, {}
  for key, item in pairs(value) do
    if math.type(key) == "integer" then list[key] = item else named[key] = item end
  end
  return list, named
end

local function accept_weights(value)
  if value == false then return value end
  local list, named = parted(type(value) == "table" and value or { value })
  local kind
  for _, name in ipairs(evolve.weights) do
    if name ~= "even" and name == list[1] and #list == 1 then kind = name end
  end
  if not kind then
    return nil, "'rare', 'shared', 'stepwise' or { \"stepwise\", every =, add = }"
  end
  local x, wrong = spec.complete("weights", named, weights.weight_fields)
  return { kind = kind, every = x.every, add = x.add, wrong = wrong, named = named }
end

local function accept_sharing(value)
  if value == false then return value end
  local list, named = parted(type(value) == "table" and value or {})
  local by = #list == 1 and (list[1] == "cases" or list[1] == "program") and list[1]
    or goals.are_measures(list) and "measures"
  if not by then
    return nil, "{ measures ..., radius =, power = }, or 'cases' or 'program' instead of "
      .. "measures, which are " .. goals.ONES
  end
  local x, wrong = spec.complete("sharing", named, weights.sharing_fields)
  return table.move(list, 1, #list, 1, { by = by, radius = x.radius, power = x.power,
    wrong = wrong })
end

weights.fields = {
  weights = { "any", false, check = accept_weights,
    help = "parents are chosen by cases that weigh the more the fewer are the best at them "
      .. "(rare), the less is gained at them together (shared), or the longer the best "
      .. "program is not the best at them (stepwise): { \"stepwise\", every =, add = }, see "
      .. "cases.md" },
  sharing = { "any", false, check = accept_sharing,
    help = "fitness is shared among who is alike: { measures ..., radius =, power = }, "
      .. "{ \"cases\", radius = } or { \"program\", radius = }, see cases.md" },
}

-- ---- checking ------------------------------------------------------------------------

local function check_cases(e, field, mistake)
  local ok, why = pcall(e.game.need, e.game, "cases")
  if ok then return end
  mistake(field, "field '%s': %s", field,
    why:match "^bad argument #%d to '.-' %((.*)%)$" or why)
end

-- What cannot choose by them.
local function check_select(e, field, mistake)
  if type(e.select) == "function" then
    mistake(field, "field '%s': a function chooses parents by itself", field)
  elseif type(e.select) == "table" and words.reads_cases(e.select) then
    mistake(field, "field '%s': ludus.%s goes by no score that could be %s", field,
      e.select.method, field == "weights" and "weighted" or "shared")
  end
end

local function check_weights(e, mistake)
  local x = e.weights
  for _, text in ipairs(x.wrong) do
    mistake("weights", "field 'weights': %s", (text:gsub("^weights: ", "")))
  end
  local key = next(x.named)
  if key and x.kind ~= "stepwise" then
    mistake("weights", "field 'weights': only 'stepwise' has '%s'", tostring(key))
  end
  check_cases(e, "weights", mistake)
  local recipe = recipes.recipe(e.game)
  if x.kind == "stepwise" and recipe and fresh.is(recipe.settings.cases) then
    mistake("weights", "field 'weights': 'stepwise' needs cases that stay, not those of "
      .. "ludus.fresh")
  end
end

-- Tells what makes no sense; makes_itself: the scheme chooses no parents.
function weights.check(e, makes_itself, mistake)
  for _, field in ipairs { "weights", "sharing" } do
    if e[field] and makes_itself then
      mistake(field, "field '%s': not for the scheme '%s'", field, e.scheme)
    elseif e[field] then
      check_select(e, field, mistake)
      for _, other in ipairs { "objectives", "map", "novelty", "sharing" } do
        if other ~= field and e[other] then
          mistake(field, "field '%s': not together with '%s'", field, other)
        end
      end
    end
  end
  if e.weights then check_weights(e, mistake) end
  if not e.sharing then return end
  for _, text in ipairs(e.sharing.wrong) do
    mistake("sharing", "field 'sharing': %s", (text:gsub("^sharing: ", "")))
  end
  if e.sharing.by == "cases" then check_cases(e, "sharing", mistake) end
end

-- Do they look at single cases?
function weights.read_cases(e)
  return e.weights and true or e.sharing and e.sharing.by == "cases" or false
end

-- Puts them into a plan.
function weights.settle(plan, e)
  if e.weights then
    plan.weights = { kind = e.weights.kind, every = e.weights.every, add = e.weights.add }
  end
  if e.sharing then
    plan.sharing = { by = e.sharing.by, radius = e.sharing.radius, power = e.sharing.power }
  end
end

return weights
