-- test_external.lua -- players that are other programs: the line protocol, and GTP.
local check    = dofile "tests/lua/check.lua"
local external = require "ludus.external"
local gtp      = require "ludus.othello.gtp"
local ipd      = require "ludus.ipd"
local othello  = require "ludus.othello"

local LUDUS = os.getenv "LUDUS"

-- ---- the line protocol -----------------------------------------------------------------

if os.execute "command -v python3 >/dev/null" then
  local p = ipd.external { "python3", "tests/players/tit_for_tat.py" }
  check.equal("a player says its name", p.name, "tit for tat in Python")
  local own, want = ipd.match(p, "AD", { turns = 30 }), ipd.match("TFT", "AD", { turns = 30 })
  check.equal("plays as it would inside", own.mine .. own.theirs, want.mine .. want.theirs)
  own, want = ipd.match(p, "EGET", { turns = 50 }), ipd.match("TFT", "EGET", { turns = 50 })
  check.equal("match after match", own.mine .. own.theirs, want.mine .. want.theirs)
  p.program:close()
  check.error("a closed player is closed", function() ipd.match(p, "AD", { turns = 3 }) end,
    "player 'tit for tat in Python' was closed")
end

-- ---- Axelrod's strategies, by a library that stands in for it ---------------------------

local function bridge(...)
  return { "env", "PYTHONPATH=tests/players/library", "python3",
    "scripts/axelrod-bridge.py", ... }
end
if os.execute "command -v python3 >/dev/null" then
  local tft = ipd.external(bridge "tit for tat")
  check.equal("a strategy by its name", tft.name, "Tit For Tat")
  for _, other in ipairs { "AD", "EGET" } do
    local own = ipd.match(tft, other, { turns = 40 })
    local want = ipd.match("TFT", other, { turns = 40 })
    check.equal("it plays as ours against " .. other, own.mine .. own.theirs,
      want.mine .. want.theirs)
  end
  tft.program:close()
  local last = ipd.external(bridge "LastDefector")
  check.equal("it knows the end", ipd.match(last, "AC", { turns = 5 }).mine, "ccccd")
  check.equal("in each match", ipd.match(last, "AC", { turns = 3 }).mine, "ccd")
  check.equal("or not", ipd.match(last, "AC", { turns = 4, end_known = false }).mine, "cccc")
  last.program:close()
  check.ok("no such strategy", select(2, pcall(ipd.external, bridge "tut for tat"))
    :find("no strategy 'tut for tat'; --list prints all", 1, true))
end

local function hostile(how, seconds)
  return { LUDUS, "lua", "tests/players/hostile.lua", how, seconds = seconds or 60,
    name = how }
end

local function told(how, message, seconds)
  check.error(how, function()
    ipd.match(ipd.external(hostile(how, seconds)), "TFT", { turns = 5 })
  end, message)
end

told("rude", "player 'rude' answered 'hello' to 'ludus 1', expected 'ok NAME'")
told("fails", "player 'fails' failed: out of ideas")
told("quits", "player 'quits' did not answer 'new ipd turns=5': the program has ended")
told("wrong", "player 'wrong' answered 'e' to 'move', expected c or d")
told("long", "player 'long' did not answer 'move': its line is longer than 65535 bytes")
told("silent", "player 'silent' did not answer 'ludus 1': no answer within 0.2 seconds", 0.2)
check.equal("carriage returns do not count", external.open(hostile "polite").name, "polite")
check.equal("answers that come early are taken in order",
  ipd.match(ipd.external(hostile "early"), "TFT", { turns = 3 }).mine, "ddd")
check.error("no such program", function() external.open { "/no-such-program" } end,
  "'/no-such-program' cannot be started: No such file or directory")
check.error("no command", function() external.open(3) end,
  "external.open: expected a command, { program, argument, ... }")
check.refused("a field that is none", function() external.open { "cat", secs = 3 } end,
  "external.open: unknown field 'secs'")
check.refused("a word that is none", function() external.open { "cat", 3 } end,
  "external.open: word 2 of the command: expected a text, got 3")
check.error("a word that ends early", function() external.start { "cat\0x" } end,
  "external.open: word 1 of the command: expected a text, got 'cat\0x'")
check.refused("no words", function() external.open {} end,
  "external.open: expected a command of 1 to 64 words, got 0")

local out = check.run(([["%s" lua --sandbox tests/players/starts.lua]]):format(LUDUS))
check.ok("no programs in the sandbox", not out:find "started")

-- ---- GTP -------------------------------------------------------------------------------

local function dialogue(lines)
  local name = check.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(lines)
  file:close()
  local answer = check.run(([["%s" play othello --gtp --player hand --depth 2 <%s]])
    :format(LUDUS, name))
  os.remove(name)
  return answer
end

check.equal("an engine answers", dialogue [[
protocol_version
7 name
known_command genmove

# a comment
boardsize 9
boardsize 8
clear_board
play black f5   # and one behind
play black d6
play white d6
play green d6
genmove white
undo
undo
final_score
no_such_command
quit
name
]], [[
= 2

=7 Ludus

= true

? unacceptable size

= 

= 

= 

? illegal move

= 

? syntax error: expected black or white

= PASS

= 

= 

= 0

? unknown command

= 

]])
check.equal("it plays what the player plays", dialogue "genmove black\n",
  ("= %s\n\n"):format(othello.player("hand", { depth = 2 }).core:think(othello.start()):upper()))
check.equal("players are needed", select(2, check.run(([["%s" play othello --gtp --player me]])
  :format(LUDUS))), "ludus: --gtp needs a player: --player FILE\n")

local hand, discs = othello.player("hand", { depth = 2 }), othello.player("discs", { depth = 2 })
local engine = gtp.open { LUDUS, "play", "othello", "--gtp", "--player", "discs", "--depth", "2",
  seconds = 60 }
check.equal("an engine has a name", engine.name, "Ludus")
check.ok("and counts rows from above", not engine.from_below)
local r = gtp.match(hand, engine, { openings = 4, plies = 6, seed = 3 })
check.ok("what each thought is told", r.cpu.ours > 0 and r.cpu.theirs > 0
  and r.seconds.ours > 0 and r.seconds.theirs > 0)
engine:close()
check.equal("and of who is closed nothing", engine.program:cpu(), nil)
check.equal("games of a match", r.won + r.drawn + r.lost, 8)
for number = 1, 4 do
  local opening = othello.opening(3, number, 6)
  local first, second = othello.play_out(hand, discs, opening), othello.play_out(discs, hand,
    opening)
  check.equal("the same game as inside", r.records[2 * number - 1], first)
  check.equal("with the other colour, too", r.records[2 * number], second)
end
check.error("what is no engine", function() gtp.open { "head", "-n", "1" } end,
  "player 'head -n 1' said nothing: the program has ended")
check.refused("fields of a match", function() gtp.match(hand, engine, { games = 3 }) end,
  "gtp.match: unknown field 'games'")

return check.done()
