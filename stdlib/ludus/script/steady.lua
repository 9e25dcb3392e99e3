-- steady.lua -- notices a game in Lua whose functions remember something from one case
-- to the next.
--
--     steady.check(game, { "RPB (ADD (X) (X))\n", ... })
--
-- Every thread has a Lua state of its own and plays whatever programs come its way, so a
-- counter in an upvalue makes scores depend on the number of threads. Some programs are
-- therefore played twice, in two states apart, in opposite orders: each must come to the
-- same score in every case. This happens in generations 0, 1, 2, 4, 8 ..., with as many
-- programs as steady.sample() says, always the same slots; it changes no result. What is
-- noticed in generation 0 is told alike on any number of threads; later the game itself
-- has bred other programs with each of them.

local core     = require "ludus.core.luagame"
local recipes  = require "ludus.script.recipes"
local script   = require "ludus.script"
local spec     = require "ludus.script.spec"

local steady = {}

local getupvalue, getinfo = debug.getupvalue, debug.getinfo   -- a sandbox takes them

local LEAST, MOST, SHARE = 2, 8, 100  -- programs: one in a hundred, within these

-- Is a generation to be looked at?
function steady.is_due(generation) return generation & (generation - 1) == 0 end

-- The slots of the programs that are played.
function steady.sample(population)
  local n = math.min(population, math.max(LEAST, math.min(MOST, population // SHARE)))
  local slots = {}
  for i = 1, n do slots[i] = (i - 1) * population // n + 1 end
  return slots
end

-- ---- who it was ----------------------------------------------------------------------

local DEEP, LONG = 4, 2000            -- how far one looks into what a function holds

-- A text that changes with what can be seen of the value.
local function print_of(value, depth, seen)
  local kind = type(value)
  if kind == "number" or kind == "string" or kind == "boolean" then
    return ("%q"):format(value)
  elseif kind ~= "table" and kind ~= "function" or seen[value] or depth == 0 then
    return kind
  end
  seen[value] = true
  local parts = {}
  if kind == "table" then
    for key, item in next, value do
      if #parts >= LONG then break end
      parts[#parts + 1] = print_of(key, depth - 1, seen) .. "="
        .. print_of(item, depth - 1, seen)
    end
    table.sort(parts)
  else
    for i = 1, 255 do
      local name, item = getupvalue(value, i)
      if not name then break end
      if name ~= "_ENV" then parts[#parts + 1] = print_of(item, depth - 1, seen) end
    end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- The functions of a game, { what, function }, the primitives first.
local function functions_of(settings)
  local list = {}
  local function add(what, f)
    if type(f) == "function" then list[#list + 1] = { what, f } end
  end
  for _, name in ipairs(spec.sorted_keys(settings.primitives or {})) do
    add(("primitive '%s'"):format(name), settings.primitives[name][2])
  end
  for _, row in ipairs(settings.instructions or {}) do
    add(("instruction '%s'"):format(row[1]), row[2])
    add(("instruction '%s'"):format(row[1]), row.test)
  end
  for _, part in ipairs { "start", "done", "turn", "score", "won" } do
    add(("function '%s'"):format(part), settings[part])
  end
  return list
end

-- What each function holds outside the state: a list of { name, text }.
local function held(list)
  local all = {}
  for i, row in ipairs(list) do
    all[i] = {}
    for k = 1, 255 do
      local name, value = getupvalue(row[2], k)
      if not name then break end
      if name ~= "_ENV" then
        all[i][#all[i] + 1] = { name, print_of(value, DEEP, { [row[2]] = true }) }
      end
    end
  end
  return all
end

-- Lines that name the functions that change what is outside the state.
local function culprits(game, settings, programs)
  local list, lines = functions_of(settings), {}
  local before = held(list)
  core.loading(true)                  -- played here, by the functions of this state
  for _, program in ipairs(programs) do pcall(game.score, game, program) end
  core.loading(false)
  local after = held(list)
  for i, row in ipairs(list) do
    for k, pair in ipairs(before[i]) do
      if pair[2] ~= after[i][k][2] then
        local info = getinfo(row[2], "S")
        lines[#lines + 1] = ("\n  %s (%s:%d) changes '%s', which is declared outside it")
          :format(row[1], info.short_src, info.linedefined, pair[1])
      end
    end
  end
  return table.concat(lines)
end

-- ---- playing twice -------------------------------------------------------------------

local function figures(score)
  local all = { ("%q %d %d"):format(score.raw, score.steps, score.won or 0) }
  for i, case in ipairs(score.cases or {}) do
    all[i + 1] = ("%q %d %s"):format(case.raw, case.steps, case.won)
  end
  return table.concat(all, "\n")
end

-- Two copies of each game, with states of their own, for as long as it is played.
local copies = setmetatable({}, { __mode = "k" })

local function copies_of(game, recipe)
  copies[game] = copies[game]
    or { recipe.maker(recipe.settings), recipe.maker(recipe.settings) }
  return table.unpack(copies[game])
end

-- The scores of programs by a game, in that order.
local function scores(game, programs, first, last, step)
  local list = {}
  for i = first, last, step do list[i] = game:score(programs[i]) end
  return list
end

-- An error if the game, one in Lua of a script, is not as it should be.
function steady.check(game, texts)
  local recipe = recipes.recipe(game)
  if not recipe or recipe.fields ~= require "ludus.script.game".fields
    or not script.current then
    return
  end
  local programs = {}
  for i, text in ipairs(texts) do programs[i] = game:read(text) end
  local one, other = copies_of(game, recipe)
  local once = scores(one, programs, 1, #programs, 1)
  local again = scores(other, programs, #programs, 1, -1)
  for i = 1, #programs do
    if figures(once[i]) ~= figures(again[i]) then
      error(("%s: ludus.game: the same program has a score of %.14g or of %.14g, by what "
        .. "was played before it: functions of a game may keep nothing from one case to "
        .. "the next, but in the state that 'start' gives%s"):format(
        recipe.key or script.current.path, once[i].raw, again[i].raw,
        culprits(game, recipe.settings, programs)), 0)
    end
  end
end

return steady
