-- test_web.lua -- the program for browsers gives what the native one gives, to the bit,
-- and the page does what it should in a real browser.
--
-- `make test` builds it first where emscripten and chromium are installed; elsewhere
-- nothing is tested but the Lua that answers the page.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"
local session = require "ludus.web.session"

-- ---- the questions of a page, asked here --------------------------------------------

local function ask(q) return json.decode(session.ask(json.encode(q))) end

os.remove(os.getenv "LUDUS_STORE")
local OWN = [[
local ludus = require "ludus"
return ludus.experiment {
  game = ludus.game {
    rules = "var x, y  UP cost 1 { y = y + 1 }  SIDE cost 1 { x = x + 1 }"
      .. " BOTH(a, b) { b }  score { min(x, 5) + min(y, 3) }",
    budget = 8, max = 8, show = function(s) return ("."):rep(s.x) .. "@" end,
    cells = { ["@"] = "blue" },
  },
  program = ludus.tree { nodes = 20 }, population = 30, generations = 4, stop = ludus.never,
}
]]

local function lines_of(answer)
  local list = {}
  for i, m in ipairs(answer.mistakes) do list[i] = ("%s: %s"):format(m.line, m.text) end
  return table.concat(list, "\n")
end

check.equal("no mistakes", lines_of(ask { op = "check", source = OWN }), "")
check.equal("all mistakes, each at its line",
  lines_of(ask { op = "check", source = OWN:gsub("population", "populaton")
    :gsub("blue", "bleu") }),
  "7: ludus.game: field 'cells': expected a colour for '@': red, orange, yellow, green, "
    .. "teal, blue, purple, grey, got a table")
check.equal("a text that is no Lua",
  lines_of(ask { op = "check", source = "return (" }),
  "1: unexpected symbol near <eof>")
check.equal("a script that returns something else", lines_of(ask { op = "check",
  source = "return 3" }), "1: the script returns a number; it must return an experiment or "
    .. "a study")
check.equal("nothing to look at yet", ask { op = "tiles" }.mistakes[1].text,
  "nothing has been bred yet")

check.ok("it starts", ask { op = "start", source = OWN, seed = 3 }.ok)
local first = ask { op = "next" }
check.equal("the first generation", first.figures.generation, 0)
check.equal("its population", first.figures.population, 30)
check.equal("a tile each", #ask { op = "tiles" }.raw, 30)
local best = ask { op = "program" }
check.ok("the best is a tree", best.tree and #best.nodes >= 1)
local t = ask { op = "trace", text = best.text, case = 1 }
check.equal("the colours of its cells", t.cells["@"], "blue")
check.equal("a state's picture", ask { op = "state", step = 1 }.picture, "@")
check.equal("past the end is the end", ask { op = "state", step = 1000 }.over, true)
local out = ask { op = "knock", text = best.text, node = 1 }
check.ok("a node knocked out", out.ok and out.after <= out.before)
check.equal("worth of each node", #ask { op = "impact", text = best.text }.loss, #best.nodes)
local cross = ask { op = "cross" }
check.ok("a crossover", cross.ok and cross.mother.span >= 1 and cross.child.raw >= 0)
check.ok("a program of another game is refused",
  not ask { op = "trace", text = "RPB (JUMP)", case = 1 }.ok)
local last
repeat last = ask { op = "next" } until last.over
local folder, file = check.folder()
local path = file("own.lua", OWN)
local native = check.run(('"$LUDUS" run %s --seed 3 --store %s/s.db'):format(path, folder))
check.equal("looking changes nothing: the digest of ludus run", last.result.digest,
  native:match "digest (%x+)")
check.equal("a stored run", #ask { op = "runs" }.runs, 1)

-- A study stops after each generation of each of its runs, too.
ask { op = "start", seed = 1, source = [[
  local ludus = require "ludus"
  local mines = require "ludus.minesweeper"
  return ludus.study { name = "two", run = function(s)
    for i = 1, 2 do
      ludus.evolve({ game = mines.game {}, program = ludus.tree { nodes = 20 },
        population = 10, generations = 3 }, { seed = i })
    end
  end }]] }
local generations, runs = 0, 0
repeat
  local a = ask { op = "next" }
  if a.figures then generations = generations + 1 end
  if a.another then runs = runs + 1 end
until a.over
check.equal("generations of both parts", generations, 6)
check.equal("two runs", runs, 2)

-- ---- the program for browsers ---------------------------------------------------------

local built = io.open "build/web/page/ludus.wasm"
if not built or check.run "command -v chromium" == "" then
  print "the page is not built (make web), or there is no chromium: no browser tested"
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
local printed = check.run(
  ("node --no-experimental-fetch tests/web/digests.cjs %s -- %s"):format(words,
  table.concat(scripts, " ")))
local found = {}
for script, digest in printed:gmatch "(%S+) (%x+)\n" do found[script] = digest end
for _, script in ipairs(scripts) do
  local by_native = check.run(('"$LUDUS" run %s %s'):format(script, words))
  check.equal(script, found[script], by_native:match "digest (%x+)")
end

-- ---- the page in chromium --------------------------------------------------------------

local said, err = check.run "node tests/web/page.cjs"
for verdict, name in said:gmatch "(%u*%l*) ([^\n]*)\n" do
  if verdict == "ok" then check.ok(name, true)
  elseif verdict == "FAIL" then check.equal(name, "FAIL", "ok") end
end
check.ok("the page was tested to the end: " .. err, said:find "nothing is asked of other hosts")
local own = io.open("tests/web/page.cjs"):read "a":match "const OWN = `(.-)`;":gsub("\\\\", "\\")
for name, seed in pairs { own = 1, phone = 7 } do
  local by_native = check.run(('"$LUDUS" run %s --seed %d --store %s/s.db'):format(
    file("page.lua", own), seed, folder))
  check.equal("digest in chromium, " .. name, said:match("digest " .. name .. " (%x+)"),
    by_native:match "digest (%x+)")
end

return check.done()
