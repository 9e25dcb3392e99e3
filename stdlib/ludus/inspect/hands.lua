-- hands.lua -- a case of a game by rules in somebody's hands: how what is typed becomes a
-- move, alone or against a guest, a program on the other seat.
--
--     local h = hands.of(game, case, { kind = "tree", guest = p, seat = 2 })
--     h.intro  h.prompt  h.show()  h.move "(STEP)"  h.over()  h.state()  h.raw()
--
-- See ludus.inspect.person, which plays with them. A tree's move is an expression, a
-- machine's one of its moves, a vector's all genes at once. A linear program's is an
-- instruction; alone it is played by replaying what was typed so far as a program.

local recipes = require "ludus.script.recipes"
local record  = require "ludus.inspect.record"
local rng     = require "ludus.core.rng"

local hands = {}

local LINES = 200                     -- instructions that a person may give

-- What a person's instructions lead to: the case as it was recorded, and as it ended.
local function replayed(game, lines, case)
  local again = recipes.again(game, { blocks = { { "Hands", LINES } },
    budget = math.max(1, #lines), engine = "plain" })
  local text = { ("Hands state (%d/%d)"):format(#lines, LINES) }
  for i, name in ipairs(lines) do text[i + 1] = ("%d. %s"):format(i, name) end
  local p = again:read(table.concat(text, "\n") .. "\n")
  return again:play(p, case), again:record(p, case, LINES)
end

-- The state of a game of rules as text: its picture, or its numbers.
local function told(settings, state)
  if settings.show then return tostring(settings.show(state)) end
  return record.state_text(state)
end

-- The engine's hands, with what they know of the end: over(), raw(), finish().
local function holding(core)
  local held, result = { core = core }, nil
  function held.finish() result = result or core:finish() end
  function held.state() return core:state() end
  function held.raw()
    held.finish()
    return result.raw
  end
  function held.over()
    return result and ("the case is over, %s: raw %g"):format(
      (result["end"]:gsub("_", " ")), result.raw) or nil
  end
  return held
end

-- The hands of a person at a game of trees by rules: each move is an expression, which
-- runs once; without `repeats` there is one.
local function expressions(game, settings, case)
  local held = holding(game:hands(case))
  local left = settings.repeats == true and math.huge or settings.repeats or 1
  local names = {}
  for i, prim in ipairs(game:prims()) do
    names[i] = prim.arity == 0 and ("(%s)"):format(prim.name)
      or ("(%s%s)"):format(prim.name, (" ..."):rep(prim.arity))
  end
  local function move(line)
    local ok, p = pcall(game.read, game, line, "(move)")
    if not ok then
      return ("a move is an expression of %s"):format(table.concat(names, " "))
    end
    left = left - 1
    local goes_on = held.core:move(p)
    if not goes_on or left == 0 then held.finish() end
  end
  return { move = move, prompt = "your move (q ends): ",
    intro = ("%s, case %d: an expression a move, of %s"):format(settings.name, case,
      table.concat(names, " ")),
    show = function() return told(settings, held.state()) end,
    state = held.state, over = held.over, raw = held.raw }
end

-- What a case is before it begins, by name.
local function start_of(game, case)
  local start = {}
  for _, row in ipairs(game:describe(case)) do start[row[1]] = row[2] end
  return start
end

-- The hands of a person at a game of vectors by rules: all genes at once.
local function genes(game, settings, case)
  local played
  return { prompt = "your genes (q ends): ",
    intro = ("%s, case %d: %d genes, such as %s"):format(settings.name, case,
      #game:genes(), tostring(game:genes():random(rng.new(case)))),
    show = function() return played and told(settings, played.state) or "" end,
    move = function(line)
      local ok, p = pcall(game.read, game, line, "(genes)")
      if not ok then return p end
      played = game:play(p, case)
    end,
    state = function() return start_of(game, case) end,
    line = function(list)
      if type(list) ~= "table" then return list end
      local words = {}
      for i, gene in ipairs(list) do words[i] = tostring(gene) end
      return ("(%s)"):format(table.concat(words, ", "))
    end,
    raw = function() return played and played.raw or 0 end,
    over = function()
      return played and ("the case is over: raw %g"):format(played.raw) or nil
    end }
end

-- The hands of a person at a game of machines by rules: a name a move.
local function moves(game, settings, case, seat, guest)
  local held, seen = holding((game:hands(case, seat, guest))), nil
  local names, known = game:alphabet().moves, {}
  for _, name in ipairs(names) do known[name:lower()] = name end
  local function move(line)
    local name = known[line:lower()]
    if not name then return "a move is one of " .. table.concat(names, ", ") end
    seen = held.core:move(name)
    if seen then return nil, seen end
    held.finish()
  end
  return { move = move, prompt = ("your move (%s; q): "):format(table.concat(names, ", ")),
    intro = ("%s, case %d: one move a turn"):format(settings.name, case), seat = seat,
    show = function()
      return (seen and ("you see %s\n"):format(seen) or "") .. told(settings, held.state())
    end,
    state = held.state, over = held.over, raw = held.raw }
end

local function list_of(names)
  local words = table.concat(names, " ")
  return words ~= "" and words or "none"
end

-- What a person types in a match by rules: how it becomes a move, and what there is. A
-- move gives what was wrong; or whether the match goes on, and an answer that is told.
local typed_as = {}

function typed_as.tree(game)
  local names = {}
  for i, prim in ipairs(game:prims()) do
    names[i] = ("(%s%s)"):format(prim.name, (" ..."):rep(prim.arity))
  end
  local what = "an expression a move, of " .. list_of(names)
  return function(core, line)
    local ok, p = pcall(game.read, game, line, "(move)")
    if not ok then return "a move is " .. what end
    return nil, core:move(p)
  end, what
end

function typed_as.linear(_, set)
  local names, known = {}, {}
  for _, row in ipairs(set:rows()) do
    if row.kind == "act" or row.kind == "test" then
      names[#names + 1], known[row.name:lower()] = row.name, row
    end
  end
  local what = "one instruction a move, of " .. list_of(names)
  return function(core, line)
    local row = known[line:lower()]
    if not row then return "an instruction is one of " .. table.concat(names, ", ") end
    local on, gave = core:move(row.name)
    if row.kind ~= "test" then return nil, on end
    return nil, on, gave
  end, what
end

function typed_as.vector(game)
  local what = ("your %d genes, such as %s"):format(#game:genes(),
    tostring(game:genes():random(rng.new(1))))
  return function(core, line)
    local ok, p = pcall(game.read, game, line, "(genes)")
    if not ok then return p end
    local on
    repeat on = core:move(p) until not on
    return nil, false
  end, what
end

-- The hands of a person on a seat against a guest, a program, at a game for two by rules.
local function against(game, settings, case, how)
  local core, on = game:hands(case, how.seat, how.guest)
  local held = holding(core)
  if not on then held.finish() end
  local play, what = typed_as[how.kind](game, how.set)
  return { prompt = "your move (q ends): ", seat = how.seat,
    intro = ("%s, case %d, you are player %d: %s"):format(settings.name, case, how.seat,
      what),
    show = function() return told(settings, held.state()) end,
    state = held.state, over = held.over, raw = held.raw,
    line = how.kind == "vector" and genes(game, settings, case).line or nil,
    move = function(line)
      local wrong, goes_on, answer = play(core, line)
      if wrong then return wrong end
      if not goes_on then held.finish() end
      if answer ~= nil then return answer and "it is so" or "it is not so", answer end
    end }
end

-- The hands of a person at a linear game by rules.
local function instructions(game, case, set)
  local settings = recipes.recipe(game).settings
  local lines, kinds, names, ended = {}, {}, {}, nil
  for _, row in ipairs(set:rows()) do
    if row.kind ~= "jump" then
      kinds[row.name:lower()] = row
      names[#names + 1] = row.name
    end
  end
  -- Before anything was typed one Nop stands for nothing done.
  local function look() return replayed(game, #lines > 0 and lines or { "Nop" }, case) end
  local function show()
    local played = look()
    if played.picture then return played.picture end
    local words = {}
    for name, value in pairs(played.state) do
      if type(value) == "number" then words[#words + 1] = ("%s %s"):format(name, value) end
    end
    table.sort(words)
    return table.concat(words, "  ")
  end
  local function move(text)
    local row = kinds[text:lower()]
    if not row then return "an instruction is one of " .. table.concat(names, ", ") end
    lines[#lines + 1] = row.name
    local played, record = look()
    if row.kind == "test" then
      lines[#lines] = nil
      local so = record.marks[#record.marks].value ~= 0
      return so and "it is so" or "it is not so", so
    end
    if played["end"] == "done" then ended = "the case is over" end
    if #lines == LINES or #lines == settings.budget then
      ended = ended or "no more steps are left"
    end
  end
  return { show = show, move = move, prompt = "your move (? lists, q): ",
    intro = ("%s, case %d: one instruction a move."):format(settings.name, case),
    state = function() return (look()).state end,
    raw = function() return (look()).raw end,
    over = function()
      return ended and ("%s: raw %g"):format(ended, (look()).raw) or nil
    end }
end

-- The hands at a case: how = { kind =, set = (of linear programs), guest =, seat = }.
function hands.of(game, case, how)
  local settings, kind = recipes.recipe(game).settings, how.kind
  if kind == "machine" then return moves(game, settings, case, how.seat, how.guest) end
  if how.guest then return against(game, settings, case, how) end
  if kind == "tree" then return expressions(game, settings, case) end
  if kind == "vector" then return genes(game, settings, case) end
  return instructions(game, case, how.set)
end

return hands
