-- papers.lua -- what Hwang, Hong and Lin print, row by row (see ludus.report.papers).

local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"
local stats  = require "ludus.stats"

-- The tables of the worked example: plans, and the F printed beside each.
local tables = {
  ["3-2"] = { printed = "8 5 7 3 8 9 5 12 7 7",
    "14,4,8,0,18,17,10,12,4,6,17,17,17,14,16", "0,4,2,3,7,2,12,0,3,6,13,13,14,1,5",
    "7,11,8,12,8,0,3,9,1,2,11,13,9,3,2", "14,2,1,10,0,18,17,5,15,13,4,11,7,9,6",
    "15,18,12,15,13,17,7,0,18,15,7,16,17,2,3",
    "10,0,1,6,3,2,2,0,5,0,8,15,12,2,2",          -- as the text has it
    "8,7,1,8,9,13,18,13,1,16,9,7,8,8,14", "16,9,2,1,4,8,7,10,10,16,4,12,18,7,13",
    "16,5,13,16,15,8,17,5,14,0,18,10,14,13,10",
    "17,11,6,7,8,4,9,7,12,9,18,1,1,6,17" },
  ["3-3"] = { printed = "12 10 9 9 8 8 8 8 7 7",
    "10,0,1,6,3,2,2,0,5,0,8,17,17,14,16", "0,4,2,3,7,2,12,0,3,6,13,10,14,13,10",
    "16,5,13,16,18,17,10,12,4,6,17,17,17,14,16",
    "16,5,13,16,13,17,7,0,18,15,7,16,17,2,3",
    "15,18,2,1,4,8,7,10,10,16,4,12,18,7,13",
    "14,4,8,0,18,17,10,12,4,6,17,15,12,2,2",
    "16,5,13,16,15,8,17,5,14,0,18,13,14,1,5",
    "14,4,8,0,15,8,17,5,14,0,18,10,14,13,10",
    "15,18,12,15,15,8,17,5,14,0,18,10,14,13,10",
    "16,9,12,15,13,17,7,0,18,15,7,16,17,2,3" },
  ["3-4"] = { printed = "8 8 8 8 8",
    "7,11,8,12,8,0,3,9,8,2,11,13,9,3,2", "5,18,12,15,13,17,7,0,18,15,0,16,17,2,3",
    "6,5,3,16,15,8,17,5,14,0,18,10,14,13,10",
    "6,5,13,16,16,8,17,5,14,0,18,10,14,13,10",
    "4,2,7,10,0,18,17,5,15,13,4,11,7,9,6" },
  ["3-5"] = { printed = "12 10 9 9 8 8 8 8 7 7",
    "16,9,2,1,4,8,7,10,10,16,4,12,18,7,13", "15,18,2,1,4,8,7,10,10,16,4,12,18,7,13",
    "10,0,1,6,3,2,2,0,5,0,8,15,12,2,2", "10,0,1,6,3,2,2,0,5,0,8,17,17,14,16",
    "14,4,8,0,18,17,10,12,4,6,17,17,17,14,16",
    "1,18,12,15,13,17,7,0,18,15,7,16,17,2,3",
    "15,18,12,15,13,17,7,0,18,15,0,16,17,2,3",
    "16,5,13,16,16,8,17,5,14,0,18,10,14,13,10",
    "7,11,8,12,8,0,3,9,1,2,11,13,9,3,2", "6,5,13,16,15,8,17,5,14,0,18,10,14,13,10" },
}

local converged = "(16,9,2,1,4,8,7,10,16,4,12,13,7,11,4)"
local doubled = "(16,9,2,1,4,8,7,10,10,16,4,12,13,7,11,4)"

local function fitness(game, text) return math.tointeger(game:score(game:read(text)).raw) end

-- F of a table's plans, and how many are as printed.
local function recomputed(name, start, distance)
  local game, values, equal = puzzle.game { start = start, distance = distance }, {}, 0
  local printed = tables[name].printed:gmatch "%d+"
  for i, plan in ipairs(tables[name]) do
    values[i] = fitness(game, "(" .. plan .. ")")
    if values[i] == math.tointeger(printed()) then equal = equal + 1 end
  end
  return table.concat(values, " "), equal
end

-- The most values of a table that any start and distance give as printed.
local function most_equal(name)
  local most = 0
  for _, start in ipairs { "A", "A'" } do
    for _, distance in ipairs { "true", "as-printed" } do
      most = math.max(most, (select(2, recomputed(name, start, distance))))
    end
  end
  return most
end

-- Failures that the paper's algorithm leaves over many seeds: mean, low, high.
local function left(depth, population, generations, full)
  local set = puzzle.paper(puzzle.game {}, { depth = depth, population = population,
    generations = generations })
  set.runs, set.seed, set.target = full and 2000 or 200, 1, -1
  return stats.interval(ga.batch(set).best)
end

local function shown(mean, low, high)
  return ("%.2f (%.2f-%.2f)"):format(mean, low or mean, high or mean)
end

local function dfs(depth) return puzzle.game {}:search("dfs", depth, 0, 1, 0, 1)[1] end

-- Generations until the worked example has converged, over seeds; how many are solved.
local function convergence(full)
  local game, generations, solved = puzzle.game { distance = "as-printed" }, {}, 0
  for seed = 1, full and 1000 or 100 do
    local set = puzzle.paper(game, { population = 10, generations = 200,
      mutation = 0.5 })
    set.converged, set.seed, set.threads, set.first = true, seed, 1, {}
    for i, plan in ipairs(tables["3-2"]) do
      set.first[i] = game:read("(" .. plan .. ")")
    end
    local run = ga.run(set)
    generations[seed] = run.generation
    if run.score.standardized == 0 then solved = solved + 1 end
  end
  return generations, solved
end

-- Boards of `n` that a searcher solves within 1,635 evaluations.
local function solved_by(name, n)
  local solved = 0
  for _, f in ipairs(puzzle.game {}:search(name, 15, 1635, 1, n, 2)) do
    if f.failures == 0 then solved = solved + 1 end
  end
  return solved
end

local function solved_by_ga(n)
  local solved = 0
  for i, game in ipairs(puzzle.random_games(puzzle.game {}, 1, n)) do
    local set = puzzle.paper(game, { population = 35 })
    set.seed, set.threads, set.evaluations = i, 1, 1635
    if ga.run(set).score.standardized == 0 then solved = solved + 1 end
  end
  return solved
end

-- Of so many runs, those whose best plan meets a board twice, moves that are none apart.
local function loops(n)
  local game, looped = puzzle.game {}, 0
  for seed = 1, n do
    local set = puzzle.paper(game, { population = 35 })
    set.seed, set.threads = seed, 1
    local plan = ga.run(set).program
    local seen, last, twice = {}, nil, false
    for _, board in ipairs(game:boards(plan)) do
      local text = table.concat(board, " ")
      twice = twice or text ~= last and seen[text]
      seen[text], last = true, text
    end
    if twice then looped = looped + 1 end
  end
  return looped
end

local EXACT, FIGURES = "ludus run scripts/puzzle-exact.lua",
  "ludus run scripts/puzzle-figures.lua"

local rows = {
  { id = "P1", printed = "Table 3-1: codes 1 to 18, 0 for no move",
    verdict = "reproduced", command = "ludus ops puzzle", quick = function()
      local game, seen, n = puzzle.game {}, {}, 0
      for code = 0, 18 do
        local boards = game:boards(game:read(("(%d)"):format(code)))
        local last = table.concat(boards[#boards], " ")
        if not seen[last] then seen[last], n = true, n + 1 end
      end
      return ("%d different boards after one code"):format(n), n == 19
    end },
  { id = "P2", printed = "Table 3-2, F: 8 5 7 3 8 9 5 12 7 7", verdict = "reproduced",
    why = "With two distances wrong, as the authors' program must have had them; the "
      .. "true distances give other values. Row 6 is taken from the text, the table "
      .. "misprints it.", command = EXACT, quick = function()
      local text, equal = recomputed("3-2", "A'", "as-printed")
      return ("%s; %d of 10, true distances %d"):format(text, equal,
        (select(2, recomputed("3-2", "A'", "true")))), equal == 10
    end },
  { id = "P3", printed = "Table 3-3, F: 12 10 9 9 8 8 8 8 7 7", verdict = "slip",
    why = "The column is Table 3-5's, copied: no start and no distance gives it.",
    quick = function()
      local text, equal = recomputed("3-3", "A'", "as-printed")
      return ("%s; %d of 10, at most %d with any start and distance"):format(text, equal,
        most_equal "3-3"), equal < 5 and tables["3-3"].printed == tables["3-5"].printed
    end },
  { id = "P4", printed = "Table 3-4, F: 8 8 8 8 8", verdict = "slip",
    why = "The printed mutants do not have the printed values.", quick = function()
      local text, equal = recomputed("3-4", "A'", "as-printed")
      return ("%s; %d of 5, at most %d with any start and distance"):format(text, equal,
        most_equal "3-4"), equal < 3
    end },
  { id = "P5", printed = "Table 3-5, F: 12 10 9 9 8 8 8 8 7 7", verdict = "reproduced",
    why = "Row 6 begins with 1, surely 15 misprinted.", quick = function()
      local text, equal = recomputed("3-5", "A'", "as-printed")
      return ("%s; %d of 10"):format(text, equal), equal >= 9
    end },
  { id = "P6", printed = "the worked example: the children of 1 and 6, cut at 11",
    verdict = "reproduced", why = "The printed children are what our reading of the cut gives; "
      .. "scripts/puzzle.lua goes on with children of its own.", command = "ludus run scripts/puzzle.lua",
    quick = function()
      local function list(text)
        local t = {}
        for n in text:gmatch "%d+" do t[#t + 1] = n end
        return t
      end
      local a, b = list(tables["3-2"][1]), list(tables["3-2"][6])
      local ab = table.concat(a, ",", 1, 11) .. "," .. table.concat(b, ",", 12)
      local ba = table.concat(b, ",", 1, 11) .. "," .. table.concat(a, ",", 12)
      local both = ba == tables["3-3"][1] and ab == tables["3-3"][6]
      return both and "both as printed" or "other children", both
    end },
  { id = "P7", printed = "the converged plan reaches the goal", verdict = "reproduced",
    why = "From A; from A', which the tables' values ask for, with its 10 doubled.",
    command = EXACT, quick = function()
      local a = fitness(puzzle.game { start = "A" }, converged)
      local prime = fitness(puzzle.game { start = "A'" }, doubled)
      return ("F = %d from A, %d from A'"):format(a, prime), a == 18 and prime == 18
    end },
  { id = "P8", printed = "it converges in 8 generations, solved", verdict = "differs",
    why = "One run was printed, and a lucky one.", command =
      "ludus run scripts/puzzle.lua", quick = function(full)
      local generations, solved = convergence(full)
      local share, low, high = stats.wilson(solved, #generations)
      return ("%s generations; solved in %.0f%% (%.0f-%.0f)"):format(
        shown(stats.interval(generations)), 100 * share, 100 * low, 100 * high),
        share < 0.5
    end },
  { id = "P9", printed = "Figures 4-1 to 4-7", verdict = "reproduced",
    why = "All seven are drawn; the claims read from them are P10 to P15.",
    command = FIGURES .. " --set folder=figures" },
  { id = "P10", printed = "Figure 4-1: depth-first search grows exponentially, the "
    .. "algorithm linearly", verdict = "reproduced", command = FIGURES,
    quick = function()
      local nodes = {}
      for depth = 1, 5 do nodes[depth] = dfs(depth).nodes end
      return table.concat(nodes, ", ") .. " nodes at depths 1 to 5", nodes[5] == 2613659
    end },
  { id = "P11", printed = "Figure 4-7: better than depth-first search at equal cost",
    verdict = "reproduced", command = "ludus run scripts/puzzle-solvers.lua",
    quick = function(full)
      local n = full and 5000 or 300
      local a, b = solved_by_ga(n), solved_by("dfs", n)
      local share, low, high = stats.wilson(a, n)
      return ("%.0f%% (%.0f-%.0f) of %d boards solved, depth first %.1f%%"):format(
        100 * share, 100 * low, 100 * high, n, 100 * b / n), a > b
    end },
  { id = "P12", printed = "Figures 4-3, 4-6: the deeper, the more accurate",
    verdict = "differs", why = "Up to depth 6 or 8; then it is level or worse.",
    command = FIGURES .. " --set only=curves", quick = function(full)
      local eight, low8, high8 = left(8, 35, 40, full)
      local deep, low, high = left(15, 35, 40, full)
      return ("failures left: depth 8 %s, 15 %s"):format(shown(eight, low8, high8),
        shown(deep, low, high)), deep > eight
    end },
  { id = "P15", printed = "Figure 4-3: up to depth 5 no worse than depth-first search",
    verdict = "differs", why = "Worse at 4 and 5, where depth-first search is exact.",
    command = FIGURES, quick = function(full)
      local four, low4, high4 = left(4, 35, 40, full)
      local five, low5, high5 = left(5, 35, 40, full)
      return ("depth 4 %s, DFS %d; 5 %s, DFS %d"):format(shown(four, low4, high4),
        dfs(4).failures, shown(five, low5, high5), dfs(5).failures),
        low4 > dfs(4).failures and low5 > dfs(5).failures
    end },
  { id = "P13", printed = "loops are avoided", verdict = "differs",
    why = "Plans may come back to a board, and the best ones of many runs do; nothing in "
      .. "the algorithm as printed keeps them from it.", quick = function(full)
      local n = full and 500 or 50
      local looped = loops(n)
      local share, low, high = stats.wilson(looped, n)
      return ("%.0f%% (%.0f-%.0f) of %d best plans meet a board twice"):format(
        100 * share, 100 * low, 100 * high, n), low > .05
    end },
  { id = "P14", printed = "future: the tree of chess or Go searched so",
    verdict = "differs", why = "No number is printed. Plans of both sides, coevolved, win 1 game of 40 "
      .. "of Connect-4, and 1 of 20 of Othello, against alpha-beta with as many boards: "
      .. "docs/gametrees.md.",
    command = "ludus run scripts/gametrees.lua" },
}

return { name = "puzzle", title = "Hwang, Hong, Lin, A genetic algorithm on a game tree",
  rows = rows }
