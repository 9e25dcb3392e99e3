-- test_web.lua -- the program for browsers gives what the native one gives, to the bit.
--
-- `make test` builds it first where emscripten is installed; elsewhere nothing is tested.
local check = dofile "tests/lua/check.lua"

local built = io.open "build/web/page/ludus.wasm"
if not built then
  print "the page is not built (make web): nothing tested"
  check.ok("nothing to test", true)
  return check.done()
end
built:close()

-- All four kinds of programs; games in C, in Lua and by rules; reals, data, stages.
local scripts = {}
for name in ([[ant evolve-machine keijzer linear-robot minesweeper-two-mines multiplexer
  othello-gp parity regression regression-csv rock-paper-scissors size-fair staged
  tictactoe]]):gmatch "%S+" do
  scripts[#scripts + 1] = "scripts/" .. name .. ".lua"
end

local words = "--seed 3 --threads 1 --set population=40 --set generations=5"
local out = check.run(("node --no-experimental-fetch tests/web/digests.cjs %s -- %s"):format(
  words, table.concat(scripts, " ")))
local found = {}
for script, digest in out:gmatch "(%S+) (%x+)\n" do found[script] = digest end
for _, script in ipairs(scripts) do
  local native = check.run(('"$LUDUS" run %s %s'):format(script, words))
  check.equal(script, found[script], native:match "digest (%x+)")
end

return check.done()
