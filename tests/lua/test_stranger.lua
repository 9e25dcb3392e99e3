-- test_stranger.lua -- stores of strangers: what they hold reaches neither the terminal
-- nor the shell as anything but text.

local check  = dofile "tests/lua/check.lua"
local core   = require "ludus.core.store"

local folder, write = check.folder()
local script = write("tiny.lua", [[
local ludus = require "ludus"
return ludus.experiment { program = ludus.tree { nodes = 5 }, population = 4,
  generations = 2, game = ludus.game { cases = { 1 }, start = function() return {} end,
    primitives = { ONE = { 0, function() return 1 end } },
    score = function() return 1 end } }
]])
local path = folder .. "/runs.db"
check.run(("$LUDUS run %s --quiet --store %s"):format(script, path))

-- The store with columns of its run replaced.
local function change(columns)
  local db = core.open(path)
  for name, value in pairs(columns) do
    db:run(("UPDATE runs SET %s = ? WHERE id = 1"):format(name), value)
  end
  db:close()
end

local function steering(text) return text:find "[%c\127]" end

-- ---- the terminal ------------------------------------------------------------------

local escape = "a\27]0;PWNED\7\27[2J\xC2\x9B31mz"
change { script = escape, status = escape, message = escape, version = escape,
  settings = "population=4\27[31m" }
for _, command in ipairs { "runs", "show 1", "compare 1" } do
  local out, err, status = check.run(("$LUDUS %s --store %s"):format(command, path))
  local text = (out .. err):gsub("\n", "")
  check.ok(command .. " prints no control characters", not steering(text))
  check.ok(command .. " prints none of eight bits", not text:find "\xC2[\x80-\x9F]")
  check.equal(command .. " prints the rest", status, 0)
end
local out = check.run(("$LUDUS runs --store %s"):format(path))
check.ok("dots stand for what is left out", out:find("a.]0;PWNED..[2J.31mz", 1, true))

-- ---- settings ----------------------------------------------------------------------

change { script = script, status = "running", settings = "population" }
local _, err, status = check.run(("$LUDUS resume 1 --store %s"):format(path))
check.equal("settings without a value", err,
  "ludus: the stored settings are damaged: expected KEY=VALUE, got 'population'\n")
check.equal("are wrong input", status, 2)

-- ---- a flipped bit ------------------------------------------------------------------

-- Bit `n` of the state of run 1, flipped.
local function flip(n)
  local db = core.open(path)
  local state = db:query "SELECT state FROM checkpoints WHERE run = 1"[1].state
  local at = n // 8 + 1
  db:run("UPDATE checkpoints SET state = CAST(? AS BLOB) WHERE run = 1",
    state:sub(1, at - 1) .. string.char(state:byte(at) ~ 1 << n % 8)
      .. state:sub(at + 1))
  db:close()
  return #state
end

-- The seed, the evaluations and the score of the first program: each changed the
-- result without a word.
change { settings = "" }
for name, byte in pairs { seed = 32, evaluations = 48, score = 88 } do
  flip(8 * byte)
  _, err, status = check.run(("$LUDUS resume 1 --quiet --store %s"):format(path))
  check.equal("a checkpoint whose " .. name .. " is another", err, "ludus: the "
    .. "checkpoint is damaged: its bytes are not those that were written\n")
  check.equal("is not continued", status, 1)
  _, err, status = check.run(("$LUDUS runs --check --store %s"):format(path))
  check.equal("and --check tells", err, ("ludus: %s: damaged\n  the checkpoint of run "
    .. "1\nto save what can be saved: ludus runs --store %s --salvage saved.db\n")
    :format(path, path))
  local saved = folder .. "/saved.db"
  out = check.run(("$LUDUS runs --store %s --salvage %s"):format(path, saved))
  check.equal("and --salvage leaves it out", out, ("%s: 1 runs and 2 generations saved "
    .. "from %s; 1 rows are lost\n"):format(saved, path))
  os.remove(saved)
  flip(8 * byte)
end

-- ---- the shell ---------------------------------------------------------------------

change { script = "q'\">;touch pwned;.lua", settings = "x=it's $(touch pwned)" }
local page = folder .. "/page.html"
check.run(("$LUDUS report 1 --store %s --out %s"):format(path, page))
local file = assert(io.open(page))
local html = file:read "a"
file:close()
local command = html:match "ludus run [^<]*"
command = command:gsub("&#39;", "'"):gsub("&quot;", '"'):gsub("&gt;", ">")
  :gsub("&lt;", "<"):gsub("&amp;", "&")
local words = check.run("cd " .. folder .. "; ludus() { printf '%s\\n' \"$@\"; }; "
  .. command .. "; ls pwned 2>/dev/null")
check.equal("the command of a report is what was run, word for word", words,
  "run\nq'\">;touch pwned;.lua\n--set\nx=it's $(touch pwned)\n--seed\n1\n")

return check.done()
