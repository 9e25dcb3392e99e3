-- inspect.lua -- the verbs for Moore machines that play against each other: trace,
-- profile, impact, explain. Opponents are machines, or anything ludus.ipd knows
-- by name; points are Axelrod's.

local machines = require "ludus.machine"
local of_machines = require "ludus.inspect.machines"

local traces   = require "ludus.ipd.trace"

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

local function walk(m, theirs) return traces.walk(m, { theirs = theirs }, payoff) end

-- ---- matches ---------------------------------------------------------------

-- A machine on a seat.
local function machine_seat(m)
  local at = m:start()
  return { move = function() return (m:state(at)) end,
    see = function(_, _, theirs)
      local _, on_c, on_d = m:state(at)
      at = theirs == "c" and on_c or on_d
    end }
end

-- The opponent's moves against the machine, turn by turn, with another one where that is
-- supposed: { step, value, always }, always being whenever the machine is in that state.
local function moves_of(m, opponent, turns, suppose)
  local seat = type(opponent) == "userdata" and machine_seat(opponent)
    or require "ludus.ipd".seat(opponent, { turns = turns })
  local out, at, place = {}, m:start(), nil
  for i = 1, turns do
    local mine, on_c, on_d = m:state(at)
    local theirs = seat:move()
    if suppose and i == suppose.step then place = at end
    if suppose and (i == suppose.step or suppose.always and at == place) then
      theirs = suppose.value
    end
    out[i] = theirs
    seat:see(theirs, mine)
    at = theirs == "c" and on_c or on_d
  end
  return table.concat(out)
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

-- A match against an opponent, turn by turn.
function machine.trace(m, opponent, turns)
  turns = turns or machine.turns
  local function played(q, suppose)
    local states, sum = walk(q, moves_of(q, opponent or m, turns, suppose))
    return traces.of(q, states, { own = sum, again = played,
      title = ("a machine of %d states, %d turns; own %d (Axelrod's payoff)"):format(#q,
        turns, sum) })
  end
  return played(m)
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
