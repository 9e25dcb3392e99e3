-- battleship-sinking.lua -- can sinking logic be evolved from random programs?
-- Bridon and others, section III.C: linear programs bred by chunk swapping, 20
-- of them for 20 rounds; and a larger drill beside it, compared over fresh
-- games with the repaired Figure 8 and with hand-written logic, all with the
-- same targeting.
--     ludus run scripts/battleship-sinking.lua --seed 3
local ludus = require "ludus"
local bs    = require "ludus.battleship"
local plot  = require "ludus.plot"

local function drill(s, name, more)
  local given = { target = s.target, seed = s.seed, threads = s.threads,
    games = s.games, on_round = function(round, best, tenth)
      if round % 20 == 0 then
        s.say("  %-8s round %4d   best %6.2f   best tenth %6.2f", name, round,
          best, tenth)
      end
    end }
  for key, value in pairs(more) do given[key] = value end
  return bs.drill(given)
end

local function curve_of(name, d)
  local x, y = {}, {}
  for i, row in ipairs(d.curve) do x[i], y[i] = row.round, row.best end
  return { name = name, x = x, y = y }
end

-- Mean shots over games that no drill has seen, in play: a loop is broken.
local function fresh(s, player)
  return bs.solo { player = player, games = s.fresh, seed = s.seed + 7654321,
    threads = s.threads }
end

local function compare(s, result, programs)
  s.say("\n%-34s %8s %7s %7s", "over " .. s.fresh .. " fresh games", "shots", "+-",
    "lines")
  local rows = {
    { "evolved, large drill", programs.large }, { "evolved, 20 x 20", programs.paper },
    { "Figure 8 repaired", bs.player "repaired".program },
    { "three states, by hand" }, { "no sinking logic" },
  }
  for i, row in ipairs(rows) do
    local r = fresh(s, row[2] and { program = row[2], target = s.target }
      or { target = s.target, sink = i == 4 and "three" or "none" })
    s.say("%-34s %8.2f %7.2f %7s", row[1], r.mean, r.half,
      row[2] and tostring(#row[2]) or "-")
    result[i] = { name = row[1], mean = r.mean, half = r.half }
  end
end

return ludus.study {
  name = "battleship-sinking",
  settings = {
    target = { "choice", "checkerboard", help = "what Target answers",
      choices = { "random", "checkerboard", "scan", "filtered", "largest",
        "smallest", "density" } },
    population = { "integer", 3200, min = 32, help = "of the large drill" },
    demes  = { "integer", 16, min = 1, help = "parts of it that hardly mix" },
    apart  = { "integer", 40, min = 0, help = "rounds in which they do not mix" },
    rounds = { "integer", 40, min = 1, help = "of the large drill" },
    refining = { "integer", 300, min = 0,
      help = "rounds behind those, of small changes of the few best" },
    games  = { "integer", 20, min = 1, help = "per program in the first round" },
    more   = { "number", 1.5, min = 1, help = "times as many in the last" },
    fresh  = { "integer", 50000, min = 100, help = "games of the comparison" },
    save   = { "string", "", help = "file for the evolved program" },
  },
  run = function(s)
    s.say("evolving with %s Target, seed %d", s.target, s.seed)
    local paper = drill(s, "20 x 20", { population = 20, kept = 2, rounds = 20,
      mutation = 0.1 })
    local large = drill(s, "large", { population = s.population, kept = 2,
      demes = s.demes, apart = s.apart, tournament = 4, mutation = 0.3,
      rounds = s.rounds, more = s.more, refining = s.refining })
    s.say("\n%s", plot.text { title = "best of each round, mean shots",
      xlabel = "round", ylabel = "shots",
      series = { curve_of("20 x 20", paper), curve_of("large", large) } })
    local result = { seed = s.seed, target = s.target }
    compare(s, result, { large = large.program, paper = paper.program })
    s.say("\nthe evolved program:\n\n%s", tostring(large.program))
    if s.save ~= "" then
      local file = assert(io.open(s.save, "w"))
      file:write(("// Evolved by scripts/battleship-sinking.lua, seed %d, %s "
        .. "Target: %.2f shots over\n// %d fresh games of random placement.\n\n")
        :format(s.seed, s.target, result[1].mean, s.fresh), tostring(large.program))
      file:close()
    end
    result.program = tostring(large.program)
    return result
  end,
}
