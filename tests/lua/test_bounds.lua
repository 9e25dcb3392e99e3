-- test_bounds.lua -- every number that a script can set, at its bounds: one past them it
-- is refused in words, at them it is used; nothing crashes. tests/lua/bounds.lua has the
-- fields, from the library's own tables.
local check = dofile "tests/lua/check.lua"

-- Leaks cannot be looked for where other processes may not be looked at.
local CAGED = 'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" "$LUDUS" '

local used = {}
for _, side in ipairs { "low", "high" } do
  local out, err, status = check.run(CAGED .. "lua tests/lua/bounds.lua " .. side)
  check.equal(side .. ": status", status, 0)
  check.equal(side .. ": errors", err, "")
  local rows = 0
  for line in out:gmatch "[^\n]+" do
    rows = rows + 1
    local name = line:match "^(.-) %S+: used$"
    if name then used[name] = true end
    check.ok("in words for a person: " .. line, not line:find "^FAIL"
      and not line:find("attempt to", 1, true) and not line:find("bad argument", 1, true))
  end
  check.ok(side .. ": all of them, " .. rows, rows > 700)
end

-- Each can be used at one of its bounds at least, unless it says why not.
local count = 0
for _ in pairs(used) do count = count + 1 end
check.ok(("most of them are put to use: %d"):format(count), count > 180)

-- What was never started has no programs: to step it was to draw from none.
local evolve, ludus = require "ludus.core.evolve", require "ludus"
local value = ludus.experiment { game = require "ludus.battleship".game { cases = 2 },
  program = require "ludus.battleship".program {}, population = 4 }
local settings = { population = 4, seed = 1, threads = 1, cache = 0 }
for _, name in ipairs { "step", "stats", "text", "score", "digest", "save", "births",
  "game" } do
  local e = evolve.new(value.species, value.game, settings)
  check.refused(name .. " before start", function()
    e[name](e, name == "step" and value:plan() or name == "game" and value.game or 1)
  end, "the evolution has no programs yet: start() it first")
end

return check.done()
