-- Lesson 14: does evolution do what you mean, or what you say?
--
--     ludus run scripts/lessons/14-cheating.lua
--
-- A courier is to visit six flags in a yard. Its points are counted whenever it comes to a
-- flag; nobody has said that each flag counts once.
local ludus = require "ludus"

local yard = [[
........
.#....#.
........
...#....
........
.#...#..
........
....#...]]

local rules = [=[
  var  x, y, dir, points, visited
  grid flag[8, 8]    grid seen[8, 8]
  table dx = 1 0 -1 0   table dy = 0 1 0 -1
  LEFT "turns left"   { dir = (dir + 3) % 4 }
  RIGHT "turns right" { dir = (dir + 1) % 4 }
  GO "goes ahead, unless a wall is there" {
    let nx = x + dx[dir]
    let ny = y + dy[dir]
    if nx >= 0 and nx < 8 and ny >= 0 and ny < 8 {
      x = nx  y = ny
      if flag[x, y] {
        points = points + 1
        if not seen[x, y] { seen[x, y] = 1  visited = visited + 1 }
      }
    }
  }
  BOTH(a, b) "one after the other" { b }
  IF_FLAG(a?, b?) "the first if a flag is ahead, else the second" {
    if flag[x + dx[dir], y + dy[dir]] { a } else { b }
  }
]=]

local function game(name, score)
  return ludus.game { name = name, rules = rules .. ("score { %s }"):format(score),
    cases = { { flag = yard } }, repeats = true, budget = 150 }
end

-- How many different flags the best program visits, whatever it was scored by.
local function visited(run)
  local g = run:judged()
  return g:play(g:read(run:best()), 1).state.visited
end

local function group(name, score)
  return { name, ludus.experiment { game = game(name, score), stop = ludus.never,
    program = ludus.tree { nodes = 60 }, population = 200, generations = 31,
    select = ludus.tournament(4) } }
end

return ludus.lesson {
  number = 14, name = "cheating",
  question = "Does evolution do what you mean, or what you say?",
  about = [[
    A courier shall visit the six flags in a yard of 8 by 8 squares. Somebody has
    written the score: a point whenever it comes to a flag. He meant every flag once,
    but he has not said so. The second group is scored by what was meant. Both are
    judged by how many different flags they visit.]],
  predict = {
    "What will programs bred on the score as said do?",
    "visit the flags, since that gives points",
    "find a flag and stay there",
    "go from flag to flag in circles",
  },
  runs = 8,
  groups = { group("as said", "points"), group("as meant", "visited") },
  measures = {
    { "visited", "flags visited, of 6", visited },
    { "points", "points by the group's own rule", function(run) return run.stats.raw end },
  },
  course = { "raw", "points" },
  claims = {
    { "By the rule as said programs get more than the 6 points that were thought possible",
      function(r) return r.mean("as said", "points") - 6 end,
      "points", held = 100 },
    { "but they visit fewer flags than those bred on what was meant",
      function(r) return r.mean "as meant" - r.mean "as said" end,
      "flags", held = 100 },
  },
  notice = {
    "Nothing went wrong in the search. It found what the score rewards most: step off a "
      .. "flag and on again.",
    "A score that is higher than possible is the best alarm you can have. Work out the "
      .. "best possible score before you run.",
    "The curve of \"as said\" looks like a success. Only the second measure, on which "
      .. "nobody was bred, shows the difference.",
  },
  exercises = {
    "Which squares does a courier of \"as said\" visit? In the REPL: p = "
      .. "ludus.run(N):program(), N being one of its runs (ludus show 1 lists them), then t = "
      .. "p:trace(1) and t:at(20).",
    "Add --set game.budget=400: more moves. What happens to the points of both groups, "
      .. "and to the flags?",
    "Mend the rule in another way: a point for each step that brings the courier nearer "
      .. "to the next flag. What can go wrong with that one?",
  },
  reference = "Joel Lehman and others, The Surprising Creativity of Digital Evolution, "
    .. "Artificial Life 26(2), 2020.",
}
