-- battleship-whole.lua -- how far does evolution alone carry the paper's whole player?
--
-- The adaptive player as the paper has it, waves, programs and learnt placement, meets
-- the density player in series of eleven games. All settings are the same but for the
-- program that it starts from: the repaired Figure 8, or what lines of descent made of
-- that or of random programs. Series number i has the same fleets for all, so the share
-- of games won is compared series by series with that of the first program.
--     ludus run scripts/battleship-whole.lua --set restart=false --set filter=smallest
local ludus = require "ludus"
local bs    = require "ludus.battleship"
local stats = require "ludus.stats"

-- Share of the games of a series that we won: who needs fewer shots; of equal counts
-- who moved first, which we do in odd games.
local function share(ours, theirs)
  local won = 0
  for g = 1, #ours do
    if ours[g] < theirs[g] or ours[g] == theirs[g] and g % 2 == 1 then won = won + 1 end
  end
  return 100 * won / #ours
end

local function series(s, program)
  local r = bs.series { opponent = s.opponent, places = s.places, repeats = s.repeats,
    games = s.games, seed = s.seed, threads = s.threads,
    base = bs.pretrained { seed = s.seed, from = { program } },
    captain = { filter = s.filter, restart = s.restart, before = s.before } }
  local shares = {}
  for i = 1, s.repeats do shares[i] = share(r.shots[i], r.survival[i]) end
  return { shares = shares, ours = bs.stretch(r.shots, 1, s.games),
    theirs = bs.stretch(r.survival, 1, s.games) }
end

-- Mean and interval; of a single series there is no interval.
local function told(values)
  local mean, low, high = stats.interval(values)
  return { mean = mean, low = low or mean, high = high or mean }
end

local function less(values, first)
  local difference = {}
  for i = 1, #values do difference[i] = values[i] - first[i] end
  return difference
end

return ludus.study {
  name = "battleship-whole",
  settings = {
    programs = { "string", "repaired,pretrained,scripts/programs/battleship-evolved.lgp",
      help = "what it starts from, with commas" },
    opponent = { "string", "density", help = "who shoots at us" },
    places   = { "string", "random", help = "how it places its ships" },
    filter   = { "string", "largest", help = "of our lattice: largest (the paper's), smallest or open" },
    restart  = { "boolean", true, help = "a sinking goes back to the first state" },
    before   = { "integer", 200, min = 0, help = "wave generations before a game" },
    games    = { "integer", 11, min = 1, help = "games of a series" },
    repeats  = { "integer", 100, min = 1, help = "series" },
  },
  run = function(s)
    s.say("against %s, ships placed %s, filter %s, restart %s, %d series of %d games",
      s.opponent, s.places, s.filter, s.restart, s.repeats, s.games)
    s.say("%-20s %-24s %-24s %11s %12s", "starts from", "games won, %",
      "more than the first", "our shots", "their shots")
    local rows, first = {}, nil
    for name in s.programs:gmatch "[^,]+" do
      local program = bs.player(name).program
      if not program then error(("programs: '%s' is no program"):format(name), 0) end
      local r = s.step(name, function() return series(s, program) end)
      first = first or r.shares
      local won, more = told(r.shares), told(less(r.shares, first))
      local short = name:match "([^/]+)%.lgp$" or name
      s.say("%-20s %5.1f (%5.1f to %5.1f)    %+5.1f (%+5.1f to %+5.1f)    %11.2f %12.2f", short,
        won.mean, won.low, won.high, more.mean, more.low, more.high,
        stats.mean(r.ours), stats.mean(r.theirs))
      rows[#rows + 1] = { program = short, won = won, more = more,
        ours = stats.mean(r.ours), theirs = stats.mean(r.theirs) }
    end
    return rows
  end,
}
