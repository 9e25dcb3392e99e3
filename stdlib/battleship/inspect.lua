-- inspect.lua -- the verbs for linear programs that play Battleship.

local lines   = require "ludus.inspect.lines"
local players = require "ludus.battleship.players"
local show    = require "ludus.repl.show"
local steps   = require "ludus.inspect.steps"

local linear = {}

linear.games = 200                    -- what profiles and checks play
linear.steps_max = 100000             -- of one trace

local function battleship() return require "ludus.battleship" end

-- Is it a program of Battleship's instructions, some combined perhaps?
function linear.knows(p)
  local known = {}
  for _, row in ipairs(players.set:rows()) do known[row.name] = row.kind end
  for _, row in ipairs(p:set():rows()) do
    if row.kind ~= "combine" and known[row.name] ~= row.kind then return false end
  end
  return true
end

-- ---- trace -----------------------------------------------------------------

local function parse_line(line, places)
  local n, block, at, name, rest = line:match("^(%d+) (%S+) (%d+) (%S+) ?(.*)$")
  if not n then return nil end
  local registers, order = {}, {}
  for key, value in rest:gmatch("(%S+)=(%S+)") do
    registers[key] = value
    order[#order + 1] = key
  end
  return { block = block, line = tonumber(at), name = name,
    registers = registers,
    order = order, shots = tonumber(registers.shots) or 0,
    place = (places[block] or 0) * 1000 + tonumber(at) }
end

-- States of a game, shots with what they hit.
local function game_states(p, options)
  local places = {}
  for i, b in ipairs(p:set():blocks()) do places[b.name] = i end
  local text, shots, count, loops = battleship().trace(p,
    { number = options.number or 0,
    seed = options.seed, lines = linear.steps_max })
  local states = {}
  for line in text:gmatch("[^\n]+") do
    states[#states + 1] = parse_line(line, places)
  end
  local fired = {}
  for i, s in ipairs(states) do
    local next_one = states[i + 1]
    if s.name == "Shoot" or next_one and next_one.shots > s.shots then
      local new = not next_one or next_one.shots > s.shots
      local hit = next_one and next_one.registers.TargetHit == "true"
      if not next_one then hit =
        true end     -- the last shot sinks the last ship
      if new then
        local x, y = s.registers.TargetPos:match("^(%d+),(%d+)$")
        s.event, s.col, s.row = hit and "hit" or "miss", tonumber(x) + 1,
          tonumber(y) + 1
        fired[#fired + 1] = { step = i, row = s.row, col = s.col, hit = hit }
      end
    end
  end
  return states, fired, { shots = shots, steps = count, loops = loops }
end

local function sea_lines(s, fired, view)
  local seen = {}
  for _, f in ipairs(fired) do
    if f.step < s.step then seen[f.row * 100 + f.col] = f.hit and "X" or "o" end
  end
  local x, y = (s.registers.TargetPos or ""):match("^(%d+),(%d+)$")
  local out = {}
  for row = 1, 10 do
    local words = {}
    for col = 1, 10 do
      local c = seen[row * 100 + col] or "."
      local here = tonumber(y) == row - 1 and tonumber(x) == col - 1
      words[col] = here and (view.colour and view.paint("mark", c) or "[" .. c
        .. "]")
        or view.paint(c == "X" and "bad" or "dim", c)
    end
    out[row] = table.concat(words, " "):gsub(" %[", "["):gsub("%] ", "]")
  end
  return out
end

-- The sea on the left, the blocks beside it, the registers below.
local function draw_step(p, s, states, fired, view)
  local out = { view.paint("head", ("step %d of %d: %s %d, %s"):format(s.step,
    #states, s.block, s.line, s.name)) }
  local names = p:set():blocks()
  local narrow = setmetatable({ width = view.width - 24 }, { __index = view })
  local sea, blocks = sea_lines(s, fired, view), lines.side_by_side(p,
    function(block, line, text)
      local here = names[block].name == s.block and line == s.line
      if not here then return "  " .. text end
      return "=>" .. (view.colour and view.paint("mark", text) or text)
    end, narrow)
  for i = 1, math.max(#sea, #blocks) do
    local left = sea[i] or ""
    out[#out + 1] = (left .. (" "):rep(24 - show.columns(left))
      .. (blocks[i] or "")):gsub("%s+$", "")
  end
  out[#out + 1] = lines.register_lines(s, states[s.step - 1], view)
  if s.event then
    out[#out + 1] = view.paint("head", "does: shoot, a " .. s.event)
  end
  return table.concat(out, "\n")
end

-- A game of the program, step by step; options: number (the game, 0), seed (1).
function linear.trace(p, options)
  if type(options) == "number" then options = { number = options } end
  local states, fired, result = game_states(p, options or {})
  return steps.trace { states = states, place = "place",
    columns = { "row", "col", "block", "line", "shots" },
    title = ("a linear program of %d lines; %d shots, %d steps, %d loops"):format(#p,
      result.shots, result.steps, result.loops),
    draw = function(s, view) return draw_step(p, s, states, fired, view) end }
end

-- ---- profile and impact ----------------------------------------------------

-- How often each line runs in so many games.
function linear.profile(p, games)
  games = games or 50
  local values, total = {}, 0
  for i, b in ipairs(lines.blocks(p)) do
    values[i] = {}
    for l in ipairs(b.lines) do values[i][l] = 0 end
  end
  for number = 0, games - 1 do
    for _, s in ipairs((game_states(p, { number = number }))) do
      local b = s.place // 1000
      values[b][s.line] = values[b][s.line] and values[b][s.line] + 1
      total = total + 1
    end
  end
  return lines.values({ program = p, values = values, visits = values,
    format = "%6d",
    title = ("%d steps in %d games; visits of each line"):format(total, games),
    foot = "~: never runs" })
end

local function mean_shots(p, games)
  return battleship().solo { player = p, games = games }.mean
end

-- Each line left out in turn: shots more to finish a game, over so many games.
function linear.impact(p, games)
  games = games or 1000
  local full, values = mean_shots(p, games), {}
  for i, b in ipairs(lines.blocks(p)) do
    values[i] = {}
    for l in ipairs(b.lines) do
      values[i][l] = mean_shots(lines.without(p, i, l), games) - full
    end
  end
  return lines.values({ program = p, values = values, loss = values,
    full = full,
    format = "%+6.1f", title =
      ("shots more without a line, over %d games; %.1f in full")
      :format(games, full), foot = "~: costs nothing" })
end

-- ---- simplify --------------------------------------------------------------

-- The shots of games first..last and how often a loop had to be broken, as
-- text. (A program that never shoots is shot for; that must not count as the
-- same.)
local function shots_of(p, first, last)
  local core, bs = require "ludus.core.battleship", battleship()
  local fleet, player, out = bs.fleet {}, bs.player(p), {}
  for number = first, last do
    out[#out + 1] = table.concat(core.shots(fleet, player,
      core.draw(fleet, "random", 1, number), 1, number), " ")
    out[#out + 1] = select(4, bs.trace(p, { number = number, lines = 0 }))
  end
  return table.concat(out, "\n")
end

local Result = { __name = "ludus.simplified" }

function Result:__show(view)
  local out = {
    ("%d lines instead of %d; checked, not proven:"):format(self.after, self.before),
    ("  the same shots in the same order, loops too, in %d games and %d fresh ones")
      :format(self.games, self.games),
    "  steps differ" }
  table.move(lines.side_by_side(self.program, function(_, _, text) return text end,
    view), 1, 100,
    #out + 1, out)
  return table.concat(out, "\n")
end

-- The program without the lines that change no shot, checked on games 0 and on,
-- and then on as many others.
function linear.simplify(p, games)
  games = games or linear.games
  local few, all, fresh = shots_of(p, 0, 9), shots_of(p, 0, games - 1),
    shots_of(p, 100000, 100000 + games - 1)
  local function same(q)
    return shots_of(q, 0, 9) == few and shots_of(q, 0, games - 1) == all
      and shots_of(q, 100000, 100000 + games - 1) == fresh
  end
  local q, again = p, true
  while again do
    again = false
    for i, b in ipairs(lines.blocks(q)) do
      for l = #b.lines, 1, -1 do
        local ok, r = pcall(lines.without, q, i, l)
        if ok and same(r) then
          q, again = r, true
        end
      end
    end
  end
  return setmetatable({ program = q, before = #p, after = #q, games = games,
    equal = same(q) }, Result)
end

return linear
