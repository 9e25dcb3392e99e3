-- Lesson 1: what does evolution do to random programs?
--
--     ludus run scripts/lessons/01-random.lua
--
-- Four hundred random programs play Minesweeper, badly. The better ones are copied and
-- crossed, twenty times. Beside them as many programs in all, every one drawn by chance.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

local PROGRAMS <const>, GENERATIONS <const> = 400, 21

local seven = ludus.tournament(7)

local function players(population, generations)
  return ludus.experiment { game = mines.game {},
    program = ludus.tree { adfs = { 2 }, nodes = 60 },
    population = population, generations = generations, select = seven }
end

return ludus.lesson {
  number = 1, name = "random",
  question = "What does evolution do to random programs?",
  about = [[
    Four hundred random programs play Minesweeper on a board of six by six, badly. The
    better ones become parents: their children are copies in which a part has been
    exchanged with another parent's. After twenty generations 8,400 programs have been
    tried. "Chance" tries as many, too, every one of them random, and keeps the best.]],
  predict = { "How will the best of 8,400 random programs do beside evolution's?",
    "as well: luck finds good programs, too", "a little worse", "far worse" },
  runs = 6,
  groups = {
    { "evolution", players(PROGRAMS, GENERATIONS) },
    { "chance", players(PROGRAMS * GENERATIONS, 1) },
  },
  measures = {
    { "best", "best score", function(run) return run.stats.raw end },
    { "mean", "mean score of the last programs",
      function(run) return run.stats.raw_mean end },
  },
  course = { "raw", "best score" },
  claims = {
    { "Evolution's best program is better than the best of as many random ones",
      function(r) return r.mean "evolution" - r.mean "chance" end, "points", held = 100 },
    { "The whole population has learned: after evolution the average program is better "
      .. "than the average random one",
      function(r) return r.mean("evolution", "mean") - r.mean("chance", "mean") end,
      "points", held = 100 },
  },
  notice = {
    "The curve rises in steps: for some generations nothing happens, then a child finds "
      .. "something, and soon most programs have it.",
    "Random programs are not all equal: the best of many is much better than the average. "
      .. "That is what evolution begins with.",
    "The runs of one group differ. A single run would have told you little.",
  },
  exercises = {
    "Add --set 'select=tournament(1)': parents are chosen by chance, whatever they score. "
      .. "Does evolution still beat chance? What is it that selection does?",
    "Add --set program.nodes=20: small programs only. Which group loses more by it, and "
      .. "why?",
    "In the REPL: c = ludus.class \"scripts/lessons/01-random.lua\", then c:next() and "
      .. "c:parents(). How many of the 400 programs became parents?",
  },
  reference = "John Koza, Genetic Programming, MIT Press 1992, chapters 5 and 9 (chance "
    .. "beside evolution).",
}
