-- trace.lua -- traces of linear programs that play Battleship.
--
-- The engine writes a line for each step (gunner.h). Where each shot went is asked of
-- the engine once more: when a program has lost its patience it is shot for, and no
-- register tells where.

local core    = require "ludus.core.battleship"
local fleets  = require "ludus.battleship.fleets"
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
  for key, value in rest:gmatch("(%S+)=(%S+)") do
    registers[key] = value
    order[#order + 1] = key
  end
  return { block = block, line = tonumber(at), name = name, registers = registers,
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

-- ---- making --------------------------------------------------------------------

-- A game of a player with program p against those ships.
local function play(fleet, player, ships, seed, number)
  local text, shots, count, loops = core.trace(fleet, player, ships, seed, number,
    games.steps_max)
  local rows, cols = fleet:info()
  return { text = text, shots = shots, steps = count, loops = loops, ships = ships,
    rows = rows, cols = cols, cells = core.shots(fleet, player, ships, seed, number) }
end

-- again(d, q) plays another program in the same waters.
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
    columns = { "row", "col", "block", "line", "shots", "loop" },
    title = ("%sa linear program of %d lines; %d shots, %d steps, %d loops"):format(
      lead, #p, played.shots, played.steps, played.loops), ending = ending,
    paint = function(s, view) return draw_step(p, s, states, played, view) end }
end

-- Game `number` of a seed on the classic board, with a random Target.
function games.classic(p, number, seed)
  local fleet = fleets.of(nil)
  return trace_of(p, play(fleet, players.player(p),
    core.draw(fleet, "random", seed, number), seed, number), "",
    function(_, q) return games.classic(q, number, seed) end)
end

-- Case `case` of a game, played as it is scored.
local case_of
function case_of(game, p, case)
  local s = recipes.recipe(game).settings
  local fleet = fleets.make("battleship.game", s, s)
  local player = players.player { target = s.target, nested = s.nested,
    restart = s.restart, patience = s.patience, program = p }
  local played = play(fleet, player,
    core.draw(fleet, s.against, s.case_seed, case - 1), s.case_seed, case - 1)
  local scored = game:score(p).cases[case]
  return trace_of(p, played, ("case %d of %d%s, "):format(case, s.cases,
    scored ~= played.shots + played.loops
    and (", scored as %d: its loops are too many"):format(scored) or ""),
    function(_, q) return case_of(game, game:read(tostring(q)), case) end)
end

-- The trace of one case of battleship.game {}; of all, as a list, if none is named.
function games.trace(game, p, case)
  local cases = recipes.recipe(game).settings.cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases, tostring(case)), 0)
  end
  p = game:read(tostring(p))
  if case then return case_of(game, p, case) end
  local list = {}
  for i = 1, cases do list[i] = case_of(game, p, i) end
  return list
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
