-- play.lua -- `ludus play ipd`: a person against a player, or two players.
--
--     ludus play ipd --against Laran --turns 20
--     ludus play ipd --player veteran --against T/D

local cli     = require "ludus.cli"
local ipd     = require "ludus.ipd"
local machine = require "ludus.machine"
local subject = require "ludus.cli.subject"

local QUIT = {}                          -- raised when the person stops

-- A player from a name, from the file of a machine or a function, or of a run.
local function find(word, options)
  local stored = subject.stored(word, options)
  if stored then return ipd.player(machine.parse(stored, word), word) end
  local player = subject.of_lua(word)
  if player then return ipd.player(player, word) end
  local ok, p = pcall(ipd.player, word)
  if ok then return p end
  local read, m = pcall(machine.read, word)
  if read then return ipd.player(m, word) end
  cli.fail("%s; nor is it the file of a machine",
    (tostring(p):gsub("^[^:]+:%d+: ", "")))
end

-- Asks for moves until one is given; nil at the end of the input.
local function asked(turn, turns)
  while true do
    io.write(("turn %d of %d, c or d (q: quit)? "):format(turn, turns))
    local line = io.read "l"
    local move = line and line:lower():match "^%s*([cdq])"
    if not line or move == "q" then return nil end
    if move then return move end
    print "  c cooperates, d defects"
  end
end

local function person(turns, payoff)
  local own, other = 0, 0
  return ipd.player(function(mine, theirs)
    local n = #mine
    if n > 0 then
      local pair = mine:sub(n) .. theirs:sub(n)
      own, other = own + payoff[pair], other + payoff[pair:reverse()]
      print(("  you %s, the other %s; sentences %g and %g"):format(pair:sub(1, 1),
        pair:sub(2), own, other))
    end
    return asked(n + 1, turns) or error(QUIT, 0)
  end, "you")
end

local function run(options)
  local turns = options.turns or 20
  local against = find(options.against or "Laran", options)
  local payoff = ipd.payoffs.paper
  if options.player == "human" then options.player = nil end
  local me = options.player and find(options.player, options) or person(turns, payoff)
  if not options.player then
    print(("You against %s, %d turns. c cooperates, d defects. Sentences, the fewer "
      .. "the better:\nboth c %g each, both d %g each, c against d %g, d against c %g.\n")
      :format(against.name, turns, payoff.cc, payoff.dd, payoff.cd,
      payoff.dc))
  end
  local ok, match = pcall(ipd.match, me, against, { turns = turns,
    seed = options.seed or 1 })
  if not ok and match == QUIT then print "stopped" return 0 end
  if not ok then cli.fail("%s", match) end
  print(("%s  %s\n%s  %s\nsentences: %s %g, %s %g"):format(match.mine, me.name,
    match.theirs, against.name, me.name, match.own, against.name, match.other))
  if match.model and options.player then
    print("\nwhat " .. me.name .. " takes " .. against.name .. " for:\n")
    print(match.model:minimise():draw())
  end
  return 0
end

return {
  usage   = "play ipd [--against NAME] [--player NAME] [--turns N] [--seed N]",
  summary = "the prisoner's dilemma against a player",
  options = {
    against = { kind = "string", value = "NAME",
      help = "the other player: Laran; a machine's file, a function's file.lua, run:12" },
    player  = { kind = "string", value = "NAME", help = "plays instead of you" },
    turns   = { kind = "integer", value = "N", min = 1, max = ipd.fields.turns.max,
      help = "turns of the match: 20" },
    seed    = { kind = "integer", value = "N", help = "of all chance: 1" },
    store   = { kind = "string", value = "FILE",
      help = "where run:12 is (default ludus.db)" },
  },
  run = run,
}
