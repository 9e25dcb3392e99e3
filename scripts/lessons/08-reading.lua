-- Lesson 8: how does one read an evolved program?
--
--     ludus run scripts/lessons/08-reading.lua
--
-- Parts of an evolved program do nothing. `simplify` takes away what can go while the
-- program plays the same games; what is left can be read.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

local NODES <const> = 60
local game = mines.game {}

local function group(name, generations)
  return { name, ludus.experiment { game = game, program = ludus.tree { nodes = NODES },
    population = 400, generations = generations, select = ludus.tournament(7) } }
end

-- How many of a hundred nodes of the best program can go.
local function idle(run)
  local p = game:read(run:best())
  return 100 * (1 - #p:simplify(game).program / #p)
end

return ludus.lesson {
  number = 8, name = "reading",
  question = "How does one read an evolved program?",
  about = [[
    An evolved program has parts that do nothing: what they compute is thrown away, or
    they are never reached. p:simplify(game) takes away what can go while the program
    plays all games as before. Early programs are compared with late ones of the same
    runs' length, on Minesweeper, with room for 60 nodes.]],
  predict = {
    "How much of a program can be taken away after 30 generations?",
    "hardly anything",
    "10 to 20 nodes of a hundred",
    "half and more",
  },
  runs = 5,
  groups = { group("after 5 generations", 6), group("after 30 generations", 31) },
  measures = {
    { "idle", "nodes of a hundred that can go", idle },
    { "best", "best score", function(run) return run.stats.raw end },
    { "size", "nodes of the best program", function(run) return run.stats.size end },
  },
  claims = {
    { "After 5 generations a third of the nodes and more can go",
      function(r) return r.mean "after 5 generations" - 33.3 end,
      "nodes of a hundred", held = 100 },
    { "After 30 generations fewer can: room is scarce, and what is useful has filled it",
      function(r) return r.mean "after 5 generations" - r.mean "after 30 generations" end,
      "nodes of a hundred", held = 100 },
    { "It is not true that most of an evolved program is ballast: after 30 generations "
      .. "less than half can go",
      function(r) return 50 - r.mean "after 30 generations" end,
      "nodes of a hundred", held = 100 },
  },
  notice = {
    "\"Evolved programs are mostly junk\" is often said. Here it depends on when one "
      .. "looks, and on how much room there is.",
    "What can go is not always easy to see: a part may be reached and still change "
      .. "nothing.",
    "The best scores rise between the two groups: the late programs do more with the same "
      .. "room.",
  },
  exercises = {
    "Add --set program.nodes=200: programs have more room. How many nodes of a hundred "
      .. "can go now, early and late?",
    "In the REPL: p = ludus.run(N):program(), N being a run of the second group, then "
      .. "p:simplify(), p:explain() and p:strategy(). Say in one sentence what it does on the "
      .. "board.",
    "p:impact() takes away one node at a time and scores again. Why is the sum of what "
      .. "single nodes cost not what they cost together?",
  },
  reference = "Peter Nordin, Frank Francone, Wolfgang Banzhaf, Explicitly Defined Introns and "
    .. "Destructive Crossover in Genetic Programming, 1995.",
}
