-- test_three_games.lua -- three games that exist in a script alone, from their first
-- generation to a person at the keyboard: a linear one by rules, one of two players in
-- Lua, machines with three moves. Evolved, traced to the end, simplified with equal scores
-- on cases nobody has seen, told in words, played and watched in a real terminal, reported.

local check  = dofile "tests/lua/check.lua"
local screen = dofile "tests/lua/screen.lua"
local ludus  = require "ludus"
local look   = require "ludus.inspect.look"
require "ludus.inspect"

local folder = check.folder()
local store  = folder .. "/three.db"

local games = {
  { name = "mower", watch = "step %d+ of 120: ", over = "the end, after 120 steps",
    moves = { "Mow", "Right", "Mow" }, prompt = "your move %(%? lists, q%):",
    seen = '@', words = "Mow +one square on" },
  { name = "nim", watch = "step %d+ of %d+", over = "the end, after %d+ steps",
    moves = { "3", "2" }, prompt = "your move %(1, 2, 3; q%):", seen = "taken by player 2",
    words = "^The program:\n", against = true },
  { name = "roshambo", watch = "turn %d+ of 20", over = "the end, after 20 steps",
    moves = { "rock", "PAPER" }, prompt = "your move %(rock, paper, scissors; q%):",
    seen = "you see rock", words = "State %d plays %a+: on rock" },
}

local function path(game) return ("tests/lua/own/%s.lua"):format(game.name) end

for i, game in ipairs(games) do
  local out = check.run(('"$LUDUS" run %s --seed 3 --store %s 2>&1 | cat'):format(path(game),
    store))
  check.ok(game.name .. " is evolved", out:find "\nbest: raw ")
  game.run = i
end

-- ---- taken apart -------------------------------------------------------------------

for _, game in ipairs(games) do
  local name, run = game.name, ludus.run(game.run, store)
  local p = run:program()
  local g = (look.find(p))
  local t = p:trace(1)
  local last = t:at(#t + 1)
  check.ok(name .. ": the trace has an end", last.over and last.raw == g:play(p, 1).raw
    and #t:events() > 0)
  check.ok(name .. ": with a picture", last.picture == g:play(p, 1).picture)
  local s = p:simplify { fresh = 200 }
  local unseen = look.fresh(g, 200, 2024)[1]
  local a, b, differ = look.scores(unseen, p), look.scores(unseen, s.program), 0
  for i, raw in ipairs(a) do differ = differ + (raw == b[i] and 0 or 1) end
  check.equal(name .. ": simplified, no score of 200 fresh cases differs", differ, 0)
  check.ok(name .. ": and that was checked", s.equal and s.fresh >= 200 and #a >= 200)
  check.ok(name .. ": in words", p:explain():find(game.words))
  check.equal(name .. ": impact at the game of its run", p:impact().full, g:score(p).raw)
  check.ok(name .. ": what came first", run:program(0):trace(1):at(1))
  check.run(('cd %s && "$LUDUS" report %d --store %s --out %s.html'):format(folder, game.run,
    store, name))
  local f = assert(io.open(("%s/%s.html"):format(folder, name)))
  local page = f:read "a"
  f:close()
  check.ok(name .. ": reported, with its program and a case", page:find("<svg", 1, true)
    and page:find "case %d+: " and page:find(name, 1, true))
end

if not screen.there then
  print "tmux is not installed: no terminal tested"
  os.execute("rm -r " .. folder)
  return check.done()
end

-- ---- in a terminal -----------------------------------------------------------------

local s
local function see(name, pattern)
  local found, last = s:wait(pattern)
  if not found then io.write("looked for ", pattern, " in\n", last) end
  check.ok(name, found)
end

local function fits(name)
  for line in s:text():gmatch "[^\n]+" do
    if utf8.len(line) > 60 then return check.ok(name .. ": a line fits", false) end
  end
  check.ok(name .. ": all lines fit", true)
end

for _, game in ipairs(games) do
  local name = game.name
  -- Watched: it goes on by itself, pauses, goes back, has an end, is left.
  s = screen.open { width = 60, height = 20, words = ("play %s --player run:%d --store %s")
    :format(path(game), game.run, store) }
  see(name .. " is watched", game.watch .. ".*space pause")
  fits(name)
  s:type("-", " ")
  see(name .. " pauses", "%d+/%d+ paused")
  s:type("Home", "Right")
  see(name .. " on a step", "\n2/%d+ paused")
  s:type("Left")
  see(name .. " back again", "\n1/%d+ paused")
  s:type("End")
  see(name .. " to the end", game.over)
  fits(name .. " at the end")
  s:type("q")
  see(name .. " is left", "status 0")
  s:close()
  -- Played by a person.
  s = screen.open { words = ("play %s %s --store %s"):format(path(game),
    game.against and ("--against run:%d"):format(game.run) or "", store) }
  see(name .. " asks for a move", game.prompt)
  s:type("xyzzy", "Enter")
  see(name .. " says what a move is", "moves? .*" .. game.moves[1]:lower():sub(2))
  for _, move in ipairs(game.moves) do
    s:type(move, "Enter")
    see(name .. " is played: " .. move, game.seen)
  end
  s:type("q", "Enter")
  see(name .. " can be left", "status 0")
  s:close()
  -- Walked step by step at the prompt.
  s = screen.open {}
  see(name .. ": the prompt", "^>$")
  s:type(("t = ludus.run(%d, %q):program():trace(1)"):format(game.run, store), "Enter",
    ":step t", "Enter")
  see(name .. " is walked", "arrows?")
  s:type("End")
  see(name .. " walked to the end", game.over)
  s:type("q")
  s:close()
end

os.execute("rm -r " .. folder)
return check.done()
