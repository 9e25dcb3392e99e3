-- Can a program learn nim? A game of two players in Lua: one to three sticks are taken
-- in turn, who takes the last one wins.
local ludus = require "ludus"

local function heap(rng) return { sticks = 5 + rng:below(16) } end

local nim = ludus.game {
  name = "nim",
  cases = { { sticks = 7 }, { sticks = 10 }, { sticks = 12 }, { sticks = 15 } },
  fresh = heap,
  constants = { 0, 1, 2, 3, 4 },
  primitives = {
    STICKS = { 0, function(s) return s.sticks end, help = "sticks that are left" },
    MOD = { 2, function(_, a, b) return b == 0 and 0 or a % b end,
      help = "what is left of the first by the second" },
    ADD = { 2, function(_, a, b) return a + b end, help = "sum" },
    SUB = { 2, function(_, a, b) return a - b end, help = "difference" },
    IF = { 3, lazy = true, function(_, c, a, b)
        if c() > 0 then return a() else return b() end
      end, help = "the second if the first is more than 0, else the third" },
  },
  start = function(case) return { sticks = case.sticks, last = 0, taken = 0 } end,
  turn = function(s, value, player)
    local n = math.max(1, math.min(3, value, s.sticks))
    s.sticks, s.last, s.taken = s.sticks - n, player, n
  end,
  repeats = true, budget = 400,
  done = function(s) return s.sticks == 0 end,
  score = function(s, _, _, player) return s.last == player and 1 or 0 end,
  max = 1,
  rivals = { "RPB 1", "RPB (MOD (STICKS) 4)" },
  moves = function(s)
    local list = {}
    for n = 1, math.min(3, s.sticks) do list[n] = n end
    return list
  end,
  show = function(s)
    return ("|"):rep(s.sticks) .. ("\n%d left, %d taken by player %d"):format(s.sticks,
      s.taken, s.last)
  end,
}

return ludus.experiment {
  game = nim, program = ludus.tree { nodes = 30, depth = { 1, 4 }, max_depth = 10 },
  population = 60, generations = 6, select = ludus.tournament(4), elite = 1,
}
