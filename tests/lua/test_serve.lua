-- test_serve.lua -- `ludus serve`: what it answers, what it refuses, a class of thirty.
local check  = dofile "tests/lua/check.lua"
local boards = require "ludus.web.board"
local json   = require "ludus.json"
local servers = require "ludus.web.server"

local folder, file = check.folder()
local page = folder .. "/page"
os.execute("mkdir " .. page)
file("page/index.html", "<title>Ludus</title>")
file("page/ludus.wasm", "\0asm")
file("page/board.html", "the board")
file("page/secret.txt", "not of the page")

-- ---- answers, without a network --------------------------------------------------------

local function new(options)
  options.page, options.store = page, options.store or folder .. "/none.db"
  return servers.new(options)
end

local function ask(server, method, path, body, more)
  local request = { method = method, path = path, host = "127.0.0.1:8080", origin = "",
    from = "127.0.0.1", body = body or "" }
  for k, v in pairs(more or {}) do request[k] = v end
  return server:answer(request)
end

local alone = new { hosts = { ["127.0.0.1"] = true } }
local status, kind, text = ask(alone, "GET", "/")
check.equal("the page", status, 200)
check.equal("its kind", kind, "text/html; charset=utf-8")
check.equal("no class in it", text, "<title>Ludus</title>")
check.equal("the program", select(2, ask(alone, "GET", "/ludus.wasm")), "application/wasm")
for _, path in ipairs { "/secret.txt", "/../none.db", "/page/index.html", "/api/run/x", "",
  "/api/run/99999999", "/index.html/", "/%2e%2e/x", "\0" } do
  check.equal("nothing at " .. path, (ask(alone, "GET", path)), 404)
end
check.equal("no class to hand in to", (ask(alone, "POST", "/api/hand-in", "{}")), 404)
check.equal("no board", (ask(alone, "GET", "/api/board")), 404)
check.equal("another host", (ask(alone, "GET", "/", "", { host = "evil.example" })), 403)
check.equal("another page", (ask(alone, "GET", "/", "", { origin = "http://evil.example" })), 403)
check.equal("another method", (ask(alone, "PUT", "/")), 405)
check.equal("no store yet", select(3, ask(alone, "GET", "/api/runs")),
  '{"generations":[],"runs":[]}')
check.error("a folder without a page", function()
  servers.new { page = folder, store = "x.db" }
end, folder .. ": there is no page; 'make web' builds it, --page FOLDER says where it is")

check.run(('"$LUDUS" run scripts/ant.lua --set population=20 --set generations=3 --store %s/s.db')
  :format(folder))
local seen = new { store = folder .. "/s.db" }
local runs = json.decode((select(3, ask(seen, "GET", "/api/runs")))).runs
check.equal("a run of the store", runs[1].script, "ant.lua")
check.equal("its generations", #json.decode((select(3, ask(seen, "GET", "/api/run/1")))).generations, 3)
check.equal("no such run", (ask(seen, "GET", "/api/run/7")), 404)

-- ---- what was handed in is run again ---------------------------------------------------

-- What the board says of a script in the end.
local judge = boards.open(folder .. "/judged.jsonl", { ludus = os.getenv "LUDUS",
  folder = folder })
local function judged(script, digest, best)
  local _, answer = judge:hand_in({ name = "Eve", script = script, seed = 3,
    digest = digest, best = best }, "192.0.2.7", 0)
  local row = judge.list[answer.number]
  judge:tend()
  check.run(("i=0; while [ $i -lt 600 ] && ! [ -e %s/%d.rc ]; do i=$((i + 1)); sleep 0.05; done")
    :format(folder, row.number))
  judge:tend()
  return row.status
end
local honest = [[
local ludus = require "ludus"
return ludus.experiment { game = ludus.game {
  rules = "var x  GO cost 1 { x = x + 1 }  TWICE(a, b) { b }  score { min(x, 5) }", budget = 9 },
  program = ludus.tree { nodes = 20 }, population = 10, generations = 2%s }]]
local line = json.decode((check.run(('"$LUDUS" run %s --seed 3 --json --store %s/h.db | tail -n 1')
  :format(file("honest.lua", honest:format ""), folder))))
local other = "fedcba9876543210"
check.equal("an honest run", judged(honest:format "", line.digest, line.best.raw), "checked")
local few = honest:format "":gsub("budget = 9", "budget = 9, minimise = true")
local least = json.decode((check.run(('"$LUDUS" run %s --seed 3 --json --store %s/f.db | tail -n 1')
  :format(file("few.lua", few), folder))))
check.equal("one whose score should be low", judged(few, least.digest, least.best.raw), "checked")
check.ok("is marked so for the wall", judge:text():find('"less":true', 1, true))
check.equal("another score", judged(honest:format "", line.digest, 99), "not what a run gives")
check.equal("another digest", judged(honest:format "", other, line.best.raw),
  "not what a run gives")
local lie = ('{"digest":"%s","best":{"raw":9}}'):format(other)
check.equal("what a script prints is not believed", judged(honest:format(
  (", report = function() print '%s' end"):format(lie)), other, 9), "not what a run gives")
local study = [[return require "ludus".study { name = "x", run = function()
  return { digest = "%s", best = %s } end }]]
for _, best in ipairs { "{ raw = 9 }", "9" } do
  check.equal("nor what a study gives, best = " .. best, judged(study:format(other, best), other,
    9), "unchecked: the results of a study are its script's word")
end
check.equal("a script that fails", judged("error 'x'", other, 9),
  "unchecked: it took too long or failed here")
judge:close()

-- ---- a board ----------------------------------------------------------------------------

local now = 1000
local board = boards.open(folder .. "/class.jsonl", { code = "ABC234" })
local class = new { board = board, now = function() return now end }
check.ok("the page knows of the class", select(3, ask(class, "GET", "/")):find "ludus%-class")

local function paper(changes)
  local p = { name = "Ada", code = "abc234", script = "return 1", seed = 1,
    digest = "0123456789abcdef", best = 3.5 }
  for k, v in pairs(changes or {}) do p[k] = v end
  return json.encode(p)
end
local function hand_in(changes, from)
  local got, _, body = ask(class, "POST", "/api/hand-in",
    type(changes) == "string" and changes or paper(changes), { from = from })
  return ("%d %s"):format(got, json.decode(body).message)
end

check.equal("taken", hand_in(), "200 handed in as number 1")
for _, row in ipairs {
  { { code = "ABC235" }, "403 that is not the join code" },
  { { code = 7 }, "403 that is not the join code" },
  { { name = "" }, "400 a name of 1 to 40 bytes is needed" },
  { { name = ("n"):rep(41) }, "400 a name of 1 to 40 bytes is needed" },
  { { name = ("n"):rep(40) }, "200 handed in as number 2" },
  { { name = "a\nb" }, "400 a name of 1 to 40 bytes is needed" },
  { { script = ("s"):rep(200001) }, "400 a script of 1 to 200000 bytes is needed" },
  { { script = ("s"):rep(200000) }, "200 handed in as number 3" },
  { { seed = -1 }, "400 the seed must be a whole number from 0 to 2147483647" },
  { { seed = 2147483648 }, "400 the seed must be a whole number from 0 to 2147483647" },
  { { seed = 1.5 }, "400 the seed must be a whole number from 0 to 2147483647" },
  { { seed = 2147483647 }, "200 handed in as number 4" },
  { { digest = "0123456789abcdeg" }, "400 the digest must be 16 hexadecimal figures" },
  { { best = "3" }, "400 the best score must be a number" },
  { "[]", "403 that is not the join code" },
  { "7", "400 no object" },
  { "{", "400 no JSON" },
} do
  check.equal(row[2], hand_in(row[1], type(row[1]) == "table" and "10.0.0." .. #json.encode(row)
    or "10.0.1.1"), row[2])
end
for i = 1, boards.limits.minute do
  local got = hand_in({}, "10.1.1.1")
  if i == boards.limits.minute then check.equal("the last of a minute", got:sub(1, 3), "200") end
end
check.equal("one more", hand_in({}, "10.1.1.1"), "429 too many at a time: wait a minute")
now = now + 60
check.equal("a minute later", hand_in({}, "10.1.1.1"):sub(1, 3), "200")
for _ = 1, boards.limits.wrong do hand_in({ code = "x" }, "10.1.1.2") end
check.equal("guessing", hand_in({ code = "x" }, "10.1.1.2"),
  "429 too many wrong codes: wait a minute")

-- What is shown is written anew when it has changed, and sent to those who have it not.
local function wall(known)
  local got, _, body, _, tag = ask(class, "GET", "/api/board", "", { known = known })
  return got, body, tag
end
local _, before, tag = wall()
local rows = json.decode(before).rows
check.equal("a row of the wall", json.encode(rows[1]), '{"best":3.5,'
  .. '"digest":"0123456789abcdef","name":"Ada","number":1,"seed":1,"status":"unchecked"}')
check.equal("who has it gets nothing", (wall(tag)), 304)
board.list[1].status = "checked"
board:write(board.list[1])
local again, after = wall(tag)
check.equal("who had it gets what has changed", again, 200)
check.equal("by one row", after, (before:gsub('"unchecked"', '"checked"', 1)))
board:close()
check.equal("kept in the file", boards.open(folder .. "/class.jsonl", {}):text(), after)
local kept = check.run("head -n 1 " .. folder .. "/class.jsonl")
file("cut.jsonl", kept .. '{"number":2,"name":"cut o')
board = boards.open(folder .. "/cut.jsonl", { code = "abc234" })
local row = { name = "Bo", code = "Abc234", script = "-- x", seed = 0,
  digest = ("0"):rep(16), best = 1 }
check.equal("a code may be read in small letters", board:hand_in(row, "10.1.1.9", 0), 200)
board:close()
check.equal("a line that was cut off spoils none behind it",
  #boards.open(folder .. "/cut.jsonl", {}).list, 2)
for text, what in pairs {
  ['{"number":3}'] = "a number too great", ['{"number":0}'] = "0", ['{"number":2}'] = "no row",
  ["5"] = "no object", [(kept:gsub('"seed":%d+', '"seed":1.5'):gsub("\n", ""))] = "a seed",
  [(kept:gsub('"seed":%d+', '"seed":"1; touch x"'):gsub("\n", ""))] = "words for a seed",
  [(kept:gsub('"script":"', '"script":5,"x":"'):gsub("\n", ""))] = "no script" } do
  file("bad.jsonl", kept .. text .. "\n")
  check.equal("refused: " .. what, select(2, pcall(boards.open, folder .. "/bad.jsonl", {})),
    folder .. "/bad.jsonl:2: damaged: what was handed in is expected, number 2 at most")
end
check.equal("told by the command", check.run(('"$LUDUS" serve --class --board %s/bad.jsonl 2>&1')
  :format(folder)), "ludus: " .. folder
  .. "/bad.jsonl:2: damaged: what was handed in is expected, number 2 at most\n")
check.equal("codes are letters and figures", check.run('"$LUDUS" serve --class --code "" 2>&1'),
  "ludus: option '--code': expected letters and figures, got ''\n")
for _ = 1, 20 do check.ok("a code", boards.code():find "^[A-HJKMNP-Z2-9]+$") end

-- ---- the door itself -------------------------------------------------------------------

local door = require "ludus.core.http".open({ address = "127.0.0.1", port = 0 },
  function() end)
check.ok("any port that is free", door:port() > 0)
check.equal("who does not wait only looks", door:wait(0), 0)
for _, ms in ipairs { -1, 60001 } do
  check.refused("waits " .. ms, function() door:wait(ms) end,
    "bad argument #1 to 'wait' (must be in 0..60000)")
end
door:close()

-- ---- thirty clients over a network, and hostile ones -----------------------------------

if check.run "command -v node" == "" then
  print "node is not installed: no clients"
  return check.done()
end
local script = file("own.lua", [[
local ludus = require "ludus"
return ludus.experiment { game = ludus.game {
  rules = "var x  GO cost 1 { x = x + 1 }  TWICE(a, b) { b }  score { min(x, 5) }", budget = 9 },
  program = ludus.tree { nodes = 20 }, population = 10, generations = 2 }]])
local native = check.run(('"$LUDUS" run %s --seed 3 --store %s/n.db'):format(script, folder))
local best = native:match "best: raw (%S+),"
local digest = native:match "digest (%x+)"
local out, err = check.run(([[cd %s; "$LUDUS" serve --class --port 0 --page page --code QQQQQQ --board room.jsonl >said &
  pid=$!
  for i in $(seq 100); do grep -q Ctrl-C said 2>/dev/null && break; sleep 0.1; done
  port=$(sed -n 's/.*at port \([0-9]*\):.*/\1/p' said)
  node %s/tests/web/clients.cjs $port QQQQQQ %s %s %s
  i=0; while [ $i -lt 300 ] && ! grep -q '"status":"checked"' room.jsonl; do i=$((i + 1)); sleep 0.1; done
  kill -TERM $pid; wait $pid; echo "ended $?"]]):format(folder .. "/", os.getenv "PWD", script, digest,
  best))
for verdict, name in out:gmatch "(%u*%l*) ([^\n]*)\n" do
  if verdict == "ok" then check.ok(name, true)
  elseif verdict == "FAIL" then check.equal(name, "FAIL", "ok") end
end
check.ok("all clients came to their end: " .. err, out:find "too many of one address")
check.ok("it ends when it is asked to", out:find "ended 0")
check.ok("what was handed in was run again", check.run(("grep -c '\"status\":\"checked\"' "
  .. "%s/room.jsonl"):format(folder)):find "^[1-9]")

return check.done()
