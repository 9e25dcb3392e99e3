-- othello-gtp.lua -- how good are evolved weights against an engine that is not ours?
--
-- The other engine speaks the Go Text Protocol. The default is gtp-rhino of Debian's
-- package grhino, without its book, at the same nominal depth, or at a depth of its own
-- (theirs=N) with which it thinks as long; another engine is given by --set engine="program
-- arguments". Every opening of random moves is played with both colours; the interval takes
-- the two games of an opening as one observation. How long each thought is told as well, by
-- the clock and in CPU time.

local ludus = require "ludus"
local othello = require "ludus.othello"
local gtp = require "ludus.othello.gtp"

local function words_of(command)
  local words = {}
  for word in command:gmatch "%S+" do words[#words + 1] = word end
  return words
end

return ludus.study {
  name = "othello-gtp",
  settings = {
    player = { "string", "scripts/programs/othello-coevolved.vec",
      help = "our player: a file, a teacher, run:N" },
    depth = { "integer", 4, min = 1, max = 20, help = "plies that we search" },
    theirs = { "integer", 0, min = 0, max = 20, help = "plies that they search; 0: as many" },
    solve = { "integer", 8, min = 0, max = 20,
      help = "empty squares from which both play perfectly" },
    openings = { "integer", 100, min = 1, max = 100000, help = "each played twice" },
    plies = { "integer", 8, min = 0, max = 40, help = "random plies of an opening" },
    engine = { "string", "", help = "the other engine's command" },
    seconds = { "number", 60, min = 0.1, max = 86400, help = "for one of its moves" },
  },
  run = function(s)
    local command = s.engine ~= "" and s.engine
      or ("/usr/games/gtp-rhino -b 0 -m %d -e %d -w %d"):format(
        s.theirs > 0 and s.theirs or s.depth, s.solve, s.solve)
    local words = words_of(command)
    words.seconds = s.seconds
    local ours = othello.player(s.player, { depth = s.depth, solve = s.solve })
    local engine <close> = gtp.open(words)
    local r = gtp.match(ours, engine, { openings = s.openings, plies = s.plies,
      seed = s.seed })
    s.say("%s against %s: %d won, %d drawn, %d lost of %d", s.player, engine.name, r.won,
      r.drawn, r.lost, r.games)
    s.say("%.1f%% of the points (%.1f to %.1f), %+.1f discs a game", 100 * r.share,
      100 * (r.low or 0), 100 * (r.high or 1), r.discs)
    s.say("we thought for %.1f s, they for %.1f s", r.seconds.ours, r.seconds.theirs)
    if r.cpu.theirs then
      s.say("that is %.2f s of CPU time, theirs %.2f s", r.cpu.ours, r.cpu.theirs)
    end
    return { won = r.won, drawn = r.drawn, lost = r.lost, games = r.games,
      share = r.share, low = r.low, high = r.high, discs = r.discs,
      our_seconds = r.seconds.ours, their_seconds = r.seconds.theirs,
      our_cpu_seconds = r.cpu.ours, their_cpu_seconds = r.cpu.theirs }
  end,
}
