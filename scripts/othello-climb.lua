-- othello-climb.lua -- how good do weights over many features become, or whole strategies?
--
--     ludus run scripts/othello-climb.lua
--     ludus run scripts/othello-climb.lua --set weights=36 --set save=strategy.vec
--
-- 46 weights over 23 features, at the beginning of a game and at its end; or 36 over the
-- traits of a move (weights=36), a player that does not search. CMA-ES, fresh openings in
-- each generation, a hall of fame as opponents. The four teachers measure, they do not teach.

local ludus  = require "ludus"
local climb  = require "ludus.othello.climb"
local system = require "ludus.core.system"

local settings = {
  save = { "string", help = "write the best weights to this file" },
}
for name, row in pairs(climb.fields) do
  if name ~= "seed" and name ~= "threads" and name ~= "progress" then settings[name] = row end
end

local function save(s, r)
  local file, why = io.open(s.save, "w")
  if not file then error(why, 0) end
  file:write(("// %d weights by CMA-ES and a hall of fame, seed %d, generation %d\n(%s)\n"):format(
    s.weights, s.seed, r.generation, table.concat(r.best, ", ")))
  file:close()
  s.say("saved in %s", s.save)
end

local function run(s)
  local before, given = system.clock(), { seed = s.seed, threads = s.threads }
  for name in pairs(climb.fields) do if settings[name] then given[name] = s[name] end end
  s.say(" gen     best    games  against the references")
  given.progress = function(r)
    s.say("%4d %8.3f %8d  %s", r.generation, r.best, r.games,
      r.yardstick and ("%.1f%%"):format(100 * r.yardstick) or "-")
  end
  local r = climb.run(given)
  s.say("\nbest, of generation %d: (%s)", r.generation, table.concat(r.best, ", "))
  if s.save then save(s, r) end
  s.say("%d games", r.games)
  s.say("%.1f s", system.clock() - before)
  return { best = r.best, generation = r.generation, history = r.history, games = r.games }
end

return ludus.study { name = "othello-climb", settings = settings, run = run }
