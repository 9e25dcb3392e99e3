-- trace.lua -- matches of machines turn by turn: of ipd.game, whose cases are its
-- opponents, and of two players alone (ludus.ipd.inspect).
--
-- ipd.game scores matches in closed form; here they are played (match.h). With noise a
-- case is several matches, of which the first is traced.

local of_machines = require "ludus.inspect.machines"
local recipes     = require "ludus.script.recipes"
local steps       = require "ludus.inspect.steps"

local traces = {}

-- The machine's way through the moves of both: states, its points, the other's. `moves`
-- has theirs and, where noise reversed some, mine; `payoff` is by both moves, mine first.
function traces.walk(m, moves, payoff)
  local states, at, sum, other = {}, m:start(), 0, 0
  for i = 1, #moves.theirs do
    local plays, on_c, on_d = m:state(at)
    local mine = moves.mine and moves.mine:sub(i, i) or plays
    local theirs = moves.theirs:sub(i, i)
    sum, other = sum + payoff[mine .. theirs], other + payoff[theirs .. mine]
    local to = theirs == "c" and on_c or on_d
    states[i] = { state = at, mine = mine, theirs = theirs, to = to, own = sum,
      other = other, value = mine, reads = theirs, event = mine .. theirs }
    at = to
  end
  return states, sum, other
end

-- ---- drawing -----------------------------------------------------------------

local function number(x) return ("%.6g"):format(x) end

-- How a match ended.
local function draw_end(m, s, moves, view)
  local from = math.max(1, #moves.mine - view.width + 10)
  local lines = { view.paint("head", ("the end, after %d turns"):format(#moves.mine)),
    "mine    " .. moves.mine:sub(from), "theirs  " .. moves.theirs:sub(from),
    ("%s and %s points; state %d would play next"):format(number(s.own),
      number(s.other), s.state) }
  table.move(of_machines.drawn(m, s.state, view), 1, #m, #lines + 1, lines)
  return table.concat(lines, "\n")
end

local function draw_turn(m, s, moves, view)
  local from = math.max(1, s.step - view.width // 2 + 8)
  local till = math.min(#moves.mine, from + view.width - 10)
  local lines = { view.paint("head", ("turn %d of %d"):format(s.step, #moves.mine)),
    "mine    " .. moves.mine:sub(from, till), "theirs  " .. moves.theirs:sub(from, till),
    (" "):rep(8 + s.step - from) .. "^",
    ("state %d plays %s, the other %s: to state %d; so far %s and %s"):format(s.state,
      s.mine, s.theirs, s.to, number(s.own), number(s.other)) }
  table.move(of_machines.drawn(m, s.state, view), 1, #m, #lines + 1, lines)
  return table.concat(lines, "\n")
end

-- ---- why, and what if --------------------------------------------------------

local function label(d, n)
  local s = d.states[n]
  return ("state %d plays %s, the other %s"):format(s.state, s.mine, s.theirs)
end

local function sources(d, n)
  if n == 1 then return {} end
  return { { step = n - 1, role = ("%s led here from"):format(d.states[n - 1].theirs) } }
end

local function concerns() return false end   -- the state is all that a machine knows

local function told(_, row) return ("%s, the other %s"):format(row.mine, row.theirs) end

local function supposed(_, _, value)
  if value == "c" or value == "d" then return value end
  error("t:what_if: field 'value': what the other plays, c or d, got "
    .. tostring(value), 0)
end

-- ---- traces ------------------------------------------------------------------

-- A trace of those states; fields: title, own (points), ended, case, and
-- again(machine, suppose), which plays it anew.
function traces.of(m, states, fields)
  local moves, last = { mine = {}, theirs = {} }, states[#states]
  for i, s in ipairs(states) do moves.mine[i], moves.theirs[i] = s.mine, s.theirs end
  moves.mine, moves.theirs = table.concat(moves.mine), table.concat(moves.theirs)
  return steps.trace { states = states, place = "state", of = m, case = fields.case,
    title = fields.title, label = label, sources = sources, concerns = concerns,
    told = told, supposed = supposed,
    columns = { "state", "mine", "theirs", "own", "other" },
    again = function(_, q, change) return fields.again(q or m, change) end,
    ending = { state = last and last.to or m:start(), own = fields.own,
      other = last and last.other or 0, raw = fields.own, picture = "",
      ended = fields.ended or number(fields.own) .. " points" },
    paint = function(s, view)
      return (s.over and draw_end or draw_turn)(m, s, moves, view)
    end }
end

-- What the cells of the payoff are worth to the first player.
local function payoff_of(game) return recipes.recipe(game).settings.payoff end

-- The name of an opponent, or its number.
local function name_of(game, case)
  local list = recipes.recipe(game).settings.opponents
  if #list == 0 then list = require "ludus.ipd".paper() end
  local given = list[case]
  if type(given) == "table" then return given.name end
  return type(given) == "string" and given or given:compact()
end

local function case_of(game, m, case)
  local function played(q, suppose)
    if suppose then
      suppose = { step = suppose.step, always = suppose.always,
        value = suppose.value == "d" and 1 or 0 }
    end
    local mine, theirs = game:record(q, case, suppose)
    local states, own, other = traces.walk(q, { mine = mine, theirs = theirs },
      payoff_of(game))
    return traces.of(q, states, { own = own, again = played, case = case,
      title = ("case %d of %d, %d states against %s; %s to %s points in %d turns"):format(
        case, game:facts().cases, #q, name_of(game, case), number(own), number(other),
        #theirs) })
  end
  return played(m)
end

-- The trace of the match against one opponent of ipd.game; of all, as a list, if none is
-- named.
function traces.trace(game, m, case)
  local cases = game:facts().cases
  if case and (math.type(case) ~= "integer" or case < 1 or case > cases) then
    error(("g:trace: case must be 1 to %d, got %s"):format(cases, tostring(case)), 0)
  end
  if case then return case_of(game, m, case) end
  local list = {}
  for i = 1, cases do list[i] = case_of(game, m, i) end
  return list
end

-- How often each state is visited over all cases, and the turns in all.
function traces.visits(game, m)
  local counts, total = setmetatable({}, { __index = function() return 0 end }), 0
  for _, t in ipairs(traces.trace(game, m)) do
    for _, s in ipairs(t.driver.states) do counts[s.state] = counts[s.state] + 1 end
    total = total + #t
  end
  return counts, total
end

-- What a case is: who the other is.
function traces.describe(game, case) return { { "opponent", name_of(game, case) } } end

return traces
