-- Lesson 5: do programs profit from functions of their own?
--
--     ludus run scripts/lessons/05-adfs.lua
--
-- A lawn of 8 by 8 squares is to be mown by turning left, going ahead, and one thing after
-- another. Without loops a program needs a node for every square, unless it may define
-- functions and call them.
local ludus = require "ludus"

local lawn = ludus.game {
  name = "lawn", budget = 500, max = 64,
  rules = [[
    var  x, y, dir, count
    grid mown[8, 8]
    table dx = 1 0 -1 0   table dy = 0 1 0 -1
    LEFT "turns left" { dir = (dir + 3) % 4 }
    MOW "goes ahead and mows" {
      x = wrap(x + dx[dir], 8)  y = wrap(y + dy[dir], 8)
      if not mown[x, y] { mown[x, y] = 1  count = count + 1 }
    }
    BOTH(a, b) "one after the other" { b }
    score { count }
  ]],
}

local function group(name, adfs, nodes)
  return { name, ludus.experiment { game = lawn, population = 200, generations = 31,
    program = ludus.tree { adfs = adfs, nodes = nodes }, select = ludus.tournament(4) } }
end

return ludus.lesson {
  number = 5, name = "adfs",
  question = "Do programs profit from functions of their own?",
  about = [[
    A mower has to pass over all 64 squares of a lawn whose edges join. Its programs turn
    left, go ahead and mow, and do one thing after another: there is no loop. A program that
    may define functions of its own (ADFs, automatically defined functions) and call them
    from several places can do much with few nodes. Both groups may have 180 nodes in all.]],
  predict = { "Which mows more squares in 30 generations?", "one long program",
    "a main program with two functions", "no difference: both may have as many nodes" },
  runs = 8,
  groups = { group("one program", {}, 180), group("two functions", { 0, 1 }, 60) },
  measures = {
    { "best", "squares mown, of 64", function(run) return run.stats.raw end },
    { "size", "nodes of the best program", function(run) return run.stats.size end },
  },
  course = { "raw", "squares mown" },
  claims = {
    { "With functions of their own programs mow more",
      function(r) return r.mean "two functions" - r.mean "one program" end, "squares",
      held = 100 },
    { "and they need fewer nodes for it",
      function(r) return r.mean("one program", "size") - r.mean("two functions", "size") end,
      "nodes", held = 100 },
  },
  notice = {
    "The program without functions uses nearly all of its 180 nodes and still leaves "
      .. "grass: a square mown needs a node.",
    "With functions a few nodes make a row, and the main program calls the row again and "
      .. "again.",
    "The comparison gives both the same number of nodes in all. With 60 nodes a branch "
      .. "for both it would have been unfair.",
  },
  exercises = {
    "Add --set generations=101. Does the program without functions catch up?",
    "Add --set population=1000. Which group gains more?",
    "In the REPL: ludus.run(N):program(), N being a run of \"two functions\" (ludus show "
      .. "1 lists them). What does its ADF0 do on the lawn, how often is it called?",
  },
  reference = "John Koza, Genetic Programming II, MIT Press 1994, chapter 8 (the lawnmower).",
}
