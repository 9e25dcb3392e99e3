-- trace.lua -- traces of linear programs that play Battleship.
--
-- The engine writes a line for each step (gunner.h), with what it gave: of a test whether
-- it held, of Shoot whether it hit, of Target and the directions where to. It can be told
-- to give something else. What a step depends on follows from the registers that each
-- instruction reads and writes.

local core    = require "ludus.core.battleship"
local fleets  = require "ludus.battleship.fleets"
local fresh   = require "ludus.script.fresh"
local lines   = require "ludus.inspect.lines"
local players = require "ludus.battleship.players"
local recipes = require "ludus.script.recipes"
local show    = require "ludus.repl.show"
local steps   = require "ludus.inspect.steps"

local games = {}

games.steps_max = 100000              -- of one trace

-- ---- states ------------------------------------------------------------------

local function parse_line(line, places)
  local n, block, at, name, rest = line:match("^(%d+) (%S+) (%d+) (%S+) ?(.*)$")
  if not n then return nil end
  local registers, order = {}, {}
  local gave = rest:match " gave=(%S+)$"
  for key, value in rest:gmatch("(%S+)=(%S+)") do
    if key ~= "gave" then
      registers[key] = value
      order[#order + 1] = key
    end
  end
  if gave == "true" or gave == "false" then gave = gave == "true" end
  return { block = block, line = tonumber(at), name = name, registers = registers, value = gave,
    reads = registers, order = order, shots = tonumber(registers.shots) or 0,
    place = (places[block] or 0) * 1000 + tonumber(at) }
end

-- The squares of all ships.
local function squares_of(ships)
  local at = {}
  for _, ship in ipairs(ships) do
    for _, cell in ipairs(ship) do at[cell] = true end
  end
  return at
end

-- The instructions that shoot, combined ones too.
local function shooters(p)
  local names = {}
  for _, row in ipairs(p:set():rows()) do
    names[row.name] = row.name == "Shoot" or row.kind == "combine"
  end
  return names
end

-- The states of a text of steps; each new shot is an event of the step before it.
local function states_of(p, played)
  local places, states = {}, {}
  for i, b in ipairs(p:set():blocks()) do places[b.name] = i end
  for line in played.text:gmatch("[^\n]+") do
    states[#states + 1] = parse_line(line, places)
  end
  local ship, shoots = squares_of(played.ships), shooters(p)
  for i, s in ipairs(states) do
    local after = states[i + 1]
    local cell = played.cells[s.shots + 1]
    if cell and (after and after.shots > s.shots
      or not after and played.shots > s.shots) then
      s.event = ship[cell] and "hit" or "miss"
      s.row, s.col = (cell - 1) // played.cols + 1, (cell - 1) % played.cols + 1
      s.loop = not shoots[s.name] or nil
    end
  end
  return states
end

-- ---- drawing -----------------------------------------------------------------

local function sea_lines(s, played, view)
  local ship, seen = squares_of(played.ships), {}
  for i = 1, s.shots do
    local cell = played.cells[i]
    seen[cell] = ship[cell] and "X" or "o"
  end
  local x, y = ((s.registers or {}).TargetPos or ""):match("^(%d+),(%d+)$")
  local here = x and tonumber(y) * played.cols + tonumber(x) + 1
  local out = {}
  for row = 1, played.rows do
    local words = {}
    for col = 1, played.cols do
      local cell = (row - 1) * played.cols + col
      local c = seen[cell] or s.over and ship[cell] and "#" or "."
      words[col] = cell == here and (view.colour and view.paint("mark", c)
        or "[" .. c .. "]") or view.paint(c == "X" and "bad" or "dim", c)
    end
    out[row] = table.concat(words, " "):gsub(" %[", "["):gsub("%] ", "]")
  end
  return out
end

local function does(s)
  return ("does: %s at row %d, column %d, a %s"):format(s.loop
    and "runs out of patience, is shot for" or "shoot", s.row, s.col, s.event)
end

-- The sea on the left, the blocks beside it, the registers below; one below another
-- where the screen is narrow.
local function draw_step(p, s, states, played, view)
  local out = { view.paint("head", s.over
    and ("the end: %d shots"):format(played.shots)
    or ("step %d of %d: %s %d, %s"):format(s.step, #states, s.block, s.line, s.name)) }
  local blocks_of, gap = p:set():blocks(), 2 * played.cols + 4
  local near = view.width >= gap + 18 * #blocks_of
  local narrow = setmetatable({ width = near and view.width - gap or view.width },
    { __index = view })
  local sea, blocks = sea_lines(s, played, view), lines.side_by_side(p,
    function(block, line, text)
      local here = blocks_of[block].name == s.block and line == s.line
      if not here then return "  " .. text end
      return "=>" .. (view.colour and view.paint("mark", text) or text)
    end, narrow)
  if not near then
    table.move(sea, 1, #sea, #out + 1, out)
    table.move(blocks, 1, #blocks, #out + 1, out)
  else
    for i = 1, math.max(#sea, #blocks) do
      local left = sea[i] or ""
      out[#out + 1] = (left .. (" "):rep(gap - show.columns(left))
        .. (blocks[i] or "")):gsub("%s+$", "")
    end
  end
  if s.over then return table.concat(out, "\n") end
  out[#out + 1] = lines.register_lines(s, states[s.step - 1], view)
  if s.event then out[#out + 1] = view.paint("head", does(s)) end
  return table.concat(out, "\n")
end

-- ---- why, and what if ------------------------------------------------------------

-- The registers that each instruction reads and writes.
local reads = { Shoot = { "TargetPos" }, MoveFwd = { "TargetPos", "TargetDir" },
  RandDir = { "TargetPos" }, VertDir = { "TargetPos" }, HorzDir = { "TargetPos" },
  SavePos = { "TargetPos" }, LoadPos = { "TempPos" }, OppDir = { "TargetDir" },
  IfHit = { "TargetHit" }, IfMiss = { "TargetHit" }, IfTrue = { "TempHit" },
  IfFalse = { "TempHit" } }
local writes = { Target = "TargetPos", MoveFwd = "TargetPos", LoadPos = "TargetPos",
  SavePos = "TempPos", RandDir = "TargetDir", VertDir = "TargetDir",
  HorzDir = "TargetDir", OppDir = "TargetDir", Shoot = "TargetHit", SetTrue = "TempHit",
  SetFalse = "TempHit" }

-- The last step before n that wrote the register; a combined instruction or a forced shot
-- may have, if it has changed.
local function writer(d, n, register)
  for k = n - 1, 1, -1 do
    local s, after = d.states[k], d.states[k + 1]
    if writes[s.name] == register
      or s.registers[register] ~= after.registers[register] then return k end
  end
end

-- What chose that step n runs: a test that held, or what led to its block.
local function chooser(d, n)
  local s, before = d.states[n], d.states[n - 1]
  if before and before.value == true and before.block == s.block
    and before.name:find "^If" then
    return { step = n - 1, role = "it runs since" }
  end
  for k = n - 1, 1, -1 do
    if d.states[k].block ~= s.block then
      return { step = k, role = "the block was entered by" }
    end
  end
end

local function sources(d, n)
  local list = {}
  for _, register in ipairs(reads[d.states[n].name] or {}) do
    local k = writer(d, n, register)
    if k then list[#list + 1] = { step = k, role = register .. " by" } end
  end
  list[#list + 1] = chooser(d, n)
  return list
end

-- Registers tell all that a step depends on, but for what the sea answers.
local function concerns() return false end

-- What the program learns: squares and directions are chance.
local function answer(d, n)
  local value = d.states[n].value
  if type(value) == "boolean" then return value end
end

local function told(_, row)
  return ("%s row %d, column %d"):format(row.event, row.row, row.col)
end

local function label(d, n)
  local s = d.states[n]
  local gave = s.value
  if s.name == "Shoot" then gave = s.value and "a hit" or "no hit" end
  if type(gave) == "boolean" then gave = gave and "holds" or "does not hold" end
  return ("%s %d %s%s"):format(s.block, s.line, s.name, gave and " = " .. gave or "")
end

local directions = { North = 0, South = 1, West = 2, East = 3 }
local truths = { [true] = 1, [false] = 0, [1] = 1, [0] = 0, hit = 1, miss = 0 }

-- The number that the engine takes for a value, or what was expected.
local function number_of(name, value, played)
  if name == "Target" then
    local x, y = tostring(value):match "^(%d+),(%d+)$"
    x, y = math.tointeger(x), math.tointeger(y)
    if x and x < played.cols and y < played.rows then return y * played.cols + x end
    return nil, ("a square as TargetPos shows it, 0,0 to %d,%d"):format(played.cols - 1,
      played.rows - 1)
  elseif writes[name] == "TargetDir" then
    return directions[value], "North, South, West, East"
  end
  return truths[value], name == "Shoot" and "true or false, hit or miss" or "true or false"
end

-- Checks what t:what_if supposes.
local function supposed(played)
  return function(d, n, value)
    local s = d.states[n]
    if s.value == nil then
      error(("t:what_if: step %d, %s, gives nothing; tests, Shoot, Target, RandDir, "
        .. "VertDir and HorzDir do"):format(n, s.name), 0)
    end
    local number, expected = number_of(s.name, value, played)
    if number then return number end
    error(("t:what_if: field 'value': expected %s, got %s"):format(expected,
      tostring(value)), 0)
  end
end

-- ---- making --------------------------------------------------------------------

-- A game of a player with program p against those ships: game `number` of a seed, with
-- what is supposed.
local function play(fleet, player, against, key, suppose)
  local ships = core.draw(fleet, against, key.seed, key.number)
  local text, shots, count, loops, cells = core.trace(fleet, player, ships, key.seed,
    key.number, games.steps_max, suppose)
  local rows, cols = fleet:info()
  return { text = text, shots = shots, steps = count, loops = loops, ships = ships,
    rows = rows, cols = cols, cells = cells }
end

-- again(d, q, suppose) plays another program, or the same with another value, in the same
-- waters.
local function trace_of(p, played, lead, again)
  local states = states_of(p, played)
  local function sea(s)
    return table.concat(sea_lines(s, played, show.view {}), "\n")
  end
  for _, s in ipairs(states) do s.picture = sea(s) end
  local ending = { shots = #played.cells, over = true, raw = played.shots,
    ended = ("%d shots"):format(played.shots) }
  ending.picture = sea(ending)
  return steps.trace { states = states, place = "place", of = p, again = again,
    sources = sources, supposed = supposed(played), label = label, concerns = concerns,
    told = told, chance = true, answer = answer,
    columns = { "row", "col", "block", "line", "shots", "loop" },
    says = function(s)
      return { ("%s %d, %s%s"):format(s.block, s.line, s.name, s.event and "; " .. does(s)
        or ""), (lines.register_lines(s, states[s.step - 1], show.view {}):gsub("\n", " ")) }
    end,
    title = ("%sa linear program of %d lines; %d shots, %d steps, %d loops"):format(
      lead, #p, played.shots, played.steps, played.loops), ending = ending,
    paint = function(s, view) return draw_step(p, s, states, played, view) end }
end

-- Game `number` of a seed on the classic board, with a random Target.
function games.classic(p, number, seed, suppose)
  local played = play(fleets.of(nil), players.player(p), "random",
    { seed = seed, number = number }, suppose)
  return trace_of(p, played, "", function(_, q, change)
    return games.classic(q or p, number, seed, change)
  end)
end

-- The settings of a game, its board, and the seed of its cases.
local function waters(game)
  local s = recipes.recipe(game).settings
  return s, fleets.make("battleship.game", s, s),
    fresh.is(s.cases) and s.cases:case_seed() or s.case_seed
end

-- Case `case` of a game, played as it is scored.
local case_of
function case_of(game, p, case, suppose)
  local s, fleet, seed = waters(game)
  local player = players.player { target = s.target, nested = s.nested,
    restart = s.restart, patience = s.patience, program = p }
  local played = play(fleet, player, s.against, { seed = seed,
    number = case - 1 }, suppose)
  local scored = not suppose and game:score(p).cases[case]
  return trace_of(p, played, ("case %d of %d%s, "):format(case, game:goal().cases,
    scored and scored ~= played.shots + played.loops
    and (", scored as %d: its loops are too many"):format(scored) or ""),
    function(_, q, change)
      return case_of(game, q and game:read(tostring(q)) or p, case, change)
    end)
end

-- The trace of one case of battleship.game {}; of all, as a list, if none is named.
function games.trace(game, p, case)
  local cases = game:goal().cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases, tostring(case)), 0)
  end
  p = game:read(tostring(p))
  if case then return case_of(game, p, case) end
  local list = {}
  for i = 1, cases do list[i] = case_of(game, p, i) end
  return list
end

-- What a case is before anyone plays it: how its ships lie.
function games.describe(game, case)
  local s, fleet, seed = waters(game)
  return fleets.describe(core.draw(fleet, s.against, seed, case - 1), fleet:info())
end

-- How often each line is visited over all cases, by its place (block and line from 0
-- in halves of a word), and the steps in all.
function games.visits(game, p)
  local counts, total = setmetatable({}, { __index = function() return 0 end }), 0
  for _, t in ipairs(games.trace(game, p)) do
    for _, s in ipairs(t.driver.states) do
      local place = s.place // 1000 - 1 << 16 | s.line - 1
      counts[place] = counts[place] + 1
    end
    total = total + #t
  end
  return counts, total
end

return games
