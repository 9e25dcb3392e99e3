-- test_lexicase.lua -- parents chosen by cases: the same run on any number of threads,
-- killed and resumed, on games declared in a script and on built-in ones; a selection in
-- Lua that reads cases; and what makes no sense.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"
local show  = require "ludus.repl.show"
local promises = dofile "tests/lua/promises.lua"
local folder, write = check.folder()
local view = show.view { width = 80, lines = 24 }

local function run(command) return check.run('"$LUDUS" ' .. command) end
local digest = promises.digest

-- ---- every kind of program ---------------------------------------------------------

local games = promises.games
local kinds = {
  tree = { [[ludus.game { cases = { 1, 2, 3, 4 }, max = 40, budget = 60,
    constants = { 0, 1 }, start = function(case) return { n = case } end,
    primitives = { ADD = { 2, function(_, a, b) return a + b end },
      SUB = { 2, function(_, a, b) return a - b end },
      N = { 0, function(s) return s.n end } },
    score = function(s, value) return 10 - math.min(10, math.abs(value - 7 + s.n)) end }]],
    "ludus.tree { nodes = 30 }" },
  rules = { [[ludus.game { cases = { { x = 1 }, { x = 2 }, { x = 3 } }, budget = 50,
    rules = "var x var y  X { x }  ADD(a, b) { a + b }  turn { y = 0 - abs(value - 3 * x) }"
      .. "  score { y }" }]], "ludus.tree {}" },
  columns = { [[ludus.game { minimise = true,
    cases = { { x = 0.5 }, { x = 1.5 }, { x = -2 }, { x = 3 } },
    rules = "input real x  ADD(a, b) { a + b }  MUL(a, b) { a * b }"
      .. "  score { abs(value - x * x * x - x) }" }]], "ludus.tree {}" },
  linear = games.linear, machine = games.machine, vector = games.bits, fresh = games.fresh,
  minesweeper = { 'require "ludus.minesweeper".game {}', "ludus.tree { adfs = { 1 } }" },
  battleship = { 'require "ludus.battleship".game { patience = 40, cases = 5 }',
    "ludus.linear {}" },
}

local how = { tree = "ludus.lexicase", rules = "ludus.lexicase {}",
  columns = 'ludus.lexicase { epsilon = "semi" }',
  linear = 'ludus.lexicase { epsilon = "dynamic" }', machine = "ludus.lexicase { batch = 2 }",
  vector = 'ludus.lexicase { epsilon = "static" }',
  minesweeper = "ludus.lexicase { sample = 10 }, apart = true",
  battleship = "ludus.lexicase { sample = 4, batch = 2 }, elite = 2",
  fresh = "ludus.lexicase, elite = 3" }

local function script(kind, select, more)
  local game, program = table.unpack(kinds[kind])
  return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 40, generations = 9,
  stop = ludus.never, solved = ludus.never, select = %s%s }]]):format(game, program,
    select, more or "")
end

for kind in pairs(kinds) do
  local _, file, out = promises.hold(check, kind, function(more)
    return script(kind, how[kind], more)
  end)
  local store, want = " --store " .. file, promises.digest(out)
  write(kind .. ".lua", script(kind, how[kind]))
  check.equal(kind .. ": the cache gives what play gives", want, digest((run("run "
    .. folder .. "/" .. kind .. ".lua --json --set cache=0" .. store))))
  local path = write(kind .. "-other.lua", script(kind, "ludus.tournament(3)"))
  check.ok(kind .. ": not a tournament's",
    digest((run("run " .. path .. " --json" .. store))) ~= want)
end

-- ---- in Lua ------------------------------------------------------------------------

-- Lexicase once more: programs that are best at one case after the other.
local mine = [[function(rng, all)
    local who, cases = {}, {}
    for i = 1, all.count do who[i] = i end
    for i = 1, #all.cases[1] do cases[i] = i end
    while #who > 1 and #cases > 0 do
      local case = table.remove(cases, rng:range(1, #cases))
      local best, kept = -math.huge, {}
      for _, i in ipairs(who) do best = math.max(best, all.cases[i][case]) end
      for _, i in ipairs(who) do
        if all.cases[i][case] == best then kept[#kept + 1] = i end
      end
      who = kept
    end
    for _, i in ipairs(who) do
      local sum = 0
      for _, raw in ipairs(all.cases[i]) do sum = sum + raw end
      assert(sum == all.raw[i])
    end
    return who[rng:range(1, #who)]
  end]]
for _, kind in ipairs { "tree", "rules", "minesweeper" } do
  local path = write(kind .. "-mine.lua", script(kind, mine, ', needs = { "cases" }'))
  local store = (" --store %s/mine-%s.db"):format(folder, kind)
  local out, err, status = run("run " .. path .. " --json --threads 1" .. store)
  check.equal(kind .. ": a selection in Lua reads cases", err .. status, "0")
  check.equal(kind .. ": on 2 threads",
    digest((run("run " .. path .. " --json --threads 2" .. store))), digest(out))
end
write("blind.lua", script("tree", "function(_, all) return #all.cases end"))
local _, err = run("run " .. folder .. "/blind.lua --store " .. folder .. "/blind.db")
check.ok("without needs there are none", err:find("a nil value (field 'cases')", 1, true))

-- A schedule may turn to cases later, and back.
local staged = [[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 30, generations = 9,
  solved = ludus.never, schedule = function(run)
    run:evolve(3)
    run:set { select = ludus.lexicase }
    run:evolve(3)
    run:set { select = ludus.tournament(2) }
    run:evolve(2)
  end }]]
write("staged.lua", staged:format(table.unpack(kinds.tree)))
local out
out, err = run("run " .. folder .. "/staged.lua --json --threads 1 --store " .. folder
  .. "/staged.db")
check.equal("a schedule turns to cases", err, "")
check.equal("on 2 threads", digest((run("run " .. folder .. "/staged.lua --json --threads 2 "
  .. "--store " .. folder .. "/staged.db"))), digest(out))

-- ---- words -------------------------------------------------------------------------

check.equal("shown", show.text(ludus.lexicase { epsilon = "semi", sample = 5 }, view),
  'ludus.lexicase { epsilon = "semi", sample = 5 }')
check.equal("shown plain", show.text(ludus.lexicase {}, view), "ludus.lexicase")
local function wrong(words)
  local ok, told = pcall(load(('local ludus = require "ludus" local x = %s return x')
    :format(words), "=s.lua"))
  return ok and "no error" or told:match "ludus.*"
end
check.equal("an unknown epsilon", wrong 'ludus.lexicase { epsilon = "semy" }',
  "ludus.lexicase: field 'epsilon': expected none, static, semi or dynamic, "
  .. "got 'semy'; did you mean 'semi'?")
check.equal("an unknown field", wrong "ludus.lexicase { smaple = 5 }",
  "ludus.lexicase: unknown field 'smaple'; did you mean 'sample'?")
check.equal("no cases at all", wrong "ludus.lexicase { sample = -1 }",
  "ludus.lexicase: field 'sample': expected 0 to 16777216, got -1")
check.ok("the greatest sample", wrong "ludus.lexicase { sample = 16777216 }" == "no error")
check.equal("one past it", wrong "ludus.lexicase { sample = 16777217 }",
  "ludus.lexicase: field 'sample': expected 0 to 16777216, got 16777217")
check.equal("a second argument", wrong "ludus.lexicase(nil, { parsimony = true })",
  "ludus.lexicase takes one table, ludus.lexicase { sample = 20 }")
check.equal("an empty batch", wrong "ludus.lexicase { batch = 0 }",
  "ludus.lexicase: field 'batch': expected 1 to 16777216, got 0")
out = run("run " .. folder .. "/tree.lua --json --set 'select=lexicase{batch=4}' --store "
  .. folder .. "/set.db")
check.ok("--set", digest(out))

os.execute("rm -rf " .. folder)
return check.done()
