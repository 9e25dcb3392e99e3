-- attacks_lists.lua -- still more scripts of strangers, for tests/lua/test_hostile.lua: lists
-- that lie about their length or make their items anew, games whose moves are rated, Hanabi,
-- strategies of Othello, players of Minesweeper, the bookkeeper.
--
--     dofile "tests/lua/attacks_lists.lua"(attack, script)
--
-- As tests/lua/attacks.lua.

-- Lists that lie. L(list) gives copies of the list, each with another length, great ones only if
-- `great` (what copies such a list takes all the time there is); some whose length changes while
-- they are read; one whose items are new each time, and nothing keeps them.
local LISTS = [[
local function churn()
  local t = {}
  for i = 1, 300 do t[i] = ("y"):rep(20 + i % 40) .. i end
  collectgarbage()
end
local function L(list, great)
  local lies = {}
  for _, n in ipairs { -1, -2, 0, math.mininteger, great and 1 << 61, great and 1 << 31,
    great and math.maxinteger } do
    lies[#lies + 1] = setmetatable(table.move(list, 1, #list, 1, {}),
      { __len = function() return n end })
  end
  for _, n in ipairs { -1, 1, 1000 } do
    local asked = 0
    lies[#lies + 1] = setmetatable(table.move(list, 1, #list, 1, {}), { __len = function()
      asked = asked + 1
      return asked > 1 and n or #list
    end })
  end
  lies[#lies + 1] = setmetatable({}, { __len = function() return #list end,
    __index = function(_, i)
      churn()
      local item = list[i]
      if type(item) == "string" then return (item .. "!"):sub(1, -2) end
      if type(item) ~= "table" or getmetatable(item) then return item end
      local copy = {}
      for k, v in next, item do copy[k] = type(v) == "string" and (v .. "!"):sub(1, -2) or v end
      return copy
    end })
  lies[#lies + 1] = great and setmetatable({}, { __len = function() return 1 << 61 end,
    __index = function(_, i) return i <= 3000 and list[1] or nil end })
  return lies
end
local function quick(fields)
  fields.population, fields.generations = fields.population or 6, 2
  fields.stop = ludus.never
  return ludus.evolve(fields, { threads = 1 }).digest
end
local NAMES = { ("first"):rep(8), ("second"):rep(8), ("third"):rep(8) }
]]

return function(attack, script)
  attack("programs in a list that lies", LISTS .. [[
local g = ludus.game { budget = 20, max = 5, engine = "bytecode", rules = "var x "
  .. "STEP { x = x + 1 } IF(a?, b?) { if x < 3 { a } else { b } } score { x }" }
local p = g:read "RPB (IF (STEP) (STEP))"
for _, list in ipairs(L({ p, p, p }, true)) do
  for _, name in ipairs { "scores", "measure", "score", "cases" } do
    tell(pcall(function() return g[name](g, list, 2, true) end))
  end
end
for _, list in ipairs(L({ 1, 2, 1 }, true)) do
  tell(pcall(function() return ludus.tree { adfs = list }:species(g) end))
  tell(pcall(function() return a_game { primitives = { X = { 0, function() return 1 end },
    IF = { 2, lazy = true, function(_, a, b) return a() end } } }:species { adfs = list,
    max_depth = 99, nodes = 50, depth = { 1, 3 } } end))
  tell(pcall(function() return ludus.rng(1):shuffle(list) end))
end]])
  attack("games made of lists that lie", LISTS .. [[
local LINEAR = "var x  STEP { x = x + 1 }  score { x }"
for _, blocks in ipairs(L { { NAMES[1], 4 }, { NAMES[2], 3 } }) do
  tell(pcall(function() return quick { game = ludus.game { blocks = blocks, budget = 20, max = 5,
    rules = LINEAR }, program = ludus.linear {} } end))
  tell(pcall(function() return quick { game = ludus.game { program = "linear", cases = { 1 },
    blocks = blocks, registers = NAMES, instructions = { { "Step", function() end } },
    start = function() return {} end, score = function() return 1 end },
    program = ludus.linear {} } end))
end
local VECTOR = "var " .. table.concat(NAMES, ", ") .. "  score { " .. NAMES[1] .. " }"
for _, names in ipairs(L(NAMES)) do
  tell(pcall(function() return quick { program = ludus.vector {}, game = ludus.game { max = 9,
    genes = { type = "integers", length = 3, min = 0, max = 4, names = names },
    rules = VECTOR } } end))
  tell(pcall(function() return quick { program = ludus.machine { states = 4 },
    game = ludus.game { alphabet = names, repeats = 3, max = 9, cases = { { n = 1 } },
    rules = "var n  turn { n = n + 1  wrap(n, 3) }  score { n }" } } end))
  tell(pcall(function() return quick { program = ludus.linear {}, game = ludus.game {
    program = "linear", cases = { 1 }, blocks = { { "Main", 4 } }, registers = names,
    instructions = { { "Step", function() end } }, start = function() return {} end,
    score = function() return 1 end } } end))
end
local texts = { "RPB (TAKE)", "RPB (IF (TAKE) (TAKE))" }
for _, rivals in ipairs(L(texts)) do
  tell(pcall(function() return quick { program = ludus.tree { nodes = 9 }, game = ludus.game {
    repeats = 4, max = 9, cases = { { n = 5 } }, rivals = rivals, rules = "var n, me, player, "
      .. "judged  TAKE { n = n - 1 n }  IF(a?, b?) { if n > 2 { a } else { b } }  turn { me = me "
      .. "+ value }  done { n < 1 }  score { me }" } } end))
end]])
  attack("plans made of lists that lie", LISTS .. [[
local function try(fields)
  fields.game, fields.program = a_game(), ludus.tree { nodes = 9 }
  fields.population = 12
  tell(pcall(quick, fields))
end
for _, route in ipairs(L { { 1, 2 }, { 2, 3 } }) do
  try { islands = { 3, migrate = 1, every = 1, route = route } }
end
for _, map in ipairs(L { { "size", 1, 9, 3 } }) do try { scheme = "map", map = map } end
for _, vary in ipairs(L { { 1, ludus.crossover }, { 1, ludus.point } }) do try { vary = vary } end
for _, part in ipairs(L { ludus.crossover, ludus.point }) do
  part.children = 12
  try { brood = { part } }
end
for _, brood in ipairs(L { { children = 12, ludus.crossover } }) do try { brood = brood } end
for _, goals in ipairs(L { "score", "size" }) do
  try { scheme = "pareto", objectives = goals, brood = { { children = 12, ludus.crossover } } }
  try { novelty = goals } try { weights = goals } try { plant = goals } try { meet = goals }
  try { sharing = goals } try { fitness = goals } try { measures = goals }
end]])
  attack("built-in games made of lists that lie", LISTS .. [[
local othello, hanabi = require "ludus.othello", require "ludus.hanabi"
local ipd, mines = require "ludus.ipd", require "ludus.minesweeper"
for _, teachers in ipairs(L { "discs", { -10, 60, 0, -30, -10, -20, 100, 110 } }) do
  tell(pcall(othello.game, { openings = 1, depth = 1, teachers = teachers }))
end
for _, weights in ipairs(L { -10, 60, 0, -30, -10, -20, 100, 110 }) do
  tell(pcall(othello.player, weights, { depth = 1 }))
  tell(pcall(othello.climb, { weights = 8, start = weights, generations = 1 }))
end
for _, partners in ipairs(L { "iggi", "order any" }) do
  tell(pcall(function() return hanabi.game { cases = 2, partners = partners }
    :score(hanabi.player "piers").raw end))
  tell(pcall(hanabi.table.alone, partners, { players = 2, cases = 2 }))
end
for _, list in ipairs(L { "TFT", "AD" }) do
  tell(pcall(ipd.game, { opponents = list, turns = 3 }))
  tell(pcall(ipd.tournament, { players = list, turns = 3 }))
end
for _, extras in ipairs(L { "MINES", "ROWS" }) do
  tell(pcall(mines.game, { cases = 2, rows = 3, cols = 3, extras = extras }))
end]])
  attack("moves that are rated", [[
local list, given = {}, nil
for i = 1, 5 do list[i] = i end
local game
local kinds = {
  function() return {} end, function() return nil end, function() return "moves" end,
  function() return { 0/0, 1/0, -1/0, math.mininteger } end,
  function() return setmetatable({}, { __len = function() return 1 << 61 end }) end,
  function() return setmetatable({}, { __len = function() return -1 end }) end,
  function() return setmetatable({}, { __len = function() return "x" end }) end,
  function() return setmetatable({}, { __index = function() error(P, 0) end,
    __len = function() return 3 end }) end,
  function(s) for key in next, s do s[key] = nil end return list end,
  function(s) setmetatable(s, { __newindex = function() error "no" end }) return list end,
  function(s) list[#list + 1] = list return list end,
  function() return { { "a", list }, { "b", print }, { "c" }, { {}, {} } } end,
  function() return game:score(game:read "RPB (X)").raw and list end,
  function() coroutine.yield(1) end, function() error(setmetatable({}, {}), 0) end,
}
for _, moves in ipairs(kinds) do
  for _, x in ipairs { function(s) return s.move end, function() return 0/0 end,
    function() return "x" end, function(s) s.move = nil return 1 end,
    function(s) return rawget(s, "n") or 1 end } do
    tell(pcall(function()
      game = a_game { moves = moves, rates = true, repeats = 4, rivals = { "RPB (X)" },
        primitives = { X = { 0, x }, ADD = { 2, function(_, a, b) return a end } },
        turn = function(s, move) s.n = move end, score = function() return 1 end }
      return game:score(game:read "RPB (ADD (X) (X))"), game:trace(game:read "RPB (X)", 1)
    end))
  end
end]])
  attack("Hanabi, whatever it is given", [[
local hanabi = require "ludus.hanabi"
local N = { -1, 0, 0.5, 3, 6, 1 << 31, math.maxinteger, 0/0, 1/0, "7", true, {}, print, P[1] }
for _, x in ipairs(N) do
  for _, field in ipairs { "players", "cases", "rules", "case_seed", "partners", "lost", "program" } do
    tell(pcall(hanabi.game, { [field] = x }))
  end
  tell(pcall(hanabi.player, x)) tell(pcall(hanabi.named, x)) tell(pcall(hanabi.order.read, x, x))
  tell(pcall(hanabi.order.rule, x)) tell(pcall(hanabi.order.words, x))
  tell(pcall(hanabi.order.species, x)) tell(pcall(hanabi.order.text, x))
  tell(pcall(hanabi.table.alone, { x }, x)) tell(pcall(hanabi.table.among, x, { x }, { players = 2 }))
end
for _, kind in ipairs { "vector", "tree" } do
  local g = hanabi.game { program = kind, cases = 3, partners = { "random" } }
  local p = kind == "tree" and g:read "RPB (PLAYS)" or hanabi.player "piers"
  local other = kind == "tree" and hanabi.player "piers" or ludus.parse "RPB (UNC 0)"
  for _, name in ipairs { "score", "play", "trace", "behaviour", "results", "read", "fits", "with",
    "species", "genes", "facts", "summary", "describe", "position" } do
    for _, x in ipairs(N) do
      tell(pcall(function() return g[name](g, p, x, x) end))
      tell(pcall(function() return g[name](g, other, x) end))
      tell(pcall(function() return g[name](g, x, p) end))
    end
  end
end
for _, length in ipairs { 1, 64, 65 } do
  for _, range in ipairs { { -5, 5 }, { 0, 287 }, { 0, 288 }, { 1 << 30, 1 << 31 } } do
    tell(pcall(function() return ludus.evolve({ game = hanabi.game { cases = 2 }, population = 4,
      generations = 2, program = ludus.vector { length = length, min = range[1],
      max = range[2] } }, { threads = 1 }).digest end))
  end
end]])
  attack("strategies, sweepers, bookkeepers", [[
local othello, mines, ipd = require "ludus.othello", require "ludus.minesweeper",
  require "ludus.ipd"
local N = { -1, 0, 0.5, 1, 1e308, 1 << 31, math.maxinteger, 0/0, 1/0, -1/0, "7", true, {}, print }
for _, x in ipairs(N) do
  for _, n in ipairs { 0, 1, 8, 18, 23, 36, 46, 47, 64 } do
    local weights = {}
    for i = 1, n do weights[i] = x end
    tell(pcall(othello.player, weights, { depth = x }))
  end
  for _, n in ipairs { 8, 18, 36, 46 } do
    tell(pcall(function() return ludus.evolve({ population = 3, generations = 2,
      game = othello.game { program = "vector", openings = 1, depth = 1, teachers = { "random" } },
      program = ludus.vector { type = "reals", length = n, min = -x, max = x } },
      { threads = 1 }).digest end))
  end
  for _, name in ipairs { "measure", "measure_more", "measure_move" } do
    tell(pcall(function() return othello[name](x, x, x) end))
    tell(pcall(function() return othello[name](1 << 27, 1 << 28, x) end))
  end
  for _, field in ipairs { "depth", "blend", "mirror", "memory", "curiosity", "horizon" } do
    tell(pcall(function() return ipd.match(ipd.bookkeeper { [field] = x }, "TFT", { turns = 5 }) end))
  end
  for _, field in ipairs { "weights", "generations", "population", "hall", "start", "rivals",
    "openings", "plies", "depth", "yardstick", "references" } do
    tell(pcall(function() return othello.climb { [field] = x, generations = 1, population = 4,
      openings = 1, yardstick = 0, final = 2 } end))
  end
  for _, field in ipairs { "rows", "cols", "mines", "repeats", "first", "sweep", "num_marked",
    "extras", "idle_limit" } do
    tell(pcall(function() return mines.game { cases = 2, [field] = x }:score(
      ludus.parse "RPB (UNC 0)").raw end))
  end
end]])
  script("races that lie", [[
return an_experiment { generations = 40, schedule = function(run)
  for _, x in ipairs { -1, 0, 1.1, 1 << 53, 0/0, 1/0, "7", true, {}, print } do
    for _, field in ipairs { "first", "factor", "keep", "last" } do
      tell(pcall(function() return ludus.race { first = 1, last = 60, [field] = x }(run) end))
      tell(pcall(function() return ludus.race { first = 1, last = 60, [field] = x }({}) end))
    end
  end
end }]])
end
