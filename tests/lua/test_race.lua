-- test_race.lua -- races of tries: each goes on where the plain rule says, for every kind of
-- program; the same run on any number of threads, killed and resumed; what is refused.

local check   = dofile "tests/lua/check.lua"
local ludus   = require "ludus"
local promises = dofile "tests/lua/promises.lua"

-- ---- the plain rule ------------------------------------------------------------------

-- A run whose figures are told: rows { standardized, ... } of tries, ten evaluations a
-- generation. Gives how many generations each try had.
local function lengths(options, tries)
  local lived, at = {}, 0
  local run = { stats = { evaluations = 0 } }
  local function look()
    local score = tries[#lived][lived[#lived]]
    run.stats = { evaluations = run.stats.evaluations + 10, standardized = score }
  end
  function run.evolve()
    lived[#lived] = lived[#lived] + 1
    look()
    return tries[#lived].over == lived[#lived]
  end
  function run.restart()
    at = at + 1
    if not tries[at] then return true end
    lived[at] = 1
    look()
    return false
  end
  run.restart()
  ludus.race(options)(run)
  return table.concat(lived, " ")
end

local function try(...) return { ... } end

local half = { first = 20, factor = 2, keep = 0.5, last = 60 }
check.equal("the first goes on to the end", lengths(half, { try(9, 9, 9, 9, 9, 9) }), "6")
check.equal("one that is worse does not",
  lengths(half, { try(9, 5, 5, 5, 5, 5), try(9, 6) }), "6 2")
check.equal("one that is as good does", lengths(half,
  { try(9, 5, 5, 5, 5, 5), try(9, 5, 5, 5, 5, 5) }), "6 6")
check.equal("its best so far counts", lengths(half,
  { try(9, 5, 7, 7, 7, 7), try(4, 8, 8, 8, 8, 8) }), "6 6")
check.equal("of three one goes on, of four two", lengths(half,
  { try(1, 1, 1, 1, 1, 1), try(2, 2), try(1.5, 1.5), try(1.2, 1.2, 1.2, 1.2) }), "6 2 2 4")
check.equal("marks count apart", lengths(half,
  { try(9, 3, 3, 3, 3, 3), try(9, 2, 2, 4, 4, 4), try(9, 1, 1, 1, 1, 1) }), "6 6 6")
check.equal("the second mark", lengths(half,
  { try(9, 3, 3, 1, 1, 1), try(9, 2, 2, 2) }), "6 4")
check.equal("all go on with keep = 1", lengths({ first = 20, keep = 1, last = 40 },
  { try(1, 1, 1, 1), try(2, 2, 2, 2), try(3, 3, 3, 3) }), "4 4 4")
check.equal("the best alone with keep = 0", lengths({ first = 20, keep = 0, last = 40 },
  { try(3, 3, 3, 3), try(2, 2, 2, 2), try(3, 3), try(1, 1, 1, 1) }), "4 4 2 4")
check.equal("two marks in one generation", lengths({ first = 3, last = 30 },
  { try(3, 3, 3), try(4) }), "3 1")
check.equal("the end of the run ends it", lengths(half,
  { { 9, 5, over = 2 }, try(1, 1) }), "2")

-- ---- what every run promises ---------------------------------------------------------

local how = "generations = 40, evaluations = 700, schedule = ludus.race { first = 60, "
  .. "keep = 0.4, last = 250 }"
for _, kind in ipairs { "tree", "linear", "machine", "vector" } do
  local game, program = table.unpack(promises.games[kind])
  local past = promises.hold(check, kind, function(more)
    return ([[local ludus = require "ludus"
return ludus.experiment { game = %s, program = %s, population = 30, stop = ludus.never,
  %s%s }]]):format(game, program, how, more)
  end, 12)
  local begun = 0
  for _, row in ipairs(past:generations()) do
    if row.plan and row.plan:find('"restart":true', 1, true) then begun = begun + 1 end
  end
  check.ok(kind .. ": began again", begun >= 1)
end

-- ---- what makes no sense -------------------------------------------------------------

local function word(name, given, message)
  check.refused(name, function() return ludus.race(given) end, "ludus.race: " .. message)
end
word("no marks", { first = 10, last = 10 }, "field 'last': no try comes to the first mark, 10")
word("an unknown field", { lasts = 1 }, "unknown field 'lasts'; did you mean 'last'?")
word("a share above 1", { keep = 1.5 }, "field 'keep': expected 0 to 1, got 1.5")
word("a share below 0", { keep = -0.5 }, "field 'keep': expected 0 to 1, got -0.5")
word("no step", { factor = 1 }, "field 'factor': expected 1.1 to 1000, got 1")
for _, name in ipairs { "first", "last" } do
  word("no " .. name, { [name] = 0 },
    ("field '%s': expected 1 to 9007199254740992, got 0"):format(name))
  word("too great a " .. name, { [name] = (1 << 53) + 1 },
    ("field '%s': expected 1 to 9007199254740992, got 9007199254740993"):format(name))
end
check.ok("the least", ludus.race { first = 1, last = 2, keep = 0, factor = 1.1 })
check.ok("the greatest", ludus.race { first = (1 << 53) - 1, last = 1 << 53, keep = 1,
  factor = 1000 })

return check.done()
