-- Lesson 2: how hard should selection press?
--
--     ludus run scripts/lessons/02-pressure.lua
--
-- A tournament of k draws k programs and takes the best. With k = 1 chance alone chooses;
-- with k = 64 a few programs are the parents of nearly everything.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

local function group(k)
  return { "k = " .. k, ludus.experiment { game = mines.game {}, stop = ludus.never,
    program = ludus.tree { adfs = { 2 }, nodes = 60 }, population = 300,
    generations = 16, select = ludus.tournament(k) } }
end

return ludus.lesson {
  number = 2, name = "pressure",
  question = "How hard should selection press?",
  about = [[
    A parent is chosen by a tournament: k programs are drawn, the best of them wins. With
    k = 1 everyone has the same chance; with k = 64 of 300 hardly anybody but the best has
    children. Here are four pressures on the same problem, Minesweeper for 16 generations.]],
  predict = { "Which k gives the best programs after 16 generations?", "1", "2", "7", "64" },
  runs = 8,
  groups = { group(1), group(2), group(7), group(64) },
  measures = {
    { "best", "best score", function(run) return run.stats.raw end },
    { "distinct", "programs that differ from all others",
      function(run) return run.stats.distinct end },
  },
  course = { "distinct", "programs that differ" },
  claims = {
    { "Pressure is what makes evolution work: a tournament of 7 ends above none (k = 1)",
      function(r) return r.mean "k = 7" - r.mean "k = 1" end, "points", held = 100 },
    { "Pressure costs variety: with k = 64 fewer programs differ than with k = 2",
      function(r) return r.mean("k = 2", "distinct") - r.mean("k = 64", "distinct") end,
      "programs", held = 100 },
  },
  notice = {
    "With k = 1 programs still change, since crossover goes on. They do not get better: "
      .. "the best score wanders.",
    "Between k = 7 and k = 64 the marks overlap. Eight runs do not tell which of them is "
      .. "better, and it depends on how long one evolves.",
    "Under high pressure variety falls. What is lost then, crossover cannot bring back; "
      .. "only mutation could.",
  },
  exercises = {
    "Add --set generations=61. Does the order of the groups change?",
    "Add --set population=1000. How many programs differ with k = 64 now, as a share of "
      .. "all?",
    "Add --set 'vary={{0.8,crossover},{0.2,subtree}}': a fifth of the children are made "
      .. "by mutation. What happens to the variety of k = 64, and to k = 1?",
  },
  reference = "Tobias Blickle, Lothar Thiele, A Comparison of Selection Schemes used in "
    .. "Genetic Algorithms, ETH Zurich 1995.",
}
