-- Lesson 12: does it matter what a program is made of?
--
--     ludus run scripts/lessons/12-representation.lua
--
-- The same ant on the same trail, as four kinds of program: a tree of primitives, a list of
-- instructions, a machine with states, and a plan, which is a list of moves. All may make
-- 100 moves.
local ludus = require "ludus"

local SIZE <const>, MOVES <const>, FOOD <const> = 32, 100, 50

-- A trail without gaps that turns by chance, the same for the same seed.
local function trail(seed)
  local rng, cells = ludus.rng(seed), {}
  for i = 1, SIZE * SIZE do cells[i] = 0 end
  local dx, dy = { [0] = 1, 0, -1, 0 }, { [0] = 0, 1, 0, -1 }
  local x, y, dir, left, ahead = 0, 0, 0, FOOD, 3
  while left > 0 do
    x, y = (x + dx[dir]) % SIZE, (y + dy[dir]) % SIZE
    cells[y * SIZE + x + 1], left, ahead = 1, left - 1, ahead - 1
    if ahead == 0 then dir, ahead = dir == 0 and 1 or 0, 2 + rng:below(4) end
  end
  return cells
end

-- [=[ since `]]` would end a text in [[.
local world = [=[
  var  x, y, dir, eaten, moves
  grid food[32, 32]
  table dx = 1 0 -1 0    table dy = 0 1 0 -1
  def eat() { if food[x, y] { food[x, y] = 0  eaten = eaten + 1 } }
  def left()  { dir = (dir + 3) % 4  moves = moves + 1 }
  def right() { dir = (dir + 1) % 4  moves = moves + 1 }
  def ahead() { x = wrap(x + dx[dir], 32)  y = wrap(y + dy[dir], 32)
                moves = moves + 1  eat() }
  done  { moves >= 100 or eaten == 50 }
  score { eaten }
]=]

local eyes = "def sees() { food[x + dx[dir], y + dy[dir]] }"

local kinds = {
  tree = [[
    LEFT { left() }  RIGHT { right() }  MOVE { ahead() }
    BOTH(a, b) { b }
    IF_FOOD(a?, b?) { if sees() { a } else { b } }
  ]],
  linear = [[
    Left { left() }  Right { right() }  Move { ahead() }
    test IfFood { sees() }
  ]],
  machine = [[
    turn {
      if value == turn_left { left() } else {
        if value == turn_right { right() } else { ahead() } }
      if sees() { food_ahead } else { nothing }
    }
  ]],
  vector = [[
    grid genes[100]
    turn {
      if genes[moves] == 0 { left() } else {
        if genes[moves] == 1 { right() } else { ahead() } }
    }
  ]],
}

local function game(kind, more)
  local fields = { name = "ant as " .. kind, max = FOOD,
    rules = world .. (kind == "vector" and "" or eyes) .. kinds[kind],
    cases = { { food = trail(1) } }, budget = 2000, repeats = true }
  for name, value in pairs(more or {}) do fields[name] = value end
  return ludus.game(fields)
end

local function group(name, game, program)
  return { name, ludus.experiment { game = game, program = program, population = 300,
    generations = 26, test = game:with { cases = { { food = trail(2) } } } } }
end

return ludus.lesson {
  number = 12, name = "representation",
  question = "Does it matter what a program is made of?",
  about = [[
    The same ant follows the same trail of 50 pellets, which turns by chance, with 100
    moves. Four kinds of program steer it: a tree of primitives and a list of
    instructions, which may ask whether food lies ahead; a machine with states, which is
    told; and a plan, which is a list of 100 moves and sees nothing. Each is bred on one
    trail, then set on another that it has not seen.]],
  predict = {
    "Which kind eats as much on a trail that it has not seen?",
    "all of them",
    "all but the plan",
    "none: they were bred on another trail",
  },
  runs = 8,
  groups = {
    group("tree", game "tree", ludus.tree { nodes = 30 }),
    group("linear", game("linear", { blocks = { { "Go", 12 } } }), ludus.linear {}),
    group("machine", game("machine", { alphabet = {
      moves = { "turn_left", "turn_right", "go" }, sees = { "nothing", "food_ahead" } } }),
      ludus.machine { states = 6 }),
    group("plan", game("vector", { genes = { length = MOVES, min = 0, max = 2 } }),
      ludus.vector {}),
  },
  measures = {
    { "unseen", "food found on another trail, of 50", function(run) return run.test.raw end },
    { "best", "food found on its own trail, of 50", function(run) return run.stats.raw end },
  },
  course = { "raw", "food found on its own trail" },
  claims = {
    { "What reacts can be carried over: on an unseen trail machines eat more than plans",
      function(r) return r.mean "machine" - r.mean "plan" end,
      "pellets", held = 100 },
    { "and so do trees and lists of instructions",
      function(r) return math.min(r.mean "tree", r.mean "linear") - r.mean "plan" end,
      "pellets", held = 100 },
    { "A plan has learned its trail by heart: on another it eats less",
      function(r) return r.mean("plan", "best") - r.mean "plan" end,
      "pellets", held = 100 },
  },
  notice = {
    "Nobody told the search to generalise. Trees, lists and machines cannot say \"this "
      .. "trail\"; they can only say \"where food is\".",
    "The plan also learns its own trail more slowly: each of its 100 genes is right only "
      .. "if all before it are.",
    "Vectors are not worse than trees. For weights, or the layout of an antenna, they are "
      .. "what one wants.",
  },
  exercises = {
    "Add --set generations=101. Does the plan learn its own trail in the end? What does "
      .. "it eat on the other one?",
    "Copy the script and breed on five trails at once: cases = { { food = trail(1) }, { "
      .. "food = trail(3) }, ... }. What can a plan do at best?",
    "In the REPL: m = ludus.run(N):program(), N being a run of \"machine\". How many of "
      .. "its states are ever reached? Say what each of them means.",
  },
  reference = "Franz Rothlauf, Representations for Genetic and Evolutionary Algorithms, "
    .. "Springer 2006.",
}
