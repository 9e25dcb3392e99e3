-- test_terminal.lua -- the session in a real terminal, by tmux.

local check  = dofile "tests/lua/check.lua"
local screen = dofile "tests/lua/screen.lua"

if not screen.there then
  print "tmux is not installed: nothing tested"
  return check.done()
end

local history = os.tmpname()
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
s:type("C-l", "if true then", "Enter", "x = 5", "Enter", "C-c", "Up")
see("what was given up is kept", "> if true then\nx = 5$")
s:type("Enter", "end", "Enter", "x * 1001", "Enter")
see("and can be finished", "^5005$")
local endless = check.rings and "while true do end" or "while true do os.time() end"
s:type("print(5 * 111) " .. endless, "Enter")
see("a line runs", "^555$")
s:type("C-c")
see("Ctrl-C stops a line", "error: interrupted")
s:type("coroutine.wrap(function() print(6 * 111) " .. endless .. " end)()", "Enter")
see("a coroutine runs", "^666$")
s:type("C-c")
see("Ctrl-C stops a coroutine", "error: .*interrupted.*error: .*interrupted")
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

s = screen.open { env = "TERM=dumb" }
see("a dumb terminal", ">$")
s:type("6 * 7", "Enter")
see("works too", "^42$")
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
