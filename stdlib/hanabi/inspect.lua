-- inspect.lua -- the verbs for orders of rules: traces turn by turn, how often each rule
-- acts, what the points lose without it, the order without those that never act.

local core    = require "ludus.core.hanabi"
local order   = require "ludus.hanabi.order"
local show    = require "ludus.repl.show"
local steps   = require "ludus.inspect.steps"

local orders = {}

-- ---- trace -----------------------------------------------------------------------

-- The turns of a case, those of partners too, and how it ends.
local function turns(game, p, case)
  local match, list = core.match(game, p, case), {}
  while not match:over() do
    local seat, own = match:turn()
    local before = match:draw()
    local text, place, code = match:next()
    list[#list + 1] = { seat = seat, own = own, rule = own and place or nil,
      value = code and order.words(code) or "no rule",
      event = ("player %d %s"):format(seat, text), picture = before }
  end
  return list, { ended = match:over(), picture = match:draw(),
    raw = match:state().points }
end

local function paint(p, s, view)
  if s.over then
    return view.paint("head", ("the end: %s, %d points"):format(s.ended, s.raw))
      .. "\n" .. s.picture
  end
  local head = ("turn %d: %s"):format(s.step, s.event)
  local why = not s.own and "a partner, by " .. s.value
    or s.rule and ("rule %d of %d: %s"):format(s.rule, #p, s.value)
    or "no rule finds a move"
  return view.paint("head", head) .. "\n" .. why .. "\n" .. s.picture
end

function orders.trace(game, p, case)
  case = case or 1
  local states, ending = turns(game, p, case)
  return steps.trace { states = states, ending = ending, place = "rule", of = p,
    columns = { "seat", "rule", "value" },
    again = function(_, q)
      return orders.trace(game, q or error("t:what_if: of an order another one alone can "
        .. "be supposed: give { program = q }", 0), case)
    end,
    supposed = function()
      error("t:what_if: of an order another one alone can be supposed: give "
        .. "{ program = q }", 0)
    end,
    title = ("case %d, an order of %d rules: %d turns, %s, %d points"):format(case, #p,
      #states, ending.ended, ending.raw),
    paint = function(s, view) return paint(p, s, view) end }
end

-- ---- profile and impact ------------------------------------------------------------

local Rules = show.speaks { __name = "ludus.hanabi.rules" }

function Rules:__show(view)
  local lines = { view.paint("head", self.title) }
  for i, row in ipairs(self) do
    lines[#lines + 1] = ("  %2d  %-32s %s"):format(i, row.rule, row.text)
  end
  return table.concat(lines, "\n")
end

local function counted(p, game)
  local counts, total = {}, 0
  for i = 0, #p do counts[i] = 0 end
  for case = 1, game:facts().cases do
    for _, s in ipairs((turns(game, p, case))) do
      if s.own then
        counts[s.rule or 0] = counts[s.rule or 0] + 1
        total = total + 1
      end
    end
  end
  return counts, total
end

-- How often each rule found the move.
function orders.profile(p, game)
  local counts, total = counted(p, game)
  local list = { title = ("%d moves in %d games; without any rule %d"):format(total,
    game:facts().cases, counts[0]) }
  for i = 1, #p do
    list[i] = { rule = order.words(p[i]), count = counts[i],
      text = ("%8d  %5.1f%%"):format(counts[i], 100 * counts[i] / math.max(1, total)) }
  end
  return setmetatable(list, Rules)
end

local function codes(p) return p:table() end

local function without(p, i)
  local list = codes(p)
  table.remove(list, i)
  return order.species(#list):of(list)
end

-- What the points lose without each rule.
function orders.impact(p, game)
  local full = game:score(p).raw
  local list = { title = ("each rule left out; %s points in full"):format(full) }
  for i = 1, #p do
    local loss = #p > 1 and full - game:score(without(p, i)).raw or full
    list[i] = { rule = order.words(p[i]), loss = loss,
      text = loss == 0 and "costs nothing" or ("%+d points"):format(-loss) }
  end
  return setmetatable(list, Rules)
end

-- ---- simplify, words ---------------------------------------------------------------

local Result = show.speaks { __name = "ludus.simplified" }

function Result:__show()
  return ("%d rules instead of %d\n  equal in all moves of %d games\n%s"):format(
    self.after, self.before, self.checked, order.text(self.program))
end

-- The order without the rules that change no move in any case.
function orders.simplify(p, game)
  local same, q = game:behaviour(p), p
  local i = 1
  while i <= #q and #q > 1 do
    local r = without(q, i)
    if game:behaviour(r) == same then q = r else i = i + 1 end
  end
  return setmetatable({ program = q, before = #p, after = #q,
    checked = game:facts().cases, equal = true }, Result)
end

-- The rules in words, with what each does.
function orders.explain(p)
  local out = { ("an order of %d rules; the first that finds a move makes it:"):format(#p) }
  for i = 1, #p do
    local tactic, condition = order.rule(p[i])
    out[i + 1] = ("%2d. %s%s"):format(i, tactic.help,
      condition.name == "" and "" or (" (%s)"):format(condition.help))
  end
  return table.concat(out, "\n") .. "\n"
end

return orders
