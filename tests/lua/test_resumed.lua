-- test_resumed.lua -- the papers' studies, killed (SIGKILL) once a step of them is stored
-- and gone on with: what they give is what those give that were left alone.

local check = dofile "tests/lua/check.lua"
local folder = check.folder()

local studies = {
  { "battleship", 2, "--set repeats=3 --set games=2 --set before=5 --set rounds=2" },
  { "battleship-sinking", 8, "--set rounds=3 --set lines=2 --set steps=10 --set start=20 "
    .. "--set fresh=100" },
  { "laran", 4, "--set runs=1 --set turns=20 --set explorer_runs=1 --set population=20" },
  { "puzzle-figures", 2, "--set seeds=20 --set dfs=2" },
  { "othello", 2, "--set population=6 --set generations=2 --set runs=2 --set final=2" },
}

-- Starts it, kills it as soon as a step is stored, and says how many there are then.
local function killed(words, db)
  local steps = [["$LUDUS" show 1 --store ]] .. db .. [[ 2>/dev/null | grep -c '^step ']]
  local out = check.run(('"$LUDUS" run %s --quiet --threads 1 --store %s >/dev/null 2>&1 & '
    .. 'p=$!; while kill -0 $p 2>/dev/null && [ "$(%s)" -lt 1 ]; do :; done; '
    .. 'kill -9 $p 2>/dev/null; wait $p 2>/dev/null; %s'):format(words, db, steps, steps))
  return tonumber(out:match "%d+")
end

-- What it gave, but for how long that took.
local function last_line(text)
  return (text:match("([^\n]*)\n?$"):gsub('"%a*seconds":[^,}]*', ""))
end

local interrupted = 0
for i, row in ipairs(studies) do
  local name, steps, more = table.unpack(row)
  local words = ("scripts/%s.lua %s"):format(name, more)
  local alone, err = check.run(('"$LUDUS" run %s --json --threads 2 --store %s/alone%d.db')
    :format(words, folder, i))
  check.equal(name .. ": no error", err, "")
  local db = ("%s/%d.db"):format(folder, i)
  local done = killed(words, db)
  check.ok(name .. ": a step was stored", done >= 1)
  local told = check.run('"$LUDUS" runs --json --store ' .. db):match '"status":"(%a+)"'
  if told == "finished" then                   -- it was quicker than the look at it
    os.execute("rm -f " .. db .. "*")
  else
    interrupted = interrupted + 1
    local again, problem = check.run(('"$LUDUS" resume 1 --json --threads 2 --store %s')
      :format(db))
    check.equal(name .. ": it goes on " .. problem, last_line(again), last_line(alone))
    local shown = check.run('"$LUDUS" show 1 --store ' .. db)
    local _, count = shown:gsub("\nstep ", "")
    check.ok(name .. ": all steps", count >= steps)
  end
end
check.ok("some of them were killed in between", interrupted >= 1)

os.execute("rm -rf " .. folder)
return check.done()
