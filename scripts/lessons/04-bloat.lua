-- Lesson 4: why do programs grow, and what does it cost?
--
--     ludus run scripts/lessons/04-bloat.lua
--
-- Nothing asks programs to be large, yet they grow. The 6-multiplexer, whose two address
-- lines choose one of four data lines, can be had in ten nodes.
local ludus = require "ludus"

local columns = {}
for bit, name in ipairs { "a0", "a1", "d0", "d1", "d2", "d3" } do
  columns[name] = function(row) return row >> bit - 1 & 1 == 1 end
end
function columns.answer(row) return row >> 2 + (row & 3) & 1 == 1 end

local game = ludus.game {
  name = "6-multiplexer", cases = ludus.table(64, columns), max = 1,
  rules = [[
    input truth a0, a1, d0, d1, d2, d3  var truth answer
    AND(a, b)   "both" { a and b }
    OR(a, b)    "either" { a or b }
    NOT(a)      "the opposite" { not a }
    IF(c, a, b) "the second if the first, else the third" { if c { a } else { b } }
    score { value == answer }
  ]],
}

local plain = { { 0.9, ludus.crossover }, { 0.1, ludus.copy } }

local function group(name, select, vary)
  return { name, ludus.experiment { game = game, program = ludus.tree { nodes = 300 },
    population = 300, generations = 31, select = select, vary = vary or plain,
    stop = ludus.never } }
end

return ludus.lesson {
  number = 4, name = "bloat",
  question = "Why do programs grow, and what does it cost?",
  about = [[
    Nothing here asks programs to be large. But there are more large programs than small
    ones that do the same, and parts that do nothing protect what matters from crossover.
    So they grow. Two remedies: among equals the smaller wins a tournament (parsimony), and
    an operator that only removes (hoist). The problem can be solved in ten nodes.]],
  predict = { "How large will programs be on average after 30 generations of nothing but "
    .. "crossover?", "about 10 nodes", "about 30", "80 and more" },
  runs = 8,
  groups = {
    group("no remedy", ludus.tournament(4)),
    group("parsimony", ludus.tournament(4, { parsimony = true })),
    group("hoist", ludus.tournament(4), { { 0.6, ludus.crossover }, { 0.3, ludus.hoist },
      { 0.1, ludus.copy } }),
  },
  measures = {
    { "size", "mean size in nodes", function(run) return run.stats.size_mean end,
      less = true },
    { "best", "best score, of 64", function(run) return run.stats.raw end },
    { "steps", "thousand nodes evaluated in all", function(run)
      local sum = 0
      for _, row in ipairs(run.rows) do sum = sum + row.total_steps end
      return sum / 1000
    end, less = true },
  },
  course = { "size_mean", "mean size" },
  claims = {
    { "Programs grow by themselves: with no remedy they are larger in the end than in the "
      .. "beginning", function(r) return r.at("no remedy", 30) - r.at("no remedy", 0) end,
      "nodes", held = 100 },
    { "Parsimony keeps them smaller",
      function(r) return r.mean "no remedy" - r.mean "parsimony" end, "nodes", held = 100 },
  },
  notice = {
    "Growth begins when the score stops rising: there is little left to gain, and large "
      .. "programs lose less by crossover.",
    "Look at \"thousand nodes evaluated\": bloat is paid for in time.",
    "No cost in score is seen here, with 8 runs: parsimony looks at size only where scores "
      .. "are equal, which on 64 cases happens often.",
  },
  exercises = {
    "Which remedy saves most evaluated nodes? Does any of them cost score? Give the "
      .. "numbers of your seed with their intervals.",
    "Add --set program.nodes=40. Is a hard limit a remedy, too? What happens to the best "
      .. "score?",
    "Add --set generations=81. Does the growth without a remedy end by itself?",
  },
  reference = "Sean Luke, Liviu Panait, A Comparison of Bloat Control Methods for Genetic "
    .. "Programming, Evolutionary Computation 14(3), 2006.",
}
