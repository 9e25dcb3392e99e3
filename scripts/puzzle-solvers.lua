-- Who solves the most boards with the same number of evaluations?
--
-- The paper compares its genetic algorithm with plain depth-first search only. Here
-- they meet the other searchers, and a genetic algorithm that was itself evolved, on
-- the same random boards, each with as many evaluations as the paper's largest
-- setting spends (1,635). "left" is the mean number of failures left, "moves" the
-- mean length of the plans that solve.
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"
local stats  = require "ludus.stats"

-- What any of them did, in one form: lists by board.
local function by_search(s, game, name, depth, limit, boards)
  local row = { failures = {}, evaluations = {}, moves = {}, seconds = {} }
  for i, f in ipairs(game:search(name, depth, limit, s.seed, boards, s.threads)) do
    row.failures[i], row.evaluations[i] = f.failures, f.evaluations
    row.seconds[i] = f.seconds
    if f.failures == 0 then row.moves[#row.moves + 1] = #f.plan end
  end
  return row
end

local function by_ga(s, games, fields)
  fields.games, fields.runs, fields.game = games, #games, nil
  fields.seed, fields.threads, fields.programs = s.seed, s.threads, true
  local r = ga.batch(fields)
  local row = { failures = r.best, evaluations = r.evaluations, seconds = r.seconds,
    moves = {} }
  for i, plan in ipairs(r.programs) do
    local n = 0
    for k = 1, #plan do n = n + (plan[k] ~= 0 and 1 or 0) end
    if r.best[i] == 0 then row.moves[#row.moves + 1] = n end
  end
  return row
end

local function show(s, name, row)
  local solved = #row.moves
  local share, low, high = stats.wilson(solved, #row.failures)
  local result = { name = name, solved = share, low = low, high = high,
    failures = stats.mean(row.failures), evaluations = stats.mean(row.evaluations),
    moves = solved > 0 and stats.mean(row.moves) or nil,
    microseconds = 1e6 * stats.mean(row.seconds) }
  s.say("%-31s %6.2f%% %6.2f-%6.2f %5.2f %6.0f %6s %7.1f", name, 100 * share,
    100 * low, 100 * high, result.failures, result.evaluations,
    result.moves and ("%.2f"):format(result.moves) or "-", result.microseconds)
  return result
end

return ludus.study {
  name = "puzzle-solvers",
  settings = {
    boards      = { "integer", 2000, min = 1, max = 1000000, help = "random boards" },
    evaluations = { "integer", 1635, min = 100, help = "for each board" },
    depth       = { "integer", 15, min = 1, max = 64, help = "moves of a plan" },
    rows        = { "integer", 3, min = 2, max = 8, help = "rows of the board" },
    cols        = { "integer", 3, min = 2, max = 8, help = "columns of the board" },
    torus       = { "boolean", true, help = "the ends are neighbours" },
    free        = { "boolean", true, help = "IDA* without a limit too" },
  },
  run = function(s)
    local game = puzzle.game { rows = s.rows, cols = s.cols, torus = s.torus,
      start = "random" }
    local games = puzzle.random_games(game, s.seed, s.boards)
    local limit, rows = s.evaluations, {}
    s.say("%d random boards, %d evaluations each\n", s.boards, limit)
    s.say("%-31s %7s %13s %5s %6s %6s %7s", "", "solved", "95% interval",
      "left", "evals", "moves", "us each")
    local function add(name, row) rows[#rows + 1] = show(s, name, row) end
    add("random plans", by_search(s, game, "random", s.depth, limit, s.boards))
    add("depth first", by_search(s, game, "dfs", s.depth, limit, s.boards))
    add("iterative deepening", by_search(s, game, "deepen", s.depth, limit, s.boards))
    add("IDA*", by_search(s, game, "ida", 40, limit, s.boards))
    for _, n in ipairs { 10, 35 } do
      add(("paper's GA, N = %d"):format(n), by_ga(s, games, puzzle.paper(game,
        { population = n, depth = s.depth, generations = 0, evaluations = limit })))
    end
    add("paper's GA, N = 35, N/2 mutants", by_ga(s, games, puzzle.paper(game,
      { population = 35, depth = s.depth, mutation = 0.5, generations = 0,
        evaluations = limit })))
    add("an evolved GA", by_ga(s, games, puzzle.evolved(game,
      { depth = s.depth, evaluations = limit })))
    add("best-neighbour walk", by_search(s, game, "walk", 64, limit, s.boards))
    if s.free then
      s.say("\nwithout a limit")
      add("IDA*", by_search(s, game, "ida", 40, 0, s.boards))
    end
    return { rows = rows, boards = s.boards, evaluations = limit }
  end,
}
