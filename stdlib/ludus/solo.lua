-- solo.lua -- one-player games declared in Lua, and plans evolved for them.
--
--     local game = solo.game {
--       start    = { 3, 1, 2 },
--       moves    = 2,                            -- or function(state) -> list
--       play     = function(state, move) ... end -- a new state, or nil: not allowed
--       failures = function(state) return ... end, -- 0 is the goal
--     }
--     local result = solo.search(game, { depth = 12, evaluations = 2000, seed = 1 })
--     print(result.failures, result.plan)
--
-- A plan is a vector of codes, as in the paper of Hwang, Hong and Lin: code 0 does
-- nothing, code k takes the k-th branch of the tree. If `moves` is a function, its
-- list has the branches of that state and k counts on from its beginning. A plan is
-- as good as the last state it leads to, or, with anywhere = true, the best state on
-- its way.

local ga     = require "ludus.ga"
local spec   = require "ludus.script.spec"
local vector = require "ludus.vector"

local solo = {}

local Game = {}
Game.__index = Game
Game.__name = "ludus.solo"

solo.fields = {
  start    = { "any", required = true, help = "the first state" },
  moves    = { "any", required = true,
    help = "how many moves there are, or a function that lists those of a state" },
  most     = { "integer", 16, min = 1, max = 1000000,
    help = "the greatest code, if moves is a function" },
  play     = { "function", required = true,
    help = "state and move to a new state; nil if the move is not allowed" },
  failures = { "function", required = true,
    help = "how far from the goal; 0 is there" },
  show     = { "function", tostring, help = "a state as text" },
  anywhere = { "boolean", false, help = "the best state on the way counts" },
}

function solo.game(given)
  local game = spec.check("solo.game", given, solo.fields)
  if type(game.moves) ~= "function" and math.type(game.moves) ~= "integer" then
    error("solo.game: field 'moves': expected a whole number or a function", 0)
  end
  return setmetatable(game, Game)
end

-- The move that a code stands for in a state, or nil.
function Game:move(state, code)
  if code == 0 then return nil end
  if type(self.moves) == "number" then return code end
  local list = self.moves(state)
  return #list > 0 and list[(code - 1) % #list + 1] or nil
end

-- The states on the way of a plan, without those that nothing led to, and the moves
-- between them.
function Game:states(plan, from)
  local state = from or self.start
  local states, moves = { state }, {}
  for i = 1, #plan do
    local move = self:move(state, plan[i])
    local next_state = move ~= nil and self.play(state, move) or nil
    if next_state ~= nil then
      state = next_state
      states[#states + 1], moves[#moves + 1] = state, move
    end
  end
  return states, moves
end

-- Failures of a plan, and after how many moves they are reached.
function Game:judge(plan, from)
  local states = self:states(plan, from)
  local best, at = self.failures(states[#states]), #states - 1
  if self.anywhere then
    for i, state in ipairs(states) do
      local f = self.failures(state)
      if f < best or f == best and i - 1 < at then best, at = f, i - 1 end
    end
  end
  return best, at
end

function Game:plans(depth)
  local most = type(self.moves) == "number" and self.moves or self.most
  return vector.new { type = "integers", length = depth, min = 0, max = most }
end

-- Evolves a plan of `depth` moves from a state (`from`, the start). All other fields
-- are those of ludus.ga; the defaults are those that solve the swapping puzzle best.
function solo.search(game, given)
  local fields = {
    population = 10, scheme = "plus", select = "uniform", young = true,
    distinct = 10, evaluations = 2000, target = 0,
    brood = { { children = 9, { "point" } }, { children = 1, { "clear" } } },
  }
  for key, value in pairs(given or {}) do fields[key] = value end
  local depth, from = fields.depth or 15, fields.from or game.start
  fields.depth, fields.from = nil, nil
  fields.program = game:plans(depth)
  fields.score = function(plan) return (game:judge(plan, from)) end
  fields.threads = 1
  local run = ga.run(fields)
  local failures, moves = game:judge(run.program, from)
  local states, list = game:states(run.program, from)
  return { plan = run.program, failures = failures, evaluations = run.evaluations,
    state = states[moves + 1], all_states = states, all_moves = list,
    states = table.move(states, 1, moves + 1, 1, {}),
    moves = table.move(list, 1, moves, 1, {}), stop = run.stop }
end

-- Searches, plays what was found, and searches on from there, until the goal or the
-- number of rounds is reached: for games too long for one plan. A plan that gains
-- nothing is played to its end, so that the next one starts from another state.
function solo.solve(game, given)
  local options = {}
  for key, value in pairs(given or {}) do options[key] = value end
  local rounds, seed = options.rounds or 10, options.seed or 1
  options.rounds = nil
  local state, total = game.start, { states = { game.start }, moves = {},
    evaluations = 0, rounds = 0 }
  while total.rounds < rounds and game.failures(state) > 0 do
    options.from, options.seed = state, seed + total.rounds
    local r = solo.search(game, options)
    local stuck = r.failures >= game.failures(state)
    local states, moves = r.states, r.moves
    if stuck then states, moves = r.all_states, r.all_moves end
    total.rounds = total.rounds + 1
    total.evaluations = total.evaluations + r.evaluations
    table.move(states, 2, #states, #total.states + 1, total.states)
    table.move(moves, 1, #moves, #total.moves + 1, total.moves)
    state = states[#states]
  end
  total.failures = game.failures(state)
  return total
end

return solo
