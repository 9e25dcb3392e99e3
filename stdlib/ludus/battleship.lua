-- battleship.lua -- Battleship: boards, players, matches, the adaptive player.
--
--     local bs = require "ludus.battleship"
--     bs.solo { player = "density", games = 10000 }.mean           --> 44.7
--     bs.match { a = "largest+three", b = "random+three" }.share    --> 0.695
--     local p = bs.read "scripts/programs/battleship-figure8-repaired.lgp"
--     bs.solo { player = { program = p, target = "checkerboard" } }.mean
--
-- A player is a name (a target, `+three` or `+memory` for sinking logic,
-- `density`, `figure8`, `repaired`, or a program's file), a program, a
-- function, or a table of the fields below. Squares are numbered from 1, row by
-- row from the top left.

require "ludus.core.linear"          -- the classes of programs and their sets
local core     = require "ludus.core.battleship"
local captain  = require "ludus.core.captain"
local cli      = require "ludus.cli"
local gunnery  = require "ludus.core.gunnery"
local json     = require "ludus.json"
local made     = require "ludus.made"
local programs = require "ludus.battleship.programs"
local spec     = require "ludus.spec"
local stats    = require "ludus.stats"
local store    = require "ludus.store"
local system   = require "ludus.core.system"
local words    = require "ludus.vocabulary"

local bs = { name = "battleship", kind = "linear" }

bs.targets, bs.sinkings, bs.placements = core.names()
bs.set = core.set()

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row.name end
  return names
end

-- ---- boards -----------------------------------------------------------------

bs.board_fields = {
  rows  = { "integer", 10, min = 1, max = 32, help = "rows of the board" },
  cols  = { "integer", 10, min = 1, max = 32, help = "columns of the board" },
  ships = { "list", { 5, 4, 3, 3, 2 }, help = "lengths of the ships" },
}

-- A board and its ships.
function bs.fleet(given)
  local s = spec.check("battleship.fleet", given, bs.board_fields)
  return core.fleet(s.rows, s.cols, s.ships)
end

local classic = core.fleet(10, 10, { 5, 4, 3, 3, 2 })

-- The board of a table of settings: its `fleet`, or the classic one.
local function fleet_of(s) return s.fleet or classic end

-- Fleet number `number` of a seed: a list of ships, each a list of squares.
function bs.draw(placement, seed, number, fleet)
  return core.draw(fleet or classic, placement, seed, number)
end

-- How often each square is covered by so many fleets of a placement.
function bs.counts(given)
  local s = spec.check("battleship.counts", given, {
    placement = { "choice", "random", choices = names_of(bs.placements),
      help = "whose fleets" },
    fleets  = { "integer", 1000000, min = 1, help = "fleets drawn" },
    seed    = { "integer", 1, help = "the seed" },
    threads = { "integer", 0, min = 0, max = 256, help = "0 for all cores" },
    fleet   = { "any", help = "the board" },
  })
  return core.counts(fleet_of(s), s.placement, s.seed, s.fleets, s.threads)
end

-- ---- programs ---------------------------------------------------------------

-- The program in a file, or of a text.
function bs.read(path) return bs.set:read(path) end
function bs.parse(text, name) return bs.set:parse(text, name) end

-- ---- players ----------------------------------------------------------------

bs.player_fields = {
  name     = { "string", "", help = "what tables call it" },
  target   = { "choice", "random", choices = names_of(bs.targets),
    help = "where to shoot while no ship is known" },
  sink     = { "choice", "none", choices = names_of(bs.sinkings),
    help = "hand-written logic after a hit" },
  program  = { "any", help = "a linear program instead of hand-written logic" },
  play     = { "function", help = "a function(view) that returns a square" },
  density  = { "boolean", false, help = "the probability-density player" },
  nested   = { "boolean", false, help = "a skipped If skips its own line, too" },
  restart  = { "boolean", false, help = "a sinking goes back to the first state" },
  patience = { "integer", 400, min = 1, max = 1000000,
    help = "steps without a new shot that are a loop" },
}

local function player_from(given, name)
  local p = spec.check("battleship.player", given, bs.player_fields)
  p.kind = p.density and "density" or p.play and "call" or p.program and "program"
    or "chase"
  p.call = p.play
  if p.name == "" then p.name = name end
  return p
end

local built_in = {
  density  = { density = true },
  figure8  = { program = bs.parse(programs.figure8, "figure8") },
  repaired = { program = bs.parse(programs.repaired, "repaired") },
  evolved  = programs.evolved
    and { program = bs.parse(programs.evolved, "evolved") } or nil,
}

local function copied(t)
  local copy = {}
  for key, value in pairs(t) do copy[key] = value end
  return copy
end

local function unknown_player(name)
  local known = names_of(bs.targets)
  for key in pairs(built_in) do known[#known + 1] = key end
  table.sort(known)
  local near = system.near(name, known)
  error(("battleship: no player '%s'%s"):format(name,
    near and ("; did you mean '%s'?"):format(near)
      or "; there are: " .. table.concat(known, ", ")
      .. ", each target also with +three or +memory, and program files"), 0)
end

-- `largest+three`, `repaired:checkerboard` (a program with that target), a
-- file.
local function player_by_name(name)
  local program, target = name:match("^([%w%-]+):([%w%-]+)$")
  local base = built_in[program or name]
  if base then
    local p = copied(base)
    p.target = target
    return player_from(p, name)
  end
  local hunt, sink = name:match("^([%w%-]+)%+([%w%-]+)$")
  hunt = hunt or name
  for _, row in ipairs(bs.targets) do
    if row.name == hunt and hunt ~= "density" then
      return player_from({ target = hunt, sink = sink }, name)
    end
  end
  if system.exists(name) == "file" then
    return player_from({ program = bs.read(name) }, name)
  end
  unknown_player(name)
end

-- The player that a name, a program, a function or a table describes.
function bs.player(what)
  if type(what) == "table" and what.kind then return what end
  if type(what) == "string" then return player_by_name(what) end
  if type(what) == "function" then return player_from({ play = what }, "function") end
  if type(what) == "userdata" then
    return player_from({ program = what }, "program")
  end
  return player_from(what, "player")
end

-- ---- games ------------------------------------------------------------------

-- Mean, interval and more of a histogram of shots.
function bs.summary(histogram)
  local n, sum, ties = 0, 0, 0
  local least, most
  for shots, count in ipairs(histogram) do
    n, sum = n + count, sum + shots * count
    if count > 0 then least, most = least or shots, shots end
  end
  local mean, squares, below, median = sum / n, 0, 0, nil
  for shots, count in ipairs(histogram) do
    squares = squares + count * (shots - mean) ^ 2
    below = below + count
    if not median and 2 * below >= n then median = shots end
    ties = ties + (count / n) ^ 2
  end
  local deviation = math.sqrt(squares / n)
  return { games = n, mean = mean, half = 1.96 * deviation / math.sqrt(n),
    deviation = deviation, median = median, least = least, most = most,
    edge = 100 * ties, histogram = histogram }
end

local game_fields = {
  games   = { "integer", 10000, min = 1, max = 100000000, help = "games" },
  seed    = { "integer", 1, help = "the seed" },
  threads = { "integer", 0, min = 0, max = 256, help = "0 for all cores" },
  fleet   = { "any", help = "the board, from bs.fleet" },
}

local function with(more)
  local fields = copied(game_fields)
  for key, row in pairs(more) do fields[key] = row end
  return fields
end

local solo_fields = with {
  player  = { "any", required = true, help = "who shoots" },
  against = { "choice", "random", choices = names_of(bs.placements),
    help = "how the other side places its ships" },
}

-- One player's shots to finish: mean, half the 95% interval, median, edge
-- (points by which the first mover wins against itself), histogram.
function bs.solo(given)
  local s = spec.check("battleship.solo", given, solo_fields)
  return bs.summary(core.solo(fleet_of(s), bs.player(s.player), s.against, s.seed,
    s.games, s.threads))
end

local match_fields = with {
  a = { "any", required = true, help = "one player" },
  b = { "any", required = true, help = "the other" },
  a_places = { "choice", "random", choices = names_of(bs.placements),
    help = "how a places its ships" },
  b_places = { "choice", "random", choices = names_of(bs.placements),
    help = "how b places its ships" },
}

-- Games between two, first move alternating: a's share of wins with Wilson's
-- interval, the first mover's share, both sides' shots.
function bs.match(given)
  local s = spec.check("battleship.match", given, match_fields)
  local won, first, a, b = core.match(fleet_of(s), bs.player(s.a), s.a_places,
    bs.player(s.b), s.b_places, s.seed, s.games, s.threads)
  local share, lower, upper = stats.wilson(won, s.games)
  return { games = s.games, won = won, share = share, lower = lower, upper = upper,
    first = first / s.games, a = bs.summary(a), b = bs.summary(b) }
end

local tournament_fields = with {
  players = { "list", required = true, help = "two or more players" },
}

-- All against all. Rows sorted by mean share: { name, mean, shares = {...} }.
function bs.tournament(given)
  local s = spec.check("battleship.tournament", given, tournament_fields)
  local players, rows = {}, {}
  for i, what in ipairs(s.players) do
    players[i] = bs.player(what)
    rows[i] = { name = players[i].name, shares = {}, mean = 0 }
  end
  for i = 1, #players do
    for j = i + 1, #players do
      local m = bs.match { a = players[i], b = players[j], games = s.games,
        seed = s.seed, threads = s.threads, fleet = s.fleet }
      rows[i].shares[j], rows[j].shares[i] = m.share, 1 - m.share
    end
  end
  for i, row in ipairs(rows) do
    for j = 1, #players do
      if i ~= j then row.mean = row.mean + row.shares[j] / (#players - 1) end
    end
  end
  return rows
end

-- The tournament as text.
function bs.table(rows)
  local order, lines = {}, {}
  for i = 1, #rows do order[i] = i end
  table.sort(order, function(a, b)
    if rows[a].mean ~= rows[b].mean then return rows[a].mean > rows[b].mean end
    return a < b
  end)
  for k, i in ipairs(order) do
    local cells = {}
    for n, j in ipairs(order) do
      cells[n] = i == j and "    -" or ("%5.1f"):format(100 * rows[i].shares[j])
    end
    lines[k] = ("%2d  %-22s %5.1f |%s"):format(k, rows[i].name,
      100 * rows[i].mean, table.concat(cells, " "))
  end
  return table.concat(lines, "\n")
end

-- The first `lines` steps of a program in game `number`, with its registers;
-- its shots, steps and loops.
function bs.trace(player, given)
  local s = spec.check("battleship.trace", given, {
    number = { "integer", 0, help = "the game" },
    lines  = { "integer", 40, min = 0, help = "steps shown" },
    seed   = { "integer", 1, help = "the seed" },
    fleet  = { "any", help = "the board" },
  })
  return core.trace(fleet_of(s), bs.player(player),
    core.draw(fleet_of(s), "random", s.seed, s.number), s.seed, s.number, s.lines)
end

-- ---- sinking logic from scratch ---------------------------------------------

bs.drill_fields = {
  target     = { "choice", "random", choices = names_of(bs.targets),
    help = "what Target answers" },
  against    = { "choice", "random", choices = names_of(bs.placements),
    help = "whose fleets" },
  population = { "integer", 20, min = 2, max = 100000, help = "programs" },
  kept       = { "integer", 2, min = 1, help = "kept in each deme" },
  mutation   = { "number", 0.1, min = 0, max = 1, help = "per block" },
  tournament = { "integer", 0, min = 0, max = 1000,
    help = "0: the paper's way; else all operators, parents by tournaments" },
  demes      = { "integer", 1, min = 1, max = 1000, help = "parts that hardly mix" },
  apart      = { "integer", 0, min = 0, help = "rounds in which demes don't mix" },
  rounds     = { "integer", 20, min = 1, help = "rounds" },
  games      = { "integer", 10, min = 1, max = 100000, help = "games per round" },
  more       = { "number", 1, min = 1, max = 1000,
    help = "times as many games in the last round; they grow evenly" },
  refining   = { "integer", 0, min = 0,
    help = "rounds behind those, of small changes of the few best" },
  brood      = { "integer", 400, min = 8, max = 100000, help = "changes a round" },
  refine_games = { "integer", 150, min = 1, max = 100000,
    help = "games per round then" },
  fresh      = { "boolean", true, help = "other games in each round" },
  nested     = { "boolean", false, help = "a skipped If skips its line, too" },
  restart    = { "boolean", false, help = "a sinking goes back to state 1" },
  patience   = { "integer", 100, min = 1, max = 1000000, help = "loop limit" },
  finalists  = { "integer", 30, min = 1, max = 1000,
    help = "best of the last round, compared on more games" },
  seed       = { "integer", 1, help = "the seed" },
  threads    = { "integer", 0, min = 0, max = 256, help = "0 for all cores" },
  set        = { "any", help = "another set of instructions" },
  fleet      = { "any", help = "the board" },
  on_round   = { "function", help = "called with round, best, mean of the best tenth" },
}

-- The best of the finalists over games that no round has used.
local function choose(drill, s, player, fleet)
  local best, least
  for i = 1, math.min(s.finalists, s.population) do
    local p = copied(player)
    p.program = drill:program(i)
    local mean = captain.score(fleet, p, s.against, s.seed + 1000003, 0, 2000)
    if not least or mean < least then best, least = p.program, mean end
  end
  return best, least
end

-- A drill of small changes of the few best programs of another.
local function refinement(drill, s, fleet)
  local o = copied(s)
  o.population, o.demes, o.tournament, o.refine = s.brood, 1, 4, 1
  local small = captain.drill(fleet, s.set or bs.set, o, s.seed, s.threads)
  for i = 1, math.min(8, s.population) do small:plant(i, (drill:program(i))) end
  return small
end

-- Evolves sinking logic from random programs: the program, its mean on the
-- choosing games, the curve as rows { round, best, tenth }, and the drill.
function bs.drill(given)
  local s = spec.check("battleship.drill", given, bs.drill_fields)
  local fleet = fleet_of(s)
  local player = bs.player { target = s.target, program = bs.set:parse(
    programs.repaired), nested = s.nested, restart = s.restart,
    patience = s.patience }
  local curve, first = {}, 0
  local function round(drill, number, games, breed)
    local best, tenth = drill:round(player, s.against, s.seed, first, games,
      breed and number or nil)
    curve[#curve + 1] = { round = number, best = best, tenth = tenth }
    if s.fresh then first = first + games end
    if s.on_round then s.on_round(number, best, tenth) end
  end
  s.refine = 0
  local drill = captain.drill(fleet, s.set or bs.set, s, s.seed, s.threads)
  for n = 0, s.rounds do
    round(drill, n, math.floor(s.games * (1 + (s.more - 1) * n / s.rounds)),
      n < s.rounds)
  end
  if s.refining > 0 then
    drill = refinement(drill, s, fleet)
    s.population = s.brood
    for n = 1, s.refining do
      round(drill, s.rounds + n, s.refine_games, n < s.refining)
    end
  end
  local program, mean = choose(drill, s, player, fleet)
  return { program = program, mean = mean, curve = curve, drill = drill }
end

-- ---- the adaptive player ----------------------------------------------------

bs.captain_fields = {
  targeting = { "choice", "wave", choices = { "wave", "density" },
    help = "five harmonics, or counted places weighed by past fleets" },
  sinking   = { "choice", "program", choices = { "program", "three", "belief" },
    help = "evolved programs, three states, or the density's own" },
  filter    = { "choice", "largest", choices = { "largest", "smallest", "open" },
    help = "spacing of the checkerboard: the paper's is by the largest ship" },
  nested    = bs.player_fields.nested,
  restart   = bs.player_fields.restart,
  patience  = bs.player_fields.patience,
  learn     = { "boolean", true, help = "targeting and sinking adapt" },
  adapt     = { "boolean", true, help = "placement adapts; else it is random" },
  before    = { "integer", 200, min = 0, max = 100000,
    help = "generations of waves before a game" },
  per_turn  = { "integer", 1, min = 0, max = 1000, help = "and per turn" },
  wave_mutation = { "number", 0.25, min = 0, max = 1,
    help = "chance of each coefficient of a mutated wave" },
  trust     = { "number", 4, min = 0.01, max = 1000,
    help = "weight of the training data, in games" },
  sharp     = { "number", -1, min = -1, max = 20,
    help = "sharpness of learnt places; -1: as the past fleets suggest" },
  heed      = { "number", 8, min = 0, max = 100,
    help = "how strongly placement heeds the opponent's habits" },
  population = { "integer", 20, min = 2, max = 64, help = "programs" },
  kept      = { "integer", 2, min = 1, max = 63, help = "programs kept" },
  mutation  = { "number", 0.1, min = 0, max = 1, help = "of programs, per block" },
  rounds    = { "integer", 20, min = 0, max = 100000,
    help = "rounds of breeding programs before a game" },
}

function bs.captain(given)
  return spec.check("battleship.captain", given, bs.captain_fields)
end

-- What is known of a new opponent: the pre-trained state, as bytes. `from` is a
-- list of programs to start from; by default the evolved one that ships.
function bs.pretrained(given)
  local s = spec.check("battleship.pretrained", given, {
    seed  = { "integer", 1, help = "the seed" },
    from  = { "list", {}, help = "programs, best first" },
    fleet = { "any", help = "the board" },
  })
  local from = s.from
  if #from == 0 then from = { (built_in.evolved or built_in.repaired).program } end
  return captain.rival(fleet_of(s), s.seed, from)
end

bs.series_fields = with {
  captain  = { "table", {}, help = "fields of bs.captain" },
  opponent = { "any", "random+three", help = "who shoots at the captain" },
  places   = { "choice", "random", choices = names_of(bs.placements),
    help = "how the opponent places its ships" },
  repeats  = { "integer", 1, min = 1, max = 1000000, help = "series" },
  games    = { "integer", 11, min = 1, max = 100000, help = "games of a series" },
  base     = { "string", help = "bytes of a known opponent to start from" },
}

-- Series of games of the adaptive player against one opponent, learning from
-- game to game: shots[r][g], survival[r][g] (the opponent's shots), and
-- `known`, the bytes of what series 1 has learnt.
function bs.series(given)
  local s = spec.check("battleship.series", given, bs.series_fields)
  local fleet = fleet_of(s)
  local base = s.base or bs.pretrained { seed = s.seed, fleet = s.fleet }
  local shots, survival, known = captain.series(fleet, bs.captain(s.captain), base,
    bs.player(s.opponent), s.places, s.seed, s.repeats, s.games, s.threads)
  return { shots = shots, survival = survival, known = known }
end

-- Mean of games first..last of every series, as a list.
function bs.stretch(rows, first, last)
  local means = {}
  for r, row in ipairs(rows) do
    local sum = 0
    for g = first, last do sum = sum + row[g] end
    means[r] = sum / (last - first + 1)
  end
  return means
end

-- Games played, fleets and programs kept, of an opponent's bytes.
function bs.known(bytes, fleet) return captain.known(fleet or classic, bytes) end

-- The best program bred against that opponent, or nil.
function bs.best(bytes, fleet)
  return captain.program(fleet or classic, bytes, bs.set)
end

-- Fits five harmonics to a density: values, curve of correlations, and what the
-- five strongest harmonics of its transform reach.
function bs.fit(density, generations, seed, fleet)
  return captain.fit(fleet or classic, density, generations, seed)
end

bs.correlation = captain.correlation

-- Cover of the squares by fleets of the adaptive placement against that
-- opponent.
function bs.anchor(bytes, given)
  local s = spec.check("battleship.anchor", given, {
    heed = bs.captain_fields.heed, seed = { "integer", 1, help = "the seed" },
    fleets = { "integer", 10000, min = 1, help = "fleets drawn" },
    fleet = { "any", help = "the board" } })
  return captain.anchor(fleet_of(s), bytes, s.heed, s.seed, s.fleets)
end

-- ---- what is known, in the run store ----------------------------------------

-- Keeps an opponent's bytes in the store under a name; gets them back, or nil.
function bs.remember(path, name, bytes)
  local s = store.open(path, "write")
  s:remember("battleship/" .. name, bytes)
  s:close()
end

function bs.recall(path, name)
  if not system.exists(path) then return nil end
  local s = store.open(path, "read")
  local bytes = s:recall("battleship/" .. name)
  s:close()
  return bytes
end

-- ---- for experiments, `ludus score` and `ludus ops` -------------------------

bs.fields = {
  target   = bs.player_fields.target,
  against  = solo_fields.against,
  nested   = bs.player_fields.nested,
  restart  = bs.player_fields.restart,
  patience = { "integer", 100, min = 1, max = 1000000,
    help = bs.player_fields.patience.help },
  cases    = { "integer", 100, min = 1, max = 100000, help = "games" },
  case_seed = { "integer", 1, help = "the seed of the games" },
  rows     = bs.board_fields.rows,
  cols     = bs.board_fields.cols,
  ships    = bs.board_fields.ships,
}

-- Sinking programs scored on fixed games, for ludus.experiment.
function bs.game(given)
  local s = spec.check("battleship.game", given, bs.fields)
  local player = bs.player { target = s.target, nested = s.nested,
    restart = s.restart, patience = s.patience,
    program = built_in.repaired.program }
  local fleet = core.fleet(s.rows, s.cols, s.ships)
  local game = gunnery.new(fleet, player, s.against, s.case_seed, s.cases, bs.set)
  return made.remember(game, bs.game, s, bs.fields)
end

-- The kind of program it scores: `program = bs.program {}` in an experiment.
bs.program = words.program("linear", {}, function(game) return game:species() end)

function bs.reader()
  return { read = function(_, text, name) return bs.parse(text, name) end }
end

-- `ludus ops battleship`
function bs.ops()
  for _, row in ipairs(bs.set:rows()) do
    print(("  %-10s %-5s %s"):format(row.name, row.kind, row.help))
  end
  print "\nregisters:"
  for _, row in ipairs(bs.set:registers()) do
    print(("  %-10s %s"):format(row.name, row.help))
  end
end

-- `ludus score battleship FILE...`
function bs.score(options, files)
  local given = {}
  for _, set in ipairs(options.set or {}) do
    local row = bs.fields[set.key]
    local value = row and spec.parse(row, set.value)
    given[set.key] = value == nil and set.value or value
  end
  local ok, game = pcall(bs.game, given)
  if not ok then cli.fail("%s", tostring(game)) end
  for _, path in ipairs(files) do
    local read, p = pcall(bs.read, path)
    if not read then cli.fail("%s", tostring(p)) end
    local s = game:score(p)
    if options.json then
      if not options.cases then s.cases = nil end
      s.program, s.lines = path, #p
      print(json.encode(s))
    else
      print(("%s  %d lines\n  %.2f shots on average of %d games, %d steps, %d loops")
        :format(path, #p, s.mean, #s.cases, s.steps, s.loops))
      if options.cases then print("  " .. table.concat(s.cases, " ")) end
    end
  end
  return 0
end

bs.play = require "ludus.battleship.play"

return bs
