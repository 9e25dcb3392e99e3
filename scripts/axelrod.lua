-- axelrod.lua -- who does best against everybody? A round robin of all players.
--
--     ludus run scripts/axelrod.lua
--     ludus run scripts/axelrod.lua --set noise=0.02 --set csv=matches.csv
--     ludus run scripts/axelrod.lua --set svg=axelrod          -- two pictures
--     ludus run scripts/axelrod.lua --set moran=3              -- who takes over?

local ludus = require "ludus"
local ipd   = require "ludus.ipd"

local settings = {
  turns = { "integer", 200, min = 1, max = 100000, help = "turns of a match" },
  repetitions = { "integer", 2, min = 1, max = 10000, help = "matches per pair" },
  noise = { "number", 0, min = 0, max = 1, help = "chance of a wrong move" },
  payoff = { "choice", "axelrod", choices = { "axelrod", "paper" }, help = "points "
    .. "to be maximised or years to be minimised" },
  learners = { "boolean", true, help = "Laran, the veteran and the explorer take part" },
  matrix = { "boolean", false, help = "print the payoff matrix" },
  csv = { "string", help = "write every pair to this file" },
  svg = { "string", help = "write NAME-matrix.svg and NAME-ranking.svg" },
  moran = { "integer", 0, min = 0, max = 1000,
    help = "copies of each in a Moran process; 0: none" },
}

-- Defects if the other did in its last ten turns: any Lua function can play.
local function grim_for_ten(_, theirs)
  return theirs:sub(-10):find "d" and "d" or "c"
end

local function everybody(s)
  local list = ipd.everybody()
  list[#list + 1] = ipd.player(grim_for_ten, "Grim For Ten (Lua)")
  if s.learners then
    list[#list + 1] = ipd.laran()
    list[#list + 1] = ipd.veteran()
    list[#list + 1] = ipd.explorer()
  end
  return list
end

local function files(s, t)
  local function wrote(file, why)
    s.say(file and "wrote %s" or "not written: %s", file or why)
  end
  if s.csv then wrote(t:csv(s.csv)) end
  if s.svg then
    wrote(t:svg(s.svg .. "-matrix.svg"))
    local ok, why = t:plot(s.svg .. "-ranking.svg")
    wrote(ok and s.svg .. "-ranking.svg", why)
  end
end

local function moran(s, players)
  if s.moran == 0 then return nil end
  local m = ipd.moran { players = players, copies = s.moran, turns = s.turns,
    noise = s.noise, payoff = s.payoff, seed = s.seed, threads = s.threads }
  s.say("\nMoran process, %d copies of each: %s after %d steps", s.moran,
    m.winner and m.winner .. " took over" or "undecided", m.steps)
  return { winner = m.winner, steps = m.steps }
end

return ludus.study { name = "axelrod", settings = settings, run = function(s)
  local players = everybody(s)
  local t = ipd.tournament { players = players, turns = s.turns, noise = s.noise,
    repetitions = s.repetitions, payoff = s.payoff, seed = s.seed,
    threads = s.threads }
  s.say("%d players, %d matches of %d turns, noise %g\n\n%s", #t.players, t.matches,
    s.turns, s.noise, tostring(t))
  if s.matrix then s.say("\n%s", t:matrix()) end
  files(s, t)
  return { ranking = t.ranking, matches = t.matches, moran = moran(s, players) }
end }
