-- puzzle/init.lua -- the swapping puzzle of Hwang, Hong and Lin, and who solves it.
--
--     local puzzle = require "ludus.puzzle"
--     local game   = puzzle.game { start = "A'" }
--     local plans  = puzzle.plans(game, 15)
--     local run    = ga.run(puzzle.paper(game, { population = 35 }))
--     print(run.program, run.score.raw, puzzle.picture(game:score(run.program).board))
--
-- Tiles lie on a board, a move swaps two neighbouring cells, and a plan is a vector
-- of swaps. puzzle.paper() gives the paper's genetic algorithm as fields of ludus.ga,
-- puzzle.memetic() the one found with Ludus that solves nearly every board.

local core   = require "ludus.core.puzzle"
local ga     = require "ludus.ga"
local recipes = require "ludus.script.recipes"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"
local vector = require "ludus.vector"

local puzzle = { name = "puzzle" }

puzzle.searchers = core.searchers

-- The paper's start board: its printed fitness values fit the first, the labels of
-- its Table 3-1 the second.
puzzle.starts = { ["A'"] = "463728195", A = "463782195" }

-- ---- boards ---------------------------------------------------------------------

-- "463/728/195", or numbers with blanks between them, as a list of tiles.
local function board_of(value)
  if type(value) == "table" then return value end
  local text, list = tostring(value), {}
  if text:find("^[1-9/]+$") then
    for digit in text:gmatch("%d") do list[#list + 1] = tonumber(digit) end
  else
    for word in text:gmatch("[^%s,/]+") do
      list[#list + 1] = math.tointeger(tonumber(word))
    end
  end
  if #list == 0 then return nil, "a board such as '463/728/195'" end
  return list
end

local function in_order(n)
  local list = {}
  for i = 1, n do list[i] = i end
  return list
end

-- A board as lines of text, `cols` tiles in a line (3).
function puzzle.picture(board, cols)
  cols = cols or 3
  local width, lines = #tostring(#board), {}
  for first = 1, #board, cols do
    local row = {}
    for i = first, math.min(first + cols - 1, #board) do
      row[#row + 1] = ("%" .. width .. "d"):format(board[i])
    end
    lines[#lines + 1] = table.concat(row, " ")
  end
  return table.concat(lines, "\n")
end

-- Several boards side by side, with a mark between them.
function puzzle.pictures(boards, cols, between)
  local lines = {}
  for i, board in ipairs(boards) do
    local n = 0
    for line in puzzle.picture(board, cols):gmatch("[^\n]+") do
      n = n + 1
      local mark = i == 1 and "" or n == 2 and (between or " > ") or "   "
      lines[n] = (lines[n] or "") .. mark .. line
    end
  end
  return table.concat(lines, "\n")
end

-- ---- the game -------------------------------------------------------------------

puzzle.fields = {
  rows  = { "integer", 3, min = 1, max = core.limits.side, help = "rows of the board" },
  cols  = { "integer", 3, min = 1, max = core.limits.side,
    help = "columns of the board" },
  torus = { "boolean", true, help = "the ends of rows and columns are neighbours" },
  start = { "any", "A'", help = "A' or A, the paper's boards; 'random'; or tiles" },
  goal  = { "any", "order", help = "'order', or tiles" },
  board_seed = { "integer", 1, help = "start = 'random': which" },
  distance = { "choice", "true", choices = { "true", "as-printed" },
    help = "how far tiles are: the truth, or what the paper's values show" },
}

local function board_field(s, field)
  local value = s[field]
  if field == "goal" and value == "order" then return in_order(s.rows * s.cols) end
  value = puzzle.starts[value] or value
  local board, expected = board_of(value)
  if not board then
    error(("puzzle.game: field '%s': expected %s, got '%s'"):format(field, expected,
      tostring(value)), 0)
  end
  return board
end

local from_board = core.methods.with

-- A game; fields as in puzzle.fields. Its methods: score(plan), boards(plan),
-- failures(board), search(...), exact(depth), with(start), random_board(seed, n),
-- facts(), read(text).
function puzzle.game(given)
  local s = spec.check("puzzle.game", given, puzzle.fields)
  local settings = {}
  for key, value in pairs(s) do settings[key] = value end
  local random = s.start == "random"
  s.goal = board_field(s, "goal")
  if random or s.start == "A'" and s.rows * s.cols ~= 9 then
    s.start, random = s.goal, true
  end
  s.start = board_field(s, "start")
  local ok, game = pcall(core.new, s)
  if not ok then
    error(spec.where(spec.place("puzzle.game")) .. "puzzle.game: "
      .. tostring(game):gsub("^puzzle: ", ""), 0)
  end
  if random then game = from_board(game, game:random_board(s.board_seed, 0)) end
  return recipes.remember(game, puzzle.game, settings, puzzle.fields)
end

-- The same puzzle from another board, a list of tiles, or with other fields.
function core.methods.with(game, change)
  if type(change) ~= "table" or change[1] == nil then
    return recipes.with(game, change)
  end
  local recipe, settings = recipes.recipe(game), {}
  local new = from_board(game, change)
  if not recipe then return new end
  for key, value in pairs(recipe.settings) do settings[key] = value end
  settings.start = change
  return recipes.remember(new, puzzle.game, settings, puzzle.fields)
end

-- The species of plans of `depth` moves.
function puzzle.plans(game, depth)
  return vector.new { type = "integers", length = depth, min = 0,
    max = game:facts().codes }
end

-- A plan from text, of any length.
function core.methods.read(game, text, name)
  local body, genes = text:gsub("//[^\n]*", ""), 0
  for _ in body:gmatch("%d+") do genes = genes + 1 end
  return puzzle.plans(game, math.max(1, genes)):read(text, name)
end

-- What reads plans, and how their texts are known: "(14, 4, 8".
puzzle.shape = "^%s*%(%s*[-+]?%d"
function puzzle.reader() return puzzle.game {} end

-- Random boards 0..n-1 of a seed, as games.
function puzzle.random_games(game, seed, n)
  local games = {}
  for i = 1, n do games[i] = game:with(game:random_board(seed, i - 1)) end
  return games
end

-- ---- the command line -------------------------------------------------------------

local function settings_of(words)
  local given = {}
  for _, set in ipairs(words or {}) do
    local row = puzzle.fields[set.key]
    local value = row and spec.parse(row, set.value)
    if value == nil then value = set.value end
    given[set.key] = value           -- spec.check names what is wrong
  end
  return given
end

-- `ludus score puzzle FILE...`
function puzzle.score(options, files)
  local cli, json, program = require "ludus.cli", require "ludus.json",
    require "ludus.script.program"
  local ok, game = pcall(puzzle.game, settings_of(options.set))
  if not ok then cli.fail("%s", game) end
  for _, file in ipairs(files) do
    local read, plan = pcall(program.read, file, game)
    if not read then cli.fail("%s", plan) end
    local score = game:score(plan)
    if options.json then
      score.program, score.nodes, score.board = file, #plan, json.list(score.board)
      print(json.encode(score))
    else
      print(("%s  %d moves\n  raw %d of %d, standardized %d, adjusted %.6f\n%s"):format(
        file, #plan, score.raw, score.max, score.standardized, score.adjusted,
        puzzle.picture(score.board, game:facts().cols)))
    end
  end
  return 0
end

-- The boards of a plan from the first to the last, as many in a row as the width
-- (80 columns) has room for.
function puzzle.way(game, plan, width)
  local boards, cols = game:boards(plan), game:facts().cols
  local shown, rows, row = { boards[1] }, {}, {}
  for i = 1, #plan do
    if plan[i] ~= 0 then shown[#shown + 1] = boards[i + 1] end
  end
  local fit = math.max(1, (width or 80) // (cols * (#tostring(#boards[1]) + 1) + 2))
  for i, board in ipairs(shown) do
    row[#row + 1] = board
    if #row == fit or i == #shown then
      rows[#rows + 1] = puzzle.pictures(row, cols)
      row = {}
    end
  end
  return table.concat(rows, "\n\n")
end

-- A person at the puzzle: see ludus.inspect.person. Moves are codes, or the two tiles
-- that change places.
function puzzle.hands(game)
  local facts, made = game:facts(), 0
  local now, one_move = facts.start, puzzle.plans(game, 1)
  local function after(code) return game:with(now):boards(one_move:of { code })[2] end
  -- The code that exchanges two tiles of the board, or nil.
  local function code_of(one, other)
    for code = 1, facts.codes do
      local next_one, moved = after(code), {}
      for i, tile in ipairs(now) do
        if next_one[i] ~= tile then moved[tile] = true end
      end
      if moved[one] and moved[other] then return code end
    end
  end
  local function move(text)
    local one, other = text:match "^(%d+)[%s,]+(%d+)$"
    local code = one and code_of(tonumber(one), tonumber(other))
      or not one and math.tointeger(tonumber(text))
    if one and not code then return "these tiles are no neighbours" end
    if not code or code < 1 or code > facts.codes then
      return ("a move is two neighbouring tiles, like 4 6, or a code of 1 to %d"):format(
        facts.codes)
    end
    now, made = after(code), made + 1
  end
  return { move = move, prompt = "swap (4 6, or a code, q): ",
    intro = "Swap neighbouring tiles until all are in order.",
    show = function()
      return ("%s\n%d moves, failures %d"):format(puzzle.picture(now, facts.cols),
        made, game:failures(now))
    end,
    state = function()
      return { board = table.move(now, 1, #now, 1, {}), rows = facts.rows,
        cols = facts.cols, codes = facts.codes, moves = made,
        failures = game:failures(now) }
    end,
    line = function(one, other)
      return other ~= nil and ("%s %s"):format(one, other) or one
    end,
    over = function()
      return game:failures(now) == 0 and ("solved in %d moves"):format(made) or nil
    end }
end

-- Shows a plan board by board: as a film on a terminal, else all boards.
local function show_plan(game, plan)
  local watch = require "ludus.inspect.watch"
  if watch.can_draw() then watch.trace(game:trace(plan))
  else print(puzzle.way(game, plan, (system.screen()))) end
  print(("\n%s: %d failures left"):format(tostring(plan),
    game:score(plan).standardized))
end

puzzle.play = {
  usage = "play puzzle [--player WHO] [--searcher NAME] [--set k=v]...",
  summary = "watch a plan or a searcher, or solve it yourself",
  options = {
    player = { kind = "string", value = "WHO",
      help = "a plan's file, run:12, run:12@40, human, or a function's file.lua" },
    searcher = { kind = "string", value = "NAME",
      help = "who solves it (default ida): dfs, deepen, ida, walk, random" },
    set = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field of the game, for instance start=random" },
    store = { kind = "string", value = "FILE",
      help = "where run:12 is (default ludus.db)" },
  },
  run = function(options)
    local cli, subject = require "ludus.cli", require "ludus.cli.subject"
    local ok, game = pcall(puzzle.game, settings_of(options.set))
    if not ok then cli.fail("%s", game) end
    local who = options.player
      and subject.player({ game = game, name = "puzzle" }, options.player, options)
    if type(who) == "userdata" then
      show_plan(game, who)
    elseif who then
      return require "ludus.inspect.person".play(puzzle.hands(game), who)
    else
      local found, result = pcall(game.search, game, options.searcher or "ida", 30,
        1000000)
      if not found then cli.fail("%s", result) end
      local codes = result[1].plan
      if #codes == 0 then print "the start is the goal"
      else show_plan(game, puzzle.plans(game, #codes):of(codes)) end
    end
    return 0
  end,
}

-- ---- genetic algorithms -----------------------------------------------------------

local function rounded(x) return math.floor(x + 0.5) end

local paper_fields = {
  depth       = { "integer", 15, min = 1, max = vector.fields.length.max,
    help = "moves of a plan" },
  population  = { "integer", 10, min = 2, max = ga.fields.population.max, help = "N" },
  generations = { "integer", 40, min = 0, help = "generations; 0 for no such stop" },
  crossover   = { "number", 0.5, min = 0, max = 1, help = "pairs per member" },
  mutation    = { "number", 0.1, min = 0, max = 1,
    help = "mutants per member; 0.5 is the ratio of Table 3-4" },
}

-- The paper's algorithm as fields for ludus.ga: N/2 pairs of two members drawn by
-- chance, cut at one point; mutants of the old population at one point; the best N
-- of all stay, ties favouring older members. Other fields are passed on.
function puzzle.paper(game, given)
  local own, result = {}, {}
  for key, value in pairs(given or {}) do
    if paper_fields[key] then own[key] = value else result[key] = value end
  end
  local s = spec.check("puzzle.paper", own, paper_fields)
  result.game = game
  result.program = puzzle.plans(game, s.depth)
  result.population, result.generations = s.population, s.generations
  result.scheme, result.select, result.apart = "plus", "uniform", true
  result.brood = {}
  local pairs_made = rounded(s.crossover * s.population)
  if pairs_made > 0 then
    result.brood[1] = { children = 2 * pairs_made, { "onepoint" } }
  end
  if s.mutation > 0 then
    result.brood[#result.brood + 1] =
      { children = math.max(1, rounded(s.mutation * s.population)), { "point" } }
  end
  return result
end

-- A better one, evolved by scripts/puzzle-tune.lua: mutation does the work, ties
-- favour the young so that plans drift, moves are cleared away now and then, and no
-- two members lead to the same board. Fields for ludus.ga; others are passed on.
function puzzle.evolved(game, given)
  local result = {
    game = game, population = 9, scheme = "plus", select = "shuffle",
    apart = true, young = true, distinct = 10, unlike = true, evaluations = 1635,
    brood = { { children = 1, { "clear" } }, { children = 8, { "point" } } },
  }
  for key, value in pairs(given or {}) do result[key] = value end
  result.program = puzzle.plans(game, result.depth or 15)
  result.depth = nil
  return result
end

return require "ludus.script.closed".module(puzzle, "ludus.puzzle")
