-- measures.lua -- figures of a script's own: of the best program of each generation, and
-- of the last one at a game that it has not met.
--
--     measures = { won = function(score) return score.hits end },
--     test     = mines.game { cases = 2000, case_seed = 7 },
--     test     = { mines.game { cases = 2000, case_seed = 7 }, every = 10 },
--
-- A measure is a function of a score: generation, raw, standardized, steps, hits, size,
-- program (its text), and `cases`, what each case gave (see the cookbook), for which the
-- program is played once more. Neither steers the evolution. They are stored, shown,
-- compared and exported.

local limit = require "ludus.core.limit"

local measures = {}

-- ---- what a script gives -----------------------------------------------------------

function measures.check(value)
  for name, f in pairs(value) do
    if type(name) ~= "string" or not name:find "^%a[%w_]*$" or name:find "^test"
      or measures.island(name) or type(f) ~= "function" then
      return nil, "name = function(score), names being words that do not begin with 'test'"
    end
  end
  return value
end

-- { game=, every= (0: at the end alone) }; or nil and what was expected.
function measures.check_test(value, is_game)
  if is_game(value) then return { game = value, every = 0 } end
  local every = type(value) == "table" and value.every
  if type(value) == "table" and is_game(value[1]) and (every == nil
    or math.type(every) == "integer" and every >= 1) then
    for key in pairs(value) do
      if key ~= 1 and key ~= "every" then return nil, "{ game, every = generations }" end
    end
    return { game = value[1], every = every or 0 }
  end
  return nil, "a game, or { game, every = generations }"
end

-- ---- islands -----------------------------------------------------------------------

-- The number of the island, or layer of age, whose best raw score is stored under that
-- name, or nil; and what it is.
function measures.island(name)
  local word, number = name:match "^(%l+)(%d+)$"
  if word == "island" or word == "layer" then return math.tointeger(number), word end
end

-- The course of each island: { { { generation=, best= }, ... }, ... }; none if the
-- generations were not on islands. And what they are, "island" or "layer".
function measures.islands(generations)
  local list, what = {}, "island"
  for _, row in ipairs(generations) do
    for name, value in pairs(row.measures or {}) do
      local i, word = measures.island(name)
      if i then
        what = word
        list[i] = list[i] or {}
        table.insert(list[i], { generation = row.generation, best = value })
      end
    end
  end
  return list, what
end

-- ---- measuring ---------------------------------------------------------------------

-- The score of a generation's best program, with its cases when they are asked for.
local function score_of(stats, game, species)
  local score = {}
  for _, name in ipairs { "generation", "raw", "standardized", "steps", "hits", "size",
    "program" } do
    score[name] = stats[name]
  end
  return setmetatable(score, { __index = function(self, key)
    if key ~= "cases" then return nil end
    local _, cases = game:results(species, stats.program)
    rawset(self, "cases", cases)
    return cases
  end })
end

-- What the program gets at the test: raw, standardized, hits, cases (their number).
function measures.test(experiment, text)
  local game = experiment:judged(experiment.test.game)
  local score, cases = game:results(experiment.species, text)
  return { raw = score.raw, standardized = score.standardized, hits = score.hits,
    cases = #cases }
end

-- The measures of a generation, by name, or nil if there are none. `game` is the one
-- that was played; `evolution` tells the best of the plan's islands, if there are any, and
-- how many cells of its map are filled.
function measures.take(experiment, stats, game, evolution, plan)
  local found, any = {}, false
  if plan.map then found.cells, any = evolution:map(plan, true), true end
  if plan.limit then found.limit, any = evolution:limit(), true end
  local islands = plan.islands and plan.islands.count
  local word = islands and plan.islands.gap and "layer" or "island"
  for i, slot in ipairs(islands and evolution:islands(islands) or {}) do
    found[word .. i], any = evolution:score(slot).raw, true
  end
  local score = score_of(stats, game, experiment.species)
  for name, f in pairs(experiment.measures) do
    local value = limit.trace(experiment.patience, f, score)
    if type(value) ~= "number" or value ~= value or math.abs(value) == math.huge then
      error(("ludus.experiment: field 'measures': '%s' must give a number, gave %s")
        :format(name, tostring(value)), 0)
    end
    found[name], any = value, true
  end
  local test = experiment.test
  if test and test.every > 0 and stats.generation % test.every == 0 then
    local result = measures.test(experiment, stats.program)
    found.test, found.test_hits, any = result.raw, result.hits, true
  end
  return any and found or nil
end

return measures
