-- Games in Lua whose programs are linear ones or machines: what they mean, what they
-- cost, matches, threads, resuming, mistakes.
local check  = dofile "tests/lua/check.lua"
local linear = require "ludus.linear"
local ludus  = require "ludus"

local folder, write = check.folder()

local function run(words) return check.run('"$LUDUS" ' .. words) end

local function digest(text) return text:match('"digest":"(%x+)"') end

-- ---- linear programs ------------------------------------------------------------------

local blocks = { { "Walk", 10 }, { "Turn", 5 } }
local instructions = {
  { "Step", function(s) s.x = s.x + s.facing s.log[#s.log + 1] = "S" end, help = "on" },
  { "IfFar", test = function(s) return s.x > 3 end },
  { "IfOdd", test = function(s) return s.x % 2 == 1 end },
  { "Back", function(s) s.facing = -s.facing s.log[#s.log + 1] = "B" end },
  { "Twice", combine = { "Step", "IfFar", "Step" } },
  { "Halt", function() return true end },
  { "Jump", jump = true },
}

local function start(x) return { x = x, facing = 1, log = {} } end

local function game_with(more)
  local fields = { name = "walker", program = "linear", blocks = blocks,
    registers = { "x", "facing" }, instructions = instructions, cases = { 0, 1, 2 },
    start = start, budget = 60, score = function(s) return s.x + #s.log * 100 end }
  for key, value in pairs(more or {}) do fields[key] = value end
  return ludus.game(fields)
end

local game = game_with()
local walk = game:read "Walk\nStep\nIfFar\nJump\nTurn\nBack\nJump"
check.equal("a line is a step, and so is starting again", game:play(walk, 1).steps, 60)
check.equal("prints as it is read", tostring(game:read(tostring(walk))), tostring(walk))
check.equal("done ends it", game_with { done = function(s) return s.x == -2 end }
  :play(walk, 1).steps, 30)
check.equal("an instruction that gives true ends it",
  game:play(game:read "Walk\nStep\nHalt\nStep", 1).steps, 2)
check.equal("the budget is exact", game:with { budget = 7 }:play(walk, 1).steps, 7)

-- The same as the set's own run, for random programs, both ways of skipping.
local set = linear.set { name = "walker", blocks = blocks, registers = { "x" },
  instructions = instructions }
local chance, agree = ludus.rng(3), 0
for i = 1, 200 do
  local nested = i % 2 == 0
  local text = tostring(set:random(chance))
  local s, case = start(i % 3), game:with { nested = nested }
  local _, steps = set:run(text, s, { budget = 60, nested = nested })
  local played = case:play(case:read(text), i % 3 + 1)
  if played.steps == steps and played.raw == s.x + #s.log * 100 then
    agree = agree + 1
  end
end
check.equal("as set:run plays them", agree, 200)

local dear = { table.unpack(instructions) }
dear[1] = { "Step", instructions[1][2], cost = 5 }
dear[4] = { "Back", instructions[4][2], cost = 0 }
local costly = game_with { instructions = dear, budget = 24 }
check.equal("costs of instructions", costly:play(costly:read "Walk\nStep", 1).steps, 24)
check.equal("... which must be left whole",
  costly:with { budget = 22 }:play(costly:read "Walk\nStep", 1).steps, 18)
check.equal("free ones cost nothing",
  costly:play(costly:read "Walk\nBack\nBack\nHalt", 1).steps, 1)
check.error("a program of another game", function()
  game_with { instructions = { instructions[1] } }:score(walk)
end, "program:3:4: unknown instruction 'IfFar'\n  2. IfFar\n     ^")

-- A trace does what the engine does.
local look = game_with { show = function(s) return ("%d %d"):format(s.x, #s.log) end,
  done = function(s) return s.x == -2 end }
agree = 0
for i = 1, 100 do
  local p = look:with { nested = i % 2 == 0 }
  local text = tostring(set:random(chance))
  local t, played = p:trace(text, i % 3 + 1), p:play(p:read(text), i % 3 + 1)
  if #t == played.steps then agree = agree + 1 end
end
check.equal("traces are as long as games", agree, 100)
local t = look:trace(walk, 1)
check.equal("block and line of a step", t:at(13).block .. " " .. t:at(13).line .. " "
  .. t:at(13).name, "Turn 1 Back")
check.equal("registers of a step", t:at(13).registers.x, "4")
check.equal("its picture", t:at(13).picture, "4 4")
check.ok("registers of the state", not t.driver.title:find("register", 1, true))
check.equal("a register that the state has not", game_with { registers = { "x", "facng",
  "goal" } }:trace(walk, 1).driver.title:match "\n.*",
  "\nregister 'facng': the state has no such field; did you mean 'facing'?"
  .. "\nregister 'goal': the state has no such field")

-- Matches: an instruction that gives true ends the turn; each program goes on where
-- it stopped. Whoever takes the last stone wins.
local nim = ludus.game { name = "nim", program = "linear", blocks = { { "Main", 8 } },
  instructions = {
    { "Take", function(s)
      s.left, s.by = s.left - 1, s.by .. s.player
      if s.left == 0 then s.winner = s.player end
    end },
    { "IfOdd", test = function(s) return s.left % 2 == 1 end },
    { "Pass", function() return true end },
  },
  cases = { 5, 6 }, start = function(n) return { left = n, by = "" } end,
  done = function(s) return s.winner ~= nil end, budget = 200,
  score = function(s, _, _, me) return s.winner == me and 1 or 0 end, max = 1,
  show = function(s) return s.by end,
  rivals = { "Main\nTake\nPass", "Main\nTake\nTake\nPass" } }
local even = nim:read "Main\nTake\nIfOdd\nTake\nPass"
check.equal("two cases, two rivals, two seats", #nim:score(even).cases, 8)
check.equal("they take turns", nim:play(even, 1).picture, "12121")
check.equal("... from the other seat", nim:play(even, 2).picture, "12212")
check.equal("... and go on where they stopped", nim:play(even, 3).picture, "12211")
check.error("a rival that cannot be read", function()
  local bad = nim:with { rivals = { "Main\nTake\nTwo" } }
  bad:score(bad:read "Main\nTake")
end, "rival:3:1: unknown instruction 'Two'\n  Two\n  ^")

-- ---- machines --------------------------------------------------------------------------

local seen = {}
local pd = ludus.game { program = "machine", cases = 1, budget = 4,
  start = function() return { 0, 0 } end,
  turn = function(s, first, second)
    seen[#seen + 1] = first .. second
    s[1] = s[1] + (second == "c" and 3 or 0)
    s[2] = s[2] + (first == "c" and 3 or 0)
  end,
  score = function(s, _, _, me) return s[me] end,
  rivals = { "c01 d01", "d00" } }
local one = pd:score(pd:read "d00")
check.equal("machines against machines, both seats", table.concat(seen, " "),
  "dc dd dd dd cd dd dd dd dd dd dd dd dd dd dd dd")
check.equal("judged from its own seat", one.raw, 6)
check.error("a machine that cannot be read", function()
  local bad = pd:with { rivals = { "c0" } }
  bad:score(bad:read "d00")
end, "rival:1:1: expected a group like c01 or c10.11, got 'c0'\n  c0\n  ^")

local crowd = {}
for i = 1, 100 do crowd[i] = "d00" end
check.equal("a hundred rivals are met from both seats", #pd:with { rivals = crowd }
  :score(pd:read "c00").cases, 200)
check.ok("one more is refused", not pcall(pd.with, pd, { rivals = { "c00",
  table.unpack(crowd) } }))

local rude = ludus.game { program = "machine", cases = { 1 }, name = "rude",
  turn = function() return "x" end, score = function() return 1 end }
check.refused("a move that is none", function() rude:play(rude:read "c00", 1) end,
  "ludus.game: field 'turn' must give \"c\", \"d\" or nil, gave x\n"
  .. "  in function 'turn', case 1")

-- Moves and observations of the game's own.
local doors = { program = "machine", cases = { "left", "right" }, budget = 6,
  alphabet = { moves = { "left", "right", "wait" }, sees = { "open", "shut" } },
  start = function(case) return { door = case, through = 0 } end,
  turn = function(s, move)
    if move == s.door then s.through = s.through + 1 end
    return move == s.door and "open" or "shut"
  end,
  score = function(s) return s.through end }
local door_game = ludus.game(doors)
local seeker = door_game:read("moves left right wait sees open shut 0: left open->0 "
  .. "shut->1 1: right open->1 shut->0")
check.equal("a machine of three moves and two things to see", door_game:score(seeker).raw, 11)
check.error("a machine of the dilemma does not fit", function() door_game:read "c00" end,
  "(text):1:1: a machine with the moves c, d cannot play a game with left, right, wait\n"
  .. "  c00\n  ^")
check.ok("nor as a value", not pcall(door_game.score, door_game,
  require "ludus.machine".parse "c00"))
doors.turn = function() return "locked" end
local locked = ludus.game(doors)
check.refused("an observation that is none", function() locked:play(seeker, 1) end,
  "ludus.game: field 'turn' must give \"open\", \"shut\" or nil, gave locked\n"
  .. "  in function 'turn', case 1")
local other_species = pcall(function()
  return require "ludus.core.evolve".new(ludus.machine {}:species(), door_game,
    { population = 2, seed = 1, threads = 1, cache = 0 })
end)
check.ok("machines of other moves are not scored", not other_species)

local rps = [[
local ludus = require "ludus"
local worth = { rs = 1, pr = 1, sp = 1, sr = -1, rp = -1, ps = -1 }
return ludus.experiment { population = 40, generations = 12, program = ludus.machine {},
  game = ludus.game { program = "machine", alphabet = { "r", "p", "s" }, cases = 1,
    budget = 20, start = function() return { 0, 0 } end,
    turn = function(s, one, two)
      s[1], s[2] = s[1] + (worth[one .. two] or 0), s[2] + (worth[two .. one] or 0)
    end,
    score = function(s, _, _, me) return s[me] end,
    rivals = { "moves r p s r012 p012 s012", "moves r p s s000" } } }
]]
write("rps.lua", rps)
local one_thread = digest(run(("run %s/rps.lua --json --threads 1 --store %s/rps.db")
  :format(folder, folder)))
check.ok("machines of three moves evolve", one_thread)
check.equal("alike on two threads", digest(run(("run %s/rps.lua --json --threads 2 --store "
  .. "%s/rps.db"):format(folder, folder))), one_thread)
check.ok("and are read back from the store", run(("show 1 --store %s/rps.db"):format(folder))
  :find("moves r p s\nstart ", 1, true))

-- ---- sets of instructions ---------------------------------------------------------------

local go = { "Go", function() end }
local function wrong_set(name, fields, message)
  local given = { blocks = { { "B", 5 } }, instructions = { go } }
  for key, value in pairs(fields) do given[key] = value end
  check.error(name, function() linear.set(given) end, "linear.set: " .. message)
end
local long = ("x"):rep(32)
wrong_set("a long name", { registers = { long } }, "'" .. long .. "' is longer than 31 letters")
local crowd = {}
for i = 1, 33 do crowd[i] = "r" .. i end
wrong_set("many registers", { registers = crowd }, "registers: expected at most 32, got 33")
wrong_set("many parts", { instructions = { go, { "All", combine =
  { "Go", "Go", "Go", "Go", "Go", "Go", "Go", "Go", "Go" } } } },
  "instruction 'All' combines 9 others, expected 1 to 8")
local bare = linear.set { blocks = { { "B", 5 } }, instructions = { go } }
bare.functions[2] = nil
check.refused("an instruction without function", function() bare:run("B\nGo", {}) end,
  "instruction 'Go' has no function")
wrong_set("many lines", { blocks = { { "B", 1001 } } },
  "block 'B': capacity must be 1 to 1000, got 1001")

-- ---- runs -----------------------------------------------------------------------------

local robot = "run scripts/linear-robot.lua --json --set population=60 "
  .. "--set generations=8 --store " .. folder .. "/s.db"
local want = digest((run(robot .. " --threads 1")))
check.ok("linear programs evolve", want)
check.equal("the same digest on 2 threads", digest((run(robot .. " --threads 2"))), want)
check.equal("lineages replay",
  select(3, run("show 1 --lineage --store " .. folder .. "/s.db")), 0)
local file = assert(io.open("scripts/linear-robot.lua"))
local text = file:read "a"
file:close()
write("dying.lua", (text:gsub("elite       = 2,", "elite = 2, stop = ludus.never,\n"
  .. "  on_generation = function(run) if run.generation == 4 and not io.open('" .. folder
  .. "/died') then io.open('" .. folder .. "/died', 'w'):close() os.exit(9) end end,")))
local killed = " --checkpoint 0 --store " .. folder .. "/k.db"
check.equal("killed", select(3, run("run " .. folder .. "/dying.lua --quiet --set "
  .. "population=60 --set generations=8" .. killed)), 9)
check.equal("the same digest after a resume",
  digest((run("resume 1 --json --threads 2" .. killed))), want)

-- ---- mistakes ---------------------------------------------------------------------------


local function told(name, fields, message)
  fields.cases, fields.score = 1, function() return 1 end
  local ok, got = pcall(ludus.game, fields)
  check.ok(name .. ": refused", not ok)
  check.equal(name, (tostring(got):gsub("[^\n]-: ludus%.game: ", "")), message)
end

told("no blocks, no instructions", { program = "linear" },
  "field 'blocks' is missing: blocks of linear programs: rows { name, lines }\n"
  .. "field 'instructions' is missing: instructions of linear programs: rows { name, "
  .. "function }, { name, test = function }, { name, combine = { names } }, { name, "
  .. "jump = true }")
told("fields of trees", { program = "linear", blocks = blocks, primitives = {},
  instructions = instructions, repeats = true, turn = print },
  'field \'primitives\' is for program = "tree", not "linear"\n'
  .. 'field \'repeats\' is for program = "tree", not "linear"\n'
  .. "field 'turn' is for trees and machines, not for program = \"linear\": an "
  .. "instruction that gives true ends a turn")
told("blocks without a kind", { blocks = blocks, primitives = { X = { 0, print } } },
  'field \'blocks\' is for program = "linear", not "tree"')
told("an instruction without a function", { program = "linear", blocks = blocks,
  instructions = { { "Go" } } },
  "instruction 'Go' needs a function, test, combine or jump")
told("an instruction with wrong fields", { program = "linear", blocks = blocks,
  instructions = { { "Go", print, cots = 1 }, { "Stop", test = 3 } } },
  "instruction 'Go': unknown field 'cots'; did you mean 'cost'?\n"
  .. "instruction 'Stop': field 'test': expected a function, got 3")
told("a block too large", { program = "linear", blocks = { { "A", 1001 } },
  instructions = instructions }, "field 'blocks': expected rows { name, lines }, 1 to 1000 "
  .. "lines, got { 'A', 1001 }")
told("an alphabet for trees", { primitives = { X = { 0, print } }, alphabet = { "a" } },
  'field \'alphabet\' is for program = "machine", not "tree"')
told("a name twice", { program = "machine", turn = print, alphabet = { "a", "a" } },
  "field 'alphabet': expected names of moves and observations: field 'moves': 'a' is named "
  .. "twice, got { 'a', 'a' }")
told("a field of alphabets that is none", { program = "machine", turn = print,
  alphabet = { moves = { "a" }, see = { "b" } } }, "field 'alphabet': expected names of "
  .. "moves, or { moves = names, sees = names }, not 'see', got a table")
told("rivals that see no moves", { program = "machine", turn = print, rivals = { "a0" },
  alphabet = { moves = { "a" }, sees = { "b" } } }, "field 'alphabet': with rivals a machine "
  .. "sees the other's moves: moves and sees must be the same")
told("a machine game without turn", { program = "machine" },
  "field 'turn' is missing: machines need its answers")

os.execute("rm -rf " .. folder)
return check.done()
