-- test_repl.lua -- the session, without a terminal and from a pipe.

local check  = dofile "tests/lua/check.lua"
local repl   = require "ludus.repl"
local show   = require "ludus.repl.show"
local source = require "ludus.repl.source"

-- ---- a session -------------------------------------------------------------

local function session(options)
  local out = {}
  options = options or {}
  options.write = function(...)
    for _, text in ipairs { ... } do out[#out + 1] = text end
  end
  local s = repl.new(options)
  -- Feeds lines; what was written since.
  return function(...)
    local status
    for _, line in ipairs { ... } do status = s:feed(line) end
    local text = table.concat(out)
    for i = #out, 1, -1 do out[i] = nil end
    return text, status
  end, s
end

local say, s = session()

check.equal("an expression", say "1 + 1", "2\n")
check.equal("the last value", say "_ * 10", "20\n")
check.equal("several values", say "1, 'a', nil", "1\n\"a\"\nnil\n")
check.equal("a statement shows nothing", say "x = 5", "")
check.equal("it declared a name", say "x", "5\n")
check.equal("locals survive", say("local y, z = 7, 8", "y + z"), "15\n")
check.equal("local functions survive and recur",
  say("local function f(n) return n < 2 and 1 or n * f(n - 1) end", "f(5)"),
    "120\n")
check.equal("a local without a value is declared", say("local w", "w"), "nil\n")
check.equal("const", say("local k <const> = 3", "k"), "3\n")
check.equal("undeclared", say "undeclrd", "error: undeclared name 'undeclrd'\n")
check.equal("nearest", say "ludu",
  "error: undeclared name 'ludu'; did you mean "
  .. "'ludus'?\n")
check.equal("a function may not declare", say("function bad() q = 1 end",
  "bad()"),
  "error: input 16:1: undeclared name 'q' is written in a function; use 'local q', "
  .. "or assign to it at the prompt first\n")
check.equal("going on after an error", say "x", "5\n")
check.equal("globals of Lua are not touched", rawget(_G, "x"), nil)
check.equal("more", select(2, say "for i = 1, 2 do"), "more")
check.equal("still more", select(2, say "print(i)"), "more")
check.equal("complete", say "end", "1\n2\n")
check.equal("an expression of several lines", say("1 +", "2"), "3\n")
check.equal("a table of several lines", say("{ 1,", "2 }"), "{ 1, 2 }\n")
check.equal("a long string", say("[[a", "b]]"), "a\nb\n")
check.equal("lines at once", say "for i = 1, 2 do\n  print(i)\nend", "1\n2\n")
check.equal("and no end", select(2, say "do\n  x = 6"), "more")
check.equal("unfinished", s:unfinished(), "do\n  x = 6")
check.equal("their line", say "error 'three'\nend",
  "error: input " .. s.number .. ":3: three\n")
check.equal("nothing is left", s:unfinished(), nil)
check.equal("x as before", say "x = 5", "")
check.equal("a syntax error", say "x = = 2",
  "error: unexpected symbol near '='\n")
check.equal("an error in line 2 of an input", say("do", "error 'oops'", "end"),
  "error: input " .. s.number .. ":2: oops\n")
check.equal("an error object", say "error({})":match("^error: table:") ~= nil,
  true)
check.equal("nothing", say "   ", "")
check.equal("cancelling", select(2, say "if x then"), "more")
s:cancel()
check.equal("after cancelling", say "3", "3\n")
check.equal("games are at hand", say "minesweeper.name", '"minesweeper"\n')
check.equal("quit", select(2, say ":quit"), "quit")
check.equal("unknown command", say ":halp",
  "error: unknown command ':halp'; did you mean ':help'?\n")
check.ok("failed is remembered", s.failed)
check.equal("too long", (say(("x"):rep(1024 * 1024 + 1))),
  "error: an input of more than 1048576 bytes\n")
say("deep = 0", "function dive(n) return 1 + dive(n + 1) end")
check.ok("a stack overflow", say "dive(1)":find("stack overflow", 1, true))
check.equal("and on", say "1", "1\n")

-- ---- rewriting -------------------------------------------------------------

check.equal("lift", source.lift "local a, b = 1, 2 local c",
  "a, b = 1, 2 c = nil")
check.equal("inside blocks", source.lift "do local a = 1 end",
  "do local a = 1 end")
check.equal("inside functions",
  source.lift "f = function() local a end local b",
  "f = function() local a end b = nil")
check.equal("strings and comments",
  source.lift "s = 'local a' -- local b\nlocal c = 1",
  "s = 'local a' -- local b\nc = 1")
check.equal("long brackets", source.lift "s = [==[ local a ]] ]==] local b = 2",
  "s = [==[ local a ]] ]==] b = 2")
check.equal("close stays", source.lift "local f <close> = g()",
  "local f <close> = g()")
check.equal("repeat", source.lift "repeat local a = 1 until a local b",
  "repeat local a = 1 until a b = nil")

-- ---- showing ---------------------------------------------------------------

local view = show.view { width = 40, lines = 5 }
check.equal("a list", show.text({ 1, 2, "x" }, view), '{ 1, 2, "x" }')
check.equal("fields are sorted", show.text({ b = 1, a = true, [10] = 0 }, view),
  "{ [10] = 0, a = true, b = 1 }")
check.equal("empty", show.text({}, view), "{}")
local loop = {}
loop.me = loop
check.equal("a loop", show.text(loop, view), "{ me = (seen above) }")
check.equal("wide tables break", show.text({ ("x"):rep(30), ("y"):rep(30) },
  view),
  '{\n  "' .. ("x"):rep(30) .. '",\n  "' .. ("y"):rep(30) .. '",\n}')
check.equal("capped", show.text("1\n2\n3\n4\n5\n6\n7", view),
  "1\n2\n3\n4\n5\n... 2 more lines")
local big = {}
for i = 1, 1000 do big[i] = i end
check.ok("big tables are capped", #show.text(big, view) < 300)
check.equal("colour", show.text(1, show.view { colour = true }),
  "\27[33m1\27[0m")

-- ---- completion ------------------------------------------------------------

local _, c = session()
check.equal("a name", c:complete "ludu", "s")
check.equal("a field", c:complete "ludus.exp", "eriment")
check.equal("a module", c:complete "mines", "weeper")
check.equal("a command", c:complete ":he", "lp")
check.equal("a file", c:complete 'ludus.read "scripts/programs/quartetti-b',
  "est.gp")
check.equal("a folder", c:complete 'ludus.read "scripts/progr', "ams/")
check.equal("a file of :load", c:complete ":load scripts/programs/quartetti-b",
  "est.gp")
c:feed "p = ludus.parse 'RPB (UNC 0)'"
check.equal("a method", c:complete "p:bran", "ches")
check.equal("nothing", c:complete "zzz", nil)
check.equal("nothing of nothing", c:complete "", nil)
check.ok("choices", select(2, c:complete "ludus."):find("tournament", 1, true))

-- ---- help ------------------------------------------------------------------

check.ok("help on a primitive", say "UNC?":find("uncovers the square", 1, true))
check.ok("help on an option", say "num_covered?":find("what NUM gives", 1,
  true))
check.ok("help on an operator", say "hoist?":find("operator of trees", 1, true))
check.ok("help on a selection", say "ludus.tournament?":find("way to select", 1,
  true)
  or say "tournament?":find("way to select", 1, true))
check.ok("help on a word of scripts", say "ludus.experiment?":find(
  "\n  cache        20         the score cache", 1, true))
check.ok("and without 'ludus.'", say "experiment?":find("ludus.experiment { ... }\n", 1,
  true))
check.equal("help on a field", say "near?", "near, field of ludus.niche:\n"
  .. "  programs at most so many slots away, round a ring, are neighbours (default\n"
  .. "    100)\nnear, field of ludus.tournament:\n"
  .. "  tournaments are held among the programs at most so many slots from the\n"
  .. "    child's, round a ring; 0: among all (default 0)\n")
check.equal("a default that is a function", say "solved?":match "%(default.*",
  "(default ludus.solved)\n")
check.equal("a default that is a table", say "extras?", "extras, option of minesweeper:"
  .. "\n  optional primitives: MINES, ROWS, COLS, ITER, LOAD, STORE, MUL, DIV, DIR, SUM,"
  .. "\n    MOST, IDLE, REST, SHUT, MORE, OWN, OTHER, MRKOWN, UNCOWN, MOREDIR, OWNDIR,"
  .. "\n    OTHERDIR, MRKOWNDIR, UNCOWNDIR (default {})\n")
check.ok("help on a function", say "plot.text?":find("ludus/plot.lua:", 1,
  true))
say 'tree = ludus.parse "(UNC 0)"'
check.ok("help on a verb", say "tree.simplify?":find("behaves the same", 1, true))
check.ok("help on a method of C", say "tree:graft?":find("in place of node i's", 1,
  true))
check.ok("help on a module", say "othello?":find("positions, players", 1, true))
check.ok("help on a command", say "step?":find("walks through a trace", 1,
  true))
check.ok("source", say "ludus.read??":find("function program.read", 1, true))
check.equal("no help", say "ludus.nothing?",
  "error: no help on 'ludus.nothing'\n")
check.equal("near help", say "UNCC?",
  "error: no help on 'UNCC'; did you mean 'UNC'?\n")
check.ok("doc", say ":doc UNC":find("uncovers the square", 1, true))
check.ok("apropos", say ":apropos uncover":find("UNC", 1, true))
check.ok("ops", say ":ops minesweeper":find("IFCOV", 1, true))
check.ok("time", say ":time 1 + 1":find("^2\n%d+%.%d+ s"))
local all = say ":help"
for _, row in ipairs(require("ludus.repl.commands").rows) do
  check.ok("help lists " .. row.name, all:find(row.usage, 1, true))
end
for line in all:gmatch("[^\n]+") do check.ok("help fits", #line <= 80) end

-- ---- from a pipe -----------------------------------------------------------

local function pipe(text, name, out, err, status)
  local path = check.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  local got_out, got_err, got_status = check.run('"$LUDUS" <' .. path)
  os.remove(path)
  check.equal(name .. ": output", got_out, out)
  check.equal(name .. ": errors", got_err, err)
  check.equal(name .. ": status", got_status, status)
end

pipe("1 + 1\nlocal x = 2\nx", "good lines", "2\n2\n", "", 0)
pipe("nope\n7\n", "a failed line", "7\n", "error: undeclared name 'nope'\n", 1)
pipe("for i = 1, 2 do\n", "unfinished", "",
  "error: 'end' expected near <eof>\n", 1)
pipe("1\n:quit\n2\n", "quit", "1\n", "", 0)
pipe("", "nothing", "", "", 0)
pipe("\0\255\n", "bytes", "", "error: unexpected symbol\n", 1)
check.equal("words", select(2, check.run '"$LUDUS" repl x'),
  "ludus: 'ludus repl' takes no words\n")

return check.done()
