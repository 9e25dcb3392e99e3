-- inspect.lua -- the verbs for linear programs that play Battleship.

local show  = require "ludus.repl.show"
local steps = require "ludus.inspect.steps"

local linear = {}

linear.games = 200                    -- what profiles and checks play
linear.steps_max = 100000             -- of one trace

local function battleship() return require "ludus.battleship" end

-- ---- programs --------------------------------------------------------------

-- Blocks as { name, capacity, instructions }.
local function blocks_of(p)
  local list = {}
  for i, row in ipairs(p:set():blocks()) do
    list[i] = { name = row.name, capacity = row.capacity, p:block(i) }
    list[i].lines = list[i][1]
  end
  return list
end

local function text_of(blocks)
  local out = {}
  for _, b in ipairs(blocks) do
    out[#out + 1] = ("%s state (%d/%d)"):format(b.name, #b.lines, b.capacity)
    for i, name in ipairs(b.lines) do
      out[#out + 1] = ("%d. %s"):format(i, name)
    end
    out[#out + 1] = ""
  end
  return table.concat(out, "\n")
end

-- The program without one line.
local function without(p, block, line)
  local blocks = blocks_of(p)
  table.remove(blocks[block].lines, line)
  return p:set():parse(text_of(blocks), "(shortened)")
end

-- Blocks side by side; mark(block, line) is put before a line.
function linear.side_by_side(p, mark, view)
  local blocks, rows, out = blocks_of(p), 0, {}
  local width = math.max(18, math.min(26, view.width // #blocks))
  for _, b in ipairs(blocks) do rows = math.max(rows, #b.lines) end
  local function pad(text)
    return text .. (" "):rep(width - show.columns(text))
  end
  local head = {}
  for i, b in ipairs(blocks) do head[i] = pad(view.paint("head", b.name)) end
  out[1] = (table.concat(head):gsub("%s+$", ""))
  for line = 1, rows do
    local words = {}
    for i, b in ipairs(blocks) do
      words[i] = pad(b.lines[line] and mark(i, line,
        ("%2d %s"):format(line, b.lines[line]))
        or "")
    end
    out[#out + 1] = (table.concat(words):gsub("%s+$", ""))
  end
  return out
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
  local lines = {}
  for row = 1, 10 do
    local words = {}
    for col = 1, 10 do
      local c = seen[row * 100 + col] or "."
      local here = tonumber(y) == row - 1 and tonumber(x) == col - 1
      words[col] = here and (view.colour and view.paint("mark", c) or "[" .. c
        .. "]")
        or view.paint(c == "X" and "bad" or "dim", c)
    end
    lines[row] = table.concat(words, " "):gsub(" %[", "["):gsub("%] ", "]")
  end
  return lines
end

-- The registers on lines of the view's width, with what they were before.
function linear.register_lines(s, before, view)
  local words = {}
  for i, key in ipairs(s.order) do
    local old = before and before.registers[key]
    words[i] = ("%s %s%s"):format(key, s.registers[key], old
      and old ~= s.registers[key] and " (was " .. old .. ")" or "")
  end
  return show.wrap(table.concat(words, ", "), view.width)
end

-- The sea on the left, the blocks beside it, the registers below.
local function draw_step(p, s, states, fired, view)
  local lines = { view.paint("head", ("step %d of %d: %s %d, %s"):format(s.step,
    #states, s.block, s.line, s.name)) }
  local names = p:set():blocks()
  local narrow = setmetatable({ width = view.width - 24 }, { __index = view })
  local sea, blocks = sea_lines(s, fired, view), linear.side_by_side(p,
    function(block, line, text)
      local here = names[block].name == s.block and line == s.line
      if not here then return "  " .. text end
      return "=>" .. (view.colour and view.paint("mark", text) or text)
    end, narrow)
  for i = 1, math.max(#sea, #blocks) do
    local left = sea[i] or ""
    lines[#lines + 1] = (left .. (" "):rep(24 - show.columns(left))
      .. (blocks[i] or "")):gsub("%s+$", "")
  end
  lines[#lines + 1] = linear.register_lines(s, states[s.step - 1], view)
  if s.event then
    lines[#lines + 1] = view.paint("head", "does: shoot, a " .. s.event)
  end
  return table.concat(lines, "\n")
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

local Lines = { __name = "ludus.linear.lines" }

function Lines:__show(view)
  local lines = { self.title }
  table.move(linear.side_by_side(self.program, function(b, l, text)
    local value = self.values[b][l]
    return ("%s %s"):format(self.format:format(value), value == 0 and "~"
      .. text or text)
  end, view), 1, 100, 2, lines)
  lines[#lines + 1] = self.foot
  return table.concat(lines, "\n")
end

-- How often each line runs in so many games.
function linear.profile(p, games)
  games = games or 50
  local values, total = {}, 0
  for i, b in ipairs(blocks_of(p)) do
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
  return setmetatable({ program = p, values = values, visits = values,
    format = "%6d",
    title = ("%d steps in %d games; visits of each line"):format(total, games),
    foot = "~: never runs" }, Lines)
end

local function mean_shots(p, games)
  return battleship().solo { player = p, games = games }.mean
end

-- Each line left out in turn: shots more to finish a game, over so many games.
function linear.impact(p, games)
  games = games or 1000
  local full, values = mean_shots(p, games), {}
  for i, b in ipairs(blocks_of(p)) do
    values[i] = {}
    for l in ipairs(b.lines) do
      values[i][l] = mean_shots(without(p, i, l), games) - full
    end
  end
  return setmetatable({ program = p, values = values, loss = values,
    full = full,
    format = "%+6.1f", title =
      ("shots more without a line, over %d games; %.1f in full")
      :format(games, full), foot = "~: costs nothing" }, Lines)
end

-- ---- simplify, diff, words -------------------------------------------------

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
  local lines = {
    ("%d lines instead of %d; checked, not proven:"):format(self.after, self.before),
    ("  the same shots in the same order, loops too, in %d games and %d fresh ones")
      :format(self.games, self.games),
    "  steps differ" }
  table.move(linear.side_by_side(self.program, function(_, _, text) return text end,
    view), 1, 100,
    #lines + 1, lines)
  return table.concat(lines, "\n")
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
    for i, b in ipairs(blocks_of(q)) do
      for l = #b.lines, 1, -1 do
        local ok, r = pcall(without, q, i, l)
        if ok and same(r) then
          q, again = r, true
        end
      end
    end
  end
  return setmetatable({ program = q, before = #p, after = #q, games = games,
    equal = same(q) }, Result)
end

local Diff = { __name = "ludus.diff" }

function Diff:__show(view)
  if #self == 0 then return "the same program" end
  local lines = {}
  for i, row in ipairs(self) do
    lines[i] = view.paint(row.sign == "+" and "add" or "cut",
      ("%s %s: %s"):format(row.sign,
      row.block, row.text))
  end
  return table.concat(lines, "\n")
end

-- Longest common lines of two blocks: what went and what came.
local function compare(a, b, name, list)
  local len = {}
  for i = #a, 0, -1 do
    len[i] = {}
    for j = #b, 0, -1 do
      if i == #a or j == #b then len[i][j] = 0
      elseif a[i + 1] == b[j + 1] then len[i][j] = len[i + 1][j + 1] + 1
      else len[i][j] = math.max(len[i + 1][j], len[i][j + 1]) end
    end
  end
  local i, j = 0, 0
  while i < #a or j < #b do
    if i < #a and j < #b and a[i + 1] == b[j + 1] then i, j = i + 1, j + 1
    elseif j == #b or i < #a and len[i + 1][j] >= len[i][j + 1] then
      i = i + 1
      list[#list + 1] = { sign = "-", block = name,
        text = ("%d. %s"):format(i, a[i]) }
    else
      j = j + 1
      list[#list + 1] = { sign = "+", block = name,
        text = ("%d. %s"):format(j, b[j]) }
    end
  end
end

-- The lines that make q of p.
function linear.diff(p, q)
  local list, a, b = setmetatable({}, Diff), blocks_of(p), blocks_of(q)
  for i in ipairs(a) do compare(a[i].lines, b[i].lines, a[i].name, list) end
  return list
end

-- The instructions in words, from the rows of the set where they have help.
function linear.explain(p)
  local help, out = {}, {}
  for _, row in ipairs(p:set():rows()) do help[row.name] = row.help end
  for _, b in ipairs(blocks_of(p)) do
    out[#out + 1] = b.name .. ":"
    for i, name in ipairs(b.lines) do
      out[#out + 1] = ("  %2d. %-10s %s"):format(i, name, help[name] or "")
    end
  end
  return (table.concat(out, "\n"):gsub("%s+\n", "\n")) .. "\n"
end

-- How a program looks at the prompt.
function linear.show(p, view)
  return view.paint("dim", ("linear program, %d lines"):format(#p)) .. "\n"
    .. table.concat(linear.side_by_side(p, function(_, _, text) return text end, view),
      "\n")
end

return linear
