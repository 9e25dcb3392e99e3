-- minesweeper/init.lua -- Minesweeper for tree programs, after Quartetti 1998.
--
--     local mines = require "ludus.minesweeper"
--     local game  = mines.game { rows = 8, cols = 8, mines = 2, cases = 100 }
--     local p     = game:read "RPB (UNC 0)"
--     print(game:score(p).raw)
--
-- The defaults reproduce every figure the paper prints about its programs. The
-- numbers that MOV, UNC, MRK, UNMRK and NUM give back are fitted to those figures;
-- each is a field, so that other readings can be studied.

local core = require "ludus.core.minesweeper"
local fresh = require "ludus.script.fresh"
local recipes = require "ludus.script.recipes"
local spec = require "ludus.script.spec"

local mines = {}

local limits = core.limits

local function cases(value)
  if value == "all" or fresh.is(value) or math.type(value) == "integer" and value >= 1
    and value <= limits.cases then
    return value
  end
  return nil, ("'all', ludus.fresh(n) or 1 to %d, a number of random cases"):format(
    limits.cases)
end

local function old_value(value)
  if value == "argument" or math.type(value) == "integer" then return value end
  return nil, "'argument' or a whole number"
end

local function marked_value(value)
  if value == "covered" or math.type(value) == "integer" then return value end
  return nil, "'covered' or a whole number"
end

local function repeats(value)
  if type(value) == "boolean" or math.type(value) == "integer" and value >= 1
    and value <= limits.budget then
    return value
  end
  return nil, ("true, false or 1 to %d, how often at most"):format(limits.budget)
end

mines.fields = {
  rows  = { "integer", 6, min = 2, max = limits.side, help = "rows of the board" },
  cols  = { "integer", 6, min = 2, max = limits.side,
    help = "columns of the board" },
  mines = { "integer", 1, min = 1, max = limits.mines, help = "mines on the board" },
  cases = { "any", "all", check = cases,
    help = "'all' placings of the mines, a number of random ones, or ludus.fresh(n), "
      .. "other ones in each generation" },
  case_seed = { "integer", 1, help = "the seed of random cases" },
  budget = { "integer", 0, min = 0, max = limits.budget,
    help = "steps per case; 0 means 200 for each square" },
  wrap = { "boolean", true, help = "moves and queries cross the edge" },
  protect = { "boolean", false, help = "marked squares are not uncovered" },
  flood = { "boolean", false, help = "a 0 uncovers its neighbours" },
  first = { "choice", "any", choices = { "any", "safe", "zero" },
    help = "what is promised of the first square uncovered: nothing, that it has no mine, or "
      .. "none around it either" },
  repeats = { "any", false, check = repeats,
    help = "true: the program is called again until the game is over, or a call leaves all "
      .. "as it was; or how often at most" },
  sweep = { "boolean", false,
    help = "calls begin on the squares in turn, row by row, not where the last one ended" },
  idle_limit = { "integer", 1, min = 1, max = 1000,
    help = "sweep: it is over when so many rounds of calls have changed no square" },
  truth = { "choice", "one", choices = { "one", "nonzero", "positive" },
    help = "when IF takes its second argument" },
  mov = { "integer", 9, help = "what MOV gives (fitted)" },
  unc_new = { "integer", 9, help = "what UNC gives on a covered square (fitted)" },
  unc_old = { "any", "argument", check = old_value,
    help = "what UNC gives on an open square: 'argument' or a number (fitted)" },
  mrk = { "integer", 10, help = "what MRK gives (fitted)" },
  unmrk = { "integer", 0, help = "what UNMRK gives (fitted)" },
  num_covered = { "integer", 1,
    help = "what NUM gives on a covered square (fitted)" },
  num_marked = { "any", "covered", check = marked_value,
    help = "what NUM gives on a marked square: as on others that are 'covered', or a number" },
  extras = { "list", {},
    help = "optional primitives: " .. table.concat(core.extras, ", ") },
  iter_limit = { "integer", 100, min = 0, max = 1000000,
    help = "most rounds of one ITER" },
  engine = { "choice", "auto", choices = core.engines,
    help = "who plays; all give the same results" },
  registers = { "integer", 4, min = 1, max = limits.registers,
    help = "registers of LOAD and STORE" },
}

mines.name = "minesweeper"
mines.key = "c covered, o a mine, m marked, M a mine that is marked, * the mine that exploded, "
  .. "digits: mines around"
mines.extras = core.extras
mines.headings = { [core.extras[1]] = "optional, by the field 'extras':" }   -- in ludus ops

-- The settings with fresh cases as a number and a seed of their own.
local function plain(settings)
  local cases = settings.cases
  if not fresh.is(cases) then return settings end
  local result = {}
  for key, value in pairs(settings) do result[key] = value end
  result.cases, result.case_seed = cases.count, cases:case_seed()
  return result
end

-- A game; fields as in mines.fields.
function mines.game(given)
  local settings = spec.check("mines.game", given, mines.fields)
  local ok, game = pcall(core.new, plain(settings))
  if not ok then
    error(spec.where(spec.place("mines.game")) .. "mines.game: " .. game, 0)
  end
  return recipes.remember(game, mines.game, settings, mines.fields)
end

-- Plays all cases with a Lua function instead of a program: see ludus.minesweeper.field.
function mines.solo(game, player)
  return require "ludus.minesweeper.field".solo(game, player)
end

-- ---- players that nobody evolved ----------------------------------------------------

mines.players = core.sweepers

local functions, names = {}, {}
for _, row in ipairs(core.sweepers) do
  local function player(view)
    view.memory.sweeper = view.memory.sweeper or core.sweeper(row.name, view)
    return view.memory.sweeper:choose(view, 1)
  end
  functions[row.name], names[player] = player, row.name
end

-- The player of that name, a function(view) as mines.solo takes; nil for other words.
function mines.named(word) return functions[word] end

-- What a function in Lua is worth, as programs are. Players that nobody evolved play in C.
function mines.judge(game, player)
  local name = names[player]
  return name and core.sweep(game, name) or mines.solo(game, player)
end

-- The language that reads any Minesweeper program, optional primitives included.
function mines.reader()
  return mines.game { extras = mines.extras }
end

mines.play = require "ludus.minesweeper.watch"(mines)

local ends = { "won", "exploded", "timed_out" }

-- Cases by their ends: "35 won, 1 exploded"; all ends, or those there are.
local function count_ends(score, all)
  local words = {}
  for _, name in ipairs(ends) do
    if all or score[name] > 0 then
      words[#words + 1] = ("%d %s"):format(score[name], (name:gsub("_", " ")))
    end
  end
  return table.concat(words, ", ")
end

-- A score in the game's own words: game:summary(score). Of random boards also the share that
-- is won, with its interval of 95%.
function core.methods.summary(game, score)
  local words, facts = count_ends(score, true), game:facts()
  if facts.all then return words end
  local rate, low, high = require "ludus.stats".wilson(score.won, facts.cases)
  return ("%s (%.1f%% won, %.1f to %.1f)"):format(words, 100 * rate, 100 * low, 100 * high)
end

local Score = { __name = "ludus.score", __metatable = "ludus.score" }

function Score:__show()
  return require "ludus.inspect.verbs".score_line(self, count_ends(self, false))
end

local plain_score = core.methods.score
function core.methods.score(game, p)
  require "ludus.inspect".demand(p, "ludus.tree", "score")
  return setmetatable(plain_score(game, p), Score)
end

-- One line about a score, for people.
function mines.summary(s)
  return ("raw %d of %d, %d won, %d exploded, %d timed out, %d steps"):format(
    s.raw, s.max, s.won, s.exploded, s.timed_out, s.steps)
end

-- What is said of the game in traces and tables, for help.
mines.words = {
  { "direction", "0 here, 1 below, 2 below right, 3 to the right, 4 above right, 5 above, "
    .. "6 above left, 7 to the left, 8 below left; any other number means here. With wrap, "
    .. "beyond an edge of the board comes the opposite one" },
  { "won", "every square without a mine is uncovered" },
  { "exploded", "a square with a mine was uncovered" },
  { "timed out", "the budget of steps was used up" },
  { "finished", "the program came to its end before the board was cleared" },
  { "there", "the square in a direction, 1 to 8 around here and 9 to 24 around those, in the same "
    .. "sense, from two below. A covered square, one off the board and any other number, 0 as "
    .. "well, has no mines to place and nothing around it" },
  { "uncover", "an event: a square was opened; number is that of the mines next to it" },
}

return require "ludus.script.closed".module(mines, "ludus.minesweeper")
