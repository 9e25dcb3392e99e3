-- test_host.lua -- the state scripts run in: where its library comes from, and what is
-- said when that fails.
local check = dofile "tests/lua/check.lua"

local folder, write = check.folder()
os.execute("mkdir -p " .. folder .. "/ludus/script")

-- The first line that ludus says with the library in that folder, and its status.
local function said(path)
  local out, err, status = check.run(("LUDUS_PATH=%s $LUDUS --version"):format(path))
  return out .. err:match "[^\n]*", status
end

local version = check.run "$LUDUS --version"
check.equal("the library of a folder", (said "stdlib"), version)
check.equal("an empty name is none", (said "''"), version)

local message, status = said(folder)
check.equal("a folder without it", message,
  ("ludus: cannot open %s/ludus/script/strict.lua: No such file or directory"):format(folder))
check.equal("fails", status, 1)
for _, case in ipairs {
  { "return 1 +", "@/ludus/script/strict.lua:1: unexpected symbol near <eof>" },
  { "error 'no'", "@/ludus/script/strict.lua:1: no" },
  { "error {}", "(error object is a table value)" },
  { "error(setmetatable({}, { __tostring = function() return 'an object' end }))",
    "an object" },
} do
  write("ludus/script/strict.lua", case[1])
  message, status = said(folder)
  check.equal("a library that says " .. case[1], message,
    "ludus: " .. case[2]:gsub("@", folder))
  check.equal("fails, too", status, 1)
end

write("broken.lua", "return 1 +")
write("good.lua", "return { answer = 42, place = ... }")
local out = check.run("$LUDUS lua " .. write("asks.lua", ([[
package.path = "%s/?.lua"
print(require "good".answer, require "good".place)
print(pcall(require, "broken"))
print(select(2, pcall(require, "missing")))
print(select(2, pcall(function() return (require "ludus.otello") end)))]]):format(folder)))
check.equal("modules beside a script", out, ("42\tgood\nfalse\terror loading module "
  .. "'broken':\n\t%s/broken.lua:1: unexpected symbol near <eof>\n"
  .. "no module 'missing', neither in Ludus nor on Lua's paths\n%s/asks.lua:5: no "
  .. "module 'ludus.otello', neither in Ludus nor on Lua's paths; did you mean "
  .. "'ludus.othello'?\n"):format(folder, folder))

-- ---- what is ours in it -------------------------------------------------------------

local wrap = coroutine.wrap(function() error("no", 0) end)
check.error("an error of a wrapped coroutine has the place of its caller",
  function() wrap() end,
  ("tests/lua/test_host.lua:%d: no"):format(debug.getinfo(1, "l").currentline - 1))
local thrown = {}
wrap = coroutine.wrap(function() error(thrown) end)
check.equal("an object has none", select(2, pcall(wrap)), thrown)

local system = require "ludus.core.system"
check.equal("a file that holds what was written", system.write(folder .. "/w", "text"), true)
check.equal("indeed", system.read(folder .. "/w", 100), "text")
for _, text in ipairs { "x", ("x"):rep(100000) } do
  local ok, why = system.write("/dev/full", text)
  check.equal("a full disk, " .. #text .. " bytes", tostring(ok) .. " " .. why,
    "nil /dev/full: No space left on device")
end
check.equal("no folder", select(2, system.write(folder .. "/none/w", "")),
  folder .. "/none/w: No such file or directory")

os.execute("rm -r " .. folder)
return check.done()
