-- inspect.lua -- the verbs for Moore machines: trace, profile, impact,
-- simplify, diff, explain. Opponents are machines, or anything ludus.ipd knows
-- by name.

local machines = require "ludus.machine"
local steps    = require "ludus.inspect.steps"

local machine = {}

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
      other = other, event = mine .. their ~= "cc" and mine .. their or nil }
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

local function drawn(m, mark, view)
  local lines = {}
  for i = 0, #m - 1 do
    local out, c, d = m:state(i)
    local text = ("%2d: %s  c->%d d->%d"):format(i, out:upper(), c, d)
    lines[#lines + 1] = i == mark and "=>" .. view.paint("mark", text) or "  "
      .. text
  end
  return lines
end

-- A match against an opponent, turn by turn.
function machine.trace(m, opponent, turns)
  turns = turns or machine.turns
  local theirs = moves_of(m, opponent or m, turns)
  local states, sum = walk(m, theirs)
  local mine = {}
  for i, s in ipairs(states) do mine[i] = s.mine end
  mine = table.concat(mine)
  return steps.trace { states = states, place = "state",
    columns = { "state", "own", "other" },
    title = ("a machine of %d states, %d turns; own %d (Axelrod's payoff)"):format(#m,
      turns, sum),
    draw = function(s, view)
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

local Table = { __name = "ludus.machine.states" }

function Table:__show(view)
  local lines = { self.title }
  for i = 0, #self.machine - 1 do
    local out, c, d = self.machine:state(i)
    lines[#lines + 1] = ("  %2d: %s  c->%-2d d->%-2d %10s%s"):format(i,
      out:upper(), c, d,
      self.format:format(self.values[i]), self.values[i] == 0 and "  "
        .. self.zero or "")
  end
  lines[1] = view.paint("head", lines[1])
  return table.concat(lines, "\n")
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
  return setmetatable({ machine = m, values = values, visits = values,
    format = "%d",
    zero = "never visited",
    title = ("visits in %d turns against %d opponent%s"):format(turns, #list,
      #list == 1 and "" or "s") }, Table)
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
  return setmetatable({ machine = m, values = values, loss = values,
    format = "%.3f",
    zero = "costs nothing",
    title = ("points a turn lost if a state plays the other move (%.3f in full)")
      :format(full) }, Table)
end

-- ---- simplify, diff, words -------------------------------------------------

local Result = { __name = "ludus.simplified" }

function Result:__show()
  return ("%d states instead of %d; proven equal against every opponent\n"
    .. "(states that cannot be told apart were merged)\n%s")
    :format(#self.program, self.before, self.program:draw())
end

-- The smallest machine that behaves the same: proven, not only checked.
function machine.simplify(m)
  local small = m:minimise()
  return setmetatable({ program = small, before = #m, after = #small,
    equal = m:equivalent(small) }, Result)
end

local Diff = { __name = "ludus.diff" }

function Diff:__show(view)
  if #self == 0 then return "the same machine" end
  local lines = { ("%d states differ; they behave %s"):format(#self,
    self.equivalent and "the same" or "differently") }
  for _, row in ipairs(self) do
    if row.before then
      lines[#lines + 1] = view.paint("cut", "- " .. row.before)
    end
    if row.after then
      lines[#lines + 1] = view.paint("add", "+ " .. row.after)
    end
  end
  return table.concat(lines, "\n")
end

local function state_text(m, i)
  local out, c, d = m:state(i)
  return out and ("%d: %s c->%d d->%d"):format(i, out:upper(), c, d)
end

-- The states that differ, and whether the behaviour does.
function machine.diff(m, q)
  local list = { equivalent = m:equivalent(q) }
  for i = 0, math.max(#m, #q) - 1 do
    local before, after = state_text(m, i), state_text(q, i)
    if before ~= after then
      list[#list + 1] = { before = before, after = after }
    end
  end
  return setmetatable(list, Diff)
end

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

-- The drawing.
function machine.tree(m) return m:draw() end

function machine.show(m, view)
  return view.paint("dim", ("machine, %d states, starts in %d"):format(#m,
    m:start()))
    .. "\n" .. table.concat(drawn(m, m:start(), view), "\n")
end

return machine
