-- test_score.lua -- ludus score, ops, help: as a person types them.

local check = dofile("tests/lua/check.lua")

local function lines(text)
  local out = {}
  for line in text:gmatch("[^\n]*\n") do out[#out + 1] = line:sub(1, -2) end
  return out
end

-- Runs ludus and checks standard output, errors and status.
local function expect(name, words, out, err, status)
  local got_out, got_err, got_status = check.run('"$LUDUS" ' .. words)
  if out then check.equal(name .. ": output", got_out, out) end
  if err then check.equal(name .. ": errors", got_err, err) end
  check.equal(name .. ": status", got_status, status or 0)
  return got_out
end

local function temp(text)
  local path = check.tmpname()
  local f = assert(io.open(path, "wb"))
  f:write(text)
  f:close()
  return path
end

-- ---- golden values ---------------------------------------------------------------

local out = expect("the four programs", "score minesweeper scripts/programs/"
  .. "quartetti-unc0.gp scripts/programs/quartetti-row.gp "
  .. "scripts/programs/quartetti-gen0.gp scripts/programs/quartetti-best.gp "
  .. "--json", nil, "")
local want = {
  '{"adjusted":0.00041999160016799666,"exploded":1,"max":2449,"nodes":[2,1,1,1],"program":"scripts/programs/quartetti-unc0.gp","raw":69,"standardized":2380,"steps":72,"timed_out":0,"won":0}',
  '{"adjusted":0.000484027105517909,"exploded":6,"max":2449,"nodes":[7,7,8,5],"program":"scripts/programs/quartetti-row.gp","raw":384,"standardized":2065,"steps":2014,"timed_out":0,"won":0}',
  '{"adjusted":0.0005865102639296188,"exploded":13,"max":2449,"nodes":[28,20,35,28],"program":"scripts/programs/quartetti-gen0.gp","raw":745,"standardized":1704,"steps":9585,"timed_out":0,"won":0}',
  '{"adjusted":1,"exploded":1,"max":2449,"nodes":[162,81,52,12],"program":"scripts/programs/quartetti-best.gp","raw":2449,"standardized":0,"steps":91648,"timed_out":0,"won":35}',
}
for i, line in ipairs(lines(out)) do check.equal("program " .. i, line, want[i]) end

out = expect("cases", "score minesweeper scripts/programs/quartetti-best.gp "
  .. "--json --cases", nil, "")
check.ok("36 cases", select(2, out:gsub('"end"', "")) == 36)
check.ok("case 6 explodes", out:find('{"end":"exploded","raw":-1,"steps":23}', 1, true))

expect("text", "score minesweeper scripts/programs/quartetti-unc0.gp",
  "scripts/programs/quartetti-unc0.gp  2, 1, 1, 1 nodes\n"
  .. "  raw 69 of 2449 (2.8%), standardized 2380, adjusted 0.000420\n"
  .. "  72 steps; 0 won, 1 exploded, 0 timed out, of 36 cases\n", "")

expect("fields", "score minesweeper scripts/programs/quartetti-best.gp "
  .. "--set rows=4 --set cols=4 --json",
  '{"adjusted":0.017857142857142856,"exploded":10,"max":449,"nodes":[162,81,52,12],'
  .. '"program":"scripts/programs/quartetti-best.gp","raw":394,'
  .. '"standardized":55,"steps":10131,"timed_out":0,"won":6}\n', "")

-- ---- wrong usage -----------------------------------------------------------------

local usage = "usage: ludus score GAME PROGRAM... [--set k=v]... [--json] [--cases]\n"
expect("no words", "score", "",
  "ludus: 'ludus score' needs a game and a program file\n" .. usage, 2)
expect("unknown game", "score minesweper x", "",
  "ludus: unknown game 'minesweper'; did you mean 'minesweeper'?\n", 2)
expect("unknown option", "score minesweeper x --jsn", "",
  "ludus: unknown option '--jsn'; did you mean '--json'?\n", 2)
expect("unknown field", "score minesweeper x --set row=8", "",
  "ludus: --set row=8: unknown field 'row'; did you mean 'rows'?\n", 2)
expect("wrong value", "score minesweeper x --set rows=many", "",
  "ludus: --set rows=many: expected a whole number, got 'many'\n", 2)
expect("out of range", "score minesweeper x --set rows=65", "",
  "ludus: mines.game: field 'rows': expected 2 to 64, got 65\n", 2)
expect("no equals sign", "score minesweeper x --set rows", "",
  "ludus: option '--set': expected KEY=VALUE, got 'rows'\n", 2)
expect("no value", "score minesweeper x --set", "",
  "ludus: option '--set' needs a value\n", 2)
expect("unknown command", "scoer", "",
  "ludus: unknown command 'scoer'; did you mean 'score'?\ntry 'ludus help'\n", 2)
expect("version", "--version", "ludus " .. require("ludus").version .. "\n", "")

-- ---- broken files ----------------------------------------------------------------

local function broken(name, path, message)
  expect(name, "score minesweeper " .. path, "", "ludus: " .. message .. "\n", 2)
end

broken("no file", "no-such.gp", "no-such.gp: No such file or directory")
broken("a folder", "scripts", "scripts: is a folder, expected a file")

local path = temp("")
broken("empty", path, path .. ":1:1: expected a program, found the end of the text\n"
  .. "  \n  ^")
os.remove(path)

path = temp(("("):rep(1000000))
broken("a million parentheses", path, path
  .. ":1:2: expected a name after '(', found '('\n  " .. ("("):rep(72) .. "\n   ^")
os.remove(path)

path = temp("RPB " .. ("(NOT "):rep(100000) .. "1" .. (")"):rep(100000))
out = select(2, check.run('"$LUDUS" score minesweeper ' .. path))
check.ok("deep nesting", out:find(":1:5005: deeper than 1000 levels", 1, true))
os.remove(path)

path = temp((" "):rep(10 * 1024 * 1024))
broken("10 MB", path, path .. ": 10485760 bytes, larger than the limit of 1048576")
os.remove(path)

path = temp("RPB \0")
broken("a zero byte", path, path
  .. ":1:5: expected a tree, found a byte that no program has\n  RPB .\n      ^")
os.remove(path)

path = temp("\27[2J\xffx")
expect("bytes that steer the terminal", "score puzzle " .. path, "", "ludus: " .. path
  .. ":1:1: expected '(', got '.[2J.x'\n  .[2J.x\n  ^\n", 2)
os.remove(path)

path = temp("RPB (ADD 1, 2)")
broken("a comma", path, path .. ":1:11: expected a tree, found ',', which no program "
  .. "has\n  RPB (ADD 1, 2)\n            ^")
os.remove(path)

path = temp("RPB \xff\xfe")
broken("not UTF-8", path, path
  .. ":1:5: expected a tree, found a byte that no program has\n  RPB ..\n      ^")
os.remove(path)

-- ---- play -------------------------------------------------------------------------

out = expect("play", "play minesweeper --player scripts/programs/quartetti-gen0.gp "
  .. "--case 36", nil, "")
check.equal("the last board", out:match("\n\n.*"), [[


case 36 of 36: finished, raw 26, 329 steps

  m c c c 0 0
  0 0 0 0 0 0
  0 0 0 c 0 0
  c c c c c c
  c c c c c c
  c c c c c o
]])
expect("play case 37", "play minesweeper --player scripts/programs/quartetti-gen0.gp "
  .. "--case 37", "", "ludus: --case must be 1 to 36\n", 2)

-- ---- ops and help ----------------------------------------------------------------

out = expect("ops", "ops minesweeper", nil, "")
for _, name in ipairs { "PROGN", "IF", "ADD", "SUB", "EQ", "GT", "LT", "AND", "OR",
  "NOT", "MOV", "UNC", "MRK", "UNMRK", "NUM", "IFCOV", "MINES", "ROWS", "COLS",
  "ITER", "LOAD", "STORE", "MUL", "DIV", "DIR", "SUM", "MOST", "IDLE", "REST", "SHUT", "MORE", "OWN",
  "OTHER", "MRKOWN", "UNCOWN", "MOREDIR", "OWNDIR", "OTHERDIR", "MRKOWNDIR",
  "UNCOWNDIR" } do
  check.ok("ops lists " .. name, out:find("(" .. name, 1, true))
end
for field in pairs(require("ludus.minesweeper").fields) do
  check.ok("ops lists " .. field, out:find("\n  " .. field .. " ", 1, true))
end
local function fits(name, text)
  for _, line in ipairs(lines(text)) do
    check.ok(name .. " fits 80 columns: " .. line, #line <= 80)
  end
end
fits("ops", out)
out = expect("help", "help", nil, "")
fits("help", out)
for _, name in ipairs(require("ludus.cli").commands) do
  check.ok("help lists " .. name, out:find("ludus " .. name, 1, true))
  local told = expect("help " .. name, "help " .. name, nil, "")
  fits("help " .. name, told)
  expect(name .. " --help", name .. " --help", told, "")
end
for _, game in ipairs(require("ludus.script.games").which "plays") do
  local told = expect("help play " .. game, "help play " .. game, nil, "")
  fits("help play " .. game, told)
  check.ok("with its options", told:find("\n\noptions:\n  --", 1, true))
  expect("play " .. game .. " --help", "play " .. game .. " --help", told, "")
  expect("play " .. game .. " word", "play " .. game .. " word", "",
    "ludus: 'ludus play " .. game .. "' takes no words, only options"
    .. ": --player word\n", 2)
end
expect("help on a name", "help population",
  "population, field of ludus.experiment:\n  programs (default 1000)\n", "", 0)
for name, told in pairs {
  redirect = "ludus.redirect { ... }, operator of machines\n"
    .. "  one transition leads to a random state\n",
  onepoint = "ludus.onepoint { ... }, operator of trees\n"
    .. "  a subtree of the father in the same place, within the shape both have in\n"
    .. "    common (Poli, Langdon 1998)\n"
    .. "  retries = 100  (1 to 1000000)  attempts before a plain copy\n"
    .. "ludus.onepoint { ... }, operator of linear programs\n"
    .. "  the rest of a block from the other parent\n"
    .. "ludus.onepoint { ... }, operator of vectors\n"
    .. "  genes past a cut from the other parent\n",
  blend = "ludus.blend { ... }, operator of vectors of reals\n"
    .. "  each gene between its parents', or a little outside\n"
    .. "  alpha = 0.5  (0 to 2)  how far outside, of their distance\n",
  roulette = "ludus.roulette(scaling, { ... }), way to select\n"
    .. "  in proportion to the raw score; `scaling` gives the best so many times the\n"
    .. "    mean\n  scaling = 0  (0 to 100)\nfields:\n"
    .. "  adjusted     false      roulette, remainder, universal: fitness is 1 / (1 +\n"
    .. "    standardized) instead of the raw score\n"
    .. "  covariant    false      tournaments: the better is told by its rank, less as\n"
    .. "    much for its size as rank and size go along (covariant parsimony)\n"
    .. "  parsimony    false      of equal programs the smaller is chosen\n"
    .. "  smaller      0          tournaments: of two winners the smaller one is chosen\n"
    .. "    with half that chance, 1 to 2 (double tournament); 0: there is one winner\n"
    .. "  tarpeian     0          tournaments: the chance that a program larger than the\n"
    .. "    mean never wins\n",
  crowding = "crowding, scheme:\n"
    .. "  a child replaces the most similar of a few members (De Jong)\n",
} do
  expect("help " .. name, "help " .. name, told, "", 0)
end
expect("no help on such a game", "help play othelo", "",
  "ludus: no help on 'othelo'; did you mean 'othello'?\n", 2)
expect("too many words", "help run play", "",
  "ludus: 'ludus help' takes one word, or 'play' and a game\n", 2)

-- ---- options ---------------------------------------------------------------------

for words, message in pairs {
  ["--threads 1000"] = "option '--threads': expected 0 to 256, got '1000'",
  ["--threads -1"] = "option '--threads': expected 0 to 256, got '-1'",
  ["--threads 1.5"] = "option '--threads': expected a whole number, got '1.5'",
  ["--checkpoint -1"] = "option '--checkpoint': expected 0 to 1000000000, got '-1'",
  ["--seed 9223372036854775808"] = "option '--seed': expected -9223372036854775808 to "
    .. "9223372036854775807, got '9223372036854775808'",
  ["--seed 1 --seeds 1..3"] = "--seed and --seeds: one of them is enough",
  ["--store --json"] = "option '--store' needs a value",
} do
  expect(words, "run scripts/first.lua " .. words, "", "ludus: " .. message .. "\n", 2)
end
expect("help on nothing", "help scoring", "",
  "ludus: no help on 'scoring'\n", 2)

return check.done()
