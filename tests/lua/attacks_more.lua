-- attacks_more.lua -- more scripts of strangers, for tests/lua/test_hostile.lua: against
-- operators that simplify and cross by size or answers, races, the score cache with its cases,
-- functions of cases, weights, layers, lessons, parts of tables, and what is behind editors,
-- notebooks, classes and clusters.
--
--     dofile "tests/lua/attacks_more.lua"(attack, script)
--
-- As tests/lua/attacks.lua.

-- Numbers that no count should be.
local NUMBERS = [[local N = { -1, 0, 0.5, 1 << 16, 1 << 31, 1 << 32, 1 << 53, math.maxinteger,
  math.mininteger, 0/0, 1/0, -1/0, 1e308, "7", true, {}, print } ]]

-- A game by rules of whole numbers, real numbers or truth values.
local RULES = [[
local function rules_game(more)
  local fields = { budget = 60, max = 9, rules = "var n  constants 0 1 2  X { n } "
    .. "INC { n = n + 1 n }  ADD(a, b) { a + b }  SUB(a, b) { a - b }  AND(a, b) { a and b } "
    .. "NOT(a) { not a }  IF(c, a?, b?) { if c { a } else { b } }  LT(a, b) { a < b } "
    .. "PROGN(a?, b?) { a b }  score { n }" }
  for key, value in pairs(more or {}) do fields[key] = value end
  return ludus.game(fields)
end ]]

return function(attack, script)
  -- Tables.
  attack("a table whose columns go while it is made", [[
for _ = 1, 20 do
  for _, way in ipairs { "functions", "lists" } do
    local t = {}
    local function clear()
      for key in next, t do if key ~= "a" then t[key] = nil end end
      collectgarbage() collectgarbage()
      local other = {}
      for i = 1, 200 do other[i] = ("y"):rep(40 + i % 50) end
      return 3
    end
    t.a = way == "functions" and clear or setmetatable({ 1, 2, 3 }, { __len = clear })
    for i = 1, 50 do
      t[("z"):rep(41) .. i] = way == "functions" and function() return 1 end or { 1, 2, 3 }
    end
    if way == "functions" then tell(pcall(ludus.table, 3, t)) else tell(pcall(ludus.table, t)) end
  end
end]])
  attack("parts of a table", NUMBERS .. [[
local data = ludus.table(50, { x = function(i) return i end,
  y = function(i) return i % 2 == 0 end })
for _, a in ipairs(N) do
  for _, name in ipairs { "split", "fold", "sample", "row", "column", "classes", "kind" } do
    tell(pcall(function() return data[name](data, a) end))
    for _, b in ipairs(N) do tell(pcall(function() return data[name](data, a, b, b) end)) end
  end
end
local parts = { data }
for i = 1, 2000 do
  local ok, one, two = pcall(parts[#parts].split, parts[#parts], 0.99, i)
  if not ok then break end
  parts[#parts + 1] = one
end
data = nil parts = { parts[#parts] } collectgarbage() collectgarbage()
tell(#parts[1], parts[1]:row(1), parts[1]:column "x")]])

  -- Scores and traces that are made later.
  attack("scores that nobody has looked at", RULES .. [[
local g = rules_game()
local other = a_game()
local p = g:read "RPB (ADD (X) 1)"
local values = { 0, 1 << 40, 0x414141414141, 0.5, "x", ("x"):rep(100), true, {}, print, p,
  other, other:read "RPB (X)", ludus.rng(1), g, ludus.table(3, { x = math.abs }),
  coroutine.create(print), ludus.parse "RPB (UNC 0)", select(2, pcall(g.hands, g, 1)),
  g:score(p), g:score(p).cases }
for _, make in ipairs { function() return g:score(p) end, function() return g:score(p).cases end } do
  assert(type(getmetatable(make())) ~= "table", "a metatable")
  for place = -3, 6 do
    for _, value in ipairs(values) do
      local s = make()
      pcall(rawset, s, place, value)
      for _, key in ipairs { "raw", "cases", "done", "free", 1, 2, -1 } do
        local ok, got = pcall(function() return s[key] end)
        assert(not ok or key == place or type(got) ~= "userdata", "an object")
      end
      tell(pcall(function() return #s, next(s), s.cases[1].raw end))
      for way in pairs(s) do tell(way) end
      tell(pcall(function() s.raw = 7 s[1] = value return #s.cases end))
    end
  end
end]])
  attack("finalisers by classes of the library", [[
local ipd = require "ludus.ipd"
local count = 0
local makers = { function() return ipd.fingerprint "TFT" end,
  function() return ipd.moran { players = { "TFT", "AD" }, turns = 2, steps = 3 } end,
  function() return ipd.tournament { players = { "TFT", "AD" }, turns = 2 } end,
  function() return an_experiment() end, function() return ludus.tree {} end,
  function() return ludus.tournament(2) end, function() return ludus.operator "copy" end,
  function() return ludus.niche {} end, function() return require "ludus.othello".player "discs" end,
  function() local g = a_game() return g:score(g:read "RPB (X)") end,
  function() local g = a_game() return g:trace(g:read "RPB (X)", 1) end,
  function() return require "ludus.json".list {} end, function() return ludus.fresh end }
for _, make in ipairs(makers) do
  local ok, object = pcall(make)
  local meta = ok and getmetatable(object)
  if type(meta) == "table" then
    pcall(rawset, meta, "__gc", function() count = count + 1 end)
    for _ = 1, 3 do pcall(make) end
    object = nil collectgarbage() collectgarbage()
    pcall(rawset, meta, "__gc", nil)
  end
end
assert(count == 0, "a finaliser")]])
  attack("what is supposed is taken away", [[
local seen, junk = {}, {}
local t
local function waste()
  if t then for key in next, t do t[key] = nil end end
  collectgarbage() collectgarbage()
  for i = 1, 300 do junk[i] = ("y"):rep(51) .. i % 10 end
  return "wood"
end
local g = ludus.game { cases = { 1 }, max = 9, score = function(_, v) return v end,
  primitives = { W = { 0, waste }, SEE = { 1, function(_, a) seen[#seen + 1] = a return 1 end } } }
local p = g:read "RPB (SEE (W))"
for i = 1, 4 do
  tell(pcall(g.record, g, p, 1, { step = 2, value = ("z"):rep(52) }))
  t = setmetatable({ step = 2, value = ("z"):rep(52) }, { __newindex = i > 2 and print or nil,
    __index = i > 3 and waste or nil })
  tell(pcall(g.record, g, p, 1, t))
end
for _, text in ipairs(seen) do assert(text == ("z"):rep(52) or text == "wood", "other memory") end]])

  -- Operators.
  attack("whatever simplify is given", RULES .. [[
local games = { rules_game(), a_game(), rules_game { rules = "var real x  X { x } "
    .. "SUB(a, b) { a - b }  MUL(a, b) { a * b }  constants own -1e308 to 1e308 "
    .. "score { x }" } }
games[#games + 1] = require "ludus.minesweeper".game { cases = 2 }
local deep = ("(NOT "):rep(4000) .. "(X)" .. (")"):rep(4000)
local texts = { "RPB (IF (X) (IF (X) (INC) 1) 2)", "RPB (SUB (INC) (INC))", "RPB " .. deep,
  "RPB (PROGN 1 (PROGN 2 (INC)))", "RPB (SUB (X) (X))", "RPB (MUL (X) 0)", "RPB (UNC 0)",
  "RPB (AND (LT 1 2) (LT 2 1))", "RPB (SUB -2147483648 1)", "RPB (ADD 2147483647 1)" }
for _, g in ipairs(games) do
  for _, text in ipairs(texts) do
    local ok, p = pcall(g.read, g, text)
    tell(ok, ok or p)
    if ok then
      for _, more in ipairs { {}, { 1 }, { "x" }, { g }, { 1 << 60 }, { print } } do
        tell(pcall(function() return p:vary(ludus.rng(1), "simplify", table.unpack(more)) end))
      end
      tell(pcall(function() return g:score(p:vary(ludus.rng(1), "simplify")).raw end))
    end
  end
end]])
  script("programs as large as they may be, simplified", RULES .. [[
return ludus.experiment { game = rules_game(), population = 60, generations = 4,
  stop = ludus.never, program = ludus.tree { nodes = 4000, adfs = { 2, 2, 2 } },
  vary = { { 0.5, ludus.simplify }, { 0.5, ludus.crossover } } }]])
  attack("operators of every name on every kind", NUMBERS .. [[
local g = a_game()
local parents = { g:read "RPB (ADD (X) (X))", ludus.parse "RPB (UNC 0)",
  ludus.vector { type = "reals", length = 3 } }
for name, op in next, ludus do
  if type(op) == "function" or type(op) == "table" then
    for _, n in ipairs(N) do
      local ok, made = pcall(function() return op { share = n, size = n, chance = n } end)
      tell(ok, ok or made)
      tell(pcall(an_experiment, { vary = { { n, op } } }))
      tell(pcall(an_experiment, { brood = { { children = n, { op, chance = n } } } }))
    end
    for _, p in ipairs(parents) do
      tell(pcall(function() return p:vary(ludus.rng(1), tostring(name), p, parents[1]) end))
    end
  end
end]])
  script("an operator that keeps all it was given", [[
local kept = {}
return an_experiment { generations = 5, population = 20, vary = { { 1, function(rng, a, b)
  for _, old in ipairs(kept) do
    tell(pcall(old[1].below, old[1], 9)) tell(pcall(old[2].graft, old[2], 1, b, 1))
    if #kept > 30 then return old[2] end
  end
  kept[#kept + 1] = { rng, a, b }
  local n = #kept % 5
  if n == 0 then return ludus.parse "RPB (UNC 0)" end
  if n == 1 then return a_game():read "RPB (ADD (X) (X))" end
  if n == 2 then return b:vary(rng, "crossover", a) end
  return nil
end } } }]])

  -- Races and schedules.
  script("a race against nobody", NUMBERS .. [[
for _, n in ipairs(N) do
  for _, fields in ipairs { { first = n }, { factor = n }, { keep = n }, { last = n },
    { first = 1, last = n }, { first = 1, last = 1 << 53, factor = n } } do
    local ok, race = pcall(ludus.race, fields)
    tell(ok, ok or race)
    if ok then
      local count = 0
      local fake = setmetatable({}, { __index = function(_, key)
        count = count + 1
        if count > 500 then error "enough" end
        if key == "stats" then return { standardized = n, evaluations = count } end
        return function() return count % 7 == 0 end
      end })
      tell(pcall(race, fake)) tell(pcall(race)) tell(pcall(race, n))
    end
  end
end
return an_experiment { schedule = ludus.race { first = 1, factor = 1.1, last = 1 << 53 } }]])
  script("a race within a race", [[
local race = ludus.race { first = 10, factor = 2, last = 40, keep = 0.5 }
local again
again = function(run)
  pcall(race, run) tell(pcall(run.restart, run)) again(run)
end
return an_experiment { generations = 1000, schedule = again, on_generation = function(run)
  tell(pcall(race, run)) tell(pcall(run.restart, run)) tell(pcall(run.evolve, run, 1e9))
end }]])
  script("a schedule that leaves by a coroutine", [[
local co
return an_experiment { generations = 50, schedule = function(run)
  co = coroutine.wrap(function() for i = 1, 10 do coroutine.yield(run:evolve(1)) end end)
  co() co()
  coroutine.yield(1)
end, report = function(run)
  for i = 1, 20 do tell(pcall(co)) end
  local keep <close> = setmetatable({}, { __close = function()
    tell(pcall(run.evolve, run, 3)) co() end })
  error(P, 0)
end }]])

  -- Scores: the cache with its cases, functions of cases, weights, sharing.
  script("caches of every width", [[
local n = 0
local function game(cases)
  return a_game { cases = cases, max = 9 }
end
for _, cases in ipairs { 1, 255, 256, 257, 5000 } do
  for _, cache in ipairs { 0, 1, 2, 3, 20, 26 } do
    for _, select in ipairs { ludus.lexicase {}, ludus.lexicase { epsilon = "semidynamic" },
      ludus.tournament(2) } do
      tell(pcall(ludus.evolve, an_experiment { game = game(cases), cache = cache, select = select,
        population = 12, generations = 3 }, { threads = 2 }))
    end
  end
end
return an_experiment { game = game(256), cache = 26, select = ludus.lexicase {},
  fitness = { function(case) n = n + 1 return ({ 0/0, n, -n, 1e308, 5e-324 })[n % 5 + 1] end,
    total = function(values) values[1] = P values[1e6] = 1 return n end },
  schedule = function(run) while run:set { select = ludus.lexicase { sample = 1 } } do
    if run:evolve(1) then return end end end }]])
  script("cases that were judged long ago", [[
local kept, values = {}, {}
return an_experiment { generations = 4, fitness = { function(case)
  for i = 1, math.min(#kept, 20) do
    for _, name in ipairs { "raw", "state", "value", "case", "end", "steps", "won", "text", 1 } do
      tell(pcall(function() return kept[i][name] end))
      tell(pcall(function() kept[i][name] = P end))
    end
    tell(pcall(rawset, kept[i], "raw", {})) tell(pcall(next, kept[i]))
  end
  kept[#kept + 1] = case
  case.state = nil case.raw = nil
  setmetatable(case, nil)
  return 1
end, total = function(list, score)
  values[#values + 1] = list
  score.standardized = -1 / 0
  tell(pcall(getmetatable(kept[1]) or print)) collectgarbage()
  return #values
end } }]])
  script("weights, shares, samples and limits", NUMBERS .. [[
local made
for _, n in ipairs(N) do
  for _, fields in ipairs { { weights = { "stepwise", every = n, add = n } }, { weights = { n } },
    { sharing = { "size", radius = n, power = n } }, { sharing = { "cases", radius = n } },
    { sharing = { function() return n end, radius = 1 } }, { limit = { size = n } },
    { limit = { depth = n } }, { layers = { n, gap = n } }, { layers = n },
    { islands = { 2, migrate = n, every = n, route = { { n, n } } } },
    { select = ludus.lexicase and function() return n end },
    { niche = ludus.niche and function() return ludus.niche { near = n, score = n } end },
    { meet = { "swiss", rounds = n, hall = n } }, { needs = { n } }, { measures = { n } } } do
    local ok, e = pcall(an_experiment, fields)
    if ok then
      made = made or e
      tell(pcall(ludus.evolve, e, { threads = 2 }))
    end
  end
  for _, name in ipairs { "lexicase", "truncation", "rank", "roulette", "tournament" } do
    for _, field in ipairs { "sample", "batch", "informed", "every", "smaller", "near" } do
      tell(pcall(function()
        return ludus.evolve(an_experiment { select = ludus[name] { [field] = n } }, { threads = 1 })
      end))
    end
  end
end
return made or an_experiment()]])
  script("a selection that lies about who was chosen", [[
local n, pops = 0, {}
return an_experiment { generations = 30, needs = { "cases" }, select = function(rng, all)
  n = n + 1
  pops[#pops + 1] = all
  all.count = 1 << 40
  setmetatable(all, { __index = function() error(P, 0) end })
  return ({ 1, 10, 10.0, 11, 0, -1, 1 << 40, 0/0, "1", "0x1", true, {} })[n % 12 + 1]
end }]])

  -- Those who meet.
  script("a hall that is never left", RULES .. [[
return ludus.experiment { population = 30, generations = 100000, stop = ludus.never,
  program = ludus.tree { nodes = 4000 }, meet = { "all", hall = 1000000, shared = true,
    sides = true }, game = rules_game { repeats = 1000000, budget = 1000000,
    rules = "var n, player, judged  X { n }  INC { n = n + 1 n }  score { n }" } }]])

  -- Lessons and studies.
  script("a lesson that is none", [[
local function group(name) return { name, an_experiment() } end
local fields = { number = 1, name = "\27[2J", question = "\7", about = ("x "):rep(1e5),
  predict = { "\27]0;PWNED\7", "a" }, groups = { group "a", group "\27[2J", group "a" },
  claims = { { "\27[31m", function(r)
    for _, f in next, r do tell(pcall(f, "a")) tell(pcall(f, P[1], P[2])) tell(pcall(f, r, 9)) end
    return 0/0 end, "\7", held = math.mininteger } },
  measures = { { "best", "\27[2J", function() return P end } }, course = { P[1], "\27[2J" },
  notice = { "\27[2J" }, exercises = { "", "", "" }, reference = "javascript:alert(1)", runs = 2 }
local ok, lesson = pcall(ludus.lesson, fields)
if ok then return lesson end
tell(lesson)
for key in pairs(fields) do
  local saved = fields[key]
  for _, value in ipairs { 0/0, {}, "", print, { {} }, -1, 1 << 62, { P, P, P } } do
    fields[key] = value
    tell(pcall(ludus.lesson, fields))
  end
  fields[key] = saved
end
fields.groups[3], fields.name, fields.question, fields.number = nil, "x", "y", 1
return ludus.lesson(fields)]])
  script("a study that says it was another", [[
return ludus.study { name = "x", settings = { turns = { "integer", 3, min = 1,
    check = function() return setmetatable({}, { __tostring = function() return "\27" end }) end,
    help = "\27[2J" } }, pieces = function() return 0/0 end, run = function(s)
  for _, key in ipairs { "seed", "threads", "json", "quiet", "opened", "store", "id", "say" } do
    tell(pcall(function() s[key] = P end))
  end
  tell(pcall(s.say, "%s %d \27[2J", P[1])) tell(pcall(s.say, ("%s"):rep(1e5)))
  return { lesson = "adfs", claims = { 1 / 0 }, digest = ("f"):rep(16), kind = "experiment",
    best = 1e308, identity = ("0"):rep(32), status = "finished" }
end }]])

  -- Behind editors, notebooks, classes and clusters.
  attack("doors of the other commands", [[
for _, name in ipairs { "ludus.core.http", "ludus.core.cluster", "ludus.core.process",
  "ludus.core.evolve", "ludus.core.table", "ludus.core.terminal", "ludus.core.luagame",
  "ludus.web.server", "ludus.web.board", "ludus.web", "web.server", "ludus.run.ranks",
  "ludus.run.cluster", "ludus.run.crew", "ludus.run.merge", "ludus.run.salvage",
  "ludus.run.seals", "ludus.run.sweep", "ludus.run.tune", "ludus.cli.lsp", "ludus.cli.grade",
  "ludus.cli.serve", "ludus.cli.kernel", "ludus.repl.notebook", "ludus.inspect.person",
  "ludus.script.files", "ludus.script.harmless", "ludus.lesson.page", "ludus.report.html",
  "ludus.class\0.web.board", "ludus.web.board.lua", "python.ludus_kernel" } do
  assert(not pcall(require, name), name)
end
local io_, os_ = io, os
for _, way in ipairs { "io.popen", "os.execute", "os.tmpname", "io.read", "io.lines" } do
  assert(not pcall(load("return " .. way .. "('cat " .. P[1] .. "')")), way)
end
tell(pcall(io_.write, "Content-Length: 2\r\n\r\n{}"), pcall(io_.write, "\0done\n"))]])
  attack("JSON that is none", [[
local json = require "ludus.json"
local texts = { "\"\\ud83d\"", "\"\\ud83d\\ud83d\"", "\"\\udc00\\ud83d\"", "\"\\u\"", "\"\\",
  ("["):rep(1e6), ("{\"a\":"):rep(1e5), ("\\"):rep(1e6),
  "\"" .. ("\\ud83d\\ude00"):rep(1e5) .. "\"",
  "1e999", "-", "0x7fffffffffffffff", "99999999999999999999999", "nan", "\0", "[1,]", "{,}", "" }
for _, text in ipairs(texts) do tell(pcall(json.decode, text)) end
local deep = {} for i = 1, 1e5 do deep = { deep } end
local loop = {} loop[1] = loop
for _, value in ipairs { deep, loop, setmetatable({}, { __pairs = function() error "x" end,
    __index = function() return 1 end, __len = function() return 1 << 60 end }),
  { [{}] = 1 }, { [0/1] = 1, [1.5] = 2 }, print, coroutine.create(print), 0/0,
  setmetatable({ 1 }, { __tostring = function() error "x" end }), ("\255"):rep(1e6) } do
  tell(pcall(json.encode, value))
end]])

  -- Those who look.
  attack("options that never end", [[
local endless = setmetatable({}, { __index = function(t, k) return t end,
  __call = function(t) return t end, __len = function() return 1 << 62 end,
  __pairs = function(t) return function(_, k) return (k or 0) + 1, t end, t, nil end,
  __eq = function() return true end, __lt = function() return true end,
  __concat = function() return "x" end, __tostring = function() return ("\27"):rep(100) end })
local g = a_game()
local p = g:read "RPB (ADD (X) (ADD 1 (X)))"
for _, name in ipairs { "simplify", "explain", "strategy", "profile", "impact", "trace", "why",
  "blame", "distil", "same", "losses", "outcomes", "tree", "svg", "vary", "graft", "what_if" } do
  for _, args in ipairs { { endless }, { g, endless }, { endless, g }, { g, 1, endless },
    { g, { fresh = endless, seed = endless, trials = endless } } } do
    tell(pcall(function() return p[name](p, table.unpack(args)) end))
  end
end
for _, f in ipairs { ludus.game, ludus.experiment, ludus.study, ludus.lesson, ludus.tree,
  ludus.race, ludus.vector, ludus.table, ludus.machine, ludus.niche, ludus.lexicase, ludus.rng } do
  tell(pcall(f, endless)) tell(pcall(f, { game = endless, cases = endless, rules = endless }))
end]])
  script("crowds that are looked at", NUMBERS .. [[
return an_experiment { report = function(run)
  local pop = run:population()
  for _, n in ipairs(N) do
    for _, object in ipairs { pop, run } do
      for _, name in ipairs { "clusters", "schemata", "diversity", "plot", "svg", "lineage",
        "course", "inherit", "best", "text", "compare", "front", "map" } do
        tell(pcall(function() return object[name](object, n) end))
        tell(pcall(function() return object[name](object, { near = n, least = n, most = n,
          share = n, every = n, width = n, height = n, file = P[6] }) end))
      end
    end
  end
end }]])
  attack("players of every game that misbehave", NUMBERS .. [[
local ipd, othello = require "ludus.ipd", require "ludus.othello"
local n = 0
local function player(...)
  n = n + 1
  local k = n % 9
  if k == 0 then error(P, 0) elseif k == 1 then coroutine.yield(1)
  elseif k == 2 then return n elseif k == 3 then return {}
  elseif k == 4 then return "\27[2J" elseif k == 5 then return 0/0
  elseif k == 6 then tell(...) elseif k == 7 then return ... end
  return "d"
end
for i = 1, 40 do
  tell(pcall(ipd.match, player, "TFT", { turns = 5, noise = 0.5 }))
  tell(pcall(ipd.match, player, player, { turns = 5 }))
  tell(pcall(ipd.tournament, { players = { player, "AD", "TFT", player }, turns = 3 }))
  tell(pcall(othello.match, player, "random", { games = 2 }))
end
for _, x in ipairs(N) do
  for _, name in ipairs { "veteran", "explorer", "laran", "learner", "strangers", "moran",
    "fingerprint", "optimum", "game" } do
    tell(pcall(function() return ipd[name](x) end))
    for _, field in ipairs { "depth", "turns", "population", "samples", "beam", "memory", "points",
      "rounds", "patience", "horizon", "max_states" } do
      tell(pcall(function() return ipd[name] { [field] = x } end))
    end
  end
end]])
end
