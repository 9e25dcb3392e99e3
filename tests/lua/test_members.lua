-- test_members.lua -- Tab and help on every value that a verb, a run or a game gives: Tab
-- offers the methods, value? tells what it is, value:method? what each does. Games that
-- only exist in scripts first.

local check = dofile "tests/lua/check.lua"
local names = require "ludus.repl.names"
local repl  = require "ludus.repl"

local written = {}
local session = repl.new { width = 80, lines = 100000, write = function(...)
  for _, text in ipairs { ... } do written[#written + 1] = text end
end }

local function typed(line)
  written = {}
  session:feed(line)
  return table.concat(written)
end

local function stored(name)
  local store = check.tmpname()
  check.run(('"$LUDUS" run tests/lua/own/%s.lua --seed 1 --quiet --store %s'):format(name,
    store))
  typed(('%s = ludus.run(1, %q)'):format(name, store))
end

for _, name in ipairs { "nim", "mower", "pennies" } do stored(name) end

local tree_methods = "blame branches depth diff distil dot explain graft impact losses node "
  .. "outcomes places pretty profile same simplify size strategy subtree svg trace tree"

-- What is typed, its class, the methods Tab offers.
local rows = {
  { "nim", "ludus.history", "best blame diversity experiment family generation generations "
    .. "lineage plot population program walk" },
  { "p = nim:program()", "ludus.tree", tree_methods },
  { "t = p:trace(1)", "ludus.trace",
    "at events find jump moments next_event order what_if why" },
  { "walk = nim:walk()", "ludus.trace",
    "at events find jump moments next_event order what_if why" },
  { "state = t:at(1)", "ludus.state", "" },
  { "events = t:events()", "ludus.events", "" },
  { "w = t:why()", "ludus.why", "slice" },
  { "f = t:what_if(1, { program = p })", "ludus.futures", "" },
  { "s = p:strategy()", "ludus.strategy", "after compare dot svg unfold" },
  { "two = s:compare(s)", "ludus.versus", "" },
  { "o = p:outcomes()", "ludus.outcomes", "" },
  { "l = p:losses()", "ludus.losses", "" },
  { "profile = p:profile()", "ludus.profile", "" },
  { "impact = p:impact()", "ludus.impact", "" },
  { "small = p:simplify()", "ludus.simplified", "" },
  { "least = p:distil(nil, { trials = 1, fresh = 1 })", "ludus.distilled", "" },
  { "same = p:same(p)", "ludus.same", "" },
  { "diff = p:diff(p)", "ludus.diff", "" },
  { "b = nim:blame()", "ludus.blame", "better innovations of score svg" },
  { "unit = b:of(1)", "ludus.blame.unit", "" },
  { "line = nim:lineage()", "ludus.lineage", "" },
  { "pop = nim:population()", "ludus.population",
    "behaviours birth cases clusters order schemata score" },
  { "groups = pop:behaviours()", "ludus.behaviours", "" },
  { "kinds = pop:clusters()", "ludus.clusters", "" },
  { "parts = pop:schemata()", "ludus.schemata", "" },
  { "course = nim:diversity { every = 3 }", "ludus.diversity", "" },
  { "lines = mower:program()", "ludus.linear.program", "blame block diff distil dot explain "
    .. "impact losses outcomes profile same set simplify strategy svg trace tree vary" },
  { "visits = lines:profile()", "ludus.linear.lines", "" },
  { "m = pennies:program()", "ludus.machine", "alphabet blame compact diff distil dot draw "
    .. "equivalent explain impact losses match minimise outcomes play profile same simplify "
    .. "start state strategy svg trace tree trim vary" },
  { "states = m:impact()", "ludus.machine.states", "" },
  { 'v = puzzle.game {}:read "(16, 9, 2, 1)"', "ludus.vector", "blame diff distance distil "
    .. "explain impact losses outcomes profile same simplify species steps strategy table "
    .. "trace tree vary" },
  { 'class = ludus.class(dofile "tests/lua/own/nim.lua")', "ludus.class",
    "best cross next parents plot population set" },
  { "g = minesweeper.game {}", "ludus.minesweeper", "abilities behaviour can case_fields "
    .. "describe facts fits goal need play prims read record results score species summary "
    .. "time trace tracer with" },
  { 'tft = ipd.player "TFT"', "ludus.player", "" },
  { 'hand = othello.player "hand"', "ludus.othello.player",
    "diff explain impact losses outcomes profile show simplify strategy trace" },
  { 'gunner = battleship.player "density"', "ludus.battleship.player", "" },
  { 'met = ipd.tournament { players = { "TFT", "AD" }, turns = 5 }', "ludus.ipd.tournament",
    "csv figure matrix plot svg" },
  { 'league = othello.tournament({ othello.player "discs", hand }, { games = 2, draws = 20 })',
    "ludus.othello.tournament", "" },
  { 'fleet = battleship.tournament { players = { "density", "repaired" }, games = 2 }',
    "ludus.battleship.tournament", "" },
}

for _, row in ipairs(rows) do
  local line, class, methods = table.unpack(row)
  local name = line:match "^[%w_]+"
  if line ~= name then check.equal(line, typed(line), "") end
  local offered = names.choices(session, name .. ":")
  check.equal(line .. ": Tab", table.concat(offered, " "), methods)
  local help = typed(name .. "?")
  check.equal(line .. ": its class", help:match "^[^\n]*", name .. ": " .. class)
  for _, method in ipairs(offered) do
    help = typed(name .. ":" .. method .. "?")
    check.ok(("%s:%s? has help: %s"):format(name, method, help), help:find "\n  %a"
      and not help:find("(no comment)", 1, true) and not help:find "\n  built in\n")
  end
end

-- Programs and games are told by their methods, all others by a sentence.
for _, row in ipairs(rows) do
  local name = row[1]:match "^[%w_]+"
  if not row[3]:find "explain" and row[2] ~= "ludus.minesweeper" then
    check.ok(name .. "? tells what it is", typed(name .. "?"):find "^[^\n]*\n  %a")
  end
end

-- Every method of a run of this process has help, too.
typed 'e = dofile "tests/lua/own/nim.lua"'
typed "run = ludus.evolve(e)"
for _, method in ipairs(names.choices(session, "run:")) do
  check.ok("run:" .. method, not typed("run:" .. method .. "?"):find("(no comment)", 1, true))
end

-- The same name is another method of another class.
check.equal("of a machine", typed "m:play?", "m:play(moves)\n  what it does if the other's "
  .. "moves are these: a text of c and d, or a list\n")
check.equal("of a game", typed "g:play?",
  "g:play(p, case)\n  plays one case: raw, steps, end, pictures\n")
check.equal("of a population", typed "pop:behaviours?":gsub("  ludus/[^\n]*", ""),
  "pop:behaviours()\n  Who does the same in all cases: a list of groups with slots, and "
  .. "their\n    entropy.\n")
check.ok("a tournament is shown as a table", typed "fleet":find "^ 1  density ")
check.ok("another", typed "league":find "^player%s+Elo ")

return check.done()
