-- score.lua -- `ludus score ipd FILE...`: machines against the twenty opponents.

local cli     = require "ludus.cli"
local ipd     = require "ludus.ipd"
local json    = require "ludus.json"
local machine = require "ludus.machine"

local limits = require "ludus.core.ipd".limits

local fields = { turns = ipd.fields.turns, noise = ipd.fields.noise,
  seed = ipd.fields.seed, rounds = { "integer", 10, min = 1, max = limits.rounds,
  help = "matches per opponent, if there is noise" }, payoff = { "choice", "paper",
  choices = { "paper", "axelrod" }, help = "years or points" } }

local function show(path, m, given, options)
  local s = ipd.game(given):score(m)
  if options.json then
    s.program, s.nodes = path, json.list { #m }
    print(json.encode(s))
    return
  end
  print(("%s  %d state%s\n  raw %g, an all-knowing player %g, regret %g"):format(path,
    #m, #m == 1 and "" or "s", s.raw, s.best, s.standardized))
  if not options.cases then return end
  for _, p in ipairs(ipd.paper()) do
    local match = ipd.match(m, p, { turns = given.turns, noise = given.noise,
      payoff = given.payoff, seed = given.seed })
    print(("  %-7s %8g %8g"):format(p.name, match.own, match.other))
  end
end

return function(options, files)
  local given = cli.settings(fields, options.set)
  for _, path in ipairs(files) do
    local ok, m = pcall(machine.read, path)
    if not ok then cli.fail("%s", m) end
    show(path, m, given, options)
  end
  return 0
end
