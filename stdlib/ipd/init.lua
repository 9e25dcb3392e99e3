-- ipd/init.lua -- the iterated prisoner's dilemma: players, matches, tournaments.
--
--     local ipd = require "ludus.ipd"
--     ipd.match("TFT", "AD", { turns = 100 })          -- names, machines, functions
--     ipd.tournament { players = ipd.paper(), turns = 200 }
--     ipd.player(function(mine, theirs)                -- a player of one's own
--       return theirs:sub(-1) == "d" and "d" or "c"
--     end, "my tit for tat")
--
-- A Lua function gets both players' moves so far as strings of c and d, its own
-- first, and a table with turns and payoff; it returns "c" or "d".

local core     = require "ludus.core.ipd"
local machine  = require "ludus.machine"
local rng      = require "ludus.core.rng"
local spec     = require "ludus.script.spec"

local ipd = {}

local limits = core.limits

ipd.rows = core.strategies()             -- everybody known by name

-- ---- payoffs ---------------------------------------------------------------------

local Payoff = { __name = "ludus.payoff" }

ipd.payoffs = {
  paper   = setmetatable({ cc = 1, cd = 7, dc = 0, dd = 6, minimise = true },
    Payoff),
  axelrod = setmetatable({ cc = 3, cd = 0, dc = 5, dd = 1, minimise = false },
    Payoff),
}

local MOVES = { { "c", "c" }, { "c", "d" }, { "d", "c" }, { "d", "d" } }

-- A payoff from "paper", "axelrod", a table { R, S, T, P } or { cc =, cd =, dc =,
-- dd = } with minimise = true or not, or a function of both moves, mine first.
function ipd.payoff(given)
  if type(given) == "string" then
    local known = ipd.payoffs[given]
    if known then return known end
    return nil, "'paper', 'axelrod', a table or a function"
  elseif type(given) == "function" then
    local p = { minimise = false }
    for _, m in ipairs(MOVES) do p[m[1] .. m[2]] = given(m[1], m[2]) end
    return ipd.payoff(p)
  elseif type(given) ~= "table" then
    return nil, "'paper', 'axelrod', a table or a function"
  end
  local p = setmetatable({ cc = given.cc or given.R, cd = given.cd or given.S,
    dc = given.dc or given.T, dd = given.dd or given.P,
    minimise = given.minimise or false }, Payoff)
  for _, m in ipairs(MOVES) do
    if type(p[m[1] .. m[2]]) ~= "number" then
      return nil, "a number for each of cc, cd, dc and dd (or R, S, T and P)"
    end
  end
  return p
end

-- What every match needs; other modules add their own rows.
ipd.fields = {
  turns = { "integer", 100, min = 1, max = limits.turns, help = "turns of a match" },
  noise = { "number", 0, min = 0, max = 1,
    help = "chance that a move is reversed" },
  end_known = { "boolean", true, help = "players know the last turn" },
  payoff = { "any", ipd.payoffs.paper, check = ipd.payoff,
    help = "'paper', 'axelrod', a table or a function" },
  seed = { "integer", 1, help = "of all chance" },
  threads = spec.threads "0: one per core",
}

-- The rows of ipd.fields and more.
function ipd.fields_with(more)
  local all = {}
  for name, row in pairs(ipd.fields) do all[name] = row end
  for name, row in pairs(more) do all[name] = row end
  return all
end

-- ---- players ---------------------------------------------------------------------

local Player = {}
Player.__index = Player
Player.__name = "ludus.player"
Player.__about = "who plays the dilemma, by ipd.player: a name, a machine or a row of "
  .. "ipd.players"

function Player:__tostring() return self.name end

local function new_player(name, fields)
  fields.name = name
  return setmetatable(fields, Player)
end

local function of_machine(m, name)
  return new_player(name or m:compact(), { machine = m,
    core = core.player { kind = "machine", machine = m } })
end

local function of_row(row)
  if row.kind == "machine" then
    local p = of_machine(machine.parse(row.text, row.name), row.name)
    p.row = row
    return p
  end
  return new_player(row.name, { row = row,
    core = core.player { kind = row.kind, text = row.text } })
end

-- The row of a name, the paper's or the literature's.
function ipd.row(name)
  local place, why = core.find(name)
  if not place then error(why, 2) end
  return ipd.rows[place]
end

-- The machine of a name.
function ipd.machine(name)
  local row = ipd.row(name)
  if row.kind ~= "machine" then
    error(("'%s' is no machine but a %s player"):format(row.name, row.kind), 2)
  end
  return machine.parse(row.text, row.name)
end

-- A player from a name, a machine, a function, or a player. One that remembers things
-- is { new = function(info) ... return function(mine, theirs) ... end end }: it begins
-- each match afresh.
function ipd.player(given, name)
  if getmetatable(given) == Player then return given end
  if type(given) == "function" then
    return new_player(name or "function", { fn = given })
  elseif type(given) == "string" then
    local lower = given:lower()
    if lower == "laran" then return ipd.laran() end
    if lower == "learner" or lower == "veteran" then return ipd.veteran() end
    if lower == "explorer" then return ipd.explorer() end
    if lower == "bookkeeper" then return ipd.bookkeeper() end
    return of_row(ipd.row(given))
  elseif type(given) == "userdata" then
    return of_machine(given, name)
  elseif type(given) == "table" and type(given.new) == "function" then
    return new_player(name or given.name or "function", { new = given.new })
  end
  error(("expected a player: a name, a machine or a function, got %s")
    :format(type(given)), 2)
end

-- A player that is a program of its own: see ludus.external and docs/protocol.md.
-- ipd.external { "python3", "player.py", seconds = 2 }
function ipd.external(given)
  local program = require "ludus.external".open(given)
  local function fn(mine, theirs, info)
    if mine == "" then
      program:choose(("new ipd turns=%s"):format(info.turns or "?"), { "ok" })
    else
      program:tell(("see %s %s"):format(mine:sub(-1), theirs:sub(-1)))
    end
    return program:choose("move", { "c", "d" })
  end
  return new_player(program.name, { fn = fn, program = program })
end

-- Cooperates with these chances: first, then after cc, cd, dc, dd (mine first).
function ipd.memory(first, cc, cd, dc, dd)
  local text = ("%.17g %.17g %.17g %.17g %.17g"):format(first, cc, cd, dc, dd)
  return new_player(("memory-one (%g; %g %g %g %g)"):format(first, cc, cd, dc, dd),
    { core = core.player { kind = "memory", text = text } })
end

-- A table over the last turns: "depth opening table", as in "1 c cddc".
function ipd.lookup(text, name)
  return new_player(name or "lookup " .. text,
    { core = core.player { kind = "lookup", text = text } })
end

-- The twenty opponents of the paper, in its order.
function ipd.paper()
  local list = {}
  for _, row in ipairs(ipd.rows) do
    if row.paper then list[#list + 1] = of_row(row) end
  end
  return list
end

-- Everybody known by name.
function ipd.everybody()
  local list = {}
  for i, row in ipairs(ipd.rows) do list[i] = of_row(row) end
  return list
end

-- `count` machines by chance, each with 2 to 5 states none of which can be spared.
function ipd.random_pool(seed, count, least, most)
  local list, number = {}, 0
  for i = 1, count or 20 do
    local draw = rng.keyed(seed, i)
    local states = draw:range(least or 2, most or 5)
    local m
    repeat
      number = number + 1
      m = machine.random(seed, number, states):minimise()
    until #m == states
    list[i] = of_machine(m, ("R%d"):format(i))
  end
  return list
end

local LARAN = {
  generations = { "integer", 10, min = 0, max = 100000,
    help = "G: generations before each move" },
  depth = { "integer", 6, min = 1, max = limits.depth, help = "N: moves looked ahead" },
  population = { "integer", 50, min = 1, max = limits.models, help = "I: models" },
  offspring = { "integer", 10, min = 1, max = limits.models,
    help = "O: parents per generation" },
  hole = { "number", 0.05, min = 0, max = 1,
    help = "p: chance that the smaller model becomes a parent" },
  first_states = { "integer", 8, min = 1, max = machine.states_max,
    help = "first models have 1 to so many states" },
  max_states = { "integer", 32, min = 1, max = machine.states_max,
    help = "most states of a model" },
  strength = { "choice", "wins",
    choices = { "difference", "own", "wins", "none", "imposed" },
    help = "what makes a model strong" },
  strength_turns = { "integer", 100, min = 1, max = 10000,
    help = "turns against each standard opponent" },
  standards = { "list", {}, help = "standard opponents; none given: the twenty" },
  aim = { "choice", "own", choices = { "own", "difference", "imposed" },
    help = "what the look-ahead wants" },
  opening = { "integer", min = 0, max = 100000,
    help = "generations before the first move; not given: as before each" },
  least_states = { "integer", 1, min = 1, max = machine.states_max,
    help = "fewest states of a first model" },
  weight = { "number", 0, min = 0, max = 1e6,
    help = "strength, in years a turn, that a replayed move is worth; 0: any" },
  replay = { "choice", "all", choices = { "all", "first", "latest" },
    help = "moves that count: all, before the first mistake, since the latest" },
  grow = { "choice", "one", choices = { "one", "shared", "split" },
    help = "to a new node leads one transition, each by chance, or one goes through it" },
  modify = { "choice", "one", choices = { "one", "both", "node" },
    help = "\"modify transition\": of one, of both of a node, or a node is added" },
  both_children = { "boolean", true, help = "\"delete node\" makes two" },
  contest = { "boolean", true, help = "parents win a tournament of two" },
  ties = { "choice", "chance", choices = { "chance", "older", "newer", "smaller" },
    help = "which of equally good models comes first" },
  twins = { "boolean", false, help = "two models may be the same" },
  even_moves = { "choice", "c", choices = { "c", "d", "chance" },
    help = "the move if both are equally good" },
  lazy = { "boolean", true, help = "no strength for sure losers (exact)" },
  cache = { "boolean", true, help = "keep strengths (exact)" },
}

ipd.laran_fields = LARAN

local function machines_of(list, what)
  local out = {}
  for i, p in ipairs(list) do
    out[i] = type(p) == "userdata" and p or ipd.player(p).machine
      or error(("%s %d is no machine"):format(what or "standard opponent", i), 3)
  end
  return out
end

-- Operators are functions(rng, machine), or names of those of machines.
local function operators_of(list)
  local out = {}
  for i, op in ipairs(list) do
    if type(op) == "string" then
      machine.parse "c00":vary(rng.new(1), op)   -- an unknown name is told here
      out[i] = function(draw, m) return m:vary(draw, op) end
    elseif type(op) == "function" then
      out[i] = op
    else
      error(("ipd.laran: operator %d is a %s: expected a function(rng, machine), or a "
        .. "name such as \"redirect\""):format(i, type(op)), 3)
    end
  end
  return out
end

-- The player of Piccolo and Squillero 2011. `operators` and `strength` may be Lua
-- functions; then it plays on one thread.
function ipd.laran(given)
  local plain, functions = {}, {}
  for key, value in pairs(given or {}) do plain[key] = value end
  if type(plain.strength) == "function" then
    functions.strength, plain.strength = plain.strength, nil
  end
  if type(plain.operators) == "table" and #plain.operators > 0 then
    functions.operators, plain.operators = operators_of(plain.operators), nil
  end
  local s = spec.check("ipd.laran", plain, LARAN)
  s.standards = machines_of(s.standards)
  s.opening = s.opening or s.generations
  s.kind = "laran"
  s.functions = next(functions) and functions or nil
  return new_player("Laran", { core = core.player(s), here = s.functions ~= nil })
end

-- The model a replicator has of a recorded history: a table with machine, state,
-- hits and turns. `history` is { mine = "ccd...", theirs = "cdc..." }.
function ipd.explain(history, given)
  local rows = { seed = ipd.fields.seed, payoff = ipd.fields.payoff }
  for name, row in pairs(LARAN) do rows[name] = row end
  local s = spec.check("ipd.explain", given or {}, rows)
  s.standards = machines_of(#s.standards > 0 and s.standards or ipd.paper())
  s.mine, s.theirs = history.mine, history.theirs
  local m, state, hits = core.explain(s)
  return { machine = m, state = state, hits = hits, turns = #s.mine }
end

local EXPLORER = {
  growth = { "number", 0.9, min = 1e-6, max = 4,
    help = "prior weight of k + 1 states against k" },
  even = { "number", 0.5, min = 0, max = 1,
    help = "prior share of machines without bias" },
  mirror = { "number", 3, min = 1e-6, max = 1e6,
    help = "others: c met by c and d by d (beta distribution)" },
  oppose = { "number", 1, min = 1e-6, max = 1e6, help = "others: the contrary" },
  optimism = { "number", 1, min = 0, max = 1,
    help = "trust that the opponent will be known below the search" },
  beam = { "integer", 500, min = 1, max = limits.beam,
    help = "partial machines kept" },
  samples = { "integer", 400, min = 1, max = limits.samples,
    help = "whole machines planned against" },
  work = { "integer", 50000, min = 1, max = 100000000,
    help = "steps of a search, about" },
  horizon = { "integer", 200, min = 1, max = limits.turns,
    help = "most turns planned ahead; the plan, if the end is not known" },
}

ipd.explorer_fields = EXPLORER

-- The version-space learner: it knows no pool, tries things out and plans to the end.
function ipd.explorer(given)
  local s = spec.check("ipd.explorer", given or {}, EXPLORER)
  s.kind = "explorer"
  return new_player("Explorer", { core = core.player(s) })
end

-- What many players are, as machines: see known.lua.
function ipd.known()
  local list = {}
  for i, row in ipairs(require "ludus.ipd.known") do
    list[i] = machine.parse(row[3], row[1])
  end
  return list
end

local VETERAN = {
  known = { "list", help = "players it has met, machines or names of such; none given: "
    .. "ipd.known()" },
  unknown = { "number", 0.3, min = 0, max = 1e6,
    help = "prior weight of all machines of up to three states and rounds of up to six "
      .. "moves; the known together: 1" },
  doubt = { "number", 0.01, min = 1e-9, max = 0.49,
    help = "chance in each turn that it does otherwise than any of them" },
  memory = { "number", 1, min = 0, max = 1,
    help = "how much of what was learnt still counts a turn later" },
  optimism = { "number", 0.7, min = 0, max = 1,
    help = "trust that the opponent will be known below the search" },
  depth = { "integer", 6, min = 1, max = limits.search, help = "turns searched" },
  patience = { "integer", 20, min = 0, max = limits.patience,
    help = "turns no better than mutual defection until it offers peace; 0: never" },
  horizon = { "integer", 200, min = 1, max = limits.ahead,
    help = "most turns planned ahead; the plan, if the end is not known" },
}

ipd.veteran_fields = VETERAN

-- Who has met many, and weighs which of them this one is.
function ipd.veteran(given)
  local s = spec.check("ipd.veteran", given or {}, VETERAN)
  s.known = machines_of(s.known or ipd.known(), "ipd.veteran: known player")
  s.kind = "veteran"
  return new_player("Veteran", { core = core.player(s) })
end

local BOOKKEEPER = {
  depth = { "integer", 4, min = 1, max = limits.courses,
    help = "rounds of the longest course it keeps books of" },
  blend = { "number", 0.3, min = 1e-9, max = 1e6,
    help = "entries that the chance after the next shorter course counts as" },
  mirror = { "number", 0.7, min = 0, max = 1,
    help = "chance of an answer in kind before there is any entry" },
  memory = { "number", 1, min = 0, max = 1,
    help = "how much of an entry still counts a turn later" },
  curiosity = { "number", 0.2, min = 0, max = 1e6,
    help = "what a course never seen is worth, as a share of the range of payoffs" },
  horizon = { "integer", 40, min = 1, max = limits.planned,
    help = "turns planned ahead" },
}

ipd.bookkeeper_fields = BOOKKEEPER

-- Who keeps books of what follows what, and plans by chances: a model that is no machine.
function ipd.bookkeeper(given)
  local s = spec.check("ipd.bookkeeper", given or {}, BOOKKEEPER)
  s.kind = "bookkeeper"
  return new_player("Bookkeeper", { core = core.player(s) })
end

-- The learner to take unless one knows better.
ipd.learner = ipd.veteran

-- ---- matches ---------------------------------------------------------------------

-- Does it play on the thread that asks, because it calls Lua functions?
local function plays_here(player) return player.fn or player.new or player.here end

local function lua_seat(player, rules)
  local mine, theirs = "", ""
  local info = { turns = rules.end_known and rules.turns or nil,
    payoff = rules.payoff }
  local fn = player.fn or player.new(info)
  if type(fn) ~= "function" then
    error(("player '%s': 'new' must give a function(mine, theirs), gave a %s"):format(
      player.name, type(fn)), 0)
  end
  return {
    move = function()
      local move = fn(mine, theirs, info)
      if move ~= "c" and move ~= "d" then
        error(("player '%s' returned %s in turn %d, expected 'c' or 'd'")
          :format(player.name, tostring(move), #mine + 1), 0)
      end
      return move
    end,
    see = function(_, my, other) mine, theirs = mine .. my, theirs .. other end,
  }
end

local function seat_of(player, rules, seed, number, part)
  if player.fn or player.new then return lua_seat(player, rules) end
  return player.core:sit(rules, seed, number, part)
end

-- The second seat of a match, to be played turn by turn: seat:move(), seat:see(own move,
-- other's move).
function ipd.seat(given, options)
  local rules = spec.check("ipd.match", options or {}, ipd.fields)
  return seat_of(ipd.player(given), rules, rules.seed, 1, 2)
end

local OTHER = { c = "d", d = "c" }

-- A match in which a Lua function plays, turn by turn on this thread.
local function play_here(a, b, rules, seed, number)
  local x = seat_of(a, rules, seed, number, 1)
  local y = seat_of(b, rules, seed, number, 2)
  local noise = rng.keyed(seed, number)
  local n, moves = { cc = 0, cd = 0, dc = 0, dd = 0 }, { {}, {} }
  for turn = 1, rules.turns do
    local mine, theirs = x:move(), y:move()
    if rules.noise > 0 then
      if noise:real() < rules.noise then mine = OTHER[mine] end
      if noise:real() < rules.noise then theirs = OTHER[theirs] end
    end
    n[mine .. theirs] = n[mine .. theirs] + 1
    moves[1][turn], moves[2][turn] = mine, theirs
    x:see(mine, theirs)
    y:see(theirs, mine)
  end
  return { n.cc, n.cd, n.dc, n.dd },
    { mine = table.concat(moves[1]), theirs = table.concat(moves[2]) }
end

-- Plays list = { { i, j, number }, ... } among the players, on all cores where no
-- Lua function takes part: a list of tallies { cc, cd, dc, dd } from the seat of
-- the first, and of records if they are asked for.
function ipd.matches(players, list, rules, records)
  local native, flat, place, tallies, kept = {}, {}, {}, {}, {}
  for i, p in ipairs(players) do native[i] = p.core or players[1].core end
  for k, m in ipairs(list) do
    local a, b = players[m[1]], players[m[2]]
    if plays_here(a) or plays_here(b) then
      tallies[k], kept[k] = play_here(a, b, rules, rules.seed, m[3])
    else
      table.move(m, 1, 3, #flat + 1, flat)
      place[#place + 1] = k
    end
  end
  if #place == 0 then return tallies, kept end
  for i = 1, #players do                -- functions are in no match of the list
    if not native[i] then
      for _, p in ipairs(players) do native[i] = native[i] or p.core end
    end
  end
  local found, notes = core.matches { players = native, list = flat,
    turns = rules.turns, end_known = rules.end_known, noise = rules.noise,
    payoff = rules.payoff, seed = rules.seed, threads = rules.threads,
    records = records or false }
  for n, k in ipairs(place) do
    tallies[k] = table.move(found, 4 * n - 3, 4 * n, 1, {})
    kept[k] = notes and notes[n]
  end
  return tallies, kept
end

-- What a tally is worth to both players.
function ipd.worth(tally, payoff)
  local cc, cd, dc, dd = table.unpack(tally)
  return cc * payoff.cc + cd * payoff.cd + dc * payoff.dc + dd * payoff.dd,
    cc * payoff.cc + cd * payoff.dc + dc * payoff.cd + dd * payoff.dd
end

-- One match: sums of both, the tally, both players' moves as strings, and the
-- first player's model of the second where it has one.
function ipd.match(a, b, given)
  local rules = spec.check("ipd.match", given or {}, ipd.fields)
  local tallies, records = ipd.matches({ ipd.player(a), ipd.player(b) },
    { { 1, 2, 1 } }, rules, true)
  local mine, theirs = ipd.worth(tallies[1], rules.payoff)
  local r = records[1]
  return { own = mine, other = theirs, tally = tallies[1], mine = r.mine,
    theirs = r.theirs, model = r.model, learnt = r.learnt,
    foreseen = r.foreseen }
end

-- The best an all-knowing player could do against a machine: its own payoff and
-- the other's, for the goal "own" or "difference".
function ipd.optimum(m, given, goal)
  local rules = spec.check("ipd.optimum", given or {}, ipd.fields)
  local p = type(m) == "userdata" and m or ipd.player(m).machine
  if not p then error("the optimum is known against machines only", 2) end
  return core.optimum(p, rules, goal or "own")
end

-- What a function in Lua gets in the matches of a game, as machines do.
function ipd.judge(game, f)
  local s = require "ludus.script.recipes".recipe(game).settings
  if s.noise > 0 then error("with noise only machines have a score (field 'noise')", 0) end
  local score = { raw = 0, cases = {} }
  for i, who in ipairs(#s.opponents > 0 and s.opponents or ipd.paper()) do
    local match = ipd.match(f, type(who) == "userdata" and ipd.player(who) or who,
      { turns = s.turns, end_known = s.end_known, payoff = s.payoff, seed = s.seed })
    score.cases[i] = { raw = match.own }
    score.raw = score.raw + match.own
  end
  return score
end

-- What reads programs of this game: machines.
function ipd.reader()
  return { read = function(_, text, name) return machine.parse(text, name) end }
end

-- `ludus ops ipd`: everybody known by name.
function ipd.ops()
  for _, row in ipairs(ipd.rows) do
    print(("  %-7s %-26s %s\n%35s %s; %s"):format(row.name, row.known_as, row.help,
      "", row.text, row.source))
  end
end

-- ---- parts in files of their own ---------------------------------------------------

return require "ludus.script.closed".module(ipd, "ludus.ipd", {
  tournament = "ludus.ipd.tournament", moran = "ludus.ipd.moran",
  fingerprint = "ludus.ipd.fingerprint", game = "ludus.ipd.game",
  play = "ludus.ipd.play", score = "ludus.ipd.score" })
