-- Lesson 9: what must an ant be able to see?
--
--     ludus run scripts/lessons/09-senses.lua
--
-- The game is stated in rules: a few lines of a small language that runs about as fast
-- as C. The same ant on the Santa Fe trail gets three senses: none, the square ahead, or
-- the squares ahead and to the left.
local ludus   = require "ludus"
local santafe = require "ludus.santafe"

local body = [[
  cost 0
  var  x, y, dir = 1, eaten
  grid food[32, 32]
  table dx = 0 1 0 -1    table dy = -1 0 1 0

  LEFT  cost 1 "turns left"  { dir = (dir + 3) % 4 }
  RIGHT cost 1 "turns right" { dir = (dir + 1) % 4 }
  MOVE  cost 1 "moves ahead, and eats what is there" {
    x = wrap(x + dx[dir], 32)  y = wrap(y + dy[dir], 32)
    if food[x, y] { food[x, y] = 0  eaten = eaten + 1 }
  }
  PROGN2(a, b) "both, in order" { b }
  done  { eaten == 89 }
  score { eaten }
]]

-- Indices wrap, so the ant looks round the edges of the world. [=[ since `]]` would end
-- a text in [[.
local ahead = [=[
  IF_AHEAD(a?, b?) "the first if food lies ahead, else the second" {
    if food[x + dx[dir], y + dy[dir]] { a } else { b }
  }
]=]
local left = [=[
  IF_LEFT(a?, b?) "the first if food lies to the left, else the second" {
    if food[x + dx[dir + 3], y + dy[dir + 3]] { a } else { b }
  }
]=]

local function group(name, senses)
  return { name, ludus.experiment {
    game = ludus.game { name = "ant", rules = body .. senses,
      cases = { { food = santafe.trail } }, repeats = true, budget = 400,
      max = santafe.pellets },
    program = ludus.tree { nodes = 60 }, population = 300, generations = 26,
    select = ludus.tournament(7) } }
end

return ludus.lesson {
  number = 9, name = "senses",
  question = "What must an ant be able to see?",
  about = [[
    An ant walks on a torus of 32 by 32 squares and shall eat the 89 pellets of the
    Santa Fe trail within 400 moves. It turns, goes ahead, and does things one after
    another. Blind, it knows nothing of the world; the second group may ask whether food
    lies ahead, the third also whether it lies to the left.]],
  predict = {
    "Who eats most after 25 generations?",
    "the blind ant: fewer primitives, less to search",
    "the one that sees ahead",
    "the one that sees ahead and to the left",
    "no difference",
  },
  runs = 8,
  groups = { group("blind", ""), group("ahead", ahead),
    group("ahead and left", ahead .. left) },
  measures = {
    { "best", "pellets eaten, of 89", function(run) return run.stats.raw end },
    { "size", "mean size in nodes", function(run) return run.stats.size_mean end },
  },
  course = { "raw", "pellets eaten" },
  claims = {
    { "An ant that sees eats more than a blind one",
      function(r) return r.mean "ahead" - r.mean "blind" end,
      "pellets", held = 100 },
    { "A second sense helps, although there is more to search",
      function(r) return r.mean "ahead and left" - r.mean "ahead" end,
      "pellets", held = 98 },
  },
  notice = {
    "The blind ant is not bad: it finds walks that cover the world well. It would do as "
      .. "well on another trail.",
    "What a program can ask for is your choice, and it matters more than any setting of "
      .. "the search.",
    "More primitives make the search space larger. They still pay if they make good "
      .. "programs short.",
  },
  exercises = {
    "Add --set game.budget=100: the ant has a quarter of the moves. Which group suffers "
      .. "most?",
    "Add --set population=1000. Does the second sense still help?",
    "Copy the script and give the ant IF_FAR, which looks two squares ahead. Does it help "
      .. "on this trail, with its gaps of one and two squares?",
  },
  reference = "John Koza, Genetic Programming, MIT Press 1992, chapter 7.",
}
