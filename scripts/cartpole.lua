-- Can a formula keep a pole upright on a cart?
--
--     ludus run scripts/cartpole.lua
--
-- The pole and its cart as in Barto, Sutton and Anderson (1983): every 0.02 s the cart is
-- pushed with 10 N, to the right if the program's value is above 0, else to the left. A
-- case is over when the pole leans by more than 12 degrees or the cart has left its track
-- of 4.8 m; it is won after 500 pushes. The state is made of reals, so the rules become
-- native code. Programs are bred on 20 starts and tried on 200 others at the end.
local ludus = require "ludus"

local PUSHES <const> = 500

-- Starts by chance, the same for the same seed.
local function starts(count, seed)
  local rng, list = ludus.rng(seed), {}
  for i = 1, count do
    local function near(width) return (2 * rng:real() - 1) * width end
    list[i] = { x = near(1.2), v = near(0.5), angle = near(0.1), turn_rate = near(0.5) }
  end
  return list
end

local game = ludus.game {
  name  = "cart-pole",
  cases = starts(20, 1),
  rules = [[
    input real x, v                    -- the cart: metres from the middle, metres a second
    input real angle, turn_rate        -- the pole: radians, radians a second
    var pushes
    cost 0  constants 1
    ADD(a, b) "sum" { a + b }  SUB(a, b) "difference" { a - b }
    MUL(a, b) "product" { a * b }
    DIV(a, b) "quotient; 1 if divided by 0" { if b == 0 { 1 } else { a / b } }
    turn cost 1 {
      let force = if value > 0 { 10.0 } else { -10.0 }
      let s = sin(angle)  let c = cos(angle)
      let pull = (force + 0.05 * turn_rate * turn_rate * s) / 1.1
      let turning = (9.8 * s - c * pull) / (0.5 * (4.0 / 3 - 0.1 * c * c / 1.1))
      x = x + 0.02 * v
      v = v + 0.02 * (pull - 0.05 * turning * c / 1.1)
      angle = angle + 0.02 * turn_rate
      turn_rate = turn_rate + 0.02 * turning
      pushes = pushes + 1
    }
    done  { abs(x) > 2.4 or abs(angle) > 0.2094395102393195 }
    score { pushes }
    won   { pushes == 500 }
  ]],
  repeats = PUSHES, budget = PUSHES, max = PUSHES,
}

return ludus.experiment {
  game        = game,
  program     = ludus.tree { nodes = 40, depth = { 2, 5 } },
  population  = 500,
  generations = 31,
  select      = ludus.tournament(5),
  vary        = { { 0.9, ludus.crossover { leaves = 0.1 } }, { 0.1, ludus.subtree } },
  test        = game:with { cases = starts(200, 2) },
}
