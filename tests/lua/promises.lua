-- promises.lua -- a small game of one's own for each kind of program, and what is promised of
-- every way to evolve them: the same run on any number of threads, and killed and resumed;
-- a lineage that ends with the best program.
--
--     local promises = dofile "tests/lua/promises.lua"
--     local past = promises.kept(check, "tree", 'scheme = "map", ...')
--     promises.hold(check, "mine", function(more) return (script):format(more) end)

local promises = {}

promises.games = {
  tree = { [[ludus.game { cases = { 1, 2, 3 }, max = 30, budget = 60,
    constants = { 0, 1 }, start = function(case) return { n = case, sum = 0 } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      N = { 0, function(s) return s.n end },
      PUT = { 1, function(s, a) s.sum = s.sum + a return a end } },
    score = function(s, value) return math.min(10, value + s.sum) end }]],
    "ludus.tree { nodes = 30 }" },
  linear = { [[ludus.game { program = "linear", cases = { 1, 2, 3 }, max = 30,
    budget = 40, blocks = { { "Main", 8 } }, registers = { "n", "sum" },
    instructions = { { "Up", function(s) s.n = s.n + 1 end },
      { "Add", function(s) s.sum = s.sum + s.n end },
      { "IfOdd", test = function(s) return s.n % 2 == 1 end } },
    start = function(case) return { n = case, sum = 0 } end,
    score = function(s) return 10 - math.min(10, math.abs(s.sum - 40)) end }]],
    "ludus.linear {}" },
  machine = { [[ludus.game { program = "machine", cases = 3, budget = 12, max = 36,
    start = function(case) return { n = 0, case = case } end,
    turn = function(s, move)
      s.n = s.n + ((move == "c") == (s.n % s.case == 0) and 1 or 0)
      return s.case % 2 == 0 and "c" or move
    end,
    score = function(s) return s.n end }]], "ludus.machine { states = 6 }" },
  vector = { [[ludus.game { program = "vector", cases = { 1, 2 }, minimise = true,
    genes = { type = "reals", length = 6, min = 0, max = 1 },
    score = function(case, v)
      local sum = 0
      for i = 2, 6 do sum = sum + v[i] end
      return case == 1 and v[1] or (1 + sum) * (1 - math.sqrt(v[1] / (1 + sum)))
    end }]], 'ludus.vector { type = "reals", length = 6, min = 0, max = 1 }' },
}

-- Trees whose value is wanted; machines that meet rivals; two built-in games.
promises.games.number = { [[ludus.game { cases = { 1, 2, 3, 4 }, max = 40, budget = 60,
    constants = { 0, 1 }, start = function(case) return { n = case } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      N = { 0, function(s) return s.n end } },
    score = function(s, value) return 10 - math.min(10, math.abs(value - 7 + s.n)) end }]],
    "ludus.tree { nodes = 30 }" }
promises.games.rivals = { [[ludus.game { program = "machine", cases = 1, budget = 12,
    max = 72, start = function() return { 0, 0 } end,
    turn = function(s, first, second)
      s[1] = s[1] + (second == "c" and 3 or 0) + (first == "d" and 1 or 0)
      s[2] = s[2] + (first == "c" and 3 or 0) + (second == "d" and 1 or 0)
    end,
    score = function(s, _, _, me) return s[me] end,
    rivals = { "c01 d01", "d00" } }]], "ludus.machine { states = 6 }" }
promises.games.bits = { 'require "ludus.functions".game "trap"',
  'ludus.vector { type = "bits", length = 40 }' }
promises.games.fresh = {
  'require "ludus.minesweeper".game { mines = 2, cases = ludus.fresh(9) }', "ludus.tree {}" }

-- Games for two.
promises.duels = {
  tree = { [[ludus.game { cases = { 1, 2 }, max = 2, budget = 60, repeats = true,
    constants = { 0, 1 }, start = function(case) return { n = case, turns = 0, 0, 0 } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      N = { 0, function(s) return s.n end },
      SEEN = { 0, function(s) return s[3 - s.player] end } },
    turn = function(s, value, player)
      s[player], s.turns = (s[player] + value) % 11, s.turns + 1
    end,
    done = function(s) return s.turns >= 6 end,
    score = function(s, _, _, me)
      return s[me] > s[3 - me] and 2 or s[me] == s[3 - me] and 1 or 0
    end }]], "ludus.tree { nodes = 30 }" },
  linear = { [[ludus.game { program = "linear", cases = { 1, 2 }, max = 2, budget = 40,
    blocks = { { "Main", 8 } }, registers = { "n" },
    instructions = { { "Up", function(s) s.n = s.n % 9 + 1 end },
      { "Take", function(s) s[s.player] = s[s.player] + s.n end },
      { "IfOdd", test = function(s) return s.n % 2 == 1 end } },
    start = function(case) return { n = case, 0, 0 } end,
    score = function(s, _, _, me) return s[me] > s[3 - me] and 2 or 0 end }]],
    "ludus.linear {}" },
  machine = { [[ludus.game { program = "machine", cases = 2, budget = 12, max = 60,
    start = function() return { 0, 0 } end,
    turn = function(s, a, b)
      s[1] = s[1] + (a == "c" and (b == "c" and 3 or 0) or b == "c" and 5 or 1)
      s[2] = s[2] + (b == "c" and (a == "c" and 3 or 0) or a == "c" and 5 or 1)
    end,
    score = function(s, _, _, me) return s[me] end }]], "ludus.machine { states = 6 }" },
  vector = { [[ludus.game { program = "vector", cases = 1, max = 1, repeats = true,
    genes = { type = "reals", length = 3, min = 0, max = 1 },
    start = function() return {} end,
    turn = function(s, v, player) s[player] = { v[1], v[2], v[3] } end,
    done = function(s) return s[1] ~= nil and s[2] ~= nil end,
    score = function(s, _, _, me)
      local n = 0
      for i = 1, 3 do n = n + (s[me][i] > s[3 - me][i] and 1 or 0) end
      return n >= 2 and 1 or 0
    end }]], 'ludus.vector { type = "reals", length = 3, min = 0, max = 1 }' },
}

-- An experiment in nine generations of 30 programs, with more fields; in a game for two if
-- they meet.
function promises.script(kind, fields)
  local games = fields:find "meet = " and promises.duels or promises.games
  local game, program = table.unpack(games[kind])
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 30, generations = 9,
  stop = ludus.never, %s }]]):format(game, program, fields)
end

function promises.digest(json) return json:match '"digest":"(%x+)"' end

-- What kills the process in that generation, the first time it comes there, with `run` at
-- hand.
function promises.death(mark, generation)
  return ("if run.generation == %d and not io.open '%s' then io.open('%s', 'w'):close() "
    .. "os.execute 'kill -9 $PPID' end"):format(generation, mark, mark)
end

-- Checks that a script keeps its promises: write_script(more) gives it with more fields of
-- the experiment, which begin with a comma. It is killed in generation `at` (5). Gives the
-- run that was resumed, its store, in which it is the third, and what the first run and
-- it printed.
function promises.hold(check, name, write_script, at)
  local folder, write = check.folder()
  local file = folder .. "/runs.db"
  local function run(command)
    return check.run(('"$LUDUS" %s --store %s'):format(command, file))
  end
  local path = write("alive.lua", write_script "")
  local out, err = run("run " .. path .. " --json --threads 1")
  local want = promises.digest(out)
  check.ok(name .. ": runs " .. err, want)
  check.equal(name .. ": the same on 3 threads",
    promises.digest((run("run " .. path .. " --json --threads 3"))), want)
  local mark = folder .. "/died"
  path = write("dies.lua", write_script((", on_generation = function(run) %s end"):format(
    promises.death(mark, at or 5))))
  run("run " .. path .. " --quiet --checkpoint 0")
  check.ok(name .. ": was killed", io.open(mark))
  local again = run "resume 3 --json --threads 2 --checkpoint 0"
  check.equal(name .. ": the same after a resume", promises.digest(again), want)
  check.equal(name .. ": and as many evaluations", again:match '"evaluations":%d+',
    out:match '"evaluations":%d+')
  return require "ludus.run.history".open(3, file), file, out, again
end

-- Its lineage ends with the best program.
function promises.lineage(check, name, past)
  local line = past:lineage()
  check.equal(name .. ": its lineage", line[#line].text, past:best())
end

-- Checks the promises of an experiment in these games; the run that was resumed, and its
-- store. A lineage is asked for unless `lineage` is false.
function promises.kept(check, kind, fields, lineage)
  local name = kind .. ", " .. fields:gsub("%s+", " ")
  local past, file = promises.hold(check, name, function(more)
    return promises.script(kind, fields .. more)
  end)
  if lineage ~= false then promises.lineage(check, name, past) end
  return past, file
end

return promises
