-- battleship-pretrain.lua -- what should the adaptive player know before it has
-- met anybody? Bridon and others: a population of sinking programs trained on
-- the hard-coded opponents. Lines of descent from the repaired Figure 8, on the
-- fleets of all their placements and with Target as the adaptive player has it:
-- a lattice of the longest ship. (From random programs: battleship-sinking.lua.)
--     ludus run scripts/battleship-pretrain.lua --set save=FILE
-- The program that ships, scripts/programs/battleship-pretrained.lgp, was made
-- so; with --set store=ludus.db the state to start from is kept in the run
-- store, and scripts/battleship.lua plays on with it: --set store=ludus.db.
local ludus = require "ludus"
local bs    = require "ludus.battleship"

local function train(s)
  return bs.descent { target = s.target, against = s.against, seed = s.seed,
    threads = s.threads, lines = s.lines, rounds = s.rounds, steps = s.steps,
    from = { bs.player "repaired".program }, games = 150, more = 4, prune = 4,
    warm = s.warm, cold = s.warm / 4,
    on_round = function(round, best, mean)
      if round % 10 == 0 then
        s.say("  round %3d   best %6.2f   all lines %6.2f", round, best, mean)
      end
    end }
end

-- Against each placement, beside the repaired Figure 8 and logic by hand.
local function compare(s, program)
  local rows, shots = {}, {}
  s.say("\n%-14s %18s %18s %18s", "placement", "pre-trained", "Figure 8 repaired",
    "three states")
  for i, placement in ipairs(bs.placements) do
    local players = { { program = program, target = s.target },
      { program = bs.player "repaired".program, target = s.target },
      { target = s.target, sink = "three" } }
    for k, player in ipairs(players) do
      local r = bs.solo { player = player, against = placement.name,
        games = s.fresh, seed = s.seed + 7654321, threads = s.threads }
      shots[k] = { mean = r.mean, half = r.half }
    end
    s.say("%-14s %10.2f +- %.2f %10.2f +- %.2f %10.2f +- %.2f", placement.name,
      shots[1].mean, shots[1].half, shots[2].mean, shots[2].half, shots[3].mean,
      shots[3].half)
    rows[i] = { placement = placement.name, pretrained = shots[1].mean,
      repaired = shots[2].mean, three = shots[3].mean }
  end
  return rows
end

local function save(s, program)
  local file = assert(io.open(s.save, "w"))
  file:write(("// Evolved from the repaired Figure 8 on the fleets of the "
    .. "hard-coded opponents by\n//     ludus run scripts/battleship-pretrain.lua "
    .. "--seed %d\n// The adaptive player starts from it.\n\n"):format(s.seed),
    tostring(program))
  file:close()
end

return ludus.study {
  name = "battleship-pretrain",
  settings = {
    target  = { "string", "largest", help = "what Target answers" },
    against = { "string", "combination", help = "whose fleets" },
    lines   = { "integer", 8, min = 1, help = "lines of descent" },
    rounds  = { "integer", 30, min = 2, help = "rounds" },
    steps   = { "integer", 500, min = 1, help = "children of a line in each" },
    warm    = { "number", 0.2, min = 0,
      help = "shots a child may be worse by in the first round" },
    fresh   = { "integer", 20000, min = 100, help = "games of the comparison" },
    save    = { "string", "", help = "file for the program" },
    store   = { "string", "", help = "run store for the state to start from" },
    name    = { "string", "opponent", help = "its name there" },
  },
  run = function(s)
    s.say("training on %s fleets with Target %s, seed %d", s.against, s.target,
      s.seed)
    local d = train(s)
    local rows = compare(s, d.program)
    s.say("\n%s", tostring(d.program))
    if s.save ~= "" then save(s, d.program) end
    if s.store ~= "" then
      bs.remember(s.store, s.name, bs.pretrained { seed = s.seed,
        from = { d.program } })
    end
    return { rows = rows, program = tostring(d.program) }
  end,
}
