-- test_terminal.lua -- the session in a real terminal, by tmux.

local check  = dofile "tests/lua/check.lua"
local screen = dofile "tests/lua/screen.lua"

-- ---- a history that is no file -------------------------------------------------

-- A pipe stands for /dev/null, which root's history once made private. It is held
-- open here, so that nothing waits for its other end. In a process of its own: libedit
-- never frees the names of functions that it was given.
do
  local folder, write = check.folder()
  local path = folder .. "/pipe"
  os.execute("mkfifo -m 666 " .. path)
  local child = write("edit.lua", ([[
    local held = assert(io.open("%s", "r+"))
    local editor = require "ludus.core.terminal".open(function() end)
    editor:load "%s"
    editor:remember "1 + 1"
    editor:append("%s", "1 + 1")
    held:close() print "left"]]):format(path, path, path))
  check.equal("a pipe as history is left as it is", (check.run(
    'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" "$LUDUS" lua ' .. child
    .. " && stat -c %a " .. path)), "left\n666\n")
  os.execute("rm -r " .. folder)
end

-- An editor that was closed; and how long one may wait for a key, without a terminal.
do
  local folder, write = check.folder()
  local child = write("edit.lua", [[
    local terminal = require "ludus.core.terminal"
    local editor = terminal.open(function() end)
    editor:close()
    print(select(2, pcall(editor.remember, editor, "1 + 1")))
    print(terminal.key(0, 0, 1000))
    print(select(2, pcall(terminal.key, 0, 0, 1000.5)))]])
  check.equal("closed, no key, too long", (check.run('ASAN_OPTIONS="$ASAN_OPTIONS:'
    .. 'detect_leaks=0" "$LUDUS" lua ' .. child .. " </dev/null")),
    "bad argument #1 to '?' (was closed)\nnil\n"
    .. "bad argument #3 to 'ludus.core.terminal.key' (must be at most 1000)\n")
  os.execute("rm -r " .. folder)
end

-- Ctrl-C finds what runs, also after a coroutine that failed. (The loop has an end, or a
-- failure of this test would have none.)
do
  local folder, write = check.folder()
  local child = write("stop.lua", [[
    local terminal = require "ludus.core.terminal"
    print(terminal.stoppable(function()
      pcall(coroutine.wrap(function() error "failed" end))
      io.popen("kill -INT $PPID"):close()
      for _ = 1, 1e9 do end
    end, function(message) return message:gsub("^.*: ", "") end))]])
  check.equal("stopped in its loop", (check.run('"$LUDUS" lua ' .. child)),
    "false\tinterrupted\ttrue\n")
  os.execute("rm -r " .. folder)
end

-- A history that has grown long is written anew: for its owner alone, unlike files that
-- are written afterwards.
do
  local folder, write = check.folder()
  local long, fresh, after = folder .. "/long", folder .. "/fresh", folder .. "/after"
  write("long", "_HiStOrY_V2_\n" .. ("1\\040+\\0401\n"):rep(100000))
  local child = write("edit.lua", ([[
    local editor = require "ludus.core.terminal".open(function() end)
    editor:load "%s"
    editor:append("%s", "1 + 1")
    assert(io.open("%s", "w")):close()]]):format(long, fresh, after))
  check.equal("who may read what", (check.run('umask 022; ASAN_OPTIONS="$ASAN_OPTIONS:'
    .. 'detect_leaks=0" "$LUDUS" lua ' .. child .. (" && stat -c %%a %s %s %s"):format(long,
    fresh, after))), "600\n600\n644\n")
  check.ok("and it is short", #assert(io.open(long)):read "a" < 1 << 20)
  os.execute("rm -r " .. folder)
end

if not screen.there then
  print "tmux is not installed: nothing tested"
  return check.done()
end

local history = check.tmpname()
local s = screen.open { history = history }

local function see(name, pattern)
  local found, last = s:wait(pattern)
  if not found then io.write("looked for ", pattern, " in\n", last) end
  check.ok(name, found)
  return found
end

see("a greeting and a prompt", "Ludus [%d.]+ .*\n>")
s:type("1 + 1", "Enter")
see("a value", "^2$")
s:type("lud", "Tab", ".exper", "Tab", "Enter")
see("completion", "ludus.experiment\n")
s:type("for i = 1, 2 do", "Enter")
see("a second prompt", "^>>$")
s:type("print(i * 111)", "Enter", "end", "Enter")
see("several lines", "111\n222\n")
s:type("C-l", "Up")
see("Up gives the whole statement", "> for i = 1, 2 do\nprint%(i %* 111%)\nend\n")
s:type("Enter")
see("and it runs again", "^end\n111\n222$")
s:type("C-l", "function twice(x)", "Enter", "  return 2 * x", "Enter", "end", "Enter",
  "Up", "Left", "Left", "Left", "Left", "+1", "Enter", "twice(20)", "Enter")
see("it can be edited", "^41$")
s:type("C-l", "if true then", "Enter", "x = 5", "Enter")
see("two lines of three", ">> x = 5\n>>$")   -- Ctrl-C drops what was not read yet
s:type("C-c", "Up")
see("what was given up is kept", "> if true then\nx = 5$")
s:type("Enter", "end", "Enter", "x * 1001", "Enter")
see("and can be finished", "^5005$")
local endless = check.rings and "while true do end" or "while true do os.time() end"
s:type("print(5 * 111) " .. endless, "Enter")
see("a line runs", "^555$")
s:type("C-c")
see("Ctrl-C stops a line", "error: interrupted\n>$")
s:type("coroutine.wrap(function() print(6 * 111) " .. endless .. " end)()", "Enter")
see("a coroutine runs", "^666$")
s:type("C-c")
see("Ctrl-C stops a coroutine", "error: .*interrupted.*error: .*interrupted\n>$")
s:type("half a line", "C-c")
see("Ctrl-C gives a line up", "half a line%^C\n>")
s:type("'still here'", "Enter")
see("and goes on", '^"still here"$')
s:type(":quit", "Enter")
see("quit", "status 0")
s:close()

s = screen.open { history = history }
see("a new session", ">$")
s:type("Up", "Up", "Enter")
see("history", '^"still here"$')
s:type("C-l", "Up", "Up", "Up", "Up", "Up", "Up", "Up")
see("statements in the file", "> if true then\nx = 5\nend$")
s:type("C-c")
s:type("C-d")
see("Ctrl-D ends", "status 0")
s:close()
os.remove(history)

-- Two sessions at once share a history, and what ends a session is kept.
local first = screen.open { history = history }
local second = screen.open { history = history }
s = first
see("one session", ">$")
s:type("'from the first'", "Enter")
see("says something", '^"from the first"$')
s = second
see("another one", ">$")
s:type("'from the second'", "Enter")
see("too", '^"from the second"$')
s:type("os.exit(3)", "Enter")
see("and ends at once", "status 3")
s:close()
s = first
s:type("C-d")
see("the first ends later", "status 0")
s:close()
s = screen.open { history = history }
see("a third", ">$")
s:type("Up")
see("has what ended one", "> os.exit%(3%)$")
s:type("Up")
see("all of the second", "> 'from the second'$")
s:type("Up")
see("and of the first", "> 'from the first'$")
s:type("C-c", "C-d")
see("that is all", "status 0")
s:close()
os.remove(history)

s = screen.open {}
see("another session", ">$")
s:type("C-l", "print(7 * 111) while true do pcall(os.time) end", "Enter")
see("a line that catches errors runs", "^777$")
s:type("C-c")
see("one Ctrl-C stops it", "777\n%^Cerror: interrupted\n>$")
s:type("C-l", "print(6 * 111) while true do pcall(os.time) end", "Enter")
see("such a line runs again", "^666$")       -- not 777, which may still be there
s:type("C-c")                        -- two at once are for what does not stop: see below
see("it stops again", "666\n%^Cerror: interrupted\n>$")
s:type("C-c")
see("one Ctrl-C too many", "error: interrupted\n>")
s:type("C-l", "'still there'", "Enter")
see("ends nothing", '^"still there"$')
s:type("C-l", "print(8 * 111) while true do xpcall(coroutine.wrap(function() "
  .. "while true do pcall(os.time) end end), print) end", "Enter")
see("a coroutine that catches errors runs", "^888$")
s:type("C-c")
see("one Ctrl-C stops it, too", "888\n%^Cerror: interrupted\n>$")
s:type("C-l", "e = ludus.experiment { game = minesweeper.game {}, stop = ludus.never, "
  .. "generations = 10^9 // 1, program = ludus.tree {}, population = 20 }", "Enter",
  "print(9 * 111) while true do pcall(e.run, e) end", "Enter")
see("a line that catches the errors of runs", "^999$")
s:type("C-c")
see("one Ctrl-C stops that", "999\n%^Cerror: [^\n]*interrupted\n.*>$")
s:type("C-l", "print(5 * 111); ('a'):rep(1000):find(('a?'):rep(30) .. ('a*'):rep(30) .. 'b')",
  "Enter")
see("a C function that does not end", "^555$")
s:type("C-c")
see("Ctrl-C cannot stop it", "%^C$")
-- Two that come while the process waits for a core are one to it.
for _ = 1, 10 do
  s:type("C-c")
  if s:wait("status 130$", 40) then break end
end
see("a second one ends the process", "%^C%^C\n?status 130$")
s:close()

-- A schedule and a report that catch every error.
local folder, write = check.folder()
local catching = {
  { "a schedule that evolves", "schedule = function(run) while true do "
    .. "pcall(run.evolve, run, 1) end end" },
  { "a schedule that loops", "schedule = function() while true do pcall(os.time) end "
    .. "end" },
  { "a callback that loops", "on_generation = function() while true do "
    .. "pcall(os.time) end end" },
  { "a report that loops", "generations = 1, report = function() while true do "
    .. "pcall(os.time) end end" },
}
for i, row in ipairs(catching) do
  local script = write(("catching%d.lua"):format(i), ([[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game {}, program = ludus.tree {},
  population = 20, generations = 1000000, stop = ludus.never, %s }
]]):format(row[2]))
  s = screen.open { words = ("run %s --store %s/%d.db"):format(script, folder, i) }
  see(row[1] .. " runs", "gen +%d+")
  s:type("C-c")
  see("one Ctrl-C ends " .. row[1], "interrupted after [%d,]+ generations?, .*"
    .. "to go on: ludus resume 1 %-%-store [^\n]*\nstatus 0$")
  s:close()
end
os.execute("rm -r " .. folder)

s = screen.open { env = "TERM=dumb" }
see("a dumb terminal", ">$")
s:type("6 * 7", "Enter")
see("works too", "^42$")
local raw = check.tmpname()
os.execute(("%s pipe-pane 'cat >%s'"):format(s.tmux, raw))
for _, row in ipairs { { 'p = ludus.read "scripts/programs/quartetti-best.gp"', ">$" },
  { "g = minesweeper.game {}", ">$" }, { "p:strategy(g)", "s:unfold%(%) the whole tree" },
  { "p:profile(g)", "more lines$" }, { "t = p:trace(g, 1)", ">$" }, { "t:why()", "w:slice" },
  { "t:at(9)", "step 9 of" }, { "strategy?", "One decision tree" },
  { ":step t", "step 1 of" } } do
  s:type(row[1], "Enter")
  see("dumb: " .. row[1], row[2])
end
s:type("q", "Enter")
see("dumb: back", ">$")
local bytes = assert(io.open(raw)):read "a"
check.ok("a dumb terminal gets no escapes", #bytes > 1000 and not bytes:find "\27")
os.remove(raw)
s:close()

s = screen.open { env = "NO_COLOR=1" }
see("no colour", ">$")
s:type("{ 1, 'x' }", "Enter")
see("values", '{ 1, "x" }')
check.ok("no escape", not s:text(true):find("\27[33m", 1, true))
s:close()

s = screen.open {}
see("colour", ">$")
s:type("{ 1, 'x' }", "Enter")
see("coloured values", '{ 1, "x" }')
check.ok("an escape", s:text(true):find("\27[33m1", 1, true))
s:close()

return check.done()
