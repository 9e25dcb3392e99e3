-- inspect.lua -- the verbs for Moore machines that play against each other: trace,
-- profile, impact, explain. Opponents are machines, or anything ludus.ipd knows
-- by name; points are Axelrod's.

local machines = require "ludus.machine"
local of_machines = require "ludus.inspect.machines"
local steps    = require "ludus.inspect.steps"

local machine = {}

-- Is it a machine of the dilemma's two moves?
function machine.knows(m)
  local meta = debug.getmetatable(m)
  if type(meta) ~= "table" or meta.__name ~= "ludus.machine" then return false end
  local a = m:alphabet()
  return table.concat(a.moves, " ") == "c d" and table.concat(a.sees, " ") == "c d"
end

machine.turns = 100                   -- of a match, unless told

local payoff = { cc = 3, cd = 0, dc = 5, dd = 1 }    -- mine first; Axelrod's

-- ---- matches ---------------------------------------------------------------

-- The opponent's moves against the machine, by a match of ludus.ipd where it is
-- more than a machine.
local function moves_of(m, opponent, turns)
  if type(opponent) == "userdata" then
    local out, mine, other = {}, m:start(), opponent:start()
    for i = 1, turns do
      local my, my_c, my_d = m:state(mine)
      local their, their_c, their_d = opponent:state(other)
      out[i] = their
      mine = their == "c" and my_c or my_d
      other = my == "c" and their_c or their_d
    end
    return table.concat(out)
  end
  local ok, ipd = pcall(require, "ludus.ipd")
  if not ok then
    error("an opponent is a machine here, got " .. tostring(opponent), 0)
  end
  return ipd.match(m, opponent, { turns = turns }).theirs
end

-- The machine's way through the opponent's moves.
local function walk(m, theirs)
  local states, at, sum, other = {}, m:start(), 0, 0
  for i = 1, #theirs do
    local mine, on_c, on_d = m:state(at)
    local their = theirs:sub(i, i)
    sum, other = sum + payoff[mine .. their], other + payoff[their .. mine]
    local to = their == "c" and on_c or on_d
    states[i] = { state = at, mine = mine, theirs = their, to = to, own = sum,
      other = other, value = mine, reads = their, event = mine .. their ~= "cc" and mine .. their or nil }
    at = to
  end
  return states, sum
end

-- Who a machine is tried against unless told: the paper's twenty, or simple
-- ones.
local function rivals(given)
  if given then return type(given) == "table" and given or { given } end
  local ok, ipd = pcall(require, "ludus.ipd")
  if ok then
    local list = {}
    for i, player in ipairs(ipd.paper()) do
      list[i] = player.machine or player
    end
    return list
  end
  local list = {}
  for i, text in ipairs { "c00", "d00", "c01 d01", "c01 d11", "c01 d10" } do
    list[i] = machines.parse(text)
  end
  return list
end

-- ---- trace -----------------------------------------------------------------

local drawn = of_machines.drawn

-- How a match ended.
local function draw_end(m, s, mine, theirs, view)
  local from = math.max(1, #mine - view.width + 10)
  local lines = { view.paint("head", ("the end, after %d turns"):format(#mine)),
    "mine    " .. mine:sub(from), "theirs  " .. theirs:sub(from),
    ("%d and %d points; state %d would play next"):format(s.own, s.other, s.state) }
  table.move(drawn(m, s.state, view), 1, #m, #lines + 1, lines)
  return table.concat(lines, "\n")
end

-- A match against an opponent, turn by turn.
function machine.trace(m, opponent, turns)
  turns = turns or machine.turns
  local theirs = moves_of(m, opponent or m, turns)
  local states, sum = walk(m, theirs)
  local mine = {}
  for i, s in ipairs(states) do mine[i] = s.mine end
  mine = table.concat(mine)
  return steps.trace { states = states, place = "state", of = m,
    again = function(_, q) return machine.trace(q, opponent or m, turns) end,
    columns = { "state", "own", "other" },
    title = ("a machine of %d states, %d turns; own %d (Axelrod's payoff)"):format(#m,
      turns, sum),
    ending = { state = states[#states] and states[#states].to or m:start(), own = sum,
      other = states[#states] and states[#states].other or 0, picture = "",
      ended = ("%d points"):format(sum) },
    paint = function(s, view)
      if s.over then return draw_end(m, s, mine, theirs, view) end
      local from = math.max(1, s.step - view.width // 2 + 8)
      local till = math.min(#mine, from + view.width - 10)
      local lines = { view.paint("head", ("turn %d of %d"):format(s.step,
        #mine)),
        "mine    " .. mine:sub(from, till), "theirs  "
          .. theirs:sub(from, till),
        (" "):rep(8 + s.step - from) .. "^",
        ("state %d plays %s, the other %s: to state %d; so far %d and %d"):format(s.state,
          s.mine, s.theirs, s.to, s.own, s.other) }
      table.move(drawn(m, s.state, view), 1, #m, #lines + 1, lines)
      return table.concat(lines, "\n")
    end }
end

-- ---- profile and impact ----------------------------------------------------

-- The opponents in words; those nobody named are named here.
local function whom(given, list)
  if not given then return ("the %d of the prisoner's dilemma"):format(#list) end
  return ("%d opponent%s"):format(#list, #list == 1 and "" or "s")
end

-- How often each state is visited in matches against these opponents.
function machine.profile(m, opponents, turns)
  turns = turns or machine.turns
  local values, list = {}, rivals(opponents)
  for i = 0, #m - 1 do values[i] = 0 end
  for _, rival in ipairs(list) do
    for _, s in ipairs(walk(m, moves_of(m, rival, turns))) do
      values[s.state] = values[s.state] + 1
    end
  end
  return of_machines.values { machine = m, values = values, visits = values,
    format = "%d", zero = "never visited",
    title = ("visits in %d turns against %s"):format(turns, whom(opponents, list)) }
end

local function flipped(m, which)
  local lines = { "start " .. m:start() }
  for i = 0, #m - 1 do
    local out, c, d = m:state(i)
    if i == which then out = out == "c" and "d" or "c" end
    lines[#lines + 1] = ("%d: %s c->%d d->%d"):format(i, out:upper(), c, d)
  end
  return machines.parse(table.concat(lines, "\n"))
end

local function worth(m, list, turns)
  local sum = 0
  for _, rival in ipairs(list) do
    local _, own = walk(m, moves_of(m, rival, turns))
    sum = sum + own
  end
  return sum / (#list * turns)
end

-- Each state's move reversed in turn: what it costs, in points a turn.
function machine.impact(m, opponents, turns)
  turns = turns or machine.turns
  local list, values = rivals(opponents), {}
  local full = worth(m, list, turns)
  for i = 0, #m - 1 do values[i] = full - worth(flipped(m, i), list, turns) end
  return of_machines.values { machine = m, values = values, loss = values,
    format = "%.3f", zero = "costs nothing",
    title = ("points a turn lost against %s if a state\nplays the other move (%.3f in "
      .. "full)"):format(whom(opponents, list), full) }
end

-- ---- words -----------------------------------------------------------------

local word = { c = "cooperates", d = "defects" }

-- The machine in words.
function machine.explain(m)
  local small = m:minimise()
  local out = { ("%d states%s."):format(#m, #small < #m
    and (", of which %d would do"):format(#small) or "") }
  local first = m:state(m:start())
  out[#out + 1] = ("It begins in state %d and %s."):format(m:start(),
    word[first])
  for i = 0, #m - 1 do
    local plays, c, d = m:state(i)
    local follow
    local function go(to) return to == i and "stays" or "goes to " .. to end
    if c == d then
      follow = "Then it " .. go(c) .. "."
    else
      follow = ("If the other cooperates it %s, if not it %s."):format(go(c),
        go(d))
    end
    out[#out + 1] = ("State %d: it %s. %s"):format(i, word[plays], follow)
  end
  return table.concat(out, "\n") .. "\n"
end

return machine
