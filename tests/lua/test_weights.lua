-- test_weights.lua -- weighted cases, shared fitness and informed samples: the same run on any
-- number of threads, killed and resumed, for every kind of program; what they are for; and
-- what makes no sense.

local check    = dofile "tests/lua/check.lua"
local promises = dofile "tests/lua/promises.lua"
local ludus    = require "ludus"
local show     = require "ludus.repl.show"

local view = show.view { width = 80, lines = 24 }

-- ---- every kind of program -----------------------------------------------------------

local ways = {
  tree = 'weights = "rare"',
  linear = 'weights = "shared", select = ludus.roulette()',
  machine = 'weights = { "stepwise", every = 2 }, elite = 1',
  number = 'select = ludus.lexicase { sample = 2, informed = 0.5, every = 3 }',
  bits = 'sharing = { "program", radius = 8 }, scheme = "plus"',
  vector = 'sharing = { 1, "steps", radius = 0.5, power = 2 }, islands = { 2, every = 2 }',
  rivals = 'sharing = { "cases", radius = 2 }',
  fresh = 'weights = "rare", elite = 2',
}
for kind, way in pairs(ways) do promises.kept(check, kind, way) end

-- Each of them chooses parents of its own. Where only the order counts, weights may come to
-- the same.
local folder, write = check.folder()
local seen = {}
local function own(select, way)
  local path = write("way.lua", promises.script("tree", ("%s, select = ludus.%s"):format(way,
    select)))
  local one = promises.digest((check.run(('"$LUDUS" run %s --json --threads 1 --store '
    .. '%s/ways.db'):format(path, folder))))
  check.ok(select .. ", " .. way .. ": a run of its own", one and not seen[one])
  seen[one or 0] = true
end
for _, select in ipairs { "roulette()", "proportionate()", "remainder()" } do
  own(select, "apart = false")
  own(select, 'weights = "rare"')
  own(select, 'weights = "shared"')
  own(select, 'weights = { "stepwise", every = 1 }')
  own(select, 'sharing = { "steps", radius = 4 }')
end
for _, select in ipairs { "tournament(3)", "rank()", "truncation(0.5)" } do
  own(select, "apart = false")
  own(select, 'weights = "rare"')
  own(select, 'sharing = { "steps", radius = 4 }')
end
os.execute("rm -rf " .. folder)

-- ---- words ---------------------------------------------------------------------------

check.equal("an informed sample is shown",
  show.text(ludus.lexicase { sample = 5, informed = 0.1 }, view),
  "ludus.lexicase { sample = 5, informed = 0.1, every = 10 }")

local function experiment(fields)
  return function()
    local e = { game = require "ludus.minesweeper".game {}, program = ludus.tree {} }
    for key, value in pairs(fields) do e[key] = value end
    return ludus.experiment(e)
  end
end
local wrong = {
  { { weights = "rar" }, "field 'weights': expected 'rare', 'shared', 'stepwise' or "
    .. "{ \"stepwise\", every =, add = }, got 'rar'" },
  { { weights = { "stepwise", evry = 3 } },
    "field 'weights': unknown field 'evry'; did you mean 'every'?" },
  { { weights = { "stepwise", every = 0 } },
    "field 'weights': field 'every': expected 1 to 1000000, got 0" },
  { { weights = { "stepwise", add = 0 } },
    "field 'weights': field 'add': expected more than 0, got 0" },
  { { weights = { "rare", every = 3 } }, "field 'weights': only 'stepwise' has 'every'" },
  { { weights = "rare", select = ludus.lexicase },
    "field 'weights': ludus.lexicase goes by no score that could be weighted" },
  { { weights = "rare", select = function() return 1 end },
    "field 'weights': a function chooses parents by itself" },
  { { weights = "rare", sharing = { "cases", radius = 3 } },
    "field 'weights': not together with 'sharing'" },
  { { weights = "rare", novelty = { "size" } }, "field 'weights': not together with 'novelty'" },
  { { weights = "stepwise", game = require "ludus.minesweeper".game {
    cases = ludus.fresh(9) } }, "field 'weights': 'stepwise' needs cases that stay, not those "
    .. "of ludus.fresh" },
  { { sharing = { "cases" } },
    "field 'sharing': field 'radius' is missing: who is nearer is alike" },
  { { sharing = { "cases", radius = 0 } },
    "field 'sharing': field 'radius': expected more than 0, got 0" },
  { { sharing = { "size", radius = 1, power = 101 } },
    "field 'sharing': field 'power': expected 0 to 100, got 101" },
  { { sharing = { 37, radius = 1 } }, "field 'sharing': case 37 of a game of 36" },
  { { sharing = { "size", radius = 1 }, select = ludus.lexicase },
    "field 'sharing': ludus.lexicase goes by no score that could be shared" },
}
for i, row in ipairs(wrong) do
  check.refused("wrong " .. i, experiment(row[1]), "ludus.experiment: " .. row[2])
end
check.refused("nothing to share by", experiment { sharing = { radius = 3 } },
  "ludus.experiment: field 'sharing': expected { measures ..., radius =, power = }, or "
  .. "'cases' or 'program' instead of measures, which are score, size, steps, misses, "
  .. "numbers of cases and functions of a program's figures, got a table")
for _, words in ipairs { { informed = 0.1 }, { sample = 3, every = 2 } } do
  local key = words.informed and "informed" or "every"
  check.refused("no informed sample: " .. key, function() ludus.lexicase(words) end,
    ("ludus.lexicase: field '%s': only a sample can be informed, { sample = 20, informed = "
    .. "0.1 }"):format(key))
end

return check.done()
