-- battleship-sinking.lua -- can sinking logic be evolved from random programs?
-- Bridon and others, section III.C: linear programs bred by chunk swapping, 20
-- of them for 20 rounds; and lines of descent beside them, compared over fresh
-- games with the repaired Figure 8 and with hand-written logic, all with the
-- same targeting. A sinking sends programs back to their first state, Figure 8,
-- too; without that (restart=false) they cannot know of it.
--     ludus run scripts/battleship-sinking.lua --seed 3
local ludus = require "ludus"
local bs    = require "ludus.battleship"
local plot  = require "ludus.plot"

-- What was evolved, as a step of the study: a program by its text.
local function evolved(s, name, evolve)
  local found = s.step(name, function()
    local d = evolve(s)
    return { program = tostring(d.program), mean = d.mean, curve = d.curve }
  end)
  found.program = bs.parse(found.program)
  return found
end

local function reporter(s, name, every, of)
  return function(round, best, mean)
    if round % every == 0 then
      s.say("  %-16s round %3d   best %6.2f   %s %6.2f", name, round, best, of,
        mean)
    end
  end
end

-- The paper's 20 x 20.
local function drill(s)
  return bs.drill { target = s.target, restart = s.restart, seed = s.seed,
    threads = s.threads, games = 20, on_round = reporter(s, "20 x 20", 10, "best tenth") }
end

local function descent(s)
  return bs.descent { target = s.target, restart = s.restart, seed = s.seed,
    threads = s.threads, lines = s.lines, start = s.start, rounds = s.rounds,
    steps = s.steps, games = s.games, more = s.more, warm = s.warm, cold = s.cold,
    on_round = reporter(s, "lines of descent", 20, "all lines") }
end

local function curve_of(name, d)
  local x, y = {}, {}
  for i, row in ipairs(d.curve) do x[i], y[i] = row.round, row.best end
  return { name = name, x = x, y = y }
end

-- Mean shots over games that nothing was evolved on, in play: a loop is broken.
local function fresh(s, player)
  return bs.solo { player = player, games = s.fresh, seed = s.seed + 7654321,
    threads = s.threads }
end

local function compare(s, result, programs)
  s.say("\n%-38s %8s %7s %7s", "over " .. s.fresh .. " fresh games", "shots", "+-",
    "lines")
  local figure8 = bs.player "repaired".program
  local rows = {
    { "evolved, lines of descent", programs.descent, restart = s.restart },
    { "evolved, 20 x 20", programs.drill, restart = s.restart },
    { "Figure 8 repaired", figure8, restart = s.restart },
    { "three states, by hand", sink = "three" },
    { "no sinking logic", sink = "none" },
  }
  if s.restart then
    table.insert(rows, 4, { "Figure 8 that is not told of sinkings", figure8 })
  end
  for i, row in ipairs(rows) do
    local r = s.step("fresh games: " .. row[1], function()
      local r = fresh(s, row[2]
        and { program = row[2], target = s.target, restart = row.restart }
        or { target = s.target, sink = row.sink })
      return { mean = r.mean, half = r.half }
    end)
    s.say("%-38s %8.2f %7.2f %7s", row[1], r.mean, r.half,
      row[2] and tostring(#row[2]) or "-")
    result[i] = { name = row[1], mean = r.mean, half = r.half }
  end
end

local function save(s, result, program)
  local file = assert(io.open(s.save, "w"))
  file:write(("// Evolved from random programs by\n//     ludus run "
    .. "scripts/battleship-sinking.lua --seed %d --set target=%s --set restart=%s\n"
    .. "// %.2f +- %.2f shots over %d fresh games of random placement.\n\n"):format(
    s.seed, s.target, s.restart, result[1].mean, result[1].half, s.fresh),
    tostring(program))
  file:close()
end

return ludus.study {
  name = "battleship-sinking",
  settings = {
    target = { "choice", "checkerboard", help = "what Target answers",
      choices = { "random", "checkerboard", "scan", "filtered", "largest",
        "smallest", "density" } },
    restart = { "boolean", true, help = "a sinking goes back to state 1" },
    lines  = { "integer", 32, min = 1, help = "lines of descent" },
    start  = { "integer", 6000, min = 1, help = "random programs for each" },
    rounds = { "integer", 240, min = 2, help = "rounds" },
    steps  = { "integer", 250, min = 1, help = "children of a line in each" },
    games  = { "integer", 40, min = 1, help = "games of the first round" },
    more   = { "number", 30, min = 1, help = "times as many in the last" },
    warm   = { "number", 0.7, min = 0,
      help = "shots a child may be worse by in the first round" },
    cold   = { "number", 0.02, min = 0, help = "and in the last" },
    fresh  = { "integer", 50000, min = 100, help = "games of the comparison" },
    save   = { "string", "", help = "file for the evolved program" },
  },
  run = function(s)
    s.say("evolving with %s Target, seed %d", s.target, s.seed)
    local paper = evolved(s, "20 x 20", drill)
    local best = evolved(s, "lines of descent", descent)
    s.say("\n%s", plot.text { title = "best of each round, mean shots",
      xlabel = "round", ylabel = "shots",
      series = { curve_of("20 x 20", paper),
        curve_of("lines of descent", best) } })
    local result = { seed = s.seed, target = s.target }
    compare(s, result, { descent = best.program, drill = paper.program })
    s.say("\nthe evolved program:\n\n%s", tostring(best.program))
    if s.save ~= "" then save(s, result, best.program) end
    result.program = tostring(best.program)
    return result
  end,
}
