-- Can a linear program learn to sweep a corridor? Instructions in Lua: change them into
-- yours.
--
--     ludus check SCRIPT      ludus run SCRIPT      ludus trace SCRIPT run:1
local ludus = require "ludus"

local LENGTH = 9

local game = ludus.game {
  name    = "corridor",
  program = "linear",

  -- Blocks of so many lines; a jump goes to the other block.
  blocks = { { "Out", 4 }, { "Back", 4 } },

  -- { name, function(state), help= }; `test` instead runs the next line only if it holds.
  instructions = {
    { "Step", help = "one square on, unless there is a wall", function(s)
      s.x = math.max(1, math.min(LENGTH, s.x + s.facing))
      if not s.clean[s.x] then s.clean[s.x], s.swept = true, s.swept + 1 end
    end },
    { "Turn", help = "look the other way", function(s) s.facing = -s.facing end },
    { "IfWall", help = "next line only before a wall",
      test = function(s) return s.x + s.facing < 1 or s.x + s.facing > LENGTH end },
    { "Jump", jump = true, help = "the other block" },
  },
  registers = { "x", "facing" },      -- fields of the state that a trace shows

  cases = { 1, 4, 7 },                -- where it starts
  start = function(x) return { x = x, facing = 1, swept = 1, clean = { [x] = true } } end,
  budget = 25,
  done  = function(s) return s.swept == LENGTH end,
  score = function(s) return s.swept end,
  max   = LENGTH,
  show  = function(s)
    local row = {}
    for x = 1, LENGTH do row[x] = x == s.x and "@" or s.clean[x] and "." or "#" end
    return table.concat(row)
  end,
}

return ludus.experiment {
  game        = game,
  program     = ludus.linear {},
  population  = 100,
  generations = 21,
  select      = ludus.tournament(4),
  vary        = ludus.linear.operators(),
}
